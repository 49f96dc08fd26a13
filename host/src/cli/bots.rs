//! A bot as it is named on the command line: a wasm file, `builtin:NAME`, or a folder with its source.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::builder::{OsStringValueParser, TypedValueParser};

use super::failure::Failure;
use crate::builtins::{Builtin, builtins};
use crate::config::nearest;
use crate::matches::Entrant;
use crate::sandbox::{LoadProblem, Sandbox};

/// Where a bot is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum BotRef {
    /// One of the bots in this program.
    Builtin(String),
    /// A file or a folder.
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
    /// Reads the bot's wasm, building it first where it is a folder, and makes it ready to run.
    pub(super) fn load(&self, sandbox: &Sandbox, module_bytes: u64) -> anyhow::Result<Entrant> {
        let (name, wasm) = match self {
            BotRef::Builtin(name) => (format!("builtin:{name}"), find_builtin(name)?.wasm.to_vec()),
            BotRef::Path(path) => {
                let path = resolve(path)?;
                let name = path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy();
                (botpit_guest::escape(name.as_bytes(), 64), super::read_file(&path, module_bytes)?)
            }
        };
        entrant(sandbox, name, wasm.into())
    }
}

/// A bot with its code ready to run.
pub(super) fn entrant(sandbox: &Sandbox, name: String, wasm: Arc<[u8]>) -> anyhow::Result<Entrant> {
    let module = sandbox.load(&name, &wasm).map_err(|error| {
        let failure = match error.problem {
            LoadProblem::Interrupted => Failure::interrupted(),
            _ => Failure::new(error.to_string()),
        };
        match error.hint() {
            Some(hint) => failure.hint(hint),
            None => failure,
        }
    })?;
    Ok(Entrant { name, module, wasm })
}

fn find_builtin(name: &str) -> Result<&'static Builtin, Failure> {
    let names: Vec<String> = builtins().iter().map(|builtin| builtin.name.to_owned()).collect();
    builtins().iter().find(|builtin| builtin.name == name).ok_or_else(|| {
        let failure = Failure::usage(format!("there is no built-in bot `{name}`; there is {}", names.join(", ")));
        match nearest(name, &names) {
            Some(like) => failure.hint(format!("did you mean `builtin:{like}`?")),
            None => failure,
        }
    })
}

/// The wasm file that a path stands for; a folder is built.
fn resolve(path: &Path) -> anyhow::Result<PathBuf> {
    let kind = std::fs::metadata(path).map_err(|error| {
        let failure = Failure::usage(format!("bot `{}`: {error}", path.display()));
        let text = path.to_string_lossy();
        match builtins().iter().find(|builtin| text == builtin.name) {
            Some(builtin) => failure.hint(format!("the built-in bot is `builtin:{}`", builtin.name)),
            None => failure.hint("a bot is a .wasm file, a folder with its source, or builtin:NAME"),
        }
    })?;
    if kind.is_dir() {
        return super::build::build_folder(path);
    }
    anyhow::ensure!(kind.is_file(), "bot `{}` is neither a file nor a folder", path.display());
    Ok(path.to_owned())
}
