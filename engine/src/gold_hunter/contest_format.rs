//! The text format of the contest, in its forms of 2014 and 2015.

use std::fmt::{Display, Write};

use botpit_abi::Direction;

use super::map::{Board, Deposit, Map, MapDraft, Placement, Teams};
use crate::board::{check_side, check_turns};
use crate::grid::{Cell, Size};
use crate::map::{MapError, MapProblem, quoted};
use crate::seat::{BothSeats, Seat};

/// Numbers between the gold and the first direction in the form of 2014: bullets, two counts, row, column.
const NUMBERS_2014: usize = 5;
/// The same in the form of 2015: bullets, hiding time, three counts, row, column.
const NUMBERS_2015: usize = 7;

/// The first word of a text and the byte that it begins at.
pub(super) fn first_word(text: &str) -> Option<(usize, &str)> {
    Words { text, at: 0 }.next().map(|word| (word.at, word.text))
}

/// How many lines of a text have comments.
pub(super) fn comments(text: &str) -> usize {
    text.lines().filter(|line| line.contains("//")).count()
}

/// Whether a text that begins with this word is in this format: it begins with a number, and a sign before it is for
/// [`read`] to refuse.
pub(super) fn is_contest(first_word: &str) -> bool {
    first_word.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '+'))
}

/// Reads a map of either form.
pub(super) fn read(name: String, text: &str, drop_spies: bool) -> Result<Map, MapError> {
    let mut reader = Reader { text, words: Words { text, at: 0 } };
    let turns = reader.number("the number of turns")?;
    check_turns(turns.value).map_err(|problem| reader.error(turns.word, problem))?;
    let size = reader.size()?;
    let obstacles = reader.cells(size)?;
    let mut board = Board::new(size, &obstacles).map_err(MapError::whole)?;
    let gold = reader.gold(&mut board)?;
    let form = reader.form()?;
    let ammo = reader.number("the number of bullets")?.value;
    let counts = reader.counts(form, &board, drop_spies)?;
    let (hunters, workers) = reader.teams(counts, &mut board)?;
    if let Some(word) = reader.words.next() {
        return Err(reader.error(word, MapProblem::Trailing { word: quoted(word.text) }));
    }
    Map::new(MapDraft { name, turns: turns.value, size, obstacles, gold, ammo, hunters, workers })
        .map_err(MapError::whole)
}

/// Writes a map in the form of 2014.
pub(super) fn write(map: &Map) -> String {
    let MapDraft { name: _, turns, size, obstacles, gold, ammo, hunters, workers } = map.parts();
    let mut text = format!("{turns}\n{} {}\n", size.height, size.width);
    for row in obstacles.chunks(size.width.into()) {
        let cells: Vec<&str> = row.iter().map(|obstacle| if *obstacle { "0" } else { "1" }).collect();
        text += &cells.join(" ");
        text.push('\n');
    }
    line(&mut text, gold.len());
    for Deposit { at: Cell { x, y }, value } in gold {
        line(&mut text, format_args!("{y} {x} {value}"));
    }
    line(&mut text, ammo);
    line(&mut text, format_args!("{} {}", map.hunters_per_team(), map.workers_per_team()));
    for seat in Seat::BOTH {
        for Placement { at: Cell { x, y }, facing } in hunters[seat].iter().chain(&workers[seat]) {
            line(&mut text, format_args!("{y} {x} {}", contest_word(*facing)));
        }
    }
    text
}

fn line(text: &mut String, content: impl Display) {
    writeln!(text, "{content}").expect("a string takes everything");
}

fn contest_word(direction: Direction) -> &'static str {
    match direction {
        Direction::Up => "Up",
        Direction::Right => "Right",
        Direction::Down => "Down",
        Direction::Left => "Left",
    }
}

/// The direction that a word names, in any case.
pub(super) fn direction(word: &str) -> Option<Direction> {
    Direction::ALL.into_iter().find(|direction| direction.name().eq_ignore_ascii_case(word))
}

#[derive(Clone, Copy)]
enum Form {
    Of2014,
    Of2015,
}

