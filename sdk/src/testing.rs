//! Plays bots natively against the real rules, in `cargo test` or under a debugger.
//!
//! It is there for tests alone. In the bot's `Cargo.toml`, beside the dependency on the SDK (`botpit new` writes both):
//!
//! ```toml
//! [dev-dependencies]
//! botpit-sdk = { path = "vendor/sdk", features = ["testing"] }
//! ```
//!
//! and in its `src/lib.rs`, with `Walker` for the bot:
//!
//! ```
//! use botpit_sdk::gold_hunter::*;
//!
//! pub struct Walker;
//!
//! impl Bot for Walker {
//!     fn new(_setup: &Setup) -> Self {
//!         Walker
//!     }
//!
//!     fn think(&mut self, view: &View, orders: &mut Orders) {
//!         botpit_sdk::log!("{} players left", view.players.len());
//!         for player in view.players.iter() {
//!             orders.advance(player.id);
//!         }
//!     }
//! }
//!
//! #[cfg(test)]
//! mod tests {
//!     use super::*;
//!     use botpit_sdk::testing::Seat;
//!
//!     #[test]
//!     fn it_plays_a_whole_match_against_itself() {
//!         let played = Match::generated(7).play::<Walker, Walker>();
//!         assert_eq!(played.rejections(Seat::A).next(), None, "an order that the rules refused");
//!         // Shown when the test fails, or with `cargo test -- --nocapture`.
//!         println!("{:?} wins by {:?}", played.winner, played.ending);
//!         for line in played.log(Seat::A) {
//!             println!("turn {}: {}", line.turn, line.text);
//!         }
//!     }
//! }
//! # let played = Match::generated(7).play::<Walker, Walker>();
//! # let seat = botpit_sdk::testing::Seat::A;
//! # assert!(played.rejections(seat).next().is_none() && played.log(seat).count() > 0);
//! ```
//!
//! It is the same game with the same views, and so a bot does here what it does in the sandbox, but for this: nothing
//! is metered ([`fuel_left`](crate::fuel_left)), a panic goes up into the test, and the random streams are others,
//! since in a match they depend on the bot's wasm file. A bank reads full in every view.
//!
//! A single decision is looked at with a [`SoloOf`]: it asks one bot about a map's first view, or about what a bot was
//! told in a match that was recorded.
//!
//! # A turn of a recorded match, under a debugger
//! `botpit replay debug match.jsonl --seat a --turn 57 --dump-tape turn-57.tape` writes all that the bot was told in
//! the leg up to turn 57. A test takes a fresh native bot through the turns before it, with the same numbers from
//! [`random`](crate::random), and then asks it about that turn:
//!
//! ```no_run
//! # mod wanderer {
//! #     use botpit_sdk::gold_hunter::*;
//! #     pub struct Wanderer;
//! #     impl Bot for Wanderer {
//! #         fn new(_setup: &Setup) -> Self { Wanderer }
//! #         fn think(&mut self, _view: &View, _orders: &mut Orders) {}
//! #     }
//! # }
//! use botpit_sdk::gold_hunter::Solo;
//! use botpit_sdk::testing::{TapeError, load_tape};
//! use wanderer::Wanderer;
//!
//! #[test]
//! fn turn_57() -> Result<(), Box<dyn std::error::Error>> {
//!     let tape = load_tape("turn-57.tape")?;
//!     let mut solo = Solo::before_last_turn::<Wanderer>(&tape)?;
//!     let answer = solo.ask_last_turn(&tape)?; // a breakpoint here, or in `think`
//!     println!("{:?}\n{}", answer.orders, answer.log);
//!     Ok(())
//! }
//! ```
//!
//! Then `rust-gdb` or an editor's debugger runs the test, with a breakpoint on that line: from there it steps into
//! `think` of that very turn. A turn in which the bot failed is left out on the way, and a panic of the last turn goes
//! up into the test. [`fuel_left`](crate::fuel_left) begins with what the bot had in the match, and then goes down by
//! its own native rule: a bot that looks at it may decide otherwise than it did.
//!
//! For a bot that keeps nothing from turn to turn, the two messages are enough:
//! `--dump-setup setup.bin --dump-view view.bin`, and [`SoloOf::once`].
#![allow(clippy::test_attr_in_doctest, reason = "the example is a test of a bot's own crate")]

use std::cell::RefCell;
use std::io;
use std::marker::PhantomData;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use botpit_abi::{DecodeError, Mark, Marks, Order, OrderList};
use botpit_engine::{
    GAMES, Game as Leg, GameEnd, GameMap, Limits, MapError, MatchStart, Ruleset, SeatInput, Seed, Settings, SetupLimits,
};
use botpit_guest::{GuestIdentity, GuestLimits, GuestState};

