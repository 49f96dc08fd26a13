//! Golden scenarios: each file closes one sentence of the rules, which it quotes; `SENTENCES.md` says which.
//!
//! A file is paragraphs. `>` quotes the sentence. `map` draws the board: `#` obstacle, `.` ground, `$2` gold of value
//! 2, `a0>` player 0 of team A that faces right. `turn` plays a turn with orders (`a0 move`, `a0 rotate left`,
//! `a0 fire`, and for what cannot be `a0 rotate 7`, `a0 kind 9`, `a bytes 00ff`), `idle` several without, `view` and
//! `setup` show what a team is told. Lines that begin with `=` are what is expected after it. In expected boards
//! `*>` is a bullet in flight, `o>` one that waits where it was fired, `$2/1` gold of which one turn is dug; in views
//! `?` is not seen, `*` bullet, `p` player, `%` both.
//!
//! `UPDATE_GOLDEN=1 cargo test -p botpit-engine --test golden` rewrites the expected lines. Read the diff: it is right
//! when the rules say so.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use botpit_abi::{Direction, Order, OrderWriter, game, gold_hunter as abi};
use botpit_engine::gold_hunter::{Deposit, Map, MapDraft, Match, Placement};
use botpit_engine::{BothSeats, Cell, Ending, Event, Game, Seat, SeatInput, Seed, SetupLimits, Size};
use serde_json::Value;

#[test]
fn every_scenario_goes_as_the_rules_say() {
    let failures: Vec<String> = scenario_files().iter().filter_map(|path| check(path).err()).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn the_table_names_every_scenario_by_the_sentence_that_it_quotes() {
    let table = fs::read_to_string(folder().join("SENTENCES.md")).unwrap();
    let mut named: BTreeMap<String, String> = BTreeMap::new();
    for line in table.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| sentence |")) {
        let [_, sentence, closed_by, _] = line.split('|').map(str::trim).collect::<Vec<_>>()[..] else {
            panic!("no row of two columns: {line}");
        };
        assert!(!closed_by.is_empty(), "nothing closes: {sentence}");
        for name in closed_by.split(", ") {
            match name.split_once(": ") {
                None => {
                    assert_eq!(named.insert(name.to_owned(), sentence.to_owned()), None, "{name} is named twice");
                }
                Some((place, test)) => assert!(has_test(place, test), "there is no test {name}"),
            }
        }
    }
    let quoted: BTreeMap<String, String> = scenario_files()
        .iter()
        .map(|path| {
            let text = fs::read_to_string(path).unwrap();
            let quote: Vec<&str> = text.lines().map_while(|line| line.strip_prefix('>')).map(str::trim).collect();
            (path.file_name().unwrap().to_str().unwrap().to_owned(), quote.join(" "))
        })
        .collect();
    let names = |map: &BTreeMap<String, String>| map.keys().cloned().collect::<BTreeSet<String>>();
    assert_eq!(names(&named), names(&quoted), "left the table, right the folder");
    for (name, quote) in &quoted {
        assert_eq!(quote, &named[name], "{name} quotes another sentence than the table has");
    }
}

/// Whether there is a test of that name where the table says.
fn has_test(place: &str, test: &str) -> bool {
    let engine = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = match place {
        "engine" => engine.join("src"),
        "maps" => engine.join("tests/maps"),
        "host" => engine.join("../host/tests"),
        _ => panic!("no place of tests: {place}"),
    };
    let mut folders = vec![folder];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs")
                && fs::read_to_string(&path).unwrap().contains(&format!("fn {test}("))
            {
                return true;
            }
        }
    }
    false
}

/// Plays a scenario; `Err` names the first line that differs.
fn check(path: &Path) -> Result<(), String> {
    let text = fs::read_to_string(path).unwrap();
    let played = play(&text).map_err(|problem| format!("{}: {problem}", path.display()))?;
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(path, played).unwrap();
        return Ok(());
    }
    let (mut expected, mut got) = (text.lines(), played.lines());
    for number in 1.. {
        match (expected.next(), got.next()) {
            (None, None) => break,
            (a, b) if a == b => {}
            (a, b) => {
                let show = |line: Option<&str>| line.unwrap_or("(nothing)").to_owned();
                return Err(format!("{}:{number}\n  - {}\n  + {}", path.display(), show(a), show(b)));
            }
        }
    }
    Ok(())
}

