use std::fmt;

use crate::grid::{Cell, Size};
use crate::seat::Seat;

/// One cell as a terminal shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glyph {
    /// What to print.
    pub symbol: char,
    /// Whose it is, for a colour.
    pub seat: Option<Seat>,
}

/// A board as a terminal shows it; its text is one line a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    size: Size,
    glyphs: Vec<Glyph>,
}

impl Drawing {
    /// A board with `symbol` in every cell.
    pub fn new(size: Size, symbol: char) -> Drawing {
        Drawing { size, glyphs: vec![Glyph { symbol, seat: None }; size.cells()] }
    }

    /// The board's extent.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Puts a symbol into a cell on the board.
    pub fn put(&mut self, cell: Cell, symbol: char, seat: Option<Seat>) {
        self.glyphs[self.size.index(cell)] = Glyph { symbol, seat };
    }

    /// The rows from the top, each from the left.
    pub fn rows(&self) -> impl Iterator<Item = &[Glyph]> {
        self.glyphs.chunks_exact(usize::from(self.size.width))
    }
}

impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.rows() {
            let line: String = row.iter().map(|glyph| glyph.symbol).collect();
            writeln!(f, "{line}")?;
        }
        Ok(())
    }
}
