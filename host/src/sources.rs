//! What a bot is built from, so that a change can be noticed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use walkdir::WalkDir;

/// Folders that hold what builds make, or what version control keeps.
const SKIPPED: [&str; 4] = ["target", ".git", "node_modules", ".zig-cache"];

/// The files under a path as they were when they were looked at.
///
/// The path is resolved anew each time, so that a folder is followed through removal, renaming and the change of a
/// link to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    files: BTreeMap<PathBuf, Stamp>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stamp {
    modified: Option<SystemTime>,
    bytes: u64,
}

impl Sources {
    /// Looks at a file, or at all files of a folder that a build could read. What cannot be read is as if it was not
    /// there.
    pub fn of(path: &Path) -> Sources {
        // A path that ends in a link is followed; links inside are not, for they may lead in circles.
        let root = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let wanted = |entry: &walkdir::DirEntry| {
            entry.depth() == 0 || !SKIPPED.iter().any(|skipped| entry.file_name() == *skipped)
        };
        let files = WalkDir::new(&root).into_iter().filter_entry(wanted).flatten();
        let stamped = files.filter_map(|entry| {
            let meta = std::fs::metadata(entry.path()).ok().filter(std::fs::Metadata::is_file)?;
            let name = entry.path().strip_prefix(&root).unwrap_or(entry.path());
            Some((name.to_owned(), Stamp { modified: meta.modified().ok(), bytes: meta.len() }))
        });
        Sources { files: stamped.collect() }
    }

    /// The files, when they were looked at under `root`.
    pub fn paths(&self, root: &Path) -> Vec<PathBuf> {
        self.files
            .keys()
            .map(|name| if name.as_os_str().is_empty() { root.to_owned() } else { root.join(name) })
            .collect()
    }

    /// Whether there is nothing to build.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Takes over how one file looks now: a build may write it itself.
    pub fn take_over(&mut self, name: &Path, now: &Sources) {
        match now.files.get(name) {
            Some(stamp) => self.files.insert(name.to_owned(), *stamp),
            None => self.files.remove(name),
        };
    }

    /// The first file, in order of name, that is another, is new or is gone; empty for the path itself.
    pub fn first_change(&self, now: &Sources) -> Option<PathBuf> {
        let names = self.files.keys().chain(now.files.keys());
        names.filter(|name| self.files.get(*name) != now.files.get(*name)).min().cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("bot/src")).unwrap();
        std::fs::create_dir_all(folder.path().join("bot/target")).unwrap();
        std::fs::write(folder.path().join("bot/Cargo.toml"), "").unwrap();
        std::fs::write(folder.path().join("bot/src/lib.rs"), "// one").unwrap();
        folder
    }

    #[test]
    fn a_change_names_its_file() {
        let folder = folder();
        let bot = folder.path().join("bot");
        let before = Sources::of(&bot);
        assert_eq!(before.first_change(&Sources::of(&bot)), None);
        std::fs::write(bot.join("src/lib.rs"), "// another").unwrap();
        assert_eq!(before.first_change(&Sources::of(&bot)).as_deref(), Some(Path::new("src/lib.rs")));
        std::fs::write(bot.join("build.rs"), "").unwrap();
        assert_eq!(before.first_change(&Sources::of(&bot)).as_deref(), Some(Path::new("build.rs")));
    }

    #[test]
    fn what_a_build_makes_is_no_change() {
        let folder = folder();
        let bot = folder.path().join("bot");
        let before = Sources::of(&bot);
        std::fs::write(bot.join("target/bot.wasm"), "made").unwrap();
        assert_eq!(before.first_change(&Sources::of(&bot)), None);
    }

    #[test]
    fn a_folder_is_followed_through_a_link_and_its_removal() {
        let folder = folder();
        let (bot, other, link) = (folder.path().join("bot"), folder.path().join("other"), folder.path().join("link"));
        std::os::unix::fs::symlink(&bot, &link).unwrap();
        let before = Sources::of(&link);
        assert_eq!(before, Sources::of(&bot));

        std::fs::create_dir(&other).unwrap();
        std::fs::write(other.join("Cargo.toml"), "[package]").unwrap();
        std::fs::remove_file(&link).unwrap();
        std::os::unix::fs::symlink(&other, &link).unwrap();
        assert!(before.first_change(&Sources::of(&link)).is_some());

        std::fs::remove_dir_all(&other).unwrap();
        assert!(Sources::of(&link).is_empty());
    }

    #[test]
    fn a_single_file_is_a_source_too() {
        let folder = folder();
        let file = folder.path().join("bot/Cargo.toml");
        let before = Sources::of(&file);
        assert!(!before.is_empty());
        std::fs::write(&file, "[package]").unwrap();
        assert_eq!(before.first_change(&Sources::of(&file)).as_deref(), Some(Path::new("")));
    }
}
