//! The golden scenarios of Capture the Flag.
//!
//! A board is drawn with blanks between its cells: `#` wall, `.` free, `H` and `h` the bases of A and B, `A0` player 0
//! of team A, `a1` flag 1 that A defends, `,1` its spawn point without it, `A0*2` a player that carries flag 2.
//! `turn` plays a turn with orders (`a0 left`, and for what cannot be `a0 move 7`, `a0 kind 9`, `a bytes 00ff`), `idle`
//! several without; `banks` says what both banks hold from now on. `view` and `setup` show what a team is told, and
//! `check` what a check of the map finds.

use std::fmt::Write as _;

use botpit_abi::capture_the_flag as abi;
use botpit_abi::{Direction, Order, game};
use botpit_engine::capture_the_flag::{CaptureTheFlag, Map, MapDraft, Match, MatchOptions, Team};
use botpit_engine::{BothSeats, Cell, Game, GameMap, Seat, SeatInput, Seed, SetupLimits, Size};
use serde_json::Value;

use crate::common::{Scenarios, direction, read_answers, seat, show_end, show_event, show_grid, show_rejections};

const SCENARIOS: Scenarios<Leg> = Scenarios { folder: "capture-the-flag", begin: Leg::begin, command: Leg::command };

#[test]
fn every_scenario_goes_as_the_rules_say() {
    SCENARIOS.check();
}

#[test]
fn the_table_names_every_scenario_by_the_sentence_that_it_quotes() {
    SCENARIOS.check_table();
}

#[test]
fn the_table_names_tests_that_there_are() {
    let sources = [include_str!("maps.rs"), include_str!("properties.rs")].concat();
    let table = include_str!("../golden/capture-the-flag/SENTENCES.md");
    let mut named = 0;
    for name in table.split(['|', ',']).filter_map(|entry| entry.trim().strip_prefix("test: ")) {
        assert!(sources.contains(&format!("fn {name}(")), "there is no test {name}");
        named += 1;
    }
    assert!(named > 0);
}

struct Leg {
    game: Match,
    map: Map,
    banks: BothSeats<u64>,
}

impl Leg {
    fn begin(parameters: &str, rows: &[&str]) -> Result<Leg, String> {
        let mut options = MatchOptions::default();
        let mut words = parameters.split_whitespace();
        while let (Some(name), Some(value)) = (words.next(), words.next()) {
            match (name, value) {
                ("turns", number) => options.turns = number.parse().ok(),
                ("jail", "captor-base") => options.jail = abi::Jail::CaptorBase,
                _ => return Err(format!("no parameter: {name} {value}")),
            }
        }
        let map = read_map(rows)?;
        Ok(Leg { game: Match::start(&map, options, Seed(0), 0), map, banks: BothSeats([9, 9]) })
    }

    fn command(&mut self, command: &str, rest: &str) -> Result<String, String> {
        match command {
            "turn" => self.step(rest)?,
            "idle" => {
                for _ in 0..rest.parse::<u32>().map_err(|_| "no number of turns")? {
                    self.step("")?;
                }
            }
            "banks" => {
                let banks: Vec<u64> = rest.split_whitespace().filter_map(|word| word.parse().ok()).collect();
                self.banks = BothSeats(banks.try_into().map_err(|_| "banks are two numbers")?);
                return Ok(String::new());
            }
            "view" => return Ok(self.show_view(seat(rest)?)),
            "setup" => return Ok(self.show_setup(seat(rest)?)),
            "check" => {
                let line = |finding: &botpit_engine::Finding| format!("{:?} {}\n", finding.severity, finding.code);
                return Ok(self.map.check().iter().map(line).collect());
            }
            _ => return Err(format!("no command: {command}")),
        }
        Ok(self.show_turn())
    }

