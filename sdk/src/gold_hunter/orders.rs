use botpit_abi::{Direction, Order, game};

use crate::answer::Answer;

/// The orders of one turn.
///
/// A player does one thing a turn: of several orders for it the last counts. An order that cannot be done has no
/// effect, and the replay says why.
#[derive(Debug)]
pub struct Orders<'a> {
    answer: Answer<'a>,
}

impl<'a> Orders<'a> {
    pub(super) fn new(bytes: &'a mut [u8]) -> Orders<'a> {
        Orders { answer: Answer::new(bytes, game::GOLD_HUNTER) }
    }

    pub(super) fn finish(self) -> &'a [u8] {
        self.answer.finish()
    }

    /// Turns a player to face a direction.
    pub fn rotate(&mut self, player: u16, direction: Direction) {
        self.answer.give(Order::rotate(player, direction));
    }

    /// Moves a player one cell ahead, in its facing direction.
    pub fn advance(&mut self, player: u16) {
        self.answer.give(Order::advance(player));
    }

    /// Fires a hunter's bullet in its facing direction.
    pub fn fire(&mut self, player: u16) {
        self.answer.give(Order::fire(player));
    }
}
