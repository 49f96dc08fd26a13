//! Botpit's own format: a TOML file with the grid drawn in characters.

use std::fmt::Write;

use super::contest_format::direction;
use super::map::{Board, Deposit, Map, MapDraft, Placement, Teams, check_name, check_side, check_teams, check_turns};
use crate::grid::{Cell, Size};
use crate::map::{MapError, MapProblem, quoted};
use crate::map_file::{self, Table, Value};
use crate::seat::{BothSeats, Seat};

const GAME: &str = "gold-hunter";
const KEYS: &[&str] = &["format", "game", "name", "turns", "ammo", "grid", "gold", "a", "b"];
const TEAM_KEYS: &[&str] = &["hunters", "workers"];
/// Gold of these values is drawn into the grid as its digit.
const DRAWN_VALUES: std::ops::RangeInclusive<u32> = 1..=9;

/// Reads a map; `name` is its name when it has none.
pub(super) fn read(name: String, text: &str) -> Result<Map, MapError> {
    let document = map_file::parse(text)?;
    let root = Table::root(text, &document, GAME)?;
    root.only(KEYS)?;
    let name = match root.optional("name") {
        None => name,
        Some(value) => {
            let name = value.string()?;
            check_name(name).map_err(|problem| value.error(problem))?;
            name.to_owned()
        }
    };
    let turns = root.required("turns")?;
    check_turns(turns.number()?).map_err(|problem| turns.error(problem))?;
    let ammo = root.required("ammo")?.number()?;

    let grid = read_grid(root.required("grid")?)?;
    let mut board = Board::new(grid.size, &grid.obstacles).map_err(MapError::whole)?;
    let mut gold = Vec::new();
    for deposit in &grid.gold {
        gold.push(board.put_gold(deposit.at.x.into(), deposit.at.y.into(), deposit.value).map_err(MapError::whole)?);
    }
    if let Some(listed) = root.optional("gold") {
        read_gold(listed, &mut board, &mut gold)?;
    }
    let (hunters, workers) = read_teams(root, &mut board)?;
    Map::new(MapDraft {
        name,
        turns: turns.number()?,
        size: grid.size,
        obstacles: grid.obstacles,
        gold,
        ammo,
        hunters,
        workers,
    })
    .map_err(MapError::whole)
}

struct DrawnGrid {
    size: Size,
    obstacles: Vec<bool>,
    gold: Vec<Deposit>,
}

fn read_grid(value: Value<'_>) -> Result<DrawnGrid, MapError> {
    let mut width = None;
    let (mut obstacles, mut gold) = (Vec::new(), Vec::new());
    let mut height = 0;
    for (index, row) in value.grid()?.enumerate() {
        let side = |what, count: usize| {
            let count = u32::try_from(count).unwrap_or(u32::MAX);
            check_side(what, count).map_err(|problem| row.error(0, problem))
        };
        height = side("rows", index + 1)?;
        let expected = match width {
            Some(width) => width,
            None => *width.insert(side("columns", row.len())?),
        };
        if row.len() != usize::from(expected) {
            let problem = MapProblem::UnevenRow { cells: row.len(), expected: expected.into() };
            return Err(row.error(0, problem));
        }
        for (x, (offset, symbol)) in (0..).zip(row.symbols()) {
            if let Some(value) = symbol.to_digit(10).filter(|value| DRAWN_VALUES.contains(value)) {
                gold.push(Deposit { at: Cell::new(x, height - 1), value });
            } else if !matches!(symbol, '#' | '.') {
                let word = quoted(symbol.encode_utf8(&mut [0; 4]));
                let expected = "# (obstacle), . (ground) or 1 to 9 (gold of that value)";
                return Err(row.error(offset, MapProblem::BadCell { word, expected }));
            }
            obstacles.push(symbol == '#');
        }
    }
    check_side("rows", height.into()).map_err(|problem| value.error(problem))?;
    Ok(DrawnGrid { size: Size { width: width.unwrap_or(0), height }, obstacles, gold })
}

fn read_gold(value: Value<'_>, board: &mut Board, gold: &mut Vec<Deposit>) -> Result<(), MapError> {
    const SHAPE: &str = "a list of [x, y, value]; the value is 1 where it is left out";
    for entry in value.list(SHAPE)? {
        let ([x, y], worth) = match entry.entries(SHAPE) {
            Ok([x, y, worth]) => ([x, y], Some(worth)),
            Err(_) => (entry.entries(SHAPE)?, None),
        };
        let amount = worth.map_or(Ok(1), |worth| worth.number())?;
        gold.push(board.put_gold(x.number()?, y.number()?, amount).map_err(|problem| match problem {
            MapProblem::WorthlessGold => worth.unwrap_or(entry).error(problem),
            _ => misplaced(x, y, problem),
        })?);
    }
    Ok(())
}

