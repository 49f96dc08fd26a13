//! What holds on any map and for any orders.

use botpit_abi::{Direction, Order, Record, View, capture_the_flag as abi};
use botpit_engine::capture_the_flag::{CaptureTheFlag, Map, MapDraft, Match, MatchOptions, Team};
use botpit_engine::{
    BothSeats, BudgetPolicy, Cell, Ending, Event, Game, GameEnd, GameMap, HashChain, MatchStart, Ruleset, Seat,
    SeatInput, Seed, Settings, Size,
};
use proptest::prelude::*;

use crate::random::{Player, answer, maps, options, players, scores, step, step_orders, turn_orders, view};

proptest! {
    #[test]
    fn any_bytes_are_orders(
        map in maps(),
        options in options(),
        turns in prop::collection::vec((any_answer(), any_answer(), 0..4u64, 0..4u64), 1..20),
    ) {
        let mut leg = Match::start(&map, options, Seed(1), 0);
        for (a, b, bank_a, bank_b) in &turns {
            leg.step(BothSeats([
                SeatInput { orders: a, bank_left: *bank_a },
                SeatInput { orders: b, bank_left: *bank_b },
            ]));
            for seat in Seat::BOTH {
                let bytes = view(&mut leg, seat, 5);
                prop_assert!(abi::View::parse(&bytes).is_ok());
                prop_assert!(bytes.len() <= leg.message_bytes_max());
            }
        }
    }

    #[test]
    fn the_board_stays_in_order(
        map in maps(),
        options in options(),
        turns in prop::collection::vec(turn_orders(), 1..40),
    ) {
        let mut leg = Match::start(&map, options, Seed(1), 0);
        for orders in &turns {
            step_orders(&mut leg, orders);
            let state = leg.state();
            let all = players(&state);
            let in_play: Vec<&Player> = all.iter().filter(|player| player.captured.is_none()).collect();
            for (place, player) in in_play.iter().enumerate() {
                prop_assert!(!map.is_wall(player.at));
                prop_assert!(!map.parts().teams[player.seat].flags.contains(&player.at));
                prop_assert!(in_play[..place].iter().all(|other| other.at != player.at), "two players in one cell");
            }
            for player in all.iter().filter(|player| player.captured.is_some()) {
                prop_assert_eq!(player.flag, None);
            }
            for seat in Seat::BOTH {
                for flag in state["teams"][seat.index()]["flags"].as_array().unwrap() {
                    let id = flag["id"].as_u64().map(|id| id as u16);
                    let carriers = all.iter().filter(|player| player.seat != seat && player.flag == id).count();
                    prop_assert_eq!(carriers + usize::from(flag["at_home"] == true), 1);
                }
            }
        }
    }

    #[test]
    fn a_mirrored_map_with_swapped_seats_gives_the_mirrored_game(
        map in maps(),
        options in options(),
        turns in prop::collection::vec(turn_orders(), 1..40),
    ) {
        let size = map.parts().size;
        let mirrored_map = mirrored_map(&map);
        let mut leg = Match::start(&map, options, Seed(1), 0);
        let mut other = Match::start(&mirrored_map, options, Seed(1), 0);
        for orders in &turns {
            step_orders(&mut leg, orders);
            let [a, b] = &orders.0;
            step_orders(&mut other, &BothSeats([b, a].map(|orders| orders.iter().map(mirrored_order).collect())));
            for seat in Seat::BOTH {
                let expected = mirrored_view(size, &view(&mut leg, seat, 9));
                prop_assert_eq!(expected, view(&mut other, seat.other(), 9));
                prop_assert_eq!(leg.standing(seat), other.standing(seat.other()));
            }
            let mut expected: Vec<Event> = leg.events().iter().map(|event| mirrored_event(size, event)).collect();
            let mut events = other.events().to_vec();
            for events in [&mut expected, &mut events] {
                events.sort_by_key(|event| (event.kind, event.seat, event.player));
            }
            prop_assert_eq!(expected, events);
            let swapped = |end: GameEnd| GameEnd { winner: end.winner.map(Seat::other), ..end };
            prop_assert_eq!(leg.end().map(swapped), other.end());
        }
    }

    #[test]
    fn a_view_tells_what_the_rules_allow_and_no_more(
        map in maps(),
        options in options(),
        turns in prop::collection::vec(turn_orders(), 1..20),
    ) {
        let mut leg = Match::start(&map, options, Seed(1), 0);
        for orders in &turns {
            step_orders(&mut leg, orders);
            for seat in Seat::BOTH {
                let known = Known::of(&map, &leg, seat);
                prop_assert_eq!(known.view(&map, seat, 77), view(&mut leg, seat, 77));
            }
        }
    }

    #[test]
    fn the_same_inputs_give_the_hashes_that_are_documented(
        map in maps(),
        options in options(),
        turns in prop::collection::vec(turn_orders(), 1..20),
        leg_number in 0..3u32,
    ) {
        let mut leg = Match::start(&map, options, Seed(6), leg_number);
        let mut told = Settings::default();
        let jail = if options.jail == abi::Jail::OwnBase { "own-base" } else { "captor-base" };
        told.set("turns", map.parts().turns.to_string()).set("jail", jail);
        let mut chain = HashChain::start("capture-the-flag", 1, &told, &map_bytes(&map), Seed(6), leg_number);
        prop_assert_eq!(leg.hash(), chain.hash());
        for orders in &turns {
            if leg.end().is_some() {
                break;
            }
            let answers = BothSeats::from_fn(|seat| answer(&orders[seat]));
            let answers = BothSeats::from_fn(|seat| answers[seat].as_slice());
            step(&mut leg, answers);
            chain.advance(&state_bytes(&leg), answers);
            prop_assert_eq!(leg.hash(), chain.hash());
        }
    }
}

