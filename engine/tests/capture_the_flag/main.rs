//! Capture the Flag: its golden scenarios, its maps, and what holds on any map and for any orders.

#[path = "../common/golden.rs"]
mod common;

mod golden;
mod maps;
mod model;
mod properties;
mod random;
