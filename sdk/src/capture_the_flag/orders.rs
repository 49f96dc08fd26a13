use botpit_abi::{Direction, Order, game};

use crate::answer::Answer;

/// The orders of one turn.
///
/// Any number of players may step, each by one cell: of several orders for one the last counts. A player without an
/// order stays where it is. An order that cannot be done has no effect, and the replay says why.
#[derive(Debug)]
pub struct Orders<'a> {
    answer: Answer<'a>,
}

impl<'a> Orders<'a> {
    pub(super) fn new(bytes: &'a mut [u8]) -> Orders<'a> {
        Orders { answer: Answer::new(bytes, game::CAPTURE_THE_FLAG) }
    }

    pub(super) fn finish(self) -> &'a [u8] {
        self.answer.finish()
    }

    /// Moves a player one cell.
    pub fn step(&mut self, player: u16, direction: Direction) {
        self.answer.give(Order::step(player, direction));
    }
}
