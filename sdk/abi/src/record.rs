use core::fmt;
use core::marker::PhantomData;

use crate::DecodeError;

/// A fixed-size little-endian record of a list.
pub trait Record: Copy + fmt::Debug {
    /// Bytes of one record.
    const LEN: usize;
    /// Reads a record from exactly [`Record::LEN`] bytes.
    fn read(bytes: &[u8]) -> Self;
    /// Writes the record to exactly [`Record::LEN`] bytes, the padding as zeros.
    fn write(&self, bytes: &mut [u8]);
}

/// A list of records, read in place.
#[derive(Clone, Copy)]
pub struct Records<'a, R> {
    bytes: &'a [u8],
    record: PhantomData<R>,
}

impl<'a, R: Record> Records<'a, R> {
    /// The list whose offset and count stand at byte `at` of `message`.
    pub(crate) fn section(message: &'a [u8], at: usize) -> Result<Self, DecodeError> {
        let (offset, count) = (u32_at(message, at), u32_at(message, at + 4));
        let bytes = slice(message, offset, count, R::LEN).ok_or(DecodeError::Section { offset, count })?;
        Ok(Records { bytes, record: PhantomData })
    }

    /// The list that fills `bytes`; a rest shorter than a record is left out.
    pub fn over(bytes: &'a [u8]) -> Self {
        Records { bytes: &bytes[..bytes.len() / R::LEN * R::LEN], record: PhantomData }
    }

    /// How many records there are.
    pub fn len(&self) -> usize {
        self.bytes.len() / R::LEN
    }

    /// Whether the list is empty.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The record at `index`, if there is one.
    pub fn get(&self, index: usize) -> Option<R> {
        let start = index.checked_mul(R::LEN)?;
        self.bytes.get(start..start.checked_add(R::LEN)?).map(R::read)
    }

    /// The records in their order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = R> + DoubleEndedIterator + Clone + use<'a, R> {
        self.bytes.chunks_exact(R::LEN).map(R::read)
    }
}

impl<R: Record> fmt::Debug for Records<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// The bytes of `count` records of `record_len` bytes at `offset`, when they lie inside `message` and are aligned.
pub(crate) fn slice(message: &[u8], offset: u32, count: u32, record_len: usize) -> Option<&[u8]> {
    let start = offset as usize;
    let end = start.checked_add((count as usize).checked_mul(record_len)?)?;
    if !start.is_multiple_of(4) {
        return None;
    }
    message.get(start..end)
}

pub(crate) fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

pub(crate) fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

pub(crate) fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from(u32_at(bytes, at)) | u64::from(u32_at(bytes, at + 4)) << 32
}
#[inline]
pub(crate) fn put_u16(bytes: &mut [u8], at: usize, value: u16) {
    bytes[at..at + 2].copy_from_slice(&value.to_le_bytes());
}
#[inline]
pub(crate) fn put_u32(bytes: &mut [u8], at: usize, value: u32) {
    bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
}
#[inline]
pub(crate) fn put_u64(bytes: &mut [u8], at: usize, value: u64) {
    bytes[at..at + 8].copy_from_slice(&value.to_le_bytes());
}
