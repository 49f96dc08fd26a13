//! `botpit profile`: it counts every unit of fuel, and a bot does the same with it as without.

mod common;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use botpit::builtins::builtins_of;
use botpit::matches::{Entrant, MapSource, MatchSpec, profile_match, turns_of};
use botpit::profile::{FuelReport, folded};
use botpit::sandbox::{CallTree, CompilerPath, Module, Profiler, SandboxConfig};
use botpit_engine::replay::Replay;
use botpit_engine::{FaultKind, GAMES, Limits, Seat, Seed};
use common::bout::Bout;
use common::{QUIET, botpit, shown, wat_bot, wat_text, write};

fn profiler() -> Profiler {
    let program = env!("CARGO_BIN_EXE_botpit").into();
    let compiler = CompilerPath::Program { program, args: vec!["__compile".into()] };
    Profiler::new(SandboxConfig { compiler, instances: 1, ..SandboxConfig::default() }).unwrap()
}

/// A match that was played with a profile of one seat, as it is without.
struct Same {
    replay: Replay,
    module: Module,
    calls: CallTree,
    report: FuelReport,
}

/// Plays a match with and without a profile of a seat, and asserts that nothing else differs.
#[track_caller]
fn same(bout: &Bout, spec: MatchSpec, profiler: &Profiler, seat: Seat) -> Same {
    let plain = bout.play_spec(&spec);
    let mut hooked = spec.clone();
    let Entrant { module, wasm, .. } = &spec.bots[seat];
    let module = profiler.prepare(module, wasm).unwrap();
    hooked.bots[seat].module = module.clone();
    let profiled = profile_match(&bout.referee(), hooked, seat, &AtomicBool::new(false)).unwrap();
    let replay = profiled.replay;
    for (a, b) in plain.legs.iter().zip(&replay.legs) {
        assert_eq!(a.line.start[seat], b.line.start[seat], "the start");
        for (a, b) in a.turns.iter().zip(&b.turns) {
            assert_eq!(a, b, "turn {}", a.turn);
        }
    }
    assert!(plain.legs == replay.legs && plain.footer == replay.footer, "the match");
    let turns = replay.legs.iter().flat_map(|leg| turns_of(leg, seat).map(|(turn, done)| (0, turn, done)));
    let report = FuelReport::new(&module, &profiled.calls, turns);
    assert_eq!(report.fuel_of_functions(), profiled.calls.fuel(), "every unit is some function's");
    let in_stacks: u64 = profiled.calls.stacks().map(|(_, fuel)| fuel).sum();
    assert_eq!(in_stacks + profiled.calls.outside(), profiled.calls.fuel(), "every unit is in some stack");
    Same { replay, module, calls: profiled.calls, report }
}

fn bundled_map(game: &str, name: &str) -> MapSource {
    let ruleset = GAMES.ruleset(game).unwrap();
    let map = ruleset.bundled_maps().iter().find(|map| map.name == name).unwrap();
    let map = map.read(ruleset).unwrap();
    MapSource::Pool { maps: vec![map], first: 0 }
}

impl Same {
    fn faults(&self, seat: Seat) -> Vec<(u32, FaultKind)> {
        let turns = self.replay.legs.iter().flat_map(|leg| turns_of(leg, seat));
        turns.filter_map(|(turn, done)| Some((turn, done.fault.as_ref()?.kind))).collect()
    }

    /// Calls, own fuel and total fuel of a function.
    #[track_caller]
    fn row(&self, name: &str) -> (u64, u64, u64) {
        let row = self.report.functions.iter().find(|row| row.name == name);
        let row = row.unwrap_or_else(|| panic!("no {name} in {:?}", self.report.functions));
        (row.calls, row.self_fuel, row.total_fuel)
    }
}

#[test]
fn every_built_in_bot_plays_the_same_match_with_a_profile() {
    let profiler = profiler();
    for (game, map) in [("gold-hunter", "crossing"), ("capture-the-flag", "outpost")] {
        let mut bout = Bout::new(QUIET, QUIET);
        bout.play_game(game);
        bout.limits = Limits { max_faults: 1, ..Limits::default() };
        let bots: Vec<_> = builtins_of(game).collect();
        for (index, bot) in bots.iter().enumerate() {
            let other = bots[(index + 1) % bots.len()];
            bout.bots = [bot.wasm.to_vec(), other.wasm.to_vec()];
            let mut spec = bout.spec();
            spec.maps = bundled_map(game, map);
            spec.seed = Seed(7);
            let same = same(&bout, spec, &profiler, Seat::A);
            assert_eq!(same.report.charged_besides, 0, "{}", bot.name);
            assert_eq!(same.report.fuel, same.calls.fuel(), "{}", bot.name);
            assert!(same.report.functions.len() > 3, "{}", bot.name);
        }
    }
}

