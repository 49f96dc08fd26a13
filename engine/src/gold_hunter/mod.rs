//! Gold Hunter: hunters shoot, workers dig, and the team that extracts more gold wins.

mod map;
mod ruleset;
mod turn;
mod view;

pub use map::{Deposit, Map, MapDraft, NAME_CHARS_MAX, Placement, SIDE_MAX, TURNS_MAX};
pub use ruleset::GoldHunter;
pub use turn::Match;
