//! Files that are no bots, and what their errors say.

use std::sync::OnceLock;

use botpit::sandbox::{LoadError, LoadProblem, Quantity, Sandbox, SandboxConfig, Toolchain};
use botpit_engine::replay::OrderBytes;
use proptest::prelude::*;

use crate::support::{Wat, config, refused, sandbox, started, turn, view};

fn of_text(text: &str) -> LoadProblem {
    refused(&wat::parse_str(text).expect("valid WAT"))
}

#[track_caller]
fn assert_hint(problem: LoadProblem, word: &str) {
    let error = LoadError { bot: "x".to_owned(), problem, language: None };
    let hint = error.hint().unwrap_or_default();
    assert!(hint.contains(word), "{error}: {hint}");
}

#[test]
fn files_of_other_kinds() {
    let looks_like = |bytes: &[u8]| match refused(bytes) {
        LoadProblem::NotWasm { looks_like } => looks_like.unwrap_or("nothing known"),
        other => panic!("{other}"),
    };
    assert!(looks_like(b"").contains("empty"));
    assert!(looks_like(b"\x7fELF\x02\x01").contains("Linux"));
    assert!(looks_like(b"  (module)").contains("text format"));
    assert!(looks_like(b"#!/bin/sh").contains("nothing"));
    assert_hint(refused(b"(module)"), "wat2wasm");
}

#[test]
fn a_component() {
    let component = wat::parse_str("(component)").expect("valid WAT");
    assert_eq!(refused(&component), LoadProblem::Component);
}

#[test]
fn a_module_over_the_limit() {
    let sandbox = Sandbox::new(SandboxConfig {
        load: botpit::sandbox::LoadLimits { module_bytes: 100, ..config().load },
        ..config()
    })
    .expect("a sandbox");
    let wasm = Wat::default().wasm();
    let problem = sandbox.load("large", &wasm).expect_err("too large").problem;
    assert_eq!(problem, LoadProblem::TooLarge { bytes: wasm.len() as u64, limit: 100 });
}