#[test]
fn what_a_hidden_opponent_does_does_not_change_a_view() {
    let map = Map::read("far", FAR.as_bytes()).unwrap();
    let after = |direction: Direction| {
        let mut leg = Match::start(&map, MatchOptions::default(), Seed(0), 0);
        let orders = BothSeats([Vec::new(), vec![Order::step(0, direction)]]);
        step_orders(&mut leg, &orders);
        let told = |leg: &mut Match, seat: Seat| (view(leg, seat, 1), leg.seen_state(seat), leg.sight(seat));
        (told(&mut leg, Seat::A), told(&mut leg, Seat::B))
    };
    let told: Vec<_> = Direction::ALL.into_iter().map(after).collect();
    for (of_a, of_b) in &told[1..] {
        assert_eq!(of_a, &told[0].0);
        assert_ne!(of_b.0, told[0].1.0);
    }
}

proptest! {
    #[test]
    fn the_state_that_a_team_may_know_has_the_opponents_of_its_view(
        map in maps(),
        options in options(),
        turns in prop::collection::vec(turn_orders(), 0..20),
    ) {
        let mut leg = Match::start(&map, options, Seed(0), 0);
        for orders in &turns {
            step_orders(&mut leg, orders);
        }
        for (seat, opponent) in [(Seat::A, 1), (Seat::B, 0)] {
            let bytes = view(&mut leg, seat, 1);
            let told = abi::View::parse(&bytes).unwrap();
            let told: Vec<_> = told.opponents.iter().map(|one| (one.id, one.x, one.y, one.flag)).collect();
            let state = leg.seen_state(seat);
            let number = |value: &serde_json::Value| value.as_u64().map_or(abi::NO_FLAG, |number| number as u16);
            let shown: Vec<_> = state["teams"][opponent]["players"]
                .as_array()
                .unwrap()
                .iter()
                .filter(|one| one["captured"] == false)
                .map(|one| (number(&one["id"]), number(&one["at"]["x"]), number(&one["at"]["y"]), number(&one["flag"])))
                .collect();
            prop_assert_eq!(shown, told);
        }
    }
}

#[test]
fn the_board_text_has_a_line_a_row() {
    let map = Map::generate(Seed(4), &Settings::default()).unwrap();
    let mut leg = Match::start(&map, MatchOptions::default(), Seed(4), 0);
    let bytes = view(&mut leg, Seat::B, 1);
    let board = std::str::from_utf8(abi::View::parse(&bytes).unwrap().board).unwrap();
    let lines: Vec<&str> = board.split('\n').collect();
    assert_eq!(lines.len(), 30);
    assert!(lines.iter().all(|line| line.len() == 30));
    for (symbol, count) in [('A', 3), ('a', 5), ('b', 5), ('H', 1), ('h', 1), (',', 0)] {
        assert_eq!(board.chars().filter(|cell| *cell == symbol).count(), count, "{symbol}");
    }
}

