use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use botpit_engine::replay::Leg;
use botpit_engine::{BothSeats, Ending, Seat};

use super::leg::LegRun;
use super::referee::{MatchSpec, Unplayable};
use super::seat::Stop;
use crate::sandbox::{BootFuel, CpuCeiling, HostFailure, thread_cpu};

/// The first turns of a match, to see how the bot in seat A does.
#[derive(Clone, Debug)]
pub struct Trial {
    /// What was played.
    pub leg: Leg,
    /// What it came to.
    pub end: TrialEnd,
    /// The name that the bot gives itself.
    pub team_name: Option<String>,
    /// What each call of its last start took.
    pub boot_fuel: BootFuel,
    /// Whether both bots were started.
    pub started: bool,
    /// Processor time of its start, with instantiation.
    pub start_cpu: Duration,
    /// Processor time of each of its turns, with the writing of the view.
    pub turn_cpu: Vec<Duration>,
}

/// How a trial was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrialEnd {
    /// As many turns were played as were asked for.
    Played,
    /// The match was over before.
    Over(Ending),
    /// A bot took more processor time than the ceiling allows.
    CpuCeiling(Seat, CpuCeiling),
}

/// Why there is no trial.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TrialError {
    /// The match cannot be played at all.
    #[error(transparent)]
    Unplayable(#[from] Unplayable),
    /// The program is to stop.
    #[error("interrupted")]
    Interrupted,
    /// The machine failed the host.
    #[error(transparent)]
    Host(#[from] HostFailure),
}

/// Plays the first turns of a match, at most so many, as [`Referee::play`](super::Referee::play) would; nothing is
/// repeated.
///
/// # Errors
/// When options or maps are wrong, the program is to stop, or the machine fails.
pub fn trial(spec: &MatchSpec, turns: u32, stop: &AtomicBool) -> Result<Trial, TrialError> {
    let map = spec.maps.map(0).map_err(Unplayable::from)?;
    let mut run =
        Run { leg: LegRun::new(spec, 0, &map, None)?, started: false, start_cpu: Duration::ZERO, turn_cpu: Vec::new() };
    let end = match run.play(turns, stop) {
        Ok(end) => end,
        Err((seat, Stop::CpuCeiling(ceiling))) => TrialEnd::CpuCeiling(seat, ceiling),
        Err((_, Stop::Interrupted)) => return Err(TrialError::Interrupted),
        Err((_, Stop::Host(failure))) => return Err(failure.into()),
    };
    let [team_name, _] = run.leg.team_names().0;
    let boot_fuel = run.leg.boot_fuel(Seat::A);
    Ok(Trial {
        leg: run.leg.into_parts().0,
        end,
        team_name,
        boot_fuel,
        started: run.started,
        start_cpu: run.start_cpu,
        turn_cpu: run.turn_cpu,
    })
}

struct Run<'a> {
    leg: LegRun<'a>,
    started: bool,
    start_cpu: Duration,
    turn_cpu: Vec<Duration>,
}

impl Run<'_> {
    fn play(&mut self, turns: u32, stop: &AtomicBool) -> Result<TrialEnd, (Seat, Stop)> {
        let of = |seat| move |stop| (seat, stop);
        let before = thread_cpu();
        self.leg.start(Seat::A).map_err(of(Seat::A))?;
        self.start_cpu = thread_cpu().saturating_sub(before);
        self.leg.start(Seat::B).map_err(of(Seat::B))?;
        self.started = true;
        for _ in 0..turns {
            if let Some((ending, _)) = self.leg.ended() {
                return Ok(TrialEnd::Over(ending));
            }
            if stop.load(Ordering::Relaxed) {
                return Err((Seat::A, Stop::Interrupted));
            }
            let before = thread_cpu();
            let a = self.leg.ask(Seat::A).map_err(of(Seat::A))?;
            self.turn_cpu.push(thread_cpu().saturating_sub(before));
            let b = self.leg.ask(Seat::B).map_err(of(Seat::B))?;
            self.leg.step(BothSeats([a, b]));
        }
        Ok(TrialEnd::Played)
    }
}
