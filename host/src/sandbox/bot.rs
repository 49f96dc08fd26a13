use std::time::Duration;

use botpit_abi::{OrderList, TEAM_NAME_BYTES};
use botpit_engine::replay::OrderBytes;
use botpit_engine::{Fault, FaultKind, Phase};
use botpit_guest::{
    GuestIdentity, GuestLimits, GuestState, TurnOutput, check_buffer, escape, orders_range, team_name_range,
};
use serde::Serialize;
use wasmtime::{ModuleExport, TypedFunc};

use super::instance::{CpuMeter, Failure, Instance, State};
use super::trace::FuelTrace;
use super::{CallTree, CpuCeiling, HostFailure, Module};

/// What a bot is told and allowed in one leg.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BotParams {
    /// The game's number, one of [`botpit_abi::game`].
    pub game: u16,
    /// The most orders of one answer.
    pub max_orders: u32,
    /// The length of the longest setup or view, in bytes.
    pub message_bytes_max: u32,
    /// What it may use.
    pub limits: RunLimits,
    /// The seed of the match, which keys the bot's random streams.
    pub seed: u64,
    /// The number of the leg, from 0.
    pub leg: u32,
    /// 0 for seat A and 1 for seat B.
    pub seat: u8,
}

/// What a bot may use, apart from fuel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunLimits {
    /// The most linear memory, in bytes; at most what the sandbox was made for counts.
    pub memory_bytes: u64,
    /// The most table elements; at most what the sandbox was made for counts.
    pub table_elements: u32,
    /// Log bytes kept of one turn.
    pub log_bytes_per_turn: u32,
    /// Log bytes kept of the whole match.
    pub log_bytes_per_match: u32,
    /// Drawing bytes kept of one turn.
    pub draw_bytes_per_turn: u32,
    /// CPU time of one turn, which a start before the first turn is not; `None` in a game that has no budget per turn.
    pub cpu_per_turn: Option<Duration>,
    /// CPU time of the whole match.
    pub cpu_per_match: Duration,
}

impl Default for RunLimits {
    fn default() -> RunLimits {
        let guest = GuestLimits::default();
        RunLimits {
            memory_bytes: 64 << 20,
            table_elements: 10_000,
            log_bytes_per_turn: guest.log_bytes_per_turn,
            log_bytes_per_match: guest.log_bytes_per_match,
            draw_bytes_per_turn: guest.draw_bytes_per_turn,
            cpu_per_turn: Some(Duration::from_secs(5)),
            cpu_per_match: Duration::from_secs(600),
        }
    }
}

/// What a call into a bot came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CallReport {
    /// Fuel that the call took, instantiation left out; all of it when it ran out. After another trap the counter may
    /// be behind by what the trapping function took: who charges for a trap decides on a price.
    pub fuel_used: u64,
    /// What the bot did wrong; its instance is gone.
    pub fault: Option<Fault>,
    /// The most linear memory of the instance so far, in bytes.
    pub peak_memory_bytes: u64,
    /// CPU time of the call from where the bot first saw the ticker move: often nothing, if it took less than a tick.
    pub cpu: Duration,
    /// The ceiling of CPU time that the call came to; the instance is gone.
    pub cpu_ceiling: Option<CpuCeiling>,
    /// Whether the call was cut short because the program is to stop; the instance is gone.
    pub interrupted: bool,
    /// The host's own failure, for which the bot is not to blame; the instance is gone.
    pub host_failure: Option<HostFailure>,
}

/// Fuel of each call of a bot's last start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct BootFuel {
    /// `_initialize`.
    pub initialize: u64,
    /// `team_name`, which is asked at the first start only.
    pub team_name: u64,
    /// `alloc`.
    pub alloc: u64,
    /// `setup`.
    pub setup: u64,
}

/// One bot in one leg. Its random streams, its log budget and its CPU time go on over restarts.
pub struct Bot {
    module: Module,
    params: BotParams,
    running: Option<Running>,
    /// The lasting state while no instance has it.
    resting: Option<State>,
    team_name: Option<String>,
    team_name_asked: bool,
    boot_fuel: BootFuel,
    turn: u32,
    /// Fuel of the calls of this turn so far, which moves the bot's clock.
    turn_fuel_used: u64,
}

/// The bot's `think`.
type Think = TypedFunc<(u32, u32), u64>;

