//! Map files, the generator and the check of Gold Hunter.

mod check;
mod contest_format;
mod generator;
mod illegal;
mod own_format;
mod round_trips;

use botpit_engine::gold_hunter::Map;
use botpit_engine::{MapError, MapProblem, Settings};

/// Settings of `name=value` words.
fn settings(words: &str) -> Settings {
    let mut settings = Settings::default();
    for word in words.split_whitespace() {
        let (name, value) = word.split_once('=').expect("name=value");
        settings.set(name, value);
    }
    settings
}

fn read(text: &str) -> Result<Map, MapError> {
    Map::read("file", text.as_bytes(), &Settings::default())
}

fn legal(text: &str) -> Map {
    read(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Asserts that a text is refused at a line and a column for a problem.
#[track_caller]
fn refused(text: &str, place: (u32, u32), problem: MapProblem) {
    let (line, column) = place;
    let expected = MapError { line: Some(line), column: Some(column), problem };
    assert_eq!(read(text), Err(expected), "{text}");
}

/// The text with one of its lines, counted from 1, replaced.
fn with_line(text: &str, number: usize, line: &str) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    lines[number - 1] = line;
    lines.join("\n")
}
