//! What a bot's exports answer, checked before anybody relies on it.

use std::ops::Range;

use botpit_abi::{BUFFER_ALIGN, OrderList, TEAM_NAME_BYTES};

/// An answer that cannot be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnswerError {
    /// The buffer of `alloc` does not lie at a multiple of [`BUFFER_ALIGN`].
    #[error("the buffer at {at:#x} is not {BUFFER_ALIGN}-byte aligned")]
    Unaligned {
        /// Where it starts.
        at: u32,
    },
    /// The buffer of `alloc` does not fit into memory.
    #[error("{bytes} bytes at {at:#x} do not fit into {memory} bytes of memory")]
    NoRoom {
        /// Where it starts.
        at: u32,
        /// Bytes that it should have.
        bytes: u32,
        /// Bytes of memory.
        memory: u64,
    },
    /// There are more orders than an answer may have.
    #[error("{len} bytes of orders, over the {longest} of {max_orders} orders")]
    TooLong {
        /// Bytes of the answer.
        len: u32,
        /// Bytes that it may have.
        longest: usize,
        /// Orders that it may have.
        max_orders: u32,
    },
    /// The range lies outside memory.
    #[error("{len} bytes at {at:#x} lie outside memory")]
    Outside {
        /// Where it starts.
        at: u32,
        /// Its bytes.
        len: u32,
    },
}

/// Checks the buffer that `alloc` gave for messages of up to `bytes` bytes.
///
/// # Errors
/// When it is not aligned, or does not lie in memory.
pub fn check_buffer(at: u32, bytes: u32, memory: u64) -> Result<(), AnswerError> {
    if !at.is_multiple_of(BUFFER_ALIGN) {
        return Err(AnswerError::Unaligned { at });
    }
    if u64::from(at) + u64::from(bytes) > memory {
        return Err(AnswerError::NoRoom { at, bytes, memory });
    }
    Ok(())
}

/// Where the orders lie that `think` answered; `None` when there are none: a length of 0 says so, wherever the pointer
/// points. Whether the bytes are orders is for [`OrderList::parse`] to say.
///
/// # Errors
/// When there are too many, or they lie outside memory.
#[inline]
pub fn orders_range(answer: u64, max_orders: u32, memory: u64) -> Result<Option<Range<usize>>, AnswerError> {
    let (_, len) = unpack(answer);
    if len == 0 {
        return Ok(None);
    }
    let longest = OrderList::bytes_for(max_orders as usize);
    if len as usize > longest {
        return Err(AnswerError::TooLong { len, longest, max_orders });
    }
    range(answer, memory).map(Some)
}

/// Where the name lies that `team_name` answered, cut to what is kept of it.
///
/// # Errors
/// When it lies outside memory.
pub fn team_name_range(answer: u64, memory: u64) -> Result<Range<usize>, AnswerError> {
    let name = range(answer, memory)?;
    Ok(name.start..name.end.min(name.start + TEAM_NAME_BYTES))
}

/// A pointer in the upper half, a length in the lower.
#[inline]
fn unpack(answer: u64) -> (u32, u32) {
    ((answer >> 32) as u32, answer as u32)
}

fn range(answer: u64, memory: u64) -> Result<Range<usize>, AnswerError> {
    let (at, len) = unpack(answer);
    if u64::from(at) + u64::from(len) > memory {
        return Err(AnswerError::Outside { at, len });
    }
    Ok(at as usize..at as usize + len as usize)
}
