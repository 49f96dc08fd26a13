//! Links what a bot may import to its meaning in [`botpit_guest`].

use botpit_guest::{
    BOTPIT_MODULE, Call, Fuel, GuestFault, ValueType, WASI_ARGS_MAX, WASI_FUNCTIONS, WASI_MODULE, WasiFunction,
};
use wasmtime::{Caller, Engine, FuncType, Linker, Val, ValType};

use super::costs::Metering;
use super::instance::{State, Stop};
use super::trace;

/// A linker with everything that a bot may import, and the hooks where there are any.
pub(super) fn linker(engine: &Engine, metering: Metering) -> wasmtime::Result<Linker<State>> {
    let mut linker = Linker::new(engine);
    linker.func_wrap(BOTPIT_MODULE, "log", |mut caller: Caller<'_, State>, ptr: u32, len: u32| {
        answer(&mut caller, |call| call.log(ptr, len))
    })?;
    linker.func_wrap(BOTPIT_MODULE, "draw", |mut caller: Caller<'_, State>, ptr: u32, len: u32| {
        answer(&mut caller, |call| call.draw(ptr, len))
    })?;
    linker.func_wrap(BOTPIT_MODULE, "fuel_left", |mut caller: Caller<'_, State>| {
        answer(&mut caller, |call| call.fuel_left())
    })?;
    linker.func_wrap(BOTPIT_MODULE, "random", |mut caller: Caller<'_, State>| {
        answer(&mut caller, |call| call.random())
    })?;
    for function in &WASI_FUNCTIONS {
        link_wasi(&mut linker, function)?;
    }
    if metering == Metering::ByHooks {
        trace::link(&mut linker)?;
    }
    Ok(linker)
}

fn link_wasi(linker: &mut Linker<State>, function: &'static WasiFunction) -> wasmtime::Result<()> {
    let params = function.params.iter().map(|param| match param {
        ValueType::I32 => ValType::I32,
        ValueType::I64 => ValType::I64,
    });
    let results = function.returns_errno.then_some(ValType::I32);
    let ty = FuncType::new(linker.engine(), params, results);
    linker.func_new(WASI_MODULE, function.name, ty, move |mut caller, params, results| {
        let mut args = [0; WASI_ARGS_MAX];
        for (arg, param) in args.iter_mut().zip(params) {
            *arg = match *param {
                Val::I32(value) => u64::from(value.cast_unsigned()),
                Val::I64(value) => value.cast_unsigned(),
                _ => 0,
            };
        }
        let errno = answer(&mut caller, |call| function.call(call, &args))?;
        if let Some(result) = results.first_mut() {
            *result = Val::I32(errno.code());
        }
        Ok(())
    })?;
    Ok(())
}

/// Answers one import on the bot's memory and fuel as they are now.
fn answer<R>(
    caller: &mut Caller<'_, State>,
    import: impl FnOnce(&mut Call<'_>) -> Result<R, GuestFault>,
) -> wasmtime::Result<R> {
    let mut fuel = Fuel::new(caller.get_fuel()?);
    let memory = match caller.data().memory {
        Some(memory) => Some(memory),
        // The start section runs before anybody could look the memory up.
        None => caller.get_export("memory").and_then(|export| export.into_memory()),
    };
    let (mut bytes, state): (&mut [u8], _) = match &memory {
        Some(memory) => memory.data_and_store_mut(&mut *caller),
        None => (&mut [], caller.data_mut()),
    };
    let result = import(&mut Call { state: &mut state.guest, memory: &mut bytes, fuel: &mut fuel });
    state.memory = memory;
    caller.set_fuel(fuel.left())?;
    result.map_err(|fault| Stop::Guest(fault).into())
}
