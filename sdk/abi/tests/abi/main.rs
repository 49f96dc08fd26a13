//! The byte layouts: golden vectors, which every language's kit shares, and what damaged bytes decode to.

mod damaged;
mod golden;

/// The bytes of `golden/NAME.hex`: pairs of hex digits, with comments from `#` to the end of the line.
fn vector(name: &str) -> Vec<u8> {
    let path = format!("{}/golden/{name}.hex", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    text.lines()
        .flat_map(|line| line.split('#').next().unwrap_or("").split_whitespace())
        .map(|pair| u8::from_str_radix(pair, 16).unwrap_or_else(|error| panic!("{path}: `{pair}`: {error}")))
        .collect()
}
