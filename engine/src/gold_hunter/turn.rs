//! One turn, phase by phase, in the order of the rules.

use botpit_abi::gold_hunter::PlayerKind;
use botpit_abi::{Direction, Order, game, order_kind};

use super::event::{kind, reason};
use super::flight;
use super::state::{Bullet, State, TURNS_TO_EXTRACT};
use crate::event::{Event, Rejection, RejectionReason};
use crate::grid::Cell;
use crate::orders::OrderReader;
use crate::seat::{BothSeats, Seat};

/// What a turn leaves behind besides the state, and room to play it without allocating.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    pub(super) events: Vec<Event>,
    pub(super) rejections: Vec<Rejection>,
    orders: OrderReader,
    /// What each player of [`State::players`] does. After the moves, [`Action::Move`] is left only where the player
    /// did move.
    actions: Vec<Action>,
    /// Where each player of [`State::players`] orders itself, when the cell can be entered at all.
    targets: Vec<Option<Cell>>,
    /// How many players order themselves into each cell; all 0 between turns.
    entering: Vec<u8>,
    /// Players that a flying bullet has reached, once for each bullet; empty between turns.
    pub(super) hits: Vec<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Action {
    Nothing,
    Rotate(Direction),
    Move,
    Fire,
}

impl Turn {
    pub(super) fn new(state: &State) -> Turn {
        let players = state.players.len();
        Turn {
            // No player has more than one event of an order, one of digging and one of its death, no bullet more than
            // one of its end.
            events: Vec::with_capacity(2 * players + state.bullets.capacity()),
            rejections: Vec::with_capacity(players),
            orders: OrderReader::new(state.players.per_team()),
            actions: vec![Action::Nothing; players],
            targets: vec![None; players],
            entering: vec![0; state.map.parts().size.cells()],
            // A bullet from each side.
            hits: Vec::with_capacity(4 * players),
        }
    }

    /// Plays one turn of a leg that has not ended.
    pub(super) fn play(&mut self, state: &mut State, orders: BothSeats<&[u8]>) {
        self.events.clear();
        self.rejections.clear();
        self.read_orders(state, orders);
        self.rotate(state);
        self.move_players(state);
        self.enter_fire(state);
        self.fire(state);
        flight::fly(state, self);
        self.dig(state);
        state.turn += 1;
        state.end = state.judge();
    }

    fn read_orders(&mut self, state: &State, orders: BothSeats<&[u8]>) {
        self.actions.fill(Action::Nothing);
        for (seat, bytes) in orders.iter() {
            self.orders.read(seat, bytes, game::GOLD_HUNTER, &mut self.rejections, |order| {
                let (player, action) = action(state, seat, order)?;
                self.actions[player] = action;
                Ok(())
            });
        }
    }

    fn rotate(&mut self, state: &mut State) {
        for (index, action) in self.actions.iter().enumerate() {
            if let Action::Rotate(direction) = *action {
                state.players[index].facing = direction;
                let value = Some(u32::from(direction.code()));
                self.events.push(Event { value, ..player_event(state, index, kind::ROTATED) });
            }
        }
    }

    fn move_players(&mut self, state: &mut State) {
        let first_event = self.events.len();
        self.choose_targets(state);
        for index in 0..self.actions.len() {
            let Some(target) = self.targets[index] else { continue };
            if let Some(reason) = self.obstruction(state, index, target) {
                self.stay(state, index, Some(target), reason);
                continue;
            }
            let from = state.players[index].at;
            self.events.push(Event { at: target, other: Some(from), ..player_event(state, index, kind::MOVED) });
        }
        // A player has one event here, so the keys differ and the order is one.
        self.events[first_event..].sort_unstable_by_key(|event| (event.seat, event.player));
        self.enter_targets(state);
    }

    /// Finds the cell that each mover orders itself into; movers that face an obstacle or the board's end stay.
    fn choose_targets(&mut self, state: &State) {
        self.targets.fill(None);
        let size = state.map.parts().size;
        for index in 0..self.actions.len() {
            if self.actions[index] != Action::Move {
                continue;
            }
            let player = &state.players[index];
            match size.step(player.at, player.facing) {
                None => self.stay(state, index, None, reason::OFF_BOARD),
                Some(ahead) if state.map.is_obstacle(ahead) => {
                    self.stay(state, index, Some(ahead), reason::OBSTACLE);
                }
                Some(ahead) => {
                    self.targets[index] = Some(ahead);
                    self.entering[size.index(ahead)] += 1;
                }
            }
        }
    }

