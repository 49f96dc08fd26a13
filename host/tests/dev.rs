//! `botpit dev`: plays again when the source changes, tells what changed, and ends on Ctrl-C.

mod common;

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use common::{QUIET, TRAPPING, botpit, shown, wat_bot, write};

/// More than anything takes on a busy machine; only a failure waits so long.
const PATIENCE: Duration = Duration::from_secs(300);

/// A running `botpit dev` whose output is read line by line.
struct Dev {
    child: Child,
    out: Receiver<String>,
    errors: Receiver<String>,
    /// What stderr has said so far.
    told: String,
}

impl Dev {
    fn start(folder: &Path, args: &[&str]) -> Dev {
        let settings = botpit(folder);
        let mut command = Command::new(env!("CARGO_BIN_EXE_botpit"));
        command.current_dir(folder).arg("dev").args(args);
        command.args(["--map", "seed:7", "--map-option", "turns=20"]);
        for (name, value) in settings.get_envs() {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let out = lines(child.stdout.take().unwrap());
        let errors = lines(child.stderr.take().unwrap());
        Dev { child, out, errors, told: String::new() }
    }

    fn line(&mut self) -> String {
        self.out.recv_timeout(PATIENCE).unwrap_or_else(|error| panic!("{error} before a line came"))
    }

    fn json(&mut self) -> serde_json::Value {
        serde_json::from_str(&self.line()).unwrap()
    }

    /// Reads until a line that begins so, and gives back all of it.
    fn until(&mut self, start: &str) -> String {
        let mut text = String::new();
        loop {
            let line = self.line();
            text.push_str(&line);
            if line.starts_with(start) {
                return text;
            }
        }
    }

    /// Waits until stderr says so.
    fn told(&mut self, text: &str) {
        loop {
            let line = self.errors.recv_timeout(PATIENCE);
            let line = line.unwrap_or_else(|error| panic!("{error} before {text:?} came: {}", self.told));
            self.told.push_str(&line);
            if line.contains(text) {
                break;
            }
        }
    }

    /// Presses Ctrl-C and gives back the exit code and what stderr said.
    fn interrupt(mut self) -> (Option<i32>, String) {
        let pid = rustix::process::Pid::from_child(&self.child);
        rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
        self.told.extend(self.errors.iter());
        (self.child.wait().unwrap().code(), std::mem::take(&mut self.told))
    }
}

/// What a pipe says, line by line, as it comes.
fn lines(pipe: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, lines) = channel();
    std::thread::spawn(move || {
        let mut pipe = BufReader::new(pipe);
        let mut line = String::new();
        while pipe.read_line(&mut line).is_ok_and(|length| length > 0) && sender.send(std::mem::take(&mut line)).is_ok()
        {
        }
    });
    lines
}

impl Drop for Dev {
    /// A test that fails leaves nothing running.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_changed_module_is_played_again_and_compared() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path();
    write(dir, "bot.wasm", wat_bot(QUIET));
    write(dir, "other.wasm", wat_bot(QUIET));
    let mut dev = Dev::start(dir, &["bot.wasm", "other.wasm", "--games", "4"]);
    let first = dev.until("violations");
    dev.told("waiting for a change");
    write(dir, "bot.wasm", wat_bot(TRAPPING));
    let second = dev.until("violations");
    dev.told("waiting for a change");
    let (code, errors) = dev.interrupt();
    assert_eq!(code, Some(130));
    insta::assert_snapshot!("dev", format!("{first}{second}--- stderr\n{errors}"));
}

