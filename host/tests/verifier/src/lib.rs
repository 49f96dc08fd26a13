//! The engine compiled to wasm: it computes every state of a replay again and tells whether they are the recorded ones.

use std::sync::Mutex;

use botpit_engine::replay::{Replay, verify};
use botpit_engine::GAMES;

/// The bytes of the replay.
static REPLAY: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Makes room for a replay of so many bytes, and tells where.
#[unsafe(no_mangle)]
pub extern "C" fn room(len: usize) -> *mut u8 {
    let mut replay = REPLAY.lock().expect("nobody panics with it");
    *replay = vec![0; len];
    replay.as_mut_ptr()
}

/// How many turns of the replay verify; -1 where one does not.
#[unsafe(no_mangle)]
pub extern "C" fn verified_turns() -> i32 {
    let bytes = REPLAY.lock().expect("nobody panics with it");
    match Replay::read(&bytes) {
        Ok((replay, None)) if verify(&GAMES, &replay).is_ok() => {
            replay.legs.iter().map(|leg| leg.turns.len() as i32).sum()
        }
        _ => -1,
    }
}