/// A bot whose `think` draws a random number up to 15 into `$r` and then does `think`, with `fields` beside it. It logs
/// its fuel before and after, so that a single unit shows.
fn bot(fields: &str, think: &str) -> String {
    format!(
        r#"(import "botpit" "log" (func $log (param i32 i32)))
        (import "botpit" "random" (func $random (result i64)))
        (import "botpit" "fuel_left" (func $fuel_left (result i64)))
        {fields}
        (func $tell
            (i64.store (i32.const 0) (call $fuel_left))
            (call $log (i32.const 0) (i32.const 8)))
        (func (export "think") (param i32 i32) (result i64)
            (local $r i32)
            (call $tell)
            (local.set $r (i32.wrap_i64 (i64.and (call $random) (i64.const 15))))
            {think}
            (call $tell)
            (i64.const 0))"#
    )
}

/// Bots that do what could go wrong with a count of calls, by name.
fn tricky() -> Vec<(&'static str, String)> {
    let table = r#"(table 4 funcref) (elem (i32.const 0) $one $random $fuel_left $log)
        (type $number (func (result i64))) (type $two (func (param i32 i32)))
        (func $one (result i64) (i64.const 1))"#;
    let recursion = r#"(func $down (param i32) (result i32)
        (if (i32.eqz (local.get 0)) (then (return (i32.const 0))))
        (i32.add (call $down (i32.sub (local.get 0) (i32.const 1))) (call $down (i32.const 0))))"#;
    let blocks = r#"(func $leaf (param i32) (result i32) (local.get 0))
        (func $out (param i32) (result i32)
            (block $a (result i32)
                (block $b (result i32)
                    (br_table $a $b $a (call $leaf (local.get 0)) (call $leaf (local.get 0))))
                (drop)
                (loop $again
                    (br_if $again (call $leaf (i32.and (local.tee 0 (i32.sub (local.get 0) (i32.const 1))) (i32.const 3)))))
                (return (call $leaf (i32.const 7)))))"#;
    let traps = r#"(table 3 funcref) (elem (i32.const 0) $leaf) (type $leaf (func (param i32) (result i32)))
        (type $other (func))
        (func $leaf (param i32) (result i32) (i32.add (i32.const 1) (i32.div_u (i32.const 8) (local.get 0))))
        (func $work (param i32) (result i32) (drop (call $leaf (i32.const 1))) (call $leaf (i32.const 2)))
        (func $trap (param i32)
            (if (i32.eq (local.get 0) (i32.const 1)) (then (drop (call $leaf (i32.const 0)))))
            (if (i32.eq (local.get 0) (i32.const 2)) (then (drop (call_indirect (type $leaf) (i32.const 1) (i32.const 9)))))
            (if (i32.eq (local.get 0) (i32.const 3)) (then (drop (call_indirect (type $leaf) (i32.const 1) (i32.const 1)))))
            (if (i32.eq (local.get 0) (i32.const 4)) (then (call_indirect (type $other) (i32.const 0))))
            (if (i32.eq (local.get 0) (i32.const 5)) (then (call $now)))
            (if (i32.eq (local.get 0) (i32.const 6)) (then (drop (i32.load (i32.mul (local.get 0) (i32.const 0x8000000))))))
            (if (i32.eq (local.get 0) (i32.const 7)) (then (drop (i32.load (i32.const 0x7fffffff)))))
            (if (i32.eq (local.get 0) (i32.const 8)) (then (call $log (i32.const -1) (i32.const 8))))
            (if (i32.eq (local.get 0) (i32.const 9)) (then (drop (table.get (i32.const 99)))))
            (if (i32.eq (local.get 0) (i32.const 10)) (then (call $at_once (i32.const 0))))
            (if (i32.eq (local.get 0) (i32.const 11)) (then (call $after (i32.const 0)))))
        (func $now unreachable)
        (func $at_once (param i32) (drop (i32.rem_s (i32.const 1) (local.get 0))))
        (func $after (param i32) (drop (call $leaf (i32.const 4))) (drop (i32.rem_s (i32.const 1) (local.get 0))))"#;
    vec![
        ("recursion", bot(recursion, "(drop (call $down (local.get $r)))")),
        (
            "tables",
            bot(
                table,
                "(drop (call_indirect (type $number) (i32.rem_u (local.get $r) (i32.const 3))))
                 (call_indirect (type $two) (i32.const 0) (i32.const 8) (i32.const 3))",
            ),
        ),
        ("blocks", bot(blocks, "(drop (call $out (local.get $r)))")),
        ("traps", bot(traps, "(drop (call $work (local.get $r))) (call $trap (local.get $r))")),
        (
            "start section",
            bot(
                "(global $g (mut i32) (i32.const 0)) (func $s (global.set $g (i32.const 5)) (call $t)) (func $t (drop (call $random))) (start $s)",
                "(drop (global.get $g))",
            ),
        ),
        ("exports", bot(r#"(export "team_name" (func $fuel_left))"#, "")),
        (
            "references",
            bot(
                r#"(table $t 2 funcref) (elem declare func $random $leaf) (type $number (func (result i64)))
               (global $g (mut funcref) (ref.func $random)) (func $leaf (result i64) (i64.const 3))"#,
                "(table.set (i32.const 0) (ref.func $leaf)) (table.set (i32.const 1) (global.get $g))
             (drop (call_indirect (type $number) (i32.and (local.get $r) (i32.const 1))))",
            ),
        ),
        (
            "memory",
            bot(
                "(func $grow (param i32) (drop (memory.grow (local.get 0))))",
                "(call $grow (local.get $r)) (memory.fill (i32.const 1024) (i32.const 1) (local.get $r))",
            ),
        ),
    ]
}

#[test]
fn bots_that_could_confuse_a_count_do_the_same_with_it() {
    let profiler = profiler();
    for game in ["gold-hunter", "capture-the-flag"] {
        for (name, text) in tricky() {
            let mut bout = Bout::new(QUIET, QUIET);
            if game == "capture-the-flag" {
                bout.play_game(game);
                bout.maps = Some(bundled_map(game, "outpost"));
            }
            bout.bots = [Seat::A, Seat::B].map(|_| module(game, &text));
            // A fault costs next to nothing, so that what its fuel was shows in the bank.
            bout.limits = Limits {
                fuel_per_turn: 100_000,
                fuel_start: 400_000,
                fuel_bank: 10_000_000,
                fault_cost: 1,
                fuel_restart: 10,
                max_faults: 1_000,
                ..bout.limits
            };
            println!("{game}, {name}");
            let same = same(&bout, bout.spec(), &profiler, Seat::A);
            let faults = same.faults(Seat::A);
            assert_eq!(faults.is_empty(), name != "traps", "{name}: {faults:?}");
        }
    }
}

/// A bot for a game, of [`bot`]'s text.
fn module(game: &str, extra: &str) -> Vec<u8> {
    let text = wat_text("");
    let text = text.trim_end().trim_end_matches(')').to_owned();
    let abi = if game == "gold-hunter" { "0x10001" } else { "0x20001" };
    // Imports come before everything else.
    let (head, rest) = text.split_once("(memory").expect("it has a memory");
    let imports = extra.lines().take_while(|line| line.trim_start().starts_with("(import"));
    let fields = extra.lines().skip_while(|line| line.trim_start().starts_with("(import"));
    let [imports, fields] = [imports.collect::<Vec<_>>(), fields.collect()].map(|lines| lines.join("\n"));
    let text = format!("{head}{imports}(memory{rest}{fields})").replace("0x10001", abi);
    wat::parse_str(text).expect("the test's WAT is right")
}

/// Fuel runs out at each point of a turn: with every budget from nothing to more than the turn takes.
#[test]
fn a_turn_runs_out_of_fuel_with_the_same_budgets() {
    let profiler = profiler();
    for (name, text) in tricky() {
        if name == "traps" || name == "memory" {
            continue;
        }
        let mut bout = Bout::new(QUIET, QUIET);
        bout.bots[0] = module("gold-hunter", &text);
        bout.limits.fuel_start = 400_000;
        let spec = bout.spec();
        let (mut out, mut through) = (0, 0);
        for budget in (1..400).chain((400..4_000).step_by(37)) {
            let mut spec = spec.clone();
            spec.limits = Limits { fuel_per_turn: budget, fuel_restart: 1, max_faults: 4, ..spec.limits };
            let same = same(&bout, spec, &profiler, Seat::A);
            match same.faults(Seat::A).as_slice() {
                [] => through += 1,
                faults => {
                    assert!(faults.iter().all(|(_, kind)| *kind == FaultKind::OutOfFuel), "{name}: {faults:?}");
                    out += 1;
                }
            }
        }
        assert!(out > 100 && through > 5, "{name}: {out} and {through}");
    }
}

#[test]
fn each_instruction_counts_where_it_stands() {
    let fields = r#"(func $leaf (param i32) (result i32) (local.get 0))
        (func $middle (param i32) (result i32) (call $leaf (i32.add (call $leaf (local.get 0)) (i32.const 1))))"#;
    let mut bout = Bout::new(QUIET, QUIET);
    bout.bots[0] = module("gold-hunter", &bot(fields, "(drop (call $middle (local.get $r)))"));
    let same = same(&bout, bout.spec(), &profiler(), Seat::A);
    let turns = same.report.turns.len() as u64 - 1;
    // An entry and the reading of a local; an entry, a local, a constant, an addition and two calls.
    assert_eq!(same.row("leaf"), (2 * turns, 4 * turns, 4 * turns));
    assert_eq!(same.row("middle"), (turns, 24 * turns, 28 * turns));
    let (calls, _, total) = same.row("think");
    assert_eq!((calls, total), (turns, same.report.fuel - same.report.turns[0].fuel));
    assert_eq!(same.row("botpit.log").0, 2 * turns);
    let (_, fuel_left, _) = same.row("botpit.fuel_left");
    assert_eq!(fuel_left % (2 * turns), 0, "all calls of an import alike cost the same");
    let stacks = folded(same.module.functions(), &same.calls);
    let leaf = format!("think;middle;leaf {}\n", 4 * turns);
    assert!(stacks.contains(&leaf), "{stacks}");
}

#[test]
fn a_start_section_that_eats_all_fuel_has_it() {
    let start = "(start $start) (func $start (call $count))
        (func $count (local i32) (loop
            (br_if 0 (i32.lt_u (local.tee 0 (i32.add (local.get 0) (i32.const 1))) (i32.const 1000)))))";
    let mut bout = Bout::new(QUIET, QUIET);
    bout.bots[0] = module("gold-hunter", &bot(start, ""));
    bout.limits.fuel_start = 500;
    let same = same(&bout, bout.spec(), &profiler(), Seat::A);
    assert_eq!(same.faults(Seat::A)[0], (0, FaultKind::OutOfFuel));
    assert_eq!(same.row("(start section)").1, 500);
}

/// The stack may end in another place, which shows nowhere but in the bank.
#[test]
fn an_endless_recursion_ends_with_a_profile_too() {
    let deep = "(func $deep (param i32) (result i32) (i32.add (i32.const 1) (call $deep (local.get 0))))";
    let mut bout = Bout::new(QUIET, QUIET);
    bout.bots[0] = module("gold-hunter", &bot(deep, "(drop (call $deep (i32.const 0)))"));
    let same = same(&bout, bout.spec(), &profiler(), Seat::A);
    assert_eq!(same.faults(Seat::A).len(), 10);
    assert!(same.faults(Seat::A).iter().all(|(_, kind)| *kind == FaultKind::Trap));
    assert!(same.row("deep").0 > 10_000 && same.report.charged_besides > 0);
}

/// A folder with a bot that names its functions, some of them hostile, and a replay of a match that it played.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let fields = r#"(func $"find;path 12" (param i32) (result i32) (local.get 0))
        (func $"<script>alert(1)</script>" (param i32) (drop (call $"find;path 12" (local.get 0))))
        (func $"\1b[2Jred" (param i32)
            (drop (memory.grow (i32.const 1)))
            (if (local.get 0) (then (call $"\1b[2Jred" (i32.sub (local.get 0) (i32.const 1))))))"#;
    let think = r#"(call $"<script>alert(1)</script>" (local.get $r)) (call $"\1b[2Jred" (i32.const 3))"#;
    let dir = folder.path();
    write(dir, "named.wasm", module("gold-hunter", &bot(fields, think)));
    write(dir, "quiet.wasm", wat_bot(QUIET));
    let replay = ["--replay", "x.jsonl", "--embed"];
    botpit(dir).args(["play", "named.wasm", "quiet.wasm"]).args(SMALL).args(replay).assert().success();
    folder
}

