//! The match as most contests play it: bots are native processes that get a line of JSON a turn and answer one.
//!
//! It is written for speed where contests can be: typed messages, the shortest sensible JSON (records are arrays, in
//! the order of fields of the bot contract), buffers that are used again, one write a turn each way, and both bots
//! think at the same time.

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdout, Command, ExitCode, Stdio};

use anyhow::Context;
use botpit_abi::{
    DecodeError, Order, OrderList, OrderWriter, capture_the_flag as flag, game, gold_hunter as gold, order_kind,
};
use botpit_engine::{BothSeats, Game, Seat, SeatInput, SetupLimits, StateHash};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::contest::{Contest, FUEL};
use crate::harness::{Aim, cpu_seconds};
use crate::rule;

/// How many times more turns a second the sandbox should play.
pub(crate) const AIM: Aim = Aim::AtLeast(30.0);

/// The argument that makes this program a bot; the game's number follows.
const BOT_ARGUMENT: &str = "__json-bot";

/// More than the longest line, so that a read takes a whole one.
const LINE_BYTES: usize = 1 << 16;

/// A game as its messages are in JSON.
pub(crate) trait Protocol {
    /// The game's number in the bot contract.
    const NUMBER: u16;
    /// What a bot is told at the start.
    type Setup: Serialize + DeserializeOwned;
    /// What it is told each turn: all lists of a view.
    type View: Default + Serialize + DeserializeOwned;

    /// A setup of the bot contract in JSON.
    fn setup(setup: &[u8]) -> Result<Self::Setup, DecodeError>;
    /// Puts a view of the bot contract in the place of the one before.
    fn fill(line: &mut Self::View, view: &[u8]) -> Result<(), DecodeError>;
    /// The bot's orders.
    fn think(view: &Self::View, orders: &mut Vec<OrderEntry>);
}

/// Player, kind, direction.
type OrderEntry = (u16, u8, u8);

/// The answer to a setup.
#[derive(Serialize, Deserialize)]
struct NameLine {
    name: String,
}

/// The answer to a view.
#[derive(Default, Serialize, Deserialize)]
struct OrdersLine {
    orders: Vec<OrderEntry>,
}

/// What a bot tells at the end of its input.
#[derive(Serialize, Deserialize)]
struct LastLine {
    /// Processor time since it told its name.
    cpu_seconds: f64,
}

/// The messages of Gold Hunter.
pub(crate) enum GoldHunter {}

#[derive(Serialize, Deserialize)]
pub(crate) struct GoldSetup {
    width: u16,
    height: u16,
    turns: u32,
    hunters: u16,
    workers: u16,
    ammo: u32,
}

#[derive(Default, Serialize, Deserialize)]
pub(crate) struct GoldView {
    turn: u32,
    fuel: u64,
    own_score: u64,
    opponent_score: u64,
    /// Id, x, y, kind, facing, ammo.
    players: Vec<(u16, u16, u16, u8, u8, u32)>,
    /// Id, x, y, kind, facing.
    opponents: Vec<(u16, u16, u16, u8, u8)>,
    /// X, y, state.
    cells: Vec<(u16, u16, u8)>,
    /// X, y, direction.
    bullets: Vec<(u16, u16, u8)>,
    /// X, y, value, dug.
    gold: Vec<(u16, u16, u32, u8)>,
}

impl Protocol for GoldHunter {
    const NUMBER: u16 = game::GOLD_HUNTER;
    type Setup = GoldSetup;
    type View = GoldView;

    fn setup(setup: &[u8]) -> Result<GoldSetup, DecodeError> {
        let gold::Setup { common, hunters, workers, ammo } = gold::Setup::parse(setup)?;
        Ok(GoldSetup { width: common.width, height: common.height, turns: common.turns, hunters, workers, ammo })
    }

