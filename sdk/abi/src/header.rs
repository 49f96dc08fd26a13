use core::fmt;

use crate::ABI_VERSION;
use crate::record::{u16_at, u32_at};

/// The length of the part that every message begins with, in bytes.
pub const HEADER_LEN: usize = 16;

/// What a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u16)]
pub enum MessageKind {
    /// What the rules tell at the start, and the limits; host to bot.
    Setup = 1,
    /// What the team may know this turn; host to bot.
    View = 2,
    /// The answer of a turn; bot to host.
    Orders = 3,
}

/// The first 16 bytes of every message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// The version of the contract, [`ABI_VERSION`].
    pub abi_version: u16,
    /// The game, one of [`crate::game`].
    pub game: u16,
    /// What the message is.
    pub kind: MessageKind,
    /// Bytes before the first list; a later version may make it longer.
    pub header_len: u16,
    /// Bytes of the whole message.
    pub len: u32,
}

/// Why bytes are not the message that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DecodeError {
    /// There are fewer bytes than the message says or needs.
    TooShort {
        /// Bytes there are.
        len: usize,
        /// Bytes needed.
        need: usize,
    },
    /// The bytes carry another version of the contract.
    Version(u16),
    /// The message belongs to another game.
    Game {
        /// The number in the header.
        found: u16,
        /// The number that was asked for.
        expected: u16,
    },
    /// The message is of another kind.
    Kind(u16),
    /// The header's length is too small, or larger than the message.
    HeaderLength(u16),
    /// The message says another length than its bytes have.
    Length {
        /// The length in the header.
        said: u32,
        /// Bytes there are.
        len: usize,
    },
    /// A list lies outside the message, or is not aligned.
    Section {
        /// Where the list should start.
        offset: u32,
        /// How many records it should have.
        count: u32,
    },
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            DecodeError::TooShort { len, need } => write!(f, "{len} bytes where {need} are needed"),
            DecodeError::Version(v) => write!(f, "ABI version {v}, expected {ABI_VERSION}"),
            DecodeError::Game { found, expected } => write!(f, "game {found}, expected {expected}"),
            DecodeError::Kind(k) => write!(f, "message kind {k}"),
            DecodeError::HeaderLength(n) => write!(f, "header length {n} does not fit the message"),
            DecodeError::Length { said, len } => write!(f, "header says {said} bytes, there are {len}"),
            DecodeError::Section { offset, count } => {
                write!(f, "a list of {count} records at byte {offset} lies outside the message")
            }
        }
    }
}

impl core::error::Error for DecodeError {}

impl Header {
    /// Reads the header of a message of kind `kind` whose own part is at least `header_len` bytes.
    ///
    /// # Errors
    /// When the bytes are too short, the version or the kind is another, or the lengths contradict each other.
    pub fn read(bytes: &[u8], kind: MessageKind, header_len: usize) -> Result<Header, DecodeError> {
        if bytes.len() < HEADER_LEN {
            return Err(DecodeError::TooShort { len: bytes.len(), need: HEADER_LEN });
        }
        let abi_version = u16_at(bytes, 0);
        if abi_version != ABI_VERSION {
            return Err(DecodeError::Version(abi_version));
        }
        let found = u16_at(bytes, 4);
        if found != kind as u16 {
            return Err(DecodeError::Kind(found));
        }
        let said = u32_at(bytes, 8);
        if said as usize != bytes.len() {
            return Err(DecodeError::Length { said, len: bytes.len() });
        }
        let own = u16_at(bytes, 6);
        if usize::from(own) < header_len || usize::from(own) > bytes.len() {
            return Err(DecodeError::HeaderLength(own));
        }
        Ok(Header { abi_version, game: u16_at(bytes, 2), kind, header_len: own, len: said })
    }

    /// The header itself when it belongs to `game`.
    ///
    /// # Errors
    /// [`DecodeError::Game`] otherwise.
    pub fn expect_game(self, game: u16) -> Result<Header, DecodeError> {
        if self.game == game { Ok(self) } else { Err(DecodeError::Game { found: self.game, expected: game }) }
    }
}
