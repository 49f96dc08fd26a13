//! Shell completions, manual pages and the list of bots.

mod common;

use std::path::Path;
use std::process::Command;

use common::{botpit, shown};

/// What the program prints.
fn stdout(args: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let output = botpit(folder.path()).args(args).output().unwrap();
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// What bash offers for the last word of a command line.
fn completed(script: &Path, words: &[&str]) -> Vec<String> {
    let simulation = r#"
        source "$1"; shift
        COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
        _botpit botpit "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
        printf '%s\n' "${COMPREPLY[@]}""#;
    let output = Command::new("bash")
        .args(["--norc", "-c", simulation, "bash"])
        .arg(script)
        .args(words)
        .output()
        .expect("bash runs");
    assert!(output.status.success() && output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn bash_loads_its_script_and_completes_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("botpit.bash");
    std::fs::write(&script, stdout(&["completions", "bash"])).unwrap();
    assert!(Command::new("bash").arg("-n").arg(&script).status().unwrap().success());
    assert_eq!(completed(&script, &["botpit", "pl"]), ["play"]);
    assert_eq!(completed(&script, &["botpit", "play", "--on-fault", "forfeit-m"]), ["forfeit-match"]);
    assert_eq!(completed(&script, &["botpit", "play", "--game", ""]), ["gold-hunter", "capture-the-flag"]);
    assert_eq!(completed(&script, &["botpit", "replay", "ver"]), ["verify"]);
    assert!(completed(&script, &["botpit", "__"]).concat().is_empty(), "the compiler's child is nobody's command");
}

#[test]
fn every_shell_gets_a_script_that_knows_all_subcommands() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = stdout(&["completions", shell]);
        for word in ["play", "rerun", "config", "fuel-per-turn"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
        assert!(!script.contains("__compile"), "{shell}");
    }
}

/// The subcommands that help lists for a command, and those below them, each as its words.
fn subcommands(of: &[String]) -> Vec<Vec<String>> {
    let words: Vec<&str> = of.iter().map(String::as_str).chain(["--help"]).collect();
    let help = stdout(&words);
    let Some((_, list)) = help.split_once("\nCommands:\n") else { return Vec::new() };
    let lines = list.lines().take_while(|line| !line.is_empty()).filter(|line| !line.starts_with("    "));
    let names = lines.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help");
    names
        .flat_map(|name| {
            let command: Vec<String> = of.iter().cloned().chain([name.to_owned()]).collect();
            let mut all = subcommands(&command);
            all.push(command);
            all
        })
        .collect()
}

#[test]
fn every_subcommand_has_a_manual_page() {
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("new/man1");
    botpit(folder.path()).args(["man", "-o"]).arg(&pages).assert().success();
    let mut expected: Vec<String> =
        subcommands(&[]).iter().map(|words| format!("botpit-{}.1", words.join("-"))).collect();
    assert!(expected.len() > 8, "{expected:?}");
    expected.push("botpit.1".to_owned());
    expected.sort();
    let mut found: Vec<String> =
        std::fs::read_dir(&pages).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    found.sort();
    assert_eq!(found, expected);
    for name in &found {
        let page = std::fs::read_to_string(pages.join(name)).unwrap();
        for part in [".TH ", ".SH NAME\n", ".SH SYNOPSIS\n", ".SH DESCRIPTION\n"] {
            assert!(page.contains(part), "{name} has no {part}");
        }
        // Where man is installed it has to like the page as well.
        if let Ok(output) = Command::new("man").args(["--warnings", "-l", "-P", "cat"]).arg(pages.join(name)).output() {
            assert!(output.stderr.is_empty(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
        }
    }
    assert_eq!(stdout(&["man"]), std::fs::read_to_string(pages.join("botpit.1")).unwrap());
    std::fs::write(folder.path().join("file"), "").unwrap();
    let refused = botpit(folder.path()).args(["man", "-o", "file"]).output().unwrap();
    insta::assert_snapshot!("man_no_folder", shown(folder.path(), &refused));
}

#[test]
fn the_built_in_bots_are_listed_by_game() {
    let mask = |text: &str| {
        let words = |line: &str| match line.rsplit_once("  ") {
            Some((start, hash)) if hash.len() == 8 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()) => {
                format!("{start}  HASH\n")
            }
            _ => format!("{line}\n"),
        };
        text.lines().map(words).collect::<String>()
    };
    let text = stdout(&["bots"]);
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    insta::assert_snapshot!("bots", mask(&text));
    let json = stdout(&["bots", "--json"]);
    for (line, builtin) in json.lines().zip(botpit::builtins::builtins()) {
        let bot: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(bot["name"], format!("builtin:{}", builtin.name));
        assert_eq!(bot["game"], builtin.game);
        assert_eq!(bot["bytes"], builtin.wasm.len());
        assert!(text.contains(&bot["sha256"].as_str().unwrap()[..8]));
    }
    assert_eq!(json.lines().count(), botpit::builtins::builtins().len());
}
