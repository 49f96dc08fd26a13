//! `botpit.toml`: what holds for matches that are played from a folder or one below it.

mod error;
mod keys;
mod parse;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use botpit_engine::{OnFault, OnViolation, Registry, Seed};

pub use error::{ConfigError, ConfigProblem};
pub use keys::{KEYS, KeySpec};

/// The file's name in a folder.
pub const FILE_NAME: &str = "botpit.toml";
/// The most further legs that can decide a tie.
pub const REPLAYS_MAX: u32 = 100;
/// The most games that are played at the same time.
pub const THREADS_MAX: u32 = 256;

/// The longest configuration file, in bytes.
const FILE_BYTES: u64 = 1 << 20;

/// What a configuration file says; what it leaves out is not in here.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Config {
    /// The file; `None` when there is none.
    pub path: Option<PathBuf>,
    /// Limits by name, each within its range.
    pub limits: BTreeMap<&'static str, Entry<u64>>,
    /// What a fault costs.
    pub on_fault: Option<Entry<OnFault>>,
    /// What a forbidden call costs.
    pub on_violation: Option<Entry<OnViolation>>,
    /// How many further legs decide a tie.
    pub replays: Option<Entry<u32>>,
    /// The id of the game to play.
    pub game: Option<Entry<&'static str>>,
    /// The seed of the first game.
    pub seed: Option<Entry<Seed>>,
    /// How many games to play at the same time.
    pub threads: Option<Entry<u32>>,
    /// Whether every second game swaps the seats.
    pub swap: Option<Entry<bool>>,
    /// Bots by name: each a path, from the file's folder, or `builtin:NAME`.
    pub bots: BTreeMap<String, Entry<String>>,
    /// The pool of maps of each game; the paths in it are from the file's folder.
    pub maps: BTreeMap<&'static str, Entry<Vec<String>>>,
    /// The options of the rules of each game.
    pub options: OptionTables,
    /// The options of the map generator of each game.
    pub map_options: OptionTables,
}

/// Options by the id of the game and by name.
pub type OptionTables = BTreeMap<&'static str, BTreeMap<&'static str, Entry<String>>>;

/// What a file says for one key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry<T> {
    /// The value.
    pub value: T,
    /// The line of the key, from 1.
    pub line: usize,
}

impl Config {
    /// Reads a file; its games are those of the registry.
    ///
    /// # Errors
    /// When it cannot be read, is no TOML, has an unknown key or a value of the wrong kind or out of range.
    pub fn read(path: &Path, games: &Registry) -> Result<Config, ConfigError> {
        let read = || String::from_utf8(read_regular(path, FILE_BYTES)?).map_err(std::io::Error::other);
        let text = read().map_err(|error| ConfigError { path: path.to_owned(), place: None, problem: error.into() })?;
        parse::parse(path, text.strip_prefix('\u{feff}').unwrap_or(&text), games)
    }

    /// Reads the file of the current folder or, where it has none, of the nearest one above that has.
    ///
    /// # Errors
    /// As for [`Config::read`].
    pub fn nearest(games: &Registry) -> Result<Config, ConfigError> {
        let depth = std::env::current_dir().map_or(1, |folder| folder.ancestors().count());
        let mut path = PathBuf::from(FILE_NAME);
        for _ in 0..depth {
            // A link that leads nowhere is a mistake to tell, not a missing file.
            if path.symlink_metadata().is_ok() {
                return Config::read(&path, games);
            }
            path = Path::new("..").join(path);
        }
        Ok(Config::default())
    }

    /// What a path in the file stands for.
    pub fn resolve(&self, path: &str) -> PathBuf {
        self.path.as_deref().and_then(Path::parent).unwrap_or(Path::new("")).join(path)
    }

    /// The place of a line of the file, for a person.
    pub fn place(&self, line: usize) -> String {
        let path = self.path.as_deref().unwrap_or(Path::new(FILE_NAME));
        format!("{}:{line}", path.display())
    }
}

/// A regular file, read whole: nothing else has an end that can be relied on.
///
/// # Errors
/// When it is no regular file, is longer than `most` bytes, or cannot be read.
pub(crate) fn read_regular(path: &Path, most: u64) -> std::io::Result<Vec<u8>> {
    use std::io::{Error, Read};
    // Looked at before it is opened: opening a pipe waits for a writer.
    if !std::fs::metadata(path)?.is_file() {
        return Err(Error::other("it is no regular file"));
    }
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(Error::other(format!("it is larger than {most} bytes")));
    }
    Ok(bytes)
}

