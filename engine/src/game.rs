//! The seam between rules and host.

use std::fmt;
use std::sync::Arc;

use botpit_abi::{DecodeError, Order};
use serde::{Deserialize, Serialize};

use crate::drawing::Drawing;
use crate::event::{Event, EventSentence, Rejection};
use crate::grid::Size;
use crate::hash::StateHash;
use crate::limits::Limits;
use crate::map::{BundledMap, Finding, GeneratorError, MapError, MapProblem, MapSummary, MapWriteError};
use crate::options::{OptionError, OptionSpec, Settings};
use crate::rng::Seed;
use crate::seat::{BothSeats, Seat};

/// The versioned rules of one game.
///
/// A host moves bytes, hashes, endings, scores and budgets through this trait, [`GameMap`] and [`Game`], and knows no
/// rule. Adding a game is one line in [`GAMES`](crate::GAMES).
pub trait Ruleset: Send + Sync {
    /// The game's name in files and on the command line, in kebab-case.
    fn id(&self) -> &'static str;
    /// The game's name for people.
    fn title(&self) -> &'static str;
    /// What the symbols of [`Game::draw`] mean, on one line.
    fn legend(&self) -> &'static str;
    /// How its events read to people, one for each kind and reason; see [`Event::sentence`].
    fn event_sentences(&self) -> &'static [EventSentence];
    /// The fields of a setup as text for people, lines that end with `\n`.
    ///
    /// # Errors
    /// When the bytes are no setup of the game.
    fn describe_setup(&self, bytes: &[u8]) -> Result<String, DecodeError>;

    /// The fields of a view as text for people, lines that end with `\n`.
    ///
    /// # Errors
    /// When the bytes are no view of the game.
    fn describe_view(&self, bytes: &[u8]) -> Result<String, DecodeError>;

    /// An order as text for people, an impossible one too: `player 3: turn left`.
    fn describe_order(&self, order: Order) -> String;

    /// The version of the rules; it changes when any match could go another way.
    fn version(&self) -> u32;
    /// The game's number in the headers of the bot ABI, 1 to 16.
    fn abi_game(&self) -> u16;
    /// How the compute of a bot is limited.
    fn budget(&self) -> BudgetPolicy;
    /// How many further legs a tie is replayed when the organiser does not say.
    fn default_replays(&self) -> u32;
    /// The options of the rules; none, where a game does not say.
    fn options(&self) -> &'static [OptionSpec] {
        &[]
    }
    /// The options of [`Ruleset::generate_map`]; none, where a game does not say.
    fn generator_options(&self) -> &'static [OptionSpec] {
        &[]
    }
    /// The options of [`Ruleset::read_map`]; none, where a game does not say.
    fn reader_options(&self) -> &'static [OptionSpec] {
        &[]
    }
    /// The maps that come with the game, the default first; there is at least one.
    fn bundled_maps(&self) -> &'static [BundledMap];

    /// Reads a map in any format of the game; `name` is its name where the file has none.
    ///
    /// # Errors
    /// When the bytes are no map, with the place and what to do.
    fn read_map(&self, name: &str, bytes: &[u8], options: &Settings) -> Result<Arc<dyn GameMap>, MapError>;

    /// The map of typed data in the shape of [`GameMap::layout`].
    ///
    /// # Errors
    /// When the data has another shape, the map is not legal, or the game has no such data, as here.
    fn map_of_layout(&self, _layout: &serde_json::Value) -> Result<Arc<dyn GameMap>, MapError> {
        Err(MapError::whole(MapProblem::NoLayout { game: self.title() }))
    }

    /// How many lines of a map file have comments, which the map that is read from it does not keep.
    fn map_comments(&self, bytes: &[u8]) -> usize;

    /// Generates a map; the same seed and options give the same map everywhere.
    ///
    /// # Errors
    /// When an option is unknown or out of range, or no map can be made with them.
    fn generate_map(&self, seed: Seed, options: &Settings) -> Result<Arc<dyn GameMap>, GeneratorError>;
}

/// A starting grid with its parameters, which is sure to be legal.
pub trait GameMap: Send + Sync + fmt::Debug {
    /// Its ruleset.
    fn ruleset(&self) -> &'static dyn Ruleset;
    /// Its name, which says nothing about the game and never reaches a bot.
    fn name(&self) -> &str;
    /// Its extent.
    fn size(&self) -> Size;
    /// Turns of a match on it, unless the rules' options say otherwise.
    fn turns(&self) -> u32;
    /// What a list of maps tells about it.
    fn summary(&self) -> MapSummary;
    /// The map in Botpit's own format; reading it gives the same map.
    fn to_text(&self) -> String;

    /// The map in the contest's text format.
    ///
    /// # Errors
    /// When the game has no such format, as here, where a game does not say otherwise.
    fn to_contest_text(&self) -> Result<String, MapWriteError> {
        Err(MapWriteError::NoContestFormat { game: self.ruleset().title() })
    }

