//! How strong the example bots are against each other.

use anyhow::{Context, ensure};
use serde_json::Value;

use crate::setup::{cargo, wasm_target};

/// The seeds from here on were never used to tune a bot.
const FIRST_SEED: u64 = 1_000_000;

/// A bot, its opponent, and the least share of points that the bot should reach.
type Pair = (&'static str, &'static str, f64);

/// Who meets whom in each game.
const GAMES: [(&str, &[Pair]); 2] = [
    (
        "gold-hunter",
        &[
            ("prospector", "random", 0.60),
            ("marksman", "prospector", 0.60),
            ("foreman", "marksman", 0.70),
            ("foreman", "prospector", 0.60),
            ("foreman", "random", 0.95),
        ],
    ),
    (
        "capture-the-flag",
        &[
            ("runner", "wanderer", 0.60),
            ("sentinel", "runner", 0.60),
            ("captain", "sentinel", 0.70),
            ("captain", "runner", 0.60),
            ("captain", "wanderer", 0.95),
        ],
    ),
];

/// Plays every pair of a game, or of all, and prints a table in Markdown for each; fails when a bot is weaker than
/// promised, or has faults.
pub(crate) fn run(game: Option<&str>, games: u32) -> anyhow::Result<()> {
    wasm_target()?;
    let chosen: Vec<_> = GAMES.iter().filter(|(id, _)| game.is_none_or(|game| game == *id)).collect();
    ensure!(!chosen.is_empty(), "there is no strength table of `{}`", game.unwrap_or_default());
    let mut weak = Vec::new();
    for (id, pairs) in chosen {
        println!("\n### {id}\n");
        weak.extend(table(id, pairs, games)?);
    }
    ensure!(weak.is_empty(), "not as strong as promised, or with faults: {}", weak.join(", "));
    Ok(())
}

/// Prints the table of one game and gives back the pairs that do not keep the promise.
fn table(game: &str, pairs: &[Pair], games: u32) -> anyhow::Result<Vec<String>> {
    println!("| bot | against | games | won | drawn | lost | share | 95 % interval | promised | faults |");
    println!("|---|---|---|---|---|---|---|---|---|---|");
    let mut weak = Vec::new();
    for &(bot, against, promised) in pairs {
        let summary = play(game, bot, against, games)?;
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
    Ok(weak)
}

fn play(game: &str, bot: &str, against: &str, games: u32) -> anyhow::Result<Value> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from).to_string();
    let output = cargo()
        .args(["run", "--quiet", "--package", "botpit", "--", "play"])
        .args([&format!("builtin:{bot}"), &format!("builtin:{against}")])
        .args([
            "--game",
            game,
            "--games",
            &games.to_string(),
            "--swap",
            "--map",
            "generated",
            "--threads",
            &threads,
            "--json",
        ])
        .args(["--seed", &FIRST_SEED.to_string()])
        .stderr(std::process::Stdio::inherit())
        .output()?;
    ensure!(output.status.success(), "playing {bot} against {against} failed: {}", output.status);
    let text = String::from_utf8(output.stdout)?;
    let last = text.lines().last().context("no summary")?;
    let value: Value = serde_json::from_str(last)?;
    Ok(value["summary"].clone())
}
