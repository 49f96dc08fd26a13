//! Nothing of one bot's memory is ever seen by another, however often its place is used again.
//!
//! `BOTPIT_ISOLATION_ROUNDS` sets how often; `cargo xtask isolation` takes 100,000.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use botpit::sandbox::{Bot, Module, Sandbox, SandboxConfig};
use botpit_engine::FaultKind;
use botpit_engine::replay::OrderBytes;

use crate::support::{Wat, boot, config, params, view};

/// How often a place is used again.
fn rounds() -> u32 {
    match std::env::var("BOTPIT_ISOLATION_ROUNDS") {
        Ok(text) => text.parse().expect("BOTPIT_ISOLATION_ROUNDS is a number"),
        Err(_) => 600,
    }
}

/// Fuel for going through all of a memory, in bulk or eight bytes at a time.
const FUEL: u64 = 1_000_000_000;

/// Grows to so many pages, fills all of them and its table, and ends its turn in this way.
fn filler(pages: u32, end: &str) -> Wat {
    let think = format!(
        r#"(drop (memory.grow (i32.const {})))
           (memory.fill (i32.const 0) (i32.const 0xa5) (i32.mul (memory.size) (i32.const 65536)))
           (drop (table.grow (ref.func $secret) (i32.const 500)))
           (table.fill (i32.const 0) (ref.func $secret) (table.size))
           (global.set $kept (i64.const -1))
           {end}"#,
        pages - 2
    );
    Wat {
        imports: r#"(import "botpit" "log" (func $log (param i32 i32)))
                    (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))"#
            .to_owned(),
        fields: r#"(table 4 1000 funcref) (global $kept (mut i64) (i64.const 0))
                   (func $secret (result i32) (i32.const 0x5ec2e7)) (elem declare func $secret)"#
            .to_owned(),
        think,
        ..Wat::default()
    }
}

/// Grows to so many pages, goes through all of its memory and table, and traps at the first thing that it did not put
/// there. It looks before its first message is written: in its start section, and at what it grows by in `think`.
fn searcher(pages: u32) -> Wat {
    let fields = format!(
        r#"(table $t 4 1000 funcref) (global $kept (mut i64) (i64.const 0))
           (data (i32.const 40000) "mine")
           (func $look (param $at i32) (param $end i32)
             (if (i32.ge_u (local.get $at) (local.get $end)) (then (return)))
             (loop $next
               (if (i32.and (i64.ne (i64.load (local.get $at)) (i64.const 0)) (i32.ne (local.get $at) (i32.const 40000)))
                 (then unreachable))
               (br_if $next (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 8))) (local.get $end)))))
           (func $look_at_table (param $at i32) (param $end i32)
             (loop $next
               (if (i32.eqz (ref.is_null (table.get $t (local.get $at)))) (then unreachable))
               (br_if $next (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 1))) (local.get $end)))))
           (func $start
             (if (i32.ne (i32.load (i32.const 40000)) (i32.const 0x656e696d)) (then unreachable))
             (if (i64.ne (global.get $kept) (i64.const 0)) (then unreachable))
             (call $look (i32.const 0) (i32.const 131072))
             (call $look_at_table (i32.const 0) (i32.const 4))
             (drop (memory.grow (i32.const {})))
             (call $look (i32.const 131072) (i32.mul (memory.size) (i32.const 65536)))
             (drop (table.grow $t (ref.null func) (i32.const 500)))
             (call $look_at_table (i32.const 4) (table.size $t)))
           (func (export "_initialize") (call $start))"#,
        pages - 2
    );
    Wat::with_fields(fields)
}

/// One bot after the other in the only place that the pool has.
fn one_place() -> Sandbox {
    Sandbox::new(SandboxConfig { instances: 1, load_fuel: FUEL, ..config() }).expect("a sandbox")
}

fn load(sandbox: &Sandbox, bot: &Wat) -> Module {
    sandbox.load("bot", &bot.wasm()).expect("a bot that loads")
}

