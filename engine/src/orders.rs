use botpit_abi::{Order, OrderList};

use crate::event::{Rejection, RejectionReason};
use crate::seat::Seat;

/// Reads answers as all games do: of several orders for one player, the last counts. Reading allocates nothing.
#[derive(Clone, Debug)]
pub struct OrderReader {
    seen: Box<[u64; 1024]>,
    counting: Vec<(u32, Order)>,
}

impl OrderReader {
    /// A reader with room for the answers of a team of `players`.
    pub fn new(players: usize) -> OrderReader {
        OrderReader { seen: Box::new([0; 1024]), counting: Vec::with_capacity(4 * players) }
    }

    /// Gives the orders that count to `take`, in the order of the answer; those that it refuses are rejections. Of
    /// several orders for one id, known or not, only the last counts. Damaged bytes are one rejection and no orders.
    pub fn read(
        &mut self,
        seat: Seat,
        bytes: &[u8],
        game: u16,
        rejections: &mut Vec<Rejection>,
        mut take: impl FnMut(Order) -> Result<(), RejectionReason>,
    ) {
        let Ok(list) = OrderList::parse(bytes, game) else {
            rejections.push(Rejection { seat, order: 0, player: 0, reason: RejectionReason::Malformed });
            return;
        };
        self.find_counting(&list);
        for &(place, order) in &self.counting {
            if let Err(reason) = take(order) {
                rejections.push(Rejection { seat, order: place, player: order.player, reason });
            }
        }
    }

    fn find_counting(&mut self, list: &OrderList<'_>) {
        self.counting.clear();
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
    }
}
