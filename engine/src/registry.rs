//! The list of games.

use crate::capture_the_flag::CaptureTheFlag;
use crate::game::Ruleset;
use crate::gold_hunter::GoldHunter;

/// All games, in the order in which they are shown. A new game is one more entry.
pub static RULESETS: &[&dyn Ruleset] = &[&GoldHunter, &CaptureTheFlag];

/// The game of that id, if there is one.
pub fn ruleset(id: &str) -> Option<&'static dyn Ruleset> {
    RULESETS.iter().copied().find(|ruleset| ruleset.id() == id)
}
