use std::path::PathBuf;

/// Why a configuration file cannot be used, and where.
#[derive(Debug, thiserror::Error)]
#[error("{}{}: {problem}", path.display(), place.map(|(line, column)| format!(", line {line}, column {column}")).unwrap_or_default())]
pub struct ConfigError {
    /// The file.
    pub path: PathBuf,
    /// Line and column, from 1; `None` where the file as a whole cannot be used.
    pub place: Option<(usize, usize)>,
    /// What is wrong.
    pub problem: ConfigProblem,
}

/// What is wrong with a configuration file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ConfigProblem {
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// It is no TOML.
    #[error("{0}")]
    Syntax(String),
    /// A key is not known.
    #[error("unknown key `{key}`{}", nearest.as_ref().map(|nearest| format!("; did you mean `{nearest}`?")).unwrap_or_default())]
    UnknownKey {
        /// The key with its table.
        key: String,
        /// The known key that is most like it.
        nearest: Option<String>,
    },
    /// A key stands in a table, or outside of all, and belongs to another.
    #[error("`{key}` belongs to [{}]", tables.join("] or ["))]
    WrongTable {
        /// The key.
        key: String,
        /// The tables that have it.
        tables: Vec<String>,
    },
    /// A value is of the wrong kind, or out of range.
    #[error("`{key}` is {wanted}, not {found}")]
    Value {
        /// The key with its table.
        key: String,
        /// What it takes.
        wanted: String,
        /// What the file has, as it is written there.
        found: String,
    },
    /// A bot's name could be taken for something else.
    #[error(
        "`{0}` is no name for a bot: a name is at most {NAME_MAX} letters, digits, - and _, and does not begin with - or _"
    )]
    BotName(String),
}

/// The longest name of a bot, in characters.
pub(super) const NAME_MAX: usize = 64;