use crate::export::{Game, Plays, Seated};
use crate::native::{Desk, FUEL_OF_ASKING, answered_by};

pub use botpit_engine::{
    BothSeats, Ending, Rejection, RejectionReason, Seat, Standing, Tape, TapeError, TapeHead, TapeMessage,
};

/// Reads a tape that `botpit replay debug --dump-tape` wrote.
///
/// # Errors
/// When the file cannot be read or is no tape; the error names it.
pub fn load_tape(path: impl AsRef<Path>) -> io::Result<Tape> {
    let path = path.as_ref();
    let named = |error: String| format!("{}: {error}", path.display());
    let bytes = std::fs::read(path).map_err(|error| io::Error::new(error.kind(), named(error.to_string())))?;
    Tape::read(&bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, named(error.to_string())))
}

/// A match of game `G` to play: a map and a seed.
///
/// The games name it for themselves, as [`gold_hunter::Match`](crate::gold_hunter::Match).
#[derive(Debug)]
pub struct MatchOf<G> {
    maps: Maps,
    seed: Seed,
    game: PhantomData<G>,
}

#[derive(Debug)]
enum Maps {
    /// A leg more is on the map of the next seed.
    Generated,
    /// The only map: a tie on it is a draw.
    One(Arc<dyn GameMap>),
}

impl<G: Game> MatchOf<G> {
    /// A match on the map that the game's generator makes of a seed.
    pub fn generated(seed: u64) -> MatchOf<G> {
        MatchOf { maps: Maps::Generated, seed: Seed(seed), game: PhantomData }
    }

    /// A match on a map that comes with the game, or `None` when none has the name.
    pub fn bundled(name: &str) -> Option<MatchOf<G>> {
        let map = ruleset::<G>().bundled_maps().iter().find(|map| map.name == name)?;
        Some(Self::on(map.text).expect("bundled maps are legal"))
    }

    /// A match on a map in any format that the game reads, as it stands in a file or in the test itself.
    ///
    /// # Errors
    /// When the text is no map, with the place and what is wrong.
    pub fn on(map: &str) -> Result<MatchOf<G>, MapError> {
        let map = ruleset::<G>().read_map("test", map.as_bytes(), &Settings::default())?;
        Ok(MatchOf { maps: Maps::One(map), seed: Seed(0), game: PhantomData })
    }

    /// The same match with another seed for the bots' random streams, and for the map where it is generated.
    pub fn with_seed(self, seed: u64) -> MatchOf<G> {
        MatchOf { seed: Seed(seed), ..self }
    }

    /// Plays the match to its end: `A` sits in seat A, `B` in seat B.
    ///
    /// # Panics
    /// When a bot does.
    pub fn play<A: Plays<G>, B: Plays<G>>(&self) -> Played {
        let legs_max = match self.maps {
            Maps::Generated => 1 + ruleset::<G>().default_replays(),
            Maps::One(_) => 1,
        };
        let mut legs = Vec::new();
        for leg in 0..legs_max {
            let mut table = self.leg::<A, B>(leg);
            while table.end().is_none() {
                table.turn();
            }
            let end = table.end().expect("the loop ends with it");
            legs.push(table.into_played());
            if end.ending != Ending::ReplayOnAnotherMap {
                return Played { winner: end.winner, ending: end.ending, legs };
            }
        }
        Played { winner: None, ending: Ending::ReplayOnAnotherMap, legs }
    }

    /// Sits two bots down for a leg, to be played turn by turn.
    ///
    /// # Panics
    /// When a bot does.
    pub fn leg<A: Plays<G>, B: Plays<G>>(&self, leg: u32) -> Table<G> {
        let game = self.start(leg);
        let bots = BothSeats([self.sit::<A>(&*game, Seat::A, leg), self.sit::<B>(&*game, Seat::B, leg)]);
        let buffer = vec![0; game.message_bytes_max()];
        Table { game, bots, buffer, answers: BothSeats::default(), rejections: Vec::new(), logs: BothSeats::default() }
    }

    /// The setup bytes of a seat in the first leg.
    pub fn setup(&self, seat: Seat) -> Vec<u8> {
        setup_of::<G>(&*self.start(0), seat)
    }

    /// The first view's bytes of a seat in the first leg.
    pub fn view(&self, seat: Seat) -> Vec<u8> {
        self.start(0).view(seat, fuel::<G>())
    }

