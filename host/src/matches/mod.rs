//! Matches: two bots in the sandbox, the rules, and the record of what happened.
//!
//! **Invariant**: nothing here knows a rule. A match is fully described by its [`MatchSpec`]; playing it twice gives
//! the same replay, whatever else the machine does, unless the ceiling of processor time decides it.

mod debug;
mod leg;
mod maps;
mod referee;
mod rerun;
mod seat;
mod series;

pub use debug::{DebugError, DebugReport, DebugTurn, debug};
pub use maps::MapSource;
pub use referee::{Entrant, MatchSpec, Referee, Unplayable};
pub use rerun::{RerunDifference, RerunError, RerunReport, rerun};
pub use series::{Series, SeriesError, SeriesMaps};

/// The stack of a thread that plays matches, in bytes: more than a guest may use of it.
pub const PLAYER_STACK_BYTES: usize = 8 << 20;