#[test]
fn missing_exports() {
    let whole = Wat::default().text();
    for name in ["botpit_abi", "alloc", "think"] {
        let text = whole.replace(&format!(r#"(export "{name}")"#), "");
        assert_eq!(of_text(&text), LoadProblem::MissingExport { name });
    }
    let text = whole.replace(r#"(export "memory")"#, "");
    assert_eq!(of_text(&text), LoadProblem::MissingExport { name: "memory" });
    assert_eq!(of_text("(module)"), LoadProblem::MissingExport { name: "botpit_abi" });
}

#[test]
fn exports_of_another_type() {
    let whole = Wat::default().text();
    let changed = |from: &str, to: &str| match of_text(&whole.replace(from, to)) {
        LoadProblem::ExportType { name, found, .. } => (name, found),
        other => panic!("{other}"),
    };
    assert_eq!(
        changed("(param $view i32) (param $len i32) (result i64)", "(param $view i32) (result i64)"),
        ("think", "(i32) -> i64".to_owned())
    );
    assert_eq!(
        changed(r#"(func (export "alloc") (param $len i32)"#, r#"(func (export "alloc") (param $len i64)"#),
        ("alloc", "(i64) -> i32".to_owned())
    );
    assert_eq!(
        changed(r#"(func (export "alloc")"#, r#"(global (export "alloc") i32 (i32.const 0)) (func"#),
        ("alloc", "a global".to_owned())
    );
    assert_eq!(
        changed(r#"(memory (export "memory") 2)"#, r#"(memory 2) (table (export "memory") 1 funcref)"#),
        ("memory", "a table".to_owned())
    );
    let setup = Wat::with_fields(r#"(func (export "setup") (param i32))"#).refused();
    assert!(matches!(setup, LoadProblem::ExportType { name: "setup", .. }), "{setup}");
}

#[test]
fn a_command_instead_of_a_reactor() {
    let problem = of_text(r#"(module (memory (export "memory") 1) (func (export "_start")))"#);
    assert_eq!(problem, LoadProblem::Command);
    assert_hint(problem, "-mexec-model=reactor");
}

#[test]
fn the_version_and_the_games() {
    let abi = |abi| Wat { abi, ..Wat::default() };
    assert_eq!(abi("(i32.const 0x00010002)").refused(), LoadProblem::AbiVersion { found: 2 });
    assert_eq!(abi("(i32.const 0)").refused(), LoadProblem::AbiVersion { found: 0 });
    assert_eq!(abi("(i32.const 1)").refused(), LoadProblem::NoGame);
    assert_eq!(abi("(i32.const 0x00030001)").load().games(), 3);
    assert_eq!(abi("(i32.const 0xffff0001)").load().games(), 0xffff);
}

#[test]
fn a_trap_while_loading() {
    for (wat, phase) in [
        (Wat { abi: "(unreachable)", ..Wat::default() }, botpit_engine::Phase::Abi),
        (Wat::with_fields("(func $start (unreachable)) (start $start)"), botpit_engine::Phase::Start),
    ] {
        match wat.refused() {
            LoadProblem::Faulted { fault, .. } => {
                crate::support::assert_fault(&fault, botpit_engine::FaultKind::Trap, phase);
            }
            other => panic!("{other}"),
        }
    }
}

/// Languages with a runtime cannot answer anything before `_initialize`.
#[test]
fn initialize_comes_before_everything_else() {
    let wat = Wat {
        abi: "(if (i32.eqz (global.get $begun)) (then (unreachable))) (i32.const 0x00010001)",
        fields: r#"
            (global $begun (mut i32) (i32.const 0))
            (func (export "_initialize") (global.set $begun (i32.add (global.get $begun) (i32.const 1))))"#
            .to_owned(),
        ..Wat::thinking("(if (i32.ne (global.get $begun) (i32.const 1)) (then (unreachable))) (i64.const 0)")
    };
    turn(&mut started(&wat.load()), 0);
}

#[test]
fn imports_that_there_are_not() {
    let of_type = |module: &str, name: &str, ty: &str| {
        let imports = format!(r#"(import "{module}" "{name}" (func {ty}))"#);
        match (Wat { imports, ..Wat::default() }).refused() {
            LoadProblem::UnknownImport { toolchain, .. } => toolchain,
            other => panic!("{other}"),
        }
    };
    let of = |module: &str, name: &str| of_type(module, name, "(param i32)");
    assert_eq!(of("__wbindgen_placeholder__", "__wbindgen_describe"), Toolchain::WasmBindgen);
    assert_eq!(of("./bot_bg.js", "__wbg_log_1234"), Toolchain::WasmBindgen);
    assert_eq!(of("env", "emscripten_resize_heap"), Toolchain::Emscripten);
    assert_eq!(of("env", "invoke_vi"), Toolchain::Emscripten);
    assert_eq!(of("gojs", "runtime.wasmExit"), Toolchain::Go);
    assert_eq!(of_type("env", "abort", "(param i32 i32 i32 i32)"), Toolchain::AssemblyScript);
    assert_eq!(of_type("env", "abort", ""), Toolchain::Linker);
    assert_eq!(of("env", "console.log"), Toolchain::AssemblyScript);
    assert_eq!(of("wasm:js-string", "length"), Toolchain::JavaScript);
    assert_eq!(of("wasi", "thread-spawn"), Toolchain::WasiThreads);
    assert_eq!(of("env", "my_function"), Toolchain::Linker);
    assert_eq!(of("wasi_snapshot_preview1", "fd_teleport"), Toolchain::Wasi);
    assert_eq!(of("env", "syscall/js.valueGet"), Toolchain::Go);
    assert_eq!(of("env", "__cxa_throw"), Toolchain::CppExceptions);
    assert_eq!(of("wasi_unstable", "fd_write"), Toolchain::WasiPreview0);
    assert_eq!(of("wasi:cli/stdout@0.2.0", "get-stdout"), Toolchain::Component);
    assert_eq!(of("botpit", "cheat"), Toolchain::Unknown);
    assert_eq!(of("elsewhere", "thing"), Toolchain::Unknown);
}

/// A name that several tools use is of the tool that made another import.
#[test]
fn the_maker_of_an_import_is_told_by_the_others() {
    let first = |imports: &str| match (Wat { imports: imports.to_owned(), ..Wat::default() }).refused() {
        LoadProblem::UnknownImport { toolchain, .. } => toolchain,
        other => panic!("{other}"),
    };
    let exit = r#"(import "env" "exit" (func (param i32)))"#;
    assert_eq!(first(exit), Toolchain::Linker);
    assert_eq!(first(&format!(r#"{exit} (import "env" "setTempRet0" (func (param i32)))"#)), Toolchain::Emscripten);
    assert_eq!(first(&format!(r#"{exit} (import "env" "seed" (func (result f64)))"#)), Toolchain::Linker);
}

#[test]
fn an_import_that_is_no_function() {
    for import in [
        r#"(import "env" "memory" (memory 1))"#,
        r#"(import "botpit" "log" (global i32))"#,
        r#"(import "env" "table" (table 1 funcref))"#,
    ] {
        let text = Wat { imports: import.to_owned(), ..Wat::default() }.text();
        let text = if import.contains("(memory") { text.replace(r#"(memory (export "memory") 2)"#, "") } else { text };
        let problem = of_text(&text);
        let memory = import.contains("(memory");
        assert_eq!(matches!(problem, LoadProblem::ImportedMemory { .. }), memory, "{problem}");
        assert_eq!(matches!(problem, LoadProblem::UnknownImport { .. }), !memory, "{problem}");
    }
}

#[test]
fn an_import_of_another_type() {
    let imports = r#"(import "botpit" "log" (func (param i32)))"#.to_owned();
    match (Wat { imports, ..Wat::default() }).refused() {
        LoadProblem::ImportType { name: "log", expected, found, .. } => {
            assert_eq!((expected.as_str(), found.as_str()), ("(i32, i32) -> ()", "(i32) -> ()"));
        }
        other => panic!("{other}"),
    }
}

#[test]
fn names_from_the_file_are_escaped() {
    let imports = r#"(import "en\1b[31mv" "x\0ay" (func))"#.to_owned();
    let error = sandbox().load("ev\u{1b}il", &Wat { imports, ..Wat::default() }.wasm()).expect_err("refused");
    assert!(!format!("{error}").contains(|char: char| char.is_control()), "{error}");
}

#[test]
fn every_truncation_is_refused() {
    let text = Wat::default().text();
    // Without names the code comes last, and nothing can be left out.
    let wasm = wat::parse_str(text.replace("$view ", "").replace("$len ", "")).expect("valid WAT");
    sandbox().load("whole", &wasm).expect("loads");
    for len in 0..wasm.len() {
        assert!(sandbox().load("cut", &wasm[..len]).is_err(), "the first {len} bytes");
    }
    crate::support::unharmed_by(|| ());
}

#[test]
fn quantities_are_named() {
    let problem = of_text(&format!("(module (func {}))", "(param i32)".repeat(65)));
    assert_eq!(problem, LoadProblem::OverLimit { quantity: Quantity::Parameters, found: 65, limit: 64 });
    let results = format!("(module (func (result {}) unreachable))", "i32 ".repeat(17));
    assert_eq!(of_text(&results), LoadProblem::OverLimit { quantity: Quantity::Results, found: 17, limit: 16 });
}

/// A sandbox whose compile child stops soon, for modules that came about by chance.
fn hasty_sandbox() -> &'static Sandbox {
    static SANDBOX: OnceLock<Sandbox> = OnceLock::new();
    SANDBOX.get_or_init(|| {
        let load = botpit::sandbox::LoadLimits { compile_cpu_seconds: 5, ..config().load };
        Sandbox::new(SandboxConfig { load, load_fuel: 1_000_000, ..config() }).expect("a sandbox")
    })
}

/// Loads and, where it is a bot, plays: whatever happens, it comes back.
fn survive(wasm: &[u8]) {
    if let Ok(module) = hasty_sandbox().load("random", wasm) {
        let mut bot = botpit::sandbox::Bot::new(&module, crate::support::params());
        bot.begin_turn(0);
        bot.boot(100_000, &mut view);
        bot.think(100_000, &mut view, &mut OrderBytes::new());
        bot.end_turn(false);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes_are_refused(bytes in proptest::collection::vec(any::<u8>(), 0..512)) {
        prop_assert!(sandbox().load("random", &bytes).is_err());
    }

    #[test]
    fn random_sections_are_survived(bytes in proptest::collection::vec(any::<u8>(), 0..512)) {
        survive(&[b"\0asm\x01\0\0\0".as_slice(), &bytes].concat());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn damaged_modules_are_survived(changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4)) {
        let mut wasm = include_wat();
        for (index, value) in changes {
            let at = index.index(wasm.len());
            wasm[at] = value;
        }
        survive(&wasm);
    }
}

fn include_wat() -> Vec<u8> {
    wat::parse_str(include_str!("../wat/from-abi.wat")).expect("valid WAT")
}

/// The bot that is written from the contract's tables alone, without the SDK.
#[test]
fn a_bot_written_from_the_tables_loads_and_starts() {
    let module = sandbox().load("from-abi", &include_wat()).expect("a bot");
    assert!(module.has_setup());
    assert_eq!(module.games(), 1);
    let bot = started(&module);
    assert_eq!(bot.team_name(), Some("from-abi"));
}
