use std::sync::Arc;

use super::map::Map;
use crate::drawing::Drawing;
use crate::event::{Event, Rejection};
use crate::game::{Game, GameEnd, SeatInput, SetupLimits, Standing};
use crate::hash::StateHash;
use crate::rng::Seed;
use crate::seat::{BothSeats, Seat};

/// One leg of Gold Hunter as it stands.
#[derive(Clone, Debug)]
pub struct Match {
    map: Arc<Map>,
}

impl Match {
    /// Begins a leg.
    pub fn start(map: &Map, _seed: Seed, _leg: u32) -> Match {
        Match { map: Arc::new(map.clone()) }
    }
}

impl Game for Match {
    fn players_per_team(&self) -> u32 {
        (self.map.hunters_per_team() + self.map.workers_per_team()) as u32
    }
    fn message_bytes_max(&self) -> usize {
        todo!()
    }
    fn write_setup(&self, _seat: Seat, _limits: &SetupLimits, _buffer: &mut [u8]) -> usize {
        todo!()
    }
    fn write_view(&mut self, _seat: Seat, _fuel_left: u64, _buffer: &mut [u8]) -> usize {
        todo!()
    }
    fn step(&mut self, _inputs: BothSeats<SeatInput<'_>>) {
        todo!()
    }
    fn events(&self) -> &[Event] {
        todo!()
    }
    fn rejections(&self) -> &[Rejection] {
        todo!()
    }
    fn turn(&self) -> u32 {
        todo!()
    }
    fn end(&self) -> Option<GameEnd> {
        todo!()
    }
    fn standing(&self, _seat: Seat) -> Standing {
        todo!()
    }
    fn hash(&self) -> StateHash {
        todo!()
    }
    fn draw(&self, _seen_by: Option<Seat>) -> Drawing {
        todo!()
    }
    fn state(&self) -> serde_json::Value {
        todo!()
    }
}
