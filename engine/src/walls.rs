//! What the generators of all games share: walls on a board that is the same for both teams.

use std::collections::VecDeque;

use botpit_abi::Direction;

use crate::grid::{Cell, Size};
use crate::rng::MapRng;

/// The walls of a board while they are raised. Whatever is done to a cell is done to its counterpart too.
pub(crate) struct Walls {
    size: Size,
    /// The cell that is to one team what a cell is to the other.
    counterpart: fn(Size, Cell) -> Cell,
    cells: Vec<bool>,
}

impl Walls {
    /// A board without walls.
    pub(crate) fn new(size: Size, counterpart: fn(Size, Cell) -> Cell) -> Walls {
        Walls { size, counterpart, cells: vec![false; size.cells()] }
    }

    /// Whether each cell is a wall, row by row.
    pub(crate) fn cells(&self) -> &[bool] {
        &self.cells
    }

    pub(crate) fn contain(&self, cell: Cell) -> bool {
        self.cells[self.size.index(cell)]
    }

    /// Raises straight walls of a few cells in the top left `area`, until there are so many `pairs` of a cell and its
    /// counterpart or no place for more was found.
    pub(crate) fn raise(&mut self, rng: &mut MapRng, area: Size, mut pairs: u32, stays_free: impl Fn(Cell) -> bool) {
        let cells = area.cells() as u32;
        let longest = 2 + u32::from(self.size.width.min(self.size.height) / 6).min(4);
        for _ in 0..4 * cells {
            if pairs == 0 {
                break;
            }
            let mut cell = Some(area.cell(rng.below(cells) as usize));
            let direction = Direction::ALL[rng.below(4) as usize];
            for _ in 0..1 + rng.below(longest) {
                let Some(here) = cell.filter(|_| pairs > 0) else {
                    break;
                };
                if !self.contain(here) && !stays_free(here) {
                    self.set(here, true);
                    pairs -= 1;
                }
                cell = area.step(here, direction);
            }
        }
    }

    /// Breaks through walls, by the shortest ways, until all ground is one piece; `home` is ground.
    pub(crate) fn connect_ground(&mut self, home: Cell) {
        while let Some(way) = way_to_cut_off_ground(self.size, &self.cells, home) {
            for cell in way {
                self.set(cell, false);
            }
        }
    }

    fn set(&mut self, cell: Cell, wall: bool) {
        for cell in [cell, (self.counterpart)(self.size, cell)] {
            self.cells[self.size.index(cell)] = wall;
        }
    }
}

/// The walls on a way from `home` to ground that cannot be reached from it, as few as possible; `None` when there is
/// no such ground.
fn way_to_cut_off_ground(size: Size, walls: &[bool], home: Cell) -> Option<Vec<Cell>> {
    const UNSEEN: usize = usize::MAX;
    let home = size.index(home);
    let mut came_from = vec![UNSEEN; size.cells()];
    came_from[home] = home;
    // Each wave begins with the walls that the one before came to, and is one wall further from home.
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
            if walls[next] {
                next_wave.push_back(next);
            } else if waves == 0 {
                wave.push_back(next);
            } else {
                let way = std::iter::successors(Some(next), |cell| Some(came_from[*cell]));
                let broken = way.take_while(|cell| *cell != home).filter(|cell| walls[*cell]);
                return Some(broken.map(|cell| size.cell(cell)).collect());
            }
        }
    }
}
