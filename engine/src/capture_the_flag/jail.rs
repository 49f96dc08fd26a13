//! Step 5 of a turn: who is freed, and where those players come back into play.

use super::event::kind;
use super::map::reading_order;
use super::state::State;
use super::turn::player_event;
use crate::cells::CellSet;
use crate::event::Event;
use crate::grid::Cell;
use crate::reach::Reach;
use crate::seat::{BothSeats, Seat};

/// Room to find places for freed players without allocating.
#[derive(Clone, Debug)]
pub(super) struct Freeing {
    teams: BothSeats<FreedTeam>,
}

#[derive(Clone, Debug)]
struct FreedTeam {
    reach: Reach,
    /// The players that are freed, in order of id.
    freed: Vec<usize>,
    /// Their cells.
    places: Vec<Cell>,
    /// The cells that the other team keeps.
    denied: CellSet,
}

impl Freeing {
    pub(super) fn new(state: &State) -> Freeing {
        let size = state.map.parts().size;
        let players = state.players.per_team();
        let team = |_| FreedTeam {
            reach: Reach::new(size),
            freed: Vec::with_capacity(players),
            places: Vec::with_capacity(players),
            denied: CellSet::new(size),
        };
        Freeing { teams: BothSeats::from_fn(team) }
    }

    /// Frees the players that were captured before this turn and whose jail a team mate in play has come to.
    pub(super) fn play(&mut self, state: &mut State, events: &mut Vec<Event>) {
        let liberators = BothSeats::from_fn(|seat| liberator(state, seat));
        for (seat, liberator) in liberators.iter() {
            self.teams[seat].gather(state, seat, liberator.is_some());
        }
        self.find_places(state);
        for (seat, liberator) in liberators.iter() {
            let team = &self.teams[seat];
            // A player that finds no place at all stays captured.
            for (&index, &place) in team.freed.iter().zip(&team.places) {
                state.players[index].captured = None;
                state.players[index].at = place;
                state.player_at[seat].set(place, index);
                let (other, value) = (Some(state.jails[seat]), liberator.map(u32::from));
                events.push(Event { other, value, ..player_event(state, index, kind::FREED) });
            }
        }
    }

    /// Places each team by itself, and again without the cells that it loses to the other, until no two opponents have
    /// one cell. As the places of a team are the nearest that it may have, losing one never gives up another.
    fn find_places(&mut self, state: &State) {
        loop {
            for team in &mut self.teams.0 {
                team.take_nearest(state);
            }
            let [a, b] = &mut self.teams.0;
            let mut settled = true;
            for place in &a.places {
                if b.places.contains(place) {
                    settled = false;
                    match state.map.half_of(*place) {
                        Seat::A => b.denied.insert(*place),
                        Seat::B => a.denied.insert(*place),
                    }
                }
            }
            if settled {
                return;
            }
        }
    }
}

impl FreedTeam {
    /// Finds who is freed, and in which order cells are their places.
    fn gather(&mut self, state: &State, seat: Seat, liberated: bool) {
        self.freed.clear();
        self.places.clear();
        if !liberated {
            return;
        }
        let waits = |index: &usize| {
            let player = &state.players[*index];
            player.seat == seat && player.captured.is_some_and(|turn| turn <= state.turn)
        };
        self.freed.extend((0..state.players.len()).filter(waits));
        if !self.freed.is_empty() {
            self.denied.clear();
            self.reach.explore(state.jails[seat], |cell| state.is_open(seat, cell));
            let size = state.map.parts().size;
            self.reach.nearest_first(|cell| reading_order(size, seat, cell));
        }
    }

    fn take_nearest(&mut self, state: &State) {
        self.places.clear();
        if !self.freed.is_empty() {
            let free = |cell: &Cell| !state.is_occupied(*cell) && !self.denied.contains(*cell);
            self.places.extend(self.reach.cells().iter().copied().filter(free).take(self.freed.len()));
        }
    }
}

/// The first player in play that is on or next to its own team's jail.
fn liberator(state: &State, seat: Seat) -> Option<u16> {
    let frees = |player: &&super::state::Player| player.is_in_play() && player.at.distance(state.jails[seat]) <= 1;
    state.players.team(seat).iter().find(frees).map(|player| player.id)
}
