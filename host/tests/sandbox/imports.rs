//! What bots call: floods, bad pointers, exits, and everything of WASI.

use botpit::sandbox::{Bot, BotParams, LoadProblem, RunLimits, Violation};
use botpit_engine::replay::OrderBytes;
use botpit_engine::{FaultKind, Phase};
use botpit_guest::{WASI_FUNCTIONS, WasiFunction};

use crate::support::{FUEL, Wat, assert_fault, boot, only_fault, params, started, started_with, turn, unharmed_by};

fn importing(imports: &str, think: impl Into<String>) -> Wat {
    Wat { imports: imports.to_owned(), ..Wat::thinking(think) }
}

const LOG: &str = r#"(import "botpit" "log" (func $log (param i32 i32)))"#;
const DRAW: &str = r#"(import "botpit" "draw" (func $draw (param i32 i32)))"#;
const FUEL_LEFT: &str = r#"(import "botpit" "fuel_left" (func $fuel_left (result i64)))"#;
const RANDOM: &str = r#"(import "botpit" "random" (func $random (result i64)))"#;

#[test]
fn a_log_flood_ends_with_the_fuel_and_keeps_its_tail() {
    for len in [0, 1, 100, 131_072] {
        let wat = importing(
            LOG,
            format!("(loop $more (call $log (i32.const 0) (i32.const {len})) (br $more)) (unreachable)"),
        );
        assert_fault(&wat.fault_in_think(), FaultKind::OutOfFuel, Phase::Think);
        let mut bot = started(&wat.load());
        bot.think(FUEL, &mut |_| 0, &mut OrderBytes::new());
        let output = bot.end_turn(true);
        assert!(output.log.len() <= 4096 && output.log_dropped > 0, "{} {}", output.log.len(), output.log_dropped);
    }
}

#[test]
fn a_log_beyond_the_budget_of_the_match_is_dropped_but_for_faults() {
    let module = importing(LOG, "(call $log (i32.const 1024) (i32.const 100)) (i64.const 0)").load();
    let limits = RunLimits { log_bytes_per_match: 250, ..params().limits };
    let mut bot = started_with(&module, BotParams { limits, ..params() });
    let kept: Vec<usize> = (0..4).map(|number| turn(&mut bot, number).output.log.len()).collect();
    assert_eq!((kept[0], kept[1], kept[3]), (101, 101, 0));
    bot.think(FUEL, &mut |_| 0, &mut OrderBytes::new());
    assert_eq!(bot.end_turn(true).log.len(), 101);
}

#[test]
fn a_draw_flood_ends_with_the_fuel_and_keeps_whole_marks() {
    // A mark that fills a cell.
    let wat = Wat {
        fields: r#"(data (i32.const 16) "\01\00\00\00\80\ff\a0\30\01\00\02\00\00\00\00\00")"#.to_owned(),
        ..importing(DRAW, "(loop $more (call $draw (i32.const 16) (i32.const 16)) (br $more)) (unreachable)")
    };
    assert_fault(&wat.fault_in_think(), FaultKind::OutOfFuel, Phase::Think);
    let mut bot = started(&wat.load());
    bot.think(FUEL, &mut |_| 0, &mut OrderBytes::new());
    let output = bot.end_turn(true);
    assert_eq!(output.draw.len(), 2048);
    assert_eq!(botpit_abi::Marks::new(&output.draw).count(), 128);
    assert!(output.draw_dropped > 0);
}

#[test]
fn bad_pointers() {
    for (ptr, len) in [(131_072, 1), (131_071, 2), (-1, 1), (0, -1), (-1, -1), (1, 131_072)] {
        for (import, name) in [(LOG, "log"), (DRAW, "draw")] {
            let wat = importing(import, format!("(call ${name} (i32.const {ptr}) (i32.const {len})) (i64.const 0)"));
            let mut bot = started(&wat.load());
            // A giant length may cost more than a turn has, before anything is read.
            let fault = unharmed_by(|| only_fault(bot.think(1 << 40, &mut |_| 0, &mut OrderBytes::new())));
            assert_fault(&fault, FaultKind::BadPointer, Phase::Think);
            assert!(fault.detail.contains(name), "{fault}");
        }
    }
}

#[test]
fn an_import_costs_fuel_even_when_nothing_is_left() {
    let module = importing(RANDOM, "(drop (call $random)) (i64.const 0)").load();
    let fault = only_fault(started(&module).think(50, &mut |_| 0, &mut OrderBytes::new()));
    assert_fault(&fault, FaultKind::OutOfFuel, Phase::Think);
}

