//! What holds on any map and for any orders.

mod common;

use botpit_abi::{Direction, Order, OrderList, game, gold_hunter as abi, order_kind};
use botpit_engine::gold_hunter::{Deposit, Map, MapDraft, Match, Placement};
use botpit_engine::{BothSeats, Cell, Event, Game, GameEnd, RejectionReason, Seat, SeatInput, Seed, Size};
use common::{answer, maps, turn_orders};
use proptest::prelude::*;
use serde_json::Value;

proptest! {
    #[test]
    fn any_bytes_are_orders(
        map in maps(),
        answers in prop::collection::vec([any_answer(), any_answer()], 1..20),
    ) {
        let mut leg = Match::start(&map, Seed(1), 0);
        for answers in &answers {
            if leg.end().is_some() {
                break;
            }
            step(&mut leg, BothSeats([&answers[0], &answers[1]]));
            for (seat, bytes) in Seat::BOTH.into_iter().zip(answers) {
                let of_seat = || leg.rejections().iter().filter(move |rejection| rejection.seat == seat);
                match OrderList::parse(bytes, game::GOLD_HUNTER) {
                    Err(_) => {
                        prop_assert_eq!(of_seat().count(), 1);
                        prop_assert!(of_seat().all(|rejection| rejection.reason == RejectionReason::Malformed));
                        prop_assert!(!leg.events().iter().any(|event| event.seat == Some(seat) && is_ordered(event)));
                    }
                    Ok(orders) => for rejection in of_seat() {
                        let order = orders.iter().nth(rejection.order as usize);
                        prop_assert_eq!(order.map(|order| order.player), Some(rejection.player));
                    }
                }
            }
            views(&mut leg);
        }
    }

    #[test]
    fn after_any_turn_the_board_is_in_order(
        map in maps(),
        turns in prop::collection::vec(turn_orders(), 1..40),
    ) {
        let mut leg = Match::start(&map, Seed(2), 0);
        for orders in &turns {
            step_orders(&mut leg, orders);
            let state = leg.state();
            let players: Vec<Cell> = state["teams"].as_array().unwrap().iter()
                .flat_map(|team| team["players"].as_array().unwrap())
                .filter(|player| player["alive"] == true)
                .map(cell)
                .collect();
            let bullets: Vec<Cell> = state["bullets"].as_array().unwrap().iter().map(cell).collect();
            prop_assert!(all_different(&players), "two players in one cell: {:?}", players);
            prop_assert!(all_different(&bullets), "two bullets in one cell: {:?}", bullets);
            prop_assert!(players.iter().chain(&bullets).all(|&cell| !map.is_obstacle(cell)));
            for phase in [&["rotated"][..], &["moved", "stayed"], &["fired"], &["dug", "extracted"]] {
                let of_phase = leg.events().iter().filter(|event| phase.contains(&event.kind));
                prop_assert!(of_phase.map(|event| (event.seat, event.player)).is_sorted(), "{:?}", leg.events());
            }
            for bullet in state["bullets"].as_array().unwrap() {
                prop_assert!(bullet["age"] == 0 || !players.contains(&cell(bullet)), "a player lives in a bullet");
            }
            let left: u64 = state["gold"].as_array().unwrap().iter().map(|gold| gold["value"].as_u64().unwrap()).sum();
            let won: u64 = Seat::BOTH.into_iter().map(|seat| leg.standing(seat).score).sum();
            prop_assert_eq!(left + won, map.total_gold());
        }
        prop_assert!(leg.turn() <= map.parts().turns);
        prop_assert_eq!(leg.end().is_some() , leg.turn() == map.parts().turns || has_majority(&leg, &map));
    }

    #[test]
    fn the_same_inputs_give_the_same_hashes_and_views(
        map in maps(),
        turns in prop::collection::vec(turn_orders(), 1..20),
    ) {
        let mut legs = [Match::start(&map, Seed(3), 1), Match::start(&map, Seed(3), 1)];
        prop_assert_ne!(legs[0].hash(), Match::start(&map, Seed(4), 1).hash());
        prop_assert_ne!(legs[0].hash(), Match::start(&map, Seed(3), 0).hash());
        for orders in &turns {
            // Asking for views, more often or less, is no input.
            views(&mut legs[0]);
            for leg in &mut legs {
                step_orders(leg, orders);
            }
            prop_assert_eq!(legs[0].hash(), legs[1].hash());
            let [first, second] = &mut legs;
            prop_assert_eq!(views(first), views(second));
        }
    }

    #[test]
    fn other_order_bytes_give_another_hash_even_when_they_do_the_same(map in maps()) {
        let mut legs = [Match::start(&map, Seed(5), 0), Match::start(&map, Seed(5), 0)];
        step(&mut legs[0], BothSeats([&[], &[]]));
        step(&mut legs[1], BothSeats([&answer(&[]), &[]]));
        prop_assert_eq!(legs[0].state(), legs[1].state());
        prop_assert_ne!(legs[0].hash(), legs[1].hash());
    }

    #[test]
    fn a_turned_map_with_swapped_seats_gives_the_turned_game(
        map in maps(),
        turns in prop::collection::vec(turn_orders(), 1..40),
    ) {
        let mut leg = Match::start(&map, Seed(6), 0);
        let mut turned = Match::start(&turned_map(&map), Seed(6), 0);
        let size = map.parts().size;
        for orders in &turns {
            step_orders(&mut leg, orders);
            let [a, b] = orders.clone().map(|orders| orders.into_iter().map(turned_order).collect::<Vec<_>>()).0;
            step_orders(&mut turned, &BothSeats([b, a]));
            let [a, b] = views(&mut leg).map(|view| TurnedView::read(&view, |cell| cell, |direction| direction)).0;
            let turned_views = views(&mut turned).map(|view| {
                TurnedView::read(&view, |cell| size.turned(cell), Direction::opposite)
            });
            prop_assert_eq!(BothSeats([b, a]), turned_views);
            for seat in Seat::BOTH {
                prop_assert_eq!(leg.standing(seat), turned.standing(seat.other()));
            }
            let end = turned.end().map(|end| GameEnd { winner: end.winner.map(Seat::other), ..end });
            prop_assert_eq!(leg.end(), end);
        }
    }
}

