//! The same matches give the same replays, byte for byte: on any number of threads, with a cold and a warm cache, with a
//! pool of memories and without, under limits of the address space, in another build of the host, after other matches,
//! and as the engine computes them when it is wasm itself. Where the address space is so small that bots get other code,
//! the replays say so, and differ in nothing else.
//!
//! `BOTPIT_AGREEMENT_MATCHES` sets how many matches are played, and `BOTPIT_AGREEMENT_DIGEST` names a file that keeps
//! what they came to for the next build; `cargo xtask matrix` plays 1000 in a debug and in a release build.

mod common;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::AtomicBool;

use botpit::bot_build::BotBuild;
use botpit::builtins::builtin;
use botpit::matches::{Entrant, MapSource, MatchSpec, Referee};
use botpit::sandbox::{CompilerPath, Sandbox, SandboxConfig};
use botpit_engine::{BothSeats, GAMES, Limits, Policy, Seed, Settings};
use common::botpit;
use sha2::{Digest, Sha256};

/// Two bots with the options of small maps, on which a match takes a fraction of a second and is still decided.
struct Pair {
    bots: [&'static str; 2],
    options: &'static [&'static str],
}

const PAIRS: [Pair; 4] = [
    Pair { bots: ["builtin:foreman", "builtin:prospector"], options: &GOLD },
    Pair { bots: ["builtin:marksman", "builtin:random"], options: &GOLD },
    Pair { bots: ["builtin:captain", "builtin:runner"], options: &FLAGS },
    Pair { bots: ["builtin:sentinel", "builtin:wanderer"], options: &FLAGS },
];
const GOLD: [&str; 10] = [
    "--map-option=width=16",
    "--map-option=height=14",
    "--map-option=hunters=2",
    "--map-option=workers=2",
    "--map-option=turns=250",
    "--log-bytes-per-turn=100",
    "--fuel-per-turn=20000000",
    "--max-faults=30",
    "--replays=1",
    "--game=gold-hunter",
];
const FLAGS: [&str; 3] = ["--option=turns=120", "--fuel-bank=300000000", "--game=capture-the-flag"];

/// Under this limit of the address space, in KiB, there is no pool of memories.
const NO_POOL: &str = "90000000";
/// Under this one there is.
const POOL: &str = "900000000";
/// Under this one, bots' code checks every bound of memory by itself.
const TIGHT: &str = "8000000";

fn from_environment(name: &str, default: u32) -> u32 {
    match std::env::var(name) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{name} is a number")),
        Err(_) => default,
    }
}

/// How all matches are played.
#[derive(Clone, Copy)]
struct Way<'a> {
    name: &'a str,
    threads: u32,
    cache: &'a str,
    /// The limit of the address space, if there is one.
    address_space: Option<&'a str>,
}

type Files = BTreeMap<PathBuf, Vec<u8>>;

/// Plays all matches and gives back the replays by name.
fn play(folder: &Path, way: &Way<'_>) -> Files {
    let mut files = Files::new();
    let games = (from_environment("BOTPIT_AGREEMENT_MATCHES", 16) / PAIRS.len() as u32).max(2);
    for (index, pair) in PAIRS.iter().enumerate() {
        let replays = folder.join(format!("{}-{index}", way.name));
        let arguments = [&["play"][..], &pair.bots, &["--swap", "--map=generated"], pair.options].concat();
        let mut command = limited(folder, way.address_space);
        command.args(arguments).env("BOTPIT_CACHE_DIR", folder.join(way.cache));
        command.args([format!("--games={games}"), format!("--threads={}", way.threads)]);
        command.arg(format!("--seed={}", 7_000_000 + index * 1_000_000)).arg("--replay").arg(&replays);
        let output = command.output().unwrap();
        assert!(output.status.success(), "{}: {}", way.name, String::from_utf8_lossy(&output.stderr));
        for entry in std::fs::read_dir(&replays).expect("the folder of replays is there") {
            let path = entry.expect("it can be listed").path();
            let name = Path::new(&index.to_string()).join(path.file_name().expect("files have names"));
            files.insert(name, std::fs::read(&path).expect("it can be read"));
        }
    }
    assert_eq!(files.len() as u32, games * PAIRS.len() as u32, "{}: every match leaves a replay", way.name);
    files
}

