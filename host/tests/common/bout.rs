//! A match between two WAT bots, with what a test wants changed.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use botpit::matches::{Entrant, MapSource, MatchSpec, Referee};
use botpit::sandbox::{CompilerPath, Sandbox, SandboxConfig};
use botpit_engine::replay::{Outcome, Replay, verify};
use botpit_engine::{BothSeats, Ending, GAMES, Limits, Policy, Registry, Ruleset, Seat, Seed, Settings};

use super::wat_bot;

/// The match: on a small generated map of Gold Hunter of 30 turns, where nobody says otherwise.
pub struct Bout {
    sandbox: Sandbox,
    pub games: &'static Registry,
    ruleset: &'static dyn Ruleset,
    pub bots: [Vec<u8>; 2],
    pub limits: Limits,
    pub policy: Policy,
    pub options: Settings,
    pub maps: Option<MapSource>,
}

impl Bout {
    pub fn new(a: &str, b: &str) -> Bout {
        Bout::with_config(a, b, |_| {})
    }

    /// A bout in a sandbox that has room for so many bots at once.
    pub fn with_instances(a: &str, b: &str, instances: u32) -> Bout {
        Bout::with_config(a, b, |config| config.instances = instances)
    }

    /// A bout in a sandbox of another configuration.
    pub fn with_config(a: &str, b: &str, change: impl FnOnce(&mut SandboxConfig)) -> Bout {
        let program = env!("CARGO_BIN_EXE_botpit").into();
        let compiler = CompilerPath::Program { program, args: vec!["__compile".into()] };
        let mut config = SandboxConfig { instances: 4, compiler, ..SandboxConfig::default() };
        change(&mut config);
        let limits =
            Limits { fuel_per_turn: 1_000_000, fuel_start: 1_000_000, fuel_restart: 1_000, ..Limits::default() };
        Bout {
            sandbox: Sandbox::new(config).unwrap(),
            games: &GAMES,
            ruleset: GAMES.ruleset("gold-hunter").unwrap(),
            bots: [wat_bot(a), wat_bot(b)],
            limits,
            policy: Policy::default(),
            options: Settings::default(),
            maps: None,
        }
    }

    /// Plays another game.
    pub fn play_game(&mut self, ruleset: &str) {
        self.ruleset = self.games.ruleset(ruleset).unwrap();
    }

    /// Plays a game on a map of the test's own.
    pub fn on_map(&mut self, ruleset: &str, map: &str) {
        self.play_game(ruleset);
        let map = self.ruleset.read_map("test", map.as_bytes(), &Settings::default()).unwrap();
        self.maps = Some(MapSource::Pool { maps: vec![map], first: 0 });
    }

    pub fn play(&self) -> Replay {
        self.play_spec(&self.spec())
    }

    /// The match, with its bots loaded.
    pub fn spec(&self) -> MatchSpec {
        let entrant = |seat: Seat| {
            let wasm: Arc<[u8]> = self.bots[seat.index()].clone().into();
            let module = self.sandbox.load(&seat.to_string(), &wasm).unwrap();
            Entrant { name: seat.to_string(), module, wasm }
        };
        MatchSpec {
            ruleset: self.ruleset,
            options: self.options.clone(),
            seed: Seed(1),
            limits: self.limits.clone(),
            policy: self.policy,
            bots: BothSeats::from_fn(entrant),
            maps: self.maps.clone().unwrap_or_else(|| small_maps(self.ruleset)),
            embed: false,
        }
    }

    pub fn play_spec(&self, spec: &MatchSpec) -> Replay {
        let replay = self.referee().play(spec, &AtomicBool::new(false)).unwrap();
        verify(self.games, &replay).unwrap();
        replay
    }

    pub fn referee(&self) -> Referee<'_> {
        Referee::new(&self.sandbox, self.games)
    }
}

fn small_maps(ruleset: &'static dyn Ruleset) -> MapSource {
    let mut settings = Settings::default();
    for (name, value) in [("width", "8"), ("height", "8"), ("hunters", "1"), ("workers", "1"), ("turns", "30")] {
        settings.set(name, value);
    }
    MapSource::Generated { ruleset, first: Seed(1), settings }
}

/// How a match came out.
pub fn ending(replay: &Replay) -> (Ending, Outcome) {
    let footer = replay.footer.as_ref().unwrap();
    (footer.ending, footer.outcome)
}
