//! Where bots run: the only module that knows the wasm runtime.
//!
//! A [`Sandbox`] checks and compiles bots into [`Module`]s; a [`Bot`] is one bot in one leg of a match. Every bot is
//! hostile until proven otherwise: whatever its bytes and its code do ends in a [`LoadError`], a
//! [`Fault`](botpit_engine::Fault) or a [`CpuCeiling`], never in a panic, a stall or another bot's trouble.
//!
//! # Invariants
//! - The same module, parameters, fuel and message bytes give the same orders, faults, fuel and outputs on every
//!   machine with the same [`Identity`]. Only the CPU ceiling, interruptions and [`HostFailure`]s are outside of
//!   this; none is scored as the bot's answer.
//! - No guest code runs outside [`Sandbox::load`], [`Bot::boot`] and [`Bot::think`], and none is compiled in this
//!   process.
//! - Guest code runs on the caller's thread, which needs 1 MiB of stack: Rust's default of 2 MiB is enough.

pub mod compile_child;

mod advice;
mod artifact;
mod bot;
mod cache;
mod call_tree;
mod code;
mod compile;
mod costs;
mod engine;
mod error;
mod facts;
mod imports;
mod instance;
mod instrument;
mod names;
mod origin;
mod precheck;
mod profiler;
mod ticker;
mod toolchain;
mod trace;

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use botpit_engine::FaultKind;
use sha2::{Digest, Sha256};
use wasmtime::{Engine, Linker};

pub use advice::Advice;
pub use bot::{BootFuel, Bot, BotParams, CallReport, RunLimits};
pub use botpit_guest::{TurnOutput, Violation};
pub use call_tree::{CallTree, FunctionFuel, Place};
pub use engine::Identity;
pub use error::{CompileLimit, HostFailure, LoadError, LoadProblem, Quantity, SandboxError};
pub use facts::{CustomSection, ExportFacts, ImportFacts, ModuleFacts, SpaceFacts, WorkFacts};
pub use instance::CpuCeiling;
pub use instrument::FunctionName;
pub use origin::{Evidence, Language, Origin};
pub use precheck::Inspection;
pub use profiler::Profiler;
pub use ticker::thread_cpu;
pub use toolchain::Toolchain;

pub(crate) use advice::{how_to_strip, look_at_fuel_left, run_constructors_once};

use cache::Cache;
use code::Code;
use compile::Compiler;
use costs::Metering;
use instance::{Failure, Instance, Interrupt, Space, State};
use ticker::Ticker;
use trace::Traced;

/// How a sandbox is made.
#[derive(Clone, Debug)]
pub struct SandboxConfig {
    /// Where compiled bots are kept between runs, readable by this user only; `None` keeps nothing.
    pub cache_dir: Option<PathBuf>,
    /// What runs the compile child.
    pub compiler: CompilerPath,
    /// Limits of loading a bot.
    pub load: LoadLimits,
    /// Time on the wall after which a compile child is killed. Only one that was stopped from outside comes to it, so
    /// it counts as the host's failure.
    pub compile_wall: Duration,
    /// Fuel of a bot's code while it is loaded: start section, `_initialize` and `botpit_abi`.
    pub load_fuel: u64,
    /// CPU time of a bot's code while it is loaded. The fuel ends sooner but for code that misses the cache.
    pub load_cpu: Duration,
    /// The most linear memory that any bot of this sandbox may have, in bytes.
    pub memory_bytes: u64,
    /// The most table elements that any bot of this sandbox may have.
    pub table_elements: u32,
    /// How many bots may have an instance at once.
    pub instances: u32,
    /// Once this is true, running calls and compiles end early and count for nothing.
    pub interrupt: Option<&'static AtomicBool>,
}

impl SandboxConfig {
    /// Refuses what would overflow, or could never load a bot.
    fn check(&self) -> Result<(), SandboxError> {
        let LoadLimits { compile_cpu_seconds, compile_memory_bytes, .. } = self.load;
        let ranges = [
            ("memory_bytes", self.memory_bytes, 64 << 10, 4 << 30),
            ("table_elements", self.table_elements.into(), 0, 10_000_000),
            ("instances", self.instances.into(), 1, 65_536),
            ("compile_cpu_seconds", compile_cpu_seconds, 1, DAY.as_secs()),
            ("compile_memory_bytes", compile_memory_bytes, 1 << 20, 1 << 40),
            ("load_fuel", self.load_fuel, 1, u64::MAX),
            ("compile_wall in nanoseconds", nanoseconds(self.compile_wall), 1, nanoseconds(DAY)),
            ("load_cpu in nanoseconds", nanoseconds(self.load_cpu), 1, nanoseconds(DAY)),
        ];
        match ranges.into_iter().find(|(_, value, min, max)| !(min..=max).contains(&value)) {
            Some((field, value, min, max)) => Err(SandboxError::OutOfRange { field, value, min, max }),
            None => Ok(()),
        }
    }
}

/// How much of a bot's log is kept while it is loaded, to be told with its fault.
const LOAD_LOG_BYTES: u32 = 300;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

