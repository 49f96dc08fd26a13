//! Maps of Capture the Flag: files, the generator and what a check finds.

use botpit_engine::capture_the_flag::{CaptureTheFlag, Map, MapDraft, Team};
use botpit_engine::{
    BothSeats, Cell, GAMES, GameMap, GeneratorError, MapError, MapProblem, MapWriteError, MatchStart, OptionError,
    Ruleset, Seat, SeatInput, Seed, Settings, SetupLimits, Size,
};
use proptest::prelude::*;

use crate::random::maps;

/// How many boards are generated; the whole proof is `BOTPIT_BOARDS=10000 cargo test -p botpit-engine boards`.
fn boards() -> u64 {
    std::env::var("BOTPIT_BOARDS").map_or(300, |boards| boards.parse().expect("a number of boards"))
}

#[test]
fn generated_boards_are_symmetric_and_solvable() {
    for seed in 0..boards() {
        let map = Map::generate(Seed(seed), &Settings::default()).unwrap();
        assert_is_as_promised(&map);
        assert_eq!(codes(&map), ["symmetric", "solvable", "balanced"], "seed {seed}");
    }
}

#[test]
fn generated_boards_of_any_size_are_symmetric_and_solvable() {
    let mut made = 0;
    for seed in 0..boards() / 3 {
        let mut options = Settings::default();
        let of = |least: u64, most: u64, factor: u64| (least + seed * factor % (most - least + 1)).to_string();
        options
            .set("width", (2 * (1 + seed * 7 % 30)).to_string())
            .set("height", of(1, 60, 11))
            .set("density", of(0, 50, 13))
            .set("players", of(1, 12, 5))
            .set("flags", of(1, 12, 3));
        match Map::generate(Seed(seed), &options) {
            Ok(map) => {
                assert_is_as_promised(&map);
                assert_eq!(codes(&map)[..2], ["symmetric", "solvable"], "seed {seed}");
                made += 1;
            }
            Err(GeneratorError::NoRoom(_)) => {}
            Err(error) => panic!("{error}"),
        }
    }
    assert!(made > boards() / 6, "only {made} boards were made");
}

/// Checks again, as plainly as can be, what the generator promises.
fn assert_is_as_promised(map: &Map) {
    let MapDraft { size, walls, teams, .. } = map.parts();
    let [a, b] = &teams.0;
    let mirrored = |cells: &[Cell]| cells.iter().map(|cell| size.mirrored(*cell)).collect::<Vec<Cell>>();
    assert!(size.iter().all(|cell| walls[size.index(cell)] == walls[size.index(size.mirrored(cell))]));
    assert_eq!(
        (size.mirrored(a.base), mirrored(&a.players), mirrored(&a.flags)),
        (b.base, b.players.clone(), b.flags.clone())
    );
    let things = |team: &Team| [&team.players[..], &team.flags[..], &[team.base]].concat();
    assert!(things(a).iter().all(|cell| cell.x < size.width / 2 && !map.is_wall(*cell)));
    assert!(b.flags.iter().all(|spawn| a.base.distance(*spawn) >= 8));
    // By symmetry it is enough to walk for A: flood from each start and each enemy flag.
    let flood = |from: Cell| {
        let mut reached = vec![false; size.cells()];
        reached[size.index(from)] = true;
        loop {
            let next: Vec<Cell> = size
                .iter()
                .filter(|cell| !reached[size.index(*cell)] && !map.is_wall(*cell) && !a.flags.contains(cell))
                .filter(|cell| {
                    botpit_abi::Direction::ALL
                        .iter()
                        .any(|&to| size.step(*cell, to).is_some_and(|side| reached[size.index(side)]))
                })
                .collect();
            if next.is_empty() {
                return reached;
            }
            for cell in next {
                reached[size.index(cell)] = true;
            }
        }
    };
    let from_start = flood(a.players[0]);
    let reached = |cell: &Cell| from_start[size.index(*cell)];
    // Walking back is as good as walking there, so one flood shows all ways.
    assert!(a.players.iter().chain(&b.flags).chain([&a.base, &b.base]).all(reached));
}

