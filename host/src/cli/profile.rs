//! `botpit profile`: where a bot's fuel goes.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use botpit_engine::{BothSeats, GAMES, Limits, Seat, grouped, json_line};
use clap::{Args, ValueHint};
use serde::Serialize;

use super::bots::{self, BotRef};
use super::debug::solo_failure;
use super::failure::{self, Exit, Failure, note, printable, shown};
use super::play::print;
use super::replay::{SeatArg, find_bot, on_player_thread};
use super::report::{MatchReport, bytes_words, share, short};
use super::series_args::SeriesArgs;
use super::{output_file, replay_file, settings};
use crate::matches::{
    Entrant, ProfileError, ProfilePlace, ProfiledLeg, Referee, profile_match, profile_replay, turns_of,
};
use crate::profile::{FuelReport, FunctionRow, TurnRow, flame_graph, folded};
use crate::sandbox::{CallTree, Module};

/// Shows where a bot's fuel goes: function by function, and in which stacks of functions.
///
/// Plays a match with the bot, as `botpit play` would, or with --replay the bot alone on the views of a replay. Every
/// call is counted, nothing is sampled: the bot does what it does without a profile, and uses the same fuel. It only
/// takes longer, and a recursion may come to the end of its stack in another place.
#[derive(Args)]
pub(super) struct ProfileArgs {
    /// The bot to profile; with --replay it may be left out where the replay has it, or it is a built-in one.
    #[arg(value_parser = bots::parser(), value_hint = ValueHint::AnyPath, required_unless_present = "replay")]
    bot: Option<BotRef>,
    /// Its opponent; without it the game's strongest or second strongest built-in bot.
    #[arg(value_parser = bots::parser(), value_hint = ValueHint::AnyPath, conflicts_with = "replay")]
    opponent: Option<BotRef>,
    /// The seat of the bot.
    #[arg(long, default_value = "a")]
    seat: SeatArg,
    /// Plays the bot on the views of this replay, instead of a match.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = of_a_match())]
    replay: Option<PathBuf>,
    /// Profiles one turn of the replay, from 1; 0 is the bot's start.
    #[arg(long, value_name = "N", requires = "replay")]
    turn: Option<u32>,
    /// The leg of the replay, from 1 [default: 1].
    #[arg(long, value_name = "N", requires = "replay", value_parser = clap::value_parser!(u32).range(1..))]
    leg: Option<u32>,
    /// How many functions to show; --json has all of them.
    #[arg(long, value_name = "N", default_value_t = 20)]
    top: usize,
    /// Writes the fuel of each stack, a line a stack, for tools that draw flame graphs.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    folded: Option<PathBuf>,
    /// Writes a flame graph, to be looked at in a browser.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    svg: Option<PathBuf>,
    /// Prints JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    series: SeriesArgs,
}

/// The options that decide a match: a replay has all of it in itself.
fn of_a_match() -> Vec<&'static str> {
    const OPTIONS: [&str; 10] = [
        "game",
        "options",
        "maps",
        "drop_spies",
        "generator_options",
        "seed",
        "config",
        "on_fault",
        "on_violation",
        "replays",
    ];
    OPTIONS.into_iter().chain(Limits::SPECS.iter().map(|spec| spec.name)).collect()
}

pub(super) fn run(args: ProfileArgs) -> anyhow::Result<Exit> {
    // Where another option excludes --replay, clap no longer asks for it.
    if args.replay.is_none()
        && let Some(option) = args.turn.map(|_| "--turn").or(args.leg.map(|_| "--leg"))
    {
        return Err(Failure::usage(format!("{option} is a place in a replay, and there is none"))
            .hint("name the replay with --replay")
            .into());
    }
    args.check_files()?;
    let profiled = match &args.replay {
        Some(file) => profile_file(&args, file).with_context(|| file.display().to_string())?,
        None => play(&args)?,
    };
    profiled.write_files(&args)?;
    print(&if args.json { profiled.json() } else { profiled.text(args.top) })?;
    if !profiled.report.names_functions {
        failure::hint(
            "the module does not name its functions; a Rust bot does with `strip = \"debuginfo\"` in [profile.release]",
        );
    }
    Ok(Exit::Done)
}

impl ProfileArgs {
    fn outputs(&self) -> impl Iterator<Item = &PathBuf> {
        [&self.folded, &self.svg].into_iter().flatten()
    }

    /// Checks before the work is done that nothing is written over what is read, or over the other file.
    fn check_files(&self) -> anyhow::Result<()> {
        if self.outputs().next().is_none() {
            return Ok(());
        }
        let config = self.series.config()?;
        let bots = [&self.bot, &self.opponent].into_iter().flatten();
        let mut taken: Vec<PathBuf> = bots.flat_map(|bot| bot.files(&config)).collect();
        taken.extend(self.replay.clone());
        taken.extend(self.series.files(&config));
        for output in self.outputs() {
            output_file::check(output)?;
            output_file::check_apart(output, taken.iter().map(PathBuf::as_path))?;
            taken.push(output.clone());
        }
        Ok(())
    }
}

