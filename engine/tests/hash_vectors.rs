//! The hash chain of a leg, built from its documented bytes, and pinned.

use botpit_abi::{Direction, Order, OrderWriter, game};
use botpit_engine::gold_hunter::{Deposit, Map, MapDraft, Match, Placement};
use botpit_engine::{BothSeats, Cell, Game, SeatInput, Seed, Size, StateHash};

#[test]
fn the_hashes_cover_the_documented_bytes() {
    let mut leg = Match::start(&map(), Seed(0x0102), 3);
    // Four columns, two rows, nine turns, five bullets; one obstacle; one deposit of 7 at (0, 1); a hunter and a worker
    // a team.
    let map = "0400 0200 09000000 05000000 0000010000000000 01000000 0000 0100 07000000 01000000 01000000 \
               0000 0000 01  0000 0100 02  0300 0000 03  0300 0100 00";
    let start = "0b000000 676f6c642d68756e746572 01000000 00000000 {length} {map} 0201000000000000 03000000";
    let length = hex(map).len() as u64;
    let start = start.replace("{length}", &hex::encode(length.to_le_bytes())).replace("{map}", map);
    assert_eq!(leg.hash(), hash(&[&hex(&start)]));
    assert_eq!(leg.hash().to_string(), PINNED[0]);

    // A's hunter fires, its worker digs; B moves nobody.
    let orders = "0100 0100 0300 1000 14000000 00000000 0000 03 00";
    let state = "01000000 00 00  0000000000000000 00000000 0100000000000000  0000000000000000 00000000 0000000000000000 \
                 01 0000 0000 01 04000000  01 0000 0100 02 00000000  01 0300 0000 03 05000000  01 0300 0100 00 00000000 \
                 01000000 0000 0000 01 00  01";
    check_turn(&mut leg, [Some(Order::fire(0)), None], state, [orders, ""], PINNED[1]);

    // The bullet goes on to (1, 0) and into the obstacle; B's worker goes up and stays, as the cell is held.
    let orders = "0100 0100 0300 1000 14000000 00000000 0100 02 00";
    let state = "02000000 00 00  0000000000000000 00000000 0100000000000000  0000000000000000 00000000 0000000000000000 \
                 01 0000 0000 01 04000000  01 0000 0100 02 00000000  01 0300 0000 03 05000000  01 0300 0100 00 00000000 \
                 00000000  02";
    check_turn(&mut leg, [None, Some(Order::advance(1))], state, ["", orders], PINNED[2]);

    // A has all the gold.
    let state = "03000000 01 01  0700000000000000 00000000 0100000000000000  0000000000000000 00000000 0000000000000000 \
                 01 0000 0000 01 04000000  01 0000 0100 02 00000000  01 0300 0000 03 05000000  01 0300 0100 00 00000000 \
                 00000000  03";
    check_turn(&mut leg, [None, None], state, ["", ""], PINNED[3]);
}

/// `hash(0)` to `hash(3)`. They change only with the version of the rules.
const PINNED: [&str; 4] = [
    "2f1ab7fe0375289e5e47ba0dceb1a372",
    "9a3d36cb5f8cf152393449459b6aaec8",
    "a1e436b31800236b2c92339ee71288d1",
    "46b99612d4d4724c8c7f9c52ebfd34fe",
];

fn check_turn(leg: &mut Match, orders: [Option<Order>; 2], state: &str, order_bytes: [&str; 2], pinned: &str) {
    let before = leg.hash();
    let answers = orders.map(|order| {
        let mut bytes = vec![0; 20];
        let Some(order) = order else { return Vec::new() };
        let mut writer = OrderWriter::new(&mut bytes, game::GOLD_HUNTER);
        assert!(writer.push(order));
        writer.finish().to_vec()
    });
    leg.step(BothSeats([0, 1]).map(|seat| SeatInput { orders: &answers[seat], bank_left: 0 }));
    let [a, b] = order_bytes.map(hex);
    let length = |bytes: &[u8]| (bytes.len() as u32).to_le_bytes();
    assert_eq!(leg.hash(), hash(&[&before.0, &hex(state), &length(&a), &a, &length(&b), &b]));
    assert_eq!(leg.hash().to_string(), pinned);
}

fn hash(parts: &[&[u8]]) -> StateHash {
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&blake3::hash(&parts.concat()).as_bytes()[..16]);
    StateHash(bytes)
}

/// The bytes of hex digits with spaces between them.
fn hex(digits: &str) -> Vec<u8> {
    hex::decode(digits.replace(char::is_whitespace, "")).unwrap()
}

fn map() -> Map {
    let at = |x, y, facing| vec![Placement { at: Cell::new(x, y), facing }];
    Map::new(MapDraft {
        name: "vector".to_owned(),
        turns: 9,
        size: Size { width: 4, height: 2 },
        obstacles: [false, false, true, false, false, false, false, false].to_vec(),
        gold: vec![Deposit { at: Cell::new(0, 1), value: 7 }],
        ammo: 5,
        hunters: BothSeats([at(0, 0, Direction::Right), at(3, 0, Direction::Left)]),
        workers: BothSeats([at(0, 1, Direction::Down), at(3, 1, Direction::Up)]),
    })
    .expect("a legal map")
}
