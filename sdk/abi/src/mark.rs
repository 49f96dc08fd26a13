use core::fmt;

use crate::record::{put_u16, put_u32, u16_at, u32_at};

/// Bytes of a mark without its text.
pub const MARK_LEN: usize = 16;

const CELL: u8 = 1;
const LINE: u8 = 2;
const TEXT: u8 = 3;

/// One mark of a drawing, which a viewer lays over the board of the turn.
///
/// Colours are `0xRRGGBBAA`. Positions are cells; a mark off the board is kept and not shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Mark<'a> {
    /// Fills a cell.
    Cell {
        /// The cell.
        at: (u16, u16),
        /// The colour.
        colour: u32,
    },
    /// A line between the middles of two cells.
    Line {
        /// One end.
        from: (u16, u16),
        /// The other end.
        to: (u16, u16),
        /// The colour.
        colour: u32,
    },
    /// A text at a cell.
    Text {
        /// The cell.
        at: (u16, u16),
        /// The colour.
        colour: u32,
        /// Bytes that should be UTF-8.
        text: &'a [u8],
    },
}

impl fmt::Debug for Mark<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Mark::Cell { at, colour } => write!(f, "cell {at:?} #{colour:08x}"),
            Mark::Line { from, to, colour } => write!(f, "line {from:?} {to:?} #{colour:08x}"),
            Mark::Text { at, colour, text } => {
                write!(f, "text {at:?} #{colour:08x} {:?}", core::str::from_utf8(text).unwrap_or("?"))
            }
        }
    }
}

impl Mark<'_> {
    /// The bytes that the mark takes: a text is padded to a multiple of four.
    pub fn encoded_len(&self) -> usize {
        match self {
            Mark::Text { text, .. } => MARK_LEN + text.len().next_multiple_of(4),
            _ => MARK_LEN,
        }
    }

    /// Writes the mark and gives back its length, or `None` when the buffer is too short or a text is over 65,535 bytes.
    pub fn write(&self, buffer: &mut [u8]) -> Option<usize> {
        let len = self.encoded_len();
        let out = buffer.get_mut(..len)?;
        out.fill(0);
        let (kind, from, to, colour, text): (_, _, _, _, &[u8]) = match *self {
            Mark::Cell { at, colour } => (CELL, at, (0, 0), colour, &[]),
            Mark::Line { from, to, colour } => (LINE, from, to, colour, &[]),
            Mark::Text { at, colour, text } => (TEXT, at, (0, 0), colour, text),
        };
        out[0] = kind;
        put_u16(out, 2, u16::try_from(text.len()).ok()?);
        put_u32(out, 4, colour);
        put_u16(out, 8, from.0);
        put_u16(out, 10, from.1);
        put_u16(out, 12, to.0);
        put_u16(out, 14, to.1);
        out[MARK_LEN..MARK_LEN + text.len()].copy_from_slice(text);
        Some(len)
    }
}

/// The marks of drawing bytes, up to the first that is damaged.
#[derive(Clone, Copy, Debug)]
pub struct Marks<'a> {
    rest: &'a [u8],
}

impl<'a> Marks<'a> {
    /// Reads the marks of `bytes` in place.
    pub fn new(bytes: &'a [u8]) -> Self {
        Marks { rest: bytes }
    }

    /// The bytes not read yet: after the last mark, what was damaged.
    pub fn rest(&self) -> &'a [u8] {
        self.rest
    }
}

impl<'a> Iterator for Marks<'a> {
    type Item = Mark<'a>;

    fn next(&mut self) -> Option<Mark<'a>> {
        let head = self.rest.get(..MARK_LEN)?;
        let text_len = usize::from(u16_at(head, 2));
        let colour = u32_at(head, 4);
        let at = (u16_at(head, 8), u16_at(head, 10));
        let to = (u16_at(head, 12), u16_at(head, 14));
        let mark = match head[0] {
            CELL => Mark::Cell { at, colour },
            LINE => Mark::Line { from: at, to, colour },
            TEXT => Mark::Text { at, colour, text: self.rest.get(MARK_LEN..MARK_LEN + text_len)? },
            _ => return None,
        };
        // A last text may leave out its padding.
        self.rest = &self.rest[mark.encoded_len().min(self.rest.len())..];
        Some(mark)
    }
}
