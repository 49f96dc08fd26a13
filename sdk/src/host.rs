//! What a bot may ask of the host.

use std::cell::RefCell;
use std::fmt::{self, Write};

#[cfg(not(target_arch = "wasm32"))]
pub(crate) use crate::native as imports;
#[cfg(target_arch = "wasm32")]
pub(crate) use crate::wasm as imports;

/// Gives the author a line to read: it stands in the replay, and what the opponent or a viewer sees is without it.
///
/// The host keeps a few KiB of a turn (the last ones) and says how much it dropped.
pub fn log(line: &str) {
    imports::log(line.as_bytes());
}

/// Gives the author a line to read, formatted as `println!` would.
///
/// ```
/// botpit_sdk::log!("{} players left", 3);
/// ```
#[macro_export]
macro_rules! log {
    ($($argument:tt)*) => {
        $crate::export::log_formatted(::core::format_args!($($argument)*))
    };
}

/// What is left of the turn's fuel, or of the bank in a game that has one.
///
/// The same run gives the same numbers, so that a bot may search deeper for as long as it has fuel. Natively nothing
/// is metered: each call then takes a million away, so that such a search ends there too.
pub fn fuel_left() -> u64 {
    imports::fuel_left()
}

/// The next number of the bot's own random stream.
///
/// The stream is other in every match, seat and leg, and the same when that match is run again. It goes on over
/// restarts.
pub fn random() -> u64 {
    imports::random()
}

/// A random number below `bound`, each as likely as the others; 0 for a bound of 0.
pub fn random_below(bound: u32) -> u32 {
    // The upper half of a product is uniform but for one part in 2³² / bound, which no bot can tell.
    (((random() >> 32) * u64::from(bound)) >> 32) as u32
}

thread_local! {
    static LINE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Logs without allocating once the longest line has been written.
pub fn log_formatted(arguments: fmt::Arguments<'_>) {
    if let Some(line) = arguments.as_str() {
        return log(line);
    }
    // Taken out, so that a `Display` that logs finds an empty line and not a borrowed one.
    let mut line = LINE.take();
    line.clear();
    // A `Display` that fails leaves what it wrote: better than nothing for an author.
    let _ = line.write_fmt(arguments);
    log(&line);
    LINE.set(line);
}
