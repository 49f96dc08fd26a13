//! The process that compiles one bot under limits of its own.
//!
//! A small module can keep the compiler busy for minutes and gigabytes. Compiling in a child lets the operating system
//! stop that, and a crash of the compiler ends the child alone.

use std::ffi::OsStr;
use std::io::{self, Read, Write};
use std::process::ExitCode;

use rustix::process::{Resource, Rlimit, setrlimit};

use super::engine::{Layout, compiling_engine};

/// The argument that makes the `botpit` program a compile child.
pub const SUBCOMMAND: &str = "__compile";

/// The exit code of a child whose module cannot be compiled; the reason is on its standard error.
pub(super) const REFUSED: u8 = 3;

/// What a child is told on its command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Task {
    pub(super) layout: Layout,
    pub(super) cpu_seconds: u64,
    pub(super) memory_bytes: u64,
}

impl Task {
    pub(super) fn to_args(self) -> [String; 3] {
        [self.layout.to_number(), self.cpu_seconds, self.memory_bytes].map(|number| number.to_string())
    }

    fn from_args(args: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Option<Task> {
        let mut numbers = args.into_iter().map(|arg| arg.as_ref().to_str()?.parse().ok());
        let mut next = || numbers.next().flatten();
        Some(Task { layout: Layout::from_number(next()?), cpu_seconds: next()?, memory_bytes: next()? })
    }

    /// The limits of a child, by resource.
    pub(super) fn limits(self) -> [(Resource, Rlimit); 3] {
        let exactly = |limit| Rlimit { current: Some(limit), maximum: Some(limit) };
        [
            // At the soft limit comes a signal that names the reason, at the hard one the end.
            (Resource::Cpu, Rlimit { current: Some(self.cpu_seconds), maximum: Some(self.cpu_seconds + 1) }),
            (Resource::As, exactly(self.memory_bytes)),
            (Resource::Core, exactly(0)),
        ]
    }
}

/// Compiles the wasm on standard input to standard output; `args` follow [`SUBCOMMAND`] on the command line.
pub fn main(args: impl IntoIterator<Item = impl AsRef<OsStr>>) -> ExitCode {
    match Task::from_args(args).ok_or_else(|| "this subcommand is for botpit itself".to_owned()).and_then(run) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprint!("{message}");
            ExitCode::from(REFUSED)
        }
    }
}

fn run(task: Task) -> Result<(), String> {
    for (resource, limit) in task.limits() {
        setrlimit(resource, limit).map_err(|error| format!("no limit could be set: {error}"))?;
    }
    let mut wasm = Vec::new();
    io::stdin().lock().read_to_end(&mut wasm).map_err(|error| error.to_string())?;
    let engine = compiling_engine(task.layout).map_err(|error| error.to_string())?;
    let artifact = engine.precompile_module(&wasm).map_err(|error| format!("{error:#}"))?;
    io::stdout().lock().write_all(&artifact).map_err(|error| error.to_string())
}
