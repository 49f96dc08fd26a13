//! Compiled bots on disk.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use botpit::sandbox::{CompilerPath, HostFailure, LoadProblem, Sandbox, SandboxConfig};

use crate::support::{Wat, config, started, turn};

fn sandbox_with(cache: &Path, compiler: CompilerPath) -> Sandbox {
    let config = SandboxConfig { cache_dir: Some(cache.to_owned()), compiler, ..config() };
    Sandbox::new(config).expect("a sandbox")
}

fn caching(cache: &Path) -> Sandbox {
    sandbox_with(cache, config().compiler)
}

/// A sandbox that can load only what is in its cache.
fn without_compiler(cache: &Path) -> Sandbox {
    let program = cache.join("no-such-program");
    sandbox_with(cache, CompilerPath::Program { program, args: Vec::new() })
}

fn assert_not_cached(cache: &Path, wasm: &[u8]) {
    let problem = without_compiler(cache).load("x", wasm).expect_err("there is no compiler").problem;
    assert!(matches!(problem, LoadProblem::Host(HostFailure::CompileChild(_))), "{problem}");
}

fn only_entry(cache: &Path) -> PathBuf {
    let entries: Vec<_> =
        fs::read_dir(cache).expect("the folder").map(|entry| entry.expect("an entry").path()).collect();
    assert_eq!(entries.len(), 1, "{entries:?}");
    entries[0].clone()
}

#[test]
fn a_bot_is_compiled_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let cache = folder.path().join("deep/in/bots");
    let wasm = Wat::default().wasm();
    assert_not_cached(&cache, &wasm);
    caching(&cache).load("x", &wasm).expect("loads");
    assert_eq!(fs::metadata(&cache).expect("the folder").permissions().mode() & 0o777, 0o700);
    let module = without_compiler(&cache).load("x", &wasm).expect("loads from the cache");
    turn(&mut started(&module), 0);
    // Another bot is another entry.
    assert_not_cached(&cache, &Wat::thinking("(i64.const 0x100000000)").wasm());
}

#[test]
fn a_damaged_entry_is_compiled_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let cache = folder.path().join("bots");
    let wasm = Wat::default().wasm();
    caching(&cache).load("x", &wasm).expect("loads");
    let entry = only_entry(&cache);
    let whole = fs::read(&entry).expect("the entry");
    let flipped = |at: usize| {
        let mut bytes = whole.clone();
        bytes[at] ^= 1;
        bytes
    };
    let damages = [
        Vec::new(),
        b"rubbish".to_vec(),
        whole[..whole.len() / 2].to_vec(),
        whole[..40].to_vec(),
        flipped(0),
        flipped(30),
        flipped(whole.len() / 2),
        flipped(whole.len() - 1),
        [whole.as_slice(), b"x"].concat(),
    ];
    for damaged in damages {
        fs::write(&entry, damaged).expect("damage");
        assert_not_cached(&cache, &wasm);
        let module = caching(&cache).load("x", &wasm).expect("compiled again");
        turn(&mut started(&module), 0);
        assert_eq!(fs::read(only_entry(&cache)).expect("the entry"), whole);
    }
}

/// A whole entry of another bot under this bot's name is no entry of this bot.
#[test]
fn an_entry_of_another_bot_is_not_taken() {
    let folder = tempfile::tempdir().expect("a folder");
    let (own, other) = (folder.path().join("own"), folder.path().join("other"));
    let wasm = Wat::default().wasm();
    caching(&own).load("x", &wasm).expect("loads");
    caching(&other).load("y", &Wat::thinking("(unreachable)").wasm()).expect("loads");
    fs::copy(only_entry(&other), only_entry(&own)).expect("a copy");
    assert_not_cached(&own, &wasm);
    assert_eq!(fs::read_dir(&own).expect("the folder").count(), 0, "it is removed");
}

#[test]
fn a_cache_that_cannot_be_used_fails_no_load() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file");
    fs::write(&file, b"in the way").expect("a file");
    let wasm = Wat::default().wasm();
    for cache in [file.clone(), file.join("below"), PathBuf::from("/proc/no/such/folder")] {
        let sandbox = caching(&cache);
        assert!(sandbox.cache_trouble().is_some_and(|trouble| trouble.contains(&*cache.to_string_lossy())));
        sandbox.load("x", &wasm).expect("loads");
    }
    assert_eq!(fs::read(&file).expect("the file"), b"in the way");
}

#[test]
fn a_folder_of_the_users_keeps_its_mode_and_serves_if_nobody_else_can_write_to_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let wasm = Wat::default().wasm();
    for (mode, serves) in [(0o777, false), (0o1777, false), (0o775, false), (0o755, true), (0o700, true)] {
        let cache = folder.path().join(format!("{mode:o}"));
        fs::create_dir(&cache).expect("a folder");
        fs::set_permissions(&cache, fs::Permissions::from_mode(mode)).expect("permissions");
        let sandbox = caching(&cache);
        assert_eq!(sandbox.cache_trouble().is_none(), serves, "{mode:o}");
        sandbox.load("x", &wasm).expect("loads");
        assert_eq!(fs::metadata(&cache).expect("the folder").permissions().mode() & 0o7777, mode);
        assert_eq!(fs::read_dir(&cache).expect("the folder").count(), usize::from(serves), "{mode:o}");
    }
}

#[test]
fn a_folder_that_others_can_write_to_only_later_is_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let cache = folder.path().join("bots");
    let sandbox = caching(&cache);
    fs::set_permissions(&cache, fs::Permissions::from_mode(0o777)).expect("permissions");
    sandbox.load("x", &Wat::default().wasm()).expect("loads");
    assert_eq!(fs::read_dir(&cache).expect("the folder").count(), 0);
}

/// To open a pipe that nobody writes to would take for ever.
#[test]
fn an_entry_that_is_no_file_is_compiled_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let cache = folder.path().join("bots");
    let wasm = Wat::default().wasm();
    caching(&cache).load("x", &wasm).expect("loads");
    let entry = only_entry(&cache);
    let whole = fs::read(&entry).expect("the entry");
    let pipe = |at: &Path| {
        let made = std::process::Command::new("mkfifo").arg(at).status().expect("mkfifo");
        assert!(made.success());
    };
    let link = |at: &Path| std::os::unix::fs::symlink("/dev/zero", at).expect("a link");
    for replace in [&pipe as &dyn Fn(&Path), &link] {
        fs::remove_file(&entry).expect("removed");
        replace(&entry);
        caching(&cache).load("x", &wasm).expect("compiled again");
        assert_eq!(fs::read(only_entry(&cache)).expect("the entry"), whole);
    }
    // A folder cannot be replaced, so nothing is kept.
    fs::remove_file(&entry).expect("removed");
    fs::create_dir(&entry).expect("a folder");
    caching(&cache).load("x", &wasm).expect("compiled again");
    assert!(entry.is_dir());
}
