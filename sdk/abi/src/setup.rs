use crate::header::{DecodeError, Header, MessageKind};
use crate::record::{u16_at, u32_at, u64_at};
use crate::writer::Writer;

/// The length of the part of a setup that all games share, common header included, in bytes.
pub const SETUP_LEN: usize = 80;

/// What every game tells a bot before its first turn and after each restart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// Fuel of one turn; 0 in a game with a bank.
    pub fuel_per_turn: u64,
    /// Fuel of the whole match; 0 in a game with a budget per turn.
    pub fuel_bank: u64,
    /// The most linear memory the bot may have, in bytes.
    pub memory_bytes: u64,
    /// Log bytes kept of one turn.
    pub log_bytes_per_turn: u32,
    /// Log bytes kept of the whole match.
    pub log_bytes_per_match: u32,
    /// Drawing bytes kept of one turn.
    pub draw_bytes_per_turn: u32,
    /// The most orders one answer may hold.
    pub max_orders: u32,
    /// Turns played so far: 0 before the first turn.
    pub turn: u32,
    /// How often this bot has been restarted in this leg.
    pub restarts: u32,
    /// Faults after which the bot gives no more orders.
    pub max_faults: u32,
    /// Turns of the match.
    pub turns: u32,
    /// Columns of the board.
    pub width: u16,
    /// Rows of the board.
    pub height: u16,
}

impl Setup {
    /// Reads the shared part of a setup whose header is at least `header_len` bytes; only a
    /// game's own module needs it.
    ///
    /// # Errors
    /// When the bytes are no such message of this game and version.
    pub fn read(bytes: &[u8], game: u16, header_len: usize) -> Result<Setup, DecodeError> {
        Header::read(bytes, MessageKind::Setup, header_len)?.expect_game(game)?;
        Ok(Setup {
            fuel_per_turn: u64_at(bytes, 16),
            fuel_bank: u64_at(bytes, 24),
            memory_bytes: u64_at(bytes, 32),
            log_bytes_per_turn: u32_at(bytes, 40),
            log_bytes_per_match: u32_at(bytes, 44),
            draw_bytes_per_turn: u32_at(bytes, 48),
            max_orders: u32_at(bytes, 52),
            turn: u32_at(bytes, 56),
            restarts: u32_at(bytes, 60),
            max_faults: u32_at(bytes, 64),
            turns: u32_at(bytes, 68),
            width: u16_at(bytes, 72),
            height: u16_at(bytes, 74),
        })
    }

    /// Begins a setup of `game` whose header is `header_len` bytes, at least [`SETUP_LEN`]; only a game's own module
    /// needs it.
    ///
    /// # Panics
    /// When the buffer is shorter than the header.
    pub fn begin<'a>(&self, buffer: &'a mut [u8], game: u16, header_len: usize) -> Writer<'a> {
        let mut out = Writer::begin(buffer, game, MessageKind::Setup, header_len);
        out.put_u64(16, self.fuel_per_turn);
        out.put_u64(24, self.fuel_bank);
        out.put_u64(32, self.memory_bytes);
        out.put_u32(40, self.log_bytes_per_turn);
        out.put_u32(44, self.log_bytes_per_match);
        out.put_u32(48, self.draw_bytes_per_turn);
        out.put_u32(52, self.max_orders);
        out.put_u32(56, self.turn);
        out.put_u32(60, self.restarts);
        out.put_u32(64, self.max_faults);
        out.put_u32(68, self.turns);
        out.put_u16(72, self.width);
        out.put_u16(74, self.height);
        out
    }
}
