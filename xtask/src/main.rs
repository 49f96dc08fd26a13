//! The chores of this repository: `cargo xtask help` lists them.

#[path = "../../host/src/bot_build.rs"]
#[allow(dead_code, unreachable_pub, reason = "it is a part of the host's library, which uses the rest")]
mod bot_build;
mod checks;
mod page;
mod real_bots;
mod setup;
mod strength;
mod two_folders;

use std::process::Command;

use anyhow::{Context, ensure};

const HELP: &str = "\
usage: cargo xtask COMMAND

  play [ARGUMENTS]     build botpit and play; the arguments are those of `botpit play`
  test                 all tests: the workspace and the example bots
  strength [--game GAME] [GAMES]
                       the strength tables of the example bots, of one game or all, 200 games a pair
  bench [MEASUREMENT]  Botpit's speed, as one table of one run; or one measurement, such as `fuel`
  matrix [MATCHES]     1000 matches give the same replays on any number of threads, with any cache and pool, in
                       debug and release builds, after 10,000 others, and in the engine as wasm; `matrix sample`
                       plays 16, without a release build of the dependencies
  isolation [ROUNDS]   no bot sees anything of another's memory over 100,000 uses of the same place
  fuzz [KIND] [OPTIONS]
                       random modules, orders, maps, replays or messages; without a kind a sample of each
  real-bots [BOTS]     builds large bots in Rust, Go and JavaScript (`rust`, `go`, `quickjs`), which load and play
                       under the default limits; a table of what each takes
  page                 types and browser tests of the page; needs Node.js with npm, and Chromium
  two-folders          the built-in bots are the same bytes when built in two folders
  lint                 formatting, clippy, rustdoc, and the engine for wasm32
";

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (command, rest) = match arguments.split_first() {
        Some((command, rest)) => (command.as_str(), rest),
        None => ("help", &[][..]),
    };
    match command {
        "play" => play(rest),
        "test" => checks::test(),
        "lint" => checks::lint(),
        "strength" => {
            let (game, rest) = match rest {
                [flag, game, rest @ ..] if flag == "--game" => (Some(game.as_str()), rest),
                rest => (None, rest),
            };
            strength::run(game, number(rest)?.unwrap_or(200))
        }
        "bench" => {
            setup::wasm_target()?;
            let bench = ["bench", "--locked", "--package", "botpit", "--bench", "bench", "--"];
            run(setup::cargo().args(bench).args(rest))
        }
        "matrix" => match rest {
            [sample] if sample == "sample" => checks::matrix_sample(),
            rest => checks::matrix(number(rest)?.unwrap_or(1000)),
        },
        "isolation" => checks::isolation(number(rest)?.unwrap_or(100_000)),
        "fuzz" => {
            setup::wasm_target()?;
            let profile: &[&str] = if rest.is_empty() { &[] } else { &["--release"] };
            let fuzz = ["run", "--quiet", "--locked", "--package", "botpit-fuzz"];
            run(setup::cargo().args(fuzz).args(profile).arg("--").args(rest))
        }
        "real-bots" => {
            setup::wasm_target()?;
            real_bots::run(rest)
        }
        "page" => page::test(),
        "two-folders" => {
            setup::wasm_target()?;
            two_folders::run()
        }
        "help" | "--help" | "-h" => {
            print!("{HELP}");
            Ok(())
        }
        other => anyhow::bail!("there is no command `{other}`\n\n{HELP}"),
    }
}

/// The number that a command was given, if any.
fn number(rest: &[String]) -> anyhow::Result<Option<u32>> {
    rest.first().map(|text| text.parse().with_context(|| format!("`{text}` is no number"))).transpose()
}

/// Plays, and ends as `botpit` ends: it has said itself what went wrong.
fn play(arguments: &[String]) -> anyhow::Result<()> {
    setup::wasm_target()?;
    let mut command = setup::cargo();
    command.args(["run", "--quiet", "--package", "botpit", "--", "play"]).args(arguments);
    let status = command.status().context("cannot run cargo")?;
    match status.code() {
        Some(0) => Ok(()),
        Some(code) => std::process::exit(code),
        None => anyhow::bail!("cargo was killed: {status}"),
    }
}

/// Runs a program to its end.
fn run(command: &mut Command) -> anyhow::Result<()> {
    let status = command.status().with_context(|| format!("cannot run {:?}", command.get_program()))?;
    ensure!(status.success(), "{:?} failed: {status}", command);
    Ok(())
}
