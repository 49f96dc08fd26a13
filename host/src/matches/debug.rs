//! One bot of a replay alone: played again up to a turn that somebody wants to look into.

use std::sync::atomic::{AtomicBool, Ordering};

use botpit_engine::replay::{Replay, SeatTurn, TurnLine, VerifyError, Walk};
use botpit_engine::{BothSeats, BudgetPolicy, Drawing, Event, Rejection, Seat, SeatInput, Tape, TapeHead, TapeMessage};

use super::referee::{Entrant, MatchSpec, Referee};
use super::rerun::{RerunDifference, RerunError, answer_differs, caveats, check_metered, shown, spec_of};
use super::seat::{SeatRunner, Stop};
use crate::sandbox::HostFailure;

/// How much is kept of what the bot logs and draws in the turn that is looked into, in bytes of each.
const KEPT_BYTES: usize = 16 << 20;

/// Which turn of which bot to look into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DebugTurn {
    /// Whose bot.
    pub seat: Seat,
    /// The leg, from 0.
    pub leg: u32,
    /// The turn, from 1; 0 is the bot's start.
    pub turn: u32,
}

/// What a bot was told in a turn, and what it did.
#[derive(Clone, Debug)]
pub struct DebugReport {
    /// Turns of the leg in the replay.
    pub turns: u32,
    /// Whether the bot is the one that played.
    pub recorded_bot: bool,
    /// The first place where this run differs from the replay: in anything but logs and drawings for the recorded bot,
    /// in its orders for another.
    pub difference: Option<RerunDifference>,
    /// What makes the run less than exact, for people.
    pub caveats: Vec<String>,
    /// What the bot was told in this leg, up to this turn and with it.
    pub tape: Tape,
    /// What the bot did in this turn, with all that it logged and drew.
    pub done: SeatTurn,
    /// The board before the turn, as the seat sees it.
    pub board: Drawing,
    /// What happened in the turn and concerns the seat, when the bot's orders meet the recorded ones of the other seat.
    pub events: Vec<Event>,
    /// The bot's impossible orders.
    pub rejections: Vec<Rejection>,
}

impl DebugReport {
    /// The setup of the instance that played the turn.
    pub fn setup(&self) -> Option<&[u8]> {
        self.tape.messages.iter().rev().find_map(|message| match message {
            TapeMessage::Setup { bytes, .. } => Some(bytes.as_slice()),
            TapeMessage::View { .. } => None,
        })
    }

    /// The view of the turn; `None` when the bot was not asked.
    pub fn view(&self, at: DebugTurn) -> Option<&[u8]> {
        match self.tape.messages.last() {
            Some(TapeMessage::View { turn, bytes, .. }) if *turn == at.turn => Some(bytes),
            _ => None,
        }
    }
}

/// Why a turn cannot be looked into.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DebugError {
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

impl From<VerifyError> for DebugError {
    fn from(error: VerifyError) -> DebugError {
        DebugError::Rerun(RerunError::Verify(error))
    }
}

/// Plays one bot of a replay alone, on the views that it got, up to a turn, and looks into that turn. The board goes
/// by the recorded orders of both seats, and so do the banks; the bot may be another than the one that played.
///
/// # Errors
/// When there is no such turn, the replay does not verify up to it or was not made by the sandbox, or the bot cannot be
/// run that far.
pub fn debug(
    referee: &Referee<'_>,
    replay: &Replay,
    bot: Entrant,
    at: DebugTurn,
    stop: &AtomicBool,
) -> Result<DebugReport, DebugError> {
    check_metered(replay)?;
    let legs = replay.legs.len();
    if legs == 0 {
        return Err(RerunError::Empty.into());
    }
    let leg = replay.legs.get(at.leg as usize).ok_or(DebugError::NoLeg { leg: at.leg, legs })?;
    let turns = leg.turns.len();
    if at.turn as usize > turns {
        return Err(DebugError::NoTurn { leg: at.leg, turn: at.turn, turns });
    }
    let sha256 = bot.module.sha256();
    let recorded_bot = hex::encode(sha256) == replay.header.bots[at.seat].sha256;
    // The other seat's bot is never asked: whose module stands there does not matter.
    let spec = spec_of(referee.games(), replay, BothSeats([bot.clone(), bot.clone()]))?;
    referee.check_plays(&bot, spec.ruleset).map_err(RerunError::from)?;
    let mut run = Run { replay, spec: &spec, at, recorded_bot, difference: None, stop };
    let last = run.play(referee)?;
    let head = TapeHead::new(spec.ruleset.id(), spec.seed, at.leg, at.seat, sha256);
    Ok(DebugReport {
        turns: turns as u32,
        recorded_bot,
        difference: run.difference,
        caveats: caveats(replay.header.sandbox.as_ref(), &referee.sandbox_entry()),
        tape: Tape { head, messages: last.heard },
        done: last.done,
        board: last.board,
        events: last.events,
        rejections: last.rejections,
    })
}

/// A bot on its way to the turn.
struct Run<'a> {
    replay: &'a Replay,
    spec: &'a MatchSpec,
    at: DebugTurn,
    recorded_bot: bool,
    difference: Option<RerunDifference>,
    stop: &'a AtomicBool,
}

