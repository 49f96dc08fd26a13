//! What all games share in reading orders: the last order for a player counts.

use botpit_abi::{Order, OrderList};

use crate::event::{Rejection, RejectionReason};
use crate::seat::Seat;

/// The orders of one answer that count, and room to find them without allocating.
#[derive(Clone, Debug)]
pub(crate) struct OrderReader {
    seen: Box<[u64; 1024]>,
    counting: Vec<(u32, Order)>,
}

impl OrderReader {
    /// A reader with room for the answers of a team of `players`.
    pub(crate) fn new(players: usize) -> OrderReader {
        OrderReader { seen: Box::new([0; 1024]), counting: Vec::with_capacity(4 * players) }
    }

    /// The orders that count, with their places in the answer, in the order of the answer. Of several orders for one
    /// id, known or not, only the last is there. Damaged bytes are one rejection and no orders.
    pub(crate) fn read(
        &mut self,
        seat: Seat,
        bytes: &[u8],
        game: u16,
        rejections: &mut Vec<Rejection>,
    ) -> &[(u32, Order)] {
        self.counting.clear();
        let Ok(list) = OrderList::parse(bytes, game) else {
            rejections.push(Rejection { seat, order: 0, player: 0, reason: RejectionReason::Malformed });
            return &self.counting;
        };
        for (index, order) in list.iter().enumerate().rev() {
            let (word, bit) = (usize::from(order.player / 64), 1 << (order.player % 64));
            if self.seen[word] & bit == 0 {
                self.seen[word] |= bit;
                self.counting.push((index as u32, order));
            }
        }
        for (_, order) in &self.counting {
            self.seen[usize::from(order.player / 64)] = 0;
        }
        self.counting.reverse();
        &self.counting
    }
}
