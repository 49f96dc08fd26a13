use crate::capture_the_flag::CaptureTheFlag;
use crate::game::Ruleset;
use crate::gold_hunter::GoldHunter;
use crate::replay::{Header, VerifyError};

/// The games that come with Botpit; the first is played when none is named. A new game is one more line.
pub static GAMES: Registry = Registry::new(&[
    &GoldHunter, //
    &CaptureTheFlag,
]);

/// A list of games, in the order in which they are shown.
///
/// [`GAMES`] is the one that comes with Botpit. Whatever reads a replay takes the list that it looks the game up in, so
/// that other programs can have games of their own.
#[derive(Clone, Copy)]
pub struct Registry(&'static [&'static dyn Ruleset]);

impl Registry {
    /// A registry of these games. Their ids and their numbers in the bot ABI must differ.
    pub const fn new(rulesets: &'static [&'static dyn Ruleset]) -> Registry {
        Registry(rulesets)
    }

    /// All games.
    pub fn iter(&self) -> impl Iterator<Item = &'static dyn Ruleset> + use<> {
        self.0.iter().copied()
    }

    /// The game of that id, if there is one.
    pub fn ruleset(&self, id: &str) -> Option<&'static dyn Ruleset> {
        self.iter().find(|ruleset| ruleset.id() == id)
    }

    /// The game that a replay was played by.
    ///
    /// # Errors
    /// When there is none of that id, or it has another version.
    pub fn of(&self, header: &Header) -> Result<&'static dyn Ruleset, VerifyError> {
        self.ruleset(&header.ruleset)
            .filter(|ruleset| ruleset.version() == header.ruleset_version)
            .ok_or_else(|| VerifyError::Ruleset { id: header.ruleset.clone(), version: header.ruleset_version })
    }
}
