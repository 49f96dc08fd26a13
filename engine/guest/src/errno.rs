/// What a function of `wasi_snapshot_preview1` answers; the codes are WASI's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u16)]
pub enum Errno {
    /// Done.
    Success = 0,
    /// No such descriptor.
    BadDescriptor = 8,
    /// An argument has no meaning.
    Invalid = 28,
    /// The descriptor is no directory.
    NotDirectory = 54,
    /// The descriptor is no socket.
    NotSocket = 57,
    /// There is no such thing here.
    NotSupported = 58,
    /// The descriptor cannot be positioned.
    NotSeekable = 70,
}

impl Errno {
    /// The code, as the function returns it.
    pub const fn code(self) -> i32 {
        self as i32
    }
}
