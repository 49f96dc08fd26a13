use botpit_abi::Direction;

use crate::grid::{Cell, Size};
use crate::map::MapProblem;
use crate::seat::BothSeats;

/// The most columns and rows of a board.
pub const SIDE_MAX: u16 = 100;
/// The most turns of a match.
pub const TURNS_MAX: u32 = 10_000;

/// Where a player stands at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// Its cell.
    pub at: Cell,
    /// Where it looks.
    pub facing: Direction,
}

/// Gold in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deposit {
    /// Its cell.
    pub at: Cell,
    /// What it adds to the score, at least 1.
    pub value: u32,
}

/// A map that may be illegal; [`Map::new`] checks it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapDraft {
    /// The name to show.
    pub name: String,
    /// Turns of a match, 1 to 10,000.
    pub turns: u32,
    /// The board, at most 100×100.
    pub size: Size,
    /// Whether each cell is an obstacle, row by row.
    pub obstacles: Vec<bool>,
    /// The gold.
    pub gold: Vec<Deposit>,
    /// Bullets that each hunter starts with.
    pub ammo: u32,
    /// The hunters of each team, in the order of their ids.
    pub hunters: BothSeats<Vec<Placement>>,
    /// The workers of each team, whose ids follow those of the hunters.
    pub workers: BothSeats<Vec<Placement>>,
}

/// A legal map. Its gold is sorted by `(y, x)`; its name is not part of what it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    draft: MapDraft,
}

impl Map {
    /// The map of a draft, when it is legal.
    ///
    /// # Errors
    /// When a count, a size or a place is outside what the rules allow.
    pub fn new(mut draft: MapDraft) -> Result<Map, MapProblem> {
        draft.gold.sort_by_key(|deposit| deposit.at);
        Ok(Map { draft })
    }

    /// What the map is made of.
    pub fn parts(&self) -> &MapDraft {
        &self.draft
    }

    /// Hunters a team.
    pub fn hunters_per_team(&self) -> usize {
        self.draft.hunters.0[0].len()
    }

    /// Workers a team.
    pub fn workers_per_team(&self) -> usize {
        self.draft.workers.0[0].len()
    }

    /// Whether a cell of the board is an obstacle.
    pub fn is_obstacle(&self, cell: Cell) -> bool {
        self.draft.obstacles[self.draft.size.index(cell)]
    }

    /// The value of all gold.
    pub fn total_gold(&self) -> u64 {
        self.draft.gold.iter().map(|deposit| u64::from(deposit.value)).sum()
    }
}
