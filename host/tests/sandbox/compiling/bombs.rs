//! Modules that are dear to compile, or to look at.

use botpit::sandbox::{Inspection, LoadProblem, Quantity};

use super::bomb;
use crate::support::{Wat, refused, sandbox, started, turn};

#[track_caller]
fn assert_over(wasm: &[u8], quantity: Quantity) {
    match refused(wasm) {
        LoadProblem::OverLimit { quantity: found, .. } => assert_eq!(found, quantity),
        other => panic!("{other}"),
    }
}

/// Operators that become many instructions, each in a row on one value: the compiler runs out of memory long before its
/// time is over.
#[test]
fn operators_that_become_many_instructions() {
    for (operator, times, ty) in [
        ("i64.popcnt", 300_000, "i64"),
        ("i32.popcnt", 900_000, "i32"),
        ("i64.clz", 1_300_000, "i64"),
        ("i32.eqz", 2_600_000, "i32"),
        ("i8x16.popcnt", 400_000, "v128"),
        ("i32x4.trunc_sat_f64x2_u_zero", 400_000, "v128"),
        ("i16x8.extadd_pairwise_i8x16_s", 450_000, "v128"),
    ] {
        let constant = if ty == "v128" { "(v128.const i64x2 3 4)".to_owned() } else { format!("({ty}.const 3)") };
        let wasm = Wat::with_fields(format!("(func {constant} {} drop)", format!("{operator} ").repeat(times))).wasm();
        assert_over(&wasm, Quantity::FunctionWork);
    }
    for (operators, times) in
        [("f32.demote_f64 f64.promote_f32", 200_000), ("i32.trunc_f64_s f64.convert_i32_s", 500_000)]
    {
        let code = format!("{operators} ").repeat(times);
        assert_over(&Wat::with_fields(format!("(func (f64.const 3) {code} drop)")).wasm(), Quantity::FunctionWork);
    }
    let pairs = "(f32x4.min (local.get 0)) ".repeat(300_000);
    let wasm = Wat::with_fields(format!("(func (param v128) local.get 0 {pairs} drop)")).wasm();
    assert_over(&wasm, Quantity::FunctionWork);
}

/// A module of one type without values, and of further sections: each a number and what is in it.
fn raw_module(sections: &[(u8, Vec<u8>)]) -> Vec<u8> {
    let mut wasm = b"\0asm\x01\0\0\0\x01\x04\x01\x60\0\0".to_vec();
    for (id, content) in sections {
        wasm.push(*id);
        wasm.extend(leb(content.len()));
        wasm.extend(content);
    }
    wasm
}

/// A number as a module has it, below 2^28.
fn leb(number: usize) -> [u8; 4] {
    [number as u8 | 0x80, (number >> 7) as u8 | 0x80, (number >> 14) as u8 | 0x80, (number >> 21) as u8]
}

fn inspect(wasm: &[u8]) -> Inspection {
    sandbox().inspect(wasm)
}

#[test]
fn many_locals_and_branches() {
    let locals = format!("(local {})", "i32 ".repeat(40_000));
    let wasm = bomb("", &locals, "(loop $l (br_if $l (local.get 0)))", 800);
    assert!(wasm.len() < 9_000, "{} bytes", wasm.len());
    assert_over(&wasm, Quantity::FunctionWork);
}

#[test]
fn a_megabyte_of_indirect_calls() {
    let wasm = bomb("(table 1 funcref)", "", "(call_indirect (i32.const 0))", 200_000);
    assert!(wasm.len() > 900_000, "{} bytes", wasm.len());
    assert_over(&wasm, Quantity::FunctionWork);
}

#[test]
fn indirect_calls_spread_over_functions() {
    let calls = format!("(func {})", "(call_indirect (i32.const 0))".repeat(1000));
    let wasm = Wat::with_fields(format!("(table 1 funcref) {}", calls.repeat(1000))).wasm();
    assert_over(&wasm, Quantity::ModuleWork);
}

