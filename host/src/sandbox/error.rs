use std::fmt;
use std::io;
use std::time::Duration;

use botpit_engine::{Fault, grouped};

use super::{Language, Toolchain};

/// Why no sandbox could be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SandboxError {
    /// A value of the configuration is out of its range.
    #[error("{field}: {value} is not between {min} and {max}")]
    OutOfRange {
        /// The field.
        field: &'static str,
        /// Its value.
        value: u64,
        /// The least it may be.
        min: u64,
        /// The most it may be.
        max: u64,
    },
    /// Bots cannot be compiled for this machine.
    #[error(
        "bots run on Linux and macOS, on x86-64 and ARM64; this is {} on {}",
        std::env::consts::OS,
        std::env::consts::ARCH
    )]
    Platform,
    /// The program's own path, which runs the compile child, is unknown.
    #[error("the path of this program is unknown, so that it cannot start itself as a compiler")]
    OwnPath(#[source] io::Error),
    /// The operating system gave no thread.
    #[error("no thread for the sandbox's clock")]
    Thread(#[source] io::Error),
    /// Wasmtime refused the configuration.
    #[error("wasmtime cannot be set up: {0}")]
    Engine(String),
}

impl SandboxError {
    pub(super) fn engine(error: wasmtime::Error) -> SandboxError {
        SandboxError::Engine(format!("{error:#}"))
    }
}

/// Why a file is no bot that can play.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("bot `{bot}`: {problem}")]
pub struct LoadError {
    /// The name that the bot was to be loaded under.
    pub bot: String,
    /// What is wrong.
    pub problem: LoadProblem,
    /// The language of the bot's source, as far as the file tells.
    pub language: Option<Language>,
}

/// What is wrong with a bot's file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LoadProblem {
    /// The file is longer than allowed.
    #[error("the module has {} bytes, over the limit of {}", grouped(*bytes), grouped(*limit))]
    TooLarge {
        /// Bytes of the file.
        bytes: u64,
        /// The most there may be.
        limit: u64,
    },
    /// The file is no WebAssembly at all.
    #[error("not a WebAssembly module{}", .looks_like.map(|what| format!(": it looks like {what}")).unwrap_or_default())]
    NotWasm {
        /// What the file seems to be instead.
        looks_like: Option<&'static str>,
    },
    /// The file is a component, not a core module.
    #[error("a WebAssembly component, where a core module is needed")]
    Component,
    /// The module ends in the middle.
    #[error("the module is cut: it ends after {bytes} bytes, in the middle of a section")]
    Truncated {
        /// Bytes of the file.
        bytes: u64,
    },
    /// The module is damaged.
    #[error("not a valid WebAssembly module: {message} (at byte {offset})")]
    Invalid {
        /// What the validator says.
        message: String,
        /// Where.
        offset: u64,
    },
    /// The file is an input of a linker, not its output.
    #[error("{what}, not a whole module")]
    Unlinked {
        /// What it is.
        what: &'static str,
    },
    /// The module uses a proposal that is switched off.
    #[error("the module uses {feature}, which bots may not")]
    Feature {
        /// The proposal's name.
        feature: &'static str,
    },
    /// A count of the module is over its limit.
    #[error("{quantity}: {}, over the limit of {}", grouped(*found), grouped(*limit))]
    OverLimit {
        /// What is counted.
        quantity: Quantity,
        /// How much there is.
        found: u64,
        /// The most there may be.
        limit: u64,
    },
    /// The module asks for something that the sandbox does not have.
    #[error("the module imports `{module}`.`{name}`, which the sandbox does not have{}", .toolchain.words())]
    UnknownImport {
        /// The module of the import, escaped.
        module: String,
        /// The name of the import, escaped.
        name: String,
        /// The tool that seems to have made the import.
        toolchain: Toolchain,
    },
    /// The module asks another module for a function that the sandbox has.
    #[error("the module imports `{module}`.`{name}`; the sandbox has `{name}` in the module `botpit`")]
    ImportModule {
        /// The module of the import, escaped.
        module: String,
        /// The name of the import.
        name: &'static str,
    },
    /// The module has no memory of its own.
    #[error("the module imports its memory, `{module}`.`{name}`, instead of having one")]
    ImportedMemory {
        /// The module of the import, escaped.
        module: String,
        /// The name of the import, escaped.
        name: String,
    },
    /// An import has another type than the sandbox gives it.
    #[error("the import `{module}`.`{name}` should be {expected}, not {found}")]
    ImportType {
        /// The module of the import.
        module: &'static str,
        /// The name of the import.
        name: &'static str,
        /// The type it should have.
        expected: String,
        /// The type it has.
        found: String,
    },
    /// An export that every bot needs is not there.
    #[error("the module does not export `{name}`")]
    MissingExport {
        /// The export's name.
        name: &'static str,
    },
    /// An export has another type than the contract gives it.
    #[error("the export `{name}` should be {expected}, not {found}")]
    ExportType {
        /// The export's name.
        name: &'static str,
        /// The type it should have.
        expected: String,
        /// The type it has.
        found: String,
    },
    /// The module is a program with a main function, not a library.
    #[error("the module is a command: it has `_start` and no `think`")]
    Command,
    /// The bot follows another version of the contract.
    #[error("the bot is made for version {found} of the bot ABI; this is version {}", botpit_abi::ABI_VERSION)]
    AbiVersion {
        /// The version that `botpit_abi` answered.
        found: u16,
    },
    /// The bot plays no game.
    #[error("`botpit_abi` names no game that the bot plays")]
    NoGame,
    /// The compiler does not take the module.
    #[error("the module cannot be compiled: {message}")]
    Compile {
        /// What the compiler says, escaped.
        message: String,
    },
    /// Compiling takes more than allowed, also when tried again alone.
    #[error("compiling the module takes more than {limit}")]
    CompileLimit {
        /// Which limit.
        limit: CompileLimit,
    },
    /// The bot failed before its first turn, when it was asked what it plays.
    #[error("it fails while it is loaded: {fault}{}", log_words(log))]
    Faulted {
        /// How.
        fault: Fault,
        /// The end of what it logged, escaped.
        log: String,
        /// Whether it trapped for want of its main function, as it seems: it has one, which the sandbox does not call,
        /// and no `_initialize` instead.
        command: bool,
    },
    /// The bot's start code took more CPU time than the ceiling.
    #[error("its start code takes more than {limit:?} of CPU time")]
    StartCpu {
        /// The ceiling.
        limit: Duration,
    },
    /// The program is to stop, so that the bot was not loaded to the end.
    #[error("interrupted")]
    Interrupted,
    /// The host failed, not the bot.
    #[error(transparent)]
    Host(#[from] HostFailure),
}

/// What a limit on a module counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Quantity {
    /// Functions of the module.
    Functions,
    /// Imports of the module, of which there may be as many as functions.
    Imports,
    /// Types of the module.
    Types,
    /// Globals of the module.
    Globals,
    /// Parameters of one function or block.
    Parameters,
    /// Results of one function or block.
    Results,
    /// The compiler's work on one function, in estimated microseconds.
    FunctionWork,
    /// The compiler's work on the whole module, in estimated microseconds.
    ModuleWork,
    /// Bytes of linear memory that the module starts with.
    MemoryBytes,
    /// Elements of the table that the module starts with.
    TableElements,
    /// Tables of the module.
    Tables,
    /// Elements that the module has in segments, to fill tables with.
    Elements,
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Quantity::Functions => "functions",
            Quantity::Imports => "imports",
            Quantity::Types => "types",
            Quantity::Globals => "globals",
            Quantity::Parameters => "parameters of one function",
            Quantity::Results => "results of one function",
            Quantity::FunctionWork => "work of compiling one function",
            Quantity::ModuleWork => "work of compiling the whole module",
            Quantity::MemoryBytes => "bytes of memory at the start",
            Quantity::TableElements => "table elements at the start",
            Quantity::Tables => "tables",
            Quantity::Elements => "elements of all segments",
        })
    }
}

