//! Replay files: JSON Lines, plain or compressed with zstd.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use botpit_engine::replay::{Damage, Replay};

use super::failure::Failure;

/// The most that a compressed replay may expand to, in bytes.
const EXPANDED_BYTES: u64 = 4 << 30;
/// The first bytes of a zstd frame.
const ZSTD_MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// Writes a replay as a whole or not at all; a name that ends in `.zst` is compressed.
pub(super) fn write(path: &Path, replay: &Replay) -> anyhow::Result<()> {
    let text = replay.write();
    let compressed = path.extension().is_some_and(|extension| extension == "zst");
    let bytes = if compressed { zstd::encode_all(text.as_bytes(), 3)? } else { text.into_bytes() };
    let folder = folder_of(path);
    let save = || -> std::io::Result<()> {
        let mut file = tempfile::Builder::new().prefix(".botpit-").tempfile_in(folder)?;
        file.write_all(&bytes)?;
        set_usual_mode(file.as_file())?;
        file.persist(path)?;
        Ok(())
    };
    // The error itself would name the temporary file.
    save().map_err(|error| anyhow::anyhow!("cannot write {}: {}", path.display(), error.kind()))
}

/// The folder that a file lies in.
pub(super) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A temporary file is private; a replay is for others to read.
fn set_usual_mode(file: &std::fs::File) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(std::fs::Permissions::from_mode(0o644))
}

/// Reads a replay as far as it is good.
pub(super) fn read(path: &PathBuf) -> anyhow::Result<(Replay, Option<Damage>)> {
    let bytes = super::read_file(path, EXPANDED_BYTES)?;
    let (bytes, cut) = if bytes.starts_with(&ZSTD_MAGIC) { expand(path, &bytes)? } else { (bytes, None) };
    let (replay, damage) =
        Replay::read(&bytes).map_err(|error| Failure::new(format!("{}: {error}", path.display())))?;
    Ok((replay, cut.or(damage)))
}

/// A complete replay, or an error that says where it is damaged.
pub(super) fn read_whole(path: &PathBuf) -> anyhow::Result<Replay> {
    match read(path)? {
        (replay, None) => Ok(replay),
        (_, Some(damage)) => Err(Failure::new(format!("{}: {damage}", path.display()))
            .hint(format!("`botpit replay show {}` shows what is good of it", path.display()))
            .into()),
    }
}

/// Expands a compressed file as far as it goes.
fn expand(path: &Path, bytes: &[u8]) -> anyhow::Result<(Vec<u8>, Option<Damage>)> {
    let mut out = Vec::new();
    let mut decoder = zstd::Decoder::new(bytes)?.take(EXPANDED_BYTES + 1);
    let result = decoder.read_to_end(&mut out);
    anyhow::ensure!(
        out.len() as u64 <= EXPANDED_BYTES,
        "{}: expands to more than {EXPANDED_BYTES} bytes",
        path.display()
    );
    let line = out.iter().filter(|&&byte| byte == b'\n').count() + 1;
    Ok((out, result.err().map(|error| Damage { line, what: format!("the compressed file is damaged here: {error}") })))
}