#[derive(Clone, Copy)]
struct Counts {
    hunters: u32,
    workers: u32,
    spies: u32,
}

/// A word and the byte that it begins at.
#[derive(Clone, Copy)]
struct Word<'a> {
    text: &'a str,
    at: usize,
}

impl Word<'_> {
    fn is_number(self) -> bool {
        self.text.bytes().all(|byte| byte.is_ascii_digit())
    }
}

#[derive(Clone, Copy)]
struct Number<'a> {
    word: Word<'a>,
    value: u32,
}

/// The words of a text: what blanks and comments leave.
#[derive(Clone)]
struct Words<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Iterator for Words<'a> {
    type Item = Word<'a>;

    fn next(&mut self) -> Option<Word<'a>> {
        loop {
            let rest = &self.text[self.at..];
            let blank = rest.len() - rest.trim_start_matches(is_blank).len();
            self.at += blank;
            let rest = &rest[blank..];
            if !rest.starts_with("//") {
                let end = rest.find(is_blank).unwrap_or(rest.len());
                let text = &rest[..rest[..end].find("//").unwrap_or(end)];
                let word = Word { text, at: self.at };
                self.at += text.len();
                return (!text.is_empty()).then_some(word);
            }
            self.at += rest.find('\n').unwrap_or(rest.len());
        }
    }
}

fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\x0b' | '\x0c' | '\r')
}

struct Reader<'a> {
    text: &'a str,
    words: Words<'a>,
}

impl<'a> Reader<'a> {
    fn error(&self, word: Word<'_>, problem: MapProblem) -> MapError {
        MapError::at(self.text, word.at, problem)
    }

