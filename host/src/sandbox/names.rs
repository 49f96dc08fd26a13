use std::fmt::{self, Write};

use botpit_guest::escape;

/// The name of a bot's function as people read it: in the words of its language where it was mangled, escaped, and at
/// most so many characters.
pub(super) fn readable(name: &str, max_chars: usize) -> String {
    let Ok(demangled) = rustc_demangle::try_demangle(name) else {
        return escape(name.as_bytes(), max_chars);
    };
    let mut text = Bounded { text: String::new(), bytes_max: 4 * max_chars };
    // A short mangled name can stand for a very long one: it is written until the text is full.
    let _ = write!(text, "{demangled:#}");
    escape(text.text.as_bytes(), max_chars)
}

/// A text that takes no more than can be shown of it.
struct Bounded {
    text: String,
    bytes_max: usize,
}

impl Write for Bounded {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.text.push_str(text);
        if self.text.len() > self.bytes_max { Err(fmt::Error) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mangled_names_are_read_and_all_are_safe() {
        let read = |name: &str| readable(name, 40);
        assert_eq!(read("_ZN5a_bot4find17h2434b62324c63a70E"), "a_bot::find");
        assert_eq!(read("find\u{1b}[2J"), "find\\u{1b}[2J");
        assert_eq!(read(&"long".repeat(1_000)).chars().count(), 40);
        // Each reference back doubles it.
        let doubled: String = (0..30).map(|_| "TB2_B2_E").collect();
        assert!(read(&format!("_RIC1a{doubled}E")).chars().count() <= 40);
    }
}
