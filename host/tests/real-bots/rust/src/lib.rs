//! A large bot: it measures distances with a function of its own for every size of board from 8×8 to 55×55, which the
//! compiler makes 2304 times, each with its own numbers in it.
//!
//! Workers go to the nearest gold that is known, everybody else to where nobody has been for longest.

mod search;

use botpit_sdk::gold_hunter::*;
use botpit_sdk::grid::{Grid, Point};

use search::Search;

/// The bot: its fields last for the whole match.
#[derive(Debug)]
pub struct Surveyor {
    memory: Memory,
    search: Search,
    /// The turn, counted from 1, in which each place was last stood on.
    visited: Grid<u32>,
}

impl Bot for Surveyor {
    fn new(setup: &Setup) -> Self {
        let (width, height) = (setup.common.width, setup.common.height);
        Surveyor {
            memory: Memory::new(setup),
            search: Search::new(width, height),
            visited: Grid::new(width, height, 0),
        }
    }

    fn think(&mut self, view: &View, orders: &mut Orders) {
        self.memory.update(view);
        for player in view.players.iter() {
            if let Some(visited) = self.visited.get_mut(player.at()) {
                *visited = view.common.turn + 1;
            }
        }
        for player in view.players.iter() {
            let digs = player.kind == PlayerKind::Worker && !self.memory.gold().is_empty();
            let goals = if digs { self.memory.gold().iter().map(|gold| gold.at()).collect() } else { self.stale() };
            self.search.measure(&goals, |at| self.memory.may_be_open(at));
            self.approach(&player, orders);
        }
    }
}

impl Surveyor {
    /// The open places that nobody stood on for longest.
    fn stale(&self) -> Vec<Point> {
        let open = || self.visited.points().filter(|at| self.memory.is_free(*at));
        let visited = |at: &Point| self.visited.get(*at).copied().unwrap_or_default();
        let longest = open().map(|at| visited(&at)).min();
        open().filter(|at| Some(visited(at)) == longest).collect()
    }

    /// Goes one step nearer to the goals that were measured, or turns to where that is.
    fn approach(&self, player: &Player, orders: &mut Orders) {
        let here = self.search.distance(player.at());
        let nearer = Direction::ALL.into_iter().filter_map(|direction| {
            let to = self.visited.step(player.at(), direction)?;
            let distance = self.search.distance(to)?;
            (here.is_none_or(|here| distance < here) && self.memory.is_free(to)).then_some((distance, direction))
        });
        match nearer.min_by_key(|(distance, _)| *distance) {
            Some((_, direction)) if direction == player.facing => orders.advance(player.id),
            Some((_, direction)) => orders.rotate(player.id, direction),
            None => {}
        }
    }
}

botpit_sdk::export!(gold_hunter: Surveyor);
