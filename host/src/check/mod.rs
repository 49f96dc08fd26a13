//! What can be found out about a bot before it plays: `botpit check` without its printing.
//!
//! [`check`] looks at the bytes first and collects all problems that can be seen there; a bot without any is loaded
//! and plays the first turns of a match of each of its games against the game's weakest built-in bot, under the rules
//! that hold in every match.

mod complaints;
mod speed;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use botpit_abi::OrderList;
use botpit_engine::replay::{SeatTurn, ViolationEntry};
use botpit_engine::{
    BothSeats, BudgetPolicy, Ending, Fault, Limits, OptionError, Policy, Registry, Rejection, Ruleset, Seat, Seed,
    Settings,
};
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::builtins::builtins_of;
use crate::matches::{Entrant, MapSource, MatchSpec, Trial, TrialEnd, TrialError, Unplayable, trial};
use crate::sandbox::{BootFuel, CpuCeiling, HostFailure, LoadProblem, Module, ModuleFacts, Origin, Sandbox};

pub use complaints::Complaint;
pub use speed::{FUEL, KindSpeed, Speed};

use complaints::Complaints;
use speed::{micros, scale};

/// The longest piece of a log that is shown with a fault, in characters.
const LOG_CHARS: usize = 200;

/// What to check, and how.
#[derive(Clone)]
pub struct CheckRequest {
    /// What to call the bot.
    pub name: String,
    /// Its wasm.
    pub wasm: Arc<[u8]>,
    /// The limits that hold.
    pub limits: Limits,
    /// What happens on faults and violations.
    pub policy: Policy,
    /// The game to play; all that the bot plays when nobody says.
    pub game: Option<&'static dyn Ruleset>,
    /// How many turns of each game to play.
    pub turns: u32,
    /// The seed of the matches.
    pub seed: Seed,
    /// Whether to measure times; without them the report is the same each time.
    pub timing: bool,
}

/// Where a bot is tried in a game.
#[derive(Clone)]
pub struct Arena {
    /// The maps, of which the first leg's is played.
    pub maps: MapSource,
    /// The options of the rules.
    pub options: Settings,
}

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
    /// The program is to stop.
    #[error("interrupted")]
    Interrupted,
    /// The machine failed, not the bot.
    #[error(transparent)]
    Host(#[from] HostFailure),
    /// Options or maps of a match are wrong.
    #[error(transparent)]
    Unplayable(#[from] Unplayable),
}

impl CheckError {
    /// A module of this program's own was refused.
    fn of_own_module(problem: LoadProblem) -> CheckError {
        match problem {
            LoadProblem::Interrupted => CheckError::Interrupted,
            LoadProblem::Host(failure) => CheckError::Host(failure),
            other => CheckError::Host(HostFailure::Internal(format!("a module of botpit's own: {other}"))),
        }
    }
}

impl From<TrialError> for CheckError {
    fn from(error: TrialError) -> CheckError {
        match error {
            TrialError::Unplayable(unplayable) => CheckError::Unplayable(unplayable),
            TrialError::Interrupted => CheckError::Interrupted,
            TrialError::Host(failure) => CheckError::Host(failure),
        }
    }
}

impl From<OptionError> for CheckError {
    fn from(error: OptionError) -> CheckError {
        CheckError::Unplayable(error.into())
    }
}

/// What was found out about a bot.
#[derive(Clone, Debug, Serialize)]
pub struct CheckReport {
    /// Its name.
    pub bot: String,
    /// Whether it can play: there are no problems.
    pub can_play: bool,
    /// The SHA-256 of its wasm, in hex.
    pub sha256: String,
    /// The length of its wasm, in bytes.
    pub bytes: u64,
    /// Who made it.
    pub origin: Origin,
    /// What it is made of; nothing where it cannot be read.
    pub module: Option<ModuleFacts>,
    /// How it was loaded; nothing where it was not.
    pub loading: Option<Loading>,
    /// How it did in each game.
    pub games: Vec<GameReport>,
    /// What fuel takes on this machine.
    pub speed: Option<Speed>,
    /// The limits that held.
    pub limits: Limits,
    /// What keeps it from playing.
    pub problems: Vec<Complaint>,
    /// What is doubtful, and keeps it from nothing.
    pub warnings: Vec<Complaint>,
}

/// How a bot was loaded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Loading {
    /// The version of the bot ABI.
    pub abi: u16,
    /// The ids of the games that it plays.
    pub games: Vec<&'static str>,
    /// The mask of further games that it names.
    pub unknown_games: u16,
    /// How its machine code was come by.
    pub compiling: Option<CompilingReport>,
}

