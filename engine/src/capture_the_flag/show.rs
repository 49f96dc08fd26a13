//! The state for people and viewers.

use serde::Serialize;

use super::state::{Player, State};
use super::view::Vision;
use crate::drawing::Drawing;
use crate::game::Sight;
use crate::grid::Cell;
use crate::seat::{BothSeats, Seat};

/// Draws the board: everything, or what one team sees.
///
/// `#` wall, `.` free, a space for a free cell that the team does not see, `A` and `B` players, `a` and `b` flags at
/// their places, `H` and `h` the bases of A and B, `,` an empty spawn point. A player hides what is under it.
pub(super) fn draw(state: &State, seen_by: Option<Seat>) -> Drawing {
    let parts = state.map.parts();
    let vision = seen_by.map(|seat| vision(state, seat));
    let sees = |cell: Cell| vision.as_ref().is_none_or(|vision| vision.sees(cell));
    let mut drawing = Drawing::new(parts.size, ' ');
    for cell in parts.size.iter() {
        match (state.map.is_wall(cell), sees(cell)) {
            (true, _) => drawing.put(cell, '#', None),
            (false, true) => drawing.put(cell, '.', None),
            (false, false) => {}
        }
    }
    for (seat, team) in parts.teams.iter() {
        let [base, flag] = if seat == Seat::A { ['H', 'a'] } else { ['h', 'b'] };
        drawing.put(team.base, base, Some(seat));
        for (&spawn, &at_home) in team.flags.iter().zip(&state.at_home[seat]) {
            drawing.put(spawn, if at_home { flag } else { ',' }, Some(seat));
        }
    }
    let shown = |player: &&Player| player.is_in_play() && (Some(player.seat) == seen_by || sees(player.at));
    for player in state.players.iter().filter(shown) {
        drawing.put(player.at, if player.seat == Seat::A { 'A' } else { 'B' }, Some(player.seat));
    }
    drawing
}

/// The state as JSON, everything or what one team may know: see the structs below, whose fields are its keys.
pub(super) fn state(state: &State, seen_by: Option<Seat>) -> serde_json::Value {
    let vision = seen_by.map(|seat| vision(state, seat));
    let sees = |cell: Cell| vision.as_ref().is_none_or(|vision| vision.sees(cell));
    let is_own = |seat: Seat| seen_by.is_none_or(|own| own == seat);
    let shown = Shown {
        turn: state.turn,
        turns: state.turns,
        teams: BothSeats::from_fn(|seat| {
            let (team, own) = (&state.map.parts().teams[seat], is_own(seat));
            let players = state.players.team(seat).iter();
            // Bases are always in sight, and so are those who wait there.
            let shown = players.filter(|player| own || !player.is_in_play() || sees(player.at));
            let carrier_sees = |at: Cell| is_own(seat.other()) || sees(at);
            ShownTeam {
                score: state.scores[seat],
                base: team.base,
                jail: state.jails[seat],
                players: shown.map(|player| ShownPlayer::new(player, own)).collect(),
                flags: (0..)
                    .zip(&team.flags)
                    .map(|(id, &at)| ShownFlag::new(state, seat, id, at, carrier_sees))
                    .collect(),
            }
        }),
    };
    serde_json::to_value(shown).unwrap_or_default()
}

/// How much a team sees of each cell: whatever it sees, it sees whole.
pub(super) fn sight(state: &State, seat: Seat) -> Vec<Sight> {
    let vision = vision(state, seat);
    let of = |cell| if vision.sees(cell) { Sight::Near } else { Sight::Hidden };
    state.map.parts().size.iter().map(of).collect()
}

fn vision(state: &State, seat: Seat) -> Vision {
    let mut vision = Vision::new(&state.map);
    vision.look(state, seat);
    vision
}

/// The state of a leg. `teams` is A, then B.
#[derive(Serialize)]
struct Shown {
    turn: u32,
    turns: u32,
    teams: BothSeats<ShownTeam>,
}

/// A team; `score` is the flags that it captured, `jail` where its captured players wait, and `flags` are those that
/// it defends.
#[derive(Serialize)]
struct ShownTeam {
    score: u64,
    base: Cell,
    jail: Cell,
    players: Vec<ShownPlayer>,
    flags: Vec<ShownFlag>,
}

/// A player; a captured one is at its jail. `captured_since`, which a team is told of its own players only, is the turn
/// of its capture; `flag` is the number of the enemy flag that it carries.
#[derive(Serialize)]
struct ShownPlayer {
    id: u16,
    at: Cell,
    captured: bool,
    captured_since: Option<u32>,
    flag: Option<u16>,
}

/// A flag; `at` is its place, and `carrier` the id of the opponent that has it, where that is known.
#[derive(Serialize)]
struct ShownFlag {
    id: u16,
    at: Cell,
    at_home: bool,
    carrier: Option<u16>,
}

impl ShownPlayer {
    fn new(player: &Player, own: bool) -> ShownPlayer {
        let Player { id, at, captured, flag, .. } = *player;
        ShownPlayer { id, at, captured: captured.is_some(), captured_since: captured.filter(|_| own), flag }
    }
}

impl ShownFlag {
    fn new(state: &State, owner: Seat, id: u16, at: Cell, sees: impl Fn(Cell) -> bool) -> ShownFlag {
        let carrier = state.players.team(owner.other()).iter().find(|player| player.flag == Some(id));
        let at_home = state.at_home[owner][usize::from(id)];
        let carrier = carrier.filter(|carrier| sees(carrier.at)).map(|carrier| carrier.id);
        ShownFlag { id, at, at_home, carrier }
    }
}
