//! The bytes that the host and a bot exchange, version 1 of the contract.
//!
//! Everything is little-endian and naturally aligned. A message is a fixed-size header, which says where its
//! lists lie, and then lists of fixed-size records. A program in C may lay structs over the bytes; this crate reads
//! them in place, without `unsafe`, copies or allocation. `sdk/ABI.md` is the same contract as tables.
//!
//! The crate is `no_std` and has no dependencies.
#![no_std]
#![forbid(unsafe_code)]

#[cfg(test)]
extern crate std;

pub mod capture_the_flag;
pub mod gold_hunter;

mod direction;
mod header;
mod mark;
mod orders;
mod record;
mod setup;
mod view;
mod writer;

pub use direction::Direction;
pub use header::{DecodeError, HEADER_LEN, Header, MessageKind};
pub use mark::{MARK_LEN, Mark, Marks};
pub use orders::{ORDER_LEN, Order, OrderList, OrderWriter, kind as order_kind};
pub use record::{Record, Records};
pub use setup::{SETUP_LEN, Setup};
pub use view::{VIEW_LEN, View};
pub use writer::{ListWriter, Section, Writer};

/// The version of this contract, the low 16 bits of a bot's `botpit_abi` answer.
pub const ABI_VERSION: u16 = 1;

/// The longest `team_name`, in bytes of UTF-8.
pub const TEAM_NAME_BYTES: usize = 64;

/// How the buffer that `alloc` gives must be aligned, in bytes.
pub const BUFFER_ALIGN: u32 = 8;

/// A game's number, as headers carry it.
pub mod game {
    /// Gold Hunter.
    pub const GOLD_HUNTER: u16 = 1;
    /// Capture the Flag.
    pub const CAPTURE_THE_FLAG: u16 = 2;
}

/// What `botpit_abi` answers for a bot that plays the games whose numbers are set in `games`
/// (bit 0 for [`game::GOLD_HUNTER`], bit 1 for [`game::CAPTURE_THE_FLAG`]).
pub const fn abi_answer(games: u16) -> i32 {
    ((games as u32) << 16 | ABI_VERSION as u32) as i32
}

/// The bit of game number `game` in the mask of `botpit_abi`; 0 for a number outside `1..=16`.
pub const fn game_bit(game: u16) -> u16 {
    if game >= 1 && game <= 16 { 1 << (game - 1) } else { 0 }
}

mod text;

pub use text::is_unsafe_in_text;
