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
    run(cargo().args(wasm).args(["-p", "botpit-abi", "-p", "botpit-sdk", "-p", "botpit-web"]))?;
    run(cargo().args(&wasm[..4]).args(["-p", "botpit-sdk", "--no-default-features"]))
}

/// What makes of the debug profile, whose dependencies are optimised anyway, the code of a release.
const AS_RELEASED: [&str; 3] = [
    "--config=profile.dev.opt-level=3",
    "--config=profile.dev.debug-assertions=false",
    "--config=profile.dev.overflow-checks=false",
];

/// The agreement tests over many matches, in a debug and in a release build that must come to the same.
pub(crate) fn matrix(matches: u32) -> anyhow::Result<()> {
    agreement(matches, [&[], &["--release"]])
}

/// The same over few matches, for which the dependencies are not compiled once more.
pub(crate) fn matrix_sample() -> anyhow::Result<()> {
    agreement(16, [&[], &AS_RELEASED])
}

fn agreement(matches: u32, builds: [&[&str]; 2]) -> anyhow::Result<()> {
    wasm_target()?;
    let folder = tempfile::tempdir()?;
    for profile in builds {
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
