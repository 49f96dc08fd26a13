use crate::fault::Stop;

/// A bot's linear memory, wherever it lies.
///
/// The caller checks ranges with [`GuestMemory::len`] first: `read` and `write` get only ranges inside it.
pub trait GuestMemory {
    /// Bytes there are now.
    fn len(&self) -> usize;

    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Copies the bytes at `at` out of memory.
    fn read(&self, at: usize, into: &mut [u8]);
    /// Copies bytes into memory at `at`.
    fn write(&mut self, at: usize, bytes: &[u8]);
}

impl GuestMemory for &mut [u8] {
    fn len(&self) -> usize {
        <[u8]>::len(self)
    }

    fn read(&self, at: usize, into: &mut [u8]) {
        into.copy_from_slice(&self[at..at + into.len()]);
    }

    fn write(&mut self, at: usize, bytes: &[u8]) {
        self[at..at + bytes.len()].copy_from_slice(bytes);
    }
}

impl<'a> dyn GuestMemory + 'a {
    /// Where the range starts, when it lies inside memory.
    pub(crate) fn check(&self, ptr: u32, len: u64) -> Result<usize, Stop> {
        if u64::from(ptr).checked_add(len).is_some_and(|end| end <= self.len() as u64) {
            Ok(ptr as usize)
        } else {
            Err(Stop::BadRange { ptr, len })
        }
    }

    pub(crate) fn get<const N: usize>(&self, ptr: u32) -> Result<[u8; N], Stop> {
        let at = self.check(ptr, N as u64)?;
        let mut bytes = [0; N];
        self.read(at, &mut bytes);
        Ok(bytes)
    }

    pub(crate) fn put(&mut self, ptr: u32, bytes: &[u8]) -> Result<(), Stop> {
        let at = self.check(ptr, bytes.len() as u64)?;
        self.write(at, bytes);
        Ok(())
    }
}
