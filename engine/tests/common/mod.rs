//! Random maps and orders of Gold Hunter for property tests.

use botpit_abi::{Direction, Order, OrderWriter, game};
use botpit_engine::gold_hunter::{Deposit, Map, MapDraft, Placement};
use botpit_engine::{BothSeats, Size};
use proptest::prelude::*;

/// Small and crowded maps, so that players and bullets meet.
pub(crate) fn maps() -> impl Strategy<Value = Map> {
    let counts = (0..=5usize, 0..=3usize).prop_filter("a team without players", |(h, w)| h + w > 0);
    (1..=9u16, 1..=9u16, counts)
        .prop_filter("no room", |(width, height, (h, w))| usize::from(width * height) >= 2 * (h + w))
        .prop_flat_map(|(width, height, counts)| {
            let size = Size { width, height };
            let cells = size.cells();
            let shuffled = || Just((0..cells).collect::<Vec<usize>>()).prop_shuffle();
            let facings = prop::collection::vec(directions(), 2 * (counts.0 + counts.1));
            let gold = prop::collection::vec(1..=5u32, 0..=6);
            (Just((size, counts)), shuffled(), shuffled(), facings, gold, 0..=9u32, 0..=20usize, 1..=40u32)
        })
        .prop_map(|((size, (hunters, workers)), places, gold_places, facings, gold, ammo, obstacles, turns)| {
            let players = 2 * (hunters + workers);
            let mut blocked = vec![false; size.cells()];
            for &place in places[players..].iter().take(obstacles * size.cells() / 100) {
                blocked[place] = true;
            }
            let ground = gold_places.into_iter().filter(|&place| !blocked[place]);
            let gold = ground.zip(gold).map(|(place, value)| Deposit { at: size.cell(place), value }).collect();
            let placements: Vec<Placement> = places[..players]
                .iter()
                .zip(facings)
                .map(|(&place, facing)| Placement { at: size.cell(place), facing })
                .collect();
            let (a, b) = placements.split_at(players / 2);
            Map::new(MapDraft {
                name: "random".to_owned(),
                turns,
                size,
                obstacles: blocked,
                gold,
                ammo,
                hunters: BothSeats([a, b]).map(|team| team[..hunters].to_vec()),
                workers: BothSeats([a, b]).map(|team| team[hunters..].to_vec()),
            })
            .expect("a legal map")
        })
}

fn directions() -> impl Strategy<Value = Direction> {
    prop::sample::select(Direction::ALL.to_vec())
}

/// A turn's orders of both teams: mostly possible ones, now and then one that cannot be.
pub(crate) fn turn_orders() -> impl Strategy<Value = BothSeats<Vec<Order>>> {
    (answers(), answers()).prop_map(|(a, b)| BothSeats([a, b]))
}

fn answers() -> impl Strategy<Value = Vec<Order>> {
    let kinds = prop_oneof![3 => Just(1u8), 5 => Just(2u8), 10 => Just(3u8), 1 => any::<u8>()];
    let directions = prop_oneof![20 => 0..4u8, 1 => any::<u8>()];
    let order = (0..9u16, kinds, directions).prop_map(|(player, kind, direction)| Order { player, kind, direction });
    prop::collection::vec(order, 0..14)
}

/// The bytes of an answer.
pub(crate) fn answer(orders: &[Order]) -> Vec<u8> {
    let mut bytes = vec![0; 16 + 4 * orders.len()];
    let mut writer = OrderWriter::new(&mut bytes, game::GOLD_HUNTER);
    for &order in orders {
        assert!(writer.push(order));
    }
    writer.finish().to_vec()
}