const SMALL: [&str; 8] =
    ["--map", "generated", "--map-option", "turns=12", "--map-option", "width=8", "--replays", "0"];

fn call(folder: &Path, args: &[&str]) -> String {
    let args = [&["profile"], args].concat();
    shown(folder, &botpit(folder).args(args).output().expect("the program runs"))
}

#[test]
fn a_profile_is_a_table() {
    let folder = folder();
    let dir = folder.path();
    let small = |args: &[&str]| call(dir, &[args, &SMALL].concat());
    for (name, shown) in [
        ("match", small(&["named.wasm", "quiet.wasm"])),
        ("seat_b", small(&["named.wasm", "quiet.wasm", "--seat", "b", "--top", "2"])),
        ("json", small(&["named.wasm", "quiet.wasm", "--json"])),
        ("nameless", small(&["builtin:random", "quiet.wasm", "--top", "1"])),
        ("leg", call(dir, &["--replay", "x.jsonl"])),
        ("turn", call(dir, &["--replay", "x.jsonl", "--turn", "3"])),
        ("start", call(dir, &["--replay", "x.jsonl", "--turn", "0"])),
        ("another_bot", call(dir, &["quiet.wasm", "--replay", "x.jsonl", "--seat", "a"])),
    ] {
        assert!(shown.starts_with("exit 0"), "{name}: {shown}");
        insta::assert_snapshot!(format!("profile_{name}"), shown);
    }
}

