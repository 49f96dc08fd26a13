//! `botpit play`: one match, or many.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use botpit_engine::replay::Replay;
use botpit_engine::{BothSeats, GAMES, json_line};
use clap::{Args, ValueHint};
use serde::Serialize;

use super::bots::{self, BotRef};
use super::failure::{self, Exit, Failure, note, quoted, shown};
use super::report::MatchReport;
use super::series_args::{SeriesArgs, ThreadsArgs};
use super::summary::Summary;
use super::view::{self, PlaceArgs};
use super::{output_file, replay_file, settings, watch};
use crate::matches::{Referee, Series, SeriesError};
use crate::watch::Position;

/// Plays a match between two bots, or many.
///
/// A bot is a .wasm file, builtin:NAME (see `botpit bots`), a name of botpit.toml, or a folder with its source. A
/// folder is built first, which runs the folder's own build code outside any sandbox.
#[derive(Args)]
pub(super) struct PlayArgs {
    /// The bot in seat a; without it the game's strongest built-in bot.
    #[arg(value_parser = bots::parser(), value_hint = ValueHint::AnyPath)]
    a: Option<BotRef>,
    /// The bot in seat b; without it the game's second strongest built-in bot.
    #[arg(value_parser = bots::parser(), value_hint = ValueHint::AnyPath)]
    b: Option<BotRef>,
    #[command(flatten)]
    series: SeriesArgs,
    #[command(flatten)]
    threads: ThreadsArgs,
    /// How many games to play.
    #[arg(
        long, default_value_t = 1, allow_negative_numbers = true,
        value_parser = clap::value_parser!(u64).range(1..=100_000_000),
    )]
    games: u64,
    /// Plays every second game with the seats swapped, on the map and the seed of the game before it.
    #[arg(long, value_name = "WHETHER", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    swap: Option<bool>,
    /// Where to write the replay; with several games a folder. A name that ends in .zst is compressed.
    #[arg(long, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    replay: Option<PathBuf>,
    /// Puts the bots' wasm into the replay, so that it can be run again without their files.
    #[arg(long, requires = "replay")]
    embed: bool,
    /// Prints JSON: a line a game, and a summary after several.
    #[arg(long)]
    json: bool,
    /// Shows the match in the terminal afterwards, as `botpit watch` does.
    #[arg(long, conflicts_with = "json")]
    watch: bool,
    /// Shows the match in the browser afterwards, as `botpit view` does.
    #[arg(long, conflicts_with_all = ["json", "watch"])]
    view: bool,
    #[command(flatten)]
    place: PlaceArgs,
}

pub(super) fn run(args: PlayArgs) -> anyhow::Result<Exit> {
    if (args.watch || args.view) && args.games > 1 {
        let name = if args.watch { "watch" } else { "view" };
        return Err(Failure::usage(format!("--{name} shows one game, not {}", args.games))
            .hint(format!("leave out --games, or write the games with --replay and `botpit {name}` one of them"))
            .into());
    }
    if let Some(option) = args.place.given().filter(|_| !args.view) {
        return Err(Failure::usage(format!("{option} is for the browser page, which is not asked for"))
            .hint("add --view, which shows the match in the browser afterwards")
            .into());
    }
    if args.watch {
        watch::check_terminal(args.replay.as_deref())?;
    }
    if let Some(path) = &args.replay {
        prepare(path, args.games > 1)?;
    }
    let ground = args.series.ground()?;
    if let Some(path) = &args.replay {
        let bots = [&args.a, &args.b].into_iter().flatten().flat_map(|bot| bot.files(&ground.config));
        let read: Vec<PathBuf> = bots.chain(args.series.files(&ground.config)).collect();
        output_file::check_apart(path, read.iter().map(PathBuf::as_path))?;
    }
    let load = |bot: &Option<BotRef>| bot.as_ref().map(|bot| ground.load(bot)).transpose();
    let series = Series {
        games: args.games,
        swap: settings::swap(args.swap, &ground.config, false).value,
        threads: args.threads.threads(&ground.config),
        embed: args.embed,
        ..args.series.series(&ground, BothSeats([load(&args.a)?, load(&args.b)?]))?
    };
    let summary = Summary::new(&series.bots);
    let run = Run { args: &args, summary, progress: progress(series.games), series };
    run.play(&Referee::new(&ground.sandbox, &GAMES))
}

/// Sees to it before the first game that replays can be written.
fn prepare(path: &Path, several: bool) -> anyhow::Result<()> {
    if !several {
        return Ok(output_file::check(path)?);
    }
    if path.exists() && !path.is_dir() {
        let message = format!("--replay {}: with several games it is a folder", shown(path));
        return Err(Failure::usage(message).into());
    }
    std::fs::create_dir_all(path).map_err(|error| anyhow::anyhow!("cannot make {}: {error}", shown(path)))?;
    if path.join(file_name(0)).exists() {
        return Err(Failure::usage(format!("{} has the replays of earlier games", shown(path)))
            .hint("name a new folder, or remove this one")
            .into());
    }
    Ok(())
}

