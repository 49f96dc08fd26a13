//! How much time a unit of fuel stands for: in the work of real bots, and in everything that is known to be slow.

use std::hint::black_box;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::Context;
use botpit::builtins::builtins_of;
use botpit::matches::{Entrant, MapSource, MatchSpec, trial};
use botpit::sandbox::{Bot, BotParams, RunLimits, thread_cpu};
use botpit_abi::game;
use botpit_engine::replay::OrderBytes;
use botpit_engine::{BothSeats, GAMES, Limits, Policy, Ruleset, Seat, Seed, Settings};
use botpit_guest::{BOTPIT_MODULE, WASI_FUNCTIONS, WASI_MODULE, WasiFunction};

use crate::arena::Arena;
use crate::harness::{Aim, Rounds, Table, rounds};

/// Fuel of a measurement: some milliseconds of work.
const FUEL: u64 = 30_000_000;
/// Turns that a bot plays in a measurement.
const TURNS: u32 = 60;
/// Fuel of a turn below which the host's own time would show in a bot's figure.
const FUEL_OF_TURN: u64 = 50_000;
/// What the bot of `benches/bots/work` does, by number.
const KINDS: [&str; 5] = ["breadth-first search", "A* search", "a hash map", "sorting", "simulated annealing"];
/// Turns of a bot that only talks, in a measurement.
const TALKS: u32 = 2000;
/// Bytes of a page of the operating system.
const PAGE: u32 = 4096;
/// How much slower the worst fuel may be than that of a typical bot.
const WORST: f64 = 20.0;

/// Work whose fuel is known to be dear, as the body of a loop. `$i` counts up; `$p` is a place in 64 MiB of memory. From
/// 2048 on there are 2 KiB of marks.
const DEAR: [(&str, &str); 23] = [
    ("an empty loop", ""),
    ("`memory.fill` of nothing", "(memory.fill (i32.const 0) (i32.const 0) (i32.const 0))"),
    ("`memory.fill` of 64 KiB", "(memory.fill (i32.const 0) (local.get $i) (i32.const 65536))"),
    ("`memory.copy` of nothing", "(memory.copy (i32.const 0) (i32.const 0) (i32.const 0))"),
    ("`memory.copy` of 64 KiB", "(memory.copy (i32.const 0) (i32.const 131072) (i32.const 65536))"),
    ("`memory.grow` by nothing", "(drop (memory.grow (i32.const 0)))"),
    ("`memory.grow` beyond the limit", "(drop (memory.grow (i32.const 60000)))"),
    ("`table.grow` by nothing", "(drop (table.grow $t (ref.null func) (i32.const 0)))"),
    ("`table.fill` of nothing", "(table.fill $t (i32.const 0) (ref.null func) (i32.const 0))"),
    ("`table.copy` of nothing", "(table.copy $t $t (i32.const 0) (i32.const 0) (i32.const 0))"),
    ("`table.init` of nothing", "(table.init $t $funcs (i32.const 0) (i32.const 0) (i32.const 0))"),
    ("`elem.drop`", "(elem.drop $funcs)"),
    ("`memory.init` of nothing", "(memory.init $bytes (i32.const 0) (i32.const 0) (i32.const 0))"),
    ("`data.drop`", "(data.drop $bytes)"),
    ("`table.get` and `table.set`", "(table.set $t (i32.const 0) (table.get $t (i32.const 0)))"),
    ("`ref.func`", "(table.set $t (i32.const 0) (ref.func $f))"),
    ("`call`", "(drop (call $f (local.get $i)))"),
    ("`call_indirect`", "(drop (call_indirect $t (type $ft) (local.get $i) (i32.const 1)))"),
    ("64-bit division", "(local.set $x (i64.div_u (i64.const -1) (i64.or (local.get $x) (i64.const 1))))"),
    ("`f64.sqrt`", "(local.set $y (f64.sqrt (f64.add (local.get $y) (f64.const 2))))"),
    ("`f64.nearest`", "(local.set $y (f64.nearest (f64.add (local.get $y) (f64.const 0.3))))"),
    ("`i64.popcnt`", "(local.set $x (i64.popcnt (i64.add (local.get $x) (i64.const 77777))))"),
    ("`i8x16.swizzle`", "(local.set $v (i8x16.swizzle (local.get $v) (v128.const i64x2 3 77)))"),
];

