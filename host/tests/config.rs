//! `botpit.toml` as a user meets it: what it decides, what `botpit config` tells of it, and its errors.

mod common;

use std::path::Path;

use common::{QUIET, botpit, shown, wat_bot, write};

/// Everything that a file can say.
const FULL: &str = r#"[limits]
fuel_per_turn = 500_000_000

[policy]
on_fault = "forfeit-match"

[defaults]
game = "capture-the-flag"
seed = 7
threads = 2
swap = true

[bots]
mine = "bots/mine.wasm"
gone = "bots/gone.wasm"
best = "builtin:foreman"

[maps]
gold-hunter = ["duel", "maps/own.txt", "seed:7"]

[options.capture-the-flag]
turns = 20

[map_options.gold-hunter]
width = 12
gold-value = "1-5"
"#;

/// What can be read and cannot be in force.
#[test]
fn what_no_match_could_be_played_with_is_an_error() {
    for (name, config) in [
        ("config_option", "[options.capture-the-flag]\nturns = -5\n"),
        ("config_map_option", "[map_options.gold-hunter]\nwidth = 100000\n"),
        ("config_map_pool", "[maps]\ngold-hunter = [\"generated\", \"duel\"]\n"),
        ("config_map_of_another_game", "[maps]\ncapture-the-flag = [\"duel\"]\n"),
    ] {
        let folder = folder(config);
        let shown = call(folder.path(), &["config"]);
        let (code, errors) = (shown.lines().next().unwrap(), shown.split_once("--- stderr\n").unwrap().1);
        insta::assert_snapshot!(name, format!("{code}\n{errors}"));
    }
}

/// A folder with a botpit.toml, a folder below it, and the files that it names but one.
fn folder(config: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for below in ["bots", "maps", "deep/down"] {
        std::fs::create_dir_all(folder.path().join(below)).unwrap();
    }
    write(folder.path(), "botpit.toml", config);
    write(folder.path(), "bots/mine.wasm", wat_bot(QUIET));
    folder
}

/// The output of a call, as one text with the places of the machine masked.
fn call(folder: &Path, args: &[&str]) -> String {
    let mut command = botpit(folder);
    command.env("COLUMNS", "80").env("BOTPIT_CACHE_DIR", "/cache").args(args);
    shown(folder, &command.output().expect("the program runs"))
}

/// The header of the replay of a short match.
fn header(folder: &Path, args: &[&str]) -> serde_json::Value {
    let replay = folder.join("x.jsonl");
    botpit(folder).arg("play").args(args).arg("--replay").arg(&replay).assert().success();
    let text = std::fs::read_to_string(replay).unwrap();
    let line: serde_json::Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    line["header"].clone()
}

#[test]
fn what_is_in_force_is_shown_with_who_decided_it() {
    let full = folder(FULL);
    let deep = full.path().join("deep/down");
    let empty = tempfile::tempdir().unwrap();
    insta::assert_snapshot!("config_nothing", call(empty.path(), &["config"]));
    insta::assert_snapshot!("config_full", call(full.path(), &["config"]));
    insta::assert_snapshot!(
        "config_game",
        call(&deep, &["config", "--game", "gold-hunter", "--max-faults", "3", "--on-violation", "forfeit"])
    );
    let json = call(full.path(), &["config", "--json", "--replays", "2"]);
    let (_, json) = json.split_once("--- stdout\n").unwrap();
    let json: serde_json::Value = serde_json::from_str(json.split("--- stderr").next().unwrap()).unwrap();
    insta::assert_snapshot!("config_json", serde_json::to_string_pretty(&json).unwrap());
    for shown in [call(empty.path(), &["config"]), call(full.path(), &["config"]), call(&deep, &["config"])] {
        let shown = shown.split("--- stderr").next().unwrap();
        assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
    }
}