#[test]
fn the_same_games_are_played_each_time_and_what_cannot_run_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path();
    write(dir, "bot.wasm", wat_bot(QUIET));
    let mut dev = Dev::start(dir, &["bot.wasm", "builtin:prospector", "--games", "3", "--seed", "5", "--json"]);
    let first = dev.json();
    dev.told("waiting for a change");
    write(dir, "bot.wasm", b"no module");
    dev.told("error: ");
    std::fs::remove_file(dir.join("bot.wasm")).unwrap();
    dev.told("is gone");
    write(dir, "bot.wasm", wat_bot(QUIET));
    dev.told("it builds again: the same wasm as in the last run");
    dev.told("waiting for a change");
    write(dir, "bot.wasm", wat_bot(TRAPPING));
    let second = dev.json();
    assert_eq!(dev.interrupt().0, Some(130));
    assert_eq!((&first["run"], &second["run"]), (&1.into(), &2.into()));
    assert_eq!(first["seed"], second["seed"]);
    assert_ne!(first["sha256"], second["sha256"]);
    assert_eq!(first["summary"]["games"], 3);
    assert_eq!(first["results"], serde_json::json!(["lost", "lost", "lost"]));
    assert_eq!(second["changed"], serde_json::json!([]));
    assert!(second["summary"]["bots"][0]["faults"].as_u64() > first["summary"]["bots"][0]["faults"].as_u64());
}

#[test]
fn another_opponent_is_played_too() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path();
    write(dir, "bot.wasm", wat_bot(QUIET));
    write(dir, "other.wasm", wat_bot(QUIET));
    let mut dev = Dev::start(dir, &["bot.wasm", "other.wasm", "--games", "1", "--json"]);
    let first = dev.json();
    dev.told("waiting for a change");
    write(dir, "other.wasm", wat_bot(TRAPPING));
    dev.told("other.wasm changed");
    let second = dev.json();
    assert_eq!(dev.interrupt().0, Some(130));
    assert_eq!(first["sha256"], second["sha256"]);
    assert_ne!(first["opponent_sha256"], second["opponent_sha256"]);
    assert!(second["summary"]["bots"][1]["faults"].as_u64() > Some(0));
}

#[test]
fn a_folder_is_built_again_and_a_broken_build_waits() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path();
    let bot = dir.join("bot");
    std::fs::create_dir_all(bot.join("src")).unwrap();
    let manifest = "[package]\nname = \"bot\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[lib]\n\
                    crate-type = [\"cdylib\"]\n[workspace]\n";
    write(&bot, "Cargo.toml", manifest);
    let source = |think: &str| {
        format!(
            "#[unsafe(no_mangle)] pub extern \"C\" fn botpit_abi() -> i32 {{ 0x10001 }}\n\
             #[unsafe(no_mangle)] pub extern \"C\" fn alloc(_len: i32) -> i32 {{ static mut BUFFER: [u64; 8192] = [0; 8192]; &raw mut BUFFER as i32 }}\n\
             #[unsafe(no_mangle)] pub extern \"C\" fn think(_ptr: i32, _len: i32) -> i64 {{ {think} }}\n"
        )
    };
    write(&bot, "src/lib.rs", source("0"));
    write(dir, "other.wasm", wat_bot(QUIET));
    let mut dev = Dev::start(dir, &["bot", "other.wasm", "--games", "2", "--json"]);
    let first = dev.json();
    assert_eq!(first["summary"]["bots"][0]["faults"], 0);
    dev.told("waiting for a change");
    write(&bot, "src/lib.rs", source("not rust"));
    dev.told("failed: exit status");
    dev.told("waiting for a change");
    // The folder that was given is followed, even when another takes its name.
    let moved = dir.join("moved");
    std::fs::rename(&bot, &moved).unwrap();
    std::fs::create_dir_all(bot.join("src")).unwrap();
    write(&bot, "src/lib.rs", source("core::arch::wasm32::unreachable()"));
    write(&bot, "Cargo.toml", manifest);
    let second = dev.json();
    assert!(second["summary"]["bots"][0]["faults"].as_u64() > Some(0));
    assert_eq!(dev.interrupt().0, Some(130));
}

#[test]
fn what_has_no_source_or_is_not_there_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let call = |args: &[&str]| shown(folder.path(), &botpit(folder.path()).arg("dev").args(args).output().unwrap());
    insta::assert_snapshot!("dev_builtin", call(&["builtin:random", "builtin:foreman"]));
    insta::assert_snapshot!("dev_missing", call(&["nowhere", "builtin:foreman"]));
    insta::assert_snapshot!("dev_alone", call(&["nowhere"]));
    insta::assert_snapshot!("help_dev_short", call(&["-h"]));
}
