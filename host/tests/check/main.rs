//! What `botpit check` finds: each complaint has a module that earns it.

#[path = "../common/mod.rs"]
mod common;

mod bytes;
mod play;
mod support;
