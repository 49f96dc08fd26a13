//! Replays: what is written is read again, what is cut is read up to the cut, and what is forged does not verify.

use botpit_abi::{Order, OrderWriter};
use botpit_engine::replay::{
    BotEntry, Difference, Header, Leg, LegEnd, LegLine, Outcome, ReadError, Replay, SeatTurn, TurnLine, VerifyError,
    Walk, verify,
};
use botpit_engine::{BothSeats, Ending, GAMES, Limits, MatchStart, Seat, SeatInput, Seed, Settings};
use proptest::prelude::*;

/// A match of a few turns in which both teams walk, turn and fire by a fixed rule.
fn sample(seed: u64) -> Replay {
    let map = [("width", "10"), ("height", "10"), ("hunters", "2"), ("workers", "2"), ("turns", "12")];
    played("gold-hunter", &map, Limits::default(), seed)
}

/// A match on a generated map; each bot takes 100 fuel a turn.
fn played(ruleset: &str, map: &[(&str, &str)], limits: Limits, seed: u64) -> Replay {
    let ruleset = GAMES.ruleset(ruleset).unwrap();
    let mut settings = Settings::default();
    for (name, value) in map {
        settings.set(*name, *value);
    }
    let map = ruleset.generate_map(Seed(seed), &settings).unwrap();
    let mut game = map.start(&MatchStart { seed: Seed(seed), ..MatchStart::default() }).unwrap();
    let mut leg = Leg { line: LegLine::begin(0, map.as_ref(), game.as_ref()), turns: Vec::new() };
    while game.end().is_none() {
        let seats = BothSeats::from_fn(|seat| SeatTurn {
            orders: orders(ruleset.abi_game(), game.turn() + seat.index() as u32).into(),
            fuel: 100,
            memory: 65_536,
            ..SeatTurn::default()
        });
        let bank_left = limits.fuel_bank.saturating_sub(100 * u64::from(game.turn() + 1));
        game.step(BothSeats::from_fn(|seat| SeatInput { orders: &seats[seat].orders, bank_left }));
        leg.turns.push(TurnLine::of(game.as_ref(), seats));
    }
    let end = game.end().unwrap();
    let bot = |name: &str| BotEntry { name: name.to_owned(), team_name: None, sha256: "00".repeat(32), wasm: None };
    let header = Header { limits, ..Header::new(ruleset, Seed(seed), BothSeats([bot("a"), bot("b")])) };
    let mut replay = Replay { header, legs: vec![leg], footer: None };
    let outcome = end.winner.map_or(Outcome::Draw, Outcome::Win);
    replay.close(vec![LegEnd::of(game.as_ref())], end.ending, outcome);
    replay
}

fn orders(game: u16, phase: u32) -> Vec<u8> {
    let mut buffer = [0; 64];
    let mut writer = OrderWriter::new(&mut buffer, game);
    for player in 0..5 {
        let order = match (phase + u32::from(player)) % 3 {
            0 => Order::advance(player),
            1 => Order { player, kind: botpit_abi::order_kind::ROTATE, direction: (phase % 4) as u8 },
            _ => Order::fire(player),
        };
        assert!(writer.push(order));
    }
    writer.finish().to_vec()
}

fn read(text: &[u8]) -> (Replay, Option<usize>) {
    let (replay, damage) = Replay::read(text).expect("there is a header");
    (replay, damage.map(|damage| damage.line))
}

#[test]
fn what_is_written_is_read_again_and_verifies() {
    for seed in 0..20 {
        let replay = sample(seed);
        assert!(!replay.legs[0].turns[0].rejections.is_empty(), "player 4 is unknown");
        verify(&GAMES, &replay).unwrap();
        assert_eq!(read(replay.write().as_bytes()), (replay, None));
    }
}

#[test]
fn a_match_verifies_up_to_the_turn_in_which_both_banks_are_empty() {
    let limits = Limits { fuel_bank: 700, ..Limits::default() };
    let mut replay = played("capture-the-flag", &[], limits, 1);
    assert_eq!(replay.legs[0].turns.len(), 7);
    assert_eq!(replay.footer.as_ref().map(|footer| footer.ending), Some(Ending::BanksEmpty));
    verify(&GAMES, &replay).unwrap();
    replay.legs[0].turns[2].seats[Seat::B].fuel -= 1;
    let (turn, what) = (7, Difference::Rejections);
    assert_eq!(
        verify(&GAMES, &replay),
        Err(VerifyError::Differs { leg: 0, turn, what }),
        "B's orders would have counted"
    );
}

#[test]
fn a_file_that_is_cut_anywhere_is_good_up_to_the_cut() {
    let replay = sample(1);
    let text = replay.write();
    let header = text.find('\n').unwrap() + 1;
    for cut in header..text.len() - 1 {
        let (part, damage) = read(&text.as_bytes()[..cut]);
        assert!(damage.is_some(), "cut at byte {cut}");
        // A line that lacks nothing but its line break is whole.
        let whole_lines = text[..=cut].matches('\n').count();
        let lines = 1 + part.legs.len() + part.legs.first().map_or(0, |leg| leg.turns.len());
        assert_eq!(lines, whole_lines, "cut at byte {cut}");
        verify(&GAMES, &part).unwrap();
    }
}