/// How machine code was come by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct CompilingReport {
    /// Whether it was kept from an earlier load.
    pub from_cache: bool,
    /// Microseconds on the wall to compile it, or to read it.
    pub wall_us: u64,
}

/// How a bot did in the first turns of a game.
#[derive(Clone, Debug, Serialize)]
pub struct GameReport {
    /// The game's id.
    pub game: &'static str,
    /// The game's name for people.
    pub title: &'static str,
    /// The map.
    pub map: String,
    /// The seed of the match.
    pub seed: Seed,
    /// Whom it played against.
    pub opponent: String,
    /// The name that the bot gives itself.
    pub team_name: Option<String>,
    /// What starting it took.
    pub start: StartReport,
    /// Turns that were played.
    pub turns: u32,
    /// Turns of a whole match.
    pub match_turns: u32,
    /// How the match ended, where it did in these turns.
    pub ending: Option<Ending>,
    /// What it may use.
    pub budget: Budget,
    /// Fuel of a turn without a fault, on average.
    pub fuel_mean: u64,
    /// The most fuel of a turn without a fault.
    pub fuel_worst: u64,
    /// That turn, from 1.
    pub fuel_worst_turn: u32,
    /// Fuel of a whole match at this rate.
    pub fuel_of_match: u64,
    /// Processor time of its turns.
    pub cpu: Option<CpuReport>,
    /// Whether it was started, so that it could be asked for the first turn.
    pub started: bool,
    /// The ceiling of processor time that it came to.
    pub cpu_ceiling: Option<CpuCeiling>,
    /// The most linear memory, in bytes.
    pub memory_peak_bytes: u64,
    /// Orders that it gave.
    pub orders: u64,
    /// Orders that were impossible.
    pub rejections: u64,
    /// Why, and how often.
    pub rejection_reasons: Vec<(&'static str, u64)>,
    /// Its faults.
    pub faults: u64,
    /// The first of them.
    pub first_fault: Option<FirstFault>,
    /// Its forbidden calls.
    pub violations: Vec<ViolationEntry>,
    /// Log bytes that were kept.
    pub log_bytes: u64,
    /// Log bytes that were dropped.
    pub log_dropped: u64,
    /// Drawing bytes that were kept.
    pub draw_bytes: u64,
    /// Drawing bytes that were dropped.
    pub draw_dropped: u64,
}

/// What starting a bot took.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct StartReport {
    /// Fuel of all its calls together.
    pub fuel: u64,
    /// Fuel of each call. The start section is not charged.
    pub fuel_of: BootFuel,
    /// Linear memory after it, in bytes.
    pub memory_bytes: u64,
    /// Processor time, in microseconds.
    pub cpu_us: Option<u64>,
}

/// What a bot may use in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Budget {
    /// Whether it is for a turn or for the whole match.
    pub policy: BudgetPolicy,
    /// How much.
    pub fuel: u64,
}

/// Processor time of a bot's turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct CpuReport {
    /// Of a turn on average, in microseconds.
    pub mean_us: u64,
    /// Of the turn that took most, in microseconds.
    pub worst_us: u64,
    /// That turn, from 1.
    pub worst_turn: u32,
    /// What [`FUEL`] takes at the pace of all turns together, in microseconds.
    pub pace_us: Option<u64>,
}

/// A bot's first fault in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FirstFault {
    /// The turn, from 1; 0 is before the first.
    pub turn: u32,
    /// What it was.
    pub fault: Fault,
    /// The end of the turn's log, escaped.
    pub log: String,
}

