//! What the maps of all games share: their bounds, and reading a drawn board.

use std::ops::RangeInclusive;
use std::sync::OnceLock;

use crate::grid::{Cell, Size};
use crate::map::{MapError, MapProblem};
use crate::map_file::{GridRow, Table, Value};

/// The most columns and rows of a board.
pub(crate) const SIDE_MAX: u16 = 100;
/// The most turns of a match.
pub(crate) const TURNS_MAX: u32 = 10_000;
/// The most characters of a map's name.
pub(crate) const NAME_CHARS_MAX: usize = 64;

/// The number of rows or columns, when a board may have so many.
pub(crate) fn check_side(what: &'static str, count: u32) -> Result<u16, MapProblem> {
    match u16::try_from(count) {
        Ok(side @ 1..=SIDE_MAX) => Ok(side),
        _ => Err(MapProblem::BoardSide { what, count, limit: SIDE_MAX }),
    }
}

/// Refuses a number of turns that the engine does not play.
pub(crate) fn check_turns(turns: u32) -> Result<(), MapProblem> {
    match turns {
        1..=TURNS_MAX => Ok(()),
        _ => Err(MapProblem::Turns { turns, limit: TURNS_MAX }),
    }
}

/// Refuses a name that cannot be shown.
pub(crate) fn check_name(name: &str) -> Result<(), MapProblem> {
    let chars = name.chars().count();
    if chars == 0 || chars > NAME_CHARS_MAX || name.chars().any(char::is_control) {
        return Err(MapProblem::BadName { limit: NAME_CHARS_MAX });
    }
    Ok(())
}

/// The name that a Botpit map gives itself, or the default.
pub(crate) fn read_name(map: Table<'_>, default: String) -> Result<String, MapError> {
    let Some(value) = map.optional("name") else {
        return Ok(default);
    };
    let name = value.string()?;
    check_name(name).map_err(|problem| value.error(problem))?;
    Ok(name.to_owned())
}

/// The turns that a Botpit map says; `None` where it says nothing.
pub(crate) fn read_turns(map: Table<'_>) -> Result<Option<u32>, MapError> {
    let Some(value) = map.optional("turns") else {
        return Ok(None);
    };
    let turns = value.number()?;
    check_turns(turns).map_err(|problem| value.error(problem))?;
    Ok(Some(turns))
}

/// The part of a file's name that may be the name of its map.
pub(crate) fn legal_name(name: &str) -> String {
    let name: String = name.chars().filter(|c| !c.is_control()).take(NAME_CHARS_MAX).collect();
    if name.is_empty() { "unnamed".to_owned() } else { name }
}

/// An option's value as a number in a range.
pub(crate) fn number(text: &str, range: RangeInclusive<u32>) -> Option<u32> {
    let number = text.parse().ok()?;
    range.contains(&number).then_some(number)
}

/// Puts a cell into canonical bytes: its column, then its row, each as `u16`.
pub(crate) fn put_cell(bytes: &mut Vec<u8>, cell: Cell) {
    bytes.extend(cell.x.to_le_bytes());
    bytes.extend(cell.y.to_le_bytes());
}

/// What is written of a map: made when it is first asked for, and kept for all legs on the map.
#[derive(Debug, Default)]
pub(crate) struct Written {
    /// The map in Botpit's own format.
    pub(crate) text: OnceLock<String>,
    /// The bytes that stand for the map in a match's hash.
    pub(crate) canonical: OnceLock<Vec<u8>>,
}

/// It follows from the map, whether it was asked for or not.
impl PartialEq for Written {
    fn eq(&self, _: &Written) -> bool {
        true
    }
}

impl Eq for Written {}

/// A board as it is drawn in a map file.
pub(crate) struct DrawnBoard<'d> {
    /// Its extent.
    pub(crate) size: Size,
    rows: Vec<GridRow<'d>>,
}

impl<'d> DrawnBoard<'d> {
    /// Reads a drawing; `put` is given each cell with its symbol, row by row, and says what is wrong with it.
    pub(crate) fn read(
        value: Value<'d>,
        mut put: impl FnMut(Cell, char) -> Result<(), MapProblem>,
    ) -> Result<DrawnBoard<'d>, MapError> {
        let mut size = Size { width: 0, height: 0 };
        let mut rows: Vec<GridRow<'d>> = Vec::new();
        for row in value.grid()? {
            let side = |what, count: usize| {
                let count = u32::try_from(count).unwrap_or(u32::MAX);
                check_side(what, count).map_err(|problem| row.error(0, problem))
            };
            size.height = side("rows", rows.len() + 1)?;
            if rows.is_empty() {
                size.width = side("columns", row.len())?;
            }
            if row.len() != usize::from(size.width) {
                let problem = MapProblem::UnevenRow { cells: row.len(), expected: size.width.into() };
                return Err(row.error(0, problem));
            }
            for (x, (offset, symbol)) in (0..).zip(row.symbols()) {
                put(Cell::new(x, size.height - 1), symbol).map_err(|problem| row.error(offset, problem))?;
            }
            rows.push(row);
        }
        check_side("rows", size.height.into()).map_err(|problem| value.error(problem))?;
        Ok(DrawnBoard { size, rows })
    }

    /// An error at a cell of the board.
    pub(crate) fn error(&self, cell: Cell, problem: MapProblem) -> MapError {
        let row = &self.rows[usize::from(cell.y)];
        let offset = row.symbols().nth(cell.x.into()).map_or(0, |(offset, _)| offset);
        row.error(offset, problem)
    }
}

/// The text of a drawn board: a line a row, between the quotes of a Botpit map.
pub(crate) fn drawn(size: Size, symbols: &[u8]) -> String {
    let mut text = "grid = \"\"\"\n".to_owned();
    for row in symbols.chunks(size.width.into()) {
        text.push_str(std::str::from_utf8(row).expect("symbols are ASCII"));
        text.push('\n');
    }
    text + "\"\"\"\n"
}

/// The keys that every Botpit map begins with.
pub(crate) fn head(game: &str, name: &str, turns: u32) -> String {
    // A legal name has no control characters, so these two are all that a TOML string needs to have escaped.
    let name = name.replace('\\', "\\\\").replace('"', "\\\"");
    let format = crate::map_file::FORMAT;
    format!("format = \"{format}\"\ngame = \"{game}\"\nname = \"{name}\"\nturns = {turns}\n")
}
