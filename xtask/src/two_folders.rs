//! Builds the bots in two folders and compares them byte for byte: a bot's wasm must not depend on where it was built.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::bot_build::BotBuild;
use crate::setup::built;

/// Copies the sources to two folders whose paths differ in length, and builds and compares the bots of both.
///
/// # Errors
/// When a tool fails or a bot differs.
pub(crate) fn run() -> Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("xtask lies in the workspace")?;
    let base = std::env::temp_dir().join(format!("botpit-two-folders-{}", std::process::id()));
    let result = compare(root, &base);
    fs::remove_dir_all(&base).with_context(|| format!("removing {}", base.display()))?;
    result
}

fn compare(root: &Path, base: &Path) -> Result<()> {
    let first = bots_built_in(root, &base.join("a"))?;
    let second = bots_built_in(root, &base.join("another/place/with a longer path"))?;
    ensure!(first.len() == second.len(), "{} bots in one folder and {} in the other", first.len(), second.len());
    for (one, other) in first.iter().zip(&second) {
        let name = one.file_name().unwrap_or_default().display();
        let (one, other) = (fs::read(one)?, fs::read(other)?);
        if let Some(at) = (0..one.len().max(other.len())).find(|&at| one.get(at) != other.get(at)) {
            bail!("{name} differs from byte {at} on ({} and {} bytes)", one.len(), other.len());
        }
        println!("{name}: {} bytes, the same in both folders", one.len());
    }
    Ok(())
}

/// Copies the sources to `place` and gives back the wasm files of the bots that were built there.
fn bots_built_in(root: &Path, place: &Path) -> Result<Vec<PathBuf>> {
    let listed = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(root)
        .output()
        .context("running git")?;
    ensure!(listed.status.success(), "git ls-files: {}", String::from_utf8_lossy(&listed.stderr));
    let names = String::from_utf8(listed.stdout).context("a file name that is not UTF-8")?;
    for name in names.split_terminator('\0').filter(|name| root.join(name).is_file()) {
        let copy = place.join(name);
        fs::create_dir_all(copy.parent().unwrap_or(place))?;
        fs::copy(root.join(name), &copy).with_context(|| format!("copying {name}"))?;
    }
    let place = place.canonicalize()?;
    built(&BotBuild::of_examples(&place, &place.join("target"))?)
}
