//! Per-cell look-up tables: what the rules ask about a cell is answered without a search.

use botpit_abi::Direction;

use crate::board::SIDE_MAX;
use crate::grid::{Cell, Size};

/// A set of cells that gives them back by `(y, x)`. The columns of a row are the bits of one number, so that whole
/// runs of cells go in at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CellSet {
    /// The bits of a row that are on the board.
    row_bits: u128,
    rows: Vec<u128>,
}

// A row of the widest board fits.
const _: () = assert!(SIDE_MAX as u32 <= u128::BITS);

impl CellSet {
    /// The empty set of cells of a board.
    pub(crate) fn new(size: Size) -> CellSet {
        CellSet { row_bits: (1 << size.width) - 1, rows: vec![0; usize::from(size.height)] }
    }

    pub(crate) fn clear(&mut self) {
        self.rows.fill(0);
    }

    pub(crate) fn insert(&mut self, cell: Cell) {
        self.rows[usize::from(cell.y)] |= 1 << cell.x;
    }

    /// Adds a cell of the board and its up to eight neighbours.
    pub(crate) fn insert_around(&mut self, cell: Cell) {
        let bits = run(cell.x, 1) & self.row_bits;
        for row in self.rows_around(cell.y, 1) {
            *row |= bits;
        }
    }

    /// Adds the cells of the board within a Manhattan distance.
    pub(crate) fn insert_diamond(&mut self, centre: Cell, radius: u16) {
        let (row_bits, first) = (self.row_bits, centre.y.saturating_sub(radius));
        for (y, row) in (first..).zip(self.rows_around(centre.y, radius)) {
            *row |= run(centre.x, radius - centre.y.abs_diff(y)) & row_bits;
        }
    }

    /// Adds the cells straight ahead of a cell of the board, up to and including the first that is in `stops`.
    pub(crate) fn insert_ahead(&mut self, cell: Cell, direction: Direction, stops: &CellSet) {
        let (row, bit) = (usize::from(cell.y), 1_u128 << cell.x);
        match direction {
            Direction::Right => {
                // All bits up to the lowest stop; without one, all.
                let ahead = self.row_bits & !(bit | (bit - 1));
                let stop = stops.rows[row] & ahead;
                self.rows[row] |= ahead & (stop ^ stop.wrapping_sub(1));
            }
            Direction::Left => {
                let ahead = bit - 1;
                let stop = stops.rows[row] & ahead;
                self.rows[row] |= ahead & u128::MAX << stop.checked_ilog2().unwrap_or(0);
            }
            Direction::Down => insert_column(self.rows[row + 1..].iter_mut().zip(&stops.rows[row + 1..]), bit),
            Direction::Up => insert_column(self.rows[..row].iter_mut().zip(&stops.rows[..row]).rev(), bit),
        }
    }

    /// Makes this the same set as another one of the same board.
    pub(crate) fn copy_from(&mut self, other: &CellSet) {
        self.rows.copy_from_slice(&other.rows);
    }

    pub(crate) fn contains(&self, cell: Cell) -> bool {
        self.rows[usize::from(cell.y)] >> cell.x & 1 != 0
    }

    /// Hands out the cells of the set by `(y, x)`, each with whether it is in the other sets of the same board.
    #[inline]
    pub(crate) fn for_each_marked<const N: usize>(&self, others: [&CellSet; N], mut take: impl FnMut(Cell, [bool; N])) {
        for (y, &row) in self.rows.iter().enumerate() {
            let marks = others.map(|other| other.rows[y]);
            // Half a row at a time, which is what a machine counts in.
            for left in [0, 64] {
                let marks = marks.map(|mark| (mark >> left) as u64);
                let mut bits = (row >> left) as u64;
                while bits != 0 {
                    let bit = bits.trailing_zeros() as u16;
                    bits &= bits - 1;
                    take(Cell { x: left + bit, y: y as u16 }, marks.map(|mark| mark >> bit & 1 != 0));
                }
            }
        }
    }

    /// The cells by `(y, x)` that the set shares with another one of the same board.
    pub(crate) fn shared_with(&self, other: &CellSet) -> impl Iterator<Item = Cell> {
        let rows = self.rows.iter().zip(&other.rows).map(|(row, other)| row & other).enumerate();
        rows.filter(|(_, row)| *row != 0).flat_map(|(y, mut row)| {
            std::iter::from_fn(move || {
                let x = (row != 0).then(|| row.trailing_zeros() as u16)?;
                row &= row - 1;
                Some(Cell { x, y: y as u16 })
            })
        })
    }

