use crate::ABI_VERSION;
use crate::direction::Direction;
use crate::header::{DecodeError, HEADER_LEN, Header, MessageKind};
use crate::record::{Record, Records, put_u16, put_u32, u16_at};

/// Bytes of one order.
pub const ORDER_LEN: usize = 4;

/// The codes of [`Order::kind`].
pub mod kind {
    /// Turn to face a direction (Gold Hunter).
    pub const ROTATE: u8 = 1;
    /// Go one cell: in the facing direction (Gold Hunter, which reads no direction), or in the order's (Capture the Flag).
    pub const MOVE: u8 = 2;
    /// Fire in the facing direction (Gold Hunter, hunters only).
    pub const FIRE: u8 = 3;
}

/// One request for one player, as a bot writes it. Any four bytes are an order, though perhaps an impossible one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    /// The player's id in its own team.
    pub player: u16,
    /// What to do, one of [`kind`].
    pub kind: u8,
    /// A direction's code where the kind reads one, else 0.
    pub direction: u8,
}

impl Order {
    /// `player` turns to face `direction`.
    pub const fn rotate(player: u16, direction: Direction) -> Order {
        Order { player, kind: kind::ROTATE, direction: direction.code() }
    }

    /// `player` goes one cell ahead, in its facing direction.
    pub const fn advance(player: u16) -> Order {
        Order { player, kind: kind::MOVE, direction: 0 }
    }

    /// `player` goes one cell in `direction`.
    pub const fn step(player: u16, direction: Direction) -> Order {
        Order { player, kind: kind::MOVE, direction: direction.code() }
    }

    /// `player` fires in its facing direction.
    pub const fn fire(player: u16) -> Order {
        Order { player, kind: kind::FIRE, direction: 0 }
    }
}

impl Record for Order {
    const LEN: usize = ORDER_LEN;

    fn read(bytes: &[u8]) -> Self {
        Order { player: u16_at(bytes, 0), kind: bytes[2], direction: bytes[3] }
    }

    fn write(&self, bytes: &mut [u8]) {
        put_u16(bytes, 0, self.player);
        bytes[2] = self.kind;
        bytes[3] = self.direction;
    }
}

/// The orders of one answer, read in place.
#[derive(Clone, Copy, Debug)]
pub struct OrderList<'a> {
    records: Records<'a, Order>,
}

impl<'a> OrderList<'a> {
    /// Reads an answer; no bytes at all are an answer without orders.
    ///
    /// # Errors
    /// When the header is damaged, of another version, game or kind, or what follows it is not whole records.
    pub fn parse(bytes: &'a [u8], game: u16) -> Result<OrderList<'a>, DecodeError> {
        if bytes.is_empty() {
            return Ok(OrderList { records: Records::over(bytes) });
        }
        let header = Header::read(bytes, MessageKind::Orders, HEADER_LEN)?.expect_game(game)?;
        let body = &bytes[usize::from(header.header_len)..];
        if !body.len().is_multiple_of(ORDER_LEN) {
            return Err(DecodeError::Length { said: header.len, len: bytes.len() });
        }
        Ok(OrderList { records: Records::over(body) })
    }

    /// How many orders there are.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// The orders as they were given.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Order> + DoubleEndedIterator + Clone + use<'a> {
        self.records.iter()
    }

    /// The bytes of an answer with room for `orders` orders.
    pub const fn bytes_for(orders: usize) -> usize {
        HEADER_LEN + orders * ORDER_LEN
    }
}

/// Writes an answer, order by order, into a lent buffer.
#[derive(Debug)]
pub struct OrderWriter<'a> {
    bytes: &'a mut [u8],
    len: usize,
}

impl<'a> OrderWriter<'a> {
    /// Begins an answer of `game`.
    ///
    /// # Panics
    /// When the buffer is shorter than a header.
    pub fn new(bytes: &'a mut [u8], game: u16) -> Self {
        put_u16(bytes, 0, ABI_VERSION);
        put_u16(bytes, 2, game);
        put_u16(bytes, 4, MessageKind::Orders as u16);
        put_u16(bytes, 6, HEADER_LEN as u16);
        put_u32(bytes, 12, 0);
        OrderWriter { bytes, len: HEADER_LEN }
    }

    /// Adds an order; `false` when the buffer is full.
    pub fn push(&mut self, order: Order) -> bool {
        match self.bytes.get_mut(self.len..self.len + ORDER_LEN) {
            Some(room) => {
                order.write(room);
                self.len += ORDER_LEN;
                true
            }
            None => false,
        }
    }

    /// How many orders were added.
    pub fn count(&self) -> usize {
        (self.len - HEADER_LEN) / ORDER_LEN
    }

    /// Enters the length in the header and gives back the answer's bytes.
    pub fn finish(self) -> &'a [u8] {
        put_u32(self.bytes, 8, self.len as u32);
        &self.bytes[..self.len]
    }
}
