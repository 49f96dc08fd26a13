use botpit_guest::{GuestIdentity, GuestLimits, GuestState};

use crate::{Bot, IDENTITY};

fn first_four(identity: GuestIdentity) -> [u64; 4] {
    let mut state = GuestState::new(identity, GuestLimits::default());
    std::array::from_fn(|_| state.random())
}

/// The values a replay depends on: they must never change under one version of the ABI.
#[test]
fn the_streams_have_golden_values() {
    assert_eq!(first_four(IDENTITY).map(|value| format!("{value:016x}")), GOLDEN_RANDOM);
    let mut bot = Bot::new();
    bot.wasi("random_get", &[0, 16]).expect("a good range");
    let bytes: String = bot.memory[..16].iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(bytes, GOLDEN_RANDOM_GET);
}

const GOLDEN_RANDOM: [&str; 4] = ["1f9564dbd3eed4e5", "d71c99719643fe7d", "3b15816257151ed5", "fbe5066d26754842"];
const GOLDEN_RANDOM_GET: &str = "3e95712a7b7b54d48ab689e64965898f";

#[test]
fn streams_differ_by_seed_leg_seat_and_module() {
    let variants = [
        IDENTITY,
        GuestIdentity { seed: 43, ..IDENTITY },
        GuestIdentity { leg: 1, ..IDENTITY },
        GuestIdentity { seat: 1, ..IDENTITY },
        GuestIdentity { wasm_sha256: [8; 32], ..IDENTITY },
    ];
    for (index, one) in variants.iter().enumerate() {
        for other in &variants[index + 1..] {
            assert_ne!(first_four(*one), first_four(*other), "{one:?} and {other:?}");
        }
    }
}

#[test]
fn the_two_streams_of_a_bot_are_independent() {
    let mut bot = Bot::new();
    bot.wasi("random_get", &[0, 8]).expect("a good range");
    assert_ne!(bot.u64_at(0), first_four(IDENTITY)[0]);
    assert_eq!(bot.call(|call| call.random()), Ok(first_four(IDENTITY)[0]), "one does not move the other");
}

#[test]
fn streams_go_on_over_restarts_and_turns() {
    let mut bot = Bot::new();
    let expected = first_four(IDENTITY);
    assert_eq!(bot.call(|call| call.random()), Ok(expected[0]));
    bot.state.end_turn(true);
    bot.state.begin_instance();
    bot.state.instance_ready();
    bot.state.begin_turn(1, bot.fuel.left());
    assert_eq!(bot.call(|call| call.random()), Ok(expected[1]));
}

#[test]
fn a_further_leg_has_streams_of_its_own() {
    let mut next = GuestState::new(IDENTITY, GuestLimits::default()).next_leg(1);
    assert_eq!(next.random(), first_four(GuestIdentity { leg: 1, ..IDENTITY })[0]);
}

#[test]
fn a_long_random_get_is_one_stretch_of_the_stream() {
    let mut whole = Bot::new();
    whole.wasi("random_get", &[0, 5000]).expect("a good range");
    let mut parts = Bot::new();
    parts.wasi("random_get", &[0, 2000]).expect("a good range");
    parts.wasi("random_get", &[2000, 3000]).expect("a good range");
    assert!(whole.memory == parts.memory);
    assert!(whole.memory[4990..5000].iter().any(|byte| *byte != 0));
    assert!(whole.memory[5000..].iter().all(|byte| *byte == 0));
}

#[test]
fn a_stream_goes_on_from_where_it_is_put() {
    let mut state = GuestState::new(IDENTITY, GuestLimits::default());
    let numbers: [u64; 5] = std::array::from_fn(|_| state.random());
    assert_eq!(state.drawn(), 5);
    state.seek_drawn(3);
    assert_eq!((state.drawn(), state.random()), (3, numbers[3]));
}
