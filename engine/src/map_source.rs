use std::sync::Arc;

use crate::game::{GameMap, Ruleset};
use crate::map::GeneratorError;
use crate::options::Settings;
use crate::rng::Seed;

/// Where the maps of a match's legs come from.
#[derive(Clone)]
pub enum MapSource {
    /// A pool, walked from `first` on; one that is used up starts again.
    Pool {
        /// The maps, at least one.
        maps: Vec<Arc<dyn GameMap>>,
        /// The place of the first leg's map.
        first: usize,
    },
    /// Generated maps: each leg takes the next seed.
    Generated {
        /// The game.
        ruleset: &'static dyn Ruleset,
        /// The seed of the first leg's map.
        first: Seed,
        /// The options of the generator.
        settings: Settings,
    },
}

impl MapSource {
    /// The map of a leg.
    ///
    /// # Errors
    /// When the generator cannot make one.
    pub fn map(&self, leg: u32) -> Result<Arc<dyn GameMap>, GeneratorError> {
        match self {
            MapSource::Pool { maps, first } => Ok(maps[(first + leg as usize) % maps.len()].clone()),
            MapSource::Generated { ruleset, first, settings } => {
                ruleset.generate_map(first.plus(u64::from(leg)), settings)
            }
        }
    }

    /// Whether a tie can be replayed on another map.
    pub fn has_another(&self) -> bool {
        match self {
            MapSource::Pool { maps, .. } => maps.len() > 1,
            MapSource::Generated { .. } => true,
        }
    }
}
