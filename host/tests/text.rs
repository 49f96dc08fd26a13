//! Text from bots and from files, as an attack: whatever it is, neither a terminal nor JSON nor a replay carries more
//! than harmless characters, and no line grows without end.

mod common;

use std::path::Path;

use botpit_abi::is_unsafe_in_text;
use botpit_engine::replay::Replay;
use common::{botpit, write};

/// What a terminal would do something at: clears the screen, sets its title, turns the direction of text, hides, rings.
const ATTACKS: [&str; 8] = [
    "\u{1b}[2J\u{1b}[31mred",
    "\u{1b}]0;title\u{7}",
    "\u{9b}31m one character for two",
    "\u{202e}txt.exe",
    "a\u{200b}b\u{2060}c\u{feff}",
    "\r\u{8}\u{8}over",
    "line\nbreak\tand \u{7f}",
    "\u{2066}isolate\u{2069}",
];
/// The longest line that anything from a bot may come to, in characters.
const LINE_CHARS: usize = 1_500;

/// A string of WAT with these bytes.
fn wat_string(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("\\{byte:02x}")).collect()
}

/// All attacks in one text, with bytes that are no UTF-8.
fn attack() -> Vec<u8> {
    [ATTACKS.concat().as_bytes(), b"\xff\xfe\x80 not UTF-8 \xc3\x28"].concat()
}

/// The attack over and over, to more than 100 kB.
fn long_attack() -> Vec<u8> {
    attack().repeat(100_000 / attack().len() + 1)
}

/// What was shown is harmless, and no line is endless.
#[track_caller]
fn assert_harmless(what: &str, bytes: &[u8]) {
    let text = std::str::from_utf8(bytes).unwrap_or_else(|error| panic!("{what}: {error}"));
    let bad = text.chars().find(|char| *char != '\n' && is_unsafe_in_text(*char));
    assert_eq!(bad, None, "{what}: {}", text.escape_debug());
}

#[track_caller]
fn assert_lines_end(what: &str, bytes: &[u8]) {
    let longest = String::from_utf8_lossy(bytes).lines().map(|line| line.chars().count()).max().unwrap_or(0);
    assert!(longest <= LINE_CHARS, "{what}: a line of {longest} characters");
}

/// Calls the program, whose output must be harmless; gives back its standard output.
#[track_caller]
fn call(dir: &Path, args: &[&str]) -> String {
    let output = botpit(dir).args(args).output().unwrap();
    let what = args.join(" ").escape_debug().to_string();
    for bytes in [&output.stdout, &output.stderr] {
        assert_harmless(&what, bytes);
    }
    assert_lines_end(&what, &output.stderr);
    if args.contains(&"--json") {
        let text = std::str::from_utf8(&output.stdout).unwrap();
        for line in text.lines() {
            serde_json::from_str::<serde_json::Value>(line).unwrap_or_else(|error| panic!("{what}: {error}"));
        }
    } else {
        assert_lines_end(&what, &output.stdout);
    }
    String::from_utf8(output.stdout).unwrap()
}

/// A bot that says the attack wherever it can, and traps in its second turn in a function of that name.
fn talker(said: &[u8]) -> Vec<u8> {
    let (said, length) = (wat_string(said), said.len());
    // A mark: text (2) at (1, 1), a colour, a length and the text.
    let text = wat_string(&attack()[..60]);
    wat::parse_str(format!(
        r#"(module
            (import "botpit" "log" (func $log (param i32 i32)))
            (import "botpit" "draw" (func $draw (param i32 i32)))
            (memory (export "memory") 8)
            (data (i32.const 65536) "{said}")
            (data (i32.const 32768) "\02\00\3c\00\01\00\01\00\ff\ff\ff\ff\00\00\00\00{text}")
            (global $turn (mut i32) (i32.const 0))
            (func (export "botpit_abi") (result i32) (i32.const 0x30001))
            (func (export "alloc") (param i32) (result i32) (i32.const 1024))
            (func (export "team_name") (result i64)
              (i64.or (i64.shl (i64.const 65536) (i64.const 32)) (i64.const {length})))
            (func $trap unreachable)
            (func (export "think") (param i32 i32) (result i64)
              (call $log (i32.const 65536) (i32.const {length}))
              (call $draw (i32.const 32768) (i32.const 80))
              (global.set $turn (i32.add (global.get $turn) (i32.const 1)))
              (if (i32.gt_u (global.get $turn) (i32.const 1)) (then (call $trap)))
              (i64.const 0)))"#
    ))
    .unwrap()
}

