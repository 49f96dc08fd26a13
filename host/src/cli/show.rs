//! `botpit replay show`: what a replay tells, as a whole or of one turn.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use botpit_abi::{Mark, OrderList};
use botpit_engine::replay::{BotEntry, Leg, Meter, Replay, SeatTurn, TurnLine, Walk, draw_marks};
use botpit_engine::{Event, GAMES, Seat, grouped, json_line};
use clap::{ArgGroup, Args};
use serde::Serialize;

use super::board;
use super::failure::{self, Exit, Failure, printable, quoted};
use super::play::print;
use super::replay::{SeatArg, builtin_of};
use super::replay_file;
use super::report::{self, MatchReport, fault_words, short};

/// Shows what a replay tells: the result and both bots' figures, one turn with its board, or all logs.
#[derive(Args)]
#[group(skip)]
#[command(group = ArgGroup::new("part").args(["turn", "logs"]).multiple(true))]
pub(super) struct ShowArgs {
    /// The replay file; of a cut one, what is good is shown.
    file: PathBuf,
    /// The turn to show, with the board after it; 0 is the start.
    #[arg(long, value_name = "N")]
    turn: Option<u32>,
    /// Shows what the bots logged, turn by turn or in that one turn; with --json a line a turn.
    #[arg(long)]
    logs: bool,
    /// The leg of the turn, from 1.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "turn", value_parser = clap::value_parser!(u32).range(1..))]
    leg: u32,
    /// Shows only what this seat may see of the board, with what happened to its players, or only its log.
    #[arg(long, requires = "part")]
    seat: Option<SeatArg>,
    /// Prints JSON.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: ShowArgs) -> anyhow::Result<Exit> {
    let (replay, damage) = replay_file::read(&args.file).with_context(|| args.file.display().to_string())?;
    let text = match args.turn {
        _ if args.logs => show_logs(&args, &replay)?,
        Some(turn) => show_turn(&args, &replay, turn)?,
        None => show_whole(&args, &replay)?,
    };
    print(&text)?;
    if args.turn.is_none()
        && !args.logs
        && let Some(hint) = how_to_debug(&args.file, &replay)
    {
        failure::hint(&hint);
    }
    match damage {
        None => Ok(Exit::Done),
        Some(damage) => {
            Err(Failure::new(format!("{}: {damage}; shown is what comes before", args.file.display())).into())
        }
    }
}

fn show_whole(args: &ShowArgs, replay: &Replay) -> anyhow::Result<String> {
    let report = MatchReport::of(replay);
    if args.json {
        let value = serde_json::json!({ "header": replay.header, "report": report });
        return Ok(json_line(&value));
    }
    let header = &replay.header;
    let title =
        GAMES.ruleset(&header.ruleset).map_or_else(|| short(&header.ruleset), |ruleset| ruleset.title().to_owned());
    let mut out = match report {
        Some(report) => report.text(&title),
        None => {
            let turns: usize = replay.legs.iter().map(|leg| leg.turns.len()).sum();
            let maps = report::maps_words(replay.legs.len());
            format!("{title}, {turns} turns on {maps}, no result, seed {}\n", header.seed)
        }
    };
    let _ = writeln!(
        out,
        "\nruleset {} version {}, written by botpit {}",
        short(&header.ruleset),
        header.ruleset_version,
        short(&header.botpit)
    );
    match (&header.meter, &header.sandbox) {
        (Meter::Wasmtime, Some(sandbox)) => {
            let _ = writeln!(
                out,
                "sandbox: wasmtime {}, {}, configuration {}",
                short(&sandbox.wasmtime),
                short(&sandbox.triple),
                short(&sandbox.config)
            );
        }
        _ => out.push_str("nothing counted the fuel of the bots\n"),
    }
    for (seat, bot) in header.bots.iter() {
        let _ = writeln!(out, "{seat} {}: SHA-256 {}", short(&bot.name), short(&bot.sha256));
    }
    Ok(out)
}

/// How to look into the first fault of the match.
fn how_to_debug(file: &Path, replay: &Replay) -> Option<String> {
    let is_found = |entry: &BotEntry| entry.wasm.is_some() || builtin_of(entry).is_some();
    let bots = replay.header.bots.clone().map(|entry| (!is_found(&entry)).then(|| "BOT".to_owned()));
    MatchReport::of(replay)?.how_to_debug(&quoted(file), &bots)
}

fn show_logs(args: &ShowArgs, replay: &Replay) -> anyhow::Result<String> {
    let only = args.seat.map(Seat::from);
    let wanted = match args.turn {
        Some(turn) => Some((leg_with_turn(args, replay, turn)?.line.leg, turn)),
        None => None,
    };
    let mut out = String::new();
    for leg in &replay.legs {
        let turns = leg.turns.iter().map(|turn| (turn.turn, &turn.seats));
        let all = std::iter::once((0, &leg.line.start)).chain(turns);
        for (turn, seats) in all.filter(|(turn, _)| wanted.is_none_or(|wanted| wanted == (leg.line.leg, *turn))) {
            let spoke = |(seat, record): &(Seat, &SeatTurn)| {
                only.is_none_or(|only| only == *seat) && (!record.log.is_empty() || record.log_dropped > 0)
            };
            for (seat, record) in seats.iter().filter(spoke) {
                let at = LogOfTurn { leg: leg.line.leg, turn, seat, log: &record.log, log_dropped: record.log_dropped };
                match args.json {
                    true => out += &json_line(&at),
                    false => at.describe(&mut out, replay.legs.len() > 1),
                }
            }
        }
    }
    Ok(out)
}

