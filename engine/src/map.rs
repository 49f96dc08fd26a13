//! What the maps of all games share: errors with their place, and what a check finds.

use std::fmt;

use crate::grid::Cell;
use crate::options::OptionError;
use crate::seat::Seat;

/// A map that comes with a game.
#[derive(Clone, Copy, Debug)]
pub struct BundledMap {
    /// The name to call it by.
    pub name: &'static str,
    /// One line about it.
    pub about: &'static str,
    /// The map in Botpit's own format.
    pub text: &'static str,
}

/// The maps of a folder as bundled maps; each is named like its file, and followed by a line about it.
macro_rules! bundled_maps {
    ($folder:literal, $($name:literal: $about:literal,)*) => {
        &[$($crate::map::BundledMap {
            name: $name,
            about: $about,
            text: include_str!(concat!($folder, "/", $name, ".toml")),
        },)*]
    };
}
pub(crate) use bundled_maps;

/// Why bytes are no map, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapError {
    /// The line, from 1; `None` where the map as a whole is wrong.
    pub line: Option<u32>,
    /// The column in characters, from 1.
    pub column: Option<u32>,
    /// What is wrong.
    pub problem: MapProblem,
}

impl fmt::Display for MapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.line, self.column) {
            (Some(line), Some(column)) => write!(f, "line {line}, column {column}: {}", self.problem),
            (Some(line), None) => write!(f, "line {line}: {}", self.problem),
            _ => self.problem.fmt(f),
        }
    }
}

impl MapError {
    /// The error at a byte of the text, whose byte-order mark is gone.
    pub fn at(text: &str, offset: usize, problem: MapProblem) -> MapError {
        let before = &text.as_bytes()[..offset.min(text.len())];
        let line_start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |newline| newline + 1);
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        // A continuation byte of UTF-8 is no character of its own.
        let column = before[line_start..].iter().filter(|byte| **byte & 0xc0 != 0x80).count() + 1;
        MapError { line: Some(line as u32), column: Some(column as u32), problem }
    }

    /// The error of a map as a whole.
    pub fn whole(problem: impl Into<MapProblem>) -> MapError {
        MapError { line: None, column: None, problem: problem.into() }
    }
}

impl std::error::Error for MapError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.problem)
    }
}

