//! Tests of the browser page in a real browser.

use std::process::Command;

use anyhow::Context;

use crate::run;
use crate::setup::{cargo, root, target_dir, wasm_target};

/// Checks the page's types, and plays the page that the program has inside.
pub(crate) fn test() -> anyhow::Result<()> {
    wasm_target()?;
    run(cargo().args(["build", "--locked", "--package", "botpit"]))?;
    run(&mut npm(&["ci", "--no-audit", "--no-fund"])).context("Node.js with npm is needed: https://nodejs.org")?;
    run(&mut npm(&["run", "check"]))?;
    run(npm(&["test"]).env("BOTPIT", target_dir()?.join("debug/botpit")))
}

fn npm(arguments: &[&str]) -> Command {
    let mut command = Command::new("npm");
    command.current_dir(root().join("host/web")).args(arguments);
    command
}
