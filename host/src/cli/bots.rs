//! A bot as it is named on the command line: a wasm file, a folder with its source, `builtin:NAME`, or a name of
//! `botpit.toml`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use botpit_engine::GAMES;
use clap::builder::{OsStringValueParser, TypedValueParser};

use super::failure::{Failure, note, quoted};
use crate::builtins::{Builtin, builtin, builtins, builtins_of};
use crate::config::{Config, Entry, FILE_NAME, nearest};
use crate::matches::Entrant;
use crate::sandbox::{LoadError, LoadProblem, Sandbox};
use crate::sources::Sources;

/// Where a bot is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum BotRef {
    /// One of the bots in this program.
    Builtin(String),
    /// A file or a folder, or a name of the configuration.
    Path(PathBuf),
}

/// Reads a bot's name or path, which need not be UTF-8.
pub(super) fn parser() -> impl TypedValueParser<Value = BotRef> {
    OsStringValueParser::new().map(|text| match text.to_str().and_then(|text| text.strip_prefix("builtin:")) {
        Some(name) => BotRef::Builtin(name.to_owned()),
        None => BotRef::Path(PathBuf::from(text)),
    })
}

impl BotRef {
    /// The file, folder or name, as a shell takes it; `None` for a built-in bot.
    pub(super) fn words(&self) -> Option<String> {
        match self {
            BotRef::Builtin(_) => None,
            BotRef::Path(path) => Some(quoted(path)),
        }
    }

    /// Reads the bot's wasm, building it first where it is a folder, and makes it ready to run.
    pub(super) fn load(&self, config: &Config, sandbox: &Sandbox, module_bytes: u64) -> anyhow::Result<Entrant> {
        let (name, wasm) = self.wasm(config, module_bytes)?;
        entrant(sandbox, name, wasm.into())
    }

    /// The bot's name and its wasm of at most so many bytes, built first where it is a folder. A name of the
    /// configuration stands for its bot, whatever lies in the current folder.
    pub(super) fn wasm(&self, config: &Config, most: u64) -> anyhow::Result<(String, Vec<u8>)> {
        let Some((name, entry)) = self.configured(config) else {
            return self.read(config, most);
        };
        let place = config.place(entry.line);
        let bot = configured_bot(config, &entry.value);
        warn_of_namesake(name, &bot, &place);
        if let BotRef::Path(path) = &bot
            && !path.exists()
        {
            let message = format!("{place}: bot `{name}` is {}, which is not there", path.display());
            return Err(Failure::usage(message).into());
        }
        let (_, wasm) = bot.read(config, most).with_context(|| format!("{place}: `{name}`"))?;
        Ok((name.to_owned(), wasm))
    }

    /// Where the bot comes from; `None` when it is built in.
    pub(super) fn source(&self, config: &Config) -> Option<PathBuf> {
        let configured = self.configured(config).map(|(_, entry)| configured_bot(config, &entry.value));
        match configured.as_ref().unwrap_or(self) {
            BotRef::Builtin(_) => None,
            BotRef::Path(path) => Some(path.clone()),
        }
    }

    /// All files that the bot is read or built from; none when it is built in.
    pub(super) fn files(&self, config: &Config) -> Vec<PathBuf> {
        self.source(config).map(|source| Sources::of(&source).paths(&source)).unwrap_or_default()
    }

    /// The name and the entry of the configuration that this one stands for.
    fn configured<'c>(&self, config: &'c Config) -> Option<(&'c str, &'c Entry<String>)> {
        let BotRef::Path(path) = self else { return None };
        config.bots.get_key_value(path.to_str()?).map(|(name, entry)| (name.as_str(), entry))
    }

    /// The name and wasm of a bot that the configuration does not name.
    fn read(&self, config: &Config, most: u64) -> anyhow::Result<(String, Vec<u8>)> {
        match self {
            BotRef::Builtin(name) => Ok((format!("builtin:{name}"), find_builtin(name)?.wasm.to_vec())),
            BotRef::Path(path) => {
                let wasm = resolve(config, path)?;
                let name = botpit_guest::escape(name_of(path, &wasm).as_bytes(), 64);
                Ok((name, super::read_file(&wasm, most)?))
            }
        }
    }
}

