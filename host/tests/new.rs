//! Bot projects as `botpit new` makes them: they stand alone, and their bots play well enough to begin with.
//!
//! Nothing here reaches for the network: the projects' lock file asks for what Botpit itself was built with.

mod common;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use botpit::bot_build::leaks;
use common::{botpit, shown};

/// Makes a project in the folder.
fn new(folder: &Path, args: &[&str]) {
    botpit(folder).arg("new").args(args).assert().success();
}

/// Cargo as a contestant runs it, with one folder for what all projects of these tests build.
fn cargo(project: &Path) -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    for (name, _) in std::env::vars_os().filter(|(name, _)| leaks(name)) {
        cargo.env_remove(name);
    }
    cargo.current_dir(project).env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("projects"));
    cargo
}

/// Runs a command, which must succeed, and gives back what it prints.
fn output_of(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {text}");
    text
}

/// Makes a project of the game, runs its tests and what else a contestant would, and plays the bot against the weakest
/// built-in one.
fn a_project_stands_alone(game: &str, opponent: &str) {
    // Cargo names what it builds from `vendor/` alike in all projects: two at once would take it from each other.
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _alone = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = tempfile::tempdir().unwrap();
    // A name that is not the templates', and sorts before the crates that the source names.
    new(folder.path(), &["a_2nd-bot", "--game", game]);
    let project = folder.path().join("a_2nd-bot");
    // A workspace around it is none of its business.
    std::fs::write(folder.path().join("Cargo.toml"), "[workspace]\nmembers = []\n").unwrap();

    let tested = output_of(cargo(&project).args(["test", "--locked", "--offline", "--quiet"]));
    assert!(tested.contains("3 passed"), "{tested}");
    output_of(cargo(&project).args(["fmt", "--check"]));
    let clippy = ["clippy", "--all-targets", "--locked", "--offline", "--quiet", "--", "-D", "warnings"];
    output_of(cargo(&project).args(clippy));

    let series = ["--games", "12", "--swap", "--map", "generated", "--game", game, "--json"];
    let played = botpit(&project).args(["play", ".", &format!("builtin:{opponent}")]).args(series).output().unwrap();
    let text = String::from_utf8_lossy(&played.stdout);
    assert!(played.status.success(), "{}", String::from_utf8_lossy(&played.stderr));
    let summary: serde_json::Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    let summary = &summary["summary"];
    assert!(summary["wins"][0].as_u64().unwrap() >= 10, "{summary}");
    assert_eq!(summary["bots"][0]["faults"], 0, "{summary}");
    assert_eq!(summary["bots"][0]["rejections"], 0, "{summary}");
    assert!(!project.join("vendor/target").exists());
}

#[test]
fn a_bot_of_gold_hunter_stands_alone_and_beats_random() {
    a_project_stands_alone("gold-hunter", "random");
}

#[test]
fn a_bot_of_capture_the_flag_stands_alone_and_beats_wanderer() {
    a_project_stands_alone("capture-the-flag", "wanderer");
}

/// The templates' lock file is what cargo makes of this repository's; `UPDATE_TEMPLATES=1` writes it.
#[test]
fn a_project_has_the_versions_that_botpit_is_built_with() {
    let host = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().unwrap();
    new(folder.path(), &["my-bot"]);
    let project = folder.path().join("my-bot");
    let made = std::fs::read_to_string(project.join("Cargo.lock")).unwrap();
    std::fs::copy(host.parent().unwrap().join("Cargo.lock"), project.join("Cargo.lock")).unwrap();
    output_of(cargo(&project).args(["metadata", "--offline", "--format-version", "1"]));
    let real = std::fs::read_to_string(project.join("Cargo.lock")).unwrap();
    if std::env::var_os("UPDATE_TEMPLATES").is_some() {
        std::fs::write(host.join("templates/rust/Cargo.lock"), real).unwrap();
        return;
    }
    assert_eq!(made, real, "UPDATE_TEMPLATES=1 writes the real lock file");
}

#[test]
fn a_project_carries_the_crates_as_they_are_here() {
    let folder = tempfile::tempdir().unwrap();
    new(folder.path(), &["deep/in/folders/my-bot/"]);
    let vendor = folder.path().join("deep/in/folders/my-bot/vendor");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut files = Vec::new();
    walk(&vendor, &mut files);
    for file in &files {
        let path = file.strip_prefix(&vendor).unwrap();
        if path != Path::new("Cargo.toml") {
            assert_eq!(std::fs::read(file).unwrap(), std::fs::read(root.join(path)).unwrap(), "{}", path.display());
        }
    }
    for part in ["sdk/src", "sdk/abi/src", "engine/src", "engine/guest/src", "engine/maps"] {
        let (mut here, mut there) = (Vec::new(), Vec::new());
        walk(&root.join(part), &mut here);
        walk(&vendor.join(part), &mut there);
        assert_eq!(here.len(), there.len(), "{part}");
    }
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { walk(&path, files) } else { files.push(path) }
    }
}

#[test]
fn success_and_errors_say_what_to_do_next() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path();
    std::fs::create_dir(dir.join("full")).unwrap();
    std::fs::write(dir.join("full/file"), "kept").unwrap();
    std::fs::write(dir.join("file"), "kept").unwrap();
    let long = "a".repeat(65);
    for (name, args) in [
        ("made", &["my-bot"][..]),
        ("made_capture_the_flag", &["my bots/flagger", "--game", "capture-the-flag"]),
        ("again", &["my-bot"]),
        ("full_folder", &["full"]),
        ("file", &["file"]),
        ("below_a_file", &["file/my-bot"]),
        ("no_name", &[]),
        ("dot", &["."]),
        ("shape", &["bots/My Bot"]),
        ("digit_first", &["2fast"]),
        ("keyword", &["match"]),
        ("taken", &["core"]),
        ("of_the_sdk", &["botpit-sdk"]),
        ("too_long", &[&long]),
        ("steering", &["\u{1b}[31mred"]),
        ("unknown_game", &["x", "--game", "chess"]),
        ("unknown_language", &["x", "--lang", "zig"]),
    ] {
        let output = botpit(dir).arg("new").args(args).output().unwrap();
        insta::assert_snapshot!(name, shown(dir, &output));
    }
    let mut left: Vec<_> = std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["file", "full", "my bots", "my-bot"], "nothing else is left");
    assert_eq!(std::fs::read_to_string(dir.join("file")).unwrap(), "kept");
}

#[test]
fn a_name_that_is_no_text_is_refused() {
    use std::os::unix::ffi::OsStrExt;

    let folder = tempfile::tempdir().unwrap();
    let name = std::ffi::OsStr::from_bytes(b"b\xffot");
    let output = botpit(folder.path()).arg("new").arg(name).output().unwrap();
    insta::assert_snapshot!("no_utf8", shown(folder.path(), &output));
}