#[test]
fn the_budget_is_a_bank() {
    assert_eq!(CaptureTheFlag.budget(), BudgetPolicy::Bank);
    assert_eq!(CaptureTheFlag.default_replays(), 0);
}

#[test]
fn a_match_lasts_as_long_as_the_option_or_the_map_says() {
    let turns = |text: &str, option: Option<&str>| {
        let map = Map::read("far", text.as_bytes()).unwrap();
        let mut start = MatchStart::default();
        if let Some(turns) = option {
            start.options.set("turns", turns);
        }
        let mut game = map.start(&start).ok()?;
        while game.end().is_none() {
            game.step(BothSeats([SeatInput { orders: &[], bank_left: 1 }; 2]));
        }
        assert_eq!(game.end(), Some(GameEnd { ending: Ending::TurnsOver, winner: None }));
        Some(game.turn())
    };
    let told = FAR.replace("grid", "turns = 7\ngrid");
    assert_eq!(turns(FAR, None), Some(1000));
    assert_eq!(turns(&told, None), Some(7));
    assert_eq!(turns(&told, Some("map")), Some(7));
    assert_eq!(turns(&told, Some("1")), Some(1));
    assert_eq!(turns(FAR, Some("10000")), Some(10_000));
    for refused in ["0", "10001", "", "many"] {
        assert_eq!(turns(FAR, Some(refused)), None);
    }
}

#[test]
fn the_hash_of_a_short_match_is_pinned() {
    let map = Map::read("far", FAR.as_bytes()).unwrap();
    let mut leg = Match::start(&map, MatchOptions::default(), Seed(0x1393), 2);
    let mut hashes = vec![leg.hash().to_string()];
    for direction in [Direction::Down, Direction::Left] {
        step_orders(&mut leg, &BothSeats([vec![Order::step(0, direction)], Vec::new()]));
        hashes.push(leg.hash().to_string());
    }
    assert_eq!(
        hashes,
        ["de7868a5fe990efa38c375f6f3179d63", "fed2a7fe4857405c3b6165a242755c01", "d45a757c584bfdbc68ca49717ead2dad"]
    );
}

#[test]
fn after_the_end_nothing_happens() {
    let map = Map::read("far", FAR.as_bytes()).unwrap();
    let mut leg = Match::start(&map, MatchOptions { turns: Some(1), ..MatchOptions::default() }, Seed(0), 0);
    let orders = BothSeats([vec![Order::step(0, Direction::Down)], Vec::new()]);
    step_orders(&mut leg, &orders);
    let (hash, events, state) = (leg.hash(), leg.events().to_vec(), leg.state());
    step_orders(&mut leg, &orders);
    assert_eq!((hash, events.as_slice(), state), (leg.hash(), leg.events(), leg.state()));
}

#[test]
fn a_drawing_shows_what_a_team_sees() {
    let map = Map::read("far", FAR.as_bytes()).unwrap();
    let mut leg = Match::start(&map, MatchOptions::default(), Seed(0), 0);
    step_orders(&mut leg, &BothSeats([vec![Order::step(0, Direction::Right)], Vec::new()]));
    let all = "....................\n\
               ..A................B\n\
               ....................\n\
               ....................\n\
               H..a............b..h\n";
    let seen_by_a = [
        "......              \n",
        "..A....             \n",
        "......              \n",
        ".....          .....\n",
        "H..a.          .b..h\n",
    ]
    .concat();
    assert_eq!(leg.draw(None).to_string(), all);
    assert_eq!(leg.draw(Some(Seat::A)).to_string(), seen_by_a);
    let seats: Vec<Option<Seat>> = leg.draw(None).rows().flatten().map(|glyph| glyph.seat).collect();
    assert_eq!(seats.iter().filter(|seat| **seat == Some(Seat::A)).count(), 3);
    assert_eq!(seats.iter().filter(|seat| **seat == Some(Seat::B)).count(), 3);
}

/// A board on which the teams do not see each other.
const FAR: &str = r#"
format = "botpit-map 1"
game = "capture-the-flag"
grid = """
....................
.A.................B
....................
....................
H..a............b..h
"""
"#;

fn any_answer() -> impl Strategy<Value = Vec<u8>> {
    let damaged = (turn_orders(), any::<prop::sample::Index>(), any::<u8>()).prop_map(|(orders, at, value)| {
        let mut bytes = answer(&orders[Seat::A]);
        let at = at.index(bytes.len());
        bytes[at] = value;
        bytes
    });
    prop_oneof![prop::collection::vec(any::<u8>(), 0..40), damaged]
}

