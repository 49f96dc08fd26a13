//! A turn with both views allocates nothing once the leg has begun.
#![allow(unsafe_code, reason = "only a global allocator can count allocations, and its trait is unsafe")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell as Counter;

use botpit_abi::{Direction, Order, OrderWriter, game};
use botpit_engine::capture_the_flag as flag;
use botpit_engine::gold_hunter::{Deposit, Map, MapDraft, Match, Placement};
use botpit_engine::{BothSeats, Cell, Game, MapRng, Seat, SeatInput, Seed, Size};

thread_local! {
    static ALLOCATIONS: Counter<u64> = const { Counter::new(0) };
}

/// The system's allocator, with a count of what each thread asks for.
struct Counting;

// SAFETY: every call is handed on to the system's allocator as it is.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn a_turn_of_gold_hunter_allocates_nothing() {
    let mut leg = Match::start(&map(), Seed(1), 0);
    let mut buffer = vec![0; leg.message_bytes_max()];
    let mut answers = [[0; 256], [0; 256]];
    let (mut events, mut rejections) = (0, 0);
    let before = ALLOCATIONS.get();
    for turn in 0..300 {
        for seat in Seat::BOTH {
            leg.write_view(seat, 0, &mut buffer);
        }
        let [a, b] = &mut answers;
        let orders = BothSeats([orders(a, turn), orders(b, turn + 1)]);
        leg.step(orders.map(|orders| SeatInput { orders, bank_left: 0 }));
        events += leg.events().len();
        rejections += leg.rejections().len();
    }
    assert_eq!(ALLOCATIONS.get() - before, 0);
    assert_eq!(leg.turn(), 300, "the leg went on to the last of these turns");
    assert!(events > 300 && rejections > 300, "something went on: {events} events, {rejections} rejections");
}

#[test]
fn a_turn_of_capture_the_flag_allocates_nothing() {
    let board = flag::Map::read("crowded", CROWDED.as_bytes()).expect("a legal map");
    let mut leg = flag::Match::start(&board, flag::MatchOptions::default(), Seed(1), 0);
    let mut buffer = vec![0; leg.message_bytes_max()];
    let mut answers = [[0; 256], [0; 256]];
    let mut kinds = [("captured", 0), ("freed", 0), ("picked-up", 0), ("stayed", 0)];
    let mut rejections = 0;
    let mut rng = MapRng::new(Seed(2));
    let before = ALLOCATIONS.get();
    for _ in 0..1000 {
        for seat in Seat::BOTH {
            leg.write_view(seat, 0, &mut buffer);
        }
        let orders = BothSeats(answers.each_mut().map(|answer| steps(answer, &mut rng)));
        leg.step(orders.map(|orders| SeatInput { orders, bank_left: 1 }));
        for (kind, count) in &mut kinds {
            *count += leg.events().iter().filter(|event| event.kind == *kind).count();
        }
        rejections += leg.rejections().len();
    }
    assert_eq!(ALLOCATIONS.get() - before, 0);
    assert_eq!(leg.turn(), 1000, "the leg went on to the last of these turns");
    assert!(kinds.iter().all(|(_, count)| *count > 5) && rejections > 300, "{kinds:?}, {rejections} rejections");
}

/// A small board of Capture the Flag.
const CROWDED: &str = r#"
format = "botpit-map 1"
game = "capture-the-flag"
grid = """
A......B
aA.##.Bb
.A....B.
.H....h.
"""
"#;

/// Steps of all players in random directions; one order is impossible.
fn steps<'a>(bytes: &'a mut [u8], rng: &mut MapRng) -> &'a [u8] {
    let mut writer = OrderWriter::new(bytes, game::CAPTURE_THE_FLAG);
    for player in 0..4 {
        assert!(writer.push(Order::step(player, Direction::ALL[rng.below(4) as usize])));
    }
    writer.finish()
}

/// All players turn, go and fire in a pattern; one order is replaced and one is impossible.
fn orders(bytes: &mut [u8], turn: u16) -> &[u8] {
    let mut writer = OrderWriter::new(bytes, game::GOLD_HUNTER);
    for player in 0..8 {
        let order = match (turn + player) % 4 {
            0 => Order::rotate(player, Direction::ALL[usize::from(turn / 4 + player) % 4]),
            1 => Order::fire(player),
            _ => Order::advance(player),
        };
        assert!(writer.push(Order::advance(player)) && writer.push(order));
    }
    assert!(writer.push(Order::advance(8)));
    writer.finish()
}

/// 30×30 cells and 8 players a team, in columns that fire along the rows.
fn map() -> Map {
    let size = Size { width: 30, height: 30 };
    let team = |x: u16, facing: Direction, rows: std::ops::Range<u16>| -> Vec<Placement> {
        rows.map(|row| Placement { at: Cell::new(x, 3 * row + 2), facing }).collect()
    };
    Map::new(MapDraft {
        name: "columns".to_owned(),
        turns: 1000,
        size,
        obstacles: size.iter().map(|cell| cell.x % 7 == 3 && cell.y % 5 == 0).collect(),
        gold: size
            .iter()
            .filter(|cell| cell.x % 4 == 2 && cell.y % 5 != 0)
            .map(|at| Deposit { at, value: 1 })
            .collect(),
        ammo: 100,
        hunters: BothSeats([team(6, Direction::Right, 0..4), team(22, Direction::Left, 0..4)]),
        workers: BothSeats([team(6, Direction::Right, 4..8), team(22, Direction::Left, 4..8)]),
    })
    .expect("a legal map")
}
