//! What the code that [`export!`](crate::export!) makes calls: no part of the SDK's promises.

use botpit_abi::{DecodeError, OrderList, game_bit};

pub use crate::host::log_formatted;
#[cfg(target_arch = "wasm32")]
pub use crate::wasm::{alloc, setup, text, think};
pub use botpit_abi::{TEAM_NAME_BYTES, abi_answer};

/// A game that bots can be written for.
pub trait Game {
    /// The game's number in the contract.
    const NUMBER: u16;
}

/// A type that plays `G`; every type with the game's `Bot` trait does.
pub trait Plays<G: Game>: Sized + 'static {
    /// Makes the bot from setup bytes.
    ///
    /// # Errors
    /// When they are no setup of the game.
    fn begin(setup: &[u8]) -> Result<Box<dyn Seated>, DecodeError>;
}

/// A bot in a match, its game forgotten.
pub trait Seated {
    /// Asks the bot for its orders of one turn.
    ///
    /// # Errors
    /// When the bytes are no view of its game.
    fn answer(&mut self, view: &[u8]) -> Result<&[u8], DecodeError>;
}

/// How a bot of any game is asked: a view's bytes, and room for the answer, of which the written part comes back.
pub(crate) type Ask<B> = for<'a> fn(&mut B, &[u8], &'a mut [u8]) -> Result<&'a [u8], DecodeError>;

/// A bot in its seat, with the room for its answers.
pub(crate) struct InSeat<B> {
    bot: B,
    ask: Ask<B>,
    /// Used again every turn.
    answer: Vec<u8>,
}

impl<B: 'static> InSeat<B> {
    /// Sits a bot down that may give so many orders a turn.
    pub(crate) fn boxed(bot: B, max_orders: u32, ask: Ask<B>) -> Box<dyn Seated> {
        Box::new(InSeat { bot, ask, answer: vec![0; OrderList::bytes_for(max_orders as usize)] })
    }
}

impl<B> Seated for InSeat<B> {
    fn answer(&mut self, view: &[u8]) -> Result<&[u8], DecodeError> {
        (self.ask)(&mut self.bot, view, &mut self.answer)
    }
}

/// Makes a bot from setup bytes.
pub type Begin = fn(&[u8]) -> Result<Box<dyn Seated>, DecodeError>;

/// A game that a module plays, and the bot that plays it.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The game's number.
    pub game: u16,
    /// [`Plays::begin`].
    pub begin: Begin,
}

impl Entry {
    /// The entry of bot `B` for game `G`.
    pub const fn of<G: Game, B: Plays<G>>() -> Entry {
        Entry { game: G::NUMBER, begin: B::begin }
    }
}

/// What `botpit_abi` answers.
pub const fn answer_of(entries: &[Entry]) -> i32 {
    let mut games = 0;
    let mut i = 0;
    while i < entries.len() {
        games |= game_bit(entries[i].game);
        i += 1;
    }
    abi_answer(games)
}

/// Exports a bot: writes the functions that the host calls.
///
/// Name the game's module and the type that plays it. One line in the crate; a module that plays several games names
/// each: `gold_hunter: Foreman, capture_the_flag: Captain`. A team name may stand first; without one the team is called after its file.
///
/// ```
/// # use botpit_sdk::gold_hunter::*;
/// # struct Wanderer;
/// # impl Bot for Wanderer {
/// #     fn new(_setup: &Setup) -> Self { Wanderer }
/// #     fn think(&mut self, _view: &View, _orders: &mut Orders) {}
/// # }
/// botpit_sdk::export!("The Wanderers", gold_hunter: Wanderer);
/// ```
///
/// Outside wasm it only checks the types, so that the crate can be tested.
#[macro_export]
macro_rules! export {
    ($($name:literal,)? $($game:ident: $bot:ty),+ $(,)?) => {
        const _: () = {
            const ENTRIES: &[$crate::export::Entry] =
                &[$($crate::export::Entry::of::<$crate::$game::Game, $bot>()),+];
            const ANSWER: i32 = $crate::export::answer_of(ENTRIES);
            $(
                const TEAM_NAME: &str = $name;
                const _: () = assert!(
                    TEAM_NAME.len() <= $crate::export::TEAM_NAME_BYTES,
                    "a team name has at most 64 bytes"
                );
            )?
            $crate::__exports!($($name)?);
        };
    };
}

#[cfg(target_arch = "wasm32")]
#[doc(hidden)]
#[macro_export]
macro_rules! __exports {
    ($($name:literal)?) => {
        #[unsafe(no_mangle)]
        extern "C" fn botpit_abi() -> i32 {
            ANSWER
        }

        #[unsafe(no_mangle)]
        extern "C" fn alloc(len: i32) -> i32 {
            $crate::export::alloc(len)
        }

        #[unsafe(no_mangle)]
        extern "C" fn setup(ptr: i32, len: i32) {
            $crate::export::setup(ENTRIES, ptr, len)
        }

        #[unsafe(no_mangle)]
        extern "C" fn think(ptr: i32, len: i32) -> i64 {
            $crate::export::think(ptr, len)
        }

        $(
            const _: &str = $name;

            #[unsafe(no_mangle)]
            extern "C" fn team_name() -> i64 {
                $crate::export::text(TEAM_NAME)
            }
        )?
    };
}

#[cfg(not(target_arch = "wasm32"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __exports {
    ($($name:literal)?) => {
        const _: i32 = ANSWER;
    };
}