/// Checks a bot. `arena` tells where it is tried in a game that it plays; `stop` ends the check early.
///
/// # Errors
/// When a map cannot be had or used, the program is to stop, or the machine fails. Whatever is wrong with the bot is
/// in the report.
pub fn check<E: From<CheckError>>(
    sandbox: &Sandbox,
    games: &Registry,
    request: &CheckRequest,
    arena: impl Fn(&'static dyn Ruleset) -> Result<Arena, E>,
    stop: &AtomicBool,
) -> Result<CheckReport, E> {
    let inspection = sandbox.inspect(&request.wasm);
    let (mut problems, mut warnings) = (Complaints::default(), Complaints::default());
    for problem in &inspection.problems {
        problems.of_load(problem, inspection.origin.language);
    }
    warnings.of_bytes(&inspection, request.wasm.len() as u64);
    let mut report = CheckReport {
        bot: request.name.clone(),
        can_play: false,
        sha256: hex::encode(Sha256::digest(&request.wasm)),
        bytes: request.wasm.len() as u64,
        origin: inspection.origin,
        module: inspection.facts,
        loading: None,
        games: Vec::new(),
        speed: None,
        limits: request.limits.clone(),
        problems: Vec::new(),
        warnings: Vec::new(),
    };
    if problems.0.is_empty()
        && let Some(module) = load(sandbox, request, &mut problems)?
    {
        let loading = report.loading.insert(loading(&module, games, request.timing));
        warnings.of_loading(loading);
        for ruleset in to_play(&module, games, request, &mut problems) {
            let game = Tried { sandbox, request, ruleset, arena: arena(ruleset)? }.play(&module, stop)?;
            problems.problems_of_game(&game, &request.limits, report.origin.language);
            warnings.warnings_of_game(&game, &request.limits);
            report.games.push(game);
        }
        if request.timing {
            report.speed = Some(speed::measure(sandbox, games)?);
        }
    }
    report.can_play = problems.0.is_empty();
    (report.problems, report.warnings) = (problems.0, warnings.0);
    Ok(report)
}

/// The bot ready to run, or a problem more.
fn load(sandbox: &Sandbox, request: &CheckRequest, problems: &mut Complaints) -> Result<Option<Module>, CheckError> {
    match sandbox.load(&request.name, &request.wasm) {
        Ok(module) => Ok(Some(module)),
        Err(error) => match error.problem {
            LoadProblem::Interrupted => Err(CheckError::Interrupted),
            LoadProblem::Host(failure) => Err(failure.into()),
            problem => {
                problems.of_load(&problem, error.language);
                Ok(None)
            }
        },
    }
}

fn loading(module: &Module, games: &Registry, timing: bool) -> Loading {
    let bit = |ruleset: &&dyn Ruleset| botpit_abi::game_bit(ruleset.abi_game());
    let known = games.iter().fold(0, |mask, ruleset| mask | bit(&ruleset));
    let played = games.iter().filter(|ruleset| module.games() & bit(ruleset) != 0);
    let compiling = module.compiling();
    Loading {
        abi: botpit_abi::ABI_VERSION,
        games: played.map(|ruleset| ruleset.id()).collect(),
        unknown_games: module.games() & !known,
        compiling: timing
            .then(|| CompilingReport { from_cache: compiling.from_cache, wall_us: micros(compiling.wall) }),
    }
}

/// The games to try the bot in. A bot that plays none of them has a problem.
fn to_play(
    module: &Module,
    games: &Registry,
    request: &CheckRequest,
    problems: &mut Complaints,
) -> Vec<&'static dyn Ruleset> {
    let plays = |ruleset: &&'static dyn Ruleset| module.games() & botpit_abi::game_bit(ruleset.abi_game()) != 0;
    let played: Vec<&'static dyn Ruleset> = games.iter().filter(plays).collect();
    let wanted: Vec<&'static dyn Ruleset> = match request.game {
        Some(game) => vec![game],
        None => games.iter().collect(),
    };
    let to_play: Vec<&'static dyn Ruleset> = wanted.iter().copied().filter(plays).collect();
    if to_play.is_empty() {
        let game = request.game.map_or("any game of this version", |game| game.title());
        let plays = played.iter().map(|ruleset| ruleset.title()).collect();
        let bot = request.name.clone();
        problems.add(
            "other-game",
            Unplayable::Game { bot, game, plays, mask: module.games() }.to_string(),
            "the high 16 bits of `botpit_abi`'s answer say which games a bot plays",
            None,
        );
    }
    to_play
}

