//! Follows the fuel of a profiled bot from hook to hook, and keeps its counter as it is without them.
//!
//! Calls cost nothing by themselves in a profiled bot ([`Metering::ByHooks`](super::costs::Metering)): the hook that
//! follows takes their price, less what the hooks' own instructions took. So no hook ever has to give fuel back that
//! may have been the bot's last, and what the counter says at zero is the truth.

use std::sync::Arc;

use botpit_guest::GuestFault;
use wasmtime::{Caller, Linker, Trap, WasmBacktrace};

use super::call_tree::CallTree;
use super::costs::{CALL, ENTRY, I32_CONST, LOCAL_GET};
use super::instance::{State, Stop};
use super::instrument::{FunctionName, HOOKS, HOOKS_MODULE};

/// What is known of a module that tells of its calls.
#[derive(Debug)]
pub(super) struct Traced {
    pub(super) functions: Vec<FunctionName>,
    pub(super) imports: Vec<TracedImport>,
    /// The number of the first function in the rewritten module that only calls an import.
    pub(super) first_caller: u32,
    pub(super) has_names: bool,
}

/// An import of such a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TracedImport {
    pub(super) name: &'static str,
    pub(super) params: u32,
}

/// The fuel of a profiled bot.
#[derive(Clone, Debug)]
pub(super) struct FuelTrace {
    module: Arc<Traced>,
    tree: CallTree,
    /// Fuel that is left and not accounted for.
    left: u64,
    /// What the next call costs: the host's own call costs nothing.
    call_price: u64,
    /// Whether the running call is charged to the bot, as its start section is not.
    charged: bool,
    /// Where the last hook left the counter.
    last_left: u64,
    /// Whether the last hook was that of a function's entry.
    entered: bool,
}

/// The fuel ran out at a function's entry.
struct OutOfFuel;

impl FuelTrace {
    pub(super) fn new(module: &Arc<Traced>) -> FuelTrace {
        let tree = CallTree::new(module.functions.len());
        FuelTrace {
            module: Arc::clone(module),
            tree,
            left: 0,
            call_price: 0,
            charged: false,
            last_left: 0,
            entered: false,
        }
    }

    /// Gives out the calls so far and begins anew.
    pub(super) fn take(&mut self) -> CallTree {
        std::mem::replace(&mut self.tree, CallTree::new(self.module.functions.len()))
    }

    /// Begins a call into the bot on `fuel`.
    pub(super) fn begin(&mut self, fuel: u64, charged: bool) {
        (self.left, self.charged, self.call_price) = (fuel, charged, 0);
        self.leave_counter_at(fuel, false);
    }

    /// Ends a call that left the counter at `counter`, and gives back where it were without hooks.
    pub(super) fn end(&mut self, counter: u64, trap: Option<Trap>, out_of_fuel: bool) -> u64 {
        let left = if out_of_fuel { 0 } else { self.without_hooks(counter, trap) };
        if self.charged || out_of_fuel {
            self.tree.spend(self.left.saturating_sub(left));
        }
        self.tree.unwind();
        left
    }

    /// A trap leaves the counter where it was last written, and hooks make the bot write it more often.
    fn without_hooks(&self, counter: u64, trap: Option<Trap>) -> u64 {
        let written_since = counter != self.last_left;
        match trap {
            None | Some(Trap::UnreachableCodeReached) => counter,
            // The call itself failed, before a hook took its price.
            Some(Trap::StackOverflow) => counter.saturating_sub(self.call_price),
            Some(Trap::TableOutOfBounds | Trap::IndirectCallToNull | Trap::BadSignature) if written_since => {
                counter.saturating_sub(CALL)
            }
            // A function's entry is written down with whatever comes next.
            Some(_) if !written_since && self.entered => counter.saturating_add(ENTRY),
            Some(_) => counter,
        }
    }

