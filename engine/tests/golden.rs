//! The golden scenarios of Gold Hunter.
//!
//! `map` draws the board: `#` obstacle, `.` ground, `$2` gold of value
//! 2, `a0>` player 0 of team A that faces right. `turn` plays a turn with orders (`a0 move`, `a0 rotate left`,
//! `a0 fire`, and for what cannot be `a0 rotate 7`, `a0 kind 9`, `a bytes 00ff`), `idle` several without, `view` and
//! `setup` show what a team is told. In expected boards
//! `*>` is a bullet in flight, `o>` one that waits where it was fired, `$2/1` gold of which one turn is dug; in views
//! `?` is not seen, `*` bullet, `p` player, `%` both.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use botpit_abi::{Direction, Order, game, gold_hunter as abi};
use botpit_engine::gold_hunter::{Deposit, GoldHunter, Map, MapDraft, Match, Placement};
use botpit_engine::{BothSeats, Cell, Event, Game, Seat, SeatInput, Seed, SetupLimits, Size};
use common::{Scenarios, read_answers, seat, show_end, show_event, show_grid, show_rejections};
use serde_json::Value;

#[path = "common/golden.rs"]
mod common;

const SCENARIOS: Scenarios<Match> = Scenarios { folder: "gold-hunter", begin, command };

#[test]
fn every_scenario_goes_as_the_rules_say() {
    SCENARIOS.check();
}

#[test]
fn the_table_names_every_scenario_by_the_sentence_that_it_quotes() {
    SCENARIOS.check_table();
}

fn begin(parameters: &str, rows: &[&str]) -> Result<Match, String> {
    Ok(Match::start(&read_map(parameters, rows)?, Seed(0), 0))
}

fn command(leg: &mut Match, command: &str, rest: &str) -> Result<String, String> {
    match command {
        "turn" => step(leg, rest)?,
        "idle" => {
            for _ in 0..rest.parse::<u32>().map_err(|_| "no number of turns")? {
                step(leg, "")?;
            }
        }
        "view" => return Ok(show_view(leg, seat(rest)?)),
        "setup" => return Ok(show_setup(leg, seat(rest)?)),
        _ => return Err(format!("no command: {command}")),
    }
    Ok(show_turn(leg))
}

fn step(leg: &mut Match, orders: &str) -> Result<(), String> {
    let answers = read_answers(orders, game::GOLD_HUNTER, |player, words| match *words {
        ["move"] => Some(Order::advance(player)),
        ["fire"] => Some(Order::fire(player)),
        ["rotate", word] => Some(match common::direction(word) {
            Some(direction) => Order::rotate(player, direction),
            None => Order { direction: word.parse().ok()?, ..Order::rotate(player, Direction::Up) },
        }),
        ["kind", code] => Some(Order { player, kind: code.parse().ok()?, direction: 0 }),
        _ => None,
    })?;
    leg.step(BothSeats::from_fn(|seat| SeatInput { orders: &answers[seat], bank_left: 0 }));
    Ok(())
}

fn show_turn(leg: &Match) -> String {
    let mut out = show_board(leg);
    for event in leg.events() {
        writeln!(out, "{}", show_event(&GoldHunter, event, show_value)).unwrap();
    }
    out += &show_rejections(leg);
    let standings = BothSeats::from_fn(|seat| leg.standing(seat));
    let [a, b] = &standings.0;
    let mut counts = vec![format!("gold {}:{}", a.score, b.score)];
    for (a, b) in a.tie_breaks.iter().zip(&b.tie_breaks) {
        assert_eq!(a.name, b.name);
        counts.push(format!("{} {}:{}", a.name, a.count, b.count));
    }
    writeln!(out, "{}", counts.join(", ")).unwrap();
    out + &show_end(leg)
}

/// Some numbers are codes of directions.
fn show_value(event: &Event, value: u32) -> String {
    match event.kind {
        "rotated" | "bullet-destroyed" => arrow(direction(value)).to_string(),
        _ => value.to_string(),
    }
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
