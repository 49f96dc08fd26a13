//! Does anything that is possible: the opponent that every other bot must beat, and the smallest whole bot.
//!
//! What it shows: the `Bot` trait, reading the view's players, giving orders, and the host's random numbers, which are
//! the same when the match is run again.

use botpit_sdk::gold_hunter::*;
use botpit_sdk::random_below;

/// Has no memory: each turn stands for itself.
#[derive(Debug)]
pub struct Random;

impl Bot for Random {
    fn new(_setup: &Setup) -> Self {
        Random
    }

    fn think(&mut self, view: &View, orders: &mut Orders) {
        for player in view.players.iter() {
            match random_below(4) {
                0 => orders.rotate(player.id, Direction::ALL[random_below(4) as usize]),
                // Only a hunter that has bullets may fire; the order would be rejected.
                1 if player.ammo > 0 => orders.fire(player.id),
                // A move into an obstacle is allowed, it just has no effect.
                _ => orders.advance(player.id),
            }
        }
    }
}

botpit_sdk::export!("Random", gold_hunter: Random);
