use std::sync::Arc;

use botpit_abi::Direction;
use serde::{Deserialize, Serialize};

use super::{contest_format, generator, own_format};
use crate::board::{Written, check_name, check_side, check_turns, legal_name, put_cell};
use crate::cells::CellSet;
use crate::grid::{Cell, Size};
use crate::map::{GeneratorError, MapError, MapProblem, quoted};
use crate::map_file;
use crate::options::{OptionSpec, Settings};
use crate::rng::Seed;
use crate::seat::{BothSeats, Seat};

/// Reads a contest map of 2015 without its spies, who are not played.
const DROP_SPIES: OptionSpec = OptionSpec {
    name: "drop-spies",
    default: "false",
    values: "true or false",
    help: "reads a contest map that has spies without them",
};
/// The options of [`Map::read`].
pub(super) const READER_OPTIONS: &[OptionSpec] = &[DROP_SPIES];

/// Players of one kind of both teams.
pub(super) type Teams = BothSeats<Vec<Placement>>;

/// Where a player stands at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Placement {
    /// Its cell.
    pub at: Cell,
    /// Where it looks.
    #[serde(with = "crate::layout::direction")]
    pub facing: Direction,
}

/// Gold in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deposit {
    /// Its cell.
    pub at: Cell,
    /// What it adds to the score, at least 1.
    pub value: u32,
}

/// A map that may be illegal; [`Map::new`] checks it. As JSON it is the game's [`layout`](crate::GameMap::layout).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MapDraft {
    /// The name to show: 1 to 64 characters, none of them a control character.
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

/// A legal map. Its gold is sorted by `(y, x)`; its name is not part of what it is. Copies share all they are made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    whole: Arc<Whole>,
}

#[derive(Debug, PartialEq, Eq)]
struct Whole {
    draft: MapDraft,
    /// Those of the draft again.
    obstacles: CellSet,
    /// The cells of the draft's gold.
    gold_cells: CellSet,
    written: Written,
}

impl Map {
    /// The map of a draft, when it is legal.
    ///
    /// # Errors
    /// When a count, a size or a place is outside what the rules allow.
    pub fn new(mut draft: MapDraft) -> Result<Map, MapProblem> {
        check_name(&draft.name)?;
        check_turns(draft.turns)?;
        let mut board = Board::new(draft.size, &draft.obstacles)?;
        for deposit in &draft.gold {
            board.put_gold(deposit.at.x.into(), deposit.at.y.into(), deposit.value)?;
        }
        check_teams(&draft.hunters, &draft.workers)?;
        for seat in Seat::BOTH {
            for player in draft.hunters[seat].iter().chain(&draft.workers[seat]) {
                board.put_player(player.at.x.into(), player.at.y.into(), player.facing)?;
            }
        }
        draft.gold.sort_by_key(|deposit| deposit.at);
        let mut obstacles = CellSet::new(draft.size);
        draft.size.iter().zip(&draft.obstacles).filter(|(_, is)| **is).for_each(|(cell, _)| obstacles.insert(cell));
        let mut gold_cells = CellSet::new(draft.size);
        draft.gold.iter().for_each(|deposit| gold_cells.insert(deposit.at));
        let whole = Whole { draft, obstacles, gold_cells, written: Written::default() };
        Ok(Map { whole: Arc::new(whole) })
    }

    /// Reads a map in the contest's text format or in Botpit's own. `name` is its name where the file has none; what
    /// a name may not have is left out of it. The options are those of
    /// [`Ruleset::reader_options`](crate::Ruleset::reader_options).
    ///
    /// # Errors
    /// When the bytes are no legal map, with the place and what is wrong there.
    pub fn read(name: &str, bytes: &[u8], options: &Settings) -> Result<Map, MapError> {
        options.complete(READER_OPTIONS).map_err(MapError::whole)?;
        let drop_spies = options.get(&DROP_SPIES, |text| text.parse().ok()).map_err(MapError::whole)?;
        let (name, text) = (legal_name(name), map_file::text(bytes)?);
        let Some((at, word)) = contest_format::first_word(text) else {
            return Err(MapError::at(text, text.len(), MapProblem::Truncated { expected: "a map".to_owned() }));
        };
        if contest_format::is_contest(word) {
            contest_format::read(name, text, drop_spies)
        } else if map_file::is_likely(text) {
            own_format::read(name, text)
        } else {
            let problem = MapProblem::UnknownFormat { word: quoted(word), format: map_file::FORMAT };
            Err(MapError::at(text, at, problem))
        }
    }

