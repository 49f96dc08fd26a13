use botpit_abi::{Mark, Marks};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::event::Rejection;
use crate::fault::Fault;
use crate::game::{Ending, Game, GameMap, Ruleset, Standing};
use crate::hash::StateHash;
use crate::limits::{Limits, Policy};
use crate::options::Settings;
use crate::rng::Seed;
use crate::seat::{BothSeats, Seat};

/// The version of the format that this crate writes.
pub const FORMAT: u32 = 1;

/// One line of a replay.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Line {
    /// What was played; the first line.
    Header(Box<Header>),
    /// The beginning of a leg.
    Leg(Box<LegLine>),
    /// A turn of the leg.
    Turn(Box<TurnLine>),
    /// How it came out; the last line.
    Footer(Box<Footer>),
}

/// What was played, by whom, under which rules and limits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The version of the format.
    pub format: u32,
    /// The id of the ruleset.
    pub ruleset: String,
    /// The version of the ruleset.
    pub ruleset_version: u32,
    /// The version of the bot ABI.
    pub abi: u16,
    /// The version of Botpit that wrote the replay.
    pub botpit: String,
    /// What counted the fuel.
    pub meter: Meter,
    /// The sandbox that the bots ran in; absent when nothing counted the fuel.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sandbox: Option<Sandbox>,
    /// The seed of the match.
    pub seed: Seed,
    /// The options of the rules.
    pub options: Settings,
    /// What the organiser decided about faults, violations and ties.
    pub policy: Policy,
    /// The limits.
    pub limits: Limits,
    /// The bots, seat A first.
    pub bots: BothSeats<BotEntry>,
}

impl Header {
    /// The header of a match under the default options, policy and limits, whose fuel nothing counts.
    pub fn new(ruleset: &dyn Ruleset, seed: Seed, bots: BothSeats<BotEntry>) -> Header {
        Header {
            format: FORMAT,
            ruleset: ruleset.id().to_owned(),
            ruleset_version: ruleset.version(),
            abi: botpit_abi::ABI_VERSION,
            botpit: env!("CARGO_PKG_VERSION").to_owned(),
            meter: Meter::None,
            sandbox: None,
            seed,
            options: Settings::default(),
            policy: Policy::default(),
            limits: Limits::default(),
            bots,
        }
    }
}

/// What counted the fuel of the bots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Meter {
    /// The sandbox of the header.
    Wasmtime,
    /// Nothing: the match cannot be played again exactly.
    None,
}

/// What fuel and stack depth depend on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sandbox {
    /// The version of wasmtime.
    pub wasmtime: String,
    /// The target triple that the bots were compiled for.
    pub triple: String,
    /// The hash of the sandbox's configuration, in hex.
    pub config: String,
}

/// One bot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BotEntry {
    /// The name it was given on the command line, or its file's.
    pub name: String,
    /// The name it gives itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team_name: Option<String>,
    /// The SHA-256 of its wasm, in hex.
    pub sha256: String,
    /// The wasm itself in base64, when it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wasm: Option<String>,
}

/// The beginning of a leg; each bot starts afresh.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LegLine {
    /// Its number, from 0.
    pub leg: u32,
    /// The whole map.
    pub map: MapEntry,
    /// What starting the bots took, in fuel that is not charged, and what came of it.
    pub start: BothSeats<SeatTurn>,
    /// The hash before the first turn.
    pub hash: StateHash,
}

impl LegLine {
    /// The beginning of a leg on a map; no bot was started yet.
    pub fn begin(leg: u32, map: &dyn GameMap, game: &dyn Game) -> LegLine {
        let map = MapEntry { name: map.name().to_owned(), text: map.to_text() };
        LegLine { leg, map, start: BothSeats::default(), hash: game.hash() }
    }
}

/// A map with its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MapEntry {
    /// Its name.
    pub name: String,
    /// The map in Botpit's own format.
    pub text: String,
}

/// A turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TurnLine {
    /// Its number, from 1.
    pub turn: u32,
    /// What each bot did.
    pub seats: BothSeats<SeatTurn>,
    /// The impossible orders.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rejections: Vec<Rejection>,
    /// The hash after the turn.
    pub hash: StateHash,
}

impl TurnLine {
    /// The turn that a game plays next, to be filled in with what each bot does in it, and [completed](TurnLine::complete).
    pub fn blank(game: &dyn Game) -> TurnLine {
        let (turn, hash) = (game.turn() + 1, game.hash());
        TurnLine { turn, seats: BothSeats::default(), rejections: Vec::new(), hash }
    }

