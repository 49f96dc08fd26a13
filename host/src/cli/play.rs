//! `botpit play`: one match, or many.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};

use botpit_engine::replay::{Outcome, Replay};
use botpit_engine::{BothSeats, GAMES, Limits, Policy, Ruleset, Seat, Seed, Settings};
use clap::Args;
use serde::Serialize;

use super::bots::{self, BotRef};
use super::failure::{Exit, Failure, note, shown};
use super::map_choice::{MapArgs, MapChoice};
use super::report::{self, MatchReport};
use super::settings::{self, SettingsArgs, grouped};
use super::{output_file, replay_file};
use crate::builtins::default_builtin;
use crate::interval::wilson;
use crate::matches::{Entrant, MatchSpec, PLAYER_STACK_BYTES, Referee};

/// Plays a match between two bots, or many.
///
/// A bot is a .wasm file, builtin:NAME, or a folder with its source. A folder is built first, which runs the folder's
/// own build code outside any sandbox.
#[derive(Args)]
pub(super) struct PlayArgs {
    /// The bot in seat a; without it the game's strongest built-in bot.
    #[arg(value_parser = bots::parser())]
    a: Option<BotRef>,
    /// The bot in seat b; without it the game's second strongest built-in bot.
    #[arg(value_parser = bots::parser())]
    b: Option<BotRef>,
    /// The game.
    #[arg(long, default_value = "gold-hunter", value_parser = game)]
    game: &'static dyn Ruleset,
    /// An option of the game's rules.
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = super::key_value)]
    options: Vec<(String, String)>,
    #[command(flatten)]
    map: MapArgs,
    /// The seed of the first game; each further one takes the next.
    #[arg(long, default_value = "1", allow_negative_numbers = true)]
    seed: Seed,
    /// How many games to play.
    #[arg(
        long, default_value_t = 1, allow_negative_numbers = true,
        value_parser = clap::value_parser!(u64).range(1..=100_000_000),
    )]
    games: u64,
    /// Plays every second game with the seats swapped, on the map and the seed of the game before it.
    #[arg(long)]
    swap: bool,
    /// How many games to play at the same time.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    /// Where to write the replay; with several games a folder. A name that ends in .zst is compressed.
    #[arg(long, value_name = "PATH")]
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

pub(super) fn game(id: &str) -> Result<&'static dyn Ruleset, String> {
    GAMES.ruleset(id).ok_or_else(|| {
        let ids: Vec<&str> = GAMES.iter().map(|ruleset| ruleset.id()).collect();
        format!("there is {}", ids.join(", "))
    })
}

pub(super) fn run(args: PlayArgs) -> anyhow::Result<Exit> {
    if let Some(path) = &args.replay {
        prepare(path, args.games > 1)?;
    }
    let (limits, policy) = args.settings.resolve(args.game.default_replays())?;
    let options = rules_options(&args)?;
    let maps = args.map.resolve(args.game)?;
    let sandbox = settings::sandbox(&limits)?;
    let load = |bot: &Option<BotRef>, seat| bot_of(bot, args.game, seat)?.load(&sandbox, limits.module_bytes);
    let bots = BothSeats([load(&args.a, Seat::A)?, load(&args.b, Seat::B)?]);
    let series = Series { args: &args, options, maps, limits, policy, bots };
    series.play(&Referee::new(&sandbox, &GAMES))
}

/// The bot that was named for a seat, or the game's own.
fn bot_of(named: &Option<BotRef>, game: &dyn Ruleset, seat: Seat) -> anyhow::Result<BotRef> {
    if let Some(bot) = named {
        return Ok(bot.clone());
    }
    match default_builtin(game.id(), seat) {
        Some(builtin) => Ok(BotRef::Builtin(builtin.name.to_owned())),
        None => Err(Failure::usage(format!("name two bots: {} has no built-in ones", game.title())).into()),
    }
}

