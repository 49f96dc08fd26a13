//! `botpit dev`: builds a bot again whenever its source changes, plays the same games again, and tells what changed.

use std::fmt::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use botpit_engine::replay::{Outcome, Replay};
use botpit_engine::{BothSeats, GAMES, Seat, grouped, json_line};
use clap::{Args, ValueHint};
use serde::Serialize;

use super::bots::{self, BotRef};
use super::failure::{self, Exit, Failure, note};
use super::play::print;
use super::report::{self, MatchReport};
use super::series_args::{Ground, SeriesArgs, ThreadsArgs};
use super::settings;
use super::summary::Summary;
use crate::matches::{Entrant, Referee, Series};
use crate::sources::Sources;

/// How often the source is looked at.
const POLL: Duration = Duration::from_millis(200);

/// Builds a bot whenever its source changes, plays the same games again, and shows what changed.
///
/// The games are the same each time: the same seeds, maps and seats. What changed is told against the run before:
/// results, fuel, memory, faults, and each game that came out another way. Ctrl-C ends it.
#[derive(Args)]
pub(super) struct DevArgs {
    /// The bot: a folder with its source, or a .wasm file that something else builds.
    #[arg(value_parser = bots::parser(), value_hint = ValueHint::AnyPath)]
    bot: BotRef,
    /// The bot to play against, as in `botpit play`.
    #[arg(value_parser = bots::parser(), value_hint = ValueHint::AnyPath)]
    opponent: BotRef,
    /// How many games to play each time.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: u64,
    /// Whether every second game swaps the seats, on the map and the seed of the game before it [default: true, or what
    /// botpit.toml says].
    #[arg(long, value_name = "WHETHER")]
    swap: Option<bool>,
    /// Prints JSON, a line a run.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    series: SeriesArgs,
    #[command(flatten)]
    threads: ThreadsArgs,
}

/// What one run came to.
struct Run {
    /// The bot's and the opponent's.
    sha256: [[u8; 32]; 2],
    summary: Summary,
    /// How each game came out for the bot, in the order of the games.
    games: Vec<Game>,
}

/// How one game came out for the bot.
struct Game {
    result: GameResult,
    /// The outcome, for people.
    line: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum GameResult {
    Won,
    Drawn,
    Lost,
    Unresolved,
}

/// A loop of building and playing.
struct Dev<'a> {
    args: &'a DevArgs,
    ground: Ground,
    /// Where the bot and the opponent come from, as they were given; the bot is first.
    sources: Vec<PathBuf>,
    /// How many runs there have been, and the last one.
    runs: u32,
    last: Option<Run>,
    /// Whether the last build failed.
    broken: bool,
}

/// Why a run came to no result.
enum Stopped {
    /// The source changed meanwhile.
    Changed,
    /// Ctrl-C.
    Interrupted,
}

pub(super) fn run(args: &DevArgs) -> anyhow::Result<Exit> {
    let ground = args.series.ground()?;
    let source = args.bot.source(&ground.config).ok_or_else(|| {
        Failure::usage("a built-in bot has no source that could change")
            .hint("name a folder or a .wasm file; `botpit new my-bot` makes a folder to begin with")
    })?;
    let sources = std::iter::once(source).chain(args.opponent.source(&ground.config)).collect();
    let mut dev = Dev { args, ground, sources, runs: 0, last: None, broken: false };
    let mut seen = dev.look();
    // What is wrong at the start is a mistake on the command line; later it is work in progress.
    dev.run(&mut seen)?;
    while !interrupted() {
        note("waiting for a change; Ctrl-C ends");
        let Some(now) = dev.wait_for_change(&seen) else { break };
        seen = now;
        if let Err(error) = dev.run(&mut seen) {
            failure::report(&error);
        }
    }
    Ok(Exit::Interrupted)
}

