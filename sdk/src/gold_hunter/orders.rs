use botpit_abi::{Direction, Order, OrderWriter, game};

/// The orders of one turn.
///
/// A player does one thing a turn: of several orders for it the last counts. An order that cannot be done has no
/// effect, and the replay says why.
#[derive(Debug)]
pub struct Orders<'a> {
    writer: OrderWriter<'a>,
}

impl<'a> Orders<'a> {
    pub(super) fn new(answer: &'a mut [u8]) -> Orders<'a> {
        Orders { writer: OrderWriter::new(answer, game::GOLD_HUNTER) }
    }

    pub(super) fn finish(self) -> &'a [u8] {
        self.writer.finish()
    }

    /// Turns a player to face a direction.
    pub fn rotate(&mut self, player: u16, direction: Direction) {
        self.give(Order::rotate(player, direction));
    }

    /// Moves a player one cell ahead, in its facing direction.
    pub fn advance(&mut self, player: u16) {
        self.give(Order::advance(player));
    }

    /// Fires a hunter's bullet in its facing direction.
    pub fn fire(&mut self, player: u16) {
        self.give(Order::fire(player));
    }

    fn give(&mut self, order: Order) {
        if !self.writer.push(order) {
            crate::log!("no room for the order for player {}: four a player and turn is the most", order.player);
        }
    }
}
