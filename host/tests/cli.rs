//! The program as a user meets it: help, results, errors, exit codes, interruption.

mod common;

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Stdio;

use common::{QUIET, botpit, shown, wat_bot, write};

/// The output of a call in the folder, as one text.
fn call(folder: &Path, args: &[&str]) -> String {
    shown(folder, &botpit(folder).args(args).output().expect("the program runs"))
}

/// A folder with the files that the calls of these tests need.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "quiet.wasm", wat_bot(QUIET));
    folder
}

/// A replay of a short match between built-in bots.
fn replay(folder: &Path) {
    let map = ["--map", "seed:7", "--map-option", "turns=20"];
    botpit(folder)
        .args(["play", "builtin:prospector", "builtin:random", "--replay", "match.jsonl"])
        .args(map)
        .assert()
        .success();
}

#[test]
fn help() {
    let folder = folder();
    for (name, args) in [
        ("help", &["--help"][..]),
        ("help_play", &["play", "--help"]),
        ("help_play_short", &["play", "-h"]),
        ("help_build", &["build", "--help"]),
        ("help_replay", &["replay", "--help"]),
        ("help_replay_show", &["replay", "show", "--help"]),
        ("help_replay_verify", &["replay", "verify", "--help"]),
        ("help_replay_rerun", &["replay", "rerun", "--help"]),
        ("help_replay_redact", &["replay", "redact", "--help"]),
    ] {
        insta::assert_snapshot!(name, call(folder.path(), args));
    }
}

#[test]
fn errors_name_the_thing_and_the_next_step() {
    let folder = folder();
    let dir = folder.path();
    write(dir, "noise.wasm", b"not wasm at all");
    write(dir, "empty.wasm", b"");
    let start = wat::parse_str(r#"(module (memory (export "memory") 1) (func (export "_start")))"#).unwrap();
    write(dir, "start-only.wasm", start);
    write(dir, "other-game.wasm", with_games(2));
    write(dir, "bad.map", "400\n2 2\n1 1\n1 x\n");
    std::fs::create_dir(dir.join("folder")).unwrap();
    for (name, args) in [
        ("no_command", &[][..]),
        ("unknown_command", &["plya"]),
        ("unknown_option", &["play", "--turns", "3"]),
        ("unknown_builtin", &["play", "builtin:formen", "quiet.wasm"]),
        ("builtin_without_prefix", &["play", "foreman", "quiet.wasm"]),
        ("missing_bot", &["play", "nobody.wasm", "quiet.wasm"]),
        ("folder_without_manifest", &["play", "folder", "quiet.wasm"]),
        ("build_without_manifest", &["build", "folder"]),
        ("build_missing", &["build", "nowhere"]),
        ("noise", &["play", "noise.wasm", "quiet.wasm"]),
        ("empty_bot", &["play", "empty.wasm", "quiet.wasm"]),
        ("start_only", &["play", "start-only.wasm", "quiet.wasm"]),
        ("other_game", &["play", "other-game.wasm", "quiet.wasm"]),
        ("unknown_game", &["play", "--game", "chess"]),
        ("unknown_map", &["play", "--map", "crosing"]),
        ("bad_map", &["play", "--map", "bad.map"]),
        ("bad_map_seed", &["play", "--map", "seed:x"]),
        ("bad_seed", &["play", "--seed", "-1"]),
        ("map_option_alone", &["play", "--map-option", "width=9"]),
        ("map_option_unknown", &["play", "--map", "generated", "--map-option", "wdith=9"]),
        ("map_option_value", &["play", "--map", "generated", "--map-option", "width=1000"]),
        ("generated_in_a_pool", &["play", "--map", "generated", "--map", "seed:1"]),
        ("limit_range", &["play", "--memory-bytes", "1"]),
        ("limit_word", &["play", "--fuel-per-turn", "1e9"]),
        ("embed_alone", &["play", "--embed"]),
        ("replay_folder_missing", &["play", "quiet.wasm", "quiet.wasm", "--replay", "no/such/folder/x.jsonl"]),
        ("config_missing", &["play", "--config", "nowhere.toml"]),
        ("show_missing", &["replay", "show", "nowhere.jsonl"]),
        ("show_no_replay", &["replay", "show", "quiet.wasm"]),
        ("show_empty", &["replay", "show", "empty.wasm"]),
        ("module_over_limit", &["play", "quiet.wasm", "quiet.wasm", "--module-bytes", "64"]),
    ] {
        let shown = call(dir, args);
        assert!(shown.starts_with("exit 1") || shown.starts_with("exit 2"), "{name}: {shown}");
        insta::assert_snapshot!(name, shown);
    }
}

/// A bot that says it plays other games.
fn with_games(games: u32) -> Vec<u8> {
    let text = format!(
        r#"(module (memory (export "memory") 1)
            (func (export "botpit_abi") (result i32) (i32.const {}))
            (func (export "alloc") (param i32) (result i32) (i32.const 0)) {QUIET})"#,
        games << 16 | 1
    );
    wat::parse_str(text).unwrap()
}

