//! Goes anywhere: the opponent that every other bot must beat, and the smallest whole bot of Capture the Flag.
//!
//! What it shows: the `Bot` trait, reading the view's players, giving orders, and the host's random numbers, which are
//! the same when the match is run again.

use botpit_sdk::capture_the_flag::*;
use botpit_sdk::random_below;

/// Has no memory: each turn stands for itself.
#[derive(Debug)]
pub struct Wanderer;

impl Bot for Wanderer {
    fn new(_setup: &Setup) -> Self {
        Wanderer
    }

    fn think(&mut self, view: &View, orders: &mut Orders) {
        // An order for a captured player would be rejected. A step into a wall is allowed, it just has no effect.
        for player in view.players.iter().filter(|player| !player.captured) {
            orders.step(player.id, Direction::ALL[random_below(4) as usize]);
        }
    }
}

botpit_sdk::export!("Wanderer", capture_the_flag: Wanderer);
