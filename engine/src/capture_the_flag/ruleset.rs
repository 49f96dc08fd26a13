use std::sync::Arc;

use botpit_abi::{DecodeError, Order, game};

use super::bundled::BUNDLED_MAPS;
use super::event::SENTENCES;
use super::leg::{Match, MatchOptions};
use super::map::Map;
use super::{check, describe, generator, own_format};
use crate::event::EventSentence;
use crate::game::{BudgetPolicy, Game, GameMap, MatchStart, Ruleset};
use crate::grid::Size;
use crate::layout;
use crate::map::{BundledMap, Figure, Finding, GeneratorError, MapError, MapSummary, Symmetry};
use crate::map_file;
use crate::options::{OptionError, OptionSpec, Settings};
use crate::rng::Seed;

/// The ruleset of Capture the Flag.
#[derive(Clone, Copy, Debug)]
pub struct CaptureTheFlag;

impl CaptureTheFlag {
    /// The version of these rules.
    pub const VERSION: u32 = 1;
}

/// How long a match lasts.
pub(super) const TURNS: OptionSpec = OptionSpec {
    name: "turns",
    default: "map",
    values: "map or a number from 1 to 10000",
    help: "turns of a match; map is what the map says, which is 1000 when it says nothing",
};
/// Where captured players wait.
pub(super) const JAIL: OptionSpec = OptionSpec {
    name: "jail",
    default: "own-base",
    values: "own-base or captor-base",
    help: "the base at which captured players wait: of their own team or of the team that captured them",
};

impl Ruleset for CaptureTheFlag {
    fn id(&self) -> &'static str {
        own_format::GAME
    }

    fn title(&self) -> &'static str {
        "Capture the Flag"
    }

    fn legend(&self) -> &'static str {
        "A B players, a b flags at their place, H h bases of A and B; , empty flag spawn, # wall, . free"
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
        CaptureTheFlag::VERSION
    }

    fn abi_game(&self) -> u16 {
        game::CAPTURE_THE_FLAG
    }

    fn budget(&self) -> BudgetPolicy {
        BudgetPolicy::Bank
    }

    fn default_replays(&self) -> u32 {
        0
    }

    fn options(&self) -> &'static [OptionSpec] {
        &[TURNS, JAIL]
    }

    fn generator_options(&self) -> &'static [OptionSpec] {
        generator::OPTIONS
    }

    fn bundled_maps(&self) -> &'static [BundledMap] {
        BUNDLED_MAPS
    }

    fn read_map(&self, name: &str, bytes: &[u8], options: &Settings) -> Result<Arc<dyn GameMap>, MapError> {
        options.complete(self.reader_options()).map_err(MapError::whole)?;
        Ok(Arc::new(Map::read(name, bytes)?))
    }

    fn map_of_layout(&self, layout: &serde_json::Value) -> Result<Arc<dyn GameMap>, MapError> {
        Ok(Arc::new(Map::new(layout::read(layout)?).map_err(MapError::whole)?))
    }

    fn map_comments(&self, bytes: &[u8]) -> usize {
        map_file::comments(map_file::text(bytes).unwrap_or_default())
    }

    fn generate_map(&self, seed: Seed, options: &Settings) -> Result<Arc<dyn GameMap>, GeneratorError> {
        Ok(Arc::new(Map::generate(seed, options)?))
    }
}

impl GameMap for Map {
    fn ruleset(&self) -> &'static dyn Ruleset {
        &CaptureTheFlag
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
        MapSummary {
            players: vec![figure(self.players_per_team(), "players")],
            prize: figure(self.flags_per_team(), "flags"),
            parameters: Vec::new(),
            symmetry: check::is_symmetric(self).then_some(Symmetry::LeftRight),
        }
    }

    fn to_text(&self) -> String {
        self.text().to_owned()
    }

    fn check(&self) -> Vec<Finding> {
        check::check(self)
    }

    fn layout(&self) -> serde_json::Value {
        serde_json::to_value(self.parts()).unwrap_or_default()
    }

    fn start(&self, start: &MatchStart) -> Result<Box<dyn Game>, OptionError> {
        let options = MatchOptions::read(&start.options)?;
        Ok(Box::new(Match::start(self, options, start.seed, start.leg)))
    }
}
