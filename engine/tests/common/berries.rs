//! Berries: the smallest game that keeps every promise of the seam, and so the smallest example of how to add one.
//!
//! Each team has one picker. Both go one cell a turn, or stay. A picker that comes to a berry alone picks it, for as
//! many points as the option `prize` says; when both come to it, it is trampled. Who can no longer be overtaken has
//! won; when the turns are over, the higher score has, and equal scores are decided on another map.

use std::sync::Arc;

use botpit_abi::{DecodeError, Direction, Order, SETUP_LEN, Writer, order_kind};
use botpit_engine::{
    BothSeats, BudgetPolicy, BundledMap, Cell, Drawing, Ending, Event, EventSentence, Figure, Finding, Game, GameEnd,
    GameMap, GeneratorError, HashChain, MapError, MapOrigin, MapProblem, MapRng, MapSummary, MatchStart, OptionError,
    OptionSpec, OrderReader, Rejection, RejectionReason, Ruleset, Seat, SeatInput, Seed, Settings, SetupLimits, Size,
    Standing, StateHash,
};

/// The messages of the game; those of a game that is shipped are a module of `botpit-abi`. The setup is what all games
/// share.
pub(crate) mod abi {
    use botpit_abi::{Record, Section, VIEW_LEN};

    /// The game's number: the last one, whose bit in the answer of `botpit_abi` makes that a negative number.
    pub(crate) const BERRIES: u16 = 16;
    pub(crate) const VIEW_HEADER_LEN: usize = VIEW_LEN + 16;
    /// The own picker, then the other one.
    pub(crate) const PICKERS: Section = Section::at(VIEW_LEN);
    /// The berries that are left, by `(y, x)`.
    pub(crate) const LEFT: Section = Section::at(VIEW_LEN + 8);

    /// A cell. Layout: x u16, y u16.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Place(pub(crate) botpit_engine::Cell);

    impl Record for Place {
        const LEN: usize = 4;

        fn read(bytes: &[u8]) -> Self {
            let number = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
            Place(botpit_engine::Cell::new(number(0), number(2)))
        }

        fn write(&self, bytes: &mut [u8]) {
            bytes[..2].copy_from_slice(&self.0.x.to_le_bytes());
            bytes[2..].copy_from_slice(&self.0.y.to_le_bytes());
        }
    }
}

/// The ruleset.
#[derive(Debug)]
pub(crate) struct Berries;

const PRIZE: OptionSpec =
    OptionSpec { name: "prize", default: "1", values: "a number from 1 to 9", help: "points of a berry" };
const SIDE: OptionSpec =
    OptionSpec { name: "side", default: "7", values: "a number from 2 to 20", help: "rows and columns of the board" };
const SHAPE: &str = "a Berries map: a line `berries TURNS`, then rows of equal length with . * and one each of A and B";

impl Ruleset for Berries {
    fn id(&self) -> &'static str {
        "berries"
    }

    fn title(&self) -> &'static str {
        "Berries"
    }

    fn legend(&self) -> &'static str {
        "A B pickers, * berry, . grass"
    }

    fn event_sentences(&self) -> &'static [EventSentence] {
        const {
            &[
                EventSentence::new("moved", "{who} goes {other} -> {at}"),
                EventSentence::because("stayed", "off-board", "{who} stays at {at}: the board ends there"),
                EventSentence::new("picked", "{who} picks the berry at {at}"),
                EventSentence::new("trampled", "the berry at {at} is trampled"),
            ]
        }
    }

    fn describe_setup(&self, bytes: &[u8]) -> Result<String, DecodeError> {
        let setup = botpit_abi::Setup::read(bytes, abi::BERRIES, SETUP_LEN)?;
        Ok(format!("board: {} x {}\nturns: {}\n", setup.width, setup.height, setup.turns))
    }

    fn describe_view(&self, bytes: &[u8]) -> Result<String, DecodeError> {
        let view = botpit_abi::View::read(bytes, abi::BERRIES, abi::VIEW_HEADER_LEN)?;
        Ok(format!("turn: {}\nown score: {}\n", view.turn, view.own_score))
    }

    fn describe_order(&self, order: Order) -> String {
        format!("picker {}: go {}", order.player, order.direction)
    }

    fn version(&self) -> u32 {
        1
    }

    fn abi_game(&self) -> u16 {
        abi::BERRIES
    }

    fn budget(&self) -> BudgetPolicy {
        BudgetPolicy::PerTurn
    }

    fn default_replays(&self) -> u32 {
        2
    }

    fn options(&self) -> &'static [OptionSpec] {
        &[PRIZE]
    }

    fn generator_options(&self) -> &'static [OptionSpec] {
        &[SIDE]
    }

    fn bundled_maps(&self) -> &'static [BundledMap] {
        &[BundledMap {
            name: "hedge",
            about: "a row of berries",
            origin: MapOrigin::Drawn,
            text: "berries 20\nA.*.*.B\n..*.*..\n",
        }]
    }

    fn read_map(&self, name: &str, bytes: &[u8], options: &Settings) -> Result<Arc<dyn GameMap>, MapError> {
        options.complete(self.reader_options()).map_err(MapError::whole)?;
        let problem = || MapError::whole(MapProblem::Syntax { message: format!("this is not {SHAPE}") });
        Ok(Arc::new(Garden::read(name, bytes).ok_or_else(problem)?))
    }

    fn map_comments(&self, _bytes: &[u8]) -> usize {
        0
    }

    fn generate_map(&self, seed: Seed, options: &Settings) -> Result<Arc<dyn GameMap>, GeneratorError> {
        options.complete(self.generator_options())?;
        let side = |text: &str| text.parse().ok().filter(|side| (2..=20).contains(side));
        Ok(Arc::new(Garden::generate(seed, options.get(&SIDE, side)?)))
    }
}

