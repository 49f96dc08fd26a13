//! The bots that come with the program: the examples, compiled by its build.

/// A bot that is part of the program, `builtin:NAME` on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Builtin {
    /// What it is called.
    pub name: &'static str,
    /// What it does, in a few words.
    pub about: &'static str,
    /// Its module.
    pub wasm: &'static [u8],
}

macro_rules! builtins {
    ($($name:literal: $about:literal,)+) => {
        &[$(Builtin {
            name: $name,
            about: $about,
            wasm: include_bytes!(concat!(env!("OUT_DIR"), "/", $name, ".wasm")),
        },)+]
    };
}

static BUILTINS: &[Builtin] = builtins! {
    "random": "does anything that is possible",
    "prospector": "explores, remembers and digs",
    "marksman": "hunts along lines of fire and dodges bullets",
    "foreman": "shares out the gold and guards its workers",
};

/// All of them, the weakest first.
pub fn builtins() -> &'static [Builtin] {
    BUILTINS
}

/// The one of that name.
pub fn builtin(name: &str) -> Option<&'static Builtin> {
    BUILTINS.iter().find(|builtin| builtin.name == name)
}
