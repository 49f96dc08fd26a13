//! The program as a user meets it: help, results, errors, exit codes, interruption.

mod common;

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Stdio;

use botpit_engine::Seat;
use botpit_engine::replay::Replay;
use common::{ENDLESS, QUIET, botpit, shown, wat_bot, write};

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
        ("help_new", &["new", "--help"]),
        ("help_build", &["build", "--help"]),
        ("help_watch", &["watch", "--help"]),
        ("help_check", &["check", "--help"]),
        ("help_check_short", &["check", "-h"]),
        ("help_replay", &["replay", "--help"]),
        ("help_replay_show", &["replay", "show", "--help"]),
        ("help_replay_verify", &["replay", "verify", "--help"]),
        ("help_replay_rerun", &["replay", "rerun", "--help"]),
        ("help_replay_debug", &["replay", "debug", "--help"]),
        ("help_replay_redact", &["replay", "redact", "--help"]),
        ("help_bots", &["bots", "--help"]),
        ("help_config", &["config", "--help"]),
        ("help_dev", &["dev", "--help"]),
        ("help_completions", &["completions", "--help"]),
        ("help_man", &["man", "--help"]),
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
    std::fs::create_dir(dir.join("games")).unwrap();
    write(dir, "games/game-00001.jsonl.zst", b"");
    replay(dir);
    let whole = std::fs::read_to_string(dir.join("match.jsonl")).unwrap();
    write(dir, "cut.jsonl", &whole[..whole.len() * 2 / 3]);
    let played = ["play", "quiet.wasm", "quiet.wasm", "--map", "duel", "--replay", "quiet.jsonl"];
    botpit(dir).args(played).assert().success();
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
        ("check_nobody", &["check"]),
        ("check_missing", &["check", "nobody.wasm"]),
        ("check_other_game", &["check", "other-game.wasm", "--game", "gold-hunter", "--no-timing"]),
        ("check_map_of_another_game", &["check", "quiet.wasm", "--map", "no-such-map"]),
        ("unknown_game", &["play", "--game", "chess"]),
        ("builtin_of_another_game", &["play", "builtin:captain", "builtin:runner", "--game", "gold-hunter"]),
        ("no_common_game", &["play", "builtin:captain", "builtin:foreman"]),
        ("option_unknown", &["play", "--option", "jail=own-base"]),
        ("option_value", &["play", "--game", "capture-the-flag", "--option", "jail=nowhere"]),
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
        ("show_no_leg", &["replay", "show", "match.jsonl", "--turn", "1", "--leg", "9"]),
        ("show_no_turn", &["replay", "show", "match.jsonl", "--turn", "99"]),
        ("show_cut", &["replay", "show", "cut.jsonl"]),
        ("verify_several", &["replay", "verify", "match.jsonl", "cut.jsonl"]),
        ("rerun_cut", &["replay", "rerun", "cut.jsonl"]),
        ("rerun_not_found", &["replay", "rerun", "quiet.jsonl"]),
        ("rerun_other_bot", &["replay", "rerun", "match.jsonl", "--a", "quiet.wasm"]),
        ("watch_missing", &["watch", "nowhere.jsonl"]),
        ("map_folder", &["play", "--map", "folder"]),
        (
            "option_twice",
            &["play", "--game", "capture-the-flag", "--option", "jail=own-base", "--option", "jail=own-base"],
        ),
        ("option_of_another_game", &["play", "--game", "gold-hunter", "--option", "jail=own-base"]),
        ("replays_where_draws_stand", &["play", "--game", "capture-the-flag", "--replays", "2"]),
        ("replay_to_stdout", &["play", "quiet.wasm", "quiet.wasm", "--replay", "-"]),
        ("replay_over_a_bot", &["play", "quiet.wasm", "quiet.wasm", "--replay", "quiet.wasm"]),
        ("replays_are_there", &["play", "quiet.wasm", "quiet.wasm", "--games", "2", "--replay", "games"]),
        ("module_over_limit", &["play", "quiet.wasm", "quiet.wasm", "--module-bytes", "64"]),
    ] {
        let shown = call(dir, args);
        assert!(shown.starts_with("exit 1") || shown.starts_with("exit 2"), "{name}: {shown}");
        insta::assert_snapshot!(name, shown);
    }
}