/// What is wrong with a map. Text that comes from the file is cut and escaped.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MapProblem {
    /// A reader's option is unknown or out of range.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// The file is longer than any map.
    #[error("the file has {bytes} bytes and a map has at most {limit}")]
    FileTooLong {
        /// The length of the file.
        bytes: usize,
        /// The most that is read.
        limit: usize,
    },
    /// The bytes are no text.
    #[error("this byte is no UTF-8 text")]
    NotUtf8,
    /// The file is in no format of the game.
    #[error("`{word}` begins neither a contest map (its number of turns) nor a Botpit map (`format = \"{format}\"`)")]
    UnknownFormat {
        /// The first word.
        word: String,
        /// The format key of a Botpit map.
        format: &'static str,
    },
    /// The map is of another game.
    #[error("this is a map of `{game}`, not of `{expected}`")]
    OtherGame {
        /// The game that it names.
        game: String,
        /// The game that reads it.
        expected: &'static str,
    },
    /// The file ends too early.
    #[error("the file ends where {expected} should stand")]
    Truncated {
        /// What is missing.
        expected: String,
    },
    /// Something is left over behind the map.
    #[error("`{word}` is left over: the map is complete before it")]
    Trailing {
        /// The first word that is left over.
        word: String,
    },
    /// A word is no number in plain decimals.
    #[error("{expected} should stand here as a plain decimal number, not `{word}`")]
    NotANumber {
        /// The word.
        word: String,
        /// What it should say.
        expected: String,
    },
    /// A number does not fit 32 bits.
    #[error("{word} is too large for {expected}: a number is at most {max}", max = u32::MAX)]
    NumberTooLarge {
        /// The number.
        word: String,
        /// What it should say.
        expected: String,
    },
    /// A word is no direction.
    #[error("`{word}` is no direction: up, right, down or left")]
    BadDirection {
        /// The word.
        word: String,
    },
    /// The numbers between the gold and the first player's direction fit no edition of the contest's format.
    #[error(
        "{numbers} numbers stand between the gold and the first direction; \
         there are 5 in the 2014 form and 7 in the 2015 form (is the number of gold right?)"
    )]
    UnknownForm {
        /// How many there are.
        numbers: usize,
    },
    /// The map has players of a kind that is not played.
    #[error(
        "the map has spies ({count} a team) and spies are not played yet\n\
         hint: `--drop-spies` reads it without them"
    )]
    Spies {
        /// Spies a team.
        count: u32,
    },
    /// A board is too small or too large.
    #[error("a board has 1 to {limit} {what}, not {count}")]
    BoardSide {
        /// `rows` or `columns`.
        what: &'static str,
        /// How many there are.
        count: u32,
        /// The most there may be.
        limit: u16,
    },
    /// The list of cells is not as long as the board has cells.
    #[error("a board of this size has {expected} cells, not {cells}")]
    CellCount {
        /// How many there are.
        cells: usize,
        /// How many there should be.
        expected: usize,
    },
    /// A row of a drawn grid is not as long as the first.
    #[error("this row has {cells} cells and the first has {expected}")]
    UnevenRow {
        /// How many there are.
        cells: usize,
        /// How many there should be.
        expected: usize,
    },
    /// A cell is none of those that the format has.
    #[error("a cell is {expected}, not `{word}`")]
    BadCell {
        /// The word or symbol.
        word: String,
        /// The words or symbols that there are.
        expected: &'static str,
    },
    /// A match is too short or too long.
    #[error("a match has 1 to {limit} turns, not {turns}")]
    Turns {
        /// How many there are.
        turns: u32,
        /// The most there may be.
        limit: u32,
    },
    /// A name is empty, too long or has characters that cannot be shown.
    #[error("a map's name has 1 to {limit} characters and none of them is a control character")]
    BadName {
        /// The most characters there may be.
        limit: usize,
    },
    /// A count is larger than the board has room for.
    #[error("{count} {what} do not fit on {room} cells of ground")]
    TooMany {
        /// `deposits` or `players`.
        what: &'static str,
        /// How many there are.
        count: u64,
        /// How many fit.
        room: usize,
    },
    /// A team has no players at all.
    #[error("a team has at least one player")]
    NoPlayers,
    /// The teams have not the same players.
    #[error("team a has {a} {what} and team b has {b}: both teams have the same")]
    UnequalTeams {
        /// The kind of player.
        what: &'static str,
        /// How many A has.
        a: usize,
        /// How many B has.
        b: usize,
    },
    /// A place is off the board.
    #[error("({x}, {y}) is off the board, which has {columns} columns and {rows} rows counted from 0")]
    OffBoard {
        /// The column.
        x: u32,
        /// The row.
        y: u32,
        /// Columns of the board.
        columns: u16,
        /// Rows of the board.
        rows: u16,
    },
    /// Gold is worth nothing.
    #[error("gold has a value of at least 1")]
    WorthlessGold,
    /// Gold is in an obstacle.
    #[error("the gold at {at} is in an obstacle")]
    GoldInObstacle {
        /// The cell.
        at: Cell,
    },
    /// Two deposits are in one cell.
    #[error("there is gold at {at} already")]
    TwoDeposits {
        /// The cell.
        at: Cell,
    },
    /// A player stands in an obstacle.
    #[error("the player at {at} stands in an obstacle")]
    PlayerInObstacle {
        /// The cell.
        at: Cell,
    },
    /// Two players, of one team or of two, stand in one cell.
    #[error("there is a player at {at} already")]
    TwoPlayers {
        /// The cell.
        at: Cell,
    },
    /// A file of a game that has only Botpit's own format is in another.
    #[error("`{word}` does not begin a Botpit map, whose first key is `format = \"{format}\"`")]
    NotBotpit {
        /// The first word.
        word: String,
        /// The format key of a Botpit map.
        format: &'static str,
    },
    /// A board that is mirrored has a middle column.
    #[error("a board has an even number of columns, half of them for each team, not {columns}")]
    OddWidth {
        /// How many there are.
        columns: u16,
    },
    /// A team has no flags at all.
    #[error("a team has at least one flag")]
    NoFlags,
    /// A team has no base, or several.
    #[error("team {seat} has {count} bases: each team has one")]
    BaseCount {
        /// The team.
        seat: Seat,
        /// How many there are.
        count: usize,
    },
    /// Something starts in a wall.
    #[error("the {what} at {at} is in a wall")]
    InWall {
        /// `base`, `player` or `flag`.
        what: &'static str,
        /// The cell.
        at: Cell,
    },
    /// Two things start in one cell.
    #[error("there is something at {at} already: each thing starts on a cell of its own")]
    SharedCell {
        /// The cell.
        at: Cell,
    },
    /// A base touches an enemy flag's place, so that a parked player could score every turn.
    #[error("the base at {base} is next to the enemy flag at {spawn}: a parked player could score every turn")]
    BaseAtSpawn {
        /// The base.
        base: Cell,
        /// The flag's place.
        spawn: Cell,
    },
    /// A Botpit map breaks the rules of TOML.
    #[error("{message}")]
    Syntax {
        /// What the TOML parser says.
        message: String,
    },
    /// A Botpit map has a key that there is not.
    #[error("there is no key `{key}` here{}", nearest.map(|key| format!("; did you mean `{key}`?")).unwrap_or_default())]
    UnknownKey {
        /// The key.
        key: String,
        /// The known key that looks most like it.
        nearest: Option<&'static str>,
    },
    /// A Botpit map lacks a key.
    #[error("the key `{key}` is missing")]
    MissingKey {
        /// The key.
        key: &'static str,
    },
    /// A value of a Botpit map has the wrong shape.
    #[error("`{key}` is {expected}")]
    WrongValue {
        /// The key.
        key: &'static str,
        /// What it should be.
        expected: &'static str,
    },
}

/// Text from a file as an error may show it: short, and without characters that a terminal would obey.
pub(crate) fn quoted(text: &str) -> String {
    const SHOWN_CHARS: usize = 40;
    let mut shown = String::new();
    for c in text.chars().take(SHOWN_CHARS) {
        match c {
            '"' | '\'' | '\\' => shown.push(c),
            _ => shown.extend(c.escape_debug()),
        }
    }
    if text.chars().nth(SHOWN_CHARS).is_some() {
        shown.push('…');
    }
    shown
}

/// Why a map cannot be written in a format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MapWriteError {
    /// The game's contest had no map files.
    #[error("{game} has no contest format; use the own format")]
    NoContestFormat {
        /// The game's title.
        game: &'static str,
    },
}

/// Why no map could be generated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GeneratorError {
    /// An option is unknown or out of range.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// What is asked for does not fit together.
    #[error("{0}")]
    NoRoom(String),
}

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Good to know.
    Note,
    /// The map can be played, but something is off.
    Warning,
}

/// Something that a check of a legal map found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// How much it matters.
    pub severity: Severity,
    /// What was found, in kebab-case.
    pub code: &'static str,
    /// The same as a sentence.
    pub text: String,
}
