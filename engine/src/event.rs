use std::fmt;

use botpit_abi::Direction;
use serde::Serialize;

use crate::game::Ruleset;
use crate::grid::Cell;
use crate::seat::Seat;

/// Something that happened in a turn, as data. Each ruleset lists its kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Event {
    /// What happened, in kebab-case: `killed`, `extracted`, …
    pub kind: &'static str,
    /// Whose player it concerns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// The player's id in its team.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<u16>,
    /// Where.
    pub at: Cell,
    /// The other cell, where the kind has one: where a move came from or was to go.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<Cell>,
    /// A number, where the kind has one: a value, the turns dug, a flag.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<u32>,
    /// Why, where the kind has a reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
}

/// How events of one kind, and of one reason where the kind has reasons, read to people.
///
/// In its text stand `{who}` for the player, `{at}` and `{other}` for the cells, `{value}` for the number, `{direction}`
/// for the number as a direction's code, and `{mate}` and `{opponent}` for the number as a player's id in the own or
/// the other team.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventSentence {
    /// The kind.
    pub kind: &'static str,
    /// The reason, where the kind has one.
    pub reason: Option<&'static str>,
    /// The sentence.
    pub text: &'static str,
}

impl EventSentence {
    /// The sentence of a kind that has no reasons.
    pub const fn new(kind: &'static str, text: &'static str) -> EventSentence {
        EventSentence { kind, reason: None, text }
    }

    /// The sentence of a kind and one of its reasons.
    pub const fn because(kind: &'static str, reason: &'static str, text: &'static str) -> EventSentence {
        EventSentence { kind, reason: Some(reason), text }
    }
}

impl Event {
    /// An event of a player of that id where it stands, with nothing else to tell.
    pub fn of_player(kind: &'static str, seat: Seat, id: u16, at: Cell) -> Event {
        Event { kind, seat: Some(seat), player: Some(id), at, other: None, value: None, reason: None }
    }

    /// The event as a sentence of its game, without a full stop: `a0 moves (4, 28) -> (5, 28)`. One that the game has no
    /// sentence for is told field by field.
    pub fn sentence(&self, ruleset: &dyn Ruleset) -> impl fmt::Display + use<> {
        let event = *self;
        let text = self.text(ruleset);
        fmt::from_fn(move |f| match text {
            Some(text) => event.fill(f, text),
            None => event.list(f),
        })
    }

    /// Whether it concerns one of a seat's players. What concerns nobody's player, such as the end of a bullet, is told to
    /// no seat: no view tells of it either.
    pub fn concerns(&self, ruleset: &dyn Ruleset, seat: Seat) -> bool {
        let names_other_team = || self.text(ruleset).is_some_and(|text| text.contains("{opponent}"));
        self.seat.is_some_and(|whose| whose == seat || names_other_team())
    }

    /// What the game says of such an event.
    fn text(&self, ruleset: &dyn Ruleset) -> Option<&'static str> {
        let is_of = |sentence: &&EventSentence| (sentence.kind, sentence.reason) == (self.kind, self.reason);
        ruleset.event_sentences().iter().find(is_of).map(|sentence| sentence.text)
    }

    /// Writes a sentence with what it names put in.
    fn fill(&self, f: &mut fmt::Formatter<'_>, mut text: &str) -> fmt::Result {
        while let Some((before, (name, after))) =
            text.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)))
        {
            f.write_str(before)?;
            match (name, self.other, self.value) {
                ("who", ..) => self.who(f)?,
                ("at", ..) => write!(f, "{}", self.at)?,
                ("other", Some(other), _) => write!(f, "{other}")?,
                ("value", _, Some(value)) => write!(f, "{value}")?,
                ("direction", _, Some(code)) => f.write_str(direction_name(code))?,
                ("mate", _, Some(id)) => write_player(f, self.seat, id)?,
                ("opponent", _, Some(id)) => write_player(f, self.seat.map(Seat::other), id)?,
                _ => f.write_str("?")?,
            }
            text = after;
        }
        f.write_str(text)
    }

    /// Writes the event field by field.
    fn list(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.seat.is_some() {
            self.who(f)?;
            f.write_str(" ")?;
        }
        write!(f, "{} at {}", self.kind.replace('-', " "), self.at)?;
        if let Some(other) = self.other {
            write!(f, ", {other}")?;
        }
        if let Some(value) = self.value {
            write!(f, ", {value}")?;
        }
        match self.reason {
            Some(reason) => write!(f, ": {}", reason.replace('-', " ")),
            None => Ok(()),
        }
    }

    fn who(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.seat, self.player) {
            (seat, Some(player)) => write_player(f, seat, player.into()),
            (Some(seat), None) => write!(f, "{seat}"),
            (None, None) => f.write_str("?"),
        }
    }
}