/// A text without its figures, which vary with the machine or with the bot.
fn masked(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
        let (before, figure) = rest.split_at(at);
        let end = figure.find(|c: char| !matches!(c, '0'..='9' | '_' | '.')).unwrap_or(figure.len());
        out += before;
        // A number that belongs to a word stays.
        out += if before.ends_with(|c: char| c.is_ascii_alphabetic()) { &figure[..end] } else { "N" };
        rest = &figure[end..];
    }
    (out + rest).replace("N µs", "N ms")
}

#[test]
fn a_check_shows_what_there_is_to_know_about_a_bot() {
    let folder = folder();
    let dir = folder.path();
    for (name, args) in [
        ("check_gold_hunter", &["check", "builtin:foreman"][..]),
        ("check_capture_the_flag", &["check", "builtin:captain"]),
    ] {
        let shown = call(dir, args);
        assert!(shown.starts_with("exit 0"), "{shown}");
        assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
        let sha256 = shown.lines().find_map(|line| line.trim().strip_prefix("SHA-256")).unwrap().trim();
        let shown = shown.replace(sha256, "HASH");
        let compiled = shown.lines().find(|line| line.contains("  compiled")).unwrap().to_owned();
        insta::assert_snapshot!(name, masked(&shown.replace(&compiled, "  COMPILED")));
    }
    let once = call(dir, &["check", "builtin:random", "--no-timing", "--turns", "5", "--map", "seed:3"]);
    assert_eq!(once, call(dir, &["check", "builtin:random", "--no-timing", "--turns", "5", "--map", "seed:3"]));
}

#[test]
fn a_check_for_machines_has_the_same_figures() {
    let folder = folder();
    let json = |args: &[&str]| {
        let output = botpit(folder.path()).args(args).args(["--json", "--no-timing"]).output().unwrap();
        (output.status.code(), serde_json::from_slice::<serde_json::Value>(&output.stdout).unwrap())
    };
    let (code, report) = json(&["check", "quiet.wasm", "--fuel-per-turn", "5000"]);
    assert_eq!(code, Some(0));
    insta::assert_snapshot!("check_json", serde_json::to_string_pretty(&report).unwrap());
    let (strict, _) = json(&["check", "quiet.wasm", "--strict"]);
    assert_eq!(strict, Some(1), "a bot without orders is worth a warning");
}

#[test]
fn a_check_of_a_bad_bot_tells_all_that_is_wrong() {
    let folder = folder();
    let dir = folder.path();
    let long = "n".repeat(90_000);
    let bad = format!(
        r#"(module
            (import "env" "\1b[31mputs{long}" (func (param i32)))
            (import "env" "abort" (func (param i32 i32 i32 i32)))
            (memory (export "memory") 1025)
            (global (export "think") i32 (i32.const 0))
            (func (export "_start"))
            (func (export "alloc") (param i64) (result i32) (i32.const 0))
            (@producers (language "C11" "") (processed-by "clang" "19.1.0")))"#
    );
    write(dir, "bad.wasm", wat::parse_str(bad).unwrap());
    let shown = call(dir, &["check", "bad.wasm"]);
    assert!(shown.starts_with("exit 1"), "{shown}");
    assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
    let sha256 = shown.lines().find_map(|line| line.trim().strip_prefix("SHA-256")).unwrap().trim();
    insta::assert_snapshot!("check_bad", shown.replace(sha256, "HASH"));
    write(dir, "page.wasm", "<!doctype html>");
    insta::assert_snapshot!("check_page", call(dir, &["check", "page.wasm"]));
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
    let rerun = call(dir, &["replay", "rerun", "cut-clean.jsonl"]);
    assert!(rerun.starts_with("exit 1") && rerun.contains("turns before that ran again, all the same"), "{rerun}");
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
    write(dir, "fuel.jsonl", forge_fuel(&text));
    let rerun = call(dir, &["replay", "rerun", "fuel.jsonl"]);
    assert!(rerun.contains("turn 5, seat a: fuel differs"), "{rerun}");
}

