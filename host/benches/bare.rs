//! Wasm by wasmtime alone: what the sandbox is measured against.

use wasmtime::{
    Config, Enabled, Engine, InstanceAllocationStrategy, InstancePre, Linker, Memory, Module, PoolingAllocationConfig,
    Result, Store, TypedFunc, format_err,
};

/// Turns the errors of wasmtime into those of everything else here.
pub(crate) trait Plain<T> {
    fn plain(self) -> anyhow::Result<T>;
}

impl<T> Plain<T> for Result<T> {
    fn plain(self) -> anyhow::Result<T> {
        self.map_err(|error| anyhow::anyhow!("{error:#}"))
    }
}

/// An engine as the sandbox has it; without `metered`, one that counts no fuel and is never interrupted.
pub(crate) fn engine(metered: bool) -> Result<Engine> {
    let mut pool = PoolingAllocationConfig::new();
    pool.total_core_instances(4).total_memories(4).total_tables(4);
    pool.max_memory_size(64 << 20).table_keep_resident(16 << 10);
    pool.pagemap_scan(Enabled::Auto).linear_memory_keep_resident(256 << 10);
    let mut config = Config::new();
    config.consume_fuel(metered).epoch_interruption(metered).cranelift_nan_canonicalization(metered);
    config.memory_may_move(false).allocation_strategy(InstanceAllocationStrategy::Pooling(pool));
    Engine::new(&config)
}

/// A bot's module, ready to be instantiated; its imports must not be called.
pub(crate) fn module(engine: &Engine, wasm: &[u8]) -> Result<InstancePre<()>> {
    let module = Module::new(engine, wasm)?;
    let mut linker = Linker::new(engine);
    linker.define_unknown_imports_as_traps(&module)?;
    linker.instantiate_pre(&module)
}

/// A store as a metered instance needs one.
pub(crate) fn store(engine: &Engine, fuel: u64) -> Result<Store<()>> {
    let mut store = Store::new(engine, ());
    store.set_fuel(fuel)?;
    store.set_epoch_deadline(1);
    Ok(store)
}

/// A bot that is asked as directly as wasmtime can.
pub(crate) struct BareBot {
    store: Store<()>,
    memory: Memory,
    think: TypedFunc<(u32, u32), u64>,
    buffer: usize,
    /// The last answer.
    pub(crate) orders: Vec<u8>,
}

impl BareBot {
    /// Starts a bot and tells it its setup, if it wants one.
    pub(crate) fn start(pre: &InstancePre<()>, setup: &[u8], message_bytes_max: usize) -> Result<BareBot> {
        let mut store = store(pre.module().engine(), u64::MAX)?;
        let instance = pre.instantiate(&mut store)?;
        let memory = instance.get_memory(&mut store, "memory").ok_or_else(|| format_err!("a bot has a memory"))?;
        let alloc = instance.get_typed_func::<u32, u32>(&mut store, "alloc")?;
        let buffer = alloc.call(&mut store, u32::try_from(message_bytes_max)?)?;
        if let Ok(tell) = instance.get_typed_func::<(u32, u32), ()>(&mut store, "setup") {
            memory.write(&mut store, buffer as usize, setup)?;
            tell.call(&mut store, (buffer, u32::try_from(setup.len())?))?;
        }
        let think = instance.get_typed_func(&mut store, "think")?;
        Ok(BareBot { store, memory, think, buffer: buffer as usize, orders: Vec::new() })
    }

    /// A typed call that also sets and reads the fuel, copies the view in and the orders out; the fuel it took.
    pub(crate) fn think(&mut self, fuel: u64, view: &[u8]) -> Result<u64> {
        self.store.set_fuel(fuel)?;
        self.memory.data_mut(&mut self.store)[self.buffer..self.buffer + view.len()].copy_from_slice(view);
        let answer = self.think.call(&mut self.store, (self.buffer as u32, view.len() as u32))?;
        let (start, len) = ((answer >> 32) as usize, answer as u32 as usize);
        self.orders.clear();
        self.orders.extend_from_slice(&self.memory.data(&self.store)[start..start + len]);
        Ok(fuel - self.store.get_fuel()?)
    }
}