    /// Asks a fresh bot for its first orders.
    ///
    /// # Panics
    /// When the bot does.
    pub fn first_answer<B: Plays<G>>(&self, seat: Seat) -> Answer {
        let mut solo = self.sit::<B>(&*self.start(0), seat, 0);
        solo.ask(&self.view(seat)).expect("the rules write whole views")
    }

    fn start(&self, leg: u32) -> Box<dyn Leg> {
        let map = match &self.maps {
            Maps::Generated => ruleset::<G>()
                .generate_map(self.seed.plus(leg.into()), &Settings::default())
                .expect("the generator's defaults fit together"),
            Maps::One(map) => Arc::clone(map),
        };
        let start = MatchStart { options: Settings::default(), seed: self.seed, leg };
        map.start(&start).expect("the rules' defaults are in range")
    }

    fn sit<B: Plays<G>>(&self, game: &dyn Leg, seat: Seat, leg: u32) -> SoloOf<G> {
        let identity = GuestIdentity { seed: self.seed.0, leg, seat: seat.index() as u8, wasm_sha256: [0; 32] };
        let desk = TestDesk::new(identity, fuel::<G>());
        SoloOf::at_desk::<B>(&setup_of::<G>(game, seat), desk).expect("the rules write whole setups")
    }
}

fn ruleset<G: Game>() -> &'static dyn Ruleset {
    GAMES.iter().find(|ruleset| ruleset.abi_game() == G::NUMBER).expect("every game of the SDK has rules")
}

/// The fuel that a view tells: of a turn, or a bank that stays full since nothing is metered.
fn fuel<G: Game>() -> u64 {
    Limits::default().fuel(ruleset::<G>().budget())
}

fn setup_of<G: Game>(game: &dyn Leg, seat: Seat) -> Vec<u8> {
    game.setup(seat, &SetupLimits::new(&Limits::default(), ruleset::<G>().budget(), 0))
}

/// Two bots at a leg, played turn by turn.
pub struct Table<G> {
    game: Box<dyn Leg>,
    bots: BothSeats<SoloOf<G>>,
    buffer: Vec<u8>,
    answers: BothSeats<Answer>,
    rejections: Vec<(u32, Rejection)>,
    logs: BothSeats<Vec<LogLine>>,
}

impl<G> std::fmt::Debug for Table<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}after turn {}", self.game.draw(None), self.game.turn())
    }
}

impl<G: Game> Table<G> {
    /// Asks both bots and plays a turn; after the end it does nothing.
    ///
    /// # Panics
    /// When a bot does.
    pub fn turn(&mut self) {
        if self.end().is_some() {
            return;
        }
        let number = self.game.turn() + 1;
        for seat in Seat::BOTH {
            let len = self.game.write_view(seat, fuel::<G>(), &mut self.buffer);
            let answer = self.bots[seat].ask(&self.buffer[..len]).expect("the rules write whole views");
            let lines = answer.log.lines().map(|line| LogLine { turn: number, text: line.to_owned() });
            self.logs[seat].extend(lines);
            self.answers[seat] = answer;
        }
        let orders = |seat| SeatInput { orders: &self.answers[seat].bytes, bank_left: fuel::<G>() };
        self.game.step(BothSeats([orders(Seat::A), orders(Seat::B)]));
        self.rejections.extend(self.game.rejections().iter().map(|&rejection| (number, rejection)));
    }

    /// The bytes of the view that a seat's bot is asked about next.
    pub fn view(&mut self, seat: Seat) -> Vec<u8> {
        let len = self.game.write_view(seat, Limits::default().fuel_per_turn, &mut self.buffer);
        self.buffer[..len].to_vec()
    }

    /// The rules' own state of the leg: its board, events and scores.
    pub fn game(&self) -> &dyn Leg {
        &*self.game
    }

    /// What a seat's bot answered in the last turn.
    pub fn answer(&self, seat: Seat) -> &Answer {
        &self.answers[seat]
    }

    /// How the leg ended, once it has.
    pub fn end(&self) -> Option<GameEnd> {
        self.game.end()
    }

    fn into_played(self) -> PlayedLeg {
        PlayedLeg {
            turns: self.game.turn(),
            standings: BothSeats::from_fn(|seat| self.game.standing(seat)),
            rejections: self.rejections,
            logs: self.logs,
        }
    }
}

/// How a match went.
#[derive(Clone, Debug)]
pub struct Played {
    /// Who won; nobody when it is a draw.
    pub winner: Option<Seat>,
    /// How it came; [`Ending::ReplayOnAnotherMap`] when the last leg was a tie too.
    pub ending: Ending,
    /// Each leg; there is more than one only after a tie.
    pub legs: Vec<PlayedLeg>,
}

