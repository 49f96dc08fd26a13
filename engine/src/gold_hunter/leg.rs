use super::GoldHunter;
use super::canonical;
use super::map::Map;
use super::show;
use super::state::State;
use super::turn::Turn;
use super::view::{self, Vision};
use crate::drawing::Drawing;
use crate::event::{Event, Rejection};
use crate::game::{Game, GameEnd, Ruleset, SeatInput, SetupLimits, Sight, Standing, TieBreak};
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
        let state = State::new(map.clone());
        let map_bytes = map.canonical_bytes();
        Match {
            turn: Turn::new(&state),
            vision: Vision::new(map.parts().size),
            chain: HashChain::start(GoldHunter.id(), GoldHunter::VERSION, &Settings::default(), map_bytes, seed, leg),
            canonical: Vec::with_capacity(canonical::state_bytes_max(&state)),
            state,
        }
    }
}

impl Game for Match {
    fn players_per_team(&self) -> u32 {
        self.state.players.per_team() as u32
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
        let lost = tie_break("players-lost", u64::from(tally.killed));
        Standing { score: tally.score, tie_breaks: vec![lost, tie_break("bullets-fired", tally.fired)] }
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

#[cfg(test)]
mod tests {
    use botpit_abi::Direction;
    use proptest::prelude::*;

    use super::super::map::{Deposit, MapDraft};
    use super::super::state::TURNS_TO_EXTRACT;
    use super::*;
    use crate::grid::Cell;
    use crate::random_games;
    use crate::rng::MapRng;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]

        #[test]
        fn a_view_never_tells_what_is_hidden(
            map in random_games::maps(),
            turns in prop::collection::vec(random_games::turn_orders(), 0..12),
            changes in any::<u64>(),
        ) {
            let mut leg = Match::start(&map, Seed(0), 0);
            for orders in &turns {
                let answers = orders.clone().map(|orders| random_games::answer(&orders));
                leg.step(BothSeats::from_fn(|seat| SeatInput { orders: &answers[seat], bank_left: 0 }));
            }
            for seat in Seat::BOTH {
                let mut changed = leg.clone();
                changed.vision.look(&changed.state, seat);
                let vision = changed.vision.clone();
                change_what_is_hidden(&mut changed.state, &vision, seat, &mut MapRng::new(Seed(changes)));
                prop_assert_eq!(view(&mut leg, seat), view(&mut changed, seat));
                prop_assert_eq!(leg.seen_state(seat), changed.seen_state(seat));
                prop_assert_eq!(leg.sight(seat), changed.sight(seat));
            }
        }
    }

    fn view(leg: &mut Match, seat: Seat) -> Vec<u8> {
        // The length of the longest message may follow from what is hidden; the view may not.
        let mut buffer = vec![0; 100_000];
        let length = leg.write_view(seat, 5, &mut buffer);
        buffer.truncate(length);
        buffer
    }

    /// Changes at random what a team's view may not depend on.
    fn change_what_is_hidden(state: &mut State, vision: &Vision, seat: Seat, rng: &mut MapRng) {
        change_tallies(state, seat, rng);
        change_gold(state, vision, rng);
        change_obstacles(state, vision, rng);
        change_opponents(state, vision, seat, rng);
        change_bullets(state, vision, rng);
    }

    fn change_tallies(state: &mut State, seat: Seat, rng: &mut MapRng) {
        state.tallies[seat.other()].killed = rng.below(9);
        state.tallies[seat.other()].fired = u64::from(rng.below(9));
    }

    fn change_gold(state: &mut State, vision: &Vision, rng: &mut MapRng) {
        let mut parts = state.map.parts().clone();
        for (index, Deposit { at, value }) in parts.gold.iter_mut().enumerate() {
            if vision.sees_gold(*at) || state.gold_at.get(*at).is_none() {
                continue;
            }
            *value += rng.below(9);
            state.dug[index] = rng.below(u32::from(TURNS_TO_EXTRACT) + 1) as u8;
            if state.dug[index] == TURNS_TO_EXTRACT {
                state.gold_at.clear(*at);
            }
        }
        replace_map(state, parts);
    }

    fn change_obstacles(state: &mut State, vision: &Vision, rng: &mut MapRng) {
        let mut parts = state.map.parts().clone();
        let starts = parts.hunters.0.iter().chain(&parts.workers.0).flatten().map(|placement| placement.at);
        let kept: Vec<Cell> = starts.chain(parts.gold.iter().map(|deposit| deposit.at)).collect();
        for cell in parts.size.iter() {
            let empty = state.player_at.get(cell).is_none() && state.bullet_at.get(cell).is_none();
            if !vision.sees(cell) && empty && !kept.contains(&cell) {
                parts.obstacles[parts.size.index(cell)] = rng.below(2) == 0;
            }
        }
        replace_map(state, parts);
    }

    fn change_opponents(state: &mut State, vision: &Vision, seat: Seat, rng: &mut MapRng) {
        for index in 0..state.players.len() {
            let player = state.players[index];
            if player.seat == seat || !player.alive {
                continue;
            }
            state.players[index].ammo = rng.below(9);
            if vision.sees(player.at) {
                continue;
            }
            state.player_at.clear(player.at);
            state.players[index].facing = Direction::ALL[rng.below(4) as usize];
            match hidden_cell(state, vision, rng) {
                Some(cell) if rng.below(2) == 0 => {
                    state.players[index].at = cell;
                    state.player_at.set(cell, index);
                }
                _ => state.players[index].alive = false,
            }
        }
    }

    fn change_bullets(state: &mut State, vision: &Vision, rng: &mut MapRng) {
        for index in 0..state.bullets.len() {
            let bullet = state.bullets[index];
            state.bullets[index].age = rng.below(9) as u8;
            if vision.sees(bullet.at) {
                continue;
            }
            state.bullet_at.clear(bullet.at);
            state.bullets[index].direction = Direction::ALL[rng.below(4) as usize];
            match hidden_cell(state, vision, rng) {
                Some(cell) if rng.below(2) == 0 => {
                    state.bullets[index].at = cell;
                    state.bullet_at.set(cell, index);
                }
                _ => state.bullets[index].destroyed = true,
            }
        }
        state.bullets.retain(|bullet| !bullet.destroyed);
        state.bullets.sort_unstable_by_key(|bullet| bullet.at);
    }

    /// A ground cell that is not seen and holds neither player nor bullet.
    fn hidden_cell(state: &State, vision: &Vision, rng: &mut MapRng) -> Option<Cell> {
        let is_free = |&cell: &Cell| {
            let empty = state.player_at.get(cell).is_none() && state.bullet_at.get(cell).is_none();
            empty && !vision.sees(cell) && !state.map.is_obstacle(cell)
        };
        let cells: Vec<Cell> = state.map.parts().size.iter().filter(is_free).collect();
        (!cells.is_empty()).then(|| cells[rng.below(cells.len() as u32) as usize])
    }

    fn replace_map(state: &mut State, parts: MapDraft) {
        state.map = Map::new(parts).expect("a legal map");
    }
}
