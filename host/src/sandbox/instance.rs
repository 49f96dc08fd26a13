//! One instance of a bot, and the limits that hold while its code runs.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use botpit_engine::{Fault, FaultKind, Phase};
use botpit_guest::{GuestFault, GuestIdentity, GuestLimits, GuestState, escape};
use serde::Serialize;
use wasmtime::{
    Extern, Memory, ModuleExport, PoolConcurrencyLimitError, ResourceLimiter, Store, Trap, TypedFunc, UpdateDeadline,
    WasmBacktrace, WasmParams, WasmResults,
};

use super::names::readable;
use super::ticker::{Going, thread_cpu};
use super::trace::FuelTrace;
use super::{HostFailure, LOAD_LOG_BYTES, ModuleInner};

/// The longest detail of a fault, in characters.
const DETAIL_CHARS: usize = 200;
/// The longest name of a function in it, in characters.
const NAME_CHARS: usize = 60;

/// Which ceiling of CPU time a bot came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CpuCeiling {
    /// That of a turn.
    Turn,
    /// That of the whole match.
    Match,
}

/// Why a call into a bot did not return.
#[derive(Debug)]
pub(super) enum Failure {
    Fault(Fault),
    Cpu(CpuCeiling),
    Interrupted,
    Host(HostFailure),
}

/// What the host's own code stops a bot for, on its way through the wasm frames.
#[derive(Debug, thiserror::Error)]
pub(super) enum Stop {
    #[error(transparent)]
    Guest(GuestFault),
    #[error("over the ceiling of CPU time")]
    Cpu(CpuCeiling),
    #[error("interrupted")]
    Interrupted,
    #[error("memory was refused: {0}")]
    Refused(String),
}

