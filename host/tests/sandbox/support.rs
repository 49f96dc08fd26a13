//! One sandbox for all tests, bots from parts of WAT, and the proof that a hostile bot harms nobody else.

use std::sync::OnceLock;
use std::time::Duration;

use botpit::sandbox::{
    Bot, BotParams, CallReport, CompilerPath, LoadProblem, Module, RunLimits, Sandbox, SandboxConfig, TurnOutput,
};
use botpit_engine::replay::OrderBytes;
use botpit_engine::{Fault, FaultKind, Phase};

/// Fuel of one call in these tests: little, so that endless loops end soon.
pub(crate) const FUEL: u64 = 10_000_000;
/// More fuel than any ceiling lets a bot use.
pub(crate) const ENDLESS_FUEL: u64 = 1 << 60;
/// The longest view in these tests, in bytes.
pub(crate) const MESSAGE_BYTES: u32 = 1024;
/// The most orders in these tests.
pub(crate) const MAX_ORDERS: u32 = 8;

/// The program of this crate as the compile child.
pub(crate) fn compiler() -> CompilerPath {
    CompilerPath::Program { program: env!("CARGO_BIN_EXE_botpit").into(), args: vec!["__compile".into()] }
}

/// A configuration whose load ends soon.
pub(crate) fn config() -> SandboxConfig {
    SandboxConfig { compiler: compiler(), load_fuel: 100_000_000, ..SandboxConfig::default() }
}

/// The sandbox that all tests of this binary share.
pub(crate) fn sandbox() -> &'static Sandbox {
    static SANDBOX: OnceLock<Sandbox> = OnceLock::new();
    SANDBOX.get_or_init(|| Sandbox::new(config()).expect("a sandbox"))
}

/// A bot in parts of WAT: what is not given is well-behaved.
#[derive(Clone)]
pub(crate) struct Wat {
    pub(crate) imports: String,
    pub(crate) memory: &'static str,
    /// Further fields of the module: functions, data, exports.
    pub(crate) fields: String,
    pub(crate) abi: &'static str,
    pub(crate) alloc: &'static str,
    /// The body of `think`, whose parameters are `$view` and `$len`.
    pub(crate) think: String,
}

impl Default for Wat {
    fn default() -> Wat {
        Wat {
            imports: String::new(),
            memory: "2",
            fields: String::new(),
            abi: "(i32.const 0x00010001)",
            alloc: "(i32.const 1024)",
            think: "(i64.const 0)".to_owned(),
        }
    }
}

impl Wat {
    /// A bot that is well-behaved but for its `think`.
    pub(crate) fn thinking(think: impl Into<String>) -> Wat {
        Wat { think: think.into(), ..Wat::default() }
    }

    /// A well-behaved bot with further fields.
    pub(crate) fn with_fields(fields: impl Into<String>) -> Wat {
        Wat { fields: fields.into(), ..Wat::default() }
    }

    /// The whole module as text.
    pub(crate) fn text(&self) -> String {
        let Wat { imports, memory, fields, abi, alloc, think } = self;
        format!(
            r#"(module
                {imports}
                (memory (export "memory") {memory})
                {fields}
                (func (export "botpit_abi") (result i32) {abi})
                (func (export "alloc") (param $len i32) (result i32) {alloc})
                (func (export "think") (param $view i32) (param $len i32) (result i64) {think}))"#
        )
    }

    /// The module's bytes.
    pub(crate) fn wasm(&self) -> Vec<u8> {
        wat::parse_str(self.text()).expect("valid WAT")
    }

    /// The bot, which must load.
    pub(crate) fn load(&self) -> Module {
        sandbox().load("hostile", &self.wasm()).expect("a bot that loads")
    }

    /// Why the bot does not load; nobody else may be harmed by the attempt.
    pub(crate) fn refused(&self) -> LoadProblem {
        refused(&self.wasm())
    }

    /// The fault of the bot's start, which must fail; nobody else may be harmed.
    pub(crate) fn fault_in_boot(&self) -> Fault {
        let module = self.load();
        unharmed_by(|| {
            let mut bot = Bot::new(&module, params());
            bot.begin_turn(0);
            let report = boot(&mut bot);
            assert!(!bot.is_running());
            only_fault(report)
        })
    }

    /// The fault of the bot's first turn, which must fail; nobody else may be harmed, and the bot can be started again.
    pub(crate) fn fault_in_think(&self) -> Fault {
        let module = self.load();
        unharmed_by(|| {
            let mut bot = started(&module);
            let mut orders = OrderBytes::from_slice(&[1]);
            let report = bot.think(FUEL, &mut view, &mut orders);
            assert!(orders.is_empty() && !bot.is_running());
            let fault = only_fault(report);
            assert_eq!(boot(&mut bot).fault, None, "the bot restarts");
            let again = bot.think(FUEL, &mut view, &mut orders);
            assert_eq!(again.fault.map(|fault| fault.kind), Some(fault.kind), "it fails in the same way again");
            fault
        })
    }

    /// What comes of the bot's first turn, which must not fail; nobody else may be harmed.
    pub(crate) fn turn(&self) -> Turn {
        let module = self.load();
        unharmed_by(|| turn(&mut started(&module), 0))
    }
}

