//! What a bot's imports and answers mean, for the worker that runs it in the browser's own WebAssembly.

use botpit_abi::{ABI_VERSION, OrderList, game_bit};
use botpit_engine::replay::SeatTurn;
use botpit_engine::{FaultKind, Seat, Seed};
use botpit_guest::{
    AnswerError, BOTPIT_MODULE, Call, Fuel, GuestFault, GuestIdentity, GuestLimits, GuestMemory, GuestState,
    WASI_ARGS_MAX, WASI_FUNCTIONS, WASI_MODULE, WasiFunction, check_buffer, escape, orders_range, team_name_range,
};
use js_sys::Uint8Array;
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{Sentence, json};

/// The imports of `botpit`, all functions.
const BOTPIT_IMPORTS: [&str; 4] = ["log", "draw", "fuel_left", "random"];
/// The exports that a bot must have, and their kinds.
const EXPORTS: [(&str, &str); 4] =
    [("memory", "memory"), ("botpit_abi", "function"), ("alloc", "function"), ("think", "function")];

/// What one bot is keyed by and may say in a leg.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Identity {
    pub(crate) game: u16,
    pub(crate) title: String,
    pub(crate) seed: Seed,
    pub(crate) leg: u32,
    pub(crate) seat: Seat,
    pub(crate) sha256: String,
    /// What the bot is told that it has: nothing counts it.
    pub(crate) fuel: u64,
    pub(crate) max_orders: u32,
    pub(crate) message_bytes_max: u32,
    pub(crate) log_bytes_per_turn: u32,
    pub(crate) log_bytes_per_match: u32,
    pub(crate) draw_bytes_per_turn: u32,
}

impl Identity {
    fn read(text: &str) -> Result<Identity, Sentence> {
        serde_json::from_str(text).map_err(|error| error.to_string())
    }

    fn state(&self) -> Result<GuestState, Sentence> {
        let mut wasm_sha256 = [0; 32];
        hex::decode_to_slice(&self.sha256, &mut wasm_sha256).map_err(|_| "a SHA-256 has 64 hex digits".to_owned())?;
        let identity = GuestIdentity { seed: self.seed.0, leg: self.leg, seat: self.seat.index() as u8, wasm_sha256 };
        let limits = GuestLimits {
            log_bytes_per_turn: self.log_bytes_per_turn,
            log_bytes_per_match: self.log_bytes_per_match,
            draw_bytes_per_turn: self.draw_bytes_per_turn,
        };
        Ok(GuestState::new(identity, limits))
    }
}

/// A bot's linear memory in the browser.
struct PageMemory(Uint8Array);

impl GuestMemory for PageMemory {
    fn len(&self) -> usize {
        self.0.length() as usize
    }

    fn read(&self, at: usize, into: &mut [u8]) {
        let at = at as u32;
        self.0.subarray(at, at + into.len() as u32).copy_to(into);
    }

    fn write(&mut self, at: usize, bytes: &[u8]) {
        let at = at as u32;
        self.0.subarray(at, at + bytes.len() as u32).copy_from(bytes);
    }
}

/// A fault as the worker gets it: JSON that it adds the call to.
#[derive(Serialize)]
struct Thrown {
    fault: ThrownFault,
}

#[derive(Serialize)]
struct ThrownFault {
    kind: FaultKind,
    detail: String,
}

fn thrown(kind: FaultKind, detail: impl ToString) -> Sentence {
    json(&Thrown { fault: ThrownFault { kind, detail: detail.to_string() } })
}

fn fault(fault: GuestFault) -> Sentence {
    thrown(fault.kind(), fault)
}

/// An export or import of a module, as the browser lists it.
#[derive(Deserialize)]
struct Item {
    #[serde(default)]
    module: String,
    name: String,
    kind: String,
}

/// What lasts of a bot beyond its instances, and answers its imports.
#[wasm_bindgen]
pub struct Guest {
    identity: Identity,
    state: GuestState,
}

