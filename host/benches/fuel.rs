//! How much time a unit of fuel stands for: in the work of real bots, and in everything that is known to be slow.

use anyhow::Context;
use botpit::builtins::builtins_of;
use botpit::matches::{Entrant, MapSource, MatchSpec, trial};
use botpit::sandbox::{Bot, BotParams, RunLimits, thread_cpu};
use botpit_abi::game;
use botpit_engine::{BothSeats, GAMES, Limits, Policy, Ruleset, Seed, Settings};
use botpit_guest::{BOTPIT_MODULE, ValueType, WASI_FUNCTIONS, WASI_MODULE, WasiFunction};

use crate::arena::Arena;
use crate::harness::{Aim, Rounds, Table, rounds};

/// Fuel of a measurement: some milliseconds of work.
const FUEL: u64 = 30_000_000;
/// Turns that a bot plays in a measurement.
const TURNS: u32 = 60;
/// How much slower the worst fuel may be than that of a typical bot.
const WORST: f64 = 20.0;

/// Work whose fuel is known to be dear, as the body of a loop. `$i` counts up; `$p` is a place in 64 MiB of memory.
const DEAR: [(&str, &str); 17] = [
    ("an empty loop", ""),
    ("`memory.fill` of nothing", "(memory.fill (i32.const 0) (i32.const 0) (i32.const 0))"),
    ("`memory.fill` of 64 KiB", "(memory.fill (i32.const 0) (local.get $i) (i32.const 65536))"),
    ("`memory.copy` of nothing", "(memory.copy (i32.const 0) (i32.const 0) (i32.const 0))"),
    ("`memory.copy` of 64 KiB", "(memory.copy (i32.const 0) (i32.const 131072) (i32.const 65536))"),
    ("`memory.grow` by nothing", "(drop (memory.grow (i32.const 0)))"),
    ("`memory.grow` beyond the limit", "(drop (memory.grow (i32.const 60000)))"),
    ("`table.grow` by nothing", "(drop (table.grow $t (ref.null func) (i32.const 0)))"),
    ("`ref.func`", "(table.set $t (i32.const 0) (ref.func $f))"),
    ("`call`", "(drop (call $f (local.get $i)))"),
    ("`call_indirect`", "(drop (call_indirect $t (type $ft) (local.get $i) (i32.const 1)))"),
    ("64-bit division", "(local.set $x (i64.div_u (i64.const -1) (i64.or (local.get $x) (i64.const 1))))"),
    ("`f64.sqrt`", "(local.set $y (f64.sqrt (f64.add (local.get $y) (f64.const 2))))"),
    ("denormal multiplication", "(local.set $y (f64.mul (f64.add (local.get $y) (f64.const 1e-310)) (f64.const 0.5)))"),
    ("`f64.nearest`", "(local.set $y (f64.nearest (f64.add (local.get $y) (f64.const 0.3))))"),
    ("`i64.popcnt`", "(local.set $x (i64.popcnt (i64.add (local.get $x) (i64.const 77777))))"),
    ("`i8x16.swizzle`", "(local.set $v (i8x16.swizzle (local.get $v) (v128.const i64x2 3 77)))"),
];

