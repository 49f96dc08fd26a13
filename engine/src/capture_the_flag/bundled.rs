//! The maps that come with the game.

use crate::map::BundledMap;

/// The pool, the default first.
pub(super) const BUNDLED_MAPS: &[BundledMap] = &[];
