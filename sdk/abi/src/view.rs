use crate::header::{DecodeError, Header, MessageKind};
use crate::record::{u32_at, u64_at};
use crate::writer::Writer;

/// The length of the part of a view that all games share, common header included, in bytes.
pub const VIEW_LEN: usize = 48;

/// What every game tells a bot every turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// Turns played so far: 0 in the first view.
    pub turn: u32,
    /// Fuel that is left when the view is made: of the bank, or of this turn.
    pub fuel: u64,
    /// The score of the bot's own team.
    pub own_score: u64,
    /// The score of the other team.
    pub opponent_score: u64,
}

impl View {
    /// Reads the shared part of a view whose header is at least `header_len` bytes; only a
    /// game's own module needs it.
    ///
    /// # Errors
    /// When the bytes are no such message of this game and version.
    pub fn read(bytes: &[u8], game: u16, header_len: usize) -> Result<View, DecodeError> {
        Header::read(bytes, MessageKind::View, header_len)?.expect_game(game)?;
        Ok(View {
            turn: u32_at(bytes, 16),
            fuel: u64_at(bytes, 24),
            own_score: u64_at(bytes, 32),
            opponent_score: u64_at(bytes, 40),
        })
    }

    /// Begins a view of `game` whose header is `header_len` bytes, at least [`VIEW_LEN`]; only a game's own module
    /// needs it.
    ///
    /// # Panics
    /// When the buffer is shorter than the header.
    pub fn begin<'a>(&self, buffer: &'a mut [u8], game: u16, header_len: usize) -> Writer<'a> {
        let mut out = Writer::begin(buffer, game, MessageKind::View, header_len);
        out.put_u32(16, self.turn);
        out.put_u64(24, self.fuel);
        out.put_u64(32, self.own_score);
        out.put_u64(40, self.opponent_score);
        out
    }
}
