use crate::fault::Stop;

/// The fuel counter during one import: a host fills it from its meter and sets the meter to [`Fuel::left`] afterwards,
/// also after a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fuel {
    left: u64,
}

/// More fuel was charged than was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("out of fuel")]
pub struct OutOfFuel;

impl Fuel {
    /// A counter that stands at `left`.
    pub const fn new(left: u64) -> Fuel {
        Fuel { left }
    }

    /// What is left.
    pub const fn left(&self) -> u64 {
        self.left
    }

    /// Takes `fuel` away.
    ///
    /// # Errors
    /// When less is left; then nothing is left.
    pub fn charge(&mut self, fuel: u64) -> Result<(), OutOfFuel> {
        match self.left.checked_sub(fuel) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => {
                self.left = 0;
                Err(OutOfFuel)
            }
        }
    }
}

/// What an import costs, charged before its work is done, so that no call does work that is not paid for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImportCost {
    /// Fuel of a call.
    pub base: u64,
    /// Fuel of a byte that is read or written.
    pub per_byte: u64,
    /// Fuel of an entry of a list that the call walks: an iovec or a subscription.
    pub per_item: u64,
}

impl ImportCost {
    /// `botpit.log`.
    pub const LOG: ImportCost = ImportCost { base: 500, per_byte: 1, per_item: 0 };
    /// `botpit.draw`.
    pub const DRAW: ImportCost = ImportCost { base: 500, per_byte: 4, per_item: 0 };
    /// `botpit.random`.
    pub const RANDOM: ImportCost = ImportCost { base: 200, per_byte: 0, per_item: 0 };
    /// `botpit.fuel_left`.
    pub const FUEL_LEFT: ImportCost = ImportCost { base: 100, per_byte: 0, per_item: 0 };
    /// Every function of `wasi_snapshot_preview1` that has no row of its own.
    pub const WASI: ImportCost = ImportCost { base: 500, per_byte: 0, per_item: 0 };
    /// `fd_write`.
    pub const WASI_WRITE: ImportCost = ImportCost { base: 500, per_byte: 1, per_item: 100 };
    /// `random_get`.
    pub const WASI_RANDOM: ImportCost = ImportCost { base: 500, per_byte: 8, per_item: 0 };
    /// `poll_oneoff`, whose time-out is charged besides.
    pub const WASI_POLL: ImportCost = ImportCost { base: 500, per_byte: 0, per_item: 200 };
}

impl From<OutOfFuel> for Stop {
    fn from(OutOfFuel: OutOfFuel) -> Stop {
        Stop::OutOfFuel
    }
}
