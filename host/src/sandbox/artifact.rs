use wasmtime::{Engine, Module};

/// Loads code that [`compile`](super::compile) made, in this run or, through the cache, in an earlier one.
///
/// # Errors
/// When the artifact was made for another version, configuration or target.
#[allow(unsafe_code, reason = "wasmtime offers no safe way to load code that another process compiled")]
pub(super) fn load(engine: &Engine, artifact: &[u8]) -> wasmtime::Result<Module> {
    // SAFETY: `deserialize` asks for bytes that `precompile_module` made. They come from a pipe of our own child, or from
    // a folder that only this user can write to, where they carry a BLAKE3 checksum over key and content.
    unsafe { Module::deserialize(engine, artifact) }
}
