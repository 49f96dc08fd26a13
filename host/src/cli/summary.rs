//! The sums of many games between two bots.

use std::fmt::Write;

use botpit_engine::replay::Outcome;
use botpit_engine::{BothSeats, Seat, grouped};
use serde::Serialize;

use super::report::{self, FirstFault, MatchReport};
use crate::interval::wilson;
use crate::matches::Entrant;

/// The sums of a series, by bot, not by seat.
pub(super) struct Summary {
    wins: [u64; 2],
    draws: u64,
    unresolved: u64,
    bots: [BotSums; 2],
}

/// The sums of one bot.
#[derive(Clone, Default, Serialize)]
pub(super) struct BotSums {
    pub(super) name: String,
    pub(super) wins: u64,
    pub(super) fuel_mean: u64,
    pub(super) fuel_worst: u64,
    pub(super) memory_peak_bytes: u64,
    pub(super) faults: u64,
    pub(super) rejections: u64,
    pub(super) violations: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    first_fault: Option<FaultOfGame>,
    #[serde(skip)]
    fuel: u128,
    #[serde(skip)]
    turns: u64,
}

/// A bot's first fault in a series.
#[derive(Clone, Serialize)]
struct FaultOfGame {
    /// The game, from 1.
    game: u64,
    #[serde(flatten)]
    fault: FirstFault,
}

impl Summary {
    /// Nothing played yet.
    pub(super) fn new(bots: &BothSeats<Entrant>) -> Summary {
        let sums = |seat: Seat| BotSums { name: bots[seat].name.clone(), ..BotSums::default() };
        Summary { wins: [0; 2], draws: 0, unresolved: 0, bots: [sums(Seat::A), sums(Seat::B)] }
    }

    /// Counts the game of that number, from 1; `swapped` when the first bot sat in seat B.
    pub(super) fn add(&mut self, game: u64, report: &MatchReport, swapped: bool) {
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
            if let (None, Some(fault)) = (&sums.first_fault, &figures.first_fault) {
                sums.first_fault = Some(FaultOfGame { game, fault: fault.clone() });
            }
        }
    }

    /// The sums of the first bot, 0, or of the second, 1.
    pub(super) fn of(&self, bot: usize) -> &BotSums {
        &self.bots[bot]
    }

    /// Drawn games.
    pub(super) fn draws(&self) -> u64 {
        self.draws
    }

    fn scored(&self) -> u64 {
        self.wins[0] + self.wins[1] + self.draws
    }

    /// Games with a result.
    pub(super) fn games(&self) -> u64 {
        self.scored() + self.unresolved
    }

    /// Each bot's first fault, for people: nothing where there was none.
    pub(super) fn faults_text(&self) -> String {
        let mut out = String::new();
        for bot in &self.bots {
            if let Some(FaultOfGame { game, fault }) = &bot.first_fault {
                let _ = write!(out, "{}: the first fault came in game {game}, {}", bot.name, fault.text());
            }
        }
        out
    }

    /// The sums for machines.
    pub(super) fn json(&self) -> serde_json::Value {
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

    /// The sums for people.
    pub(super) fn text(&self) -> String {
        let columns = |name: &str, value: &dyn Fn(usize) -> String| [name.to_owned(), value(0), value(1)];
        let points = |bot: usize| self.wins[bot] as f64 + self.draws as f64 / 2.0;
        let share = |bot: usize| match wilson(points(bot), self.scored()) {
            Some(s) => format!("{:.1} % ({:.1} to {:.1})", s.mean * 100.0, s.low * 100.0, s.high * 100.0),
            None => "none played".to_owned(),
        };
        let rows = [
            columns(&format!("{} games", self.games()), &|bot| self.bots[bot].name.clone()),
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
        report::aligned(&rows) + &self.faults_text()
    }
}