/// The program, under a limit of its address space where there is one.
fn limited(folder: &Path, address_space: Option<&str>) -> Command {
    let program = botpit(folder);
    let mut command = match address_space {
        None => Command::new(program.get_program()),
        Some(kilobytes) => {
            let mut shell = Command::new("sh");
            shell.arg("-c").arg(format!("ulimit -v {kilobytes} && exec \"$0\" \"$@\"")).arg(program.get_program());
            shell
        }
    };
    for (name, value) in program.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    command.current_dir(folder);
    command
}

#[test]
fn however_the_matches_are_played_the_replays_are_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path();
    let first = Way { name: "first", threads: 1, cache: "cache", address_space: None };
    let expected = play(dir, &first);
    assert_ne!(std::fs::read_dir(dir.join("cache")).expect("the cache was made").count(), 0, "the cache is warm now");
    for way in [
        Way { name: "warm", ..first },
        Way { name: "two-threads", threads: 2, ..first },
        Way { name: "eight-threads", threads: 8, ..first },
        Way { name: "eight-threads-cold", threads: 8, cache: "another-cache", ..first },
        Way { name: "no-pool", address_space: Some(NO_POOL), cache: "third-cache", ..first },
        Way { name: "no-pool-two-threads", threads: 2, address_space: Some(NO_POOL), ..first },
        Way { name: "pool-under-limit", address_space: Some(POOL), ..first },
    ] {
        let again = play(dir, &way);
        for (file, bytes) in &expected {
            assert!(again.get(file) == Some(bytes), "{}: {} is not byte-equal", way.name, file.display());
        }
    }
    let tight = Way { name: "tight", threads: 2, address_space: Some(TIGHT), cache: "fourth-cache" };
    compare_but_for_configuration(&expected, &play(dir, &tight));
    verify_and_rerun(dir);
    verify_in_wasm(&expected);
    compare_with_other_build(&expected);
}

/// Bots with other code play the same matches, and the replays name another configuration.
fn compare_but_for_configuration(expected: &Files, tight: &Files) {
    for (file, bytes) in expected {
        let [(config, replay), (other_config, other)] = [&bytes[..], &tight[file][..]].map(without_configuration);
        assert_ne!(config, other_config, "{}", file.display());
        assert!(replay == other, "{} differs in more than its configuration", file.display());
    }
}

/// The configuration that a replay names, and the replay without it.
fn without_configuration(compressed: &[u8]) -> (String, String) {
    let replay = String::from_utf8(zstd::decode_all(compressed).unwrap()).expect("a replay is text");
    let header: serde_json::Value = serde_json::from_str(replay.lines().next().expect("a header")).expect("JSON");
    let config = header["header"]["sandbox"]["config"].as_str().expect("a configuration").to_owned();
    let rest = replay.replacen(&config, "", 1);
    (config, rest)
}

fn verify_and_rerun(dir: &Path) {
    for index in 0..PAIRS.len() {
        let replays = std::fs::read_dir(dir.join(format!("first-{index}"))).unwrap();
        let files: Vec<PathBuf> = replays.map(|entry| entry.unwrap().path()).collect();
        for command in ["verify", "rerun"] {
            let cache = dir.join("cache");
            botpit(dir).env("BOTPIT_CACHE_DIR", cache).args(["replay", command]).args(&files).assert().success();
        }
    }
}

