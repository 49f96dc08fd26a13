//! What every game promises its host, whichever it is: checked for those that are shipped and for a third one.

#[path = "common/berries.rs"]
mod berries;

use berries::Berries;
use botpit_abi::{Header, MessageKind, Order, OrderWriter};
use botpit_engine::capture_the_flag::CaptureTheFlag;
use botpit_engine::gold_hunter::GoldHunter;
use botpit_engine::{
    BothSeats, GAMES, Game, GameMap, Limits, MapRng, MatchStart, Registry, Ruleset, Seat, SeatInput, Seed, Settings,
    SetupLimits, StateHash, read_map_of_any,
};

/// One line more than [`GAMES`].
static WITH_BERRIES: Registry = Registry::new(&[&GoldHunter, &CaptureTheFlag, &Berries]);

#[test]
fn each_game_has_an_id_and_a_number_of_its_own() {
    let ids: Vec<&str> = WITH_BERRIES.iter().map(Ruleset::id).collect();
    let shipped: Vec<&str> = GAMES.iter().map(Ruleset::id).collect();
    assert_eq!(ids, [shipped.as_slice(), &["berries"]].concat());
    for ruleset in WITH_BERRIES.iter() {
        assert_eq!(ids.iter().filter(|id| **id == ruleset.id()).count(), 1);
        let alike = WITH_BERRIES.iter().filter(|other| other.abi_game() == ruleset.abi_game());
        assert_eq!(alike.count(), 1, "{}", ruleset.id());
        assert_ne!(botpit_abi::game_bit(ruleset.abi_game()), 0, "{}", ruleset.id());
        let sentences = ruleset.event_sentences();
        for (index, one) in sentences.iter().enumerate() {
            let known = sentences[..index].iter().any(|other| (other.kind, other.reason) == (one.kind, one.reason));
            assert!(!known, "{}: {one:?} has another sentence before", ruleset.id());
        }
        assert_eq!(WITH_BERRIES.ruleset(ruleset.id()).map(Ruleset::title), Some(ruleset.title()));
    }
}

#[test]
fn maps_are_read_as_they_are_written_and_made_from_seeds() {
    for ruleset in WITH_BERRIES.iter() {
        let none = Settings::default();
        let bundled = ruleset.bundled_maps().iter().map(|map| map.read(ruleset));
        let generated = (0..20).map(|seed| ruleset.generate_map(Seed(seed), &none).unwrap());
        let maps: Vec<_> = bundled.map(Result::unwrap).chain(generated).collect();
        assert!(maps.len() > 20, "{} has no map of its own", ruleset.id());
        for map in &maps {
            let again = ruleset.read_map(map.name(), map.to_text().as_bytes(), &none).unwrap();
            assert_eq!((again.to_text(), again.size()), (map.to_text(), map.size()), "{}", map.name());
            assert_eq!(map.ruleset().id(), ruleset.id());
            let layout = map.layout();
            match ruleset.map_of_layout(&layout) {
                Ok(again) => assert_eq!(again.to_text(), map.to_text(), "{}", map.name()),
                Err(error) => assert!(layout.is_null(), "{}: {error}", map.name()),
            }
        }
        let twice = [7, 7, 8].map(|seed| ruleset.generate_map(Seed(seed), &none).unwrap().to_text());
        assert!(twice[0] == twice[1] && twice[1] != twice[2], "{}: a seed is a map", ruleset.id());
        assert!(ruleset.read_map("noise", b"\xff\x00 no map", &none).is_err());
    }
}

#[test]
fn a_file_of_whichever_game_it_is_is_read_by_that_game() {
    let read = |games: &Registry, text: &str| {
        let read = read_map_of_any(games.iter(), "file", text.as_bytes(), &Settings::default());
        read.map(|map| map.ruleset().id()).map_err(|(ruleset, _)| ruleset.id())
    };
    for ruleset in WITH_BERRIES.iter() {
        assert_eq!(read(&WITH_BERRIES, ruleset.bundled_maps()[0].text), Ok(ruleset.id()));
    }
    let illegal = CaptureTheFlag.bundled_maps()[0].text.replace("turns", "turn");
    assert_eq!(read(&GAMES, &illegal), Err(CaptureTheFlag.id()));
    assert_eq!(read(&GAMES, "of no game"), Err(GoldHunter.id()));
}

#[test]
fn data_that_is_no_map_says_what_it_lacks() {
    for ruleset in GAMES.iter() {
        let map = ruleset.generate_map(Seed(1), &Settings::default()).unwrap();
        let mut layout = map.layout();
        layout["turns"] = 0.into();
        let error = ruleset.map_of_layout(&layout).unwrap_err().to_string();
        assert!(error.contains("turns, not 0"), "{error}");
        layout["turns"] = "many".into();
        let error = ruleset.map_of_layout(&layout).unwrap_err().to_string();
        assert!(error.starts_with("this is no map: "), "{error}");
    }
}

