//! The rules of Botpit's games, their maps and their replays.
//!
//! This crate knows what a turn does and nothing else: no input or output, clock, threads, floats, globals or
//! `unsafe`, and no iteration over a hash map. It builds natively and for `wasm32-unknown-unknown`, and the same
//! inputs give the same states, hashes and view bytes on both.
//!
//! A host meets a game at one seam, the traits [`Ruleset`], [`GameMap`] and [`Game`]; [`GAMES`] lists the games.
#![forbid(unsafe_code)]

pub mod capture_the_flag;
pub mod gold_hunter;
pub mod replay;

mod board;
mod cells;
mod describe;
mod drawing;
mod event;
mod fault;
mod game;
mod grid;
mod hash;
mod json;
mod layout;
mod limits;
mod map;
mod map_file;
mod map_source;
mod options;
mod orders;
mod players;
mod reach;
mod registry;
mod rng;
mod seat;
mod tape;
mod walls;

pub use describe::grouped;
pub use drawing::{Drawing, Glyph};
pub use event::{Event, EventSentence, Rejection, RejectionReason};
pub use fault::{Fault, FaultKind, Phase};
pub use game::{
    BudgetPolicy, Ending, ForfeitReason, Game, GameEnd, GameMap, MatchStart, Ruleset, SeatInput, SetupLimits, Sight,
    Standing, TieBreak,
};
pub use grid::{Cell, Size};
pub use hash::{HashChain, StateHash};
pub use json::json_line;
pub use limits::{LimitError, LimitSpec, Limits, OnFault, OnViolation, Policy};
pub use map::{
    BundledMap, Figure, Finding, GeneratorError, MapError, MapOrigin, MapProblem, MapSummary, MapWriteError, Severity,
    Symmetry, read_map_of_any,
};
pub use map_source::MapSource;
pub use options::{OptionError, OptionSpec, Settings};
pub use orders::OrderReader;
pub use registry::{GAMES, Registry};
pub use rng::{MapRng, Seed};
pub use seat::{BothSeats, Seat};
pub use tape::{Tape, TapeError, TapeHead, TapeMessage};

// The strategies of the integration tests serve unit tests too; they name this crate as other crates do.
#[cfg(test)]
extern crate self as botpit_engine;
#[cfg(test)]
#[path = "../tests/common/mod.rs"]
mod random_games;
