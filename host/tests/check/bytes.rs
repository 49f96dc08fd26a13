//! What the bytes of a file tell.

use botpit::sandbox::Language;

use crate::support::{codes, module, quiet, quiet_text, report, sandbox, words, words_of};

/// A file, the code of its problem, and what the complaint says.
struct Case {
    file: Vec<u8>,
    code: &'static str,
    says: &'static [&'static str],
}

fn case(file: impl Into<Vec<u8>>, code: &'static str, says: &'static [&'static str]) -> Case {
    Case { file: file.into(), code, says }
}

/// A quiet bot with another part of it.
fn changed(from: &str, to: &str) -> Vec<u8> {
    let text = quiet_text("");
    assert!(text.contains(from), "{text}");
    module(&text.replace(from, to))
}

/// A program of that origin that has only `_start`.
fn command(producers: &str) -> Vec<u8> {
    module(&format!(r#"(module (memory (export "memory") 1) (func (export "_start")) {producers})"#))
}

fn made_by(language: &str, tool: &str) -> String {
    format!(r#"(@producers (language "{language}" "") (processed-by "{tool}" "1.0"))"#)
}

fn importing(module: &str, name: &str) -> Vec<u8> {
    quiet(&import(module, name, "(param i32)"))
}

/// The text of an import of a function.
fn import(module: &str, name: &str, ty: &str) -> String {
    format!(r#"(import "{module}" "{name}" (func {ty}))"#)
}

fn importing_in(language: &str, module: &str, name: &str) -> Vec<u8> {
    quiet(&(import(module, name, "(param i32)") + &made_by(language, "tool")))
}

fn other_files() -> Vec<Case> {
    let whole = quiet("");
    vec![
        case("", "not-wasm", &["an empty file", "compiler"]),
        case("  (module)", "not-wasm", &["text format", "wat2wasm"]),
        case("<!DOCTYPE html>\n<p>404", "not-wasm", &["a web page"]),
        case(
            "import { x } from './y.js';\nWebAssembly.instantiate(x)",
            "not-wasm",
            &["JavaScript", ".wasm file beside it"],
        ),
        case("PK\u{3}\u{4}rest", "not-wasm", &["a zip archive"]),
        case("\u{7f}ELF\u{2}\u{1}", "not-wasm", &["a native program", "Linux"]),
        case("version https://git-lfs.github.com/spec/v1\n", "not-wasm", &["git lfs pull"]),
        case("AGFzbQEAAAA=", "not-wasm", &["base64"]),
        case("!<arch>\nx", "not-wasm", &["an archive of object files", "`build-lib`", "`staticlib`"]),
        case(&whole[..2], "not-wasm", &["cut"]),
        case(&whole[..whole.len() - 9], "truncated", &["cut", "again"]),
        case(&whole[..10], "truncated", &["cut"]),
        case([&whole[..], b"\x0b\x01"].concat(), "truncated", &["cut"]),
        case([&whole[..], b"\x01\x02\x01\x00"].concat(), "invalid", &["wasm-tools validate"]),
        case(module("(component)"), "component", &["core module"]),
        case(
            module(r#"(module (import "env" "__linear_memory" (memory 0)) (@custom "linking" "\02"))"#),
            "unlinked",
            &["an object file", "link it", "`build-obj`"],
        ),
        // What `wasm-ld -r` writes.
        case(
            module(
                r#"(module
                    (import "env" "__indirect_function_table" (table 0 funcref)) (memory 0)
                    (@custom "linking" "\02") (@custom "reloc.CODE" "") (@custom "reloc.DATA" ""))"#,
            ),
            "unlinked",
            &["an object file", "`-r`"],
        ),
        case(module(r#"(module (@custom "dylink.0" ""))"#), "unlinked", &["a dynamic library", "SIDE_MODULE"]),
    ]
}

fn commands() -> Vec<Case> {
    vec![
        case(
            command(""),
            "command",
            &["-mexec-model=reactor", "STANDALONE_WASM", "c-shared", "-fno-entry", "cdylib", "--exportStart"],
        ),
        case(command(&made_by("Rust", "rustc")), "command", &["crate-type = [\"cdylib\"]", "src/lib.rs"]),
        case(command(&made_by("C11", "clang")), "command", &["-mexec-model=reactor", "--no-entry"]),
        case(command(&made_by("C_plus_plus_17", "clang")), "command", &["-mexec-model=reactor"]),
        case(command(&made_by("Zig", "Zig")), "command", &["-fno-entry -rdynamic", "without `pub fn main`"]),
        case(command(r#"(func (export "stackAlloc"))"#), "command", &["-sSTANDALONE_WASM --no-entry"]),
        case(command(&made_by("Go", "Go cmd/compile")), "command", &["GOOS=wasip1", "-buildmode=c-shared"]),
        case(command(&made_by("Go", "TinyGo")), "command", &["tinygo build", "-buildmode=c-shared"]),
        case(command(r#"(@custom "go:buildid" "x")"#), "command", &["GOOS=wasip1"]),
        case(command(r#"(data (i32.const 0) "x/rustc/1234/library/core/src/num.rs")"#), "command", &["cdylib"]),
    ]
}

fn imports() -> Vec<Case> {
    vec![
        case(
            importing("env", "no_such"),
            "unknown-import",
            &[
                "`env`.`no_such`",
                "nowhere defined",
                "import_module",
                "extern \"botpit\" fn",
                "//go:wasmimport",
                "@external",
            ],
        ),
        case(
            importing_in("C11", "env", "puts"),
            "unknown-import",
            &["-lc", "--allow-undefined", r#"__attribute__((import_module("botpit"), import_name("log")))"#],
        ),
        case(importing_in("Rust", "env", "puts"), "unknown-import", &["wasm_import_module"]),
        case(importing_in("Zig", "env", "puts"), "unknown-import", &["extern \"botpit\" fn"]),
        case(importing_in("Go", "env", "puts"), "unknown-import", &["//go:wasmimport"]),
        case(
            importing("__wbindgen_placeholder__", "__wbindgen_describe"),
            "unknown-import",
            &["wasm-bindgen", "browser"],
        ),
        case(importing("wbg", "x"), "unknown-import", &["wasm-bindgen"]),
        case(importing("gojs", "runtime.ticks"), "unknown-import", &["wasm_exec.js", "GOOS=wasip1"]),
        case(importing("env", "emscripten_resize_heap"), "unknown-import", &["-sSTANDALONE_WASM --no-entry"]),
        case(quiet(&import("env", "abort", "")), "unknown-import", &["nowhere defined"]),
        case(importing("env", "__cxa_throw"), "unknown-import", &["-fno-exceptions"]),
        case(importing("wasi_unstable", "fd_write"), "unknown-import", &["2019", "wasi_snapshot_preview1"]),
        case(importing("wasi:cli/stdout@0.2.0", "get-stdout"), "unknown-import", &["preview 1"]),
        case(importing("wasi_snapshot_preview1", "fd_teleport"), "unknown-import", &["start-up code"]),
        case(
            importing("wasi", "thread-spawn"),
            "unknown-import",
            &["starts a thread", "wasm32-wasip1", "wasm32-wasi`"],
        ),
        case(importing_in("Rust", "wasi", "thread-spawn"), "unknown-import", &["`wasm32-wasip1`"]),
        case(importing("wasm:js-string", "length"), "unknown-import", &["it is JavaScript's", "linear memory"]),
        case(importing("./bot.uninstantiated.mjs", "println"), "unknown-import", &["it is JavaScript's"]),
        case(
            quiet(r#"(import "env" "__indirect_function_table" (table 1 funcref))"#),
            "unknown-import",
            &["--import-table", "--importTable"],
        ),
        case(importing("botpit", "cheat"), "unknown-import", &["`log`, `draw`, `fuel_left` and `random`"]),
        case(importing("botpit", "log"), "import-type", &["(i32, i32) -> ()", "sdk/ABI.md"]),
        case(
            module(&quiet_text(r#"(import "env" "memory" (memory 8))"#).replace(r#"(memory (export "memory") 8)"#, "")),
            "imported-memory",
            &["`env`.`memory`", "--import-memory", "--importMemory", "-sSTANDALONE_WASM"],
        ),
    ]
}

/// The sandbox's own functions, asked of another module.
fn imports_of_another_module() -> Vec<Case> {
    let log = |module: &str, fields: &str| quiet(&(import(module, "log", "(param i32 i32)") + fields));
    vec![
        case(
            log("env", ""),
            "import-module",
            &["`env`.`log`", "in the module `botpit`", "wasm_import_module", "@external"],
        ),
        case(log("bot", ""), "import-module", &[r#"@external("botpit", "log")"#]),
        case(log("env", &made_by("C11", "clang")), "import-module", &[r#"import_name("log")"#]),
        case(log("env", &made_by("Rust", "rustc")), "import-module", &["#[link(wasm_import_module"]),
        case(quiet(&import("env", "random", "(result i64)")), "import-module", &["`random`"]),
        // The logarithm.
        case(
            quiet(&(import("env", "log", "(param f64) (result f64)") + &made_by("C11", "clang"))),
            "unknown-import",
            &["`env`.`log`", "-lm"],
        ),
    ]
}

/// What AssemblyScript's library imports.
fn imports_of_assembly_script() -> Vec<Case> {
    let of = |name: &str, ty: &str| quiet(&import("env", name, ty));
    vec![
        case(of("abort", "(param i32 i32 i32 i32)"), "unknown-import", &["AssemblyScript makes it", "--use abort="]),
        case(of("seed", "(result f64)"), "unknown-import", &[r#"@external("botpit", "random")"#]),
        case(of("trace", "(param i32 i32 f64 f64 f64 f64 f64)"), "unknown-import", &[r#"@external("botpit", "log")"#]),
        case(of("console.log", "(param i32)"), "unknown-import", &["AssemblyScript makes it", "String.UTF8.encode"]),
        case(of("Date.now", "(result f64)"), "unknown-import", &["no clock", "fuel_left"]),
        case(of("process.exit", "(param i32)"), "unknown-import", &["no JavaScript"]),
    ]
}

fn exports() -> Vec<Case> {
    vec![
        case(
            changed(r#"(export "think")"#, ""),
            "missing-export",
            &["`think`", "export_name", "cdylib", "`export function`"],
        ),
        case(changed(r#"(export "alloc")"#, ""), "missing-export", &["`alloc`"]),
        case(changed(r#"(export "botpit_abi")"#, ""), "missing-export", &["`botpit_abi`"]),
        case(
            changed(r#"(export "memory")"#, ""),
            "missing-export",
            &["`memory`", "--export-memory", "--noExportMemory"],
        ),
        case(
            changed(r#"(func (export "think")"#, r#"(global (export "think") i32 (i32.const 0)) (func"#),
            "export-type",
            &["a global", "variable"],
        ),
        case(
            changed("(param i32 i32) (result i64)", "(param i64) (result i64)"),
            "export-type",
            &["(i32, i32) -> i64", "(i64) -> i64", "sdk/ABI.md"],
        ),
        case(
            changed(r#"(memory (export "memory") 8)"#, r#"(memory 8) (table (export "memory") 1 funcref)"#),
            "export-type",
            &["a table"],
        ),
        case(quiet(r#"(func (export "setup") (param i32))"#), "export-type", &["`setup`"]),
        case(quiet(r#"(func (export "_initialize") (result i32) (i32.const 0))"#), "export-type", &["`_initialize`"]),
    ]
}

fn features() -> Vec<Case> {
    let using = |fields: &str| quiet(fields);
    let threads = |fields: &str| quiet(&format!("{fields} (func (drop (i32.atomic.load (i32.const 0))))"));
    let relaxed = |fields: &str| {
        let add = "(drop (f32x4.relaxed_madd (local.get 0) (local.get 0) (local.get 0)))";
        quiet(&format!("{fields} (func (param v128) {add})"))
    };
    vec![
        case(threads(""), "feature-off", &["threads", "-pthread", "-C target-feature", "-mcpu", "--sharedMemory"]),
        case(threads(&made_by("C11", "clang")), "feature-off", &["`-matomics`", "`--shared-memory`"]),
        case(threads(&made_by("Rust", "rustc")), "feature-off", &["+atomics", "link-arg=--shared-memory"]),
        case(threads(&made_by("Zig", "zig")), "feature-off", &["`--shared-memory`", "`-mcpu`"]),
        case(
            changed(r#"(memory (export "memory") 8)"#, r#"(memory (export "memory") i64 8)"#),
            "feature-off",
            &["memory64", "wasm32"],
        ),
        case(using("(memory 1)"), "feature-off", &["multiple memories", "--multi-memory"]),
        case(using("(type (struct (field i32)))"), "feature-off", &["garbage collection", "Kotlin"]),
        case(
            using("(tag $t) (func (throw $t))"),
            "feature-off",
            &["exceptions", "-fno-exceptions", "panic = \"abort\""],
        ),
        case(using("(func $f (return_call $f))"), "feature-off", &["tail calls", "-mtail-call"]),
        case(relaxed(""), "feature-off", &["relaxed SIMD", "-mrelaxed-simd"]),
        case(relaxed(&made_by("Rust", "rustc")), "feature-off", &["target_feature(enable", "plain SIMD is allowed"]),
        case(using("(func (param externref))"), "feature-off", &["external references"]),
    ]
}

fn sizes() -> Vec<Case> {
    let memory =
        |pages: u32| changed(r#"(memory (export "memory") 8)"#, &format!(r#"(memory (export "memory") {pages})"#));
    let in_language = |language: &str| {
        let memory = format!(r#"(memory (export "memory") 2000) {}"#, made_by(language, "tool"));
        changed(r#"(memory (export "memory") 8)"#, &memory)
    };
    let (zig, rust) = (in_language("Zig"), in_language("Rust"));
    vec![
        case(memory(1025), "memory-over-limit", &["67_174_400", "limit of 67_108_864", "stack", "INITIAL_MEMORY"]),
        case(rust, "memory-over-limit", &["`static`s", "-zstack-size=65536", "-C link-arg=--initial-memory"]),
        case(zig, "memory-over-limit", &["--stack 65536", "16 MiB", "--initial-memory"]),
        case(quiet("(table 10001 funcref)"), "table-over-limit", &["10_001"]),
        case(quiet(&format!("(func {})", "(param i32)".repeat(65))), "module-over-limit", &["65", "a struct"]),
        case(quiet(&"(func)".repeat(50_001)), "module-over-limit", &["50_004", "functions"]),
    ]
}

fn cases() -> Vec<Case> {
    let imports = [imports(), imports_of_another_module(), imports_of_assembly_script()].into_iter().flatten();
    [other_files(), commands(), exports(), features(), sizes()].into_iter().flatten().chain(imports).collect()
}

#[test]
fn each_problem_has_a_module_that_earns_it() {
    for Case { file, code, says } in cases() {
        let report = report(file);
        assert!(!report.can_play && report.loading.is_none(), "{code}: {report:#?}");
        let complaint = report.problems.first().expect("a problem");
        let words = words(complaint);
        assert_eq!(complaint.code, code, "{words}");
        for word in says {
            assert!(words.contains(word), "`{word}` is not in\n{words}");
        }
    }
}

/// `botpit play` and `botpit check` say the same, in the same words.
#[test]
fn what_stops_a_match_is_the_first_problem_of_a_check() {
    for Case { file, .. } in cases() {
        let error = sandbox().load("bot", &file).expect_err("it does not load");
        let report = report(file);
        let first = report.problems.first().expect("a problem");
        assert_eq!((error.problem.code(), error.problem.to_string()), (first.code, first.what[0].clone()));
        assert_eq!(error.hint(), first.to_do);
    }
}

#[test]
fn all_problems_are_told_at_once() {
    let report = report(module(
        r#"(module
            (import "env" "puts" (func (param i32)))
            (import "env" "gets" (func (param i32)))
            (import "wbg" "alert" (func))
            (memory 1025)
            (tag $t)
            (func $f (throw $t))
            (func $g (return_call $g))
            (func (export "botpit_abi") (result i64) (i64.const 1)))"#,
    ));
    let found = codes(&report.problems);
    assert_eq!(
        found,
        [
            "feature-off",
            "feature-off",
            "unknown-import",
            "unknown-import",
            "memory-over-limit",
            "export-type",
            "missing-export",
            "missing-export"
        ]
    );
    assert_eq!(report.problems[2].what.len(), 2, "imports of a kind are one complaint: {:#?}", report.problems[2]);
    assert_eq!(report.problems[6].what.len(), 2, "missing functions are one complaint: {:#?}", report.problems[6]);
}

#[test]
fn a_file_over_the_limit_is_looked_at_all_the_same() {
    let mut request = crate::support::request(quiet(r#"(import "env" "puts" (func))"#));
    request.limits.module_bytes = 64;
    let sandbox = botpit::sandbox::Sandbox::new(botpit::sandbox::SandboxConfig {
        load: botpit::sandbox::LoadLimits { module_bytes: 64, ..Default::default() },
        ..Default::default()
    })
    .unwrap();
    let found: Vec<&str> = sandbox.inspect(&request.wasm).problems.iter().map(|problem| problem.code()).collect();
    assert_eq!(found, ["module-too-large", "unknown-import"]);
}

/// The complaints of a code, each as its words.
fn told(wasm: Vec<u8>, code: &str) -> Vec<String> {
    let problems = report(wasm).problems;
    problems.iter().filter(|complaint| complaint.code == code).map(words).collect()
}

/// Kotlin and Dart use garbage collection together with exceptions: each is told by its own name.
#[test]
fn proposals_that_are_used_together_are_told_one_by_one() {
    let told = told(
        quiet("(type $s (struct (field i32))) (tag $t) (func (throw $t)) (func (drop (struct.new $s (i32.const 1))))"),
        "feature-off",
    );
    let [collection, exceptions] = &told[..] else { panic!("{told:#?}") };
    assert!(exceptions.contains("uses exceptions,") && collection.contains("uses garbage collection,"), "{told:#?}");
    assert!(collection.contains("Kotlin"), "{collection}");
}

/// What Emscripten writes for its JavaScript: names that others use too, an `abort` that is not AssemblyScript's, and
/// orders of 32 bits, as JavaScript has no others.
#[test]
fn emscripten_is_told_by_all_imports_together() {
    let imports = [
        import("env", "abort", ""),
        import("env", "__cxa_throw", "(param i32 i32 i32)"),
        import("env", "exit", "(param i32)"),
        import("env", "setTempRet0", "(param i32)"),
    ];
    let report = report(module(&quiet_text(&imports.concat()).replace(
        r#"(func (export "think") (param i32 i32) (result i64) (i64.const 0))"#,
        r#"(func (export "think") (param i32 i32) (result i32) (i32.const 0))"#,
    )));
    assert_eq!(report.origin.language, Some(Language::Emscripten));
    let [problem] = &report.problems[..] else { panic!("{:#?}", report.problems) };
    assert_eq!((problem.code, problem.what.len()), ("unknown-import", 4));
    assert!(words(problem).contains("-sSTANDALONE_WASM --no-entry"), "{problem:#?}");
}

/// Go names its memory `mem` where JavaScript is to have it; building for WASI changes both.
#[test]
fn what_follows_from_go_for_browsers_is_not_told() {
    let imports = import("gojs", "runtime.wasmExit", "(param i32)");
    let report = report(module(&quiet_text(&imports).replace(r#"(export "memory")"#, r#"(export "mem")"#)));
    assert_eq!(codes(&report.problems), ["unknown-import"]);
}

/// Compilers that say in their debugging information that their language is C, and name no tool.
#[test]
fn zig_and_tinygo_are_no_c() {
    let made = |texts: &str| {
        let producers = r#"(@producers (language "C99" ""))"#;
        report(quiet(&format!(r#"(@custom ".debug_str" "{texts}") {producers}"#))).origin.language
    };
    assert_eq!(made("zig 0.17.1\\00bot.zig"), Some(Language::Zig));
    assert_eq!(made("TinyGo\\00main.go"), Some(Language::TinyGo));
    assert_eq!(made("main.c"), None);
    let clang = report(quiet(&format!(r#"(@custom ".debug_str" "zig 0.17.1") {}"#, made_by("C11", "clang"))));
    assert_eq!(clang.origin.language, Some(Language::C), "`zig cc` is a compiler of C");
}

/// What wasm-ld makes of a module with constructors when nothing tells it that the module is no command.
fn wrapped(think: &str, initialize: &str) -> Vec<u8> {
    module(&format!(
        r#"(module
            (memory (export "memory") 8)
            (global $table (mut i32) (i32.const 0))
            (func $__wasm_call_ctors (global.set $table (i32.const 1024)))
            (func $alloc (param i32) (result i32) (i32.const 1024))
            (func $think (param i32 i32) (result i64) (i64.const 0))
            {initialize}
            (func (export "botpit_abi") (result i32) (i32.const 0x10001))
            (func (export "alloc") (param i32) (result i32)
                (call $__wasm_call_ctors) (call $alloc (local.get 0)))
            (func (export "think") (param i32 i32) (result i64)
                {think} (call $think (local.get 0) (local.get 1))))"#
    ))
}

#[test]
fn constructors_that_run_on_every_call_are_told() {
    let constructors = "(call $__wasm_call_ctors)";
    let told = report(wrapped(constructors, ""));
    assert!(told.can_play);
    let words = words_of(&told.warnings, "constructors-on-every-call");
    assert!(words.contains("-mexec-model=reactor") && words.contains("is lost"), "{words}");
    // One of the bot's own that does not call them is wrapped too.
    let own = r#"(func (export "_initialize") (call $__wasm_call_ctors) (global.set $table (i32.const 8)))"#;
    assert!(codes(&report(wrapped(constructors, own)).warnings).contains(&"constructors-on-every-call"));
    let initialize = r#"(func (export "_initialize") (call $__wasm_call_ctors))"#;
    for fine in [wrapped("", initialize), wrapped("", "")] {
        let codes = codes(&report(fine).warnings);
        assert!(!codes.iter().any(|code| code.starts_with("constructors")), "{codes:?}");
    }
}

/// What wasm-ld makes of a module with constructors when it is told to export them.
#[test]
fn constructors_that_never_run_are_told() {
    let exporting = |body: &str, fields: &str| {
        report(quiet(&format!(
            r#"(global $table (mut i32) (i32.const 0))
               (func $ctors (export "__wasm_call_ctors") {body}) {fields}"#
        )))
    };
    let constructors = "(global.set $table (i32.const 1024))";
    let told = exporting(constructors, "");
    let words = words_of(&told.warnings, "constructors-never-run");
    assert!(told.can_play && words.contains("_initialize") && words.contains("stays zero"), "{words}");
    let called = exporting(constructors, r#"(func (export "_initialize") (call $ctors))"#);
    for fine in [exporting("", ""), exporting("nop", ""), called] {
        assert!(!codes(&fine.warnings).contains(&"constructors-never-run"), "{:#?}", fine.warnings);
    }
}

#[test]
fn what_is_doubtful_about_the_bytes_is_a_warning() {
    let of = |fields: &str, code: &str, says: &str| {
        let report = report(quiet(fields));
        assert!(report.can_play, "{:#?}", report.problems);
        let words = words_of(&report.warnings, code);
        assert!(words.contains(says), "{words}");
    };
    of(r#"(func (export "_start"))"#, "start-ignored", "-mexec-model=reactor");
    of(r#"(func (export "_Z5setupPhi"))"#, "export-like-another", "extern \"C\"");
    of(r#"(func (export "teamName") (result i64) (i64.const 0))"#, "export-like-another", "`team_name`");
    let section = format!(r#"(@custom ".debug_info" "{}") {}"#, "x".repeat(70_000), made_by("Rust", "rustc"));
    of(&section, "debug-sections", "strip = true");
}

#[test]
fn the_facts_are_those_of_the_module() {
    let report = report(quiet(&format!(
        r#"(import "botpit" "log" (func (param i32 i32)))
           (import "wasi_snapshot_preview1" "fd_write" (func (param i32 i32 i32 i32) (result i32)))
           (table 3 9 funcref)
           (global (export "extra") i32 (i32.const 0))
           (data (i32.const 8) "12345")
           {}"#,
        made_by("Rust", "rustc")
    )));
    let facts = report.module.expect("facts");
    assert_eq!(facts.functions, 5);
    assert_eq!(facts.memory.map(|memory| (memory.minimum, memory.maximum)), Some((8 << 16, None)));
    assert_eq!(facts.table.map(|table| (table.minimum, table.maximum)), Some((3, Some(9))));
    let exports: Vec<(&str, &str, bool)> =
        facts.exports.iter().map(|export| (export.name.as_str(), export.kind.as_str(), export.known)).collect();
    assert_eq!(
        exports,
        [
            ("memory", "a memory", true),
            ("botpit_abi", "() -> i32", true),
            ("alloc", "(i32) -> i32", true),
            ("think", "(i32, i32) -> i64", true),
            ("extra", "a global", false)
        ]
    );
    let imports: Vec<(&str, bool)> = facts.imports.iter().map(|import| (import.name.as_str(), import.known)).collect();
    assert_eq!(imports, [("log", true), ("fd_write", true)]);
    assert_eq!(report.origin.tools, ["rustc 1.0"]);
    assert!(facts.data_bytes > 5 && facts.code_bytes > 10 && facts.custom_bytes > 10);
}

#[test]
fn names_of_any_length_are_escaped_and_cut() {
    let long = "x".repeat(90_000);
    let fields = format!(
        r#"(import "env" "\1b[31m{long}" (func))
           (func (export "\1b[2J\e2\80\ae{long}"))
           (@producers (language "\1b]0;{long}" "") (processed-by "\1b[1m{long}" "\07"))"#
    );
    let hostile = report(quiet(&fields));
    assert!(hostile.module.is_some(), "names of that length are legal: {:#?}", hostile.problems);
    let json = serde_json::to_string(&hostile).unwrap();
    assert!(json.len() < 5_000, "{} bytes", json.len());
    assert!(!json.contains("\\u001b[") && !json.contains('\u{202e}') && !json.contains("\\u0007"), "{json}");
    let many = (0..1000).map(|number| format!(r#"(func (export "f{number}"))"#)).collect::<String>();
    let report = report(quiet(&many));
    let facts = report.module.expect("facts");
    assert_eq!((facts.exports.len(), facts.exports_total), (100, 1004));
    assert_eq!(facts.exports.iter().filter(|export| export.known).count(), 4, "what matters is never cut off");
}