/// Adds one fuel to what seat A was charged on turn 5, and fits the totals.
fn forge_fuel(text: &str) -> String {
    let (mut replay, damage) = Replay::read(text.as_bytes()).unwrap();
    assert_eq!(damage, None);
    replay.legs[0].turns[4].seats[Seat::A].fuel += 1;
    let totals = replay.totals();
    replay.footer.as_mut().unwrap().totals = totals;
    replay.write()
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
    let logs = |args: &[&str]| call(dir, &[&["replay", "show", "--logs"], args].concat());
    insta::assert_snapshot!("show_logs", logs(&["x.jsonl.zst"]));
    assert_eq!(logs(&["x.jsonl.zst", "--seat", "b"]), "exit 0\n--- stdout\n--- stderr\n");
    let json = logs(&["x.jsonl.zst", "--seat", "a", "--json"]);
    let line = r#"{"leg":0,"turn":2,"seat":"a","log":"my secret plan\n","log_dropped":0}"#;
    assert!(json.contains(line), "{json}");
    let rerun = call(dir, &["replay", "rerun", "y.jsonl"]);
    assert!(rerun.contains("hint: add `--a BOT`"), "{rerun}");
    botpit(dir).args(["replay", "rerun", "y.jsonl", "--a", "talker.wasm"]).assert().success();
    botpit(dir).args(["replay", "rerun", "x.jsonl.zst"]).assert().success();
}

#[test]
fn what_a_command_reads_is_not_written_over() {
    let folder = folder();
    let dir = folder.path();
    replay(dir);
    write(dir, "own.map", "");
    std::os::unix::fs::symlink("match.jsonl", dir.join("link.jsonl")).unwrap();
    let before = std::fs::read(dir.join("match.jsonl")).unwrap();
    let redact = ["replay", "redact", "match.jsonl", "--seat", "a", "-o"];
    insta::assert_snapshot!("redact_over_input", call(dir, &[&redact[..], &["match.jsonl"]].concat()));
    for args in [
        &[&redact[..], &["./link.jsonl"]].concat()[..],
        &["play", "quiet.wasm", "quiet.wasm", "--replay", "quiet.wasm"],
        &["play", "quiet.wasm", "quiet.wasm", "--map", "own.map", "--replay", "own.map"],
    ] {
        let shown = call(dir, args);
        assert!(shown.starts_with("exit 2") && shown.contains("already read or written"), "{args:?}: {shown}");
    }
    assert_eq!(std::fs::read(dir.join("match.jsonl")).unwrap(), before);
    assert_eq!(std::fs::read(dir.join("quiet.wasm")).unwrap(), wat_bot(QUIET));
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
    all += &call(dir, &["replay", "show", "x.jsonl", "--logs"]);
    all += &call(dir, &["replay", "debug", "x.jsonl", "--seat", "a", "--turn", "1", "--bot", "evil.wasm"]);
    assert!(all.contains("gone"), "{all}");
    let unsafe_char = |c: char| (c.is_control() && c != '\n') || ('\u{202a}'..='\u{202e}').contains(&c);
    assert!(!all.contains(unsafe_char), "{all:?}");
}

