use std::sync::Arc;

use sha2::{Digest, Sha256};

use super::code::Code;
use super::costs::Metering;
use super::instrument::instrument;
use super::trace::Traced;
use super::{
    Compiling, FunctionName, HostFailure, LoadError, LoadProblem, Module, ModuleInner, Origin, Sandbox, SandboxConfig,
    SandboxError,
};

/// How much more it may take to compile a bot that tells of its calls.
const COMPILE_FACTOR: u64 = 4;

/// Makes bots tell where their fuel goes.
///
/// Such a bot gives the same orders, uses the same fuel and faults in the same turns as without, to the unit. Only two
/// things may differ: it runs slower, and its frames on the stack may be a little larger.
#[derive(Clone, Debug)]
pub struct Profiler {
    sandbox: Sandbox,
}

impl Profiler {
    /// Makes a profiler for bots of a sandbox of this configuration.
    ///
    /// # Errors
    /// Those of [`Sandbox::new`].
    pub fn new(mut config: SandboxConfig) -> Result<Profiler, SandboxError> {
        config.check()?;
        let load = &mut config.load;
        load.compile_cpu_seconds = load.compile_cpu_seconds.saturating_mul(COMPILE_FACTOR).min(super::DAY.as_secs());
        load.compile_memory_bytes = load.compile_memory_bytes.saturating_mul(COMPILE_FACTOR).min(1 << 40);
        Ok(Profiler { sandbox: Sandbox::with_metering(config, Metering::ByHooks)? })
    }

    /// The same bot with a profile; `wasm` is what it was loaded from.
    ///
    /// # Errors
    /// When the rewritten bot cannot be compiled, mostly for being too large.
    pub fn prepare(&self, module: &Module, wasm: &[u8]) -> Result<Module, LoadError> {
        self.try_prepare(module, wasm).map_err(|problem| LoadError {
            bot: module.name().to_owned(),
            problem,
            language: Origin::of(wasm).language,
        })
    }

    fn try_prepare(&self, module: &Module, wasm: &[u8]) -> Result<Module, LoadProblem> {
        if module.sha256() != <[u8; 32]>::from(Sha256::digest(wasm)) {
            let what = "a bot is profiled with the wasm of another one";
            return Err(LoadProblem::Host(HostFailure::Internal(what.to_owned())));
        }
        let refused = |error: String| LoadProblem::Compile { message: format!("it cannot be profiled: {error}") };
        let instrumented = instrument(wasm).map_err(|error| refused(error.to_string()))?;
        let began = std::time::Instant::now();
        let key = Sha256::digest(&instrumented.wasm).into();
        let (compiled, from_cache) = self.sandbox.compiled(&instrumented.wasm, &key)?;
        let runtime = Arc::clone(&self.sandbox.runtime);
        let code = Code::link(&runtime.linker, &compiled)?;
        let inner = &module.inner;
        Ok(Module {
            inner: Arc::new(ModuleInner {
                name: inner.name.clone(),
                sha256: inner.sha256,
                sha256_hex: inner.sha256_hex.clone(),
                games: inner.games,
                code,
                compiling: Compiling { from_cache, wall: began.elapsed() },
                runtime,
                traced: Some(Arc::new(Traced {
                    functions: instrumented.functions,
                    imports: instrumented.imports,
                    first_caller: instrumented.first_caller,
                    has_names: instrumented.has_names,
                })),
            }),
        })
    }
}

impl Module {
    /// The functions of a bot that a [`Profiler`] prepared, by their number; none of any other.
    pub fn functions(&self) -> &[FunctionName] {
        self.inner.traced.as_ref().map_or(&[], |traced| &traced.functions)
    }

    /// Whether a prepared bot's module names its functions itself.
    pub fn names_functions(&self) -> bool {
        self.inner.traced.as_ref().is_some_and(|traced| traced.has_names)
    }
}
