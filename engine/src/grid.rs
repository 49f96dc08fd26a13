use std::fmt;

use botpit_abi::Direction;
use serde::{Deserialize, Serialize};

/// A cell of a board; the origin is top left, `y` grows downwards. The order is `(y, x)`: rows from the top.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Cell {
    /// Column, from 0.
    pub x: u16,
    /// Row, from 0.
    pub y: u16,
}

impl Cell {
    /// The cell in column `x` of row `y`.
    pub const fn new(x: u16, y: u16) -> Cell {
        Cell { x, y }
    }

    /// The larger of the two coordinate distances: 1 for the eight neighbours.
    pub fn distance(self, other: Cell) -> u16 {
        self.x.abs_diff(other.x).max(self.y.abs_diff(other.y))
    }
}

impl Ord for Cell {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.y, self.x).cmp(&(other.y, other.x))
    }
}

impl PartialOrd for Cell {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}

/// The extent of a board in cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Size {
    /// Columns.
    pub width: u16,
    /// Rows.
    pub height: u16,
}

impl Size {
    /// How many cells there are.
    pub const fn cells(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Whether the cell is on the board.
    pub const fn contains(self, cell: Cell) -> bool {
        cell.x < self.width && cell.y < self.height
    }

    /// The place of a cell on the board in a row-by-row list.
    pub const fn index(self, cell: Cell) -> usize {
        cell.y as usize * self.width as usize + cell.x as usize
    }

    /// The cell at a place in a row-by-row list.
    pub const fn cell(self, index: usize) -> Cell {
        Cell { x: (index % self.width as usize) as u16, y: (index / self.width as usize) as u16 }
    }

    /// All cells, row by row.
    pub fn iter(self) -> impl Iterator<Item = Cell> {
        (0..self.cells()).map(move |index| self.cell(index))
    }

    /// The cell `dx` columns and `dy` rows away, if it is on the board.
    pub fn offset(self, cell: Cell, dx: i32, dy: i32) -> Option<Cell> {
        let x = u16::try_from(i32::from(cell.x) + dx).ok()?;
        let y = u16::try_from(i32::from(cell.y) + dy).ok()?;
        let cell = Cell { x, y };
        self.contains(cell).then_some(cell)
    }

    /// The next cell in a direction, if it is on the board.
    pub fn step(self, cell: Cell, direction: Direction) -> Option<Cell> {
        let (dx, dy) = direction.delta();
        self.offset(cell, dx, dy)
    }

    /// The up to eight neighbouring cells on the board, by `(y, x)`.
    pub fn neighbours(self, cell: Cell) -> impl Iterator<Item = Cell> {
        const AROUND: [(i32, i32); 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
        AROUND.into_iter().filter_map(move |(dx, dy)| self.offset(cell, dx, dy))
    }

    /// The cell that takes this one's place when the board is turned by 180°.
    pub const fn turned(self, cell: Cell) -> Cell {
        Cell { x: self.width - 1 - cell.x, y: self.height - 1 - cell.y }
    }

    /// The cell that takes this one's place when left and right are swapped.
    pub const fn mirrored(self, cell: Cell) -> Cell {
        Cell { x: self.width - 1 - cell.x, y: cell.y }
    }
}
