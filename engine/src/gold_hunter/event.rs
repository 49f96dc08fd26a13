//! The kinds of event of Gold Hunter, in the order in which a turn has them, and their reasons.
//!
//! | kind | phase | `seat`, `player` | `at` | `other` | `value` | `reason` |
//! |---|---|---|---|---|---|---|
//! | `rotated` | Rotate | who | where it stands | | the direction's code | |
//! | `moved` | Move | who | where it is now | where it was | | |
//! | `stayed` | Move | who | where it stays | where it was to go, if on the board | | `off-board`, `obstacle`, `contested`, `occupied` |
//! | `fired` | Fire | who | its cell, which is the bullet's | | bullets left | |
//! | `bullet-destroyed` | Enter fire, Fly | | its last cell | where it exchanged cells or met an obstacle: the cell it was to enter | the direction's code | `exchanged`, `off-board`, `obstacle`, `hit`, `collided` |
//! | `killed` | Enter fire, Fly | who | where it died | | | `entered-fire`, `shot` |
//! | `dug` | Dig | who | the gold's cell | | turns dug so far, 1 or 2 | |
//! | `extracted` | Dig | who | the gold's cell | | the gold's value | |
//!
//! Within a phase, events of players are by seat and id, and those of bullets by step and then by the line of the
//! rules that destroys them.

use crate::event::EventSentence;

/// How they read.
pub(super) const SENTENCES: &[EventSentence] = &[
    EventSentence::new(kind::ROTATED, "{who} turns {direction} at {at}"),
    EventSentence::new(kind::MOVED, "{who} moves {other} -> {at}"),
    EventSentence::because(kind::STAYED, reason::OFF_BOARD, "{who} stays at {at}: the board ends there"),
    EventSentence::because(kind::STAYED, reason::OBSTACLE, "{who} stays at {at}: {other} is an obstacle"),
    EventSentence::because(kind::STAYED, reason::CONTESTED, "{who} stays at {at}: another was to enter {other} too"),
    EventSentence::because(kind::STAYED, reason::OCCUPIED, "{who} stays at {at}: {other} was occupied"),
    EventSentence::new(kind::FIRED, "{who} fires at {at}, bullets left: {value}"),
    EventSentence::because(
        kind::BULLET_DESTROYED,
        reason::EXCHANGED,
        "bullet flying {direction} at {at} is gone: it met another on the way to {other}",
    ),
    EventSentence::because(
        kind::BULLET_DESTROYED,
        reason::OFF_BOARD,
        "bullet flying {direction} at {at} is gone: the board ends there",
    ),
    EventSentence::because(
        kind::BULLET_DESTROYED,
        reason::OBSTACLE,
        "bullet flying {direction} at {at} is gone: {other} is an obstacle",
    ),
    EventSentence::because(
        kind::BULLET_DESTROYED,
        reason::HIT,
        "bullet flying {direction} at {at} is gone: it hit a player",
    ),
    EventSentence::because(
        kind::BULLET_DESTROYED,
        reason::COLLIDED,
        "bullet flying {direction} at {at} is gone: it met another in this cell",
    ),
    EventSentence::because(kind::KILLED, reason::ENTERED_FIRE, "{who} is killed at {at}: it moved into a bullet"),
    EventSentence::because(kind::KILLED, reason::SHOT, "{who} is killed at {at}: it was shot"),
    EventSentence::new(kind::DUG, "{who} digs at {at}, {value} of 3 turns done"),
    EventSentence::new(kind::EXTRACTED, "{who} extracts gold worth {value} at {at}"),
];

/// What happened.
pub mod kind {
    /// A player turned to a direction, perhaps to the one it had.
    pub const ROTATED: &str = "rotated";
    /// A player went to the next cell.
    pub const MOVED: &str = "moved";
    /// A player was to go to the next cell, and did not.
    pub const STAYED: &str = "stayed";
    /// A hunter fired.
    pub const FIRED: &str = "fired";
    /// A bullet is gone.
    pub const BULLET_DESTROYED: &str = "bullet-destroyed";
    /// A player is dead.
    pub const KILLED: &str = "killed";
    /// A worker dug one turn's worth, and there is more to dig.
    pub const DUG: &str = "dug";
    /// A worker dug the last of a deposit.
    pub const EXTRACTED: &str = "extracted";
}

/// Why it happened.
pub mod reason {
    /// The board ends there.
    pub const OFF_BOARD: &str = "off-board";
    /// An obstacle is there.
    pub const OBSTACLE: &str = "obstacle";
    /// Two or more players ordered themselves into the cell.
    pub const CONTESTED: &str = "contested";
    /// A player held the cell at the start of the turn, and there was no swap.
    pub const OCCUPIED: &str = "occupied";
    /// Two bullets exchanged cells.
    pub const EXCHANGED: &str = "exchanged";
    /// The bullet killed a player, or was one of several that did.
    pub const HIT: &str = "hit";
    /// Two or more bullets met in one cell.
    pub const COLLIDED: &str = "collided";
    /// The player moved into a bullet in flight.
    pub const ENTERED_FIRE: &str = "entered-fire";
    /// A bullet entered the player's cell.
    pub const SHOT: &str = "shot";
}
