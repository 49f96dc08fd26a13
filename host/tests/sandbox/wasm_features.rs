//! Proposals that are switched off.

use botpit::sandbox::{LoadError, LoadProblem};

use crate::support::{Wat, started, turn};

#[track_caller]
fn assert_off(wat: &Wat, feature: &str) {
    match wat.refused() {
        LoadProblem::Feature { feature: found } => assert_eq!(found, feature),
        other => panic!("{other}"),
    }
}

fn fields(fields: &str) -> Wat {
    Wat::with_fields(fields)
}

#[test]
fn threads() {
    assert_off(&Wat { memory: "1 2 shared", ..Wat::default() }, "threads");
    assert_off(&Wat::thinking("(drop (i32.atomic.rmw.add (i32.const 0) (i32.const 1))) (i64.const 0)"), "threads");
    assert_off(&Wat::thinking("(atomic.fence) (i64.const 0)"), "threads");
}

#[test]
fn memory64() {
    let wat = Wat { memory: "i64 1", ..Wat::default() };
    assert_off(&wat, "memory64");
    let hint = LoadError { bot: "x".to_owned(), problem: wat.refused(), language: None }.hint().expect("a hint");
    assert!(hint.contains("wasm32"), "{hint}");
    assert_off(&fields("(table i64 1 funcref)"), "memory64");
}

#[test]
fn multiple_memories() {
    assert_off(&fields("(memory 1)"), "multiple memories");
}

#[test]
fn garbage_collection() {
    assert_off(&fields("(type (struct (field i32)))"), "garbage collection");
    assert_off(&fields("(type (array i8))"), "garbage collection");
    assert_off(&fields("(func (param i31ref))"), "garbage collection");
    assert_off(&fields("(rec (type (func)) (type (func)))"), "garbage collection");
}

#[test]
fn references_to_the_host_and_typed_references() {
    assert_off(&fields("(func (param externref))"), "external references");
    assert_off(&fields("(type $f (func)) (func (param (ref null $f)))"), "typed function references");
}

#[test]
fn exceptions() {
    assert_off(&fields("(tag $t) (func (throw $t))"), "exceptions");
    assert_off(&fields("(func try catch_all end)"), "legacy exceptions");
}

#[test]
fn tail_calls() {
    assert_off(&fields("(func $f (return_call $f))"), "tail calls");
}

#[test]
fn relaxed_simd() {
    assert_off(
        &fields("(func (param v128 v128 v128) (drop (f32x4.relaxed_madd (local.get 0) (local.get 1) (local.get 2))))"),
        "relaxed SIMD",
    );
}

#[test]
fn smaller_proposals() {
    assert_off(&Wat { memory: "1 (pagesize 1)", ..Wat::default() }, "custom page sizes");
    assert_off(
        &fields("(func (i64.add128 (i64.const 0) (i64.const 0) (i64.const 0) (i64.const 0)) drop drop)"),
        "wide arithmetic",
    );
    assert_off(&fields("(type $f (func)) (type $c (cont $f)) (func (param (ref null $c)))"), "stack switching");
}

#[test]
fn several_at_once() {
    let all = |fields_text: &str| {
        let wasm = fields(fields_text).wasm();
        let problems = crate::support::sandbox().inspect(&wasm).problems;
        problems.iter().map(ToString::to_string).collect::<Vec<String>>()
    };
    let told = |names: &[&str]| -> Vec<String> {
        names.iter().map(|name| format!("the module uses {name}, which bots may not")).collect()
    };
    let structure = "(type $s (struct (field i32)))";
    assert_eq!(all(&format!("{structure} (tag $t) (func (throw $t))")), told(&["garbage collection", "exceptions"]));
    assert_eq!(all(&format!("{structure} (func $f (return_call $f))")), told(&["garbage collection", "tail calls"]));
    assert_eq!(all("(tag $t) (func (throw $t)) (func try catch_all end)"), told(&["legacy exceptions"]));
    assert_eq!(
        all("(func (param externref)) (func (drop (i32.atomic.load (i32.const 0))))"),
        told(&["external references", "threads"])
    );
}

/// What languages' compilers use by default is on.
#[test]
fn the_allowed_features() {
    let wat = Wat {
        fields: r#"
            (global $mutable (export "mutable") (mut i32) (i32.const 0))
            (global $extended i32 (i32.add (i32.const 1) (i32.const 2)))
            (table $t 2 funcref)
            (elem declare func $two)
            (func $two (result i32 i32) (i32.const 1) (i32.const 2))"#
            .to_owned(),
        ..Wat::thinking(
            "(drop (i32.trunc_sat_f64_s (f64.const nan)))
             (drop (i32.extend8_s (i32.const 255)))
             (drop (i32.add (call $two)))
             (table.set $t (i32.const 1) (ref.func $two))
             (memory.fill (i32.const 0) (i32.const 0) (i32.const 8))
             (drop (i32x4.add (v128.const i32x4 1 2 3 4) (v128.const i32x4 5 6 7 8)))
             (i64.const 0)",
        )
    };
    turn(&mut started(&wat.load()), 0);
}

/// A NaN has the same bits on every machine.
#[test]
fn nans_are_canonical() {
    let wat = Wat::thinking(
        "(if (i64.ne (i64.reinterpret_f64 (f64.div (f64.const 0) (f64.const 0))) (i64.const 0x7ff8000000000000))
            (then (unreachable)))
         (if (i64.ne
                (i64.reinterpret_f64 (f64.mul (f64.load (i32.const 8)) (f64.const -1)))
                (i64.const 0x7ff8000000000000))
            (then (unreachable)))
         (i64.const 0)",
    );
    let wat = Wat { fields: r#"(data (i32.const 8) "\01\02\03\04\05\06\fc\ff")"#.to_owned(), ..wat };
    wat.turn();
}
