//! A bot whose thinking is JavaScript: this file only carries views and orders between the sandbox and `bot.js`, by
//! the contract of `sdk/ABI.md`.

use std::cell::RefCell;

use rquickjs::{CatchResultExt, Context, Ctx, Function, Runtime, TypedArray};

const ABI_VERSION: i32 = 1;
const GOLD_HUNTER: i32 = 1;

/// What scripts may use of the stack in linear memory, which has 256 KiB. Under its own limit, which is longer,
/// QuickJS takes every script for one that has gone too deep.
const SCRIPT_STACK_BYTES: usize = 160 << 10;

thread_local! {
    static BOT: RefCell<Option<Bot>> = const { RefCell::new(None) };
}

struct Bot {
    context: Context,
    /// The place of views, of 64-bit numbers because its address has to be a multiple of 8.
    message: Vec<u64>,
    answer: Vec<u8>,
}

impl Bot {
    fn new(message_bytes: usize) -> Bot {
        let runtime = Runtime::new().expect("a runtime");
        runtime.set_max_stack_size(SCRIPT_STACK_BYTES);
        let context = Context::full(&runtime).expect("a context");
        context.with(|ctx| succeed(&ctx, ctx.eval::<(), _>(include_str!("bot.js"))));
        Bot { context, message: vec![0; message_bytes.div_ceil(8)], answer: Vec::new() }
    }

    fn think(&mut self, view_bytes: usize) -> &[u8] {
        let words = self.message.iter().flat_map(|word| word.to_le_bytes());
        let view: Vec<u8> = words.take(view_bytes).collect();
        self.answer = self.context.with(|ctx| {
            let answer = || {
                let think: Function<'_> = ctx.globals().get("think")?;
                think.call((TypedArray::new(ctx.clone(), view)?,))
            };
            succeed(&ctx, answer())
        });
        &self.answer
    }
}

/// What a script gives; an error of it ends the instance, and its words are the panic's.
fn succeed<'js, T>(ctx: &Ctx<'js>, result: rquickjs::Result<T>) -> T {
    result.catch(ctx).unwrap_or_else(|error| panic!("bot.js: {error}"))
}

/// The clock of scripts, in microseconds, which QuickJS would import: it stands still, as the sandbox has none.
#[unsafe(no_mangle)]
extern "C" fn __rquickjs_host_now_us() -> f64 {
    0.0
}

#[unsafe(no_mangle)]
extern "C" fn botpit_abi() -> i32 {
    ABI_VERSION | 1 << (16 + GOLD_HUNTER - 1)
}

#[unsafe(no_mangle)]
extern "C" fn alloc(len: usize) -> *mut u64 {
    BOT.with_borrow_mut(|bot| bot.insert(Bot::new(len)).message.as_mut_ptr())
}

#[unsafe(no_mangle)]
extern "C" fn think(_view: *const u8, len: usize) -> u64 {
    BOT.with_borrow_mut(|bot| {
        let answer = bot.as_mut().expect("alloc comes first").think(len);
        (answer.as_ptr() as u64) << 32 | answer.len() as u64
    })
}
