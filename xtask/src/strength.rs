//! How strong the example bots are against each other.

use anyhow::{Context, ensure};
use serde_json::Value;

use crate::setup::{cargo, wasm_target};

/// The seeds from here on were never used to tune a bot.
const FIRST_SEED: u64 = 1_000_000;

/// Who meets whom, and the least share of points that the first should reach.
const PAIRS: [(&str, &str, f64); 5] = [
    ("prospector", "random", 0.60),
    ("marksman", "prospector", 0.60),
    ("foreman", "marksman", 0.70),
    ("foreman", "prospector", 0.60),
    ("foreman", "random", 0.95),
];

/// Plays every pair and prints the table in Markdown; fails when a bot is weaker than promised, or has faults.
pub(crate) fn run(games: u32) -> anyhow::Result<()> {
    wasm_target()?;
    println!("| bot | against | games | won | drawn | lost | share | 95 % interval | promised | faults |");
    println!("|---|---|---|---|---|---|---|---|---|---|");
    let mut weak = Vec::new();
    for (bot, against, promised) in PAIRS {
        let summary = play(bot, against, games)?;
        let count = |value: &Value| value.as_u64().context("a count in the summary");
        let share = summary["score_of_first"].as_f64().context("a share in the summary")?;
        let end = |index: usize| summary["interval_95"][index].as_f64().context("an interval in the summary");
        let faults = count(&summary["bots"][0]["faults"])? + count(&summary["bots"][1]["faults"])?;
        println!(
            "| {bot} | {against} | {} | {} | {} | {} | {:.1} % | {:.1} to {:.1} % | {:.0} % | {faults} |",
            count(&summary["games"])?,
            count(&summary["wins"][0])?,
            count(&summary["draws"])?,
            count(&summary["wins"][1])?,
            share * 100.0,
            end(0)? * 100.0,
            end(1)? * 100.0,
            promised * 100.0,
        );
        if share < promised || faults > 0 {
            weak.push(format!("{bot} against {against}"));
        }
    }
    ensure!(weak.is_empty(), "not as strong as promised, or with faults: {}", weak.join(", "));
    Ok(())
}

fn play(bot: &str, against: &str, games: u32) -> anyhow::Result<Value> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from).to_string();
    let output = cargo()
        .args(["run", "--quiet", "--package", "botpit", "--", "play"])
        .args([&format!("builtin:{bot}"), &format!("builtin:{against}")])
        .args(["--games", &games.to_string(), "--swap", "--map", "generated", "--threads", &threads, "--json"])
        .args(["--seed", &FIRST_SEED.to_string()])
        .stderr(std::process::Stdio::inherit())
        .output()?;
    ensure!(output.status.success(), "playing {bot} against {against} failed: {}", output.status);
    let text = String::from_utf8(output.stdout)?;
    let last = text.lines().last().context("no summary")?;
    let value: Value = serde_json::from_str(last)?;
    Ok(value["summary"].clone())
}