struct Running {
    instance: Instance,
    think: Think,
    /// Where the bot's buffer for messages starts.
    buffer: u32,
}

impl Bot {
    /// The bot before its first start; no code of it runs.
    pub fn new(module: &Module, params: BotParams) -> Bot {
        let BotParams { limits, seed, leg, seat, .. } = params;
        let identity = GuestIdentity { seed, leg, seat, wasm_sha256: module.sha256() };
        let guest_limits = GuestLimits {
            log_bytes_per_turn: limits.log_bytes_per_turn,
            log_bytes_per_match: limits.log_bytes_per_match,
            draw_bytes_per_turn: limits.draw_bytes_per_turn,
        };
        let space = module.inner.runtime.space(limits.memory_bytes, limits.table_elements);
        let cpu = CpuMeter::new(limits.cpu_per_turn, limits.cpu_per_match);
        let mut state = State::new(GuestState::new(identity, guest_limits), space, cpu, module.inner.runtime.interrupt);
        state.trace = module.inner.traced.as_ref().map(|traced| Box::new(FuelTrace::new(traced)));
        Bot {
            module: module.clone(),
            params,
            running: None,
            resting: Some(state),
            team_name: None,
            team_name_asked: false,
            boot_fuel: BootFuel::default(),
            turn: 0,
            turn_fuel_used: 0,
        }
    }

    /// The same bot in a further leg of the match: its log budget and its CPU time go on, and so does
    /// its profile, all else begins anew.
    /// Limits, seed and seat stay those of this leg.
    pub fn next_leg(&self, params: BotParams) -> Bot {
        let last = self.state();
        let RunLimits { memory_bytes, table_elements, .. } = self.params.limits;
        let space = self.module.inner.runtime.space(memory_bytes, table_elements);
        let mut state = State::new(last.guest.next_leg(params.leg), space, last.cpu.next_leg(), last.interrupt);
        state.trace.clone_from(&last.trace);
        Bot {
            module: self.module.clone(),
            params: BotParams { limits: self.params.limits, seed: self.params.seed, seat: self.params.seat, ..params },
            running: None,
            resting: Some(state),
            team_name: self.team_name.clone(),
            team_name_asked: self.team_name_asked,
            boot_fuel: BootFuel::default(),
            turn: 0,
            turn_fuel_used: 0,
        }
    }

    /// Begins a turn after `turn` turns were played, before the bot's calls of it. What a leg begins with before its first
    /// turn is bound by the match's ceiling of CPU time alone.
    pub fn begin_turn(&mut self, turn: u32) {
        self.turn = turn;
        self.turn_fuel_used = 0;
        self.state_mut().cpu.begin_turn();
    }

    /// Starts the bot in a fresh instance, or restarts it, on `fuel`: start section, `_initialize`, `team_name` (once),
    /// `alloc` and `setup`. `write_setup` writes the setup to the bot's buffer and gives its length; it is called only
    /// for a bot that has a `setup`.
    pub fn boot(&mut self, fuel: u64, write_setup: &mut dyn FnMut(&mut [u8]) -> usize) -> CallReport {
        self.drop_instance();
        let Some(mut state) = self.resting.take() else {
            return CallReport::default();
        };
        state.begin_lap(self.turn, fuel.saturating_add(self.turn_fuel_used));
        let mut instance = match Instance::start(&self.module.inner, state, fuel) {
            Ok(instance) => instance,
            Err((failure, state)) => {
                self.resting = Some(*state);
                return self.failed(fuel, 0, failure);
            }
        };
        let prepared = self.prepare(&mut instance, write_setup);
        let used = fuel.saturating_sub(instance.fuel());
        match prepared {
            Ok((think, buffer)) => {
                self.running = Some(Running { instance, think, buffer });
                self.report(used)
            }
            Err(failure) => {
                self.resting = Some(instance.into_state());
                self.failed(fuel, used, failure)
            }
        }
    }

