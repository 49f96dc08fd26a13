//! Replay files: whatever the bytes, what is good of them is read, verified, walked through and written again.

use std::sync::atomic::AtomicBool;

use anyhow::{Context, ensure};
use arbitrary::Unstructured;
use botpit::builtins::builtins_of;
use botpit::matches::{Entrant, MapSource, MatchSpec, Referee};
use botpit::sandbox::{Sandbox, SandboxConfig};
use botpit::watch::Film;
use botpit_engine::replay::{Replay, Walk, verify};
use botpit_engine::{BothSeats, GAMES, Limits, Policy, Ruleset, Seat, Seed, Settings};

use crate::cases::Target;
use crate::mutate::mutated;

pub(crate) struct Replays {
    samples: Vec<Vec<u8>>,
}

impl Replays {
    /// Plays a short match of each game.
    pub(crate) fn new() -> anyhow::Result<Replays> {
        let sandbox = Sandbox::new(SandboxConfig::default())?;
        let samples = GAMES.iter().map(|ruleset| Ok(sample(&sandbox, ruleset)?.write().into_bytes()));
        Ok(Replays { samples: samples.collect::<anyhow::Result<_>>()? })
    }
}

fn sample(sandbox: &Sandbox, ruleset: &'static dyn Ruleset) -> anyhow::Result<Replay> {
    let builtin = builtins_of(ruleset.id()).next().context("a built-in bot")?;
    let module = sandbox.load(builtin.name, builtin.wasm)?;
    let entrant = Entrant { name: builtin.name.to_owned(), module, wasm: builtin.wasm.into() };
    let mut settings = Settings::default();
    settings.set("turns", "6");
    let of_rules = ruleset.options().iter().any(|spec| spec.name == "turns");
    let (options, settings) = if of_rules { (settings, Settings::default()) } else { (Settings::default(), settings) };
    let spec = MatchSpec {
        ruleset,
        options,
        seed: Seed(1),
        limits: Limits::default(),
        policy: Policy { replays: 1, ..Policy::default() },
        bots: BothSeats([entrant.clone(), entrant]),
        maps: MapSource::Generated { ruleset, first: Seed(1), settings },
        embed: false,
    };
    Ok(Referee::new(sandbox, &GAMES).play(&spec, &AtomicBool::new(false))?)
}

impl Target for Replays {
    const BYTES: usize = 600;

    fn case(&self, u: &mut Unstructured<'_>) -> anyhow::Result<&'static str> {
        let bytes = mutated(u, &self.samples)?;
        let Ok((mut replay, damage)) = Replay::read(&bytes) else { return Ok("refused") };
        let text = replay.write();
        let (again, _) = Replay::read(text.as_bytes()).context("what was written cannot be read")?;
        ensure!(again == replay, "it reads back as another replay");
        replay.totals();
        let verified = verify(&GAMES, &replay).is_ok();
        for leg in 0..replay.legs.len() {
            walk(&replay, leg);
        }
        if u.ratio(1, 8)?
            && let Ok(mut film) = Film::open(GAMES, &replay, damage.as_ref().map(ToString::to_string))
        {
            let last = film.end();
            film.scene(last, Some(Seat::A));
        }
        replay.redact(Seat::A);
        ensure!(verified == verify(&GAMES, &replay).is_ok(), "without a log it verifies otherwise");
        Ok(match (verified, damage) {
            (true, None) => "verified",
            (true, Some(_)) => "verified up to the damage",
            (false, _) => "read",
        })
    }
}

/// Plays a leg as far as it goes, and shows all of it.
fn walk(replay: &Replay, leg: usize) {
    let Ok(mut walk) = Walk::begin(&GAMES, replay, leg) else { return };
    let ruleset = walk.map().ruleset();
    while matches!(walk.step(), Ok(Some(_))) {
        for event in walk.game().events() {
            drop(event.sentence(ruleset).to_string());
        }
    }
    walk.game().draw(None);
    walk.game().state();
}