fn write_player(f: &mut fmt::Formatter<'_>, seat: Option<Seat>, id: u32) -> fmt::Result {
    match seat {
        Some(seat) => write!(f, "{seat}{id}"),
        None => write!(f, "player {id}"),
    }
}

fn direction_name(code: u32) -> &'static str {
    u8::try_from(code).ok().and_then(Direction::from_code).map_or("?", Direction::name)
}

/// Why an order had no effect because it was impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, serde::Deserialize)]
pub struct Rejection {
    /// Whose order.
    pub seat: Seat,
    /// Its place in the answer, from 0.
    pub order: u32,
    /// The player that it names.
    pub player: u16,
    /// Why it is impossible.
    pub reason: RejectionReason,
}

/// The rejection as a sentence without a full stop: `b4's order is rejected: the player is dead`.
impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.reason {
            RejectionReason::Malformed => write!(f, "{}'s orders are rejected: {}", self.seat, self.reason),
            _ => write!(f, "{}{}'s order is rejected: {}", self.seat, self.player, self.reason),
        }
    }
}

/// Why an order is impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum RejectionReason {
    /// The bytes are no list of orders; the host's own check makes that a fault before it comes here.
    Malformed,
    /// The team has no player of that id.
    UnknownPlayer,
    /// The player is dead.
    Dead,
    /// The player is captured.
    Captured,
    /// There is no such kind of order.
    UnknownKind,
    /// There is no such direction.
    BadDirection,
    /// A worker cannot fire.
    Unarmed,
    /// The hunter has no bullets.
    NoBullets,
}

impl RejectionReason {
    /// The reason in kebab-case, as replays have it.
    pub const fn code(self) -> &'static str {
        match self {
            RejectionReason::Malformed => "malformed",
            RejectionReason::UnknownPlayer => "unknown-player",
            RejectionReason::Dead => "dead",
            RejectionReason::Captured => "captured",
            RejectionReason::UnknownKind => "unknown-kind",
            RejectionReason::BadDirection => "bad-direction",
            RejectionReason::Unarmed => "unarmed",
            RejectionReason::NoBullets => "no-bullets",
        }
    }
}

/// The reason as a clause.
impl fmt::Display for RejectionReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            RejectionReason::Malformed => "the bytes are no list of orders",
            RejectionReason::UnknownPlayer => "the team has no such player",
            RejectionReason::Dead => "the player is dead",
            RejectionReason::Captured => "the player is captured",
            RejectionReason::UnknownKind => "the game has no such kind of order",
            RejectionReason::BadDirection => "there is no such direction",
            RejectionReason::Unarmed => "a worker cannot fire",
            RejectionReason::NoBullets => "the hunter has no bullets",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gold_hunter::GoldHunter;

    #[test]
    fn an_event_that_the_game_has_no_sentence_for_is_readable() {
        let at = Cell::new(3, 4);
        let event = Event { kind: "beamed-up", seat: None, player: None, at, other: None, value: None, reason: None };
        assert_eq!(event.sentence(&GoldHunter).to_string(), "beamed up at (3, 4)");
        let (seat, player, other) = (Some(Seat::B), Some(7), Some(Cell::new(5, 6)));
        let event = Event { seat, player, other, value: Some(2), reason: Some("no-fuel"), ..event };
        assert_eq!(event.sentence(&GoldHunter).to_string(), "b7 beamed up at (3, 4), (5, 6), 2: no fuel");
    }
}
