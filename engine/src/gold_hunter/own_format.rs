//! Botpit's own format: a TOML file with the grid drawn in characters.

use std::fmt::Write;

use super::contest_format::direction;
use super::map::{Board, Deposit, Map, MapDraft, Placement, Teams, check_teams};
use crate::board::{DrawnBoard, drawn, head, read_name, read_turns};
use crate::map::{MapError, MapProblem, quoted};
use crate::map_file::{self, Table, Value};
use crate::seat::{BothSeats, Seat};

const GAME: &str = "gold-hunter";
const KEYS: &[&str] = &["format", "game", "name", "turns", "ammo", "grid", "gold", "a", "b"];
const TEAM_KEYS: &[&str] = &["hunters", "workers"];
const SYMBOLS: &str = "# obstacle, . ground, 1 to 9 gold of that value";

/// Reads a map; `name` is its name when it has none.
pub(super) fn read(name: String, text: &str) -> Result<Map, MapError> {
    let document = map_file::parse(text)?;
    let root = Table::root(text, &document, GAME)?;
    root.only(KEYS)?;
    let name = read_name(root, name)?;
    let turns = read_turns(root)?.ok_or_else(|| root.error(MapProblem::MissingKey { key: "turns" }))?;
    let ammo = root.required("ammo")?.number()?;

    let (mut obstacles, mut gold) = (Vec::new(), Vec::new());
    let drawn = DrawnBoard::read(root.required("grid")?, |at, symbol| {
        match symbol {
            '#' | '.' => {}
            '1'..='9' => gold.push(Deposit { at, value: u32::from(symbol) - u32::from('0') }),
            _ => {
                let word = quoted(symbol.encode_utf8(&mut [0; 4]));
                return Err(MapProblem::BadCell { word, expected: SYMBOLS });
            }
        }
        obstacles.push(symbol == '#');
        Ok(())
    })?;
    let mut board = Board::new(drawn.size, &obstacles).map_err(MapError::whole)?;
    for Deposit { at, value } in &gold {
        board.put_gold(at.x.into(), at.y.into(), *value).map_err(|problem| drawn.error(*at, problem))?;
    }
    if let Some(listed) = root.optional("gold") {
        read_gold(listed, &mut board, &mut gold)?;
    }
    let (hunters, workers) = read_teams(root, &mut board)?;
    let draft = MapDraft { name, turns, size: drawn.size, obstacles, gold, ammo, hunters, workers };
    Map::new(draft).map_err(MapError::whole)
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
    let mut text = head(GAME, name, *turns);
    text += &format!("ammo = {ammo}\n\n# One character a cell: {SYMBOLS}.\n");
    text += &drawn(map.parts().size, &symbols(map));
    let dear: Vec<String> = map
        .parts()
        .gold
        .iter()
        .filter(|deposit| deposit.value > 9)
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

fn symbols(map: &Map) -> Vec<u8> {
    let MapDraft { size, obstacles, gold, .. } = map.parts();
    let mut symbols: Vec<u8> = obstacles.iter().map(|obstacle| if *obstacle { b'#' } else { b'.' }).collect();
    for deposit in gold {
        if let Some(digit) = char::from_digit(deposit.value, 10) {
            symbols[size.index(deposit.at)] = digit as u8;
        }
    }
    symbols
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
