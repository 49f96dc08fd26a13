//! Where a map is written to.

use std::path::Path;

use crate::cli::failure::{Failure, shown};
use crate::cli::output_file;
use crate::cli::play::print;

/// Whether a path stands for standard output.
pub(super) fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Checks that a file may be put there: it is not there yet, or it is to be replaced.
pub(super) fn check(path: &Path, force: bool) -> Result<(), Failure> {
    if is_stdout(path) {
        return Ok(());
    }
    if path.is_dir() {
        let hint = format!("name a file, such as {}", shown(&path.join("map.toml")));
        return Err(Failure::usage(format!("{} is a folder", shown(path))).hint(hint));
    }
    output_file::check(path)?;
    if path.is_file() && !force {
        return Err(Failure::usage(format!("{} is there already", shown(path))).hint("add `--force` to replace it"));
    }
    Ok(())
}

/// Writes a map.
pub(super) fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    if is_stdout(path) { print(text) } else { output_file::write(path, text.as_bytes()) }
}