    fn fill(line: &mut GoldView, view: &[u8]) -> Result<(), DecodeError> {
        let view = gold::View::parse(view)?;
        (line.turn, line.fuel) = (view.common.turn, view.common.fuel);
        (line.own_score, line.opponent_score) = (view.common.own_score, view.common.opponent_score);
        let players = view.players.iter();
        refill(&mut line.players, players.map(|p| (p.id, p.x, p.y, p.kind as u8, p.facing.code(), p.ammo)));
        let opponents = view.opponents.iter();
        refill(&mut line.opponents, opponents.map(|o| (o.id, o.x, o.y, o.kind as u8, o.facing.code())));
        refill(&mut line.cells, view.cells.iter().map(|c| (c.x, c.y, c.state)));
        refill(&mut line.bullets, view.bullets.iter().map(|b| (b.x, b.y, b.direction.code())));
        refill(&mut line.gold, view.gold.iter().map(|g| (g.x, g.y, g.value, g.dug)));
        Ok(())
    }

    fn think(view: &GoldView, orders: &mut Vec<OrderEntry>) {
        let cell = |index: usize| view.cells.get(index).copied();
        let act = |&(id, x, y, _, facing, _): &(u16, u16, u16, u8, u8, u32)| match rule::act(
            view.turn,
            (id, x, y, facing),
            view.cells.len(),
            cell,
        ) {
            rule::Act::Advance => (id, order_kind::MOVE, 0),
            rule::Act::Rotate(direction) => (id, order_kind::ROTATE, direction),
        };
        refill(orders, view.players.iter().map(act));
    }
}

/// The messages of Capture the Flag.
pub(crate) enum CaptureTheFlag {}

#[derive(Serialize, Deserialize)]
pub(crate) struct FlagSetup {
    width: u16,
    height: u16,
    turns: u32,
    players: u16,
    flags: u16,
    own_half_is_right: bool,
    own_base: (u16, u16),
    opponent_base: (u16, u16),
    walls: Vec<u8>,
    own_spawns: Vec<(u16, u16)>,
    opponent_spawns: Vec<(u16, u16)>,
}

#[derive(Default, Serialize, Deserialize)]
pub(crate) struct FlagView {
    turn: u32,
    bank: u64,
    own_score: u64,
    opponent_score: u64,
    /// Id, x, y, flag, captured, since when.
    players: Vec<(u16, u16, u16, u16, bool, u32)>,
    /// Id, x, y, flag.
    opponents: Vec<(u16, u16, u16, u16)>,
    /// Id, x, y, whether it is at home.
    own_flags: Vec<(u16, u16, u16, bool)>,
    opponent_flags: Vec<(u16, u16, u16, bool)>,
    captured_opponents: Vec<u16>,
    board: String,
}

impl Protocol for CaptureTheFlag {
    const NUMBER: u16 = game::CAPTURE_THE_FLAG;
    type Setup = FlagSetup;
    type View = FlagView;

    fn setup(setup: &[u8]) -> Result<FlagSetup, DecodeError> {
        let setup = flag::Setup::parse(setup)?;
        let place = |place: flag::Position| (place.x, place.y);
        Ok(FlagSetup {
            width: setup.common.width,
            height: setup.common.height,
            turns: setup.common.turns,
            players: setup.players,
            flags: setup.flags,
            own_half_is_right: setup.own_half_is_right,
            own_base: place(setup.own_base),
            opponent_base: place(setup.opponent_base),
            walls: setup.walls.to_vec(),
            own_spawns: setup.own_spawns.iter().map(place).collect(),
            opponent_spawns: setup.opponent_spawns.iter().map(place).collect(),
        })
    }

