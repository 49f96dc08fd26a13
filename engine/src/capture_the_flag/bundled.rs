//! The maps that come with the game.

use crate::map::MapOrigin::{Drawn, Generated};
use crate::map::{BundledMap, bundled_maps};

/// The pool, the default first.
pub(super) const BUNDLED_MAPS: &[BundledMap] = bundled_maps! {
    "../../maps/capture-the-flag",
    "meadow", Generated { version: "0.1.0", seed: 11, options: "density=12" },
        "scattered walls and wide ways between them";
    "plain", Generated { version: "0.1.0", seed: 3, options: "density=3" },
        "hardly a wall: who sees whom first decides";
    "thicket", Generated { version: "0.1.0", seed: 5, options: "density=28" },
        "walls everywhere and narrow ways";
    "rooms", Drawn, "small rooms with doors, easy to guard and to be trapped in";
    "river", Drawn, "a wall along the middle with four bridges";
    "lanes", Drawn, "three lanes between long walls";
    "fortress", Drawn, "the flags in a fort with gates on every side";
    "moats", Drawn, "flags in forts of their own, each with two or three gates";
    "labyrinth", Drawn, "corridors one cell wide with many loops";
    "yard", Drawn, "two flags on a small board: every step counts";
    "outpost", Generated { version: "0.1.0", seed: 9, options: "width=20 height=20 players=2 flags=3" },
        "few players and flags: a short match";
    "gauntlet", Drawn, "long and narrow, with a walled passage along the middle";
    "frontier", Generated { version: "0.1.0", seed: 21, options: "width=44 height=40 density=14 players=6 flags=8" },
        "many players and flags: a large match";
    "continent", Generated { version: "0.1.0", seed: 2, options: "width=100 height=100 density=12 players=12 flags=10" },
        "the largest board there is: long ways, many hands";
};
