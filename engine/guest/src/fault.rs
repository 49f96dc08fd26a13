use botpit_engine::FaultKind;

/// Why an import does not return to the bot: its instance is dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GuestFault {
    /// The call costs more than the fuel that is left.
    #[error("`{import}` costs more than the fuel that is left")]
    OutOfFuel {
        /// The import that was called.
        import: &'static str,
    },
    /// A range that the call was given, or that its arguments point to, lies outside memory.
    #[error("`{import}` was given {len} bytes at {ptr:#x}, which lie outside memory")]
    BadPointer {
        /// The import that was called.
        import: &'static str,
        /// Where the range starts.
        ptr: u32,
        /// Bytes of the range.
        len: u64,
    },
    /// The bot called `proc_exit`.
    #[error("`proc_exit` was called with code {code}")]
    Exited {
        /// The code that it gave.
        code: u32,
    },
}

impl GuestFault {
    /// The kind of fault that it is of a bot.
    pub const fn kind(&self) -> FaultKind {
        match self {
            GuestFault::OutOfFuel { .. } => FaultKind::OutOfFuel,
            GuestFault::BadPointer { .. } => FaultKind::BadPointer,
            GuestFault::Exited { .. } => FaultKind::Exited,
        }
    }
}

/// A [`GuestFault`] before the import's name is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    OutOfFuel,
    BadRange { ptr: u32, len: u64 },
    Exited { code: u32 },
}

impl Stop {
    pub(crate) fn of(self, import: &'static str) -> GuestFault {
        match self {
            Stop::OutOfFuel => GuestFault::OutOfFuel { import },
            Stop::BadRange { ptr, len } => GuestFault::BadPointer { import, ptr, len },
            Stop::Exited { code } => GuestFault::Exited { code },
        }
    }
}
