//! Gold Hunter: hunters shoot, workers dig, and the team that extracts more gold wins.

pub mod event;

mod bundled;
mod canonical;
mod check;
mod contest_format;
mod describe;
mod flight;
mod generator;
mod leg;
mod map;
mod own_format;
mod ruleset;
mod show;
mod state;
mod turn;
mod view;

pub use leg::Match;
pub use map::{Deposit, Map, MapDraft, Placement};
pub use ruleset::GoldHunter;
