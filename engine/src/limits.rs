//! What a match allows its bots, as one table that the command line, the configuration and the replay share.

use serde::{Deserialize, Serialize};

use crate::fault::FaultKind;
use crate::game::{BudgetPolicy, Ending, ForfeitReason};
use crate::replay::SeatTurn;
use crate::seat::{BothSeats, Seat};

/// One limit: its name, range and meaning.
#[derive(Clone, Copy, Debug)]
pub struct LimitSpec {
    /// The field's name in [`Limits`], in files too.
    pub name: &'static str,
    /// What it limits, with its unit.
    pub help: &'static str,
    /// What holds when nobody says otherwise.
    pub default: u64,
    /// The least value.
    pub min: u64,
    /// The greatest value.
    pub max: u64,
}

/// A limit that there is not, or a value out of its range.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LimitError {
    /// There is no limit of that name.
    #[error("there is no limit `{0}`")]
    Unknown(String),
    /// The value is out of range.
    #[error("limit `{name}` is a number from {min} to {max}, not {value}")]
    Range {
        /// The limit.
        name: &'static str,
        /// The value that was given.
        value: u64,
        /// The least value.
        min: u64,
        /// The greatest value.
        max: u64,
    },
}

macro_rules! limits {
    ($($(#[doc = $help:literal])+ $name:ident = $default:expr, $min:expr => $max:expr;)+) => {
        /// The limits of a match. All are counts in the unit that their name or text gives.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct Limits {
            $($(#[doc = $help])+ pub $name: u64,)+
        }

        impl Limits {
            /// All limits, in the order in which they are shown.
            pub const SPECS: &'static [LimitSpec] = &[$(LimitSpec {
                name: stringify!($name),
                help: concat!($($help),+),
                default: $default,
                min: $min,
                max: $max,
            },)+];

            /// Sets a limit by its name.
            ///
            /// # Errors
            /// When there is no such limit, or the value is out of its range.
            pub fn set(&mut self, name: &str, value: u64) -> Result<(), LimitError> {
                match name {
                    $(stringify!($name) => {
                        let (min, max) = ($min, $max);
                        if !(min..=max).contains(&value) {
                            return Err(LimitError::Range { name: stringify!($name), value, min, max });
                        }
                        self.$name = value;
                        Ok(())
                    })+
                    _ => Err(LimitError::Unknown(name.to_owned())),
                }
            }

            /// Checks every limit.
            ///
            /// # Errors
            /// When one is out of its range.
            pub fn check(&self) -> Result<(), LimitError> {
                let mut limits = Limits::default();
                Limits::SPECS.iter().try_for_each(|spec| limits.set(spec.name, self.get(spec.name).unwrap_or(spec.min)))
            }

            /// The value of a limit by its name.
            pub fn get(&self, name: &str) -> Option<u64> {
                match name {
                    $(stringify!($name) => Some(self.$name),)+
                    _ => None,
                }
            }
        }

        impl Default for Limits {
            fn default() -> Self {
                Limits { $($name: $default,)+ }
            }
        }
    };
}

/// A number of fuel that leaves room for sums.
const FUEL_MAX: u64 = 1 << 60;

limits! {
    /// Fuel of one turn, in games with a budget per turn
    fuel_per_turn = 1_000_000_000, 1 => FUEL_MAX;
    /// Fuel of the whole match, in games with a bank
    fuel_bank = 180_000_000_000, 1 => FUEL_MAX;
    /// Fuel for _initialize, team_name, alloc and the first setup together; the start section has as much for itself
    fuel_start = 10_000_000_000, 1 => FUEL_MAX;
    /// Fuel that a restart after a fault costs, out of the turn or the bank
    fuel_restart = 100_000_000, 0 => FUEL_MAX;
    /// The least fuel that a fault is charged, in games with a bank
    fault_cost = 1_000_000_000, 0 => FUEL_MAX;
    /// Faults after which a bot gives no more orders
    max_faults = 10, 1 => u32::MAX as u64;
    /// Milliseconds of processor time that a bot may take for one turn, in games with a budget per turn
    cpu_ms_per_turn = 5_000, 1 => 86_400_000;
    /// Milliseconds of processor time that a bot may take for one match
    cpu_ms_per_match = 600_000, 1 => 864_000_000;
    /// Bytes of linear memory of a bot
    memory_bytes = 67_108_864, 65_536 => 4_294_967_296;
    /// Elements of a bot's tables
    table_elements = 10_000, 0 => 10_000_000;
    /// Bytes of a bot's wasm file
    module_bytes = 16_777_216, 8 => 1_073_741_824;
    /// Functions of a bot's wasm file
    functions = 50_000, 1 => 1_000_000;
    /// Seconds of processor time for compiling a bot
    compile_cpu_seconds = 30, 1 => 3_600;
    /// Bytes of memory for compiling a bot
    compile_memory_bytes = 2_147_483_648, 134_217_728 => 1_099_511_627_776;
    /// Orders that a bot may give for each player each turn
    orders_per_player = 4, 1 => 1_000;
    /// Log bytes kept of each turn: the last ones
    log_bytes_per_turn = 4_096, 0 => 16_777_216;
    /// Log bytes kept of a match; after that, logs are kept of turns with a fault only
    log_bytes_per_match = 1_048_576, 0 => 1_073_741_824;
    /// Drawing bytes kept of each turn
    draw_bytes_per_turn = 2_048, 0 => 16_777_216;
}

impl Limits {
    /// The fuel that a bot has for each turn, or for the whole match in games with a bank.
    pub fn fuel(&self, budget: BudgetPolicy) -> u64 {
        match budget {
            BudgetPolicy::PerTurn => self.fuel_per_turn,
            BudgetPolicy::Bank => self.fuel_bank,
        }
    }
}

/// What the organiser decides about faults, violations and ties.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
pub struct Policy {
    /// What a fault costs.
    pub on_fault: OnFault,
    /// What a forbidden call costs.
    pub on_violation: OnViolation,
    /// How many further legs decide when everything is equal.
    pub replays: u32,
}

impl Policy {
    /// How the match ends, and who wins it, when a turn's faults forfeit it.
    pub fn forfeit(&self, turn: &BothSeats<SeatTurn>) -> Option<(Ending, Option<Seat>)> {
        let reason = |seat: Seat| match turn[seat].fault.as_ref()?.kind {
            FaultKind::Violation => Some(ForfeitReason::Violation),
            _ if self.on_fault == OnFault::ForfeitMatch => Some(ForfeitReason::Fault),
            _ => None,
        };
        match (reason(Seat::A), reason(Seat::B)) {
            (None, None) => None,
            (Some(_), Some(_)) => Some((Ending::BothForfeit, None)),
            (Some(reason), None) => Some((Ending::Forfeit { seat: Seat::A, reason }, Some(Seat::B))),
            (None, Some(reason)) => Some((Ending::Forfeit { seat: Seat::B, reason }, Some(Seat::A))),
        }
    }
}

/// What a fault costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OnFault {
    /// The orders of the turn.
    #[default]
    ForfeitTurn,
    /// The match.
    ForfeitMatch,
}

/// What a forbidden call costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OnViolation {
    /// Nothing: it is recorded and shown.
    #[default]
    Record,
    /// The match.
    Forfeit,
    /// The match, and in a tournament all others.
    Disqualify,
}
