//! The ceiling of CPU time, for what no fuel can price.

use std::time::Duration;

use botpit::sandbox::{Bot, BotParams, CpuCeiling, LoadProblem, RunLimits, Sandbox, SandboxConfig};
use botpit_engine::replay::OrderBytes;

use crate::support::{ENDLESS_FUEL, Wat, boot, config, params, started_with, turn, unharmed_by};

/// Follows a chain of pointers through 64 MiB, each in another cache line, for ever.
fn pointer_chaser() -> Wat {
    Wat {
        memory: "1024",
        alloc: "(i32.const 1024)",
        ..Wat::thinking(
            "(local $line i32)
             (local $at i32)
             ;; A linear congruence modulo 2^20 visits every line once.
             (loop $fill
                (i32.store
                    (i32.shl (local.get $line) (i32.const 6))
                    (i32.shl
                        (i32.and
                            (i32.add (i32.mul (local.get $line) (i32.const 1664525)) (i32.const 1013904223))
                            (i32.const 0xfffff))
                        (i32.const 6)))
                (local.set $line (i32.add (local.get $line) (i32.const 1)))
                (br_if $fill (i32.lt_u (local.get $line) (i32.const 0x100000))))
             (loop $chase
                (local.set $at (i32.load (local.get $at)))
                (br $chase))
             (unreachable)",
        )
    }
}

fn limits(per_turn_ms: Option<u64>, per_match_ms: u64) -> BotParams {
    let limits = RunLimits {
        cpu_per_turn: per_turn_ms.map(Duration::from_millis),
        cpu_per_match: Duration::from_millis(per_match_ms),
        ..RunLimits::default()
    };
    BotParams { limits, ..params() }
}

#[test]
fn chasing_pointers_comes_to_the_ceiling_of_the_turn() {
    let mut bot = started_with(&pointer_chaser().load(), limits(Some(50), 60_000));
    let report = unharmed_by(|| bot.think(ENDLESS_FUEL, &mut |_| 0, &mut OrderBytes::new()));
    assert_eq!(report.cpu_ceiling, Some(CpuCeiling::Turn));
    assert_eq!((report.fault, report.host_failure), (None, None));
    assert!(report.cpu >= Duration::from_millis(50), "{:?}", report.cpu);
    assert!(!bot.is_running());
}

#[test]
fn chasing_pointers_comes_to_the_ceiling_of_the_match() {
    let mut bot = started_with(&pointer_chaser().load(), limits(None, 50));
    let report = unharmed_by(|| bot.think(ENDLESS_FUEL, &mut |_| 0, &mut OrderBytes::new()));
    assert_eq!(report.cpu_ceiling, Some(CpuCeiling::Match));
}

/// What was used in one turn is not held against the next, but adds up over the match and its legs. What each start and
/// each turn is said to have taken is all that the match has.
#[test]
fn a_turn_begins_with_no_time_used_and_a_match_goes_on() {
    let module = Wat::thinking("(loop $forever (br $forever)) (unreachable)").load();
    let mut bot = Bot::new(&module, limits(Some(30), 300));
    let (mut turns, mut reported) = (0, Duration::ZERO);
    loop {
        bot.begin_turn(turns);
        let start = boot(&mut bot);
        assert_eq!(start.fault, None);
        let turn = bot.think(ENDLESS_FUEL, &mut |_| 0, &mut OrderBytes::new());
        reported += start.cpu + turn.cpu;
        match turn.cpu_ceiling {
            Some(CpuCeiling::Turn) => turns += 1,
            Some(CpuCeiling::Match) => break,
            None => panic!("an endless loop has ended"),
        }
        if turns == 3 {
            bot = bot.next_leg(BotParams { leg: 1, ..params() });
        }
    }
    assert!((3..=10).contains(&turns), "{turns} turns of 30 ms in 300 ms");
    assert!(bot.cpu_of_match() >= Duration::from_millis(300));
    assert_eq!(bot.cpu_of_match(), reported);
}