/// Measures the typical and the dear.
pub(crate) fn fuel(arena: &Arena, count: Rounds, table: &mut Table) -> anyhow::Result<()> {
    let typical = typical(arena, count, table)?;
    for (what, body) in DEAR {
        dear(arena, count, table, &typical, what, body, "")?;
    }
    for (name, params) in [
        ("log", "(i32.const 64) (i32.const 100)"),
        ("draw", "(i32.const 64) (i32.const 32)"),
        ("fuel_left", ""),
        ("random", ""),
    ] {
        let (ty, body) = match name {
            "log" | "draw" => ("(param i32 i32)", format!("(call $import {params})")),
            _ => ("(result i64)", "(drop (call $import))".to_owned()),
        };
        let import = format!(r#"(import "{BOTPIT_MODULE}" "{name}" (func $import {ty}))"#);
        dear(arena, count, table, &typical, &format!("`{name}`"), &body, &import)?;
    }
    for function in WASI_FUNCTIONS.iter().filter(|function| function.returns_errno) {
        let (import, body) = wasi(function);
        dear(arena, count, table, &typical, &format!("WASI `{}`", function.name), &body, &import)?;
    }
    for megabytes in [2, 16, 64] {
        loads(arena, count, table, megabytes)?;
    }
    Ok(())
}

/// The import of a WASI function, and a call of it with small numbers.
fn wasi(function: &WasiFunction) -> (String, String) {
    let params: String = function
        .params
        .iter()
        .map(|param| match param {
            ValueType::I32 => "i32 ",
            ValueType::I64 => "i64 ",
        })
        .collect();
    let args: String = function
        .params
        .iter()
        .map(|param| match param {
            ValueType::I32 => "(i32.const 8) ",
            ValueType::I64 => "(i64.const 8) ",
        })
        .collect();
    let import =
        format!(r#"(import "{WASI_MODULE}" "{}" (func $import (param {params}) (result i32)))"#, function.name);
    (import, format!("(drop (call $import {args}))"))
}

/// Nanoseconds per fuel of real bots, and of all of them in each round.
fn typical(arena: &Arena, count: Rounds, table: &mut Table) -> anyhow::Result<Vec<f64>> {
    let mut sums = vec![0.0; count.of(11)];
    let mut bots = 0.0;
    for ruleset in GAMES.iter() {
        // The weakest bot of a game does too little to be measured.
        for builtin in builtins_of(ruleset.id()).skip(1) {
            let module = arena.sandbox.load(builtin.name, builtin.wasm)?;
            let entrant = Entrant { name: builtin.name.to_owned(), module, wasm: builtin.wasm.into() };
            let spec = spec(ruleset, entrant);
            let [figures] = rounds(count.of(11), [&mut || nanos_of_bot(&spec)])?;
            table.add(format!("a unit of fuel: `{}`", builtin.name), "ns", &figures, Aim::None);
            sums.iter_mut().zip(&figures).for_each(|(sum, figure)| *sum += figure);
            bots += 1.0;
        }
    }
    let typical: Vec<f64> = sums.iter().map(|sum| sum / bots).collect();
    table.add("a unit of fuel: these bots on average", "ns", &typical, Aim::None);
    Ok(typical)
}

fn spec(ruleset: &'static dyn Ruleset, entrant: Entrant) -> MatchSpec {
    MatchSpec {
        ruleset,
        options: Settings::default(),
        seed: Seed(1),
        limits: Limits::default(),
        policy: Policy::default(),
        bots: BothSeats([entrant.clone(), entrant]),
        maps: MapSource::Generated { ruleset, first: Seed(1), settings: Settings::default() },
        embed: false,
    }
}

fn nanos_of_bot(spec: &MatchSpec) -> anyhow::Result<f64> {
    let trial = trial(spec, TURNS, &std::sync::atomic::AtomicBool::new(false))?;
    let fuel: u64 = trial.leg.turns.iter().map(|turn| turn.seats[botpit_engine::Seat::A].fuel).sum();
    let time: std::time::Duration = trial.turn_cpu.iter().sum();
    Ok(time.as_nanos() as f64 / fuel as f64)
}

/// Measures a loop, and how many times as long its fuel takes as that of the bots.
fn dear(
    arena: &Arena,
    count: Rounds,
    table: &mut Table,
    typical: &[f64],
    what: &str,
    body: &str,
    import: &str,
) -> anyhow::Result<()> {
    let mut bot = looping(arena, body, import).with_context(|| format!("the loop of {what}"))?;
    let [figures] = rounds(count.of(11), [&mut || nanos_of_loop(&mut bot)])?;
    table.add_ratio(format!("a unit of fuel: {what} : these bots"), &figures, typical, Aim::AtMost(WORST));
    Ok(())
}

/// Measures loads each of whose addresses is what the load before gave, all over a memory.
fn loads(arena: &Arena, count: Rounds, table: &mut Table, megabytes: u32) -> anyhow::Result<()> {
    // A full cycle through all cache lines: the next place is an odd multiple of the last one, plus one line.
    let lines = megabytes * (1 << 20) / 64;
    let body = format!(
        "(local.set $p (i32.add (i32.shl (i32.and (i32.add (i32.mul (i32.shr_u (local.get $p) (i32.const 6))
           (i32.const 2654435761)) (i32.const 40503)) (i32.const {})) (i32.const 6))
           (i32.load (local.get $p))))",
        lines - 1
    );
    let mut bot = looping(arena, &body, "")?;
    let [figures] = rounds(count.of(11), [&mut || nanos_of_loop(&mut bot)])?;
    table.add(format!("a unit of fuel: dependent loads all over {megabytes} MiB"), "ns", &figures, Aim::None);
    Ok(())
}

/// A bot that does so until its fuel ends.
fn looping(arena: &Arena, body: &str, import: &str) -> anyhow::Result<Bot> {
    let wasm = wat::parse_str(format!(
        r#"(module {import}
             (type $ft (func (param i32) (result i32)))
             (memory (export "memory") 1024)
             (table $t 8 funcref)
             (elem (i32.const 0) $f $f)
             (func $f (type $ft) (local.get 0))
             (func (export "botpit_abi") (result i32) (i32.const 0x10001))
             (func (export "alloc") (param i32) (result i32) (i32.const 1024))
             (func (export "setup") (param i32 i32)
               (memory.fill (i32.const 2048) (i32.const 0) (i32.const 67106816)))
             (func (export "think") (param i32 i32) (result i64)
               (local $i i32) (local $p i32) (local $x i64) (local $y f64) (local $v v128)
               (loop $next
                 {body}
                 (br_if $next (local.tee $i (i32.add (local.get $i) (i32.const 1)))))
               (i64.or (i64.extend_i32_u (local.get $p))
                 (i64.or (local.get $x) (i64.extend_i32_u (i32x4.extract_lane 0 (local.get $v)))))))"#
    ))?;
    let params = BotParams {
        game: game::GOLD_HUNTER,
        max_orders: 0,
        message_bytes_max: 64,
        limits: RunLimits::default(),
        seed: 1,
        leg: 0,
        seat: 0,
    };
    Ok(Bot::new(&arena.sandbox.load("loop", &wasm)?, params))
}

/// Nanoseconds per fuel of a loop that goes on until the fuel ends; its start is not counted.
fn nanos_of_loop(bot: &mut Bot) -> anyhow::Result<f64> {
    let report = bot.boot(1_000_000_000, &mut |_| 0);
    anyhow::ensure!(report.fault.is_none(), "it does not start: {:?}", report.fault);
    bot.begin_turn(0);
    let before = thread_cpu();
    let report = bot.think(FUEL, &mut |_| 0, &mut Vec::new());
    let time = thread_cpu().saturating_sub(before);
    bot.end_turn(false);
    anyhow::ensure!(report.fuel_used == FUEL, "it ended after {} fuel: {:?}", report.fuel_used, report.fault);
    Ok(time.as_nanos() as f64 / FUEL as f64)
}
