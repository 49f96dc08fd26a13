//! The bot of the benchmarks: its players walk ahead and turn where they cannot. It plays both games.

use botpit_sdk::{capture_the_flag as flag, gold_hunter as gold};

mod rule;

struct Trivial;

impl gold::Bot for Trivial {
    fn new(_setup: &gold::Setup) -> Self {
        Trivial
    }

    fn think(&mut self, view: &gold::View, orders: &mut gold::Orders) {
        let cell = |index| view.cells.get(index).map(|cell| (cell.x, cell.y, cell.state));
        for player in view.players.iter() {
            let gold::Player { id, x, y, facing, .. } = player;
            match rule::act(view.common.turn, (id, x, y, facing.code()), view.cells.len(), cell) {
                rule::Act::Advance => orders.advance(id),
                rule::Act::Rotate(code) => orders.rotate(id, gold::Direction::ALL[usize::from(code)]),
            }
        }
    }
}

impl flag::Bot for Trivial {
    fn new(_setup: &flag::Setup) -> Self {
        Trivial
    }

    fn think(&mut self, view: &flag::View, orders: &mut flag::Orders) {
        for player in view.players.iter().filter(|player| !player.captured) {
            let code = rule::step(view.common.turn, (player.id, player.x, player.y), view.board);
            orders.step(player.id, flag::Direction::ALL[usize::from(code)]);
        }
    }
}

botpit_sdk::export!("Trivial", gold_hunter: Trivial, capture_the_flag: Trivial);
