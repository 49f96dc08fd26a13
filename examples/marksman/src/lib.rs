//! Hunts: its hunters look for a line of fire, and everybody steps out of the way of bullets. Its workers dig what they
//! find, each for itself.
//!
//! What it shows: who stands in the line of fire, how to get to a place from where somebody does, and that a bullet is
//! slow enough to dodge unless it was fired from very near.

use botpit_sdk::gold_hunter::*;

/// How far away a target may be, in cells. A bullet takes a turn for two of them, and who sees it may dodge.
const RANGE: u32 = 6;
/// How many turns after it was seen an opponent is still worth going to.
const FRESH: u32 = 15;

/// The bot: its fields last for the whole match.
#[derive(Debug)]
pub struct Marksman {
    memory: Memory,
    routes: Routes,
}

impl Bot for Marksman {
    fn new(setup: &Setup) -> Self {
        let (width, height) = (setup.common.width, setup.common.height);
        Marksman { memory: Memory::new(setup), routes: Routes::new(width, height) }
    }

    fn think(&mut self, view: &View, orders: &mut Orders) {
        self.memory.update(view);
        for player in view.players.iter() {
            if let Some(step) = self.memory.escape(&player) {
                self.memory.walk(&player, step, orders);
                continue;
            }
            if self.memory.clear_shot(&player, RANGE).is_some() {
                orders.fire(player.id);
                continue;
            }
            let memory = &self.memory;
            self.routes.explore(&player, |at| memory.is_free(at) && !memory.is_deadly_to_enter(at));
            let goal = match player.kind {
                PlayerKind::Hunter if player.ammo > 0 => self.nearest_firing_position(),
                PlayerKind::Hunter => None,
                PlayerKind::Worker => self.nearest_gold(),
            };
            if let Some(step) = goal.or_else(|| self.nearest_unsearched()).and_then(|route| route.first) {
                self.memory.walk(&player, step, orders);
            }
        }
    }
}

impl Marksman {
    /// The way to the nearest place, and facing, from where an opponent is in the line of fire.
    fn nearest_firing_position(&self) -> Option<Route> {
        let fresh = self.memory.opponents().filter(|seen| seen.turn + FRESH >= self.memory.turn());
        let positions = fresh.filter_map(|seen| self.routes.to_line_of(seen.opponent.at(), RANGE));
        positions.min_by_key(|route| route.turns)
    }

    /// The way to the nearest gold; of no turns for a worker that stands on it: staying is digging.
    fn nearest_gold(&self) -> Option<Route> {
        let gold = self.memory.gold();
        self.routes.nearest(|at| gold.iter().any(|gold| gold.at() == at))
    }

    /// The way to the nearest place where nobody has looked for gold.
    fn nearest_unsearched(&self) -> Option<Route> {
        self.routes.nearest(|at| !self.memory.is_searched(at))
    }
}

botpit_sdk::export!("Marksman", gold_hunter: Marksman);
