use botpit_abi::Direction;
use botpit_engine::gold_hunter::{Deposit, Placement};
use botpit_engine::{BothSeats, Cell, GameMap, MapError, MapProblem, OptionError, Settings, Size};

use super::{legal, read, refused, settings, with_line};
use botpit_engine::gold_hunter::Map;

/// A small map in the form of 2014.
const OF_2014: &str = "\
200
3 4
1 1 1 1
1 0 1 1
1 1 1 1
2
0 1 1
2 2 3
20
1 1
0 0 Right
1 0 Up
2 3 left
1 3 DOWN";

/// The same board in the form of 2015, of the shape of the kit's own maps: a spy a team, behind the others.
const OF_2015: &str = "\
2002
3 4
1 1 1 1
1 0 1 1
1 1 1 1
2
0 1 1
2 2 3
20
60
1 1 1
0 0 Right
1 0 Up
0 1 Down
2 3 left
1 3 DOWN
2 0 Up";

fn place(x: u16, y: u16, facing: Direction) -> Placement {
    Placement { at: Cell::new(x, y), facing }
}

#[test]
fn reads_every_part() {
    let map = legal(OF_2014);
    let parts = map.parts();
    assert_eq!(parts.name, "file");
    assert_eq!(parts.turns, 200);
    assert_eq!(parts.size, Size { width: 4, height: 3 });
    let obstacles: Vec<Cell> = parts.size.iter().filter(|cell| map.is_obstacle(*cell)).collect();
    assert_eq!(obstacles, [Cell::new(1, 1)], "0 is an obstacle, and a row is read from the left");
    assert_eq!(
        parts.gold,
        [Deposit { at: Cell::new(1, 0), value: 1 }, Deposit { at: Cell::new(2, 2), value: 3 }],
        "row before column, both from 0"
    );
    assert_eq!(parts.ammo, 20);
    assert_eq!(parts.hunters, BothSeats([vec![place(0, 0, Direction::Right)], vec![place(3, 2, Direction::Left)]]));
    assert_eq!(parts.workers, BothSeats([vec![place(0, 1, Direction::Up)], vec![place(3, 1, Direction::Down)]]));
}

#[test]
fn hunters_come_before_workers() {
    let text = OF_2014.replace("1 1\n0 0 Right", "2 0\n0 0 Right");
    let map = legal(&text);
    assert_eq!((map.hunters_per_team(), map.workers_per_team()), (2, 0));
    assert_eq!(map.parts().hunters.0[0][1], place(0, 1, Direction::Up));
}

#[test]
fn tolerates_comments_line_ends_and_a_byte_order_mark() {
    let plain = legal(OF_2014);
    let commented = OF_2014.replace("3 4\n", "3 4// rows and columns\n// — 0 0 0 Up\n").replace("20\n", "// 5\n\t20\n");
    assert_eq!(legal(&commented), plain);
    assert_eq!(legal(&OF_2014.replace('\n', "\r\n")), plain);
    assert_eq!(legal(&format!("\u{feff}{OF_2014}\r\n\r\n")), plain);
    assert_eq!(legal(&OF_2014.replace('\n', " \x0c\t")), plain);
    assert_eq!(legal(&format!("{OF_2014} // the end")), plain);
}

#[test]
fn places_count_characters_of_any_line_end_and_no_byte_order_mark() {
    let problem = || MapProblem::BadCell { word: "é".to_owned(), expected: "0 (obstacle) or 1 (ground)" };
    let text = with_line(OF_2014, 4, "1 0 é 1");
    refused(&text, (4, 5), problem());
    refused(&text.replace('\n', "\r\n"), (4, 5), problem());
    refused(&format!("\u{feff}{text}"), (4, 5), problem());
    let behind_wide_words = "200\n1 3\n1 1 1\n1\n0 0 ééé";
    let problem = MapProblem::NotANumber { word: "ééé".to_owned(), expected: "the value of gold 0".to_owned() };
    refused(behind_wide_words, (5, 5), problem);
    let on_the_first_line = "\u{feff}x 3 4";
    let problem = MapProblem::UnknownFormat { word: "x".to_owned(), format: "botpit-map 1" };
    refused(on_the_first_line, (1, 1), problem);
}

#[test]
fn leading_zeros_are_plain_decimals() {
    assert_eq!(legal(&with_line(OF_2014, 1, "00000000000000200")), legal(OF_2014));
}