#[test]
fn a_generated_board_has_what_the_options_say() {
    let map = Map::generate(Seed(1), &Settings::default()).unwrap();
    assert_eq!(map.parts().size, Size { width: 30, height: 30 });
    assert_eq!((map.players_per_team(), map.flags_per_team(), map.parts().turns), (3, 5, 1000));
    let walls = map.parts().walls.iter().filter(|wall| **wall).count();
    assert!((90..=135).contains(&walls), "{walls} walls");

    let mut options = Settings::default();
    options.set("width", "40").set("height", "12").set("density", "0").set("players", "7").set("flags", "2");
    let map = Map::generate(Seed(1), &options).unwrap();
    assert_eq!(map.parts().size, Size { width: 40, height: 12 });
    assert_eq!((map.players_per_team(), map.flags_per_team()), (7, 2));
    assert!(!map.parts().walls.contains(&true));
}

#[test]
fn options_out_of_range_are_refused() {
    let refused = [("width", "31"), ("width", "102"), ("width", "0"), ("height", "0"), ("density", "51")];
    for (name, value) in refused.into_iter().chain([("players", "0"), ("flags", "51"), ("flags", "x")]) {
        let mut options = Settings::default();
        options.set(name, value);
        let error = Map::generate(Seed(1), &options).unwrap_err();
        assert!(matches!(error, GeneratorError::Option(OptionError::Value { name: of, .. }) if of == name), "{name}");
    }
    let mut options = Settings::default();
    options.set("gold", "3");
    let error = Map::generate(Seed(1), &options).unwrap_err();
    assert!(matches!(error, GeneratorError::Option(OptionError::Unknown { .. })));
    for (width, height, players) in [("8", "7", "1"), ("8", "8", "1"), ("20", "2", "20")] {
        let mut options = Settings::default();
        options.set("width", width).set("height", height).set("players", players);
        let made = Map::generate(Seed(1), &options);
        assert!(matches!(made, Err(GeneratorError::NoRoom(_))), "{width}x{height}: {made:?}");
    }
}

#[test]
fn the_same_seed_gives_the_same_board() {
    let golden = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/capture-the-flag/seed-1.toml");
    let text = Map::generate(Seed(1), &Settings::default()).unwrap().to_text();
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(golden, &text).unwrap();
    }
    assert_eq!(text, std::fs::read_to_string(golden).unwrap());
    assert_ne!(text, Map::generate(Seed(2), &Settings::default()).unwrap().to_text());
}

proptest! {
    #[test]
    fn reading_a_written_map_gives_the_same_map(map in maps()) {
        prop_assert_eq!(Map::read("another name", map.to_text().as_bytes()), Ok(map));
    }

    #[test]
    fn any_bytes_are_a_map_or_an_error(
        map in maps(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4),
        length in any::<prop::sample::Index>(),
    ) {
        let mut bytes = map.to_text().into_bytes();
        for (at, value) in changes {
            let at = at.index(bytes.len());
            bytes[at] = value;
        }
        if let Ok(map) = Map::read("x", &bytes) {
            prop_assert_eq!(Map::read("y", map.to_text().as_bytes()), Ok(map));
        }
        bytes.truncate(length.index(bytes.len()));
        let _ = Map::read("x", &bytes).map_err(|error| error.to_string());
    }
}

#[test]
fn the_default_map_is_official() {
    let default = Map::read("x", CaptureTheFlag.bundled_maps()[0].text.as_bytes()).unwrap();
    assert_eq!(codes(&default), ["symmetric", "solvable", "balanced"]);
}

#[test]
fn every_bundled_map_is_played_through_the_registry() {
    let ruleset = GAMES.ruleset("capture-the-flag").expect("the game is listed");
    for bundled in ruleset.bundled_maps() {
        let map = bundled.read(ruleset).unwrap();
        let mut game = map.start(&MatchStart::default()).unwrap();
        let mut buffer = vec![0; game.message_bytes_max()];
        for seat in Seat::BOTH {
            assert!(game.write_setup(seat, &SetupLimits::default(), &mut buffer) <= buffer.len());
            assert!(game.write_view(seat, 1, &mut buffer) <= buffer.len());
        }
        game.step(BothSeats([SeatInput { orders: &[], bank_left: 1 }; 2]));
        assert_eq!((game.turn(), game.end()), (1, None), "{}", bundled.name);
    }
}

