//! Watching replays: what keys and time do, what is drawn, and that the terminal is given back.

#[path = "../common/mod.rs"]
mod common;
mod pictures;
mod recording;
mod states;
mod terminal;