    /// Asks the bot for its orders on `fuel`. `write_view` writes the view to the bot's buffer and gives its length;
    /// the answer replaces what is in `orders`, which stays empty on any failure.
    ///
    /// Without an instance nothing happens: the report is empty.
    pub fn think(
        &mut self,
        fuel: u64,
        write_view: &mut dyn FnMut(&mut [u8]) -> usize,
        orders: &mut OrderBytes,
    ) -> CallReport {
        orders.clear();
        let Some(running) = &mut self.running else {
            return CallReport::default();
        };
        running.instance.state_mut().begin_lap(self.turn, fuel.saturating_add(self.turn_fuel_used));
        let answered = running.answer(&self.params, fuel, write_view, orders);
        let used = fuel.saturating_sub(running.instance.fuel());
        if let Err(failure) = answered {
            orders.clear();
            self.drop_instance();
            return self.failed(fuel, used, failure);
        }
        self.report(used)
    }

    /// Whether the bot has an instance that can be asked.
    pub fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Ends the bot's instance, if it has one; what is to last stays.
    pub fn drop_instance(&mut self) {
        if let Some(running) = self.running.take() {
            self.resting = Some(running.instance.into_state());
        }
    }

    /// The name that the bot gave itself at its first start, escaped and cut.
    pub fn team_name(&self) -> Option<&str> {
        self.team_name.as_deref()
    }

    /// What each call of the last start took, up to the one that failed.
    pub fn boot_fuel(&self) -> BootFuel {
        self.boot_fuel
    }

    /// The bot's module.
    pub fn module(&self) -> &Module {
        &self.module
    }

    /// CPU time of the match so far, as the ticker saw it.
    pub fn cpu_of_match(&self) -> Duration {
        self.state().cpu.total()
    }

    /// Keeps up to `bytes` of the log and of the drawing from here on, whatever the limits say; the bot cannot tell.
    pub fn lift_limits(&mut self, bytes: usize) {
        self.state_mut().guest.lift_limits(bytes);
    }

    /// Gives out the calls so far of a bot that a [`Profiler`](super::Profiler) prepared, and begins anew; `None` of
    /// any other.
    pub fn take_calls(&mut self) -> Option<CallTree> {
        Some(self.state_mut().trace.as_mut()?.take())
    }

    /// How many numbers the bot has drawn from its random stream in this leg.
    pub fn drawn(&self) -> u64 {
        self.state().guest.drawn()
    }

    /// Whether the bot said nothing and did nothing wrong since the last turn's end: [`Bot::end_turn`] has nothing to
    /// give out.
    pub fn is_quiet(&self) -> bool {
        self.state().guest.is_quiet()
    }

    /// Ends a turn and gives out what the bot said in it; `faulted` keeps the log of a turn beyond the match's budget.
    pub fn end_turn(&mut self, faulted: bool) -> TurnOutput {
        self.state_mut().guest.end_turn(faulted)
    }

    /// What a call on `fuel` that did not end well came to.
    #[cold]
    fn failed(&mut self, fuel: u64, used: u64, failure: Failure) -> CallReport {
        let ran_out = matches!(&failure, Failure::Fault(fault) if fault.kind == FaultKind::OutOfFuel);
        let mut report = self.report(if ran_out { fuel } else { used });
        match failure {
            Failure::Fault(fault) => report.fault = Some(fault),
            Failure::Cpu(ceiling) => report.cpu_ceiling = Some(ceiling),
            Failure::Interrupted => report.interrupted = true,
            Failure::Host(failure) => report.host_failure = Some(failure),
        }
        report
    }

    /// What a call that took so much fuel came to.
    fn report(&mut self, used: u64) -> CallReport {
        self.turn_fuel_used = self.turn_fuel_used.saturating_add(used);
        let state = self.state();
        CallReport {
            fuel_used: used,
            peak_memory_bytes: state.space.memory_bytes,
            cpu: state.cpu.lap(),
            ..CallReport::default()
        }
    }

    /// What a fresh instance is asked before it can think.
    fn prepare(
        &mut self,
        instance: &mut Instance,
        write_setup: &mut dyn FnMut(&mut [u8]) -> usize,
    ) -> Result<(Think, u32), Failure> {
        let mut left = instance.fuel();
        let mut spent =
            |instance: &Instance| std::mem::replace(&mut left, instance.fuel()).saturating_sub(instance.fuel());
        self.boot_fuel = BootFuel::default();
        instance.initialize(&self.module.inner)?;
        self.boot_fuel.initialize = spent(instance);
        let code = &self.module.inner.code;
        if let Some(team_name) = &code.team_name
            && !self.team_name_asked
        {
            self.team_name_asked = true;
            self.team_name = ask_team_name(instance, team_name)?;
            self.boot_fuel.team_name = spent(instance);
        }
        let bound = self.params.message_bytes_max;
        let buffer = allocate(instance, &code.alloc, bound)?;
        self.boot_fuel.alloc = spent(instance);
        if let Some(setup) = &code.setup {
            let len = write_message(instance, buffer, bound, write_setup)?;
            let setup = instance.function::<(u32, u32), ()>(setup)?;
            instance.call(Phase::Setup, &setup, (buffer, len))?;
            self.boot_fuel.setup = spent(instance);
        }
        Ok((instance.function(&code.think)?, buffer))
    }

