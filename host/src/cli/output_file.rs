//! Files that the program writes.

use std::io::Write;
use std::path::{Path, PathBuf};

use rustix::fs::{Access, access};

use super::failure::{Failure, shown};

/// Writes a file as a whole or not at all. What is there already is replaced, unless it is no regular file: a device
/// or a pipe is written through, and a link is followed.
pub(super) fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    // The error itself would name the temporary file.
    save(path, bytes).map_err(|error| anyhow::anyhow!("cannot write {}: {}", shown(path), error.kind()))
}

/// Checks before the work is done that a file can be put there.
pub(super) fn check(path: &Path) -> Result<(), Failure> {
    if path.as_os_str() == "-" {
        return Err(Failure::usage("this goes to a file, not to standard output")
            .hint("name a file; `./-` is one of that name"));
    }
    if path.is_dir() {
        return Err(Failure::usage(format!("{} is a folder", shown(path)))
            .hint(format!("name a file, such as {}", shown(&path.join("match.jsonl")))));
    }
    match folder_of(path) {
        folder if folder.is_dir() => check_writable(path, folder),
        folder => Err(Failure::usage(format!("{}: there is no folder {}", shown(path), shown(folder)))
            .hint(format!("mkdir -p {}", shown(folder)))),
    }
}

/// What is no regular file is written through; any other is replaced by way of its folder.
fn check_writable(path: &Path, folder: &Path) -> Result<(), Failure> {
    let target = if path.exists() && !path.is_file() { path } else { folder };
    access(target, Access::WRITE_OK).map_err(|error| {
        let error = std::io::Error::from(error);
        Failure::usage(format!("cannot write {}: {}", shown(path), error.kind()))
            .hint("name a file in a folder of yours")
    })
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
    let mut file =
        tempfile::Builder::new().prefix(".botpit-").permissions(usual_mode()).tempfile_in(folder_of(&target))?;
    if let Ok(replaced) = std::fs::metadata(&target) {
        file.as_file().set_permissions(replaced.permissions())?;
    }
    file.write_all(bytes)?;
    file.persist(&target)?;
    Ok(())
}

/// What a new file may be used for, as far as the user's mask allows it: a temporary file would be private.
fn usual_mode() -> std::fs::Permissions {
    std::os::unix::fs::PermissionsExt::from_mode(0o666)
}

/// The folder that a file lies in.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
