//! Explores the board, remembers what it saw and digs what it found. It never fires and never looks out for bullets.
//!
//! What it shows: a memory that lasts from turn to turn, the fastest ways over what is known, and how to keep one's own
//! players from running after the same thing.

use botpit_sdk::gold_hunter::*;
use botpit_sdk::grid::Point;

/// How far apart players explore, so that they do not all go to the same corner.
const APART: u32 = 5;

/// The bot: its fields last for the whole match.
#[derive(Debug)]
pub struct Prospector {
    memory: Memory,
    routes: Routes,
    /// Where the players that have their order already are going this turn.
    claimed: Vec<Point>,
}

impl Bot for Prospector {
    fn new(setup: &Setup) -> Self {
        let (width, height) = (setup.common.width, setup.common.height);
        Prospector { memory: Memory::new(setup), routes: Routes::new(width, height), claimed: Vec::new() }
    }

    fn think(&mut self, view: &View, orders: &mut Orders) {
        self.memory.update(view);
        self.claimed.clear();
        for player in view.players.iter() {
            self.routes.explore(&player, |at| self.memory.is_free(at));
            let goal = match player.kind {
                PlayerKind::Worker => self.nearest_gold().or_else(|| self.nearest_unsearched()),
                // A hunter sees gold as well as a worker does: it goes ahead and finds what the workers dig.
                PlayerKind::Hunter => self.nearest_unsearched(),
            };
            if let Some(route) = goal {
                self.claimed.push(route.to);
                if let Some(step) = route.first {
                    self.memory.walk(&player, step, orders);
                }
            }
        }
    }
}

impl Prospector {
    /// The way to the nearest gold that nobody else is going for. For a worker that stands on gold it is a way of no
    /// turns: staying is digging.
    fn nearest_gold(&self) -> Option<Route> {
        let gold = self.memory.gold();
        self.routes.nearest(|at| gold.iter().any(|gold| gold.at() == at) && !self.claimed.contains(&at))
    }

    /// The way to the nearest place where nobody has looked for gold, away from the others if there is one.
    fn nearest_unsearched(&self) -> Option<Route> {
        let unsearched = |at| !self.memory.is_searched(at);
        let apart = |at: Point| self.claimed.iter().all(|claimed| claimed.distance(at) >= APART);
        self.routes.nearest(|at| unsearched(at) && apart(at)).or_else(|| self.routes.nearest(unsearched))
    }
}

botpit_sdk::export!("Prospector", gold_hunter: Prospector);