/// Any bytes at all, or any bytes behind a sound header.
fn any_answer() -> impl Strategy<Value = Vec<u8>> {
    let orders = prop::collection::vec((any::<u16>(), any::<u8>(), any::<u8>()), 0..50);
    prop_oneof![
        prop::collection::vec(any::<u8>(), 0..80),
        orders.prop_map(|orders| {
            let order =
                |&(player, kind, direction): &(u16, u8, u8)| Order { player: player % 9, kind: kind % 5, direction };
            answer(&orders.iter().map(order).collect::<Vec<_>>())
        }),
    ]
}

fn step(leg: &mut Match, answers: BothSeats<&[u8]>) {
    leg.step(answers.map(|orders| SeatInput { orders, bank_left: 0 }));
}

fn step_orders(leg: &mut Match, orders: &BothSeats<Vec<Order>>) {
    let [a, b] = &orders.0;
    step(leg, BothSeats([&answer(a), &answer(b)]));
}

/// The views of both teams, in a buffer that is just as long as the leg asks for.
fn views(leg: &mut Match) -> BothSeats<Vec<u8>> {
    BothSeats::from_fn(|seat| {
        let mut buffer = vec![0xaa; leg.message_bytes_max()];
        let length = leg.write_view(seat, 9, &mut buffer);
        buffer.truncate(length);
        buffer
    })
}

/// Whether an event comes from an order.
fn is_ordered(event: &Event) -> bool {
    ["rotated", "moved", "stayed", "fired"].contains(&event.kind)
}

fn has_majority(leg: &Match, map: &Map) -> bool {
    Seat::BOTH.into_iter().any(|seat| 2 * leg.standing(seat).score > map.total_gold())
}

fn cell(item: &Value) -> Cell {
    serde_json::from_value(item["at"].clone()).unwrap()
}

fn all_different(cells: &[Cell]) -> bool {
    let mut sorted = cells.to_vec();
    sorted.sort();
    sorted.windows(2).all(|pair| pair[0] != pair[1])
}

fn turned_map(map: &Map) -> Map {
    let parts = map.parts().clone();
    let size: Size = parts.size;
    let turned = |placements: &Vec<Placement>| -> Vec<Placement> {
        let turn = |at: &Placement| Placement { at: size.turned(at.at), facing: at.facing.opposite() };
        placements.iter().map(turn).collect()
    };
    let swapped = |teams: &BothSeats<Vec<Placement>>| BothSeats::from_fn(|seat| turned(&teams[seat.other()]));
    Map::new(MapDraft {
        obstacles: parts.obstacles.iter().rev().copied().collect(),
        gold: parts.gold.iter().map(|gold| Deposit { at: size.turned(gold.at), value: gold.value }).collect(),
        hunters: swapped(&parts.hunters),
        workers: swapped(&parts.workers),
        ..parts
    })
    .unwrap()
}

fn turned_order(order: Order) -> Order {
    match Direction::from_code(order.direction) {
        Some(direction) if order.kind == order_kind::ROTATE => {
            Order { direction: direction.opposite().code(), ..order }
        }
        _ => order,
    }
}

/// A view as lists that do not depend on where its cells lie on the board.
#[derive(Debug, PartialEq)]
struct TurnedView {
    common: botpit_abi::View,
    players: Vec<(u16, Cell, Direction, u32)>,
    opponents: Vec<(u16, Cell, Direction)>,
    cells: Vec<(Cell, u8)>,
    bullets: Vec<(Cell, Direction)>,
    gold: Vec<(Cell, u32, u8)>,
}

impl TurnedView {
    fn read(bytes: &[u8], place: impl Fn(Cell) -> Cell, turn: impl Fn(Direction) -> Direction) -> TurnedView {
        let view = abi::View::parse(bytes).unwrap();
        let at = |x, y| place(Cell { x, y });
        let mut cells: Vec<_> = view.cells.iter().map(|cell| (at(cell.x, cell.y), cell.state)).collect();
        let mut bullets: Vec<_> =
            view.bullets.iter().map(|bullet| (at(bullet.x, bullet.y), turn(bullet.direction))).collect();
        let mut gold: Vec<_> = view.gold.iter().map(|gold| (at(gold.x, gold.y), gold.value, gold.dug)).collect();
        cells.sort();
        bullets.sort();
        gold.sort();
        let players = view.players.iter().map(|own| (own.id, at(own.x, own.y), turn(own.facing), own.ammo)).collect();
        let opponents = view.opponents.iter().map(|other| (other.id, at(other.x, other.y), turn(other.facing)));
        TurnedView { common: view.common, players, opponents: opponents.collect(), cells, bullets, gold }
    }
}
