//! Play, verify and rerun agree, on one thread and on two, with a cold and with a warm cache.
//!
//! `BOTPIT_AGREEMENT_MATCHES` sets how many matches are played; `cargo xtask agreement` plays 1000.

mod common;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use common::botpit;

const PAIRS: [[&str; 2]; 2] = [["builtin:foreman", "builtin:prospector"], ["builtin:marksman", "builtin:random"]];
/// A map on which a match takes a fraction of a second, and is still decided by shots and gold.
const SMALL: [&str; 5] = ["width=16", "height=14", "hunters=2", "workers=2", "turns=250"];

fn matches() -> u32 {
    match std::env::var("BOTPIT_AGREEMENT_MATCHES") {
        Ok(text) => text.parse().expect("BOTPIT_AGREEMENT_MATCHES is a number"),
        Err(_) => 16,
    }
}

/// Plays all matches and gives back the folder's files by name.
fn play(folder: &Path, name: &str, threads: &str, cache: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    for (index, pair) in PAIRS.iter().enumerate() {
        let replays = folder.join(format!("{name}-{index}"));
        botpit(folder)
            .env("BOTPIT_CACHE_DIR", cache)
            .arg("play")
            .args(pair)
            .args(["--games", &(matches() / 2).max(2).to_string(), "--swap", "--map", "generated"])
            .args(SMALL.map(|option| ["--map-option", option]).concat())
            .args(["--seed", &(7_000_000 + index * 1_000_000).to_string(), "--threads", threads, "--replay"])
            .arg(&replays)
            .assert()
            .success();
        for entry in std::fs::read_dir(&replays).expect("the folder of replays is there") {
            let path = entry.expect("it can be listed").path();
            let name = Path::new(&index.to_string()).join(path.file_name().expect("files have names"));
            files.insert(name, std::fs::read(&path).expect("it can be read"));
        }
    }
    files
}

#[test]
fn play_verify_and_rerun_agree() {
    let folder = tempfile::tempdir().unwrap();
    let cache = folder.path().join("cache");
    let cold_one = play(folder.path(), "cold-one", "1", &cache);
    assert_eq!(cold_one.len() as u32, 2 * (matches() / 2).max(2), "every match leaves a replay");
    assert_ne!(std::fs::read_dir(&cache).expect("the cache was made").count(), 0, "the cache is warm now");
    for (name, threads, cache) in [
        ("warm-one", "1", cache.clone()),
        ("warm-two", "2", cache.clone()),
        ("cold-two", "2", folder.path().join("another-cache")),
    ] {
        let again = play(folder.path(), name, threads, &cache);
        for (file, bytes) in &cold_one {
            assert!(again.get(file) == Some(bytes), "{name}: {} is not byte-equal", file.display());
        }
        assert_eq!(again.len(), cold_one.len(), "{name}");
    }
    for (index, _) in PAIRS.iter().enumerate() {
        let replays = folder.path().join(format!("cold-one-{index}"));
        let files: Vec<PathBuf> = std::fs::read_dir(&replays).unwrap().map(|entry| entry.unwrap().path()).collect();
        for command in ["verify", "rerun"] {
            botpit(folder.path())
                .env("BOTPIT_CACHE_DIR", &cache)
                .args(["replay", command])
                .args(&files)
                .assert()
                .success();
        }
    }
}