impl Dev<'_> {
    /// What the sources look like now.
    fn look(&self) -> Vec<Sources> {
        self.sources.iter().map(|source| Sources::of(source)).collect()
    }

    /// Builds, plays and tells, as long as `seen` is what the sources look like.
    fn run(&mut self, seen: &mut [Sources]) -> anyhow::Result<()> {
        let was_broken = std::mem::replace(&mut self.broken, true);
        let bot = self.ground.load(&self.args.bot)?;
        let opponent = self.ground.load(&self.args.opponent)?;
        self.broken = false;
        // The first build writes the lock file.
        for (seen, now) in seen.iter_mut().zip(self.look()) {
            seen.take_over(Path::new("Cargo.lock"), &now);
        }
        let sha256 = [bot.module.sha256(), opponent.module.sha256()];
        if self.last.as_ref().is_some_and(|last| last.sha256 == sha256) {
            let mended = if was_broken { "it builds again: " } else { "" };
            note(&format!("{mended}the same wasm as in the last run, so nothing to play"));
            return Ok(());
        }
        let series = self.series(bot, opponent)?;
        let run = match self.play(&series, sha256, seen)? {
            Ok(run) => run,
            Err(Stopped::Changed) => {
                note("the source has changed again: playing stops here");
                return Ok(());
            }
            Err(Stopped::Interrupted) => return Ok(()),
        };
        self.runs += 1;
        print(&if self.args.json { self.json(&series, &run) } else { self.text(&series, &run) })?;
        self.last = Some(run);
        Ok(())
    }

    /// The games of every run, with the bot as it is now.
    fn series(&self, bot: Entrant, opponent: Entrant) -> anyhow::Result<Series> {
        let series = self.args.series.series(&self.ground, BothSeats([Some(bot), Some(opponent)]))?;
        Ok(Series {
            games: self.args.games,
            swap: settings::swap(self.args.swap, &self.ground.config, true).value,
            threads: self.args.threads.threads(&self.ground.config),
            ..series
        })
    }

    /// Plays until the end, or until the source is not what was built any more.
    fn play(&self, series: &Series, sha256: [[u8; 32]; 2], seen: &[Sources]) -> anyhow::Result<Result<Run, Stopped>> {
        let (stop, done) = (AtomicBool::new(false), AtomicBool::new(false));
        let mut run = Run { sha256, summary: Summary::new(&series.bots), games: Vec::new() };
        let referee = Referee::new(&self.ground.sandbox, &GAMES);
        let watch = || {
            while !done.load(Ordering::Relaxed) {
                if interrupted() || seen != self.look() {
                    stop.store(true, Ordering::Relaxed);
                    break;
                }
                std::thread::sleep(POLL);
            }
        };
        let played: anyhow::Result<()> = std::thread::scope(|scope| {
            scope.spawn(watch);
            let digest = |_, replay: Replay| Ok(MatchReport::of(&replay));
            let each = |index, report: Option<MatchReport>| {
                if let Some(report) = report {
                    run.summary.add(index + 1, &report, series.swapped(index));
                    run.games.push(Game::of(&report, series.swapped(index)));
                }
                Ok(())
            };
            let played = series.play(&referee, &stop, digest, each);
            done.store(true, Ordering::Relaxed);
            played
        });
        played?;
        Ok(match run.games.len() as u64 {
            games if games == series.games => Ok(run),
            _ if interrupted() => Err(Stopped::Interrupted),
            _ => Err(Stopped::Changed),
        })
    }

    /// Waits until a source is another, and at rest; `None` when the user ends it.
    fn wait_for_change(&self, seen: &[Sources]) -> Option<Vec<Sources>> {
        let mut before = seen.to_vec();
        let mut told = false;
        while !interrupted() {
            std::thread::sleep(POLL);
            let now = self.look();
            // A file that is being written is looked at again.
            let at_rest = before == now;
            before = now;
            if !at_rest {
                continue;
            }
            if let Some(gone) = before.iter().position(Sources::is_empty) {
                if !std::mem::replace(&mut told, true) {
                    note(&format!("{} is gone: waiting for it to come back", self.sources[gone].display()));
                }
            } else if let Some(changed) = self.first_change(seen, &before) {
                note(&format!("{} changed", changed.display()));
                return Some(before);
            }
        }
        None
    }

    /// The first file that is another: of the bot by its name in the folder, of the opponent by its path.
    fn first_change(&self, seen: &[Sources], now: &[Sources]) -> Option<PathBuf> {
        let changes = self.sources.iter().zip(seen.iter().zip(now)).enumerate();
        changes.into_iter().find_map(|(index, (source, (seen, now)))| {
            let name = seen.first_change(now)?;
            Some(match (index, name.as_os_str().is_empty()) {
                (_, true) => source.clone(),
                (0, false) => name,
                (_, false) => source.join(name),
            })
        })
    }

    /// A run for people: the sums, beside those of the run before, and the games that came out another way.
    fn text(&self, series: &Series, run: &Run) -> String {
        let names = series.bots.0.each_ref().map(|bot| bot.name.as_str());
        let pairs = if series.swap { series.games.div_ceil(2) } else { series.games };
        let (first, last) = (series.seed, series.seed.plus(pairs - 1));
        let seats = if series.swap { ", both seats" } else { "" };
        let mut out = format!(
            "\nrun {}: {} against {}, {} games, seeds {first} to {last}{seats}\n\n",
            self.runs, names[0], names[1], series.games
        );
        match &self.last {
            None => out.push_str(&report::aligned(&figures(&run.summary).map(|row| [row.name.into(), row.shown()]))),
            Some(before) => {
                let rows = figures(&before.summary).into_iter().zip(figures(&run.summary));
                let header = ["", "before", "now", "change"].map(str::to_owned);
                let rows = rows.map(|(old, new)| [new.name.to_owned(), old.shown(), new.shown(), new.change(&old)]);
                out.push_str(&report::aligned(&std::iter::once(header).chain(rows).collect::<Vec<_>>()));
            }
        }
        for (number, before, now) in self.changed_games(run) {
            let seed = series.spec(number - 1).seed;
            let _ = writeln!(out, "game {number}, seed {seed}: {} before, now {}", before.result, now.line);
        }
        out.push_str(&run.summary.faults_text());
        out
    }

    /// A run for machines.
    fn json(&self, series: &Series, run: &Run) -> String {
        let changed = self.changed_games(run).map(
            |(number, before, now)| serde_json::json!({ "game": number, "before": before.result, "now": now.result }),
        );
        let value = serde_json::json!({
            "run": self.runs,
            "sha256": hex::encode(run.sha256[0]),
            "opponent_sha256": hex::encode(run.sha256[1]),
            "seed": series.seed,
            "results": run.games.iter().map(|game| game.result).collect::<Vec<_>>(),
            "changed": changed.collect::<Vec<_>>(),
            "summary": run.summary.json(),
        });
        json_line(&value)
    }

    /// The games, from 1, whose result is another than in the run before.
    fn changed_games<'r>(&'r self, run: &'r Run) -> impl Iterator<Item = (u64, &'r Game, &'r Game)> {
        let before = self.last.iter().flat_map(|last| &last.games);
        let pairs = (1..).zip(before.zip(&run.games)).map(|(number, (before, now))| (number, before, now));
        pairs.filter(|(_, before, now)| before.result != now.result)
    }
}