    /// What a call that failed came to without hooks: one that runs out of fuel at an import finds out there.
    pub(super) fn failed(&self, error: wasmtime::Error) -> wasmtime::Error {
        let innermost = error.downcast_ref::<WasmBacktrace>().and_then(|trace| trace.frames().first());
        let caller = innermost.and_then(|frame| frame.func_index().checked_sub(self.module.first_caller));
        let import = caller.and_then(|import| self.module.imports.get(import as usize));
        match (error.downcast_ref::<Trap>(), import) {
            (Some(Trap::OutOfFuel), Some(import)) => Stop::Guest(GuestFault::OutOfFuel { import: import.name }).into(),
            _ => error,
        }
    }

    /// A function has been entered; by way of a table or an export also one that only calls an import.
    ///
    /// Whatever the counter says, the check at the entry has seen to it that something is left but for the price of the
    /// call.
    fn enter(&mut self, counter: u64, function: u32) -> Result<u64, OutOfFuel> {
        let price = std::mem::replace(&mut self.call_price, CALL);
        if let Some(TracedImport { params, .. }) = self.module.imports.get(function as usize).copied() {
            let left = counter.saturating_add(ENTRY + I32_CONST).saturating_sub(price);
            self.account(left, function);
            return Ok(self.leave_counter_at(left.saturating_add(u64::from(params) * LOCAL_GET), false));
        }
        let left = counter.saturating_add(I32_CONST).saturating_sub(price);
        if left == 0 {
            return Err(OutOfFuel);
        }
        self.account(left.saturating_add(ENTRY), function);
        Ok(self.leave_counter_at(left, true))
    }

    /// An import is about to be called.
    fn enter_import(&mut self, counter: u64, function: u32) -> u64 {
        let left = counter.saturating_add(I32_CONST).saturating_sub(CALL);
        self.account(left, function);
        self.leave_counter_at(left, false)
    }

    /// The function that was entered last has returned.
    fn returned(&mut self, counter: u64) {
        if self.charged {
            self.tree.spend(self.left.saturating_sub(counter));
            self.tree.leave();
            self.left = counter;
        }
        self.leave_counter_at(counter, false);
    }

    /// Takes what was spent until `left` from the function that ran, and goes on in another.
    fn account(&mut self, left: u64, function: u32) {
        if self.charged {
            self.tree.spend(self.left.saturating_sub(left));
            self.tree.call(function);
            self.left = left;
        }
    }

    fn leave_counter_at(&mut self, counter: u64, entered: bool) -> u64 {
        (self.last_left, self.entered) = (counter, entered);
        counter
    }
}

/// Links what a module is told to call by [`instrument`](super::instrument).
pub(super) fn link(linker: &mut Linker<State>) -> wasmtime::Result<()> {
    let [enter, enter_import, returned] = HOOKS;
    linker.func_wrap(HOOKS_MODULE, enter, |mut caller: Caller<'_, State>, function: u32| {
        let counter = caller.get_fuel()?;
        let Some(trace) = &mut caller.data_mut().trace else { return Ok(()) };
        match trace.enter(counter, function) {
            Ok(counter) => caller.set_fuel(counter),
            Err(OutOfFuel) => Err(Trap::OutOfFuel.into()),
        }
    })?;
    linker.func_wrap(HOOKS_MODULE, enter_import, |mut caller: Caller<'_, State>, function: u32| {
        let counter = caller.get_fuel()?;
        let Some(trace) = &mut caller.data_mut().trace else { return Ok(()) };
        let counter = trace.enter_import(counter, function);
        caller.set_fuel(counter)
    })?;
    linker.func_wrap(HOOKS_MODULE, returned, |mut caller: Caller<'_, State>| -> wasmtime::Result<()> {
        let counter = caller.get_fuel()?;
        if let Some(trace) = &mut caller.data_mut().trace {
            trace.returned(counter);
        }
        Ok(())
    })?;
    Ok(())
}