fn nanoseconds(duration: Duration) -> u64 {
    duration.as_nanos().try_into().unwrap_or(u64::MAX)
}

impl Default for SandboxConfig {
    fn default() -> SandboxConfig {
        SandboxConfig {
            cache_dir: None,
            compiler: CompilerPath::default(),
            load: LoadLimits::default(),
            compile_wall: Duration::from_secs(180),
            load_fuel: 10_000_000_000,
            load_cpu: Duration::from_secs(60),
            memory_bytes: 64 << 20,
            table_elements: 10_000,
            instances: 64,
            interrupt: None,
        }
    }
}

/// The program that runs [`compile_child::main`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum CompilerPath {
    /// The running program with the argument [`compile_child::SUBCOMMAND`].
    #[default]
    ThisProgram,
    /// Another program; what the child needs to know is appended to the arguments.
    Program {
        /// The program's file.
        program: PathBuf,
        /// The arguments before those of the child.
        args: Vec<OsString>,
    },
}

/// Limits of loading a bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoadLimits {
    /// The longest module, in bytes.
    pub module_bytes: u64,
    /// The most functions of a module.
    pub functions: u64,
    /// CPU time of the compile child, in seconds.
    pub compile_cpu_seconds: u64,
    /// Memory of the compile child, in bytes.
    pub compile_memory_bytes: u64,
}

impl Default for LoadLimits {
    fn default() -> LoadLimits {
        LoadLimits { module_bytes: 16 << 20, functions: 50_000, compile_cpu_seconds: 30, compile_memory_bytes: 2 << 30 }
    }
}

/// Checks, compiles and runs bots.
#[derive(Clone)]
pub struct Sandbox {
    runtime: Arc<Runtime>,
    limits: Arc<SandboxConfig>,
    compiler: Arc<Compiler>,
    /// The cache, or why there is none although there should be.
    cache: Result<Arc<Cache>, Option<String>>,
    identity: Arc<Identity>,
}

/// What modules and bots share for as long as one of them lives.
struct Runtime {
    engine: Engine,
    linker: Linker<State>,
    ticker: Ticker,
    /// The most that any limit of a match allows.
    memory_bytes: u64,
    table_elements: u32,
    interrupt: Interrupt,
}

impl Runtime {
    /// The space of an instance that may have so much, as far as the pool has it.
    fn space(&self, memory_bytes: u64, table_elements: u32) -> Space {
        Space::new(memory_bytes.min(self.memory_bytes), table_elements.min(self.table_elements))
    }
}

impl Sandbox {
    /// Makes a sandbox.
    ///
    /// # Errors
    /// When a value is out of its range, bots cannot run on this machine, or the operating system gives no thread.
    pub fn new(config: SandboxConfig) -> Result<Sandbox, SandboxError> {
        Sandbox::with_metering(config, Metering::Plain)
    }

    fn with_metering(config: SandboxConfig, metering: Metering) -> Result<Sandbox, SandboxError> {
        config.check()?;
        let (engine, layout) = engine::running_engine(&config, metering)?;
        let identity = engine::identity(&engine);
        let linker = imports::linker(&engine, metering).map_err(SandboxError::engine)?;
        let ticker = Ticker::start(&engine).map_err(SandboxError::Thread)?;
        let compiler = Compiler::new(&config, layout, metering)?;
        // Without a folder there is no cache, and no trouble with it.
        let cache = match &config.cache_dir {
            Some(folder) => Cache::open(folder, &identity).map(Arc::new).map_err(Some),
            None => Err(None),
        };
        let SandboxConfig { memory_bytes, table_elements, .. } = config;
        let interrupt = Interrupt(config.interrupt);
        Ok(Sandbox {
            runtime: Arc::new(Runtime { engine, linker, ticker, memory_bytes, table_elements, interrupt }),
            limits: Arc::new(config),
            compiler: Arc::new(compiler),
            cache,
            identity: Arc::new(identity),
        })
    }

    /// What decides, besides the wasm, how much fuel a bot uses and how deep its stack goes.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Why compiled bots are not kept, though a folder for them was given.
    pub fn cache_trouble(&self) -> Option<&str> {
        self.cache.as_ref().err()?.as_deref()
    }

    /// Checks and compiles a bot, and asks it which games it plays; `name` is what to call it where it has no name.
    ///
    /// # Errors
    /// When the bytes are no bot that can play, with what its author can do about it.
    pub fn load(&self, name: &str, wasm: &[u8]) -> Result<Module, LoadError> {
        let name = botpit_guest::escape(name.as_bytes(), 100);
        let problem = match self.try_load(&name, wasm) {
            Ok(module) => return Ok(module),
            Err(problem) => problem,
        };
        Err(LoadError { bot: name, problem, language: Origin::of(wasm).language })
    }

    /// Finds all that can be found out about a bot without compiling it, and all reasons why it cannot play that can be
    /// found so; [`Sandbox::load`] stops at the first of them.
    pub fn inspect(&self, wasm: &[u8]) -> Inspection {
        precheck::inspect(wasm, &self.limits)
    }

