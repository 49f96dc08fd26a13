//! `botpit replay debug`: what it shows of a turn, and that what it dumps plays natively as it did in the sandbox.

mod common;

use std::path::Path;

use botpit_engine::{Seat, Tape, TapeMessage};
use botpit_sdk::testing::load_tape;
use botpit_sdk::{capture_the_flag, gold_hunter};
use common::{QUIET, TRAPPING, botpit, shown, wat_bot, write};

/// A bot that logs more than it may, draws, and gives an order that can be carried out and one that cannot.
fn busy(game: u16) -> Vec<u8> {
    let text = format!(
        r#"(module
            (import "botpit" "log" (func $log (param i32 i32)))
            (import "botpit" "draw" (func $draw (param i32 i32)))
            (memory (export "memory") 8)
            (data (i32.const 0) "\01\00\0{game}\00\03\00\10\00\18\00\00\00\00\00\00\00\00\00\02\01\09\00\02\01")
            (data (i32.const 32) "\01\00\00\00\ff\00\80\ff\03\00\01\00\00\00\00\00")
            (data (i32.const 64) "a plan of\1b[2J thirty-two letters!")
            (func (export "botpit_abi") (result i32) (i32.const 0x{:x}))
            (func (export "alloc") (param i32) (result i32) (i32.const 1024))
            (func (export "think") (param i32 i32) (result i64)
                (call $log (i32.const 64) (i32.const 32))
                (call $log (i32.const 64) (i32.const 32))
                (call $draw (i32.const 32) (i32.const 16))
                (i64.const 24)))"#,
        u32::from(game) << 16 | 1
    );
    wat::parse_str(text).expect("the test's WAT is right")
}

fn call(folder: &Path, args: &[&str]) -> String {
    shown(folder, &botpit(folder).args(args).output().expect("the program runs"))
}

/// A folder with a replay of a busy bot against a quiet one in each game.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path();
    write(dir, "busy-gold.wasm", busy(1));
    write(dir, "busy-flag.wasm", busy(2));
    write(dir, "quiet.wasm", wat_bot(QUIET));
    write(dir, "trapping.wasm", wat_bot(TRAPPING));
    let flag = QUIET.to_owned();
    let quiet_flag = common::wat_text(&flag).replace("0x10001", "0x20001");
    write(dir, "quiet-flag.wasm", wat::parse_str(quiet_flag).unwrap());
    for (game, a, b, map, replay) in [
        ("gold-hunter", "busy-gold.wasm", "quiet.wasm", "duel", "gold.jsonl"),
        ("capture-the-flag", "quiet-flag.wasm", "busy-flag.wasm", "outpost", "flag.jsonl"),
    ] {
        botpit(dir)
            .args(["play", a, b, "--game", game, "--map", map, "--replay", replay, "--embed"])
            .args(["--log-bytes-per-turn", "40", "--replays", "0"])
            .assert()
            .success();
    }
    folder
}

#[test]
fn a_turn_is_shown_from_the_inside() {
    let folder = folder();
    let dir = folder.path();
    for (name, args) in [
        ("gold_hunter", &["gold.jsonl", "--seat", "a", "--turn", "2"][..]),
        ("capture_the_flag", &["flag.jsonl", "--seat", "b", "--turn", "2"]),
        ("start", &["gold.jsonl", "--seat", "b", "--turn", "0"]),
        ("another_bot", &["gold.jsonl", "--seat", "a", "--turn", "2", "--bot", "quiet.wasm"]),
        ("trap", &["gold.jsonl", "--seat", "a", "--turn", "2", "--bot", "trapping.wasm"]),
        ("json", &["gold.jsonl", "--seat", "b", "--turn", "1", "--json"]),
    ] {
        let shown = call(dir, &[&["replay", "debug"], args].concat());
        assert!(shown.starts_with("exit 0"), "{name}: {shown}");
        insta::assert_snapshot!(format!("debug_{name}"), shown);
    }
}

