//! Tests and lints.

use crate::run;
use crate::setup::{cargo, wasm_target};

/// All tests.
pub(crate) fn test() -> anyhow::Result<()> {
    wasm_target()?;
    run(cargo().args(["test", "--workspace", "--locked", "--all-features"]))
}

/// Formatting, clippy, rustdoc, and the engine for wasm32.
pub(crate) fn lint() -> anyhow::Result<()> {
    wasm_target()?;
    run(cargo().args(["fmt", "--all", "--check"]))?;
    let clippy = ["clippy", "--workspace", "--all-targets", "--all-features", "--locked", "--", "-D", "warnings"];
    run(cargo().args(clippy))?;
    run(cargo()
        .args(["doc", "--workspace", "--no-deps", "--locked", "--all-features"])
        .env("RUSTDOCFLAGS", "-D warnings"))?;
    let wasm = ["check", "--locked", "--target", "wasm32-unknown-unknown", "-p", "botpit-engine", "-p", "botpit-guest"];
    run(cargo().args(wasm).args(["-p", "botpit-abi", "-p", "botpit-sdk"]))
}

/// The agreement test over many matches.
pub(crate) fn agreement(matches: u32) -> anyhow::Result<()> {
    wasm_target()?;
    run(cargo()
        .args(["test", "--locked", "--package", "botpit", "--test", "agreement", "--", "--nocapture"])
        .env("BOTPIT_AGREEMENT_MATCHES", matches.to_string()))
}
