//! One place of a match as the page draws it.

use botpit_abi::{Mark, OrderList};
use botpit_engine::replay::{SeatTurn, ViolationEntry, draw_marks};
use botpit_engine::{
    BothSeats, Event, Fault, FaultKind, Game, GameEnd, Phase, Rejection, Ruleset, Seat, Sight, Standing, StateHash,
};
use serde::Serialize;

/// Whose eyes a name stands for: `all`, `a` or `b`.
pub(crate) fn seen_by(name: &str) -> Option<Seat> {
    Seat::BOTH.into_iter().find(|seat| seat.to_string() == name)
}

/// One place of a match.
#[derive(Serialize)]
pub(crate) struct Frame<'a> {
    leg: usize,
    turn: u32,
    state: serde_json::Value,
    sight: Option<String>,
    drawing: Board,
    events: Vec<ToldEvent>,
    rejections: Vec<ToldRejection>,
    standings: BothSeats<Standing>,
    bank_left: BothSeats<u64>,
    hash: StateHash,
    end: Option<End>,
    records: BothSeats<Option<Record<'a>>>,
}

/// What a frame needs to know besides the game.
pub(crate) struct Place<'a> {
    pub(crate) leg: usize,
    pub(crate) seen_by: Option<Seat>,
    pub(crate) bank_left: BothSeats<u64>,
    pub(crate) records: BothSeats<&'a SeatTurn>,
    pub(crate) rejections: &'a [Rejection],
}

impl<'a> Frame<'a> {
    /// What a place shows: everything, or what one seat may know.
    pub(crate) fn of(game: &dyn Game, ruleset: &dyn Ruleset, place: Place<'a>) -> Frame<'a> {
        let Place { leg, seen_by, bank_left, records, rejections } = place;
        let sight = seen_by.map(|seat| game.sight(seat)).filter(|sight| !sight.is_empty());
        let state = match seen_by {
            Some(seat) => game.seen_state(seat),
            None => game.state(),
        };
        let is_told = |seat: Seat| seen_by.is_none_or(|own| own == seat);
        // Events tell of the turn that led here; before the first there was none.
        let events = game.events().iter().filter(|_| game.turn() > 0);
        let told = events.filter(|event| seen_by.is_none_or(|seat| event.concerns(ruleset, seat)));
        Frame {
            leg,
            turn: game.turn(),
            state,
            sight: sight.map(|sight| sight.iter().map(digit).collect()),
            drawing: Board::of(&game.draw(seen_by)),
            events: told.map(|event| ToldEvent { text: event.sentence(ruleset).to_string(), event: *event }).collect(),
            rejections: rejections.iter().filter(|one| is_told(one.seat)).map(ToldRejection::of).collect(),
            standings: BothSeats::from_fn(|seat| game.standing(seat)),
            bank_left,
            hash: game.hash(),
            end: game.end().map(End::of),
            records: BothSeats::from_fn(|seat| is_told(seat).then(|| Record::of(records[seat], ruleset))),
        }
    }
}

/// How much is seen of a cell.
fn digit(sight: &Sight) -> char {
    match sight {
        Sight::Hidden => '0',
        Sight::Far => '1',
        Sight::Near => '2',
    }
}

/// The board as the terminal has it, for a game that the page has no pictures of.
#[derive(Serialize)]
struct Board {
    rows: Vec<String>,
    seats: Vec<String>,
}

impl Board {
    fn of(drawing: &botpit_engine::Drawing) -> Board {
        let owner = |seat: Option<Seat>| match seat {
            None => ' ',
            Some(Seat::A) => 'a',
            Some(Seat::B) => 'b',
        };
        Board {
            rows: drawing.rows().map(|row| row.iter().map(|glyph| glyph.symbol).collect()).collect(),
            seats: drawing.rows().map(|row| row.iter().map(|glyph| owner(glyph.seat)).collect()).collect(),
        }
    }
}

#[derive(Serialize)]
struct ToldEvent {
    #[serde(flatten)]
    event: Event,
    text: String,
}

#[derive(Serialize)]
struct ToldRejection {
    #[serde(flatten)]
    rejection: Rejection,
    text: String,
}

impl ToldRejection {
    fn of(rejection: &Rejection) -> ToldRejection {
        ToldRejection { text: rejection.to_string(), rejection: *rejection }
    }
}

/// How a leg ended.
#[derive(Serialize)]
pub(crate) struct End {
    text: String,
    winner: Option<Seat>,
}

impl End {
    fn of(end: GameEnd) -> End {
        End { text: end.ending.to_string(), winner: end.winner }
    }
}

/// What a bot did in a turn besides its orders' effects.
#[derive(Serialize)]
struct Record<'a> {
    fuel: u64,
    memory: u64,
    restarted: bool,
    fault: Option<ToldFault<'a>>,
    violations: &'a [ViolationEntry],
    log: &'a str,
    log_dropped: u64,
    marks: Vec<ToldMark>,
    draw_dropped: u64,
    orders: Vec<String>,
}

#[derive(Serialize)]
struct ToldFault<'a> {
    kind: FaultKind,
    phase: Phase,
    detail: &'a str,
    text: String,
}

impl<'a> ToldFault<'a> {
    fn of(fault: &'a Fault) -> ToldFault<'a> {
        ToldFault { kind: fault.kind, phase: fault.phase, detail: &fault.detail, text: fault.to_string() }
    }
}

impl<'a> Record<'a> {
    fn of(record: &'a SeatTurn, ruleset: &dyn Ruleset) -> Record<'a> {
        let orders = OrderList::parse(&record.orders, ruleset.abi_game());
        Record {
            fuel: record.fuel,
            memory: record.memory,
            restarted: record.restarted,
            fault: record.fault.as_ref().map(ToldFault::of),
            violations: &record.violations,
            log: &record.log,
            log_dropped: record.log_dropped,
            marks: draw_marks(&record.draw).map(ToldMark::of).collect(),
            draw_dropped: record.draw_dropped,
            orders: orders.iter().flat_map(OrderList::iter).map(|order| ruleset.describe_order(order)).collect(),
        }
    }
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum ToldMark {
    Cell { at: (u16, u16), colour: u32 },
    Line { from: (u16, u16), to: (u16, u16), colour: u32 },
    Text { at: (u16, u16), colour: u32, text: String },
}

impl ToldMark {
    /// The most characters of a text that are shown.
    const TEXT_CHARS: usize = 80;

    fn of(mark: Mark<'_>) -> ToldMark {
        match mark {
            Mark::Cell { at, colour } => ToldMark::Cell { at, colour },
            Mark::Line { from, to, colour } => ToldMark::Line { from, to, colour },
            Mark::Text { at, colour, text } => {
                ToldMark::Text { at, colour, text: botpit_guest::escape(text, ToldMark::TEXT_CHARS) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stands_for_whose_eyes() {
        assert_eq!(["all", "a", "b", "c"].map(seen_by), [None, Some(Seat::A), Some(Seat::B), None]);
    }
}