#[test]
fn errors_say_what_to_do() {
    let folder = folder();
    let dir = folder.path();
    for (name, args) in [
        ("no_bot", &[][..]),
        ("no_turn", &["--replay", "x.jsonl", "--turn", "999"]),
        ("no_leg", &["--replay", "x.jsonl", "--leg", "2"]),
        ("limits_of_a_replay", &["--replay", "x.jsonl", "--fuel-per-turn", "5"]),
        ("turn_of_a_match", &["named.wasm", "--turn", "5"]),
        ("over_input", &["named.wasm", "quiet.wasm", "--svg", "quiet.wasm"]),
        ("over_replay", &["--replay", "x.jsonl", "--folded", "x.jsonl"]),
        ("files_alike", &["named.wasm", "--svg", "x", "--folded", "./x"]),
        ("no_folder", &["named.wasm", "--svg", "no/x.svg"]),
        ("other_game", &["named.wasm", "--game", "capture-the-flag"]),
    ] {
        let shown = call(dir, args);
        assert!(shown.starts_with("exit 2") || shown.starts_with("exit 1"), "{name}: {shown}");
        insta::assert_snapshot!(format!("profile_error_{name}"), shown);
    }
}

#[test]
fn help_says_what_is_counted() {
    let folder = tempfile::tempdir().unwrap();
    insta::assert_snapshot!("help_profile_short", call(folder.path(), &["-h"]));
    insta::assert_snapshot!("help_profile", call(folder.path(), &["--help"]));
}

