use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use botpit_engine::replay::{Leg, LegEnd, LegLine, SeatTurn, TurnLine};
use botpit_engine::{BothSeats, Ending, Game, GameMap, MatchStart, Policy, Seat, SeatInput};

use super::referee::{MatchSpec, Unplayable};
use super::seat::{SeatRunner, Stop};
use crate::sandbox::{BootFuel, HostFailure};

/// A leg on its way.
pub(super) struct LegRun<'a> {
    policy: &'a Policy,
    game: Box<dyn Game>,
    seats: BothSeats<SeatRunner>,
    record: Leg,
    /// What the faults of the last turn, or of the start, led to.
    forfeit: Option<(Ending, Option<Seat>)>,
}

/// How a leg was left.
pub(super) enum LegResult {
    /// By the rules, or by a forfeit.
    Ended(Ending, Option<Seat>),
    /// The user stopped the program.
    Interrupted,
    /// A bot came to the ceiling of processor time: the match is void.
    CpuCeiling(Seat),
    /// The machine failed the host: the match is void.
    HostFailure(HostFailure),
}

impl LegResult {
    fn stopped(seat: Seat, stop: Stop) -> LegResult {
        match stop {
            Stop::CpuCeiling(_) => LegResult::CpuCeiling(seat),
            Stop::Interrupted => LegResult::Interrupted,
            Stop::Host(failure) => LegResult::HostFailure(failure),
        }
    }
}

impl<'a> LegRun<'a> {
    /// Sets up a leg; no bot has run yet in it. `earlier` are the seats of the leg before.
    pub(super) fn new(
        spec: &'a MatchSpec,
        number: u32,
        map: &Arc<dyn GameMap>,
        earlier: Option<[SeatRunner; 2]>,
    ) -> Result<LegRun<'a>, Unplayable> {
        let start = MatchStart { options: spec.options.clone(), seed: spec.seed, leg: number };
        let game = map.start(&start)?;
        let seats = match earlier {
            None => Seat::BOTH.map(|seat| SeatRunner::new(spec, seat, game.as_ref())),
            Some(earlier) => earlier.map(|seat| seat.next_leg(spec, game.as_ref(), number)),
        };
        let seats = BothSeats(seats);
        let line = LegLine::begin(number, map.as_ref(), game.as_ref());
        let record = Leg { line, turns: Vec::with_capacity(map.turns().min(10_000) as usize) };
        Ok(LegRun { policy: &spec.policy, game, seats, record, forfeit: None })
    }

    /// Starts both bots and plays to the end of the leg.
    pub(super) fn play(&mut self, stop: &AtomicBool) -> LegResult {
        for seat in Seat::BOTH {
            if let Err(stop) = self.start(seat) {
                return LegResult::stopped(seat, stop);
            }
        }
        loop {
            if let Some((ending, winner)) = self.ended() {
                return LegResult::Ended(ending, winner);
            }
            if stop.load(Ordering::Relaxed) {
                return LegResult::Interrupted;
            }
            if let Err((seat, stop)) = self.turn() {
                return LegResult::stopped(seat, stop);
            }
        }
    }

    /// Starts a bot; both are to be started before the first turn.
    pub(super) fn start(&mut self, seat: Seat) -> Result<(), Stop> {
        self.record.line.start[seat] = self.seats[seat].start(self.game.as_ref())?;
        self.forfeit = self.policy.forfeit(&self.record.line.start);
        Ok(())
    }

    /// Asks a bot for its orders of the turn to come.
    pub(super) fn ask(&mut self, seat: Seat) -> Result<SeatTurn, Stop> {
        let mut record = SeatTurn::default();
        self.seats[seat].turn(self.game.as_mut(), &mut record)?;
        Ok(record)
    }

    /// Plays the turn that both bots were asked for.
    pub(super) fn step(&mut self, seats: BothSeats<SeatTurn>) {
        let mut line = TurnLine::blank(self.game.as_ref());
        line.seats = seats;
        self.end_turn(line);
    }

    /// How the leg has ended, if it has: by a forfeit, or by the rules.
    pub(super) fn ended(&self) -> Option<(Ending, Option<Seat>)> {
        self.forfeit.or_else(|| self.game.end().map(|end| (end.ending, end.winner)))
    }

    /// How the leg stands, for the footer.
    pub(super) fn end(&self) -> LegEnd {
        LegEnd::of(self.game.as_ref())
    }

    /// The names that the bots give themselves.
    pub(super) fn team_names(&self) -> BothSeats<Option<String>> {
        BothSeats::from_fn(|seat| self.seats[seat].team_name().map(str::to_owned))
    }

    /// Processor time that a bot has taken in this match.
    pub(super) fn cpu(&self, seat: Seat) -> Duration {
        self.seats[seat].cpu()
    }

    /// What each call of a bot's last start took.
    pub(super) fn boot_fuel(&self, seat: Seat) -> BootFuel {
        self.seats[seat].boot_fuel()
    }

    /// The record of the leg, and its seats for the next one.
    pub(super) fn into_parts(self) -> (Leg, [SeatRunner; 2]) {
        (self.record, self.seats.0)
    }

    fn turn(&mut self) -> Result<(), (Seat, Stop)> {
        // Made once and filled in: to move its parts about takes as long as all else that a turn needs.
        let mut line = TurnLine::blank(self.game.as_ref());
        for seat in Seat::BOTH {
            self.seats[seat].turn(self.game.as_mut(), &mut line.seats[seat]).map_err(|stop| (seat, stop))?;
        }
        self.end_turn(line);
        Ok(())
    }

    /// Plays the turn whose answers are recorded.
    fn end_turn(&mut self, mut line: TurnLine) {
        self.game.step(BothSeats::from_fn(|seat| SeatInput {
            orders: &line.seats[seat].orders,
            bank_left: self.seats[seat].bank_left(),
        }));
        line.complete(self.game.as_ref());
        self.forfeit = self.policy.forfeit(&line.seats);
        self.record.turns.push(line);
    }
}
