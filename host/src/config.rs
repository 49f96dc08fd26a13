//! `botpit.toml`: limits and policy for every match played from a folder.

use std::path::{Path, PathBuf};

use botpit_engine::{LimitError, Limits, OnFault, OnViolation};
use serde::Deserialize;

/// The file's name in a folder.
pub const FILE_NAME: &str = "botpit.toml";

/// What a configuration file says; what it leaves out stays as it was.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Config {
    limits: Vec<(String, u64)>,
    /// What a fault costs.
    pub on_fault: Option<OnFault>,
    /// What a forbidden call costs.
    pub on_violation: Option<OnViolation>,
    /// How many further legs decide a tie.
    pub replays: Option<u32>,
}

/// Why a configuration file cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ConfigError {
    /// It cannot be read.
    #[error("{}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// It is no TOML, or a value is of another kind.
    #[error("{}: {message}", path.display())]
    Syntax {
        /// The file.
        path: PathBuf,
        /// What is wrong and where.
        message: String,
    },
    /// A key is not known.
    #[error("{}: unknown key `{key}`{}", path.display(), nearest.as_ref().map(|n| format!("; did you mean `{n}`?")).unwrap_or_default())]
    UnknownKey {
        /// The file.
        path: PathBuf,
        /// The key with its table.
        key: String,
        /// The known key that is most like it.
        nearest: Option<String>,
    },
    /// A limit is out of range.
    #[error("{}", path.display())]
    Limit {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: LimitError,
    },
}

/// The most further legs that can decide a tie.
pub const REPLAYS_MAX: u32 = 100;

/// The longest configuration file, in bytes.
const FILE_BYTES: u64 = 1 << 20;

const POLICY_KEYS: [&str; 3] = ["on_fault", "on_violation", "replays"];

impl Config {
    /// Reads a file.
    ///
    /// # Errors
    /// When it cannot be read, is no TOML, has an unknown key or a value out of range.
    pub fn read(path: &Path) -> Result<Config, ConfigError> {
        let read = || String::from_utf8(read_regular(path, FILE_BYTES)?).map_err(std::io::Error::other);
        let text = read().map_err(|source| ConfigError::Io { path: path.to_owned(), source })?;
        Config::parse(path, text.strip_prefix('\u{feff}').unwrap_or(&text))
    }