#[test]
fn a_map_that_is_cut_off_anywhere_is_truncated_there() {
    for text in [OF_2014, OF_2015] {
        let words: Vec<&str> = text.split_whitespace().collect();
        for kept in 0..words.len() {
            let cut = words[..kept].join(" ");
            let error = Map::read("file", cut.as_bytes(), &settings("drop-spies=true")).unwrap_err();
            assert!(matches!(error.problem, MapProblem::Truncated { .. }), "{kept} words: {error}");
            assert_eq!((error.line, error.column), (Some(1), Some(cut.len() as u32 + 1)));
        }
    }
}

#[test]
fn truncation_names_what_is_missing() {
    let missing = |expected: &str| MapProblem::Truncated { expected: expected.to_owned() };
    refused("", (1, 1), missing("a map"));
    refused("// only a comment\n", (2, 1), missing("a map"));
    refused("200\n3", (2, 2), missing("the number of columns"));
    refused("200\n3 4\n1 1 1 1 1", (3, 10), missing("the cell in row 1 and column 1"));
    let text = OF_2014.strip_suffix(" DOWN").unwrap();
    refused(text, (14, 4), missing("the direction of worker 0 of team b"));
}

#[test]
fn a_word_that_is_no_plain_decimal_is_refused() {
    let problem =
        |word: &str, expected: &str| MapProblem::NotANumber { word: word.to_owned(), expected: expected.to_owned() };
    for word in ["-5", "+5", "0x10", "2e3", "1_000", "20.0", "２"] {
        refused(&with_line(OF_2014, 9, word), (9, 1), problem(word, "the number of bullets"));
    }
    for word in ["-200", "+200", "0xc8"] {
        refused(&with_line(OF_2014, 1, word), (1, 1), problem(word, "the number of turns"));
    }
    refused(&with_line(OF_2014, 12, "1 x Up"), (12, 3), problem("x", "the column of worker 0 of team a"));
    refused(&with_line(OF_2014, 10, "1 many"), (10, 3), problem("many", "the number of workers a team"));
    refused(&with_line(OF_2015, 10, "long"), (10, 1), problem("long", "how long a spy can hide"));
}

#[test]
fn a_number_over_32_bits_is_refused() {
    let too_large = |word: &str, expected: &str| MapProblem::NumberTooLarge {
        word: word.to_owned(),
        expected: expected.to_owned(),
    };
    refused(&with_line(OF_2014, 1, "4294967296"), (1, 1), too_large("4294967296", "the number of turns"));
    refused(&with_line(OF_2014, 8, "2 2 4294967296"), (8, 5), too_large("4294967296", "the value of gold 1"));
    refused(
        &with_line(OF_2014, 9, "99999999999999999999"),
        (9, 1),
        too_large("99999999999999999999", "the number of bullets"),
    );
    assert_eq!(legal(&with_line(OF_2014, 9, "4294967295")).parts().ammo, u32::MAX);
}

#[test]
fn a_cell_is_0_or_1() {
    for word in ["2", "00", "1.", "-1", "4294967296", "Up"] {
        let problem = MapProblem::BadCell { word: word.to_owned(), expected: "0 (obstacle) or 1 (ground)" };
        refused(&with_line(OF_2014, 4, &format!("1 {word} 1 1")), (4, 3), problem);
    }
}

#[test]
fn a_bad_direction_is_refused() {
    for (line, column, text) in [(11, 5, "0 0 North"), (13, 5, "2 3 5"), (14, 5, "1 3 Upp")] {
        let word = text.rsplit(' ').next().unwrap().to_owned();
        refused(&with_line(OF_2014, line, text), (line as u32, column), MapProblem::BadDirection { word });
    }
    let word = "North".to_owned();
    let text = with_line(OF_2015, 12, "0 0 North").replace("1 1 1\n0", "1 1 0\n0");
    refused(&text, (12, 5), MapProblem::BadDirection { word });
}

#[test]
fn anything_left_over_is_refused() {
    refused(&format!("{OF_2014}\n\n 7 x"), (16, 2), MapProblem::Trailing { word: "7".to_owned() });
    refused(&format!("{OF_2014}\n1 1 Up"), (15, 1), MapProblem::Trailing { word: "1".to_owned() });
}

#[test]
fn a_word_in_an_error_is_short_and_harmless() {
    let word = format!("\u{1b}[31m{}", "x".repeat(100_000));
    let error = read(&with_line(OF_2014, 9, &word)).unwrap_err();
    let text = error.to_string();
    assert!(text.len() < 200 && !text.contains('\u{1b}'), "{text}");
}

