//! Figures, names and faults as people read them.

use botpit_engine::Fault;

/// A number of bytes in the unit that suits it.
pub(crate) fn bytes_words(bytes: u64) -> String {
    match bytes {
        0..1024 => format!("{bytes} B"),
        1024..1_048_576 => format!("{} KiB", bytes / 1024),
        _ => format!("{}.{} MiB", bytes / 1_048_576, bytes % 1_048_576 * 10 / 1_048_576),
    }
}

/// A word of a replay as a cell of a table: whoever wrote the file may have put anything there.
pub(crate) fn short(text: &str) -> String {
    botpit_guest::escape(text.as_bytes(), 64)
}

/// A fault as one line.
pub(crate) fn fault_words(fault: &Fault) -> String {
    botpit_guest::escape(fault.to_string().as_bytes(), 300)
}

/// A part of a limit in percent.
pub(crate) fn share(part: u64, whole: u64) -> String {
    let tenths = u128::from(part) * 1000 / u128::from(whole.max(1));
    if tenths == 0 && part > 0 { "under 0.1 %".to_owned() } else { format!("{}.{} %", tenths / 10, tenths % 10) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_has_the_digits_that_count() {
        assert_eq!([share(0, 10), share(1, 100_000), share(25, 1_000)], ["0.0 %", "under 0.1 %", "2.5 %"]);
    }
}