    fn fill(line: &mut FlagView, view: &[u8]) -> Result<(), DecodeError> {
        let view = flag::View::parse(view)?;
        (line.turn, line.bank) = (view.common.turn, view.common.fuel);
        (line.own_score, line.opponent_score) = (view.common.own_score, view.common.opponent_score);
        let players = view.players.iter();
        refill(&mut line.players, players.map(|p| (p.id, p.x, p.y, p.flag, p.captured, p.captured_since)));
        refill(&mut line.opponents, view.opponents.iter().map(|o| (o.id, o.x, o.y, o.flag)));
        refill(&mut line.own_flags, view.own_flags.iter().map(|f| (f.id, f.x, f.y, f.at_home)));
        refill(&mut line.opponent_flags, view.opponent_flags.iter().map(|f| (f.id, f.x, f.y, f.at_home)));
        refill(&mut line.captured_opponents, view.captured_opponents.iter().map(|opponent| opponent.id));
        line.board.clear();
        line.board.extend(view.board.iter().map(|&cell| char::from(cell)));
        Ok(())
    }

    fn think(view: &FlagView, orders: &mut Vec<OrderEntry>) {
        let free = view.players.iter().filter(|(.., captured, _)| !captured);
        let step = |&(id, x, y, ..): &(u16, u16, u16, u16, bool, u32)| {
            (id, order_kind::MOVE, rule::step(view.turn, (id, x, y), view.board.as_bytes()))
        };
        refill(orders, free.map(step));
    }
}

fn refill<T>(list: &mut Vec<T>, items: impl Iterator<Item = T>) {
    list.clear();
    list.extend(items);
}

/// Two bots that wait for a match.
pub(crate) struct JsonMatch<P: Protocol> {
    game: Box<dyn Game>,
    bots: [Process<P>; 2],
    /// Where views are written, in the bytes of the bot contract.
    view: Vec<u8>,
}

impl<P: Protocol> JsonMatch<P> {
    /// Starts both processes and waits until both have told their names.
    pub(crate) fn start(contest: &Contest) -> anyhow::Result<JsonMatch<P>> {
        let game = contest.leg()?;
        let mut bots = [Process::spawn(game.as_ref())?, Process::spawn(game.as_ref())?];
        let mut setup = vec![0; game.message_bytes_max()];
        for (bot, seat) in bots.iter_mut().zip(Seat::BOTH) {
            let len = game.write_setup(seat, &SetupLimits::default(), &mut setup);
            bot.tell(&P::setup(&setup[..len])?)?;
        }
        for bot in &mut bots {
            let NameLine { name } = bot.hear()?;
            anyhow::ensure!(name == "Trivial", "a bot is called {name}");
        }
        Ok(JsonMatch { game, bots, view: setup })
    }

    /// Plays to the end and gives back the last hash.
    pub(crate) fn play(&mut self) -> anyhow::Result<StateHash> {
        while self.game.end().is_none() {
            for (bot, seat) in self.bots.iter_mut().zip(Seat::BOTH) {
                let len = self.game.write_view(seat, FUEL, &mut self.view);
                bot.ask(&self.view[..len])?;
            }
            for bot in &mut self.bots {
                bot.answer()?;
            }
            let orders = BothSeats(self.bots.each_ref().map(Process::orders));
            self.game.step(orders.map(|orders| SeatInput { orders, bank_left: FUEL }));
        }
        Ok(self.game.hash())
    }

    /// Ends both processes and gives back the processor time in seconds that they took for the match together.
    pub(crate) fn end(mut self) -> anyhow::Result<f64> {
        let mut sum = 0.0;
        for bot in &mut self.bots {
            drop(bot.child.stdin.take());
            sum += bot.hear::<LastLine>()?.cpu_seconds;
        }
        Ok(sum)
    }
}

/// The host's end of one bot.
struct Process<P: Protocol> {
    child: Child,
    from: BufReader<ChildStdout>,
    line: Vec<u8>,
    view: P::View,
    /// The answer, in the bytes of the bot contract.
    orders: Vec<u8>,
    orders_len: usize,
}

