//! Replay files: JSON Lines, plain or compressed with zstd.

use std::io::{Read, Write};
use std::path::Path;

use botpit_engine::replay::{Damage, Replay};

use super::failure::Failure;
use super::output_file;
use crate::config::read_regular;

/// The most that a compressed replay may expand to, in bytes.
const EXPANDED_BYTES: u64 = 1 << 30;
/// After so many lines the compressor writes out what it has.
const FLUSHED_LINES: usize = 25;
/// How every replay begins, of any version.
const HEADER_BEGIN: &[u8] = b"{\"header\":";
/// The first bytes of a zstd frame.
const ZSTD_MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// Writes a replay as a whole or not at all; a name that ends in `.zst` is compressed.
pub(super) fn write(path: &Path, replay: &Replay) -> anyhow::Result<()> {
    let text = replay.write().into_bytes();
    let compressed = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("zst"));
    let bytes = if compressed { compress(&text)? } else { text };
    output_file::write(path, &bytes)
}

/// Compresses line by line into blocks of their own now and then, so that a file that is cut expands up to the cut.
fn compress(text: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut encoder = zstd::Encoder::new(Vec::new(), 3)?;
    for (index, line) in text.split_inclusive(|&byte| byte == b'\n').enumerate() {
        encoder.write_all(line)?;
        if index % FLUSHED_LINES == 0 {
            encoder.flush()?;
        }
    }
    encoder.finish()
}

/// The bytes of a replay's file as they are: damaged ones and those of other versions too, for the page to tell.
///
/// # Errors
/// When it is no replay at all.
pub(super) fn bytes_of(path: &Path) -> anyhow::Result<Vec<u8>> {
    let bytes = read_regular(path, EXPANDED_BYTES)?;
    if !bytes.starts_with(&ZSTD_MAGIC) && !bytes.starts_with(HEADER_BEGIN) {
        // It says why it is none.
        read(path)?;
    }
    Ok(bytes)
}

/// Such bytes in little room.
pub(super) fn packed(bytes: Vec<u8>) -> anyhow::Result<Vec<u8>> {
    Ok(if bytes.starts_with(&ZSTD_MAGIC) { bytes } else { compress(&bytes)? })
}

/// Reads a replay as far as it is good.
pub(super) fn read(path: &Path) -> anyhow::Result<(Replay, Option<Damage>)> {
    let bytes = read_regular(path, EXPANDED_BYTES)?;
    let (bytes, cut) = if bytes.starts_with(&ZSTD_MAGIC) { expand(&bytes)? } else { (bytes, None) };
    if let (true, Some(cut)) = (bytes.is_empty(), &cut) {
        return Err(Failure::new(cut.what.clone()).into());
    }
    let (replay, damage) = Replay::read(&bytes).map_err(|error| Failure::new(error.to_string()))?;
    Ok((replay, cut.or(damage)))
}

/// A complete replay, or an error that says where it is damaged.
pub(super) fn read_whole(path: &Path) -> anyhow::Result<Replay> {
    match read(path)? {
        (replay, None) => Ok(replay),
        (_, Some(damage)) => Err(Failure::new(damage.to_string())
            .hint(format!("`botpit replay show {}` shows what is good of it", path.display()))
            .into()),
    }
}

/// Expands a compressed file as far as it goes.
fn expand(bytes: &[u8]) -> anyhow::Result<(Vec<u8>, Option<Damage>)> {
    let mut out = Vec::new();
    let mut decoder = zstd::Decoder::new(bytes)?.take(EXPANDED_BYTES + 1);
    let result = decoder.read_to_end(&mut out);
    anyhow::ensure!(out.len() as u64 <= EXPANDED_BYTES, "it expands to more than {EXPANDED_BYTES} bytes");
    let line = out.iter().filter(|&&byte| byte == b'\n').count() + 1;
    Ok((out, result.err().map(|error| Damage { line, what: format!("the compressed file is damaged here: {error}") })))
}
