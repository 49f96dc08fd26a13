//! Bots that want more space than they may have.

use botpit::sandbox::{Bot, BotParams, LoadProblem, Quantity, RunLimits};
use botpit_engine::replay::OrderBytes;
use botpit_engine::{FaultKind, Phase};

use crate::support::{FUEL, Wat, assert_fault, boot, only_fault, params, started, started_with, turn, unharmed_by};

const GROW_ALL: &str = "(loop $more (br_if $more (i32.ne (memory.grow (i32.const 16)) (i32.const -1))))";

#[test]
fn a_growth_bomb_that_traps_when_refused() {
    let fault = Wat::thinking(format!("{GROW_ALL} (unreachable)")).fault_in_think();
    assert_fault(&fault, FaultKind::OutOfMemory, Phase::Think);
}

#[test]
fn a_growth_bomb_that_takes_no_for_an_answer() {
    let turn = Wat::thinking(format!("{GROW_ALL} (i64.const 0)")).turn();
    assert!(turn.report.peak_memory_bytes <= 64 << 20);
    assert!(turn.report.peak_memory_bytes > 62 << 20, "{}", turn.report.peak_memory_bytes);
}

#[test]
fn a_giant_step_is_refused() {
    let step =
        |pages| Wat::thinking(format!("(drop (memory.grow (i32.const {pages}))) (unreachable)")).fault_in_think();
    assert_fault(&step("1023"), FaultKind::OutOfMemory, Phase::Think);
    assert_fault(&step("1022"), FaultKind::Trap, Phase::Think);
    // Each page that is asked for is paid for.
    assert_fault(&step("-1"), FaultKind::OutOfFuel, Phase::Think);
}

#[test]
fn a_growth_bomb_in_the_start_section() {
    let wat = Wat::with_fields(format!("(func $start {GROW_ALL} (unreachable)) (start $start)"));
    match wat.refused() {
        LoadProblem::Faulted { fault, .. } => assert_fault(&fault, FaultKind::OutOfMemory, Phase::Start),
        other => panic!("{other}"),
    }
}

/// Only a refusal in the same call makes a trap a lack of memory.
#[test]
fn a_refusal_of_an_earlier_turn_is_forgotten() {
    let module = Wat {
        fields: "(global $turn (mut i32) (i32.const 0))".to_owned(),
        ..Wat::thinking(format!(
            "(if (global.get $turn) (then (unreachable)))
             (global.set $turn (i32.const 1))
             {GROW_ALL}
             (i64.const 0)"
        ))
    }
    .load();
    let mut bot = started(&module);
    turn(&mut bot, 0);
    let fault = only_fault(bot.think(FUEL, &mut |_| 0, &mut OrderBytes::new()));
    assert_fault(&fault, FaultKind::Trap, Phase::Think);
}

#[test]
fn a_bomb_is_held_by_the_limit_of_the_match() {
    let module = Wat::thinking(format!("{GROW_ALL} (i64.const 0)")).load();
    let limits = RunLimits { memory_bytes: 4 << 20, ..params().limits };
    let mut bot = started_with(&module, BotParams { limits, ..params() });
    let turn = unharmed_by(|| turn(&mut bot, 0));
    assert!(turn.report.peak_memory_bytes <= 4 << 20, "{}", turn.report.peak_memory_bytes);
}

#[test]
fn a_table_bomb_that_traps_when_refused() {
    let wat = Wat {
        fields: "(table $t 1 funcref)".to_owned(),
        ..Wat::thinking(
            "(loop $more
                (br_if $more (i32.ne (table.grow $t (ref.null func) (i32.const 1000)) (i32.const -1))))
             (unreachable)",
        )
    };
    assert_fault(&wat.fault_in_think(), FaultKind::OutOfMemory, Phase::Think);
}

#[test]
fn a_table_bomb_that_takes_no_for_an_answer() {
    let wat = Wat {
        fields: "(table $t 1 funcref)".to_owned(),
        ..Wat::thinking(
            "(loop $more
                (br_if $more (i32.ne (table.grow $t (ref.null func) (i32.const 1000)) (i32.const -1))))
             ;; With the size as a length, the answer is a fault unless the table has at most 10,000 elements.
             (if (i32.gt_u (table.size $t) (i32.const 10000)) (then (unreachable)))
             (i64.const 0)",
        )
    };
    wat.turn();
}

#[test]
fn a_giant_table_step_is_refused() {
    let wat = Wat {
        fields: "(table $t 1 funcref)".to_owned(),
        ..Wat::thinking("(drop (table.grow $t (ref.null func) (i32.const -1))) (unreachable)")
    };
    let fault = wat.fault_in_think();
    // A step of that many elements costs more than the fuel.
    assert_fault(&fault, FaultKind::OutOfFuel, Phase::Think);
}

