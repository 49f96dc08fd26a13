//! Golden scenarios of any game: each file closes one sentence of the rules, which it quotes; `SENTENCES.md` of its
//! folder says which. A game gives what its commands are.
//!
//! A file is paragraphs. `>` quotes the sentence. `map` and what follows it draws the board. Any other paragraph is a
//! command of the game. Lines that begin with `=` are what is expected after it.
//!
//! `UPDATE_GOLDEN=1 cargo test -p botpit-engine golden` rewrites the expected lines. Read the diff: it is right when
//! the rules say so.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use botpit_abi::{Direction, Order, OrderList, OrderWriter};
use botpit_engine::{BothSeats, Event, Game, Ruleset, Seat, Size};

/// The scenarios of one game.
pub(crate) struct Scenarios<L> {
    /// The folder of the game in `tests/golden`.
    pub(crate) folder: &'static str,
    /// Begins a leg on the board that the rows draw; the parameters are what stands behind `map`.
    pub(crate) begin: fn(parameters: &str, rows: &[&str]) -> Result<L, String>,
    /// Carries out a command and shows what comes of it.
    pub(crate) command: fn(leg: &mut L, command: &str, rest: &str) -> Result<String, String>,
}

impl<L> Scenarios<L> {
    /// Plays every scenario; panics with the first line of each that differs.
    pub(crate) fn check(&self) {
        let failures: Vec<String> = self.files().iter().filter_map(|path| self.check_file(path).err()).collect();
        assert!(failures.is_empty(), "{}", failures.join("\n"));
    }

    /// Panics unless the table names every scenario, by the sentence that it quotes.
    pub(crate) fn check_table(&self) {
        let table = fs::read_to_string(self.path().join("SENTENCES.md")).unwrap();
        let mut named: BTreeMap<String, String> = BTreeMap::new();
        for line in table.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| sentence |")) {
            let [_, sentence, closed_by, _] = line.split('|').map(str::trim).collect::<Vec<_>>()[..] else {
                panic!("no row of two columns: {line}");
            };
            assert!(!closed_by.is_empty(), "nothing closes: {sentence}");
            for name in closed_by.split(", ").filter(|name| name.ends_with(".txt")) {
                assert_eq!(named.insert(name.to_owned(), sentence.to_owned()), None, "{name} is named twice");
            }
        }
        let quoted: BTreeMap<String, String> = self
            .files()
            .iter()
            .map(|path| {
                let text = fs::read_to_string(path).unwrap();
                let quote: Vec<&str> = text.lines().map_while(|line| line.strip_prefix('>')).map(str::trim).collect();
                (path.file_name().unwrap().to_str().unwrap().to_owned(), quote.join(" "))
            })
            .collect();
        let names = |map: &BTreeMap<String, String>| map.keys().cloned().collect::<BTreeSet<String>>();
        assert_eq!(names(&named), names(&quoted), "left the table, right the folder");
        for (name, quote) in &quoted {
            assert_eq!(quote, &named[name], "{name} quotes another sentence than the table has");
        }
    }

    /// Plays a scenario; `Err` names the first line that differs.
    fn check_file(&self, path: &Path) -> Result<(), String> {
        let text = fs::read_to_string(path).unwrap();
        let played = self.play(&text).map_err(|problem| format!("{}: {problem}", path.display()))?;
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            fs::write(path, played).unwrap();
            return Ok(());
        }
        let (mut expected, mut got) = (text.lines(), played.lines());
        for number in 1.. {
            match (expected.next(), got.next()) {
                (None, None) => break,
                (a, b) if a == b => {}
                (a, b) => {
                    let show = |line: Option<&str>| line.unwrap_or("(nothing)").to_owned();
                    return Err(format!("{}:{number}\n  - {}\n  + {}", path.display(), show(a), show(b)));
                }
            }
        }
        Ok(())
    }

    /// The text of a scenario with the expected lines as the engine has them.
    fn play(&self, text: &str) -> Result<String, String> {
        let mut leg: Option<L> = None;
        let mut out = String::new();
        for paragraph in text.split("\n\n") {
            let lines: Vec<&str> =
                paragraph.lines().filter(|line| !line.starts_with('=') && !line.is_empty()).collect();
            if !out.is_empty() {
                out.push('\n');
            }
            for line in &lines {
                writeln!(out, "{line}").unwrap();
            }
            let Some((command, rest)) = lines.first().map(|line| line.split_once(' ').unwrap_or((line, ""))) else {
                continue;
            };
            if command.starts_with('>') {
                continue;
            }
            if command == "map" {
                leg = Some((self.begin)(rest, &lines[1..])?);
                continue;
            }
            let shown = (self.command)(leg.as_mut().ok_or("no map yet")?, command, rest)?;
            for line in shown.lines() {
                writeln!(out, "{}", format!("= {line}").trim_end()).unwrap();
            }
        }
        Ok(out)
    }

    fn path(&self) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(self.folder)
    }

    fn files(&self) -> Vec<PathBuf> {
        let mut files: Vec<PathBuf> = fs::read_dir(self.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
        files.sort();
        assert!(!files.is_empty());
        files
    }
}

