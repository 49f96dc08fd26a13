//! Gold Hunter: setup, view and their records. Orders are [`Order`](crate::Order)s.

use crate::direction::Direction;
use crate::header::DecodeError;
use crate::record::{Record, Records, put_u16, put_u32, u16_at, u32_at};
use crate::writer::{Section, Writer};
use crate::{SETUP_LEN, VIEW_LEN, game};

/// Bytes of a setup; it has no lists.
pub const SETUP_BYTES: usize = SETUP_LEN + 8;
/// Bytes of a view's header.
pub const VIEW_HEADER_LEN: usize = VIEW_LEN + 40;

/// The list of the team's own players.
pub const PLAYERS: Section = Section(VIEW_LEN);
/// The list of visible opponents.
pub const OPPONENTS: Section = Section(VIEW_LEN + 8);
/// The list of cells seen.
pub const CELLS: Section = Section(VIEW_LEN + 16);
/// The list of visible bullets.
pub const BULLETS: Section = Section(VIEW_LEN + 24);
/// The list of visible gold.
pub const GOLD: Section = Section(VIEW_LEN + 32);

/// What the rules tell at the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// What all games share.
    pub common: crate::Setup,
    /// Hunters a team.
    pub hunters: u16,
    /// Workers a team.
    pub workers: u16,
    /// Bullets that each hunter starts with.
    pub ammo: u32,
}

impl Setup {
    /// Reads a setup.
    ///
    /// # Errors
    /// When the bytes are no whole setup of this game and version.
    pub fn parse(bytes: &[u8]) -> Result<Setup, DecodeError> {
        Ok(Setup {
            common: crate::Setup::read(bytes, game::GOLD_HUNTER, SETUP_BYTES)?,
            hunters: u16_at(bytes, SETUP_LEN),
            workers: u16_at(bytes, SETUP_LEN + 2),
            ammo: u32_at(bytes, SETUP_LEN + 4),
        })
    }

    /// Writes the setup and gives back its length, [`SETUP_BYTES`].
    ///
    /// # Panics
    /// When the buffer is shorter.
    pub fn write(&self, buffer: &mut [u8]) -> usize {
        let mut out = self.common.begin(buffer, game::GOLD_HUNTER, SETUP_BYTES);
        out.put_u16(SETUP_LEN, self.hunters);
        out.put_u16(SETUP_LEN + 2, self.workers);
        out.put_u32(SETUP_LEN + 4, self.ammo);
        out.finish()
    }
}

/// What a player is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum PlayerKind {
    /// Armed.
    Hunter = 0,
    /// Digs.
    Worker = 1,
}

impl PlayerKind {
    fn from_code(code: u8) -> PlayerKind {
        if code == PlayerKind::Hunter as u8 { PlayerKind::Hunter } else { PlayerKind::Worker }
    }
}

fn direction(code: u8) -> Direction {
    Direction::from_code(code & 3).unwrap_or(Direction::Up)
}

/// A living player of the own team. Layout: id u16, x u16, y u16, kind u8, facing u8, ammo u32.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Player {
    /// Its place in the team's list, from 0.
    pub id: u16,
    /// Column.
    pub x: u16,
    /// Row.
    pub y: u16,
    /// Hunter or worker.
    pub kind: PlayerKind,
    /// Where it looks, moves and fires.
    pub facing: Direction,
    /// Bullets left; 0 for a worker.
    pub ammo: u32,
}

impl Record for Player {
    const LEN: usize = 12;

    fn read(bytes: &[u8]) -> Self {
        Player {
            id: u16_at(bytes, 0),
            x: u16_at(bytes, 2),
            y: u16_at(bytes, 4),
            kind: PlayerKind::from_code(bytes[6]),
            facing: direction(bytes[7]),
            ammo: u32_at(bytes, 8),
        }
    }
    #[inline]
    fn write(&self, bytes: &mut [u8]) {
        put_u16(bytes, 0, self.id);
        put_u16(bytes, 2, self.x);
        put_u16(bytes, 4, self.y);
        bytes[6] = self.kind as u8;
        bytes[7] = self.facing.code();
        put_u32(bytes, 8, self.ammo);
    }
}

/// A visible opponent. Layout: id u16, x u16, y u16, kind u8, facing u8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opponent {
    /// Its place in its team's list, from 0.
    pub id: u16,
    /// Column.
    pub x: u16,
    /// Row.
    pub y: u16,
    /// Hunter or worker.
    pub kind: PlayerKind,
    /// Where it looks, moves and fires.
    pub facing: Direction,
}

impl Record for Opponent {
    const LEN: usize = 8;

    fn read(bytes: &[u8]) -> Self {
        Opponent {
            id: u16_at(bytes, 0),
            x: u16_at(bytes, 2),
            y: u16_at(bytes, 4),
            kind: PlayerKind::from_code(bytes[6]),
            facing: direction(bytes[7]),
        }
    }
    #[inline]
    fn write(&self, bytes: &mut [u8]) {
        put_u16(bytes, 0, self.id);
        put_u16(bytes, 2, self.x);
        put_u16(bytes, 4, self.y);
        bytes[6] = self.kind as u8;
        bytes[7] = self.facing.code();
    }
}