/// The known word that is most like `word`, when one is like it at all.
pub(crate) fn nearest(word: &str, known: &[String]) -> Option<String> {
    known
        .iter()
        .map(|candidate| (strsim::jaro_winkler(word, candidate), candidate))
        .filter(|(likeness, _)| *likeness > 0.75)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, candidate)| candidate.clone())
}

#[cfg(test)]
mod tests {
    use botpit_engine::GAMES;

    use super::*;

    fn parse(text: &str) -> Result<Config, ConfigError> {
        parse::parse(Path::new("botpit.toml"), text, &GAMES)
    }

    fn entry<T>(value: T, line: usize) -> Option<Entry<T>> {
        Some(Entry { value, line })
    }

    #[test]
    fn every_table_is_read_with_its_lines() {
        let text = "[limits]\nfuel_per_turn = 5_000\n[policy]\non_fault = \"forfeit-match\"\nreplays = 0\n\
            [defaults]\ngame = \"capture-the-flag\"\nseed = \"0x10\"\nthreads = 2\nswap = true\n\
            [bots]\nmine = \"bots/mine\"\n[maps]\ngold-hunter = [\"crossing\",\n\"seed:7\"]\n\
            [options.capture-the-flag]\nturns = 20\n[map_options]\ngold-hunter.gold-value = \"1-5\"\n";
        let config = parse(text).unwrap();
        assert_eq!(config.limits["fuel_per_turn"], Entry { value: 5_000, line: 2 });
        assert_eq!(config.on_fault, entry(OnFault::ForfeitMatch, 4));
        assert_eq!((config.on_violation, config.replays), (None, entry(0, 5)));
        assert_eq!((config.game, config.seed), (entry("capture-the-flag", 7), entry(Seed(16), 8)));
        assert_eq!((config.threads, config.swap), (entry(2, 9), entry(true, 10)));
        assert_eq!(config.bots["mine"], Entry { value: "bots/mine".to_owned(), line: 12 });
        assert_eq!(config.maps["gold-hunter"].value, ["crossing", "seed:7"]);
        assert_eq!(config.options["capture-the-flag"]["turns"], Entry { value: "20".to_owned(), line: 17 });
        assert_eq!(config.map_options["gold-hunter"]["gold-value"], Entry { value: "1-5".to_owned(), line: 19 });
    }

    #[test]
    fn an_empty_file_says_nothing() {
        assert_eq!(parse("").unwrap(), Config { path: Some("botpit.toml".into()), ..Config::default() });
    }

    #[test]
    fn paths_are_from_the_files_folder() {
        let config = Config { path: Some("../up/botpit.toml".into()), ..Config::default() };
        assert_eq!(config.resolve("bots/mine"), Path::new("../up/bots/mine"));
        assert_eq!(config.resolve("/bots/mine"), Path::new("/bots/mine"));
    }

    #[test]
    fn an_unknown_key_names_the_nearest_known_one() {
        let nearest_of = |text: &str| match parse(text).unwrap_err().problem {
            ConfigProblem::UnknownKey { nearest, .. } => nearest,
            other => panic!("{other:?}"),
        };
        assert_eq!(nearest_of("[limits]\nfuel_per_tern = 1\n").as_deref(), Some("limits.fuel_per_turn"));
        assert_eq!(nearest_of("[limits]\nfuel-per-turn = 1\n").as_deref(), Some("limits.fuel_per_turn"));
        assert_eq!(nearest_of("[policy]\non_faults = 1\n").as_deref(), Some("policy.on_fault"));
        assert_eq!(nearest_of("[limit]\n").as_deref(), Some("limits"));
        assert_eq!(nearest_of("[maps]\ngold-huntr = []\n").as_deref(), Some("maps.gold-hunter"));
        assert_eq!(
            nearest_of("[map_options.gold-hunter]\nwdith = 9\n").as_deref(),
            Some("map_options.gold-hunter.width")
        );
        assert_eq!(nearest_of("[qqq]\n"), None);
    }