fn interrupted() -> bool {
    super::interrupt_flag().load(Ordering::Relaxed)
}

impl Game {
    fn of(report: &MatchReport, swapped: bool) -> Game {
        let own = if swapped { Seat::B } else { Seat::A };
        let result = match report.outcome {
            Outcome::Win(seat) if seat == own => GameResult::Won,
            Outcome::Win(_) => GameResult::Lost,
            Outcome::Draw => GameResult::Drawn,
            Outcome::Unresolved => GameResult::Unresolved,
        };
        Game { result, line: report.outcome_line().to_owned() }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameResult::Won => "won",
            GameResult::Drawn => "drawn",
            GameResult::Lost => "lost",
            GameResult::Unresolved => "unresolved",
        })
    }
}

/// A figure of the bot over all games of a run.
struct Figure {
    name: &'static str,
    value: u64,
    unit: Unit,
}

enum Unit {
    Games,
    Fuel,
    Bytes,
}

/// The figures of the bot.
fn figures(summary: &Summary) -> [Figure; 9] {
    let bot = summary.of(0);
    let figure = |name, value, unit| Figure { name, value, unit };
    [
        figure("won", bot.wins, Unit::Games),
        figure("drawn", summary.draws(), Unit::Games),
        figure("lost", summary.of(1).wins, Unit::Games),
        figure("fuel a turn, mean", bot.fuel_mean, Unit::Fuel),
        figure("fuel, worst turn", bot.fuel_worst, Unit::Fuel),
        figure("peak memory", bot.memory_peak_bytes, Unit::Bytes),
        figure("faults", bot.faults, Unit::Games),
        figure("rejections", bot.rejections, Unit::Games),
        figure("violations", bot.violations, Unit::Games),
    ]
}

impl Figure {
    fn shown(&self) -> String {
        match self.unit {
            Unit::Games | Unit::Fuel => grouped(self.value),
            Unit::Bytes => report::bytes_words(self.value),
        }
    }

    /// What changed since `before`: a difference of counts, a share of what can be large.
    fn change(&self, before: &Figure) -> String {
        let difference = i128::from(self.value) - i128::from(before.value);
        match self.unit {
            _ if difference == 0 => String::new(),
            Unit::Games => format!("{difference:+}"),
            Unit::Fuel | Unit::Bytes if before.value == 0 => "new".to_owned(),
            Unit::Fuel | Unit::Bytes if self.value / before.value >= 10 => {
                format!("{} times", grouped(self.value / before.value))
            }
            Unit::Fuel | Unit::Bytes => format!("{:+.1} %", difference as f64 * 100.0 / before.value as f64),
        }
    }
}
