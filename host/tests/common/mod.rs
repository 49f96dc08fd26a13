//! What the tests of the command line share.
#![allow(dead_code, unreachable_pub, reason = "each test binary uses its own part")]

pub mod bout;

use std::path::{Path, PathBuf};
use std::process::Output;

use assert_cmd::Command;

/// The program, with a cache that all tests share and nothing of the user's own settings.
pub fn botpit(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_botpit"));
    command
        .current_dir(folder)
        .env("BOTPIT_CACHE_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache"))
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR_FORCE")
        .env_remove("RUST_BACKTRACE")
        .env("COLUMNS", "100");
    command
}

/// An output as one text: exit code, stdout, stderr, with the folder's name masked.
pub fn shown(folder: &Path, output: &Output) -> String {
    let code = output.status.code().map_or("killed".to_owned(), |code| code.to_string());
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace(&folder.display().to_string(), "FOLDER");
    format!("exit {code}\n--- stdout\n{}--- stderr\n{}", text(&output.stdout), text(&output.stderr))
}

/// Writes a file of the test's folder and gives back its path.
pub fn write(folder: &Path, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, content).expect("the test's folder can be written");
    path
}

/// A bot in WAT that answers no orders, with `extra` among its items.
pub fn wat_bot(extra: &str) -> Vec<u8> {
    wat::parse_str(wat_text(extra)).expect("the test's WAT is right")
}

/// The text of such a bot.
pub fn wat_text(extra: &str) -> String {
    format!(
        r#"(module
            (memory (export "memory") 8)
            (func (export "botpit_abi") (result i32) (i32.const 0x10001))
            (func (export "alloc") (param i32) (result i32) (i32.const 1024))
            {extra})"#
    )
}

/// What a quiet bot thinks.
pub const QUIET: &str = r#"(func (export "think") (param i32 i32) (result i64) (i64.const 0))"#;
/// What a bot thinks that never ends.
pub const ENDLESS: &str = r#"(func (export "think") (param i32 i32) (result i64) (loop (br 0)) (i64.const 0))"#;
/// What a bot thinks that traps.
pub const TRAPPING: &str = r#"(func (export "think") (param i32 i32) (result i64) unreachable)"#;