/// How a leg went.
#[derive(Clone, Debug)]
pub struct PlayedLeg {
    /// Turns played.
    pub turns: u32,
    /// The scores at the end.
    pub standings: BothSeats<Standing>,
    /// Orders that were impossible, each with its turn, from 1.
    pub rejections: Vec<(u32, Rejection)>,
    /// What the bots logged.
    pub logs: BothSeats<Vec<LogLine>>,
}

/// A line that a bot logged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    /// The turn, from 1.
    pub turn: u32,
    /// The line.
    pub text: String,
}

impl Played {
    /// A seat's score in the last leg.
    pub fn score(&self, seat: Seat) -> u64 {
        self.legs.last().map_or(0, |leg| leg.standings[seat].score)
    }

    /// A seat's impossible orders in all legs, each with its turn.
    pub fn rejections(&self, seat: Seat) -> impl Iterator<Item = (u32, Rejection)> {
        self.legs.iter().flat_map(|leg| &leg.rejections).filter(move |(_, r)| r.seat == seat).copied()
    }

    /// What a seat's bot logged in all legs.
    pub fn log(&self, seat: Seat) -> impl Iterator<Item = &LogLine> {
        self.legs.iter().flat_map(move |leg| &leg.logs[seat])
    }
}

/// One bot, asked view by view.
///
/// The games name it for themselves, as [`gold_hunter::Solo`](crate::gold_hunter::Solo).
pub struct SoloOf<G> {
    bot: Box<dyn Seated>,
    desk: Rc<RefCell<TestDesk>>,
    game: PhantomData<G>,
}

impl<G: Game> SoloOf<G> {
    /// Makes a bot from setup bytes: of [`MatchOf::setup`], or recorded in a match.
    ///
    /// # Errors
    /// When they are no setup of the game.
    ///
    /// # Panics
    /// When the bot does.
    pub fn new<B: Plays<G>>(setup: &[u8]) -> Result<SoloOf<G>, DecodeError> {
        let identity = GuestIdentity { seed: 0, leg: 0, seat: 0, wasm_sha256: [0; 32] };
        Self::at_desk::<B>(setup, TestDesk::new(identity, fuel::<G>()))
    }

    /// Asks a fresh bot about one view.
    ///
    /// # Errors
    /// When the bytes are no setup or no view of the game.
    ///
    /// # Panics
    /// When the bot does.
    pub fn once<B: Plays<G>>(setup: &[u8], view: &[u8]) -> Result<Answer, DecodeError> {
        Self::new::<B>(setup)?.ask(view)
    }

    /// Takes a fresh bot through all turns of a tape but the last, starting it anew where the tape does. A turn in which
    /// the bot of the tape failed is left out.
    ///
    /// # Errors
    /// When the tape is of another game, or a message of it is damaged.
    ///
    /// # Panics
    /// When the bot does.
    pub fn before_last_turn<B: Plays<G>>(tape: &Tape) -> Result<SoloOf<G>, DecodeError> {
        Self::along::<B>(tape, |_, _, _| {})
    }

    /// Takes a fresh bot through all turns of a tape and gives back what it answered in each, with the turn and what
    /// the bot of the tape answered.
    ///
    /// # Errors
    /// When the tape is of another game, or a message of it is damaged.
    ///
    /// # Panics
    /// When the bot does.
    pub fn play_tape<B: Plays<G>>(tape: &Tape) -> Result<Vec<TapedTurn>, DecodeError> {
        let mut turns = Vec::new();
        let mut keep = |turn, answer, recorded: &[u8]| {
            turns.push(TapedTurn { turn, answer, recorded: recorded.to_vec() });
        };
        let mut solo = Self::along::<B>(tape, &mut keep)?;
        let (turn, recorded) = match tape.messages.last() {
            Some(TapeMessage::View { turn, orders, .. }) => (*turn, orders.as_slice()),
            _ => return Ok(turns),
        };
        keep(turn, solo.ask_last_turn(tape)?, recorded);
        Ok(turns)
    }

    /// Asks the bot about the last view of a tape.
    ///
    /// # Errors
    /// When it is no view of the game.
    ///
    /// # Panics
    /// When the bot does.
    pub fn ask_last_turn(&mut self, tape: &Tape) -> Result<Answer, DecodeError> {
        match tape.messages.last() {
            Some(TapeMessage::View { drawn, fuel, bytes, .. }) => self.ask_taped(*drawn, *fuel, bytes),
            _ => self.ask(&[]),
        }
    }

