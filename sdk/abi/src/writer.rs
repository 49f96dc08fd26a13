use core::marker::PhantomData;
use core::slice::ChunksExactMut;

use crate::ABI_VERSION;
use crate::header::{HEADER_LEN, MessageKind};
use crate::record::{Record, put_u16, put_u32, put_u64};

/// Where a list's offset and count stand in the header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Section(pub(crate) usize);

impl Section {
    /// The list whose offset and count stand at this byte of the header, behind what all games share.
    pub const fn at(byte: usize) -> Section {
        Section(byte)
    }
}

/// Writes one message into a lent buffer: the header first, then its lists in order.
///
/// # Panics
/// The buffer must have room for the whole message; a game's bounds say how much that is at the most.
#[derive(Debug)]
pub struct Writer<'a> {
    bytes: &'a mut [u8],
    len: usize,
}

/// A list on its way into a message.
#[derive(Debug)]
pub struct ListWriter<'a, R> {
    room: ChunksExactMut<'a, u8>,
    count: usize,
    record: PhantomData<R>,
}

impl<R: Record> ListWriter<'_, R> {
    /// Adds a record.
    ///
    /// # Panics
    /// When the message's buffer has no room for it.
    #[inline]
    pub fn push(&mut self, record: R) {
        record.write(self.room.next().expect("the buffer has room for the whole message"));
        self.count += 1;
    }
}

impl<'a> Writer<'a> {
    /// Begins a message: the whole header is zeroed and its common part filled in, but for the length.
    pub(crate) fn begin(bytes: &'a mut [u8], game: u16, kind: MessageKind, header_len: usize) -> Self {
        debug_assert!(header_len >= HEADER_LEN && header_len.is_multiple_of(4));
        bytes[..header_len].fill(0);
        put_u16(bytes, 0, ABI_VERSION);
        put_u16(bytes, 2, game);
        put_u16(bytes, 4, kind as u16);
        put_u16(bytes, 6, header_len as u16);
        Writer { bytes, len: header_len }
    }

    pub(crate) fn put_u8(&mut self, at: usize, value: u8) {
        self.bytes[at] = value;
    }

    pub(crate) fn put_u16(&mut self, at: usize, value: u16) {
        put_u16(self.bytes, at, value);
    }

    pub(crate) fn put_u32(&mut self, at: usize, value: u32) {
        put_u32(self.bytes, at, value);
    }

    pub(crate) fn put_u64(&mut self, at: usize, value: u64) {
        put_u64(self.bytes, at, value);
    }

    /// Writes the next list and enters it in the header.
    pub fn list<R: Record>(&mut self, section: Section, records: impl IntoIterator<Item = R>) {
        self.list_with(section, |list| records.into_iter().for_each(|record| list.push(record)));
    }

    /// Writes the next list, whose records are pushed one by one, and enters it in the header.
    pub fn list_with<R: Record>(&mut self, section: Section, push: impl FnOnce(&mut ListWriter<'_, R>)) {
        let start = self.len;
        let room = self.bytes[start..].chunks_exact_mut(R::LEN);
        let mut list = ListWriter { room, count: 0, record: PhantomData };
        push(&mut list);
        let count = list.count;
        self.len += count * R::LEN;
        self.enter(section, start, count as u32);
    }

    /// Writes the next list as plain bytes, padded with zeros to a multiple of four.
    pub fn bytes(&mut self, section: Section, content: &[u8]) {
        let (start, end) = (self.len, self.len + content.len());
        self.bytes[start..end].copy_from_slice(content);
        self.len = end.next_multiple_of(4);
        self.bytes[end..self.len].fill(0);
        self.enter(section, start, content.len() as u32);
    }

    /// Enters the length in the header and gives it back, in bytes.
    pub fn finish(self) -> usize {
        put_u32(self.bytes, 8, self.len as u32);
        self.len
    }

    fn enter(&mut self, section: Section, start: usize, count: u32) {
        put_u32(self.bytes, section.0, start as u32);
        put_u32(self.bytes, section.0 + 4, count);
    }
}
