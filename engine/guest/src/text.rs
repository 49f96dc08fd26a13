use std::fmt::Write;

use botpit_abi::is_unsafe_in_text;

/// A text from a bot, safe for a terminal, a page or a file: at most `max_chars` characters on one line.
///
/// Control characters, characters that are invisible or change the direction of text, and bytes that are no UTF-8 are
/// written as escapes (`\n`, `\u{202e}`, `\xff`). A text that is cut ends with `…`. What has no such character stays
/// as it is, so that escaping twice changes nothing.
pub fn escape(text: &[u8], max_chars: usize) -> String {
    // What nearly every text is needs no look at each character.
    if text.len() <= max_chars
        && let Ok(plain) = std::str::from_utf8(text)
        && plain.bytes().all(|byte| byte == b' ' || byte.is_ascii_graphic())
    {
        return plain.to_owned();
    }
    let mut out = Cut { text: String::new(), chars: 0, keep: 0, max_chars };
    let mut piece = String::new();
    for chunk in text.utf8_chunks() {
        for char in chunk.valid().chars() {
            piece.clear();
            match char {
                '\n' | '\r' | '\t' => piece.extend(char.escape_default()),
                _ if is_unsafe_in_text(char) => piece.extend(char.escape_unicode()),
                _ => piece.push(char),
            }
            if !out.push(&piece) {
                return out.cut();
            }
        }
        for byte in chunk.invalid() {
            piece.clear();
            write!(piece, "\\x{byte:02x}").expect("writing to a string");
            if !out.push(&piece) {
                return out.cut();
            }
        }
    }
    out.text
}

/// A text that grows up to a limit and remembers where it can be cut so that `…` still fits.
struct Cut {
    text: String,
    chars: usize,
    keep: usize,
    max_chars: usize,
}

impl Cut {
    fn push(&mut self, piece: &str) -> bool {
        if self.chars < self.max_chars {
            self.keep = self.text.len();
        }
        self.chars += piece.chars().count();
        self.text.push_str(piece);
        self.chars <= self.max_chars
    }

    fn cut(mut self) -> String {
        self.text.truncate(self.keep);
        if self.max_chars > 0 {
            self.text.push('…');
        }
        self.text
    }
}