#[test]
fn fuel_left_falls_by_what_is_used_and_is_told_no_sooner_than_the_instance_is_ready() {
    let module = Wat {
        fields: r#"
            (global $at_start (mut i64) (i64.const -1))
            (func $start (global.set $at_start (call $fuel_left)))
            (start $start)
            (func (export "setup") (param i32 i32)
                (if (i64.ne (global.get $at_start) (i64.const 0)) (then (unreachable)))
                (if (i64.lt_u (call $fuel_left) (i64.const 9000000)) (then (unreachable))))"#
            .to_owned(),
        ..importing(
            FUEL_LEFT,
            "(i64.store (i32.const 0) (call $fuel_left))
             (i64.store (i32.const 8) (call $fuel_left))
             (if (i64.ge_u (i64.load (i32.const 8)) (i64.load (i32.const 0))) (then (unreachable)))
             (if (i64.ge_u (i64.load (i32.const 0)) (i64.const 10000000)) (then (unreachable)))
             (i64.const 0)",
        )
    }
    .load();
    turn(&mut started(&module), 0);
}

/// A bot that gives out its random numbers as a log of 8 bytes a turn.
fn random_bot() -> Wat {
    importing(
        &format!("{RANDOM}{LOG}"),
        "(i64.store (i32.const 0) (call $random)) (call $log (i32.const 0) (i32.const 8)) (i64.const 0)",
    )
}

#[test]
fn random_streams_go_on_over_restarts_and_differ_by_seed_leg_and_seat() {
    let module = random_bot().load();
    let draw = |params: BotParams, restart: bool| -> Vec<Vec<u8>> {
        let mut bot = started_with(&module, params);
        (0..3)
            .map(|number| {
                if restart {
                    assert_eq!(boot(&mut bot).fault, None);
                }
                turn(&mut bot, number).output.log
            })
            .collect()
    };
    let stream = draw(params(), false);
    assert_ne!(stream[0], stream[1]);
    assert_eq!(draw(params(), true), stream);
    for other in
        [BotParams { seed: 8, ..params() }, BotParams { leg: 1, ..params() }, BotParams { seat: 0, ..params() }]
    {
        assert_ne!(draw(other, false), stream);
    }
    let mut next = started_with(&module, params()).next_leg(BotParams { leg: 1, ..params() });
    assert_eq!(boot(&mut next).fault, None);
    assert_eq!(turn(&mut next, 0).output.log, draw(BotParams { leg: 1, ..params() }, false)[0]);
}

#[test]
fn proc_exit_in_think_and_while_loading() {
    let exit = r#"(import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))"#;
    let fault = importing(exit, "(call $exit (i32.const 3)) (unreachable)").fault_in_think();
    assert_fault(&fault, FaultKind::Exited, Phase::Think);
    assert!(fault.detail.contains('3'), "{fault}");

    let at_start = Wat {
        imports: exit.to_owned(),
        fields: "(func $start (call $exit (i32.const 0))) (start $start)".to_owned(),
        ..Wat::default()
    };
    match at_start.refused() {
        LoadProblem::Faulted { fault, .. } => assert_fault(&fault, FaultKind::Exited, Phase::Start),
        other => panic!("{other}"),
    }
}

/// A bot that calls a function of WASI with `first` and otherwise zeros, and logs its answer.
fn calling(function: &WasiFunction, first: u32) -> Wat {
    let params: Vec<&str> = function.params.iter().map(|param| param.name()).collect();
    let results = if function.returns_errno { "(result i32)" } else { "" };
    let args: Vec<String> = params
        .iter()
        .enumerate()
        .map(|(index, ty)| format!("({ty}.const {})", if index == 0 { first } else { 0 }))
        .collect();
    let call = format!("(call $f {})", args.join(" "));
    let keep = if function.returns_errno { format!("(i32.store (i32.const 512) {call})") } else { call };
    Wat {
        imports: format!(
            r#"{LOG}(import "wasi_snapshot_preview1" "{}" (func $f (param {}) {results}))"#,
            function.name,
            params.join(" ")
        ),
        ..Wat::thinking(format!("{keep} (call $log (i32.const 512) (i32.const 4)) (i64.const 0)"))
    }
}

