//! Botpit's speed in one table, from one run: `cargo xtask bench`.
//!
//! Each file is a measurement. What is compared takes turns in rounds, so that a busy machine troubles all of it alike;
//! ratios are of the same round. Times are processor time but for those of whole programs. Nothing is asserted about
//! time; that all ways of playing a match come to the same state is.

mod arena;
mod bare;
mod calls;
mod contest;
mod fuel;
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

/// The measurements, in the order of the table.
const MEASUREMENTS: [&str; 9] = ["think", "start", "setup", "rules", "host", "play", "threads", "metering", "fuel"];

fn main() -> ExitCode {
    if let Some(code) = json::run_bot() {
        return code;
    }
    let (flags, named): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|argument| argument.starts_with("--"));
    // `cargo bench` says so; as a test, everything is tried once.
    let count = Rounds::new(!flags.iter().any(|flag| flag == "--bench"));
    match run(count, &named) {
        Ok(table) => {
            print!("{table}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Measures what is named, or everything.
fn run(count: Rounds, named: &[String]) -> anyhow::Result<Table> {
    if let Some(unknown) = named.iter().find(|name| !MEASUREMENTS.contains(&name.as_str())) {
        anyhow::bail!("there is no measurement `{unknown}`, but {}", MEASUREMENTS.join(", "));
    }
    let arena = Arena::prepare()?;
    let gold = |side: &'static str, of_each: &'static str| {
        let board = [("width", side), ("height", side), ("hunters", of_each), ("workers", of_each)];
        Contest::prepare(&arena, "gold-hunter", &board)
    };
    let (small, large) = (gold("30", "4")?, gold("100", "16")?);
    let flags = Contest::prepare(&arena, "capture-the-flag", &[])?;
    let cache = tempfile::tempdir()?;
    let mut table = Table::default();
    for measurement in MEASUREMENTS.iter().filter(|name| named.is_empty() || named.iter().any(|n| n == *name)) {
        eprintln!("measuring {measurement}");
        match *measurement {
            "think" => calls::think(&arena, count, &mut table)?,
            "start" => calls::start(&arena, &small, count, &mut table)?,
            "setup" => {
                calls::set_up(&arena, &small, count, &mut table)?;
                calls::set_up(&arena, &flags, count, &mut table)?;
            }
            "rules" => turns::rules(&[&small, &large, &flags], count, &mut table)?,
            "host" => {
                turns::host::<GoldHunter>(&small, count, &mut table)?;
                turns::host::<CaptureTheFlag>(&flags, count, &mut table)?;
            }
            "play" => programs::play(cache.path(), count, &mut table)?,
            "threads" => programs::threads(cache.path(), count, &mut table)?,
            "fuel" => fuel::fuel(&arena, count, &mut table)?,
            _ => metering::search(&arena, count, &mut table)?,
        }
    }
    Ok(table)
}
