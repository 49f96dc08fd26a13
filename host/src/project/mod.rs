//! Bot projects: folders with the source of a first bot that can be built, tested and changed anywhere.

mod lock;
mod name;
mod vendor;

use std::io;
use std::path::{Path, PathBuf};

pub use name::{BotName, NameError};

/// What a project is made from.
#[derive(Clone, Copy, Debug)]
pub struct Template {
    /// The language of the bot.
    pub language: &'static str,
    /// The id of the game that it plays.
    pub game: &'static str,
    /// The files that every game's project in the language has.
    shared: Files,
    /// The files of this one.
    own: Files,
}

/// What the bot is called in the templates, and in their source as `my_bot`.
const PLACEHOLDER: &str = "my-bot";

/// Files by path, with their text.
type Files = &'static [(&'static str, &'static str)];

macro_rules! files {
    ($folder:literal: $($path:literal),+) => {
        &[$(($path, include_str!(concat!("../../templates/", $folder, "/", $path)))),+]
    };
}

static TEMPLATES: &[Template] = &[
    Template {
        language: "rust",
        game: "gold-hunter",
        shared: RUST,
        own: files!("rust/gold-hunter": "README.md", "src/lib.rs", "tests/plays.rs"),
    },
    Template {
        language: "rust",
        game: "capture-the-flag",
        shared: RUST,
        own: files!("rust/capture-the-flag": "README.md", "src/lib.rs", "tests/plays.rs"),
    },
];

static RUST: Files = files!("rust": "Cargo.toml", ".gitignore");

/// All templates. A new one is one more entry, and its files.
pub fn templates() -> &'static [Template] {
    TEMPLATES
}

/// Why a project was not made. Nothing of it is left then.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CreateError {
    /// Something is there already.
    #[error("{} exists already{}", folder.display(), if *is_folder { " and is not empty" } else { "" })]
    Exists {
        /// The project's folder.
        folder: PathBuf,
        /// Whether it is a folder.
        is_folder: bool,
    },
    /// It cannot be written.
    #[error("cannot make {}: {}", folder.display(), source.kind())]
    Io {
        /// The project's folder.
        folder: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

impl Template {
    /// Makes a project in a folder that is not there yet, or empty; folders above it are made too. The project appears
    /// as a whole or not at all, and nothing is overwritten.
    ///
    /// # Errors
    /// When something is there already, or the project cannot be written.
    pub fn create(&self, folder: &Path, name: &BotName) -> Result<(), CreateError> {
        if let Ok(there) = folder.symlink_metadata() {
            let is_folder = there.is_dir();
            let is_empty = is_folder && std::fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_none());
            if !is_empty {
                return Err(CreateError::Exists { folder: folder.to_owned(), is_folder });
            }
        }
        let parent = folder.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let missing: Vec<&Path> = parent.ancestors().take_while(|above| !above.exists()).collect();
        self.write_beside(parent, folder, name).map_err(|source| {
            for made in missing {
                // One that was not made, or that somebody uses by now, stays as it is.
                let _ = std::fs::remove_dir(made);
            }
            CreateError::Io { folder: folder.to_owned(), source }
        })
    }

    /// Writes the project into a temporary folder of `parent`, and moves it to its place.
    fn write_beside(&self, parent: &Path, folder: &Path, name: &BotName) -> io::Result<()> {
        std::fs::create_dir_all(parent)?;
        let scratch = tempfile::Builder::new().prefix(".botpit-new-").tempdir_in(parent)?;
        // A temporary folder is private; one within it has the usual mode.
        let project = scratch.path().join(name.package());
        for (path, text) in self.files(name) {
            let path = project.join(path);
            std::fs::create_dir_all(path.parent().expect("it lies in the project"))?;
            std::fs::write(path, text)?;
        }
        std::fs::rename(&project, folder)
    }

    /// The project's files, each with its path in it.
    fn files(&self, name: &BotName) -> impl Iterator<Item = (PathBuf, String)> {
        let own = self.shared.iter().chain(self.own).map(|&(path, text)| (PathBuf::from(path), named(text, name)));
        let vendored = vendor::files().map(|(path, text)| (Path::new("vendor").join(path), text));
        own.chain(vendored).chain([(PathBuf::from("Cargo.lock"), lock::of(name))])
    }
}

/// A template's text with the bot's name in it.
fn named(text: &str, name: &BotName) -> String {
    let (placeholder, in_source) = (PLACEHOLDER.replace('-', "_"), name.in_source());
    // One after the other would find the second in a name that the first put in.
    let parts: Vec<String> = text.split(PLACEHOLDER).map(|part| part.replace(&placeholder, &in_source)).collect();
    parts.join(name.package())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_takes_the_place_of_the_templates() {
        let name = BotName::new("my_bot-2").unwrap();
        assert_eq!(named("my-bot is my_bot, my-bot.", &name), "my_bot-2 is my_bot_2, my_bot-2.");
    }

    #[test]
    fn every_game_has_a_template_with_a_bot_to_play_against() {
        for ruleset in botpit_engine::GAMES.iter() {
            assert!(templates().iter().any(|template| template.game == ruleset.id()), "{}", ruleset.id());
            assert!(crate::builtins::builtins_of(ruleset.id()).next().is_some(), "{}", ruleset.id());
        }
    }

    #[test]
    fn what_cannot_be_made_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("file"), "kept").unwrap();
        let name = BotName::new("bot").unwrap();
        let create = |path: &str| templates()[0].create(&folder.path().join(path), &name);
        assert!(matches!(create("file"), Err(CreateError::Exists { is_folder: false, .. })));
        assert!(matches!(create("file/deep/bot"), Err(CreateError::Io { .. })));
        let too_long = format!("new/folders/{}/bot", "x".repeat(300));
        assert!(matches!(create(&too_long), Err(CreateError::Io { .. })));
        let left: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(left, ["file"]);
        assert_eq!(std::fs::read_to_string(folder.path().join("file")).unwrap(), "kept");
    }

    #[test]
    fn an_empty_folder_is_taken_and_a_full_one_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let bot = folder.path().join("bot");
        std::fs::create_dir(&bot).unwrap();
        let name = BotName::new("bot").unwrap();
        templates()[0].create(&bot, &name).unwrap();
        let lib = std::fs::read_to_string(bot.join("src/lib.rs")).unwrap();
        std::fs::write(bot.join("src/lib.rs"), "changed").unwrap();
        let error = templates()[0].create(&bot, &name).unwrap_err();
        assert!(matches!(error, CreateError::Exists { is_folder: true, .. }), "{error}");
        assert!(lib.contains(r#"export!("bot""#), "{lib}");
        assert_eq!(std::fs::read_to_string(bot.join("src/lib.rs")).unwrap(), "changed");
        let link = folder.path().join("link");
        std::os::unix::fs::symlink(folder.path().join("nowhere"), &link).unwrap();
        assert!(matches!(templates()[0].create(&link, &name), Err(CreateError::Exists { is_folder: false, .. })));
    }
}