/// The turn that is looked into.
struct LastTurn {
    heard: Vec<TapeMessage>,
    done: SeatTurn,
    board: Drawing,
    events: Vec<Event>,
    rejections: Vec<Rejection>,
}

impl Run<'_> {
    /// Earlier legs are played too: a bot's faults, its name and its log budget go on from leg to leg.
    fn play(&mut self, referee: &Referee<'_>) -> Result<LastTurn, DebugError> {
        let mut earlier: Option<SeatRunner> = None;
        for leg in 0..self.at.leg {
            let mut walk = Walk::begin(referee.games(), self.replay, leg as usize)?;
            let mut runner = self.sit(earlier, &mut walk, leg);
            self.start(&mut runner, &mut walk, leg)?;
            for turn in &self.replay.legs[leg as usize].turns {
                self.turn(&mut runner, &mut walk, leg, turn)?;
            }
            earlier = Some(runner);
        }
        let leg = self.at.leg;
        let mut walk = Walk::begin(referee.games(), self.replay, leg as usize)?;
        let mut runner = self.sit(earlier, &mut walk, leg);
        runner.listen();
        if self.at.turn == 0 {
            runner.lift_limits(KEPT_BYTES);
            let done = self.start(&mut runner, &mut walk, leg)?;
            let board = walk.game().draw(Some(self.at.seat));
            return Ok(LastTurn { heard: runner.heard(), done, board, events: Vec::new(), rejections: Vec::new() });
        }
        self.start(&mut runner, &mut walk, leg)?;
        let (before, rest) = self.replay.legs[leg as usize].turns.split_at(self.at.turn as usize - 1);
        for turn in before {
            self.turn(&mut runner, &mut walk, leg, turn)?;
        }
        self.last_turn(runner, walk, &rest[0])
    }

    fn sit(&self, earlier: Option<SeatRunner>, walk: &mut Walk<'_>, leg: u32) -> SeatRunner {
        match earlier {
            None => SeatRunner::new(self.spec, self.at.seat, walk.game()),
            Some(earlier) => earlier.next_leg(self.spec, walk.game(), leg),
        }
    }

    fn start(&mut self, runner: &mut SeatRunner, walk: &mut Walk<'_>, leg: u32) -> Result<SeatTurn, DebugError> {
        let done = runner.start(walk.game()).map_err(|stop| stopped(stop, leg, 0))?;
        let record = &self.replay.legs[leg as usize];
        // A leg that was interrupted in its start has no record of it.
        if !record.turns.is_empty() || self.replay.footer.is_some() {
            self.compare(leg, 0, &record.line.start[self.at.seat], &done);
        }
        Ok(done)
    }

    fn turn(
        &mut self,
        runner: &mut SeatRunner,
        walk: &mut Walk<'_>,
        leg: u32,
        turn: &TurnLine,
    ) -> Result<(), DebugError> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(DebugError::Interrupted);
        }
        let done = runner.turn(walk.game()).map_err(|stop| stopped(stop, leg, turn.turn))?;
        self.compare(leg, turn.turn, &turn.seats[self.at.seat], &done);
        walk.step()?;
        runner.set_bank(walk.bank_left(self.at.seat));
        Ok(())
    }

    fn last_turn(
        &mut self,
        mut runner: SeatRunner,
        mut walk: Walk<'_>,
        turn: &TurnLine,
    ) -> Result<LastTurn, DebugError> {
        let DebugTurn { seat, leg, .. } = self.at;
        let board = walk.game().draw(Some(seat));
        runner.lift_limits(KEPT_BYTES);
        let done = runner.turn(walk.game()).map_err(|stop| stopped(stop, leg, turn.turn))?;
        self.compare(leg, turn.turn, &turn.seats[seat], &done);
        let other = &turn.seats[seat.other()];
        let bank_after = |seat: Seat, turn: &SeatTurn| match self.spec.ruleset.budget() {
            BudgetPolicy::PerTurn => 0,
            BudgetPolicy::Bank => walk.bank_left(seat).saturating_sub(turn.fuel),
        };
        let banks = [bank_after(seat, &done), bank_after(seat.other(), other)];
        let input = |of: Seat| match of == seat {
            true => SeatInput { orders: &done.orders, bank_left: banks[0] },
            false => SeatInput { orders: &other.orders, bank_left: banks[1] },
        };
        let inputs = BothSeats::from_fn(input);
        let game = walk.game();
        game.step(inputs);
        let ruleset = self.spec.ruleset;
        let events = game.events().iter().filter(|event| event.concerns(ruleset, seat)).copied().collect();
        let rejections = game.rejections().iter().filter(|rejection| rejection.seat == seat).copied().collect();
        Ok(LastTurn { heard: runner.heard(), done, board, events, rejections })
    }

    /// Remembers the first difference. Logs and drawings are left out: they may have been taken out of the replay.
    fn compare(&mut self, leg: u32, turn: u32, old: &SeatTurn, new: &SeatTurn) {
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
        let seat = Some(self.at.seat);
        self.difference = difference.map(|(what, detail)| RerunDifference { leg, turn, seat, what, detail });
    }
}

fn stopped(stop: Stop, leg: u32, turn: u32) -> DebugError {
    match stop {
        Stop::CpuCeiling(_) => DebugError::CpuCeiling { leg, turn },
        Stop::Interrupted => DebugError::Interrupted,
        Stop::Host(failure) => DebugError::Host(failure),
    }
}