    /// The turn that a game played last, with what each bot did in it.
    pub fn of(game: &dyn Game, seats: BothSeats<SeatTurn>) -> TurnLine {
        TurnLine { turn: game.turn(), seats, rejections: game.rejections().to_vec(), hash: game.hash() }
    }

    /// Enters what came of the turn, which the game has played.
    pub fn complete(&mut self, game: &dyn Game) {
        self.rejections.extend_from_slice(game.rejections());
        self.hash = game.hash();
    }
}

/// The bytes of an answer: up to 14 orders lie in the record itself, as most answers do.
pub type OrderBytes = SmallVec<[u8; 64]>;

/// What one bot did in one turn, or when it was started.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SeatTurn {
    /// The bytes of the answer, in hex.
    #[serde(default, with = "hex_bytes", skip_serializing_if = "SmallVec::is_empty")]
    pub orders: OrderBytes,
    /// Fuel charged.
    pub fuel: u64,
    /// Linear memory at its largest so far in this leg, in bytes.
    pub memory: u64,
    /// Whether the bot was started again in this turn.
    #[serde(default, skip_serializing_if = "is_false")]
    pub restarted: bool,
    /// What it did wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
    /// The forbidden calls.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub violations: Vec<ViolationEntry>,
    /// Its log.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub log: String,
    /// Log bytes that were dropped.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub log_dropped: u64,
    /// Its drawing, as bytes of the ABI, in hex; [`draw_marks`] reads them.
    #[serde(default, with = "hex_bytes", skip_serializing_if = "Vec::is_empty")]
    pub draw: Vec<u8>,
    /// Drawing bytes that were dropped.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub draw_dropped: u64,
}

/// Forbidden calls of one function in one turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ViolationEntry {
    /// The function.
    pub call: String,
    /// How often it was called.
    pub times: u64,
}

/// The marks of a drawing, up to the first that is damaged.
pub fn draw_marks(draw: &[u8]) -> impl Iterator<Item = Mark<'_>> {
    Marks::new(draw)
}

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// This seat.
    Win(Seat),
    /// Nobody.
    Draw,
    /// Nobody, and nothing is scored: the machinery failed.
    Unresolved,
}

/// How the match came out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Footer {
    /// Who won.
    pub outcome: Outcome,
    /// How the match ended.
    pub ending: Ending,
    /// How each leg ended.
    pub legs: Vec<LegEnd>,
    /// Sums over all legs.
    pub totals: BothSeats<SeatTotals>,
    /// The processor time that decided the match: such a replay cannot be reproduced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_ceiling: Option<CpuCeilingRecord>,
    /// What failed, when the match is unresolved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host_failure: Option<String>,
}

/// How a leg ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LegEnd {
    /// Turns played.
    pub turns: u32,
    /// How it came; absent when the leg was left by a forfeit or a failure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<Ending>,
    /// Score and tie-breaks of each seat.
    pub standings: BothSeats<Standing>,
}

impl LegEnd {
    /// The end of a leg, as its game stands.
    pub fn of(game: &dyn Game) -> LegEnd {
        LegEnd {
            turns: game.turn(),
            ending: game.end().map(|end| end.ending),
            standings: BothSeats::from_fn(|seat| game.standing(seat)),
        }
    }
}

/// Sums over a match, of one seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatTotals {
    /// Fuel charged.
    pub fuel: u64,
    /// The most fuel charged in one turn.
    pub worst_turn_fuel: u64,
    /// The largest linear memory, in bytes.
    pub memory: u64,
    /// Faults.
    pub faults: u32,
    /// Restarts.
    pub restarts: u32,
    /// Impossible orders.
    pub rejections: u64,
    /// Forbidden calls.
    pub violations: u64,
}

/// The processor time that decided a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CpuCeilingRecord {
    /// The bot that took too long, twice.
    pub seat: Seat,
    /// What it took each time, in milliseconds.
    pub cpu_ms: Vec<u64>,
    /// The leg and turn of the second time.
    pub at: (u32, u32),
}

fn is_false(value: &bool) -> bool {
    !value
}

fn is_zero(value: &u64) -> bool {
    *value == 0
}

pub(crate) mod hex_bytes {
    use serde::{Deserialize, Deserializer, Serializer};

    use crate::hash::hex_digits;

    pub(crate) fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&hex_digits(bytes))
    }

    pub(crate) fn deserialize<'de, D, B>(deserializer: D) -> Result<B, D::Error>
    where
        D: Deserializer<'de>,
        B: From<Vec<u8>>,
    {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        hex::decode(text.as_ref()).map(B::from).map_err(serde::de::Error::custom)
    }
}