/// The name of a game's replay among others.
fn file_name(index: u64) -> String {
    format!("game-{:05}.jsonl.zst", index + 1)
}

/// What one call plays, and how it tells it.
struct Run<'a> {
    args: &'a PlayArgs,
    series: Series,
    summary: Summary,
    progress: indicatif::ProgressBar,
}

impl Run<'_> {
    fn play(mut self, referee: &Referee<'_>) -> anyhow::Result<Exit> {
        let stop = super::interrupt_flag();
        let Run { args, series, summary, progress } = &mut self;
        let mut shown = None;
        let digest = |index, replay: Replay| {
            let written = args.replay.as_ref().map_or(Ok(()), |path| {
                let path = if series.games > 1 { path.join(file_name(index)) } else { path.clone() };
                replay_file::write(&path, &replay)
            });
            Ok((MatchReport::of(&replay), written, (args.watch || args.view).then_some(replay)))
        };
        let each = |index, (report, written, replay): (Option<MatchReport>, anyhow::Result<()>, Option<Replay>)| {
            // An interrupted game has no result.
            if let Some(report) = report {
                summary.add(index + 1, &report, series.swapped(index));
                let text = game_text(args, series, index, &report)?;
                progress.suspend(|| print(&text))?;
                if series.games == 1
                    && let Some(hint) = how_to_debug(args, &report)
                {
                    failure::hint(&hint);
                }
            }
            progress.inc(1);
            // The result is told, even where the replay is lost.
            written?;
            shown = replay;
            Ok(())
        };
        let played: anyhow::Result<()> = series.play(referee, stop, digest, each);
        self.progress.finish_and_clear();
        match played {
            Err(error) if matches!(error.downcast_ref(), Some(SeriesError::Thread { .. })) => {
                Err(Failure::new(error.to_string()).hint("use fewer --threads").into())
            }
            played => {
                let args = self.args;
                let exit = self.finish(stop.load(Ordering::Relaxed), played)?;
                match shown {
                    Some(replay) if exit == Exit::Done && args.view => {
                        view::show_replay(&replay, args.replay.as_deref(), &args.place)
                    }
                    Some(replay) if exit == Exit::Done => watch::show(&replay, None, Position::default()),
                    _ => Ok(exit),
                }
            }
        }
    }

    /// Tells the sums of what was played, whatever ended it.
    fn finish(&self, interrupted: bool, played: anyhow::Result<()>) -> anyhow::Result<Exit> {
        if self.series.games > 1 {
            let text = if self.args.json {
                json_line(&serde_json::json!({ "summary": self.summary.json() }))
            } else {
                format!("\n{}", self.summary.text())
            };
            print(&text)?;
        }
        if interrupted || played.is_err() {
            let word = if interrupted { "interrupted" } else { "stopped" };
            note(&format!("{word} after {} of {} games", self.summary.games(), self.series.games));
            if let Some(path) = self.args.replay.as_ref().filter(|path| path.is_file() || path.is_dir()) {
                note(&format!("what was played so far is in {}", shown(path)));
            }
        }
        played?;
        Ok(if interrupted { Exit::Interrupted } else { Exit::Done })
    }
}

/// What is told of one game, as soon as it is its turn.
fn game_text(args: &PlayArgs, series: &Series, index: u64, report: &MatchReport) -> anyhow::Result<String> {
    #[derive(Serialize)]
    struct Numbered<'a> {
        game: u64,
        #[serde(flatten)]
        report: &'a MatchReport,
    }
    let number = index + 1;
    Ok(if args.json {
        json_line(&Numbered { game: number, report })
    } else if series.games == 1 {
        report.text(series.ruleset.title())
    } else {
        let map = report.legs.last().map_or("", |leg| &leg.map);
        format!("game {number}, seed {}, map {map}: {}\n", report.seed, report.outcome_line())
    })
}

/// How to look into the first fault of the match.
fn how_to_debug(args: &PlayArgs, report: &MatchReport) -> Option<String> {
    let needed = |bot: &Option<BotRef>| bot.as_ref().filter(|_| !args.embed)?.words();
    let bots = BothSeats([needed(&args.a), needed(&args.b)]);
    match &args.replay {
        Some(path) => report.how_to_debug(&quoted(path), &bots),
        None => Some(format!("play with `--replay match.jsonl`, then {}", report.how_to_debug("match.jsonl", &bots)?)),
    }
}

fn progress(games: u64) -> indicatif::ProgressBar {
    if games == 1 || !std::io::stderr().is_terminal() {
        return indicatif::ProgressBar::hidden();
    }
    let style = indicatif::ProgressStyle::with_template("{bar:30} {pos} of {len} games, {eta} left");
    indicatif::ProgressBar::new(games).with_style(style.expect("a template that is tested by every run"))
}

/// Writes results to stdout; a closed pipe is the reader's choice and ends the program quietly, with the exit code of
/// one that its signal ended: what the command would have found is not known.
pub(super) fn print(text: &str) -> anyhow::Result<()> {
    let mut out = anstream::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => {
            std::process::exit(i32::from(Exit::PipeClosed.code()))
        }
        other => Ok(other?),
    }
}
