//! What a match came to, for people and for machines.

use std::fmt::Write;

use botpit_engine::replay::{Leg, Outcome, Replay};
use botpit_engine::{BothSeats, Ending, Fault, ForfeitReason, Seat, Seed, Standing, grouped};
use serde::Serialize;

/// The figures of one match.
#[derive(Clone, Debug, Serialize)]
pub(super) struct MatchReport {
    pub(super) ruleset: String,
    pub(super) seed: Seed,
    pub(super) outcome: Outcome,
    pub(super) ending: Ending,
    pub(super) legs: Vec<LegReport>,
    pub(super) bots: BothSeats<BotFigures>,
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
    /// The first fault, as a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) first_fault: Option<String>,
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
        Some(MatchReport {
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
    pub(super) fn outcome_line(&self) -> String {
        let how = ending_words(&self.ending);
        let who = match self.outcome {
            Outcome::Win(seat) => format!("{seat} {} won {how}", self.bots[seat].name),
            Outcome::Draw if self.ending == Ending::ReplayOnAnotherMap => match self.legs.len() {
                1 => "draw with everything equal".to_owned(),
                maps => format!("draw with everything equal on all {maps} maps"),
            },
            Outcome::Draw => format!("draw {how}"),
            Outcome::Unresolved => format!("unresolved {how}: not scored"),
        };
        let score = |seat: Seat| self.legs.last().map_or(0, |leg| leg.standings[seat].score);
        let replayed = match self.legs.len() {
            legs if legs > 1 && self.outcome != Outcome::Draw => format!(", on map {legs} after ties"),
            _ => String::new(),
        };
        format!("{who}, {} : {}{}{replayed}", score(Seat::A), score(Seat::B), self.tie_break_words())
    }

    /// What decided a match that was won at an equal score.
    fn tie_break_words(&self) -> String {
        let (Outcome::Win(_), Ending::TurnsOver, Some(leg)) = (self.outcome, self.ending, self.legs.last()) else {
            return String::new();
        };
        let [a, b] = &leg.standings.0;
        let decided = a.tie_breaks.iter().zip(&b.tie_breaks).find(|(a, b)| a.count != b.count);
        match decided {
            Some((a_count, b_count)) if a.score == b.score => {
                let name = short(&a_count.name.replace('-', " "));
                format!(", by fewer {name} ({} : {})", a_count.count, b_count.count)
            }
            _ => String::new(),
        }
    }

    /// The report of a single match, for people.
    pub(super) fn text(&self, title: &str) -> String {
        let maps: Vec<&str> = self.legs.iter().map(|leg| leg.map.as_str()).collect();
        let mut out = String::new();
        let plural = if maps.len() == 1 { "map" } else { "maps" };
        let _ = writeln!(out, "{title}, {plural} {}, {} turns, seed {}", maps.join(", "), self.turns(), self.seed);
        let _ = writeln!(out, "{}\n", self.outcome_line());
        out.push_str(&self.table());
        for (seat, bot) in self.bots.iter() {
            if let Some(fault) = &bot.first_fault {
                let _ = writeln!(out, "{seat} {}: the first fault came {fault}", bot.name);
            }
        }
        out
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
            first_fault: replay.legs.iter().find_map(|leg| first_fault(leg, seat)),
        }
    }
}

/// A word of a replay as a cell of a table: whoever wrote the file may have put anything there.
pub(super) fn short(text: &str) -> String {
    botpit_guest::escape(text.as_bytes(), 64)
}

/// A fault as one line.
pub(super) fn fault_words(fault: &Fault) -> String {
    botpit_guest::escape(fault.to_string().as_bytes(), 300)
}

fn first_fault(leg: &Leg, seat: Seat) -> Option<String> {
    if let Some(fault) = &leg.line.start[seat].fault {
        return Some(format!("before the first turn: {}", fault_words(fault)));
    }
    let turn = leg.turns.iter().find(|turn| turn.seats[seat].fault.is_some())?;
    Some(format!("on turn {}: {}", turn.turn, fault_words(turn.seats[seat].fault.as_ref()?)))
}

/// How a match ended, as words that follow `won` or `draw`.
pub(super) fn ending_words(ending: &Ending) -> String {
    match ending {
        Ending::Majority => "by majority".to_owned(),
        Ending::TurnsOver => "when the turns were over".to_owned(),
        Ending::BanksEmpty => "when both banks were empty".to_owned(),
        Ending::ReplayOnAnotherMap => "with everything equal, to be decided on another map".to_owned(),
        Ending::Forfeit { seat, reason } => format!("by forfeit of {seat} ({})", forfeit_words(*reason)),
        Ending::BothForfeit => "by forfeit of both".to_owned(),
        Ending::Aborted => "(the host failed)".to_owned(),
    }
}

fn forfeit_words(reason: ForfeitReason) -> &'static str {
    match reason {
        ForfeitReason::Fault => "a fault",
        ForfeitReason::Violation => "a forbidden call",
        ForfeitReason::CpuCeiling => "twice over the ceiling of processor time",
    }
}

/// A number of maps, as words.
pub(super) fn maps_words(count: usize) -> String {
    if count == 1 { "1 map".to_owned() } else { format!("{count} maps") }
}

/// A number of bytes in the unit that suits it.
pub(super) fn bytes_words(bytes: u64) -> String {
    match bytes {
        0..1024 => format!("{bytes} B"),
        1024..1_048_576 => format!("{} KiB", bytes / 1024),
        _ => format!("{}.{} MiB", bytes / 1_048_576, bytes % 1_048_576 * 10 / 1_048_576),
    }
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
