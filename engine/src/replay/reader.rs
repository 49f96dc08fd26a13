use serde::{Deserialize, Serialize};

use super::format::{FORMAT, Footer, Header, LegEnd, LegLine, Line, Outcome, SeatTotals, SeatTurn, TurnLine};
use crate::game::Ending;
use crate::json::write_json_line;
use crate::limits::LimitError;
use crate::seat::{BothSeats, Seat};

/// A replay in memory.
#[derive(Clone, Debug, PartialEq)]
pub struct Replay {
    /// What was played.
    pub header: Header,
    /// The legs in order.
    pub legs: Vec<Leg>,
    /// How it came out; absent when the file was cut.
    pub footer: Option<Footer>,
}

/// One leg of a replay.
#[derive(Clone, Debug, PartialEq)]
pub struct Leg {
    /// Its beginning.
    pub line: LegLine,
    /// Its turns in order.
    pub turns: Vec<TurnLine>,
}

/// Why a file is no replay at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// There is nothing in it.
    #[error("the file is empty, not a replay")]
    Empty,
    /// The first line is not a replay's header.
    #[error("the first line is not a replay's header: {0}")]
    NoHeader(String),
    /// A limit in the header is out of its range.
    #[error("the header says: {0}")]
    Limit(#[from] LimitError),
    /// It is of another format.
    #[error("the replay has format {found} and was written by botpit {botpit}; this version reads format {FORMAT}")]
    OtherFormat {
        /// Its format.
        found: u64,
        /// The version that wrote it.
        botpit: String,
    },
}

/// Where a replay stops making sense; what comes before is good.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct Damage {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub what: String,
}

impl Replay {
    /// Reads a replay as far as it is good, and says where it stops being so. A file that ends without a footer is
    /// cut, which is damage too.
    ///
    /// # Errors
    /// When there is no header, or one of another format.
    pub fn read(bytes: &[u8]) -> Result<(Replay, Option<Damage>), ReadError> {
        let mut lines = bytes.split_inclusive(|&byte| byte == b'\n').enumerate();
        let (_, first) = lines.next().ok_or(ReadError::Empty)?;
        let mut replay = Replay { header: read_header(first)?, legs: Vec::new(), footer: None };
        let mut last_line = 1;
        for (index, line) in lines {
            last_line = index + 1;
            let entered = parse_line(line).and_then(|line| replay.enter(line));
            if let Err(what) = entered {
                return Ok((replay, Some(Damage { line: last_line, what })));
            }
        }
        let damage = replay.footer.is_none().then(|| Damage {
            line: last_line + 1,
            what: "the file ends here without a footer: it was cut, or the match was interrupted".to_owned(),
        });
        Ok((replay, damage))
    }

    /// The sums over all legs, starts included but for their fuel, which is not charged.
    pub fn totals(&self) -> BothSeats<SeatTotals> {
        let mut totals = BothSeats::<SeatTotals>::default();
        for leg in &self.legs {
            for seat in Seat::BOTH {
                totals[seat].count(&leg.line.start[seat]);
            }
            for turn in &leg.turns {
                for seat in Seat::BOTH {
                    totals[seat].count(&turn.seats[seat]);
                    totals[seat].charge(turn.seats[seat].fuel);
                }
                for rejection in &turn.rejections {
                    totals[rejection.seat].rejections += 1;
                }
            }
        }
        totals
    }

    /// Ends the replay of a match that is over, and gives back its footer.
    pub fn close(&mut self, legs: Vec<LegEnd>, ending: Ending, outcome: Outcome) -> &mut Footer {
        let totals = self.totals();
        self.footer.insert(Footer { outcome, ending, legs, totals, cpu_ceiling: None, host_failure: None })
    }

    /// Takes out what one bot said, drew and is made of; what is left still verifies.
    pub fn redact(&mut self, seat: Seat) {
        self.header.bots[seat].wasm = None;
        for leg in &mut self.legs {
            leg.line.start[seat].redact();
            for turn in &mut leg.turns {
                turn.seats[seat].redact();
            }
        }
    }

