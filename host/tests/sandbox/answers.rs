//! Answers and buffers that are not what the contract says.

use botpit_abi::{Direction, Order, OrderList, OrderWriter};
use botpit_engine::replay::OrderBytes;
use botpit_engine::{FaultKind, Phase};

use crate::support::{MAX_ORDERS, MESSAGE_BYTES, Wat, assert_fault, boot, params, started, turn, unharmed_by};

/// The bytes of an answer as a WAT string.
fn escaped(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("\\{byte:02x}")).collect()
}

fn answer(orders: usize) -> Vec<u8> {
    let mut buffer = vec![0; OrderList::bytes_for(orders)];
    let mut writer = OrderWriter::new(&mut buffer, botpit_abi::game::GOLD_HUNTER);
    for player in 0..orders {
        assert!(writer.push(Order::rotate(player as u16, Direction::Up)));
    }
    writer.finish().to_vec()
}

/// A bot that answers with the range, and has `data` at `at`.
fn answering(ptr: u32, len: u32, at: u32, data: &[u8]) -> Wat {
    let answer = u64::from(ptr) << 32 | u64::from(len);
    Wat {
        fields: format!(r#"(data (i32.const {at}) "{}")"#, escaped(data)),
        ..Wat::thinking(format!("(i64.const {answer:#x})"))
    }
}

#[track_caller]
fn assert_bad(ptr: u32, len: u32, data: &[u8]) {
    let fault = answering(ptr, len, 4096, data).fault_in_think();
    assert_fault(&fault, FaultKind::BadOrders, Phase::Think);
}

#[test]
fn a_whole_answer_is_taken() {
    let bytes = answer(3);
    assert_eq!(answering(4096, bytes.len() as u32, 4096, &bytes).turn().orders.to_vec(), bytes);
}

#[test]
fn as_many_orders_as_allowed_and_one_more() {
    let most = answer(MAX_ORDERS as usize);
    assert_eq!(answering(4096, most.len() as u32, 4096, &most).turn().orders.to_vec(), most);
    let more = answer(MAX_ORDERS as usize + 1);
    assert_bad(4096, more.len() as u32, &more);
}

#[test]
fn no_length_is_no_orders_wherever_it_points() {
    for ptr in [0, 1, 4096, u32::MAX] {
        assert!(answering(ptr, 0, 4096, &[]).turn().orders.is_empty());
    }
}

#[test]
fn misaligned_answers_are_fine() {
    let bytes = answer(2);
    for at in [4097, 4098, 4099] {
        assert_eq!(answering(at, bytes.len() as u32, at, &bytes).turn().orders.to_vec(), bytes);
    }
}

#[test]
fn an_answer_at_the_very_end_of_memory() {
    let bytes = answer(2);
    let at = 131_072 - bytes.len() as u32;
    assert_eq!(answering(at, bytes.len() as u32, at, &bytes).turn().orders.to_vec(), bytes);
    assert_bad(at + 1, bytes.len() as u32, &[]);
}

#[test]
fn answers_outside_memory() {
    assert_bad(131_072, 16, &[]);
    assert_bad(u32::MAX, 16, &[]);
    assert_bad(u32::MAX - 15, 16, &[]);
}

#[test]
fn giant_answers() {
    assert_bad(0, u32::MAX, &[]);
    assert_bad(0, 131_072, &[]);
    assert_bad(u32::MAX, u32::MAX, &[]);
}

#[test]
fn answers_that_are_no_orders() {
    let good = answer(2);
    assert_bad(4096, 1, &good);
    assert_bad(4096, good.len() as u32 - 1, &good);
    assert_bad(4096, good.len() as u32, &vec![0; good.len()]);
    // Each field of the header in turn: version, game, kind, header length, length.
    for at in [0, 2, 4, 6, 8] {
        let mut bytes = good.clone();
        bytes[at] ^= 0x5a;
        assert_bad(4096, bytes.len() as u32, &bytes);
    }
}

/// The bot writes its answer over the view that it was given, which is its own memory to use.
#[test]
fn an_answer_over_the_view() {
    let bytes = answer(1);
    let wat = Wat {
        fields: format!(r#"(data (i32.const 16) "{}")"#, escaped(&bytes)),
        ..Wat::thinking(
            "(memory.copy (local.get $view) (i32.const 16) (i32.const 20))
             (i64.or (i64.shl (i64.extend_i32_u (local.get $view)) (i64.const 32)) (i64.const 20))",
        )
    };
    assert_eq!(wat.turn().orders.to_vec(), bytes);
}

#[test]
fn writing_over_the_view_changes_nothing_for_the_next_turn() {
    let module = Wat::thinking(
        "(if (i32.ne (i32.load8_u offset=255 (local.get $view)) (i32.const 255)) (then (unreachable)))
         (memory.fill (i32.const 0) (i32.const 0xee) (i32.const 131072))
         (i64.const 0)",
    )
    .load();
    let mut bot = started(&module);
    unharmed_by(|| {
        for number in 0..3 {
            turn(&mut bot, number);
        }
    });
}

#[test]
fn memory_may_grow_between_the_turns() {
    let module = Wat::thinking("(drop (memory.grow (i32.const 16))) (i64.const 0)").load();
    let mut bot = started(&module);
    for number in 0..10 {
        assert_eq!(turn(&mut bot, number).report.peak_memory_bytes, (2 + 16 * (u64::from(number) + 1)) << 16);
    }
}

#[test]
fn a_misaligned_buffer() {
    for alloc in ["(i32.const 1025)", "(i32.const 1026)", "(i32.const 1028)", "(i32.const 1031)", "(i32.const -1)"] {
        let fault = Wat { alloc, ..Wat::default() }.fault_in_boot();
        assert_fault(&fault, FaultKind::BadAlloc, Phase::Alloc);
    }
}

#[test]
fn a_buffer_outside_memory() {
    for alloc in ["(i32.const 131072)", "(i32.const 130056)", "(i32.const 0x7ffffff8)", "(i32.const -8)"] {
        let fault = Wat { alloc, ..Wat::default() }.fault_in_boot();
        assert_fault(&fault, FaultKind::BadAlloc, Phase::Alloc);
    }
}

#[test]
fn a_buffer_that_just_fits() {
    // 131,072 bytes of memory less the longest message.
    let alloc = "(i32.const 130048)";
    assert_eq!(131_072 - MESSAGE_BYTES, 130_048);
    Wat { alloc, ..Wat::default() }.turn();
}

#[test]
fn a_trap_in_alloc_and_in_setup() {
    let fault = Wat { alloc: "(unreachable)", ..Wat::default() }.fault_in_boot();
    assert_fault(&fault, FaultKind::Trap, Phase::Alloc);
    let fault = Wat::with_fields(r#"(func (export "setup") (param i32 i32) (unreachable))"#).fault_in_boot();
    assert_fault(&fault, FaultKind::Trap, Phase::Setup);
}

#[test]
fn alloc_and_setup_are_told_the_lengths() {
    let wat = Wat {
        alloc: "(if (i32.ne (local.get $len) (i32.const 1024)) (then (unreachable))) (i32.const 2048)",
        fields: r#"(func (export "setup") (param $ptr i32) (param $len i32)
            (if (i32.ne (local.get $ptr) (i32.const 2048)) (then (unreachable)))
            (if (i32.ne (local.get $len) (i32.const 512)) (then (unreachable)))
            (if (i32.ne (i32.load8_u offset=511 (local.get $ptr)) (i32.const 9)) (then (unreachable))))"#
            .to_owned(),
        ..Wat::default()
    };
    let mut bot = botpit::sandbox::Bot::new(&wat.load(), params());
    let report = bot.boot(10_000, &mut |buffer| {
        buffer[511] = 9;
        512
    });
    assert_eq!(report.fault, None);
    assert_eq!(turn(&mut bot, 0).report.fault, None);
}

#[test]
fn traps_of_every_kind_are_traps() {
    let traps = [
        ("(unreachable)", "wasm `unreachable` instruction executed"),
        ("(drop (i32.div_u (i32.const 1) (i32.const 0)))", "integer divide by zero"),
        ("(drop (i32.div_s (i32.const 0x80000000) (i32.const -1)))", "integer overflow"),
        ("(drop (i32.trunc_f64_s (f64.const nan)))", "invalid conversion to integer"),
        ("(call_indirect (i32.const 0))", "uninitialized element"),
        ("(call_indirect (i32.const 1))", "indirect call type mismatch"),
        ("(call_indirect (i32.const 5))", "undefined element"),
    ];
    for (code, detail) in traps {
        let wat = Wat {
            fields: "(table 2 funcref) (elem (i32.const 1) $f) (func $f (param i32))".to_owned(),
            ..Wat::thinking(format!("{code} (i64.const 0)"))
        };
        let fault = wat.fault_in_think();
        assert_fault(&fault, FaultKind::Trap, Phase::Think);
        assert!(fault.detail.starts_with(detail), "{fault}");
    }
}

#[test]
fn a_team_name_is_cut_and_escaped() {
    let named = |name: &str, ptr_len: &str| {
        let fields = format!(
            r#"(data (i32.const 16) "{}")
               (func (export "team_name") (result i64) (i64.const {ptr_len}))"#,
            escaped(name.as_bytes())
        );
        started(&Wat::with_fields(fields).load()).team_name().map(str::to_owned)
    };
    assert_eq!(named("Diggers", "0x1000000007").as_deref(), Some("Diggers"));
    assert_eq!(named("", "0").as_deref(), None);
    assert_eq!(named("   ", "0x1000000003").as_deref(), None);
    assert_eq!(named(&"x".repeat(65), "0x1000000041").as_deref(), Some("x".repeat(64).as_str()));
    let evil = named("\u{1b}[2Jup\n", "0x1000000007").expect("a name");
    assert!(!evil.contains(|char: char| char.is_control()), "{evil}");
}

#[test]
fn a_team_name_outside_memory() {
    for answer in ["-1", "0x0002000000000001", "0x0001fff000000020"] {
        let fields = format!(r#"(func (export "team_name") (result i64) (i64.const {answer}))"#);
        assert_fault(&Wat::with_fields(fields).fault_in_boot(), FaultKind::BadPointer, Phase::TeamName);
    }
}

#[test]
fn a_bot_without_instance_is_not_asked() {
    let module = Wat::default().load();
    let mut bot = started(&module);
    bot.drop_instance();
    let mut orders = OrderBytes::from_slice(&[1, 2, 3]);
    let report = bot.think(1000, &mut |_| unreachable!("no view is written"), &mut orders);
    assert_eq!(report, botpit::sandbox::CallReport::default());
    assert!(orders.is_empty());
    assert_eq!(boot(&mut bot).fault, None);
}

/// What Rust writes for a panic in `setup`: the functions of its library on the way to the trap tell nothing.
#[test]
fn a_panic_is_told_by_the_function_that_panicked() {
    let chain = [
        "_RNvCsfLfy6EI15iL_7___rustc12___rust_abort",
        "_RNvCsfLfy6EI15iL_7___rustc10rust_panic",
        "_RNvNtCsgXGp5Oqx2Ny_4core9panicking9panic_fmt",
        "_RNvNtCsgXGp5Oqx2Ny_4core6option13unwrap_failed",
        "_RNvCs1234_3bot6decide",
    ];
    let called = |name: &str, body: &str| format!(r#"(func $"{name}" {body}) "#);
    let calling = |pair: &[&str]| called(pair[1], &format!(r#"(call $"{}")"#, pair[0]));
    let fields = called(chain[0], "unreachable") + &chain.windows(2).map(calling).collect::<String>();
    let wat = Wat { fields, ..Wat::thinking(format!(r#"(call $"{}") (i64.const 0)"#, chain[4])) };
    let fault = wat.fault_in_think();
    let path = "in `core::panicking::panic_fmt` from `core::option::unwrap_failed` from `bot::decide`";
    assert!(fault.detail.ends_with(path), "{fault}");
    let long = format!("_RNvC{}{}6decide", 199, "x".repeat(199));
    let fields = called(&long, "unreachable");
    let fault = Wat { fields, ..Wat::thinking(format!(r#"(call $"{long}") (i64.const 0)"#)) }.fault_in_think();
    assert!(fault.detail.ends_with("xxx…`") && fault.detail.len() < 150, "{fault}");
}
