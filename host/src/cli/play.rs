//! `botpit play`: one match, or many.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use botpit_engine::replay::Replay;
use botpit_engine::{BothSeats, GAMES, MatchStart, Ruleset, Seat, Seed};
use clap::{Args, ValueHint};
use serde::Serialize;

use super::bots::{self, BotRef};
use super::failure::{Exit, Failure, note, shown};
use super::game_options::GameOptions;
use super::map_choice::MapArgs;
use super::report::MatchReport;
use super::settings::{self, SettingsArgs};
use super::summary::Summary;
use super::{game_choice, output_file, replay_file};
use crate::builtins::default_builtin;
use crate::config::THREADS_MAX;
use crate::matches::{Entrant, Referee, Series, SeriesError};

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
    /// The game [default: that of botpit.toml, or the first that both bots play].
    #[arg(long, value_parser = game_choice::parser())]
    game: Option<&'static dyn Ruleset>,
    /// An option of the game's rules.
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = super::key_value)]
    options: Vec<(String, String)>,
    #[command(flatten)]
    map: MapArgs,
    /// The seed of the first game; each further one takes the next [default: 1].
    #[arg(long, allow_negative_numbers = true)]
    seed: Option<Seed>,
    /// How many games to play.
    #[arg(
        long, default_value_t = 1, allow_negative_numbers = true,
        value_parser = clap::value_parser!(u64).range(1..=100_000_000),
    )]
    games: u64,
    /// Plays every second game with the seats swapped, on the map and the seed of the game before it.
    #[arg(long, value_name = "WHETHER", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    swap: Option<bool>,
    /// How many games to play at the same time [default: 1].
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=i64::from(THREADS_MAX)))]
    threads: Option<u32>,
    /// Where to write the replay; with several games a folder. A name that ends in .zst is compressed.
    #[arg(long, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    replay: Option<PathBuf>,
    /// Puts the bots' wasm into the replay, so that it can be run again without their files.
    #[arg(long, requires = "replay")]
    embed: bool,
    /// Prints JSON: a line a game, and a summary after several.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    settings: SettingsArgs,
}

pub(super) fn run(args: PlayArgs) -> anyhow::Result<Exit> {
    if let Some(path) = &args.replay {
        prepare(path, args.games > 1)?;
        let bots = [&args.a, &args.b].into_iter().flatten().filter_map(BotRef::path);
        output_file::check_apart(path, bots.chain(args.map.files()).chain(args.settings.file()))?;
    }
    let config = args.settings.config()?;
    let limits = args.settings.limits(&config)?;
    let sandbox = settings::sandbox(&limits)?;
    let load = |bot: &BotRef| bot.load(&config, &sandbox, limits.module_bytes);
    let named = (args.a.as_ref().map(load).transpose()?, args.b.as_ref().map(load).transpose()?);
    let all: Vec<&Entrant> = named.0.iter().chain(&named.1).collect();
    let game = game_choice::choose(args.game, &config, &all)?;
    let own = |seat| load(&default_bot(game, seat)?);
    let bots = BothSeats([named.0.map_or_else(|| own(Seat::A), Ok)?, named.1.map_or_else(|| own(Seat::B), Ok)?]);
    let maps = args.map.resolve(game, &config)?;
    let policy = args.settings.policy(&config, game.default_replays());
    let options = GameOptions::new(&args.options, &config, config.options.get(game.id()));
    let series = Series {
        ruleset: game,
        options: options.settings.clone(),
        limits,
        policy,
        bots,
        maps,
        seed: settings::seed(args.seed, &config).value,
        games: args.games,
        swap: settings::swap(args.swap, &config).value,
        threads: settings::threads(args.threads, &config).value,
        embed: args.embed,
    };
    check_options(&series, &options)?;
    let summary = Summary::new(&series.bots);
    let run = Run { args: &args, summary, progress: progress(series.games), series };
    run.play(&Referee::new(&sandbox, &GAMES))
}

/// The bot that sits in a seat when none was named.
fn default_bot(game: &dyn Ruleset, seat: Seat) -> Result<BotRef, Failure> {
    match default_builtin(game.id(), seat) {
        Some(builtin) => Ok(BotRef::Builtin(builtin.name.to_owned())),
        None => Err(Failure::usage(format!("name two bots: {} has no built-in ones", game.title()))),
    }
}

/// Sees to it before the first game that the options of the rules are right.
fn check_options(series: &Series, options: &GameOptions) -> anyhow::Result<()> {
    let map = series.spec(0).maps.map(0)?;
    let start = MatchStart { options: series.options.clone(), seed: series.seed, leg: 0 };
    match map.start(&start) {
        Ok(_) => Ok(()),
        Err(error) => Err(options.failure(&error).into()),
    }
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
        let digest = |index, replay: Replay| {
            if let Some(path) = &args.replay {
                let path = if series.games > 1 { path.join(file_name(index)) } else { path.clone() };
                replay_file::write(&path, &replay)?;
            }
            Ok(MatchReport::of(&replay))
        };
        let each = |index, report: Option<MatchReport>| {
            // An interrupted game has no result.
            if let Some(report) = report {
                summary.add(&report, series.swapped(index));
                let text = game_text(args, series, index, &report)?;
                progress.suspend(|| print(&text))?;
            }
            progress.inc(1);
            Ok(())
        };
        let played: anyhow::Result<()> = series.play(referee, stop, digest, each);
        self.progress.finish_and_clear();
        match played {
            Err(error) if matches!(error.downcast_ref(), Some(SeriesError::Thread { .. })) => {
                Err(Failure::new(error.to_string()).hint("use fewer --threads").into())
            }
            played => self.finish(stop.load(Ordering::Relaxed), played),
        }
    }

    /// Tells the sums of what was played, whatever ended it.
    fn finish(&self, interrupted: bool, played: anyhow::Result<()>) -> anyhow::Result<Exit> {
        if self.series.games > 1 {
            let text = if self.args.json {
                serde_json::to_string(&serde_json::json!({ "summary": self.summary.json() }))? + "\n"
            } else {
                format!("\n{}", self.summary.text())
            };
            print(&text)?;
        }
        if interrupted || played.is_err() {
            let word = if interrupted { "interrupted" } else { "stopped" };
            note(&format!("{word} after {} of {} games", self.summary.games(), self.series.games));
            if let Some(path) = self.args.replay.as_ref().filter(|path| path.exists()) {
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
        serde_json::to_string(&Numbered { game: number, report })? + "\n"
    } else if series.games == 1 {
        report.text(series.ruleset.title())
    } else {
        let map = report.legs.last().map_or("", |leg| &leg.map);
        format!("game {number}, seed {}, map {map}: {}\n", report.seed, report.outcome_line())
    })
}

fn progress(games: u64) -> indicatif::ProgressBar {
    if games == 1 || !std::io::stderr().is_terminal() {
        return indicatif::ProgressBar::hidden();
    }
    let style = indicatif::ProgressStyle::with_template("{bar:30} {pos} of {len} games, {eta} left");
    indicatif::ProgressBar::new(games).with_style(style.expect("a template that is tested by every run"))
}

/// Writes results to stdout; a closed pipe is the reader's choice and ends the program quietly.
pub(super) fn print(text: &str) -> anyhow::Result<()> {
    let mut out = anstream::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => std::process::exit(0),
        other => Ok(other?),
    }
}
