//! From TOML to [`Config`]. Every error has its place, so the text is walked with its spans, key by key.

use std::ops::Range;
use std::path::Path;

use botpit_engine::{Limits, Registry, Seed};
use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::{Error as WordError, StrDeserializer};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::error::NAME_MAX;
use super::keys::{self, KEYS, TABLES};
use super::{Config, ConfigError, ConfigProblem, Entry, OptionTables, REPLAYS_MAX, THREADS_MAX, nearest};

type Key<'t> = Spanned<std::borrow::Cow<'t, str>>;
type Value<'t> = Spanned<DeValue<'t>>;

/// Reads the text of a file.
pub(super) fn parse(path: &Path, text: &str, games: &Registry) -> Result<Config, ConfigError> {
    let line_starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
    let reader = Reader { path, text, line_starts, games };
    let root = DeTable::parse(text).map_err(|error| {
        let message = error.message().lines().collect::<Vec<_>>().join(", ");
        reader.error(error.span().unwrap_or_default(), ConfigProblem::Syntax(message))
    })?;
    let mut config = Config { path: Some(path.to_owned()), ..Config::default() };
    for (name, value) in in_order(root.get_ref()) {
        let table = name.get_ref().as_ref();
        if !TABLES.contains(&table) {
            return Err(reader.unknown(name, "", TABLES.map(str::to_owned).to_vec()));
        }
        for (key, value) in reader.table(table, value)? {
            reader.read(&mut config, table, key, value)?;
        }
    }
    Ok(config)
}

/// What errors need to name their place, and the games whose names and options there are.
struct Reader<'a> {
    path: &'a Path,
    text: &'a str,
    /// Where each line begins, in bytes.
    line_starts: Vec<usize>,
    games: &'a Registry,
}

impl<'a> Reader<'a> {
    /// One key of a table of the file.
    fn read(&self, config: &mut Config, table: &str, key: &Key, value: &Value) -> Result<(), ConfigError> {
        match table {
            "limits" => self.limit(config, key, value),
            "bots" => self.bot(config, key, value),
            "maps" => self.maps(config, key, value),
            "options" => self.options(&mut config.options, table, key, value),
            "map_options" => self.options(&mut config.map_options, table, key, value),
            _ => self.setting(config, table, key, value),
        }
    }

    fn limit(&self, config: &mut Config, key: &Key, value: &Value) -> Result<(), ConfigError> {
        let Some(spec) = Limits::SPECS.iter().find(|spec| spec.name == key.get_ref().as_ref()) else {
            return Err(self.unknown(key, "limits", Limits::SPECS.iter().map(|spec| spec.name.to_owned()).collect()));
        };
        let number = whole(value).filter(|number| (spec.min..=spec.max).contains(number));
        let wanted = || format!("a whole number from {} to {}", spec.min, spec.max);
        let number = number.ok_or_else(|| self.value("limits", spec.name, value, wanted()))?;
        config.limits.insert(spec.name, self.entry(key, number));
        Ok(())
    }

    /// A key of `policy` or `defaults`.
    fn setting(&self, config: &mut Config, table: &str, key: &Key, value: &Value) -> Result<(), ConfigError> {
        let of_table = || KEYS.iter().filter(|spec| spec.table == table);
        let Some(spec) = of_table().find(|spec| spec.name == key.get_ref().as_ref()) else {
            return Err(self.unknown(key, table, of_table().map(|spec| spec.name.to_owned()).collect()));
        };
        let wrong = || self.value(table, spec.name, value, spec.values(self.games));
        match spec.name {
            "on_fault" => config.on_fault = Some(self.entry(key, word(value).ok_or_else(wrong)?)),
            "on_violation" => config.on_violation = Some(self.entry(key, word(value).ok_or_else(wrong)?)),
            "replays" => {
                let number = whole(value).filter(|number| *number <= u64::from(REPLAYS_MAX));
                config.replays = Some(self.entry(key, number.ok_or_else(wrong)? as u32));
            }
            "game" => {
                let game = string(value).and_then(|id| self.games.ruleset(id)).ok_or_else(wrong)?;
                config.game = Some(self.entry(key, game.id()));
            }
            "seed" => {
                let seed = whole(value).map(Seed).or_else(|| string(value)?.parse().ok());
                config.seed = Some(self.entry(key, seed.ok_or_else(wrong)?));
            }
            "threads" => {
                let number = whole(value).filter(|number| (1..=u64::from(THREADS_MAX)).contains(number));
                config.threads = Some(self.entry(key, number.ok_or_else(wrong)? as u32));
            }
            "swap" => config.swap = Some(self.entry(key, value.get_ref().as_bool().ok_or_else(wrong)?)),
            other => unreachable!("the key {other} of the table has no field"),
        }
        Ok(())
    }

    fn bot(&self, config: &mut Config, key: &Key, value: &Value) -> Result<(), ConfigError> {
        let name = key.get_ref().as_ref();
        if !is_bot_name(name) {
            return Err(self.error(key.span(), ConfigProblem::BotName(name.to_owned())));
        }
        let wanted = || "a .wasm file, a folder with a bot's source, or \"builtin:NAME\"".to_owned();
        let bot =
            string(value).filter(|bot| !bot.is_empty()).ok_or_else(|| self.value("bots", name, value, wanted()))?;
        config.bots.insert(name.to_owned(), self.entry(key, bot.to_owned()));
        Ok(())
    }

