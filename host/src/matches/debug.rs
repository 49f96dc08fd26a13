//! One bot of a replay alone: played again up to a turn that somebody wants to look into.

use std::sync::atomic::AtomicBool;

use botpit_engine::replay::{Replay, SeatTurn, TurnLine, Walk};
use botpit_engine::{BothSeats, BudgetPolicy, Drawing, Event, Rejection, Seat, SeatInput, Tape, TapeHead, TapeMessage};

use super::referee::{Entrant, Referee};
use super::rerun::{RerunDifference, caveats};
use super::seat::SeatRunner;
use super::solo::{Solo, SoloError, check_turn, solo_spec, stopped};

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
) -> Result<DebugReport, SoloError> {
    let turns = check_turn(replay, at.leg, at.turn)?;
    let sha256 = bot.module.sha256();
    let spec = solo_spec(referee, replay, bot)?;
    let mut solo = Solo::new(replay, &spec, at.seat, stop);
    let last = play(&mut solo, referee, at)?;
    let head = TapeHead::new(spec.ruleset.id(), spec.seed, at.leg, at.seat, sha256);
    Ok(DebugReport {
        turns: turns as u32,
        recorded_bot: solo.recorded_bot,
        difference: solo.difference,
        caveats: caveats(replay.header.sandbox.as_ref(), &referee.sandbox_entry()),
        tape: Tape { head, messages: last.heard },
        done: last.done,
        board: last.board,
        events: last.events,
        rejections: last.rejections,
    })
}

/// The turn that is looked into.
struct LastTurn {
    heard: Vec<TapeMessage>,
    done: SeatTurn,
    board: Drawing,
    events: Vec<Event>,
    rejections: Vec<Rejection>,
}

/// Plays up to the turn, and that turn.
fn play(solo: &mut Solo<'_>, referee: &Referee<'_>, at: DebugTurn) -> Result<LastTurn, SoloError> {
    let (mut runner, mut walk) = solo.come_to(referee, at.leg)?;
    runner.listen();
    if at.turn == 0 {
        runner.lift_limits(KEPT_BYTES);
        let done = solo.start(&mut runner, &mut walk, at.leg)?;
        let board = walk.game().draw(Some(at.seat));
        return Ok(LastTurn { heard: runner.heard(), done, board, events: Vec::new(), rejections: Vec::new() });
    }
    solo.start(&mut runner, &mut walk, at.leg)?;
    let (before, rest) = solo.turns(at.leg).split_at(at.turn as usize - 1);
    for turn in before {
        solo.turn(&mut runner, &mut walk, at.leg, turn)?;
    }
    last_turn(solo, runner, walk, at, &rest[0])
}

fn last_turn(
    solo: &mut Solo<'_>,
    mut runner: SeatRunner,
    mut walk: Walk<'_>,
    at: DebugTurn,
    turn: &TurnLine,
) -> Result<LastTurn, SoloError> {
    let DebugTurn { seat, leg, .. } = at;
    let board = walk.game().draw(Some(seat));
    runner.lift_limits(KEPT_BYTES);
    let mut done = SeatTurn::default();
    runner.turn(walk.game(), &mut done).map_err(|stop| stopped(stop, leg, turn.turn))?;
    solo.compare(leg, turn.turn, &turn.seats[seat], &done);
    let other = &turn.seats[seat.other()];
    let bank_after = |seat: Seat, turn: &SeatTurn| match solo.spec.ruleset.budget() {
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
    let ruleset = solo.spec.ruleset;
    let events = game.events().iter().filter(|event| event.concerns(ruleset, seat)).copied().collect();
    let rejections = game.rejections().iter().filter(|rejection| rejection.seat == seat).copied().collect();
    Ok(LastTurn { heard: runner.heard(), done, board, events, rejections })
}
