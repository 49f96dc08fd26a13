//! A third game plays, verifies and reruns with one line of a registry, since the host names none of its games.

#[path = "../../engine/tests/common/berries.rs"]
mod berries;
mod common;

use std::path::Path;
use std::sync::atomic::AtomicBool;

use berries::{Berries, abi};
use botpit::matches::{Entrant, MapSource, PLAYER_STACK_BYTES, Unplayable, rerun};
use botpit_engine::capture_the_flag::CaptureTheFlag;
use botpit_engine::gold_hunter::GoldHunter;
use botpit_engine::replay::{Difference, Outcome, Replay, VerifyError, verify};
use botpit_engine::{BothSeats, Ending, GAMES, Registry, Ruleset, Seat, Seed, Settings};
use common::bout::{Bout, ending};
use common::{QUIET, wat_text};

/// One line more than [`GAMES`].
static WITH_BERRIES: Registry = Registry::new(&[&GoldHunter, &CaptureTheFlag, &Berries]);

/// Goes to the first berry of its view.
const PICKS: &str = r#"
    (func (export "think") (param $view i32) (param i32) (result i64) (local $own i32) (local $berry i32)
        (if (i32.eqz (i32.load offset=60 (local.get $view))) (then (return (i64.const 0))))
        (local.set $own (i32.add (local.get $view) (i32.load offset=48 (local.get $view))))
        (local.set $berry (i32.add (local.get $view) (i32.load offset=56 (local.get $view))))
        (i32.store8 (i32.const 83)
            (if (result i32) (i32.ne (i32.load16_u (local.get $own)) (i32.load16_u (local.get $berry)))
                (then (select (i32.const 1) (i32.const 3)
                    (i32.lt_u (i32.load16_u (local.get $own)) (i32.load16_u (local.get $berry)))))
                (else (select (i32.const 2) (i32.const 0)
                    (i32.lt_u (i32.load16_u offset=2 (local.get $own)) (i32.load16_u offset=2 (local.get $berry)))))))
        (i64.const 0x4000000014))"#;
/// Goes anywhere, and now and then in a direction that there is not.
const ROVES: &str = r#"
    (func (export "think") (param i32 i32) (result i64)
        (i32.store8 (i32.const 83) (i32.wrap_i64 (i64.rem_u (call $random) (i64.const 5))))
        (i64.const 0x4000000014))"#;

/// A bot of the game, which finds an answer of one order at byte 64; the order's direction is byte 83.
fn bot(think: &str) -> Vec<u8> {
    let mask = botpit_abi::abi_answer(botpit_abi::game_bit(abi::BERRIES));
    let answer = r#"(data (i32.const 64) "\01\00\10\00\03\00\10\00\14\00\00\00\00\00\00\00\00\00\02\00")"#;
    let text = wat_text(&format!("{answer}{think}")).replacen("0x10001", &mask.to_string(), 1);
    let import = r#"(module (import "botpit" "random" (func $random (result i64)))"#;
    wat::parse_str(text.replacen("(module", import, 1)).expect("the test's WAT is right")
}

fn bout(a: &str, b: &str) -> Bout {
    let mut bout = Bout::new(QUIET, QUIET);
    bout.games = &WITH_BERRIES;
    bout.play_game("berries");
    bout.bots = [a, b].map(bot);
    bout.policy.replays = Berries.default_replays();
    bout.maps = Some(MapSource::Generated { ruleset: &Berries, first: Seed(1), settings: Settings::default() });
    bout
}

fn entrants(bout: &Bout) -> BothSeats<Entrant> {
    bout.spec().bots
}

#[test]
fn it_is_played_written_read_verified_and_rerun() {
    let mut bout = bout(PICKS, ROVES);
    bout.options.set("prize", "3");
    let replay = bout.play();
    assert_eq!(ending(&replay), (Ending::TurnsOver, Outcome::Win(Seat::A)));
    let footer = replay.footer.as_ref().unwrap();
    assert!(footer.totals.0.iter().all(|totals| totals.faults == 0), "{:?}", footer.totals);
    assert!(footer.legs[0].standings[Seat::A].score.is_multiple_of(3));
    assert!(replay.legs[0].turns.iter().any(|turn| !turn.rejections.is_empty()), "B goes in directions there are not");

    let (read, damage) = Replay::read(replay.write().as_bytes()).unwrap();
    assert_eq!((&read, damage), (&replay, None));
    verify(&WITH_BERRIES, &read).unwrap();
    let report = rerun(&bout.referee(), &read, entrants(&bout), &AtomicBool::new(false)).unwrap();
    assert_eq!((report.difference, report.caveats.len()), (None, 0));
    assert_eq!(report.turns, replay.legs[0].turns.len() as u64);
}

#[test]
fn it_is_the_same_match_on_two_threads() {
    let bout = bout(PICKS, ROVES);
    let (spec, referee) = (bout.spec(), bout.referee());
    let alone = bout.play_spec(&spec).write();
    std::thread::scope(|scope| {
        let play = || referee.play(&spec, &AtomicBool::new(false)).unwrap().write();
        let thread = || std::thread::Builder::new().stack_size(PLAYER_STACK_BYTES).spawn_scoped(scope, play).unwrap();
        for thread in [thread(), thread()] {
            assert!(thread.join().unwrap() == alone, "another thread plays another match");
        }
    });
}

