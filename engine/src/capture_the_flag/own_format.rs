//! Botpit's own format: a TOML file with the board drawn in characters.

use super::map::{Map, MapDraft, TURNS_DEFAULT, Team};
use crate::board::{DrawnBoard, drawn, head, read_name, read_turns};
use crate::grid::Cell;
use crate::map::{MapError, MapProblem, quoted};
use crate::map_file::{self, Table};
use crate::seat::{BothSeats, Seat};

/// The game's name in files.
pub(super) const GAME: &str = "capture-the-flag";
const KEYS: &[&str] = &["format", "game", "name", "turns", "grid"];
const WALL: char = '#';
const FREE: char = '.';
const SYMBOLS: BothSeats<Symbols> =
    BothSeats([Symbols { base: 'H', player: 'A', flag: 'a' }, Symbols { base: 'h', player: 'B', flag: 'b' }]);

/// How a team's things are drawn.
#[derive(Clone, Copy)]
struct Symbols {
    base: char,
    player: char,
    flag: char,
}

/// Reads a map; `name` is its name when it has none.
pub(super) fn read(name: String, text: &str) -> Result<Map, MapError> {
    let Some(word) = text.split_whitespace().next() else {
        return Err(MapError::at(text, text.len(), MapProblem::Truncated { expected: "a map".to_owned() }));
    };
    if !map_file::is_likely(text) {
        let problem = MapProblem::NotBotpit { word: quoted(word), format: map_file::FORMAT };
        return Err(MapError::at(text, text.len() - text.trim_start().len(), problem));
    }
    let document = map_file::parse(text)?;
    let root = Table::root(text, &document, GAME)?;
    root.only(KEYS)?;
    let (name, turns) = (read_name(root, name)?, read_turns(root)?.unwrap_or(TURNS_DEFAULT));
    let grid = root.required("grid")?;
    let mut things = Things::default();
    let board = DrawnBoard::read(grid, |cell, symbol| things.add(cell, symbol))?;
    let teams = BothSeats([things.team(Seat::A), things.team(Seat::B)].map(|team| team.map_err(|p| grid.error(p))));
    let BothSeats([a, b]) = teams;
    let draft = MapDraft { name, turns, size: board.size, walls: things.walls, teams: BothSeats([a?, b?]) };
    Map::new(draft).map_err(|problem| match problem {
        MapProblem::BaseAtSpawn { base, .. } => board.error(base, problem),
        _ => grid.error(problem),
    })
}

/// What was drawn so far.
#[derive(Default)]
struct Things {
    walls: Vec<bool>,
    bases: BothSeats<Vec<Cell>>,
    players: BothSeats<Vec<Cell>>,
    flags: BothSeats<Vec<Cell>>,
}

impl Things {
    fn add(&mut self, cell: Cell, symbol: char) -> Result<(), MapProblem> {
        self.walls.push(symbol == WALL);
        if matches!(symbol, WALL | FREE) {
            return Ok(());
        }
        for (seat, symbols) in SYMBOLS.iter() {
            let cells = match symbol {
                _ if symbol == symbols.base => &mut self.bases[seat],
                _ if symbol == symbols.player => &mut self.players[seat],
                _ if symbol == symbols.flag => &mut self.flags[seat],
                _ => continue,
            };
            cells.push(cell);
            let bases = self.bases[seat].len();
            return if bases > 1 { Err(MapProblem::BaseCount { seat, count: bases }) } else { Ok(()) };
        }
        let expected = "# (wall), . (free), A or B (player), a or b (flag), H (A's base) or h (B's base)";
        Err(MapProblem::BadCell { word: quoted(symbol.encode_utf8(&mut [0; 4])), expected })
    }

    fn team(&mut self, seat: Seat) -> Result<Team, MapProblem> {
        let Some(&base) = self.bases[seat].first() else {
            return Err(MapProblem::BaseCount { seat, count: 0 });
        };
        let (players, flags) = (std::mem::take(&mut self.players[seat]), std::mem::take(&mut self.flags[seat]));
        Ok(Team { base, players, flags })
    }
}

/// Writes a map; reading it gives the same map.
pub(super) fn write(map: &Map) -> String {
    let MapDraft { name, turns, size, walls, teams } = map.parts();
    let mut symbols: Vec<u8> = walls.iter().map(|wall| if *wall { WALL as u8 } else { FREE as u8 }).collect();
    for (seat, Symbols { base, player, flag }) in SYMBOLS.iter() {
        let team = &teams[seat];
        symbols[size.index(team.base)] = *base as u8;
        for (cells, symbol) in [(&team.players, player), (&team.flags, flag)] {
            for &cell in cells {
                symbols[size.index(cell)] = *symbol as u8;
            }
        }
    }
    let legend = "\n# One character a cell: # wall, . free; H base, A player, a flag of team A; h, B, b of team B.\n\
                  # Players and flags are numbered by rows from the top, each row from the team's own edge.\n";
    head(GAME, name, *turns) + legend + &drawn(*size, &symbols)
}
