//! Asking a bot once, and starting one, against wasmtime alone.

use std::hint::black_box;

use botpit::sandbox::{Bot, BotParams, RunLimits};
use botpit_abi::game;
use botpit_engine::replay::OrderBytes;

use crate::arena::Arena;
use crate::bare::{self, BareBot, Plain};
use crate::contest::{Contest, FUEL};
use crate::harness::{Aim, Cost, Rounds, Table, rounds};

/// A bot that looks at nothing and orders nothing.
const IGNORES: &str = "(i64.const 0)";
/// One that adds up all of the view.
const READS: &str = "(local $sum i64)
    (local.set 1 (i32.add (local.get 0) (local.get 1)))
    (loop $next
      (local.set $sum (i64.add (local.get $sum) (i64.load (local.get 0))))
      (br_if $next (i32.lt_u (local.tee 0 (i32.add (local.get 0) (i32.const 8))) (local.get 1))))
    (i64.store (i32.const 0) (local.get $sum))
    (i64.const 0)";

/// Calls of one way in a round.
const CALLS: usize = 5_000;
/// Starts of one way in a round.
const STARTS: usize = 500;

/// Measures `think` with views of two lengths.
pub(crate) fn think(arena: &Arena, count: Rounds, table: &mut Table) -> anyhow::Result<()> {
    for (what, body) in [("ignores", IGNORES), ("reads", READS)] {
        let wasm = wat::parse_str(format!(
            r#"(module (memory (export "memory") 1)
                 (func (export "botpit_abi") (result i32) (i32.const 0x10001))
                 (func (export "alloc") (param i32) (result i32) (i32.const 1024))
                 (func (export "think") (param i32 i32) (result i64) {body}))"#
        ))?;
        for kilobytes in [1, 20] {
            let view = vec![7_u8; kilobytes * 1000];
            let pre = bare::engine(true).and_then(|engine| bare::module(&engine, &wasm)).plain()?;
            let mut bare = BareBot::start(&pre, &[], view.len()).plain()?;
            let mut bot = Bot::new(&arena.sandbox.load("view", &wasm)?, params(view.len()));
            bot.boot(FUEL, &mut |_| 0);
            let mut orders = OrderBytes::new();
            let [by_bare, by_sandbox] = rounds(
                count.of(41),
                [
                    &mut || {
                        nanos(CALLS, || {
                            black_box(bare.think(FUEL, black_box(&view)).plain()?);
                            Ok(())
                        })
                    },
                    &mut || {
                        nanos(CALLS, || {
                            let write = &mut |buffer: &mut [u8]| {
                                buffer[..view.len()].copy_from_slice(black_box(&view));
                                view.len()
                            };
                            let report = bot.think(FUEL, write, &mut orders);
                            anyhow::ensure!(report.fault.is_none(), "a bot has a fault: {:?}", report.fault);
                            Ok(())
                        })
                    },
                ],
            )?;
            let call = format!("a `think` call, {kilobytes} KB view, bot {what} it");
            table.add(call.clone(), "ns", &by_sandbox, Aim::None);
            table.add_ratio(format!("{call} : wasmtime alone"), &by_sandbox, &by_bare, Aim::AtMost(1.2));
        }
    }
    Ok(())
}

/// Measures the start and the end of an instance of the SDK's smallest bot.
pub(crate) fn start(arena: &Arena, contest: &Contest, count: Rounds, table: &mut Table) -> anyhow::Result<()> {
    let engine = bare::engine(true).plain()?;
    let pre = bare::module(&engine, &arena.entrant.wasm).plain()?;
    let setup = contest.setup()?;
    let message_bytes_max = contest.message_bytes_max()?;
    let mut bot = Bot::new(&arena.entrant.module, params(message_bytes_max));
    let [empty, alone, whole] = rounds(
        count.of(41),
        [
            &mut || {
                micros(STARTS, || {
                    let mut store = bare::store(&engine, FUEL).plain()?;
                    black_box(pre.instantiate(&mut store).plain()?);
                    Ok(())
                })
            },
            &mut || {
                micros(STARTS, || {
                    black_box(BareBot::start(&pre, &setup, message_bytes_max).plain()?);
                    Ok(())
                })
            },
            &mut || {
                micros(STARTS, || {
                    let report = bot.boot(FUEL, &mut |buffer| {
                        buffer[..setup.len()].copy_from_slice(&setup);
                        setup.len()
                    });
                    anyhow::ensure!(report.fault.is_none(), "a bot has a fault: {:?}", report.fault);
                    bot.drop_instance();
                    Ok(())
                })
            },
        ],
    )?;
    let start = "start and drop the SDK's smallest bot";
    table.add(format!("{start}, wasmtime alone, no function called"), "µs", &empty, Aim::AtMost(6.0));
    table.add(format!("{start}, wasmtime alone, with `alloc` and `setup`"), "µs", &alone, Aim::None);
    table.add(format!("{start}, in the sandbox, with `alloc` and `setup`"), "µs", &whole, Aim::None);
    table.add_ratio("– in the sandbox : wasmtime alone", &whole, &alone, Aim::None);
    Ok(())
}

/// Measures all of a match that comes before its first turn; the map is there.
pub(crate) fn set_up(arena: &Arena, contest: &Contest, count: Rounds, table: &mut Table) -> anyhow::Result<()> {
    let engine = bare::engine(true).plain()?;
    let pre = bare::module(&engine, &arena.entrant.wasm).plain()?;
    let setup = contest.setup()?;
    let message_bytes_max = contest.message_bytes_max()?;
    let start = || BareBot::start(&pre, &setup, message_bytes_max).plain();
    let [game, bots, whole] = rounds(
        count.of(41),
        [
            &mut || {
                micros(STARTS, || {
                    black_box(contest.leg()?);
                    Ok(())
                })
            },
            &mut || {
                micros(STARTS, || {
                    black_box((start()?, start()?));
                    Ok(())
                })
            },
            &mut || micros(STARTS, || contest.set_up()),
        ],
    )?;
    let host: Vec<f64> = (0..whole.len()).map(|round| whole[round] - game[round] - bots[round]).collect();
    let what = format!("a match of two trivial bots before its first turn, {}", contest.about);
    table.add(what, "µs", &whole, Aim::AtMost(30.0));
    table.add("– of it the start of the game", "µs", &game, Aim::None);
    table.add("– of it the start and the end of the bots, by wasmtime alone", "µs", &bots, Aim::None);
    table.add("– of it the host, the rest", "µs", &host, Aim::None);
    Ok(())
}

/// Processor time of one of `times` pieces of work, in microseconds.
fn micros(times: usize, mut work: impl FnMut() -> anyhow::Result<()>) -> anyhow::Result<f64> {
    Ok(Cost::of(|| (0..times).try_for_each(|_| work()))?.cpu_micros(times))
}

/// The same in nanoseconds.
fn nanos(times: usize, work: impl FnMut() -> anyhow::Result<()>) -> anyhow::Result<f64> {
    Ok(1e3 * micros(times, work)?)
}

fn params(message_bytes_max: usize) -> BotParams {
    BotParams {
        game: game::GOLD_HUNTER,
        max_orders: 64,
        message_bytes_max: message_bytes_max as u32,
        limits: RunLimits::default(),
        seed: 1,
        leg: 0,
        seat: 0,
    }
}
