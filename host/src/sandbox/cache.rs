use std::fs::{self, DirBuilder};
use std::io::Write;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use super::Identity;

const MAGIC: &[u8] = b"botpit compiled bot 1\n";
const CHECKSUM_BYTES: usize = 32;

/// Compiled bots on disk.
///
/// Wasmtime runs whatever bytes an artifact has, so only a folder that nobody else can write to is used, and each
/// entry carries a checksum over its key and content. No trouble with the cache ever fails a load: what cannot be
/// read is compiled again.
#[derive(Debug)]
pub(super) struct Cache {
    folder: PathBuf,
    /// What else than the wasm the code depends on.
    context: [u8; 32],
}

impl Cache {
    pub(super) fn new(folder: PathBuf, identity: &Identity) -> Cache {
        let mut hasher = blake3::Hasher::new();
        for part in [&identity.wasmtime, &identity.target, &identity.config] {
            hasher.update(part.as_bytes());
            hasher.update(&[0]);
        }
        Cache { folder, context: *hasher.finalize().as_bytes() }
    }

    /// The artifact of a module, if there is an undamaged one.
    pub(super) fn get(&self, wasm_sha256: &[u8; 32]) -> Option<Vec<u8>> {
        if !is_private(&self.folder) {
            return None;
        }
        let entry = fs::read(self.path(wasm_sha256)).ok()?;
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

    fn try_put(&self, wasm_sha256: &[u8; 32], artifact: &[u8]) -> std::io::Result<()> {
        DirBuilder::new().recursive(true).mode(0o700).create(&self.folder)?;
        if !is_private(&self.folder) {
            return Ok(());
        }
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

/// Whether only this user can write to the folder. One of this user's that others can see is made private.
fn is_private(folder: &Path) -> bool {
    let Ok(metadata) = fs::metadata(folder) else {
        return false;
    };
    if !metadata.is_dir() || metadata.uid() != rustix::process::geteuid().as_raw() {
        return false;
    }
    metadata.permissions().mode() & 0o077 == 0 || fs::set_permissions(folder, fs::Permissions::from_mode(0o700)).is_ok()
}
