use std::fmt;
use std::sync::atomic::AtomicBool;

use botpit_engine::replay::{Meter, Replay, Sandbox as SandboxEntry, SeatTurn, VerifyError, Walk, verify};
use botpit_engine::{BothSeats, BudgetPolicy, MapSource, Registry, Seat};

use super::referee::{Entrant, MatchSpec, Referee, Unplayable};

/// The first place where a rerun differs from its replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RerunDifference {
    /// The leg, from 0.
    pub leg: u32,
    /// The turn, from 1; 0 when the bots were started.
    pub turn: u32,
    /// Whose bot, where it is one bot's.
    pub seat: Option<Seat>,
    /// What differs: `view`, `orders`, `fuel`, `memory`, `fault`, `log`, `drawing`, `violations`, `course`.
    pub what: &'static str,
    /// The two values, for people.
    pub detail: String,
}

impl fmt::Display for RerunDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "leg {}, turn {}", self.leg + 1, self.turn)?;
        if let Some(seat) = self.seat {
            write!(f, ", seat {seat}")?;
        }
        write!(f, ": {} differs: {}", self.what, self.detail)
    }
}

/// What a rerun found.
#[derive(Clone, Debug)]
pub struct RerunReport {
    /// The first difference, if there is one.
    pub difference: Option<RerunDifference>,
    /// Turns compared.
    pub turns: u64,
    /// What makes the comparison less than exact, for people: another version or machine.
    pub caveats: Vec<String>,
}

/// Why a replay cannot be run again.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RerunError {
    /// It does not follow from the rules in the first place.
    #[error(transparent)]
    Verify(#[from] VerifyError),
    /// Nothing counted the fuel.
    #[error(
        "the replay was played without counting fuel (meter: none): only a match from the sandbox can be run again"
    )]
    NoMeter,
    /// There is nothing in it to run.
    #[error("the replay has no leg: nothing was played")]
    Empty,
    /// Processor time decided it.
    #[error("the match was decided by the ceiling of processor time, which cannot be reproduced")]
    CpuCeiling,
    /// A bot is another than the one that played.
    #[error("seat {seat}: bot `{name}` has SHA-256 {found}, the replay was played by {expected}")]
    OtherBot {
        /// The seat.
        seat: Seat,
        /// The bot that was given.
        name: String,
        /// Its hash.
        found: String,
        /// The hash in the replay.
        expected: String,
    },
    /// The match cannot be played.
    #[error(transparent)]
    Unplayable(#[from] Unplayable),
}

/// Plays the bots of a replay of one of the referee's games again and compares everything that they did.
///
/// # Errors
/// When the replay does not verify, was not made by the sandbox, or the bots are others.
pub fn rerun(
    referee: &Referee<'_>,
    replay: &Replay,
    bots: BothSeats<Entrant>,
    stop: &AtomicBool,
) -> Result<RerunReport, RerunError> {
    let header = &replay.header;
    check_metered(replay)?;
    if replay.footer.as_ref().is_some_and(|footer| footer.cpu_ceiling.is_some()) {
        return Err(RerunError::CpuCeiling);
    }
    for seat in Seat::BOTH {
        let found = bots[seat].module.sha256_hex();
        let expected = &header.bots[seat].sha256;
        if found != expected {
            let (found, expected) = (found.to_owned(), expected.clone());
            return Err(RerunError::OtherBot { seat, name: bots[seat].name.clone(), found, expected });
        }
    }
    verify(referee.games(), replay)?;
    if replay.legs.is_empty() {
        return Err(RerunError::Empty);
    }
    let spec = spec_of(referee.games(), replay, bots)?;
    let again = referee.play(&spec, stop)?;
    let difference = first_difference(referee.games(), replay, &again)?;
    let turns = replay.legs.iter().map(|leg| leg.turns.len() as u64).sum();
    Ok(RerunReport { difference, turns, caveats: caveats(header.sandbox.as_ref(), &referee.sandbox_entry()) })
}

/// Only what the sandbox played can be run again.
pub(super) fn check_metered(replay: &Replay) -> Result<(), RerunError> {
    if replay.header.meter == Meter::None { Err(RerunError::NoMeter) } else { Ok(()) }
}

/// The match that a replay records.
pub(super) fn spec_of(games: &Registry, replay: &Replay, bots: BothSeats<Entrant>) -> Result<MatchSpec, RerunError> {
    let header = &replay.header;
    let ruleset = games.of(header)?;
    let maps = replay.legs.iter().map(|leg| leg.line.read_map(ruleset)).collect::<Result<Vec<_>, _>>()?;
    let mut policy = header.policy;
    // The pool is not in the replay, its maps are: the legs end where the record ends.
    policy.replays = (maps.len() as u32).saturating_sub(1);
    Ok(MatchSpec {
        ruleset,
        options: header.options.clone(),
        seed: header.seed,
        limits: header.limits.clone(),
        policy,
        bots,
        maps: MapSource::Pool { maps, first: 0 },
        embed: false,
    })
}

