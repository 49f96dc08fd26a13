//! The same match played three ways: by the engine alone, by bots in the sandbox, and by the same bots as native
//! processes that speak JSON lines over pipes.
//!
//! `cargo bench -p botpit --bench match` prints turns per second of each, and how many times faster the sandbox is than
//! the pipes, from rounds that take turns, so that a busy machine troubles all of them alike. Nothing is asserted about
//! time; that all three come to the same state is.

mod compare;
mod contest;
mod json;
#[path = "../trivial-bot/src/rule.rs"]
mod rule;

use std::process::ExitCode;
use std::sync::LazyLock;

use divan::Bencher;
use divan::counter::ItemsCount;

use compare::Comparison;
use contest::Contest;
use json::JsonMatch;

/// What a way to play that fails would break.
const PLAYS: &str = "the match can be played";

static CONTEST: LazyLock<Contest> = LazyLock::new(|| Contest::prepare().expect(PLAYS));

fn main() -> ExitCode {
    let argument = |wanted: &str| std::env::args().any(|argument| argument == wanted);
    if argument(json::BOT_ARGUMENT) {
        return json::run_bot();
    }
    let listed = argument("--list");
    if !listed {
        // Building the bot prints lines, which would run into divan's table.
        LazyLock::force(&CONTEST);
    }
    divan::main();
    // `cargo bench` says so; as a test, each benchmark runs once and there is nothing to compare.
    if argument("--bench") && !argument("--test") && !listed {
        match Comparison::run(&CONTEST) {
            Ok(comparison) => print!("{comparison}"),
            Err(error) => {
                eprintln!("error: {error:#}");
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}

#[divan::bench(name = "1 engine alone", sample_count = 100)]
fn engine_alone(bencher: Bencher<'_, '_>) {
    let contest = &*CONTEST;
    bencher.counter(ItemsCount::new(contest.turns())).bench_local(|| contest.play_engine_alone().expect(PLAYS));
}

#[divan::bench(name = "2 bots in the sandbox", sample_count = 100)]
fn sandbox(bencher: Bencher<'_, '_>) {
    let contest = &*CONTEST;
    bencher.counter(ItemsCount::new(contest.turns())).bench_local(|| contest.play_in_sandbox().expect(PLAYS));
}

#[divan::bench(name = "3 native bots, JSON over pipes", sample_count = 20, sample_size = 1)]
fn pipes(bencher: Bencher<'_, '_>) {
    let contest = &*CONTEST;
    bencher
        .counter(ItemsCount::new(contest.turns()))
        .with_inputs(|| JsonMatch::start(contest).expect(PLAYS))
        .bench_local_refs(|bots| bots.play().expect(PLAYS));
}