#[wasm_bindgen]
impl Guest {
    /// A bot whose match begins; `identity` is what the match gave.
    ///
    /// # Errors
    /// When it is something else.
    #[wasm_bindgen(constructor)]
    pub fn new(identity: &str) -> Result<Guest, Sentence> {
        let identity = Identity::read(identity)?;
        Ok(Guest { state: identity.state()?, identity })
    }

    /// The same bot in a further leg: what it may still log goes on.
    ///
    /// # Errors
    /// When `identity` is not what the match gave.
    pub fn next_leg(&mut self, identity: &str) -> Result<(), Sentence> {
        self.identity = Identity::read(identity)?;
        self.state = self.state.next_leg(self.identity.leg);
        Ok(())
    }

    /// Begins a turn after so many turns.
    pub fn begin_turn(&mut self, turn: u32) {
        self.state.begin_turn(turn, self.identity.fuel);
    }

    /// Tells that an instance is about to be made.
    pub fn begin_instance(&mut self) {
        self.state.begin_instance();
    }

    /// Tells that the instance is there.
    pub fn instance_ready(&mut self) {
        self.state.instance_ready();
    }

    /// Ends a turn and gives out as JSON a record of it that has what the bot said.
    pub fn end_turn(&mut self, faulted: bool) -> String {
        let mut record = SeatTurn::default();
        self.state.end_turn(faulted).enter(&mut record);
        json(&record)
    }

    /// How many numbers were drawn from the random stream.
    pub fn drawn(&self) -> u64 {
        self.state.drawn()
    }

    /// Puts the random stream behind its first `drawn` numbers.
    pub fn seek_drawn(&mut self, drawn: u64) {
        self.state.seek_drawn(drawn);
    }

    /// `botpit.log`.
    ///
    /// # Errors
    /// A fault.
    pub fn log(&mut self, memory: Uint8Array, ptr: u32, len: u32) -> Result<(), Sentence> {
        self.call(memory, |call| call.log(ptr, len))
    }

    /// `botpit.draw`.
    ///
    /// # Errors
    /// A fault.
    pub fn draw(&mut self, memory: Uint8Array, ptr: u32, len: u32) -> Result<(), Sentence> {
        self.call(memory, |call| call.draw(ptr, len))
    }

    /// `botpit.fuel_left`, which is always the full budget.
    ///
    /// # Errors
    /// None: nothing is charged.
    pub fn fuel_left(&mut self) -> Result<u64, Sentence> {
        let full = self.identity.fuel;
        let told = self.call(Uint8Array::new_with_length(0), |call| call.fuel_left())?;
        // 0 before the instance is there, else what this call left of the full budget.
        Ok(if told == 0 { 0 } else { full })
    }

    /// `botpit.random`.
    ///
    /// # Errors
    /// None: nothing is charged.
    pub fn random(&mut self) -> Result<u64, Sentence> {
        self.call(Uint8Array::new_with_length(0), |call| call.random())
    }

    /// A function of WASI.
    ///
    /// # Errors
    /// A fault.
    pub fn wasi(&mut self, name: &str, memory: Uint8Array, args: &[u64]) -> Result<u32, Sentence> {
        let function = WasiFunction::find(name).ok_or_else(|| format!("WASI has no function `{name}`"))?;
        let mut all = [0; WASI_ARGS_MAX];
        all.iter_mut().zip(args).for_each(|(all, arg)| *all = *arg);
        self.call(memory, |call| function.call(call, &all)).map(|errno| errno.code().cast_unsigned())
    }

    /// Checks a module by what it exports and imports, as the browser lists them in JSON.
    ///
    /// # Errors
    /// When it is no bot, with what to do.
    pub fn check_module(&self, exports: &str, imports: &str) -> Result<(), Sentence> {
        let read = |text: &str| serde_json::from_str::<Vec<Item>>(text).map_err(|error| error.to_string());
        let (exports, imports) = (read(exports)?, read(imports)?);
        for (name, kind) in EXPORTS {
            if !exports.iter().any(|export| (export.name.as_str(), export.kind.as_str()) == (name, kind)) {
                return Err(format!("it exports no {kind} `{name}`: `botpit check` says what a bot needs"));
            }
        }
        match imports.iter().find(|import| !is_known(import)) {
            None => Ok(()),
            Some(import) => Err(format!(
                "it imports {} `{}` from `{}`, which no bot can have: `botpit check` says which tool makes such an \
                 import, and what to do",
                import.kind,
                escape(import.name.as_bytes(), 64),
                escape(import.module.as_bytes(), 64),
            )),
        }
    }

