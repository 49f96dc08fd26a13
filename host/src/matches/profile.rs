//! A bot that a profiler prepared, through a match or through a replay.

use std::sync::atomic::AtomicBool;

use botpit_engine::Seat;
use botpit_engine::replay::{Leg, Replay, SeatTurn};

use super::referee::{Entrant, MatchSpec, Referee, Try, Unplayable};
use super::rerun::{RerunDifference, caveats};
use super::solo::{Solo, SoloError, check_turn, solo_spec};
use crate::sandbox::{CallTree, HostFailure};

/// How much more processor time a bot may take that is profiled: time is no part of what is measured.
const CPU_FACTOR: u64 = 20;

/// A match with the calls of one of its bots.
#[derive(Clone, Debug)]
pub struct ProfiledMatch {
    /// What was played: the same as without a profile, but for the ceilings of processor time.
    pub replay: Replay,
    /// The calls of the bot.
    pub calls: CallTree,
}

/// What to profile of a replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProfilePlace {
    /// Whose bot.
    pub seat: Seat,
    /// The leg, from 0.
    pub leg: u32,
    /// One turn, from 1, or the start with 0; all of the leg without it.
    pub turn: Option<u32>,
}

/// A bot on the views of a replay, with its calls.
#[derive(Clone, Debug)]
pub struct ProfiledLeg {
    /// What the bot did where it was profiled, by turn; 0 is its start.
    pub turns: Vec<(u32, SeatTurn)>,
    /// Its calls there.
    pub calls: CallTree,
    /// Turns of the leg in the replay.
    pub turns_of_leg: u32,
    /// Whether the bot is the one that played.
    pub recorded_bot: bool,
    /// The first place where this run differs from the replay: in anything but logs and drawings for the recorded bot,
    /// in its orders for another.
    pub difference: Option<RerunDifference>,
    /// What makes the run less than exact, for people.
    pub caveats: Vec<String>,
}

/// Why a match gives no profile.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProfileError {
    /// The match cannot be played at all.
    #[error(transparent)]
    Unplayable(#[from] Unplayable),
    /// A bot took too long.
    #[error("seat {seat}, leg {}, turn {turn}: the bot came to the ceiling of processor time", leg + 1)]
    CpuCeiling {
        /// Whose bot.
        seat: Seat,
        /// The leg, from 0.
        leg: u32,
        /// The turn.
        turn: u32,
    },
    /// The program is to stop.
    #[error("interrupted")]
    Interrupted,
    /// The machine failed the host.
    #[error("the host failed: {0}")]
    Host(HostFailure),
}

/// Plays a match, in which a [`Profiler`](crate::sandbox::Profiler) prepared the bot of `seat`; nothing is repeated.
///
/// # Errors
/// When the match cannot be played to its end.
pub fn profile_match(
    referee: &Referee<'_>,
    mut spec: MatchSpec,
    seat: Seat,
    stop: &AtomicBool,
) -> Result<ProfiledMatch, ProfileError> {
    for (_, bot) in spec.bots.iter() {
        referee.check_plays(bot, spec.ruleset)?;
    }
    lift_ceilings(&mut spec);
    let mut seats = None;
    match referee.try_once(&spec, stop, false, &mut seats)? {
        Try::Done(replay) if replay.footer.is_none() => Err(ProfileError::Interrupted),
        Try::Done(replay) => {
            Ok(ProfiledMatch { replay, calls: calls_of(seats.as_mut().map(|seats| &mut seats[seat.index()])) })
        }
        Try::CpuCeiling { seat, at: (leg, turn), .. } => Err(ProfileError::CpuCeiling { seat, leg, turn }),
        Try::HostFailure { failure, .. } => Err(ProfileError::Host(failure)),
    }
}

/// Plays a bot that a [`Profiler`](crate::sandbox::Profiler) prepared on the views of a replay, as
/// [`debug`](super::debug) does.
///
/// # Errors
/// When there is no such turn, the replay does not verify up to it or was not made by the sandbox, or the bot cannot be
/// run that far.
pub fn profile_replay(
    referee: &Referee<'_>,
    replay: &Replay,
    bot: Entrant,
    at: ProfilePlace,
    stop: &AtomicBool,
) -> Result<ProfiledLeg, SoloError> {
    let ProfilePlace { seat, leg, turn: only } = at;
    let turns_of_leg = check_turn(replay, leg, only.unwrap_or(0))? as u32;
    let mut spec = solo_spec(referee, replay, bot)?;
    lift_ceilings(&mut spec);
    let mut solo = Solo::new(replay, &spec, seat, stop);
    let (mut runner, mut walk) = solo.come_to(referee, leg)?;
    let last = only.unwrap_or(turns_of_leg);
    let mut turns = Vec::new();
    for turn in 0..=last {
        if turn == only.unwrap_or(0) {
            runner.take_calls();
        }
        let done = match turn.checked_sub(1) {
            None => solo.start(&mut runner, &mut walk, leg)?,
            Some(index) => solo.turn(&mut runner, &mut walk, leg, &solo.turns(leg)[index as usize])?,
        };
        if only.is_none_or(|only| only == turn) {
            turns.push((turn, done));
        }
    }
    Ok(ProfiledLeg {
        turns,
        calls: calls_of(Some(&mut runner)),
        turns_of_leg,
        recorded_bot: solo.recorded_bot,
        difference: solo.difference,
        caveats: caveats(replay.header.sandbox.as_ref(), &referee.sandbox_entry()),
    })
}

/// What a bot did in a leg, by turn; 0 is its start.
pub fn turns_of(leg: &Leg, seat: Seat) -> impl Iterator<Item = (u32, &SeatTurn)> {
    let turns = leg.turns.iter().map(move |turn| (turn.turn, &turn.seats[seat]));
    std::iter::once((0, &leg.line.start[seat])).chain(turns)
}

fn calls_of(runner: Option<&mut super::seat::SeatRunner>) -> CallTree {
    runner.and_then(|runner| runner.take_calls()).unwrap_or_else(|| CallTree::new(0))
}

fn lift_ceilings(spec: &mut MatchSpec) {
    let limits = &mut spec.limits;
    for ceiling in [&mut limits.cpu_ms_per_turn, &mut limits.cpu_ms_per_match] {
        *ceiling = ceiling.saturating_mul(CPU_FACTOR);
    }
}