/// The clock is looked at in every call, also after one in which it moved on and that ended well.
#[test]
fn a_later_turn_of_the_same_instance_comes_to_the_ceiling_too() {
    let wat = Wat {
        fields: "(global $turn (mut i32) (i32.const 0))".to_owned(),
        ..Wat::thinking(
            "(local $i i32)
             (if (i32.lt_u (global.get $turn) (i32.const 3))
               (then
                 (global.set $turn (i32.add (global.get $turn) (i32.const 1)))
                 (loop $for_some_ticks
                   (br_if $for_some_ticks
                     (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 150000000))))
                 (return (i64.const 0))))
             (loop $forever (br $forever))
             (unreachable)",
        )
    };
    let mut bot = started_with(&wat.load(), limits(Some(5_000), 60_000));
    for turn in 0..3 {
        bot.begin_turn(turn);
        let report = bot.think(ENDLESS_FUEL, &mut |_| 0, &mut OrderBytes::new());
        assert_eq!((report.fault, report.cpu_ceiling), (None, None));
        assert!(report.cpu > Duration::ZERO, "turn {turn} was not looked at");
    }
    bot.begin_turn(3);
    let report = unharmed_by(|| bot.think(ENDLESS_FUEL, &mut |_| 0, &mut OrderBytes::new()));
    assert_eq!(report.cpu_ceiling, Some(CpuCeiling::Turn));
}

/// The ceiling holds in host functions' callers too: most of this bot's time is spent in imports.
#[test]
fn time_in_imports_counts() {
    let wat = Wat {
        imports: r#"(import "botpit" "log" (func $log (param i32 i32)))"#.to_owned(),
        ..Wat::thinking("(loop $more (call $log (i32.const 0) (i32.const 4096)) (br $more)) (unreachable)")
    };
    let mut bot = started_with(&wat.load(), limits(Some(50), 60_000));
    let report = unharmed_by(|| bot.think(ENDLESS_FUEL, &mut |_| 0, &mut OrderBytes::new()));
    assert_eq!(report.cpu_ceiling, Some(CpuCeiling::Turn));
    assert!(bot.end_turn(true).log.len() <= 4096);
}

/// A start before the first turn has no ceiling of its own; a restart within a turn has the turn's.
#[test]
fn a_start_before_the_first_turn_is_no_turn() {
    let wat = Wat::with_fields(r#"(func (export "setup") (param i32 i32) (loop $forever (br $forever)))"#);
    let params = limits(Some(20), 100);
    let mut bot = Bot::new(&wat.load(), params);
    assert_eq!(bot.boot(ENDLESS_FUEL, &mut |_| 0).cpu_ceiling, Some(CpuCeiling::Match));
    let mut bot = Bot::new(&wat.load(), params);
    bot.begin_turn(0);
    assert_eq!(bot.boot(ENDLESS_FUEL, &mut |_| 0).cpu_ceiling, Some(CpuCeiling::Turn));
    let mut bot = bot.next_leg(BotParams { leg: 1, ..params });
    assert_eq!(bot.boot(ENDLESS_FUEL, &mut |_| 0).cpu_ceiling, Some(CpuCeiling::Match));
}

#[test]
fn start_code_comes_to_the_ceiling_of_the_load() {
    let config = SandboxConfig { load_fuel: ENDLESS_FUEL, load_cpu: Duration::from_millis(50), ..config() };
    let sandbox = Sandbox::new(config).expect("a sandbox");
    let wasm = Wat::with_fields("(func $start (loop $forever (br $forever))) (start $start)").wasm();
    let problem = unharmed_by(|| sandbox.load("slow", &wasm).expect_err("refused").problem);
    assert_eq!(problem, LoadProblem::StartCpu { limit: Duration::from_millis(50) });
}

/// The clock sleeps when no bot runs, and must wake up again.
#[test]
fn the_clock_wakes_up() {
    let sandbox = Sandbox::new(config()).expect("a sandbox");
    let wasm = Wat::thinking("(loop $forever (br $forever)) (unreachable)").wasm();
    let module = sandbox.load("loop", &wasm).expect("loads");
    // Compiling another bot gives the clock of this sandbox the time to fall asleep.
    let other = sandbox.load("idle", &Wat::default().wasm()).expect("loads");
    for _ in 0..3 {
        let mut bot = started_with(&module, limits(Some(20), 60_000));
        let report = bot.think(ENDLESS_FUEL, &mut |_| 0, &mut OrderBytes::new());
        assert_eq!(report.cpu_ceiling, Some(CpuCeiling::Turn));
        turn(&mut started_with(&other, limits(Some(60_000), 60_000)), 0);
    }
}
