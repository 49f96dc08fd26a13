//! The path finding of a bot as a wasm module of its own, without anything of Botpit.

mod search;

/// Searches so many times and gives back a checksum.
#[unsafe(no_mangle)]
pub extern "C" fn search(times: u32) -> u32 {
    search::search(times)
}
