use botpit_abi::{Mark, Marks};
use botpit_guest::{Fuel, GuestFault, GuestLimits, ImportCost};

use crate::{Bot, bad_pointer};

const END: u32 = 128 << 10;

#[test]
fn a_log_call_is_a_line() {
    let mut bot = Bot::new();
    bot.log(b"one");
    bot.log(b"two\n");
    bot.log(b"");
    bot.log(b"\xff\x1b[2J");
    let output = bot.state.end_turn(false);
    assert_eq!(output.log, b"one\ntwo\n\n\xff\x1b[2J\n");
    assert_eq!(output.log_dropped, 0);
    assert!(bot.state.end_turn(false).log.is_empty(), "a log belongs to one turn");
}

#[test]
fn the_tail_of_a_turns_log_is_kept() {
    let mut bot = Bot::with_limits(GuestLimits { log_bytes_per_turn: 16, ..GuestLimits::default() });
    bot.log(b"what came long before");
    bot.log(b"the error");
    let output = bot.state.end_turn(false);
    assert_eq!(output.log, b"before\nthe error\n"[1..]);
    assert_eq!(output.log_dropped, 22 + 10 - 16);

    bot.log(&[b'x'; 50_000]);
    let output = bot.state.end_turn(false);
    assert_eq!(output.log, b"xxxxxxxxxxxxxxx\n");
    assert_eq!(output.log_dropped, 50_001 - 16);
}

#[test]
fn lifted_limits_keep_what_is_said_from_then_on() {
    let limits = GuestLimits { log_bytes_per_turn: 8, log_bytes_per_match: 8, draw_bytes_per_turn: 0 };
    let mut bot = Bot::with_limits(limits);
    bot.log(b"12345678");
    bot.state.end_turn(false);
    bot.state.lift_limits(100);
    bot.log(b"a line of more than eight bytes");
    let output = bot.state.end_turn(false);
    assert_eq!((output.log.as_slice(), output.log_dropped), (&b"a line of more than eight bytes\n"[..], 0));
}

#[test]
fn a_log_is_not_cut_inside_a_character() {
    let mut bot = Bot::with_limits(GuestLimits { log_bytes_per_turn: 8, ..GuestLimits::default() });
    bot.log("€€€".as_bytes());
    let output = bot.state.end_turn(false);
    assert_eq!(output.log, "€€\n".as_bytes());
    assert_eq!(output.log_dropped, 3);
}

#[test]
fn a_log_limit_of_zero_keeps_nothing() {
    let mut bot =
        Bot::with_limits(GuestLimits { log_bytes_per_turn: 0, log_bytes_per_match: 0, draw_bytes_per_turn: 0 });
    bot.log(b"a line");
    bot.call(|call| call.draw(1024, 16)).expect("a good range");
    let output = bot.state.end_turn(true);
    assert_eq!((output.log.len(), output.log_dropped), (0, 7));
    assert_eq!((output.draw.len(), output.draw_dropped), (0, 16));
}

#[test]
fn beyond_the_matchs_budget_only_faulting_turns_keep_their_log() {
    let limits = GuestLimits { log_bytes_per_turn: 10, log_bytes_per_match: 25, ..GuestLimits::default() };
    let mut bot = Bot::with_limits(limits);
    let mut turn = |faulted| {
        bot.log(b"123456789");
        let output = bot.state.end_turn(faulted);
        (output.log, output.log_dropped)
    };
    assert_eq!(turn(false), (b"123456789\n".to_vec(), 0));
    assert_eq!(turn(false), (b"123456789\n".to_vec(), 0));
    assert_eq!(turn(false), (b"6789\n".to_vec(), 5), "the rest of the budget keeps a tail");
    assert_eq!(turn(false), (vec![], 10));
    assert_eq!(turn(true), (b"123456789\n".to_vec(), 0));
    assert_eq!(turn(false), (vec![], 10));
    let totals = bot.state.totals();
    assert_eq!((totals.log_bytes, totals.log_dropped), (35, 25));
}

#[test]
fn the_log_budget_is_one_for_all_legs_of_a_match() {
    let mut bot = Bot::with_limits(GuestLimits { log_bytes_per_match: 6, ..GuestLimits::default() });
    bot.log(b"12345");
    bot.state.end_turn(false);
    bot.state = bot.state.next_leg(1);
    bot.log(b"12345");
    assert_eq!(bot.state.end_turn(false).log_dropped, 6);
    assert_eq!(bot.state.totals().log_bytes, 6);
}

#[test]
fn a_flood_of_logs_costs_fuel_and_keeps_the_limit() {
    let mut bot = Bot::new();
    let before = bot.fuel.left();
    for _ in 0..1000 {
        bot.log(&[b'y'; 10_000]);
    }
    assert_eq!(before - bot.fuel.left(), 1000 * (ImportCost::LOG.base + 10_000 * ImportCost::LOG.per_byte));
    let output = bot.state.end_turn(false);
    assert_eq!((output.log.len(), output.log_dropped), (4096, 1000 * 10_001 - 4096));
}

