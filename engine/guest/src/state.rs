use botpit_engine::replay::{SeatTurn, ViolationEntry};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

use crate::output::{LogTail, MarkBuffer};

const SECOND_NS: u64 = 1_000_000_000;
/// Words of a ChaCha stream that a number takes.
const WORDS_OF_NUMBER: u128 = 2;

/// Which bot a [`GuestState`] is for: what its random streams are keyed by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GuestIdentity {
    /// The seed of the match.
    pub seed: u64,
    /// The number of the leg, from 0.
    pub leg: u32,
    /// 0 for seat A and 1 for seat B.
    pub seat: u8,
    /// The SHA-256 of the bot's module.
    pub wasm_sha256: [u8; 32],
}

/// How much a bot may say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GuestLimits {
    /// Log bytes kept of one turn, its tail.
    pub log_bytes_per_turn: u32,
    /// Log bytes kept of the whole match; beyond it only turns that fault keep theirs.
    pub log_bytes_per_match: u32,
    /// Drawing bytes kept of one turn.
    pub draw_bytes_per_turn: u32,
}

impl Default for GuestLimits {
    fn default() -> GuestLimits {
        GuestLimits { log_bytes_per_turn: 4 << 10, log_bytes_per_match: 1 << 20, draw_bytes_per_turn: 2 << 10 }
    }
}

/// Forbidden calls of one import in one turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The function of `wasi_snapshot_preview1` that was called.
    pub function: &'static str,
    /// How often.
    pub times: u64,
}

/// What a bot said and did wrong in a turn, besides its orders.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TurnOutput {
    /// The end of the turn's log, lines ended by `\n`; any bytes, to be [escaped](crate::escape) where they are shown.
    pub log: Vec<u8>,
    /// Bytes of the log that were not kept.
    pub log_dropped: u64,
    /// Whole marks, which [`botpit_abi::Marks`] reads.
    pub draw: Vec<u8>,
    /// Bytes given to `draw` that were not kept.
    pub draw_dropped: u64,
    /// Forbidden calls, by function, in the order of their first call.
    pub violations: Vec<Violation>,
}

impl TurnOutput {
    /// Enters it into the record of the turn.
    pub fn enter(self, record: &mut SeatTurn) {
        let entry =
            |violation: &Violation| ViolationEntry { call: violation.function.to_owned(), times: violation.times };
        record.log = String::from_utf8_lossy(&self.log).into_owned();
        record.log_dropped = self.log_dropped;
        record.draw = self.draw;
        record.draw_dropped = self.draw_dropped;
        record.violations = self.violations.iter().map(entry).collect();
    }
}

/// Sums over the finished turns of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GuestTotals {
    /// Log bytes kept.
    pub log_bytes: u64,
    /// Log bytes not kept.
    pub log_dropped: u64,
    /// Drawing bytes kept.
    pub draw_bytes: u64,
    /// Drawing bytes not kept.
    pub draw_dropped: u64,
    /// Forbidden calls.
    pub violations: u64,
}

/// What is known of one bot in one leg beyond its instance: it lasts over restarts.
///
/// # Invariant
/// The same identity, limits and calls with the same fuel readings give the same answers and outputs everywhere.
#[derive(Clone, Debug)]
pub struct GuestState {
    identity: GuestIdentity,
    limits: GuestLimits,
    bot_stream: Stream,
    wasi_stream: Stream,
    log: LogTail,
    marks: MarkBuffer,
    violations: Vec<Violation>,
    totals: GuestTotals,
    /// Where the clock stood when the turn began.
    turn_clock_ns: u64,
    /// The latest time that was told.
    told_clock_ns: u64,
    turn_fuel: u64,
    ready: bool,
    /// Whether the limits on what the bot says hold no more.
    unlimited: bool,
}

impl GuestState {
    /// The state of a bot whose leg begins.
    pub fn new(identity: GuestIdentity, limits: GuestLimits) -> GuestState {
        GuestState {
            bot_stream: Stream::new("random"),
            wasi_stream: Stream::new("random_get"),
            log: LogTail::new(limits.log_bytes_per_turn as usize),
            marks: MarkBuffer::new(limits.draw_bytes_per_turn as usize),
            violations: Vec::new(),
            totals: GuestTotals::default(),
            turn_clock_ns: SECOND_NS,
            told_clock_ns: 0,
            turn_fuel: 0,
            ready: false,
            unlimited: false,
            identity,
            limits,
        }
    }

    /// The state of the same bot in a further leg of the match: new streams and a new clock, the same log budget.
    pub fn next_leg(&self, leg: u32) -> GuestState {
        let next = GuestState::new(GuestIdentity { leg, ..self.identity }, self.limits);
        GuestState { totals: self.totals, ..next }
    }

    /// Begins a turn after `turn` turns were played; `fuel` is where the fuel counter stands.
    ///
    /// A host calls it also before the bot's start, with turn 0 and the fuel of the start. What the bot said since the
    /// last [`GuestState::end_turn`] belongs to this turn.
    #[inline]
    pub fn begin_turn(&mut self, turn: u32, fuel: u64) {
        let nominal = SECOND_NS * (1 + u64::from(turn));
        // A start or a turn with more fuel than a second has nanoseconds must not make the clock run backwards.
        self.turn_clock_ns = nominal.max(self.told_clock_ns);
        self.turn_fuel = fuel;
    }

    /// Tells that an instance is about to be made. What that costs depends on the machine, so until
    /// [`GuestState::instance_ready`] the bot sees no fuel and a clock that stands still.
    pub fn begin_instance(&mut self) {
        self.ready = false;
    }

