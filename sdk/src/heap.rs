//! Where a bot's allocations lie: first in what is left of the pages that its module begins with, then in pages by which
//! its memory grows.
//!
//! The allocator of Rust 1.95 for this target leaves that rest unused, so that the first allocation of every instance
//! makes its memory grow; for the host that is the dearest part of a start.

#![allow(unsafe_code, reason = "an allocator hands out raw memory")]

use std::alloc::{GlobalAlloc, Layout};
use std::cell::UnsafeCell;

use dlmalloc::Dlmalloc;

/// What the allocator asks for is a multiple of this, in bytes; 64 KiB if it is not told otherwise, and that is more than
/// the rest of a page. Memory grows by whole pages all the same.
const STEP_BYTES: usize = 64;

struct Heap(UnsafeCell<Dlmalloc>);

// SAFETY: a bot has one thread.
unsafe impl Sync for Heap {}

#[global_allocator]
static HEAP: Heap = Heap(UnsafeCell::new({
    let mut heap = Dlmalloc::new();
    assert!(heap.set_granularity(STEP_BYTES));
    heap
}));

/// Lets the allocator take the rest of the module's pages. It takes that with its first request or never, and only if the
/// rest holds what is asked for: so a bot's first request is a small one.
pub(crate) fn begin() {
    drop(std::hint::black_box(Box::new(0_u8)));
}

// SAFETY: `Dlmalloc` keeps the promises of `GlobalAlloc`. No call is made within another: it calls nothing of a bot's.
unsafe impl GlobalAlloc for Heap {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the only reference, for the length of the call; the caller keeps to the rest of the contract.
        unsafe { (*self.0.get()).malloc(layout.size(), layout.align()) }
    }

    unsafe fn dealloc(&self, start: *mut u8, layout: Layout) {
        // SAFETY: as in `alloc`.
        unsafe { (*self.0.get()).free(start, layout.size(), layout.align()) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as in `alloc`.
        unsafe { (*self.0.get()).calloc(layout.size(), layout.align()) }
    }

    unsafe fn realloc(&self, start: *mut u8, layout: Layout, bytes: usize) -> *mut u8 {
        // SAFETY: as in `alloc`.
        unsafe { (*self.0.get()).realloc(start, layout.size(), layout.align(), bytes) }
    }
}
