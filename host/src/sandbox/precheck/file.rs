//! What a file is that cannot be read as a module.

use botpit_guest::escape;
use wasmparser::{BinaryReader, BinaryReaderError};

use crate::sandbox::LoadProblem;
use crate::sandbox::advice::{ARCHIVE, JAVASCRIPT, TEXT_FORMAT};

/// What a file that is no module seems to be.
pub(super) fn looks_like(bytes: &[u8]) -> Option<&'static str> {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    let head = &text[..text.len().min(4096)];
    let begins = |word: &[u8]| text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    let has = |word: &[u8]| head.windows(word.len()).any(|window| window == word);
    match bytes {
        [] => Some("an empty file"),
        [0x7f, b'E', b'L', b'F', ..] => Some("a native program or library for Linux"),
        [0xcf | 0xce, 0xfa, 0xed, 0xfe, ..] => Some("a native program or library for macOS"),
        [b'M', b'Z', ..] => Some("a native program or library for Windows"),
        [b'!', b'<', b'a', b'r', b'c', b'h', b'>', ..] => Some(ARCHIVE),
        [b'B', b'C', 0xc0, 0xde, ..] => Some("LLVM bitcode, which is not linked yet"),
        [0x1f, 0x8b, ..] => Some("a gzip archive"),
        [0x28, 0xb5, 0x2f, 0xfd, ..] => Some("a file compressed with zstd"),
        [b'P', b'K', 3, 4, ..] => Some("a zip archive"),
        _ if b"\0asm".starts_with(bytes) => Some("the first bytes of a module that was cut"),
        _ if begins(b"(module") || begins(b"(component") || begins(b";;") => Some(TEXT_FORMAT),
        _ if begins(b"<!doctype") || begins(b"<html") => Some("a web page, perhaps of a download that failed"),
        _ if begins(b"version https://git-lfs") => Some("a pointer of Git LFS; `git lfs pull` gets the file"),
        _ if begins(b"AGFzbQ") => Some("a module in base64"),
        _ if has(b"WebAssembly") || has(b"export default") || has(b"use strict") => Some(JAVASCRIPT),
        _ => None,
    }
}

/// What a module is that cannot be read to its end.
pub(super) fn damage(wasm: &[u8], error: &BinaryReaderError) -> LoadProblem {
    let (message, offset) = (error.message(), error.offset() as u64);
    // Inside of a section that is there as a whole, it is damage.
    if message.contains("unexpected end") && !has_whole_sections(wasm) {
        LoadProblem::Truncated { bytes: wasm.len() as u64 }
    } else {
        LoadProblem::Invalid { message: escape(message.as_bytes(), 200), offset }
    }
}

/// Whether the file ends where its last section does.
fn has_whole_sections(wasm: &[u8]) -> bool {
    let mut reader = BinaryReader::new(wasm.get(8..).unwrap_or_default(), 8);
    let mut skip_section = || {
        reader.read_u8()?;
        let len = reader.read_var_u32()?;
        reader.read_bytes(len as usize)?;
        Ok::<bool, BinaryReaderError>(!reader.eof())
    };
    loop {
        match skip_section() {
            Ok(true) => {}
            Ok(false) => return true,
            Err(_) => return false,
        }
    }
}