#[test]
fn its_ties_are_replayed_on_the_next_maps() {
    let bout = bout(QUIET, QUIET);
    let replay = bout.play();
    assert_eq!(ending(&replay), (Ending::ReplayOnAnotherMap, Outcome::Draw));
    let maps: Vec<&str> = replay.legs.iter().map(|leg| leg.line.map.name.as_str()).collect();
    assert_eq!(maps, [1, 2, 3].map(|seed| format!("seed-{}", Seed(seed))));
    let report = rerun(&bout.referee(), &replay, entrants(&bout), &AtomicBool::new(false)).unwrap();
    assert_eq!(report.difference, None);
}

#[test]
fn what_is_forged_is_caught() {
    let bout = bout(PICKS, ROVES);
    let replay = bout.play();
    let mut orders = replay.clone();
    orders.legs[0].turns[1].seats[Seat::B].orders.clear();
    let what = Difference::Hash;
    assert_eq!(verify(&WITH_BERRIES, &orders), Err(VerifyError::Differs { leg: 0, turn: 2, what }));

    // Fuel is no part of the rules here: only the bots themselves can tell.
    let mut fuel = replay;
    fuel.legs[0].turns[3].seats[Seat::B].fuel -= 1;
    let totals = fuel.totals();
    fuel.footer.as_mut().unwrap().totals = totals;
    verify(&WITH_BERRIES, &fuel).unwrap();
    let report = rerun(&bout.referee(), &fuel, entrants(&bout), &AtomicBool::new(false)).unwrap();
    let difference = report.difference.unwrap();
    assert_eq!((difference.turn, difference.seat, difference.what), (4, Some(Seat::B), "fuel"));
}

#[test]
fn without_its_line_there_is_no_such_game() {
    let bout = bout(PICKS, ROVES);
    let replay = bout.play();
    let missing = VerifyError::Ruleset { id: "berries".to_owned(), version: 1 };
    assert_eq!(verify(&GAMES, &replay), Err(missing));
}

#[test]
fn bots_are_told_apart_by_the_games_of_the_registry() {
    let refusal = |bout: &Bout| -> Unplayable {
        bout.referee().play(&bout.spec(), &AtomicBool::new(false)).expect_err("a bot of another game")
    };
    let mut mixed = bout(PICKS, ROVES);
    mixed.bots[1] = common::wat_bot(QUIET);
    assert_eq!(refusal(&mixed).to_string(), "bot `b` does not play Berries; it plays Gold Hunter");

    let mut other = Bout::new(QUIET, QUIET);
    other.bots[0] = bot(PICKS);
    let unknown = "bot `a` does not play Gold Hunter; its botpit_abi names no game that this version has (mask 0x8000)";
    assert_eq!(refusal(&other).to_string(), unknown);
    other.games = &WITH_BERRIES;
    assert_eq!(refusal(&other).to_string(), "bot `a` does not play Gold Hunter; it plays Berries");
}

/// Files of the host that may name games, each with the reason.
const MAY_NAME_GAMES: [(&str, &str); 2] = [
    ("builtins.rs", "the table of the built-in bots, each with its game"),
    ("project/mod.rs", "the table of the templates of bot projects, each with its game"),
];

#[test]
fn the_host_names_no_game() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for (file, reason) in MAY_NAME_GAMES {
        assert!(source.join(file).exists(), "{file} is gone ({reason}): take it off the list");
    }
    let mut names = Vec::new();
    for ruleset in GAMES.iter() {
        let (id, title) = (ruleset.id(), ruleset.title());
        let (snake, camel) = (id.replace('-', "_"), title.split(' ').map(capital).collect());
        names.extend([id.to_owned(), title.to_owned(), snake.to_uppercase(), snake, camel]);
    }
    let mut found = Vec::new();
    each_source(&source, &mut |path, text| {
        let file = path.strip_prefix(&source).expect("a file of the folder").display().to_string();
        if MAY_NAME_GAMES.iter().any(|(may, _)| *may == file) {
            return;
        }
        // Unit tests stand at the end of a file; they need some game to play.
        let code = text.lines().take_while(|line| !line.contains("#[cfg(test)]"));
        for (number, line) in code.enumerate() {
            if names.iter().any(|name| line.contains(name)) {
                found.push(format!("src/{file}:{}: {}", number + 1, line.trim()));
            }
        }
    });
    let advice =
        "what is special to a game belongs behind the traits of engine/src/game.rs or into a table of builtins.rs";
    assert!(found.is_empty(), "the host names games; {advice}:\n{}", found.join("\n"));
}

fn capital(word: &str) -> String {
    let (first, rest) = word.split_at(1);
    first.to_uppercase() + rest
}

fn each_source(folder: &Path, visit: &mut impl FnMut(&Path, &str)) {
    for entry in std::fs::read_dir(folder).expect("the host's sources are there") {
        let path = entry.expect("a folder can be listed").path();
        if path.is_dir() {
            each_source(&path, visit);
        } else if let Ok(text) = std::fs::read_to_string(&path) {
            visit(&path, &text);
        }
    }
}