/// The text of a scenario with the expected lines as the engine has them.
fn play(text: &str) -> Result<String, String> {
    let mut leg: Option<Match> = None;
    let mut out = String::new();
    for paragraph in text.split("\n\n") {
        let lines: Vec<&str> = paragraph.lines().filter(|line| !line.starts_with('=') && !line.is_empty()).collect();
        if !out.is_empty() {
            out.push('\n');
        }
        for line in &lines {
            writeln!(out, "{line}").unwrap();
        }
        let Some((command, rest)) = lines.first().map(|line| line.split_once(' ').unwrap_or((line, ""))) else {
            continue;
        };
        if command.starts_with('>') {
            continue;
        }
        if command == "map" {
            leg = Some(Match::start(&read_map(rest, &lines[1..])?, Seed(0), 0));
            continue;
        }
        let leg = leg.as_mut().ok_or("no map yet")?;
        let shown = match command {
            "turn" => {
                step(leg, rest)?;
                show_turn(leg)
            }
            "idle" => {
                for _ in 0..rest.parse::<u32>().map_err(|_| "no number of turns")? {
                    step(leg, "")?;
                }
                show_turn(leg)
            }
            "view" => show_view(leg, seat(rest)?),
            "setup" => show_setup(leg, seat(rest)?),
            _ => return Err(format!("no command: {command}")),
        };
        for line in shown.lines() {
            writeln!(out, "= {}", line.trim_end()).unwrap();
        }
    }
    Ok(out)
}

fn step(leg: &mut Match, orders: &str) -> Result<(), String> {
    let mut bytes = [vec![0; 1000], vec![0; 1000]];
    let mut raw = [None, None];
    let [a, b] = &mut bytes;
    let mut writers = [OrderWriter::new(a, game::GOLD_HUNTER), OrderWriter::new(b, game::GOLD_HUNTER)];
    for order in orders.split(',').map(str::trim).filter(|order| !order.is_empty()) {
        let words: Vec<&str> = order.split_whitespace().collect();
        let seat = seat(&words[0][..1])?.index();
        if let ["a" | "b", "bytes", hex] = words[..] {
            raw[seat] = Some(hex::decode(hex).map_err(|problem| problem.to_string())?);
            continue;
        }
        let player = words[0][1..].parse().map_err(|_| format!("no player: {order}"))?;
        let order = match words[1..] {
            ["move"] => Order::advance(player),
            ["fire"] => Order::fire(player),
            ["rotate", word] => match Direction::ALL.into_iter().find(|direction| direction.name() == word) {
                Some(direction) => Order::rotate(player, direction),
                None => Order {
                    direction: word.parse().map_err(|_| format!("no direction: {order}"))?,
                    ..Order::rotate(player, Direction::Up)
                },
            },
            ["kind", code] => {
                Order { player, kind: code.parse().map_err(|_| format!("no kind: {order}"))?, direction: 0 }
            }
            _ => return Err(format!("no order: {order}")),
        };
        assert!(writers[seat].push(order));
    }
    let [a, b] = writers.map(OrderWriter::finish);
    let orders = BothSeats([raw[0].as_deref().unwrap_or(a), raw[1].as_deref().unwrap_or(b)]);
    leg.step(orders.map(|orders| SeatInput { orders, bank_left: 0 }));
    Ok(())
}

fn show_turn(leg: &Match) -> String {
    let mut out = show_board(leg);
    for event in leg.events() {
        writeln!(out, "{}", show_event(event)).unwrap();
    }
    for rejection in leg.rejections() {
        let reason = rejection.reason.code();
        writeln!(out, "{}{} rejected, order {}: {reason}", rejection.seat, rejection.player, rejection.order).unwrap();
    }
    let standings = BothSeats::from_fn(|seat| leg.standing(seat));
    let [a, b] = &standings.0;
    let mut counts = vec![format!("gold {}:{}", a.score, b.score)];
    for (a, b) in a.tie_breaks.iter().zip(&b.tie_breaks) {
        assert_eq!(a.name, b.name);
        counts.push(format!("{} {}:{}", a.name, a.count, b.count));
    }
    writeln!(out, "{}", counts.join(", ")).unwrap();
    if let Some(end) = leg.end() {
        let ending = match end.ending {
            Ending::Majority => "majority",
            Ending::TurnsOver => "turns over",
            Ending::ReplayOnAnotherMap => "replay on another map",
            other => panic!("the rules do not end a leg by {other:?}"),
        };
        let winner = end.winner.map_or("nobody wins".to_owned(), |seat| format!("{seat} wins"));
        writeln!(out, "end after turn {}: {ending}, {winner}", leg.turn()).unwrap();
    }
    out
}