/// Operators each of which waits for the one before, and float operators on denormal numbers, for which some processors
/// take a hundred times as long: what the chain begins with, and what is done to it so often in a row.
const CHAINS: [(&str, &str, &str); 13] = [
    ("`f64.mul` of denormals", F64_BEGIN, "(f64.mul {} (f64.const 0.9))"),
    ("`f64.div` of denormals", F64_BEGIN, "(f64.div {} (f64.const 1.1))"),
    (
        "`f64.add`, and `f64.sub` to a denormal",
        "(local.set $y (f64.add (f64.mul (local.get $y) (f64.const 0.5)) (f64.const 1e-310)))",
        "(f64.sub (f64.add {} (f64.const 3e-308)) (f64.const 3e-308))",
    ),
    (
        "`f32.mul` of denormals",
        "(local.set $y (f64.add (local.get $y) (f64.const 1e-40)))",
        "(f64.promote_f32 (f32.mul (f32.demote_f64 {}) (f32.const 0.9)))",
    ),
    ("`f64x2.mul` of denormals", F64X2_BEGIN, "(f64x2.mul {} (v128.const f64x2 0.9 0.9))"),
    ("`f64x2.sqrt` of denormals", F64X2_BEGIN, "(v128.and (f64x2.sqrt {}) (v128.const i64x2 1023 1023))"),
    (
        "`f32x4.div` of denormals",
        "(local.set $v (f32x4.add (local.get $v) (v128.const f32x4 1e-40 1e-40 1e-40 1e-40)))",
        "(f32x4.div {} (v128.const f32x4 1.1 1.1 1.1 1.1))",
    ),
    ("`f32x4.min`", "", "(f32x4.min {} (v128.const f32x4 1 2 3 4))"),
    ("`f64x2.max`", "", "(f64x2.max {} (v128.const f64x2 1 2))"),
    ("`f64x2.promote_low_f32x4` and back", F64X2_BEGIN, "(f64x2.promote_low_f32x4 (f32x4.demote_f64x2_zero {}))"),
    ("`i32x4.trunc_sat_f64x2_s_zero`", "", "(i32x4.trunc_sat_f64x2_s_zero {})"),
    ("`i16x8.extadd_pairwise_i8x16_s`", "", "(i16x8.extadd_pairwise_i8x16_s {})"),
    ("`i64.trunc_sat_f64_u` and back", "", "(f64.convert_i64_u (i64.trunc_sat_f64_u {}))"),
];
const F64_BEGIN: &str = "(local.set $y (f64.add (local.get $y) (f64.const 1e-310)))";
const F64X2_BEGIN: &str = "(local.set $v (f64x2.add (local.get $v) (v128.const f64x2 1e-310 1e-310)))";
/// How often in a row.
const CHAIN: usize = 16;

/// What a bot says in a turn, as the code that says it and how often: as much as is kept.
const TALK: [(&str, &str, u32); 2] = [
    (
        "one `log` of 4 KiB and one `draw` of 2 KiB a turn",
        "(call $log (i32.const 4096) (i32.const 4095)) (call $draw (i32.const 2048) (i32.const 2048))",
        1,
    ),
    (
        "64 times `log` of 63 bytes and `draw` of 32 a turn",
        "(call $log (i32.const 4096) (i32.const 63)) (call $draw (i32.const 2048) (i32.const 32))",
        64,
    ),
];

