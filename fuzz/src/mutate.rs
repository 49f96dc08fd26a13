//! Changes to bytes that were good.

use arbitrary::{Result, Unstructured};

/// Bytes that parsers care about.
const TELLING: [&[u8]; 14] = [
    b"\0",
    b"\xff",
    b"\n",
    b"\r\n",
    b"-",
    b"\"",
    b"18446744073709551616",
    b"-1",
    b"1e999",
    b"[",
    b"{}",
    b"\x1b[2J",
    b"\xe2\x80\xae",
    b"\xef\xbb\xbf",
];

/// The longest input that is made, in bytes.
const LONGEST: usize = 1 << 16;

/// One of the samples with some changes, often few of them.
pub(crate) fn mutated<S: AsRef<[u8]>>(u: &mut Unstructured<'_>, samples: &[S]) -> Result<Vec<u8>> {
    let mut bytes = u.choose(samples)?.as_ref().to_vec();
    let changes = u.int_in_range(0..=3)? * u.int_in_range(1..=8)?;
    for _ in 0..changes {
        change(u, &mut bytes, samples)?;
        bytes.truncate(LONGEST);
    }
    Ok(bytes)
}

fn change<S: AsRef<[u8]>>(u: &mut Unstructured<'_>, bytes: &mut Vec<u8>, samples: &[S]) -> Result<()> {
    let at = place(u, bytes.len())?;
    match u.int_in_range(0..=7)? {
        0 => {
            if let Some(byte) = bytes.get_mut(at) {
                *byte = u.arbitrary()?;
            }
        }
        1 => {
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= 1 << u.int_in_range(0..=7)?;
            }
        }
        2 => insert(bytes, at, u.choose(&TELLING)?),
        3 => {
            let end = at + place(u, (bytes.len() - at).min(64))?;
            bytes.drain(at..end);
        }
        4 => bytes.truncate(at),
        5 => {
            let part = bytes[at..at + place(u, (bytes.len() - at).min(256))?].to_vec();
            let to = place(u, bytes.len())?;
            insert(bytes, to, &part);
        }
        6 => {
            let other = u.choose(samples)?.as_ref();
            let from = place(u, other.len())?;
            let part = &other[from..from + place(u, (other.len() - from).min(256))?];
            insert(bytes, at, part);
        }
        _ => number(u, bytes, at)?,
    }
    Ok(())
}

/// Puts another number where one stands, from a place on.
fn number(u: &mut Unstructured<'_>, bytes: &mut Vec<u8>, from: usize) -> Result<()> {
    let Some(start) = bytes[from..].iter().position(u8::is_ascii_digit).map(|at| from + at) else { return Ok(()) };
    let end = bytes[start..].iter().position(|byte| !byte.is_ascii_digit()).map_or(bytes.len(), |len| start + len);
    let number: u64 = match u.int_in_range(0..=3)? {
        0 => u.int_in_range(0..=9)?,
        1 => u.int_in_range(0..=1000)?,
        2 => *u.choose(&[u64::MAX, 1 << 53, 1 << 32, u64::from(u32::MAX), u64::from(u16::MAX), 1 << 16])?,
        _ => u.arbitrary()?,
    };
    bytes.splice(start..end, number.to_string().into_bytes());
    Ok(())
}

/// A place from 0 to `most`.
fn place(u: &mut Unstructured<'_>, most: usize) -> Result<usize> {
    u.int_in_range(0..=most)
}

fn insert(bytes: &mut Vec<u8>, at: usize, part: &[u8]) {
    bytes.splice(at..at, part.iter().copied());
}
