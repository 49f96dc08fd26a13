//! Random input to everything that reads what strangers wrote: `cargo xtask fuzz`.
//!
//! A case is a kind and a number, which decide all of its bytes: a case that fails is run again by its number. What a
//! case must not do is in the file of its kind; a panic, a hang and memory that grows from case to case are watched for
//! by the [`runner`].

mod bots;
mod cases;
mod maps;
mod messages;
mod modules;
mod mutate;
mod orders;
mod replays;
mod runner;

use std::process::ExitCode;

use botpit::sandbox::compile_child;
use clap::{Parser, ValueEnum};

use runner::{Plan, Runner};

/// Runs random cases, and ends with exit code 1 at the first that fails.
#[derive(Parser)]
#[command(name = "cargo xtask fuzz")]
struct Args {
    /// What to fuzz; without it a sample of everything, as continuous integration runs it.
    kind: Option<Kind>,
    /// How many cases to run.
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    cases: u64,
    /// The number of the first case.
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// How many cases to run at the same time.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
}

/// What is fuzzed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// Modules that are loaded and play.
    Modules,
    /// Orders.
    Orders,
    /// Map files.
    Maps,
    /// Replay files.
    Replays,
    /// Views, setups and what else bots and host tell each other.
    Messages,
}

/// Cases of each kind in the sample.
const SAMPLE: [(Kind, u64); 5] = [
    (Kind::Modules, 400),
    (Kind::Orders, 200_000),
    (Kind::Maps, 40_000),
    (Kind::Replays, 20_000),
    (Kind::Messages, 1_000_000),
];

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next().is_some_and(|first| first == compile_child::SUBCOMMAND) {
        return compile_child::main(arguments);
    }
    let args = Args::parse();
    let plans = match args.kind {
        Some(kind) => vec![(kind, args.cases)],
        None => SAMPLE.to_vec(),
    };
    match plans.into_iter().try_for_each(|(kind, cases)| run(&args, kind, cases)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &Args, kind: Kind, cases: u64) -> anyhow::Result<()> {
    let name = kind.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default();
    let runner = Runner::new(Plan { name, first: args.first, cases, threads: args.threads });
    match kind {
        Kind::Modules => runner.run(&modules::Modules::new()?),
        Kind::Orders => runner.run(&orders::Orders::new()?),
        Kind::Maps => runner.run(&maps::Maps::new()),
        Kind::Replays => runner.run(&replays::Replays::new()?),
        Kind::Messages => runner.run(&messages::Messages::new()?),
    }
}
