//! The maps that come with the game.

use crate::map::MapOrigin::{Drawn, Generated};
use crate::map::{BundledMap, bundled_maps};

/// The pool, the default first.
pub(super) const BUNDLED_MAPS: &[BundledMap] = bundled_maps! {
    "../../maps/gold-hunter",
    "crossing", Drawn, "four broken courtyards around an open cross";
    "duel", Drawn, "one hunter and one worker each: small and short";
    "arena", Drawn, "a broken ring around the dearest gold, everybody near everybody";
    "quarry", Drawn, "a rich pit in the middle with four ways in";
    "pillars", Drawn, "posts in a lattice, long lines of fire";
    "canyon", Drawn, "two long walls with few passes";
    "islands", Drawn, "nine islands and the narrow bridges between them";
    "rooms", Drawn, "rooms with doors, the best gold in the middle one";
    "maze", Drawn, "winding corridors, two cells wide";
    "frontier", Generated {
        version: "0.1.0",
        seed: 12,
        options: "width=60 height=36 density=18 gold=42 gold-value=1-2 hunters=5 workers=5 turns=500",
    }, "a wide field with short walls";
    "thicket", Generated {
        version: "0.1.0",
        seed: 101,
        options: "width=50 height=50 density=30 gold=54 hunters=6 workers=6 turns=600",
    }, "dense obstacles, short sight";
    "mines", Drawn, "galleries in the rock with dear gold in their dead ends";
    "plains", Generated {
        version: "0.1.0",
        seed: 77,
        options: "width=100 height=100 density=12 gold=180 gold-value=1-3 hunters=12 workers=12 turns=1000",
    }, "the largest board there is";
};
