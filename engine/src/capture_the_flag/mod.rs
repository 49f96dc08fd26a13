//! Capture the Flag: players carry the opponent's flags to their base, and capture opponents on their own half.

pub mod event;

mod bundled;
mod canonical;
mod check;
mod describe;
mod generator;
mod jail;
mod leg;
mod map;
mod moves;
mod own_format;
mod ruleset;
mod show;
mod state;
mod turn;
mod view;

pub use leg::{Match, MatchOptions};
pub use map::{Map, MapDraft, Team};
pub use ruleset::CaptureTheFlag;
