use botpit_abi::capture_the_flag::Jail;

use super::CaptureTheFlag;
use super::canonical;
use super::map::Map;
use super::ruleset::{JAIL, TURNS};
use super::show;
use super::state::State;
use super::turn::Turn;
use super::view::{ViewWriter, Vision};
use crate::board::{TURNS_MAX, number};
use crate::drawing::Drawing;
use crate::event::{Event, Rejection};
use crate::game::{Game, GameEnd, Ruleset, SeatInput, SetupLimits, Sight, Standing};
use crate::hash::{HashChain, StateHash};
use crate::options::{OptionError, Settings};
use crate::rng::Seed;
use crate::seat::{BothSeats, Seat};

/// The options of the rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MatchOptions {
    /// Turns of the match, 1 to 10,000; the map's when it is `None`.
    pub turns: Option<u32>,
    /// Where captured players wait.
    pub jail: Jail,
}

impl MatchOptions {
    /// The options as they were given by name.
    ///
    /// # Errors
    /// When an option is unknown or out of range.
    pub fn read(settings: &Settings) -> Result<MatchOptions, OptionError> {
        settings.complete(CaptureTheFlag.options())?;
        let turns = |text: &str| if text == "map" { Some(None) } else { number(text, 1..=TURNS_MAX).map(Some) };
        let jail = |text: &str| [Jail::OwnBase, Jail::CaptorBase].into_iter().find(|jail| jail_name(*jail) == text);
        Ok(MatchOptions { turns: settings.get(&TURNS, turns)?, jail: settings.get(&JAIL, jail)? })
    }
}

fn jail_name(jail: Jail) -> &'static str {
    match jail {
        Jail::OwnBase => "own-base",
        Jail::CaptorBase => "captor-base",
    }
}

/// One leg of Capture the Flag as it stands.
///
/// A turn and its views allocate nothing: all room is made when the leg begins.
#[derive(Clone, Debug)]
pub struct Match {
    state: State,
    turn: Turn,
    vision: Vision,
    views: ViewWriter,
    chain: HashChain,
    canonical: Vec<u8>,
}

impl Match {
    /// Begins a leg.
    ///
    /// # Panics
    /// When the options give a number of turns that there is not.
    pub fn start(map: &Map, options: MatchOptions, seed: Seed, leg: u32) -> Match {
        let MatchOptions { turns, jail } = options;
        let turns = turns.unwrap_or(map.parts().turns);
        assert!((1..=TURNS_MAX).contains(&turns), "a match has 1 to {TURNS_MAX} turns, not {turns}");
        let mut told = Settings::default();
        told.set(TURNS.name, turns.to_string()).set(JAIL.name, jail_name(jail));
        let state = State::new(map.clone(), turns, jail);
        let (id, version) = (CaptureTheFlag.id(), CaptureTheFlag::VERSION);
        Match {
            turn: Turn::new(&state),
            vision: Vision::new(map),
            views: ViewWriter::new(map),
            chain: HashChain::start(id, version, &told, map.canonical_bytes(), seed, leg),
            canonical: Vec::with_capacity(canonical::state_bytes(&state)),
            state,
        }
    }
}

impl Game for Match {
    fn players_per_team(&self) -> u32 {
        self.state.players.per_team() as u32
    }

    fn message_bytes_max(&self) -> usize {
        self.state.map.backdrop().bytes_max(&self.state.map)
    }

    fn write_setup(&self, seat: Seat, limits: &SetupLimits, buffer: &mut [u8]) -> usize {
        self.state.map.backdrop().write_setup(&self.state, seat, limits, buffer)
    }

    fn write_view(&mut self, seat: Seat, fuel_left: u64, buffer: &mut [u8]) -> usize {
        self.vision.look(&self.state, seat);
        self.views.write(&self.state, &self.vision, seat, fuel_left, buffer)
    }

    fn step(&mut self, inputs: BothSeats<SeatInput<'_>>) {
        if self.state.end.is_some() {
            return;
        }
        self.turn.play(&mut self.state, inputs);
        canonical::write_state(&self.state, &mut self.canonical);
        self.chain.advance(&self.canonical, inputs.map(|input| input.orders));
    }

    fn events(&self) -> &[Event] {
        &self.turn.events
    }

    fn rejections(&self) -> &[Rejection] {
        &self.turn.rejections
    }

    fn turn(&self) -> u32 {
        self.state.turn
    }

    fn end(&self) -> Option<GameEnd> {
        self.state.end
    }

    fn standing(&self, seat: Seat) -> Standing {
        Standing { score: self.state.scores[seat], tie_breaks: Vec::new() }
    }

    fn hash(&self) -> StateHash {
        self.chain.hash()
    }

    fn draw(&self, seen_by: Option<Seat>) -> Drawing {
        show::draw(&self.state, seen_by)
    }

    fn state(&self) -> serde_json::Value {
        show::state(&self.state, None)
    }

    fn seen_state(&self, seat: Seat) -> serde_json::Value {
        show::state(&self.state, Some(seat))
    }

    fn sight(&self, seat: Seat) -> Vec<Sight> {
        show::sight(&self.state, seat)
    }

    fn fork(&self) -> Box<dyn Game> {
        Box::new(self.clone())
    }
}
