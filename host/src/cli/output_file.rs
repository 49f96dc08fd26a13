//! Files that the program writes.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::failure::{Failure, shown};

/// Writes a file as a whole or not at all. What is there already is replaced, unless it is no regular file: a device
/// or a pipe is written through, and a link is followed.
pub(super) fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    // The error itself would name the temporary file.
    save(path, bytes).map_err(|error| anyhow::anyhow!("cannot write {}: {}", shown(path), error.kind()))
}

/// Checks before the work is done that a file can be put there.
pub(super) fn check(path: &Path) -> Result<(), Failure> {
    if path.is_dir() {
        return Err(Failure::usage(format!("{} is a folder", shown(path)))
            .hint(format!("name a file, such as {}", shown(&path.join("match.jsonl")))));
    }
    match folder_of(path) {
        folder if folder.is_dir() => Ok(()),
        folder => Err(Failure::usage(format!("{}: there is no folder {}", shown(path), shown(folder)))
            .hint(format!("mkdir -p {}", shown(folder)))),
    }
}

/// Checks before the work is done that a file is none of the others that a command reads or writes.
pub(super) fn check_apart<'a>(path: &Path, others: impl IntoIterator<Item = &'a Path>) -> Result<(), Failure> {
    let target = place(path);
    let same = |other: &Path| target.is_some() && place(other) == target;
    match others.into_iter().any(same) {
        false => Ok(()),
        true => Err(Failure::usage(format!("{} is already read or written by this command", shown(path)))
            .hint("name another file to write")),
    }
}

/// Where a path leads, whether or not there is a file yet.
fn place(path: &Path) -> Option<PathBuf> {
    path.canonicalize().ok().or_else(|| Some(folder_of(path).canonicalize().ok()?.join(path.file_name()?)))
}

fn save(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    match std::fs::metadata(path) {
        Ok(kind) if !kind.is_file() => return std::fs::OpenOptions::new().write(true).open(path)?.write_all(bytes),
        Ok(kind) if kind.permissions().readonly() => return Err(std::io::ErrorKind::PermissionDenied.into()),
        _ => {}
    }
    let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let mut file = tempfile::Builder::new().prefix(".botpit-").tempfile_in(folder_of(&target))?;
    file.write_all(bytes)?;
    set_usual_mode(file.as_file())?;
    file.persist(&target)?;
    Ok(())
}

/// A temporary file is private; a result is for others to read.
fn set_usual_mode(file: &std::fs::File) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(std::fs::Permissions::from_mode(0o644))
}

/// The folder that a file lies in.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
