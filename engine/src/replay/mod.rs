//! Replays: what a match leaves behind, from which every state can be computed again.
//!
//! A replay is JSON Lines: a header, then for each leg a line with its map and a line a turn, then a footer. Keys
//! have a fixed order and there are no time stamps, so the same match gives the same bytes. A file that was cut is
//! readable up to the cut.
//!
//! The hash chain proves that a replay is consistent with the rules. Only playing the bots again proves that these
//! bots played it.

mod film;
mod format;
mod outcome;
mod reader;
mod verify;

pub use film::{Film, FilmError, Kind, Position, Scene};
pub(crate) use format::hex_bytes;
pub use format::{
    BotEntry, CpuCeilingRecord, FORMAT, Footer, Header, LegEnd, LegLine, Line, MapEntry, Meter, OrderBytes, Outcome,
    Sandbox, SeatTotals, SeatTurn, TurnLine, ViolationEntry, draw_marks,
};
pub(crate) use reader::line_problem;
pub use reader::{Damage, Leg, ReadError, Replay};
pub use verify::{Difference, VerifyError, Walk, verify};