/// A limit of the compile child.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CompileLimit {
    /// CPU time.
    CpuSeconds(u64),
    /// Memory.
    MemoryBytes(u64),
}

impl fmt::Display for CompileLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CompileLimit::CpuSeconds(seconds) => write!(f, "{seconds} s of CPU time"),
            CompileLimit::MemoryBytes(bytes) => write!(f, "{} MiB of memory", bytes >> 20),
        }
    }
}

fn log_words(log: &str) -> String {
    if log.is_empty() { String::new() } else { format!("; its log ends: {log}") }
}

impl LoadError {
    /// What the bot's author can do about it, where there is more to say than the error does.
    pub fn hint(&self) -> Option<String> {
        self.problem.advice(self.language).to_do
    }
}

/// A failure of the machine or of the host, for which no bot is to blame.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HostFailure {
    /// The operating system refused memory that the bot may have.
    #[error("the operating system refused memory for a bot: {0}")]
    MemoryRefused(String),
    /// All slots of the pool are in use: the host runs more bots at once than the sandbox was made for.
    #[error("more bots run at once than the sandbox has room for: {0}")]
    PoolExhausted(String),
    /// The compile child could not be run.
    #[error("the compile child failed: {0}")]
    CompileChild(String),
    /// The compile child came to a limit that this program was started under, below the one for compiling.
    #[error("compiling takes more than {limit}, the limit that this program was started under")]
    InheritedLimit {
        /// Which limit.
        limit: CompileLimit,
    },
    /// Wasmtime failed in a way that a bot's code cannot bring about.
    #[error("the sandbox failed: {0}")]
    Internal(String),
}