#[test]
fn there_is_no_contest_format() {
    let map = Map::generate(Seed(1), &Settings::default()).unwrap();
    assert_eq!(map.to_contest_text(), Err(MapWriteError::NoContestFormat { game: "Capture the Flag" }));
}

#[test]
fn an_asymmetric_board_is_told() {
    let of = |grid: &str| codes(&read(grid).unwrap());
    assert_eq!(of("Aa......bB\n..........\nH........h\n#........#")[0], "symmetric");
    assert_eq!(
        of("Aa......bB\n..........\nH........h\n#........."),
        ["asymmetric", "solvable", "balanced", "not-official"]
    );
    assert_eq!(of("Aa......b.\n.........B\nH........h\n..........")[0], "asymmetric");
    assert_eq!(of("Aa......bB\n..........\nH.......h.\n..........")[0], "asymmetric");
    assert_eq!(of("Aa......bB\n..........\nH.......h.\n..........")[2], "unbalanced");
    let outside = of("a.B....A.b\n..........\nH........h");
    assert_eq!(outside, ["symmetric", "solvable", "balanced", "outside-half", "not-official"]);
}

#[test]
fn what_cannot_be_on_a_board_is_refused() {
    let a = Team { base: Cell::new(0, 2), players: vec![Cell::new(0, 0)], flags: vec![Cell::new(1, 0)] };
    let b = Team { base: Cell::new(9, 2), players: vec![Cell::new(9, 0)], flags: vec![Cell::new(8, 0)] };
    let size = Size { width: 10, height: 3 };
    let legal =
        MapDraft { name: "x".to_owned(), turns: 5, size, walls: vec![false; size.cells()], teams: BothSeats([a, b]) };
    assert!(Map::new(legal.clone()).is_ok());
    let problem = |change: fn(&mut MapDraft)| {
        let mut draft = legal.clone();
        change(&mut draft);
        Map::new(draft).unwrap_err()
    };
    use MapProblem::*;
    assert_eq!(problem(|map| map.name.clear()), BadName { limit: 64 });
    assert_eq!(problem(|map| map.turns = 10_001), Turns { turns: 10_001, limit: 10_000 });
    assert_eq!(problem(|map| map.size.width = 9), OddWidth { columns: 9 });
    assert_eq!(problem(|map| map.size.width = 102), BoardSide { what: "columns", count: 102, limit: 100 });
    assert_eq!(problem(|map| map.size.height = 0), BoardSide { what: "rows", count: 0, limit: 100 });
    assert_eq!(problem(|map| map.walls.truncate(29)), CellCount { cells: 29, expected: 30 });
    assert_eq!(problem(|map| map.walls[0] = true), InWall { what: "player", at: Cell::new(0, 0) });
    assert_eq!(problem(|map| map.walls[20] = true), InWall { what: "base", at: Cell::new(0, 2) });
    assert_eq!(problem(|map| map.walls[8] = true), InWall { what: "flag", at: Cell::new(8, 0) });
    assert_eq!(problem(|map| map.teams[Seat::A].players[0].x = 8), SharedCell { at: Cell::new(8, 0) });
    assert_eq!(problem(|map| map.teams[Seat::A].base.y = 0), SharedCell { at: Cell::new(0, 0) });
    let off_board = OffBoard { x: 3, y: 3, columns: 10, rows: 3 };
    assert_eq!(problem(|map| map.teams[Seat::B].flags[0] = Cell::new(3, 3)), off_board);
    assert_eq!(problem(|map| map.teams[Seat::B].players.clear()), UnequalTeams { what: "players", a: 1, b: 0 });
    assert_eq!(problem(|map| map.teams[Seat::A].flags.clear()), UnequalTeams { what: "flags", a: 0, b: 1 });
    assert_eq!(problem(|map| map.teams.0.iter_mut().for_each(|team| team.players.clear())), NoPlayers);
    assert_eq!(problem(|map| map.teams.0.iter_mut().for_each(|team| team.flags.clear())), NoFlags);
    for at in [Cell::new(7, 1), Cell::new(8, 1), Cell::new(9, 1), Cell::new(7, 0)] {
        let mut draft = legal.clone();
        draft.teams[Seat::A].base = at;
        assert_eq!(Map::new(draft).unwrap_err(), BaseAtSpawn { base: at, spawn: Cell::new(8, 0) });
    }
}

