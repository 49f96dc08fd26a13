use botpit_guest::{Errno, Fuel, GuestFault, ImportCost};

use crate::{Bot, bad_pointer};

const BASE: u64 = ImportCost::WASI.base;
const POLL: u64 = ImportCost::WASI_POLL.base + ImportCost::WASI_POLL.per_item;
const SECOND: u64 = 1_000_000_000;

fn time(bot: &mut Bot) -> u64 {
    assert_eq!(bot.wasi("clock_time_get", &[1, 0, 8]), Ok(Errno::Success));
    bot.u64_at(8)
}

/// Subscribes to a clock at 64; `absolute` as WASI's flag.
fn subscribe(bot: &mut Bot, at: usize, userdata: u8, clock: u32, timeout: u64, absolute: bool) {
    bot.memory[at..at + 48].fill(0);
    bot.memory[at] = userdata;
    bot.put_u32s(at + 16, &[clock]);
    bot.put(at + 24, &timeout.to_le_bytes());
    bot.memory[at + 40] = u8::from(absolute);
}

fn subscribe_descriptor(bot: &mut Bot, at: usize, userdata: u8, tag: u8, descriptor: u32) {
    bot.memory[at..at + 48].fill(0);
    bot.memory[at] = userdata;
    bot.memory[at + 8] = tag;
    bot.put_u32s(at + 16, &[descriptor]);
}

/// What `poll_oneoff` stored: (userdata, errno, type) of each event.
fn events(bot: &Bot, at: usize, count_at: usize) -> Vec<(u8, u8, u8)> {
    let count = bot.u32_at(count_at) as usize;
    (0..count).map(|n| at + 32 * n).map(|at| (bot.memory[at], bot.memory[at + 8], bot.memory[at + 10])).collect()
}

#[test]
fn the_clock_is_a_second_and_the_turns_and_the_fuel_used() {
    let mut bot = Bot::new();
    assert_eq!(time(&mut bot), SECOND + BASE);
    assert_eq!(time(&mut bot), SECOND + 2 * BASE);
    bot.fuel.charge(1_000_000).expect("enough fuel");
    assert_eq!(time(&mut bot), SECOND + 3 * BASE + 1_000_000);
    bot.fuel = Fuel::new(SECOND);
    bot.state.begin_turn(7, SECOND);
    assert_eq!(time(&mut bot), 8 * SECOND + BASE);
}

#[test]
fn all_clocks_are_one_and_others_are_unknown() {
    for clock in 0..4 {
        let mut bot = Bot::new();
        assert_eq!(bot.wasi("clock_time_get", &[clock, 0, 8]), Ok(Errno::Success));
        assert_eq!(bot.u64_at(8), SECOND + BASE);
        assert_eq!(bot.wasi("clock_res_get", &[clock, 8]), Ok(Errno::Success));
        assert_eq!(bot.u64_at(8), 1);
    }
    let mut bot = Bot::new();
    assert_eq!(bot.wasi("clock_time_get", &[4, 0, 8]), Ok(Errno::Invalid));
    assert_eq!(bot.wasi("clock_res_get", &[4, 8]), Ok(Errno::Invalid));
    assert_eq!(bot.wasi("clock_time_get", &[0, 0, 131_068]), Err(bad_pointer("clock_time_get", 131_068, 8)));
}

#[test]
fn the_clock_never_runs_backwards() {
    let mut bot = Bot::new();
    bot.fuel = Fuel::new(10 * SECOND);
    bot.state.begin_turn(0, 10 * SECOND);
    bot.fuel.charge(6 * SECOND).expect("enough fuel");
    assert_eq!(time(&mut bot), 7 * SECOND + BASE);
    bot.fuel = Fuel::new(SECOND);
    bot.state.begin_turn(0, SECOND);
    assert_eq!(time(&mut bot), 7 * SECOND + 2 * BASE, "it goes on from where it was told");
    bot.fuel = Fuel::new(SECOND);
    bot.state.begin_turn(20, SECOND);
    assert_eq!(time(&mut bot), 21 * SECOND + BASE);
}

#[test]
fn the_clock_stands_still_while_the_instance_is_made() {
    let mut bot = Bot::new();
    bot.state.begin_instance();
    assert_eq!(time(&mut bot), SECOND);
    assert_eq!(time(&mut bot), SECOND);
}

#[test]
fn polling_returns_at_once_and_moves_the_clock() {
    let mut bot = Bot::new();
    subscribe(&mut bot, 64, 9, 1, 250_000_000, false);
    let before = time(&mut bot);
    assert_eq!(bot.wasi("poll_oneoff", &[64, 256, 1, 512]), Ok(Errno::Success));
    assert_eq!(events(&bot, 256, 512), [(9, 0, 0)]);
    assert_eq!(time(&mut bot), before + POLL + 250_000_000 + BASE);
}

