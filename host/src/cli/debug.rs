//! `botpit replay debug`: one bot's turn from the inside.

use std::fmt::Write;
use std::path::PathBuf;

use anyhow::Context;
use botpit_abi::OrderList;
use botpit_engine::replay::{Replay, draw_marks};
use botpit_engine::{Event, GAMES, Rejection, Ruleset, grouped, json_line};
use clap::Args;

use super::board;
use super::bots::{self, BotRef};
use super::failure::{Exit, Failure, note, printable, shown};
use super::play::print;
use super::replay::{SeatArg, find_bot, on_player_thread};
use super::report::{self, fault_words, short};
use super::settings;
use super::show::mark_line;
use super::{output_file, replay_file};
use crate::matches::{DebugReport, DebugTurn, Referee, RerunDifference, SoloError, debug};

/// Plays one bot again up to a turn, and shows what it was told in that turn and all that it did.
///
/// Without --bot it is the bot that played. With a changed bot, the first turn in which its orders differ is named, and
/// the board goes on by the recorded ones.
#[derive(Args)]
pub(super) struct DebugArgs {
    /// The replay file; a cut one is good up to the cut.
    file: PathBuf,
    /// Whose turn.
    #[arg(long)]
    seat: SeatArg,
    /// The turn, from 1; 0 is the bot's start.
    #[arg(long, value_name = "N")]
    turn: u32,
    /// The leg of the turn, from 1.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    leg: u32,
    /// The bot to run [default: the one in the replay, or the built-in one].
    #[arg(long, value_name = "BOT", value_parser = bots::parser())]
    bot: Option<BotRef>,
    /// Writes the setup, as the bot gets it.
    #[arg(long, value_name = "FILE")]
    dump_setup: Option<PathBuf>,
    /// Writes the view of the turn, as the bot gets it.
    #[arg(long, value_name = "FILE")]
    dump_view: Option<PathBuf>,
    /// Writes all that the bot was told up to the turn, for `botpit_sdk::testing` to play natively.
    #[arg(long, value_name = "FILE")]
    dump_tape: Option<PathBuf>,
    /// Prints JSON.
    #[arg(long)]
    json: bool,
}

impl DebugArgs {
    fn dumps(&self) -> impl Iterator<Item = &PathBuf> {
        [&self.dump_setup, &self.dump_view, &self.dump_tape].into_iter().flatten()
    }

    /// Checks before the work is done that nothing is written over what is read, or over another dump.
    fn check_dumps(&self) -> anyhow::Result<()> {
        let mut taken = match &self.bot {
            Some(bot) => bot.files(&settings::nearest_config()?),
            None => Vec::new(),
        };
        taken.push(self.file.clone());
        for dump in self.dumps() {
            output_file::check(dump)?;
            output_file::check_apart(dump, taken.iter().map(PathBuf::as_path))?;
            taken.push(dump.clone());
        }
        Ok(())
    }
}

pub(super) fn run(args: DebugArgs) -> anyhow::Result<Exit> {
    args.check_dumps()?;
    let debugged = debug_file(&args).with_context(|| args.file.display().to_string())?;
    for caveat in &debugged.report.caveats {
        note(&format!("note: {}: {caveat}", args.file.display()));
    }
    dump(&args, &debugged)?;
    print(&if args.json { debugged.json() } else { debugged.text() })?;
    Ok(Exit::Done)
}

/// A turn that was looked into, with what is needed to tell about it.
struct Debugged {
    at: DebugTurn,
    name: String,
    ruleset: &'static dyn Ruleset,
    report: DebugReport,
}

fn debug_file(args: &DebugArgs) -> anyhow::Result<Debugged> {
    let (replay, damage) = replay_file::read(&args.file)?;
    if let Some(damage) = &damage {
        note(&format!("warning: {}: {damage}; what comes before that is good", args.file.display()));
    }
    let at = DebugTurn { seat: args.seat.into(), leg: args.leg - 1, turn: args.turn };
    let ruleset = GAMES.of(&replay.header).map_err(|error| Failure::new(error.to_string()))?;
    let sandbox = settings::sandbox(&replay.header.limits)?;
    let bot = find_bot(&sandbox, &replay, at.seat, args.bot.as_ref(), "--bot")?;
    let name = bot.name.clone();
    let referee = Referee::new(&sandbox, &GAMES);
    let report = on_player_thread(|| debug(&referee, &replay, bot, at, super::interrupt_flag()))?;
    let report = report.map_err(|error| solo_failure(error, &replay))?;
    Ok(Debugged { at, name, ruleset, report })
}

