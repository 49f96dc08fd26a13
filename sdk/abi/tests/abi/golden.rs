use botpit_abi::capture_the_flag as flag;
use botpit_abi::gold_hunter::{self, Bullet, Cell, Gold, Opponent, Player, PlayerKind};
use botpit_abi::{Direction, Mark, Marks, Order, OrderList, OrderWriter, Record, Records, Setup, View, game};

use crate::vector;

/// The bytes that `write` leaves in a buffer full of rubbish.
fn written(write: impl FnOnce(&mut [u8]) -> usize) -> Vec<u8> {
    let mut buffer = vec![0xee; 1024];
    let len = write(&mut buffer);
    assert!(buffer[len..].iter().all(|byte| *byte == 0xee), "nothing is written behind the message");
    buffer.truncate(len);
    buffer
}

fn values<R: Record>(records: Records<'_, R>) -> Vec<R> {
    records.iter().collect()
}

const COMMON_SETUP: Setup = Setup {
    fuel_per_turn: 1_000_000_000,
    fuel_bank: 0,
    memory_bytes: 64 << 20,
    log_bytes_per_turn: 4096,
    log_bytes_per_match: 1 << 20,
    draw_bytes_per_turn: 2048,
    max_orders: 8,
    turn: 0,
    restarts: 0,
    max_faults: 10,
    turns: 200,
    width: 8,
    height: 6,
};

#[test]
fn gold_hunter_setup() {
    let setup = gold_hunter::Setup { common: COMMON_SETUP, hunters: 1, workers: 1, ammo: 5 };
    let golden = vector("gold-hunter-setup");
    assert_eq!(written(|buffer| setup.write(buffer)), golden);
    assert_eq!(gold_hunter::Setup::parse(&golden), Ok(setup));
}

#[test]
fn gold_hunter_view() {
    let common = View { turn: 12, fuel: 1_000_000_000, own_score: 2, opponent_score: 1 };
    let players = [
        Player { id: 0, x: 1, y: 1, kind: PlayerKind::Hunter, facing: Direction::Right, ammo: 4 },
        Player { id: 1, x: 1, y: 2, kind: PlayerKind::Worker, facing: Direction::Down, ammo: 0 },
    ];
    let opponents = [Opponent { id: 0, x: 3, y: 1, kind: PlayerKind::Hunter, facing: Direction::Left }];
    let cells = [
        (0, 0, 0),
        (1, 0, 0),
        (2, 0, 0),
        (0, 1, 0),
        (1, 1, Cell::PLAYER),
        (2, 1, 0),
        (3, 1, Cell::PLAYER | Cell::BULLET),
        (4, 1, Cell::OBSTACLE),
        (0, 2, 0),
        (1, 2, Cell::PLAYER),
        (2, 2, 0),
        (0, 3, 0),
        (1, 3, 0),
        (2, 3, Cell::OBSTACLE),
        (1, 4, Cell::BULLET),
        (1, 5, 0),
    ]
    .map(|(x, y, state)| Cell { x, y, state });
    let bullets = [Bullet { x: 3, y: 1, direction: Direction::Left }, Bullet { x: 1, y: 4, direction: Direction::Up }];
    let gold = [Gold { x: 1, y: 2, value: 1, dug: 1 }, Gold { x: 0, y: 3, value: 7, dug: 0 }];

    let golden = vector("gold-hunter-view");
    let bytes = written(|buffer| {
        let mut out = gold_hunter::View::begin(&common, buffer);
        out.list(gold_hunter::PLAYERS, players);
        out.list(gold_hunter::OPPONENTS, opponents);
        out.list(gold_hunter::CELLS, cells);
        out.list(gold_hunter::BULLETS, bullets);
        out.list(gold_hunter::GOLD, gold);
        out.finish()
    });
    assert_eq!(bytes, golden);

    let view = gold_hunter::View::parse(&golden).expect("a view");
    assert_eq!(view.common, common);
    assert_eq!(values(view.players), players);
    assert_eq!(values(view.opponents), opponents);
    assert_eq!(values(view.cells), cells);
    assert_eq!(values(view.bullets), bullets);
    assert_eq!(values(view.gold), gold);
    assert_eq!((view.gold.len(), view.gold.get(1), view.gold.get(2)), (2, Some(gold[1]), None));
    let both = view.cells.get(6).expect("a seventh cell");
    assert!(both.has_player() && both.has_bullet() && !both.is_obstacle());
}

#[track_caller]
fn check_orders(name: &str, game: u16, orders: &[Order]) {
    let golden = vector(name);
    let mut buffer = vec![0xee; OrderList::bytes_for(orders.len())];
    let mut out = OrderWriter::new(&mut buffer, game);
    for (index, order) in orders.iter().enumerate() {
        assert_eq!(out.count(), index);
        assert!(out.push(*order));
    }
    assert!(!out.push(orders[0]), "the buffer is full");
    assert_eq!(out.finish(), golden);
    let list = OrderList::parse(&golden, game).expect("orders");
    assert_eq!((list.len(), list.is_empty()), (orders.len(), false));
    assert_eq!(list.iter().collect::<Vec<_>>(), orders);
}

#[test]
fn gold_hunter_orders() {
    let orders = [Order::fire(0), Order::rotate(1, Direction::Left), Order::advance(1)];
    check_orders("gold-hunter-orders", game::GOLD_HUNTER, &orders);
}