    /// Checks what `botpit_abi` answered.
    ///
    /// # Errors
    /// When the bot is of another version of the ABI or of another game.
    pub fn check_abi(&self, answer: u32) -> Result<(), Sentence> {
        let (version, games) = (answer as u16, answer >> 16);
        if version != ABI_VERSION {
            return Err(format!("it speaks version {version} of the bot ABI, and this page speaks {ABI_VERSION}"));
        }
        if games & u32::from(game_bit(self.identity.game)) == 0 {
            return Err(format!("it does not play {}", self.identity.title));
        }
        Ok(())
    }

    /// Checks the buffer that `alloc` gave, in a memory of so many bytes.
    ///
    /// # Errors
    /// A fault.
    pub fn check_buffer(&self, at: u32, memory: f64) -> Result<(), Sentence> {
        let bad = |error: AnswerError| thrown(FaultKind::BadAlloc, error);
        check_buffer(at, self.identity.message_bytes_max, memory as u64).map_err(bad)
    }

    /// The name that `team_name` answered; empty when there is none.
    ///
    /// # Errors
    /// A fault.
    pub fn team_name(&self, memory: &Uint8Array, answer: u64) -> Result<String, Sentence> {
        let bad = |error: AnswerError| thrown(FaultKind::BadPointer, error);
        let range = team_name_range(answer, memory.length().into()).map_err(bad)?;
        let name = memory.subarray(range.start as u32, range.end as u32).to_vec();
        Ok(escape(&name, botpit_abi::TEAM_NAME_BYTES).trim().to_owned())
    }

    /// The orders that `think` answered.
    ///
    /// # Errors
    /// A fault.
    pub fn orders(&self, memory: &Uint8Array, answer: u64) -> Result<Vec<u8>, Sentence> {
        let bad = |error: AnswerError| thrown(FaultKind::BadOrders, error);
        let range = orders_range(answer, self.identity.max_orders, memory.length().into()).map_err(bad)?;
        let Some(range) = range else { return Ok(Vec::new()) };
        let bytes = memory.subarray(range.start as u32, range.end as u32).to_vec();
        OrderList::parse(&bytes, self.identity.game).map_err(|error| thrown(FaultKind::BadOrders, error))?;
        Ok(bytes)
    }
}

impl Guest {
    /// Answers an import on a full tank, which nothing is taken from for good.
    fn call<R>(
        &mut self,
        memory: Uint8Array,
        answer: impl FnOnce(&mut Call<'_>) -> Result<R, GuestFault>,
    ) -> Result<R, Sentence> {
        let mut fuel = Fuel::new(self.identity.fuel);
        let mut memory = PageMemory(memory);
        answer(&mut Call { state: &mut self.state, memory: &mut memory, fuel: &mut fuel }).map_err(fault)
    }
}

fn is_known(import: &Item) -> bool {
    let known = match import.module.as_str() {
        BOTPIT_MODULE => BOTPIT_IMPORTS.contains(&import.name.as_str()),
        WASI_MODULE => WasiFunction::find(&import.name).is_some(),
        _ => false,
    };
    known && import.kind == "function"
}

/// The functions of WASI with their types, as JSON, for the worker to link.
#[wasm_bindgen]
pub fn wasi_functions() -> String {
    #[derive(Serialize)]
    struct Function {
        name: &'static str,
        params: Vec<&'static str>,
        result: bool,
    }
    let function = |function: &WasiFunction| Function {
        name: function.name,
        params: function.params.iter().map(|param| param.name()).collect(),
        result: function.returns_errno,
    };
    json(&WASI_FUNCTIONS.iter().map(function).collect::<Vec<_>>())
}
