//! The state for people and viewers.

use botpit_abi::gold_hunter::PlayerKind;
use serde::Serialize;

use super::state::{Player, State, TURNS_TO_EXTRACT};
use super::view::Vision;
use crate::drawing::Drawing;
use crate::game::Sight;
use crate::grid::Cell;
use crate::seat::{BothSeats, Seat};

/// Draws the board: everything, or what one team sees.
///
/// `#` obstacle, `.` ground, `$` gold, `*` bullet, a space for a cell that the team does not see. Of team A, hunters are
/// arrows, `^` `>` `v` `<`, and workers the first letters of their directions, `u` `r` `d` `l`; of team B, they are points
/// of the compass, `N` `E` `S` `W` and `n` `e` `s` `w`.
/// Of several things in a cell, a player hides a bullet and a bullet hides gold.
pub(super) fn draw(state: &State, seen_by: Option<Seat>) -> Drawing {
    let size = state.map.parts().size;
    let vision = seen_by.map(|seat| vision(state, seat));
    let sees = |cell: Cell| vision.as_ref().is_none_or(|vision| vision.sees(cell));
    let sees_gold = |cell: Cell| vision.as_ref().is_none_or(|vision| vision.sees_gold(cell));
    let mut drawing = Drawing::new(size, ' ');
    for cell in size.iter().filter(|&cell| sees(cell)) {
        let (symbol, seat) = if let Some(player) = state.player_at.get(cell) {
            let player = &state.players[player];
            (player_symbol(player), Some(player.seat))
        } else if state.bullet_at.get(cell).is_some() {
            ('*', None)
        } else if state.gold_at.get(cell).is_some() && sees_gold(cell) {
            ('$', None)
        } else if state.map.is_obstacle(cell) {
            ('#', None)
        } else {
            ('.', None)
        };
        drawing.put(cell, symbol, seat);
    }
    drawing
}

/// The state as JSON, everything or what one team may know: see the structs below, whose fields are its keys.
pub(super) fn state(state: &State, seen_by: Option<Seat>) -> serde_json::Value {
    let vision = seen_by.map(|seat| vision(state, seat));
    let sees = |cell: Cell| vision.as_ref().is_none_or(|vision| vision.sees(cell));
    let sees_gold = |cell: Cell| vision.as_ref().is_none_or(|vision| vision.sees_gold(cell));
    let is_own = |seat: Seat| seen_by.is_none_or(|own| own == seat);
    let deposits = state.map.parts().gold.iter().zip(&state.dug);
    let shown = Shown {
        turn: state.turn,
        turns: state.map.parts().turns,
        teams: BothSeats::from_fn(|seat| {
            let (tally, own) = (&state.tallies[seat], is_own(seat));
            let players = state.players.team(seat).iter();
            let shown = players.filter(|player| own || (player.alive && sees(player.at)));
            ShownTeam {
                score: tally.score,
                killed: own.then_some(tally.killed),
                fired: own.then_some(tally.fired),
                players: shown.map(|player| ShownPlayer::new(player, own)).collect(),
            }
        }),
        bullets: state
            .bullets
            .iter()
            .filter(|bullet| sees(bullet.at))
            .map(|bullet| ShownBullet {
                at: bullet.at,
                direction: bullet.direction.name(),
                age: seen_by.is_none().then_some(bullet.age),
            })
            .collect(),
        gold: deposits
            .filter(|&(deposit, &dug)| dug < TURNS_TO_EXTRACT && sees_gold(deposit.at))
            .map(|(deposit, &dug)| ShownGold { at: deposit.at, value: deposit.value, dug })
            .collect(),
    };
    serde_json::to_value(shown).unwrap_or_default()
}

/// How much a team sees of each cell.
pub(super) fn sight(state: &State, seat: Seat) -> Vec<Sight> {
    let vision = vision(state, seat);
    let of = |cell| match (vision.sees(cell), vision.sees_gold(cell)) {
        (false, _) => Sight::Hidden,
        (true, false) => Sight::Far,
        (true, true) => Sight::Near,
    };
    state.map.parts().size.iter().map(of).collect()
}

