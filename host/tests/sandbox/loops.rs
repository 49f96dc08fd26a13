//! Bots that never return.

use botpit::sandbox::LoadProblem;
use botpit_engine::replay::OrderBytes;
use botpit_engine::{FaultKind, Phase};

use crate::support::{Wat, assert_fault, boot, only_fault, params, started, turn, unharmed_by};

const LOOP: &str = "(loop $forever (br $forever)) (unreachable)";

#[track_caller]
fn assert_refused_for(wat: &Wat, phase: Phase) {
    match wat.refused() {
        LoadProblem::Faulted { fault, .. } => assert_fault(&fault, FaultKind::OutOfFuel, phase),
        other => panic!("{other}"),
    }
}

#[test]
fn in_think() {
    assert_fault(&Wat::thinking(LOOP).fault_in_think(), FaultKind::OutOfFuel, Phase::Think);
}

#[test]
fn in_think_by_recursion_that_never_gets_deep() {
    let wat = Wat {
        fields: "(func $leaf) (func $call (loop $forever (call $leaf) (br $forever)))".to_owned(),
        ..Wat::thinking("(call $call) (i64.const 0)")
    };
    assert_fault(&wat.fault_in_think(), FaultKind::OutOfFuel, Phase::Think);
}

#[test]
fn in_setup() {
    let wat = Wat::with_fields(format!(r#"(func (export "setup") (param i32 i32) {LOOP})"#));
    assert_fault(&wat.fault_in_boot(), FaultKind::OutOfFuel, Phase::Setup);
}

#[test]
fn in_alloc() {
    let wat = Wat { alloc: LOOP, ..Wat::default() };
    assert_fault(&wat.fault_in_boot(), FaultKind::OutOfFuel, Phase::Alloc);
}

#[test]
fn in_team_name_which_is_not_asked_again() {
    let wat = Wat::with_fields(format!(r#"(func (export "team_name") (result i64) {LOOP})"#));
    assert_fault(&wat.fault_in_boot(), FaultKind::OutOfFuel, Phase::TeamName);

    let mut bot = botpit::sandbox::Bot::new(&wat.load(), params());
    assert!(boot(&mut bot).fault.is_some());
    assert_eq!(boot(&mut bot).fault, None);
    assert_eq!(bot.team_name(), None);
}

#[test]
fn in_the_start_section() {
    assert_refused_for(&Wat::with_fields(format!("(func $start {LOOP}) (start $start)")), Phase::Start);
}

#[test]
fn in_initialize() {
    assert_refused_for(&Wat::with_fields(format!(r#"(func (export "_initialize") {LOOP})"#)), Phase::Initialize);
}

#[test]
fn in_botpit_abi() {
    assert_refused_for(&Wat { abi: LOOP, ..Wat::default() }, Phase::Abi);
}

/// A bot can tell a match from its load by its random stream, and behave only while it is loaded.
#[test]
fn in_the_start_section_of_a_match_only() {
    let probe = Wat {
        imports: r#"(import "botpit" "random" (func $random (result i64)))"#.to_owned(),
        fields: r#"
            (global $ok (mut i32) (i32.const 0))
            (func $start
                (if (i64.lt_u (call $random) (i64.const 0x8000000000000000)) (then (global.set $ok (i32.const 1))))
                (loop $forever (br_if $forever (global.get $ok))))
            (start $start)"#
            .to_owned(),
        ..Wat::default()
    };
    let mut inverted = probe.clone();
    inverted.fields = inverted.fields.replace("i64.lt_u", "i64.ge_u");
    // One of the two loops while it is loaded; the other is the bot of this test, for some seed of a match.
    let module = [probe, inverted]
        .iter()
        .find_map(|wat| crate::support::sandbox().load("two-faced", &wat.wasm()).ok())
        .expect("one of them loads");
    let fault = unharmed_by(|| {
        (0..64)
            .find_map(|seed| {
                let mut bot = botpit::sandbox::Bot::new(&module, botpit::sandbox::BotParams { seed, ..params() });
                bot.begin_turn(0);
                let report = boot(&mut bot);
                report.fault.is_some().then(|| only_fault(report))
            })
            .expect("half of all seeds make it loop")
    });
    assert_fault(&fault, FaultKind::OutOfFuel, Phase::Start);
}

#[test]
fn deep_recursion() {
    let wat = Wat {
        fields: "(func $deep (param i32) (result i32) (i32.add (i32.const 1) (call $deep (local.get 0))))".to_owned(),
        ..Wat::thinking("(drop (call $deep (i32.const 0))) (i64.const 0)")
    };
    let fault = wat.fault_in_think();
    assert_fault(&fault, FaultKind::Trap, Phase::Think);
    assert!(fault.detail.starts_with("call stack exhausted"), "{fault}");
}

#[test]
fn deep_recursion_through_a_table() {
    let wat = Wat {
        fields: r#"
            (table 1 funcref)
            (elem (i32.const 0) $deep)
            (type $f (func (param i64 i64 i64 i64) (result i64)))
            (func $deep (type $f)
                (i64.mul (local.get 1)
                    (call_indirect (type $f)
                        (local.get 0) (local.get 1) (local.get 2) (local.get 3) (i32.const 0))))"#
            .to_owned(),
        ..Wat::thinking("(call $deep (i64.const 1) (i64.const 2) (i64.const 3) (i64.const 4))")
    };
    assert_fault(&wat.fault_in_think(), FaultKind::Trap, Phase::Think);
}

/// The detail names the functions that the module names, escaped.
#[test]
fn a_trap_names_its_functions_without_control_characters() {
    let wat = Wat {
        fields: r#"(func $"evil\1b[31m\n" (unreachable))"#.to_owned(),
        ..Wat::thinking("(call 1) (i64.const 0)")
    };
    let mut text = wat.text();
    text = text.replace("(call 1)", r#"(call $"evil\1b[31m\n")"#);
    let module = crate::support::sandbox().load("named", &wat::parse_str(text).expect("valid WAT")).expect("loads");
    let mut bot = started(&module);
    let fault = only_fault(bot.think(1000, &mut |_| 0, &mut OrderBytes::new()));
    assert_fault(&fault, FaultKind::Trap, Phase::Think);
    assert!(fault.detail.contains("evil") && !fault.detail.contains(|char: char| char.is_control()), "{fault}");
}

#[test]
fn fuel_is_charged_the_same_every_time() {
    let wat = Wat::thinking(
        "(local $n i32)
         (loop $next
            (local.set $n (i32.add (local.get $n) (i32.const 1)))
            (br_if $next (i32.lt_u (local.get $n) (i32.const 1000))))
         (i64.const 0)",
    );
    let module = wat.load();
    let mut first = started(&module);
    let used = turn(&mut first, 0).report.fuel_used;
    assert!(used > 1000);
    assert_eq!(turn(&mut first, 1).report.fuel_used, used);
    let other_thread = std::thread::spawn(move || turn(&mut started(&module), 0).report.fuel_used);
    assert_eq!(other_thread.join().expect("no panic"), used);
}

/// One unit less than a turn takes is not enough, and exactly as much is.
#[test]
fn fuel_is_exact() {
    let module = Wat::thinking("(drop (i32.add (i32.const 1) (i32.const 2))) (i64.const 0)").load();
    let used = turn(&mut started(&module), 0).report.fuel_used;
    let think = |fuel| started(&module).think(fuel, &mut |_| 0, &mut OrderBytes::new());
    assert_eq!(think(used + 1).fault, None);
    let report = think(0);
    assert_eq!(report.fuel_used, 0);
    assert_fault(&only_fault(report), FaultKind::OutOfFuel, Phase::Think);
}

/// Every round of a loop takes some ten times as long as a plain operator.
#[test]
fn branches_and_loops_cost_more_than_plain_operators() {
    let fuel = |code: &str| Wat::thinking(format!("{code} (i64.const 0)")).turn().report.fuel_used;
    let nothing = fuel("");
    let prices = [
        ("(drop (i32.const 1))", 1),
        ("(loop)", 2),
        ("(block (br 0))", 3),
        ("(block (br_if 0 (i32.const 1)))", 1 + 3),
        ("(block (br_table 0 (i32.const 0)))", 1 + 4),
    ];
    for (code, price) in prices {
        assert_eq!(fuel(code) - nothing, price, "{code}");
    }
}