    fn maps(&self, config: &mut Config, key: &Key, value: &Value) -> Result<(), ConfigError> {
        let game = self.game("maps", key)?;
        let strings = |value: &Value| -> Option<Vec<String>> {
            let texts = value.get_ref().as_array()?.iter();
            texts.map(|text| string(text).filter(|text| !text.is_empty()).map(str::to_owned)).collect()
        };
        let wanted = || "a list of at least one map, each a text as --map takes it".to_owned();
        let pool = strings(value).filter(|pool| !pool.is_empty());
        let pool = pool.ok_or_else(|| self.value("maps", key.get_ref(), value, wanted()))?;
        config.maps.insert(game, self.entry(key, pool));
        Ok(())
    }

    /// The options of one game.
    fn options(&self, into: &mut OptionTables, table: &str, key: &Key, value: &Value) -> Result<(), ConfigError> {
        let game = self.game(table, key)?;
        let ruleset = self.games.ruleset(game).expect("the name was looked up in the same registry");
        let specs = keys::option_specs(table, ruleset);
        let table = format!("{table}.{game}");
        for (key, value) in self.table(&table, value)? {
            let Some(spec) = specs.iter().find(|spec| spec.name == key.get_ref().as_ref()) else {
                return Err(self.unknown(key, &table, specs.iter().map(|spec| spec.name.to_owned()).collect()));
            };
            let text = option_text(value.get_ref());
            let text = text.ok_or_else(|| self.value(&table, spec.name, value, spec.values.to_owned()))?;
            into.entry(game).or_default().insert(spec.name, self.entry(key, text));
        }
        Ok(())
    }

    /// The game that is the key of a table.
    fn game(&self, table: &str, key: &Key) -> Result<&'static str, ConfigError> {
        match self.games.ruleset(key.get_ref()) {
            Some(ruleset) => Ok(ruleset.id()),
            None => Err(self.unknown(key, table, self.games.iter().map(|ruleset| ruleset.id().to_owned()).collect())),
        }
    }

    fn table<'v, 't>(
        &self,
        name: &str,
        value: &'v Value<'t>,
    ) -> Result<Vec<(&'v Key<'t>, &'v Value<'t>)>, ConfigError> {
        match value.get_ref().as_table() {
            Some(table) => Ok(in_order(table)),
            None => Err(self.value("", name, value, "a table".to_owned())),
        }
    }

    fn entry<T>(&self, key: &Key, value: T) -> Entry<T> {
        Entry { value, line: self.place(key.span().start).0 }
    }

    /// The error of a key that its table does not have.
    fn unknown(&self, key: &Key, table: &str, known: Vec<String>) -> ConfigError {
        let name = key.get_ref().as_ref();
        let elsewhere = keys::tables_with(self.games, name);
        // An option of the rules is easily taken for one of the generator of the same game, and the other way.
        let of_same_game = |other: &&String| {
            other.split_once('.').map(|(_, game)| game) == table.split_once('.').map(|(_, game)| game)
        };
        let tables = match elsewhere.iter().find(of_same_game) {
            Some(one) => vec![one.clone()],
            None => elsewhere,
        };
        if !tables.is_empty() {
            return self.error(key.span(), ConfigProblem::WrongTable { key: name.to_owned(), tables });
        }
        let nearest = nearest(name, &known).map(|like| full(table, &like));
        self.error(key.span(), ConfigProblem::UnknownKey { key: full(table, name), nearest })
    }

    /// The error of a value that its key does not take.
    fn value(&self, table: &str, key: &str, value: &Value, wanted: String) -> ConfigError {
        const SHOWN: usize = 40;
        let written = match value.get_ref() {
            DeValue::Table(_) => "a table",
            _ => self.text.get(value.span()).unwrap_or_default(),
        };
        let line = written.lines().next().unwrap_or_default();
        let mut found: String = line.chars().take(SHOWN).collect();
        if found.len() < written.len() {
            found.push('…');
        }
        self.error(value.span(), ConfigProblem::Value { key: full(table, key), wanted, found })
    }

    fn error(&self, span: Range<usize>, problem: ConfigProblem) -> ConfigError {
        ConfigError { path: self.path.to_owned(), place: Some(self.place(span.start)), problem }
    }

    /// Line and column, in characters from 1, of a byte of the text.
    fn place(&self, offset: usize) -> (usize, usize) {
        let offset = self.text.floor_char_boundary(offset);
        let line = self.line_starts.partition_point(|start| *start <= offset);
        (line, self.text[self.line_starts[line - 1]..offset].chars().count() + 1)
    }
}

/// The entries of a table in the order of the file, so that the first mistake is the one that is told.
fn in_order<'v, 't>(table: &'v DeTable<'t>) -> Vec<(&'v Key<'t>, &'v Value<'t>)> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries
}

fn full(table: &str, key: &str) -> String {
    if table.is_empty() { key.to_owned() } else { format!("{table}.{key}") }
}

fn string<'v>(value: &'v Value) -> Option<&'v str> {
    value.get_ref().as_str()
}

/// A whole number of at least 0.
fn whole(value: &Value) -> Option<u64> {
    let number = value.get_ref().as_integer()?;
    u64::from_str_radix(number.as_str(), number.radix()).ok()
}

/// One of the words of an enum.
fn word<'v, T: Deserialize<'v>>(value: &'v Value) -> Option<T> {
    let word: StrDeserializer<'v, WordError> = string(value)?.into_deserializer();
    T::deserialize(word).ok()
}

/// The value of an option as the command line would have it.
fn option_text(value: &DeValue) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.clone().into_owned()),
        DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix()).ok().map(|n| n.to_string()),
        DeValue::Boolean(truth) => Some(truth.to_string()),
        _ => None,
    }
}

/// Whether a name can stand for a bot: nothing that looks like a path, an option, or a built-in bot.
fn is_bot_name(name: &str) -> bool {
    let plain = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    name.chars().all(plain) && name.starts_with(char::is_alphanumeric) && name.chars().count() <= NAME_MAX
}