    /// Why a player cannot enter its target, judged by where everybody stands at the start of the turn.
    fn obstruction(&self, state: &State, index: usize, target: Cell) -> Option<&'static str> {
        let entering = |cell| self.entering[state.map.parts().size.index(cell)];
        if entering(target) > 1 {
            return Some(reason::CONTESTED);
        }
        let holder = state.player_at.get(target)?;
        let own = state.players[index].at;
        let swap = self.targets[holder] == Some(own) && entering(own) == 1;
        (!swap).then_some(reason::OCCUPIED)
    }

    /// Lets those who are left as movers enter their targets, all at once.
    fn enter_targets(&mut self, state: &mut State) {
        let size = state.map.parts().size;
        for (index, target) in self.targets.iter().enumerate() {
            let Some(target) = *target else { continue };
            self.entering[size.index(target)] = 0;
            if self.actions[index] == Action::Move {
                state.player_at.clear(state.players[index].at);
            }
        }
        for (index, target) in self.targets.iter().enumerate() {
            if let (Some(target), Action::Move) = (*target, self.actions[index]) {
                state.players[index].at = target;
                state.player_at.set(target, index);
            }
        }
    }

    fn stay(&mut self, state: &State, index: usize, other: Option<Cell>, reason: &'static str) {
        self.actions[index] = Action::Nothing;
        self.events.push(Event { other, reason: Some(reason), ..player_event(state, index, kind::STAYED) });
    }

    fn enter_fire(&mut self, state: &mut State) {
        for index in 0..self.actions.len() {
            if self.actions[index] != Action::Move {
                continue;
            }
            let at = state.players[index].at;
            let Some(bullet) = state.bullet_at.get(at) else { continue };
            if state.bullets[bullet].age == 0 {
                continue;
            }
            self.destroy(state, bullet, None, reason::HIT);
            self.kill(state, index, reason::ENTERED_FIRE);
        }
    }

    fn fire(&mut self, state: &mut State) {
        // From here on a bullet of age 0 is one that is fired in this turn.
        for bullet in &mut state.bullets {
            bullet.age += 1;
        }
        for index in 0..self.actions.len() {
            if self.actions[index] != Action::Fire {
                continue;
            }
            let player = &mut state.players[index];
            player.ammo -= 1;
            let (seat, at, direction, left) = (player.seat, player.at, player.facing, player.ammo);
            state.tallies[seat].fired += 1;
            state.bullets.push(Bullet { at, direction, age: 0, destroyed: false });
            self.events.push(Event { value: Some(left), ..player_event(state, index, kind::FIRED) });
        }
    }

    fn dig(&mut self, state: &mut State) {
        for index in 0..self.actions.len() {
            let player = state.players[index];
            let stood_there = self.actions[index] != Action::Move;
            if player.kind != PlayerKind::Worker || !player.alive || !stood_there {
                continue;
            }
            let Some(deposit) = state.gold_at.get(player.at) else { continue };
            state.dug[deposit] += 1;
            let dug = state.dug[deposit];
            let (kind, value) = if dug < TURNS_TO_EXTRACT {
                (kind::DUG, u32::from(dug))
            } else {
                let value = state.map.parts().gold[deposit].value;
                state.tallies[player.seat].score += u64::from(value);
                state.gold_at.clear(player.at);
                (kind::EXTRACTED, value)
            };
            self.events.push(Event { value: Some(value), ..player_event(state, index, kind) });
        }
    }

    /// Takes a living player off the board.
    pub(super) fn kill(&mut self, state: &mut State, index: usize, reason: &'static str) {
        let player = &mut state.players[index];
        player.alive = false;
        let (seat, at) = (player.seat, player.at);
        state.player_at.clear(at);
        state.tallies[seat].killed += 1;
        self.events.push(Event { reason: Some(reason), ..player_event(state, index, kind::KILLED) });
    }

    /// Marks a bullet as gone; `other` is the cell that it was to enter.
    pub(super) fn destroy(&mut self, state: &mut State, bullet: usize, other: Option<Cell>, reason: &'static str) {
        let bullet = &mut state.bullets[bullet];
        bullet.destroyed = true;
        self.events.push(Event {
            kind: kind::BULLET_DESTROYED,
            seat: None,
            player: None,
            at: bullet.at,
            other,
            value: Some(u32::from(bullet.direction.code())),
            reason: Some(reason),
        });
    }
}

/// What an order has its player do, if it can be done at all.
fn action(state: &State, seat: Seat, order: Order) -> Result<(usize, Action), RejectionReason> {
    let index = state.players.index_of(seat, order.player).ok_or(RejectionReason::UnknownPlayer)?;
    let player = &state.players[index];
    if !player.alive {
        return Err(RejectionReason::Dead);
    }
    let action = match order.kind {
        order_kind::ROTATE => {
            Action::Rotate(Direction::from_code(order.direction).ok_or(RejectionReason::BadDirection)?)
        }
        order_kind::MOVE => Action::Move,
        order_kind::FIRE if player.kind == PlayerKind::Worker => return Err(RejectionReason::Unarmed),
        order_kind::FIRE if player.ammo == 0 => return Err(RejectionReason::NoBullets),
        order_kind::FIRE => Action::Fire,
        _ => return Err(RejectionReason::UnknownKind),
    };
    Ok((index, action))
}

fn player_event(state: &State, index: usize, kind: &'static str) -> Event {
    let player = &state.players[index];
    Event::of_player(kind, player.seat, player.id, player.at)
}
