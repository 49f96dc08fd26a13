use std::sync::Arc;

use botpit_abi::game;

use super::bundled::BUNDLED_MAPS;
use super::leg::Match;
use super::map::{Map, NAME_CHARS_MAX};
use super::{check, contest_format, generator, own_format};
use crate::game::{BudgetPolicy, Game, GameMap, MatchStart, Ruleset};
use crate::grid::Size;
use crate::map::{BundledMap, Finding, GeneratorError, MapError, MapProblem, MapWriteError, quoted};
use crate::map_file;
use crate::options::{OptionError, OptionSpec, Settings};
use crate::rng::Seed;

/// The ruleset of Gold Hunter.
#[derive(Clone, Copy, Debug)]
pub struct GoldHunter;

impl GoldHunter {
    /// The version of these rules.
    pub const VERSION: u32 = 1;
}

/// Reads a contest map of 2015 without its spies, who are not played.
const DROP_SPIES: OptionSpec = OptionSpec {
    name: "drop-spies",
    default: "false",
    values: "true or false",
    help: "reads a contest map that has spies without them",
};

impl Ruleset for GoldHunter {
    fn id(&self) -> &'static str {
        "gold-hunter"
    }

    fn title(&self) -> &'static str {
        "Gold Hunter"
    }

    fn version(&self) -> u32 {
        GoldHunter::VERSION
    }

    fn abi_game(&self) -> u16 {
        game::GOLD_HUNTER
    }

    fn budget(&self) -> BudgetPolicy {
        BudgetPolicy::PerTurn
    }

    fn default_replays(&self) -> u32 {
        3
    }

    fn options(&self) -> &'static [OptionSpec] {
        &[]
    }

    fn generator_options(&self) -> &'static [OptionSpec] {
        generator::OPTIONS
    }

    fn reader_options(&self) -> &'static [OptionSpec] {
        &[DROP_SPIES]
    }

    fn bundled_maps(&self) -> &'static [BundledMap] {
        BUNDLED_MAPS
    }

    fn read_map(&self, name: &str, bytes: &[u8], options: &Settings) -> Result<Arc<dyn GameMap>, MapError> {
        options.complete(self.reader_options()).map_err(MapError::whole)?;
        let drop_spies = options.get(&DROP_SPIES, |text| text.parse().ok()).map_err(MapError::whole)?;
        let (name, text) = (legal_name(name), map_file::text(bytes)?);
        let Some((at, word)) = contest_format::first_word(text) else {
            return Err(MapError::at(text, text.len(), MapProblem::Truncated { expected: "a map".to_owned() }));
        };
        let map = if contest_format::is_contest(word) {
            contest_format::read(name, text, drop_spies)?
        } else if map_file::is_likely(text) {
            own_format::read(name, text)?
        } else {
            let problem = MapProblem::UnknownFormat { word: quoted(word), format: map_file::FORMAT };
            return Err(MapError::at(text, at, problem));
        };
        Ok(Arc::new(map))
    }

    fn generate_map(&self, seed: Seed, options: &Settings) -> Result<Arc<dyn GameMap>, GeneratorError> {
        Ok(Arc::new(generator::generate(seed, options)?))
    }
}

/// The part of a file's name that may be the name of its map.
fn legal_name(name: &str) -> String {
    let name: String = name.chars().filter(|c| !c.is_control()).take(NAME_CHARS_MAX).collect();
    if name.is_empty() { "unnamed".to_owned() } else { name }
}

impl GameMap for Map {
    fn ruleset(&self) -> &'static dyn Ruleset {
        &GoldHunter
    }

    fn name(&self) -> &str {
        &self.parts().name
    }

    fn size(&self) -> Size {
        self.parts().size
    }

    fn turns(&self) -> u32 {
        self.parts().turns
    }

    fn to_text(&self) -> String {
        own_format::write(self)
    }

    fn to_contest_text(&self) -> Result<String, MapWriteError> {
        Ok(contest_format::write(self))
    }

    fn check(&self) -> Vec<Finding> {
        check::check(self)
    }

    fn start(&self, start: &MatchStart) -> Result<Box<dyn Game>, OptionError> {
        start.options.complete(GoldHunter.options())?;
        Ok(Box::new(Match::start(self, start.seed, start.leg)))
    }
}
