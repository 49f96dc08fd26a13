//! Gold Hunter: hunters shoot, workers dig, and the team that extracts more gold wins.

mod map;
mod ruleset;
mod turn;
mod view;

pub use map::{Deposit, Map, MapDraft, Placement};
pub use ruleset::GoldHunter;
pub use turn::Match;