fn mirrored_map(map: &Map) -> Map {
    let MapDraft { name, turns, size, walls, teams } = map.parts().clone();
    let cells = |cells: &[Cell]| cells.iter().map(|cell| size.mirrored(*cell)).collect();
    let team =
        |team: &Team| Team { base: size.mirrored(team.base), players: cells(&team.players), flags: cells(&team.flags) };
    let teams = BothSeats([team(&teams[Seat::B]), team(&teams[Seat::A])]);
    let walls = size.iter().map(|cell| walls[size.index(size.mirrored(cell))]).collect();
    Map::new(MapDraft { name, turns, size, walls, teams }).unwrap()
}

fn mirrored_order(order: &Order) -> Order {
    let direction = match Direction::from_code(order.direction) {
        Some(direction @ (Direction::Left | Direction::Right)) => direction.opposite().code(),
        _ => order.direction,
    };
    Order { direction, ..*order }
}

fn mirrored_event(size: Size, event: &Event) -> Event {
    let other = event.other.map(|cell| size.mirrored(cell));
    Event { seat: event.seat.map(Seat::other), at: size.mirrored(event.at), other, ..*event }
}

/// The bytes of a view with every column mirrored.
fn mirrored_view(size: Size, bytes: &[u8]) -> Vec<u8> {
    let view = abi::View::parse(bytes).unwrap();
    let x = |x: u16| size.width - 1 - x;
    let lines = view.board.split(|byte| *byte == b'\n').map(|line| line.iter().rev().copied().collect::<Vec<u8>>());
    Known {
        common: view.common,
        players: view.players.iter().map(|player| abi::Player { x: x(player.x), ..player }).collect(),
        opponents: view.opponents.iter().map(|player| abi::Opponent { x: x(player.x), ..player }).collect(),
        flags: BothSeats([view.own_flags, view.opponent_flags])
            .map(|flags| flags.iter().map(|flag| abi::Flag { x: x(flag.x), ..flag }).collect()),
        captured: view.captured_opponents.iter().collect(),
    }
    .encode(view.common.fuel, &lines.collect::<Vec<_>>().join(&b'\n'))
}

/// What a team may know, and nothing else. `flags` are its own and then the opponent's.
struct Known {
    common: View,
    players: Vec<abi::Player>,
    opponents: Vec<abi::Opponent>,
    flags: BothSeats<Vec<abi::Flag>>,
    captured: Vec<abi::CapturedOpponent>,
}

impl Known {
    /// Reads it from the whole state, as the rules have it.
    fn of(map: &Map, leg: &Match, seat: Seat) -> Known {
        let (all, scores) = (players(&leg.state()), scores(&leg.state()));
        let own = |player: &&Player| player.seat == seat;
        let landmark =
            |cell: Cell| {
                map.parts().teams.0.iter().any(|team| {
                    cell.distance(team.base) <= 1 || team.flags.iter().any(|flag| cell.distance(*flag) <= 1)
                })
            };
        let near = |player: &Player, cell: Cell| player.at.x.abs_diff(cell.x) + player.at.y.abs_diff(cell.y) <= 4;
        let sees = |cell: Cell| landmark(cell) || all.iter().filter(own).any(|player| near(player, cell));
        let flag = |flag: Option<u16>| flag.unwrap_or(abi::NO_FLAG);
        let flags_of = |owner: Seat| -> Vec<abi::Flag> {
            let taken = |id| all.iter().any(|player| player.seat != owner && player.flag == Some(id));
            let spawns = (0..).zip(&map.parts().teams[owner].flags);
            spawns.map(|(id, at)| abi::Flag { id, x: at.x, y: at.y, at_home: !taken(id) }).collect()
        };
        let theirs = || all.iter().filter(|player| player.seat != seat);
        Known {
            common: View { turn: leg.turn(), fuel: 0, own_score: scores[seat], opponent_score: scores[seat.other()] },
            players: all
                .iter()
                .filter(own)
                .map(|player| abi::Player {
                    id: player.id,
                    x: player.at.x,
                    y: player.at.y,
                    flag: flag(player.flag),
                    captured: player.captured.is_some(),
                    captured_since: player.captured.unwrap_or(0),
                })
                .collect(),
            opponents: theirs()
                .filter(|player| player.captured.is_none() && sees(player.at))
                .map(|player| abi::Opponent { id: player.id, x: player.at.x, y: player.at.y, flag: flag(player.flag) })
                .collect(),
            flags: BothSeats([flags_of(seat), flags_of(seat.other())]),
            captured: theirs()
                .filter(|player| player.captured.is_some())
                .map(|player| abi::CapturedOpponent { id: player.id })
                .collect(),
        }
    }