/// The options of the rules, all of them known; their values are checked where the match begins.
fn rules_options(args: &PlayArgs) -> anyhow::Result<Settings> {
    let mut options = Settings::default();
    for (name, value) in &args.options {
        options.set(name, value);
    }
    match options.complete(args.game.options()) {
        Ok(_) => Ok(options),
        Err(error) => Err(Failure::usage(error.to_string()).into()),
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

/// The games of one call.
struct Series<'a> {
    args: &'a PlayArgs,
    options: Settings,
    maps: MapChoice,
    limits: Limits,
    policy: Policy,
    bots: BothSeats<Entrant>,
}

/// What came of one game, in the order of the games.
struct Played {
    index: u64,
    replay: Replay,
}

impl Series<'_> {
    fn play(&self, referee: &Referee<'_>) -> anyhow::Result<Exit> {
        let stop = super::interrupt_flag();
        let next = AtomicU64::new(0);
        let failed = AtomicBool::new(false);
        let first_error = Mutex::new(None);
        let threads = u64::from(self.args.threads).min(self.args.games);
        // A bound, so that a slow printer does not let replays pile up in memory.
        let (sender, receiver) = mpsc::sync_channel(2 * threads as usize);
        let work = |sender: mpsc::SyncSender<Played>| {
            while !stop.load(Ordering::Relaxed) && !failed.load(Ordering::Relaxed) {
                let index = next.fetch_add(1, Ordering::Relaxed);
                if index >= self.args.games {
                    break;
                }
                match self.game(referee, index, stop) {
                    // Nobody listens any more when the results cannot be told.
                    Ok(played) => drop(sender.send(played)),
                    Err(error) => {
                        failed.store(true, Ordering::Relaxed);
                        first_error.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                    }
                }
            }
        };
        let summary = std::thread::scope(|scope| -> anyhow::Result<Summary> {
            for number in 1..=threads {
                let (sender, work) = (sender.clone(), &work);
                let thread = std::thread::Builder::new().stack_size(PLAYER_STACK_BYTES);
                if let Err(error) = thread.spawn_scoped(scope, move || work(sender)) {
                    failed.store(true, Ordering::Relaxed);
                    let message = format!("thread {number} of {threads} cannot be started: {error}");
                    return Err(Failure::new(message).hint("use fewer --threads").into());
                }
            }
            drop(sender);
            // When the results cannot be told, no further game is played for nothing.
            self.collect(receiver).inspect_err(|_| failed.store(true, Ordering::Relaxed))
        })?;
        let error = first_error.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.finish(&summary, stop, error)
    }

    /// Plays one game and writes its replay.
    fn game(&self, referee: &Referee<'_>, index: u64, stop: &AtomicBool) -> anyhow::Result<Played> {
        let args = self.args;
        let pair = if args.swap { index / 2 } else { index };
        let seed = args.seed.plus(pair);
        let bots = if self.swapped(index) {
            BothSeats([self.bots[Seat::B].clone(), self.bots[Seat::A].clone()])
        } else {
            self.bots.clone()
        };
        let spec = MatchSpec {
            ruleset: args.game,
            options: self.options.clone(),
            seed,
            limits: self.limits.clone(),
            policy: self.policy,
            bots,
            maps: self.maps.of_game(pair, seed),
            embed: args.embed,
        };
        let replay = referee.play(&spec, stop)?;
        if let Some(path) = &args.replay {
            let path = if args.games > 1 { path.join(file_name(index)) } else { path.clone() };
            replay_file::write(&path, &replay)?;
        }
        Ok(Played { index, replay })
    }

    fn swapped(&self, index: u64) -> bool {
        self.args.swap && index % 2 == 1
    }

    /// Prints the games in their order, whichever thread is done first.
    fn collect(&self, receiver: mpsc::Receiver<Played>) -> anyhow::Result<Summary> {
        let progress = self.progress();
        let mut waiting = std::collections::BTreeMap::new();
        let mut summary = Summary::new(&self.bots);
        for played in receiver {
            waiting.insert(played.index, played.replay);
            while let Some(replay) = waiting.remove(&summary.seen) {
                self.show(&replay, &mut summary, &progress)?;
                progress.inc(1);
            }
        }
        progress.finish_and_clear();
        Ok(summary)
    }

    fn progress(&self) -> indicatif::ProgressBar {
        if self.args.games == 1 || !std::io::stderr().is_terminal() {
            return indicatif::ProgressBar::hidden();
        }
        let style = indicatif::ProgressStyle::with_template("{bar:30} {pos} of {len} games, {eta} left");
        indicatif::ProgressBar::new(self.args.games).with_style(style.expect("a template that is tested by every run"))
    }

    fn show(&self, replay: &Replay, summary: &mut Summary, progress: &indicatif::ProgressBar) -> anyhow::Result<()> {
        let number = summary.seen + 1;
        let swapped = self.swapped(summary.seen);
        summary.seen += 1;
        let Some(report) = MatchReport::of(replay) else { return Ok(()) };
        summary.add(&report, swapped);
        let text = if self.args.json {
            #[derive(Serialize)]
            struct Numbered<'a> {
                game: u64,
                #[serde(flatten)]
                report: &'a MatchReport,
            }
            let mut line = serde_json::to_string(&Numbered { game: number, report: &report })?;
            line.push('\n');
            line
        } else if self.args.games == 1 {
            report.text(self.args.game.title())
        } else {
            let map = report.legs.last().map_or("", |leg| &leg.map);
            format!("game {number}, seed {}, map {map}: {}\n", report.seed, report.outcome_line())
        };
        progress.suspend(|| print(&text))
    }

    /// Tells the sums of what was played, whatever ended it.
    fn finish(&self, summary: &Summary, stop: &AtomicBool, error: Option<anyhow::Error>) -> anyhow::Result<Exit> {
        if self.args.games > 1 {
            let text = if self.args.json {
                serde_json::to_string(&serde_json::json!({ "summary": summary.json() }))? + "\n"
            } else {
                format!("\n{}", summary.text(&self.bots))
            };
            print(&text)?;
        }
        let interrupted = stop.load(Ordering::Relaxed);
        if interrupted || error.is_some() {
            let word = if interrupted { "interrupted" } else { "stopped" };
            note(&format!("{word} after {} of {} games", summary.games(), self.args.games));
            if let Some(path) = self.args.replay.as_ref().filter(|path| path.exists()) {
                note(&format!("what was played so far is in {}", shown(path)));
            }
        }
        match error {
            Some(error) => Err(error),
            None if interrupted => Ok(Exit::Interrupted),
            None => Ok(Exit::Done),
        }
    }
}

