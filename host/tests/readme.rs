//! What README says is so: its commands run, with the output that it shows, and its tables and its bot are the real
//! ones. `UPDATE_README=1` writes the real ones into it.

mod common;

use std::fmt::Write;
use std::path::{Path, PathBuf};

use botpit::config::Config;
use botpit_engine::{GAMES, Limits};
use common::botpit;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// README with everything that can be computed put in its place. Its commands run in one folder, where its bot takes the
/// place of the one that `botpit new` makes.
fn computed(readme: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let mut out = String::new();
    let mut block = "";
    for line in readme.lines() {
        if let Some(language) = line.strip_prefix("```") {
            block = if block.is_empty() { language } else { "" };
            let _ = writeln!(out, "{line}");
            if block == "rust" {
                out.push_str(&first_bot());
                std::fs::write(folder.path().join("my-bot/src/lib.rs"), first_bot()).unwrap();
            }
            continue;
        }
        match block {
            "console" => {
                if let Some(command) = line.strip_prefix("$ ") {
                    let _ = writeln!(out, "{line}");
                    out.push_str(&run(folder.path(), command));
                }
            }
            "sh" => {
                run(folder.path(), line);
                let _ = writeln!(out, "{line}");
            }
            "rust" => {}
            _ if line.starts_with("| `--") => {}
            _ => {
                let _ = writeln!(out, "{line}");
                if line == "|---|---|---|" && out.ends_with("| limit | default | what it limits |\n|---|---|---|\n") {
                    out.push_str(&limits());
                }
            }
        }
    }
    out
}

/// The output of a command of README. `cargo xtask play` is `botpit play` after the set-up, and the tests do not run
/// themselves.
fn run(folder: &Path, command: &str) -> String {
    let words: Vec<&str> = command.split(' ').collect();
    let args = match words.as_slice() {
        ["cargo", "xtask", "test"] => return String::new(),
        // These write into the user's home; the tests of `shell` run them.
        ["botpit", "completions" | "man", ..] | ["mkdir", ..] => return String::new(),
        ["cargo", "xtask", args @ ..] | ["botpit", args @ ..] => args,
        _ => panic!("README has a command that no test runs: {command}"),
    };
    let output = botpit(folder).args(args).output().unwrap();
    assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The bot of the SDK's first page, which is a test there.
fn first_bot() -> String {
    let docs = std::fs::read_to_string(root().join("sdk/src/lib.rs")).unwrap();
    let lines = docs.lines().skip_while(|line| *line != "//! ```").skip(1).take_while(|line| *line != "//! ```");
    let bot: Vec<&str> =
        lines.map(|line| line.strip_prefix("//!").unwrap()).map(|l| l.strip_prefix(' ').unwrap_or(l)).collect();
    assert!((10..=25).contains(&bot.len()), "the first bot has at most 25 lines, not {}", bot.len());
    bot.join("\n") + "\n"
}

fn limits() -> String {
    let grouped = |number: u64| {
        let digits = number.to_string();
        let groups: Vec<&str> =
            digits.as_bytes().rchunks(3).rev().map(|group| std::str::from_utf8(group).unwrap()).collect();
        groups.join(",")
    };
    let row = |spec: &botpit_engine::LimitSpec| {
        format!("| `--{}` | {} | {} |\n", spec.name.replace('_', "-"), grouped(spec.default), spec.help.trim())
    };
    Limits::SPECS.iter().map(row).collect()
}

#[test]
fn the_configuration_file_of_readme_is_right() {
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    let text = readme.split("```toml\n").find(|block| block.starts_with("[limits]")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("botpit.toml");
    std::fs::write(&path, text.split("```").next().unwrap()).unwrap();
    let config = Config::read(&path, &GAMES).unwrap();
    assert_eq!((config.bots.len(), config.maps.len()), (2, 1));
}

#[test]
fn readme_is_true() {
    let path = root().join("README.md");
    let readme = std::fs::read_to_string(&path).unwrap();
    let real = computed(&readme);
    if std::env::var_os("UPDATE_README").is_some() {
        std::fs::write(&path, real).unwrap();
        return;
    }
    for (index, (said, is)) in readme.lines().zip(real.lines()).enumerate() {
        assert_eq!(said, is, "README.md line {}; UPDATE_README=1 writes the real one", index + 1);
    }
    assert_eq!(readme.lines().count(), real.lines().count(), "README.md has another number of lines");
}