    fn state(&self) -> &State {
        match (&self.running, &self.resting) {
            (Some(running), _) => running.instance.state(),
            (None, Some(state)) => state,
            (None, None) => unreachable!("the state is with the instance or with the bot"),
        }
    }

    fn state_mut(&mut self) -> &mut State {
        match (&mut self.running, &mut self.resting) {
            (Some(running), _) => running.instance.state_mut(),
            (None, Some(state)) => state,
            (None, None) => unreachable!("the state is with the instance or with the bot"),
        }
    }
}

impl std::fmt::Debug for Bot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Bot")
            .field("module", &self.module)
            .field("params", &self.params)
            .field("running", &self.is_running())
            .finish_non_exhaustive()
    }
}

impl Running {
    fn answer(
        &mut self,
        params: &BotParams,
        fuel: u64,
        write_view: &mut dyn FnMut(&mut [u8]) -> usize,
        orders: &mut OrderBytes,
    ) -> Result<(), Failure> {
        self.instance.set_fuel(fuel)?;
        let len = write_message(&mut self.instance, self.buffer, params.message_bytes_max, write_view)?;
        let answer = self.instance.call(Phase::Think, &self.think, (self.buffer, len))?;
        read_orders(&self.instance, answer, params, orders)
    }
}

/// Lets the host write a message into the bot's own memory.
fn write_message(
    instance: &mut Instance,
    buffer: u32,
    bound: u32,
    write: &mut dyn FnMut(&mut [u8]) -> usize,
) -> Result<u32, Failure> {
    let start = buffer as usize;
    let room = instance.memory_mut().get_mut(start..start + bound as usize);
    let room = room.ok_or_else(|| Failure::Host(HostFailure::Internal("a bot's memory shrank".to_owned())))?;
    // The length is at most the room's, which is at most `bound`.
    Ok(write(room).min(bound as usize) as u32)
}

fn ask_team_name(instance: &mut Instance, ask: &ModuleExport) -> Result<Option<String>, Failure> {
    let ask = instance.function::<(), u64>(ask)?;
    let answer = instance.call(Phase::TeamName, &ask, ())?;
    let range = team_name_range(answer, instance.memory().len() as u64)
        .map_err(|error| fault(FaultKind::BadPointer, Phase::TeamName, error.to_string()))?;
    let name = escape(&instance.memory()[range], TEAM_NAME_BYTES);
    Ok(Some(name.trim().to_owned()).filter(|name| !name.is_empty()))
}

fn allocate(instance: &mut Instance, alloc: &ModuleExport, bound: u32) -> Result<u32, Failure> {
    let alloc = instance.function::<u32, u32>(alloc)?;
    let buffer = instance.call(Phase::Alloc, &alloc, bound)?;
    check_buffer(buffer, bound, instance.memory().len() as u64)
        .map_err(|error| fault(FaultKind::BadAlloc, Phase::Alloc, error.to_string()))?;
    Ok(buffer)
}

fn read_orders(instance: &Instance, answer: u64, params: &BotParams, orders: &mut OrderBytes) -> Result<(), Failure> {
    let bad = |what: String| fault(FaultKind::BadOrders, Phase::Think, what);
    let memory = instance.memory();
    let range = orders_range(answer, params.max_orders, memory.len() as u64).map_err(|error| bad(error.to_string()))?;
    let Some(range) = range else { return Ok(()) };
    let bytes = &memory[range];
    OrderList::parse(bytes, params.game).map_err(|error| bad(error.to_string()))?;
    *orders = OrderBytes::from_slice(bytes);
    Ok(())
}

fn fault(kind: FaultKind, phase: Phase, detail: String) -> Failure {
    Failure::Fault(Fault { kind, phase, detail })
}
