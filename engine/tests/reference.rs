//! The engine against the rules written down a second time: plain lists, searched from end to end, one sentence after
//! the other, nothing shared with the engine but its map and its messages.
#![allow(clippy::needless_range_loop, reason = "the model changes the players that it walks through")]

mod common;

use std::collections::BTreeSet;

use botpit_abi::{Direction, Order, gold_hunter as abi};
use botpit_engine::gold_hunter::{Map, Match};
use botpit_engine::{BothSeats, Cell, Ending, Game, GameEnd, Seat, SeatInput, Seed, TieBreak};
use common::{answer, maps, turn_orders};
use proptest::prelude::*;
use serde_json::json;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn every_turn_and_view_is_as_the_plain_model_has_it(
        map in maps(),
        turns in prop::collection::vec(turn_orders(), 1..40),
    ) {
        let mut leg = Match::start(&map, Seed(0), 0);
        let mut model = Model::new(&map);
        for orders in &turns {
            if model.end.is_some() {
                break;
            }
            let answers = orders.clone().map(|orders| answer(&orders));
            leg.step(BothSeats::from_fn(|seat| SeatInput { orders: &answers[seat], bank_left: 0 }));
            model.turn(orders);
            prop_assert_eq!(leg.state(), model.state());
            prop_assert_eq!(leg.end(), model.end);
            for seat in Seat::BOTH {
                let standing = leg.standing(seat);
                prop_assert_eq!(standing.score, model.score[seat]);
                let counts: Vec<(&str, u64)> =
                    standing.tie_breaks.iter().map(|TieBreak { name, count }| (name.as_ref(), *count)).collect();
                let expected =
                    [("players-lost", model.killed[seat]), ("bullets-fired", model.fired[seat])];
                prop_assert_eq!(counts, expected);
                prop_assert_eq!(View::read(&leg.view(seat, 0)), model.view(seat));
            }
        }
    }
}

#[derive(Clone, Debug)]
struct Player {
    seat: Seat,
    id: u16,
    hunter: bool,
    at: Cell,
    facing: Direction,
    ammo: u32,
    alive: bool,
}

#[derive(Clone, Debug, PartialEq)]
struct Bullet {
    at: Cell,
    direction: Direction,
    fired_in: u32,
}

#[derive(Clone, Debug)]
struct Gold {
    at: Cell,
    value: u32,
    dug: u8,
}

struct Model<'a> {
    map: &'a Map,
    turn: u32,
    players: Vec<Player>,
    bullets: Vec<Bullet>,
    gold: Vec<Gold>,
    score: BothSeats<u64>,
    killed: BothSeats<u64>,
    fired: BothSeats<u64>,
    end: Option<GameEnd>,
}