/// A game that a bot is tried in.
struct Tried<'a> {
    sandbox: &'a Sandbox,
    request: &'a CheckRequest,
    ruleset: &'static dyn Ruleset,
    arena: Arena,
}

impl Tried<'_> {
    fn play(&self, module: &Module, stop: &AtomicBool) -> Result<GameReport, CheckError> {
        let Tried { request, ruleset, .. } = self;
        let bot = Entrant { name: request.name.clone(), module: module.clone(), wasm: request.wasm.clone() };
        let spec = MatchSpec {
            ruleset: *ruleset,
            options: self.arena.options.clone(),
            seed: request.seed,
            limits: request.limits.clone(),
            policy: request.policy,
            bots: BothSeats([bot.clone(), self.opponent(bot)?]),
            maps: self.arena.maps.clone(),
            embed: false,
        };
        let trial = trial(&spec, request.turns, stop)?;
        let match_turns = self.arena.maps.map(0).map_err(Unplayable::from)?.turns();
        Ok(self.report(&spec, &trial, match_turns))
    }

    /// The weakest built-in bot of the game; where there is none, the bot itself.
    fn opponent(&self, bot: Entrant) -> Result<Entrant, CheckError> {
        let Some(builtin) = builtins_of(self.ruleset.id()).next() else { return Ok(bot) };
        let name = format!("builtin:{}", builtin.name);
        let module =
            self.sandbox.load(&name, builtin.wasm).map_err(|error| CheckError::of_own_module(error.problem))?;
        Ok(Entrant { name, module, wasm: builtin.wasm.into() })
    }

    fn report(&self, spec: &MatchSpec, trial: &Trial, match_turns: u32) -> GameReport {
        let timing = self.request.timing;
        let start = &trial.leg.line.start[Seat::A];
        let turns: Vec<&SeatTurn> = trial.leg.turns.iter().map(|turn| &turn.seats[Seat::A]).collect();
        let all = || std::iter::once(start).chain(turns.iter().copied());
        // A fault is charged what its turn did not use.
        let used = |turn: &&SeatTurn| if turn.fault.is_some() { 0 } else { turn.fuel };
        let without_fault = turns.iter().filter(|turn| turn.fault.is_none()).count() as u64;
        let fuel: u64 = turns.iter().map(used).fold(0, u64::saturating_add);
        let fuel_mean = fuel.checked_div(without_fault).unwrap_or(0);
        let (fuel_worst_turn, fuel_worst) = worst(turns.iter().map(used));
        let rejections: Vec<&Rejection> =
            trial.leg.turns.iter().flat_map(|turn| &turn.rejections).filter(|order| order.seat == Seat::A).collect();
        let policy = self.ruleset.budget();
        let limits = &self.request.limits;
        let orders =
            |turn: &&SeatTurn| OrderList::parse(&turn.orders, self.ruleset.abi_game()).map_or(0, |list| list.len());
        let fault = |(turn, record): (u32, &SeatTurn)| {
            let fault = record.fault.clone()?;
            Some(FirstFault { turn, fault, log: log_end(&record.log) })
        };
        GameReport {
            game: self.ruleset.id(),
            title: self.ruleset.title(),
            map: botpit_guest::escape(trial.leg.line.map.name.as_bytes(), 64),
            seed: self.request.seed,
            opponent: spec.bots[Seat::B].name.clone(),
            team_name: trial.team_name.clone(),
            start: StartReport {
                fuel: start.fuel,
                fuel_of: trial.boot_fuel,
                memory_bytes: start.memory,
                cpu_us: timing.then(|| micros(trial.start_cpu)),
            },
            turns: turns.len() as u32,
            match_turns,
            ending: match trial.end {
                TrialEnd::Over(ending) => Some(ending),
                TrialEnd::Played | TrialEnd::CpuCeiling(..) => None,
            },
            budget: Budget { policy, fuel: limits.fuel(policy) },
            fuel_mean,
            fuel_worst,
            fuel_worst_turn,
            fuel_of_match: fuel_mean.saturating_mul(match_turns.into()),
            cpu: timing.then(|| cpu_report(&trial.turn_cpu, fuel)).flatten(),
            started: trial.started,
            cpu_ceiling: match trial.end {
                TrialEnd::CpuCeiling(Seat::A, ceiling) => Some(ceiling),
                _ => None,
            },
            memory_peak_bytes: all().map(|record| record.memory).max().unwrap_or(0),
            orders: turns.iter().map(orders).map(|count| count as u64).sum(),
            rejections: rejections.len() as u64,
            rejection_reasons: reasons(&rejections),
            faults: all().filter(|record| record.fault.is_some()).count() as u64,
            first_fault: (0..).zip(all()).find_map(fault),
            violations: violations(all()),
            log_bytes: all().map(|record| record.log.len() as u64).sum(),
            log_dropped: all().map(|record| record.log_dropped).sum(),
            draw_bytes: all().map(|record| record.draw.len() as u64).sum(),
            draw_dropped: all().map(|record| record.draw_dropped).sum(),
        }
    }
}

