//! Where a walker can come on a board, one cell up, right, down or left at a time.

use botpit_abi::Direction;

use crate::grid::{Cell, Size};

/// The cells that can be reached from one, and how many moves away they are; room to find them without allocating.
#[derive(Clone, Debug)]
pub(crate) struct Reach {
    size: Size,
    distances: Vec<u32>,
    cells: Vec<Cell>,
}

impl Reach {
    const NEVER: u32 = u32::MAX;

    /// Room for a board on which nothing was reached yet.
    pub(crate) fn new(size: Size) -> Reach {
        Reach { size, distances: vec![Reach::NEVER; size.cells()], cells: Vec::with_capacity(size.cells()) }
    }

    /// Finds what can be reached over cells that are `open`; the first cell is reached in any case.
    pub(crate) fn explore(&mut self, from: Cell, open: impl Fn(Cell) -> bool) {
        self.distances.fill(Reach::NEVER);
        self.cells.clear();
        self.distances[self.size.index(from)] = 0;
        self.cells.push(from);
        let mut explored = 0;
        while let Some(&here) = self.cells.get(explored) {
            explored += 1;
            let next_distance = self.distances[self.size.index(here)] + 1;
            for next in Direction::ALL.into_iter().filter_map(|direction| self.size.step(here, direction)) {
                let distance = &mut self.distances[self.size.index(next)];
                if *distance == Reach::NEVER && open(next) {
                    *distance = next_distance;
                    self.cells.push(next);
                }
            }
        }
    }

    /// Whether a cell was reached.
    pub(crate) fn reaches(&self, cell: Cell) -> bool {
        self.distances[self.size.index(cell)] != Reach::NEVER
    }

    /// The moves to each cell, row by row; [`u32::MAX`] where it was not reached.
    pub(crate) fn distances(&self) -> &[u32] {
        &self.distances
    }

    /// Brings the cells that were reached into order: nearest first, and as `tie` has it those that are equally near.
    pub(crate) fn nearest_first<K: Ord>(&mut self, tie: impl Fn(Cell) -> K) {
        let (size, distances) = (self.size, &self.distances);
        self.cells.sort_unstable_by_key(|&cell| (distances[size.index(cell)], tie(cell)));
    }

    /// The cells that were reached, nearest first.
    pub(crate) fn cells(&self) -> &[Cell] {
        &self.cells
    }
}