#[test]
fn a_last_line_without_its_line_break_is_whole() {
    let replay = sample(1);
    let text = replay.write();
    assert_eq!(read(text.trim_end().as_bytes()), (replay, None));
}

#[test]
fn a_key_that_comes_twice_is_refused_in_every_line() {
    let text = sample(1).write();
    for (twice, line) in [("\"seed\":", 1), ("\"format\":", 1), ("\"turn\":", 3)] {
        let at = text.find(twice).unwrap();
        let value = &text[at..at + text[at..].find(',').unwrap() + 1];
        let doubled = text.replacen(value, &format!("{value}{value}"), 1);
        let told = match Replay::read(doubled.as_bytes()) {
            Err(error) => format!("line 1: {error}"),
            Ok((_, damage)) => damage.expect("damage").to_string(),
        };
        assert!(told.starts_with(&format!("line {line}:")) && told.contains("duplicate field"), "{told}");
    }
}

/// Fields that this version does not know may hold what a parser of values refuses.
#[test]
fn another_format_is_seen_behind_any_field() {
    let text = sample(1).write();
    for unknown in ["", "\"note\":1e999,", "\"note\":\"\\ud800\","] {
        let other = text.replacen("\"format\":1,", &format!("\"format\":551,{unknown}"), 1);
        let error = Replay::read(other.as_bytes()).expect_err("another format");
        let botpit = env!("CARGO_PKG_VERSION").to_owned();
        assert_eq!(error, ReadError::OtherFormat { found: 551, botpit }, "{unknown}");
    }
}

/// Every way to forge a value, and whether it must not verify.
#[test]
fn what_is_forged_does_not_verify() {
    type Forge = fn(&mut Replay);
    let forgeries: [(&str, Forge); 15] = [
        ("seed", |r| r.header.seed = Seed(99)),
        ("ruleset", |r| r.header.ruleset = "chess".to_owned()),
        ("ruleset version", |r| r.header.ruleset_version += 1),
        ("map", |r| r.legs[0].line.map.text = r.legs[0].line.map.text.replacen("..", "#.", 1)),
        ("no map", |r| r.legs[0].line.map.text.clear()),
        ("first hash", |r| r.legs[0].line.hash.0[0] ^= 1),
        ("orders", |r| r.legs[0].turns[3].seats[Seat::A].orders.clear()),
        ("rejection", |r| r.legs[0].turns[3].rejections.clear()),
        ("hash", |r| r.legs[0].turns[3].hash.0[15] ^= 1),
        ("a turn less", |r| drop(r.legs[0].turns.pop())),
        ("a turn more", |r| {
            let mut turn = r.legs[0].turns[11].clone();
            turn.turn += 1;
            r.legs[0].turns.push(turn);
        }),
        ("a leg more", |r| {
            let mut leg = r.legs[0].clone();
            leg.line.leg = 1;
            r.legs.push(leg);
        }),
        ("score", |r| r.footer.as_mut().unwrap().legs[0].standings[Seat::B].score += 1),
        ("outcome", |r| r.footer.as_mut().unwrap().outcome = Outcome::Unresolved),
        ("totals", |r| r.footer.as_mut().unwrap().totals[Seat::A].fuel += 1),
    ];
    for (name, forge) in forgeries {
        let mut replay = sample(2);
        forge(&mut replay);
        assert!(verify(&GAMES, &replay).is_err(), "{name}");
    }
    let mut replay = sample(2);
    replay.legs[0].turns[4].hash.0[3] ^= 1;
    assert!(matches!(verify(&GAMES, &replay), Err(VerifyError::Differs { leg: 0, turn: 5, .. })));
}

proptest! {
    #[test]
    fn any_bytes_are_read_without_a_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let _ = Replay::read(&bytes);
    }

    #[test]
    fn a_damaged_replay_neither_panics_nor_verifies_as_another(
        seed in 0u64..4,
        damage in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
    ) {
        let replay = sample(seed);
        let mut bytes = replay.write().into_bytes();
        for (place, value) in &damage {
            let place = place.index(bytes.len());
            bytes[place] = *value;
        }
        let Ok((read, None)) = Replay::read(&bytes) else { return Ok(()) };
        if verify(&GAMES, &read).is_ok() {
            // Names, limits and the like are outside of the rules; what was played is not.
            for (old, new) in replay.legs[0].turns.iter().zip(&read.legs[0].turns) {
                prop_assert_eq!(old.hash, new.hash);
                prop_assert_eq!(&old.rejections, &new.rejections);
            }
        }
    }
}

#[test]
fn a_fork_goes_on_on_its_own() {
    let replay = sample(1);
    let mut walk = Walk::begin(&GAMES, &replay, 0).unwrap();
    for _ in 0..3 {
        walk.step().unwrap();
    }
    let mut fork = walk.fork();
    assert_eq!(fork.game().events(), walk.game().events());
    while fork.step().unwrap().is_some() {}
    assert_eq!(walk.game().turn(), 3);
    assert_eq!(fork.game().hash(), replay.legs[0].turns.last().unwrap().hash);
    walk.step().unwrap();
    assert_eq!(walk.game().hash(), replay.legs[0].turns[3].hash);
}
