//! What the browser page asks the engine for: replays with their states, matches played in the page, and maps.
//!
//! The page runs the very rules that scored a match. Everything crosses to JavaScript as JSON text or bytes, so that the
//! types of `page/types.d.ts` are all that both sides agree on.
//!
//! **Invariant**: nothing here counts fuel. What a match in the page leaves behind says so, `meter: none`.

mod expand;
pub mod film;
mod frame;
pub mod guest;
pub mod maps;
pub mod play;

use serde::Serialize;

/// An error for people, as JavaScript gets it.
type Sentence = String;

/// A value as JSON; what this crate makes has only what JSON can.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// The version of Botpit.
#[wasm_bindgen::prelude::wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// The SHA-256 of a bot's module, in hex.
#[wasm_bindgen::prelude::wasm_bindgen]
pub fn sha256(bytes: &[u8]) -> String {
    use sha2::Digest;
    hex::encode(sha2::Sha256::digest(bytes))
}
