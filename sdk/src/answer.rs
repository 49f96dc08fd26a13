//! The answer of one turn, which every game's orders are written into.

use botpit_abi::{Order, OrderWriter};

/// The orders given so far.
#[derive(Debug)]
pub(crate) struct Answer<'a> {
    writer: OrderWriter<'a>,
}

impl<'a> Answer<'a> {
    pub(crate) fn new(bytes: &'a mut [u8], game: u16) -> Answer<'a> {
        Answer { writer: OrderWriter::new(bytes, game) }
    }

    pub(crate) fn finish(self) -> &'a [u8] {
        self.writer.finish()
    }

    /// Adds an order, or tells the author that there are too many.
    pub(crate) fn give(&mut self, order: Order) {
        if !self.writer.push(order) {
            crate::log!("no room for the order for player {}: four a player and turn is the most", order.player);
        }
    }
}