fn vision(state: &State, seat: Seat) -> Vision {
    let mut vision = Vision::new(state.map.parts().size);
    vision.look(state, seat);
    vision
}

/// The state of a leg. `teams` is A, then B.
#[derive(Serialize)]
struct Shown {
    turn: u32,
    turns: u32,
    teams: BothSeats<ShownTeam>,
    bullets: Vec<ShownBullet>,
    gold: Vec<ShownGold>,
}

/// A team; its players are by id, dead ones included. A team is not told the opponent's `killed` and `fired`.
#[derive(Serialize)]
struct ShownTeam {
    score: u64,
    killed: Option<u32>,
    fired: Option<u64>,
    players: Vec<ShownPlayer>,
}

/// A player; a dead one stays where it died. A team is not told an opponent's `ammo`.
#[derive(Serialize)]
struct ShownPlayer {
    id: u16,
    kind: &'static str,
    alive: bool,
    at: Cell,
    facing: &'static str,
    ammo: Option<u32>,
}

/// A bullet. `age`, which no team is told, is the number of turns since the one in which it was fired; at 0 it waits
/// where it was fired.
#[derive(Serialize)]
struct ShownBullet {
    at: Cell,
    direction: &'static str,
    age: Option<u8>,
}

/// Gold that is still there.
#[derive(Serialize)]
struct ShownGold {
    at: Cell,
    value: u32,
    dug: u8,
}

impl ShownPlayer {
    fn new(player: &Player, own: bool) -> ShownPlayer {
        let kind = match player.kind {
            PlayerKind::Hunter => "hunter",
            PlayerKind::Worker => "worker",
        };
        let Player { id, alive, at, ammo, .. } = *player;
        ShownPlayer { id, kind, alive, at, facing: player.facing.name(), ammo: own.then_some(ammo) }
    }
}

fn player_symbol(player: &Player) -> char {
    // Up, right, down, left.
    let symbols = match (player.seat, player.kind) {
        (Seat::A, PlayerKind::Hunter) => ['^', '>', 'v', '<'],
        (Seat::A, PlayerKind::Worker) => ['u', 'r', 'd', 'l'],
        (Seat::B, PlayerKind::Hunter) => ['N', 'E', 'S', 'W'],
        (Seat::B, PlayerKind::Worker) => ['n', 'e', 's', 'w'],
    };
    symbols[player.facing as usize]
}

#[cfg(test)]
mod tests {
    use botpit_abi::Direction;

    use super::*;
    use crate::gold_hunter::{Deposit, Map, MapDraft, Placement};
    use crate::grid::Size;

    #[test]
    fn a_drawing_shows_everything_or_what_one_team_sees() {
        let place = |x, y, facing| Placement { at: Cell::new(x, y), facing };
        let map = Map::new(MapDraft {
            name: "drawn".to_owned(),
            turns: 1,
            size: Size { width: 6, height: 3 },
            obstacles: (0..18).map(|index| index == 4).collect(),
            gold: [(1, 0), (2, 0), (1, 2)].map(|(x, y)| Deposit { at: Cell::new(x, y), value: 1 }).to_vec(),
            ammo: 1,
            hunters: BothSeats([vec![place(0, 0, Direction::Right)], vec![place(5, 1, Direction::Up)]]),
            workers: BothSeats([vec![place(2, 2, Direction::Down)], vec![place(5, 2, Direction::Left)]]),
        })
        .expect("a legal map");
        let state = State::new(map);
        let everything = draw(&state, None);
        assert_eq!(everything.to_string(), ">$$.#.\n.....N\n.$d..w\n");
        let owners: Vec<Option<Seat>> = everything.rows().flatten().map(|glyph| glyph.seat).collect();
        assert_eq!((owners[0], owners[11], owners[1]), (Some(Seat::A), Some(Seat::B), None));
        assert_eq!(draw(&state, Some(Seat::A)).to_string(), ">$..# \n....  \n $d.  \n");
        assert_eq!(draw(&state, Some(Seat::B)).to_string(), "    #.\n    .N\n..d..w\n");
    }
}
