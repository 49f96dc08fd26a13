//! The ratio of the three ways, from rounds in which they take turns.

use std::fmt;
use std::time::Instant;

use anyhow::Context;
use botpit_engine::StateHash;

use crate::contest::Contest;
use crate::json::{JsonMatch, cpu_seconds};

/// How many rounds there are; odd, so that a median is one of them.
const ROUNDS: usize = 41;

/// Matches of a round, of the ways that take a few milliseconds each.
const QUICK_MATCHES: usize = 5;

/// What all rounds came to.
pub(crate) struct Comparison {
    about: String,
    engine: Way,
    sandbox: Way,
    pipes: Way,
    /// How many times more turns per second the sandbox plays than the pipes.
    faster: Spread,
    /// The same, of the time that bots and recording add to the engine's.
    faster_beside_engine: Spread,
    /// How many times less processor time a turn takes in the sandbox than over pipes.
    cheaper: Spread,
    /// Milliseconds from the start of both processes to the answers of both.
    spawn_ms: Spread,
}

/// One way to play.
struct Way {
    turns_per_second: Spread,
    /// Processor time of a turn in microseconds, of all processes that take part.
    cpu_micros: Spread,
}

/// The median of some figures, the least and the greatest.
struct Spread {
    median: f64,
    min: f64,
    max: f64,
}

impl Comparison {
    /// Plays all rounds.
    ///
    /// # Errors
    /// When a match cannot be played, or one comes to another state than the others.
    pub(crate) fn run(contest: &Contest) -> anyhow::Result<Comparison> {
        let rounds: Vec<Round> = (0..ROUNDS).map(|_| Round::play(contest)).collect::<anyhow::Result<_>>()?;
        let spread = |figure: &dyn Fn(&Round) -> f64| Spread::of(rounds.iter().map(figure).collect());
        let way = |figures: fn(&Round) -> &Figures| Way {
            turns_per_second: spread(&|round| figures(round).turns_per_second),
            cpu_micros: spread(&|round| figures(round).cpu_micros),
        };
        Ok(Comparison {
            about: contest.about.clone(),
            engine: way(|round| &round.engine),
            sandbox: way(|round| &round.sandbox),
            pipes: way(|round| &round.pipes),
            faster: spread(&|round| round.sandbox.turns_per_second / round.pipes.turns_per_second),
            faster_beside_engine: spread(&|round| {
                let added = |way: &Figures| 1.0 / way.turns_per_second - 1.0 / round.engine.turns_per_second;
                added(&round.pipes) / added(&round.sandbox)
            }),
            cheaper: spread(&|round| round.pipes.cpu_micros / round.sandbox.cpu_micros),
            spawn_ms: spread(&|round| round.spawn_ms),
        })
    }
}

/// What one round came to.
struct Round {
    engine: Figures,
    sandbox: Figures,
    pipes: Figures,
    spawn_ms: f64,
}

/// What one way came to in one round.
struct Figures {
    turns_per_second: f64,
    cpu_micros: f64,
}

impl Round {
    fn play(contest: &Contest) -> anyhow::Result<Round> {
        let expected = contest.hash()?;
        let check = |hash: StateHash| {
            anyhow::ensure!(hash == expected, "a match comes to {hash}, and in the sandbox to {expected}");
            Ok(())
        };
        let turns = contest.turns();

        let watch = Watch::start();
        for _ in 0..QUICK_MATCHES {
            check(contest.play_engine_alone()?)?;
        }
        let engine = watch.stop(QUICK_MATCHES * turns, || Ok(0.0))?;

        let watch = Watch::start();
        for _ in 0..QUICK_MATCHES {
            let replay = contest.play_in_sandbox()?;
            let last = replay.legs.last().and_then(|leg| leg.turns.last());
            check(last.context("a replay has turns")?.hash)?;
        }
        let sandbox = watch.stop(QUICK_MATCHES * turns, || Ok(0.0))?;

        let begun = Instant::now();
        let mut bots = JsonMatch::start(contest)?;
        let spawn_ms = begun.elapsed().as_secs_f64() * 1e3;
        let watch = Watch::start();
        check(bots.play()?)?;
        let pipes = watch.stop(turns, || bots.end())?;
        Ok(Round { engine, sandbox, pipes, spawn_ms })
    }
}

/// Measures one way in one round.
struct Watch {
    begun: Instant,
    cpu_seconds: f64,
}

impl Watch {
    fn start() -> Watch {
        Watch { begun: Instant::now(), cpu_seconds: cpu_seconds() }
    }

    /// The figures of `turns` turns; `others` gives the processor time of other processes that took part.
    fn stop(self, turns: usize, others: impl FnOnce() -> anyhow::Result<f64>) -> anyhow::Result<Figures> {
        let (seconds, cpu) = (self.begun.elapsed().as_secs_f64(), cpu_seconds() - self.cpu_seconds);
        let turns = turns as f64;
        Ok(Figures { turns_per_second: turns / seconds, cpu_micros: (cpu + others()?) * 1e6 / turns })
    }
}

impl Spread {
    fn of(mut figures: Vec<f64>) -> Spread {
        figures.sort_by(f64::total_cmp);
        Spread { median: figures[figures.len() / 2], min: figures[0], max: figures[figures.len() - 1] }
    }

    fn line(&self, f: &mut fmt::Formatter<'_>, name: &str, digits: usize, unit: &str) -> fmt::Result {
        let [median, min, max] = [self.median, self.min, self.max].map(|figure| format!("{figure:.digits$}{unit}"));
        writeln!(f, "  {name:32}{median:>10}{min:>10}{max:>10}")
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "\n{}", self.about)?;
        writeln!(f, "All three come to that hash. {ROUNDS} rounds, in which they take turns:\n")?;
        writeln!(f, "{:34}{:>10}{:>10}{:>10}", "", "median", "min", "max")?;
        let ways = [
            ("engine alone", &self.engine),
            ("bots in the sandbox, recorded", &self.sandbox),
            ("native bots, JSON over pipes", &self.pipes),
        ];
        writeln!(f, "turns per second")?;
        for (name, way) in ways {
            way.turns_per_second.line(f, name, 0, "")?;
        }
        self.faster.line(f, "sandbox : pipes, in each round", 1, "×")?;
        self.faster_beside_engine.line(f, "the same, engine subtracted", 1, "×")?;
        writeln!(f, "processor time of a turn, all processes, µs")?;
        for (name, way) in ways {
            way.cpu_micros.line(f, name, 1, "")?;
        }
        self.cheaper.line(f, "pipes : sandbox, in each round", 1, "×")?;
        writeln!(f, "start of both processes, not counted above, ms")?;
        self.spawn_ms.line(f, "", 1, "")
    }
}
