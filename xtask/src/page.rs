//! Tests of the browser page in a real browser.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, ensure};
use serde_json::Value;

use crate::run;
use crate::setup::{cargo, root, wasm_target};

/// Checks the page's types, and plays the page that the program has inside.
pub(crate) fn test() -> anyhow::Result<()> {
    wasm_target()?;
    run(cargo().args(["build", "--locked", "--package", "botpit"]))?;
    run(&mut npm(&["ci", "--no-audit", "--no-fund"])).context("Node.js with npm is needed: https://nodejs.org")?;
    run(&mut npm(&["run", "check"]))?;
    run(npm(&["test"]).env("BOTPIT", program()?))
}

fn npm(arguments: &[&str]) -> Command {
    let mut command = Command::new("npm");
    command.current_dir(root().join("host/web")).args(arguments);
    command
}

/// Where cargo puts the program.
fn program() -> anyhow::Result<PathBuf> {
    let output = cargo().args(["metadata", "--format-version", "1", "--no-deps", "--locked"]).output()?;
    ensure!(output.status.success(), "cargo metadata failed: {}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout)?;
    let target = metadata["target_directory"].as_str().context("no target directory")?;
    Ok(PathBuf::from(target).join("debug/botpit"))
}