impl GameReport {
    /// Why orders were impossible, the most frequent reason first: `out-of-reach ×3`.
    pub fn rejection_words(&self) -> String {
        let words: Vec<String> =
            self.rejection_reasons.iter().map(|(reason, count)| format!("{reason} ×{count}")).collect();
        words.join(", ")
    }
}

/// The greatest of the numbers with its place, from 1; the first of equal ones.
fn worst(numbers: impl Iterator<Item = u64>) -> (u32, u64) {
    (1..).zip(numbers).fold(
        (0, 0),
        |worst, (place, number)| {
            if worst.0 == 0 || number > worst.1 { (place, number) } else { worst }
        },
    )
}

fn cpu_report(turns: &[Duration], fuel: u64) -> Option<CpuReport> {
    let total: Duration = turns.iter().sum();
    let mean = total.checked_div(turns.len() as u32)?;
    let (worst_turn, worst_us) = worst(turns.iter().map(|time| micros(*time)));
    // What little fuel took is the host's time more than the bot's.
    let pace_us = (fuel >= FUEL / 100).then(|| micros(scale(total, fuel)));
    Some(CpuReport { mean_us: micros(mean), worst_us, worst_turn, pace_us })
}

fn reasons(rejections: &[&Rejection]) -> Vec<(&'static str, u64)> {
    let mut counts: Vec<(&'static str, u64)> = Vec::new();
    for rejection in rejections {
        let code = rejection.reason.code();
        match counts.iter_mut().find(|(known, _)| *known == code) {
            Some((_, count)) => *count += 1,
            None => counts.push((code, 1)),
        }
    }
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    counts
}

fn violations<'a>(records: impl Iterator<Item = &'a SeatTurn>) -> Vec<ViolationEntry> {
    let mut sums: Vec<ViolationEntry> = Vec::new();
    for entry in records.flat_map(|record| &record.violations) {
        match sums.iter_mut().find(|known| known.call == entry.call) {
            Some(known) => known.times += entry.times,
            None => sums.push(entry.clone()),
        }
    }
    sums
}

/// The last lines of a log, escaped, as far as they fit on a line or two.
fn log_end(log: &str) -> String {
    let log = log.trim_end();
    let cut = log.char_indices().rev().nth(LOG_CHARS).map_or(0, |(at, _)| at);
    botpit_guest::escape(&log.as_bytes()[cut..], LOG_CHARS)
}
