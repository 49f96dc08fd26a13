//! Capture the Flag: setup, view and their records. Orders are [`Order`](crate::Order)s of kind
//! [`MOVE`](crate::order_kind::MOVE) with a direction.

use crate::header::DecodeError;
use crate::record::{Record, Records, put_u16, put_u32, slice, u16_at, u32_at, u64_at};
use crate::writer::{Section, Writer};
use crate::{SETUP_LEN, VIEW_LEN, game};

/// Bytes of a setup's header.
pub const SETUP_HEADER_LEN: usize = SETUP_LEN + 48;
/// Bytes of a view's header.
pub const VIEW_HEADER_LEN: usize = VIEW_LEN + 48;

/// The walls of a setup, one byte a cell, row by row: 1 wall, 0 not.
pub const WALLS: Section = Section(SETUP_LEN + 24);
/// The spawn cells of the flags that the own team defends, by number.
pub const OWN_SPAWNS: Section = Section(SETUP_LEN + 32);
/// The spawn cells of the opponent's flags, by number.
pub const OPPONENT_SPAWNS: Section = Section(SETUP_LEN + 40);

/// The list of the team's own players.
pub const PLAYERS: Section = Section(VIEW_LEN);
/// The list of visible opponents.
pub const OPPONENTS: Section = Section(VIEW_LEN + 8);
/// The flags that the own team defends.
pub const OWN_FLAGS: Section = Section(VIEW_LEN + 16);
/// The opponent's flags.
pub const OPPONENT_FLAGS: Section = Section(VIEW_LEN + 24);
/// The captured opponents.
pub const CAPTURED_OPPONENTS: Section = Section(VIEW_LEN + 32);
/// The board as text.
pub const BOARD: Section = Section(VIEW_LEN + 40);

/// In the place of a flag's number: none.
pub const NO_FLAG: u16 = u16::MAX;

/// A cell of the board. Layout: x u16, y u16.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Position {
    /// Column.
    pub x: u16,
    /// Row.
    pub y: u16,
}

impl Record for Position {
    const LEN: usize = 4;

    fn read(bytes: &[u8]) -> Self {
        Position { x: u16_at(bytes, 0), y: u16_at(bytes, 2) }
    }
    #[inline]
    fn write(&self, bytes: &mut [u8]) {
        put_u16(bytes, 0, self.x);
        put_u16(bytes, 2, self.y);
    }
}

/// Where captured players wait.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum Jail {
    /// At the base of their own team.
    #[default]
    OwnBase = 0,
    /// At the base of the team that captured them.
    CaptorBase = 1,
}

/// What the rules tell at the start, in the own team's terms: own is A, whichever side it plays.
#[derive(Clone, Copy, Debug)]
pub struct Setup<'a> {
    /// What all games share.
    pub common: crate::Setup,
    /// Players a team.
    pub players: u16,
    /// Flags a team.
    pub flags: u16,
    /// Where captured players wait.
    pub jail: Jail,
    /// Whether the own half is the right one (`x >= width / 2`).
    pub own_half_is_right: bool,
    /// The least fuel that a fault is charged.
    pub fault_cost: u64,
    /// The own home base.
    pub own_base: Position,
    /// The opponent's home base.
    pub opponent_base: Position,
    /// Walls, one byte a cell, row by row: 1 wall, 0 not.
    pub walls: &'a [u8],
    /// The spawn cells of the flags that the own team defends, by number.
    pub own_spawns: Records<'a, Position>,
    /// The spawn cells of the opponent's flags, by number.
    pub opponent_spawns: Records<'a, Position>,
}

