use botpit_abi::Direction;
use botpit_engine::gold_hunter::{Deposit, Map, Placement};
use botpit_engine::{BothSeats, Cell, GameMap, MapError, MapProblem, Settings, Size};

use super::{legal, read, refused, with_line};

const OWN: &str = "\
format = \"botpit-map 1\"
game = \"gold-hunter\"
name = \"yard\"
turns = 200
ammo = 20

grid = \"\"\"
.1..
.#.9
\"\"\"

gold = [[2, 1, 12]]

[a]
hunters = [[0, 0, \"right\"]]
workers = [[0, 1, \"Up\"]]

[b]
hunters = [[3, 1, \"LEFT\"]]
workers = [[3, 0, \"down\"]]
";

/// A refusal of the map as a whole.
#[track_caller]
fn refused_as_a_whole(text: &str, problem: MapProblem) {
    assert_eq!(read(text), Err(MapError { line: None, column: None, problem }), "{text}");
}

fn change(line: usize, text: &str, column: u32, problem: MapProblem) {
    refused(&with_line(OWN, line, text), (line as u32, column), problem);
}

fn bad_cell(word: &str) -> MapProblem {
    let expected = "# obstacle, . ground, 1 to 9 gold of that value";
    MapProblem::BadCell { word: word.to_owned(), expected }
}

#[test]
fn reads_every_part() {
    let place = |x, y, facing| vec![Placement { at: Cell::new(x, y), facing }];
    let map = legal(OWN);
    let parts = map.parts();
    assert_eq!((parts.name.as_str(), parts.turns, parts.ammo), ("yard", 200, 20));
    assert_eq!(parts.size, Size { width: 4, height: 2 });
    let obstacles: Vec<Cell> = parts.size.iter().filter(|cell| map.is_obstacle(*cell)).collect();
    assert_eq!(obstacles, [Cell::new(1, 1)]);
    let gold = [(1, 0, 1), (2, 1, 12), (3, 1, 9)].map(|(x, y, value)| Deposit { at: Cell::new(x, y), value });
    assert_eq!(parts.gold, gold);
    assert_eq!(parts.hunters, BothSeats([place(0, 0, Direction::Right), place(3, 1, Direction::Left)]));
    assert_eq!(parts.workers, BothSeats([place(0, 1, Direction::Up), place(3, 0, Direction::Down)]));
}

#[test]
fn writes_what_a_reader_likes() {
    let expected = "\
format = \"botpit-map 1\"
game = \"gold-hunter\"
name = \"yard\"
turns = 200
ammo = 20

# One character a cell: # obstacle, . ground, 1 to 9 gold of that value.
grid = \"\"\"
.1..
.#.9
\"\"\"

# Gold of larger values: [x, y, value].
gold = [[2, 1, 12]]

# Players by id: [x, y, facing].
[a]
hunters = [[0, 0, \"right\"]]
workers = [[0, 1, \"up\"]]
[b]
hunters = [[3, 1, \"left\"]]
workers = [[3, 0, \"down\"]]
";
    assert_eq!(legal(OWN).to_text(), expected);
}

#[test]
fn a_map_without_a_name_takes_the_files() {
    assert_eq!(legal(&with_line(OWN, 3, "")).name(), "file");
}

#[test]
fn default_gold_value() {
    let map = legal(&with_line(OWN, 12, "gold = [[2, 1]]"));
    assert_eq!(map.parts().gold[1], Deposit { at: Cell::new(2, 1), value: 1 });
}

#[test]
fn line_ends_a_byte_order_mark_and_indents_do_not_count() {
    let plain = legal(OWN);
    assert_eq!(legal(&OWN.replace('\n', "\r\n")), plain);
    assert_eq!(legal(&format!("\u{feff}{OWN}")), plain);
    assert_eq!(legal(&OWN.replace(".1..", "  .1..\t").replace(".#.9\n", "  .#.9\n\n  ")), plain);
    assert_eq!(legal(&OWN.replace("\"\"\"\n.1..", "\"\"\".1..").replace(".9\n\"", ".9\"")), plain);
    assert_eq!(legal(&OWN.replace("\"\"\"", "'''")), plain);
    assert_eq!(legal(&format!("# a comment\n\n{OWN}")), plain);
    let one_row = "format='botpit-map 1'\ngame='gold-hunter'\nturns=1\nammo=0\ngrid='...'\n\
                   a.workers=[[0,0,'up']]\nb={workers=[[2,0,'up']]}";
    assert_eq!(legal(one_row).parts().size, Size { width: 3, height: 1 });
}

#[test]
fn symbols_of_the_grid_have_places() {
    change(8, ".1.x", 4, bad_cell("x"));
    change(9, "  .é.0", 4, bad_cell("é"));
    change(8, ".0..", 2, bad_cell("0"));
    change(8, ".A..", 2, bad_cell("A"));
    change(8, r".\u002e.", 2, bad_cell("\\"));
    refused(&OWN.replace("\"\"\"\n.1..", "\"\"\"x1.."), (7, 11), bad_cell("x"));
    refused(&with_line(OWN, 9, "  .é.0").replace('\n', "\r\n"), (9, 4), bad_cell("é"));
}

#[test]
fn rows_of_the_grid_are_equally_long() {
    change(9, " ...", 2, MapProblem::UnevenRow { cells: 3, expected: 4 });
    change(9, ".....", 1, MapProblem::UnevenRow { cells: 5, expected: 4 });
    refused(&OWN.replace(".1..\n", ".1..\n\n"), (9, 1), MapProblem::UnevenRow { cells: 0, expected: 4 });
}

#[test]
fn a_key_that_there_is_not_is_refused_with_the_nearest() {
    let unknown = |key: &str, nearest| MapProblem::UnknownKey { key: key.to_owned(), nearest };
    change(4, "turn = 200", 1, unknown("turn", Some("turns")));
    change(12, "  golds = []", 3, unknown("golds", Some("gold")));
    change(16, "wokrers = []", 1, unknown("wokrers", Some("workers")));
    change(12, "something-else = 1", 1, unknown("something-else", None));
    change(15, "spies = []", 1, unknown("spies", None));
}

#[test]
fn a_missing_key_is_named() {
    for (line, key) in [(1, "format"), (2, "game"), (4, "turns"), (5, "ammo")] {
        refused_as_a_whole(&with_line(OWN, line, ""), MapProblem::MissingKey { key });
    }
    refused_as_a_whole(
        &OWN.replace("grid = ", "name-of-grid = ").replace("name-of-grid", "gold").replace("gold = [[2, 1, 12]]", ""),
        MapProblem::MissingKey { key: "grid" },
    );
    let without_b = OWN.split("[b]").next().unwrap();
    refused_as_a_whole(without_b, MapProblem::MissingKey { key: "b" });
}

#[test]
fn values_of_the_wrong_shape_are_refused() {
    let wrong = |key, expected| MapProblem::WrongValue { key, expected };
    let gold = "a list of [x, y, value]; the value is 1 where it is left out";
    let players = "a list of [x, y, \"direction\"]";
    change(3, "name = 5", 8, wrong("name", "a string"));
    change(4, "turns = \"200\"", 9, wrong("turns", "a number"));
    change(4, "turns = 200.0", 9, wrong("turns", "a number"));
    change(5, "ammo = -1", 8, wrong("ammo", "a number of at least 0"));
    change(12, "gold = 5", 8, wrong("gold", gold));
    change(12, "gold = [[2, 1, 12], [3]]", 21, wrong("gold", gold));
    change(12, "gold = [[2, 1, 12, 1]]", 9, wrong("gold", gold));
    change(12, "gold = [[2, 1, \"12\"]]", 16, wrong("gold", "a number"));
    change(15, "hunters = [[0, 0]]", 12, wrong("hunters", players));
    change(15, "hunters = [0, 0, \"up\"]", 12, wrong("hunters", players));
    change(15, "hunters = [[0, 0, 1]]", 19, wrong("hunters", "a string"));
    change(15, "hunters = {}", 11, wrong("hunters", players));
    let text = OWN.split("[b]").next().unwrap().replace("name = \"yard\"", "b = 1");
    refused(&text, (3, 5), wrong("b", "a table"));
    let text = OWN.replace("\"\"\"\n.1..\n.#.9\n\"\"\"", "[]");
    refused(&text, (7, 8), wrong("grid", "a string"));
}

#[test]
fn a_number_over_32_bits_is_refused() {
    let problem = MapProblem::NumberTooLarge { word: "4294967296".to_owned(), expected: "`ammo`".to_owned() };
    change(5, "ammo = 4294967296", 8, problem);
    let word = "99999999999999999999999".to_owned();
    change(5, &format!("ammo = {word}"), 8, MapProblem::NumberTooLarge { word, expected: "`ammo`".to_owned() });
}

#[test]
fn a_bad_direction_is_refused() {
    change(15, "hunters = [[0, 0, \"north\"]]", 19, MapProblem::BadDirection { word: "north".to_owned() });
}

#[test]
fn other_formats_and_games_are_refused() {
    let expected = "\"botpit-map 1\", the one version that is read here";
    change(1, "format = \"botpit-map 2\"", 10, MapProblem::WrongValue { key: "format", expected });
    let problem = MapProblem::OtherGame { game: "capture-the-flag".to_owned(), expected: "gold-hunter" };
    change(2, "game = \"capture-the-flag\"", 8, problem);
    let problem = |word: &str| MapProblem::UnknownFormat { word: word.to_owned(), format: "botpit-map 1" };
    refused("hello there", (1, 1), problem("hello"));
    refused("\n  {\"turns\": 5}", (2, 3), problem("{\"turns\":"));
}

#[test]
fn errors_of_toml_have_places() {
    let place = |text: &str| {
        let error = read(text).unwrap_err();
        assert!(matches!(error.problem, MapProblem::Syntax { .. }), "{error}");
        (error.line, error.column)
    };
    assert_eq!(place(&with_line(OWN, 3, "name = \"déjà\" x")), (Some(3), Some(15)));
    assert_eq!(place(&with_line(OWN, 4, "turns = 0200")).0, Some(4));
    assert_eq!(place(&with_line(OWN, 5, "turns = 5")), (Some(5), Some(1)), "a key that is there twice");
    assert_eq!(place(OWN.split("gold =").next().unwrap().trim_end().trim_end_matches('"')).0, Some(10));
}

#[test]
fn hostile_documents_are_refused() {
    let hostile = [
        format!("a = {}", "[".repeat(1 << 19)),
        format!("a = {}", "{a=".repeat(1 << 18)),
        format!("{}a = 1", "a.".repeat(1 << 18)),
        (0..60_000).map(|key| format!("k{key} = {key}\n")).collect(),
        format!("{}\nx = [{}]", OWN.split("[a]").next().unwrap(), "1,".repeat(1 << 18)),
        format!("format = \"{}", "\\u0041".repeat(1 << 17)),
    ];
    for text in hostile {
        assert!(Map::read("file", text.as_bytes(), &Settings::default()).is_err());
    }
}