impl Model<'_> {
    fn new(map: &Map) -> Model<'_> {
        let mut players = Vec::new();
        for seat in Seat::BOTH {
            let starts = map.parts().hunters[seat].iter().chain(&map.parts().workers[seat]);
            for (id, placement) in starts.enumerate() {
                let hunter = id < map.hunters_per_team();
                players.push(Player {
                    seat,
                    id: id as u16,
                    hunter,
                    at: placement.at,
                    facing: placement.facing,
                    ammo: if hunter { map.parts().ammo } else { 0 },
                    alive: true,
                });
            }
        }
        let gold = map.parts().gold.iter().map(|gold| Gold { at: gold.at, value: gold.value, dug: 0 }).collect();
        let zero = BothSeats([0, 0]);
        Model { map, turn: 0, players, bullets: vec![], gold, score: zero, killed: zero, fired: zero, end: None }
    }

    fn turn(&mut self, orders: &BothSeats<Vec<Order>>) {
        self.turn += 1;
        let before = self.players.clone();
        let order_of = |player: &Player| {
            let last = orders[player.seat].iter().rev().find(|order| order.player == player.id);
            last.copied().filter(|_| player.alive)
        };

        // Rotate.
        for player in &mut self.players {
            if let Some(Order { kind: 1, direction, .. }) = order_of(player)
                && let Some(direction) = Direction::from_code(direction)
            {
                player.facing = direction;
            }
        }

        // Move.
        let target = |player: &Player| {
            let moves = order_of(player).is_some_and(|order| order.kind == 2);
            let ahead = moves.then(|| self.map.parts().size.step(player.at, player.facing)).flatten();
            ahead.filter(|&cell| !self.map.is_obstacle(cell))
        };
        let goes: Vec<bool> = before
            .iter()
            .map(|player| {
                let Some(cell) = target(player) else { return false };
                let entering = |cell| before.iter().filter(|other| target(other) == Some(cell)).count();
                if entering(cell) >= 2 {
                    return false;
                }
                match before.iter().find(|other| other.alive && other.at == cell) {
                    None => true,
                    Some(other) => target(other) == Some(player.at) && entering(player.at) == 1,
                }
            })
            .collect();
        let places: Vec<Cell> = before.iter().map(|player| target(player).unwrap_or(player.at)).collect();
        for (index, place) in places.into_iter().enumerate() {
            if goes[index] {
                self.players[index].at = place;
            }
        }

        // Enter fire.
        let in_flight = |bullet: &Bullet, turn: u32| bullet.fired_in + 1 < turn;
        for index in 0..self.players.len() {
            let at = self.players[index].at;
            let turn = self.turn;
            let hit = self.bullets.iter().position(|bullet| bullet.at == at && in_flight(bullet, turn));
            if let (true, Some(bullet)) = (goes[index], hit) {
                self.bullets.remove(bullet);
                self.kill(index);
            }
        }

        // Fire.
        for index in 0..self.players.len() {
            let fires = order_of(&before[index]).is_some_and(|order| order.kind == 3);
            let player = &mut self.players[index];
            if fires && player.hunter && player.ammo > 0 {
                player.ammo -= 1;
                self.fired[player.seat] += 1;
                self.bullets.push(Bullet { at: player.at, direction: player.facing, fired_in: self.turn });
            }
        }

        // Fly.
        for _ in 0..2 {
            self.fly_one_cell();
        }

        // Dig.
        for index in 0..self.players.len() {
            let player = &self.players[index];
            if player.hunter || !player.alive || goes[index] {
                continue;
            }
            if let Some(place) = self.gold.iter().position(|gold| gold.at == player.at) {
                self.gold[place].dug += 1;
                if self.gold[place].dug == 3 {
                    self.score[player.seat] += u64::from(self.gold[place].value);
                    self.gold.remove(place);
                }
            }
        }

        self.judge();
    }

    fn fly_one_cell(&mut self) {
        let size = self.map.parts().size;
        let turn = self.turn;
        let waits = |bullet: &Bullet| bullet.fired_in == turn;
        let next = |bullet: &Bullet| size.step(bullet.at, bullet.direction);

        // Two bullets that exchange cells destroy each other.
        let all = self.bullets.clone();
        self.bullets.retain(|bullet| {
            let exchanges = |other: &Bullet| {
                !waits(bullet) && !waits(other) && next(bullet) == Some(other.at) && next(other) == Some(bullet.at)
            };
            !all.iter().any(exchanges)
        });

        // A bullet that leaves the board or enters an obstacle is destroyed.
        self.bullets.retain(|bullet| waits(bullet) || next(bullet).is_some_and(|cell| !self.map.is_obstacle(cell)));
        for bullet in self.bullets.iter_mut().filter(|bullet| !waits(bullet)) {
            bullet.at = next(bullet).unwrap();
        }

        // Every bullet that enters a cell with living players kills them and is destroyed.
        let entered: Vec<Cell> = self.bullets.iter().filter(|bullet| !waits(bullet)).map(|bullet| bullet.at).collect();
        let alive: Vec<Cell> = self.players.iter().filter(|player| player.alive).map(|player| player.at).collect();
        self.bullets.retain(|bullet| waits(bullet) || !alive.contains(&bullet.at));
        for index in 0..self.players.len() {
            if self.players[index].alive && entered.contains(&self.players[index].at) {
                self.kill(index);
            }
        }

        // Otherwise, two or more bullets in one cell are all destroyed.
        let all = self.bullets.clone();
        self.bullets.retain(|bullet| all.iter().filter(|other| other.at == bullet.at).count() == 1);
    }

    fn kill(&mut self, index: usize) {
        self.players[index].alive = false;
        self.killed[self.players[index].seat] += 1;
    }

    fn judge(&mut self) {
        let total = self.map.total_gold();
        for seat in Seat::BOTH {
            if 2 * self.score[seat] > total {
                self.end = Some(GameEnd { ending: Ending::Majority, winner: Some(seat) });
                return;
            }
        }
        if self.turn < self.map.parts().turns {
            return;
        }
        let rank = |seat: Seat| (self.score[seat], u64::MAX - self.killed[seat], u64::MAX - self.fired[seat]);
        self.end = Some(match rank(Seat::A).cmp(&rank(Seat::B)) {
            std::cmp::Ordering::Equal => GameEnd { ending: Ending::ReplayOnAnotherMap, winner: None },
            std::cmp::Ordering::Greater => GameEnd { ending: Ending::TurnsOver, winner: Some(Seat::A) },
            std::cmp::Ordering::Less => GameEnd { ending: Ending::TurnsOver, winner: Some(Seat::B) },
        });
    }

    fn state(&self) -> serde_json::Value {
        let mut bullets = self.bullets.clone();
        bullets.sort_by_key(|bullet| bullet.at);
        let bullets: Vec<_> = bullets
            .iter()
            .map(|bullet| {
                json!({ "at": bullet.at, "direction": bullet.direction.name(), "age": self.turn - bullet.fired_in })
            })
            .collect();
        let team = |seat: Seat| {
            let players: Vec<_> = self
                .players
                .iter()
                .filter(|player| player.seat == seat)
                .map(|player| {
                    json!({
                        "id": player.id,
                        "kind": if player.hunter { "hunter" } else { "worker" },
                        "alive": player.alive,
                        "at": player.at,
                        "facing": player.facing.name(),
                        "ammo": player.ammo,
                    })
                })
                .collect();
            let (score, killed, fired) = (self.score[seat], self.killed[seat], self.fired[seat]);
            json!({ "score": score, "killed": killed, "fired": fired, "players": players })
        };
        let gold: Vec<_> =
            self.gold.iter().map(|gold| json!({ "at": gold.at, "value": gold.value, "dug": gold.dug })).collect();
        let turns = self.map.parts().turns;
        let teams = [team(Seat::A), team(Seat::B)];
        json!({ "turn": self.turn, "turns": turns, "teams": teams, "bullets": bullets, "gold": gold })
    }

    fn view(&self, seat: Seat) -> View {
        let alive = |seat: Seat| self.players.iter().filter(move |player| player.alive && player.seat == seat);
        let near = |cell: Cell| alive(seat).any(|own| own.at.x.abs_diff(cell.x) <= 1 && own.at.y.abs_diff(cell.y) <= 1);
        let ahead = |cell: Cell| alive(seat).any(|own| self.ahead_of(own).contains(&cell));
        let seen: BTreeSet<Cell> = self.map.parts().size.iter().filter(|&cell| near(cell) || ahead(cell)).collect();
        let mut bullets: Vec<(Cell, Direction)> =
            self.bullets.iter().filter(|bullet| seen.contains(&bullet.at)).map(|b| (b.at, b.direction)).collect();
        bullets.sort();
        let state = |cell: Cell| {
            let obstacle = self.map.is_obstacle(cell);
            let bullet = self.bullets.iter().any(|bullet| bullet.at == cell);
            let player = self.players.iter().any(|player| player.alive && player.at == cell);
            u8::from(obstacle) + 2 * u8::from(bullet) + 4 * u8::from(player)
        };
        let kind = |player: &Player| if player.hunter { abi::PlayerKind::Hunter } else { abi::PlayerKind::Worker };
        View {
            scores: (self.score[seat], self.score[seat.other()]),
            turn: self.turn,
            players: alive(seat).map(|own| (own.id, kind(own), own.at, own.facing, own.ammo)).collect(),
            opponents: alive(seat.other())
                .filter(|other| seen.contains(&other.at))
                .map(|other| (other.id, kind(other), other.at, other.facing))
                .collect(),
            cells: seen.iter().map(|&cell| (cell, state(cell))).collect(),
            bullets,
            gold: self.gold.iter().filter(|gold| near(gold.at)).map(|gold| (gold.at, gold.value, gold.dug)).collect(),
        }
    }

    fn ahead_of(&self, player: &Player) -> Vec<Cell> {
        let mut line = Vec::new();
        let mut at = player.at;
        while let Some(next) = self.map.parts().size.step(at, player.facing) {
            line.push(next);
            if self.map.is_obstacle(next) {
                break;
            }
            at = next;
        }
        line
    }
}