/// Measures the typical and the dear.
pub(crate) fn fuel(arena: &Arena, count: Rounds, table: &mut Table) -> anyhow::Result<()> {
    let typical = typical(arena, count, table)?;
    for (what, body) in DEAR {
        dear(arena, count, table, &typical, what, body, "")?;
    }
    for (what, begin, operator) in CHAINS {
        let local = if ["x2", "x4", "x8"].iter().any(|shape| operator.contains(shape)) { "$v" } else { "$y" };
        let value = (0..CHAIN).fold(format!("(local.get {local})"), |value, _| operator.replace("{}", &value));
        let body = format!("{begin} (local.set {local} {value})");
        dear(arena, count, table, &typical, what, &body, "")?;
    }
    for (what, name, params) in [
        ("`log` of nothing, all room taken", "log", "(i32.const 4096) (i32.const 0)"),
        ("`log` of 100 bytes, all room taken", "log", "(i32.const 4096) (i32.const 100)"),
        ("`log` of 4 KiB, all room taken", "log", "(i32.const 4096) (i32.const 4096)"),
        ("`draw` of 32 bytes, all room taken", "draw", "(i32.const 2048) (i32.const 32)"),
    ] {
        let import = format!(r#"(import "{BOTPIT_MODULE}" "{name}" (func $import (param i32 i32)))"#);
        dear(arena, count, table, &typical, what, &format!("(call $import {params})"), &import)?;
    }
    for (what, body, times) in TALK {
        talk(arena, count, table, &typical, what, body, times)?;
    }
    for name in ["fuel_left", "random"] {
        let import = format!(r#"(import "{BOTPIT_MODULE}" "{name}" (func $import (result i64)))"#);
        dear(arena, count, table, &typical, &format!("`{name}`"), "(drop (call $import))", &import)?;
    }
    for function in WASI_FUNCTIONS.iter().filter(|function| function.returns_errno) {
        let (import, body) = wasi(function);
        dear(arena, count, table, &typical, &format!("WASI `{}`", function.name), &body, &import)?;
    }
    for megabytes in [2, 16, 64] {
        loads(arena, count, table, megabytes)?;
    }
    first_touches(arena, count, table)
}

/// The import of a WASI function, and a call of it with small numbers.
fn wasi(function: &WasiFunction) -> (String, String) {
    let params: String = function.params.iter().map(|param| format!("{} ", param.name())).collect();
    let args: String = function.params.iter().map(|param| format!("({}.const 8) ", param.name())).collect();
    let import =
        format!(r#"(import "{WASI_MODULE}" "{}" (func $import (param {params}) (result i32)))"#, function.name);
    (import, format!("(drop (call $import {args}))"))
}

/// Nanoseconds per fuel of real bots and of what bots do most, and the mean of them all in each round.
fn typical(arena: &Arena, count: Rounds, table: &mut Table) -> anyhow::Result<Vec<f64>> {
    let mut all = Vec::new();
    for ruleset in GAMES.iter() {
        for builtin in builtins_of(ruleset.id()) {
            let module = arena.sandbox.load(builtin.name, builtin.wasm)?;
            let entrant = Entrant { name: builtin.name.to_owned(), module, wasm: builtin.wasm.into() };
            let spec = spec(ruleset, entrant);
            if played(&spec)?.0 >= FUEL_OF_TURN * u64::from(TURNS) {
                let [figures] = rounds(count.of(11), [&mut || nanos_of_bot(&spec)])?;
                table.add(format!("a unit of fuel: `{}`", builtin.name), "ns", &figures, Aim::None);
                all.push(figures);
            }
        }
    }
    let mut bot = Bot::new(&arena.sandbox.load("work", &arena.work)?, params(8));
    for (kind, what) in KINDS.iter().enumerate() {
        let view = (kind as u64).to_le_bytes();
        let [figures] = rounds(count.of(11), [&mut || nanos_of_loop(&mut bot, &view)])?;
        table.add(format!("a unit of fuel: {what}"), "ns", &figures, Aim::None);
        all.push(figures);
    }
    let mean = |round: usize| all.iter().map(|figures| figures[round]).sum::<f64>() / all.len() as f64;
    let typical: Vec<f64> = (0..count.of(11)).map(mean).collect();
    table.add("a unit of fuel: the mean of these", "ns", &typical, Aim::None);
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
    let (fuel, time) = played(spec)?;
    Ok(time.as_nanos() as f64 / fuel as f64)
}

/// Fuel and processor time of seat A's turns.
fn played(spec: &MatchSpec) -> anyhow::Result<(u64, Duration)> {
    let trial = trial(spec, TURNS, &AtomicBool::new(false))?;
    let fuel = trial.leg.turns.iter().map(|turn| turn.seats[Seat::A].fuel).sum();
    Ok((fuel, trial.turn_cpu.iter().sum()))
}

/// Measures a loop, and how many times as long its fuel takes as typical fuel.
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
    let [figures] = rounds(count.of(11), [&mut || nanos_of_loop(&mut bot, &[])])?;
    table.add_ratio(of_typical(what), &figures, typical, Aim::AtMost(WORST));
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
    let [figures] = rounds(count.of(11), [&mut || nanos_of_loop(&mut bot, &[])])?;
    table.add(format!("a unit of fuel: dependent loads all over {megabytes} MiB"), "ns", &figures, Aim::None);
    Ok(())
}

/// Measures a bot that says so much in each turn, with what the host does to take it.
fn talk(
    arena: &Arena,
    count: Rounds,
    table: &mut Table,
    typical: &[f64],
    what: &str,
    body: &str,
    times: u32,
) -> anyhow::Result<()> {
    let imports = ["log", "draw"]
        .map(|name| format!(r#"(import "{BOTPIT_MODULE}" "{name}" (func ${name} (param i32 i32)))"#))
        .concat();
    let think = format!(
        "(loop $next {body} (br_if $next (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1)))
           (i32.const {times}))))
         (i64.const 0)"
    );
    let mut bot = bot(arena, &imports, 1024, "", &think)?;
    boot(&mut bot)?;
    let [figures] = rounds(
        count.of(11),
        [&mut || {
            let (before, mut fuel) = (thread_cpu(), 0);
            for turn in 0..TALKS {
                bot.begin_turn(turn);
                let report = bot.think(FUEL, &mut |_| 0, &mut OrderBytes::new());
                let said = black_box(bot.end_turn(false));
                anyhow::ensure!(report.fault.is_none(), "a bot has a fault: {:?}", report.fault);
                anyhow::ensure!(said.log_dropped + said.draw_dropped == 0, "more is said than is kept");
                fuel += report.fuel_used;
            }
            Ok(thread_cpu().saturating_sub(before).as_nanos() as f64 / fuel as f64)
        }],
    )?;
    table.add_ratio(of_typical(what), &figures, typical, Aim::AtMost(WORST));
    Ok(())
}

/// Measures the first store to each page of 64 MiB, in fresh instances.
fn first_touches(arena: &Arena, count: Rounds, table: &mut Table) -> anyhow::Result<()> {
    let touch = format!(
        "(loop $next
           (i32.store (local.get $p) (i32.const 1))
           (br_if $next (i32.lt_u (local.tee $p (i32.add (local.get $p) (i32.const {PAGE})))
             (i32.shl (memory.size) (i32.const 16)))))"
    );
    let grow = format!(
        "(loop $grow
           (drop (memory.grow (i32.const 1)))
           {touch}
           (br_if $grow (i32.lt_u (memory.size) (i32.const 1024))))"
    );
    for (what, wasm_pages, think) in [("a memory of 64 MiB", 1024, touch), ("64 MiB by `memory.grow`", 1, grow)] {
        let mut bot = bot(arena, "", wasm_pages, "", &format!("{think} (i64.const 0)"))?;
        let [figures] = rounds(
            count.of(11),
            [&mut || {
                boot(&mut bot)?;
                let before = thread_cpu();
                let report = bot.think(FUEL, &mut |_| 0, &mut OrderBytes::new());
                let time = thread_cpu().saturating_sub(before);
                anyhow::ensure!(report.fault.is_none(), "a bot has a fault: {:?}", report.fault);
                Ok(time.as_nanos() as f64 / f64::from((64 << 20) / PAGE))
            }],
        )?;
        table.add(format!("the first touch of a page of 4 KiB, {what}"), "ns", &figures, Aim::None);
    }
    Ok(())
}

