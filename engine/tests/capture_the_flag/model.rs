//! The rules once more, as plainly as they can be written, against the engine.

use std::collections::BTreeMap;

use botpit_abi::capture_the_flag::Jail;
use botpit_abi::{Direction, Order, order_kind};
use botpit_engine::capture_the_flag::{Map, Match};
use botpit_engine::{BothSeats, Cell, Game, Seat, Seed};
use proptest::prelude::*;

use crate::random::{Player, maps, options, players, scores, step_orders, turn_orders};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn every_turn_is_as_the_plain_model_has_it(
        map in maps(),
        options in options(),
        turns in prop::collection::vec(turn_orders(), 1..60),
    ) {
        let mut leg = Match::start(&map, options, Seed(3), 0);
        let mut model = Model::new(&map, options.jail);
        for orders in &turns {
            if leg.end().is_some() {
                break;
            }
            step_orders(&mut leg, orders);
            model.turn(orders);
            let state = leg.state();
            prop_assert_eq!(players(&state), model.players.clone());
            prop_assert_eq!(scores(&state), model.scores);
        }
    }
}

struct Model<'m> {
    map: &'m Map,
    jail: Jail,
    turn: u32,
    players: Vec<Player>,
    scores: BothSeats<u64>,
}

impl<'m> Model<'m> {
    fn new(map: &'m Map, jail: Jail) -> Model<'m> {
        let mut players = Vec::new();
        for (seat, team) in map.parts().teams.iter() {
            players.extend((0..).zip(&team.players).map(|(id, &at)| Player {
                seat,
                id,
                at,
                captured: None,
                flag: None,
            }));
        }
        Model { map, jail, turn: 0, players, scores: BothSeats::default() }
    }

    fn turn(&mut self, orders: &BothSeats<Vec<Order>>) {
        self.turn += 1;
        let before: Vec<Cell> = self.players.iter().map(|player| player.at).collect();
        self.move_all(orders);
        self.contacts(&before);
        for index in 0..self.players.len() {
            let player = &mut self.players[index];
            if player.flag.is_some() && player.at.distance(self.map.parts().teams[player.seat].base) <= 1 {
                player.flag = None;
                self.scores[player.seat] += 1;
            }
        }
        for index in 0..self.players.len() {
            let Player { seat, at, captured, flag, .. } = self.players[index];
            let enemy_flags = &self.map.parts().teams[seat.other()].flags;
            let Some(number) = enemy_flags.iter().position(|&spawn| spawn == at) else { continue };
            let taken = self.players.iter().any(|other| other.seat == seat && other.flag == Some(number as u16));
            if captured.is_none() && flag.is_none() && !taken {
                self.players[index].flag = Some(number as u16);
            }
        }
        self.free_all();
    }

    fn team(&self, seat: Seat) -> std::ops::Range<usize> {
        let each = self.players.len() / 2;
        seat.index() * each..(seat.index() + 1) * each
    }

    fn open(&self, seat: Seat, cell: Cell) -> bool {
        !self.map.is_wall(cell) && !self.map.parts().teams[seat].flags.contains(&cell)
    }

    fn target(&self, index: usize, orders: &[Order]) -> Option<Cell> {
        let player = self.players[index];
        let order = orders.iter().rev().find(|order| order.player == player.id)?;
        let direction = Direction::from_code(order.direction).filter(|_| order.kind == order_kind::MOVE)?;
        let target = self.map.parts().size.step(player.at, direction)?;
        (player.captured.is_none() && self.open(player.seat, target)).then_some(target)
    }

    fn move_all(&mut self, orders: &BothSeats<Vec<Order>>) {
        for seat in Seat::BOTH {
            let mut targets: BTreeMap<usize, Cell> = BTreeMap::new();
            for index in self.team(seat) {
                targets.extend(self.target(index, &orders[seat]).map(|target| (index, target)));
            }
            let all = targets.clone();
            targets.retain(|_, target| all.values().filter(|other| *other == target).count() == 1);
            loop {
                let moving = targets.clone();
                targets.retain(|_, target| {
                    let mut mates = self.team(seat).filter(|&mate| self.players[mate].captured.is_none());
                    !mates.any(|mate| self.players[mate].at == *target && !moving.contains_key(&mate))
                });
                if targets.len() == moving.len() {
                    break;
                }
            }
            for (index, target) in targets {
                self.players[index].at = target;
            }
        }
    }

    fn contacts(&mut self, before: &[Cell]) {
        let mut captured = Vec::new();
        for a in self.team(Seat::A) {
            for b in self.team(Seat::B) {
                let (of_a, of_b) = (self.players[a], self.players[b]);
                if of_a.captured.is_some() || of_b.captured.is_some() {
                    continue;
                }
                let shared = of_a.at == of_b.at;
                let exchanged = of_a.at == before[b] && of_b.at == before[a] && of_a.at != before[a];
                let (here, there) = (self.map.half_of(of_a.at), self.map.half_of(of_b.at));
                if (shared || exchanged) && here == there {
                    captured.push(if here == Seat::A { b } else { a });
                }
            }
        }
        for index in captured {
            let player = &mut self.players[index];
            let jailer = if self.jail == Jail::OwnBase { player.seat } else { player.seat.other() };
            player.at = self.map.parts().teams[jailer].base;
            player.captured = Some(self.turn);
            player.flag = None;
        }
    }

    fn free_all(&mut self) {
        let occupied: Vec<Cell> =
            self.players.iter().filter(|player| player.captured.is_none()).map(|player| player.at).collect();
        let freed = BothSeats::from_fn(|seat| -> Vec<usize> {
            let jailer = if self.jail == Jail::OwnBase { seat } else { seat.other() };
            let jail = self.map.parts().teams[jailer].base;
            let mut mates = self.team(seat).map(|index| self.players[index]);
            if !mates.any(|mate| mate.captured.is_none() && mate.at.distance(jail) <= 1) {
                return Vec::new();
            }
            self.team(seat).filter(|&index| self.players[index].captured.is_some_and(|turn| turn < self.turn)).collect()
        });
        let candidates = BothSeats::from_fn(|seat| self.candidates(seat, &occupied));
        let mut lost = BothSeats([Vec::new(), Vec::new()]);
        let places = loop {
            let places = BothSeats::from_fn(|seat| -> Vec<Cell> {
                let free = candidates[seat].iter().filter(|cell| !lost[seat].contains(*cell));
                free.take(freed[seat].len()).copied().collect()
            });
            let shared: Vec<Cell> =
                places[Seat::A].iter().filter(|cell| places[Seat::B].contains(cell)).copied().collect();
            if shared.is_empty() {
                break places;
            }
            for cell in shared {
                lost[self.map.half_of(cell).other()].push(cell);
            }
        };
        for seat in Seat::BOTH {
            for (&index, &place) in freed[seat].iter().zip(&places[seat]) {
                self.players[index].at = place;
                self.players[index].captured = None;
            }
        }
    }

    /// The cells where a team's freed players may come, in their order.
    fn candidates(&self, seat: Seat, occupied: &[Cell]) -> Vec<Cell> {
        let size = self.map.parts().size;
        let jailer = if self.jail == Jail::OwnBase { seat } else { seat.other() };
        let mut steps = BTreeMap::from([(self.map.parts().teams[jailer].base, 0u32)]);
        for distance in 0.. {
            let edge: Vec<Cell> =
                steps.iter().filter(|(_, steps)| **steps == distance).map(|(cell, _)| *cell).collect();
            if edge.is_empty() {
                break;
            }
            for next in edge.into_iter().flat_map(|cell| Direction::ALL.map(|direction| size.step(cell, direction))) {
                if let Some(next) = next.filter(|&next| self.open(seat, next)) {
                    steps.entry(next).or_insert(distance + 1);
                }
            }
        }
        let from_back_edge = |cell: Cell| if seat == Seat::A { cell.x } else { size.width - 1 - cell.x };
        let mut cells: Vec<Cell> = steps.keys().copied().filter(|cell| !occupied.contains(cell)).collect();
        cells.sort_by_key(|cell| (steps[cell], cell.y, from_back_edge(*cell)));
        cells
    }
}