#[test]
fn capture_the_flag_orders() {
    let orders = [Order::step(0, Direction::Right), Order::step(1, Direction::Up)];
    check_orders("capture-the-flag-orders", game::CAPTURE_THE_FLAG, &orders);
}

#[test]
fn no_bytes_are_no_orders() {
    let list = OrderList::parse(&[], game::GOLD_HUNTER).expect("no orders");
    assert!(list.is_empty());
}

#[test]
fn marks() {
    let marks = [
        Mark::Cell { at: (3, 1), colour: 0xff00_0080 },
        Mark::Line { from: (1, 1), to: (3, 1), colour: 0x00ff_00ff },
        Mark::Text { at: (0, 3), colour: 0xffd7_00ff, text: b"gold!" },
    ];
    let golden = vector("marks");
    let bytes =
        written(|buffer| marks.iter().fold(0, |at, mark| at + mark.write(&mut buffer[at..]).expect("room for a mark")));
    assert_eq!(bytes, golden);
    let mut read = Marks::new(&golden);
    assert_eq!(read.by_ref().collect::<Vec<_>>(), marks);
    assert!(read.rest().is_empty());
}

#[test]
fn capture_the_flag_setup() {
    let common = Setup {
        fuel_per_turn: 0,
        fuel_bank: 180_000_000_000,
        turn: 40,
        restarts: 2,
        turns: 1000,
        width: 6,
        height: 3,
        ..COMMON_SETUP
    };
    let golden = vector("capture-the-flag-setup");
    let setup = flag::Setup::parse(&golden).expect("a setup");
    assert_eq!(setup.common, common);
    assert_eq!((setup.players, setup.flags), (2, 2));
    assert_eq!((setup.jail, setup.own_half_is_right), (flag::Jail::CaptorBase, true));
    assert_eq!(setup.fault_cost, 1_000_000_000);
    assert_eq!(setup.own_base, flag::Position { x: 5, y: 1 });
    assert_eq!(setup.opponent_base, flag::Position { x: 0, y: 1 });
    let wall = |index: usize| u8::from(index == 2 || index == 3);
    assert_eq!(setup.walls, std::array::from_fn::<u8, 18, _>(wall));
    assert_eq!(values(setup.own_spawns), [flag::Position { x: 4, y: 0 }, flag::Position { x: 4, y: 2 }]);
    assert_eq!(values(setup.opponent_spawns), [flag::Position { x: 1, y: 0 }, flag::Position { x: 1, y: 2 }]);
    assert_eq!(written(|buffer| setup.write(buffer)), golden);
}

#[test]
fn capture_the_flag_view() {
    let common = View { turn: 40, fuel: 170_000_000_000, own_score: 1, opponent_score: 0 };
    let players = [
        flag::Player { id: 0, x: 2, y: 2, flag: 1, captured: false, captured_since: 0 },
        flag::Player { id: 1, x: 0, y: 1, flag: flag::NO_FLAG, captured: true, captured_since: 38 },
    ];
    let opponents = [flag::Opponent { id: 1, x: 3, y: 2, flag: 1 }];
    let own_flags = [flag::Flag { id: 0, x: 4, y: 0, at_home: true }, flag::Flag { id: 1, x: 4, y: 2, at_home: false }];
    let opponent_flags =
        [flag::Flag { id: 0, x: 1, y: 0, at_home: true }, flag::Flag { id: 1, x: 1, y: 2, at_home: false }];
    let captured = [flag::CapturedOpponent { id: 0 }];
    let board = b".b##a.\nh....H\n.,AB,.";

    let golden = vector("capture-the-flag-view");
    let bytes = written(|buffer| {
        let mut out = flag::View::begin(&common, buffer);
        out.list(flag::PLAYERS, players);
        out.list(flag::OPPONENTS, opponents);
        out.list(flag::OWN_FLAGS, own_flags);
        out.list(flag::OPPONENT_FLAGS, opponent_flags);
        out.list(flag::CAPTURED_OPPONENTS, captured);
        out.bytes(flag::BOARD, board);
        out.finish()
    });
    assert_eq!(bytes, golden);

    let view = flag::View::parse(&golden).expect("a view");
    assert_eq!(view.common, common);
    assert_eq!(values(view.players), players);
    assert_eq!(values(view.opponents), opponents);
    assert_eq!(values(view.own_flags), own_flags);
    assert_eq!(values(view.opponent_flags), opponent_flags);
    assert_eq!(values(view.captured_opponents), captured);
    assert_eq!(view.board, board);
}

/// `sdk/ABI.md` shows the same bytes, in lines of sixteen behind their offset.
#[test]
fn the_contract_shows_these_bytes() {
    let contract = include_str!("../../../ABI.md");
    for name in ["gold-hunter-setup", "gold-hunter-view", "gold-hunter-orders", "marks"] {
        let line = |(index, bytes): (usize, &[u8])| {
            let bytes: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            format!("{:04x}  {}", 16 * index, bytes.join(" "))
        };
        let dump: Vec<String> = vector(name).chunks(16).enumerate().map(line).collect();
        let block = format!("```text\n{}\n```", dump.join("\n"));
        assert!(contract.contains(&block), "sdk/ABI.md should show {name} as\n{block}");
    }
}
