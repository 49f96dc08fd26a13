//! What a bot's imports mean, apart from any wasm runtime.
//!
//! A host that runs a bot keeps one [`GuestState`] for it and answers each import through a [`Call`]: the native
//! sandbox, a browser page and a test that links the bot natively all give the same answers, charge the same fuel and
//! keep the same logs. The crate has no clock, no randomness of its own and no input or output.
//!
//! ```
//! use botpit_guest::{Call, Fuel, GuestIdentity, GuestLimits, GuestState, WASI_ARGS_MAX, WasiFunction};
//!
//! let identity = GuestIdentity { seed: 1, leg: 0, seat: 0, wasm_sha256: [0; 32] };
//! let mut state = GuestState::new(identity, GuestLimits::default());
//! let mut memory = *b"hello";
//! let mut fuel = Fuel::new(1_000_000);
//! state.begin_turn(0, fuel.left());
//! state.instance_ready();
//!
//! let mut call = Call { state: &mut state, memory: &mut &mut memory[..], fuel: &mut fuel };
//! call.log(0, 5)?;
//! let yielded = WasiFunction::find("sched_yield").expect("a function of the table");
//! assert_eq!(yielded.call(&mut call, &[0; WASI_ARGS_MAX])?.code(), 0);
//! assert_eq!(state.end_turn(false).log, b"hello\n");
//! # Ok::<(), botpit_guest::GuestFault>(())
//! ```
#![forbid(unsafe_code)]

mod answer;
mod call;
mod errno;
mod fault;
mod fuel;
mod memory;
mod output;
mod state;
mod text;
mod wasi;

pub use answer::{AnswerError, check_buffer, orders_range, team_name_range};
pub use call::{BOTPIT_MODULE, Call};
pub use errno::Errno;
pub use fault::GuestFault;
pub use fuel::{Fuel, ImportCost, OutOfFuel};
pub use memory::GuestMemory;
pub use state::{GuestIdentity, GuestLimits, GuestState, GuestTotals, TurnOutput, Violation};
pub use text::escape;
pub use wasi::{ValueType, WASI_ARGS_MAX, WASI_FUNCTIONS, WASI_MODULE, WasiArgs, WasiFunction};
