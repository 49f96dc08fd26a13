//! The configuration of wasmtime, and what identifies it.

use std::hash::{Hash, Hasher};

use rustix::process::{Resource, getrlimit};
use wasmtime::{Config, Enabled, Engine, InstanceAllocationStrategy, PoolingAllocationConfig, WasmFeatures};

use super::costs::Metering;
use super::{SandboxConfig, SandboxError};

/// The wasm proposals that a bot may use. Everything else is off, whatever a later wasmtime turns on by itself.
pub(super) const FEATURES: WasmFeatures = WasmFeatures::MUTABLE_GLOBAL
    .union(WasmFeatures::SATURATING_FLOAT_TO_INT)
    .union(WasmFeatures::SIGN_EXTENSION)
    .union(WasmFeatures::MULTI_VALUE)
    .union(WasmFeatures::REFERENCE_TYPES)
    .union(WasmFeatures::BULK_MEMORY)
    .union(WasmFeatures::EXTENDED_CONST)
    .union(WasmFeatures::FLOATS)
    .union(WasmFeatures::SIMD);

/// The stack of a bot, in bytes. Calls run on the caller's thread, which needs a few hundred KiB more than this:
/// Rust's default of 2 MiB a thread is enough.
const STACK_BYTES: usize = 512 << 10;

/// Room for a module's functions, globals and tables in a slot of the pool.
const INSTANCE_BYTES: usize = 8 << 20;

/// How many bytes of a memory are cleared in place when its bot is gone. The rest goes back to the system, which costs
/// a fault for each page that the next bot writes to. Where the system tells which pages were written to, only those
/// count and are cleared; elsewhere it is the first bytes, and of many bots that is stack which they never reach.
fn kept_bytes() -> usize {
    if PoolingAllocationConfig::is_pagemap_scan_available() { 256 << 10 } else { 64 << 10 }
}

/// The version of the wasmtime crate, which the workspace pins exactly.
const WASMTIME_VERSION: &str = "48.0.8";

/// What decides, besides the wasm, how much fuel a bot uses and how deep its stack goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The version of wasmtime.
    pub wasmtime: String,
    /// The target triple that bots are compiled for.
    pub target: String,
    /// A hash of all settings that change the code or its limits, as 32 hex digits.
    pub config: String,
}

/// How linear memories lie in the address space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// Every memory has 4 GiB of addresses to itself, so that most bounds need no check.
    Roomy,
    /// Every memory has only the addresses it may fill; for a process whose address space is limited.
    Tight {
        /// The most bytes of a memory.
        memory_bytes: u64,
    },
}

impl Layout {
    /// The layout as one number for the compile child: 0 or the bytes.
    pub(super) fn to_number(self) -> u64 {
        match self {
            Layout::Roomy => 0,
            Layout::Tight { memory_bytes } => memory_bytes,
        }
    }

    /// The layout that a number stands for.
    pub(super) fn from_number(number: u64) -> Layout {
        if number == 0 { Layout::Roomy } else { Layout::Tight { memory_bytes: number } }
    }

    fn bytes_per_memory(self) -> u64 {
        match self {
            Layout::Roomy => (4 << 30) + (64 << 20),
            Layout::Tight { memory_bytes } => memory_bytes + (128 << 10),
        }
    }
}

/// How many memories must fit, so that they are made one by one where a pool of them does not fit: those of four threads.
const UNPOOLED_MEMORIES: u64 = 8;

