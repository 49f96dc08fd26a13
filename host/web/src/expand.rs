//! Compressed replays.

use botpit_engine::replay::Damage;
use ruzstd::decoding::StreamingDecoder;
use ruzstd::io::Read;

use crate::Sentence;

/// The first bytes of a zstd frame.
const MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// The most that a compressed replay may expand to, in bytes: a page has less room than a program.
const EXPANDED_BYTES: usize = 256 << 20;
/// A block of nothing that says it is the last.
const LAST_BLOCK: [u8; 3] = [1, 0, 0];
/// Where the descriptor of a frame's header is, and its flag of a checksum behind the last block.
const DESCRIPTOR: usize = 4;
const HAS_CHECKSUM: u8 = 1 << 2;

/// Whether a file is compressed.
pub(crate) fn is_compressed(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC)
}

/// Expands a file as far as it goes.
///
/// # Errors
/// When it is no compressed file, or far too large.
pub(crate) fn expand(bytes: &[u8]) -> Result<(Vec<u8>, Option<Damage>), Sentence> {
    let (whole, cut) = match closed(bytes) {
        Some(closed) => (closed, Some("it was cut".to_owned())),
        None => (bytes.to_vec(), None),
    };
    let (out, failure) = decoded(&whole)?;
    let line = out.iter().filter(|&&byte| byte == b'\n').count() + 1;
    let damage = |why: String| Damage { line, what: format!("the compressed file is damaged here: {why}") };
    Ok((out, failure.or(cut).map(damage)))
}

fn decoded(bytes: &[u8]) -> Result<(Vec<u8>, Option<String>), Sentence> {
    let problem = |error: String| format!("the compressed file cannot be expanded: {error}");
    let mut decoder = StreamingDecoder::new(bytes).map_err(|error| problem(error.to_string()))?;
    let (mut out, mut chunk) = (Vec::new(), vec![0; 1 << 16]);
    loop {
        match decoder.read(&mut chunk) {
            Ok(0) => return Ok((out, None)),
            Ok(len) => out.extend_from_slice(&chunk[..len]),
            Err(error) => return Ok((out, Some(error.to_string()))),
        }
        if out.len() > EXPANDED_BYTES {
            return Err(problem(format!("it expands to more than {EXPANDED_BYTES} bytes")));
        }
    }
}

/// A file that was cut, up to the last whole block and ended there, so that the decoder gives out all that it has; `None`
/// of a file that ends as it should.
fn closed(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut at = header_len(bytes)?;
    while let Some(header) = bytes.get(at..at + 3) {
        let header = u32::from_le_bytes([header[0], header[1], header[2], 0]);
        let (is_last, kind, size) = (header & 1 == 1, header >> 1 & 3, (header >> 3) as usize);
        // A block of one byte many times has that byte alone.
        let end = at + 3 + if kind == 1 { 1 } else { size };
        match bytes.len() < end {
            true => break,
            false if is_last => return None,
            false => at = end,
        }
    }
    let mut closed = bytes[..at].to_vec();
    closed[DESCRIPTOR] &= !HAS_CHECKSUM;
    closed.extend(LAST_BLOCK);
    Some(closed)
}

/// Bytes of a frame's header; `None` where it is cut itself.
fn header_len(bytes: &[u8]) -> Option<usize> {
    let descriptor = *bytes.get(DESCRIPTOR)?;
    let (is_single, dictionary) = (descriptor >> 5 & 1 == 1, [0, 1, 2, 4][usize::from(descriptor & 3)]);
    let content = match (descriptor >> 6, is_single) {
        (0, false) => 0,
        (0, true) => 1,
        (flag, _) => 1 << flag,
    };
    let len = DESCRIPTOR + 1 + usize::from(!is_single) + dictionary + content;
    (len <= bytes.len()).then_some(len)
}

#[cfg(test)]
mod tests {
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};

    use super::*;

    fn text() -> Vec<u8> {
        (0..60_000).flat_map(|number| format!("{number}\n").into_bytes()).collect()
    }

    #[test]
    fn a_whole_file_expands_to_what_it_was() {
        let packed = compress_to_vec(text().as_slice(), CompressionLevel::Fastest);
        assert_eq!(expand(&packed), Ok((text(), None)));
    }

    #[test]
    fn a_file_that_was_cut_anywhere_expands_as_far_as_it_goes() {
        let packed = compress_to_vec(text().as_slice(), CompressionLevel::Fastest);
        let mut longest = 0;
        for len in (12..packed.len()).step_by(997) {
            let (out, damage) = expand(&packed[..len]).expect("the header is whole");
            assert!(text().starts_with(&out) && damage.is_some(), "{len} bytes");
            longest = longest.max(out.len());
        }
        assert!(longest > 100_000, "{longest} bytes");
    }

    #[test]
    fn what_is_no_compressed_file_is_an_error() {
        assert!(expand(&MAGIC).is_err());
    }
}
