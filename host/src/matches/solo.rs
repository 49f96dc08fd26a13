//! One bot of a replay alone, on the views that it got: the board goes by the recorded orders of both seats.

use std::sync::atomic::{AtomicBool, Ordering};

use botpit_engine::replay::{Replay, SeatTurn, TurnLine, VerifyError, Walk};
use botpit_engine::{BothSeats, Seat};

use super::referee::{Entrant, MatchSpec, Referee};
use super::rerun::{RerunDifference, RerunError, answer_differs, check_metered, shown, spec_of};
use super::seat::{SeatRunner, Stop};
use crate::sandbox::HostFailure;

/// Why a bot cannot be played alone on the views of a replay.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SoloError {
    /// The replay cannot be run again.
    #[error(transparent)]
    Rerun(#[from] RerunError),
    /// There is no such leg.
    #[error("there is no leg {}: the last one of the replay is leg {legs}", leg + 1)]
    NoLeg {
        /// The leg, from 0.
        leg: u32,
        /// How many there are.
        legs: usize,
    },
    /// There is no such turn.
    #[error("leg {} has {turns} turns, there is no turn {turn}", leg + 1)]
    NoTurn {
        /// The leg, from 0.
        leg: u32,
        /// The turn.
        turn: u32,
        /// How many there are.
        turns: usize,
    },
    /// The bot took too long on the way.
    #[error("leg {}, turn {turn}: the bot came to the ceiling of processor time", leg + 1)]
    CpuCeiling {
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

impl From<VerifyError> for SoloError {
    fn from(error: VerifyError) -> SoloError {
        SoloError::Rerun(RerunError::Verify(error))
    }
}

/// Checks that a replay was made by the sandbox and has that turn; gives back how many turns the leg has.
pub(super) fn check_turn(replay: &Replay, leg: u32, turn: u32) -> Result<usize, SoloError> {
    check_metered(replay)?;
    let legs = replay.legs.len();
    if legs == 0 {
        return Err(RerunError::Empty.into());
    }
    let turns = replay.legs.get(leg as usize).ok_or(SoloError::NoLeg { leg, legs })?.turns.len();
    if turn as usize > turns {
        return Err(SoloError::NoTurn { leg, turn, turns });
    }
    Ok(turns)
}

/// The match of a replay for a bot that is played alone.
pub(super) fn solo_spec(referee: &Referee<'_>, replay: &Replay, bot: Entrant) -> Result<MatchSpec, SoloError> {
    // The other seat's bot is never asked: whose module stands there does not matter.
    let spec = spec_of(referee.games(), replay, BothSeats([bot.clone(), bot.clone()]))?;
    referee.check_plays(&bot, spec.ruleset).map_err(RerunError::from)?;
    Ok(spec)
}

/// A bot that is played alone.
pub(super) struct Solo<'a> {
    replay: &'a Replay,
    pub(super) spec: &'a MatchSpec,
    seat: Seat,
    /// Whether the bot is the one that played.
    pub(super) recorded_bot: bool,
    /// The first place where this run differs from the replay.
    pub(super) difference: Option<RerunDifference>,
    stop: &'a AtomicBool,
}

impl<'a> Solo<'a> {
    pub(super) fn new(replay: &'a Replay, spec: &'a MatchSpec, seat: Seat, stop: &'a AtomicBool) -> Solo<'a> {
        let recorded_bot = spec.bots[seat].module.sha256_hex() == replay.header.bots[seat].sha256;
        Solo { replay, spec, seat, recorded_bot, difference: None, stop }
    }

    /// The bot before it is started in a leg. Earlier legs are played: a bot's faults, its name and its log budget go
    /// on from leg to leg.
    pub(super) fn come_to(&mut self, referee: &Referee<'_>, leg: u32) -> Result<(SeatRunner, Walk<'a>), SoloError> {
        let mut earlier: Option<SeatRunner> = None;
        for leg in 0..leg {
            let (mut runner, mut walk) = self.sit(referee, earlier, leg)?;
            self.start(&mut runner, &mut walk, leg)?;
            for turn in self.turns(leg) {
                self.turn(&mut runner, &mut walk, leg, turn)?;
            }
            earlier = Some(runner);
        }
        self.sit(referee, earlier, leg)
    }

    fn sit(
        &self,
        referee: &Referee<'_>,
        earlier: Option<SeatRunner>,
        leg: u32,
    ) -> Result<(SeatRunner, Walk<'a>), SoloError> {
        let mut walk = Walk::begin(referee.games(), self.replay, leg as usize)?;
        let runner = match earlier {
            None => SeatRunner::new(self.spec, self.seat, walk.game()),
            Some(earlier) => earlier.next_leg(self.spec, walk.game(), leg),
        };
        Ok((runner, walk))
    }

    /// The recorded turns of a leg.
    pub(super) fn turns(&self, leg: u32) -> &'a [TurnLine] {
        &self.replay.legs[leg as usize].turns
    }

    /// Starts the bot in a leg.
    pub(super) fn start(
        &mut self,
        runner: &mut SeatRunner,
        walk: &mut Walk<'_>,
        leg: u32,
    ) -> Result<SeatTurn, SoloError> {
        let done = runner.start(walk.game()).map_err(|stop| stopped(stop, leg, 0))?;
        let record = &self.replay.legs[leg as usize];
        // A leg that was interrupted in its start has no record of it.
        if !record.turns.is_empty() || self.replay.footer.is_some() {
            self.compare(leg, 0, &record.line.start[self.seat], &done);
        }
        Ok(done)
    }

    /// Plays a turn of the bot; the board goes on by the record.
    pub(super) fn turn(
        &mut self,
        runner: &mut SeatRunner,
        walk: &mut Walk<'_>,
        leg: u32,
        turn: &TurnLine,
    ) -> Result<SeatTurn, SoloError> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(SoloError::Interrupted);
        }
        let mut done = SeatTurn::default();
        runner.turn(walk.game(), &mut done).map_err(|stop| stopped(stop, leg, turn.turn))?;
        self.compare(leg, turn.turn, &turn.seats[self.seat], &done);
        walk.step()?;
        runner.set_bank(walk.bank_left(self.seat));
        Ok(done)
    }

    /// Remembers the first difference. Logs and drawings are left out: they may have been taken out of the replay.
    pub(super) fn compare(&mut self, leg: u32, turn: u32, old: &SeatTurn, new: &SeatTurn) {
        if self.difference.is_some() {
            return;
        }
        let difference = match self.recorded_bot {
            true => answer_differs(old, new),
            false if old.orders != new.orders => {
                Some(("orders", format!("{} in the replay, {} now", shown(&old.orders), shown(&new.orders))))
            }
            false => None,
        };
        let seat = Some(self.seat);
        self.difference = difference.map(|(what, detail)| RerunDifference { leg, turn, seat, what, detail });
    }
}

/// Why a bot could not go on in a turn.
pub(super) fn stopped(stop: Stop, leg: u32, turn: u32) -> SoloError {
    match stop {
        Stop::CpuCeiling(_) => SoloError::CpuCeiling { leg, turn },
        Stop::Interrupted => SoloError::Interrupted,
        Stop::Host(failure) => SoloError::Host(failure),
    }
}