    /// What is worth knowing about the map: symmetry, reachability, balance, official limits.
    fn check(&self) -> Vec<Finding>;

    /// The whole map as typed data, for an editor and a viewer; [`Ruleset::map_of_layout`] makes a map of it. Null where
    /// a game has no such data.
    fn layout(&self) -> serde_json::Value {
        serde_json::Value::Null
    }

    /// Begins a leg on the map.
    ///
    /// # Errors
    /// When an option of the rules is unknown or out of range.
    fn start(&self, start: &MatchStart) -> Result<Box<dyn Game>, OptionError>;
}

/// What a leg begins with, besides the map.
#[derive(Clone, Debug, Default)]
pub struct MatchStart {
    /// The options of the rules.
    pub options: Settings,
    /// The seed of the match.
    pub seed: Seed,
    /// The number of the leg, from 0.
    pub leg: u32,
}

/// One leg as it stands.
///
/// # Invariant
/// The same ruleset, options, map, seed, leg, order bytes and bank readings give the same states, hashes and view
/// bytes, natively and in a browser.
pub trait Game: Send {
    /// Players a team at the start.
    fn players_per_team(&self) -> u32;
    /// The length of the longest setup or view of this leg, in bytes.
    fn message_bytes_max(&self) -> usize;

    /// Writes the setup of a seat to the buffer and gives back its length in bytes.
    ///
    /// # Panics
    /// When the buffer is shorter than [`Game::message_bytes_max`].
    fn write_setup(&self, seat: Seat, limits: &SetupLimits, buffer: &mut [u8]) -> usize;

    /// Writes the view of a seat to the buffer and gives back its length in bytes. `fuel_left` is what is left of the
    /// bot's bank, or of its turn.
    ///
    /// # Panics
    /// When the buffer is shorter than [`Game::message_bytes_max`].
    fn write_view(&mut self, seat: Seat, fuel_left: u64, buffer: &mut [u8]) -> usize;

    /// The setup of a seat, as [`Game::write_setup`] writes it.
    fn setup(&self, seat: Seat, limits: &SetupLimits) -> Vec<u8> {
        message(self.message_bytes_max(), |buffer| self.write_setup(seat, limits, buffer))
    }

    /// The view of a seat, as [`Game::write_view`] writes it.
    fn view(&mut self, seat: Seat, fuel_left: u64) -> Vec<u8> {
        message(self.message_bytes_max(), |buffer| self.write_view(seat, fuel_left, buffer))
    }

    /// Plays one turn. Any bytes are orders: what cannot be done is a rejection. After the end, nothing happens.
    fn step(&mut self, inputs: BothSeats<SeatInput<'_>>);

    /// What happened in the last turn, in order.
    fn events(&self) -> &[Event];
    /// The orders of the last turn that were impossible, A's first, in the order of the answers.
    fn rejections(&self) -> &[Rejection];
    /// Turns played so far.
    fn turn(&self) -> u32;
    /// How the leg ended, once it has.
    fn end(&self) -> Option<GameEnd>;
    /// A seat's score and what breaks a tie.
    fn standing(&self, seat: Seat) -> Standing;
    /// The hash of this state and all that led to it.
    fn hash(&self) -> StateHash;
    /// The board for a terminal: everything, or what one seat may see.
    fn draw(&self, seen_by: Option<Seat>) -> Drawing;
    /// The whole state as typed data for a viewer.
    fn state(&self) -> serde_json::Value;
    /// What one seat may know of the state, in the shape of [`Game::state`]: what it may not know is left out of lists
    /// or null. Null as a whole where a game has no such data; [`Game::draw`] shows the board all the same.
    fn seen_state(&self, _seat: Seat) -> serde_json::Value {
        serde_json::Value::Null
    }
    /// How much one seat sees of each cell, row by row. Empty where a game hides nothing.
    fn sight(&self, _seat: Seat) -> Vec<Sight> {
        Vec::new()
    }
    /// The same leg once more, to go on from here on its own.
    fn fork(&self) -> Box<dyn Game>;
}

/// A message of at most `len` bytes.
fn message(len: usize, write: impl FnOnce(&mut [u8]) -> usize) -> Vec<u8> {
    let mut bytes = vec![0; len];
    let len = write(&mut bytes);
    bytes.truncate(len);
    bytes
}

/// How much of a cell a team sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sight {
    /// Nothing.
    Hidden,
    /// Who and what moves there, and whether it can be entered.
    Far,
    /// Everything, also what is hidden from afar.
    Near,
}

/// How the compute of a bot is limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BudgetPolicy {
    /// So much fuel every turn; what is left of it is lost.
    PerTurn,
    /// So much fuel for the whole match.
    Bank,
}

