//! JSON that is safe to look at.

use std::io;

use botpit_abi::is_unsafe_in_text;
use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::{CompactFormatter, Formatter};

/// A value as one line of JSON, in which characters that steer a terminal, are invisible or change the direction of text
/// are written as escapes: it reads back as the same value, and showing it is safe.
///
/// # Panics
/// When the value has what JSON cannot: a map with keys that are no texts.
pub fn json_line(value: &impl Serialize) -> String {
    let mut out = Vec::new();
    write_json_line(&mut out, value);
    String::from_utf8(out).expect("JSON is UTF-8")
}

/// Adds [`json_line`] to what was written.
pub(crate) fn write_json_line(out: &mut Vec<u8>, value: &impl Serialize) {
    value.serialize(&mut Serializer::with_formatter(&mut *out, Safe)).expect("lines hold only what JSON can");
    out.push(b'\n');
}

/// Compact JSON. Control characters below 0x20 never come to [`Formatter::write_string_fragment`].
struct Safe;

impl Formatter for Safe {
    fn write_string_fragment<W: ?Sized + io::Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        // Most of what is written is plain.
        if fragment.bytes().all(|byte| byte < 0x7f) {
            return CompactFormatter.write_string_fragment(writer, fragment);
        }
        let mut rest = fragment;
        while let Some((at, char)) = rest.char_indices().find(|(_, char)| is_unsafe_in_text(*char)) {
            writer.write_all(&rest.as_bytes()[..at])?;
            for unit in char.encode_utf16(&mut [0; 2]) {
                write!(writer, "\\u{unit:04x}")?;
            }
            rest = &rest[at + char.len_utf8()..];
        }
        writer.write_all(rest.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_unsafe_is_escaped_and_reads_back() {
        let text = "plain \u{1b}[2J \u{7f}\u{9b}31m \u{202e}txt.exe \u{e0041} سلام 🦀 \"\\\n";
        let line = json_line(&[text]);
        assert!(line.trim_end().chars().all(|char| !is_unsafe_in_text(char)), "{line}");
        assert!(line.contains("\\u009b") && line.contains("\\u202e") && line.contains("\\udb40\\udc41"), "{line}");
        assert!(line.contains("سلام 🦀"), "what is harmless stays: {line}");
        assert_eq!(serde_json::from_str::<[String; 1]>(&line).unwrap(), [text]);
    }
}