/// An engine that runs bots: with a pool of memories, or without one where the address space is too small for it. Where it
/// is too small even for a few memories, it has other code, which its identity tells.
///
/// # Errors
/// When this machine is none that bots can be compiled for.
pub(super) fn running_engine(settings: &SandboxConfig, metering: Metering) -> Result<(Engine, Layout), SandboxError> {
    // Half of what there may be is left for everything else.
    let fitting = getrlimit(Resource::As).current.map(|limit| limit / 2 / Layout::Roomy.bytes_per_memory());
    if fitting.is_none_or(|fitting| fitting > u64::from(settings.instances)) {
        let mut config = common_config(Layout::Roomy, metering)?;
        config.allocation_strategy(InstanceAllocationStrategy::Pooling(pool(settings)));
        // A machine that does not overcommit refuses the reservation without a limit being set.
        if let Ok(engine) = Engine::new(&config) {
            return Ok((engine, Layout::Roomy));
        }
    }
    if fitting.is_some_and(|fitting| fitting >= UNPOOLED_MEMORIES) {
        let engine = Engine::new(&common_config(Layout::Roomy, metering)?).map_err(SandboxError::engine)?;
        return Ok((engine, Layout::Roomy));
    }
    let layout = Layout::Tight { memory_bytes: settings.memory_bytes.next_multiple_of(64 << 10) };
    Ok((Engine::new(&common_config(layout, metering)?).map_err(SandboxError::engine)?, layout))
}

/// An engine that only compiles. It makes code for [`running_engine`], but has no pool, which would not fit the child's
/// memory limit.
///
/// # Errors
/// When this machine is none that bots can be compiled for.
pub(super) fn compiling_engine(layout: Layout, metering: Metering) -> Result<Engine, SandboxError> {
    Engine::new(&common_config(layout, metering)?).map_err(SandboxError::engine)
}

/// What identifies an engine's code.
pub(super) fn identity(engine: &Engine) -> Identity {
    let mut hasher = Blake3Hasher(blake3::Hasher::new());
    engine.precompile_compatibility_hash().hash(&mut hasher);
    STACK_BYTES.hash(&mut hasher);
    Identity {
        wasmtime: WASMTIME_VERSION.to_owned(),
        target: target().unwrap_or_default().to_owned(),
        config: hex::encode(&hasher.0.finalize().as_bytes()[..16]),
    }
}

fn common_config(layout: Layout, metering: Metering) -> Result<Config, SandboxError> {
    let mut config = Config::new();
    config.target(target().ok_or(SandboxError::Platform)?).map_err(SandboxError::engine)?;
    config.wasm_features(WasmFeatures::all(), false).wasm_features(FEATURES, true);
    config.consume_fuel(true).operator_cost(metering.operator_costs()).epoch_interruption(true);
    config.cranelift_nan_canonicalization(true).max_wasm_stack(STACK_BYTES);
    config.generate_address_map(false).memory_may_move(false);
    if let Layout::Tight { memory_bytes } = layout {
        config.memory_reservation(memory_bytes).memory_guard_size(64 << 10).guard_before_linear_memory(false);
    }
    Ok(config)
}

fn pool(settings: &SandboxConfig) -> PoolingAllocationConfig {
    let mut pool = PoolingAllocationConfig::new();
    pool.total_core_instances(settings.instances)
        .total_memories(settings.instances)
        .total_tables(settings.instances)
        .max_memories_per_module(1)
        .max_tables_per_module(1)
        .max_memory_size(settings.memory_bytes as usize)
        .table_elements(settings.table_elements as usize)
        .max_core_instance_size(INSTANCE_BYTES)
        .pagemap_scan(Enabled::Auto)
        .linear_memory_keep_resident(kept_bytes())
        .table_keep_resident(16 << 10);
    pool
}

/// The triple of this machine by name: a named target uses no instruction beyond the architecture's base, so that
/// every machine of a kind runs the same code.
fn target() -> Option<&'static str> {
    let triple = match (std::env::consts::ARCH, std::env::consts::OS) {
        ("x86_64", "linux") => "x86_64-unknown-linux-gnu",
        ("aarch64", "linux") => "aarch64-unknown-linux-gnu",
        ("x86_64", "macos") => "x86_64-apple-darwin",
        ("aarch64", "macos") => "aarch64-apple-darwin",
        _ => return None,
    };
    Some(triple)
}

/// Lets BLAKE3 take what wasmtime offers only as [`Hash`].
struct Blake3Hasher(blake3::Hasher);

impl Hasher for Blake3Hasher {
    fn write(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    fn finish(&self) -> u64 {
        let hash = self.0.finalize();
        hash.as_bytes().iter().take(8).fold(0, |number, byte| number << 8 | u64::from(*byte))
    }
}