#[test]
fn errors_of_a_file_have_their_place() {
    let head = "format = \"botpit-map 1\"\ngame = \"capture-the-flag\"\n";
    let at = |text: &str| {
        let MapError { line, column, problem } = Map::read("x", text.as_bytes()).unwrap_err();
        (line.zip(column), problem)
    };
    let drawn = |rows: &str| at(&format!("{head}grid = \"\"\"\n{rows}\n\"\"\"\n"));
    use MapProblem::*;
    assert_eq!(drawn("Aa......bB\n.....?....\nH........h").0, Some((5, 6)));
    assert!(matches!(drawn("Aa......bB\n.....?....\nH........h").1, BadCell { word, .. } if word == "?"));
    assert_eq!(drawn("Aa..H...bB\nH........h"), (Some((5, 1)), BaseCount { seat: Seat::A, count: 2 }));
    assert_eq!(drawn("Aa......bB\nH........."), (Some((3, 8)), BaseCount { seat: Seat::B, count: 0 }));
    assert_eq!(drawn("Aa......bB\nH.......h"), (Some((5, 1)), UnevenRow { cells: 9, expected: 10 }));
    assert_eq!(drawn("A.......bB\nH........h").1, UnequalTeams { what: "flags", a: 0, b: 1 });
    assert_eq!(drawn("Aa.....bB\nH.......h").1, OddWidth { columns: 9 });
    let base_at_spawn = BaseAtSpawn { base: Cell::new(9, 1), spawn: Cell::new(8, 0) };
    assert_eq!(drawn("Aa......bB\nh........H"), (Some((5, 10)), base_at_spawn));
    assert_eq!(drawn("").1, BoardSide { what: "rows", count: 0, limit: 100 });
    assert_eq!(at(&format!("{head}turns = 0\ngrid = \"\"")), (Some((3, 9)), Turns { turns: 0, limit: 10_000 }));
    assert_eq!(at(&format!("{head}name = \"\"\ngrid = \"\"")), (Some((3, 8)), BadName { limit: 64 }));
    assert_eq!(at(head), (None, MissingKey { key: "grid" }));
    let unknown = UnknownKey { key: "gird".to_owned(), nearest: Some("grid") };
    assert_eq!(at(&format!("{head}gird = 1")), (Some((3, 1)), unknown));
    let other = OtherGame { game: "gold-hunter".to_owned(), expected: "capture-the-flag" };
    assert_eq!(at("format = \"botpit-map 1\"\ngame = \"gold-hunter\""), (Some((2, 8)), other));
    let foreign = NotBotpit { word: "200".to_owned(), format: "botpit-map 1" };
    assert_eq!(at("\n 200\n30 30"), (Some((2, 2)), foreign));
    assert_eq!(at("\n "), (Some((2, 2)), Truncated { expected: "a map".to_owned() }));
    assert!(matches!(at("\u{feff}format = \"botpit-map 1").1, Syntax { .. }));
    assert_eq!(Map::read("x", b"format\xff").unwrap_err().problem, NotUtf8);
}

fn read(grid: &str) -> Result<Map, MapError> {
    let text = format!("format = \"botpit-map 1\"\ngame = \"capture-the-flag\"\ngrid = \"\"\"\n{grid}\n\"\"\"\n");
    Map::read("drawn", text.as_bytes())
}

fn codes(map: &Map) -> Vec<&'static str> {
    map.check().into_iter().map(|finding| finding.code).filter(|code| *code != "base-near-flag").collect()
}
