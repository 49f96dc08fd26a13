use std::sync::Arc;

use super::GoldHunter;
use super::canonical;
use super::map::Map;
use super::show;
use super::state::State;
use super::turn::Turn;
use super::view::{self, Vision};
use crate::drawing::Drawing;
use crate::event::{Event, Rejection};
use crate::game::{Game, GameEnd, Ruleset, SeatInput, SetupLimits, Standing, TieBreak};
use crate::hash::{HashChain, StateHash};
use crate::options::Settings;
use crate::rng::Seed;
use crate::seat::{BothSeats, Seat};

/// One leg of Gold Hunter as it stands.
///
/// A turn and its views allocate nothing: all room is made when the leg begins.
#[derive(Clone, Debug)]
pub struct Match {
    state: State,
    turn: Turn,
    vision: Vision,
    chain: HashChain,
    canonical: Vec<u8>,
}

impl Match {
    /// Begins a leg.
    pub fn start(map: &Map, seed: Seed, leg: u32) -> Match {
        let state = State::new(Arc::new(map.clone()));
        let map_bytes = map.canonical_bytes();
        Match {
            turn: Turn::new(&state),
            vision: Vision::new(map.parts().size),
            chain: HashChain::start(GoldHunter.id(), GoldHunter::VERSION, &Settings::default(), &map_bytes, seed, leg),
            canonical: Vec::with_capacity(canonical::state_bytes_max(&state)),
            state,
        }
    }
}

impl Game for Match {
    fn players_per_team(&self) -> u32 {
        self.state.players_per_team() as u32
    }

    fn message_bytes_max(&self) -> usize {
        view::message_bytes_max(&self.state.map)
    }

    fn write_setup(&self, _seat: Seat, limits: &SetupLimits, buffer: &mut [u8]) -> usize {
        view::write_setup(&self.state, limits, buffer)
    }

    fn write_view(&mut self, seat: Seat, fuel_left: u64, buffer: &mut [u8]) -> usize {
        self.vision.look(&self.state, seat);
        self.vision.write(&self.state, seat, fuel_left, buffer)
    }

    fn step(&mut self, inputs: BothSeats<SeatInput<'_>>) {
        if self.state.end.is_some() {
            return;
        }
        let orders = inputs.map(|input| input.orders);
        self.turn.play(&mut self.state, orders);
        canonical::write_state(&self.state, &mut self.canonical);
        self.chain.advance(&self.canonical, orders);
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
        let tally = &self.state.tallies[seat];
        let tie_break = |name: &'static str, count| TieBreak { name: name.into(), count };
        let killed = tie_break("own-players-killed", u64::from(tally.killed));
        Standing { score: tally.score, tie_breaks: vec![killed, tie_break("bullets-fired", tally.fired)] }
    }

    fn hash(&self) -> StateHash {
        self.chain.hash()
    }

    fn draw(&self, seen_by: Option<Seat>) -> Drawing {
        show::draw(&self.state, seen_by)
    }

    fn state(&self) -> serde_json::Value {
        show::state(&self.state)
    }
}
