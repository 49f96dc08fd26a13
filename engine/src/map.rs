//! What the maps of all games share: errors with their place, and what a check finds.

use std::fmt;

use crate::options::OptionError;

/// A map that comes with a game.
#[derive(Clone, Copy, Debug)]
pub struct BundledMap {
    /// The name to call it by.
    pub name: &'static str,
    /// One line about it.
    pub about: &'static str,
    /// The map in Botpit's own format.
    pub text: &'static str,
}

/// Why bytes are no map, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapError {
    /// The line, from 1; `None` where the map as a whole is wrong.
    pub line: Option<u32>,
    /// The column in characters, from 1.
    pub column: Option<u32>,
    /// What is wrong.
    pub problem: MapProblem,
}

impl fmt::Display for MapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.line, self.column) {
            (Some(line), Some(column)) => write!(f, "line {line}, column {column}: {}", self.problem),
            (Some(line), None) => write!(f, "line {line}: {}", self.problem),
            _ => self.problem.fmt(f),
        }
    }
}

impl std::error::Error for MapError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.problem)
    }
}

/// What is wrong with a map.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MapProblem {
    /// A reader's option is unknown or out of range.
    #[error(transparent)]
    Option(#[from] OptionError),
}

/// Why a map cannot be written in a format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MapWriteError {
    /// The game's contest had no map files.
    #[error("{game} has no contest format; use the own format")]
    NoContestFormat {
        /// The game's title.
        game: &'static str,
    },
}

/// Why no map could be generated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GeneratorError {
    /// An option is unknown or out of range.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// What is asked for does not fit together.
    #[error("{0}")]
    NoRoom(String),
}

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Good to know.
    Note,
    /// The map can be played, but something is off.
    Warning,
}

/// Something that a check of a legal map found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// How much it matters.
    pub severity: Severity,
    /// What was found, in kebab-case.
    pub code: &'static str,
    /// The same as a sentence.
    pub text: String,
}