#[test]
fn flame_graphs_are_the_same_each_time_and_names_in_them_are_text() {
    let folder = folder();
    let dir = folder.path();
    let draw = |svg: &str, folded: &str| {
        let files = ["--svg", svg, "--folded", folded];
        let shown = call(dir, &[&["--replay", "x.jsonl"], &files[..]].concat());
        assert!(shown.contains(&format!("wrote {folded}\nwrote {svg}\n")), "{shown}");
        [svg, folded].map(|file| std::fs::read_to_string(dir.join(file)).unwrap())
    };
    let [svg, folded] = draw("1.svg", "1.txt");
    assert_eq!([svg.clone(), folded.clone()], draw("2.svg", "2.txt"));
    insta::assert_snapshot!("profile_folded", folded);
    assert!(svg.contains("&lt;script&gt;alert(1)&lt;/script&gt;") && !svg.contains("<script>alert"), "{svg}");
    assert!(!svg.contains('\u{1b}') && !folded.contains('\u{1b}'));
}

/// The turns of a replay, one by one, add up to the whole leg, and that to the match.
#[test]
fn turns_add_up() {
    let folder = folder();
    let dir = folder.path();
    let functions = |args: &[&str]| {
        let output = botpit(dir).args([&["profile", "--json"], args].concat()).output().unwrap();
        let value: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let mut sums = BTreeMap::new();
        for row in value["functions"].as_array().unwrap() {
            let of = ["calls", "self_fuel", "total_fuel"].map(|key| row[key].as_u64().unwrap());
            sums.insert(row["number"].as_u64().unwrap(), of);
        }
        sums
    };
    let whole = functions(&["--replay", "x.jsonl"]);
    let mut sums: BTreeMap<u64, [u64; 3]> = BTreeMap::new();
    for turn in 0..=12 {
        for (number, of) in functions(&["--replay", "x.jsonl", "--turn", &turn.to_string()]) {
            let sum = sums.entry(number).or_default();
            *sum = std::array::from_fn(|index| sum[index] + of[index]);
        }
    }
    assert_eq!(sums, whole);
    assert_eq!(whole, functions(&[&["named.wasm", "quiet.wasm"], &SMALL[..]].concat()));
}