#[test]
fn an_unknown_option_is_refused_everywhere() {
    let mut unknown = Settings::default();
    unknown.set("there-is-no-such-option", "1");
    for ruleset in WITH_BERRIES.iter() {
        let map = ruleset.bundled_maps()[0];
        assert!(ruleset.read_map(map.name, map.text.as_bytes(), &unknown).is_err(), "{}", ruleset.id());
        assert!(ruleset.generate_map(Seed(1), &unknown).is_err(), "{}", ruleset.id());
        let map = ruleset.generate_map(Seed(1), &Settings::default()).unwrap();
        let start = MatchStart { options: unknown.clone(), ..MatchStart::default() };
        assert!(map.start(&start).is_err(), "{}", ruleset.id());
    }
}

#[test]
fn a_leg_takes_any_bytes_as_orders_ends_in_time_and_then_stands_still() {
    for ruleset in WITH_BERRIES.iter() {
        for seed in 0..5 {
            let map = ruleset.generate_map(Seed(seed), &Settings::default()).unwrap();
            let mut game = start(map.as_ref(), seed, 0);
            let mut chance = MapRng::new(Seed(1_000 + seed));
            while game.end().is_none() {
                check_messages(ruleset, game.as_mut());
                let played = game.turn();
                step(game.as_mut(), &answers(ruleset, &mut chance));
                assert_eq!(game.turn(), played + 1);
                assert!(game.turn() <= map.turns(), "{} goes on", ruleset.id());
                assert!(game.rejections().is_sorted_by_key(|rejection| rejection.seat));
                assert_eq!(game.draw(None).size(), map.size());
                for event in game.events() {
                    let sentence = event.sentence(ruleset).to_string();
                    assert!(!sentence.contains(['?', '{']), "{event:?} is told as {sentence}");
                }
            }
            check_messages(ruleset, game.as_mut());
            let end = (game.hash(), game.turn(), game.end());
            step(game.as_mut(), &answers(ruleset, &mut chance));
            assert_eq!((game.hash(), game.turn(), game.end()), end, "{}: nothing happens after the end", ruleset.id());
        }
    }
}

#[test]
fn a_hash_tells_the_orders_the_seed_and_the_leg_and_nothing_else() {
    for ruleset in WITH_BERRIES.iter() {
        let map = ruleset.generate_map(Seed(1), &Settings::default()).unwrap();
        let hash = |seed, leg, chance| -> StateHash {
            let mut game = start(map.as_ref(), seed, leg);
            let mut chance = MapRng::new(Seed(chance));
            (0..10).for_each(|_| step(game.as_mut(), &answers(ruleset, &mut chance)));
            game.hash()
        };
        assert_eq!(hash(1, 0, 1), hash(1, 0, 1), "{}", ruleset.id());
        for other in [hash(2, 0, 1), hash(1, 1, 1), hash(1, 0, 2)] {
            assert_ne!(hash(1, 0, 1), other, "{}", ruleset.id());
        }
    }
}

fn start(map: &dyn GameMap, seed: u64, leg: u32) -> Box<dyn Game> {
    map.start(&MatchStart { seed: Seed(seed), leg, ..MatchStart::default() }).unwrap()
}

fn step(game: &mut dyn Game, answers: &BothSeats<Vec<u8>>) {
    game.step(BothSeats::from_fn(|seat| SeatInput { orders: &answers[seat], bank_left: 1 }));
}

/// Answers by chance: orders of which many are possible, and now and then no list of orders at all.
fn answers(ruleset: &dyn Ruleset, chance: &mut MapRng) -> BothSeats<Vec<u8>> {
    BothSeats::from_fn(|_| {
        let mut bytes = [0; 100];
        let mut writer = OrderWriter::new(&mut bytes, ruleset.abi_game());
        for _ in 0..chance.below(9) {
            let mut below = |bound| chance.below(bound) as u8;
            writer.push(Order { player: below(9).into(), kind: below(5), direction: below(5) });
        }
        let mut answer = writer.finish().to_vec();
        if chance.below(8) == 0 {
            let place = chance.below(answer.len() as u32) as usize;
            answer[place] ^= 1 << chance.below(8);
        }
        answer
    })
}

/// Setups and views fit the length that is promised, and their headers tell it.
fn check_messages(ruleset: &dyn Ruleset, game: &mut dyn Game) {
    let mut buffer = vec![0xee; game.message_bytes_max()];
    let defaults = Limits::default();
    let limits = SetupLimits { fuel_per_turn: defaults.fuel_per_turn, orders_per_player: 4, ..SetupLimits::default() };
    for seat in Seat::BOTH {
        let len = game.write_setup(seat, &limits, &mut buffer);
        let setup = Header::read(&buffer[..len], MessageKind::Setup, botpit_abi::SETUP_LEN).unwrap();
        let len = game.write_view(seat, 1, &mut buffer);
        let view = Header::read(&buffer[..len], MessageKind::View, botpit_abi::VIEW_LEN).unwrap();
        assert_eq!([setup.game, view.game], [ruleset.abi_game(); 2]);
    }
}
