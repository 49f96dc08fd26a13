//! The whole program: one match from start to exit, and many on two threads.

use std::path::Path;
use std::process::{Child, Command, Stdio};

use anyhow::Context;

use crate::arena::BOTPIT;
use crate::harness::{Aim, Cost, Rounds, Table, rounds};

/// Turns of the match that is timed.
const TURNS: &str = "500";
/// Games of one of two threads, or of one of two processes.
const GAMES: u64 = 100;

/// Measures a match of 500 turns as a process, bots compiled before.
pub(crate) fn play(cache: &Path, count: Rounds, table: &mut Table) -> anyhow::Result<()> {
    let command = || {
        let mut command = botpit(cache);
        command.args(["builtin:random", "builtin:random", "--map", "seed:1", "--map-option"]);
        command.arg(format!("turns={TURNS}"));
        command
    };
    // This also compiles the bots, which later runs find in the cache.
    let shown = command().arg("--json").output()?;
    let report: serde_json::Value = serde_json::from_slice(&shown.stdout)?;
    let turns = report["legs"].as_array().context("a report has legs")?.iter().filter_map(|leg| leg["turns"].as_u64());
    let [whole] =
        rounds(count.of(41), [&mut || Ok(1e3 * Cost::of(|| finish(command().stdout(Stdio::null()).spawn()?))?.wall)])?;
    let what = format!("`botpit play`, random against random, {} turns, start to exit", turns.sum::<u64>());
    table.add(what, "ms", &whole, Aim::AtMost(25.0));
    Ok(())
}

/// Measures two threads of one process against two processes of one thread.
pub(crate) fn threads(cache: &Path, count: Rounds, table: &mut Table) -> anyhow::Result<()> {
    let games = |games: u64, seed: u64, threads: u32| -> anyhow::Result<Child> {
        let mut command = botpit(cache);
        command.args(["builtin:random", "builtin:random", "--map", "generated"]);
        command.args([format!("--games={games}"), format!("--seed={seed}"), format!("--threads={threads}")]);
        Ok(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn()?)
    };
    let [processes, threads] = rounds(
        count.of(15),
        [
            &mut || {
                let cost = Cost::of(|| {
                    let (one, other) = (games(GAMES, 1, 1)?, games(GAMES, 1 + GAMES, 1)?);
                    finish(one)?;
                    finish(other)
                });
                Ok(cost?.wall)
            },
            &mut || Ok(Cost::of(|| finish(games(2 * GAMES, 1, 2)?))?.wall),
        ],
    )?;
    let what = format!("games a second, 2 threads : 2 processes, {} games", 2 * GAMES);
    table.add_ratio(what, &processes, &threads, Aim::AtLeast(0.95));
    Ok(())
}

fn botpit(cache: &Path) -> Command {
    let mut command = Command::new(BOTPIT);
    command.arg("play").env("BOTPIT_CACHE_DIR", cache).current_dir(cache);
    command
}

fn finish(mut program: Child) -> anyhow::Result<()> {
    let status = program.wait()?;
    anyhow::ensure!(status.success(), "botpit failed: {status}");
    Ok(())
}