#[test]
fn many_branches() {
    for code in [
        "(block $b (br_if $b (i32.const 0)))",
        "(block $b (br_table $b $b (i32.const 0)))",
        "(if (i32.const 0) (then))",
        "(loop $l)",
    ] {
        assert_over(&bomb("", "", code, 100_000), Quantity::FunctionWork);
    }
}

/// Every local may have a value of its own in every loop around it.
#[test]
fn many_locals_in_deeply_nested_loops() {
    let begin = "(local.set 1 (i32.add (local.get 2) (local.get 3))) loop ".repeat(1000);
    let end = "(br_if 0 (local.get 4)) end ".repeat(1000);
    let wasm = bomb("", &format!("(local {})", "i32 ".repeat(1000)), &format!("{begin}{end}"), 1);
    assert_over(&wasm, Quantity::FunctionWork);
}

#[test]
fn blocks_with_many_values() {
    let results = "i32 ".repeat(16);
    let (values, drops) = ("(i32.const 1) ".repeat(16), "drop ".repeat(16));
    let code = format!("(if (result {results}) (i32.const 0) (then {values}) (else {values})) {drops}");
    let wasm = bomb("", "", &code, 4000);
    assert_over(&wasm, Quantity::FunctionWork);
}

/// A function of five bytes can have 49,000 locals.
#[test]
fn many_locals_in_many_functions() {
    let count = 20_000;
    let functions = [leb(count).as_slice(), &vec![0; count]].concat();
    // One group of 49,000 locals of type i32, and the end.
    let body = [&[7, 1], leb(49_000).as_slice(), &[0x7f, 0x0b]].concat();
    let code = [leb(count).as_slice(), &body.repeat(count)].concat();
    let wasm = raw_module(&[(3, functions), (10, code)]);
    assert_over(&wasm, Quantity::ModuleWork);
}

#[test]
fn many_functions() {
    let wasm = Wat::with_fields("(func)".repeat(50_001)).wasm();
    assert_over(&wasm, Quantity::Functions);
}

#[test]
fn many_globals_and_types() {
    assert_over(&Wat::with_fields("(global i32 (i32.const 0))".repeat(20_001)).wasm(), Quantity::Globals);
    let types: String = (0..20_001).map(|_| "(type (func))").collect();
    assert_over(&Wat::with_fields(types).wasm(), Quantity::Types);
}

/// What real programs are made of passes: a large function with calls, branches and locals.
#[test]
fn a_large_but_honest_function_passes() {
    let code = "
        (block $b
            (br_if $b (local.get 3))
            (local.set 1 (i32.add (local.get 2) (i32.load (local.get 1))))
            (call $leaf))";
    let locals = format!("(param i32 i32 i32 i32) (local {})", "i32 ".repeat(60));
    let wasm = bomb("(func $leaf)", &locals, code, 1500);
    turn(&mut started(&sandbox().load("large", &wasm).expect("loads")), 0);
}

/// The time grows with the cube of the depth.
#[test]
fn loops_in_loops_that_branch() {
    let nest = |depth: usize| {
        let code = format!("{}{}", "loop ".repeat(depth), "(br_if 0 (local.get 0)) end ".repeat(depth));
        bomb("", "(local i32)", &code, 1)
    };
    assert_over(&nest(2000), Quantity::FunctionWork);
    assert_eq!(inspect(&nest(100)).problems, []);
}

#[test]
fn many_branches_out_of_deep_loops() {
    let begin = "loop ".repeat(1000);
    let branches = "(if (local.get 0) (then (br_if 1 (local.get 0))))".repeat(3000);
    let end = "(br_if 0 (local.get 0)) end ".repeat(1000);
    assert_over(&bomb("", "(local i32)", &format!("{begin}{branches}{end}"), 1), Quantity::FunctionWork);
}

#[test]
fn many_dear_operators() {
    for (code, times) in [
        ("(drop (f64.min (f64.const 0) (f64.const 0)))", 270_000),
        ("(drop (table.grow 0 (ref.null func) (i32.const 0)))", 60_000),
        ("(table.fill 0 (i32.const 0) (ref.null func) (i32.const 0))", 95_000),
    ] {
        assert_over(&bomb("(table 1 funcref)", "", code, times), Quantity::FunctionWork);
    }
}

