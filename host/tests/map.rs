//! `botpit map` as a user meets it.

mod common;

use std::path::Path;

use common::{botpit, shown, write};

/// The output of a call in the folder, as one text.
fn call(folder: &Path, args: &[&str]) -> String {
    shown(folder, &botpit(folder).arg("map").args(args).output().expect("the program runs"))
}

/// What a call that has to go well writes to stdout.
#[track_caller]
fn stdout(folder: &Path, args: &[&str]) -> String {
    let output = botpit(folder).arg("map").args(args).output().expect("the program runs");
    assert!(output.status.success(), "{}", shown(folder, &output));
    String::from_utf8(output.stdout).unwrap()
}

/// A map of the contest's edition of 2015, with a spy a team and two comments.
const SPIES: &str = "\
200 // turns
3 5
1 1 1 1 1
1 1 1 1 1
1 1 1 1 1
2
0 2 1
2 2 1
20 60
1 1 1 // hunters, workers, spies
0 0 Right
1 0 Right
2 0 Right
2 4 Left
1 4 Left
0 4 Left
";

/// A map of Capture the Flag that B is better off on.
const UNFAIR: &str = "\
format = \"botpit-map 1\" # mine
game = \"capture-the-flag\"
name = \"unfair\"
grid = \"\"\"
Aa......bB
..........
H.......h.
..........
\"\"\"
";

/// A folder with these maps, and some that are none.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path();
    write(dir, "spies.map", SPIES);
    write(dir, "unfair.toml", UNFAIR);
    write(dir, "row.toml", UNFAIR.replace("\nH.......h.", "\nH........h."));
    write(dir, "key.toml", UNFAIR.replace("name", "nmae"));
    write(dir, "chess.toml", UNFAIR.replace("capture-the-flag", "chess"));
    write(dir, "word.map", SPIES.replace("0 2 1", "0 two 1"));
    write(dir, "cut.map", &SPIES[..60]);
    write(dir, "prose.txt", "A board of nine rows.\n");
    write(dir, "empty.map", "");
    write(dir, "evil.toml", UNFAIR.replace("\"unfair\"", "\"\\u001b[2J\""));
    write(dir, "evil\u{1b}[2J.map", "\u{1b}[2J");
    folder
}

#[test]
fn help() {
    let folder = folder();
    for (name, args) in [
        ("help_map", &["--help"][..]),
        ("help_map_list", &["list", "--help"]),
        ("help_map_show", &["show", "--help"]),
        ("help_map_generate", &["generate", "--help"]),
        ("help_map_generate_short", &["generate", "-h"]),
        ("help_map_check", &["check", "--help"]),
        ("help_map_convert", &["convert", "--help"]),
    ] {
        insta::assert_snapshot!(name, call(folder.path(), args));
    }
}

#[test]
fn results() {
    let folder = folder();
    for (name, args) in [
        ("map_list", &["list"][..]),
        ("map_list_one_game", &["list", "--game", "capture-the-flag"]),
        ("map_show", &["show", "duel"]),
        ("map_show_other_game", &["show", "yard"]),
        ("map_show_colour", &["show", "unfair.toml", "--color", "always"]),
        ("map_show_bands", &["show", "canyon", "--width", "40"]),
        ("map_show_generated", &["show", "seed:3", "--game", "capture-the-flag", "--map-option", "width=16"]),
        ("map_generate", &["generate", "--map-option", "width=14", "--map-option", "height=9"]),
        ("map_check", &["check", "crossing", "meadow", "seed:5"]),
        ("map_convert", &["convert", "duel", "--to", "contest", "-o", "-"]),
    ] {
        let shown = call(folder.path(), args);
        assert!(shown.starts_with("exit 0"), "{name}: {shown}");
        insta::assert_snapshot!(name, shown);
    }
}

#[test]
fn errors_name_the_thing_and_the_next_step() {
    let folder = folder();
    for (name, args) in [
        ("map_without_command", &[][..]),
        ("map_show_unknown", &["show", "crosing"]),
        ("map_show_of_the_other_game", &["show", "duel", "--game", "capture-the-flag"]),
        ("map_show_file_of_the_other_game", &["show", "unfair.toml", "--game", "gold-hunter"]),
        ("map_show_chess", &["show", "chess.toml"]),
        ("map_show_prose", &["show", "prose.txt"]),
        ("map_show_spies", &["show", "spies.map"]),
        ("map_show_folder", &["show", "."]),
        ("map_show_generated_alone", &["show", "generated"]),
        ("map_show_idle_option", &["show", "duel", "--map-option", "width=9"]),
        ("map_show_narrow", &["show", "duel", "--width", "3"]),
        ("map_generate_option", &["generate", "--map-option", "wdith=9"]),
        ("map_generate_value", &["generate", "--map-option", "width=900"]),
        ("map_generate_no_room", &["generate", "--map-option", "gold=5000"]),
        ("map_generate_no_contest", &["generate", "--game", "capture-the-flag", "--format", "contest"]),
        ("map_generate_there", &["generate", "-o", "spies.map"]),
        ("map_generate_count_without_folder", &["generate", "--count", "3"]),
        ("map_generate_count_into_file", &["generate", "--count", "3", "-o", "spies.map"]),
        ("map_generate_no_folder", &["generate", "-o", "no/such/folder.toml"]),
        (
            "map_check_errors",
            &["check", "row.toml", "key.toml", "word.map", "cut.map", "empty.map", "none.toml", "duel"],
        ),
        ("map_check_strict", &["check", "unfair.toml", "--strict"]),
        ("map_check_evil", &["check", "evil.toml", "evil\u{1b}[2J.map"]),
        ("map_convert_same_file", &["convert", "unfair.toml", "--to", "own", "-o", "./unfair.toml", "--force"]),
        ("map_convert_there", &["convert", "duel", "--to", "own", "-o", "unfair.toml"]),
        ("map_convert_no_contest", &["convert", "unfair.toml", "--to", "contest", "-o", "x.map"]),
        ("map_convert_without_output", &["convert", "duel", "--to", "own"]),
        ("map_convert_into_folder", &["convert", "duel", "--to", "own", "-o", "."]),
    ] {
        let shown = call(folder.path(), args);
        assert!(shown.starts_with("exit 1") || shown.starts_with("exit 2"), "{name}: {shown}");
        let unsafe_char = |c: char| c.is_control() && c != '\n';
        assert!(!shown.contains(unsafe_char), "{name}: {shown:?}");
        insta::assert_snapshot!(name, shown);
    }
}