fn of_typical(what: &str) -> String {
    format!("a unit of fuel: {what} : typical")
}

/// A bot that does so until its fuel ends.
fn looping(arena: &Arena, body: &str, import: &str) -> anyhow::Result<Bot> {
    let think = format!(
        "(loop $next
           {body}
           (br_if $next (local.tee $i (i32.add (local.get $i) (i32.const 1)))))
         (i64.or (i64.extend_i32_u (local.get $p))
           (i64.or (local.get $x) (i64.extend_i32_u (i32x4.extract_lane 0 (local.get $v)))))"
    );
    bot(arena, import, 1024, "(memory.fill (i32.const 8192) (i32.const 0) (i32.const 67100672))", &think)
}

/// A bot with so many pages of memory, that does so.
fn bot(arena: &Arena, imports: &str, wasm_pages: u32, setup: &str, think: &str) -> anyhow::Result<Bot> {
    let mark = r"\01\00\00\00\80\00\00\ff\03\00\01\00\00\00\00\00";
    let wasm = wat::parse_str(format!(
        r#"(module {imports}
             (type $ft (func (param i32) (result i32)))
             (memory (export "memory") {wasm_pages})
             (data (i32.const 2048) "{marks}")
             (data $bytes "bytes")
             (table $t 8 funcref)
             (elem (i32.const 0) $f $f)
             (elem $funcs func $f)
             (func $f (type $ft) (local.get 0))
             (func (export "botpit_abi") (result i32) (i32.const 0x10001))
             (func (export "alloc") (param i32) (result i32) (i32.const 1024))
             (func (export "setup") (param i32 i32) {setup})
             (func (export "think") (param i32 i32) (result i64)
               (local $i i32) (local $p i32) (local $x i64) (local $y f64) (local $v v128)
               {think}))"#,
        marks = mark.repeat(128)
    ))?;
    Ok(Bot::new(&arena.sandbox.load("loop", &wasm)?, params(64)))
}

