//! Botpit: sandboxed matches between bots that are WebAssembly modules.
//!
//! The library plays matches; the program `botpit` is its command line. [`sandbox`] is the only module that names
//! wasmtime, and nothing in this crate knows a rule of a game: it moves bytes between a bot and
//! [`botpit_engine::Game`].
#![deny(unsafe_code)]

pub mod bot_build;
pub mod builtins;
pub mod check;
pub mod cli;
pub mod config;
pub mod matches;
pub mod page;
pub mod profile;
pub mod project;
pub mod sandbox;
pub mod sources;
pub mod watch;

mod interval;
mod words;
