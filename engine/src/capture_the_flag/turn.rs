//! One turn, step by step, in the order of the rules.

use botpit_abi::{Direction, Order, game, order_kind};

use super::event::{kind, reason};
use super::jail::Freeing;
use super::moves::Moves;
use super::state::State;
use crate::event::{Event, Rejection, RejectionReason};
use crate::game::SeatInput;
use crate::grid::Cell;
use crate::orders::OrderReader;
use crate::seat::{BothSeats, Seat};

/// What a turn leaves behind besides the state, and room to play it without allocating.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    pub(super) events: Vec<Event>,
    pub(super) rejections: Vec<Rejection>,
    orders: OrderReader,
    moves: Moves,
    /// Who captures each player of [`State::players`], and how; empty between turns.
    captors: Vec<Option<(u16, &'static str)>>,
    freeing: Freeing,
}

impl Turn {
    pub(super) fn new(state: &State) -> Turn {
        let players = state.players.len();
        Turn {
            // Of a move, and then of a capture and a flag's return, or of a flag and of being freed.
            events: Vec::with_capacity(4 * players),
            rejections: Vec::with_capacity(4 * players),
            orders: OrderReader::new(state.players.per_team()),
            moves: Moves::new(state),
            captors: vec![None; players],
            freeing: Freeing::new(state),
        }
    }

    /// Plays one turn of a leg that has not ended.
    pub(super) fn play(&mut self, state: &mut State, inputs: BothSeats<SeatInput<'_>>) {
        self.events.clear();
        self.rejections.clear();
        self.read_orders(state, inputs);
        self.moves.play(state, &mut self.events);
        self.find_contacts(state);
        self.capture(state);
        self.drop_off(state);
        self.pick_up(state);
        self.freeing.play(state, &mut self.events);
        state.turn += 1;
        state.end = state.judge(inputs.map(|input| input.bank_left));
    }

    fn read_orders(&mut self, state: &State, inputs: BothSeats<SeatInput<'_>>) {
        self.moves.ordered.fill(None);
        for (seat, input) in inputs.iter() {
            // A bot that has used up its bank gives no orders, whatever it answered while it did.
            if input.bank_left == 0 {
                continue;
            }
            self.orders.read(seat, input.orders, game::CAPTURE_THE_FLAG, &mut self.rejections, |order| {
                let (player, direction) = ordered_move(state, seat, order)?;
                self.moves.ordered[player] = Some(direction);
                Ok(())
            });
        }
    }

    /// Finds all contacts on the positions after the moves, before any of them counts.
    fn find_contacts(&mut self, state: &State) {
        for (index, player) in state.players.team(Seat::A).iter().enumerate() {
            let from = self.moves.from[index];
            if !player.is_in_play() {
                continue;
            }
            if let Some(opponent) = state.player_at[Seat::B].get(player.at) {
                self.contact(state, [index, opponent], state.map.half_of(player.at), reason::MET);
            }
            if from == player.at {
                continue;
            }
            if let Some(opponent) = state.player_at[Seat::B].get(from) {
                let half = state.map.half_of(from);
                if self.moves.from[opponent] == player.at && half == state.map.half_of(player.at) {
                    self.contact(state, [index, opponent], half, reason::EXCHANGED);
                }
            }
        }
    }

    /// Enters a contact of a player of A and one of B: the one that is not on its own half is captured.
    fn contact(&mut self, state: &State, [a, b]: [usize; 2], half: Seat, reason: &'static str) {
        let (captor, captured) = match half {
            Seat::A => (a, b),
            Seat::B => (b, a),
        };
        let id = state.players[captor].id;
        let known = &mut self.captors[captured];
        if known.is_none_or(|(other, _)| id < other) {
            *known = Some((id, reason));
        }
    }

    fn capture(&mut self, state: &mut State) {
        for index in 0..self.captors.len() {
            let Some((captor, reason)) = self.captors[index].take() else { continue };
            let seat = state.players[index].seat;
            let (at, jail) = (state.players[index].at, state.jails[seat]);
            let (other, value, reason) = (Some(jail), Some(u32::from(captor)), Some(reason));
            self.events.push(Event { other, value, reason, ..player_event(state, index, kind::CAPTURED) });
            state.player_at[seat].clear(at);
            state.players[index].captured = Some(state.turn + 1);
            state.players[index].at = jail;
            if let Some(flag) = state.players[index].flag.take() {
                let (other, value) = (Some(at), Some(u32::from(flag)));
                let at = put_flag_back(state, seat, flag);
                self.events.push(Event { at, other, value, ..player_event(state, index, kind::FLAG_RETURNED) });
            }
        }
    }

    fn drop_off(&mut self, state: &mut State) {
        for index in 0..state.players.len() {
            let player = state.players[index];
            let base = state.map.parts().teams[player.seat].base;
            let Some(flag) = player.flag.filter(|_| player.at.distance(base) <= 1) else { continue };
            state.players[index].flag = None;
            state.scores[player.seat] += 1;
            let (other, value) = (Some(put_flag_back(state, player.seat, flag)), Some(u32::from(flag)));
            self.events.push(Event { other, value, ..player_event(state, index, kind::SCORED) });
        }
    }

    fn pick_up(&mut self, state: &mut State) {
        for index in 0..state.players.len() {
            let player = state.players[index];
            if !player.is_in_play() || player.flag.is_some() {
                continue;
            }
            let owner = player.seat.other();
            let Some(flag) = state.map.spawn_at(owner, player.at).filter(|&flag| state.at_home[owner][flag]) else {
                continue;
            };
            state.at_home[owner][flag] = false;
            state.players[index].flag = Some(flag as u16);
            self.events.push(Event { value: Some(flag as u32), ..player_event(state, index, kind::PICKED_UP) });
        }
    }
}

/// The event of a kind where a player is.
pub(super) fn player_event(state: &State, index: usize, kind: &'static str) -> Event {
    let player = &state.players[index];
    Event::of_player(kind, player.seat, player.id, player.at)
}

/// Where an order has its player go, if it can be given at all.
fn ordered_move(state: &State, seat: Seat, order: Order) -> Result<(usize, Direction), RejectionReason> {
    let index = state.players.index_of(seat, order.player).ok_or(RejectionReason::UnknownPlayer)?;
    if !state.players[index].is_in_play() {
        return Err(RejectionReason::Captured);
    }
    if order.kind != order_kind::MOVE {
        return Err(RejectionReason::UnknownKind);
    }
    let direction = Direction::from_code(order.direction).ok_or(RejectionReason::BadDirection)?;
    Ok((index, direction))
}

/// Puts the flag that a team carried back to its place, and gives that back.
fn put_flag_back(state: &mut State, carried_by: Seat, flag: u16) -> Cell {
    let owner = carried_by.other();
    state.at_home[owner][usize::from(flag)] = true;
    state.map.parts().teams[owner].flags[usize::from(flag)]
}