/// The module with a name section that calls its functions by the attack, and producers that are one.
fn with_names(mut wasm: Vec<u8>, name: &str) -> Vec<u8> {
    let leb = |mut number: usize| {
        let mut bytes = Vec::new();
        loop {
            let byte = (number & 0x7f) as u8;
            number >>= 7;
            bytes.push(if number == 0 { byte } else { byte | 0x80 });
            if number == 0 {
                return bytes;
            }
        }
    };
    let string = |text: &str| [leb(text.len()), text.as_bytes().to_vec()].concat();
    let functions: Vec<u8> = (0..8).flat_map(|index| [leb(index), string(name)].concat()).collect();
    let functions = [leb(8), functions].concat();
    let names = [string("name"), vec![1], leb(functions.len()), functions].concat();
    let field = [string("processed-by"), leb(1), string(name), string(name)].concat();
    let producers = [string("producers"), leb(1), field].concat();
    let strange = [string(name), vec![0; 9]].concat();
    for section in [names, producers, strange] {
        wasm.extend([vec![0], leb(section.len()), section].concat());
    }
    wasm
}

#[test]
fn what_a_bot_says_is_harmless_wherever_it_is_shown() {
    for (name, said) in [("short.wasm", attack()), ("long.wasm", long_attack())] {
        let folder = tempfile::tempdir().unwrap();
        let dir = folder.path();
        write(dir, name, with_names(talker(&said), &ATTACKS.concat()));
        for game in ["gold-hunter", "capture-the-flag"] {
            let play = ["play", name, "builtin:random", "--seed=1", "--replay=x.jsonl", "--embed", "--max-faults=3"];
            let bots = if game == "gold-hunter" { "builtin:random" } else { "builtin:wanderer" };
            let play: Vec<&str> = play.map(|arg| if arg == "builtin:random" { bots } else { arg }).to_vec();
            let told = call(dir, &[&play[..], &["--game", game]].concat());
            assert!(told.contains("first fault"), "the bot was heard: {told}");
            call(dir, &[&play[..], &["--game", game, "--json"]].concat());
            let replay = std::fs::read(dir.join("x.jsonl")).unwrap();
            assert_harmless("the replay", &replay);
            let (read, damage) = Replay::read(&replay).unwrap();
            assert!(damage.is_none());
            let log = &read.legs[0].turns[0].seats[botpit_engine::Seat::A].log;
            assert!(log.contains('\u{1b}') && log.contains('\u{202e}'), "a replay keeps what was said");
            for shown in [
                &["replay", "show", "x.jsonl"][..],
                &["replay", "show", "x.jsonl", "--json"],
                &["replay", "show", "x.jsonl", "--turn=2"],
                &["replay", "show", "x.jsonl", "--turn=2", "--json"],
                &["replay", "show", "x.jsonl", "--logs", "--json"],
                &["replay", "debug", "x.jsonl", "--seat=a", "--turn=2", "--json"],
                &["replay", "verify", "x.jsonl"],
                &["replay", "rerun", "x.jsonl"],
                &["check", name, "--no-timing", "--turns=3", "--game", game],
                &["check", name, "--no-timing", "--turns=3", "--game", game, "--json"],
            ] {
                call(dir, shown);
            }
            for long in
                [&["replay", "show", "x.jsonl", "--logs"][..], &["replay", "debug", "x.jsonl", "--seat=a", "--turn=2"]]
            {
                // A log is shown whole: its lines are the bot's own.
                let output = botpit(dir).args(long).output().unwrap();
                assert!(output.status.success());
                assert_harmless(&long.join(" "), &output.stdout);
            }
        }
    }
}