/// Writes results to stdout; a closed pipe is the reader's choice and ends the program quietly.
pub(super) fn print(text: &str) -> anyhow::Result<()> {
    let mut out = anstream::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => std::process::exit(0),
        other => Ok(other?),
    }
}

/// The sums of a series, by bot, not by seat.
struct Summary {
    seen: u64,
    wins: [u64; 2],
    draws: u64,
    unresolved: u64,
    bots: [BotSums; 2],
}

#[derive(Clone, Default, Serialize)]
struct BotSums {
    name: String,
    wins: u64,
    fuel_mean: u64,
    fuel_worst: u64,
    memory_peak_bytes: u64,
    faults: u64,
    rejections: u64,
    violations: u64,
    #[serde(skip)]
    fuel: u128,
    #[serde(skip)]
    turns: u64,
}

impl Summary {
    fn new(bots: &BothSeats<Entrant>) -> Summary {
        let sums = |seat: Seat| BotSums { name: bots[seat].name.clone(), ..BotSums::default() };
        Summary { seen: 0, wins: [0; 2], draws: 0, unresolved: 0, bots: [sums(Seat::A), sums(Seat::B)] }
    }

    fn add(&mut self, report: &MatchReport, swapped: bool) {
        let bot_of = |seat: Seat| if swapped { seat.other().index() } else { seat.index() };
        match report.outcome {
            Outcome::Win(seat) => {
                self.wins[bot_of(seat)] += 1;
                self.bots[bot_of(seat)].wins += 1;
            }
            Outcome::Draw => self.draws += 1,
            Outcome::Unresolved => self.unresolved += 1,
        }
        for (seat, figures) in report.bots.iter() {
            let sums = &mut self.bots[bot_of(seat)];
            sums.fuel += u128::from(figures.fuel_total);
            sums.turns += report.turns();
            sums.fuel_mean = (sums.fuel / u128::from(sums.turns.max(1))) as u64;
            sums.fuel_worst = sums.fuel_worst.max(figures.fuel_worst);
            sums.memory_peak_bytes = sums.memory_peak_bytes.max(figures.memory_peak_bytes);
            sums.faults += u64::from(figures.faults);
            sums.rejections += figures.rejections;
            sums.violations += figures.violations;
        }
    }

    fn scored(&self) -> u64 {
        self.wins[0] + self.wins[1] + self.draws
    }

    fn games(&self) -> u64 {
        self.scored() + self.unresolved
    }

    fn json(&self) -> serde_json::Value {
        let share = wilson(self.wins[0] as f64 + self.draws as f64 / 2.0, self.scored());
        serde_json::json!({
            "games": self.games(),
            "wins": self.wins,
            "draws": self.draws,
            "unresolved": self.unresolved,
            "score_of_first": share.map(|share| share.mean),
            "interval_95": share.map(|share| [share.low, share.high]),
            "bots": self.bots,
        })
    }

    fn text(&self, bots: &BothSeats<Entrant>) -> String {
        let columns = |name: &str, value: &dyn Fn(usize) -> String| [name.to_owned(), value(0), value(1)];
        let points = |bot: usize| self.wins[bot] as f64 + self.draws as f64 / 2.0;
        let share = |bot: usize| match wilson(points(bot), self.scored()) {
            Some(s) => format!("{:.1} % ({:.1} to {:.1})", s.mean * 100.0, s.low * 100.0, s.high * 100.0),
            None => "none played".to_owned(),
        };
        let rows = [
            columns(&format!("{} games", self.games()), &|bot| bots.0[bot].name.clone()),
            columns("won", &|bot| self.wins[bot].to_string()),
            columns("drawn", &|_| self.draws.to_string()),
            columns("unresolved", &|_| self.unresolved.to_string()),
            columns("share, 95 % interval", &share),
            columns("fuel a turn, mean", &|bot| grouped(self.bots[bot].fuel_mean)),
            columns("fuel, worst turn", &|bot| grouped(self.bots[bot].fuel_worst)),
            columns("peak memory", &|bot| report::bytes_words(self.bots[bot].memory_peak_bytes)),
            columns("faults", &|bot| self.bots[bot].faults.to_string()),
            columns("rejections", &|bot| self.bots[bot].rejections.to_string()),
            columns("violations", &|bot| self.bots[bot].violations.to_string()),
        ];
        report::aligned(&rows)
    }
}
