//! The host's functions outside wasm: a match that is played natively answers them, and otherwise they do on their own.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// Who answers while a bot is asked.
#[cfg_attr(not(feature = "testing"), allow(dead_code, reason = "only `testing` plays matches"))]
pub(crate) trait Desk {
    fn log(&mut self, line: &[u8]);
    fn draw(&mut self, marks: &[u8]);
    fn fuel_left(&mut self) -> u64;
    fn random(&mut self) -> u64;
}

thread_local! {
    static DESK: RefCell<Option<Rc<RefCell<dyn Desk>>>> = const { RefCell::new(None) };
    static FUEL: Cell<u64> = const { Cell::new(FUEL_PER_TURN) };
    static STREAM: Cell<u64> = const { Cell::new(0) };
}

const FUEL_PER_TURN: u64 = 1_000_000_000;

/// What one asking takes away, since nothing is metered.
pub(crate) const FUEL_OF_ASKING: u64 = 1_000_000;

/// Runs `ask` with `desk` answering, and lets who answered before answer again, after a panic too.
#[cfg(feature = "testing")]
pub(crate) fn answered_by<T>(desk: Rc<RefCell<dyn Desk>>, ask: impl FnOnce() -> T) -> T {
    struct Before(Option<Rc<RefCell<dyn Desk>>>);

    impl Drop for Before {
        fn drop(&mut self) {
            DESK.set(self.0.take());
        }
    }

    let _before = Before(DESK.replace(Some(desk)));
    ask()
}

pub(crate) fn log(line: &[u8]) {
    DESK.with_borrow(|desk| match desk {
        Some(desk) => desk.borrow_mut().log(line),
        None => eprintln!("{}", String::from_utf8_lossy(line)),
    });
}

pub(crate) fn draw(marks: &[u8]) {
    DESK.with_borrow(|desk| {
        if let Some(desk) = desk {
            desk.borrow_mut().draw(marks);
        }
    });
}

pub(crate) fn fuel_left() -> u64 {
    DESK.with_borrow(|desk| match desk {
        Some(desk) => desk.borrow_mut().fuel_left(),
        None => {
            FUEL.set(FUEL.get().saturating_sub(FUEL_OF_ASKING));
            FUEL.get()
        }
    })
}

pub(crate) fn random() -> u64 {
    DESK.with_borrow(|desk| match desk {
        Some(desk) => desk.borrow_mut().random(),
        None => {
            STREAM.set(STREAM.get().wrapping_add(0x9e37_79b9_7f4a_7c15));
            split_mix(STREAM.get())
        }
    })
}

/// SplitMix64's output of a state.
fn split_mix(state: u64) -> u64 {
    let z = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}