    /// The rows of the board at most so far from row `y`.
    fn rows_around(&mut self, y: u16, distance: u16) -> &mut [u128] {
        let end = self.rows.len().min(usize::from(y + distance) + 1);
        &mut self.rows[usize::from(y.saturating_sub(distance))..end]
    }
}

/// The bits at most so far from bit `x`, which may be beyond the board.
fn run(x: u16, distance: u16) -> u128 {
    let bits = (1 << (2 * distance + 1)) - 1;
    if x >= distance { bits << (x - distance) } else { bits >> (distance - x) }
}

/// Adds a bit to each row, up to and including the first that stops it.
fn insert_column<'a>(rows: impl Iterator<Item = (&'a mut u128, &'a u128)>, bit: u128) {
    for (row, stops) in rows {
        *row |= bit;
        if stops & bit != 0 {
            break;
        }
    }
}

/// For each cell of a board, the place in some list of what is there, if anything is.
#[derive(Clone, Debug, PartialEq, Eq)]
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
        let cells: Vec<Cell> = set.shared_with(&set).collect();
        let expected = [Cell::new(0, 0), Cell::new(63, 0), Cell::new(64, 0), Cell::new(0, 2), Cell::new(99, 2)];
        assert_eq!(cells, expected);
        assert!(set.contains(Cell::new(99, 2)) && !set.contains(Cell::new(98, 2)));
    }

    #[test]
    fn a_diamond_is_cut_at_the_edges_of_the_board() {
        let mut set = CellSet::new(Size { width: 4, height: 3 });
        set.insert_diamond(Cell::new(3, 0), 2);
        let cells = [(1, 0), (2, 0), (3, 0), (2, 1), (3, 1), (3, 2)].map(|(x, y)| Cell::new(x, y));
        assert_eq!(set.shared_with(&set).collect::<Vec<_>>(), cells);
    }

    #[test]
    fn the_cells_ahead_end_with_the_first_stop_or_the_board() {
        let size = Size { width: 100, height: 100 };
        let from = Cell::new(66, 50);
        for direction in Direction::ALL {
            let line = || std::iter::successors(size.step(from, direction), |cell| size.step(*cell, direction));
            let stops_at = [None, line().next(), line().nth(20), line().last()];
            for stop in stops_at {
                // What is behind and beside the line, and further ahead, stops nothing.
                let mut stops = CellSet::new(size);
                let further = line().skip_while(|cell| Some(*cell) != stop).skip(3).step_by(2);
                let behind = size.step(from, direction.opposite());
                stop.into_iter()
                    .chain(further)
                    .chain(behind)
                    .chain([from, Cell::new(60, 44)])
                    .for_each(|cell| stops.insert(cell));
                let mut set = CellSet::new(size);
                set.insert_ahead(from, direction, &stops);
                let end = line().position(|cell| Some(cell) == stop).map_or(usize::MAX, |place| place + 1);
                let mut expected: Vec<Cell> = line().take(end).collect();
                expected.sort_unstable();
                assert_eq!(set.shared_with(&set).collect::<Vec<_>>(), expected, "{direction:?} up to {stop:?}");
            }
        }
    }

    #[test]
    fn cells_are_marked_that_are_in_the_other_sets() {
        let size = Size { width: 70, height: 2 };
        let set = |cells: &[(u16, u16)]| {
            let mut set = CellSet::new(size);
            cells.iter().for_each(|&(x, y)| set.insert(Cell::new(x, y)));
            set
        };
        let (all, left, right) = (set(&[(0, 0), (69, 0), (3, 1)]), set(&[(0, 0), (3, 0)]), set(&[(69, 0), (0, 0)]));
        let mut marked = Vec::new();
        all.for_each_marked([&left, &right], |cell, marks| marked.push((cell.x, cell.y, marks)));
        assert_eq!(marked, [(0, 0, [true, true]), (69, 0, [false, true]), (3, 1, [false, false])]);
        assert_eq!(all.shared_with(&right).collect::<Vec<_>>(), [Cell::new(0, 0), Cell::new(69, 0)]);
    }

    #[test]
    fn around_a_corner_are_four_cells() {
        let mut set = CellSet::new(Size { width: 2, height: 5 });
        set.insert_around(Cell::new(1, 4));
        assert_eq!(
            set.shared_with(&set).collect::<Vec<_>>(),
            [(0, 3), (1, 3), (0, 4), (1, 4)].map(|(x, y)| Cell::new(x, y))
        );
    }
}
