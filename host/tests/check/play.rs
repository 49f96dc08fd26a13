//! What loading a bot and its first turns tell.

use std::time::Duration;

use botpit::builtins::builtin;
use botpit::check::{CheckReport, CheckRequest};
use botpit::sandbox::{Sandbox, SandboxConfig};
use botpit_abi::{Order, OrderList, OrderWriter};
use botpit_engine::{GAMES, Limits, OnViolation};

use crate::common::{ENDLESS, QUIET, TRAPPING, wat_bot, wat_text};
use crate::support::{codes, config, module, quiet, report, request, run, run_in, words_of};

/// A bot that thinks so.
fn thinking(think: &str) -> Vec<u8> {
    thinking_with("", think)
}

fn thinking_with(fields: &str, think: &str) -> Vec<u8> {
    let think = format!(r#"(func (export "think") (param i32 i32) (result i64) {think})"#);
    module(&wat_text(&think).replacen("(module", &format!("(module {fields}"), 1))
}

/// A quiet bot with that answer of `botpit_abi`.
fn answering(abi: &str) -> Vec<u8> {
    module(&wat_text(QUIET).replace("(i32.const 0x10001)", abi))
}

#[track_caller]
fn assert_problem(report: &CheckReport, code: &str, says: &[&str]) {
    assert!(!report.can_play);
    let words = words_of(&report.problems, code);
    for word in says {
        assert!(words.contains(word), "`{word}` is not in\n{words}");
    }
}

#[track_caller]
fn assert_warning(report: &CheckReport, code: &str, says: &[&str]) {
    assert!(report.can_play, "{:#?}", report.problems);
    let words = words_of(&report.warnings, code);
    for word in says {
        assert!(words.contains(word), "`{word}` is not in\n{words}");
    }
}

#[test]
fn a_bot_without_fault_plays_each_of_its_games() {
    let report = report(answering("(i32.const 0x30001)"));
    assert!(report.can_play, "{:#?}", report.problems);
    let games: Vec<&str> = report.games.iter().map(|game| game.game).collect();
    assert_eq!(games, ["gold-hunter", "capture-the-flag"]);
    assert!(report.games.iter().all(|game| game.turns == 3 && game.faults == 0 && game.fuel_worst > 0));
    assert_eq!(report.games[0].opponent, "builtin:random");
    assert_eq!(report.games[1].opponent, "builtin:wanderer");
    assert!(report.games.iter().all(|game| game.cpu.is_none()) && report.speed.is_none(), "no times");
}

#[test]
fn what_botpit_abi_answers() {
    assert_problem(&report(answering("(i32.const 0x10002)")), "abi-version", &["version 2", "SDK"]);
    assert_problem(&report(answering("(i32.const 1)")), "no-game", &["1 Gold Hunter, 2 Capture the Flag"]);
    assert_problem(&report(answering("unreachable")), "fault-while-loading", &["trap in botpit_abi"]);
    assert_problem(&report(answering("(i32.const 0x80000001)")), "other-game", &["mask 0x8000"]);
    assert_warning(&report(answering("(i32.const 0x80010001)")), "unknown-games", &["mask 0x8000"]);
    let mut request = request(answering("(i32.const 0x10001)"));
    request.game = GAMES.ruleset("capture-the-flag");
    assert_problem(&run(&request), "other-game", &["does not play Capture the Flag; it plays Gold Hunter"]);
}

#[test]
fn faults_are_problems() {
    let start = quiet(r#"(func (export "setup") (param i32 i32) unreachable)"#);
    assert_problem(&report(start), "fault", &["before the first turn", "trap in setup", "replay show"]);
    let endless = quiet(r#"(func (export "setup") (param i32 i32) (loop (br 0)))"#);
    assert_problem(&report(endless), "fault", &["out of fuel in setup", "--fuel-start"]);
    assert_problem(&report(wat_bot(TRAPPING)), "fault", &["on turn 1", "trap in think"]);
    assert_problem(&report(wat_bot(ENDLESS)), "fault", &["out of fuel in think", "fuel_left"]);
    assert_problem(&report(thinking("(i64.const 0xffffffff00000008)")), "fault", &["bad orders", "sdk/ABI.md"]);
    let alloc = module(&wat_text(QUIET).replace("(i32.const 1024)", "(i32.const 1025)"));
    assert_problem(&report(alloc), "fault", &["bad alloc", "multiple of 8"]);
    let outside = module(&wat_text(QUIET).replace("(i32.const 1024)", "(i32.const 524280)"));
    assert_problem(&report(outside), "fault", &["bad alloc", "do not fit", "memory that ends too early has to grow"]);
    let exit = thinking_with(
        r#"(import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))"#,
        "(call $exit (i32.const 1)) (i64.const 0)",
    );
    assert_problem(&report(exit), "fault", &["exited", "return from `think`"]);
    let pointer = thinking_with(
        r#"(import "botpit" "log" (func $log (param i32 i32)))"#,
        "(call $log (i32.const -1) (i32.const 9)) (i64.const 0)",
    );
    assert_problem(&report(pointer), "fault", &["bad pointer"]);
    let memory =
        thinking("(if (i32.eq (memory.grow (i32.const 2000)) (i32.const -1)) (then unreachable)) (i64.const 0)");
    assert_problem(&report(memory), "fault", &["out of memory", "--memory-bytes"]);
}

/// The price of a fault is not what the bot used.
#[test]
fn a_fault_is_not_taken_for_use_of_fuel() {
    let both = module(&wat_text(TRAPPING).replace("(i32.const 0x10001)", "(i32.const 0x30001)"));
    let report = report(both);
    assert_eq!(report.games.iter().map(|game| (game.faults, game.fuel_worst)).collect::<Vec<_>>(), [(3, 0), (3, 0)]);
    assert_eq!(codes(&report.warnings), [""; 0]);
}

#[test]
fn the_ceiling_of_processor_time_is_named() {
    let mut request = request(wat_bot(ENDLESS));
    request.limits.fuel_per_turn = 1 << 60;
    request.limits.cpu_ms_per_turn = 20;
    assert_problem(&run(&request), "cpu-ceiling", &["on turn 1", "20 ms", "--cpu-ms-per-turn"]);
    let mut request = self::request(quiet(r#"(func (export "setup") (param i32 i32) (loop (br 0)))"#));
    request.limits.fuel_start = 1 << 60;
    request.limits.cpu_ms_per_match = 20;
    assert_problem(&run(&request), "cpu-ceiling", &["at its start", "20 ms", "--cpu-ms-per-match"]);
}

#[test]
fn code_that_fails_while_it_is_loaded_is_told_with_its_log_and_what_to_do() {
    let logs = r#"(import "botpit" "log" (func $log (param i32 i32))) (data (i32.const 8) "no table")
        (func (export "_initialize") (call $log (i32.const 8) (i32.const 8)) unreachable)"#;
    let says = ["trap in _initialize", "its log ends: no table", "let it `log`"];
    assert_problem(&report(quiet(logs)), "fault-while-loading", &says);
    let outside = report(quiet(r#"(data (i32.const 10000000) "x")"#));
    assert_problem(&outside, "fault-while-loading", &["a data segment does not fit"]);
    let endless = r#"(func (export "_initialize") (loop (br 0)))"#;
    assert_problem(&report(quiet(endless)), "fault-while-loading", &["out of fuel in _initialize", "--fuel-start"]);
}

/// What a linker writes where a function is called as another type than it has: `log` of the C library.
#[test]
fn a_call_of_another_function_of_that_name_is_told() {
    let bot = |language: &str| {
        thinking_with(
            &format!(
                r#"(func $"signature_mismatch:log" (param i32 i32) unreachable)
                   (@producers (language "{language}" "") (processed-by "tool" "1"))"#
            ),
            r#"(call $"signature_mismatch:log" (i32.const 8) (i32.const 1)) (i64.const 0)"#,
        )
    };
    assert_problem(&report(bot("Rust")), "fault", &["signature_mismatch:log", "another function", "#[link("]);
    assert_problem(&report(bot("C11")), "fault", &["import_name(\"log\")"]);
}

/// Go built without `-buildmode=c-shared`: its runtime begins in `_start`, and its exports trap before that.
#[test]
fn a_command_that_needs_its_main_function_is_told_so() {
    let text = wat_text(QUIET).replace("(i32.const 0x10001)", "unreachable");
    let fields = r#"(func (export "_start")) (@producers (language "Go" "go1") (processed-by "Go cmd/compile" "go1"))"#;
    let report = report(module(&text.replacen("(module", &format!("(module {fields}"), 1)));
    assert_problem(&report, "fault-while-loading", &["-buildmode=c-shared", "does not call its `_start`"]);
}

#[test]
fn start_code_that_takes_too_long_is_told() {
    let load_cpu = Duration::from_millis(20);
    let sandbox = Sandbox::new(SandboxConfig { load_cpu, load_fuel: 1 << 60, ..config() }).unwrap();
    let endless = quiet(r#"(func (export "_initialize") (loop (br 0)))"#);
    let report = run_in(&sandbox, &request(endless));
    assert_problem(&report, "start-over-cpu", &["more than 20ms", "over several turns"]);
}

/// What a bot logs before it traps is the message of its panic.
#[test]
fn a_fault_is_told_with_the_end_of_its_log() {
    let bot = thinking_with(
        r#"(import "botpit" "log" (func $log (param i32 i32))) (data (i32.const 8) "index\1b[0m out of range")"#,
        "(call $log (i32.const 8) (i32.const 23)) unreachable",
    );
    let report = report(bot);
    assert_problem(&report, "fault", &["its log of the turn ends: index", "out of range"]);
    assert!(!words_of(&report.problems, "fault").contains('\u{1b}'));
}

#[test]
fn forbidden_calls_are_warnings_until_they_are_faults() {
    let bot = thinking_with(
        r#"(import "wasi_snapshot_preview1" "sock_shutdown" (func $shut (param i32 i32) (result i32)))"#,
        "(drop (call $shut (i32.const 3) (i32.const 0))) (i64.const 0)",
    );
    assert_warning(&report(bot.clone()), "violation", &["`sock_shutdown`, 3 times", "disqualifies"]);
    let mut request = request(bot);
    request.policy.on_violation = OnViolation::Forfeit;
    assert_problem(&run(&request), "fault", &["violation", "sock_shutdown"]);
}

#[test]
fn what_is_dropped_of_the_output_is_told() {
    let bot = thinking_with(
        r#"(import "botpit" "log" (func $log (param i32 i32)))"#,
        "(call $log (i32.const 1024) (i32.const 5000)) (i64.const 0)",
    );
    assert_warning(&report(bot), "output-dropped", &["--log-bytes-per-turn"]);
    let malformed = thinking_with(
        r#"(import "botpit" "draw" (func $draw (param i32 i32))) (data (i32.const 8192) "\ff")"#,
        "(call $draw (i32.const 8192) (i32.const 100)) (i64.const 0)",
    );
    let says = ["300 bytes of its drawings", "malformed", "sdk/ABI.md"];
    assert_warning(&report(malformed), "output-dropped", &says);
}

#[test]
fn bots_that_come_near_their_limits_are_warned() {
    let count = |times: u32| {
        format!(
            "(local $n i32) (loop $l (br_if $l (i32.lt_u (local.tee $n (i32.add (local.get $n) (i32.const 1))) (i32.const {times}))))
             (i64.const 0)"
        )
    };
    let mut near = request(thinking(&count(100_000)));
    let used = run(&near).games[0].fuel_worst;
    near.limits.fuel_per_turn = used + used / 10;
    assert_warning(&run(&near), "fuel-near-budget", &["fuel_left"]);
    near.limits.fuel_per_turn = used * 2;
    assert!(!codes(&run(&near).warnings).contains(&"fuel-near-budget"));
    let memory = thinking("(drop (memory.grow (i32.const 900))) (i64.const 0)");
    let mut large = request(memory);
    large.turns = 1;
    large.limits.fuel_per_turn = 1_000_000_000;
    assert_warning(&run(&large), "memory-near-limit", &["67_108_864"]);
}

#[test]
fn a_bank_has_to_last_for_the_whole_match() {
    let mut request = request(answering("(i32.const 0x20001)"));
    assert!(!codes(&run(&request).warnings).contains(&"bank-too-small"));
    let rate = run(&request).games[0].fuel_mean;
    request.limits.fuel_bank = rate * 20;
    let report = run(&request);
    assert_warning(&report, "bank-too-small", &["turns at this rate"]);
    assert_eq!(report.games[0].fuel_of_match, rate * u64::from(report.games[0].match_turns));
}

#[test]
fn bots_that_do_nothing_that_counts_are_warned() {
    assert_warning(&report(wat_bot(QUIET)), "no-orders", &["orders_ptr << 32 | orders_len"]);
    let mut bytes = vec![0; OrderList::bytes_for(1)];
    let mut orders = OrderWriter::new(&mut bytes, botpit_abi::game::GOLD_HUNTER);
    orders.push(Order::advance(999));
    let data: String = orders.finish().iter().map(|byte| format!("\\{byte:02x}")).collect();
    let answer = format!("(i64.const {})", 64u64 << 32 | bytes.len() as u64);
    let bot = thinking_with(&format!(r#"(data (i32.const 64) "{data}")"#), &answer);
    let report = report(bot);
    assert_warning(&report, "all-orders-rejected", &["impossible", "sdk/RULES.md"]);
    let game = &report.games[0];
    assert_eq!((game.orders, game.rejections), (3, 3));
}

#[test]
fn times_are_measured_when_wanted() {
    let mut request = request(wat_bot(QUIET));
    request.timing = true;
    let report = run(&request);
    let speed = report.speed.expect("the machine was measured");
    assert!(speed.fastest_us > 0 && speed.fastest_us <= speed.slowest_us, "{speed:?}");
    assert_eq!(speed.kinds.len(), 4);
    assert!(report.games[0].cpu.is_some() && report.loading.unwrap().compiling.is_some());
}

/// What the SDK allocates lies in the rest of the pages that a module begins with: to make memory grow is the dearest
/// part of a start.
#[test]
fn a_small_bot_of_the_sdk_needs_no_more_memory_than_it_begins_with() {
    for name in ["random", "wanderer"] {
        let wasm = builtin(name).expect("a built-in bot").wasm;
        let report = run(&CheckRequest { limits: Limits::default(), turns: 20, ..request(wasm) });
        let begins_with = report.module.and_then(|module| module.memory).expect("a memory").minimum;
        assert_eq!(report.games[0].memory_peak_bytes, begins_with, "{name}");
    }
}