#[test]
fn errors_say_what_there_is() {
    let folder = folder();
    let dir = folder.path();
    let text = std::fs::read_to_string(dir.join("gold.jsonl")).unwrap();
    write(dir, "cut.jsonl", text.lines().take(5).map(|line| line.to_owned() + "\n").collect::<String>());
    write(dir, "none.jsonl", text.replacen(r#""meter":"wasmtime""#, r#""meter":"none""#, 1));
    let gold = |args: &[&str]| call(dir, &[&["replay", "debug", "gold.jsonl"], args].concat());
    for (name, shown) in [
        ("no_turn", gold(&["--seat", "a", "--turn", "9999"])),
        ("no_leg", gold(&["--seat", "a", "--turn", "1", "--leg", "2"])),
        ("other_game", gold(&["--seat", "a", "--turn", "1", "--bot", "busy-flag.wasm"])),
        ("over_input", gold(&["--seat", "a", "--turn", "1", "--dump-view", "gold.jsonl"])),
        ("dumps_alike", gold(&["--seat", "a", "--turn", "1", "--dump-view", "x", "--dump-setup", "./x"])),
        ("no_view", gold(&["--seat", "a", "--turn", "0", "--dump-view", "x"])),
        ("no_meter", call(dir, &["replay", "debug", "none.jsonl", "--seat", "a", "--turn", "1"])),
        ("behind_the_cut", call(dir, &["replay", "debug", "cut.jsonl", "--seat", "a", "--turn", "4"])),
    ] {
        assert!(shown.starts_with("exit 1") || shown.starts_with("exit 2"), "{name}: {shown}");
        insta::assert_snapshot!(format!("debug_error_{name}"), shown);
    }
    let before_the_cut = call(dir, &["replay", "debug", "cut.jsonl", "--seat", "a", "--turn", "3"]);
    assert!(before_the_cut.starts_with("exit 0") && before_the_cut.contains("was cut"), "{before_the_cut}");
    let forged = text.replacen("\"orders\":\"", "\"orders\":\"00", 1);
    write(dir, "forged.jsonl", forged);
    let forged = call(dir, &["replay", "debug", "forged.jsonl", "--seat", "b", "--turn", "3"]);
    assert!(forged.starts_with("exit 1"), "{forged}");
}

#[test]
fn the_dumped_messages_are_those_of_the_tape() {
    let folder = folder();
    let dir = folder.path();
    let dumps = ["--dump-setup", "setup.bin", "--dump-view", "view.bin", "--dump-tape", "all.tape"];
    botpit(dir).args(["replay", "debug", "gold.jsonl", "--seat", "a", "--turn", "3"]).args(dumps).assert().success();
    let tape = Tape::read(&std::fs::read(dir.join("all.tape")).unwrap()).unwrap();
    let bytes = |message: &TapeMessage| match message {
        TapeMessage::Setup { bytes, .. } | TapeMessage::View { bytes, .. } => bytes.clone(),
    };
    assert_eq!(tape.messages.len(), 4);
    assert_eq!(bytes(&tape.messages[0]), std::fs::read(dir.join("setup.bin")).unwrap());
    assert_eq!(bytes(&tape.messages[3]), std::fs::read(dir.join("view.bin")).unwrap());
    let (setup, view) = (bytes(&tape.messages[0]), bytes(&tape.messages[3]));
    assert!(gold_hunter::Setup::parse(&setup).is_ok());
    assert_eq!(gold_hunter::View::parse(&view).unwrap().common.turn, 2);
}

/// Plays a match between built-in bots, and dumps the tape of a seat up to a turn.
fn tape(dir: &Path, game: &str, bots: [&str; 2], seat: Seat, turn: u32) -> Tape {
    botpit(dir).args(["play", bots[0], bots[1], "--game", game, "--replay", "x.jsonl"]).assert().success();
    let shown = call(
        dir,
        &[
            "replay",
            "debug",
            "x.jsonl",
            "--seat",
            &seat.to_string(),
            "--turn",
            &turn.to_string(),
            "--dump-tape",
            "x.tape",
        ],
    );
    assert!(shown.starts_with("exit 0") && shown.contains("it did what the replay says"), "{shown}");
    load_tape(dir.join("x.tape")).unwrap()
}

#[test]
fn a_tape_plays_natively_as_it_did_in_the_sandbox() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path();
    let bots = ["builtin:prospector", "builtin:random"];
    let prospector = tape(dir, "gold-hunter", bots, Seat::A, 60);
    let random = tape(dir, "gold-hunter", bots, Seat::B, 60);
    let runner = tape(dir, "capture-the-flag", ["builtin:wanderer", "builtin:runner"], Seat::B, 60);
    let plays = [
        gold_hunter::Solo::play_tape::<prospector::Prospector>(&prospector).unwrap(),
        gold_hunter::Solo::play_tape::<random::Random>(&random).unwrap(),
        capture_the_flag::Solo::play_tape::<runner::Runner>(&runner).unwrap(),
    ];
    for turns in plays {
        assert_eq!(turns.len(), 60);
        assert!(turns.iter().any(|turn| turn.answer.orders.len() > 1), "it gives orders");
        for turn in turns {
            assert_eq!(turn.answer.bytes, turn.recorded, "turn {}", turn.turn);
        }
    }
    let mut solo = gold_hunter::Solo::before_last_turn::<random::Random>(&random).unwrap();
    let answer = solo.ask_last_turn(&random).unwrap();
    assert!(matches!(random.messages.last(), Some(TapeMessage::View { orders, .. }) if *orders == answer.bytes));
    assert!(capture_the_flag::Solo::before_last_turn::<runner::Runner>(&random).is_err(), "of another game");
}

/// A bot that logs, draws random numbers, and fails now and then: by fuel or by a trap.
const FLAKY: &str = r#"(module
    (import "botpit" "log" (func $log (param i32 i32)))
    (import "botpit" "random" (func $random (result i64)))
    (memory (export "memory") 8)
    (global $turns (mut i32) (i32.const 0))
    (func (export "botpit_abi") (result i32) (i32.const 0x30001))
    (func (export "alloc") (param i32) (result i32) (i32.const 1024))
    (func (export "team_name") (result i64) (drop (call $random)) (i64.const 0))
    (func (export "think") (param i32 i32) (result i64)
        (call $log (i32.const 0) (i32.const 2))
        (global.set $turns (i32.add (global.get $turns) (i32.const 1)))
        (if (i32.eq (global.get $turns) (i32.const 6)) (then (loop (br 0))))
        (if (i64.eqz (i64.and (call $random) (i64.const 15))) (then unreachable))
        (i64.const 0)))"#;