fn show_event(event: &Event) -> String {
    let mut line = match (event.seat, event.player) {
        (Some(seat), Some(player)) => format!("{seat}{player} {}", event.kind),
        _ => event.kind.to_owned(),
    };
    write!(line, " {},{}", event.at.x, event.at.y).unwrap();
    if let Some(other) = event.other {
        write!(line, " | {},{}", other.x, other.y).unwrap();
    }
    if let Some(value) = event.value {
        match event.kind {
            "rotated" | "bullet-destroyed" => write!(line, " {}", arrow(direction(value))).unwrap(),
            _ => write!(line, " {value}").unwrap(),
        }
    }
    if let Some(reason) = event.reason {
        write!(line, " ({reason})").unwrap();
    }
    line
}

fn show_board(leg: &Match) -> String {
    let state = leg.state();
    let size = leg.draw(None).size();
    let mut tokens = vec![String::new(); size.cells()];
    let mut add = |item: &Value, token: String| tokens[size.index(cell_of(item))].push_str(&token);
    for (seat, team) in Seat::BOTH.into_iter().zip(list(&state["teams"])) {
        for player in list(&team["players"]).iter().filter(|player| player["alive"] == true) {
            add(player, format!("{seat}{}{}", player["id"], arrow_of(&player["facing"])));
        }
    }
    for bullet in list(&state["bullets"]) {
        let sign = if bullet["age"] == 0 { 'o' } else { '*' };
        add(bullet, format!("{sign}{}", arrow_of(&bullet["direction"])));
    }
    for gold in list(&state["gold"]) {
        let dug = if gold["dug"] == 0 { String::new() } else { format!("/{}", gold["dug"]) };
        add(gold, format!("${}{dug}", gold["value"]));
    }
    let drawing = leg.draw(None);
    let obstacles = drawing.rows().flatten().map(|glyph| glyph.symbol == '#');
    for (token, obstacle) in tokens.iter_mut().zip(obstacles) {
        if token.is_empty() {
            token.push(if obstacle { '#' } else { '.' });
        }
    }
    show_grid(size, &tokens)
}

fn show_view(leg: &mut Match, seat: Seat) -> String {
    let size = leg.draw(None).size();
    let mut buffer = vec![0xaa; leg.message_bytes_max()];
    let length = leg.write_view(seat, 7, &mut buffer);
    let view = abi::View::parse(&buffer[..length]).unwrap();
    let common = view.common;
    let mut out = String::new();
    let mut tokens = vec!["?".to_owned(); size.cells()];
    for cell in view.cells.iter() {
        let state = match (cell.is_obstacle(), cell.has_bullet(), cell.has_player()) {
            (true, false, false) => "#",
            (false, true, false) => "*",
            (false, false, true) => "p",
            (false, true, true) => "%",
            (false, false, false) => ".",
            _ => panic!("something is in an obstacle"),
        };
        tokens[size.index(Cell::new(cell.x, cell.y))] = state.to_owned();
    }
    out.push_str(&show_grid(size, &tokens));
    let (own, opponent) = (common.own_score, common.opponent_score);
    writeln!(out, "turn {}, own score {own}, opponent score {opponent}, fuel {}", common.turn, common.fuel).unwrap();
    for abi::Player { id, x, y, kind, facing, ammo } in view.players.iter() {
        writeln!(out, "own {id} {} {x},{y} {} ammo {ammo}", kind_word(kind), arrow(facing)).unwrap();
    }
    for abi::Opponent { id, x, y, kind, facing } in view.opponents.iter() {
        writeln!(out, "opponent {id} {} {x},{y} {}", kind_word(kind), arrow(facing)).unwrap();
    }
    for abi::Bullet { x, y, direction } in view.bullets.iter() {
        writeln!(out, "bullet {x},{y} {}", arrow(direction)).unwrap();
    }
    for abi::Gold { x, y, value, dug } in view.gold.iter() {
        writeln!(out, "gold {x},{y} value {value} dug {dug}").unwrap();
    }
    out
}

fn show_setup(leg: &Match, seat: Seat) -> String {
    let limits = SetupLimits { orders_per_player: 4, ..SetupLimits::default() };
    let mut buffer = vec![0xaa; leg.message_bytes_max()];
    let length = leg.write_setup(seat, &limits, &mut buffer);
    let abi::Setup { common, hunters, workers, ammo } = abi::Setup::parse(&buffer[..length]).unwrap();
    let told = format!(
        "board {}x{}, hunters {hunters}, workers {workers}, ammo {ammo}, turns {}, turn {}, max orders {}, {length} bytes",
        common.width, common.height, common.turns, common.turn, common.max_orders
    );
    let without_limits = botpit_abi::Setup {
        width: common.width,
        height: common.height,
        turns: common.turns,
        turn: common.turn,
        max_orders: common.max_orders,
        ..botpit_abi::Setup::default()
    };
    assert_eq!(common, without_limits, "a setup tells a limit that nobody gave");
    told
}

