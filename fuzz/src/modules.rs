//! Modules: whatever the bytes, they are refused, or they play a match that verifies and runs again the same.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, ensure};
use arbitrary::Unstructured;
use botpit::matches::{Entrant, MapSource, MatchSpec, Referee, rerun};
use botpit::sandbox::{LoadProblem, Sandbox, SandboxConfig};
use botpit_engine::replay::{Replay, verify};
use botpit_engine::{BothSeats, Ending, GAMES, Limits, OnViolation, Policy, Ruleset, Seat, Seed, Settings};

use crate::bots;
use crate::cases::Target;
use crate::mutate::mutated;

/// Turns of a match.
const TURNS: &str = "20";

pub(crate) struct Modules {
    sandbox: Sandbox,
}

impl Modules {
    pub(crate) fn new() -> anyhow::Result<Modules> {
        let config = SandboxConfig { load_fuel: limits().fuel_start, ..SandboxConfig::default() };
        Ok(Modules { sandbox: Sandbox::new(config)? })
    }
}

impl Target for Modules {
    const BYTES: usize = 8_000;

    fn case(&self, u: &mut Unstructured<'_>) -> anyhow::Result<&'static str> {
        let mut wasm = bots::module(u)?;
        if u.ratio(1, 10)? {
            wasm = mutated(u, &[wasm])?;
        }
        let inspection = self.sandbox.inspect(&wasm);
        let module = match self.sandbox.load("case", &wasm) {
            Ok(module) => module,
            Err(error) => return refusal(&error.problem, inspection.problems.is_empty()),
        };
        ensure!(inspection.problems.is_empty(), "it is loaded in spite of {:?}", inspection.problems);
        let entrant = Entrant { name: "case".to_owned(), module, wasm: wasm.into() };
        let mask = entrant.module.games();
        let plays = |ruleset: &&'static dyn Ruleset| mask & botpit_abi::game_bit(ruleset.abi_game()) != 0;
        let games: Vec<&'static dyn Ruleset> = GAMES.iter().filter(plays).collect();
        if games.is_empty() {
            return Ok("of no game");
        }
        self.play(entrant, *u.choose(&games)?, Seed(u.arbitrary()?), violation(u)?)
    }
}

/// What a refused module came to: a failure of the host is never the right answer.
fn refusal(problem: &LoadProblem, found_nothing: bool) -> anyhow::Result<&'static str> {
    match problem {
        LoadProblem::Host(failure) => anyhow::bail!("the host failed: {failure}"),
        LoadProblem::Faulted { .. } => Ok("faulty at the start"),
        LoadProblem::AbiVersion { .. } | LoadProblem::NoGame => Ok("of no game"),
        LoadProblem::CompileLimit { .. } | LoadProblem::StartCpu { .. } => anyhow::bail!("{problem}"),
        // What only the compiler finds, the check before it has let through.
        problem if found_nothing => anyhow::bail!("valid, and yet: {problem}"),
        problem => Ok(problem.code()),
    }
}

fn violation(u: &mut Unstructured<'_>) -> arbitrary::Result<OnViolation> {
    Ok(*u.choose(&[OnViolation::Record, OnViolation::Forfeit])?)
}

/// Limits that end every case soon.
fn limits() -> Limits {
    Limits {
        fuel_per_turn: 100_000,
        fuel_bank: 1_000_000,
        fuel_start: 200_000,
        fault_cost: 50_000,
        ..Limits::default()
    }
}

impl Modules {
    fn play(
        &self,
        entrant: Entrant,
        ruleset: &'static dyn Ruleset,
        seed: Seed,
        on_violation: OnViolation,
    ) -> anyhow::Result<&'static str> {
        let mut settings = Settings::default();
        settings.set("turns", TURNS);
        let (options, settings) = match ruleset.options().iter().any(|spec| spec.name == "turns") {
            true => (settings, Settings::default()),
            false => (Settings::default(), settings),
        };
        let spec = MatchSpec {
            ruleset,
            options,
            seed,
            limits: limits(),
            policy: Policy { on_violation, replays: 0, ..Policy::default() },
            bots: BothSeats([entrant.clone(), entrant]),
            maps: MapSource::Generated { ruleset, first: Seed(seed.0 % 8), settings },
            embed: false,
        };
        let stop = AtomicBool::new(false);
        let referee = Referee::new(&self.sandbox, &GAMES);
        let replay = referee.play(&spec, &stop)?;
        check(&replay)?;
        let again = rerun(&referee, &replay, spec.bots.clone(), &stop)?;
        ensure!(again.difference.is_none(), "it runs again differently: {:?}", again.difference);
        Ok(match Arc::new(replay).totals().iter().map(|(_, totals)| totals.faults).max() {
            Some(0) => "played without fault",
            _ => "played with faults",
        })
    }
}

/// The replay verifies, reads back as itself, and says nothing of a failure of ours.
fn check(replay: &Replay) -> anyhow::Result<()> {
    verify(&GAMES, replay)?;
    let footer = replay.footer.as_ref().context("a footer")?;
    ensure!(footer.ending != Ending::Aborted, "the host failed: {:?}", footer.host_failure);
    ensure!(footer.cpu_ceiling.is_none(), "it came to the ceiling of processor time");
    let text = replay.write();
    let (read, damage) = Replay::read(text.as_bytes())?;
    ensure!(damage.is_none() && read == *replay, "it reads back as another replay: {damage:?}");
    for seat in Seat::BOTH {
        let name = replay.header.bots[seat].team_name.as_deref().unwrap_or_default();
        ensure!(name.chars().all(|c| !c.is_control()), "a control character in the name {name:?}");
    }
    Ok(())
}
