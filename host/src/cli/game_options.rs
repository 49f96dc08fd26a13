//! Options of a game's rules or of its map generator: the command line over `botpit.toml`.

use std::collections::BTreeMap;

use botpit_engine::{GAMES, MatchStart, OptionError, Ruleset, Seed, Settings};

use super::failure::Failure;
use crate::config::{Config, Entry};
use crate::matches::MapSource;

/// Options, and where those of the configuration stand.
pub(super) struct GameOptions {
    ruleset: &'static dyn Ruleset,
    /// The options by name.
    pub(super) settings: Settings,
    /// Where the options of the configuration stand that the command line leaves as they are.
    places: BTreeMap<&'static str, String>,
}

impl GameOptions {
    /// The options of the command line over those of a table of the configuration, for one game.
    ///
    /// # Errors
    /// When the command line gives an option twice.
    pub(super) fn new(
        ruleset: &'static dyn Ruleset,
        given: &[(String, String)],
        config: &Config,
        table: Option<&BTreeMap<&'static str, Entry<String>>>,
    ) -> Result<GameOptions, Failure> {
        let mut options = GameOptions { ruleset, settings: Settings::default(), places: BTreeMap::new() };
        for (name, entry) in table.into_iter().flatten() {
            options.settings.set(*name, &entry.value);
            options.places.insert(name, config.place(entry.line));
        }
        for (index, (name, value)) in given.iter().enumerate() {
            if given[..index].iter().any(|(earlier, _)| earlier == name) {
                return Err(Failure::usage(format!("the option `{name}` is given twice")).hint("leave one of them out"));
            }
            options.settings.set(name, value);
            options.places.remove(name.as_str());
        }
        Ok(options)
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
        let place = place.map_or(self.ruleset.title(), String::as_str);
        let failure = Failure::usage(format!("{place}: {error}"));
        match error {
            OptionError::Unknown { name, .. } => match self.elsewhere(name) {
                Some(hint) => failure.hint(hint),
                None => failure,
            },
            _ => failure,
        }
    }

    /// Where else there is an option of that name.
    fn elsewhere(&self, name: &str) -> Option<String> {
        GAMES.iter().find_map(|other| {
            let (of_rules, of_generator) = (other.options(), other.generator_options());
            let option = if of_rules.iter().any(|spec| spec.name == name) {
                "--option"
            } else {
                of_generator.iter().find(|spec| spec.name == name).map(|_| "--map-option")?
            };
            let game =
                if other.id() == self.ruleset.id() { String::new() } else { format!(" with --game {}", other.id()) };
            Some(format!("`{name}` is an option of {}: {option} {name}=VALUE{game}", other.title()))
        })
    }
}