/// A bot with its profile, and what to say above it.
struct Profiled {
    heading: Heading,
    report: FuelReport,
    module: Module,
    calls: CallTree,
}

/// What was profiled.
#[derive(Serialize)]
struct Heading {
    bot: String,
    sha256: String,
    seat: Seat,
    /// The match or the replay, as lines.
    #[serde(skip)]
    lines: Vec<String>,
    /// The course of a match that was played.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    played: Option<MatchReport>,
}

fn heading(bot: &Entrant, seat: Seat, lines: Vec<String>) -> Heading {
    Heading { bot: short(&bot.name), sha256: bot.module.sha256_hex().to_owned(), seat, lines, played: None }
}

/// The same bot, so that it tells of its calls.
fn prepared(bot: &Entrant, limits: &Limits) -> anyhow::Result<Entrant> {
    let module = settings::profiler(limits)?.prepare(&bot.module, &bot.wasm).map_err(bots::load_failure)?;
    Ok(Entrant { module, ..bot.clone() })
}

fn play(args: &ProfileArgs) -> anyhow::Result<Profiled> {
    let ground = args.series.ground()?;
    let seat = Seat::from(args.seat);
    let load = |bot: &Option<BotRef>| bot.as_ref().map(|bot| ground.load(bot)).transpose();
    let (bot, opponent) = (load(&args.bot)?, load(&args.opponent)?);
    let named = if seat == Seat::A { [bot, opponent] } else { [opponent, bot] };
    let mut series = args.series.series(&ground, BothSeats(named))?;
    series.bots[seat] = prepared(&series.bots[seat], &ground.limits)?;
    let bot = series.bots[seat].clone();
    let referee = Referee::new(&ground.sandbox, &GAMES);
    let played = on_player_thread(|| profile_match(&referee, series.spec(0), seat, super::interrupt_flag()))?.map_err(
        |error| match error {
            ProfileError::Interrupted => Failure::interrupted(),
            error => Failure::new(error.to_string()),
        },
    )?;
    let turns = played.replay.legs.iter().flat_map(|leg| {
        let number = leg.line.leg;
        turns_of(leg, seat).map(move |(turn, done)| (number, turn, done))
    });
    let report = FuelReport::new(&bot.module, &played.calls, turns);
    let figures = MatchReport::of(&played.replay);
    let lines = figures.iter().map(|figures| figures.lines(series.ruleset.title())).collect();
    let heading = Heading { played: figures, ..heading(&bot, seat, lines) };
    Ok(Profiled { heading, report, module: bot.module, calls: played.calls })
}

fn profile_file(args: &ProfileArgs, file: &Path) -> anyhow::Result<Profiled> {
    let (replay, damage) = replay_file::read(file)?;
    if let Some(damage) = &damage {
        note(&format!("warning: {}: {damage}; what comes before that is good", file.display()));
    }
    let limits = &replay.header.limits;
    let sandbox = settings::sandbox(limits)?;
    let at = ProfilePlace { seat: args.seat.into(), leg: args.leg.unwrap_or(1) - 1, turn: args.turn };
    let bot = prepared(&find_bot(&sandbox, &replay, at.seat, args.bot.as_ref(), "BOT")?, limits)?;
    let referee = Referee::new(&sandbox, &GAMES);
    let entrant = bot.clone();
    let done = on_player_thread(|| profile_replay(&referee, &replay, entrant, at, super::interrupt_flag()))?;
    let done = done.map_err(|error| solo_failure(error, &replay))?;
    for caveat in &done.caveats {
        note(&format!("note: {}: {caveat}", file.display()));
    }
    let turns = done.turns.iter().map(|(turn, done)| (at.leg, *turn, done));
    let report = FuelReport::new(&bot.module, &done.calls, turns);
    let lines = vec![place_words(file, at, &done), comparison(&done)];
    Ok(Profiled { heading: heading(&bot, at.seat, lines), report, module: bot.module, calls: done.calls })
}

fn place_words(file: &Path, at: ProfilePlace, done: &ProfiledLeg) -> String {
    let turns = done.turns_of_leg;
    let which = match at.turn {
        None => format!("all {turns} turns"),
        Some(0) => "the start".to_owned(),
        Some(turn) => format!("turn {turn} of {turns}"),
    };
    format!("{}, leg {}, {which}", shown(file), at.leg + 1)
}

fn comparison(done: &ProfiledLeg) -> String {
    match (&done.difference, done.recorded_bot) {
        (None, true) => "the recorded bot; it did what the replay says".to_owned(),
        (None, false) => "another bot than the recorded one; its orders are the same".to_owned(),
        (Some(difference), true) => format!("the recorded bot, and yet: {}", printable(&difference.to_string())),
        (Some(difference), false) => {
            format!("another bot than the recorded one; its orders differ first in turn {}", difference.turn)
        }
    }
}