    /// Tells that the instance is there and the fuel counter was set.
    pub fn instance_ready(&mut self) {
        self.ready = true;
    }

    /// Whether the bot said nothing, and did nothing that is forbidden, since the last turn's end.
    #[inline]
    pub fn is_quiet(&self) -> bool {
        self.log.is_untouched() && self.marks.is_untouched() && self.violations.is_empty()
    }

    /// Ends a turn and gives out what the bot said in it; `faulted` keeps the log of a turn beyond the match's budget.
    pub fn end_turn(&mut self, faulted: bool) -> TurnOutput {
        let left = u64::from(self.limits.log_bytes_per_match).saturating_sub(self.totals.log_bytes);
        let room =
            if faulted || self.unlimited { self.log.limit() } else { usize::try_from(left).unwrap_or(usize::MAX) };
        let (log, log_dropped) = self.log.take(room);
        let (draw, draw_dropped) = self.marks.take();
        let violations = std::mem::take(&mut self.violations);
        self.totals.log_bytes += log.len() as u64;
        self.totals.log_dropped += log_dropped;
        self.totals.draw_bytes += draw.len() as u64;
        self.totals.draw_dropped += draw_dropped;
        self.totals.violations += violations.iter().map(|violation| violation.times).sum::<u64>();
        TurnOutput { log, log_dropped, draw, draw_dropped, violations }
    }

    /// Keeps up to `bytes` of the log and of the drawing from here on, whatever the limits say, for somebody who looks
    /// into one turn. What a call costs does not depend on what is kept of it: the bot cannot tell.
    pub fn lift_limits(&mut self, bytes: usize) {
        self.unlimited = true;
        self.log.set_limit(bytes);
        self.marks.set_limit(bytes);
    }

    /// Sums over the finished turns, of earlier legs too.
    pub fn totals(&self) -> GuestTotals {
        self.totals
    }

    /// Forbidden calls of the turn so far.
    pub fn violations(&self) -> &[Violation] {
        &self.violations
    }

    /// Adds a line to the log, as `botpit.log` does.
    pub fn log_line(&mut self, line: &[u8]) {
        self.log.start_line();
        self.log.push(line);
        self.log.end_line(line.is_empty());
    }

    /// Adds marks to the drawing, as `botpit.draw` does.
    pub fn draw(&mut self, marks: &[u8]) {
        self.marks.push(marks, marks.len() as u64);
    }

    /// The next number of the stream behind `botpit.random`.
    pub fn random(&mut self) -> u64 {
        self.bot_stream.of(&self.identity).next_u64()
    }

    /// How many numbers of that stream were drawn.
    pub fn drawn(&self) -> u64 {
        let words = self.bot_stream.begun.as_ref().map_or(0, |stream| stream.get_word_pos());
        u64::try_from(words / WORDS_OF_NUMBER).unwrap_or(u64::MAX)
    }

    /// Puts that stream behind its first `drawn` numbers.
    pub fn seek_drawn(&mut self, drawn: u64) {
        self.bot_stream.of(&self.identity).set_word_pos(u128::from(drawn) * WORDS_OF_NUMBER);
    }

    pub(crate) fn log_tail(&mut self) -> &mut LogTail {
        &mut self.log
    }

    pub(crate) fn mark_buffer(&mut self) -> &mut MarkBuffer {
        &mut self.marks
    }

    pub(crate) fn fill_random(&mut self, bytes: &mut [u8]) {
        self.wasi_stream.of(&self.identity).fill_bytes(bytes);
    }

    pub(crate) fn violate(&mut self, function: &'static str) {
        match self.violations.iter_mut().find(|violation| violation.function == function) {
            Some(violation) => violation.times += 1,
            None => self.violations.push(Violation { function, times: 1 }),
        }
    }

    /// What a bot may know of its fuel when `left` is left.
    pub(crate) fn fuel_told(&self, left: u64) -> u64 {
        if self.ready { left } else { 0 }
    }

    /// The time, in nanoseconds, when `fuel_left` is left of the turn.
    pub(crate) fn clock_ns(&mut self, fuel_left: u64) -> u64 {
        let used = if self.ready { self.turn_fuel.saturating_sub(fuel_left) } else { 0 };
        self.told_clock_ns = self.told_clock_ns.max(self.turn_clock_ns.saturating_add(used));
        self.told_clock_ns
    }
}

/// A stream of random numbers, which most bots never ask for.
#[derive(Clone, Debug)]
struct Stream {
    name: &'static str,
    begun: Option<Box<ChaCha8Rng>>,
}

impl Stream {
    fn new(name: &'static str) -> Stream {
        Stream { name, begun: None }
    }

    fn of(&mut self, identity: &GuestIdentity) -> &mut ChaCha8Rng {
        self.begun.get_or_insert_with(|| Box::new(keyed(identity, self.name)))
    }
}

/// ChaCha8 keyed by BLAKE3 of `botpit bot`, a zero byte, the stream's name, a zero byte, the seed (`u64`), the leg
/// (`u32`) and the seat (`u8`), little-endian, and the module's SHA-256. The module's hash is in it because a bot
/// cannot know its own: with the rest alone it could find a small seed by trying, and generate the map.
fn keyed(identity: &GuestIdentity, name: &str) -> ChaCha8Rng {
    let mut hasher = blake3::Hasher::new();
    hasher.update(b"botpit bot\0");
    hasher.update(name.as_bytes());
    hasher.update(&[0]);
    hasher.update(&identity.seed.to_le_bytes());
    hasher.update(&identity.leg.to_le_bytes());
    hasher.update(&[identity.seat]);
    hasher.update(&identity.wasm_sha256);
    ChaCha8Rng::from_seed(*hasher.finalize().as_bytes())
}
