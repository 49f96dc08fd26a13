use std::sync::Arc;

use botpit_abi::{DecodeError, Order, game};

use super::bundled::BUNDLED_MAPS;
use super::event::SENTENCES;
use super::leg::Match;
use super::map::{Map, READER_OPTIONS};
use super::{check, contest_format, describe, generator};
use crate::event::EventSentence;
use crate::game::{BudgetPolicy, Game, GameMap, MatchStart, Ruleset};
use crate::grid::Size;
use crate::layout;
use crate::map::{BundledMap, Figure, Finding, GeneratorError, MapError, MapSummary, MapWriteError};
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

impl Ruleset for GoldHunter {
    fn id(&self) -> &'static str {
        "gold-hunter"
    }

    fn title(&self) -> &'static str {
        "Gold Hunter"
    }

    fn legend(&self) -> &'static str {
        "^>v< hunters and urdl workers of A, NESW and nesw of B, as they look; * bullet, $ gold, # obstacle, . ground"
    }

    fn event_sentences(&self) -> &'static [EventSentence] {
        SENTENCES
    }

    fn describe_setup(&self, bytes: &[u8]) -> Result<String, DecodeError> {
        describe::setup(bytes)
    }

    fn describe_view(&self, bytes: &[u8]) -> Result<String, DecodeError> {
        describe::view(bytes)
    }

    fn describe_order(&self, order: Order) -> String {
        describe::order(order)
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

    fn generator_options(&self) -> &'static [OptionSpec] {
        generator::OPTIONS
    }

    fn reader_options(&self) -> &'static [OptionSpec] {
        READER_OPTIONS
    }

    fn bundled_maps(&self) -> &'static [BundledMap] {
        BUNDLED_MAPS
    }

    fn read_map(&self, name: &str, bytes: &[u8], options: &Settings) -> Result<Arc<dyn GameMap>, MapError> {
        Ok(Arc::new(Map::read(name, bytes, options)?))
    }

    fn map_of_layout(&self, layout: &serde_json::Value) -> Result<Arc<dyn GameMap>, MapError> {
        Ok(Arc::new(Map::new(layout::read(layout)?).map_err(MapError::whole)?))
    }

    fn map_comments(&self, bytes: &[u8]) -> usize {
        let text = map_file::text(bytes).unwrap_or_default();
        match contest_format::first_word(text) {
            Some((_, word)) if contest_format::is_contest(word) => contest_format::comments(text),
            _ => map_file::comments(text),
        }
    }

    fn generate_map(&self, seed: Seed, options: &Settings) -> Result<Arc<dyn GameMap>, GeneratorError> {
        Ok(Arc::new(Map::generate(seed, options)?))
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

    fn summary(&self) -> MapSummary {
        let figure = |count: usize, name| Figure { count: count as u64, name };
        let parts = self.parts();
        MapSummary {
            players: vec![figure(self.hunters_per_team(), "hunters"), figure(self.workers_per_team(), "workers")],
            prize: Figure { count: self.total_gold(), name: "gold" },
            parameters: vec![
                figure(parts.gold.len(), "deposits"),
                Figure { count: parts.ammo.into(), name: "bullets" },
            ],
            symmetry: check::symmetry(self),
        }
    }

    fn to_text(&self) -> String {
        self.text().to_owned()
    }

    fn to_contest_text(&self) -> Result<String, MapWriteError> {
        Ok(contest_format::write(self))
    }

    fn check(&self) -> Vec<Finding> {
        check::check(self)
    }

    fn layout(&self) -> serde_json::Value {
        serde_json::to_value(self.parts()).unwrap_or_default()
    }

    fn start(&self, start: &MatchStart) -> Result<Box<dyn Game>, OptionError> {
        start.options.complete(GoldHunter.options())?;
        Ok(Box::new(Match::start(self, start.seed, start.leg)))
    }
}
