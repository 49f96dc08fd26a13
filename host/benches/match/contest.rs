//! The match that is measured, and two of the ways to play it.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::Context;
use botpit::bot_build::BotBuild;
use botpit::matches::{Entrant, MapSource, MatchSpec, Referee};
use botpit::sandbox::{CompilerPath, Sandbox, SandboxConfig, compile_child};
use botpit_engine::replay::{Replay, TurnLine};
use botpit_engine::{BothSeats, GAMES, Game, Limits, MatchStart, Policy, Seat, SeatInput, Seed, Settings, StateHash};

/// Of the map and of the match.
const SEED: Seed = Seed(1);

/// A match of two trivial bots on a generated map, ready to be played over and over.
pub(crate) struct Contest {
    sandbox: Sandbox,
    spec: MatchSpec,
    /// Its turns as the sandbox played them.
    recorded: Vec<TurnLine>,
    /// One line that says what is played.
    pub(crate) about: String,
}

impl Contest {
    /// Builds the bot, loads it, generates the map and plays the match once.
    pub(crate) fn prepare() -> anyhow::Result<Contest> {
        let ruleset = GAMES.ruleset("gold-hunter").context("there is no Gold Hunter")?;
        let mut board = Settings::default();
        for (name, value) in [("width", "30"), ("height", "30"), ("hunters", "4"), ("workers", "4")] {
            board.set(name, value);
        }
        let map = ruleset.generate_map(SEED, &board)?;
        let program = env!("CARGO_BIN_EXE_botpit").into();
        let compiler = CompilerPath::Program { program, args: vec![compile_child::SUBCOMMAND.into()] };
        let sandbox = Sandbox::new(SandboxConfig { compiler, ..SandboxConfig::default() })?;
        let wasm: Arc<[u8]> = build_bot()?.into();
        let bot = Entrant { name: "trivial".to_owned(), module: sandbox.load("trivial", &wasm)?, wasm };
        let size = map.size();
        let spec = MatchSpec {
            ruleset,
            options: Settings::default(),
            seed: SEED,
            limits: Limits::default(),
            // A tie ends the match, so that all matches are one leg.
            policy: Policy { replays: 0, ..Policy::default() },
            bots: BothSeats([bot.clone(), bot]),
            maps: MapSource::Pool { maps: vec![map], first: 0 },
            embed: false,
        };
        let mut contest = Contest { sandbox, spec, recorded: Vec::new(), about: String::new() };
        let mut replay = contest.play_in_sandbox()?;
        let faults = replay.footer.as_ref().map(|footer| footer.totals.clone().map(|total| total.faults));
        anyhow::ensure!(faults == Some(BothSeats([0, 0])), "the bots have faults: {faults:?}");
        contest.recorded = replay.legs.pop().context("a match has a leg")?.turns;
        contest.about = format!(
            "{} on a generated {}×{} board, 2×{} players, seed {SEED}, {} turns, last hash {}",
            ruleset.title(),
            size.width,
            size.height,
            contest.leg()?.players_per_team(),
            contest.turns(),
            contest.hash()?,
        );
        Ok(contest)
    }

    /// How many turns the match has.
    pub(crate) fn turns(&self) -> usize {
        self.recorded.len()
    }

    /// The hash after the last turn.
    pub(crate) fn hash(&self) -> anyhow::Result<StateHash> {
        Ok(self.recorded.last().context("a match has turns")?.hash)
    }

    /// The match before its first turn.
    pub(crate) fn leg(&self) -> anyhow::Result<Box<dyn Game>> {
        Ok(self.spec.maps.map(0)?.start(&MatchStart { seed: SEED, ..MatchStart::default() })?)
    }

    /// What a view tells of the fuel.
    pub(crate) fn fuel_per_turn(&self) -> u64 {
        self.spec.limits.fuel_per_turn
    }

    /// Plays the match in the sandbox, recording included.
    pub(crate) fn play_in_sandbox(&self) -> anyhow::Result<Replay> {
        Ok(Referee::new(&self.sandbox, &GAMES).play(&self.spec, &AtomicBool::new(false))?)
    }

    /// Writes all views and steps through the recorded orders; no bot is asked.
    pub(crate) fn play_engine_alone(&self) -> anyhow::Result<StateHash> {
        let mut game = self.leg()?;
        let mut view = vec![0; game.message_bytes_max()];
        for turn in &self.recorded {
            for seat in Seat::BOTH {
                std::hint::black_box(game.write_view(seat, self.fuel_per_turn(), &mut view));
            }
            game.step(BothSeats::from_fn(|seat| SeatInput { orders: &turn.seats[seat].orders, bank_left: 0 }));
        }
        Ok(game.hash())
    }
}

/// The wasm of the bot next to this file.
fn build_bot() -> anyhow::Result<Vec<u8>> {
    let host = Path::new(env!("CARGO_MANIFEST_DIR"));
    let build = BotBuild {
        folder: host.join("benches/trivial-bot"),
        target_dir: Path::new(env!("CARGO_TARGET_TMPDIR")).join("trivial-bot"),
        source_root: host.parent().context("the host crate lies in the workspace")?.to_owned(),
        packages: Vec::new(),
        profile: "release",
        locked: true,
    };
    let modules = build.run()?;
    let module = modules.first().context("the build makes one module")?;
    std::fs::read(module).with_context(|| format!("cannot read {}", module.display()))
}
