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