    /// Reads the file of a folder, if it has one.
    ///
    /// # Errors
    /// As for [`Config::read`].
    pub fn of_folder(folder: &Path) -> Result<Config, ConfigError> {
        let path = folder.join(FILE_NAME);
        // A link that leads nowhere is a mistake to tell, not a missing file.
        match path.symlink_metadata() {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Config::default()),
            _ => Config::read(&path),
        }
    }

    /// Sets what the file says.
    pub fn apply(&self, limits: &mut Limits) {
        for (name, value) in &self.limits {
            limits.set(name, *value).expect("the file was checked when it was read");
        }
    }

    fn parse(path: &Path, text: &str) -> Result<Config, ConfigError> {
        let syntax = |message: String| ConfigError::Syntax { path: path.to_owned(), message };
        let root: toml::Table = text.parse().map_err(|error: toml::de::Error| syntax(error.to_string()))?;
        let unknown = |key: &str, known: &[String]| ConfigError::UnknownKey {
            path: path.to_owned(),
            key: key.to_owned(),
            nearest: nearest(key, known),
        };
        let mut config = Config::default();
        for (table_name, value) in &root {
            let known = ["limits".to_owned(), "policy".to_owned()];
            if !known.contains(table_name) {
                return Err(unknown(table_name, &known));
            }
            let table = value.as_table().ok_or_else(|| syntax(format!("`{table_name}` is a table")))?;
            for (key, value) in table {
                let full = format!("{table_name}.{key}");
                if table_name == "limits" {
                    let known: Vec<String> = Limits::SPECS.iter().map(|s| format!("limits.{}", s.name)).collect();
                    if !known.contains(&full) {
                        return Err(unknown(&full, &known));
                    }
                    config.limit(path, key, value)?;
                } else {
                    if !POLICY_KEYS.contains(&key.as_str()) {
                        return Err(unknown(&full, &POLICY_KEYS.map(|key| format!("policy.{key}"))));
                    }
                    config.policy(key, value).map_err(|message| syntax(format!("`{full}`: {message}")))?;
                }
            }
        }
        Ok(config)
    }

    fn limit(&mut self, path: &Path, name: &str, value: &toml::Value) -> Result<(), ConfigError> {
        let number = value.as_integer().and_then(|number| u64::try_from(number).ok());
        let number = number.ok_or_else(|| ConfigError::Syntax {
            path: path.to_owned(),
            message: format!("`limits.{name}` is a whole number of at least 0, not {value}"),
        })?;
        Limits::default().set(name, number).map_err(|source| ConfigError::Limit { path: path.to_owned(), source })?;
        self.limits.push((name.to_owned(), number));
        Ok(())
    }

    fn policy(&mut self, key: &str, value: &toml::Value) -> Result<(), String> {
        fn read<'de, T: Deserialize<'de>>(value: &toml::Value) -> Result<Option<T>, String> {
            T::deserialize(value.clone()).map(Some).map_err(|error| error.message().to_owned())
        }
        match key {
            "on_fault" => self.on_fault = read(value)?,
            "on_violation" => self.on_violation = read(value)?,
            _ => match read::<u32>(value)? {
                Some(more) if more > REPLAYS_MAX => {
                    return Err(format!("a whole number from 0 to {REPLAYS_MAX}, not {more}"));
                }
                replays => self.replays = replays,
            },
        }
        Ok(())
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
    use super::*;

    fn parse(text: &str) -> Result<Config, ConfigError> {
        Config::parse(Path::new("botpit.toml"), text)
    }

    #[test]
    fn limits_and_policy_are_read() {
        let config =
            parse("[limits]\nfuel_per_turn = 5_000\n[policy]\non_fault = \"forfeit-match\"\nreplays = 0\n").unwrap();
        let mut limits = Limits::default();
        config.apply(&mut limits);
        assert_eq!(limits, Limits { fuel_per_turn: 5_000, ..Limits::default() });
        assert_eq!(
            (config.on_fault, config.on_violation, config.replays),
            (Some(OnFault::ForfeitMatch), None, Some(0))
        );
    }

    #[test]
    fn an_unknown_key_names_the_nearest_known_one() {
        let nearest_of = |text: &str| match parse(text) {
            Err(ConfigError::UnknownKey { key, nearest, .. }) => (key, nearest),
            other => panic!("{other:?}"),
        };
        assert_eq!(nearest_of("[limits]\nfuel_per_tern = 1\n").1.as_deref(), Some("limits.fuel_per_turn"));
        assert_eq!(nearest_of("[policy]\non_faults = 1\n").1.as_deref(), Some("policy.on_fault"));
        assert_eq!(nearest_of("[limit]\n").1.as_deref(), Some("limits"));
        assert_eq!(nearest_of("[qqq]\n"), ("qqq".to_owned(), None));
    }

    #[test]
    fn values_out_of_range_or_kind_are_errors() {
        assert!(matches!(parse("[limits]\nmemory_bytes = 1\n"), Err(ConfigError::Limit { .. })));
        assert!(matches!(parse("[limits]\nmemory_bytes = -1\n"), Err(ConfigError::Syntax { .. })));
        assert!(matches!(parse("[limits]\nmemory_bytes = \"64M\"\n"), Err(ConfigError::Syntax { .. })));
        assert!(matches!(parse("[policy]\non_fault = \"shrug\"\n"), Err(ConfigError::Syntax { .. })));
        assert!(matches!(parse("[policy]\nreplays = 101\n"), Err(ConfigError::Syntax { .. })));
        assert!(matches!(parse("limits = 3\n"), Err(ConfigError::Syntax { .. })));
        assert!(matches!(parse("[limits\n"), Err(ConfigError::Syntax { .. })));
    }
}