impl<'a> Setup<'a> {
    /// Reads a setup.
    ///
    /// # Errors
    /// When the bytes are no whole setup of this game and version.
    pub fn parse(bytes: &'a [u8]) -> Result<Setup<'a>, DecodeError> {
        let common = crate::Setup::read(bytes, game::CAPTURE_THE_FLAG, SETUP_HEADER_LEN)?;
        let walls = plain_bytes(bytes, WALLS)?;
        Ok(Setup {
            common,
            players: u16_at(bytes, SETUP_LEN),
            flags: u16_at(bytes, SETUP_LEN + 2),
            jail: if bytes[SETUP_LEN + 4] == Jail::CaptorBase as u8 { Jail::CaptorBase } else { Jail::OwnBase },
            own_half_is_right: bytes[SETUP_LEN + 5] != 0,
            fault_cost: u64_at(bytes, SETUP_LEN + 8),
            own_base: Position::read(&bytes[SETUP_LEN + 16..SETUP_LEN + 20]),
            opponent_base: Position::read(&bytes[SETUP_LEN + 20..SETUP_LEN + 24]),
            walls,
            own_spawns: Records::section(bytes, OWN_SPAWNS.0)?,
            opponent_spawns: Records::section(bytes, OPPONENT_SPAWNS.0)?,
        })
    }

    /// Writes the setup and gives back its length.
    ///
    /// # Panics
    /// When the buffer is shorter than the setup: its header, `walls` rounded up to four and four bytes a spawn.
    pub fn write(&self, buffer: &mut [u8]) -> usize {
        let mut out = self.common.begin(buffer, game::CAPTURE_THE_FLAG, SETUP_HEADER_LEN);
        out.put_u16(SETUP_LEN, self.players);
        out.put_u16(SETUP_LEN + 2, self.flags);
        out.put_u8(SETUP_LEN + 4, self.jail as u8);
        out.put_u8(SETUP_LEN + 5, u8::from(self.own_half_is_right));
        out.put_u64(SETUP_LEN + 8, self.fault_cost);
        out.put_u16(SETUP_LEN + 16, self.own_base.x);
        out.put_u16(SETUP_LEN + 18, self.own_base.y);
        out.put_u16(SETUP_LEN + 20, self.opponent_base.x);
        out.put_u16(SETUP_LEN + 22, self.opponent_base.y);
        out.bytes(WALLS, self.walls);
        out.list(OWN_SPAWNS, self.own_spawns.iter());
        out.list(OPPONENT_SPAWNS, self.opponent_spawns.iter());
        out.finish()
    }
}

/// A player of the own team. Layout: id u16, x u16, y u16, flag u16, captured_since u32, captured u8, three zeros.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Player {
    /// Its place in the team's list, from 0.
    pub id: u16,
    /// Column; of the jail for a captured player.
    pub x: u16,
    /// Row; of the jail for a captured player.
    pub y: u16,
    /// The number of the enemy flag that it carries, or [`NO_FLAG`].
    pub flag: u16,
    /// Whether it is captured.
    pub captured: bool,
    /// The turn in which it was captured, counted from 1; 0 when it is free.
    pub captured_since: u32,
}

impl Record for Player {
    const LEN: usize = 16;

    fn read(bytes: &[u8]) -> Self {
        Player {
            id: u16_at(bytes, 0),
            x: u16_at(bytes, 2),
            y: u16_at(bytes, 4),
            flag: u16_at(bytes, 6),
            captured_since: u32_at(bytes, 8),
            captured: bytes[12] != 0,
        }
    }
    #[inline]
    fn write(&self, bytes: &mut [u8]) {
        put_u16(bytes, 0, self.id);
        put_u16(bytes, 2, self.x);
        put_u16(bytes, 4, self.y);
        put_u16(bytes, 6, self.flag);
        put_u32(bytes, 8, self.captured_since);
        put_u32(bytes, 12, u32::from(self.captured));
    }
}

/// A visible opponent in play. Layout: id u16, x u16, y u16, flag u16.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opponent {
    /// Its place in its team's list, from 0.
    pub id: u16,
    /// Column.
    pub x: u16,
    /// Row.
    pub y: u16,
    /// The number of the own flag that it carries, or [`NO_FLAG`].
    pub flag: u16,
}

impl Record for Opponent {
    const LEN: usize = 8;

