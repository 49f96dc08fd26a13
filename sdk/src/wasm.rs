//! The border to the host: the module's imports and what its exports do. All `unsafe` of the SDK is here and in `heap`.

#![allow(unsafe_code, reason = "the imports of a wasm module are foreign functions")]

use std::cell::RefCell;
use std::panic;

use botpit_abi::{BUFFER_ALIGN, Header, MessageKind};

use crate::export::{Entry, Seated};

mod import {
    #[link(wasm_import_module = "botpit")]
    unsafe extern "C" {
        pub(super) fn log(ptr: *const u8, len: usize);
        pub(super) fn draw(ptr: *const u8, len: usize);
        pub(super) safe fn fuel_left() -> i64;
        pub(super) safe fn random() -> i64;
    }
}

pub(crate) fn log(line: &[u8]) {
    // SAFETY: the host reads the range during the call and keeps nothing of it.
    unsafe { import::log(line.as_ptr(), line.len()) }
}

pub(crate) fn draw(marks: &[u8]) {
    // SAFETY: the host reads the range during the call and keeps nothing of it.
    unsafe { import::draw(marks.as_ptr(), marks.len()) }
}

pub(crate) fn fuel_left() -> u64 {
    import::fuel_left() as u64
}

pub(crate) fn random() -> u64 {
    import::random() as u64
}

/// What the exports share, for the instance's life.
struct Instance {
    /// Where the host puts setup and views, from the first aligned byte on.
    buffer: Vec<u8>,
    bot: Option<Box<dyn Seated>>,
}

thread_local! {
    static INSTANCE: RefCell<Instance> = const { RefCell::new(Instance { buffer: Vec::new(), bot: None }) };
}

/// The export `alloc`.
pub fn alloc(len: i32) -> i32 {
    #[cfg(all(feature = "heap", target_os = "unknown"))]
    crate::heap::begin();
    panic::set_hook(Box::new(|info| crate::log!("{info}")));
    let len = usize::try_from(len).expect("a length");
    INSTANCE.with_borrow_mut(|instance| {
        instance.buffer = vec![0; len + BUFFER_ALIGN as usize];
        aligned(&mut instance.buffer).as_mut_ptr() as i32
    })
}

/// The export `setup`.
pub fn setup(entries: &[Entry], ptr: i32, len: i32) {
    INSTANCE.with_borrow_mut(|instance| {
        let setup = message(&mut instance.buffer, ptr, len);
        let header = Header::read(setup, MessageKind::Setup, 0).unwrap_or_else(|error| panic!("the setup: {error}"));
        let entry = entries
            .iter()
            .find(|entry| entry.game == header.game)
            .unwrap_or_else(|| panic!("this bot does not play game {}", header.game));
        instance.bot = Some((entry.begin)(setup).unwrap_or_else(|error| panic!("the setup: {error}")));
    });
}

/// The export `think`.
pub fn think(ptr: i32, len: i32) -> i64 {
    INSTANCE.with_borrow_mut(|Instance { buffer, bot }| {
        let view = message(buffer, ptr, len);
        let bot = bot.as_mut().expect("`setup` is called before `think`");
        range(bot.answer(view).unwrap_or_else(|error| panic!("the view: {error}")))
    })
}

/// The range of a text that lives for ever.
pub fn text(text: &'static str) -> i64 {
    range(text.as_bytes())
}

fn range(bytes: &[u8]) -> i64 {
    ((bytes.as_ptr() as u64) << 32 | bytes.len() as u64) as i64
}

fn aligned(buffer: &mut [u8]) -> &mut [u8] {
    let offset = buffer.as_ptr().align_offset(BUFFER_ALIGN as usize);
    &mut buffer[offset..]
}

/// The bytes that the host wrote into the buffer that `alloc` lent it.
fn message(buffer: &mut [u8], ptr: i32, len: i32) -> &[u8] {
    let buffer = aligned(buffer);
    assert!(ptr == buffer.as_ptr() as i32, "messages come in the buffer from `alloc`");
    &buffer[..len as u32 as usize]
}
