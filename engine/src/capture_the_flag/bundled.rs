//! The maps that come with the game.

use crate::map::BundledMap;

/// The map of a file in `engine/maps/capture-the-flag`.
macro_rules! bundled {
    ($name:literal, $about:literal) => {
        BundledMap {
            name: $name,
            about: $about,
            text: include_str!(concat!("../../maps/capture-the-flag/", $name, ".toml")),
        }
    };
}

/// The pool, the default first.
pub(super) const BUNDLED_MAPS: &[BundledMap] = &[
    bundled!("meadow", "30x30, scattered walls and wide ways between them"),
    bundled!("plain", "30x30, hardly a wall: who sees whom first decides"),
    bundled!("thicket", "30x30, walls everywhere and narrow ways"),
    bundled!("rooms", "30x30, small rooms with doors, easy to guard and to be trapped in"),
    bundled!("river", "30x30, a wall along the middle with four bridges"),
    bundled!("lanes", "30x30, three lanes between long walls"),
    bundled!("fortress", "30x30, the flags in a fort with gates on every side"),
    bundled!("outpost", "20x20, 2 players and 3 flags a team: a short match"),
    bundled!("frontier", "44x40, 6 players and 8 flags a team: a large match"),
];
