//! What a match came to, for people and for machines.

use std::fmt::Write;

use botpit_engine::replay::{Leg, Outcome, Replay};
use botpit_engine::{BothSeats, Ending, Seat, Seed, Standing, grouped};
use serde::Serialize;

pub(super) use crate::words::{bytes_words, fault_words, share, short};

/// The figures of one match.
#[derive(Clone, Debug, Serialize)]
pub(super) struct MatchReport {
    pub(super) ruleset: String,
    pub(super) seed: Seed,
    pub(super) outcome: Outcome,
    pub(super) ending: Ending,
    pub(super) legs: Vec<LegReport>,
    pub(super) bots: BothSeats<BotFigures>,
    #[serde(skip)]
    outcome_line: String,
}

/// The figures of one leg.
#[derive(Clone, Debug, Serialize)]
pub(super) struct LegReport {
    pub(super) map: String,
    pub(super) turns: u32,
    pub(super) ending: Option<Ending>,
    pub(super) standings: BothSeats<Standing>,
}

/// The figures of one bot in one match.
#[derive(Clone, Debug, Serialize)]
pub(super) struct BotFigures {
    pub(super) name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) team_name: Option<String>,
    pub(super) sha256: String,
    pub(super) fuel_total: u64,
    pub(super) fuel_mean: u64,
    pub(super) fuel_worst: u64,
    /// Leg, from 0, and turn, from 1, of the worst turn.
    pub(super) fuel_worst_at: (u32, u32),
    pub(super) memory_peak_bytes: u64,
    pub(super) faults: u32,
    pub(super) restarts: u32,
    pub(super) rejections: u64,
    pub(super) violations: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) first_fault: Option<FirstFault>,
}

/// A bot's first fault in a match.
#[derive(Clone, Debug, Serialize)]
pub(super) struct FirstFault {
    /// The leg, from 0.
    pub(super) leg: u32,
    /// The turn, from 1; 0 is the start.
    pub(super) turn: u32,
    what: String,
    /// The last lines of what the bot logged in that turn: there languages put the reason of a trap.
    log: Vec<String>,
}

impl MatchReport {
    /// The figures of a replay with a footer; `None` of one that was cut.
    pub(super) fn of(replay: &Replay) -> Option<MatchReport> {
        let footer = replay.footer.as_ref()?;
        let legs = replay.legs.iter().zip(&footer.legs).map(|(leg, end)| LegReport {
            map: short(&leg.line.map.name),
            turns: end.turns,
            ending: end.ending,
            standings: end.standings.clone(),
        });
        let names = BothSeats::from_fn(|seat| short(&replay.header.bots[seat].name));
        Some(MatchReport {
            outcome_line: footer.outcome_line(&names),
            ruleset: replay.header.ruleset.clone(),
            seed: replay.header.seed,
            outcome: footer.outcome,
            ending: footer.ending,
            legs: legs.collect(),
            bots: BothSeats::from_fn(|seat| BotFigures::of(replay, seat)),
        })
    }

    /// Turns of all legs.
    pub(super) fn turns(&self) -> u64 {
        self.legs.iter().map(|leg| u64::from(leg.turns)).sum()
    }

    /// How it came out, as one line: `a builtin:foreman won by majority, 9 : 3`.
    pub(super) fn outcome_line(&self) -> &str {
        &self.outcome_line
    }

    /// What was played and how it came out, as two lines.
    pub(super) fn lines(&self, title: &str) -> String {
        let maps: Vec<&str> = self.legs.iter().map(|leg| leg.map.as_str()).collect();
        let plural = if maps.len() == 1 { "map" } else { "maps" };
        let (maps, turns, seed) = (maps.join(", "), self.turns(), self.seed);
        format!("{title}, {plural} {maps}, {turns} turns, seed {seed}\n{}", self.outcome_line())
    }

    /// The report of a single match, for people.
    pub(super) fn text(&self, title: &str) -> String {
        let mut out = self.lines(title) + "\n\n";
        out.push_str(&self.table());
        for (seat, bot) in self.bots.iter() {
            if let Some(fault) = &bot.first_fault {
                let _ = write!(out, "{seat} {}: the first fault came {}", bot.name, fault.text());
            }
        }
        out
    }

    /// How to look into the first fault of a bot, if there is one: `file` is the replay, `bots` what was played where
    /// the replay does not find them by itself.
    pub(super) fn how_to_debug(&self, file: &str, bots: &BothSeats<Option<String>>) -> Option<String> {
        let (seat, fault) = self.bots.iter().find_map(|(seat, bot)| Some((seat, bot.first_fault.as_ref()?)))?;
        let leg = if self.legs.len() > 1 { format!(" --leg {}", fault.leg + 1) } else { String::new() };
        let bot = bots[seat].as_ref().map(|bot| format!(" --bot {bot}")).unwrap_or_default();
        Some(format!("`botpit replay debug {file} --seat {seat}{leg} --turn {}{bot}` shows that turn", fault.turn))
    }