#[test]
fn a_map_may_have_any_name() {
    use std::os::unix::ffi::OsStrExt;
    let folder = folder();
    let name = std::ffi::OsStr::from_bytes(b"odd-\xff.map");
    let map = Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/maps/gold-hunter/duel.toml");
    let play = |dir: &Path| botpit(dir).args(["play", "quiet.wasm", "quiet.wasm", "--map"]).arg(name).output().unwrap();
    let missing = shown(folder.path(), &play(folder.path()));
    assert!(missing.starts_with("exit 2") && missing.contains(r"no map `odd-\xff.map`"), "{missing}");
    std::fs::copy(map, folder.path().join(name)).unwrap();
    assert!(play(folder.path()).status.success());
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
fn ctrl_c_stops_a_bot_that_does_not_answer() {
    let folder = folder();
    let dir = folder.path();
    write(dir, "endless.wasm", wat_bot(ENDLESS));
    let limits = ["--fuel-per-turn", "1000000000000000", "--cpu-ms-per-turn", "86400000"];
    let child = std::process::Command::new(env!("CARGO_BIN_EXE_botpit"))
        .current_dir(dir)
        .env("BOTPIT_CACHE_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache"))
        .args([
            "play",
            "endless.wasm",
            "quiet.wasm",
            "--map",
            "duel",
            "--replay",
            "x.jsonl",
            "--cpu-ms-per-match",
            "864000000",
        ])
        .args(limits)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Loading takes a fraction of this: after so much processor time the bot is at it.
    let ticks = || -> u64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap();
        stat.rsplit(')').next().unwrap().split_whitespace().nth(11).unwrap().parse().unwrap()
    };
    while ticks() < 50 {
        std::thread::yield_now();
    }
    rustix::process::kill_process(rustix::process::Pid::from_child(&child), rustix::process::Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", String::from_utf8_lossy(&output.stderr));
    let shown = call(dir, &["replay", "verify", "x.jsonl"]);
    assert!(shown.contains("the match was interrupted; the 0 turns before that verify"), "{shown}");
}

#[test]
fn a_reader_that_goes_away_ends_it_quietly_as_its_signal_would() {
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
    assert_eq!((output.status.code(), String::from_utf8(output.stderr).unwrap()), (Some(141), String::new()));
}

#[test]
fn a_bot_s_source_is_never_written_over() {
    let folder = folder();
    let dir = folder.path();
    std::fs::create_dir_all(dir.join("bot/src")).unwrap();
    write(dir, "bot/Cargo.toml", b"[package]");
    write(dir, "bot/src/lib.rs", b"// all my work");
    replay(dir);
    for args in [
        &["build", "bot", "-o", "bot/src/lib.rs"][..],
        &["build", "bot", "-o", "bot/Cargo.toml"],
        &["play", "bot", "builtin:random", "--replay", "bot/src/lib.rs"],
        &["replay", "debug", "match.jsonl", "--seat=a", "--turn=1", "--bot=bot", "--dump-view", "bot/src/lib.rs"],
    ] {
        let shown = call(dir, args);
        assert!(shown.starts_with("exit 2") && shown.contains("already read or written"), "{shown}");
    }
    for args in [&["build", "bot", "-o", "no/x.wasm"][..], &["build", "bot", "-o", "bot"], &["build", "bot", "-o", "-"]]
    {
        let shown = call(dir, args);
        assert!(shown.starts_with("exit 2") && shown.contains("hint: "), "before anything is built: {shown}");
    }
    assert_eq!(std::fs::read(dir.join("bot/src/lib.rs")).unwrap(), b"// all my work");
}

/// Who may read a result is the user's to say.
#[test]
fn files_have_the_mode_that_the_user_wants() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    let dir = folder.path();
    let mode = |name: &str| std::fs::metadata(dir.join(name)).unwrap().permissions().mode() & 0o777;
    let play = |mask: &str, name: &str| {
        let program = env!("CARGO_BIN_EXE_botpit");
        let line = format!("umask {mask}; {program} play quiet.wasm quiet.wasm --map duel --replay {name}");
        let status =
            std::process::Command::new("sh").args(["-c", &line]).current_dir(dir).stdout(Stdio::null()).status();
        assert!(status.unwrap().success());
    };
    play("077", "private.jsonl");
    play("022", "public.jsonl");
    assert_eq!((mode("private.jsonl"), mode("public.jsonl")), (0o600, 0o644));
    play("022", "private.jsonl");
    assert_eq!(mode("private.jsonl"), 0o600, "what replaces a file is no more public than it");
}

/// The result of a match is told even where its replay cannot be written.
#[test]
fn a_result_outlives_its_replay() {
    let folder = folder();
    let dir = folder.path();
    let full = call(dir, &["play", "quiet.wasm", "quiet.wasm", "--map", "duel", "--replay", "/dev/full"]);
    assert!(full.starts_with("exit 1") && full.contains("draw") && full.contains("cannot write /dev/full"), "{full}");
}

