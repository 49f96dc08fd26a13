//! The keys of a configuration file that are not in a table of the engine.

use botpit_engine::{Limits, OptionSpec, Registry, Ruleset};

use super::{REPLAYS_MAX, THREADS_MAX};

/// A key of the tables `policy` and `defaults`.
#[derive(Clone, Copy, Debug)]
pub struct KeySpec {
    /// The table.
    pub table: &'static str,
    /// The key in it.
    pub name: &'static str,
}

/// The keys of `policy` and `defaults`, in the order in which they are shown.
pub const KEYS: [KeySpec; 7] = [
    key("policy", "on_fault"),
    key("policy", "on_violation"),
    key("policy", "replays"),
    key("defaults", "game"),
    key("defaults", "seed"),
    key("defaults", "threads"),
    key("defaults", "swap"),
];

const fn key(table: &'static str, name: &'static str) -> KeySpec {
    KeySpec { table, name }
}

impl KeySpec {
    /// What holds when nobody says otherwise, in TOML; of a key that depends on the game, what the first one has.
    pub fn default(&self, games: &Registry) -> String {
        let first = games.iter().next();
        match (self.name, first) {
            ("on_fault", _) => "\"forfeit-turn\"".to_owned(),
            ("on_violation", _) => "\"record\"".to_owned(),
            ("replays", Some(first)) => first.default_replays().to_string(),
            ("game", Some(first)) => format!("\"{}\"", first.id()),
            ("seed" | "threads", _) => "1".to_owned(),
            _ => "false".to_owned(),
        }
    }

    /// What the key takes, for a sentence.
    pub fn values(&self, games: &Registry) -> String {
        match self.name {
            "on_fault" => "\"forfeit-turn\" or \"forfeit-match\"".to_owned(),
            "on_violation" => "\"record\", \"forfeit\" or \"disqualify\"".to_owned(),
            "replays" => format!("a whole number from 0 to {REPLAYS_MAX}"),
            "game" => {
                let ids: Vec<String> = games.iter().map(|ruleset| format!("\"{}\"", ruleset.id())).collect();
                ids.join(" or ")
            }
            "seed" => "a whole number, or a text of 0x and hex digits".to_owned(),
            "threads" => format!("a whole number from 1 to {THREADS_MAX}"),
            _ => "true or false".to_owned(),
        }
    }
}

/// The tables of a file.
pub(super) const TABLES: [&str; 7] = ["limits", "policy", "defaults", "bots", "maps", "options", "map_options"];

/// The options that a table of options of a game has: `options`, or else `map_options`.
pub(super) fn option_specs(table: &str, ruleset: &dyn Ruleset) -> &'static [OptionSpec] {
    if table == "options" { ruleset.options() } else { ruleset.generator_options() }
}

/// The tables that have a key of that name, as they are written in brackets.
pub(super) fn tables_with(games: &Registry, name: &str) -> Vec<String> {
    let mut tables = Vec::new();
    if Limits::SPECS.iter().any(|spec| spec.name == name) {
        tables.push("limits".to_owned());
    }
    tables.extend(KEYS.iter().filter(|key| key.name == name).map(|key| key.table.to_owned()));
    for ruleset in games.iter() {
        let with = ["options", "map_options"]
            .into_iter()
            .filter(|table| option_specs(table, ruleset).iter().any(|spec| spec.name == name));
        tables.extend(with.map(|table| format!("{table}.{}", ruleset.id())));
    }
    tables
}
