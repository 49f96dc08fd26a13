//! The bot of the match benchmark: its players walk ahead and turn where they cannot.

use botpit_sdk::gold_hunter::*;

mod rule;

struct Trivial;

impl Bot for Trivial {
    fn new(_setup: &Setup) -> Self {
        Trivial
    }

    fn think(&mut self, view: &View, orders: &mut Orders) {
        let cell = |index| view.cells.get(index).map(|cell| (cell.x, cell.y, cell.state));
        for player in view.players.iter() {
            let Player { id, x, y, facing, .. } = player;
            match rule::act(view.common.turn, (id, x, y, facing.code()), view.cells.len(), cell) {
                rule::Act::Advance => orders.advance(id),
                rule::Act::Rotate(code) => orders.rotate(id, Direction::ALL[usize::from(code)]),
            }
        }
    }
}

botpit_sdk::export!("Trivial", gold_hunter: Trivial);
