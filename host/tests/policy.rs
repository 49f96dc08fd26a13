//! What faults, violations and slow turns cost in a match.

mod common;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use botpit::matches::MapSource;
use botpit_engine::replay::Outcome;
use botpit_engine::{Ending, FaultKind, ForfeitReason, OnFault, OnViolation, Phase, Seat};
use common::bout::{Bout, ending};
use common::{ENDLESS, QUIET, TRAPPING, wat_bot, wat_text};

#[test]
fn a_turn_that_faults_costs_its_budget_and_the_bot_starts_again_and_gives_up_after_max_faults() {
    for (think, kind) in [(ENDLESS, FaultKind::OutOfFuel), (TRAPPING, FaultKind::Trap)] {
        let replay = Bout::new(think, QUIET).play();
        let turns = &replay.legs[0].turns;
        assert_eq!(turns.len(), 30, "the other bot's game goes on");
        for (index, turn) in turns.iter().enumerate() {
            let a = &turn.seats[Seat::A];
            if index < 10 {
                let fault = a.fault.as_ref().unwrap();
                assert_eq!((fault.kind, fault.phase, a.fuel), (kind, Phase::Think, 1_000_000));
                assert_eq!(a.restarted, index > 0);
            } else {
                assert_eq!((a.fault.as_ref(), a.fuel, a.restarted), (None, 0, false), "it is not asked any more");
            }
            assert_eq!(turn.seats[Seat::B].fault, None);
        }
        assert_eq!(replay.footer.as_ref().unwrap().totals[Seat::A].faults, 10);
    }
}