    fn read(bytes: &[u8]) -> Self {
        Opponent { id: u16_at(bytes, 0), x: u16_at(bytes, 2), y: u16_at(bytes, 4), flag: u16_at(bytes, 6) }
    }
    #[inline]
    fn write(&self, bytes: &mut [u8]) {
        put_u16(bytes, 0, self.id);
        put_u16(bytes, 2, self.x);
        put_u16(bytes, 4, self.y);
        put_u16(bytes, 6, self.flag);
    }
}

/// A flag's spawn point, and whether the flag is there. Layout: id u16, x u16, y u16, at_home u8, one zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flag {
    /// Its place in the team's list, from 0.
    pub id: u16,
    /// Column of the spawn point.
    pub x: u16,
    /// Row of the spawn point.
    pub y: u16,
    /// Whether the flag is at its place.
    pub at_home: bool,
}

impl Record for Flag {
    const LEN: usize = 8;

    fn read(bytes: &[u8]) -> Self {
        Flag { id: u16_at(bytes, 0), x: u16_at(bytes, 2), y: u16_at(bytes, 4), at_home: bytes[6] != 0 }
    }
    #[inline]
    fn write(&self, bytes: &mut [u8]) {
        put_u16(bytes, 0, self.id);
        put_u16(bytes, 2, self.x);
        put_u16(bytes, 4, self.y);
        put_u16(bytes, 6, u16::from(self.at_home));
    }
}

/// The id of a captured opponent. Layout: id u16, two zeros.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CapturedOpponent {
    /// Its place in its team's list, from 0.
    pub id: u16,
}

impl Record for CapturedOpponent {
    const LEN: usize = 4;

    fn read(bytes: &[u8]) -> Self {
        CapturedOpponent { id: u16_at(bytes, 0) }
    }
    #[inline]
    fn write(&self, bytes: &mut [u8]) {
        put_u32(bytes, 0, u32::from(self.id));
    }
}

/// What the team may know this turn, read in place, in the own team's terms: own is A, whichever side it plays.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// What all games share; the fuel is what is left of the bank.
    pub common: crate::View,
    /// The team's players, captured ones too, by id.
    pub players: Records<'a, Player>,
    /// The visible opponents in play, by id.
    pub opponents: Records<'a, Opponent>,
    /// The flags that the own team defends, by id.
    pub own_flags: Records<'a, Flag>,
    /// The opponent's flags, by id.
    pub opponent_flags: Records<'a, Flag>,
    /// The captured opponents, by id.
    pub captured_opponents: Records<'a, CapturedOpponent>,
    /// The board as one text: a line a row, joined by one newline, none after the last.
    pub board: &'a [u8],
}

impl<'a> View<'a> {
    /// Reads a view.
    ///
    /// # Errors
    /// When the bytes are no whole view of this game and version.
    pub fn parse(bytes: &'a [u8]) -> Result<View<'a>, DecodeError> {
        Ok(View {
            common: crate::View::read(bytes, game::CAPTURE_THE_FLAG, VIEW_HEADER_LEN)?,
            players: Records::section(bytes, PLAYERS.0)?,
            opponents: Records::section(bytes, OPPONENTS.0)?,
            own_flags: Records::section(bytes, OWN_FLAGS.0)?,
            opponent_flags: Records::section(bytes, OPPONENT_FLAGS.0)?,
            captured_opponents: Records::section(bytes, CAPTURED_OPPONENTS.0)?,
            board: plain_bytes(bytes, BOARD)?,
        })
    }

    /// Begins a view in a lent buffer; the lists follow in the order of their sections.
    ///
    /// # Panics
    /// When the buffer is shorter than [`VIEW_HEADER_LEN`].
    pub fn begin(common: &crate::View, buffer: &'a mut [u8]) -> Writer<'a> {
        common.begin(buffer, game::CAPTURE_THE_FLAG, VIEW_HEADER_LEN)
    }
}

fn plain_bytes(message: &[u8], section: Section) -> Result<&[u8], DecodeError> {
    let (offset, count) = (u32_at(message, section.0), u32_at(message, section.0 + 4));
    slice(message, offset, count, 1).ok_or(DecodeError::Section { offset, count })
}
