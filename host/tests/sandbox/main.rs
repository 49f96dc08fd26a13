//! The sandbox against hostile bots, each written as WAT in its test.

mod answers;
mod cache;
mod compiling;
mod cpu;
mod imports;
mod interrupt;
mod isolation;
mod loading;
mod loops;
mod memory;
mod support;
mod wasm_features;
