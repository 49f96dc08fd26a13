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
    run(cargo().args(wasm).args(["-p", "botpit-abi", "-p", "botpit-sdk", "-p", "botpit-web"]))
}

/// The agreement tests over many matches, in a debug and in a release build that must come to the same.
pub(crate) fn matrix(matches: u32) -> anyhow::Result<()> {
    wasm_target()?;
    let folder = tempfile::tempdir()?;
    for profile in [&[][..], &["--release"]] {
        run(cargo()
            .args(["test", "--locked", "--package", "botpit", "--test", "agreement"])
            .args(profile)
            .args(["--", "--nocapture"])
            .env("BOTPIT_AGREEMENT_MATCHES", matches.to_string())
            .env("BOTPIT_AGREEMENT_OTHERS", (10 * matches).to_string())
            .env("BOTPIT_AGREEMENT_DIGEST", folder.path().join("digest")))?;
    }
    Ok(())
}

/// The isolation tests over many reuses of a bot's place.
pub(crate) fn isolation(rounds: u32) -> anyhow::Result<()> {
    wasm_target()?;
    run(cargo()
        .args(["test", "--release", "--locked", "--package", "botpit", "--test", "sandbox", "isolation"])
        .env("BOTPIT_ISOLATION_ROUNDS", rounds.to_string()))
}