/// What one seat brings to a turn.
#[derive(Clone, Copy, Debug, Default)]
pub struct SeatInput<'a> {
    /// The bot's answer; empty when it gives no orders.
    pub orders: &'a [u8],
    /// What is left of the bot's bank after its thinking; not read in a game with a budget per turn.
    pub bank_left: u64,
}

/// The limits that a setup tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetupLimits {
    /// Fuel of one turn; 0 in a game with a bank.
    pub fuel_per_turn: u64,
    /// Fuel of the whole match; 0 in a game with a budget per turn.
    pub fuel_bank: u64,
    /// The least fuel that a fault is charged in a game with a bank.
    pub fault_cost: u64,
    /// The most linear memory, in bytes.
    pub memory_bytes: u64,
    /// Log bytes kept of one turn.
    pub log_bytes_per_turn: u32,
    /// Log bytes kept of the whole match.
    pub log_bytes_per_match: u32,
    /// Drawing bytes kept of one turn.
    pub draw_bytes_per_turn: u32,
    /// Orders a player a turn.
    pub orders_per_player: u32,
    /// Faults after which the bot gives no more orders.
    pub max_faults: u32,
    /// How often this bot has been restarted in this leg.
    pub restarts: u32,
}

impl SetupLimits {
    /// What a bot is told of the limits after so many restarts.
    pub fn new(limits: &Limits, budget: BudgetPolicy, restarts: u32) -> SetupLimits {
        // A limit from a replay may be any number.
        let within_u32 = |limit: u64| limit.try_into().unwrap_or(u32::MAX);
        let (fuel_per_turn, fuel_bank) = match budget {
            BudgetPolicy::PerTurn => (limits.fuel_per_turn, 0),
            BudgetPolicy::Bank => (0, limits.fuel_bank),
        };
        SetupLimits {
            fuel_per_turn,
            fuel_bank,
            fault_cost: limits.fault_cost,
            memory_bytes: limits.memory_bytes,
            log_bytes_per_turn: within_u32(limits.log_bytes_per_turn),
            log_bytes_per_match: within_u32(limits.log_bytes_per_match),
            draw_bytes_per_turn: within_u32(limits.draw_bytes_per_turn),
            orders_per_player: within_u32(limits.orders_per_player),
            max_faults: within_u32(limits.max_faults),
            restarts,
        }
    }

    /// The most orders one answer of a team of `players` may hold.
    pub const fn max_orders(&self, players: u32) -> u32 {
        self.orders_per_player.saturating_mul(players)
    }

    /// The part of a setup that all games share, for a leg after `turn` of `turns` turns with `players` a team.
    pub fn setup(&self, players: u32, (turn, turns): (u32, u32), size: Size) -> botpit_abi::Setup {
        botpit_abi::Setup {
            fuel_per_turn: self.fuel_per_turn,
            fuel_bank: self.fuel_bank,
            memory_bytes: self.memory_bytes,
            log_bytes_per_turn: self.log_bytes_per_turn,
            log_bytes_per_match: self.log_bytes_per_match,
            draw_bytes_per_turn: self.draw_bytes_per_turn,
            max_orders: self.max_orders(players),
            turn,
            restarts: self.restarts,
            max_faults: self.max_faults,
            turns,
            width: size.width,
            height: size.height,
        }
    }
}

/// How a leg ended by the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameEnd {
    /// How it came.
    pub ending: Ending,
    /// Who won; nobody when the leg is drawn, or replayed on another map.
    pub winner: Option<Seat>,
}

/// How a leg or a match came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// A team has more than half of what there is to win.
    Majority,
    /// The turns are over.
    TurnsOver,
    /// Neither bot has fuel left in its bank.
    BanksEmpty,
    /// The turns are over and everything is equal: the next leg decides, on another map.
    ReplayOnAnotherMap,
    /// A bot has lost by what it did outside the rules of the game.
    Forfeit {
        /// The seat that has lost.
        seat: Seat,
        /// Why.
        reason: ForfeitReason,
    },
    /// Both bots have lost in the same turn by what they did outside the rules of the game: a draw.
    BothForfeit,
    /// The machinery failed; nothing is scored.
    Aborted,
}

/// Why a match is forfeit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ForfeitReason {
    /// A fault, where the organiser's `on-fault` says so.
    Fault,
    /// A call that is forbidden, where the organiser's `on-violation` says so.
    Violation,
    /// More processor time than the ceiling allows, twice.
    CpuCeiling,
}

/// A seat's score, and what breaks a tie.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    /// What the winner has more of.
    pub score: u64,
    /// What then counts, in order; fewer is better.
    pub tie_breaks: Vec<TieBreak>,
}

/// One number that breaks a tie; fewer is better.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TieBreak {
    /// What is counted, in kebab-case.
    pub name: std::borrow::Cow<'static, str>,
    /// How many.
    pub count: u64,
}