/// A failure of playing a bot on the views of a replay.
pub(super) fn solo_failure(error: SoloError, replay: &Replay) -> Failure {
    match error {
        SoloError::NoLeg { .. } => Failure::usage(error.to_string()),
        SoloError::NoTurn { leg, turns, .. } => {
            let over = replay.legs.len() > leg as usize + 1;
            let next = if over { "; `--leg` names another leg" } else { "" };
            Failure::usage(error.to_string()).hint(format!("`--turn {turns}` is the last one{next}"))
        }
        SoloError::Interrupted => Failure::interrupted(),
        error => Failure::new(error.to_string()),
    }
}

fn dump(args: &DebugArgs, debugged: &Debugged) -> anyhow::Result<()> {
    let report = &debugged.report;
    let not_asked = || Failure::new(format!("the bot was not asked in turn {}: there is no view", args.turn));
    if let Some(path) = &args.dump_setup {
        let setup = report.setup().ok_or_else(|| Failure::new("the bot had given up: it was not started"))?;
        output_file::write(path, setup)?;
    }
    if let Some(path) = &args.dump_view {
        output_file::write(path, report.view(debugged.at).ok_or_else(not_asked)?)?;
    }
    if let Some(path) = &args.dump_tape {
        report.view(debugged.at).ok_or_else(not_asked)?;
        output_file::write(path, report.tape.write().as_bytes())?;
    }
    for path in args.dumps() {
        note(&format!("wrote {}", shown(path)));
    }
    Ok(())
}

/// An order with what came of it.
struct GivenOrder {
    text: String,
    rejection: Option<Rejection>,
}

impl Debugged {
    fn orders(&self) -> Vec<GivenOrder> {
        let Ok(list) = OrderList::parse(&self.report.done.orders, self.ruleset.abi_game()) else {
            // The sandbox makes such an answer a fault, and a fault leaves no orders.
            return Vec::new();
        };
        let rejection = |place: u32| self.report.rejections.iter().find(|rejection| rejection.order == place).copied();
        list.iter()
            .zip(0..)
            .map(|(order, place)| GivenOrder { text: self.ruleset.describe_order(order), rejection: rejection(place) })
            .collect()
    }

    fn view_text(&self) -> Option<String> {
        let view = self.report.view(self.at)?;
        Some(self.ruleset.describe_view(view).unwrap_or_else(|error| format!("unreadable: {error}\n")))
    }

    fn setup_text(&self) -> Option<String> {
        let setup = self.report.setup()?;
        Some(self.ruleset.describe_setup(setup).unwrap_or_else(|error| format!("unreadable: {error}\n")))
    }

    fn text(&self) -> String {
        let mut out = String::new();
        let DebugTurn { seat, leg, turn } = self.at;
        let turns = self.report.turns;
        let _ = writeln!(out, "turn {turn} of {turns}, leg {}, seat {seat} {}", leg + 1, short(&self.name));
        let _ = writeln!(out, "{}", self.comparison());
        section(
            &mut out,
            "setup",
            self.setup_text().as_deref().unwrap_or("the bot had given up: it was not started\n"),
        );
        if turn > 0 {
            let view = self.view_text();
            section(
                &mut out,
                "view",
                view.as_deref().unwrap_or("none: the bot was not asked; it had given up, or its bank was empty\n"),
            );
        }
        // A view has the board in it.
        if self.report.view(self.at).is_none() {
            section(&mut out, &format!("board, as {seat} sees it"), &self.board_text());
        }
        if turn > 0 {
            self.describe_course(&mut out);
        }
        self.describe_run(&mut out);
        out
    }

