//! Per-cell look-up tables: what the rules ask about a cell is answered without a search.

use crate::grid::{Cell, Size};

/// A set of cells that gives them back by `(y, x)`. Each row begins at a word of its own.
#[derive(Clone, Debug)]
pub(crate) struct CellSet {
    size: Size,
    words_per_row: usize,
    words: Vec<u64>,
}

impl CellSet {
    /// The empty set of cells of a board.
    pub(crate) fn new(size: Size) -> CellSet {
        let words_per_row = usize::from(size.width).div_ceil(64);
        CellSet { size, words_per_row, words: vec![0; words_per_row * usize::from(size.height)] }
    }

    pub(crate) fn clear(&mut self) {
        self.words.fill(0);
    }

    pub(crate) fn insert(&mut self, cell: Cell) {
        let (word, bit) = self.place(cell);
        self.words[word] |= bit;
    }

    /// Adds a cell of the board and its up to eight neighbours.
    pub(crate) fn insert_around(&mut self, cell: Cell) {
        let columns = cell.x.saturating_sub(1)..=(cell.x + 1).min(self.size.width - 1);
        for y in cell.y.saturating_sub(1)..=(cell.y + 1).min(self.size.height - 1) {
            for x in columns.clone() {
                self.insert(Cell { x, y });
            }
        }
    }

    /// Adds the cells of the board within a Manhattan distance.
    pub(crate) fn insert_diamond(&mut self, centre: Cell, radius: u16) {
        for y in centre.y.saturating_sub(radius)..=(centre.y + radius).min(self.size.height - 1) {
            let reach = radius - centre.y.abs_diff(y);
            for x in centre.x.saturating_sub(reach)..=(centre.x + reach).min(self.size.width - 1) {
                self.insert(Cell { x, y });
            }
        }
    }

    /// Makes this the same set as another one of the same board.
    pub(crate) fn copy_from(&mut self, other: &CellSet) {
        self.words.copy_from_slice(&other.words);
    }

    pub(crate) fn contains(&self, cell: Cell) -> bool {
        let (word, bit) = self.place(cell);
        self.words[word] & bit != 0
    }

    /// The cells of the set by `(y, x)`.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Cell> {
        self.words.iter().enumerate().flat_map(|(word, &bits)| {
            let y = (word / self.words_per_row) as u16;
            let left = (word % self.words_per_row * 64) as u16;
            Bits(bits).map(move |bit| Cell { x: left + bit, y })
        })
    }

    fn place(&self, cell: Cell) -> (usize, u64) {
        (usize::from(cell.y) * self.words_per_row + usize::from(cell.x / 64), 1 << (cell.x % 64))
    }
}

/// The places of the set bits of a word, from the lowest.
struct Bits(u64);

impl Iterator for Bits {
    type Item = u16;

    fn next(&mut self) -> Option<u16> {
        let bit = self.0.trailing_zeros() as u16;
        if self.0 == 0 {
            return None;
        }
        self.0 &= self.0 - 1;
        Some(bit)
    }
}

/// For each cell of a board, the place in some list of what is there, if anything is.
#[derive(Clone, Debug)]
pub(crate) struct CellIndex {
    size: Size,
    places: Vec<u16>,
}

impl CellIndex {
    /// In the place of a place: nothing is there. A board has at most 10,000 cells and two bullets in each.
    const NOTHING: u16 = u16::MAX;

    /// A board with nothing on it.
    pub(crate) fn new(size: Size) -> CellIndex {
        CellIndex { size, places: vec![CellIndex::NOTHING; size.cells()] }
    }

    pub(crate) fn get(&self, cell: Cell) -> Option<usize> {
        let place = self.places[self.size.index(cell)];
        (place != CellIndex::NOTHING).then_some(usize::from(place))
    }

    pub(crate) fn set(&mut self, cell: Cell, place: usize) {
        self.places[self.size.index(cell)] = place as u16;
    }

    pub(crate) fn clear(&mut self, cell: Cell) {
        self.places[self.size.index(cell)] = CellIndex::NOTHING;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_gives_its_cells_by_row_and_column_also_beyond_64_columns() {
        let mut set = CellSet::new(Size { width: 100, height: 3 });
        for cell in [Cell::new(99, 2), Cell::new(0, 2), Cell::new(64, 0), Cell::new(63, 0), Cell::new(0, 0)] {
            set.insert(cell);
        }
        let cells: Vec<Cell> = set.iter().collect();
        let expected = [Cell::new(0, 0), Cell::new(63, 0), Cell::new(64, 0), Cell::new(0, 2), Cell::new(99, 2)];
        assert_eq!(cells, expected);
        assert!(set.contains(Cell::new(99, 2)) && !set.contains(Cell::new(98, 2)));
    }

    #[test]
    fn a_diamond_is_cut_at_the_edges_of_the_board() {
        let mut set = CellSet::new(Size { width: 4, height: 3 });
        set.insert_diamond(Cell::new(3, 0), 2);
        let cells = [(1, 0), (2, 0), (3, 0), (2, 1), (3, 1), (3, 2)].map(|(x, y)| Cell::new(x, y));
        assert_eq!(set.iter().collect::<Vec<_>>(), cells);
    }

    #[test]
    fn around_a_corner_are_four_cells() {
        let mut set = CellSet::new(Size { width: 2, height: 5 });
        set.insert_around(Cell::new(1, 4));
        assert_eq!(set.iter().collect::<Vec<_>>(), [(0, 3), (1, 3), (0, 4), (1, 4)].map(|(x, y)| Cell::new(x, y)));
    }
}