/// What the value of a name in the configuration stands for.
pub(super) fn configured_bot(config: &Config, value: &str) -> BotRef {
    match value.strip_prefix("builtin:") {
        Some(name) => BotRef::Builtin(name.to_owned()),
        None => BotRef::Path(config.resolve(value)),
    }
}

/// Tells where something in the current folder has a bot's name and is not that bot.
fn warn_of_namesake(name: &str, bot: &BotRef, place: &str) {
    let Ok(here) = Path::new(name).canonicalize() else { return };
    if !matches!(bot, BotRef::Path(path) if path.canonicalize().is_ok_and(|path| path == here)) {
        note(&format!("note: `{name}` is the bot of {place}; write ./{name} for what lies here"));
    }
}

/// A bot with its code ready to run.
pub(super) fn entrant(sandbox: &Sandbox, name: String, wasm: Arc<[u8]>) -> anyhow::Result<Entrant> {
    let module = sandbox.load(&name, &wasm).map_err(load_failure)?;
    Ok(Entrant { name, module, wasm })
}

/// The failure of a bot that does not load.
pub(super) fn load_failure(error: LoadError) -> Failure {
    let failure = match error.problem {
        LoadProblem::Interrupted => Failure::interrupted(),
        _ => Failure::new(error.to_string()),
    };
    match error.hint() {
        Some(hint) => failure.hint(hint),
        None => failure,
    }
}

/// The built-in bot of that name.
fn find_builtin(name: &str) -> Result<&'static Builtin, Failure> {
    builtin(name).ok_or_else(|| {
        let failure = Failure::usage(format!("there is no built-in bot `{name}`: {}", builtins_by_game()));
        let names: Vec<String> = builtins().iter().map(|builtin| builtin.name.to_owned()).collect();
        match nearest(name, &names) {
            Some(like) => failure.hint(format!("did you mean `builtin:{like}`?")),
            None => failure,
        }
    })
}

/// The names of the built-in bots, game by game, as a sentence.
fn builtins_by_game() -> String {
    let games: Vec<String> = GAMES
        .iter()
        .map(|ruleset| {
            let names: Vec<&str> = builtins_of(ruleset.id()).map(|builtin| builtin.name).collect();
            format!("{} has {}", ruleset.title(), if names.is_empty() { "none".to_owned() } else { names.join(", ") })
        })
        .collect();
    games.join("; ")
}

/// The wasm file that a path stands for; a folder is built.
fn resolve(config: &Config, path: &Path) -> anyhow::Result<PathBuf> {
    let kind = std::fs::metadata(path).map_err(|error| {
        Failure::usage(format!("bot `{}`: {error}", path.display())).hint(other_bot(config, &path.to_string_lossy()))
    })?;
    if kind.is_dir() {
        return super::build::build_folder(path);
    }
    anyhow::ensure!(kind.is_file(), "bot `{}` is neither a file nor a folder", path.display());
    Ok(path.to_owned())
}

/// The name of a bot: that of its wasm file. Of a folder's, cargo has made hyphens to underscores.
fn name_of(given: &Path, wasm: &Path) -> String {
    let stem = wasm.file_stem().unwrap_or(wasm.as_os_str()).to_string_lossy();
    let folder = given.canonicalize().ok().and_then(|folder| Some(folder.file_name()?.to_str()?.to_owned()));
    folder.filter(|folder| given.is_dir() && folder.replace('-', "_") == stem).unwrap_or_else(|| stem.into_owned())
}

/// What may have been meant by a path that is not there.
fn other_bot(config: &Config, text: &str) -> String {
    if let Some(builtin) = builtin(text) {
        return format!("the built-in bot is `builtin:{}`", builtin.name);
    }
    let names: Vec<String> = config.bots.keys().cloned().collect();
    match nearest(text, &names) {
        Some(like) => format!("did you mean `{like}` of {FILE_NAME}?"),
        None => "a bot is a .wasm file, a folder with its source, builtin:NAME, or a name of botpit.toml".to_owned(),
    }
}