    /// The view that tells it.
    fn view(&self, map: &Map, seat: Seat, bank: u64) -> Vec<u8> {
        let size = map.parts().size;
        let teams = &map.parts().teams;
        let mut rows: Vec<Vec<u8>> = size
            .iter()
            .map(|cell| if map.is_wall(cell) { b'#' } else { b'.' })
            .collect::<Vec<u8>>()
            .chunks(size.width.into())
            .map(<[u8]>::to_vec)
            .collect();
        let mut put = |x: u16, y: u16, symbol: u8| rows[usize::from(y)][usize::from(x)] = symbol;
        for (base, symbol) in [(teams[seat].base, b'H'), (teams[seat.other()].base, b'h')] {
            put(base.x, base.y, symbol);
        }
        for (flags, symbol) in self.flags.0.iter().zip([b'a', b'b']) {
            for flag in flags {
                put(flag.x, flag.y, if flag.at_home { symbol } else { b',' });
            }
        }
        for player in self.players.iter().filter(|player| !player.captured) {
            put(player.x, player.y, b'A');
        }
        for opponent in &self.opponents {
            put(opponent.x, opponent.y, b'B');
        }
        self.encode(bank, &rows.join(&b'\n'))
    }

    fn encode(&self, bank: u64, board: &[u8]) -> Vec<u8> {
        let mut buffer = vec![0xaa; 20_000];
        let mut out = abi::View::begin(&View { fuel: bank, ..self.common }, &mut buffer);
        out.list(abi::PLAYERS, self.players.iter().copied());
        out.list(abi::OPPONENTS, self.opponents.iter().copied());
        out.list(abi::OWN_FLAGS, self.flags[Seat::A].iter().copied());
        out.list(abi::OPPONENT_FLAGS, self.flags[Seat::B].iter().copied());
        out.list(abi::CAPTURED_OPPONENTS, self.captured.iter().copied());
        out.bytes(abi::BOARD, board);
        let length = out.finish();
        buffer.truncate(length);
        buffer
    }
}

fn put_cell(bytes: &mut Vec<u8>, cell: Cell) {
    let mut record = [0; abi::Position::LEN];
    abi::Position { x: cell.x, y: cell.y }.write(&mut record);
    bytes.extend(record);
}

/// The canonical bytes of a map, as they are documented.
fn map_bytes(map: &Map) -> Vec<u8> {
    let MapDraft { name: _, turns, size, walls, teams } = map.parts();
    let mut bytes = Vec::new();
    put_cell(&mut bytes, Cell::new(size.width, size.height));
    bytes.extend(turns.to_le_bytes());
    bytes.extend(walls.iter().map(|wall| u8::from(*wall)));
    bytes.extend((map.players_per_team() as u32).to_le_bytes());
    bytes.extend((map.flags_per_team() as u32).to_le_bytes());
    for team in &teams.0 {
        put_cell(&mut bytes, team.base);
        for cell in team.players.iter().chain(&team.flags) {
            put_cell(&mut bytes, *cell);
        }
    }
    bytes
}

/// The canonical bytes of a state, as they are documented.
fn state_bytes(leg: &Match) -> Vec<u8> {
    let (state, end) = (leg.state(), leg.end());
    let mut bytes = leg.turn().to_le_bytes().to_vec();
    bytes.push(match end.map(|end| end.ending) {
        None => 0,
        Some(Ending::TurnsOver) => 1,
        Some(Ending::BanksEmpty) => 2,
        Some(other) => panic!("the rules do not end a leg by {other:?}"),
    });
    bytes.push(end.and_then(|end| end.winner).map_or(0, |seat| if seat == Seat::A { 1 } else { 2 }));
    for (_, score) in scores(&state).iter() {
        bytes.extend(score.to_le_bytes());
    }
    for player in players(&state) {
        put_cell(&mut bytes, player.at);
        bytes.extend(player.captured.unwrap_or(0).to_le_bytes());
        bytes.extend(player.flag.unwrap_or(u16::MAX).to_le_bytes());
    }
    bytes
}