#[test]
fn fill_loops() {
    let loop_of = |len: u32| {
        Wat::thinking(format!(
            "(loop $forever
                (memory.fill (i32.const 0) (i32.const 1) (i32.const {len}))
                (br $forever))
             (unreachable)"
        ))
    };
    for len in [0, 1, 65_536, 131_072] {
        assert_fault(&loop_of(len).fault_in_think(), FaultKind::OutOfFuel, Phase::Think);
    }
}

#[test]
fn copy_loops() {
    let wat = Wat::thinking(
        "(loop $forever
            (memory.copy (i32.const 0) (i32.const 1) (i32.const 131071))
            (br $forever))
         (unreachable)",
    );
    assert_fault(&wat.fault_in_think(), FaultKind::OutOfFuel, Phase::Think);
}

#[test]
fn a_fill_outside_memory() {
    let wat = Wat::thinking("(memory.fill (i32.const 0) (i32.const 1) (i32.const 131073)) (i64.const 0)");
    assert_fault(&wat.fault_in_think(), FaultKind::Trap, Phase::Think);
}

#[test]
fn accesses_outside_memory() {
    for address in ["131069", "131072", "0x7fffffff", "-1", "-4"] {
        let wat = Wat::thinking(format!("(i32.store (i32.const {address}) (i32.const 1)) (i64.const 0)"));
        let fault = wat.fault_in_think();
        assert_fault(&fault, FaultKind::Trap, Phase::Think);
        assert!(fault.detail.starts_with("out of bounds memory access"), "{fault}");
    }
}

#[test]
fn a_huge_initial_memory() {
    let wat = Wat { memory: "65536", ..Wat::default() };
    let problem = wat.refused();
    let over = |found| LoadProblem::OverLimit { quantity: Quantity::MemoryBytes, found, limit: 64 << 20 };
    assert_eq!(problem, over(4 << 30));
    assert_eq!(Wat { memory: "1025", ..Wat::default() }.refused(), over((64 << 20) + 65_536));
    // A high maximum is only a wish.
    Wat { memory: "1 65536", ..Wat::default() }.turn();
    Wat { memory: "1024", ..Wat::default() }.turn();
}

#[test]
fn an_initial_memory_over_the_limit_of_the_match() {
    let module = Wat { memory: "32", ..Wat::default() }.load();
    let limits = RunLimits { memory_bytes: 1 << 20, ..params().limits };
    let fault = unharmed_by(|| only_fault(boot(&mut Bot::new(&module, BotParams { limits, ..params() }))));
    assert_fault(&fault, FaultKind::OutOfMemory, Phase::Start);
}

#[test]
fn a_huge_initial_table() {
    let problem = Wat::with_fields("(table 10001 funcref)").refused();
    assert_eq!(problem, LoadProblem::OverLimit { quantity: Quantity::TableElements, found: 10_001, limit: 10_000 });
    Wat::with_fields("(table 10000 funcref)").turn();
}

#[test]
fn two_tables() {
    let problem = Wat::with_fields("(table 1 funcref) (table 1 funcref)").refused();
    assert_eq!(problem, LoadProblem::OverLimit { quantity: Quantity::Tables, found: 2, limit: 1 });
}

#[test]
fn data_outside_memory() {
    match Wat::with_fields(r#"(data (i32.const 131071) "ab")"#).refused() {
        LoadProblem::Faulted { fault, .. } => assert_fault(&fault, FaultKind::Trap, Phase::Start),
        other => panic!("{other}"),
    }
}

/// How an instance is made depends on the machine, so it costs no fuel.
#[test]
fn instantiation_takes_no_fuel() {
    let small = Wat::default();
    let large = Wat {
        memory: "512",
        fields: format!(
            r#"(table 9000 funcref) (elem (i32.const 0) {}) (func $f) (data (i32.const 4096) "{}")"#,
            "$f ".repeat(9000),
            "x".repeat(200_000)
        ),
        ..Wat::default()
    };
    let fuel = |wat: &Wat| {
        let mut bot = Bot::new(&wat.load(), params());
        boot(&mut bot).fuel_used
    };
    assert_eq!(fuel(&small), fuel(&large));
}

#[test]
fn memory_is_fresh_after_a_restart() {
    let module = Wat::thinking(
        "(if (i32.load (i32.const 65536)) (then (unreachable)))
         (i32.store (i32.const 65536) (i32.const 1))
         (i64.const 0)",
    )
    .load();
    let mut bot = started(&module);
    for number in 0..20 {
        turn(&mut bot, number);
        assert_eq!(boot(&mut bot).fault, None);
    }
}