/// What makes running a bot again in another sandbox less than exact, for people.
pub(super) fn caveats(then: Option<&SandboxEntry>, now: &SandboxEntry) -> Vec<String> {
    let mut caveats = Vec::new();
    if let Some(then) = then {
        if then.triple != now.triple {
            caveats.push(format!("played on {}, run again on {}: stack depth may differ", then.triple, now.triple));
        }
        if then.wasmtime != now.wasmtime {
            caveats.push(format!(
                "played with wasmtime {}, run again with {}: fuel may differ",
                then.wasmtime, now.wasmtime
            ));
        }
        if then.config != now.config {
            caveats.push("played in a sandbox of another configuration: fuel may differ".to_owned());
        }
    }
    caveats
}

fn first_difference(games: &Registry, then: &Replay, now: &Replay) -> Result<Option<RerunDifference>, VerifyError> {
    for (old, new) in then.legs.iter().zip(&now.legs) {
        let leg = old.line.leg;
        // A leg that was interrupted in its start has no record of it.
        let started = !old.turns.is_empty() || then.footer.is_some();
        if started && let Some((seat, what, detail)) = seats_differ(&old.line.start, &new.line.start) {
            return Ok(Some(RerunDifference { leg, turn: 0, seat: Some(seat), what, detail }));
        }
        for (old_turn, new_turn) in old.turns.iter().zip(&new.turns) {
            let Some((seat, what, detail)) = seats_differ(&old_turn.seats, &new_turn.seats) else { continue };
            let turn = old_turn.turn;
            let views = (view_before(games, then, leg, turn, seat)?, view_before(games, now, leg, turn, seat)?);
            let (what, detail) = if views.0 == views.1 { (what, detail) } else { ("view", "its bytes".to_owned()) };
            return Ok(Some(RerunDifference { leg, turn, seat: Some(seat), what, detail }));
        }
        if new.turns.len() < old.turns.len() || (new.turns.len() > old.turns.len() && then.footer.is_some()) {
            let turn = old.turns.len().min(new.turns.len()) as u32 + 1;
            let detail = format!("the replay has {} turns, the rerun {}", old.turns.len(), new.turns.len());
            return Ok(Some(RerunDifference { leg, turn, seat: None, what: "course", detail }));
        }
    }
    Ok(None)
}

/// The bytes of the view that a bot got in a turn.
fn view_before(games: &Registry, replay: &Replay, leg: u32, turn: u32, seat: Seat) -> Result<Vec<u8>, VerifyError> {
    let mut walk = Walk::begin(games, replay, leg as usize)?;
    while walk.game().turn() + 1 < turn && walk.step()?.is_some() {}
    let fuel = match walk.map().ruleset().budget() {
        BudgetPolicy::PerTurn => replay.header.limits.fuel_per_turn,
        BudgetPolicy::Bank => walk.bank_left(seat),
    };
    Ok(walk.game().view(seat, fuel))
}

type SeatDifference = (Seat, &'static str, String);

/// The first thing that differs between two records of a turn.
fn seats_differ(then: &BothSeats<SeatTurn>, now: &BothSeats<SeatTurn>) -> Option<SeatDifference> {
    Seat::BOTH.into_iter().find_map(|seat| {
        let (old, new) = (&then[seat], &now[seat]);
        let (what, detail) = answer_differs(old, new).or_else(|| words_differ(old, new))?;
        Some((seat, what, detail))
    })
}

/// The first thing that differs in what a bot did in a turn.
pub(super) fn answer_differs(old: &SeatTurn, new: &SeatTurn) -> Option<(&'static str, String)> {
    let fault = |turn: &SeatTurn| turn.fault.as_ref().map_or_else(|| "no fault".to_owned(), ToString::to_string);
    if old.orders != new.orders {
        Some(("orders", format!("{} in the replay, {} now", shown(&old.orders), shown(&new.orders))))
    } else if old.fuel != new.fuel {
        Some(("fuel", format!("{} in the replay, {} now", old.fuel, new.fuel)))
    } else if old.fault != new.fault || old.restarted != new.restarted {
        Some(("fault", format!("{} in the replay, {} now", fault(old), fault(new))))
    } else if old.memory != new.memory {
        Some(("memory", format!("{} bytes in the replay, {} now", old.memory, new.memory)))
    } else if old.violations != new.violations {
        Some(("violations", format!("{:?} in the replay, {:?} now", old.violations, new.violations)))
    } else {
        None
    }
}

/// What differs in what a bot said in a turn. It may have been taken out of a replay, so its absence in it is no
/// difference.
fn words_differ(old: &SeatTurn, new: &SeatTurn) -> Option<(&'static str, String)> {
    let redacted = old.log.is_empty() && old.draw.is_empty() && old.log_dropped == 0 && old.draw_dropped == 0;
    if redacted {
        None
    } else if (&old.log, old.log_dropped) != (&new.log, new.log_dropped) {
        Some(("log", "its text".to_owned()))
    } else if (&old.draw, old.draw_dropped) != (&new.draw, new.draw_dropped) {
        Some(("drawing", "its marks".to_owned()))
    } else {
        None
    }
}

/// Bytes of orders, for people.
pub(super) fn shown(orders: &[u8]) -> String {
    if orders.is_empty() { "no orders".to_owned() } else { hex::encode(orders) }
}
