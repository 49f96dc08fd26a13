//! Leads a team: every player gets the role that the moment asks for, cuts enemies off where they have to pass, and looks
//! ahead for a way past the guards, as deep as this turn's share of the bank allows.
//!
//! What it shows: roles, meeting a moving target, a search that ends by `fuel_left`, and dividing the bank by turns.

use std::collections::HashSet;

use botpit_sdk::capture_the_flag::*;
use botpit_sdk::fuel_left;
use botpit_sdk::grid::{Distances, Point};

/// How near an enemy has to be to a player's way to be looked out for, in cells.
const WARY: u32 = 6;
/// How many turns a way is looked ahead at most.
const DEPTH: u32 = 12;

/// The bot: its fields last for the whole match.
#[derive(Debug)]
pub struct Captain {
    board: Board,
    turns: u32,
    /// How far it is to where flags are dropped off.
    home: Distances,
    /// How far it is to where captured players are freed.
    jail: Distances,
    /// How far it is to each enemy flag.
    flags: Vec<Distances>,
    /// How far opponents have it to where they drop flags off.
    opponent_home: Distances,
    /// What is to be left of the bank after this turn.
    reserve: u64,
}

/// A place in the search: where the player and the enemies near it would be, and the step that began the way.
struct Node {
    at: Point,
    enemies: Vec<Point>,
    first: Option<Direction>,
}

impl Bot for Captain {
    fn new(setup: &Setup) -> Self {
        let board = Board::new(setup);
        let home = board.distances(board.points().filter(|&at| board.is_drop_off(at) && board.is_open(at)));
        let jail = board.distances(board.points().filter(|&at| board.is_at_jail(at) && board.is_open(at)));
        let flags = setup.opponent_spawns.iter().map(|spawn| board.distances([spawn.at()])).collect();
        let opponent_home = board.opponent_distances([board.opponent_base()]);
        Captain { board, turns: setup.common.turns, home, jail, flags, opponent_home, reserve: 0 }
    }

    fn think(&mut self, view: &View, orders: &mut Orders) {
        let turns_left = self.turns.saturating_sub(view.common.turn).max(1);
        self.reserve = view.common.fuel - view.common.fuel / u64::from(turns_left);
        let mut squad = Squad::new(&self.board, view);
        let (captured, mut idle): (Vec<Player>, Vec<Player>) = view.players.iter().partition(|player| player.captured);
        if !captured.is_empty()
            && let Some(player) = take_nearest(&mut idle, &self.jail)
        {
            squad.go(&player, self.way_past(&player, &self.jail, &squad, view), orders);
        }
        for carrier in idle.extract_if(.., |player| player.carries().is_some()) {
            squad.go(&carrier, self.way_past(&carrier, &self.home, &squad, view), orders);
        }
        let mut intruders: Vec<Opponent> =
            view.opponents.iter().filter(|opponent| self.board.is_own_half(opponent.at())).collect();
        intruders.sort_by_key(|opponent| opponent.carries().is_none());
        for intruder in intruders {
            let meeting = self.board.distances([intruder.at()]);
            if let Some(player) = take_nearest(&mut idle, &meeting) {
                let goal = self.cut_off(&player, &intruder);
                squad.go(&player, self.way_past(&player, &goal, &squad, view), orders);
            }
        }
        let mut wanted: Vec<u16> = view.opponent_flags.iter().filter(|flag| flag.at_home).map(|flag| flag.id).collect();
        for player in idle {
            let steps = |flag: &u16| self.flags[usize::from(*flag)].to(player.at()).unwrap_or(u32::MAX);
            if let Some(flag) = wanted.iter().copied().min_by_key(steps) {
                wanted.retain(|&other| other != flag);
                squad.go(&player, self.way_past(&player, &self.flags[usize::from(flag)], &squad, view), orders);
            }
        }
    }
}

impl Captain {
    /// How far it is to the first cell on an intruder's shortest way home where a player is no later than it; to the
    /// intruder itself where there is none.
    fn cut_off(&self, player: &Player, intruder: &Opponent) -> Distances {
        let ours = self.board.distances([player.at()]);
        let theirs = self.board.opponent_distances([intruder.at()]);
        let whole = self.opponent_home.to(intruder.at()).unwrap_or(u32::MAX);
        let on_way = |at: &Point| {
            let (Some(gone), Some(left), Some(our)) = (theirs.to(*at), self.opponent_home.to(*at), ours.to(*at)) else {
                return false;
            };
            gone + left == whole && our <= gone && self.board.is_own_half(*at)
        };
        let meeting = self.board.points().filter(on_way).min_by_key(|&at| theirs.to(at));
        self.board.distances([meeting.unwrap_or(intruder.at())])
    }

    /// The step that begins the best way to a goal on which no enemy catches the player, supposing that each comes
    /// straight at it.
    fn way_past(&self, player: &Player, goal: &Distances, squad: &Squad, view: &View) -> Option<Direction> {
        let on_watch = |at: &Point| !self.board.is_own_half(*at) && at.distance(player.at()) <= WARY;
        let enemies: Vec<Point> = view.opponents.iter().map(|opponent| opponent.at()).filter(on_watch).collect();
        if enemies.is_empty() {
            return squad.nearer(player, goal);
        }
        let mut layer = vec![Node { at: player.at(), enemies, first: None }];
        let mut best = None;
        for depth in 0..DEPTH {
            let (mut next, mut known) = (Vec::new(), HashSet::new());
            for node in &layer {
                let ways = self.board.next_to(node.at).map(|(way, to)| (Some(way), to)).chain([(None, node.at)]);
                for (way, to) in ways {
                    let free = if depth == 0 { to == node.at || squad.is_free(to) } else { self.board.is_open(to) };
                    let caught = !self.board.is_safe(to) && node.enemies.iter().any(|enemy| enemy.distance(to) <= 1);
                    let enemies: Vec<Point> = node.enemies.iter().map(|&enemy| self.pursue(enemy, to)).collect();
                    if free && !caught && known.insert((to, enemies.clone())) {
                        next.push(Node { at: to, enemies, first: if depth == 0 { way } else { node.first } });
                    }
                }
            }
            let rank = |node: &&Node| goal.to(node.at).unwrap_or(u32::MAX);
            let Some(leader) = next.iter().min_by_key(rank) else { break };
            best = leader.first;
            if goal.to(leader.at) == Some(0) || fuel_left() <= self.reserve {
                break;
            }
            layer = next;
        }
        best
    }

    /// Where an enemy is after a step straight towards a target.
    fn pursue(&self, enemy: Point, target: Point) -> Point {
        let steps = self.board.next_to(enemy).map(|(_, to)| to).filter(|&to| self.board.is_open_to_opponents(to));
        steps.chain([enemy]).min_by_key(|to| to.distance(target)).unwrap_or(enemy)
    }
}

/// Takes the player that is nearest to a goal out of those that are idle.
fn take_nearest(idle: &mut Vec<Player>, goal: &Distances) -> Option<Player> {
    let nearest = (0..idle.len()).min_by_key(|&index| goal.to(idle[index].at()).unwrap_or(u32::MAX))?;
    Some(idle.remove(nearest))
}

botpit_sdk::export!("Captain", capture_the_flag: Captain);