/// A cell that the team sees. Layout: x u16, y u16, state u8, three zeros.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Column.
    pub x: u16,
    /// Row.
    pub y: u16,
    /// What is there, a sum of [`Cell::OBSTACLE`], [`Cell::BULLET`] and [`Cell::PLAYER`]; 0 is free.
    pub state: u8,
}

impl Cell {
    /// Nobody can enter, nothing is seen behind.
    pub const OBSTACLE: u8 = 1;
    /// A bullet is here.
    pub const BULLET: u8 = 2;
    /// A player of either team is here.
    pub const PLAYER: u8 = 4;

    /// Whether the cell is an obstacle.
    pub const fn is_obstacle(self) -> bool {
        self.state & Cell::OBSTACLE != 0
    }

    /// Whether a bullet is in the cell.
    pub const fn has_bullet(self) -> bool {
        self.state & Cell::BULLET != 0
    }

    /// Whether a player of either team is in the cell.
    pub const fn has_player(self) -> bool {
        self.state & Cell::PLAYER != 0
    }
}

impl Record for Cell {
    const LEN: usize = 8;

    fn read(bytes: &[u8]) -> Self {
        Cell { x: u16_at(bytes, 0), y: u16_at(bytes, 2), state: bytes[4] }
    }
    #[inline]
    fn write(&self, bytes: &mut [u8]) {
        put_u16(bytes, 0, self.x);
        put_u16(bytes, 2, self.y);
        put_u32(bytes, 4, u32::from(self.state));
    }
}

/// A visible bullet. Layout: x u16, y u16, direction u8, three zeros.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bullet {
    /// Column.
    pub x: u16,
    /// Row.
    pub y: u16,
    /// Where it flies.
    pub direction: Direction,
}

impl Record for Bullet {
    const LEN: usize = 8;

    fn read(bytes: &[u8]) -> Self {
        Bullet { x: u16_at(bytes, 0), y: u16_at(bytes, 2), direction: direction(bytes[4]) }
    }
    #[inline]
    fn write(&self, bytes: &mut [u8]) {
        put_u16(bytes, 0, self.x);
        put_u16(bytes, 2, self.y);
        put_u32(bytes, 4, u32::from(self.direction.code()));
    }
}

/// Visible gold. Layout: x u16, y u16, value u32, dug u8, three zeros.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gold {
    /// Column.
    pub x: u16,
    /// Row.
    pub y: u16,
    /// What it adds to the score.
    pub value: u32,
    /// Turns already dug, 0 to 2.
    pub dug: u8,
}

impl Record for Gold {
    const LEN: usize = 12;

    fn read(bytes: &[u8]) -> Self {
        Gold { x: u16_at(bytes, 0), y: u16_at(bytes, 2), value: u32_at(bytes, 4), dug: bytes[8] }
    }
    #[inline]
    fn write(&self, bytes: &mut [u8]) {
        put_u16(bytes, 0, self.x);
        put_u16(bytes, 2, self.y);
        put_u32(bytes, 4, self.value);
        put_u32(bytes, 8, u32::from(self.dug));
    }
}

/// What the team may know this turn, read in place.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// What all games share.
    pub common: crate::View,
    /// The team's living players, by id.
    pub players: Records<'a, Player>,
    /// The visible opponents, by id.
    pub opponents: Records<'a, Opponent>,
    /// The cells seen, free ones included, by `(y, x)`.
    pub cells: Records<'a, Cell>,
    /// The visible bullets, by `(y, x)`.
    pub bullets: Records<'a, Bullet>,
    /// The visible gold, by `(y, x)`.
    pub gold: Records<'a, Gold>,
}

impl<'a> View<'a> {
    /// Reads a view.
    ///
    /// # Errors
    /// When the bytes are no whole view of this game and version.
    pub fn parse(bytes: &'a [u8]) -> Result<View<'a>, DecodeError> {
        Ok(View {
            common: crate::View::read(bytes, game::GOLD_HUNTER, VIEW_HEADER_LEN)?,
            players: Records::section(bytes, PLAYERS.0)?,
            opponents: Records::section(bytes, OPPONENTS.0)?,
            cells: Records::section(bytes, CELLS.0)?,
            bullets: Records::section(bytes, BULLETS.0)?,
            gold: Records::section(bytes, GOLD.0)?,
        })
    }

    /// Begins a view in a lent buffer; the lists follow in the order of their sections.
    ///
    /// # Panics
    /// When the buffer is shorter than [`VIEW_HEADER_LEN`].
    pub fn begin(common: &crate::View, buffer: &'a mut [u8]) -> Writer<'a> {
        common.begin(buffer, game::GOLD_HUNTER, VIEW_HEADER_LEN)
    }
}