/// The replay of `text` with `change` made to one of its lines.
fn changed(text: &str, line: usize, change: impl FnOnce(&mut serde_json::Value)) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut value = serde_json::from_str(&lines[line]).unwrap();
    change(&mut value);
    lines[line] = value.to_string();
    lines.join("\n") + "\n"
}

#[test]
fn a_hostile_replay_is_told_apart_and_cannot_break_the_program_or_its_tables() {
    let folder = folder();
    let dir = folder.path();
    replay(dir);
    let text = std::fs::read_to_string(dir.join("match.jsonl")).unwrap();
    let rerun_with = ["--a", "builtin:prospector", "--b", "builtin:random"];
    write(dir, "empty.jsonl", text.lines().next().unwrap().to_owned() + "\n");
    let rerun = call(dir, &[&["replay", "rerun", "empty.jsonl"][..], &rerun_with].concat());
    assert!(rerun.starts_with("exit 1") && rerun.contains("nothing was played"), "{rerun}");
    let limits = changed(&text, 0, |line| line["header"]["limits"]["memory_bytes"] = u64::MAX.into());
    write(dir, "limits.jsonl", limits);
    for command in ["show", "verify", "rerun"] {
        let shown = call(dir, &["replay", command, "limits.jsonl"]);
        assert!(shown.starts_with("exit 1") && shown.contains("limit `memory_bytes`"), "{shown}");
    }
    let many = serde_json::json!([{"call": "x", "times": u64::MAX}, {"call": "x", "times": 1}]);
    write(dir, "sum.jsonl", changed(&text, 3, |line| line["turn"]["seats"][0]["violations"] = many));
    let verified = call(dir, &["replay", "verify", "sum.jsonl"]);
    assert!(verified.starts_with("exit 1") && verified.contains("totals"), "{verified}");
    let name = format!("{}\nscore  99  0", "x".repeat(70_000));
    write(dir, "name.jsonl", changed(&text, 0, |line| line["header"]["bots"][0]["name"] = name.into()));
    write(dir, "line.jsonl", changed(&text, 0, |line| line["header"]["bots"][0]["team_name"] = "x\nscore 99 0".into()));
    for file in ["name.jsonl", "line.jsonl"] {
        let shown = call(dir, &["replay", "show", file]);
        assert!(shown.starts_with("exit 0") && shown.len() < 4_000, "{shown}");
        assert_eq!(shown.lines().filter(|line| line.starts_with("score")).count(), 1, "{shown}");
    }
    let fuel = changed(&text, 4, |line| line["turn"]["seats"][0]["fuel"] = 1_000_000_001u64.into());
    write(dir, "fuel.jsonl", fuel);
    let verified = call(dir, &["replay", "verify", "fuel.jsonl"]);
    assert!(verified.contains("more fuel than the limits allow"), "{verified}");
    write(dir, "wasm.jsonl", changed(&text, 0, |line| line["header"]["bots"][1]["wasm"] = "AGFzbQEAAAA=".into()));
    let verified = call(dir, &["replay", "verify", "wasm.jsonl"]);
    assert!(verified.starts_with("exit 1") && verified.contains("the wasm of seat b"), "{verified}");
    let all = call(dir, &["replay", "verify", "fuel.jsonl", "match.jsonl", "sum.jsonl"]);
    assert!(all.starts_with("exit 1") && all.contains("match.jsonl: verifies") && all.contains("2 of 3"), "{all}");
}