    fn comparison(&self) -> String {
        match (&self.report.difference, self.report.recorded_bot) {
            (None, true) => "the recorded bot; it did what the replay says, in every turn up to this one".to_owned(),
            (None, false) => {
                "another bot than the recorded one; its orders are the same in every turn up to this one".to_owned()
            }
            (Some(difference), true) => format!("the recorded bot, and yet: {}", printable(&difference.to_string())),
            (Some(RerunDifference { leg, turn, .. }), false) => {
                format!("another bot than the recorded one; its orders differ first in leg {}, turn {turn}", leg + 1)
            }
        }
    }

    fn board_text(&self) -> String {
        let mut out = String::new();
        board::draw(&mut out, &self.report.board);
        let _ = writeln!(out, "\n{}", self.ruleset.legend());
        out
    }

    fn describe_course(&self, out: &mut String) {
        let orders = self.orders();
        let mut text = String::new();
        for (place, order) in orders.iter().enumerate() {
            let rejected = order.rejection.map(|it| format!(" - rejected: {}", it.reason)).unwrap_or_default();
            let _ = writeln!(text, "{place}  {}{rejected}", order.text);
        }
        section(out, &format!("orders: {}", orders.len()), &text);
        let sentence = |event: &Event| format!("{}\n", event.sentence(self.ruleset));
        let events: String = self.report.events.iter().map(sentence).collect();
        section(out, &format!("events of {}", self.at.seat), if events.is_empty() { "none\n" } else { &events });
    }

    fn describe_run(&self, out: &mut String) {
        let done = &self.report.done;
        let restarted = if done.restarted { ", restarted" } else { "" };
        let charged = if done.fault.is_some() { " charged for the fault" } else { "" };
        let mut text = format!(
            "{} fuel{charged}, {} of memory{restarted}\n",
            grouped(done.fuel),
            report::bytes_words(done.memory)
        );
        if let Some(fault) = &done.fault {
            let _ = writeln!(text, "fault: {}", fault_words(fault));
        }
        for violation in &done.violations {
            let _ = writeln!(text, "violation: {} ×{}", short(&violation.call), violation.times);
        }
        section(out, "run", &text);
        let marks: String = draw_marks(&done.draw).map(|mark| mark_line(&mark) + "\n").collect();
        for (title, text, dropped) in
            [("log", said(&done.log), done.log_dropped), ("drawing", marks, done.draw_dropped)]
        {
            match dropped {
                0 if text.is_empty() => {}
                0 => section(out, title, &text),
                dropped => section(out, &format!("{title}, without {} bytes", grouped(dropped)), &text),
            }
        }
    }

    fn json(&self) -> String {
        let message = |bytes: Option<&[u8]>, text: Option<String>| {
            bytes.zip(text).map(|(bytes, text)| serde_json::json!({ "bytes": hex::encode(bytes), "text": text }))
        };
        let orders: Vec<_> = self
            .orders()
            .iter()
            .map(|order| serde_json::json!({ "text": order.text, "rejection": order.rejection.map(|it| it.reason) }))
            .collect();
        let DebugTurn { seat, leg, turn } = self.at;
        let difference = self.report.difference.as_ref().map(|difference| {
            serde_json::json!({
                "leg": difference.leg, "turn": difference.turn, "what": difference.what, "detail": difference.detail,
            })
        });
        let value = serde_json::json!({
            "leg": leg,
            "turn": turn,
            "seat": seat,
            "bot": {
                "name": self.name,
                "sha256": hex::encode(self.report.tape.head.sha256),
                "recorded": self.report.recorded_bot,
            },
            "difference": difference,
            "setup": message(self.report.setup(), self.setup_text()),
            "view": message(self.report.view(self.at), self.view_text()),
            "board": self.report.board.to_string(),
            "orders": orders,
            "events": self.report.events,
            "record": self.report.done,
            "caveats": self.report.caveats,
        });
        json_line(&value)
    }
}

/// A log, safe to show.
fn said(log: &str) -> String {
    printable(log).lines().map(|line| line.to_owned() + "\n").collect()
}

/// Adds a part with its title.
fn section(out: &mut String, title: &str, text: &str) {
    let style = anstyle::Style::new().bold();
    let _ = write!(out, "\n{style}{title}{style:#}\n{text}");
}
