//! `botpit watch`: a replay in the terminal.

use std::path::{Path, PathBuf};

use anyhow::Context;
use botpit_engine::GAMES;
use botpit_engine::replay::Replay;
use clap::Args;

use super::failure::{Exit, Failure, shown};
use super::replay_file;
use super::report::MatchReport;
use crate::watch::{Colours, Film, KEYS, Position, Viewer, Watched, is_terminal, watch};

/// Shows a replay in the terminal, turn by turn, forwards and backwards.
///
/// The board is everything or what one seat sees, with the events, logs, drawings, fuel and memory of the turn. Of a
/// cut or damaged replay, what is good is shown.
#[derive(Args)]
#[command(after_help = keys())]
pub(super) struct WatchArgs {
    /// The replay file.
    file: PathBuf,
    /// The turn to begin at; 0 is the start.
    #[arg(long, value_name = "N", default_value_t = 0)]
    turn: u32,
    /// The leg to begin at, from 1.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    leg: u32,
}

/// The keys, as a table for the help.
fn keys() -> String {
    let width = KEYS.iter().map(|(keys, _)| keys.chars().count()).max().unwrap_or(0);
    let rows: Vec<String> = KEYS.iter().map(|(keys, what)| format!("  {keys:<width$}  {what}")).collect();
    format!("Keys:\n{}", rows.join("\n"))
}

pub(super) fn run(args: WatchArgs) -> anyhow::Result<Exit> {
    let (replay, damage) = replay_file::read(&args.file).with_context(|| args.file.display().to_string())?;
    check_terminal(Some(&args.file))?;
    let damage = damage.map(|damage| damage.to_string());
    let at = Position { leg: args.leg as usize - 1, turn: args.turn };
    show(&replay, damage, at).with_context(|| args.file.display().to_string())
}

/// Sees to it before anything is played that there is a terminal.
pub(super) fn check_terminal(file: Option<&Path>) -> anyhow::Result<()> {
    if is_terminal() {
        return Ok(());
    }
    let file = file.map_or("REPLAY".to_owned(), shown);
    Err(Failure::usage("watching needs a terminal for input and output")
        .hint(format!("`botpit replay show {file} --turn N` prints the board after a turn"))
        .into())
}

/// Shows a replay from a place on.
pub(super) fn show(replay: &Replay, damage: Option<String>, at: Position) -> anyhow::Result<Exit> {
    let film = Film::open(GAMES, replay, damage).map_err(|error| Failure::new(error.to_string()))?;
    let nearest = film.nearest(at);
    if nearest.leg != at.leg {
        let message = format!("the last leg to show is {}, there is no leg {}", film.legs(), at.leg + 1);
        return Err(Failure::usage(message).into());
    }
    if nearest.turn != at.turn {
        let message =
            format!("the last turn to show of leg {} is {}, there is no turn {}", at.leg + 1, nearest.turn, at.turn);
        return Err(Failure::usage(message).into());
    }
    let result = MatchReport::of(replay).map(|report| report.outcome_line().to_owned());
    // A signal must give the terminal back.
    super::interrupt_flag();
    match watch(&mut Viewer::new(film, result, at), colours()).context("the terminal")? {
        Watched::Done => Ok(Exit::Done),
        Watched::Interrupted => Ok(Exit::Interrupted),
    }
}

/// The colours that are wanted, as far as the terminal says that it has them.
fn colours() -> Colours {
    if anstream::AutoStream::choice(&std::io::stdout()) == anstream::ColorChoice::Never {
        return Colours::None;
    }
    match std::env::var("COLORTERM").as_deref() {
        Ok("truecolor" | "24bit") => Colours::True,
        _ => Colours::Table,
    }
}
