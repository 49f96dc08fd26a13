//! The bots that come with the program: the examples, compiled by its build.

use botpit_engine::Seat;

/// A bot that is part of the program, `builtin:NAME` on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Builtin {
    /// What it is called.
    pub name: &'static str,
    /// The id of the game that it plays.
    pub game: &'static str,
    /// What it does, in a few words.
    pub about: &'static str,
    /// Its module.
    pub wasm: &'static [u8],
}

macro_rules! builtins {
    ($($game:literal { $($name:literal: $about:literal,)+ })+) => {
        &[$($(Builtin {
            name: $name,
            game: $game,
            about: $about,
            wasm: include_bytes!(concat!(env!("OUT_DIR"), "/", $name, ".wasm")),
        },)+)+]
    };
}

static BUILTINS: &[Builtin] = builtins! {
    "gold-hunter" {
        "random": "does anything that is possible",
        "prospector": "explores, remembers and digs",
        "marksman": "hunts along lines of fire and dodges bullets",
        "foreman": "shares out the gold and guards its workers",
    }
    "capture-the-flag" {
        "wanderer": "goes anywhere",
        "runner": "runs to the enemy's flags and home",
        "sentinel": "guards its half, frees its players and runs",
        "captain": "cuts enemies off and looks for ways past them",
    }
};

/// All of them, game by game, the weakest of each first.
pub fn builtins() -> &'static [Builtin] {
    BUILTINS
}

/// The one of that name.
pub fn builtin(name: &str) -> Option<&'static Builtin> {
    BUILTINS.iter().find(|builtin| builtin.name == name)
}

/// Those that play a game, the weakest first.
pub fn builtins_of(game: &str) -> impl DoubleEndedIterator<Item = &'static Builtin> {
    BUILTINS.iter().filter(move |builtin| builtin.game == game)
}

/// The bot that sits in seat `a`, or `b`, of a game when nobody says who: the strongest, and the one before it. `None`
/// when the game has too few.
pub fn default_builtin(game: &str, seat: Seat) -> Option<&'static Builtin> {
    builtins_of(game).rev().nth(seat.index())
}
