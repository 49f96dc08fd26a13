//! What faults, violations and slow turns cost in a match.

mod common;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use botpit::matches::{Entrant, MapSource, MatchSpec, Referee};
use botpit::sandbox::{CompilerPath, Sandbox, SandboxConfig};
use botpit_engine::replay::{Outcome, Replay, verify};
use botpit_engine::{
    BothSeats, Ending, FaultKind, ForfeitReason, Limits, OnFault, OnViolation, Phase, Policy, Seat, Seed, Settings,
    registry,
};
use common::{ENDLESS, QUIET, TRAPPING, wat_bot, wat_text};

/// A match between two WAT bots on a small map, with what a test wants changed.
struct Bout {
    sandbox: Sandbox,
    bots: [Vec<u8>; 2],
    limits: Limits,
    policy: Policy,
}

impl Bout {
    fn new(a: &str, b: &str) -> Bout {
        Bout::with_instances(a, b, 4)
    }

    /// A bout in a sandbox that has room for so many bots at once.
    fn with_instances(a: &str, b: &str, instances: u32) -> Bout {
        let sandbox = Sandbox::new(SandboxConfig {
            instances,
            compiler: CompilerPath::Program {
                program: env!("CARGO_BIN_EXE_botpit").into(),
                args: vec!["__compile".into()],
            },
            ..SandboxConfig::default()
        });
        let limits =
            Limits { fuel_per_turn: 1_000_000, fuel_start: 1_000_000, fuel_restart: 1_000, ..Limits::default() };
        Bout { sandbox: sandbox.unwrap(), bots: [wat_bot(a), wat_bot(b)], limits, policy: Policy::default() }
    }

    fn play(&self) -> Replay {
        let ruleset = registry::ruleset("gold-hunter").unwrap();
        let mut settings = Settings::default();
        for (name, value) in [("width", "8"), ("height", "8"), ("hunters", "1"), ("workers", "1"), ("turns", "30")] {
            settings.set(name, value);
        }
        let entrant = |seat: Seat| {
            let wasm: Arc<[u8]> = self.bots[seat.index()].clone().into();
            let module = self.sandbox.load(&seat.to_string(), &wasm).unwrap();
            Entrant { name: seat.to_string(), module, wasm }
        };
        let spec = MatchSpec {
            ruleset,
            options: Settings::default(),
            seed: Seed(1),
            limits: self.limits.clone(),
            policy: self.policy,
            bots: BothSeats::from_fn(entrant),
            maps: MapSource::Generated { ruleset, first: Seed(1), settings },
            embed: false,
        };
        let replay = Referee::new(&self.sandbox).play(&spec, &AtomicBool::new(false)).unwrap();
        verify(&replay).unwrap();
        replay
    }
}

fn ending(replay: &Replay) -> (Ending, Outcome) {
    let footer = replay.footer.as_ref().unwrap();
    (footer.ending, footer.outcome)
}

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

#[test]
fn a_restart_costs_its_flat_price_out_of_the_turn() {
    // The first answer traps; a fresh instance does not know that it has trapped, but its turn counter in the view
    // (at byte 16) says so.
    let think = r#"(func (export "think") (param $view i32) (param i32) (result i64)
        (if (i32.eqz (i32.load offset=16 (local.get $view))) (then unreachable)) (i64.const 0))"#;
    let mut bout = Bout::new(think, QUIET);
    let fuel_of = |bout: &Bout, turn: usize| bout.play().legs[0].turns[turn].seats[Seat::A].fuel;
    let (restarting, running) = (fuel_of(&bout, 1), fuel_of(&bout, 2));
    assert!(restarting >= 1_000 + running, "{restarting} for a turn with a restart, {running} without");
    bout.limits.fuel_restart = 1_000_000;
    let replay = bout.play();
    let fault = replay.legs[0].turns[1].seats[Seat::A].fault.as_ref().unwrap();
    assert_eq!((fault.kind, fault.phase), (FaultKind::OutOfFuel, Phase::Start), "no fuel is left for the restart");
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
    let maps: Vec<&str> = replay.legs.iter().map(|leg| leg.line.map.name.as_str()).collect();
    assert_eq!(maps.len(), 3, "the first and two replays");
    assert!(maps.windows(2).all(|pair| pair[0] != pair[1]), "{maps:?}");
    assert!(replay.legs.iter().all(|leg| leg.turns.len() == 30));
    bout.policy.replays = 0;
    assert_eq!(bout.play().legs.len(), 1);
}

#[test]
fn a_match_that_the_machine_fails_three_times_is_unresolved_and_never_scored() {
    let replay = Bout::with_instances(QUIET, QUIET, 1).play();
    assert_eq!(ending(&replay), (Ending::Aborted, Outcome::Unresolved));
    let failure = replay.footer.as_ref().unwrap().host_failure.as_ref().unwrap();
    assert!(!failure.is_empty());
}
