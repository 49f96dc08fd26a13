use std::sync::atomic::AtomicBool;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use base64::Engine as _;
use botpit_engine::replay::{
    BotEntry, CpuCeilingRecord, Header, LegEnd, Meter, Outcome, Replay, Sandbox as SandboxEntry,
};
use botpit_engine::{
    BothSeats, Ending, ForfeitReason, GeneratorError, Limits, MapSource, OptionError, Policy, Registry, Ruleset, Seat,
    Seed, Settings,
};

use super::leg::{LegResult, LegRun};
use super::seat::SeatRunner;
use crate::sandbox::{HostFailure, Module, Sandbox};

/// The games that a bot plays, as words.
fn played(titles: &[&str], mask: u16) -> String {
    if titles.is_empty() {
        format!("its botpit_abi names no game that this version has (mask {mask:#x})")
    } else {
        format!("it plays {}", titles.join(" and "))
    }
}

/// How often a match is tried when the machinery fails.
const HOST_TRIES: usize = 3;

/// A bot that takes part.
#[derive(Clone)]
pub struct Entrant {
    /// The name to show.
    pub name: String,
    /// Its code, ready to run.
    pub module: Module,
    /// Its wasm, as it was read.
    pub wasm: Arc<[u8]>,
}

/// All that decides a match.
#[derive(Clone)]
pub struct MatchSpec {
    /// The game.
    pub ruleset: &'static dyn Ruleset,
    /// The options of its rules.
    pub options: Settings,
    /// The source of all randomness.
    pub seed: Seed,
    /// The limits.
    pub limits: Limits,
    /// What happens on faults, violations and ties.
    pub policy: Policy,
    /// The bots, seat A first.
    pub bots: BothSeats<Entrant>,
    /// The maps of the legs.
    pub maps: MapSource,
    /// Whether the replay carries the bots' wasm.
    pub embed: bool,
}

/// Why a match cannot be played at all.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Unplayable {
    /// A bot does not play the game.
    #[error("bot `{bot}` does not play {game}; {}", played(plays, *mask))]
    Game {
        /// The bot.
        bot: String,
        /// The game's title.
        game: &'static str,
        /// The titles of the games that it plays.
        plays: Vec<&'static str>,
        /// What it answers.
        mask: u16,
    },
    /// An option of the rules is wrong.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// A map of a leg cannot be generated.
    #[error(transparent)]
    Generator(#[from] GeneratorError),
}

/// Plays matches of a registry's games in one sandbox, on any number of threads.
///
/// A match in which a bot hits the ceiling of processor time is void and is played again alone: only a second time
/// makes the bot lose.
pub struct Referee<'s> {
    sandbox: &'s Sandbox,
    games: &'s Registry,
    /// Held shared by every match, and alone by one that is repeated.
    floor: RwLock<()>,
}

/// One try at a match.
pub(super) enum Try {
    Done(Replay),
    CpuCeiling { seat: Seat, cpu: Duration, at: (u32, u32), so_far: Replay, legs: Vec<LegEnd> },
    HostFailure { failure: HostFailure, so_far: Replay, legs: Vec<LegEnd> },
}