/// A map.
#[derive(Clone, Debug)]
struct Garden {
    name: String,
    turns: u32,
    size: Size,
    starts: BothSeats<Cell>,
    /// By `(y, x)`.
    berries: Vec<Cell>,
}

impl Garden {
    fn read(name: &str, bytes: &[u8]) -> Option<Garden> {
        let (first, rows) = std::str::from_utf8(bytes).ok()?.split_once('\n')?;
        let turns = first.strip_prefix("berries ")?.parse().ok().filter(|turns| (1..=10_000).contains(turns))?;
        let rows: Vec<&str> = rows.lines().collect();
        let size = Size { width: rows.first()?.len().try_into().ok()?, height: rows.len().try_into().ok()? };
        let fits =
            |row: &&str| row.len() == usize::from(size.width) && row.bytes().all(|symbol| b".*AB".contains(&symbol));
        if size.width > 100 || size.height > 100 || !rows.iter().all(fits) {
            return None;
        }
        let all = |symbol: u8| -> Vec<Cell> {
            size.iter().filter(|cell| rows[usize::from(cell.y)].as_bytes()[usize::from(cell.x)] == symbol).collect()
        };
        let (Ok([a]), Ok([b])) = (<[Cell; 1]>::try_from(all(b'A')), <[Cell; 1]>::try_from(all(b'B'))) else {
            return None;
        };
        Some(Garden { name: name.to_owned(), turns, size, starts: BothSeats([a, b]), berries: all(b'*') })
    }

    /// Berries on about a third of the cells; turning the board by 180° changes nothing but the teams.
    fn generate(seed: Seed, side: u16) -> Garden {
        let size = Size { width: side, height: side };
        let (a, b) = (size.cell(0), size.cell(size.cells() - 1));
        let mut rng = MapRng::new(seed);
        let mut berries: Vec<Cell> =
            (1..size.cells() / 2).filter(|_| rng.below(3) == 0).map(|i| size.cell(i)).collect();
        berries.extend(berries.clone().into_iter().rev().map(|cell| size.turned(cell)));
        let turns = 4 * u32::from(side);
        Garden { name: format!("seed-{seed}"), turns, size, starts: BothSeats([a, b]), berries }
    }

    fn draw(&self, pickers: BothSeats<Cell>, berries: &[Cell]) -> Drawing {
        let mut drawing = Drawing::new(self.size, '.');
        for &berry in berries {
            drawing.put(berry, '*', None);
        }
        for (seat, symbol) in [(Seat::A, 'A'), (Seat::B, 'B')] {
            drawing.put(pickers[seat], symbol, Some(seat));
        }
        drawing
    }
}

impl GameMap for Garden {
    fn ruleset(&self) -> &'static dyn Ruleset {
        &Berries
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn size(&self) -> Size {
        self.size
    }

    fn turns(&self) -> u32 {
        self.turns
    }

    fn summary(&self) -> MapSummary {
        let figure = |count: usize, name| Figure { count: count as u64, name };
        MapSummary {
            players: vec![figure(1, "picker")],
            prize: figure(self.berries.len(), "berries"),
            parameters: Vec::new(),
            symmetry: None,
        }
    }

    fn to_text(&self) -> String {
        format!("berries {}\n{}", self.turns, self.draw(self.starts, &self.berries))
    }

    fn check(&self) -> Vec<Finding> {
        Vec::new()
    }

    fn start(&self, start: &MatchStart) -> Result<Box<dyn Game>, OptionError> {
        let told = start.options.complete(Berries.options())?;
        let prize = told.get(&PRIZE, |text| text.parse().ok().filter(|prize| (1..=9).contains(prize)))?;
        let chain =
            HashChain::start(Berries.id(), Berries.version(), &told, self.to_text().as_bytes(), start.seed, start.leg);
        Ok(Box::new(Picking {
            pickers: self.starts,
            left: self.berries.clone(),
            garden: self.clone(),
            prize,
            turn: 0,
            scores: BothSeats::default(),
            end: None,
            events: Vec::new(),
            rejections: Vec::new(),
            orders: OrderReader::new(1),
            chain,
        }))
    }
}

/// A leg as it stands.
#[derive(Clone)]
struct Picking {
    garden: Garden,
    prize: u64,
    turn: u32,
    pickers: BothSeats<Cell>,
    /// By `(y, x)`.
    left: Vec<Cell>,
    scores: BothSeats<u64>,
    end: Option<GameEnd>,
    events: Vec<Event>,
    rejections: Vec<Rejection>,
    orders: OrderReader,
    chain: HashChain,
}