fn show_grid(size: Size, tokens: &[String]) -> String {
    let width = tokens.iter().map(String::len).max().unwrap_or(1);
    let mut out = String::new();
    for row in tokens.chunks_exact(usize::from(size.width)) {
        let padded: Vec<String> = row.iter().map(|token| format!("{token:width$}")).collect();
        writeln!(out, "  {}", padded.join(" ")).unwrap();
    }
    out
}

/// Reads `hunters 1 workers 2 ammo 3 turns 4` and the drawn board.
fn read_map(parameters: &str, rows: &[&str]) -> Result<Map, String> {
    let words: Vec<&str> = parameters.split_whitespace().collect();
    let parameter = |name: &str| -> Result<u32, String> {
        let at = words.iter().position(|&word| word == name).ok_or(format!("the map has no `{name}`"))?;
        words.get(at + 1).and_then(|word| word.parse().ok()).ok_or(format!("`{name}` has no number"))
    };
    let board: Vec<Vec<&str>> = rows.iter().map(|row| row.split_whitespace().collect()).collect();
    let size = Size { width: board[0].len() as u16, height: board.len() as u16 };
    if board.iter().any(|row| row.len() != usize::from(size.width)) {
        return Err("rows of different lengths".to_owned());
    }
    let mut obstacles = Vec::new();
    let mut gold = Vec::new();
    let mut players = BothSeats([BTreeMap::new(), BTreeMap::new()]);
    for (cell, token) in size.iter().zip(board.iter().flatten()) {
        obstacles.push(*token == "#");
        let (player, value) = token.split_once('$').map_or((*token, None), |(player, value)| (player, Some(value)));
        if let Some(value) = value {
            gold.push(Deposit { at: cell, value: value.parse().map_err(|_| format!("no value: {token}"))? });
        }
        if player.starts_with(['a', 'b']) {
            let (id, facing) = player[1..].split_at(player.len() - 2);
            let id: u32 = id.parse().map_err(|_| format!("no player: {token}"))?;
            let facing = facing_of(facing).ok_or(format!("no facing: {token}"))?;
            players[seat(&player[..1])?].insert(id, Placement { at: cell, facing });
        } else if !matches!(player, "" | "." | "#") {
            return Err(format!("no cell: {token}"));
        }
    }
    let hunters = parameter("hunters")?;
    let (turns, ammo, workers) = (parameter("turns")?, parameter("ammo")?, parameter("workers")?);
    let of = |seat: Seat, hunting: bool| -> Vec<Placement> {
        players[seat].iter().filter(|&(&id, _)| (id < hunters) == hunting).map(|(_, &placement)| placement).collect()
    };
    for seat in Seat::BOTH {
        if players[seat].keys().copied().ne(0..hunters + workers) {
            return Err(format!("team {seat} has not the players 0 to {}", hunters + workers - 1));
        }
    }
    Map::new(MapDraft {
        name: "golden".to_owned(),
        turns,
        size,
        obstacles,
        gold,
        ammo,
        hunters: BothSeats::from_fn(|seat| of(seat, true)),
        workers: BothSeats::from_fn(|seat| of(seat, false)),
    })
    .map_err(|problem| problem.to_string())
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/gold-hunter")
}

fn scenario_files() -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    files.sort();
    assert!(!files.is_empty());
    files
}

fn seat(word: &str) -> Result<Seat, String> {
    Seat::BOTH.into_iter().find(|seat| seat.to_string() == word).ok_or(format!("no team: {word}"))
}

fn direction(code: u32) -> Direction {
    Direction::from_code(code as u8).unwrap()
}

fn arrow(direction: Direction) -> char {
    ['^', '>', 'v', '<'][usize::from(direction.code())]
}

fn facing_of(arrow_word: &str) -> Option<Direction> {
    Direction::ALL.into_iter().find(|&direction| arrow_word == arrow(direction).to_string())
}

fn arrow_of(name: &Value) -> char {
    arrow(Direction::ALL.into_iter().find(|direction| name == direction.name()).unwrap())
}

fn kind_word(kind: abi::PlayerKind) -> &'static str {
    match kind {
        abi::PlayerKind::Hunter => "hunter",
        abi::PlayerKind::Worker => "worker",
    }
}

fn cell_of(item: &Value) -> Cell {
    serde_json::from_value(item["at"].clone()).unwrap()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}