impl<'s> Referee<'s> {
    /// A referee over a sandbox, who knows these games.
    pub fn new(sandbox: &'s Sandbox, games: &'s Registry) -> Referee<'s> {
        Referee { sandbox, games, floor: RwLock::new(()) }
    }

    /// The games that the referee knows.
    pub fn games(&self) -> &'s Registry {
        self.games
    }

    /// Plays a match. When `stop` becomes true, the replay ends with the last turn that was played whole, without
    /// a footer.
    ///
    /// # Errors
    /// When a bot does not play the game, or options or maps are wrong.
    pub fn play(&self, spec: &MatchSpec, stop: &AtomicBool) -> Result<Replay, Unplayable> {
        for (_, entrant) in spec.bots.iter() {
            self.check_plays(entrant, spec.ruleset)?;
        }
        let mut cpu_ms = BothSeats::<Vec<u64>>::default();
        let mut failures = 0;
        loop {
            let mut seats = None;
            let alone = failures > 0 || cpu_ms.iter().any(|(_, hits)| !hits.is_empty());
            match self.try_once(spec, stop, alone, &mut seats)? {
                Try::Done(replay) => return Ok(replay),
                Try::CpuCeiling { seat, cpu, at, mut so_far, legs } => {
                    cpu_ms[seat].push(cpu.as_millis() as u64);
                    if cpu_ms[seat].len() == 2 {
                        let record = CpuCeilingRecord { seat, cpu_ms: std::mem::take(&mut cpu_ms[seat]), at };
                        let ending = Ending::Forfeit { seat, reason: ForfeitReason::CpuCeiling };
                        so_far.close(legs, ending, Outcome::Win(seat.other())).cpu_ceiling = Some(record);
                        return Ok(so_far);
                    }
                }
                Try::HostFailure { failure, mut so_far, legs } => {
                    failures += 1;
                    if failures == HOST_TRIES {
                        let footer = so_far.close(legs, Ending::Aborted, Outcome::Unresolved);
                        footer.host_failure = Some(failure.to_string());
                        return Ok(so_far);
                    }
                }
            }
        }
    }

    /// Plays a match once; `seats` holds those of the last leg afterwards.
    pub(super) fn try_once(
        &self,
        spec: &MatchSpec,
        stop: &AtomicBool,
        alone: bool,
        seats: &mut Option<[SeatRunner; 2]>,
    ) -> Result<Try, Unplayable> {
        // The lock guards no data: a thread that panicked leaves nothing broken behind.
        let _alone = alone.then(|| self.floor.write().unwrap_or_else(PoisonError::into_inner));
        let _shared = (!alone).then(|| self.floor.read().unwrap_or_else(PoisonError::into_inner));
        let mut replay = Replay { header: self.header(spec), legs: Vec::new(), footer: None };
        let mut legs = Vec::new();
        for number in 0.. {
            let map = spec.maps.map(number)?;
            let mut run = LegRun::new(spec, number, &map, seats.take())?;
            let result = run.play(stop);
            if number == 0 {
                for (seat, name) in run.team_names().iter() {
                    replay.header.bots[seat].team_name.clone_from(name);
                }
            }
            legs.push(run.end());
            let cpu = BothSeats::from_fn(|seat| run.cpu(seat));
            let turn = legs.last().map_or(0, |leg| leg.turns);
            let (record, runners) = run.into_parts();
            replay.legs.push(record);
            *seats = Some(runners);
            match result {
                LegResult::Interrupted => return Ok(Try::Done(replay)),
                LegResult::CpuCeiling(seat) => {
                    return Ok(Try::CpuCeiling { seat, cpu: cpu[seat], at: (number, turn + 1), so_far: replay, legs });
                }
                LegResult::HostFailure(failure) => {
                    return Ok(Try::HostFailure { failure, so_far: replay, legs });
                }
                LegResult::Ended(Ending::ReplayOnAnotherMap, _)
                    if number < spec.policy.replays && spec.maps.has_another() => {}
                LegResult::Ended(ending, winner) => {
                    let outcome = winner.map_or(Outcome::Draw, Outcome::Win);
                    replay.close(legs, ending, outcome);
                    return Ok(Try::Done(replay));
                }
            }
        }
        unreachable!("a leg number beyond every limit of replays")
    }

    /// A bot must play the game that it is to be asked about.
    pub(super) fn check_plays(&self, entrant: &Entrant, ruleset: &dyn Ruleset) -> Result<(), Unplayable> {
        let mask = entrant.module.games();
        let plays = |ruleset: &dyn Ruleset| mask & botpit_abi::game_bit(ruleset.abi_game()) != 0;
        if plays(ruleset) {
            return Ok(());
        }
        let plays = self.games.iter().filter(|&known| plays(known)).map(|known| known.title()).collect();
        Err(Unplayable::Game { bot: entrant.name.clone(), game: ruleset.title(), plays, mask })
    }

    /// What runs the bots, as replays have it.
    pub(super) fn sandbox_entry(&self) -> SandboxEntry {
        let identity = self.sandbox.identity();
        SandboxEntry {
            wasmtime: identity.wasmtime.clone(),
            triple: identity.target.clone(),
            config: identity.config.clone(),
        }
    }

    fn header(&self, spec: &MatchSpec) -> Header {
        let entry = |entrant: &Entrant| BotEntry {
            name: entrant.name.clone(),
            team_name: None,
            sha256: entrant.module.sha256_hex().to_owned(),
            wasm: spec.embed.then(|| base64::prelude::BASE64_STANDARD.encode(&entrant.wasm)),
        };
        Header {
            meter: Meter::Wasmtime,
            sandbox: Some(self.sandbox_entry()),
            options: spec.options.clone(),
            policy: spec.policy,
            limits: spec.limits.clone(),
            ..Header::new(spec.ruleset, spec.seed, BothSeats::from_fn(|seat| entry(&spec.bots[seat])))
        }
    }
}
