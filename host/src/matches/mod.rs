//! Matches: two bots in the sandbox, the rules, and the record of what happened.
//!
//! **Invariant**: nothing here knows a rule. A match is fully described by its [`MatchSpec`]; playing it twice gives
//! the same replay, whatever else the machine does, unless the ceiling of processor time decides it.

mod debug;
mod leg;
mod profile;
mod referee;
mod rerun;
mod seat;
mod series;
mod solo;
mod trial;

pub use botpit_engine::MapSource;
pub use debug::{DebugReport, DebugTurn, debug};
pub use profile::{ProfileError, ProfilePlace, ProfiledLeg, ProfiledMatch, profile_match, profile_replay, turns_of};
pub use referee::{Entrant, MatchSpec, Referee, Unplayable};
pub use rerun::{RerunDifference, RerunError, RerunReport, rerun};
pub use series::{Series, SeriesError, SeriesMaps};
pub use solo::SoloError;
pub use trial::{Trial, TrialEnd, TrialError, trial};

/// The stack of a thread that plays matches, in bytes: more than a guest may use of it.
pub const PLAYER_STACK_BYTES: usize = 8 << 20;