/// The engine as wasm comes to every recorded state.
fn verify_in_wasm(files: &Files) {
    let verifier = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/verifier");
    let target_dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("verifier");
    let build = BotBuild { target_dir, locked: true, ..BotBuild::of(&verifier) };
    let [module] = <[PathBuf; 1]>::try_from(build.run().expect("the verifier builds")).expect("one module");
    let engine = wasmtime::Engine::default();
    let module = wasmtime::Module::from_file(&engine, module).unwrap();
    let mut store = wasmtime::Store::new(&engine, ());
    let instance = wasmtime::Instance::new(&mut store, &module, &[]).expect("it imports nothing");
    let memory = instance.get_memory(&mut store, "memory").unwrap();
    let room = instance.get_typed_func::<u32, u32>(&mut store, "room").unwrap();
    let verified = instance.get_typed_func::<(), i32>(&mut store, "verified_turns").unwrap();
    for (name, compressed) in files {
        let replay = zstd::decode_all(&compressed[..]).unwrap();
        let turns = replay.split(|byte| *byte == b'\n').filter(|line| line.starts_with(b"{\"turn\"")).count();
        let place = room.call(&mut store, replay.len() as u32).unwrap();
        memory.write(&mut store, place as usize, &replay).unwrap();
        assert_eq!(verified.call(&mut store, ()).unwrap(), turns as i32, "{}", name.display());
        assert!(turns > 0);
    }
}

/// Keeps what all replays came to, or compares it with what an earlier build has kept.
fn compare_with_other_build(files: &Files) {
    let Some(kept) = std::env::var_os("BOTPIT_AGREEMENT_DIGEST") else { return };
    let digest = files.values().fold(Sha256::new(), |digest, bytes| digest.chain_update(bytes)).finalize();
    let digest = hex::encode(digest);
    match std::fs::read_to_string(&kept) {
        Ok(other) => assert_eq!(digest, other, "another build has come to other replays"),
        Err(_) => std::fs::write(&kept, digest).expect("the digest can be kept"),
    }
}

/// What a process did before does not show in a match.
#[test]
fn other_matches_before_it_do_not_change_a_match() {
    let compiler =
        CompilerPath::Program { program: env!("CARGO_BIN_EXE_botpit").into(), args: vec!["__compile".into()] };
    let sandbox = Sandbox::new(SandboxConfig { compiler, ..SandboxConfig::default() }).unwrap();
    let referee = Referee::new(&sandbox, &GAMES);
    let play = |bots: [&str; 2], seed: u64, turns: &str| {
        let ruleset = GAMES.ruleset(builtin(bots[0]).unwrap().game).unwrap();
        let mut settings = Settings::default();
        settings.set("turns", turns);
        let of_rules = ruleset.options().iter().any(|spec| spec.name == "turns");
        let (options, settings) =
            if of_rules { (settings, Settings::default()) } else { (Settings::default(), settings) };
        let entrant = |name: &str| {
            let wasm = builtin(name).unwrap().wasm;
            Entrant { name: name.to_owned(), module: sandbox.load(name, wasm).unwrap(), wasm: wasm.into() }
        };
        let spec = MatchSpec {
            ruleset,
            options,
            seed: Seed(seed),
            limits: Limits::default(),
            policy: Policy::default(),
            bots: BothSeats(bots.map(entrant)),
            maps: MapSource::Generated { ruleset, first: Seed(seed), settings },
            embed: false,
        };
        move |referee: &Referee<'_>| referee.play(&spec, &AtomicBool::new(false)).unwrap().write()
    };
    let watched = [play(["foreman", "marksman"], 1, "100"), play(["captain", "sentinel"], 1, "100")];
    let others = [play(["random", "random"], 5, "10"), play(["wanderer", "wanderer"], 6, "10")];
    let before = watched.each_ref().map(|play| play(&referee));
    for round in 0..from_environment("BOTPIT_AGREEMENT_OTHERS", 200) as usize {
        others[round % others.len()](&referee);
    }
    assert!(before == watched.map(|play| play(&referee)), "a match after others is another");
}
