use serde::Serialize;

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
