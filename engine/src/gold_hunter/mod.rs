//! Gold Hunter: hunters shoot, workers dig, and the team that extracts more gold wins.

pub mod event;

mod canonical;
mod cells;
mod flight;
mod leg;
mod map;
mod ruleset;
mod show;
mod state;
mod turn;
mod view;

pub use leg::Match;
pub use map::{Deposit, Map, MapDraft, NAME_CHARS_MAX, Placement, SIDE_MAX, TURNS_MAX};
pub use ruleset::GoldHunter;
