use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::view::Backdrop;
use super::{generator, own_format};
use crate::board::{Written, check_name, check_side, check_turns, legal_name, put_cell};
use crate::cells::CellIndex;
use crate::grid::{Cell, Size};
use crate::map::{GeneratorError, MapError, MapProblem};
use crate::map_file;
use crate::options::Settings;
use crate::rng::Seed;
use crate::seat::{BothSeats, Seat};

/// Turns of a match on a map that says nothing else.
pub(super) const TURNS_DEFAULT: u32 = 1000;

/// What one team has on a board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Team {
    /// Its home base.
    pub base: Cell,
    /// Where its players start.
    pub players: Vec<Cell>,
    /// The spawn cells of the flags that it defends.
    pub flags: Vec<Cell>,
}

/// A map that may be illegal; [`Map::new`] checks it. As JSON it is the game's [`layout`](crate::GameMap::layout).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MapDraft {
    /// The name to show: 1 to 64 characters, none of them a control character.
    pub name: String,
    /// Turns of a match unless the rules' option says otherwise, 1 to 10,000.
    pub turns: u32,
    /// The board, at most 100×100, with an even width.
    pub size: Size,
    /// Whether each cell is a wall, row by row.
    pub walls: Vec<bool>,
    /// What each team has, the same number of everything.
    pub teams: BothSeats<Team>,
}

/// A legal map; its name is not part of what it is. Copies share all they are made of.
///
/// Players and flags have their numbers from where they are: by rows from the top, and in each row from the team's own
/// back edge (left for A, right for B) towards the middle. So on a symmetric board number *i* of B mirrors number *i*
/// of A, and a drawn board says everything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    whole: Arc<Whole>,
}

#[derive(Debug, PartialEq, Eq)]
struct Whole {
    draft: MapDraft,
    /// The flags that each team defends by their spawn cell.
    spawn_at: BothSeats<CellIndex>,
    backdrop: Backdrop,
    written: Written,
}

impl Map {
    /// The map of a draft, when it is legal. Players and flags are brought into the order of their numbers.
    ///
    /// # Errors
    /// When a count, a size or a place is outside what the rules allow.
    pub fn new(mut draft: MapDraft) -> Result<Map, MapProblem> {
        check_name(&draft.name)?;
        check_turns(draft.turns)?;
        check_board(draft.size, draft.walls.len())?;
        check_counts(&draft.teams)?;
        check_places(&draft)?;
        for seat in Seat::BOTH {
            let base = draft.teams[seat].base;
            let enemy_flags = &draft.teams[seat.other()].flags;
            if let Some(&spawn) = enemy_flags.iter().find(|&&spawn| base.distance(spawn) <= 1) {
                return Err(MapProblem::BaseAtSpawn { base, spawn });
            }
        }
        for seat in Seat::BOTH {
            let size = draft.size;
            let team = &mut draft.teams[seat];
            team.players.sort_unstable_by_key(|&cell| reading_order(size, seat, cell));
            team.flags.sort_unstable_by_key(|&cell| reading_order(size, seat, cell));
        }
        let spawn_at = BothSeats::from_fn(|seat| {
            let mut spawn_at = CellIndex::new(draft.size);
            draft.teams[seat].flags.iter().enumerate().for_each(|(number, &spawn)| spawn_at.set(spawn, number));
            spawn_at
        });
        let backdrop = Backdrop::new(&draft);
        Ok(Map { whole: Arc::new(Whole { draft, spawn_at, backdrop, written: Written::default() }) })
    }

    /// Reads a map in Botpit's own format. `name` is its name where the file has none; what a name may not have is
    /// left out of it.
    ///
    /// # Errors
    /// When the bytes are no legal map, with the place and what is wrong there.
    pub fn read(name: &str, bytes: &[u8]) -> Result<Map, MapError> {
        own_format::read(legal_name(name), map_file::text(bytes)?)
    }

    /// Generates a map; the same seed and options give the same map on every machine. The options are those of
    /// [`Ruleset::generator_options`](crate::Ruleset::generator_options).
    ///
    /// The map is symmetric, and every player can come to every enemy flag and home with it.
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

    /// Players a team.
    pub fn players_per_team(&self) -> usize {
        self.parts().teams[Seat::A].players.len()
    }

    /// Flags a team.
    pub fn flags_per_team(&self) -> usize {
        self.parts().teams[Seat::A].flags.len()
    }