impl<P: Protocol> Process<P> {
    fn spawn(game: &dyn Game) -> anyhow::Result<Process<P>> {
        let mut child = Command::new(std::env::current_exe()?)
            .args([BOT_ARGUMENT, &P::NUMBER.to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("a bot's process does not start")?;
        let stdout = child.stdout.take().context("a bot's process has no output")?;
        Ok(Process {
            child,
            from: BufReader::with_capacity(LINE_BYTES, stdout),
            line: Vec::with_capacity(LINE_BYTES),
            view: P::View::default(),
            orders: vec![0; OrderList::bytes_for(game.players_per_team() as usize)],
            orders_len: 0,
        })
    }

    fn ask(&mut self, view: &[u8]) -> anyhow::Result<()> {
        P::fill(&mut self.view, view)?;
        let stdin = self.child.stdin.as_mut().context("a bot's process has no input")?;
        Ok(write_line(&self.view, &mut self.line, stdin)?)
    }

    fn answer(&mut self) -> anyhow::Result<()> {
        let OrdersLine { orders } = self.hear()?;
        let mut answer = OrderWriter::new(&mut self.orders, P::NUMBER);
        for (player, kind, direction) in orders {
            answer.push(Order { player, kind, direction });
        }
        self.orders_len = answer.finish().len();
        Ok(())
    }

    fn orders(&self) -> &[u8] {
        &self.orders[..self.orders_len]
    }

    fn tell(&mut self, message: &impl Serialize) -> anyhow::Result<()> {
        let stdin = self.child.stdin.as_mut().context("a bot's process has no input")?;
        Ok(write_line(message, &mut self.line, stdin)?)
    }

    fn hear<T: DeserializeOwned>(&mut self) -> anyhow::Result<T> {
        read_line(&mut self.line, &mut self.from)?.context("a bot's process ended early")
    }
}

impl<P: Protocol> Drop for Process<P> {
    fn drop(&mut self) {
        // Waiting closes the bot's input first, which ends it; its last line fits into the pipe.
        if let Err(error) = self.child.wait() {
            eprintln!("a bot's process cannot be waited for: {error}");
        }
    }
}

/// The bot's end: plays when this program was started as one of the two processes.
pub(crate) fn run_bot() -> Option<ExitCode> {
    let mut arguments = std::env::args().skip_while(|argument| argument != BOT_ARGUMENT).skip(1);
    let played = match arguments.next()?.parse() {
        Ok(game::CAPTURE_THE_FLAG) => play_bot::<CaptureTheFlag>(),
        _ => play_bot::<GoldHunter>(),
    };
    Some(match played {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("the bot failed: {error:#}");
            ExitCode::FAILURE
        }
    })
}

fn play_bot<P: Protocol>() -> io::Result<()> {
    let mut input = BufReader::with_capacity(LINE_BYTES, io::stdin().lock());
    let mut output = io::stdout().lock();
    let mut line = Vec::with_capacity(LINE_BYTES);
    let mut answer = OrdersLine::default();
    if read_line::<P::Setup>(&mut line, &mut input)?.is_none() {
        return Ok(());
    }
    write_line(&NameLine { name: "Trivial".to_owned() }, &mut line, &mut output)?;
    let begun = cpu_seconds();
    while let Some(view) = read_line::<P::View>(&mut line, &mut input)? {
        P::think(&view, &mut answer.orders);
        write_line(&answer, &mut line, &mut output)?;
    }
    write_line(&LastLine { cpu_seconds: cpu_seconds() - begun }, &mut line, &mut output)
}

/// Sends a message in one write.
fn write_line(message: &impl Serialize, line: &mut Vec<u8>, to: &mut impl Write) -> io::Result<()> {
    line.clear();
    serde_json::to_writer(&mut *line, message)?;
    line.push(b'\n');
    to.write_all(line)?;
    to.flush()
}

/// Receives a message; `None` at the end of the input.
fn read_line<T: DeserializeOwned>(line: &mut Vec<u8>, from: &mut impl BufRead) -> io::Result<Option<T>> {
    line.clear();
    if from.read_until(b'\n', line)? == 0 {
        return Ok(None);
    }
    Ok(Some(serde_json::from_slice(line)?))
}