#[test]
fn a_compressed_replay_that_is_cut_is_good_up_to_the_cut() {
    let folder = folder();
    let dir = folder.path();
    let play = ["play", "builtin:random", "builtin:random", "--map", "seed:7", "--map-option", "turns=200"];
    botpit(dir).args(play).args(["--replays", "0", "--replay", "x.jsonl.zst"]).assert().success();
    let bytes = std::fs::read(dir.join("x.jsonl.zst")).unwrap();
    write(dir, "half.jsonl.zst", &bytes[..bytes.len() * 3 / 4]);
    let verified = call(dir, &["replay", "verify", "half.jsonl.zst"]);
    let turns: usize = verified.split("; the ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
    assert!(verified.starts_with("exit 1") && turns >= 40, "{verified}");
    write(dir, "magic.zst", &bytes[..6]);
    let shown = call(dir, &["replay", "show", "magic.zst"]);
    assert!(shown.contains("damaged"), "{shown}");
}

#[test]
fn files_that_are_not_files_are_neither_replaced_nor_waited_for() {
    let folder = folder();
    let dir = folder.path();
    let quick = ["play", "quiet.wasm", "quiet.wasm", "--map", "seed:7", "--map-option", "turns=3", "--replays", "0"];
    botpit(dir).args(quick).args(["--replay", "/dev/null"]).assert().success();
    assert!(!std::fs::metadata("/dev/null").unwrap().is_file(), "a device is written to, not replaced");
    write(dir, "target.jsonl", "");
    std::os::unix::fs::symlink("target.jsonl", dir.join("link.jsonl")).unwrap();
    botpit(dir).args(quick).args(["--replay", "link.jsonl"]).assert().success();
    assert!(dir.join("link.jsonl").is_symlink() && std::fs::metadata(dir.join("target.jsonl")).unwrap().len() > 0);
    rustix::fs::mknodat(rustix::fs::CWD, dir.join("pipe"), rustix::fs::FileType::Fifo, 0o600.into(), 0).unwrap();
    for args in [
        &["play", "pipe", "quiet.wasm"][..],
        &["play", "quiet.wasm", "quiet.wasm", "--map", "pipe"],
        &["play", "--config", "pipe"],
        &["replay", "show", "pipe"],
        &["play", "--config", "/dev/zero"],
    ] {
        let shown = call(dir, args);
        assert!(!shown.starts_with("exit 0") && shown.contains("file"), "{args:?}: {shown}");
    }
    botpit(dir).args(quick).args(["--games", "2", "--replay", "many"]).assert().success();
    let again = call(dir, &[&quick[..], &["--games", "2", "--replay", "many"]].concat());
    assert!(again.starts_with("exit 2") && again.contains("earlier games"), "{again}");
}

#[test]
fn when_results_cannot_be_written_the_games_stop() {
    let folder = folder();
    let full = || std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let run = |args: &[&str], stdout: Stdio, stderr: Stdio| {
        std::process::Command::new(env!("CARGO_BIN_EXE_botpit"))
            .current_dir(folder.path())
            .args(args)
            .stdout(stdout)
            .stderr(stderr)
            .status()
            .unwrap()
            .code()
    };
    let many = ["play", "quiet.wasm", "quiet.wasm", "--games", "1000000", "--threads", "2"];
    assert_eq!(run(&many, full().into(), Stdio::null()), Some(1), "it does not play a million games for nobody");
    assert_eq!(run(&["play", "nobody.wasm"], Stdio::null(), full().into()), Some(2));
}

#[test]
fn the_summary_counts_the_wins_of_each_bot() {
    let folder = folder();
    let play =
        ["play", "builtin:prospector", "builtin:random", "--map", "generated", "--games", "4", "--swap", "--json"];
    let small = ["width=12", "height=12", "turns=120"].map(|option| ["--map-option", option]).concat();
    let output = botpit(folder.path()).args(play).args(small).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let summary: serde_json::Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    let summary = &summary["summary"];
    assert!(summary["wins"][0].as_u64().unwrap() > 0, "{summary}");
    for bot in 0..2 {
        assert_eq!(summary["wins"][bot], summary["bots"][bot]["wins"]);
    }
}

#[test]
fn a_folder_is_built_into_the_bot_that_it_holds() {
    let folder = folder();
    let dir = folder.path();
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/random");
    let built = botpit(dir).arg("build").arg(&example).args(["-o", "random.wasm"]).output().unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    assert!(String::from_utf8_lossy(&built.stderr).contains("runs the folder's own build code"));
    // The file that the build made, as its own output, stays whole.
    let own = example.join("target/botpit/wasm32-unknown-unknown/release/random.wasm");
    botpit(dir).arg("build").arg(&example).arg("-o").arg(&own).assert().success();
    assert_eq!(std::fs::read(&own).unwrap(), std::fs::read(dir.join("random.wasm")).unwrap());
    botpit(dir).args(["play", "random.wasm", "quiet.wasm", "--map", "duel"]).assert().success();
}
