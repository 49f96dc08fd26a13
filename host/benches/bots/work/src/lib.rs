//! What bots do most, as a bot that does one kind of it until its fuel ends: its view is the number of the kind.

mod anneal;
mod astar;
#[path = "../../kernel/src/search.rs"]
mod search;
mod table;

use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The kinds by number: each does a piece of work, other in each round, and gives back a checksum.
const KINDS: [fn(u32) -> u32; 5] = [|_| search::search(20), astar::find, table::count, table::sort, anneal::shorten];

/// Where the view is written to.
static VIEW: AtomicU64 = AtomicU64::new(0);

/// The first version of the ABI, and Gold Hunter.
#[unsafe(no_mangle)]
pub extern "C" fn botpit_abi() -> u32 {
    0x1_0001
}

/// The buffer of the view, which must be no longer than it.
#[unsafe(no_mangle)]
pub extern "C" fn alloc(_len: u32) -> u32 {
    VIEW.as_ptr() as usize as u32
}

/// Works on.
#[unsafe(no_mangle)]
pub extern "C" fn think(_view: u32, _len: u32) -> u64 {
    let work = KINDS[VIEW.load(Relaxed) as usize];
    for round in 0.. {
        black_box(work(round));
    }
    0
}

/// Numbers that look random, from a seed.
fn numbers(seed: u32) -> impl FnMut() -> u32 {
    let mut state = u64::from(seed);
    move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (mixed ^ (mixed >> 27)) as u32
    }
}