    #[test]
    fn a_key_in_the_wrong_table_is_told_where_it_belongs() {
        let table_of = |text: &str| match parse(text).unwrap_err().problem {
            ConfigProblem::WrongTable { tables, .. } => tables.join(" "),
            other => panic!("{other:?}"),
        };
        assert_eq!(table_of("fuel_per_turn = 1\n"), "limits");
        assert_eq!(table_of("[policy]\nmemory_bytes = 1\n"), "limits");
        assert_eq!(table_of("[limits]\non_fault = \"forfeit-match\"\n"), "policy");
        assert_eq!(table_of("seed = 1\n"), "defaults");
        assert_eq!(table_of("[options.capture-the-flag]\nwidth = 1\n"), "map_options.capture-the-flag");
        assert_eq!(table_of("[maps]\nwidth = 1\n"), "map_options.gold-hunter map_options.capture-the-flag");
    }

    #[test]
    fn values_of_the_wrong_kind_or_out_of_range_are_errors_with_their_place() {
        for (text, key, place) in [
            ("[limits]\nmemory_bytes = 1\n", "limits.memory_bytes", (2, 16)),
            ("[limits]\nmemory_bytes = -1\n", "limits.memory_bytes", (2, 16)),
            ("[limits]\nmemory_bytes = \"64M\"\n", "limits.memory_bytes", (2, 16)),
            ("[limits]\nmemory_bytes = 99999999999999999999999\n", "limits.memory_bytes", (2, 16)),
            ("limits = 3\n", "limits", (1, 10)),
            ("[policy]\non_fault = \"shrug\"\n", "policy.on_fault", (2, 12)),
            ("[policy]\nreplays = 101\n", "policy.replays", (2, 11)),
            ("[defaults]\ngame = \"chess\"\n", "defaults.game", (2, 8)),
            ("[defaults]\nseed = -1\n", "defaults.seed", (2, 8)),
            ("[defaults]\nthreads = 0\n", "defaults.threads", (2, 11)),
            ("[defaults]\nswap = 1\n", "defaults.swap", (2, 8)),
            ("[bots]\nmine = 3\n", "bots.mine", (2, 8)),
            ("[bots]\nmine = \"\"\n", "bots.mine", (2, 8)),
            ("[maps]\ngold-hunter = []\n", "maps.gold-hunter", (2, 15)),
            ("[maps]\ngold-hunter = \"duel\"\n", "maps.gold-hunter", (2, 15)),
            ("[maps]\ngold-hunter = [7]\n", "maps.gold-hunter", (2, 15)),
            ("[options.capture-the-flag]\njail = 1.5\n", "options.capture-the-flag.jail", (2, 8)),
            ("options.capture-the-flag = 3\n", "options.capture-the-flag", (1, 28)),
        ] {
            let error = parse(text).unwrap_err();
            let ConfigProblem::Value { key: found, .. } = &error.problem else { panic!("{text}: {error}") };
            assert_eq!((found.as_str(), error.place), (key, Some(place)), "{text}");
        }
    }

    #[test]
    fn names_that_could_be_paths_or_options_are_no_names() {
        for name in ["a.wasm", "a/b", "builtin:x", "-a", "_a", "", "a b", &"x".repeat(65)] {
            let error = parse(&format!("[bots]\n\"{name}\" = \"x\"\n")).unwrap_err();
            assert!(matches!(error.problem, ConfigProblem::BotName(_)), "{name}: {error}");
        }
        for name in ["a", "Mine-2_old", "7", "бот", &"x".repeat(64)] {
            assert!(parse(&format!("[bots]\n\"{name}\" = \"x\"\n")).is_ok(), "{name}");
        }
    }

    #[test]
    fn the_first_mistake_of_the_file_is_told() {
        let error = parse("[policy]\nzzz = 1\n[limits]\naaa = 1\n").unwrap_err();
        assert_eq!(error.place, Some((2, 1)));
    }

    #[test]
    fn what_is_no_toml_is_told_with_its_place() {
        let error = parse("[limits]\nfuel_per_turn = \n").unwrap_err();
        assert!(matches!(error.problem, ConfigProblem::Syntax(_)), "{error}");
        assert_eq!(error.place.map(|(line, _)| line), Some(2));
        assert!(!error.to_string().contains('\n'), "{error}");
    }
}
