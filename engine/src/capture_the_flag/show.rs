//! The state for people and viewers.

use serde::Serialize;

use super::state::{Player, State};
use super::view::Vision;
use crate::drawing::Drawing;
use crate::grid::Cell;
use crate::seat::{BothSeats, Seat};

/// Draws the board: everything, or what one team sees.
///
/// `#` wall, `.` free, a space for a free cell that the team does not see, `A` and `B` players, `a` and `b` flags at
/// their places, `H` and `h` the bases of A and B, `,` an empty spawn point. A player hides what is under it.
pub(super) fn draw(state: &State, seen_by: Option<Seat>) -> Drawing {
    let parts = state.map.parts();
    let vision = seen_by.map(|seat| {
        let mut vision = Vision::new(&state.map);
        vision.look(state, seat);
        vision
    });
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

/// The whole state as JSON: see the structs below, whose fields are its keys.
pub(super) fn state(state: &State) -> serde_json::Value {
    let shown = Shown {
        turn: state.turn,
        turns: state.turns,
        teams: BothSeats::from_fn(|seat| {
            let team = &state.map.parts().teams[seat];
            ShownTeam {
                score: state.scores[seat],
                base: team.base,
                jail: state.jails[seat],
                players: state.players.team(seat).iter().map(ShownPlayer::new).collect(),
                flags: (0..).zip(&team.flags).map(|(id, &at)| ShownFlag::new(state, seat, id, at)).collect(),
            }
        }),
    };
    serde_json::to_value(shown).unwrap_or_default()
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

/// A player; a captured one is at its jail. `flag` is the number of the enemy flag that it carries.
#[derive(Serialize)]
struct ShownPlayer {
    id: u16,
    at: Cell,
    captured_since: Option<u32>,
    flag: Option<u16>,
}

/// A flag; `at` is its place, and `carrier` the id of the opponent that has it.
#[derive(Serialize)]
struct ShownFlag {
    id: u16,
    at: Cell,
    at_home: bool,
    carrier: Option<u16>,
}

impl ShownPlayer {
    fn new(player: &Player) -> ShownPlayer {
        let Player { id, at, captured, flag, .. } = *player;
        ShownPlayer { id, at, captured_since: captured, flag }
    }
}

impl ShownFlag {
    fn new(state: &State, owner: Seat, id: u16, at: Cell) -> ShownFlag {
        let carrier = state.players.team(owner.other()).iter().find(|player| player.flag == Some(id));
        let at_home = state.at_home[owner][usize::from(id)];
        ShownFlag { id, at, at_home, carrier: carrier.map(|player| player.id) }
    }
}