#[test]
fn colour_and_cache_name_the_variable_that_decides() {
    let folder = tempfile::tempdir().unwrap();
    let shown = |variables: &[(&str, &str)], args: &[&str]| {
        let output = botpit(folder.path()).envs(variables.iter().copied()).arg("config").args(args).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        text.lines().skip_while(|line| *line != "[machine]").skip(1).map(words).collect::<Vec<_>>()
    };
    assert_eq!(
        shown(&[("BOTPIT_CACHE_DIR", "/c"), ("NO_COLOR", "1")], &[]),
        ["cache_dir /c BOTPIT_CACHE_DIR", "color never NO_COLOR"]
    );
    assert_eq!(
        shown(&[("BOTPIT_CACHE_DIR", ""), ("NO_COLOR", "1")], &["--color", "always"]),
        ["cache_dir none BOTPIT_CACHE_DIR", "color always --color"]
    );
}

#[test]
fn the_example_names_every_key() {
    let folder = tempfile::tempdir().unwrap();
    let example = call(folder.path(), &["config", "--example"]);
    assert!(example.lines().all(|line| line.chars().count() <= 80), "{example}");
    insta::assert_snapshot!("config_example", example);
}

#[test]
fn errors_of_the_file_name_the_key_and_the_place() {
    for (name, text) in [
        ("unknown_key", "[limits]\nfuel_per_tern = 1\n"),
        ("unknown_key_unlike_any", "[limits]\nzzz = 1\n"),
        ("unknown_table", "[limit]\n"),
        ("wrong_level", "fuel_per_turn = 5\n"),
        ("wrong_table", "[policy]\nwidth = 9\n"),
        ("wrong_options", "[options.gold-hunter]\nwidth = 9\n"),
        ("limit_range", "[limits]\nfuel_per_turn = 5\nmemory_bytes = 1\n"),
        ("limit_kind", "[limits]\nmemory_bytes = \"64M\"\n"),
        ("policy_value", "[policy]\non_fault = \"shrug\"\n"),
        ("unknown_game", "[defaults]\ngame = \"chess\"\n"),
        ("unknown_game_of_maps", "[maps]\ncapture-the-flags = [\"plain\"]\n"),
        ("seed", "[defaults]\nseed = \"0xfg\"\n"),
        ("bot_name", "[bots]\n\"mine.wasm\" = \"x\"\n"),
        ("bot_value", "[bots]\nmine = [\n  1,\n]\n"),
        ("maps_value", "[maps]\ngold-hunter = \"duel\"\n"),
        ("no_toml", "[limits\n"),
        ("twice", "[defaults]\nseed = 1\nseed = 2\n"),
    ] {
        let folder = folder(text);
        insta::assert_snapshot!(format!("error_{name}"), call(folder.path(), &["play"]));
    }
}

#[test]
fn errors_of_what_the_file_names_say_where_it_is_named() {
    let folder = folder(FULL);
    let dir = folder.path();
    write(dir, "typo.toml", "[bots]\nbest = \"builtin:formen\"\n");
    write(dir, "map-typo.toml", "[maps]\ngold-hunter = [\"deul\"]\n");
    write(dir, "pool.toml", "[maps]\ngold-hunter = [\"duel\", \"generated\"]\n");
    write(
        dir,
        "option.toml",
        "[map_options.gold-hunter]\nwidth = 1000\n[options.capture-the-flag]\njail = \"nowhere\"\n",
    );
    for (name, args) in [
        ("bot_gone", &["play", "gone", "mine"][..]),
        ("bot_like_a_name", &["play", "minee", "mine"]),
        ("bot_typo", &["play", "best", "--config", "typo.toml"]),
        ("map_gone", &["play", "--game", "gold-hunter"]),
        ("map_typo", &["play", "--config", "map-typo.toml"]),
        ("map_pool", &["play", "--config", "pool.toml"]),
        ("map_option", &["play", "--config", "option.toml", "--map", "seed:1"]),
        ("option", &["play", "--config", "option.toml", "--game", "capture-the-flag"]),
        ("option_given", &["play", "--game", "capture-the-flag", "--option", "turns=0"]),
    ] {
        let shown = call(dir, args);
        assert!(!shown.starts_with("exit 0"), "{name}: {shown}");
        insta::assert_snapshot!(format!("named_{name}"), shown);
    }
}