#[test]
fn a_configuration_file_sets_limits_and_the_command_line_overrides_it() {
    let folder = folder();
    let dir = folder.path();
    let limits_of = |args: &[&str]| {
        let mut command = botpit(dir);
        command.args(["play", "quiet.wasm", "quiet.wasm", "--map", "seed:1", "--replay", "x.jsonl"]).args(args);
        command.assert().success();
        let text = std::fs::read_to_string(dir.join("x.jsonl")).unwrap();
        let header: serde_json::Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
        let number = |name: &str| header["header"]["limits"][name].as_u64().unwrap();
        (number("fuel_per_turn"), number("max_faults"), header["header"]["policy"]["replays"].as_u64().unwrap())
    };
    assert_eq!(limits_of(&[]), (1_000_000_000, 10, 3));
    write(dir, "botpit.toml", "[limits]\nfuel_per_turn = 5_000_000\nmax_faults = 4\n[policy]\nreplays = 0\n");
    assert_eq!(limits_of(&[]), (5_000_000, 4, 0));
    assert_eq!(limits_of(&["--fuel-per-turn", "6_000_000"]), (6_000_000, 4, 0));
    write(dir, "other.toml", "[policy]\nreplays = 1\n");
    assert_eq!(limits_of(&["--config", "other.toml"]), (1_000_000_000, 10, 1));
    write(dir, "botpit.toml", "[limits]\nfuel_per_tern = 1\n");
    insta::assert_snapshot!("config_unknown_key", call(dir, &["play"]));
}

#[test]
fn one_game_is_reported_with_both_bots_figures() {
    let folder = folder();
    let play = ["play", "quiet.wasm", "quiet.wasm", "--map", "seed:7", "--map-option", "turns=20", "--replays", "1"];
    insta::assert_snapshot!("play_quiet", call(folder.path(), &play));
    insta::assert_snapshot!(
        "play_quiet_games",
        call(folder.path(), &[&play[..], &["--games", "2", "--swap"]].concat())
    );
    let json = botpit(folder.path()).args(play).args(["--json", "--games", "3"]).output().unwrap();
    let lines: Vec<serde_json::Value> =
        String::from_utf8(json.stdout).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[2]["game"], 3);
    assert_eq!(lines[2]["seed"], "0x0000000000000003");
    assert_eq!(lines[2]["legs"][1]["turns"], 20);
    assert_eq!(lines[3]["summary"]["draws"], 3);
}

