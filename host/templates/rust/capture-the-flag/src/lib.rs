//! my-bot plays Capture the Flag: who carries a flag brings it home, somebody frees captured mates,
//! somebody catches intruders, and the rest go for the enemy's flags.
//!
//! The rules are in `vendor/sdk/RULES.md`. Everything that a bot can see and do has a page in
//! `cargo doc --open -p botpit-sdk`.

use botpit_sdk::capture_the_flag::*;
use botpit_sdk::grid::Distances;
use botpit_sdk::log;

/// The bot. It lives for the whole match, so what it has to remember are its fields.
///
/// Walls, bases and the places of flags never change, and so the ways to them are measured once.
pub struct Courier {
    board: Board,
    /// How far each cell is from where flags are dropped off.
    home: Distances,
    /// How far each cell is from where captured mates are freed.
    jail: Distances,
    /// How far each cell is from each enemy flag, by its number.
    flags: Vec<Distances>,
}

impl Bot for Courier {
    /// Before the first turn: the setup tells the whole board and all limits. `setup.common` is the
    /// part that all games have.
    fn new(setup: &Setup) -> Self {
        let board = Board::new(setup);
        let open = || board.points().filter(|&at| board.is_open(at));
        let home = board.distances(open().filter(|&at| board.is_drop_off(at)));
        let jail = board.distances(open().filter(|&at| board.is_at_jail(at)));
        let spawns = setup.opponent_spawns.iter();
        let flags = spawns.map(|spawn| board.distances([spawn.at()])).collect();
        Courier {
            board,
            home,
            jail,
            flags,
        }
    }

    /// Once a turn: the view is what the team sees now, and every player that is free may step.
    fn think(&mut self, view: &View, orders: &mut Orders) {
        // Keeps mates from stepping into the same cell, where neither would arrive.
        let mut squad = Squad::new(&self.board, view);
        let (captured, mut idle): (Vec<Player>, Vec<Player>) =
            view.players.iter().partition(|player| player.captured);

        // 1. Who has a flag brings it home.
        idle.retain(|player| {
            let carries = player.carries().is_some();
            if carries {
                squad.go_nearer(player, &self.home, orders);
            }
            !carries
        });
        // 2. Somebody frees the captured ones.
        if !captured.is_empty() {
            send_nearest(&mut idle, &self.jail, &mut squad, orders);
        }
        // 3. Somebody catches each opponent in the own half.
        for opponent in view.opponents.iter() {
            if self.board.is_own_half(opponent.at()) {
                let goal = self.board.distances([opponent.at()]);
                send_nearest(&mut idle, &goal, &mut squad, orders);
            }
        }
        // 4. The others go for the flags, each flag for the player that is nearest to it.
        for flag in view.opponent_flags.iter().filter(|flag| flag.at_home) {
            let goal = &self.flags[usize::from(flag.id)];
            send_nearest(&mut idle, goal, &mut squad, orders);
        }

        // For your eyes only: `botpit replay show` and `botpit replay debug` print it.
        let (own, theirs) = (view.common.own_score, view.common.opponent_score);
        log!("{own} : {theirs}, {} of us captured", captured.len());
    }
}

/// Sends the player that is nearest to a goal one step towards it. It is idle no longer.
fn send_nearest(idle: &mut Vec<Player>, goal: &Distances, squad: &mut Squad, orders: &mut Orders) {
    let steps = |&index: &usize| goal.to(idle[index].at()).unwrap_or(u32::MAX);
    if let Some(nearest) = (0..idle.len()).min_by_key(steps) {
        squad.go_nearer(&idle.remove(nearest), goal, orders);
    }
}

// Makes the module that Botpit plays. The text is the name of the team.
botpit_sdk::export!("my-bot", capture_the_flag: Courier);
