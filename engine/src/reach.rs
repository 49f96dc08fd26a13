//! Where a walker can come on a board, one cell up, right, down or left at a time.

use std::collections::VecDeque;

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

/// The obstacles on a way from `home` to ground that cannot be reached from it, as few as possible; `None` when there is
/// no such ground.
pub(crate) fn way_to_cut_off_ground(size: Size, obstacles: &[bool], home: Cell) -> Option<Vec<Cell>> {
    const UNSEEN: usize = usize::MAX;
    let home = size.index(home);
    let mut came_from = vec![UNSEEN; size.cells()];
    came_from[home] = home;
    // Each wave begins with the obstacles that the one before came to, and is one obstacle further from home.
    let mut wave = VecDeque::from([home]);
    let mut next_wave = VecDeque::new();
    let mut waves = 0;
    loop {
        let Some(here) = wave.pop_front() else {
            if next_wave.is_empty() {
                return None;
            }
            std::mem::swap(&mut wave, &mut next_wave);
            waves += 1;
            continue;
        };
        let sides = Direction::ALL.into_iter().filter_map(|direction| size.step(size.cell(here), direction));
        for next in sides.map(|cell| size.index(cell)) {
            if came_from[next] != UNSEEN {
                continue;
            }
            came_from[next] = here;
            if obstacles[next] {
                next_wave.push_back(next);
            } else if waves == 0 {
                wave.push_back(next);
            } else {
                let way = std::iter::successors(Some(next), |cell| Some(came_from[*cell]));
                let walls = way.take_while(|cell| *cell != home).filter(|cell| obstacles[*cell]);
                return Some(walls.map(|cell| size.cell(cell)).collect());
            }
        }
    }
}
