//! What a fresh machine lacks.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail, ensure};

use crate::bot_build::BotBuild;
use crate::run;

const TARGET: &str = "wasm32-unknown-unknown";

/// The repository's folder.
pub(crate) fn root() -> PathBuf {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().expect("xtask lies in the repository").to_owned()
}

/// The cargo that runs this program, in the repository's folder.
pub(crate) fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}

/// Adds the wasm target where it is missing. With `RUSTUP_AUTO_INSTALL=0` rustup ignores the list of targets in
/// `rust-toolchain.toml` without a word, so this does not rely on it.
pub(crate) fn wasm_target() -> anyhow::Result<()> {
    let output = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
        .current_dir(root())
        .args(["--target", TARGET, "--print", "target-libdir"])
        .output()
        .context("cannot run rustc")?;
    ensure!(output.status.success(), "rustc failed: {}", String::from_utf8_lossy(&output.stderr));
    if Path::new(String::from_utf8_lossy(&output.stdout).trim()).is_dir() {
        return Ok(());
    }
    eprintln!("adding the target {TARGET}");
    run(Command::new("rustup").current_dir(root()).args(["target", "add", TARGET])).context(
        "the wasm target is missing and rustup could not add it; install rustup from https://rustup.rs, \
         or the target with your distribution's packages",
    )
}

/// Builds bots as `botpit build` does, and gives back their wasm files.
pub(crate) fn built(build: &BotBuild) -> anyhow::Result<Vec<PathBuf>> {
    match build.run() {
        Ok(bots) => Ok(bots),
        Err(error) => match error.hint() {
            Some(hint) => bail!("{error}\nhint: {hint}"),
            None => Err(error.into()),
        },
    }
}

/// The folder that cargo builds this repository into.
pub(crate) fn target_dir() -> anyhow::Result<PathBuf> {
    let output = cargo()
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1"])
        .stderr(std::process::Stdio::inherit())
        .output()
        .context("cannot run cargo")?;
    ensure!(output.status.success(), "cargo metadata failed: {}", output.status);
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    metadata["target_directory"].as_str().map(PathBuf::from).context("cargo metadata names no target directory")
}