    fn step(&mut self, orders: &str) -> Result<(), String> {
        let answers = read_answers(orders, game::CAPTURE_THE_FLAG, |player, words| {
            let step = Order::step(player, Direction::Up);
            match *words {
                ["move", code] => Some(Order { direction: code.parse().ok()?, ..step }),
                ["kind", kind] => Some(Order { kind: kind.parse().ok()?, ..step }),
                [word] => Some(Order::step(player, direction(word)?)),
                _ => None,
            }
        })?;
        let banks = self.banks;
        self.game.step(BothSeats::from_fn(|seat| SeatInput { orders: &answers[seat], bank_left: banks[seat] }));
        Ok(())
    }

    fn show_turn(&self) -> String {
        let mut out = self.show_board();
        for event in self.game.events() {
            out += &show_event(&CaptureTheFlag, event, |_, number| number.to_string());
            out.push('\n');
        }
        out += &show_rejections(&self.game);
        let [a, b] = Seat::BOTH.map(|seat| self.game.standing(seat));
        assert!(a.tie_breaks.is_empty() && b.tie_breaks.is_empty());
        writeln!(out, "score {}:{}", a.score, b.score).unwrap();
        out + &show_end(&self.game)
    }

    fn show_board(&self) -> String {
        let size = self.map.size();
        let state = self.game.state();
        let mut tokens: Vec<String> =
            size.iter().map(|cell| if self.map.is_wall(cell) { "#" } else { "." }.to_owned()).collect();
        let mut captured = String::new();
        for (seat, team) in Seat::BOTH.into_iter().zip(list(&state["teams"])) {
            let [base, flag, player] = letters(seat);
            tokens[size.index(cell_of(&team["base"]))] = base.to_string();
            for item in list(&team["flags"]) {
                let letter = if item["at_home"] == true { flag } else { ',' };
                tokens[size.index(cell_of(&item["at"]))] = format!("{letter}{}", item["id"]);
            }
            for item in list(&team["players"]) {
                let at = cell_of(&item["at"]);
                let carried = item["flag"].as_u64().map(|flag| format!("*{flag}")).unwrap_or_default();
                if let Some(turn) = item["captured_since"].as_u64() {
                    writeln!(captured, "{player}{} captured at {},{} since {turn}", item["id"], at.x, at.y).unwrap();
                    assert_eq!(carried, "", "a captured player carries nothing");
                } else {
                    tokens[size.index(at)] = format!("{player}{}{carried}", item["id"]);
                }
            }
        }
        show_grid(size, &tokens) + &captured
    }

    fn show_view(&mut self, seat: Seat) -> String {
        let mut buffer = vec![0xaa; self.game.message_bytes_max()];
        let length = self.game.write_view(seat, self.banks[seat], &mut buffer);
        let view = abi::View::parse(&buffer[..length]).unwrap();
        let mut out = String::new();
        for line in std::str::from_utf8(view.board).unwrap().split('\n') {
            writeln!(out, "  {line}").unwrap();
        }
        let common = view.common;
        let (own, opponent) = (common.own_score, common.opponent_score);
        writeln!(out, "turn {}, own score {own}, opponent score {opponent}, bank {}", common.turn, common.fuel)
            .unwrap();
        for abi::Player { id, x, y, flag, captured, captured_since } in view.players.iter() {
            let captured = if captured { format!(", captured since {captured_since}") } else { String::new() };
            writeln!(out, "own {id} at {x},{y}{}{captured}", carries(flag)).unwrap();
        }
        for abi::Opponent { id, x, y, flag } in view.opponents.iter() {
            writeln!(out, "opponent {id} at {x},{y}{}", carries(flag)).unwrap();
        }
        for (whose, flags) in [("own", view.own_flags), ("opponent", view.opponent_flags)] {
            for abi::Flag { id, x, y, at_home } in flags.iter() {
                writeln!(out, "{whose} flag {id} of {x},{y} {}", if at_home { "at home" } else { "taken" }).unwrap();
            }
        }
        for abi::CapturedOpponent { id } in view.captured_opponents.iter() {
            writeln!(out, "opponent {id} captured").unwrap();
        }
        out
    }