#[test]
fn only_whole_marks_are_kept() {
    let limits = GuestLimits { draw_bytes_per_turn: 48, ..GuestLimits::default() };
    let mut bot = Bot::with_limits(limits);
    let marks = [
        Mark::Text { at: (1, 2), colour: 3, text: b"hey" },
        Mark::Line { from: (1, 1), to: (9, 9), colour: 5 },
        Mark::Cell { at: (4, 4), colour: 6 },
    ];
    let mut at = 0;
    for mark in marks {
        at += mark.write(&mut bot.memory[at..]).expect("room");
    }
    assert_eq!(at, 52);
    bot.call(|call| call.draw(0, 52)).expect("a good range");
    let output = bot.state.end_turn(false);
    assert_eq!(Marks::new(&output.draw).collect::<Vec<_>>(), marks[..2]);
    assert_eq!((output.draw.len(), output.draw_dropped), (36, 16));
    assert_eq!(bot.state.totals().draw_dropped, 16);
}

#[test]
fn a_damaged_mark_does_not_damage_the_marks_of_later_calls() {
    let mut bot = Bot::new();
    let cell = Mark::Cell { at: (4, 4), colour: 6 };
    cell.write(&mut bot.memory).expect("room");
    bot.memory[16] = 99;
    bot.call(|call| call.draw(0, 40)).expect("a good range");
    bot.call(|call| call.draw(0, 16)).expect("a good range");
    // A text that leaves out its padding is written with it.
    let text = Mark::Text { at: (0, 0), colour: 0, text: b"hello" };
    text.write(&mut bot.memory).expect("room");
    bot.call(|call| call.draw(0, 21)).expect("a good range");
    cell.write(&mut bot.memory).expect("room");
    bot.call(|call| call.draw(0, 16)).expect("a good range");
    let output = bot.state.end_turn(false);
    assert_eq!(Marks::new(&output.draw).collect::<Vec<_>>(), [cell, cell, text, cell]);
    assert_eq!(output.draw_dropped, 24);
}

#[test]
fn a_giant_text_mark_is_dropped_whole() {
    let mut bot = Bot::new();
    let text = Mark::Text { at: (0, 0), colour: 0, text: &[b'z'; 60_000] };
    let len = text.write(&mut bot.memory).expect("room");
    bot.call(|call| call.draw(0, len as u32)).expect("a good range");
    let output = bot.state.end_turn(false);
    assert_eq!((output.draw.len(), output.draw_dropped), (0, len as u64));
}

#[test]
fn ranges_outside_memory_are_bad_pointers() {
    for (ptr, len) in [(END, 1), (END - 3, 4), (0, END + 1), (u32::MAX, 1), (u32::MAX, u32::MAX), (1, u32::MAX)] {
        let mut bot = Bot::new();
        bot.fuel = Fuel::new(u64::MAX);
        let expected = |import| Err(bad_pointer(import, ptr, u64::from(len)));
        assert_eq!(bot.call(|call| call.log(ptr, len)), expected("log"));
        assert_eq!(bot.call(|call| call.draw(ptr, len)), expected("draw"));
        let random_get = bot.wasi("random_get", &[ptr.into(), len.into()]).map(drop);
        assert_eq!(random_get, expected("random_get"));
    }
    let mut bot = Bot::new();
    assert_eq!(bot.call(|call| call.log(END, 0)), Ok(()), "an empty range may stand at the end");
    assert_eq!(bot.call(|call| call.log(END + 1, 0)), Err(bad_pointer("log", END + 1, 0)));
}

#[test]
fn an_import_is_paid_before_its_work_is_done() {
    let mut bot = Bot::new();
    bot.fuel = Fuel::new(ImportCost::LOG.base + 3);
    assert_eq!(bot.call(|call| call.log(0, 4)), Err(GuestFault::OutOfFuel { import: "log" }));
    assert_eq!(bot.fuel.left(), 0);
    assert_eq!(bot.call(|call| call.draw(0, 16)), Err(GuestFault::OutOfFuel { import: "draw" }));
    assert_eq!(bot.call(|call| call.random()), Err(GuestFault::OutOfFuel { import: "random" }));
    assert_eq!(bot.call(|call| call.fuel_left()), Err(GuestFault::OutOfFuel { import: "fuel_left" }));
    assert!(bot.state.end_turn(false).log.is_empty());
    assert_eq!(Bot::new().call(|call| call.random()), Bot::new().call(|call| call.random()));
    let mut drawn = bot;
    drawn.fuel = Fuel::new(1000);
    assert_eq!(
        drawn.call(|call| call.random()),
        Bot::new().call(|call| call.random()),
        "an unpaid call draws nothing from the stream"
    );
}

#[test]
fn the_longest_range_costs_what_it_says() {
    let mut bot = Bot::new();
    bot.fuel = Fuel::new(u64::from(u32::MAX));
    let random_get = bot.wasi("random_get", &[0, u64::from(u32::MAX)]);
    assert_eq!(random_get, Err(GuestFault::OutOfFuel { import: "random_get" }));
}

#[test]
fn fuel_left_tells_what_is_left_once_the_instance_is_ready() {
    let mut bot = Bot::new();
    bot.fuel = Fuel::new(1000);
    assert_eq!(bot.call(|call| call.fuel_left()), Ok(1000 - ImportCost::FUEL_LEFT.base));
    bot.state.begin_instance();
    assert_eq!(bot.call(|call| call.fuel_left()), Ok(0));
    bot.state.instance_ready();
    assert_eq!(bot.call(|call| call.fuel_left()), Ok(1000 - 3 * ImportCost::FUEL_LEFT.base));
}
