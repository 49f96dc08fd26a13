//! What thinking costs in a game with a bank of fuel for the whole match.

mod common;

use botpit_engine::replay::{Outcome, Replay, SeatTurn};
use botpit_engine::{Ending, FaultKind, ForfeitReason, OnFault, Phase, Seat};
use common::bout::{Bout, ending};
use common::{ENDLESS, QUIET, TRAPPING, wat_text};

/// Burns about 3000 fuel a turn.
const SLOWLY: &str = r#"(func (export "think") (param i32 i32) (result i64) (local $spins i32)
    (loop $spin (br_if $spin (i32.lt_u (local.tee $spins (i32.add (local.get $spins) (i32.const 1))) (i32.const 500))))
    (i64.const 0))"#;
/// Writes the fuel of each view (byte 24) into the log.
const TELLS_ITS_BANK: &str = r#"(func (export "think") (param $view i32) (param i32) (result i64)
    (call $log (i32.add (local.get $view) (i32.const 24)) (i32.const 8)) (i64.const 0))"#;

/// A board of 30 turns whose teams cannot reach each other's flags by standing still.
fn bout(a: &str, b: &str) -> Bout {
    let mut bout = Bout::new(QUIET, QUIET);
    let ruleset = botpit_engine::GAMES.ruleset("capture-the-flag").unwrap();
    bout.on_map("capture-the-flag", ruleset.bundled_maps()[0].text);
    bout.options.set("turns", "30");
    bout.bots = [a, b].map(bot);
    bout.limits.fuel_bank = 1_000_000;
    bout.limits.fault_cost = 100_000;
    bout
}

fn bot(think: &str) -> Vec<u8> {
    let text = wat_text(think).replacen("0x10001", "0x20001", 1);
    let import = r#"(module (import "botpit" "log" (func $log (param i32 i32)))"#;
    wat::parse_str(text.replacen("(module", import, 1)).unwrap()
}

fn turn(replay: &Replay, turn: usize, seat: Seat) -> &SeatTurn {
    &replay.legs[0].turns[turn - 1].seats[seat]
}

#[test]
fn a_bot_may_burn_its_whole_bank_in_one_turn_and_is_not_asked_again() {
    let replay = bout(ENDLESS, QUIET).play();
    assert_eq!(replay.legs[0].turns.len(), 30, "the other bot plays on");
    let first = turn(&replay, 1, Seat::A);
    assert_eq!((first.fuel, first.fault.as_ref()), (1_000_000, None), "no limit a turn, and an empty bank is no fault");
    for number in 2..=30 {
        let later = turn(&replay, number, Seat::A);
        assert_eq!((later.fuel, later.fault.as_ref(), later.restarted), (0, None, false));
    }
    let totals = &replay.footer.as_ref().unwrap().totals[Seat::A];
    assert_eq!((totals.faults, totals.fuel), (0, 1_000_000));
}

/// The bank of the rules, 180 seconds of work, whole: `cargo test -p botpit --test banks -- --ignored`.
#[test]
#[ignore = "takes a minute of processor time"]
fn the_default_bank_may_be_burned_in_one_turn() {
    let defaults = botpit_engine::Limits::default();
    let mut all_at_once = bout(ENDLESS, QUIET);
    all_at_once.limits = defaults.clone();
    let replay = all_at_once.play();
    assert_eq!(turn(&replay, 1, Seat::A).fuel, defaults.fuel_bank, "no turn has a limit of its own");
    assert_eq!((turn(&replay, 1, Seat::A).fault.as_ref(), turn(&replay, 2, Seat::A).fuel), (None, 0));
    assert_eq!(replay.legs[0].turns.len(), 30, "the other bot plays on");
}

#[test]
fn when_both_banks_are_empty_the_turn_is_the_last() {
    let replay = bout(ENDLESS, ENDLESS).play();
    assert_eq!(ending(&replay), (Ending::BanksEmpty, Outcome::Draw));
    assert_eq!(replay.legs[0].turns.len(), 1);
    let mut slow = bout(ENDLESS, SLOWLY);
    slow.limits.fuel_bank = 20_000;
    let replay = slow.play();
    assert_eq!(ending(&replay).0, Ending::BanksEmpty);
    let turns = replay.legs[0].turns.len();
    assert!((3..30).contains(&turns), "{turns}");
    let spent: u64 = replay.legs[0].turns.iter().map(|turn| turn.seats[Seat::B].fuel).sum();
    assert_eq!(spent, 20_000, "slowly, to the last");
}