    fn show_setup(&self, seat: Seat) -> String {
        let limits = SetupLimits { fuel_bank: 100, fault_cost: 7, orders_per_player: 4, ..SetupLimits::default() };
        let mut buffer = vec![0xaa; self.game.message_bytes_max()];
        let length = self.game.write_setup(seat, &limits, &mut buffer);
        let setup = abi::Setup::parse(&buffer[..length]).unwrap();
        let common = setup.common;
        let mut out = String::new();
        for row in setup.walls.chunks_exact(common.width.into()) {
            let row: String = row.iter().map(|wall| if *wall == 1 { '#' } else { '.' }).collect();
            writeln!(out, "  {row}").unwrap();
        }
        let places = |places: botpit_abi::Records<'_, abi::Position>| -> String {
            places.iter().map(|abi::Position { x, y }| format!(" {x},{y}")).collect()
        };
        writeln!(out, "board {}x{}, turns {}, turn {}", common.width, common.height, common.turns, common.turn)
            .unwrap();
        writeln!(out, "players {}, flags {}, jail {:?}", setup.players, setup.flags, setup.jail).unwrap();
        writeln!(out, "own half is right: {}", setup.own_half_is_right).unwrap();
        writeln!(out, "own base {},{}", setup.own_base.x, setup.own_base.y).unwrap();
        writeln!(out, "opponent base {},{}", setup.opponent_base.x, setup.opponent_base.y).unwrap();
        writeln!(out, "own spawns{}", places(setup.own_spawns)).unwrap();
        writeln!(out, "opponent spawns{}", places(setup.opponent_spawns)).unwrap();
        let (bank, cost, most) = (common.fuel_bank, setup.fault_cost, common.max_orders);
        writeln!(out, "bank {bank}, fault cost {cost}, max orders {most}").unwrap();
        out
    }
}

fn carries(flag: u16) -> String {
    if flag == abi::NO_FLAG { String::new() } else { format!(", carries flag {flag}") }
}

/// A team's base, flags and players, as they are drawn.
fn letters(seat: Seat) -> [char; 3] {
    match seat {
        Seat::A => ['H', 'a', 'A'],
        Seat::B => ['h', 'b', 'B'],
    }
}

/// Reads a drawn board; the numbers in it have to be those that the map gives.
fn read_map(rows: &[&str]) -> Result<Map, String> {
    let board: Vec<Vec<&str>> = rows.iter().map(|row| row.split_whitespace().collect()).collect();
    let size = Size { width: board[0].len() as u16, height: board.len() as u16 };
    if board.iter().any(|row| row.len() != usize::from(size.width)) {
        return Err("rows of different lengths".to_owned());
    }
    let mut teams = BothSeats([Team::default(), Team::default()]);
    let mut walls = Vec::new();
    let mut numbered = Vec::new();
    for (cell, token) in size.iter().zip(board.iter().flatten()) {
        walls.push(*token == "#");
        let (letter, number) = (token.chars().next().unwrap_or('.'), token[1..].parse::<usize>().ok());
        for seat in Seat::BOTH {
            let [base, flag, player] = letters(seat);
            let team = &mut teams[seat];
            match letter {
                _ if letter == base => team.base = cell,
                _ if letter == flag => team.flags.push(cell),
                _ if letter == player => team.players.push(cell),
                _ => continue,
            }
            numbered.extend(number.map(|number| (seat, letter, number, cell)));
        }
    }
    let draft = MapDraft { name: "golden".to_owned(), turns: 1000, size, walls, teams };
    let map = Map::new(draft).map_err(|problem| problem.to_string())?;
    for (seat, letter, number, cell) in numbered {
        let team = &map.parts().teams[seat];
        let cells = if letter == letters(seat)[1] { &team.flags } else { &team.players };
        if cells.get(number) != Some(&cell) {
            return Err(format!("{letter}{number} is not the number of the one at {cell}"));
        }
    }
    Ok(map)
}

fn cell_of(value: &Value) -> Cell {
    serde_json::from_value(value.clone()).unwrap()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}
