use std::ops::{Deref, DerefMut};

use crate::seat::Seat;

/// The players of both teams, as many of each: A's by id, then B's.
#[derive(Clone, Debug)]
pub(crate) struct Players<P>(Vec<P>);

impl<P> Players<P> {
    /// The players in that order.
    pub(crate) fn new(players: Vec<P>) -> Players<P> {
        debug_assert!(players.len().is_multiple_of(2), "the teams have the same players");
        Players(players)
    }

    pub(crate) fn per_team(&self) -> usize {
        self.0.len() / 2
    }

    /// A team's players by id, whatever became of them.
    pub(crate) fn team(&self, seat: Seat) -> &[P] {
        let (a, b) = self.0.split_at(self.per_team());
        match seat {
            Seat::A => a,
            Seat::B => b,
        }
    }

    /// The place of a team's player of that id among the players of both.
    pub(crate) fn index_of(&self, seat: Seat, id: u16) -> Option<usize> {
        let id = usize::from(id);
        (id < self.per_team()).then_some(seat.index() * self.per_team() + id)
    }
}

impl<P> Deref for Players<P> {
    type Target = [P];

    fn deref(&self) -> &[P] {
        &self.0
    }
}

impl<P> DerefMut for Players<P> {
    fn deref_mut(&mut self) -> &mut [P] {
        &mut self.0
    }
}