    /// Generates a map; the same seed and options give the same map on every machine. The options are those of
    /// [`Ruleset::generator_options`](crate::Ruleset::generator_options).
    ///
    /// The map is the same for both teams after a turn of 180°, and every player can come to every other and to all
    /// gold.
    ///
    /// # Errors
    /// When an option is unknown or out of range, or what they ask for does not fit on the board.
    pub fn generate(seed: Seed, options: &Settings) -> Result<Map, GeneratorError> {
        generator::generate(seed, options)
    }

    /// What the map is made of.
    pub fn parts(&self) -> &MapDraft {
        &self.whole.draft
    }

    /// Hunters a team.
    pub fn hunters_per_team(&self) -> usize {
        self.parts().hunters.0[0].len()
    }

    /// Workers a team.
    pub fn workers_per_team(&self) -> usize {
        self.parts().workers.0[0].len()
    }

    /// Whether a cell of the board is an obstacle.
    pub fn is_obstacle(&self, cell: Cell) -> bool {
        self.whole.obstacles.contains(cell)
    }

    /// The cells that are obstacles.
    pub(super) fn obstacles(&self) -> &CellSet {
        &self.whole.obstacles
    }

    /// The cells that have gold at the start.
    pub(super) fn gold_cells(&self) -> &CellSet {
        &self.whole.gold_cells
    }

    /// The value of all gold.
    pub fn total_gold(&self) -> u64 {
        self.parts().gold.iter().map(|deposit| u64::from(deposit.value)).sum()
    }

    /// The map in Botpit's own format.
    pub(super) fn text(&self) -> &str {
        self.whole.written.text.get_or_init(|| own_format::write(self))
    }

    /// The bytes that stand for the map in a match's hash; its name is not among them. Little-endian, in this order:
    /// width and height (`u16` each); turns, ammo (`u32` each); a byte a cell, row by row, 1 for an obstacle and 0 for
    /// ground; the number of deposits (`u32`) and of each, by `(y, x)`, x, y (`u16` each) and value (`u32`); hunters
    /// and workers a team (`u32` each); then A's players and B's players by id, of each x, y (`u16` each) and facing
    /// (`u8`, the ABI's code).
    pub(super) fn canonical_bytes(&self) -> &[u8] {
        self.whole.written.canonical.get_or_init(|| self.write_canonical())
    }

    fn write_canonical(&self) -> Vec<u8> {
        let MapDraft { name: _, turns, size, obstacles, gold, ammo, hunters, workers } = self.parts();
        let mut bytes = Vec::with_capacity(obstacles.len() + 8 * gold.len() + 64);
        bytes.extend(size.width.to_le_bytes());
        bytes.extend(size.height.to_le_bytes());
        bytes.extend(turns.to_le_bytes());
        bytes.extend(ammo.to_le_bytes());
        bytes.extend(obstacles.iter().map(|obstacle| u8::from(*obstacle)));
        bytes.extend((gold.len() as u32).to_le_bytes());
        for deposit in gold {
            put_cell(&mut bytes, deposit.at);
            bytes.extend(deposit.value.to_le_bytes());
        }
        bytes.extend((self.hunters_per_team() as u32).to_le_bytes());
        bytes.extend((self.workers_per_team() as u32).to_le_bytes());
        for seat in Seat::BOTH {
            for player in hunters[seat].iter().chain(&workers[seat]) {
                put_cell(&mut bytes, player.at);
                bytes.push(player.facing.code());
            }
        }
        bytes
    }
}

/// A board that gold and players are put on one by one, so that a reader can say which of them is wrong.
pub(super) struct Board<'a> {
    size: Size,
    obstacles: &'a [bool],
    gold: Vec<bool>,
    players: Vec<bool>,
}