#[test]
fn an_absolute_time_is_waited_for_from_now_on() {
    let mut bot = Bot::new();
    subscribe(&mut bot, 64, 1, 1, SECOND + 5000, true);
    bot.wasi("poll_oneoff", &[64, 256, 1, 512]).expect("enough fuel");
    assert_eq!(time(&mut bot), SECOND + 5000 + BASE);
    let before = bot.fuel.left();
    bot.wasi("poll_oneoff", &[64, 256, 1, 512]).expect("enough fuel");
    assert_eq!(before - bot.fuel.left(), POLL, "a time that is past costs nothing more");
    assert_eq!(events(&bot, 256, 512), [(1, 0, 0)]);
}

#[test]
fn the_shortest_wait_ends_a_poll() {
    let mut bot = Bot::new();
    subscribe(&mut bot, 64, 1, 0, 3_000_000, false);
    subscribe(&mut bot, 112, 2, 1, 1_000_000, false);
    subscribe(&mut bot, 160, 3, 1, 1_000_000, false);
    let before = bot.fuel.left();
    bot.wasi("poll_oneoff", &[64, 256, 3, 512]).expect("enough fuel");
    assert_eq!(events(&bot, 256, 512), [(2, 0, 0), (3, 0, 0)]);
    let cost = ImportCost::WASI_POLL;
    assert_eq!(before - bot.fuel.left(), cost.base + 3 * cost.per_item + 1_000_000);
}

#[test]
fn descriptors_are_ready_or_bad_at_once() {
    let mut bot = Bot::new();
    subscribe(&mut bot, 64, 1, 1, 900_000_000, false);
    subscribe_descriptor(&mut bot, 112, 2, 1, 0);
    subscribe_descriptor(&mut bot, 160, 3, 2, 2);
    subscribe_descriptor(&mut bot, 208, 4, 1, 5);
    subscribe(&mut bot, 256, 5, 77, 1, false);
    let before = bot.fuel.left();
    bot.wasi("poll_oneoff", &[64, 1024, 5, 512]).expect("enough fuel");
    assert_eq!(events(&bot, 1024, 512), [(2, 0, 1), (3, 0, 2), (4, 8, 1), (5, 28, 0)]);
    assert!(before - bot.fuel.left() < 10_000, "nothing was waited for");
    assert!(bot.state.violations().is_empty());
}

#[test]
fn events_may_lie_over_subscriptions() {
    let mut bot = Bot::new();
    for index in 0..4 {
        subscribe(&mut bot, 64 + 48 * index, index as u8 + 1, 1, 1000, false);
    }
    bot.wasi("poll_oneoff", &[64, 64, 4, 512]).expect("enough fuel");
    assert_eq!(events(&bot, 64, 512), [(1, 0, 0), (2, 0, 0), (3, 0, 0), (4, 0, 0)]);
}

#[test]
fn a_sleep_that_is_longer_than_the_fuel_is_out_of_fuel() {
    for timeout in [2 * SECOND, u64::MAX] {
        let mut bot = Bot::new();
        subscribe(&mut bot, 64, 1, 1, timeout, false);
        let poll = bot.wasi("poll_oneoff", &[64, 256, 1, 512]);
        assert_eq!(poll, Err(GuestFault::OutOfFuel { import: "poll_oneoff" }));
        assert_eq!(bot.fuel.left(), 0);
    }
}

#[test]
fn a_poll_without_sense_is_invalid_or_a_bad_pointer() {
    let mut bot = Bot::new();
    assert_eq!(bot.wasi("poll_oneoff", &[64, 256, 0, 512]), Ok(Errno::Invalid));
    assert_eq!(bot.wasi("poll_oneoff", &[64, 256, 1025, 512]), Ok(Errno::Invalid));
    bot.memory[64 + 8] = 3;
    assert_eq!(bot.wasi("poll_oneoff", &[64, 256, 1, 512]), Ok(Errno::Invalid), "an unknown tag");
    bot.memory[64 + 8] = 0;
    let bad = |ptr, len| Err(bad_pointer("poll_oneoff", ptr, len));
    assert_eq!(bot.wasi("poll_oneoff", &[131_070, 256, 1, 512]), bad(131_070, 48));
    assert_eq!(bot.wasi("poll_oneoff", &[64, 131_070, 2, 512]), bad(131_070, 64));
    assert_eq!(bot.wasi("poll_oneoff", &[64, 256, 1, 131_070]), bad(131_070, 4));
    assert_eq!(bot.wasi("poll_oneoff", &[0xffff_fff0, 256, 1024, 512]), bad(0xffff_fff0, 1024 * 48));
}
