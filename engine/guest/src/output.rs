use std::collections::VecDeque;

use botpit_abi::Marks;

/// The last bytes of a turn's log.
#[derive(Clone, Debug)]
pub(crate) struct LogTail {
    bytes: VecDeque<u8>,
    limit: usize,
    dropped: u64,
    mid_line: bool,
}

impl LogTail {
    pub(crate) fn new(limit: usize) -> LogTail {
        LogTail { bytes: VecDeque::new(), limit, dropped: 0, mid_line: false }
    }

    pub(crate) fn limit(&self) -> usize {
        self.limit
    }

    /// Whether [`LogTail::take`] would give nothing.
    pub(crate) fn is_untouched(&self) -> bool {
        self.bytes.is_empty() && self.dropped == 0
    }

    pub(crate) fn set_limit(&mut self, limit: usize) {
        self.limit = limit;
    }

    /// Counts bytes of a text that is too long to keep; the rest of it follows.
    pub(crate) fn skip(&mut self, bytes: u64) {
        self.dropped += bytes;
    }

    /// Ends a line that a stream left open.
    pub(crate) fn start_line(&mut self) {
        if self.mid_line {
            self.push(b"\n");
        }
    }

    /// Ends the line of a `log` call, unless its text did; an empty one is a line too.
    pub(crate) fn end_line(&mut self, empty: bool) {
        if empty || self.mid_line {
            self.push(b"\n");
        }
    }

    pub(crate) fn push(&mut self, bytes: &[u8]) {
        if let Some(last) = bytes.last() {
            self.mid_line = *last != b'\n';
        }
        let kept = tail(bytes, self.limit);
        let overflow = (self.bytes.len() + kept.len()).saturating_sub(self.limit);
        self.bytes.drain(..overflow);
        self.bytes.extend(kept);
        self.dropped += (overflow + bytes.len() - kept.len()) as u64;
    }

    /// Takes the log, at most its last `room` bytes, and the count of bytes that are lost.
    pub(crate) fn take(&mut self, room: usize) -> (Vec<u8>, u64) {
        let mut cut = self.bytes.len().saturating_sub(room);
        if cut > 0 || self.dropped > 0 {
            // A cut inside a character would show as rubbish.
            let continuation = |byte: &&u8| (0x80..0xc0).contains(*byte);
            cut += self.bytes.iter().skip(cut).take(3).take_while(continuation).count();
        }
        let dropped = std::mem::take(&mut self.dropped) + cut as u64;
        self.bytes.drain(..cut);
        let (front, back) = self.bytes.as_slices();
        let log = [front, back].concat();
        self.bytes.clear();
        self.mid_line = false;
        (log, dropped)
    }
}

/// The end of `bytes`, at most `len` long.
pub(crate) fn tail(bytes: &[u8], len: usize) -> &[u8] {
    &bytes[bytes.len().saturating_sub(len)..]
}

/// The marks of a turn, whole ones only.
#[derive(Clone, Debug)]
pub(crate) struct MarkBuffer {
    bytes: Vec<u8>,
    limit: usize,
    dropped: u64,
}

impl MarkBuffer {
    pub(crate) fn new(limit: usize) -> MarkBuffer {
        MarkBuffer { bytes: Vec::new(), limit, dropped: 0 }
    }

    pub(crate) fn set_limit(&mut self, limit: usize) {
        self.limit = limit;
    }

    pub(crate) fn room(&self) -> usize {
        self.limit.saturating_sub(self.bytes.len())
    }

    /// Adds the marks of one call, whose bytes were `len` in all, up to the first that is damaged or has no room.
    pub(crate) fn push(&mut self, bytes: &[u8], len: u64) {
        let mut marks = Marks::new(bytes);
        let mut read = bytes.len();
        while let Some(mark) = marks.next() {
            let start = self.bytes.len();
            let end = start + mark.encoded_len();
            if end > self.limit {
                break;
            }
            // Written anew, so that a text whose padding was left out does not damage what follows.
            self.bytes.resize(end, 0);
            if mark.write(&mut self.bytes[start..]).is_none() {
                self.bytes.truncate(start);
                break;
            }
            read = marks.rest().len();
        }
        self.dropped += len - (bytes.len() - read) as u64;
    }

    /// Whether [`MarkBuffer::take`] would give nothing.
    pub(crate) fn is_untouched(&self) -> bool {
        self.bytes.is_empty() && self.dropped == 0
    }

    pub(crate) fn take(&mut self) -> (Vec<u8>, u64) {
        (std::mem::take(&mut self.bytes), std::mem::take(&mut self.dropped))
    }
}
