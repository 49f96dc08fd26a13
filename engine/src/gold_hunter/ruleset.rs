use std::sync::Arc;

use botpit_abi::game;

use super::map::Map;
use super::leg::Match;
use crate::game::{BudgetPolicy, Game, GameMap, MatchStart, Ruleset};
use crate::grid::Size;
use crate::map::{BundledMap, Finding, GeneratorError, MapError, MapWriteError};
use crate::options::{OptionError, OptionSpec, Settings};
use crate::rng::Seed;

/// The ruleset of Gold Hunter.
#[derive(Clone, Copy, Debug)]
pub struct GoldHunter;

impl GoldHunter {
    /// The version of these rules.
    pub const VERSION: u32 = 1;
}

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
        todo!()
    }

    fn reader_options(&self) -> &'static [OptionSpec] {
        todo!()
    }

    fn bundled_maps(&self) -> &'static [BundledMap] {
        todo!()
    }

    fn read_map(&self, _name: &str, _bytes: &[u8], _options: &Settings) -> Result<Arc<dyn GameMap>, MapError> {
        todo!()
    }

    fn generate_map(&self, _seed: Seed, _options: &Settings) -> Result<Arc<dyn GameMap>, GeneratorError> {
        todo!()
    }
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
        todo!()
    }

    fn to_contest_text(&self) -> Result<String, MapWriteError> {
        todo!()
    }

    fn check(&self) -> Vec<Finding> {
        todo!()
    }

    fn start(&self, start: &MatchStart) -> Result<Box<dyn Game>, OptionError> {
        start.options.complete(GoldHunter.options())?;
        Ok(Box::new(Match::start(self, start.seed, start.leg)))
    }
}
