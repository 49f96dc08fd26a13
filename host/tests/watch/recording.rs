//! Replays made without bots, so that no picture depends on how bots are compiled.

use botpit::watch::{Film, Position, Viewer};
use botpit_abi::{Direction, Mark, Order, OrderWriter};
use botpit_engine::replay::{BotEntry, Header, Leg, LegEnd, LegLine, Outcome, Replay, SeatTurn, TurnLine};
use botpit_engine::{
    BothSeats, Ending, Fault, FaultKind, GAMES, GameMap, MatchStart, Phase, Seat, SeatInput, Seed, Settings,
};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// A leg on a map: both teams walk, turn and fire by a fixed rule, and `dress` adds what a bot may leave behind.
pub(crate) struct Recording<'a> {
    pub(crate) ruleset: &'a str,
    pub(crate) maps: Vec<std::sync::Arc<dyn GameMap>>,
    pub(crate) names: [&'a str; 2],
    pub(crate) dress: &'a dyn Fn(u32, Seat, &mut SeatTurn),
}

impl Recording<'_> {
    /// A match of Gold Hunter on small maps of so many turns.
    pub(crate) fn gold_hunter(legs: u64, turns: u32) -> Recording<'static> {
        let settings = [("width", "12"), ("height", "9"), ("hunters", "2"), ("workers", "2")];
        let turns = turns.to_string();
        let maps =
            (1..=legs).map(|seed| generated("gold-hunter", seed, &[&settings[..], &[("turns", &turns)]].concat()));
        Recording { ruleset: "gold-hunter", maps: maps.collect(), names: ["ants", "bees"], dress: &plain }
    }

    /// The replay. All its legs but the last are entered as ties, whatever the rules say.
    pub(crate) fn replay(&self) -> Replay {
        let mut replay = Replay { header: self.header(), legs: Vec::new(), footer: None };
        let mut ends = Vec::new();
        let (mut ending, mut outcome) = (Ending::Aborted, Outcome::Unresolved);
        for (leg, map) in (0..).zip(&self.maps) {
            let start = MatchStart { seed: Seed(1), leg, ..MatchStart::default() };
            let mut game = map.start(&start).unwrap();
            let mut line = LegLine::begin(leg, map.as_ref(), game.as_ref());
            line.start = BothSeats::from_fn(|seat| self.record(0, seat));
            let mut turns = Vec::new();
            while game.end().is_none() {
                let seats = BothSeats::from_fn(|seat| self.record(game.turn() + 1, seat));
                let bank_left = u64::MAX;
                game.step(BothSeats::from_fn(|seat| SeatInput { orders: &seats[seat].orders, bank_left }));
                turns.push(TurnLine::of(game.as_ref(), seats));
            }
            let end = game.end().unwrap();
            (ending, outcome) = (end.ending, end.winner.map_or(Outcome::Draw, Outcome::Win));
            ends.push(LegEnd::of(game.as_ref()));
            replay.legs.push(Leg { line, turns });
        }
        replay.close(ends, ending, outcome);
        replay
    }

    fn header(&self) -> Header {
        let bot =
            |name: &&str| BotEntry { name: (*name).to_owned(), team_name: None, sha256: "0".repeat(64), wasm: None };
        let ruleset = GAMES.ruleset(self.ruleset).unwrap();
        Header::new(ruleset, Seed(1), BothSeats([bot(&self.names[0]), bot(&self.names[1])]))
    }

    fn record(&self, turn: u32, seat: Seat) -> SeatTurn {
        let mut record =
            SeatTurn { fuel: 100_000_000 + 1_000 * u64::from(turn), memory: 458_752, ..SeatTurn::default() };
        if turn > 0 {
            record.orders = orders(GAMES.ruleset(self.ruleset).unwrap().abi_game(), turn, seat).into();
        }
        (self.dress)(turn, seat, &mut record);
        record
    }
}

/// A map that is the same every time.
pub(crate) fn generated(ruleset: &str, seed: u64, options: &[(&str, &str)]) -> std::sync::Arc<dyn GameMap> {
    let mut settings = Settings::default();
    for (name, value) in options {
        settings.set(*name, *value);
    }
    GAMES.ruleset(ruleset).unwrap().generate_map(Seed(seed), &settings).unwrap()
}

/// Leaves nothing behind.
pub(crate) fn plain(_turn: u32, _seat: Seat, _record: &mut SeatTurn) {}

/// Leaves behind logs, drawings and, of b on turn 3, a fault.
pub(crate) fn talkative(turn: u32, seat: Seat, record: &mut SeatTurn) {
    if turn == 3 && seat == Seat::B {
        record.orders.clear();
        let detail = "wasm `unreachable` instruction executed".to_owned();
        record.fault = Some(Fault { kind: FaultKind::Trap, phase: Phase::Think, detail });
        record.restarted = true;
        record.fuel = 1_000_000_000;
    }
    if turn > 0 && seat == Seat::A {
        record.log = format!("turn {turn}: three deposits in sight\nhunter 0 holds the pass\n");
        record.log_dropped = 17;
        let marks = [
            Mark::Cell { at: (1, 1), colour: 0x2060_c0ff },
            Mark::Line { from: (2, 2), to: (9, 6), colour: 0xffa0_00ff },
            Mark::Text { at: (4, 0), colour: 0x00ff_00ff, text: b"go\x1b[31m" },
            Mark::Cell { at: (60_000, 60_000), colour: 0xffff_ffff },
            Mark::Cell { at: (3, 3), colour: 0xffff_ff00 },
        ];
        for mark in marks {
            let start = record.draw.len();
            record.draw.resize(start + mark.encoded_len(), 0);
            mark.write(&mut record.draw[start..]).unwrap();
        }
    }
}

fn orders(game: u16, turn: u32, seat: Seat) -> Vec<u8> {
    let mut buffer = [0; 2_048];
    let mut writer = OrderWriter::new(&mut buffer, game);
    for player in 0..4u16 {
        let chance = (turn * 7 + u32::from(player) * 5 + seat.index() as u32 * 3) % 8;
        let direction = Direction::ALL[((turn / 3 + u32::from(player) + seat.index() as u32) % 4) as usize];
        let order = match chance {
            0 => Order::rotate(player, direction),
            1 => Order::fire(player),
            _ => Order::step(player, direction),
        };
        writer.push(order);
    }
    writer.finish().to_vec()
}

/// A viewer at the start of a replay.
pub(crate) fn viewer(replay: &Replay) -> Viewer<'_> {
    Viewer::new(Film::open(GAMES, replay, None).unwrap(), None, Position::default())
}

/// Types keys: characters as they are, and names in angle brackets.
pub(crate) fn type_keys(viewer: &mut Viewer<'_>, keys: &[KeyCode]) {
    for key in keys {
        viewer.handle(KeyEvent::new(*key, KeyModifiers::NONE));
    }
}

/// The keys of a text.
pub(crate) fn keys(text: &str) -> Vec<KeyCode> {
    text.chars().map(|char| if char == '\n' { KeyCode::Enter } else { KeyCode::Char(char) }).collect()
}