impl Profiled {
    fn write_files(&self, args: &ProfileArgs) -> anyhow::Result<()> {
        if args.outputs().next().is_none() {
            return Ok(());
        }
        let folded = folded(self.module.functions(), &self.calls);
        if let Some(path) = &args.folded {
            output_file::write(path, folded.as_bytes())?;
        }
        if let Some(path) = &args.svg {
            let Heading { bot, seat, .. } = &self.heading;
            output_file::write(path, &flame_graph(&format!("Fuel of {bot} in seat {seat}"), &folded)?)?;
        }
        for path in args.outputs() {
            note(&format!("wrote {}", shown(path)));
        }
        Ok(())
    }

    fn json(&self) -> String {
        #[derive(Serialize)]
        struct Whole<'a> {
            #[serde(flatten)]
            heading: &'a Heading,
            #[serde(flatten)]
            report: &'a FuelReport,
        }
        json_line(&Whole { heading: &self.heading, report: &self.report })
    }

    fn text(&self, top: usize) -> String {
        let bold = anstyle::Style::new().bold();
        let mut out = String::new();
        let Heading { bot, seat, lines, .. } = &self.heading;
        let _ = writeln!(out, "{bold}{bot}, seat {seat}{bold:#}");
        for line in lines {
            let _ = writeln!(out, "{line}");
        }
        let _ = writeln!(out, "\n{:<10}{}", "fuel", self.fuel_words());
        if self.report.charged_besides > 0 {
            let _ = writeln!(out, "{:<10}{} of it for restarts and faults", "", grouped(self.report.charged_besides));
        }
        let _ = writeln!(out, "{:<10}{}\n", "memory", self.memory_words());
        out.push_str(&table(&self.report, top));
        out
    }

    fn fuel_words(&self) -> String {
        let report = &self.report;
        let (starts, turns): (Vec<&TurnRow>, Vec<&TurnRow>) = report.turns.iter().partition(|turn| turn.turn == 0);
        let start: u64 = starts.iter().map(|start| start.fuel).sum();
        let mut words = grouped(report.fuel);
        if turns.len() + starts.len() < 2 {
            return words;
        }
        let in_turns = report.fuel.saturating_sub(start);
        let mean = in_turns.checked_div(turns.len() as u64).unwrap_or(0);
        let _ = write!(words, ": start {}, then {} a turn", grouped(start), grouped(mean));
        // Of those alike the first.
        if let Some(worst) = turns.iter().rev().max_by_key(|turn| turn.fuel) {
            let leg = if report.turns.last().is_some_and(|last| last.leg > 0) {
                format!("leg {}, ", worst.leg + 1)
            } else {
                String::new()
            };
            let _ = write!(words, ", at worst {} ({leg}turn {})", grouped(worst.fuel), worst.turn);
        }
        words
    }

    /// How memory grew: the first steps and the last.
    fn memory_words(&self) -> String {
        let steps = &self.report.memory;
        let [first, later @ ..] = steps.as_slice() else { return "none".to_owned() };
        let mut words = vec![bytes_words(first.bytes)];
        let hidden = later.len().saturating_sub(STEPS_SHOWN);
        if hidden > 0 {
            words.push(format!("… in {} steps", grouped(hidden as u64 + 1)));
        }
        for step in &later[hidden..] {
            let leg = if step.leg > 0 { format!("leg {}, ", step.leg + 1) } else { String::new() };
            words.push(format!("{} from {leg}turn {} on", bytes_words(step.bytes), step.turn));
        }
        words.join(", ")
    }
}

/// How many steps of a memory that grows are shown, beside where it began.
const STEPS_SHOWN: usize = 4;

/// The functions that took most, with figures on the right of their columns and the name last.
fn table(report: &FuelReport, top: usize) -> String {
    let whole = report.fuel_of_functions();
    let header = ["self fuel", "", "total fuel", "", "calls"].map(str::to_owned);
    let figures = |row: &FunctionRow| {
        let FunctionRow { self_fuel, total_fuel, calls, .. } = row;
        let cells = [grouped(*self_fuel), share(*self_fuel, whole), grouped(*total_fuel), share(*total_fuel, whole)];
        let [a, b, c, d] = cells.map(|cell| cell.replace("under ", "< "));
        [a, b, c, d, grouped(*calls)]
    };
    let shown = &report.functions[..top.min(report.functions.len())];
    let rows: Vec<([String; 5], &str)> = std::iter::once((header, "function"))
        .chain(shown.iter().map(|row| (figures(row), row.name.as_str())))
        .collect();
    let width = |column: usize| rows.iter().map(|(cells, _)| cells[column].len()).max().unwrap_or(0);
    let widths = [0, 1, 2, 3, 4].map(width);
    let mut out = String::new();
    for (cells, name) in &rows {
        for (cell, width) in cells.iter().zip(widths) {
            let _ = write!(out, "{cell:>width$}  ");
        }
        let _ = writeln!(out, "{name}");
    }
    let rest = &report.functions[shown.len()..];
    if !rest.is_empty() {
        let fuel = rest.iter().map(|row| row.self_fuel).fold(0, u64::saturating_add);
        let words =
            if rest.len() == 1 { "1 more function".to_owned() } else { format!("{} more functions", rest.len()) };
        let _ =
            writeln!(out, "… and {words} with {} fuel ({}); `--top N` shows more", grouped(fuel), share(fuel, whole));
    }
    out
}