/// Whether the program is to stop.
#[derive(Clone, Copy, Debug)]
pub(super) struct Interrupt(pub(super) Option<&'static AtomicBool>);

impl Interrupt {
    pub(super) fn is_set(self) -> bool {
        self.0.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

/// What belongs to one bot in one leg and is handed from instance to instance.
pub(super) struct State {
    pub(super) guest: GuestState,
    pub(super) memory: Option<Memory>,
    pub(super) space: Space,
    pub(super) cpu: CpuMeter,
    pub(super) interrupt: Interrupt,
    /// Where the fuel goes, where somebody wants to know.
    pub(super) trace: Option<Box<FuelTrace>>,
}

impl State {
    pub(super) fn new(guest: GuestState, space: Space, cpu: CpuMeter, interrupt: Interrupt) -> State {
        State { guest, memory: None, space, cpu, interrupt, trace: None }
    }

    /// The state of a bot that is only loaded: what it says is read only after a fault.
    pub(super) fn of_load(space: Space, cpu: Duration, interrupt: Interrupt) -> State {
        let identity = GuestIdentity { seed: 0, leg: 0, seat: 0, wasm_sha256: [0; 32] };
        let limits = GuestLimits { log_bytes_per_turn: LOAD_LOG_BYTES, log_bytes_per_match: 0, draw_bytes_per_turn: 0 };
        State::new(GuestState::new(identity, limits), space, CpuMeter::new(None, cpu), interrupt)
    }

    /// Puts the clocks where a start or a `think` on `fuel` finds them after `turn` turns, and begins to count its CPU
    /// time.
    pub(super) fn begin_lap(&mut self, turn: u32, fuel: u64) {
        self.guest.begin_turn(turn, fuel);
        self.cpu.begin_lap();
    }

    /// Looks, while the bot runs, whether it is to go on.
    fn tick(&mut self) -> wasmtime::Result<UpdateDeadline> {
        if self.interrupt.is_set() {
            return Err(Stop::Interrupted.into());
        }
        self.cpu.tick()
    }
}

/// How much memory and table space an instance has.
#[derive(Clone, Debug)]
pub(super) struct Space {
    memory_max: u64,
    table_max: u32,
    /// Bytes of linear memory: as it never shrinks, also the most there were.
    pub(super) memory_bytes: u64,
    /// Whether the running call was refused space.
    refused: bool,
    /// Whether the running request is within the limits, so that only the operating system can refuse it.
    granted: bool,
}

impl Space {
    pub(super) fn new(memory_max: u64, table_max: u32) -> Space {
        Space { memory_max, table_max, memory_bytes: 0, refused: false, granted: false }
    }

    fn answer(&mut self, desired: usize, limit: u64, maximum: Option<usize>) -> bool {
        self.granted = desired as u64 <= limit && maximum.is_none_or(|maximum| desired <= maximum);
        self.refused |= !self.granted;
        self.granted
    }

    fn failed(&mut self, error: &wasmtime::Error) -> wasmtime::Result<()> {
        if self.granted {
            return Err(Stop::Refused(format!("{error:#}")).into());
        }
        self.refused = true;
        Ok(())
    }
}

impl ResourceLimiter for Space {
    fn memory_growing(&mut self, _: usize, desired: usize, maximum: Option<usize>) -> wasmtime::Result<bool> {
        let granted = self.answer(desired, self.memory_max, maximum);
        if granted {
            self.memory_bytes = desired as u64;
        }
        Ok(granted)
    }

    fn memory_grow_failed(&mut self, error: wasmtime::Error) -> wasmtime::Result<()> {
        self.failed(&error)
    }

    fn table_growing(&mut self, _: usize, desired: usize, maximum: Option<usize>) -> wasmtime::Result<bool> {
        Ok(self.answer(desired, u64::from(self.table_max), maximum))
    }

    fn table_grow_failed(&mut self, error: wasmtime::Error) -> wasmtime::Result<()> {
        self.failed(&error)
    }
}

/// The CPU time of a bot.
///
/// Reading a thread's clock takes longer than many a turn, so it is read only where a bot's code finds that the ticker
/// has moved on since it was last looked at: what a call takes before that is not counted.
#[derive(Clone, Debug)]
pub(super) struct CpuMeter {
    per_turn: Option<Duration>,
    per_match: Duration,
    /// Whether the first turn has begun: a start before it has no ceiling of its own.
    in_turn: bool,
    /// Of the running start or `think`.
    lap: Duration,
    turn: Duration,
    total: Duration,
    /// The thread's clock at the first look in the running call.
    first: Option<Duration>,
}

impl CpuMeter {
    pub(super) fn new(per_turn: Option<Duration>, per_match: Duration) -> CpuMeter {
        CpuMeter {
            per_turn,
            per_match,
            in_turn: false,
            lap: Duration::ZERO,
            turn: Duration::ZERO,
            total: Duration::ZERO,
            first: None,
        }
    }

    pub(super) fn begin_turn(&mut self) {
        self.in_turn = true;
        self.turn = Duration::ZERO;
    }

    /// Begins a start or a `think`, which may be several calls.
    fn begin_lap(&mut self) {
        self.lap = Duration::ZERO;
    }

    /// CPU time of the last start or `think`.
    pub(super) fn lap(&self) -> Duration {
        self.lap
    }

    /// CPU time of the match so far.
    pub(super) fn total(&self) -> Duration {
        self.total
    }

    /// The same bot in a further leg.
    pub(super) fn next_leg(&self) -> CpuMeter {
        CpuMeter { in_turn: false, lap: Duration::ZERO, turn: Duration::ZERO, first: None, ..*self }
    }

    fn tick(&mut self) -> wasmtime::Result<UpdateDeadline> {
        let now = thread_cpu();
        let call = now.saturating_sub(*self.first.get_or_insert(now));
        if self.total + call > self.per_match {
            return Err(Stop::Cpu(CpuCeiling::Match).into());
        }
        if self.in_turn && self.per_turn.is_some_and(|ceiling| self.turn + call > ceiling) {
            return Err(Stop::Cpu(CpuCeiling::Turn).into());
        }
        Ok(UpdateDeadline::Continue(1))
    }

    /// Ends a call.
    fn end_call(&mut self) {
        if let Some(first) = self.first.take() {
            self.count(first);
        }
    }

    /// Counts the CPU time of a call that the thread's clock was read in.
    #[cold]
    fn count(&mut self, first: Duration) {
        let call = thread_cpu().saturating_sub(first);
        self.lap += call;
        self.turn += call;
        self.total += call;
    }
}

/// One instance, from start section to drop.
pub(super) struct Instance {
    store: Store<State>,
    instance: wasmtime::Instance,
    memory: Memory,
    /// Held from start to drop: a guard for each call would take as long as a short call.
    _going: Going,
}

impl Instance {
    /// Makes an instance, runs its start section on `fuel`, and sets the counter to `fuel` again: what an instantiation
    /// takes depends on the machine's memory, so it is never charged.
    ///
    /// # Errors
    /// The failure, and the state for the next instance.
    pub(super) fn start(module: &ModuleInner, state: State, fuel: u64) -> Result<Instance, (Failure, Box<State>)> {
        let going = module.runtime.ticker.keep_going();
        let mut store = Store::new(&module.runtime.engine, state);
        store.limiter(|state| &mut state.space);
        store.epoch_deadline_callback(|mut context| context.data_mut().tick());
        // Each look at the bot puts the next one a tick later.
        store.set_epoch_deadline(1);
        store.data_mut().guest.begin_instance();
        store.data_mut().memory = None;
        store.data_mut().space.memory_bytes = 0;
        match start(module, &mut store, fuel) {
            Ok((instance, memory)) => Ok(Instance { store, instance, memory, _going: going }),
            Err(failure) => Err((failure, Box::new(store.into_data()))),
        }
    }

    pub(super) fn into_state(self) -> State {
        self.store.into_data()
    }

    pub(super) fn state(&self) -> &State {
        self.store.data()
    }

    pub(super) fn state_mut(&mut self) -> &mut State {
        self.store.data_mut()
    }

    /// The instance's memory as it is now.
    pub(super) fn memory(&self) -> &[u8] {
        self.memory.data(&self.store)
    }

    /// The instance's memory as it is now, to write to.
    pub(super) fn memory_mut(&mut self) -> &mut [u8] {
        self.memory.data_mut(&mut self.store)
    }

    pub(super) fn fuel(&self) -> u64 {
        self.store.get_fuel().unwrap_or(0)
    }

    #[inline]
    pub(super) fn set_fuel(&mut self, fuel: u64) -> Result<(), Failure> {
        set_fuel(&mut self.store, fuel)
    }

    /// The export, whose type was checked when the module was loaded.
    pub(super) fn function<P: WasmParams, R: WasmResults>(
        &mut self,
        export: &ModuleExport,
    ) -> Result<TypedFunc<P, R>, Failure> {
        let function = self.instance.get_module_export(&mut self.store, export).and_then(Extern::into_func);
        let function = function.ok_or_else(|| not_as_checked("a function"))?;
        function.typed(&self.store).map_err(|error| Failure::Host(internal(&error)))
    }

    /// Calls into the bot.
    pub(super) fn call<P: WasmParams, R: WasmResults>(
        &mut self,
        phase: Phase,
        function: &TypedFunc<P, R>,
        params: P,
    ) -> Result<R, Failure> {
        guarded(&mut self.store, phase, |store| function.call(store, params))
    }

    /// Calls `_initialize`, if the module has it: before any other export, as languages with a runtime need it.
    pub(super) fn initialize(&mut self, module: &ModuleInner) -> Result<(), Failure> {
        let Some(initialize) = &module.code.initialize else {
            return Ok(());
        };
        let initialize = self.function::<(), ()>(initialize)?;
        self.call(Phase::Initialize, &initialize, ())
    }

    /// What `botpit_abi` answers.
    pub(super) fn abi(&mut self, module: &ModuleInner) -> Result<u32, Failure> {
        let abi = self.function::<(), u32>(&module.code.abi)?;
        self.call(Phase::Abi, &abi, ())
    }
}

fn start(module: &ModuleInner, store: &mut Store<State>, fuel: u64) -> Result<(wasmtime::Instance, Memory), Failure> {
    set_fuel(store, fuel)?;
    let instance = guarded(store, Phase::Start, |store| module.code.pre.instantiate(store))?;
    set_fuel(store, fuel)?;
    store.data_mut().guest.instance_ready();
    let memory = instance.get_module_export(&mut *store, &module.code.memory).and_then(Extern::into_memory);
    let memory = memory.ok_or_else(|| not_as_checked("a memory"))?;
    store.data_mut().memory = Some(memory);
    Ok((instance, memory))
}

fn not_as_checked(what: &str) -> Failure {
    Failure::Host(HostFailure::Internal(format!("an export of a checked module is not {what}")))
}

#[inline]
fn set_fuel(store: &mut Store<State>, fuel: u64) -> Result<(), Failure> {
    store.set_fuel(fuel).map_err(|error| Failure::Host(internal(&error)))
}

/// Runs guest code within its limits, and says what its failure means.
///
/// It is a part of each of its callers, and all that is rare lies elsewhere: around a short `think` every instruction
/// counts.
#[inline(always)]
fn guarded<R>(
    store: &mut Store<State>,
    phase: Phase,
    run: impl FnOnce(&mut Store<State>) -> wasmtime::Result<R>,
) -> Result<R, Failure> {
    store.data_mut().space.refused = false;
    if store.data().trace.is_some() {
        begin_trace(store, phase);
    }
    let result = run(store);
    store.data_mut().cpu.end_call();
    match result {
        Ok(value) if store.data().trace.is_none() => Ok(value),
        Ok(value) => end_trace(store, None, None).map(|()| value),
        Err(error) => Err(failed(store, phase, error)),
    }
}

/// Says what it means that guest code did not return.
#[cold]
fn failed(store: &mut Store<State>, phase: Phase, error: wasmtime::Error) -> Failure {
    let error = match &store.data().trace {
        Some(trace) => trace.failed(error),
        None => error,
    };
    let trap = error.downcast_ref::<Trap>().copied();
    let failure = failure(&error, phase, store.data().space.refused);
    match end_trace(store, trap, Some(&failure)) {
        Ok(()) => failure,
        Err(of_trace) => of_trace,
    }
}

/// Tells a profile of a call to come. What an instance takes to be made is not charged.
#[cold]
fn begin_trace(store: &mut Store<State>, phase: Phase) {
    let fuel = store.get_fuel().unwrap_or(0);
    let charged = phase != Phase::Start;
    if let Some(trace) = &mut store.data_mut().trace {
        trace.begin(fuel, charged);
    }
}

/// Tells a profile, if there is one, of the end of a call, and sets the counter to where it were without one.
#[cold]
fn end_trace(store: &mut Store<State>, trap: Option<Trap>, failure: Option<&Failure>) -> Result<(), Failure> {
    if store.data().trace.is_none() {
        return Ok(());
    }
    let counter = store.get_fuel().unwrap_or(0);
    let out_of_fuel = matches!(failure, Some(Failure::Fault(fault)) if fault.kind == FaultKind::OutOfFuel);
    let counter = store.data_mut().trace.as_mut().map_or(counter, |trace| trace.end(counter, trap, out_of_fuel));
    set_fuel(store, counter)
}

fn failure(error: &wasmtime::Error, phase: Phase, refused: bool) -> Failure {
    let fault =
        |kind, detail: String| Failure::Fault(Fault { kind, phase, detail: escape(detail.as_bytes(), DETAIL_CHARS) });
    match error.downcast_ref::<Stop>() {
        Some(Stop::Guest(stop)) => return fault(stop.kind(), stop.to_string()),
        Some(Stop::Cpu(ceiling)) => return Failure::Cpu(*ceiling),
        Some(Stop::Interrupted) => return Failure::Interrupted,
        Some(Stop::Refused(why)) => return Failure::Host(HostFailure::MemoryRefused(why.clone())),
        None => {}
    }
    match error.downcast_ref::<Trap>() {
        Some(Trap::OutOfFuel) => fault(FaultKind::OutOfFuel, String::new()),
        Some(Trap::MemoryOutOfBounds) if of_segments(phase, error) => {
            fault(FaultKind::Trap, "a data segment does not fit into the memory that there is at the start".to_owned())
        }
        Some(Trap::TableOutOfBounds) if of_segments(phase, error) => {
            fault(FaultKind::Trap, "an element segment does not fit into its table".to_owned())
        }
        Some(trap) if refused => fault(FaultKind::OutOfMemory, trap_words(*trap, error)),
        Some(trap) => fault(FaultKind::Trap, trap_words(*trap, error)),
        // The memory that the module starts with is over this match's limit.
        None if refused => fault(FaultKind::OutOfMemory, error.root_cause().to_string()),
        None if error.is::<PoolConcurrencyLimitError>() => {
            Failure::Host(HostFailure::PoolExhausted(error.root_cause().to_string()))
        }
        None if error.is::<wasmtime::OutOfMemory>() || error.is::<std::io::Error>() => {
            Failure::Host(HostFailure::MemoryRefused(format!("{error:#}")))
        }
        None => Failure::Host(internal(error)),
    }
}

/// Whether no function was running yet: segments are put in place first.
fn of_segments(phase: Phase, error: &wasmtime::Error) -> bool {
    phase == Phase::Start && error.downcast_ref::<WasmBacktrace>().is_none_or(|trace| trace.frames().is_empty())
}

/// The trap and the bot's innermost functions, where the module names them.
fn trap_words(trap: Trap, error: &wasmtime::Error) -> String {
    let words = trap.to_string();
    let words = words.strip_prefix("wasm trap: ").unwrap_or(&words);
    let frames = error.downcast_ref::<WasmBacktrace>().map(WasmBacktrace::frames).unwrap_or_default();
    let names: Vec<String> =
        frames.iter().filter_map(|frame| frame.func_name()).map(|name| readable(name, NAME_CHARS)).collect();
    // Of the functions that a panic goes through, the outermost is enough.
    let of_panics = |name: &String| name.contains("panicking::") || name.starts_with("__rustc::");
    let names = &names[names.iter().rposition(of_panics).unwrap_or(0)..];
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    if quoted.is_empty() { words.to_owned() } else { format!("{words}, in {}", quoted.join(" from ")) }
}

/// What no bot's code can bring about.
pub(super) fn internal(error: &wasmtime::Error) -> HostFailure {
    HostFailure::Internal(escape(format!("{error:#}").as_bytes(), 500))
}
