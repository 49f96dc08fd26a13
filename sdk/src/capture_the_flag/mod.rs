//! Capture the Flag: take the enemy's flags, bring them home, and catch who comes for yours.
//!
//! `use botpit_sdk::capture_the_flag::*;` brings everything a bot of this game needs.
//!
//! What costs beginners matches:
//! - The own team is A in the view and the opponent is B, whichever side it plays, but places are never mirrored:
//!   [`Board::is_own_half`] says where the own half is.
//! - A player may never stand on a flag spawn of its own team: [`Board::is_open`] counts those as walls.
//! - Of two team mates that step into the same cell neither arrives: [`Squad`] keeps them apart.
//! - Who meets an opponent is captured on the enemy's half and captures on its own. On an enemy flag spawn nobody can
//!   reach it: [`Board::is_safe`].
//! - A captured player waits until a team mate comes to one of the cells around its jail: [`Board::is_at_jail`]. When
//!   all are captured, nobody can.
//! - The fuel is a bank for the whole match, and what is left of it is in every view.

mod board;
mod orders;
mod squad;

use botpit_abi::{DecodeError, game};

use crate::export::{self, InSeat, Plays, Seated};
use crate::grid::Point;

pub use crate::grid::Located;
pub use board::Board;
pub use botpit_abi::Direction;
pub use botpit_abi::capture_the_flag::{
    CapturedOpponent, Flag, Jail, NO_FLAG, Opponent, Player, Position, Setup, View,
};
pub use orders::Orders;
pub use squad::Squad;

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

/// Something that may hold an enemy's flag.
pub trait Carrier {
    /// The number of the flag that it carries.
    fn carries(&self) -> Option<u16>;
}

macro_rules! records {
    ($($record:ty),+) => {
        $(impl Located for $record {
            fn at(&self) -> Point {
                Point::new(self.x, self.y)
            }
        })+
    };
}

macro_rules! carriers {
    ($($record:ty),+) => {
        $(impl Carrier for $record {
            fn carries(&self) -> Option<u16> {
                Some(self.flag).filter(|&flag| flag != NO_FLAG)
            }
        })+
    };
}

records!(Flag, Opponent, Player, Position);
carriers!(Opponent, Player);

/// The game, as a type.
#[derive(Clone, Copy, Debug)]
pub struct Game;

impl export::Game for Game {
    const NUMBER: u16 = game::CAPTURE_THE_FLAG;
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
