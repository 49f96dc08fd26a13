//! Runs to the enemy's flags and home with them, the shortest way, whoever stands there. It catches nobody on purpose,
//! and leaves captured players where they are.
//!
//! What it shows: the board, distances measured once from places that do not move, sharing out the flags, and a squad
//! that does not stand in its own way.

use botpit_sdk::capture_the_flag::*;
use botpit_sdk::grid::Distances;

/// The bot: its fields last for the whole match.
#[derive(Debug)]
pub struct Runner {
    board: Board,
    /// How far it is to where flags are dropped off.
    home: Distances,
    /// How far it is to each enemy flag.
    flags: Vec<Distances>,
}

impl Bot for Runner {
    fn new(setup: &Setup) -> Self {
        let board = Board::new(setup);
        let home = board.distances(board.points().filter(|&at| board.is_drop_off(at) && board.is_open(at)));
        let flags = setup.opponent_spawns.iter().map(|spawn| board.distances([spawn.at()])).collect();
        Runner { board, home, flags }
    }

    fn think(&mut self, view: &View, orders: &mut Orders) {
        let mut squad = Squad::new(&self.board, view);
        let mut wanted: Vec<u16> = view.opponent_flags.iter().filter(|flag| flag.at_home).map(|flag| flag.id).collect();
        for player in view.players.iter().filter(|player| !player.captured) {
            let steps = |flag: &u16| self.flags[usize::from(*flag)].to(player.at()).unwrap_or(u32::MAX);
            if player.carries().is_some() {
                squad.go_nearer(&player, &self.home, orders);
            } else if let Some(flag) = wanted.iter().copied().min_by_key(steps) {
                wanted.retain(|&other| other != flag);
                squad.go_nearer(&player, &self.flags[usize::from(flag)], orders);
            }
        }
    }
}

botpit_sdk::export!("Runner", capture_the_flag: Runner);
