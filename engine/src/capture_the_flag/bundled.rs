//! The maps that come with the game.

use crate::map::{BundledMap, bundled_maps};

/// The pool, the default first.
pub(super) const BUNDLED_MAPS: &[BundledMap] = bundled_maps! {
    "../../maps/capture-the-flag",
    "meadow": "30x30, scattered walls and wide ways between them",
    "plain": "30x30, hardly a wall: who sees whom first decides",
    "thicket": "30x30, walls everywhere and narrow ways",
    "rooms": "30x30, small rooms with doors, easy to guard and to be trapped in",
    "river": "30x30, a wall along the middle with four bridges",
    "lanes": "30x30, three lanes between long walls",
    "fortress": "30x30, the flags in a fort with gates on every side",
    "outpost": "20x20, 2 players and 3 flags a team: a short match",
    "frontier": "44x40, 6 players and 8 flags a team: a large match",
};