#[test]
fn a_bot_that_never_starts_loses_its_turns_and_no_more() {
    let think = format!(r#"{QUIET} (func (export "setup") (param i32 i32) (loop (br 0)))"#);
    let replay = Bout::new(QUIET, &think).play();
    let start = replay.legs[0].line.start[Seat::B].fault.as_ref().unwrap();
    assert_eq!((start.kind, start.phase), (FaultKind::OutOfFuel, Phase::Setup));
    let totals = &replay.footer.as_ref().unwrap().totals[Seat::B];
    assert_eq!((totals.faults, totals.restarts), (10, 9));
}

/// Its start has ten times the fuel of a turn, and may take longer than a turn.
#[test]
fn a_bot_that_never_starts_runs_out_of_fuel_whatever_the_ceiling_of_a_turn_is() {
    let endless = "(loop (br 0))";
    let setup = format!(r#"{QUIET} (func (export "setup") (param i32 i32) {endless})"#);
    let team_name = format!(r#"{QUIET} (func (export "team_name") (result i64) {endless} (i64.const 0))"#);
    for (fields, phase, faults) in [(&setup, Phase::Setup, 10), (&team_name, Phase::TeamName, 1)] {
        let mut bout = Bout::new(QUIET, fields);
        bout.limits.fuel_per_turn = 20_000_000;
        bout.limits.fuel_start = 200_000_000;
        bout.limits.cpu_ms_per_turn = 60;
        let replay = bout.play();
        let start = replay.legs[0].line.start[Seat::B].fault.as_ref().unwrap();
        assert_eq!((start.kind, start.phase), (FaultKind::OutOfFuel, phase));
        let footer = replay.footer.as_ref().unwrap();
        assert_eq!((footer.totals[Seat::B].faults, footer.cpu_ceiling.as_ref()), (faults, None));
        assert_eq!(replay.legs[0].turns.len(), 30, "the other bot's game goes on");
    }
}

#[test]
fn an_interrupted_match_ends_within_a_bots_call() {
    static INTERRUPT: AtomicBool = AtomicBool::new(true);
    let mut bout = Bout::with_config(QUIET, ENDLESS, |config| config.interrupt = Some(&INTERRUPT));
    bout.limits.fuel_per_turn = 1 << 60;
    // Bots are loaded before the interruption.
    INTERRUPT.store(false, Ordering::Relaxed);
    let spec = bout.spec();
    INTERRUPT.store(true, Ordering::Relaxed);
    let replay = bout.play_spec(&spec);
    assert_eq!((replay.footer.as_ref(), replay.legs[0].turns.len()), (None, 0));
}

/// Logs the setup's turn (byte 56) and restarts (byte 60), traps in turns 0 and 1, and uses fuel in its setup.
const TELLS_ITS_SETUP: &str = r#"
    (func (export "setup") (param $setup i32) (param i32) (local $spins i32)
        (loop $spin (br_if $spin (i32.lt_u (local.tee $spins (i32.add (local.get $spins) (i32.const 1))) (i32.const 1000))))
        (call $log (i32.add (local.get $setup) (i32.const 56)) (i32.const 8)))
    (func (export "think") (param $view i32) (param i32) (result i64)
        (if (i32.lt_u (i32.load offset=16 (local.get $view)) (i32.const 2)) (then unreachable)) (i64.const 0))"#;

fn teller() -> Vec<u8> {
    let text = wat_text(TELLS_ITS_SETUP);
    let import = r#"(module (import "botpit" "log" (func $log (param i32 i32)))"#;
    wat::parse_str(text.replacen("(module", import, 1)).unwrap()
}

#[test]
fn a_restarted_bot_is_told_its_setup_again_out_of_the_turn_in_which_it_runs() {
    let mut bout = Bout::new(QUIET, QUIET);
    bout.bots[0] = teller();
    bout.policy.replays = 0;
    let replay = bout.play();
    let leg = &replay.legs[0];
    let setup_fuel = leg.line.start[Seat::A].fuel;
    assert!(setup_fuel > 3_000, "the setup's loop is counted: {setup_fuel}");
    // The numbers are two u32, little-endian; the log has them as characters.
    let told =
        |record: &botpit_engine::replay::SeatTurn| record.log.bytes().filter(|&b| b != b'\n').collect::<Vec<u8>>();
    assert_eq!(told(&leg.line.start[Seat::A]), [0, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(told(&leg.turns[1].seats[Seat::A]), [1, 0, 0, 0, 1, 0, 0, 0], "turn 1, restarted once");
    assert_eq!(told(&leg.turns[2].seats[Seat::A]), [2, 0, 0, 0, 2, 0, 0, 0], "turn 2, restarted twice");
    let (restarting, running) = (leg.turns[2].seats[Seat::A].fuel, leg.turns[3].seats[Seat::A].fuel);
    assert_eq!(restarting, bout.limits.fuel_restart + setup_fuel + running);
    bout.limits.fuel_restart = 1_000_000;
    let replay = bout.play();
    let fault = replay.legs[0].turns[1].seats[Seat::A].fault.as_ref().unwrap();
    assert_eq!((fault.kind, fault.phase), (FaultKind::OutOfFuel, Phase::Start), "no fuel is left for the restart");
}

#[test]
fn faults_count_over_all_legs_of_a_match() {
    let mut bout = Bout::new(QUIET, TRAPPING);
    bout.limits.max_faults = 35;
    bout.policy.replays = 2;
    let replay = bout.play();
    let faults = |leg: usize| replay.legs[leg].turns.iter().filter(|turn| turn.seats[Seat::B].fault.is_some()).count();
    assert_eq!((faults(0), faults(1), faults(2)), (30, 5, 0));
    assert_eq!(replay.legs[2].line.start[Seat::B].fuel, 0, "it is not started any more");
}

/// Fires with player 0 every turn.
const FIRES: &str = r#"
    (data (i32.const 64) "\01\00\01\00\03\00\10\00\14\00\00\00\00\00\00\00\00\00\03\00")
    (func (export "think") (param i32 i32) (result i64) (i64.const 0x4000000014))"#;

#[test]
fn the_bot_of_a_team_without_players_is_still_asked() {
    let map = "5\n1 3\n1 1 1\n1\n0 1 1\n9\n1 0\n0 0 Right\n0 2 Left\n";
    let mut bout = Bout::new(FIRES, QUIET);
    bout.on_map("gold-hunter", map);
    let replay = bout.play();
    let killed = replay.footer.as_ref().unwrap().legs[0].standings[Seat::B].tie_breaks[0].count;
    assert_eq!((killed, replay.legs[0].turns.len()), (1, 5));
    assert!(replay.legs[0].turns.iter().all(|turn| turn.seats[Seat::B].fuel > 0));
}

#[test]
fn a_fault_forfeits_the_match_where_the_organiser_says_so() {
    let mut bout = Bout::new(QUIET, TRAPPING);
    bout.policy.on_fault = OnFault::ForfeitMatch;
    let forfeit = Ending::Forfeit { seat: Seat::B, reason: ForfeitReason::Fault };
    let replay = bout.play();
    assert_eq!(ending(&replay), (forfeit, Outcome::Win(Seat::A)));
    assert_eq!(replay.legs[0].turns.len(), 1);
    bout.bots[0] = wat_bot(TRAPPING);
    assert_eq!(ending(&bout.play()), (Ending::BothForfeit, Outcome::Draw), "neither is to be preferred");
}

const OPENS_A_FILE: &str = r#"(func (export "think") (param i32 i32) (result i64)
    (drop (call $open (i32.const 3) (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 0) (i64.const 0) (i64.const 0)
        (i32.const 0) (i32.const 64))) (i64.const 0))"#;

fn file_opener() -> Vec<u8> {
    let text = format!(
        r#"(module
            (import "wasi_snapshot_preview1" "path_open"
                (func $open (param i32 i32 i32 i32 i32 i64 i64 i32 i32) (result i32)))
            (memory (export "memory") 8)
            (func (export "botpit_abi") (result i32) (i32.const 0x10001))
            (func (export "alloc") (param i32) (result i32) (i32.const 1024))
            {OPENS_A_FILE})"#
    );
    wat::parse_str(text).unwrap()
}

#[test]
fn a_violation_is_recorded_or_forfeits() {
    let mut bout = Bout::new(QUIET, QUIET);
    bout.bots[0] = file_opener();
    let replay = bout.play();
    let turn = &replay.legs[0].turns[0].seats[Seat::A];
    assert_eq!(
        (turn.violations[0].call.as_str(), turn.violations[0].times, turn.fault.as_ref()),
        ("path_open", 1, None)
    );
    assert_eq!(replay.footer.as_ref().unwrap().totals[Seat::A].violations, 30 * replay.legs.len() as u64);
    for policy in [OnViolation::Forfeit, OnViolation::Disqualify] {
        bout.policy.on_violation = policy;
        let forfeit = Ending::Forfeit { seat: Seat::A, reason: ForfeitReason::Violation };
        assert_eq!(ending(&bout.play()), (forfeit, Outcome::Win(Seat::B)));
    }
}

#[test]
fn a_bot_twice_over_the_ceiling_of_processor_time_loses_and_nobody_else_suffers() {
    let mut bout = Bout::new(ENDLESS, QUIET);
    bout.limits.fuel_per_turn = 1 << 50;
    bout.limits.cpu_ms_per_turn = 30;
    let replay = bout.play();
    let forfeit = Ending::Forfeit { seat: Seat::A, reason: ForfeitReason::CpuCeiling };
    assert_eq!(ending(&replay), (forfeit, Outcome::Win(Seat::B)));
    let record = replay.footer.as_ref().unwrap().cpu_ceiling.as_ref().unwrap();
    assert_eq!((record.seat, record.cpu_ms.len(), record.at), (Seat::A, 2, (0, 1)));
    assert!(record.cpu_ms.iter().all(|&ms| Duration::from_millis(ms) >= Duration::from_millis(30)), "{record:?}");
}

/// Follows addresses that miss every cache, from the moment it is not ahead: little fuel, much time.
const CHASES_POINTERS: &str = r#"(func (export "think") (param $view i32) (param i32) (result i64) (local $at i32)
    (if (i64.gt_u (i64.load offset=32 (local.get $view)) (i64.load offset=40 (local.get $view)))
        (then (return (i64.const 0))))
    (loop $chase
        (local.set $at (i32.and (i32.const 0x1fffffc) (i32.add (i32.const 1013904223)
            (i32.mul (i32.const 1664525) (i32.add (local.get $at) (i32.load (local.get $at)))))))
        (br $chase))
    (i64.const 0))"#;

#[test]
fn a_bot_that_chases_pointers_when_it_is_behind_cannot_avoid_its_loss() {
    let mut bout = Bout::new(QUIET, QUIET);
    let text =
        wat_text(CHASES_POINTERS).replace(r#"(memory (export "memory") 8)"#, r#"(memory (export "memory") 1024)"#);
    bout.bots[1] = wat::parse_str(text).unwrap();
    bout.limits.fuel_per_turn = 1 << 40;
    bout.limits.cpu_ms_per_turn = 50;
    let replay = bout.play();
    let forfeit = Ending::Forfeit { seat: Seat::B, reason: ForfeitReason::CpuCeiling };
    assert_eq!(ending(&replay), (forfeit, Outcome::Win(Seat::A)));
}

#[test]
fn ties_are_replayed_on_further_maps_and_every_leg_stays_in_the_record() {
    let mut bout = Bout::new(QUIET, QUIET);
    bout.policy.replays = 2;
    let replay = bout.play();
    assert_eq!(ending(&replay), (Ending::ReplayOnAnotherMap, Outcome::Draw));
    let names = |replay: &botpit_engine::replay::Replay| -> Vec<String> {
        replay.legs.iter().map(|leg| leg.line.map.name.clone()).collect()
    };
    let seeds: Vec<String> = (1..=3).map(|seed| format!("seed-{}", botpit_engine::Seed(seed))).collect();
    assert_eq!(names(&replay), seeds, "the first and two replays, each on the next seed");
    assert!(replay.legs.iter().all(|leg| leg.turns.len() == 30));
    bout.policy.replays = 0;
    assert_eq!(bout.play().legs.len(), 1);

    let ruleset = botpit_engine::GAMES.ruleset("gold-hunter").unwrap();
    let pool = |count: usize| {
        let bundled = ruleset.bundled_maps()[..count].iter();
        bundled.map(|map| map.read(ruleset).unwrap()).collect()
    };
    bout.policy.replays = 3;
    bout.maps = Some(MapSource::Pool { maps: pool(2), first: 1 });
    let [first, second] = [0, 1].map(|place: usize| ruleset.bundled_maps()[place].name);
    assert_eq!(names(&bout.play()), [second, first, second, first], "a pool that is used up starts again");
    bout.maps = Some(MapSource::Pool { maps: pool(1), first: 0 });
    let replay = bout.play();
    assert_eq!((ending(&replay).1, replay.legs.len()), (Outcome::Draw, 1), "a pool of one map: a draw");
}

#[test]
fn a_match_that_the_machine_fails_three_times_is_unresolved_and_never_scored() {
    let replay = Bout::with_instances(QUIET, QUIET, 1).play();
    assert_eq!(ending(&replay), (Ending::Aborted, Outcome::Unresolved));
    let failure = replay.footer.as_ref().unwrap().host_failure.as_ref().unwrap();
    assert!(!failure.is_empty());
}
