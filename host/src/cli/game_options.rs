//! Options of a game's rules or of its map generator: the command line over `botpit.toml`.

use std::collections::BTreeMap;

use botpit_engine::{MatchStart, OptionError, Seed, Settings};

use super::failure::Failure;
use crate::config::{Config, Entry};
use crate::matches::MapSource;

/// Options, and where those of the configuration stand.
pub(super) struct GameOptions {
    /// The options by name.
    pub(super) settings: Settings,
    /// Where the options of the configuration stand that the command line leaves as they are.
    places: BTreeMap<&'static str, String>,
}

impl GameOptions {
    /// The options of the command line over those of a table of the configuration.
    pub(super) fn new(
        given: &[(String, String)],
        config: &Config,
        table: Option<&BTreeMap<&'static str, Entry<String>>>,
    ) -> GameOptions {
        let mut options = GameOptions { settings: Settings::default(), places: BTreeMap::new() };
        for (name, entry) in table.into_iter().flatten() {
            options.settings.set(*name, &entry.value);
            options.places.insert(name, config.place(entry.line));
        }
        for (name, value) in given {
            options.settings.set(name, value);
            options.places.remove(name.as_str());
        }
        options
    }

    /// Sees to it that a leg can begin on the first of the maps with these as options of the rules.
    pub(super) fn check_rules(&self, maps: &MapSource, seed: Seed) -> anyhow::Result<()> {
        let start = MatchStart { options: self.settings.clone(), seed, leg: 0 };
        match maps.map(0)?.start(&start) {
            Ok(_) => Ok(()),
            Err(error) => Err(self.failure(&error).into()),
        }
    }

    /// An error about one of the options, with its place where that is in the configuration.
    pub(super) fn failure(&self, error: &OptionError) -> Failure {
        let place = match error {
            OptionError::Value { name, .. } => self.places.get(name),
            _ => None,
        };
        Failure::usage(place.map_or_else(|| error.to_string(), |place| format!("{place}: {error}")))
    }
}
