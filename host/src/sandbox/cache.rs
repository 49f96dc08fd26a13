use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;

use super::Identity;
use super::compile::ARTIFACT_BYTES_MAX;

const MAGIC: &[u8] = b"botpit compiled bot 1\n";
const CHECKSUM_BYTES: usize = 32;
/// The longest entry that is read, in bytes.
const ENTRY_BYTES_MAX: u64 = (MAGIC.len() + CHECKSUM_BYTES) as u64 + ARTIFACT_BYTES_MAX;

/// Compiled bots on disk.
///
/// Wasmtime runs whatever bytes an artifact has, so only a folder that nobody else can write to is used, and each
/// entry carries a checksum over its key and content. The mode of a folder that was there before is never changed, as it
/// may serve others too. No trouble with the cache ever fails a load: what cannot be
/// read is compiled again.
#[derive(Debug)]
pub(super) struct Cache {
    folder: PathBuf,
    /// What else than the wasm the code depends on.
    context: [u8; 32],
}

impl Cache {
    /// The cache in a folder, which is made if it is not there.
    ///
    /// # Errors
    /// Why the folder cannot be used, for people.
    pub(super) fn open(folder: &Path, identity: &Identity) -> Result<Cache, String> {
        let shown = folder.display();
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(folder)
            .map_err(|error| format!("the folder {shown} cannot be made: {error}"))?;
        check(folder).map_err(|error| format!("the folder {shown} cannot be used: {error}"))?;
        let mut hasher = blake3::Hasher::new();
        for part in [&identity.wasmtime, &identity.target, &identity.config] {
            hasher.update(part.as_bytes());
            hasher.update(&[0]);
        }
        Ok(Cache { folder: folder.to_owned(), context: *hasher.finalize().as_bytes() })
    }

    /// The artifact of a module, if there is an undamaged one.
    pub(super) fn get(&self, wasm_sha256: &[u8; 32]) -> Option<Vec<u8>> {
        check(&self.folder).ok()?;
        let entry = match read_regular(&self.path(wasm_sha256)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
            entry => entry.unwrap_or_default(),
        };
        let artifact = self.artifact(wasm_sha256, &entry);
        if artifact.is_none() {
            self.remove(wasm_sha256);
        }
        artifact.map(<[u8]>::to_vec)
    }

    /// Keeps an artifact; a reader sees all of it or nothing.
    pub(super) fn put(&self, wasm_sha256: &[u8; 32], artifact: &[u8]) {
        // A full disk or a read-only folder costs the time to compile again, and no more.
        let _ = self.try_put(wasm_sha256, artifact);
    }

    /// Forgets an artifact.
    pub(super) fn remove(&self, wasm_sha256: &[u8; 32]) {
        let _ = fs::remove_file(self.path(wasm_sha256));
    }

    fn try_put(&self, wasm_sha256: &[u8; 32], artifact: &[u8]) -> io::Result<()> {
        check(&self.folder)?;
        let mut file = tempfile::NamedTempFile::new_in(&self.folder)?;
        file.write_all(MAGIC)?;
        file.write_all(&self.checksum(wasm_sha256, artifact))?;
        file.write_all(artifact)?;
        file.persist(self.path(wasm_sha256))?;
        Ok(())
    }

    fn artifact<'a>(&self, wasm_sha256: &[u8; 32], entry: &'a [u8]) -> Option<&'a [u8]> {
        let (checksum, artifact) = entry.strip_prefix(MAGIC)?.split_at_checked(CHECKSUM_BYTES)?;
        (self.checksum(wasm_sha256, artifact) == *checksum).then_some(artifact)
    }

    fn checksum(&self, wasm_sha256: &[u8; 32], artifact: &[u8]) -> [u8; CHECKSUM_BYTES] {
        let mut hasher = blake3::Hasher::new();
        hasher.update(MAGIC).update(&self.context).update(wasm_sha256).update(artifact);
        *hasher.finalize().as_bytes()
    }

    fn path(&self, wasm_sha256: &[u8; 32]) -> PathBuf {
        let key = blake3::Hasher::new().update(&self.context).update(wasm_sha256).finalize();
        self.folder.join(format!("{}.bot", hex::encode(key.as_bytes())))
    }
}

/// Refuses a folder that anybody else can write to.
fn check(folder: &Path) -> io::Result<()> {
    let metadata = fs::metadata(folder)?;
    let trouble = if !metadata.is_dir() {
        "it is no folder"
    } else if metadata.uid() != rustix::process::geteuid().as_raw() {
        "it belongs to another user"
    } else if metadata.mode() & 0o022 != 0 {
        "other users can write to it"
    } else {
        return Ok(());
    };
    Err(io::Error::other(trouble))
}

/// Reads a file, but nothing that could block or never end.
fn read_regular(path: &Path) -> io::Result<Vec<u8>> {
    let flags = OFlags::NONBLOCK | OFlags::NOFOLLOW;
    let file: File = OpenOptions::new().read(true).custom_flags(flags.bits() as i32).open(path)?;
    if !file.metadata()?.is_file() {
        return Err(io::Error::other("no regular file"));
    }
    let mut entry = Vec::new();
    file.take(ENTRY_BYTES_MAX).read_to_end(&mut entry)?;
    Ok(entry)
}
