//! The maps that come with the game.

use crate::map::{BundledMap, bundled_maps};

/// The pool, the default first.
pub(super) const BUNDLED_MAPS: &[BundledMap] = bundled_maps! {
    "../../maps/gold-hunter",
    "crossing": "30x30, 4 hunters and 4 workers: four broken courtyards around an open cross",
    "duel": "13x13, 1 hunter and 1 worker: small and short",
    "quarry": "21x21, 3 and 3: a rich pit in the middle with four ways in",
    "pillars": "25x25, 4 and 4: posts in a lattice, long lines of fire",
    "canyon": "48x20, 4 and 5: two long walls with few passes",
    "rooms": "41x41, 4 and 5: rooms with doors, the best gold in the middle one",
    "maze": "44x32, 4 and 4: winding corridors, two cells wide",
    "frontier": "60x36, 5 and 5: a wide field with short walls",
    "thicket": "50x50, 6 and 6: dense obstacles, short sight",
    "plains": "100x100, 12 and 12: the largest board there is",
};
