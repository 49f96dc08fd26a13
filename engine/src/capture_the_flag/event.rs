//! The kinds of event of Capture the Flag, in the order in which a turn has them, and their reasons.
//!
//! | kind | step | `seat`, `player` | `at` | `other` | `value` | `reason` |
//! |---|---|---|---|---|---|---|
//! | `moved` | Moves | who | where it is now | where it was | | |
//! | `stayed` | Moves | who | where it stays | where it was to go, if on the board | | `off-board`, `wall`, `own-spawn`, `contested`, `blocked` |
//! | `captured` | Contacts | who | where it was captured | the jail | the captor's id, the least of several | `met`, `exchanged` |
//! | `flag-returned` | Contacts | who carried it | the flag's place | where it was captured | the flag's number | |
//! | `scored` | Drop-off | who | where it stands | the flag's place | the flag's number | |
//! | `picked-up` | Pick-up | who | the flag's place | | the flag's number | |
//! | `freed` | Freeing | who | where it is now | the jail | the id of who freed it, the least of several | |
//!
//! Within a step, events are by seat and id; `flag-returned` follows the `captured` that it belongs to.

use crate::event::EventSentence;

/// How they read.
pub(super) const SENTENCES: &[EventSentence] = &[
    EventSentence::new(kind::MOVED, "{who} moves {other} -> {at}"),
    EventSentence::because(kind::STAYED, reason::OFF_BOARD, "{who} stays at {at}: the board ends there"),
    EventSentence::because(kind::STAYED, reason::WALL, "{who} stays at {at}: {other} is a wall"),
    EventSentence::because(kind::STAYED, reason::OWN_SPAWN, "{who} stays at {at}: {other} is an own flag spawn"),
    EventSentence::because(kind::STAYED, reason::CONTESTED, "{who} stays at {at}: another was to enter {other} too"),
    EventSentence::because(kind::STAYED, reason::BLOCKED, "{who} stays at {at}: a team mate stays at {other}"),
    EventSentence::because(
        kind::CAPTURED,
        reason::MET,
        "{who} is captured at {at}: it met {opponent}; to jail {other}",
    ),
    EventSentence::because(
        kind::CAPTURED,
        reason::EXCHANGED,
        "{who} is captured at {at}: it exchanged cells with {opponent}; to jail {other}",
    ),
    EventSentence::new(kind::FLAG_RETURNED, "{who} loses flag {value} at {other}: it is back at {at}"),
    EventSentence::new(kind::SCORED, "{who} scores with flag {value} at {at}: it is back at {other}"),
    EventSentence::new(kind::PICKED_UP, "{who} picks up flag {value} at {at}"),
    EventSentence::new(kind::FREED, "{who} is freed from jail {other} by {mate}, now at {at}"),
];

/// What happened.
pub mod kind {
    /// A player went to the next cell.
    pub const MOVED: &str = "moved";
    /// A player was to go to the next cell, and did not.
    pub const STAYED: &str = "stayed";
    /// A player is captured.
    pub const CAPTURED: &str = "captured";
    /// The flag of a captured carrier is back at its place.
    pub const FLAG_RETURNED: &str = "flag-returned";
    /// A carrier dropped a flag off at home: a point.
    pub const SCORED: &str = "scored";
    /// A player picked a flag up.
    pub const PICKED_UP: &str = "picked-up";
    /// A captured player is back in play.
    pub const FREED: &str = "freed";
}

/// Why it happened.
pub mod reason {
    /// The board ends there.
    pub const OFF_BOARD: &str = "off-board";
    /// A wall is there.
    pub const WALL: &str = "wall";
    /// A flag spawn of the player's own team is there.
    pub const OWN_SPAWN: &str = "own-spawn";
    /// Two or more team mates ordered themselves into the cell.
    pub const CONTESTED: &str = "contested";
    /// A team mate that stays holds the cell.
    pub const BLOCKED: &str = "blocked";
    /// The two opponents share a cell.
    pub const MET: &str = "met";
    /// The two opponents exchanged cells.
    pub const EXCHANGED: &str = "exchanged";
}
