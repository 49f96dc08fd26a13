//! Modules that are dear to compile, and the child that compiles them.

mod bombs;
mod child;

use crate::support::Wat;

/// Some bytes of code many times over, as the one function of a module beside those of a bot.
fn bomb(fields: &str, locals: &str, code: &str, times: usize) -> Vec<u8> {
    Wat::with_fields(format!("{fields} (func $bomb {locals} {})", code.repeat(times))).wasm()
}
