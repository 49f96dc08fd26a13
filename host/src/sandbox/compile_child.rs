//! The process that compiles one bot under limits of its own.
//!
//! A small module can keep the compiler busy for minutes and gigabytes. Compiling in a child lets the operating system
//! stop that, and a crash of the compiler ends the child alone.

use std::ffi::OsStr;
use std::io::{self, Read, Write};
use std::process::ExitCode;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use super::costs::Metering;
use super::engine::{Layout, compiling_engine};

/// The argument that makes the `botpit` program a compile child.
pub const SUBCOMMAND: &str = "__compile";

/// The exit code of a child whose module cannot be compiled; the reason is on its standard error.
pub(super) const REFUSED: u8 = 3;

/// What a child is told on its command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Task {
    pub(super) layout: Layout,
    pub(super) metering: Metering,
    pub(super) cpu_seconds: u64,
    pub(super) memory_bytes: u64,
}

impl Task {
    pub(super) fn to_args(self) -> [String; 4] {
        let numbers = [self.layout.to_number(), self.metering.to_number(), self.cpu_seconds, self.memory_bytes];
        numbers.map(|number| number.to_string())
    }

    fn from_args(args: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Option<Task> {
        let mut numbers = args.into_iter().map(|arg| arg.as_ref().to_str()?.parse().ok());
        let mut next = || numbers.next().flatten();
        Some(Task {
            layout: Layout::from_number(next()?),
            metering: Metering::from_number(next()?)?,
            cpu_seconds: next()?,
            memory_bytes: next()?,
        })
    }

    /// The same task within the hard limits of this process, which no child can raise.
    pub(super) fn within_own_limits(self) -> Task {
        let within = |limit: u64, resource| getrlimit(resource).maximum.map_or(limit, |hard| limit.min(hard));
        Task {
            cpu_seconds: within(self.cpu_seconds, Resource::Cpu),
            memory_bytes: within(self.memory_bytes, Resource::As),
            ..self
        }
    }

    /// The limits of a child, by resource.
    pub(super) fn limits(self) -> [(Resource, Rlimit); 3] {
        let between = |resource, current: u64, maximum: u64| {
            let maximum = getrlimit(resource).maximum.map_or(maximum, |hard| maximum.min(hard));
            (resource, Rlimit { current: Some(current.min(maximum)), maximum: Some(maximum) })
        };
        [
            // At the soft limit comes a signal that names the reason, at the hard one the end.
            between(Resource::Cpu, self.cpu_seconds, self.cpu_seconds.saturating_add(1)),
            between(Resource::As, self.memory_bytes, self.memory_bytes),
            between(Resource::Core, 0, 0),
        ]
    }
}

/// Compiles the wasm on standard input to standard output; `args` follow [`SUBCOMMAND`] on the command line.
pub fn main(args: impl IntoIterator<Item = impl AsRef<OsStr>>) -> ExitCode {
    let no_task = || Trouble::Host("this subcommand is for botpit itself".to_owned());
    let (message, code) = match Task::from_args(args).ok_or_else(no_task).and_then(run) {
        Ok(()) => return ExitCode::SUCCESS,
        Err(Trouble::Module(message)) => (message, ExitCode::from(REFUSED)),
        Err(Trouble::Host(message)) => (message, ExitCode::FAILURE),
    };
    eprint!("{message}");
    code
}

/// Why nothing was compiled.
enum Trouble {
    /// The compiler does not take the module.
    Module(String),
    /// The module is not to blame.
    Host(String),
}

impl Trouble {
    fn host(error: impl ToString) -> Trouble {
        Trouble::Host(error.to_string())
    }
}

fn run(task: Task) -> Result<(), Trouble> {
    for (resource, limit) in task.limits() {
        setrlimit(resource, limit).map_err(|error| Trouble::Host(format!("no limit could be set: {error}")))?;
    }
    let mut wasm = Vec::new();
    io::stdin().lock().read_to_end(&mut wasm).map_err(Trouble::host)?;
    let engine = compiling_engine(task.layout, task.metering).map_err(Trouble::host)?;
    let artifact = engine.precompile_module(&wasm).map_err(|error| Trouble::Module(format!("{error:#}")))?;
    io::stdout().lock().write_all(&artifact).map_err(Trouble::host)
}
