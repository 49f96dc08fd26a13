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
        let start = self.len;
        let mut count = 0;
        for record in records {
            record.write(&mut self.bytes[self.len..self.len + R::LEN]);
            self.len += R::LEN;
            count += 1;
        }
        self.enter(section, start, count);
    }

    /// Writes the next list as plain bytes, padded with zeros to a multiple of four.
    pub fn bytes(&mut self, section: Section, content: impl IntoIterator<Item = u8>) {
        let start = self.len;
        for byte in content {
            self.bytes[self.len] = byte;
            self.len += 1;
        }
        let count = self.len - start;
        while !self.len.is_multiple_of(4) {
            self.bytes[self.len] = 0;
            self.len += 1;
        }
        self.enter(section, start, count as u32);
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