fn read_teams(root: Table<'_>, board: &mut Board) -> Result<(Teams, Teams), MapError> {
    let (mut hunters, mut workers) = (BothSeats::default(), BothSeats::default());
    for (seat, key) in [(Seat::A, "a"), (Seat::B, "b")] {
        let team = root.required(key)?.table()?;
        team.only(TEAM_KEYS)?;
        hunters[seat] = read_players(team, "hunters", board)?;
        workers[seat] = read_players(team, "workers", board)?;
    }
    check_teams(&hunters, &workers).map_err(|problem| match problem {
        MapProblem::UnequalTeams { what, .. } => blame_unequal(root, what, problem),
        _ => MapError::whole(problem),
    })?;
    Ok((hunters, workers))
}

/// Points at B's list, or at A's when B has none.
fn blame_unequal(root: Table<'_>, what: &'static str, problem: MapProblem) -> MapError {
    let lists = ["b", "a"].map(|team| root.optional(team)?.table().ok()?.optional(what));
    match lists.into_iter().flatten().next() {
        Some(list) => list.error(problem),
        None => MapError::whole(problem),
    }
}

fn read_players(team: Table<'_>, kind: &'static str, board: &mut Board) -> Result<Vec<Placement>, MapError> {
    const SHAPE: &str = "a list of [x, y, \"direction\"]";
    let mut players = Vec::new();
    let Some(value) = team.optional(kind) else {
        return Ok(players);
    };
    for entry in value.list(SHAPE)? {
        let [x, y, word] = entry.entries(SHAPE)?;
        let facing = direction(word.string()?)
            .ok_or_else(|| word.error(MapProblem::BadDirection { word: quoted(word.string().unwrap_or_default()) }))?;
        let placed = board.put_player(x.number()?, y.number()?, facing);
        players.push(placed.map_err(|problem| misplaced(x, y, problem))?);
    }
    Ok(players)
}

fn misplaced(x: Value<'_>, y: Value<'_>, problem: MapProblem) -> MapError {
    match problem {
        MapProblem::OffBoard { x: column, columns, .. } if column < columns.into() => y.error(problem),
        _ => x.error(problem),
    }
}

/// Writes a map; reading it gives the same map.
pub(super) fn write(map: &Map) -> String {
    let MapDraft { name, turns, ammo, .. } = map.parts();
    // A legal name has no control characters, so these two are all that a TOML string needs to have escaped.
    let name = name.replace('\\', "\\\\").replace('"', "\\\"");
    let mut text = format!(
        "format = \"{}\"\ngame = \"{GAME}\"\nname = \"{name}\"\nturns = {turns}\nammo = {ammo}\n\n\
         # One character a cell: # obstacle, . ground, 1 to 9 gold of that value.\n",
        map_file::FORMAT
    );
    write_grid(&mut text, map);
    let listed = |deposit: &&Deposit| !DRAWN_VALUES.contains(&deposit.value);
    let dear: Vec<String> = map
        .parts()
        .gold
        .iter()
        .filter(listed)
        .map(|Deposit { at, value }| format!("[{}, {}, {value}]", at.x, at.y))
        .collect();
    if !dear.is_empty() {
        text += "\n# Gold of larger values: [x, y, value].\n";
        write_list(&mut text, "gold", &dear);
    }
    text += "\n# Players by id: [x, y, facing].\n";
    let players = |players: &[Placement]| -> Vec<String> {
        players
            .iter()
            .map(|player| format!("[{}, {}, \"{}\"]", player.at.x, player.at.y, player.facing.name()))
            .collect()
    };
    for seat in Seat::BOTH {
        writeln!(text, "[{seat}]").expect("a string takes everything");
        write_list(&mut text, "hunters", &players(&map.parts().hunters[seat]));
        write_list(&mut text, "workers", &players(&map.parts().workers[seat]));
    }
    text
}

fn write_grid(text: &mut String, map: &Map) {
    let size = map.parts().size;
    let mut symbols: Vec<char> =
        map.parts().obstacles.iter().map(|obstacle| if *obstacle { '#' } else { '.' }).collect();
    for deposit in &map.parts().gold {
        if let Some(digit) = char::from_digit(deposit.value, 10).filter(|_| DRAWN_VALUES.contains(&deposit.value)) {
            symbols[size.index(deposit.at)] = digit;
        }
    }
    *text += "grid = \"\"\"\n";
    for row in symbols.chunks(size.width.into()) {
        text.extend(row);
        text.push('\n');
    }
    *text += "\"\"\"\n";
}

fn write_list(text: &mut String, key: &str, entries: &[String]) {
    const ENTRIES_PER_LINE: usize = 6;
    *text += key;
    *text += " = [";
    match entries.len() {
        0..=ENTRIES_PER_LINE => *text += &entries.join(", "),
        _ => {
            for line in entries.chunks(ENTRIES_PER_LINE) {
                *text += "\n  ";
                *text += &line.join(", ");
                text.push(',');
            }
            text.push('\n');
        }
    }
    *text += "]\n";
}