fn params(message_bytes_max: u32) -> BotParams {
    BotParams {
        game: game::GOLD_HUNTER,
        max_orders: 0,
        message_bytes_max,
        limits: RunLimits { log_bytes_per_match: u32::MAX, ..RunLimits::default() },
        seed: 1,
        leg: 0,
        seat: 0,
    }
}

fn boot(bot: &mut Bot) -> anyhow::Result<()> {
    let report = bot.boot(1_000_000_000, &mut |_| 0);
    anyhow::ensure!(report.fault.is_none(), "it does not start: {:?}", report.fault);
    Ok(())
}

/// Nanoseconds per fuel of a bot that goes on until the fuel ends; its start is not counted.
fn nanos_of_loop(bot: &mut Bot, view: &[u8]) -> anyhow::Result<f64> {
    boot(bot)?;
    bot.begin_turn(0);
    let write_view = &mut |buffer: &mut [u8]| {
        buffer[..view.len()].copy_from_slice(view);
        view.len()
    };
    let before = thread_cpu();
    let report = bot.think(FUEL, write_view, &mut OrderBytes::new());
    let time = thread_cpu().saturating_sub(before);
    bot.end_turn(false);
    anyhow::ensure!(report.fuel_used == FUEL, "it ended after {} fuel: {:?}", report.fuel_used, report.fault);
    Ok(time.as_nanos() as f64 / FUEL as f64)
}
