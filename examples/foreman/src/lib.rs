//! Runs a team: it shares out the known gold among its workers and the seen opponents among its hunters, those near its
//! workers first, and expects on the other side of the board what it found on this one.
//!
//! What it shows: deciding for the whole team at once, guesses from symmetry, and staying out of a line of fire.

use botpit_sdk::gold_hunter::*;
use botpit_sdk::grid::Point;

/// How far away a target may be, in cells.
const RANGE: u32 = 6;
/// How near an opponent's hunter has to look at a cell so that nobody walks there: too near to dodge.
const POINT_BLANK: usize = 3;
/// How many turns after it was seen an opponent is still worth going to.
const FRESH: u32 = 15;
/// How far apart players explore.
const APART: u32 = 6;
/// How many turns further away gold that was seen may be than gold that is only guessed.
const DOUBT: u32 = 4;

/// Something that one player could do.
struct Job {
    player: Player,
    route: Route,
    /// Where the gold or the opponent is that it is about: one player is enough for each.
    about: Point,
    /// How soon it should be done, in turns and what stands in for them.
    cost: u32,
}

/// The bot: its fields last for the whole match.
#[derive(Debug)]
pub struct Foreman {
    memory: Memory,
    routes: Routes,
    /// The cells where an opponent's hunter could hit at once.
    under_fire: Vec<Point>,
    /// What is taken care of this turn.
    claimed: Vec<Point>,
}

impl Bot for Foreman {
    fn new(setup: &Setup) -> Self {
        let routes = Routes::new(setup.common.width, setup.common.height);
        Foreman { memory: Memory::new(setup), routes, under_fire: Vec::new(), claimed: Vec::new() }
    }

    fn think(&mut self, view: &View, orders: &mut Orders) {
        self.memory.update(view);
        self.watch_lines_of_fire(view);
        self.claimed.clear();
        // What cannot wait comes first, so that the others plan around it.
        let mut idle = Vec::new();
        for player in view.players.iter() {
            if let Some(step) = self.memory.escape(&player) {
                self.memory.walk(&player, step, orders);
            } else if self.memory.clear_shot(&player, RANGE).is_some() {
                orders.fire(player.id);
            } else {
                idle.push(player);
            }
        }
        let mut jobs = Vec::new();
        for player in &idle {
            self.explore(player);
            match player.kind {
                PlayerKind::Worker => self.add_gold(player, &mut jobs),
                PlayerKind::Hunter if player.ammo > 0 => self.add_opponents(player, view, &mut jobs),
                PlayerKind::Hunter => {}
            }
        }
        // The cheapest job goes to the player that has it, the next to another, and so on.
        jobs.sort_by_key(|job| (job.cost, job.player.id));
        for job in jobs {
            if idle.contains(&job.player) && !self.claimed.contains(&job.about) {
                idle.retain(|player| *player != job.player);
                self.go(&job.player, job.about, job.route, orders);
            }
        }
        for player in idle {
            self.explore(&player);
            if let Some(route) = self.nearest_unsearched() {
                self.go(&player, route.to, route, orders);
            }
        }
    }
}

impl Foreman {
    /// A worker may go to the gold that is known, and to where its counterpart should be: generated maps look the same
    /// from the other side.
    fn add_gold(&self, worker: &Player, jobs: &mut Vec<Job>) {
        let mut add = |about, doubt| {
            if let Some(route) = self.routes.to(about) {
                jobs.push(Job { player: *worker, route, about, cost: route.turns + doubt });
            }
        };
        for gold in self.memory.gold() {
            add(gold.at(), 0);
            let counterpart = self.memory.terrain().turned(gold.at());
            if !self.memory.is_searched(counterpart) {
                add(counterpart, DOUBT);
            }
        }
    }

    /// A hunter may go after each opponent that was seen of late, rather after those that are near a worker.
    fn add_opponents(&self, hunter: &Player, view: &View, jobs: &mut Vec<Job>) {
        for seen in self.memory.opponents().filter(|seen| seen.turn + FRESH >= self.memory.turn()) {
            let about = seen.opponent.at();
            let workers = view.players.iter().filter(|player| player.kind == PlayerKind::Worker);
            let to_worker = workers.map(|worker| worker.at().distance(about)).min().unwrap_or(0);
            if let Some(route) = self.routes.to_line_of(about, RANGE) {
                jobs.push(Job { player: *hunter, route, about, cost: route.turns + to_worker / 2 });
            }
        }
    }

    /// The way to the nearest place where nobody has looked for gold, nor at its counterpart, away from the others.
    fn nearest_unsearched(&self) -> Option<Route> {
        let unsearched = |at| !self.memory.is_searched(at);
        let telling = |at| unsearched(at) && unsearched(self.memory.terrain().turned(at));
        let apart = |at: Point| self.claimed.iter().all(|claimed| claimed.distance(at) >= APART);
        let away = self.routes.nearest(|at| telling(at) && apart(at)).or_else(|| self.routes.nearest(telling));
        away.or_else(|| self.routes.nearest(unsearched))
    }

    fn watch_lines_of_fire(&mut self, view: &View) {
        self.under_fire.clear();
        for hunter in view.opponents.iter().filter(|opponent| opponent.kind == PlayerKind::Hunter) {
            self.under_fire.extend(self.memory.terrain().ray(hunter.at(), hunter.facing).take(POINT_BLANK));
        }
    }

    /// Finds the ways of a player that are safe as far as one can see.
    fn explore(&mut self, player: &Player) {
        let Foreman { memory, routes, under_fire, .. } = self;
        let is_safe = |at| memory.is_free(at) && !memory.is_deadly_to_enter(at) && !under_fire.contains(&at);
        routes.explore(player, is_safe);
    }

    fn go(&mut self, player: &Player, about: Point, route: Route, orders: &mut Orders) {
        self.claimed.push(about);
        if let Some(step) = route.first {
            self.memory.walk(player, step, orders);
        }
    }
}

botpit_sdk::export!("Foreman", gold_hunter: Foreman);
