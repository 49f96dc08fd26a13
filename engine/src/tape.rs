use serde::{Deserialize, Serialize};

use crate::json::json_line;
use crate::replay::hex_bytes;
use crate::rng::Seed;
use crate::seat::Seat;

/// The version of the format of tapes.
const FORMAT: u32 = 1;

/// All that one bot was told in one leg up to a turn, and what it answered: with it, the bot's code can be run again
/// outside of a match, natively too.
///
/// As a file it is JSON Lines: a line `{"tape":…}`, then a line `{"setup":…}` for every start of the bot and a line
/// `{"view":…}` for every turn in which it was asked, in their order. Messages and answers are the bytes of the bot ABI,
/// in hex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tape {
    /// Whose tape it is.
    pub head: TapeHead,
    /// What the bot was told.
    pub messages: Vec<TapeMessage>,
}

/// Which bot a tape is of, in which leg: what its random stream is keyed by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TapeHead {
    /// The version of the format.
    format: u32,
    /// The game's id.
    pub ruleset: String,
    /// The seed of the match.
    pub seed: Seed,
    /// The number of the leg, from 0.
    pub leg: u32,
    /// The bot's seat.
    pub seat: Seat,
    /// The SHA-256 of its wasm.
    #[serde(with = "hex_hash")]
    pub sha256: [u8; 32],
}

impl TapeHead {
    /// The head of a new tape.
    pub fn new(ruleset: &str, seed: Seed, leg: u32, seat: Seat, sha256: [u8; 32]) -> TapeHead {
        TapeHead { format: FORMAT, ruleset: ruleset.to_owned(), seed, leg, seat, sha256 }
    }
}

/// One message to the bot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TapeMessage {
    /// A fresh instance was started.
    Setup {
        /// The turn that it began in, from 1; 0 before the first turn.
        turn: u32,
        /// How many numbers the bot had drawn from its random stream before.
        drawn: u64,
        /// The setup, though not every bot asks for it.
        #[serde(with = "hex_bytes")]
        bytes: Vec<u8>,
    },
    /// The bot was asked for its orders.
    View {
        /// The turn, from 1.
        turn: u32,
        /// How many numbers the bot had drawn from its random stream before.
        drawn: u64,
        /// The fuel that it had for its answer.
        fuel: u64,
        /// The view.
        #[serde(with = "hex_bytes")]
        bytes: Vec<u8>,
        /// What it answered; empty when it failed.
        #[serde(with = "hex_bytes")]
        orders: Vec<u8>,
        /// Whether it failed, and was started again before it was asked another time.
        faulted: bool,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum HeadLine {
    Tape(TapeHead),
}

/// Why a file is no tape.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TapeError {
    /// The file is empty.
    #[error("the file is empty, not a tape")]
    Empty,
    /// A line is not what it should be.
    #[error("line {line} of the tape: {what}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// What is wrong there.
        what: String,
    },
    /// It is of another format.
    #[error("the tape has format {0}; this version reads format {FORMAT}")]
    OtherFormat(u32),
    /// The bot was never asked.
    #[error("the tape has no view behind a setup: the bot was not asked for orders")]
    NoView,
}

impl Tape {
    /// Reads a tape.
    ///
    /// # Errors
    /// When the bytes are none, or there is no view in it.
    pub fn read(bytes: &[u8]) -> Result<Tape, TapeError> {
        let mut lines = bytes.split_inclusive(|&byte| byte == b'\n').zip(1..);
        let (first, _) = lines.next().ok_or(TapeError::Empty)?;
        let HeadLine::Tape(head) = parse(first, 1)?;
        if head.format != FORMAT {
            return Err(TapeError::OtherFormat(head.format));
        }
        let messages = lines.map(|(line, number)| parse(line, number)).collect::<Result<Vec<TapeMessage>, _>>()?;
        match (messages.first(), messages.last()) {
            (Some(TapeMessage::Setup { .. }), Some(TapeMessage::View { .. })) => Ok(Tape { head, messages }),
            _ => Err(TapeError::NoView),
        }
    }

    /// Writes the tape as JSON Lines.
    pub fn write(&self) -> String {
        let mut out = json_line(&HeadLine::Tape(self.head.clone()));
        for message in &self.messages {
            out += &json_line(message);
        }
        out
    }
}

fn parse<'a, T: Deserialize<'a>>(line: &'a [u8], number: usize) -> Result<T, TapeError> {
    serde_json::from_slice(line)
        .map_err(|error| TapeError::Line { line: number, what: crate::replay::line_problem(&error) })
}

mod hex_hash {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(hash: &[u8; 32], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&hex::encode(hash))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[u8; 32], D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        let mut hash = [0; 32];
        hex::decode_to_slice(text.as_ref(), &mut hash).map_err(Error::custom)?;
        Ok(hash)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tape() -> Tape {
        let head = TapeHead::new("gold-hunter", Seed(7), 1, Seat::B, [3; 32]);
        let setup = TapeMessage::Setup { turn: 0, drawn: 0, bytes: vec![1, 2] };
        let view = TapeMessage::View { turn: 1, drawn: 2, fuel: 9, bytes: vec![3], orders: vec![], faulted: true };
        Tape { head, messages: vec![setup, view] }
    }

    #[test]
    fn what_is_written_is_read_again() {
        assert_eq!(Tape::read(tape().write().as_bytes()), Ok(tape()));
    }

    #[test]
    fn what_is_no_tape_says_why() {
        let text = tape().write();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(Tape::read(b""), Err(TapeError::Empty));
        assert_eq!(Tape::read(lines[0].as_bytes()), Err(TapeError::NoView));
        assert_eq!(Tape::read(lines[..2].join("\n").as_bytes()), Err(TapeError::NoView));
        let newer = text.replace(r#""format":1"#, r#""format":2"#);
        assert_eq!(Tape::read(newer.as_bytes()), Err(TapeError::OtherFormat(2)));
        let damaged = Tape::read(&text.as_bytes()[..text.len() - 9]).unwrap_err().to_string();
        assert!(damaged.starts_with("line 3 of the tape: ") && damaged.matches("line").count() == 1, "{damaged}");
    }
}
