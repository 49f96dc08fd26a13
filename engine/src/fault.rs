use std::fmt;

use serde::{Deserialize, Serialize};

/// What a bot did wrong in a turn, or while it started.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// What kind of failure it is.
    pub kind: FaultKind,
    /// Which call of the bot it came in.
    pub phase: Phase,
    /// More about it, for people: escaped, at most 200 characters, perhaps empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
}

/// The kinds of fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum FaultKind {
    /// The fuel of the turn, of the bank or of the start ran out.
    OutOfFuel,
    /// A trap after the bot was refused memory or table space in the same call.
    OutOfMemory,
    /// The bot's code trapped: the detail says which trap.
    Trap,
    /// `alloc` gave a buffer that is out of bounds or not 8-byte aligned.
    BadAlloc,
    /// An import was called with a range outside memory.
    BadPointer,
    /// The answer lies outside memory, is too long or is no list of orders.
    BadOrders,
    /// The bot called `proc_exit`.
    Exited,
    /// A forbidden call, where the organiser's `on-violation` makes it one.
    Violation,
}

/// A call from the host into a bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Instantiation and the start section.
    Start,
    /// `botpit_abi`.
    Abi,
    /// `_initialize`.
    Initialize,
    /// `team_name`.
    TeamName,
    /// `alloc`.
    Alloc,
    /// `setup`.
    Setup,
    /// `think`.
    Think,
}

impl FaultKind {
    /// The kind as words: `out of fuel`.
    pub const fn words(self) -> &'static str {
        match self {
            FaultKind::OutOfFuel => "out of fuel",
            FaultKind::OutOfMemory => "out of memory",
            FaultKind::Trap => "trap",
            FaultKind::BadAlloc => "bad alloc",
            FaultKind::BadPointer => "bad pointer",
            FaultKind::BadOrders => "bad orders",
            FaultKind::Exited => "exited",
            FaultKind::Violation => "violation",
        }
    }
}

impl Phase {
    /// The export, as an author knows it.
    pub const fn words(self) -> &'static str {
        match self {
            Phase::Start => "the start section",
            Phase::Abi => "botpit_abi",
            Phase::Initialize => "_initialize",
            Phase::TeamName => "team_name",
            Phase::Alloc => "alloc",
            Phase::Setup => "setup",
            Phase::Think => "think",
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in {}", self.kind.words(), self.phase.words())?;
        if self.detail.is_empty() { Ok(()) } else { write!(f, ": {}", self.detail) }
    }
}
