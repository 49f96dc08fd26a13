//! What fuel takes on this machine.

use std::time::Duration;

use botpit_engine::Registry;
use botpit_engine::replay::OrderBytes;
use serde::Serialize;

use super::CheckError;
use crate::sandbox::{Bot, BotParams, HostFailure, Module, RunLimits, Sandbox, thread_cpu};

/// A module of typical work, compiled from `work.wat`.
const WORK: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/work.wasm"));

/// The fuel that times are told for.
pub const FUEL: u64 = 1_000_000_000;

/// How often each kind of work is done. The quickest time counts: whatever else the machine does only adds to it.
const ROUNDS: usize = 3;

/// The kinds of work of the module, by their number.
const KINDS: [&str; 4] = ["arithmetic", "path search", "indirect calls", "array scans"];

/// What [`FUEL`] takes in processor time on this machine, for typical work.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Speed {
    /// The fuel that is meant.
    pub fuel: u64,
    /// The shortest time of a kind of work, in microseconds.
    pub fastest_us: u64,
    /// The longest, in microseconds.
    pub slowest_us: u64,
    /// Each kind of work with its time.
    pub kinds: Vec<KindSpeed>,
}

/// The time of one kind of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct KindSpeed {
    /// What is done.
    pub kind: &'static str,
    /// Processor time of [`FUEL`], in microseconds.
    pub us: u64,
}

/// Measures this machine; takes a few hundred milliseconds.
///
/// # Errors
/// When the machine fails, or the program is to stop.
pub(super) fn measure(sandbox: &Sandbox, games: &Registry) -> Result<Speed, CheckError> {
    let module = sandbox.load("work", WORK).map_err(|error| CheckError::of_own_module(error.problem))?;
    let game = games.iter().next().map_or(1, |game| game.abi_game());
    let mut kinds = Vec::with_capacity(KINDS.len());
    for (number, kind) in KINDS.into_iter().enumerate() {
        let mut best = None;
        for _ in 0..ROUNDS {
            let time = once(&module, game, number as u8)?;
            best = Some(best.map_or(time, |best: Duration| best.min(time)));
        }
        kinds.push(KindSpeed { kind, us: micros(best.unwrap_or_default()) });
    }
    let times = || kinds.iter().map(|kind| kind.us);
    let (fastest_us, slowest_us) = (times().min().unwrap_or(0), times().max().unwrap_or(0));
    Ok(Speed { fuel: FUEL, fastest_us, slowest_us, kinds })
}

/// What [`FUEL`] of one kind of work would take, by a shorter piece of it.
fn once(module: &Module, game: u16, kind: u8) -> Result<Duration, CheckError> {
    const VIEW_BYTES: u32 = 8;
    let params = BotParams {
        game,
        max_orders: 0,
        message_bytes_max: VIEW_BYTES,
        limits: RunLimits::default(),
        seed: 0,
        leg: 0,
        seat: 0,
    };
    let mut bot = Bot::new(module, params);
    let mut write = |buffer: &mut [u8]| {
        buffer[0] = kind;
        VIEW_BYTES as usize
    };
    let boot = bot.boot(FUEL, &mut write);
    bot.begin_turn(0);
    let before = thread_cpu();
    let report = bot.think(FUEL, &mut write, &mut OrderBytes::new());
    let time = thread_cpu().saturating_sub(before);
    if boot.interrupted || report.interrupted {
        return Err(CheckError::Interrupted);
    }
    if let Some(failure) = boot.host_failure.or(report.host_failure) {
        return Err(failure.into());
    }
    match (report.fault, report.fuel_used) {
        (None, 1..) => Ok(scale(time, report.fuel_used)),
        (fault, used) => {
            let message = format!("the work to measure with failed after {used} fuel: {fault:?}");
            Err(HostFailure::Internal(message).into())
        }
    }
}

/// What [`FUEL`] takes at the pace of so much fuel in that time.
pub(super) fn scale(time: Duration, fuel: u64) -> Duration {
    let nanos = time.as_nanos().saturating_mul(u128::from(FUEL)) / u128::from(fuel.max(1));
    Duration::from_nanos(u64::try_from(nanos).unwrap_or(u64::MAX))
}

pub(super) fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}