#[test]
fn a_cut_damaged_or_newer_replay_shows_what_there_is_and_says_what_is_wrong() {
    let folder = folder();
    let dir = folder.path();
    replay(dir);
    let text = std::fs::read_to_string(dir.join("match.jsonl")).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    write(dir, "cut.jsonl", &text[..text.len() - lines[lines.len() - 1].len() - 30]);
    write(dir, "cut-clean.jsonl", lines[..12].join("\n") + "\n");
    write(dir, "header.jsonl", lines[0].to_owned() + "\n");
    write(dir, "newer.jsonl", text.replace(r#""format":1"#, r#""format":2"#));
    write(dir, "forged-hash.jsonl", forge_hash(&text));
    write(dir, "forged-score.jsonl", text.replace(r#""score":"#, r#""score":1"#));
    write(dir, "forged-winner.jsonl", forge_winner(&text));
    let order_line = lines.iter().position(|line| line.contains(r#""orders":""#)).unwrap();
    let forged = lines[order_line].replacen(r#""orders":"01000100"#, r#""orders":"01000200"#, 1);
    write(dir, "forged-orders.jsonl", text.replace(lines[order_line], &forged));
    for (name, file) in [
        ("cut", "cut.jsonl"),
        ("cut_clean", "cut-clean.jsonl"),
        ("header_only", "header.jsonl"),
        ("newer", "newer.jsonl"),
        ("forged_hash", "forged-hash.jsonl"),
        ("forged_score", "forged-score.jsonl"),
        ("forged_winner", "forged-winner.jsonl"),
        ("forged_orders", "forged-orders.jsonl"),
    ] {
        let verified = call(dir, &["replay", "verify", file]);
        assert!(verified.starts_with("exit 1"), "{name}: {verified}");
        insta::assert_snapshot!(format!("verify_{name}"), verified);
    }
    for (name, file) in [("show_cut", "cut.jsonl"), ("show_newer", "newer.jsonl")] {
        assert!(call(dir, &["replay", "show", file]).starts_with("exit 1"), "{name}");
    }
    assert!(call(dir, &["replay", "rerun", "cut-clean.jsonl"]).starts_with("exit 0"), "what is there runs again");
}

/// Changes the last digit of the hash after turn 10.
fn forge_hash(text: &str) -> String {
    let forge = |(index, line): (usize, &str)| match (index, line.strip_suffix("\"}}")) {
        (11, Some(start)) if start.ends_with('0') => format!("{}1\"}}}}\n", &start[..start.len() - 1]),
        (11, Some(start)) => format!("{}0\"}}}}\n", &start[..start.len() - 1]),
        _ => line.to_owned() + "\n",
    };
    text.lines().enumerate().map(forge).collect()
}

fn forge_winner(text: &str) -> String {
    text.replace(r#""outcome":{"win":"a"}"#, r#""outcome":{"win":"b"}"#)
        .replace(r#""outcome":"draw""#, r#""outcome":{"win":"b"}"#)
}

#[test]
fn a_rerun_names_the_first_turn_that_differs_and_in_what() {
    let folder = folder();
    let dir = folder.path();
    replay(dir);
    assert!(call(dir, &["replay", "rerun", "match.jsonl"]).starts_with("exit 0"));
    let other = call(dir, &["replay", "rerun", "match.jsonl", "--a", "builtin:random"]);
    assert!(other.starts_with("exit 1") && other.contains("seat a"), "{other}");
    // Fuel is outside of the rules: a replay with another number verifies and does not run again.
    let text = std::fs::read_to_string(dir.join("match.jsonl")).unwrap();
    let forged: String = text.lines().map(|line| forge_fuel(line) + "\n").collect();
    write(dir, "fuel.jsonl", &forged);
    let rerun = call(dir, &["replay", "rerun", "fuel.jsonl"]);
    assert!(rerun.contains("turn 5, seat a: fuel differs"), "{rerun}");
}

/// Adds one fuel to what seat A was charged on turn 5, and to the totals, so that the footer still fits.
fn forge_fuel(line: &str) -> String {
    let mut value: serde_json::Value = serde_json::from_str(line).unwrap();
    let more = |value: &mut serde_json::Value| *value = (value.as_u64().unwrap() + 1).into();
    if value["turn"]["turn"] == 5 {
        more(&mut value["turn"]["seats"][0]["fuel"]);
    } else if value["footer"].is_object() {
        more(&mut value["footer"]["totals"][0]["fuel"]);
    }
    value.to_string()
}

#[test]
fn redacting_takes_out_one_bots_words_and_the_rest_still_verifies() {
    let folder = folder();
    let dir = folder.path();
    let talker = r#"(module
        (import "botpit" "log" (func $log (param i32 i32)))
        (memory (export "memory") 8)
        (data (i32.const 8) "my secret plan")
        (func (export "botpit_abi") (result i32) (i32.const 0x10001))
        (func (export "alloc") (param i32) (result i32) (i32.const 1024))
        (func (export "think") (param i32 i32) (result i64) (call $log (i32.const 8) (i32.const 14)) (i64.const 0)))"#;
    write(dir, "talker.wasm", wat::parse_str(talker).unwrap());
    let play = ["play", "talker.wasm", "quiet.wasm", "--map", "seed:7", "--map-option", "turns=5"];
    botpit(dir).args(play).args(["--replay", "x.jsonl.zst", "--embed"]).assert().success();
    let shown = call(dir, &["replay", "show", "x.jsonl.zst", "--turn", "2"]);
    assert!(shown.contains("a log: my secret plan"), "{shown}");
    botpit(dir).args(["replay", "redact", "x.jsonl.zst", "--seat", "a", "-o", "y.jsonl"]).assert().success();
    let redacted = std::fs::read_to_string(dir.join("y.jsonl")).unwrap();
    assert!(!redacted.contains("secret"));
    let header: serde_json::Value = serde_json::from_str(redacted.lines().next().unwrap()).unwrap();
    assert!(header["header"]["bots"][0]["wasm"].is_null() && header["header"]["bots"][1]["wasm"].is_string());
    botpit(dir).args(["replay", "verify", "y.jsonl"]).assert().success();
    let rerun = call(dir, &["replay", "rerun", "y.jsonl"]);
    assert!(rerun.contains("hint: add `--a BOT`"), "{rerun}");
    botpit(dir).args(["replay", "rerun", "y.jsonl", "--a", "talker.wasm"]).assert().success();
    botpit(dir).args(["replay", "rerun", "x.jsonl.zst"]).assert().success();
}

#[test]
fn text_from_bots_cannot_steer_the_terminal() {
    let folder = folder();
    let dir = folder.path();
    let text = r#"(module
        (import "botpit" "log" (func $log (param i32 i32)))
        (memory (export "memory") 8)
        (data (i32.const 8) "\1b[2Jgone\e2\80\aeevil\ff\r\n")
        (func (export "botpit_abi") (result i32) (i32.const 0x10001))
        (func (export "alloc") (param i32) (result i32) (i32.const 1024))
        (func (export "team_name") (result i64) (i64.const 0x800000014))
        (func (export "think") (param i32 i32) (result i64) (call $log (i32.const 8) (i32.const 20)) (i64.const 0)))"#;
    write(dir, "evil.wasm", wat::parse_str(text).unwrap());
    let play = ["play", "evil.wasm", "quiet.wasm", "--map", "seed:7", "--map-option", "turns=3", "--replay", "x.jsonl"];
    let mut all = call(dir, &play);
    all += &call(dir, &["replay", "show", "x.jsonl"]);
    all += &call(dir, &["replay", "show", "x.jsonl", "--turn", "1"]);
    assert!(all.contains("gone"), "{all}");
    let unsafe_char = |c: char| (c.is_control() && c != '\n') || ('\u{202a}'..='\u{202e}').contains(&c);
    assert!(!all.contains(unsafe_char), "{all:?}");
}

#[test]
fn ctrl_c_ends_cleanly_and_leaves_whole_replays() {
    let folder = folder();
    let dir = folder.path();
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_botpit"))
        .current_dir(dir)
        .env("BOTPIT_CACHE_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache"))
        .args(["play", "quiet.wasm", "quiet.wasm", "--games", "1000000", "--threads", "2", "--replay", "replays"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    lines.nth(2).expect("three games are played").unwrap();
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    let rest: Vec<String> = lines.map(|line| line.unwrap()).collect();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let summary = rest.iter().find(|line| line.contains("games  ")).expect("the summary is printed");
    let games: usize = summary.split(' ').next().unwrap().parse().unwrap();
    let files: Vec<_> = std::fs::read_dir(dir.join("replays")).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(games >= 3 && files.len() >= games, "{games} games, {} files", files.len());
    let mut whole = 0;
    for file in &files {
        let shown = call(dir, &["replay", "verify", file.to_str().unwrap()]);
        assert!(shown.starts_with("exit 0") || shown.contains("the match was interrupted"), "{shown}");
        whole += usize::from(shown.starts_with("exit 0"));
    }
    assert_eq!(whole, games, "every game that was counted has a whole replay");
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let folder = folder();
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_botpit"))
        .current_dir(folder.path())
        .args(["play", "quiet.wasm", "quiet.wasm", "--games", "200"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), String::from_utf8(output.stderr).unwrap()), (Some(0), String::new()));
}
