//! my-bot plays Gold Hunter: its workers dig the nearest gold, its hunters look around and fire at
//! whoever stands in front of them, and all of them step aside when a bullet comes.
//!
//! The rules are in `vendor/sdk/RULES.md`. Everything that a bot can see and do has a page in
//! `cargo doc --open -p botpit-sdk`.

use botpit_sdk::gold_hunter::*;
use botpit_sdk::grid::Point;
use botpit_sdk::log;

/// How many cells ahead an opponent may be for a hunter to fire. A bullet flies two cells a turn:
/// who is farther away has the time to step aside.
const RANGE: u32 = 6;

/// The bot. It lives for the whole match, so what it has to remember are its fields.
pub struct Digger {
    /// What the team has seen so far: a view shows only what it sees now.
    memory: Memory,
    /// Finds the fastest ways of one player, for one player after the other.
    routes: Routes,
    /// Where players are on their way to, so that no two go to the same place.
    claimed: Vec<Point>,
}

impl Bot for Digger {
    /// Before the first turn: the setup tells the size of the board, the number of players and all
    /// limits. `setup.common` is the part that all games have.
    fn new(setup: &Setup) -> Self {
        Digger {
            memory: Memory::new(setup),
            routes: Routes::new(setup.common.width, setup.common.height),
            claimed: Vec::new(),
        }
    }

    /// Once a turn: the view is what the team sees now, and every player may get one order.
    fn think(&mut self, view: &View, orders: &mut Orders) {
        self.memory.update(view);
        self.claimed.clear();
        for player in view.players.iter() {
            self.order(&player, orders);
        }
        // For your eyes only: `botpit replay show` and `botpit replay debug` print it.
        let (own, theirs) = (view.common.own_score, view.common.opponent_score);
        let gold = self.memory.gold().len();
        log!("{own} : {theirs}, {gold} places with gold known");
    }
}

impl Digger {
    /// What one player does this turn: the first of these that is possible.
    fn order(&mut self, player: &Player, orders: &mut Orders) {
        // 1. Step aside when a bullet is about to strike.
        if let Some(step) = self.memory.escape(player) {
            return self.memory.walk(player, step, orders);
        }
        // 2. Fire at an opponent straight ahead. Workers have no bullets and never can.
        if self.memory.clear_shot(player, RANGE).is_some() {
            return orders.fire(player.id);
        }
        // 3. Go on towards a goal.
        self.routes.explore(player, |at| self.memory.is_free(at));
        let goal = match player.kind {
            PlayerKind::Worker => self.nearest_gold().or_else(|| self.nearest_unsearched()),
            PlayerKind::Hunter => self.nearest_unsearched(),
        };
        if let Some(route) = goal {
            self.claimed.push(route.to);
            // There is no first step for a worker that has arrived: to stay on gold is to dig.
            if let Some(step) = route.first {
                self.memory.walk(player, step, orders);
            }
        }
    }

    /// The way to the nearest gold that the team knows.
    fn nearest_gold(&self) -> Option<Route> {
        let has_gold = |at| self.memory.gold().iter().any(|gold| gold.at() == at);
        self.nearest_of(has_gold)
    }

    /// The way to the nearest cell where nobody has looked for gold yet.
    fn nearest_unsearched(&self) -> Option<Route> {
        self.nearest_of(|at| !self.memory.is_searched(at))
    }

    /// The way to the nearest wanted cell that no other player goes to.
    fn nearest_of(&self, wanted: impl Fn(Point) -> bool) -> Option<Route> {
        self.routes
            .nearest(|at| wanted(at) && !self.claimed.contains(&at))
    }
}

// Makes the module that Botpit plays. The text is the name of the team.
botpit_sdk::export!("my-bot", gold_hunter: Digger);
