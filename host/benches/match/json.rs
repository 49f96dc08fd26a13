//! The match as most contests play it: bots are native processes that get a line of JSON a turn and answer one.
//!
//! It is written for speed where contests can be: typed messages, the shortest sensible JSON (records are arrays, in
//! the order of fields of the bot contract), buffers that are used again, one write a turn each way, and both bots
//! think at the same time.

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdout, Command, ExitCode, Stdio};

use anyhow::Context;
use botpit_abi::gold_hunter::{Setup, View};
use botpit_abi::{Order, OrderList, OrderWriter, game, order_kind};
use botpit_engine::{BothSeats, Game, Seat, SeatInput, SetupLimits, StateHash};
use rustix::time::{ClockId, clock_gettime};
use serde::{Deserialize, Serialize};

use crate::contest::Contest;
use crate::rule;

/// The argument that makes this program a bot.
pub(crate) const BOT_ARGUMENT: &str = "__json-bot";

/// More than the longest line, so that a read takes a whole one.
const LINE_BYTES: usize = 1 << 16;

/// The first line that a bot is told.
#[derive(Serialize, Deserialize)]
struct SetupLine {
    width: u16,
    height: u16,
    turns: u32,
    hunters: u16,
    workers: u16,
    ammo: u32,
}

/// The answer to it.
#[derive(Serialize, Deserialize)]
struct NameLine {
    name: String,
}

/// What a bot is told each turn: all lists of a view.
#[derive(Default, Serialize, Deserialize)]
struct ViewLine {
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

/// The answer to it.
#[derive(Default, Serialize, Deserialize)]
struct OrdersLine {
    /// Player, kind, direction.
    orders: Vec<(u16, u8, u8)>,
}

/// What a bot tells at the end of its input.
#[derive(Serialize, Deserialize)]
struct LastLine {
    /// Processor time since it told its name.
    cpu_seconds: f64,
}

impl ViewLine {
    fn fill(&mut self, view: &View<'_>) {
        (self.turn, self.fuel) = (view.common.turn, view.common.fuel);
        (self.own_score, self.opponent_score) = (view.common.own_score, view.common.opponent_score);
        refill(&mut self.players, view.players.iter().map(|p| (p.id, p.x, p.y, p.kind as u8, p.facing.code(), p.ammo)));
        refill(&mut self.opponents, view.opponents.iter().map(|o| (o.id, o.x, o.y, o.kind as u8, o.facing.code())));
        refill(&mut self.cells, view.cells.iter().map(|c| (c.x, c.y, c.state)));
        refill(&mut self.bullets, view.bullets.iter().map(|b| (b.x, b.y, b.direction.code())));
        refill(&mut self.gold, view.gold.iter().map(|g| (g.x, g.y, g.value, g.dug)));
    }
}

fn refill<T>(list: &mut Vec<T>, items: impl Iterator<Item = T>) {
    list.clear();
    list.extend(items);
}

/// Two bots that wait for a match.
pub(crate) struct JsonMatch {
    game: Box<dyn Game>,
    fuel_per_turn: u64,
    bots: [Process; 2],
    /// Where views are written, in the bytes of the bot contract.
    view: Vec<u8>,
}

impl JsonMatch {
    /// Starts both processes and waits until both have told their names.
    pub(crate) fn start(contest: &Contest) -> anyhow::Result<JsonMatch> {
        let game = contest.leg()?;
        let mut bots = [Process::spawn(game.as_ref())?, Process::spawn(game.as_ref())?];
        let mut setup = vec![0; game.message_bytes_max()];
        for (bot, seat) in bots.iter_mut().zip(Seat::BOTH) {
            let len = game.write_setup(seat, &SetupLimits::default(), &mut setup);
            let Setup { common, hunters, workers, ammo } = Setup::parse(&setup[..len])?;
            let (width, height, turns) = (common.width, common.height, common.turns);
            bot.tell(&SetupLine { width, height, turns, hunters, workers, ammo })?;
        }
        for bot in &mut bots {
            let NameLine { name } = bot.hear()?;
            anyhow::ensure!(name == "Trivial", "a bot is called {name}");
        }
        Ok(JsonMatch { game, fuel_per_turn: contest.fuel_per_turn(), bots, view: setup })
    }

