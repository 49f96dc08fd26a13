//! How a match came out, in words.

use std::fmt;

use botpit_abi::is_unsafe_in_text;

use super::format::{Footer, Outcome};
use crate::game::{Ending, ForfeitReason};
use crate::seat::{BothSeats, Seat};

/// As words that follow `won` or `draw`.
impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Majority => f.write_str("by majority"),
            Ending::TurnsOver => f.write_str("when the turns were over"),
            Ending::BanksEmpty => f.write_str("when both banks were empty"),
            Ending::ReplayOnAnotherMap => f.write_str("with everything equal, to be decided on another map"),
            Ending::Forfeit { seat, reason } => write!(f, "by forfeit of {seat} ({reason})"),
            Ending::BothForfeit => f.write_str("by forfeit of both"),
            Ending::Aborted => f.write_str("(the host failed)"),
        }
    }
}

impl fmt::Display for ForfeitReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ForfeitReason::Fault => "a fault",
            ForfeitReason::Violation => "a forbidden call",
            ForfeitReason::CpuCeiling => "twice over the ceiling of processor time",
        })
    }
}

impl Footer {
    /// How the match came out, as one line: `a builtin:foreman won by majority, 9 : 3`. `names` are the bots', as they
    /// may be shown.
    pub fn outcome_line(&self, names: &BothSeats<String>) -> String {
        let how = &self.ending;
        let who = match self.outcome {
            Outcome::Win(seat) => format!("{seat} {} won {how}", names[seat]),
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
                format!(", by fewer {} ({} : {})", words_of(&a_count.name), a_count.count, b_count.count)
            }
            _ => String::new(),
        }
    }
}

/// The name of a tie-break as words. Whoever wrote the file may have put anything there.
fn words_of(name: &str) -> String {
    let safe = name.chars().filter(|char| !is_unsafe_in_text(*char)).take(64).collect::<String>();
    safe.replace('-', " ")
}