#[test]
fn a_bot_is_followed_over_faults_restarts_and_legs() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path();
    write(dir, "flaky.wasm", wat::parse_str(FLAKY).unwrap());
    let limits = [
        ["--fuel-per-turn", "1000000"],
        ["--fuel-bank", "20000000"],
        ["--fault-cost", "1000000"],
        ["--fuel-restart", "1000"],
        ["--log-bytes-per-match", "50"],
        ["--max-faults", "15"],
    ];
    // Under a bank, the endless sixth turn takes all that is left.
    for (game, short, replays, legs, turns) in [
        ("gold-hunter", "--map-option", "1", 2, ["0", "1", "9", "30", "50"]),
        ("capture-the-flag", "--option", "0", 1, ["0", "1", "4", "5", "6"]),
    ] {
        let replay = ["--replays", replays, "--replay", "x.jsonl", "--embed"];
        let options = [&["--map", "generated", short, "turns=60", "--game", game][..], &replay].concat();
        botpit(dir).args(["play", "flaky.wasm", "flaky.wasm"]).args(limits.concat()).args(options).assert().success();
        for leg in 1..=legs {
            for (seat, turn) in ["a", "b"].into_iter().cycle().zip(turns) {
                let leg = leg.to_string();
                let at = ["--leg", &leg, "--seat", seat, "--turn", turn];
                let shown = call(dir, &[&["replay", "debug", "x.jsonl"], &at[..]].concat());
                assert!(shown.contains("it did what the replay says"), "{game}, {at:?}: {shown}");
            }
        }
    }
}