    /// Writes the replay as JSON Lines.
    pub fn write(&self) -> String {
        let mut out = Vec::new();
        write_json_line(&mut out, &LineRef::Header(&self.header));
        for leg in &self.legs {
            write_json_line(&mut out, &LineRef::Leg(&leg.line));
            for turn in &leg.turns {
                write_json_line(&mut out, &LineRef::Turn(turn));
            }
        }
        if let Some(footer) = &self.footer {
            write_json_line(&mut out, &LineRef::Footer(footer));
        }
        String::from_utf8(out).expect("JSON is UTF-8")
    }

    /// Adds the next line, when it is one that may come here.
    fn enter(&mut self, line: Line) -> Result<(), String> {
        if self.footer.is_some() {
            return Err("there is more after the footer".to_owned());
        }
        match line {
            Line::Header(_) => Err("a second header".to_owned()),
            Line::Leg(line) if line.leg as usize == self.legs.len() => {
                self.legs.push(Leg { line: *line, turns: Vec::new() });
                Ok(())
            }
            Line::Leg(line) => Err(format!("leg {} where leg {} should begin", line.leg, self.legs.len())),
            Line::Turn(turn) => {
                let leg = self.legs.last_mut().ok_or("a turn before the first leg")?;
                if turn.turn as usize != leg.turns.len() + 1 {
                    return Err(format!("turn {} where turn {} should come", turn.turn, leg.turns.len() + 1));
                }
                leg.turns.push(*turn);
                Ok(())
            }
            Line::Footer(footer) => {
                self.footer = Some(*footer);
                Ok(())
            }
        }
    }
}

impl SeatTotals {
    fn count(&mut self, turn: &SeatTurn) {
        self.memory = self.memory.max(turn.memory);
        self.faults = self.faults.saturating_add(u32::from(turn.fault.is_some()));
        self.restarts = self.restarts.saturating_add(u32::from(turn.restarted));
        let times = turn.violations.iter().fold(0, |sum: u64, entry| sum.saturating_add(entry.times));
        self.violations = self.violations.saturating_add(times);
    }

    fn charge(&mut self, fuel: u64) {
        self.fuel = self.fuel.saturating_add(fuel);
        self.worst_turn_fuel = self.worst_turn_fuel.max(fuel);
    }
}

impl SeatTurn {
    fn redact(&mut self) {
        self.log.clear();
        self.log_dropped = 0;
        self.draw.clear();
        self.draw_dropped = 0;
    }
}

/// A [`Line`] that is written.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum LineRef<'a> {
    Header(&'a Header),
    Leg(&'a LegLine),
    Turn(&'a TurnLine),
    Footer(&'a Footer),
}

fn read_header(line: &[u8]) -> Result<Header, ReadError> {
    if let Some(error) = other_format(line) {
        return Err(error);
    }
    match serde_json::from_slice(line) {
        Ok(Line::Header(header)) => {
            header.limits.check()?;
            Ok(*header)
        }
        Ok(_) => Err(ReadError::NoHeader("it is another line of a replay".to_owned())),
        Err(error) => Err(ReadError::NoHeader(line_problem(&error))),
    }
}

/// What a header of any format has. All else is skipped, as [`Header`] skips what it does not know.
#[derive(Deserialize)]
struct AnyHeader {
    format: u64,
    #[serde(default)]
    botpit: serde_json::Value,
}

#[derive(Deserialize)]
struct AnyHeaderLine {
    header: AnyHeader,
}

/// The error of a header of another format, whose fields may be others too.
fn other_format(line: &[u8]) -> Option<ReadError> {
    let AnyHeaderLine { header } = serde_json::from_slice(line).ok()?;
    let found = Some(header.format).filter(|&found| found != u64::from(FORMAT))?;
    let botpit = header.botpit.as_str().unwrap_or("of unknown version").chars().take(40).collect();
    Some(ReadError::OtherFormat { found, botpit })
}

/// A line that is whole without its line break was only stripped of it, by an editor: JSON that is cut is no JSON.
fn parse_line(line: &[u8]) -> Result<Line, String> {
    serde_json::from_slice(line).map_err(|error| match error.is_eof() && !line.ends_with(b"\n") {
        true => "the line is cut".to_owned(),
        false => line_problem(&error),
    })
}

/// What is wrong with a line of JSON. The parser only sees that line: its own line number would contradict the file's.
pub(crate) fn line_problem(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    match text.strip_suffix(&place) {
        Some(problem) => format!("{problem} at column {}", error.column()),
        None => text,
    }
}
