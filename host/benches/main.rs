//! Botpit's speed in one table, from one run: `cargo xtask bench`.
//!
//! Each file is a measurement. What is compared takes turns in rounds, so that a busy machine troubles all of it alike;
//! ratios are of the same round. Times are processor time but for those of whole programs. Nothing is asserted about
//! time; that all ways of playing a match come to the same state is.

mod arena;
mod bare;
mod calls;
mod contest;
mod harness;
mod json;
mod metering;
mod programs;
#[path = "bots/trivial/src/rule.rs"]
mod rule;
#[path = "bots/kernel/src/search.rs"]
mod search;
mod turns;

use std::process::ExitCode;

use arena::Arena;
use contest::Contest;
use harness::{Rounds, Table};
use json::{CaptureTheFlag, GoldHunter};

fn main() -> ExitCode {
    let argument = |wanted: &str| std::env::args().any(|argument| argument == wanted);
    if let Some(code) = json::run_bot() {
        return code;
    }
    // `cargo bench` says so; as a test, everything is tried once.
    match run(Rounds::new(!argument("--bench"))) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(count: Rounds) -> anyhow::Result<()> {
    let arena = Arena::prepare()?;
    let gold = |side: &'static str, of_each: &'static str| {
        let board = [("width", side), ("height", side), ("hunters", of_each), ("workers", of_each)];
        Contest::prepare(&arena, "gold-hunter", &board)
    };
    let (small, large) = (gold("30", "4")?, gold("100", "16")?);
    let flags = Contest::prepare(&arena, "capture-the-flag", &[])?;
    let cache = tempfile::tempdir()?;
    let mut table = Table::default();
    calls::think(&arena, count, &mut table)?;
    calls::start(&arena, &small, count, &mut table)?;
    turns::rules(&[&small, &large, &flags], count, &mut table)?;
    turns::host::<GoldHunter>(&small, count, &mut table)?;
    turns::host::<CaptureTheFlag>(&flags, count, &mut table)?;
    programs::play(cache.path(), count, &mut table)?;
    programs::threads(cache.path(), count, &mut table)?;
    metering::search(&arena, count, &mut table)?;
    print!("{table}");
    Ok(())
}