    fn try_load(&self, name: &str, wasm: &[u8]) -> Result<Module, LoadProblem> {
        precheck::check(wasm, &self.limits)?;
        let sha256 = Sha256::digest(wasm).into();
        let began = Instant::now();
        let (compiled, from_cache) = self.compiled(wasm, &sha256)?;
        let compiling = Compiling { from_cache, wall: began.elapsed() };
        let code = Code::link(&self.runtime.linker, &compiled)?;
        let runtime = Arc::clone(&self.runtime);
        let name = name.to_owned();
        let sha256_hex = hex::encode(sha256);
        let mut inner = ModuleInner { name, sha256, sha256_hex, games: 0, code, compiling, runtime, traced: None };
        inner.games = games(&inner, &self.limits)?;
        Ok(Module { inner: Arc::new(inner) })
    }

    /// The module's code, and whether it was in the cache; else it is newly compiled.
    fn compiled(&self, wasm: &[u8], sha256: &[u8; 32]) -> Result<(wasmtime::Module, bool), LoadProblem> {
        if let Ok(cache) = &self.cache
            && let Some(kept) = cache.get(sha256)
        {
            match artifact::load(&self.runtime.engine, &kept) {
                Ok(module) => return Ok((module, true)),
                Err(_) => cache.remove(sha256),
            }
        }
        let made = self.compiler.compile(wasm)?;
        let module = artifact::load(&self.runtime.engine, &made).map_err(|error| instance::internal(&error))?;
        if let Ok(cache) = &self.cache {
            cache.put(sha256, &made);
        }
        Ok((module, false))
    }
}

/// Runs the module's start code and asks `botpit_abi`.
fn games(module: &ModuleInner, config: &SandboxConfig) -> Result<u16, LoadProblem> {
    let space = module.runtime.space(u64::MAX, u32::MAX);
    let state = State::of_load(space, config.load_cpu, module.runtime.interrupt);
    let asked = match Instance::start(module, state, config.load_fuel) {
        Ok(mut instance) => {
            let answer = instance.initialize(module).and_then(|()| instance.abi(module));
            answer.map_err(|failure| (failure, Box::new(instance.into_state())))
        }
        Err(failed) => Err(failed),
    };
    let answer = asked.map_err(|(failure, mut state)| match failure {
        Failure::Fault(fault) => {
            let said = state.guest.end_turn(true).log;
            let log =
                botpit_guest::escape(String::from_utf8_lossy(&said).trim_end().as_bytes(), LOAD_LOG_BYTES as usize);
            let command = module.code.is_command() && fault.kind == FaultKind::Trap;
            LoadProblem::Faulted { fault, log, command }
        }
        Failure::Cpu(_) => LoadProblem::StartCpu { limit: config.load_cpu },
        Failure::Interrupted => LoadProblem::Interrupted,
        Failure::Host(failure) => LoadProblem::Host(failure),
    })?;
    let (version, games) = (answer as u16, (answer >> 16) as u16);
    match (version, games) {
        (botpit_abi::ABI_VERSION, 0) => Err(LoadProblem::NoGame),
        (botpit_abi::ABI_VERSION, games) => Ok(games),
        (found, _) => Err(LoadProblem::AbiVersion { found }),
    }
}

/// How a module came to its machine code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Compiling {
    /// Whether the code was kept from an earlier load.
    pub from_cache: bool,
    /// How long it took on the wall to compile it, or to read it.
    pub wall: Duration,
}

/// A bot that is checked, compiled and ready to play; cheap to clone.
#[derive(Clone)]
pub struct Module {
    inner: Arc<ModuleInner>,
}

struct ModuleInner {
    name: String,
    sha256: [u8; 32],
    sha256_hex: String,
    games: u16,
    code: Code,
    compiling: Compiling,
    runtime: Arc<Runtime>,
    /// What a profile must know of it, where one is made.
    traced: Option<Arc<Traced>>,
}

impl Module {
    /// What it was loaded as, escaped.
    pub fn name(&self) -> &str {
        &self.inner.name
    }

    /// The SHA-256 of its wasm.
    pub fn sha256(&self) -> [u8; 32] {
        self.inner.sha256
    }

    /// The same as 64 hex digits.
    pub fn sha256_hex(&self) -> &str {
        &self.inner.sha256_hex
    }

    /// The games that it plays, as the mask of [`botpit_abi::game_bit`]s.
    pub fn games(&self) -> u16 {
        self.inner.games
    }

    /// How it came to its machine code.
    pub fn compiling(&self) -> Compiling {
        self.inner.compiling
    }

    /// Whether it wants to be told its setup.
    pub fn has_setup(&self) -> bool {
        self.inner.code.setup.is_some()
    }
}

impl std::fmt::Debug for Module {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Module").field("name", &self.name()).field("sha256", &self.sha256_hex()).finish()
    }
}

impl std::fmt::Debug for Sandbox {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sandbox").field("identity", &self.identity).finish_non_exhaustive()
    }
}