impl Picking {
    fn go(&mut self, seat: Seat, bytes: &[u8]) {
        let mut ordered = None;
        self.orders.read(seat, bytes, abi::BERRIES, &mut self.rejections, |order| {
            if order.player != 0 {
                return Err(RejectionReason::UnknownPlayer);
            }
            if order.kind != order_kind::MOVE {
                return Err(RejectionReason::UnknownKind);
            }
            ordered = Some(Direction::from_code(order.direction).ok_or(RejectionReason::BadDirection)?);
            Ok(())
        });
        let Some(direction) = ordered else { return };
        let from = self.pickers[seat];
        self.events.push(match self.garden.size.step(from, direction) {
            Some(to) => {
                self.pickers[seat] = to;
                Event { other: Some(from), ..Event::of_player("moved", seat, 0, to) }
            }
            None => Event { reason: Some("off-board"), ..Event::of_player("stayed", seat, 0, from) },
        });
    }

    fn pick(&mut self) {
        let BothSeats([a, b]) = self.pickers;
        for (seat, &at) in self.pickers.iter() {
            let Ok(berry) = self.left.binary_search(&at) else { continue };
            self.left.remove(berry);
            let kind = if a == b { "trampled" } else { "picked" };
            self.scores[seat] += if a == b { 0 } else { self.prize };
            self.events.push(Event::of_player(kind, seat, 0, at));
        }
    }

    fn judge(&self) -> Option<GameEnd> {
        let BothSeats([a, b]) = self.scores;
        let leader = Seat::ahead(a.cmp(&b));
        let ending = match leader {
            Some(_) if a.abs_diff(b) > self.prize * self.left.len() as u64 => Ending::Majority,
            _ if self.turn < self.garden.turns => return None,
            Some(_) => Ending::TurnsOver,
            None => Ending::ReplayOnAnotherMap,
        };
        Some(GameEnd { ending, winner: leader })
    }

    /// Turns played, both scores, both pickers, and the berries that are left; the end follows from them.
    fn canonical(&self) -> Vec<u8> {
        let mut bytes = self.turn.to_le_bytes().to_vec();
        bytes.extend(self.scores.0.iter().flat_map(|score| score.to_le_bytes()));
        for cell in self.pickers.0.iter().chain(&self.left) {
            bytes.extend(cell.x.to_le_bytes());
            bytes.extend(cell.y.to_le_bytes());
        }
        bytes
    }
}

impl Game for Picking {
    fn players_per_team(&self) -> u32 {
        1
    }

    fn message_bytes_max(&self) -> usize {
        SETUP_LEN.max(abi::VIEW_HEADER_LEN + 4 * (2 + self.garden.berries.len()))
    }

    fn write_setup(&self, _seat: Seat, limits: &SetupLimits, buffer: &mut [u8]) -> usize {
        let common = limits.setup(1, (self.turn, self.garden.turns), self.garden.size);
        common.begin(buffer, abi::BERRIES, SETUP_LEN).finish()
    }

    fn write_view(&mut self, seat: Seat, fuel_left: u64, buffer: &mut [u8]) -> usize {
        let (own_score, opponent_score) = (self.scores[seat], self.scores[seat.other()]);
        let common = botpit_abi::View { turn: self.turn, fuel: fuel_left, own_score, opponent_score };
        let mut out: Writer<'_> = common.begin(buffer, abi::BERRIES, abi::VIEW_HEADER_LEN);
        out.list(abi::PICKERS, [seat, seat.other()].map(|seat| abi::Place(self.pickers[seat])));
        out.list(abi::LEFT, self.left.iter().copied().map(abi::Place));
        out.finish()
    }

    fn step(&mut self, inputs: BothSeats<SeatInput<'_>>) {
        if self.end.is_some() {
            return;
        }
        self.events.clear();
        self.rejections.clear();
        for (seat, input) in inputs.iter() {
            self.go(seat, input.orders);
        }
        self.pick();
        self.turn += 1;
        self.end = self.judge();
        self.chain.advance(&self.canonical(), inputs.map(|input| input.orders));
    }

    fn events(&self) -> &[Event] {
        &self.events
    }

    fn rejections(&self) -> &[Rejection] {
        &self.rejections
    }

    fn turn(&self) -> u32 {
        self.turn
    }

    fn end(&self) -> Option<GameEnd> {
        self.end
    }

    fn standing(&self, seat: Seat) -> Standing {
        Standing { score: self.scores[seat], tie_breaks: Vec::new() }
    }

    fn hash(&self) -> StateHash {
        self.chain.hash()
    }

    fn draw(&self, _seen_by: Option<Seat>) -> Drawing {
        self.garden.draw(self.pickers, &self.left)
    }

    fn state(&self) -> serde_json::Value {
        serde_json::json!({ "turn": self.turn, "pickers": self.pickers, "left": self.left, "scores": self.scores })
    }

    fn fork(&self) -> Box<dyn Game> {
        Box::new(self.clone())
    }
}