/// What one turn of a bot came to.
#[derive(Debug, PartialEq)]
pub(crate) struct Turn {
    pub(crate) orders: OrderBytes,
    pub(crate) report: CallReport,
    pub(crate) output: TurnOutput,
}

/// The parameters of a bot in these tests.
pub(crate) fn params() -> BotParams {
    BotParams {
        game: botpit_abi::game::GOLD_HUNTER,
        max_orders: MAX_ORDERS,
        message_bytes_max: MESSAGE_BYTES,
        // As the tests measure nothing, a slow machine must not come to a ceiling.
        limits: RunLimits { cpu_per_turn: Some(Duration::from_secs(60)), ..RunLimits::default() },
        seed: 7,
        leg: 0,
        seat: 1,
    }
}

/// Writes a message of these tests: bytes that count up.
pub(crate) fn view(buffer: &mut [u8]) -> usize {
    for (byte, value) in buffer.iter_mut().zip((0..=u8::MAX).cycle()) {
        *byte = value;
    }
    buffer.len()
}

/// Starts a bot on the fuel of these tests.
pub(crate) fn boot(bot: &mut Bot) -> CallReport {
    bot.boot(FUEL, &mut view)
}

/// A bot that has started.
pub(crate) fn started(module: &Module) -> Bot {
    started_with(module, params())
}

/// A bot that has started with the given parameters.
pub(crate) fn started_with(module: &Module, params: BotParams) -> Bot {
    let mut bot = Bot::new(module, params);
    bot.begin_turn(0);
    let report = boot(&mut bot);
    assert_eq!((report.fault, report.host_failure, report.cpu_ceiling), (None, None, None), "the bot starts");
    bot
}

/// Plays one turn that must not fail.
pub(crate) fn turn(bot: &mut Bot, number: u32) -> Turn {
    bot.begin_turn(number);
    let mut orders = OrderBytes::new();
    let report = bot.think(FUEL, &mut view, &mut orders);
    assert_eq!((&report.fault, &report.host_failure, report.cpu_ceiling), (&None, &None, None), "the turn succeeds");
    assert!(bot.is_running());
    Turn { orders, report, output: bot.end_turn(false) }
}

/// The fault of a call that failed by the bot's doing alone.
pub(crate) fn only_fault(report: CallReport) -> Fault {
    assert_eq!((report.host_failure, report.cpu_ceiling), (None, None));
    report.fault.expect("a fault")
}

/// Why a module does not load; nobody else may be harmed by the attempt.
pub(crate) fn refused(wasm: &[u8]) -> LoadProblem {
    unharmed_by(|| sandbox().load("hostile", wasm).expect_err("a bot that does not load").problem)
}

/// Asserts a fault's kind and phase.
#[track_caller]
pub(crate) fn assert_fault(fault: &Fault, kind: FaultKind, phase: Phase) {
    assert_eq!((fault.kind, fault.phase), (kind, phase), "{fault}");
}

/// Runs `hostile` while a well-behaved bot is in the middle of its leg, and asserts that this bot's whole leg is the
/// same as without.
pub(crate) fn unharmed_by<R>(hostile: impl FnOnce() -> R) -> R {
    static ALONE: OnceLock<Vec<Turn>> = OnceLock::new();
    let alone = ALONE.get_or_init(|| {
        let mut bot = started(good_bot());
        (0..4).map(|number| good_turn(&mut bot, number)).collect()
    });
    let mut bot = started(good_bot());
    let mut turns: Vec<Turn> = (0..2).map(|number| good_turn(&mut bot, number)).collect();
    let result = hostile();
    turns.extend((2..4).map(|number| good_turn(&mut bot, number)));
    assert_eq!(&turns, alone, "another bot's leg has changed");
    result
}

fn good_turn(bot: &mut Bot, number: u32) -> Turn {
    let mut turn = turn(bot, number);
    // Time is no part of a bot's answer.
    turn.report.cpu = Duration::ZERO;
    turn
}

/// A bot whose answer depends on all that it can see: its view, its memory, its random stream and its fuel.
fn good_bot() -> &'static Module {
    static GOOD: OnceLock<Module> = OnceLock::new();
    GOOD.get_or_init(|| {
        let wat = Wat {
            imports: r#"
                (import "botpit" "log" (func $log (param i32 i32)))
                (import "botpit" "random" (func $random (result i64)))
                (import "botpit" "fuel_left" (func $fuel_left (result i64)))"#
                .to_owned(),
            // The header of an answer of two orders.
            fields: r#"(data (i32.const 16) "\01\00\01\00\03\00\10\00\18\00\00\00\00\00\00\00")"#.to_owned(),
            think: r#"
                (i64.store (i32.const 32)
                    (i64.add (i64.load (i32.const 32)) (i64.xor (call $random) (call $fuel_left))))
                (i64.store (i32.const 32) (i64.add (i64.load (i32.const 32)) (i64.load (local.get $view))))
                (call $log (i32.const 32) (i32.const 8))
                (i64.const 0x1000000018)"#
                .to_owned(),
            ..Wat::default()
        };
        sandbox().load("good", &wat.wasm()).expect("the well-behaved bot")
    })
}