    fn table(&self) -> String {
        let mut rows: Vec<[String; 3]> = Vec::new();
        let mut row = |name: &str, value: &dyn Fn(Seat) -> String| {
            rows.push([name.to_owned(), value(Seat::A), value(Seat::B)]);
        };
        row("", &|seat| format!("{seat} {}", self.bots[seat].name));
        if self.bots.iter().any(|(_, bot)| bot.team_name.is_some()) {
            row("team", &|seat| {
                let bot = &self.bots[seat];
                bot.team_name.clone().unwrap_or_else(|| bot.name.clone())
            });
        }
        if let Some(leg) = self.legs.last() {
            row("score", &|seat| leg.standings[seat].score.to_string());
            for (index, tie_break) in leg.standings[Seat::A].tie_breaks.iter().enumerate() {
                let count = |seat: Seat| leg.standings[seat].tie_breaks.get(index).map_or(0, |tie| tie.count);
                row(&short(&tie_break.name.replace('-', " ")), &|seat| count(seat).to_string());
            }
        }
        row("fuel a turn, mean", &|seat| grouped(self.bots[seat].fuel_mean));
        row("fuel, worst turn", &|seat| {
            let bot = &self.bots[seat];
            let (leg, turn) = bot.fuel_worst_at;
            let leg = if self.legs.len() > 1 { format!("leg {}, ", leg + 1) } else { String::new() };
            format!("{} ({leg}turn {turn})", grouped(bot.fuel_worst))
        });
        row("peak memory", &|seat| bytes_words(self.bots[seat].memory_peak_bytes));
        row("faults", &|seat| self.bots[seat].faults.to_string());
        row("rejections", &|seat| self.bots[seat].rejections.to_string());
        row("violations", &|seat| self.bots[seat].violations.to_string());
        aligned(&rows)
    }
}

impl BotFigures {
    fn of(replay: &Replay, seat: Seat) -> BotFigures {
        let totals = &replay.totals()[seat];
        let entry = &replay.header.bots[seat];
        let turns: u64 = replay.legs.iter().map(|leg| leg.turns.len() as u64).sum();
        let mut worst = (0, (0, 0));
        for leg in &replay.legs {
            for turn in &leg.turns {
                if turn.seats[seat].fuel > worst.0 {
                    worst = (turn.seats[seat].fuel, (leg.line.leg, turn.turn));
                }
            }
        }
        BotFigures {
            name: short(&entry.name),
            team_name: entry.team_name.as_deref().map(short),
            sha256: short(&entry.sha256),
            fuel_total: totals.fuel,
            fuel_mean: totals.fuel.checked_div(turns).unwrap_or(0),
            fuel_worst: worst.0,
            fuel_worst_at: worst.1,
            memory_peak_bytes: totals.memory,
            faults: totals.faults,
            restarts: totals.restarts,
            rejections: totals.rejections,
            violations: totals.violations,
            first_fault: replay.legs.iter().find_map(|leg| FirstFault::of(leg, seat)),
        }
    }
}

/// Lines of the log that are shown with a fault.
const LOG_LINES: usize = 3;
/// Characters of such a line.
const LOG_CHARS: usize = 200;

impl FirstFault {
    fn of(leg: &Leg, seat: Seat) -> Option<FirstFault> {
        let turns = leg.turns.iter().map(|turn| (turn.turn, &turn.seats[seat]));
        let (turn, record) =
            std::iter::once((0, &leg.line.start[seat])).chain(turns).find(|(_, record)| record.fault.is_some())?;
        let lines: Vec<&str> = record.log.lines().filter(|line| !line.trim().is_empty()).collect();
        let shown = lines[lines.len().saturating_sub(LOG_LINES)..].iter();
        Some(FirstFault {
            leg: leg.line.leg,
            turn,
            what: fault_words(record.fault.as_ref()?),
            log: shown.map(|line| botpit_guest::escape(line.as_bytes(), LOG_CHARS)).collect(),
        })
    }

    /// When it came, what it was, and what the bot said, as lines that follow `the first fault came`.
    pub(super) fn text(&self) -> String {
        let when = if self.turn == 0 { "before the first turn".to_owned() } else { format!("on turn {}", self.turn) };
        let mut out = format!("{when}: {}\n", self.what);
        for line in &self.log {
            let _ = writeln!(out, "  its log: {line}");
        }
        out
    }
}

/// A number of maps, as words.
pub(super) fn maps_words(count: usize) -> String {
    if count == 1 { "1 map".to_owned() } else { format!("{count} maps") }
}

/// Rows with their columns aligned, the last one ragged.
pub(super) fn aligned<const N: usize>(rows: &[[String; N]]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..N).map(width).collect();
    let mut out = String::new();
    for row in rows {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(&widths) {
            let _ = write!(line, "{cell:<width$}  ");
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}