impl<'a> Board<'a> {
    /// An empty board with its obstacles row by row.
    pub(super) fn new(size: Size, obstacles: &'a [bool]) -> Result<Board<'a>, MapProblem> {
        check_side("columns", size.width.into())?;
        check_side("rows", size.height.into())?;
        if obstacles.len() != size.cells() {
            return Err(MapProblem::CellCount { cells: obstacles.len(), expected: size.cells() });
        }
        Ok(Board { size, obstacles, gold: vec![false; size.cells()], players: vec![false; size.cells()] })
    }

    /// Refuses a count that has no room on the board, before anything is allocated for it.
    pub(super) fn check_room(&self, what: &'static str, count: u64) -> Result<(), MapProblem> {
        let room = self.obstacles.iter().filter(|obstacle| !**obstacle).count();
        if count > room as u64 { Err(MapProblem::TooMany { what, count, room }) } else { Ok(()) }
    }

    /// Puts gold into a cell.
    pub(super) fn put_gold(&mut self, x: u32, y: u32, value: u32) -> Result<Deposit, MapProblem> {
        let at = self.cell(x, y)?;
        let index = self.size.index(at);
        if value == 0 {
            return Err(MapProblem::WorthlessGold);
        }
        if self.obstacles[index] {
            return Err(MapProblem::GoldInObstacle { at });
        }
        if std::mem::replace(&mut self.gold[index], true) {
            return Err(MapProblem::TwoDeposits { at });
        }
        Ok(Deposit { at, value })
    }

    /// Puts a player of either team into a cell.
    pub(super) fn put_player(&mut self, x: u32, y: u32, facing: Direction) -> Result<Placement, MapProblem> {
        let at = self.cell(x, y)?;
        let index = self.size.index(at);
        if self.obstacles[index] {
            return Err(MapProblem::PlayerInObstacle { at });
        }
        if std::mem::replace(&mut self.players[index], true) {
            return Err(MapProblem::TwoPlayers { at });
        }
        Ok(Placement { at, facing })
    }

    fn cell(&self, x: u32, y: u32) -> Result<Cell, MapProblem> {
        let Size { width, height } = self.size;
        if x >= width.into() || y >= height.into() {
            return Err(MapProblem::OffBoard { x, y, columns: width, rows: height });
        }
        Ok(Cell::new(x as u16, y as u16))
    }
}

pub(super) fn check_teams(hunters: &Teams, workers: &Teams) -> Result<(), MapProblem> {
    for (what, teams) in [("hunters", hunters), ("workers", workers)] {
        let (a, b) = (teams[Seat::A].len(), teams[Seat::B].len());
        if a != b {
            return Err(MapProblem::UnequalTeams { what, a, b });
        }
    }
    if hunters[Seat::A].is_empty() && workers[Seat::A].is_empty() {
        return Err(MapProblem::NoPlayers);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn canonical_bytes_are_as_documented() {
        let text = "7\n2 3\n1 0 1\n1 1 1\n2\n1 2 258\n0 0 1\n5\n1 1\n0 0 Right\n1 0 Down\n1 2 Left\n0 2 Up";
        let map = Map::read("a name that does not count", text.as_bytes(), &Settings::default()).unwrap();
        let mut expected = vec![3, 0, 2, 0];
        expected.extend([7, 0, 0, 0, 5, 0, 0, 0]);
        expected.extend([0, 1, 0, 0, 0, 0]);
        expected.extend([2, 0, 0, 0]);
        expected.extend([0, 0, 0, 0, 1, 0, 0, 0]);
        expected.extend([2, 0, 1, 0, 2, 1, 0, 0]);
        expected.extend([1, 0, 0, 0, 1, 0, 0, 0]);
        expected.extend([0, 0, 0, 0, 1, 0, 0, 1, 0, 2]);
        expected.extend([2, 0, 1, 0, 3, 2, 0, 0, 0, 0]);
        assert_eq!(map.canonical_bytes(), expected);
    }
}
