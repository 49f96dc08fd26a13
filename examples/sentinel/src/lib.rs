//! Guards: whoever is nearest goes after each enemy in its own half and frees captured mates; the others run for flags.
//!
//! What it shows: jobs in the order of their urgency, each for the player that is nearest to it, and distances that are
//! measured anew each turn from what moves.

use botpit_sdk::capture_the_flag::*;
use botpit_sdk::grid::{Distances, Point};

/// The bot: its fields last for the whole match.
#[derive(Debug)]
pub struct Sentinel {
    board: Board,
    /// How far it is to where flags are dropped off.
    home: Distances,
    /// How far it is to where captured players are freed.
    jail: Distances,
    /// How far it is to each enemy flag.
    flags: Vec<Distances>,
}

impl Bot for Sentinel {
    fn new(setup: &Setup) -> Self {
        let board = Board::new(setup);
        let home = board.distances(board.points().filter(|&at| board.is_drop_off(at) && board.is_open(at)));
        let jail = board.distances(board.points().filter(|&at| board.is_at_jail(at) && board.is_open(at)));
        let flags = setup.opponent_spawns.iter().map(|spawn| board.distances([spawn.at()])).collect();
        Sentinel { board, home, jail, flags }
    }

    fn think(&mut self, view: &View, orders: &mut Orders) {
        let mut squad = Squad::new(&self.board, view);
        let (captured, mut idle): (Vec<Player>, Vec<Player>) = view.players.iter().partition(|player| player.captured);
        if !captured.is_empty() {
            send_nearest(&mut idle, &self.jail, &mut squad, orders);
        }
        // A carrier has something better to do than to chase.
        let (carriers, mut idle): (Vec<Player>, Vec<Player>) =
            idle.into_iter().partition(|player| player.carries().is_some());
        for carrier in carriers {
            squad.go_nearer(&carrier, &self.home, orders);
        }
        for intruder in self.intruders(view) {
            send_nearest(&mut idle, &self.board.distances([intruder]), &mut squad, orders);
        }
        let mut wanted: Vec<u16> = view.opponent_flags.iter().filter(|flag| flag.at_home).map(|flag| flag.id).collect();
        for player in idle {
            let steps = |flag: &u16| self.flags[usize::from(*flag)].to(player.at()).unwrap_or(u32::MAX);
            if let Some(flag) = wanted.iter().copied().min_by_key(steps) {
                wanted.retain(|&other| other != flag);
                squad.go_nearer(&player, &self.flags[usize::from(flag)], orders);
            }
        }
    }
}

impl Sentinel {
    /// Where enemies are in the own half, those that carry a flag away first. Who stands on a flag's place cannot be
    /// captured, but has to leave it some time.
    fn intruders(&self, view: &View) -> Vec<Point> {
        let mut seen: Vec<Opponent> =
            view.opponents.iter().filter(|opponent| self.board.is_own_half(opponent.at())).collect();
        seen.sort_by_key(|opponent| opponent.carries().is_none());
        seen.iter().map(Opponent::at).collect()
    }
}

/// Sends the player that is nearest to a goal there, so that it is no longer idle.
fn send_nearest(idle: &mut Vec<Player>, goal: &Distances, squad: &mut Squad, orders: &mut Orders) {
    let nearest = (0..idle.len()).min_by_key(|&index| goal.to(idle[index].at()).unwrap_or(u32::MAX));
    if let Some(index) = nearest {
        squad.go_nearer(&idle.remove(index), goal, orders);
    }
}

botpit_sdk::export!("Sentinel", capture_the_flag: Sentinel);
