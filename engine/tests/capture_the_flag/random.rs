//! Random maps and orders for property tests, and what tests read of a leg.

use botpit_abi::{Order, OrderWriter, capture_the_flag::Jail, game};
use botpit_engine::capture_the_flag::{Map, MapDraft, Match, MatchOptions, Team};
use botpit_engine::{BothSeats, Cell, Game, Seat, SeatInput, Size};
use proptest::prelude::*;
use serde_json::Value;

/// Small and crowded maps, so that players meet; most are not symmetric.
pub(crate) fn maps() -> impl Strategy<Value = Map> {
    let counts = (1..=5usize, 1..=3usize);
    (1..=5u16, 1..=9u16, counts)
        .prop_filter("no room", |(half, height, (players, flags))| {
            usize::from(2 * half * height) >= 2 * (1 + players + flags) + 4
        })
        .prop_flat_map(|(half, height, counts)| {
            let size = Size { width: 2 * half, height };
            let places = Just((0..size.cells()).collect::<Vec<usize>>()).prop_shuffle();
            (Just((size, counts)), places, 0..=35usize, 1..=60u32)
        })
        .prop_filter_map("a base at an enemy flag", |((size, (players, flags)), places, walls, turns)| {
            let mut cells = places.iter().map(|&place| size.cell(place));
            let mut team = || Team {
                base: cells.next().unwrap(),
                players: cells.by_ref().take(players).collect(),
                flags: cells.by_ref().take(flags).collect(),
            };
            let teams = BothSeats([team(), team()]);
            let mut walled = vec![false; size.cells()];
            for cell in cells.take(walls * size.cells() / 100) {
                walled[size.index(cell)] = true;
            }
            Map::new(MapDraft { name: "random".to_owned(), turns, size, walls: walled, teams }).ok()
        })
}

pub(crate) fn options() -> impl Strategy<Value = MatchOptions> {
    prop::sample::select(vec![Jail::OwnBase, Jail::CaptorBase]).prop_map(|jail| MatchOptions { turns: None, jail })
}

/// A turn's orders of both teams: mostly possible ones, now and then one that cannot be.
pub(crate) fn turn_orders() -> impl Strategy<Value = BothSeats<Vec<Order>>> {
    (answers(), answers()).prop_map(|(a, b)| BothSeats([a, b]))
}

fn answers() -> impl Strategy<Value = Vec<Order>> {
    let kinds = prop_oneof![15 => Just(2u8), 1 => any::<u8>()];
    let directions = prop_oneof![20 => 0..4u8, 1 => any::<u8>()];
    let order = (0..6u16, kinds, directions).prop_map(|(player, kind, direction)| Order { player, kind, direction });
    prop::collection::vec(order, 0..9)
}

/// The bytes of an answer.
pub(crate) fn answer(orders: &[Order]) -> Vec<u8> {
    let mut bytes = vec![0; 16 + 4 * orders.len()];
    let mut writer = OrderWriter::new(&mut bytes, game::CAPTURE_THE_FLAG);
    for &order in orders {
        assert!(writer.push(order));
    }
    writer.finish().to_vec()
}

/// Plays a turn with something left in both banks.
pub(crate) fn step(leg: &mut Match, answers: BothSeats<&[u8]>) {
    leg.step(answers.map(|orders| SeatInput { orders, bank_left: 1 }));
}

pub(crate) fn step_orders(leg: &mut Match, orders: &BothSeats<Vec<Order>>) {
    let answers = BothSeats::from_fn(|seat| answer(&orders[seat]));
    step(leg, BothSeats::from_fn(|seat| answers[seat].as_slice()));
}

pub(crate) fn view(leg: &mut Match, seat: Seat, bank: u64) -> Vec<u8> {
    let mut buffer = vec![0xaa; leg.message_bytes_max()];
    let length = leg.write_view(seat, bank, &mut buffer);
    buffer.truncate(length);
    buffer
}

/// A player as the state has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Player {
    pub(crate) seat: Seat,
    pub(crate) id: u16,
    pub(crate) at: Cell,
    pub(crate) captured: Option<u32>,
    pub(crate) flag: Option<u16>,
}

/// All players of a state, A's by id and then B's.
pub(crate) fn players(state: &Value) -> Vec<Player> {
    let number = |value: &Value| value.as_u64().map(|number| number as u32);
    let mut players = Vec::new();
    for (seat, team) in Seat::BOTH.into_iter().zip(state["teams"].as_array().unwrap()) {
        players.extend(team["players"].as_array().unwrap().iter().map(|player| Player {
            seat,
            id: number(&player["id"]).unwrap() as u16,
            at: cell(&player["at"]),
            captured: number(&player["captured_since"]),
            flag: number(&player["flag"]).map(|flag| flag as u16),
        }));
    }
    players
}

pub(crate) fn scores(state: &Value) -> BothSeats<u64> {
    BothSeats::from_fn(|seat| state["teams"][seat.index()]["score"].as_u64().unwrap())
}

pub(crate) fn cell(value: &Value) -> Cell {
    serde_json::from_value(value.clone()).unwrap()
}