/// The compiler's work on a module with these fields, as the check estimates it.
fn work(fields: &str) -> u64 {
    inspect(&Wat::with_fields(fields).wasm()).facts.expect("a module").compile_work.estimate
}

/// Each type has code of its own that passes its values between host and module.
#[test]
fn types_are_work() {
    let value = |number: usize, bit: usize| if number >> bit & 1 == 0 { "i32 " } else { "i64 " };
    let params = |number: usize| (0..60).map(|bit| value(number, bit % 10)).collect::<String>();
    let types: String = (0..1000).map(|number| format!("(type (func (param {})))", params(number))).collect();
    assert!(work(&types) >= work("") + 1000 * 60 * 10, "{}", work(&types));
}

/// Code that the host enters by is made of each function that is exported or in a segment, once.
#[test]
fn what_can_be_called_from_outside_is_work() {
    let plain = work(&"(func)".repeat(1000));
    let exported: String = (0..1000).map(|number| format!("(func (export \"f{number}\"))")).collect();
    assert!(work(&exported) >= plain + 250_000, "{} and {plain}", work(&exported));
    for listed in ["(elem func 0 1 2 3)", "(elem funcref (ref.func 0) (ref.func 1) (ref.func 2) (ref.func 3))"] {
        let listed = format!("{}{}", "(func)".repeat(1000), listed.repeat(1000));
        assert!((1000..5000).contains(&(work(&listed) - plain)), "{} and {plain}", work(&listed));
    }
}

/// The compiler keeps some hundred bytes for each byte of what a global begins with.
#[test]
fn a_long_expression() {
    let sum = format!("(global i32 (i32.const 0) {})", "i32.const 1 i32.add ".repeat(1_200_000));
    assert_over(&Wat::with_fields(sum).wasm(), Quantity::ModuleWork);
}

/// What has no room in registers goes through memory, to and fro.
#[test]
fn calls_that_pass_many_values() {
    let values = "v128 ".repeat(16);
    let gets: String = (0..16).map(|local| format!("local.get {local} ")).collect();
    let fields = format!("(func $pass (param {values}) (result {values}) {gets})");
    let code = format!("{gets} {} {}", "call $pass ".repeat(70_000), "drop ".repeat(16));
    assert_over(&bomb(&fields, &format!("(local {values})"), &code, 1), Quantity::FunctionWork);
}

/// An entry of an import section can be a million imports of a byte each, in a form that is not switched on.
#[test]
fn many_imports_in_one_entry() {
    let names = 60_000;
    let of_one_type = [&[1, 0, 0, 0x7e, 0, 0], leb(names).as_slice(), &vec![0; names]].concat();
    assert_over(&raw_module(&[(2, of_one_type)]), Quantity::Imports);
    let of_any_type = [&[1, 0, 0, 0x7f], leb(names).as_slice(), &vec![0; 3 * names]].concat();
    assert_over(&raw_module(&[(2, of_any_type)]), Quantity::Imports);
}

/// Each byte of such a segment is some hundred bytes of the compiler's memory.
#[test]
fn many_elements() {
    let indices = format!("(func $f) (elem func {})", "$f ".repeat(100_001));
    assert_over(&Wat::with_fields(indices).wasm(), Quantity::Elements);
    let expressions = "(elem funcref (ref.null func) (ref.null func))".repeat(50_001);
    assert_over(&Wat::with_fields(expressions).wasm(), Quantity::Elements);
}

/// The compiler has a limit of its own on the targets of a branch.
#[test]
fn a_table_of_too_many_branches() {
    let wasm = bomb("", "", &format!("(block $b (br_table {} (i32.const 0)))", "$b ".repeat(70_000)), 1);
    match refused(&wasm) {
        LoadProblem::Compile { message } => assert!(message.contains("65520"), "{message}"),
        other => panic!("{other}"),
    }
}