/// What one bot logged in one turn.
#[derive(Serialize)]
struct LogOfTurn<'a> {
    leg: u32,
    turn: u32,
    seat: Seat,
    log: &'a str,
    log_dropped: u64,
}

impl LogOfTurn<'_> {
    fn describe(&self, out: &mut String, several_legs: bool) {
        let leg = if several_legs { format!("leg {}, ", self.leg + 1) } else { String::new() };
        let LogOfTurn { turn, seat, log_dropped, .. } = self;
        if *log_dropped > 0 {
            let _ = writeln!(out, "{leg}turn {turn} {seat}: ({log_dropped} bytes dropped)");
        }
        for line in printable(self.log).lines() {
            let _ = writeln!(out, "{leg}turn {turn} {seat}: {line}");
        }
    }
}

/// The leg that is asked for, which has the turn.
fn leg_with_turn<'r>(args: &ShowArgs, replay: &'r Replay, turn: u32) -> Result<&'r Leg, Failure> {
    let leg = replay.legs.get(args.leg as usize - 1).ok_or_else(|| {
        Failure::usage(format!(
            "{} has {}, there is no leg {}",
            args.file.display(),
            legs_words(replay.legs.len()),
            args.leg
        ))
    })?;
    match leg.turns.len() {
        turns if turn as usize > turns => {
            Err(Failure::usage(format!("leg {} has {turns} turns, there is no turn {turn}", args.leg)))
        }
        _ => Ok(leg),
    }
}

fn legs_words(count: usize) -> String {
    if count == 1 { "1 leg".to_owned() } else { format!("{count} legs") }
}

fn show_turn(args: &ShowArgs, replay: &Replay, turn: u32) -> anyhow::Result<String> {
    let leg = leg_with_turn(args, replay, turn)?;
    let mut walk = Walk::begin(&GAMES, replay, args.leg as usize - 1)?;
    while walk.game().turn() < turn {
        walk.step()?;
    }
    let seat = args.seat.map(Seat::from);
    let recorded = turn.checked_sub(1).map(|index| &leg.turns[index as usize]);
    if args.json {
        let game = walk.game();
        let value = serde_json::json!({
            "turn": turn,
            "state": game.state(),
            "events": game.events(),
            "record": recorded,
            "hash": game.hash(),
        });
        return Ok(json_line(&value));
    }
    let drawing = walk.game().draw(seat);
    let mut out = format!("turn {turn} of {}, hash {}\n\n", leg.turns.len(), walk.game().hash());
    board::draw(&mut out, &drawing);
    let ruleset = walk.map().ruleset();
    let _ = writeln!(out, "\n{}\n", ruleset.legend());
    if turn > 0 {
        let seen = |event: &&Event| seat.is_none_or(|seat| event.concerns(ruleset, seat));
        for event in walk.game().events().iter().filter(seen) {
            let _ = writeln!(out, "{}", event.sentence(ruleset));
        }
    }
    match recorded {
        Some(recorded) => describe_turn(&mut out, replay, recorded),
        None => describe_start(&mut out, leg),
    }
    Ok(out)
}

fn describe_turn(out: &mut String, replay: &Replay, turn: &TurnLine) {
    for rejection in &turn.rejections {
        let _ = writeln!(out, "{rejection}");
    }
    let game = GAMES.ruleset(&replay.header.ruleset).map_or(0, |ruleset| ruleset.abi_game());
    for (seat, record) in turn.seats.iter() {
        let orders = OrderList::parse(&record.orders, game).map_or(0, |list| list.len());
        let restarted = if record.restarted { ", restarted" } else { "" };
        let charged = if record.fault.is_some() { " charged for the fault" } else { "" };
        let _ = writeln!(
            out,
            "{seat}: {orders} orders, {} fuel{charged}, {}{restarted}",
            grouped(record.fuel),
            report::bytes_words(record.memory)
        );
        describe_seat(out, seat, record);
    }
}

fn describe_start(out: &mut String, leg: &Leg) {
    for (seat, record) in leg.line.start.iter() {
        let _ = writeln!(out, "{seat}: {} fuel to start, {}", grouped(record.fuel), report::bytes_words(record.memory));
        describe_seat(out, seat, record);
    }
}

fn describe_seat(out: &mut String, seat: Seat, record: &SeatTurn) {
    if let Some(fault) = &record.fault {
        let _ = writeln!(out, "{seat} fault: {}", fault_words(fault));
    }
    for violation in &record.violations {
        let _ = writeln!(out, "{seat} violation: {} ×{}", short(&violation.call), violation.times);
    }
    for line in printable(&record.log).lines() {
        let _ = writeln!(out, "{seat} log: {line}");
    }
    if record.log_dropped > 0 {
        let _ = writeln!(out, "{seat} log: {} bytes dropped", record.log_dropped);
    }
    for mark in draw_marks(&record.draw) {
        let _ = writeln!(out, "{seat} draw: {}", mark_line(&mark));
    }
    if record.draw_dropped > 0 {
        let _ = writeln!(out, "{seat} draw: {} bytes dropped", record.draw_dropped);
    }
}

pub(super) fn mark_line(mark: &Mark<'_>) -> String {
    match *mark {
        Mark::Cell { at: (x, y), colour } => format!("cell ({x}, {y}) #{colour:08x}"),
        Mark::Line { from, to, colour } => {
            format!("line ({}, {}) to ({}, {}) #{colour:08x}", from.0, from.1, to.0, to.1)
        }
        Mark::Text { at: (x, y), colour, text } => {
            format!("text ({x}, {y}) #{colour:08x} {}", botpit_guest::escape(text, 200))
        }
    }
}