#[test]
fn names_of_imports_and_exports_are_harmless() {
    for name in [attack(), long_attack()] {
        // A name has to be UTF-8, or the module is none.
        let name = String::from_utf8_lossy(&name).into_owned();
        let wat_name = wat_string(name.as_bytes());
        for field in [
            format!(r#"(import "{wat_name}" "{wat_name}" (func))"#),
            format!(r#"(import "env" "{wat_name}" (func))"#),
            format!(r#"(import "wasi_snapshot_preview1" "{wat_name}" (func))"#),
            format!(r#"(func (export "{wat_name}"))"#),
            format!(r#"(global (export "think") i32 (i32.const 0)) (func (export "{wat_name}"))"#),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let dir = folder.path();
            let wasm = wat::parse_str(format!(r#"(module {field} (memory (export "memory") 1))"#)).unwrap();
            write(dir, "bot.wasm", with_names(wasm, &name));
            call(dir, &["check", "bot.wasm", "--no-timing"]);
            call(dir, &["check", "bot.wasm", "--no-timing", "--json"]);
            call(dir, &["play", "bot.wasm", "builtin:random"]);
        }
    }
}

#[test]
fn names_of_files_maps_and_what_replays_say_are_harmless() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path();
    let name = ATTACKS.concat().replace('/', "");
    let bot = format!("{name}.wasm");
    write(dir, &bot, talker(b"hello"));
    let map = call(dir, &["map", "convert", "duel", "--to=own", "-o", "-"]);
    write(dir, &format!("{name}.toml"), &map);
    for args in [
        &["play", &bot, "builtin:random", "--map", &format!("{name}.toml"), "--replay", &format!("{name}.jsonl")][..],
        &["check", &bot, "--no-timing"],
        &["map", "check", &format!("{name}.toml")],
        &["map", "show", &format!("{name}.toml")],
        &["replay", "show", &format!("{name}.jsonl")],
        &["replay", "show", &format!("no {name}.jsonl")],
        &["play", &name],
        &["play", &format!("builtin:{name}")],
        &["play", "--map", &name],
        &["play", "--option", &format!("{name}={name}")],
        &["build", &name],
        &["new", &name],
    ] {
        call(dir, args);
    }
    let replay = std::fs::read_to_string(dir.join(format!("{name}.jsonl"))).unwrap();
    let words = serde_json::to_string(&ATTACKS.concat().repeat(1_000)).unwrap();
    for key in ["\"name\":", "\"botpit\":", "\"triple\":", "\"sha256\":", "\"ruleset\":"] {
        let at = replay.find(key).unwrap() + key.len();
        let end = at + 1 + replay[at + 1..].find('"').unwrap() + 1;
        write(dir, "forged.jsonl", format!("{}{words}{}", &replay[..at], &replay[end..]));
        for command in ["show", "verify", "rerun"] {
            call(dir, &["replay", command, "forged.jsonl"]);
        }
        call(dir, &["replay", "show", "forged.jsonl", "--json"]);
    }
}

#[test]
fn an_argument_that_is_refused_steers_no_terminal() {
    for hostile in ["\u{9b}31m", "\u{202e}gnp", "\u{1b}[2J", "a\u{200b}b"] {
        for arguments in [&["replay", "show", "a"][..], &["play", "--seed"], &["play", "--option"], &[]] {
            let output = botpit(Path::new(".")).args(arguments).arg(hostile).output().expect("it runs");
            let said = String::from_utf8(output.stderr).expect("text");
            let unsafe_char = said.chars().find(|&char| char != '\n' && is_unsafe_in_text(char));
            assert_eq!((output.status.code(), unsafe_char), (Some(2), None), "{arguments:?}: {said}");
        }
    }
}
