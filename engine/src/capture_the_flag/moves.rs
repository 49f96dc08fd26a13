//! Step 1 of a turn: all moves at once.

use botpit_abi::Direction;

use super::event::{kind, reason};
use super::state::State;
use super::turn::player_event;
use crate::cells::CellIndex;
use crate::event::Event;
use crate::grid::Cell;
use crate::seat::BothSeats;

/// Where the players order themselves, and what comes of it.
#[derive(Clone, Debug)]
pub(super) struct Moves {
    /// Where each player of [`State::players`] is to go.
    pub(super) ordered: Vec<Option<Direction>>,
    /// Where each player was before the moves of this turn.
    pub(super) from: Vec<Cell>,
    outcomes: Vec<Outcome>,
    /// Of each team, a player that orders itself into a cell; empty between turns.
    entering: BothSeats<CellIndex>,
    /// Players that stay and were not yet asked whose way they block; empty between turns.
    staying: Vec<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    /// The player was not ordered anywhere.
    Rest,
    Enter(Cell),
    Stay(Option<Cell>, &'static str),
}

impl Moves {
    pub(super) fn new(state: &State) -> Moves {
        let players = state.players.len();
        Moves {
            ordered: vec![None; players],
            from: vec![Cell::default(); players],
            outcomes: vec![Outcome::Rest; players],
            entering: BothSeats::from_fn(|_| CellIndex::new(state.map.parts().size)),
            staying: Vec::with_capacity(players),
        }
    }

    /// Moves all players that were ordered somewhere and can go there.
    pub(super) fn play(&mut self, state: &mut State, events: &mut Vec<Event>) {
        for (index, player) in state.players.iter().enumerate() {
            self.from[index] = player.at;
            self.outcomes[index] = match self.ordered[index] {
                None => Outcome::Rest,
                Some(direction) => self.target(state, index, direction),
            };
        }
        self.block(state);
        self.enter(state);
        for (index, outcome) in self.outcomes.iter().enumerate() {
            match *outcome {
                Outcome::Rest => {}
                Outcome::Enter(_) => {
                    let other = Some(self.from[index]);
                    events.push(Event { other, ..player_event(state, index, kind::MOVED) });
                }
                Outcome::Stay(other, reason) => {
                    let reason = Some(reason);
                    events.push(Event { other, reason, ..player_event(state, index, kind::STAYED) });
                }
            }
        }
    }

    /// What comes of a player's order when no team mate stands in its way. Of team mates that order themselves into
    /// one cell all stay, whatever else holds them.
    fn target(&mut self, state: &State, index: usize, direction: Direction) -> Outcome {
        let player = &state.players[index];
        let Some(target) = state.map.parts().size.step(player.at, direction) else {
            return Outcome::Stay(None, reason::OFF_BOARD);
        };
        if state.map.is_wall(target) {
            return Outcome::Stay(Some(target), reason::WALL);
        }
        if !state.is_open(player.seat, target) {
            return Outcome::Stay(Some(target), reason::OWN_SPAWN);
        }
        let entering = &mut self.entering[player.seat];
        let Some(rival) = entering.get(target) else {
            entering.set(target, index);
            return Outcome::Enter(target);
        };
        let contested = Outcome::Stay(Some(target), reason::CONTESTED);
        self.outcomes[rival] = contested;
        contested
    }

    /// Lets each player that stays block the team mate that was to enter its cell, until nothing changes.
    fn block(&mut self, state: &State) {
        let stays = |(index, player): (usize, &super::state::Player)| {
            let moving = matches!(self.outcomes[index], Outcome::Enter(_));
            (player.is_in_play() && !moving).then_some(index)
        };
        self.staying.extend(state.players.iter().enumerate().filter_map(stays));
        while let Some(index) = self.staying.pop() {
            let player = &state.players[index];
            let Some(behind) = self.entering[player.seat].get(player.at) else { continue };
            if self.outcomes[behind] == Outcome::Enter(player.at) {
                self.outcomes[behind] = Outcome::Stay(Some(player.at), reason::BLOCKED);
                self.staying.push(behind);
            }
        }
    }

    fn enter(&mut self, state: &mut State) {
        for (index, outcome) in self.outcomes.iter().enumerate() {
            let seat = state.players[index].seat;
            if let Outcome::Enter(target) | Outcome::Stay(Some(target), _) = *outcome {
                self.entering[seat].clear(target);
            }
            if let Outcome::Enter(_) = outcome {
                state.player_at[seat].clear(self.from[index]);
            }
        }
        for (index, outcome) in self.outcomes.iter().enumerate() {
            if let Outcome::Enter(target) = *outcome {
                let player = &mut state.players[index];
                player.at = target;
                state.player_at[player.seat].set(target, index);
            }
        }
    }
}