    /// Whether a cell of the board is a wall.
    pub fn is_wall(&self, cell: Cell) -> bool {
        self.parts().walls[self.parts().size.index(cell)]
    }

    /// The team in whose half a cell of the board lies: A's is the left one.
    pub fn half_of(&self, cell: Cell) -> Seat {
        if cell.x < self.parts().size.width / 2 { Seat::A } else { Seat::B }
    }

    /// The flag that a team defends whose spawn is a cell of the board.
    pub(super) fn spawn_at(&self, seat: Seat, cell: Cell) -> Option<usize> {
        self.whole.spawn_at[seat].get(cell)
    }

    /// What setups and views say of the map.
    pub(super) fn backdrop(&self) -> &Backdrop {
        &self.whole.backdrop
    }

    /// The map in Botpit's own format.
    pub(super) fn text(&self) -> &str {
        self.whole.written.text.get_or_init(|| own_format::write(self))
    }

    /// The bytes that stand for the map in a match's hash; its name is not among them. Little-endian, in this order:
    /// width and height (`u16` each); turns (`u32`); a byte a cell, row by row, 1 for a wall and 0 for none; players
    /// and flags a team (`u32` each); then of A and of B the base, the players by id and the flags by number, of each
    /// x and y (`u16` each).
    pub(super) fn canonical_bytes(&self) -> &[u8] {
        self.whole.written.canonical.get_or_init(|| self.write_canonical())
    }

    fn write_canonical(&self) -> Vec<u8> {
        let MapDraft { name: _, turns, size, walls, teams } = self.parts();
        let mut bytes = Vec::with_capacity(walls.len() + 64);
        put_cell(&mut bytes, Cell::new(size.width, size.height));
        bytes.extend(turns.to_le_bytes());
        bytes.extend(walls.iter().map(|wall| u8::from(*wall)));
        bytes.extend((self.players_per_team() as u32).to_le_bytes());
        bytes.extend((self.flags_per_team() as u32).to_le_bytes());
        for Team { base, players, flags } in &teams.0 {
            for &cell in std::iter::once(base).chain(players).chain(flags) {
                put_cell(&mut bytes, cell);
            }
        }
        bytes
    }
}

/// The order in which a team's things have their numbers: top to bottom, then from its back edge towards the middle.
pub(super) fn reading_order(size: Size, seat: Seat, cell: Cell) -> (u16, u16) {
    let from_back_edge = match seat {
        Seat::A => cell.x,
        Seat::B => size.width - 1 - cell.x,
    };
    (cell.y, from_back_edge)
}

fn check_board(size: Size, cells: usize) -> Result<(), MapProblem> {
    check_side("columns", size.width.into())?;
    check_side("rows", size.height.into())?;
    if !size.width.is_multiple_of(2) {
        return Err(MapProblem::OddWidth { columns: size.width });
    }
    if cells != size.cells() {
        return Err(MapProblem::CellCount { cells, expected: size.cells() });
    }
    Ok(())
}

fn check_counts(teams: &BothSeats<Team>) -> Result<(), MapProblem> {
    let [a, b] = &teams.0;
    for (what, a, b) in [("players", &a.players, &b.players), ("flags", &a.flags, &b.flags)] {
        if a.len() != b.len() {
            return Err(MapProblem::UnequalTeams { what, a: a.len(), b: b.len() });
        }
    }
    if a.players.is_empty() {
        return Err(MapProblem::NoPlayers);
    }
    if a.flags.is_empty() {
        return Err(MapProblem::NoFlags);
    }
    Ok(())
}

/// Refuses things off the board or in a wall, and two in one cell.
fn check_places(draft: &MapDraft) -> Result<(), MapProblem> {
    let MapDraft { size, walls, teams, .. } = draft;
    let mut taken = vec![false; size.cells()];
    for Team { base, players, flags } in &teams.0 {
        let kinds = [("base", std::slice::from_ref(base)), ("player", players), ("flag", flags)];
        for (what, at) in kinds.into_iter().flat_map(|(what, cells)| cells.iter().map(move |&at| (what, at))) {
            if !size.contains(at) {
                let Size { width: columns, height: rows } = *size;
                return Err(MapProblem::OffBoard { x: at.x.into(), y: at.y.into(), columns, rows });
            }
            let index = size.index(at);
            if walls[index] {
                return Err(MapProblem::InWall { what, at });
            }
            if std::mem::replace(&mut taken[index], true) {
                return Err(MapProblem::SharedCell { at });
            }
        }
    }
    Ok(())
}