#[test]
fn the_form_of_2015_without_spies_is_the_same_map() {
    let text = OF_2014.replace("20\n1 1\n", "20\n60\n1 1 0\n");
    assert_eq!(legal(&text), legal(OF_2014));
}

#[test]
fn spies_are_refused_with_the_way_out() {
    refused(OF_2015, (11, 5), MapProblem::Spies { count: 1 });
    assert!(read(OF_2015).unwrap_err().to_string().contains("drop-spies"));
    let said_no = Map::read("file", OF_2015.as_bytes(), &settings("drop-spies=false")).unwrap_err();
    assert_eq!(said_no.problem, MapProblem::Spies { count: 1 });
}

#[test]
fn spies_are_dropped_when_asked_for() {
    let map = Map::read("file", OF_2015.as_bytes(), &settings("drop-spies=true")).unwrap();
    assert_eq!(map, legal(&with_line(OF_2014, 1, "2002")));
}

#[test]
fn spies_that_are_dropped_are_read_all_the_same() {
    let refused = |text: &str| Map::read("file", text.as_bytes(), &settings("drop-spies=true")).unwrap_err();
    let error = |line, column, problem| MapError { line: Some(line), column: Some(column), problem };
    let at = Cell::new(0, 0);
    assert_eq!(refused(&with_line(OF_2015, 14, "0 0 Down")), error(14, 1, MapProblem::TwoPlayers { at }));
    let problem = MapProblem::BadDirection { word: "Hide".to_owned() };
    assert_eq!(refused(&with_line(OF_2015, 14, "0 1 Hide")), error(14, 5, problem));
}

#[test]
fn the_forms_are_told_apart_by_counting() {
    let form = |numbers| MapProblem::UnknownForm { numbers };
    refused(&with_line(OF_2014, 10, "1 1 0"), (11, 5), form(6));
    refused(&with_line(OF_2014, 10, "1"), (11, 5), form(4));
    refused(&with_line(OF_2014, 10, "1 Up"), (10, 3), form(2));
    refused(&with_line(OF_2014, 6, "1"), (11, 5), form(8));
    let only_numbers = OF_2014.replace(['R', 'i', 'g', 'h', 't', 'U', 'p', 'l', 'e', 'f', 'D', 'O', 'W', 'N'], "");
    refused(&only_numbers, (14, 5), form(11));
}

#[test]
fn a_readers_option_that_there_is_not_is_refused() {
    for (words, name) in [("drop-spy=true", "drop-spy"), ("width=3", "width")] {
        let error = Map::read("file", OF_2014.as_bytes(), &settings(words)).unwrap_err();
        let MapProblem::Option(OptionError::Unknown { name: named, .. }) = error.problem else {
            panic!("{error}");
        };
        assert_eq!(named, name);
    }
    let error = Map::read("file", OF_2014.as_bytes(), &settings("drop-spies=perhaps")).unwrap_err();
    assert!(matches!(error.problem, MapProblem::Option(OptionError::Value { name: "drop-spies", .. })));
}

#[test]
fn bytes_that_are_no_text_are_refused_where_they_stand() {
    let error = Map::read("file", b"200\n3 4\n1 \xff 1", &Settings::default()).unwrap_err();
    assert_eq!(error, MapError { line: Some(3), column: Some(3), problem: MapProblem::NotUtf8 });
}

#[test]
fn a_file_longer_than_any_map_is_refused_unread() {
    let mut text = OF_2014.to_owned();
    text.extend(std::iter::repeat_n(' ', (1 << 20) - text.len()));
    assert_eq!(legal(&text), legal(OF_2014));
    text.push(' ');
    let problem = MapProblem::FileTooLong { bytes: (1 << 20) + 1, limit: 1 << 20 };
    assert_eq!(read(&text), Err(MapError { line: None, column: None, problem }));
}

#[test]
fn the_files_name_becomes_a_legal_name() {
    let named = |name: &str| Map::read(name, OF_2014.as_bytes(), &Settings::default()).unwrap().name().to_owned();
    assert_eq!(named("arena"), "arena");
    assert_eq!(named("a\u{1b}[31m\nb"), "a[31mb");
    assert_eq!(named(""), "unnamed");
    assert_eq!(named(&"é".repeat(100)), "é".repeat(64));
}

#[test]
fn writes_the_form_of_2014() {
    let written = legal(OF_2014).to_contest_text().unwrap();
    assert_eq!(written, OF_2014.replace("left", "Left").replace("DOWN", "Down") + "\n");
}