#[test]
fn play_says_which_game_a_map_is_of() {
    let folder = folder();
    for (name, map) in [("play_file_of_the_other_game", "unfair.toml"), ("play_map_of_the_other_game", "meadow")] {
        let output = botpit(folder.path()).args(["play", "--map", map]).output().unwrap();
        insta::assert_snapshot!(name, shown(folder.path(), &output));
    }
}

#[test]
fn json_of_lists_maps_and_checks_has_the_figures() {
    let folder = folder();
    let lines = |args: &[&str]| -> Vec<serde_json::Value> {
        let output = botpit(folder.path()).arg("map").args(args).arg("--json").output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let listed = lines(&["list", "--game", "gold-hunter"]);
    let duel = listed.iter().find(|map| map["name"] == "duel").unwrap();
    assert_eq!((&duel["width"], &duel["turns"], &duel["symmetry"]), (&13.into(), &200.into(), &"turn".into()));
    assert_eq!(duel["players"], serde_json::json!({ "hunters": 1, "workers": 1 }));
    assert_eq!(duel["origin"], "drawn");
    let origins = listed.iter().filter(|map| map["origin"].as_str().unwrap().starts_with("generated by botpit "));
    assert!(origins.count() > 0);

    let shown = &lines(&["show", "duel"])[0];
    assert_eq!(shown["board"].as_array().unwrap().len(), 13);
    assert_eq!(shown["state"]["turn"], 0);

    let checked = lines(&["check", "unfair.toml", "row.toml", "nowhere"]);
    assert_eq!(checked[0]["about"]["game"], "capture-the-flag");
    let codes = checked[0]["findings"].as_array().unwrap().iter().map(|finding| finding["code"].as_str().unwrap());
    assert!(codes.collect::<Vec<_>>().contains(&"unbalanced"));
    assert_eq!(checked[1]["error"]["line"], 7);
    assert_eq!(checked[2]["playable"], false);
    assert!(checked[2]["error"]["line"].is_null());
}

#[test]
fn the_same_seed_gives_the_same_file_and_nothing_is_overwritten() {
    let folder = folder();
    let dir = folder.path();
    let small = ["--map-option", "width=12", "--map-option", "height=12"];
    let generate = |args: &[&str]| call(dir, &[&["generate"], args, &small[..]].concat());
    insta::assert_snapshot!("map_generate_count", generate(&["--seed", "9", "--count", "2", "-o", "maps"]));
    assert!(generate(&["--seed", "10", "-o", "ten.toml"]).starts_with("exit 0"));
    let read = |name: &str| std::fs::read_to_string(dir.join(name)).unwrap();
    assert_eq!(read("ten.toml"), read("maps/seed-0x000000000000000a.toml"));
    assert_ne!(read("ten.toml"), read("maps/seed-0x0000000000000009.toml"));
    let again = generate(&["--seed", "10", "--count", "1", "-o", "maps"]);
    assert!(again.starts_with("exit 2") && again.contains("hint: add `--force` to replace it"), "{again}");
    assert!(generate(&["--seed", "10", "-o", "maps", "--force"]).starts_with("exit 0"));
    assert!(generate(&["--seed", "10", "-o", "ten.map", "--format", "contest"]).starts_with("exit 0"));
    assert!(read("ten.map").starts_with("280\n12 12\n"), "{}", read("ten.map"));
    let played = botpit(dir).args(["play", "--map", "ten.map", "--map", "maps/seed-0x0000000000000009.toml"]).output();
    assert!(played.unwrap().status.success());
}

#[test]
fn converting_there_and_back_gives_the_same_map_and_tells_what_is_lost() {
    let folder = folder();
    let dir = folder.path();
    insta::assert_snapshot!(
        "map_convert_losses",
        call(dir, &["convert", "spies.map", "--drop-spies", "--to", "own", "-o", "plain.toml"])
    );
    insta::assert_snapshot!(
        "map_convert_name",
        call(dir, &["convert", "plain.toml", "--to", "contest", "-o", "x.map"])
    );
    assert!(stdout(dir, &["convert", "unfair.toml", "--to", "own", "-o", "fair.toml"]).contains("unfair"));
    let own = stdout(dir, &["convert", "x.map", "--to", "own", "-o", "-"]);
    let back = std::fs::read_to_string(dir.join("plain.toml")).unwrap();
    assert_eq!(own.replace("\"x\"", "\"spies\""), back);
}