#[test]
fn what_is_left_of_the_bank_is_in_every_view_and_the_first_setup_is_not_charged() {
    let spins = r#"(func (export "setup") (param i32 i32) (local $spins i32)
        (loop $spin (br_if $spin (i32.lt_u (local.tee $spins (i32.add (local.get $spins) (i32.const 1)))
            (i32.const 9000)))))"#;
    let replay = bout(&format!("{TELLS_ITS_BANK} {spins}"), QUIET).play();
    assert!(replay.legs[0].line.start[Seat::A].fuel > 20_000);
    let mut left = 1_000_000u64;
    for number in 1..=30 {
        let record = turn(&replay, number, Seat::A);
        // The log keeps text: bytes that are no UTF-8 are replaced, so only the first turn is compared byte by byte.
        if number == 1 {
            assert_eq!(record.log.as_bytes()[..2], left.to_le_bytes()[..2]);
        }
        assert!(record.fuel > 0 && record.fuel < 5_000);
        left -= record.fuel;
    }
    assert_eq!(replay.footer.as_ref().unwrap().totals[Seat::A].fuel, 1_000_000 - left);
}

#[test]
fn a_trap_is_charged_the_larger_of_what_it_used_and_the_fault_cost_at_most_what_is_left() {
    let mut bout = bout(TRAPPING, QUIET);
    bout.limits.max_faults = 100;
    bout.limits.fault_cost = 300_000;
    let replay = bout.play();
    let fuel: Vec<u64> = (1..=5).map(|number| turn(&replay, number, Seat::A).fuel).collect();
    assert_eq!(fuel, [300_000, 300_000, 300_000, 100_000, 0]);
    for number in 1..=4 {
        let record = turn(&replay, number, Seat::A);
        assert_eq!(record.fault.as_ref().map(|fault| fault.kind), Some(FaultKind::Trap));
        assert_eq!((record.restarted, record.orders.len()), (number > 1, 0));
    }
    // A trap after more work than the fault's cost is charged what it used.
    let late = SLOWLY.replace("(i64.const 0))", "unreachable)");
    bout.bots[0] = bot(&late);
    bout.limits.fault_cost = 10;
    let used = turn(&bout.play(), 1, Seat::A).fuel;
    assert!(used > 1_000, "{used}");
}

#[test]
fn a_restart_with_its_setup_is_paid_out_of_the_bank() {
    let setup = r#"(func (export "setup") (param i32 i32) (local $spins i32)
        (loop $spin (br_if $spin (i32.lt_u (local.tee $spins (i32.add (local.get $spins) (i32.const 1)))
            (i32.const 1000)))))"#;
    let traps_once = r#"(func (export "think") (param $view i32) (param i32) (result i64)
        (if (i32.eqz (i32.load offset=16 (local.get $view))) (then unreachable)) (i64.const 0))"#;
    let bout = bout(&format!("{traps_once} {setup}"), QUIET);
    let replay = bout.play();
    let setup_fuel = replay.legs[0].line.start[Seat::A].fuel;
    let (restarting, running) = (turn(&replay, 2, Seat::A).fuel, turn(&replay, 3, Seat::A).fuel);
    assert_eq!(restarting, bout.limits.fuel_restart + setup_fuel + running);
}

#[test]
fn a_bank_that_cannot_pay_the_restart_is_empty_without_a_fault() {
    let mut bout = bout(TRAPPING, QUIET);
    bout.limits.fault_cost = 900_000;
    bout.limits.fuel_restart = 200_000;
    let replay = bout.play();
    let second = turn(&replay, 2, Seat::A);
    assert_eq!((second.fuel, second.fault.as_ref(), second.restarted), (100_000, None, true));
    assert_eq!(replay.footer.as_ref().unwrap().totals[Seat::A].faults, 1);
    assert_eq!(turn(&replay, 3, Seat::A).fuel, 0);
}

#[test]
fn faults_forfeit_or_silence_a_bot_under_a_bank_too() {
    let mut bout = bout(QUIET, TRAPPING);
    bout.limits.max_faults = 3;
    let replay = bout.play();
    let faults = replay.legs[0].turns.iter().filter(|turn| turn.seats[Seat::B].fault.is_some()).count();
    assert_eq!((faults, replay.legs[0].turns.len()), (3, 30));
    let fault = turn(&replay, 1, Seat::B).fault.as_ref().unwrap();
    assert_eq!(fault.phase, Phase::Think);
    bout.policy.on_fault = OnFault::ForfeitMatch;
    let forfeit = Ending::Forfeit { seat: Seat::B, reason: ForfeitReason::Fault };
    assert_eq!(ending(&bout.play()), (forfeit, Outcome::Win(Seat::A)));
}