/// The answers of both teams to lines such as `a0 up, b1 kind 9, a bytes 00ff`; `order` reads the words behind a
/// player.
pub(crate) fn read_answers(
    text: &str,
    game: u16,
    order: impl Fn(u16, &[&str]) -> Option<Order>,
) -> Result<BothSeats<Vec<u8>>, String> {
    let mut orders = BothSeats([Vec::new(), Vec::new()]);
    let mut raw = BothSeats([None, None]);
    for line in text.split(',').map(str::trim).filter(|line| !line.is_empty()) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let seat = seat(&words[0][..1])?;
        if let ["a" | "b", "bytes", hex] = words[..] {
            raw[seat] = Some(hex::decode(hex).map_err(|problem| problem.to_string())?);
            continue;
        }
        let player = words[0][1..].parse().map_err(|_| format!("no player: {line}"))?;
        orders[seat].push(order(player, &words[1..]).ok_or(format!("no order: {line}"))?);
    }
    Ok(BothSeats::from_fn(|seat| raw[seat].take().unwrap_or_else(|| answer(game, &orders[seat]))))
}

fn answer(game: u16, orders: &[Order]) -> Vec<u8> {
    let mut bytes = vec![0; OrderList::bytes_for(orders.len())];
    let mut writer = OrderWriter::new(&mut bytes, game);
    for &order in orders {
        assert!(writer.push(order));
    }
    writer.finish().to_vec()
}

/// The direction of that name.
pub(crate) fn direction(word: &str) -> Option<Direction> {
    Direction::ALL.into_iter().find(|direction| direction.name() == word)
}

/// An event as a line; `value` shows its number.
pub(crate) fn show_event(ruleset: &dyn Ruleset, event: &Event, value: impl Fn(&Event, u32) -> String) -> String {
    let mut line = match (event.seat, event.player) {
        (Some(seat), Some(player)) => format!("{seat}{player} {}", event.kind),
        _ => event.kind.to_owned(),
    };
    let sentence = event.sentence(ruleset).to_string();
    let listed = sentence.starts_with(&line.replace('-', " "));
    assert!(!listed && !sentence.contains(['?', '{']), "no sentence for {event:?}: {sentence}");
    write!(line, " {},{}", event.at.x, event.at.y).unwrap();
    if let Some(other) = event.other {
        write!(line, " | {},{}", other.x, other.y).unwrap();
    }
    if let Some(number) = event.value {
        write!(line, " {}", value(event, number)).unwrap();
    }
    if let Some(reason) = event.reason {
        write!(line, " ({reason})").unwrap();
    }
    line
}

/// The rejections of the last turn, a line each.
pub(crate) fn show_rejections(game: &dyn Game) -> String {
    let mut out = String::new();
    for rejection in game.rejections() {
        let reason = rejection.reason.code();
        writeln!(out, "{}{} rejected, order {}: {reason}", rejection.seat, rejection.player, rejection.order).unwrap();
    }
    out
}

/// How the leg ended, as a line, if it did.
pub(crate) fn show_end(game: &dyn Game) -> String {
    let Some(end) = game.end() else {
        return String::new();
    };
    let ending = serde_json::to_value(end.ending).unwrap();
    let ending = ending.as_str().expect("the rules end a leg by a plain ending").replace('-', " ");
    let winner = end.winner.map_or("nobody wins".to_owned(), |seat| format!("{seat} wins"));
    format!("end after turn {}: {ending}, {winner}\n", game.turn())
}

/// A board as a grid of tokens, a row a line.
pub(crate) fn show_grid(size: Size, tokens: &[String]) -> String {
    let width = tokens.iter().map(String::len).max().unwrap_or(1);
    let mut out = String::new();
    for row in tokens.chunks_exact(usize::from(size.width)) {
        let padded: Vec<String> = row.iter().map(|token| format!("{token:width$}")).collect();
        writeln!(out, "  {}", padded.join(" ").trim_end()).unwrap();
    }
    out
}

/// The team of that name.
pub(crate) fn seat(word: &str) -> Result<Seat, String> {
    Seat::BOTH.into_iter().find(|seat| seat.to_string() == word).ok_or(format!("no team: {word}"))
}