#[test]
fn the_file_decides_game_seed_options_bots_and_maps_and_the_command_line_overrides_it() {
    let folder = folder(FULL);
    let dir = folder.path();
    let plain = header(dir, &[]);
    assert_eq!((&plain["ruleset"], &plain["seed"]), (&"capture-the-flag".into(), &"0x0000000000000007".into()));
    assert_eq!(plain["options"]["turns"], "20");
    assert_eq!(plain["limits"]["fuel_per_turn"], 500_000_000);
    assert_eq!(header(dir, &["--option", "turns=5", "--seed", "9"])["options"]["turns"], "5");
    // Neither bot plays the default game: they play what they can.
    let named = header(dir, &["mine", "best", "--map", "seed:1", "--map-option", "turns=5"]);
    assert_eq!((&named["ruleset"], &named["bots"][0]["name"]), (&"gold-hunter".into(), &"mine".into()));
    assert_eq!(named["bots"][1]["name"], "best");
}

#[test]
fn paths_are_from_the_files_folder_and_the_nearest_file_counts() {
    let folder = folder("[bots]\nmine = \"bots/mine.wasm\"\n[maps]\ngold-hunter = [\"maps/own.toml\"]\n");
    let dir = folder.path();
    let duel =
        std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/maps/gold-hunter/duel.toml")).unwrap();
    write(dir, "maps/own.toml", duel);
    let deep = dir.join("deep/down");
    assert_eq!(header(&deep, &["mine", "mine"])["bots"][1]["name"], "mine");
    write(dir, "deep/botpit.toml", "[policy]\nreplays = 1\n");
    assert_eq!(header(&deep, &["--game", "gold-hunter", "--map", "duel"])["policy"]["replays"], 1);
    assert!(call(&deep, &["play", "mine"]).starts_with("exit 2"), "the file further up does not count");
    assert_eq!(header(&deep, &["mine", "mine", "--config", "../../botpit.toml"])["bots"][0]["name"], "mine");
    // A link that leads nowhere is no missing file.
    std::os::unix::fs::symlink("nowhere", dir.join("maps/botpit.toml")).unwrap();
    assert!(call(&dir.join("maps"), &["play"]).starts_with("exit 2"));
}

#[test]
fn a_name_wins_over_a_file_of_that_name_and_says_so() {
    let folder = folder("[bots]\nmine = \"bots/mine.wasm\"\nsame = \"same\"\n");
    let dir = folder.path();
    let quick = ["--map", "seed:1", "--map-option", "turns=2", "--replays", "0"];
    write(dir, "mine", "no wasm");
    write(dir, "same", wat_bot(QUIET));
    let shown = call(dir, &[&["play", "mine", "same"][..], &quick].concat());
    assert!(shown.starts_with("exit 0"), "{shown}");
    assert!(shown.contains("note: `mine` is the bot of botpit.toml:2; write ./mine for what lies here"), "{shown}");
    assert!(!shown.contains("`same`"), "{shown}");
    assert!(call(dir, &[&["play", "./mine", "same"][..], &quick].concat()).starts_with("exit 1"));
}

#[test]
fn without_game_the_bots_decide_it() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path();
    let game = |args: &[&str]| header(dir, args)["ruleset"].as_str().unwrap().to_owned();
    let short = ["--option", "turns=3"];
    assert_eq!(game(&[&["builtin:captain", "builtin:runner"][..], &short].concat()), "capture-the-flag");
    assert_eq!(game(&[&["builtin:wanderer"][..], &short].concat()), "capture-the-flag");
    assert_eq!(
        game(&["builtin:random", "builtin:random", "--map", "seed:1", "--map-option", "turns=3"]),
        "gold-hunter"
    );
}