    fn word(&mut self, expected: impl Display) -> Result<Word<'a>, MapError> {
        self.words.next().ok_or_else(|| {
            let problem = MapProblem::Truncated { expected: expected.to_string() };
            MapError::at(self.text, self.text.len(), problem)
        })
    }

    fn number(&mut self, expected: impl Display) -> Result<Number<'a>, MapError> {
        let word = self.word(&expected)?;
        if !word.is_number() {
            let problem = MapProblem::NotANumber { word: quoted(word.text), expected: expected.to_string() };
            return Err(self.error(word, problem));
        }
        let value = word.text.parse().map_err(|_| {
            let problem = MapProblem::NumberTooLarge { word: quoted(word.text), expected: expected.to_string() };
            self.error(word, problem)
        })?;
        Ok(Number { word, value })
    }

    fn size(&mut self) -> Result<Size, MapError> {
        let rows = self.number("the number of rows")?;
        let height = check_side("rows", rows.value).map_err(|problem| self.error(rows.word, problem))?;
        let columns = self.number("the number of columns")?;
        let width = check_side("columns", columns.value).map_err(|problem| self.error(columns.word, problem))?;
        Ok(Size { width, height })
    }

    fn cells(&mut self, size: Size) -> Result<Vec<bool>, MapError> {
        let mut obstacles = Vec::with_capacity(size.cells());
        for cell in size.iter() {
            let word = self.word(format_args!("the cell in row {} and column {}", cell.y, cell.x))?;
            obstacles.push(match word.text {
                "0" => true,
                "1" => false,
                _ => {
                    let problem =
                        MapProblem::BadCell { word: quoted(word.text), expected: "0 (obstacle) or 1 (ground)" };
                    return Err(self.error(word, problem));
                }
            });
        }
        Ok(obstacles)
    }

    fn gold(&mut self, board: &mut Board) -> Result<Vec<Deposit>, MapError> {
        let count = self.number("the number of gold deposits")?;
        board.check_room("deposits", count.value.into()).map_err(|problem| self.error(count.word, problem))?;
        let mut gold = Vec::with_capacity(count.value as usize);
        for index in 0..count.value {
            let row = self.number(format_args!("the row of gold {index}"))?;
            let column = self.number(format_args!("the column of gold {index}"))?;
            let value = self.number(format_args!("the value of gold {index}"))?;
            gold.push(board.put_gold(column.value, row.value, value.value).map_err(|problem| match problem {
                MapProblem::WorthlessGold => self.error(value.word, problem),
                _ => self.misplaced(row, column, problem),
            })?);
        }
        Ok(gold)
    }

    fn misplaced(&self, row: Number<'_>, column: Number<'_>, problem: MapProblem) -> MapError {
        match problem {
            MapProblem::OffBoard { y, rows, .. } if y < rows.into() => self.error(column.word, problem),
            _ => self.error(row.word, problem),
        }
    }

    /// Which form the rest is in. Where a mistake leaves that open, it is the form that is read up to the mistake.
    fn form(&self) -> Result<Form, MapError> {
        let ahead: Vec<Word> = self.words.clone().take(NUMBERS_2015 + 1).collect();
        let numbers = self.words.clone().take_while(|word| word.is_number()).count();
        match ahead.iter().position(|word| direction(word.text).is_some()) {
            Some(NUMBERS_2014) => return Ok(Form::Of2014),
            Some(NUMBERS_2015) => return Ok(Form::Of2015),
            Some(first) if first == numbers => {
                return Err(self.error(ahead[first], MapProblem::UnknownForm { numbers }));
            }
            _ => {}
        }
        if numbers > NUMBERS_2015 {
            let behind = self.words.clone().nth(numbers).map_or(self.text.len(), |word| word.at);
            return Err(MapError::at(self.text, behind, MapProblem::UnknownForm { numbers }));
        }
        if numbers == ahead.len() {
            let expected = "the first player's place and direction, behind bullets and counts".to_owned();
            return Err(MapError::at(self.text, self.text.len(), MapProblem::Truncated { expected }));
        }
        Ok(if numbers <= NUMBERS_2014 { Form::Of2014 } else { Form::Of2015 })
    }

    fn counts(&mut self, form: Form, board: &Board, drop_spies: bool) -> Result<Counts, MapError> {
        if let Form::Of2015 = form {
            self.number("how long a spy can hide")?;
        }
        let hunters = self.number("the number of hunters a team")?;
        let workers = self.number("the number of workers a team")?;
        let mut counts = Counts { hunters: hunters.value, workers: workers.value, spies: 0 };
        if let Form::Of2015 = form {
            let spies = self.number("the number of spies a team")?;
            if spies.value > 0 && !drop_spies {
                return Err(self.error(spies.word, MapProblem::Spies { count: spies.value }));
            }
            counts.spies = spies.value;
        }
        if counts.hunters == 0 && counts.workers == 0 {
            return Err(self.error(hunters.word, MapProblem::NoPlayers));
        }
        let players = 2 * (u64::from(counts.hunters) + u64::from(counts.workers) + u64::from(counts.spies));
        board.check_room("players", players).map_err(|problem| self.error(hunters.word, problem))?;
        Ok(counts)
    }

    fn teams(&mut self, counts: Counts, board: &mut Board) -> Result<(Teams, Teams), MapError> {
        let (mut hunters, mut workers) = (BothSeats::default(), BothSeats::default());
        for seat in Seat::BOTH {
            hunters[seat] = self.players("hunter", counts.hunters, seat, board)?;
            workers[seat] = self.players("worker", counts.workers, seat, board)?;
            // Spies are read to the end and checked like all players: what is dropped is no place for mistakes.
            self.players("spy", counts.spies, seat, board)?;
        }
        Ok((hunters, workers))
    }

    fn players(&mut self, kind: &str, count: u32, seat: Seat, board: &mut Board) -> Result<Vec<Placement>, MapError> {
        let mut players = Vec::with_capacity(count as usize);
        for index in 0..count {
            let row = self.number(format_args!("the row of {kind} {index} of team {seat}"))?;
            let column = self.number(format_args!("the column of {kind} {index} of team {seat}"))?;
            let word = self.word(format_args!("the direction of {kind} {index} of team {seat}"))?;
            let facing = direction(word.text)
                .ok_or_else(|| self.error(word, MapProblem::BadDirection { word: quoted(word.text) }))?;
            let placed = board.put_player(column.value, row.value, facing);
            players.push(placed.map_err(|problem| self.misplaced(row, column, problem))?);
        }
        Ok(players)
    }
}