#[derive(Debug, PartialEq)]
struct View {
    scores: (u64, u64),
    turn: u32,
    players: Vec<(u16, abi::PlayerKind, Cell, Direction, u32)>,
    opponents: Vec<(u16, abi::PlayerKind, Cell, Direction)>,
    cells: Vec<(Cell, u8)>,
    bullets: Vec<(Cell, Direction)>,
    gold: Vec<(Cell, u32, u8)>,
}

impl View {
    fn read(bytes: &[u8]) -> View {
        let view = abi::View::parse(bytes).unwrap();
        let at = Cell::new;
        View {
            scores: (view.common.own_score, view.common.opponent_score),
            turn: view.common.turn,
            players: view.players.iter().map(|p| (p.id, p.kind, at(p.x, p.y), p.facing, p.ammo)).collect(),
            opponents: view.opponents.iter().map(|p| (p.id, p.kind, at(p.x, p.y), p.facing)).collect(),
            cells: view.cells.iter().map(|cell| (at(cell.x, cell.y), cell.state)).collect(),
            bullets: view.bullets.iter().map(|bullet| (at(bullet.x, bullet.y), bullet.direction)).collect(),
            gold: view.gold.iter().map(|gold| (at(gold.x, gold.y), gold.value, gold.dug)).collect(),
        }
    }
}