/// A bot that fills its memory.
struct Filler {
    module: Module,
    pages: u32,
    /// How its turn ends.
    fault: Option<FaultKind>,
}

impl Filler {
    fn load(sandbox: &Sandbox, pages: u32, (end, fault): (&str, Option<FaultKind>)) -> Filler {
        Filler { module: load(sandbox, &filler(pages, end)), pages, fault }
    }

    /// Lets the bot fill its memory.
    fn fill(&self) {
        let mut bot = Bot::new(&self.module, params());
        bot.begin_turn(0);
        assert_eq!(boot(&mut bot).fault, None);
        // Enough to fill it, and little to spin on: most of the rounds' time would be that of endless loops.
        let fuel = 1_000_000 + u64::from(self.pages) * 65_536;
        let report = bot.think(fuel, &mut view, &mut OrderBytes::new());
        assert_eq!(report.fault.map(|fault| fault.kind), self.fault, "{} pages", self.pages);
        assert_eq!(report.peak_memory_bytes, u64::from(self.pages) * 65_536);
    }
}

/// Lets a bot search, which ends in a fault where it finds something.
fn search(module: &Module) {
    let mut bot = Bot::new(module, params());
    bot.begin_turn(0);
    let report = bot.boot(FUEL, &mut view);
    assert_eq!((report.fault, report.host_failure), (None, None), "it found what another bot left");
}

#[test]
fn a_place_that_is_used_again_holds_nothing_of_the_last_bot() {
    let sandbox = one_place();
    let ends = [
        ("(i64.const 0)", None),
        ("unreachable", Some(FaultKind::Trap)),
        ("(loop (br 0)) (i64.const 0)", Some(FaultKind::OutOfFuel)),
        ("(i64.load (i32.const -1))", Some(FaultKind::Trap)),
        ("(call $log (i32.const -1) (i32.const 9)) (i64.const 0)", Some(FaultKind::BadPointer)),
        ("(call $exit (i32.const 0)) (i64.const 0)", Some(FaultKind::Exited)),
    ];
    // Pages below and above what is cleared in place, and more than that.
    let sizes = [2, 3, 5, 40, 900];
    let fillers: Vec<Filler> =
        sizes.iter().flat_map(|pages| ends.map(|end| Filler::load(&sandbox, *pages, end))).collect();
    let searchers: Vec<Module> = sizes.iter().map(|pages| load(&sandbox, &searcher(*pages))).collect();
    for round in 0..rounds() as usize {
        // Large memories take long: they come more seldom.
        let large = round.is_multiple_of(50);
        let usual = |modules: usize| if large { modules } else { modules * 3 / 5 };
        fillers[round % usual(fillers.len())].fill();
        search(&searchers[(round / 3) % usual(searchers.len())]);
    }
}

#[test]
fn bots_that_run_at_the_same_time_see_nothing_of_each_other() {
    let sandbox = Sandbox::new(SandboxConfig { instances: 4, load_fuel: FUEL, ..config() }).expect("a sandbox");
    let filler = Arc::new(Filler::load(&sandbox, 5, ("unreachable", Some(FaultKind::Trap))));
    let searcher = Arc::new(load(&sandbox, &searcher(5)));
    let left = AtomicU32::new(rounds());
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let (filler, searcher, left) = (Arc::clone(&filler), Arc::clone(&searcher), &left);
            scope.spawn(move || {
                while left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_ok() {
                    if thread % 2 == 0 { filler.fill() } else { search(&searcher) }
                }
            });
        }
    });
}

/// The searcher is no proof unless it finds what is there.
#[test]
fn a_searcher_finds_what_is_left_in_its_memory() {
    let mut planted = searcher(5);
    planted.fields = planted.fields.replace("\"mine\")", "\"mine\") (data (i32.const 100000) \"\\01\")");
    let sandbox = one_place();
    assert!(sandbox.load("bot", &planted.wasm()).is_err(), "it traps while it is loaded");
}