    fn along<B: Plays<G>>(tape: &Tape, mut each: impl FnMut(u32, Answer, &[u8])) -> Result<SoloOf<G>, DecodeError> {
        let TapeHead { seed, leg, seat, sha256, .. } = tape.head;
        let identity = GuestIdentity { seed: seed.0, leg, seat: seat.index() as u8, wasm_sha256: sha256 };
        let mut solo: Option<SoloOf<G>> = None;
        for (index, message) in tape.messages.iter().enumerate() {
            match (message, &mut solo) {
                (TapeMessage::Setup { drawn, bytes, .. }, _) => {
                    let mut desk = TestDesk::new(identity, fuel::<G>());
                    desk.state.seek_drawn(*drawn);
                    solo = Some(SoloOf::at_desk::<B>(bytes, desk)?);
                }
                (TapeMessage::View { turn, drawn, fuel, bytes, orders, faulted: false }, Some(solo))
                    if index + 1 < tape.messages.len() =>
                {
                    each(*turn, solo.ask_taped(*drawn, *fuel, bytes)?, orders);
                }
                (TapeMessage::View { .. }, _) => {}
            }
        }
        // A tape that was read begins with a setup; of one that was made by hand, no bytes are no setup.
        solo.map_or_else(|| Self::new::<B>(&[]), Ok)
    }

    fn ask_taped(&mut self, drawn: u64, fuel: u64, view: &[u8]) -> Result<Answer, DecodeError> {
        {
            let mut desk = self.desk.borrow_mut();
            desk.state.seek_drawn(drawn);
            desk.fuel = fuel;
        }
        self.ask(view)
    }

    fn at_desk<B: Plays<G>>(setup: &[u8], desk: TestDesk) -> Result<SoloOf<G>, DecodeError> {
        let desk = Rc::new(RefCell::new(desk));
        let bot = answered_by(desk.clone(), || B::begin(setup))?;
        Ok(SoloOf { bot, desk, game: PhantomData })
    }

    /// Asks the bot about the bytes of a view.
    ///
    /// # Errors
    /// When they are no view of the game.
    ///
    /// # Panics
    /// When the bot does.
    pub fn ask(&mut self, view: &[u8]) -> Result<Answer, DecodeError> {
        let bot = &mut self.bot;
        let bytes = answered_by(self.desk.clone(), || bot.answer(view).map(<[u8]>::to_vec))?;
        let said = self.desk.borrow_mut().end_turn();
        Ok(Answer {
            orders: OrderList::parse(&bytes, G::NUMBER)?.iter().collect(),
            bytes,
            log: String::from_utf8_lossy(&said.log).into_owned(),
            drawing: said.draw,
        })
    }
}

impl<G> std::fmt::Debug for SoloOf<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SoloOf").field("desk", &self.desk).finish_non_exhaustive()
    }
}

/// What a bot answered in a turn of a tape.
#[derive(Clone, Debug)]
pub struct TapedTurn {
    /// The turn, from 1.
    pub turn: u32,
    /// What the bot answered.
    pub answer: Answer,
    /// The bytes of the orders that the bot of the tape gave.
    pub recorded: Vec<u8>,
}

/// What a bot answered in a turn.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// Its orders as it gave them.
    pub orders: Vec<Order>,
    /// The same as bytes.
    pub bytes: Vec<u8>,
    /// What it logged, line by line.
    pub log: String,
    drawing: Vec<u8>,
}

impl Answer {
    /// What it drew.
    pub fn marks(&self) -> impl Iterator<Item = Mark<'_>> {
        Marks::new(&self.drawing)
    }

    /// The order that counts for a player: the last.
    pub fn order_of(&self, player: u16) -> Option<Order> {
        self.orders.iter().rev().copied().find(|order| order.player == player)
    }
}

/// The host's functions for one bot of a match.
#[derive(Debug)]
struct TestDesk {
    state: GuestState,
    fuel: u64,
    fuel_full: u64,
}

impl TestDesk {
    fn new(identity: GuestIdentity, fuel: u64) -> TestDesk {
        TestDesk { state: GuestState::new(identity, GuestLimits::default()), fuel, fuel_full: fuel }
    }

    fn end_turn(&mut self) -> botpit_guest::TurnOutput {
        self.fuel = self.fuel_full;
        self.state.end_turn(false)
    }
}

impl Desk for TestDesk {
    fn log(&mut self, line: &[u8]) {
        self.state.log_line(line);
    }

    fn draw(&mut self, marks: &[u8]) {
        self.state.draw(marks);
    }

    fn fuel_left(&mut self) -> u64 {
        self.fuel = self.fuel.saturating_sub(FUEL_OF_ASKING);
        self.fuel
    }

    fn random(&mut self) -> u64 {
        self.state.random()
    }
}
