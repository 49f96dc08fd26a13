//! Gold Hunter: hunters shoot, workers dig, and the team that extracts more gold wins.
//!
//! `use botpit_sdk::gold_hunter::*;` brings everything a bot of this game needs.
//!
//! What costs beginners matches:
//! - A player does one thing a turn, and moves only where it looks: going round a corner takes a turn to
//!   [`rotate`](Orders::rotate) and one to [`advance`](Orders::advance). [`Routes`] counts both.
//! - Gold is seen only in a player's own cell and the eight around it, terrain as far as the players look.
//!   [`Memory`] keeps both.
//! - Digging begins the turn *after* a worker arrives, and takes three turns.
//! - A bullet appears in the shooter's cell, and from the next turn on flies two cells a turn:
//!   [`Memory::hit_in`] says when it arrives. A hunter that fires and steps ahead next turn walks into its own bullet.

mod memory;
mod orders;
mod routes;

use botpit_abi::{DecodeError, game};

use crate::export::{self, InSeat, Plays, Seated};
use crate::grid::Point;

pub use crate::grid::Located;
pub use botpit_abi::Direction;
pub use botpit_abi::gold_hunter::{Bullet, Cell, Gold, Opponent, Player, PlayerKind, Setup, View};
pub use memory::{Memory, Sighting, Terrain};
pub use orders::Orders;
pub use routes::{Route, Routes, Step};

/// A match to play natively.
#[cfg(all(feature = "testing", not(target_arch = "wasm32")))]
pub type Match = crate::testing::MatchOf<Game>;

/// A bot to ask natively, turn by turn.
#[cfg(all(feature = "testing", not(target_arch = "wasm32")))]
pub type Solo = crate::testing::SoloOf<Game>;

/// A bot of this game.
pub trait Bot: Sized + 'static {
    /// Makes the bot before the first turn, from what the rules tell at the start.
    ///
    /// It is called again for a fresh instance after a fault; `setup.common.restarts` counts those.
    fn new(setup: &Setup) -> Self;

    /// Gives the orders of one turn. A player without an order stays as it is.
    fn think(&mut self, view: &View<'_>, orders: &mut Orders<'_>);
}

macro_rules! located {
    ($($record:ty),+) => {
        $(impl Located for $record {
            fn at(&self) -> Point {
                Point::new(self.x, self.y)
            }
        })+
    };
}

located!(Bullet, Cell, Gold, Opponent, Player);

/// The game, as a type.
#[derive(Clone, Copy, Debug)]
pub struct Game;

impl export::Game for Game {
    const NUMBER: u16 = game::GOLD_HUNTER;
}

impl<B: Bot> Plays<Game> for B {
    fn begin(setup: &[u8]) -> Result<Box<dyn Seated>, DecodeError> {
        let setup = Setup::parse(setup)?;
        Ok(InSeat::boxed(B::new(&setup), setup.common.max_orders, |bot, view, answer| {
            let view = View::parse(view)?;
            let mut orders = Orders::new(answer);
            bot.think(&view, &mut orders);
            Ok(orders.finish())
        }))
    }
}