    /// Plays to the end and gives back the last hash.
    pub(crate) fn play(&mut self) -> anyhow::Result<StateHash> {
        while self.game.end().is_none() {
            for (bot, seat) in self.bots.iter_mut().zip(Seat::BOTH) {
                let len = self.game.write_view(seat, self.fuel_per_turn, &mut self.view);
                bot.ask(&View::parse(&self.view[..len])?)?;
            }
            for bot in &mut self.bots {
                bot.answer()?;
            }
            let orders = BothSeats(self.bots.each_ref().map(Process::orders));
            self.game.step(orders.map(|orders| SeatInput { orders, bank_left: 0 }));
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

/// Processor time of this process so far, in seconds.
pub(crate) fn cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// The host's end of one bot.
struct Process {
    child: Child,
    from: BufReader<ChildStdout>,
    line: Vec<u8>,
    view: ViewLine,
    /// The answer, in the bytes of the bot contract.
    orders: Vec<u8>,
    orders_len: usize,
}

impl Process {
    fn spawn(game: &dyn Game) -> anyhow::Result<Process> {
        let mut child = Command::new(std::env::current_exe()?)
            .arg(BOT_ARGUMENT)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("a bot's process does not start")?;
        let stdout = child.stdout.take().context("a bot's process has no output")?;
        Ok(Process {
            child,
            from: BufReader::with_capacity(LINE_BYTES, stdout),
            line: Vec::with_capacity(LINE_BYTES),
            view: ViewLine::default(),
            orders: vec![0; OrderList::bytes_for(game.players_per_team() as usize)],
            orders_len: 0,
        })
    }

    fn ask(&mut self, view: &View<'_>) -> anyhow::Result<()> {
        self.view.fill(view);
        let stdin = self.child.stdin.as_mut().context("a bot's process has no input")?;
        Ok(write_line(&self.view, &mut self.line, stdin)?)
    }

    fn answer(&mut self) -> anyhow::Result<()> {
        let OrdersLine { orders } = self.hear()?;
        let mut answer = OrderWriter::new(&mut self.orders, game::GOLD_HUNTER);
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

    fn hear<T: for<'de> Deserialize<'de>>(&mut self) -> anyhow::Result<T> {
        read_line(&mut self.line, &mut self.from)?.context("a bot's process ended early")
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Waiting closes the bot's input first, which ends it; its last line fits into the pipe.
        if let Err(error) = self.child.wait() {
            eprintln!("a bot's process cannot be waited for: {error}");
        }
    }
}

/// The bot's end: this program as one of the two processes.
pub(crate) fn run_bot() -> ExitCode {
    match play_bot() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("the bot failed: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn play_bot() -> io::Result<()> {
    let mut input = BufReader::with_capacity(LINE_BYTES, io::stdin().lock());
    let mut output = io::stdout().lock();
    let mut line = Vec::with_capacity(LINE_BYTES);
    let mut answer = OrdersLine::default();
    let Some(SetupLine { .. }) = read_line(&mut line, &mut input)? else { return Ok(()) };
    write_line(&NameLine { name: "Trivial".to_owned() }, &mut line, &mut output)?;
    let begun = cpu_seconds();
    while let Some(view) = read_line::<ViewLine>(&mut line, &mut input)? {
        let cell = |index: usize| view.cells.get(index).copied();
        let orders = view.players.iter().map(|&(id, x, y, _, facing, _)| {
            match rule::act(view.turn, (id, x, y, facing), view.cells.len(), cell) {
                rule::Act::Advance => (id, order_kind::MOVE, 0),
                rule::Act::Rotate(direction) => (id, order_kind::ROTATE, direction),
            }
        });
        refill(&mut answer.orders, orders);
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
fn read_line<T: for<'de> Deserialize<'de>>(line: &mut Vec<u8>, from: &mut impl BufRead) -> io::Result<Option<T>> {
    line.clear();
    if from.read_until(b'\n', line)? == 0 {
        return Ok(None);
    }
    Ok(Some(serde_json::from_slice(line)?))
}