/// Files, sockets and signals are out of reach: each call answers an error and is recorded.
#[test]
fn every_wasi_call_that_touches_files_or_sockets_is_a_violation() {
    let streams = ["fd_pread", "fd_pwrite", "fd_read", "fd_readdir", "fd_seek", "fd_tell", "fd_write"];
    let forbidden = |name: &str| {
        name.starts_with("path_") || name.starts_with("sock_") || name == "proc_raise" || streams.contains(&name)
    };
    let mut violations = 0;
    for function in WASI_FUNCTIONS.iter().filter(|function| function.name != "proc_exit") {
        let turn = calling(function, 3).turn();
        if forbidden(function.name) {
            violations += 1;
            assert_eq!(turn.output.violations, [Violation { function: function.name, times: 1 }]);
            assert_ne!(turn.output.log, [0, 0, 0, 0, b'\n'], "{} must not succeed", function.name);
        } else {
            assert_eq!(turn.output.violations, [], "{}", function.name);
        }
    }
    assert_eq!(violations, 10 + 4 + 1 + streams.len());
}

/// What language start-up code calls on the standard streams is no violation.
#[test]
fn wasi_calls_on_standard_streams_are_no_violations() {
    for function in WASI_FUNCTIONS.iter().filter(|function| function.name.starts_with("fd_")) {
        if function.name != "fd_readdir" {
            assert_eq!(calling(function, 1).turn().output.violations, [], "{}", function.name);
        }
    }
}

/// A clock is a count of turns and fuel: asking it tells nothing about the machine.
#[test]
fn wasi_clocks_are_the_same_on_every_machine() {
    let clock = r#"(import "wasi_snapshot_preview1" "clock_time_get" (func $clock (param i32 i64 i32) (result i32)))"#;
    let module = importing(
        &format!("{clock}{LOG}"),
        "(drop (call $clock (i32.const 1) (i64.const 0) (i32.const 0)))
         (call $log (i32.const 0) (i32.const 8))
         (i64.const 0)",
    )
    .load();
    let told = |number| {
        let log = turn(&mut started(&module), number).output.log;
        u64::from_le_bytes(log[..8].try_into().expect("eight bytes"))
    };
    let first = told(0);
    assert!((1_000_000_000..1_000_100_000).contains(&first), "{first}");
    assert_eq!(told(0), first);
    assert_eq!(told(9), first + 9_000_000_000);
}

/// A sleep costs fuel instead of time.
#[test]
fn wasi_sleep_does_not_block_the_host() {
    let poll = r#"(import "wasi_snapshot_preview1" "poll_oneoff" (func $poll (param i32 i32 i32 i32) (result i32)))"#;
    // A subscription to a clock, with a time-out of 2^40 ns.
    let sleep = "(i64.store (i32.const 24) (i64.const 0x10000000000))
        (drop (call $poll (i32.const 0) (i32.const 256) (i32.const 1) (i32.const 512)))
        (i64.const 0)";
    assert_fault(&importing(poll, sleep).fault_in_think(), FaultKind::OutOfFuel, Phase::Think);
    let module = importing(poll, sleep.replace("0x10000000000", "1000000")).load();
    assert!(turn(&mut started(&module), 0).report.fuel_used > 1_000_000);
}

#[test]
fn wasi_with_bad_pointers() {
    let calls = [
        ("clock_time_get", "(param i32 i64 i32)", "(i32.const 0) (i64.const 0) (i32.const 131065)"),
        ("random_get", "(param i32 i32)", "(i32.const 131070) (i32.const 3)"),
        ("fd_write", "(param i32 i32 i32 i32)", "(i32.const 1) (i32.const 131065) (i32.const 1) (i32.const 0)"),
        ("fd_write", "(param i32 i32 i32 i32)", "(i32.const 1) (i32.const 0) (i32.const 1) (i32.const -1)"),
        ("environ_sizes_get", "(param i32 i32)", "(i32.const 0) (i32.const 131069)"),
        ("poll_oneoff", "(param i32 i32 i32 i32)", "(i32.const -1) (i32.const 0) (i32.const 1) (i32.const 0)"),
    ];
    for (name, params, args) in calls {
        let import = format!(r#"(import "wasi_snapshot_preview1" "{name}" (func $f {params} (result i32)))"#);
        let fault = importing(&import, format!("(drop (call $f {args})) (i64.const 0)")).fault_in_think();
        assert_fault(&fault, FaultKind::BadPointer, Phase::Think);
        assert!(fault.detail.contains(name), "{fault}");
    }
}

#[test]
fn imports_in_the_start_section_see_memory() {
    let wat = Wat {
        imports: LOG.to_owned(),
        fields: r#"(data (i32.const 0) "begun") (func $start (call $log (i32.const 0) (i32.const 5))) (start $start)"#
            .to_owned(),
        ..Wat::default()
    };
    let mut bot = Bot::new(&wat.load(), params());
    bot.begin_turn(0);
    assert_eq!(boot(&mut bot).fault, None);
    assert_eq!(bot.end_turn(false).log, b"begun\n");
}
