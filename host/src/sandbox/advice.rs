//! The one table of explanations: what each [`LoadProblem`] means and what its author can do. `botpit play` shows the
//! second as its hint, `botpit check` both.

use botpit_engine::{Fault, FaultKind, GAMES, Phase};

use super::{CompileLimit, HostFailure, Language, LoadProblem, Quantity, Toolchain};

/// What a complaint means, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// Why it is a problem.
    pub means: &'static str,
    /// What the bot's author can do, where there is something.
    pub to_do: Option<String>,
}

/// What the sandbox says about a module in text instead of a binary.
pub(super) const TEXT_FORMAT: &str = "WebAssembly's text format";
/// What the sandbox says about the JavaScript that a tool puts beside its module.
pub(super) const JAVASCRIPT: &str = "JavaScript";

impl Advice {
    /// What a fault means and what to do about it.
    pub(crate) fn of_fault(fault: &Fault) -> Advice {
        let (means, to_do) = match fault.kind {
            FaultKind::OutOfFuel if fault.phase == Phase::Think => (
                "the turn's fuel ended while the bot was thinking: it gives no orders, and is started again",
                look_at_fuel_left(),
            ),
            FaultKind::OutOfFuel => (
                "start code has a budget of its own: one for the start section, and one for all its other calls",
                "compute tables when they are needed, or over several turns; --fuel-start is the budget".to_owned(),
            ),
            FaultKind::OutOfMemory => (
                "the bot asked for more memory than --memory-bytes and could not go on without",
                "keep less from turn to turn, and use smaller types".to_owned(),
            ),
            FaultKind::Trap => (
                "a trap ends the instance: a panic or an assertion of the bot's language, or a mistake such as a division \
                 by zero",
                "let it `log` what it does; `botpit replay show FILE --turn N` shows the log of a turn".to_owned(),
            ),
            FaultKind::BadAlloc => (
                "`alloc` gives the address of a buffer that stays the host's: as long as it is asked for, inside memory, and at \
                 a multiple of 8",
                "allocate 8 bytes more and round the address up, or give the address of a static buffer that is aligned and \
                 long enough; memory that ends too early has to grow first"
                    .to_owned(),
            ),
            FaultKind::BadPointer => (
                "an address and a length that the bot gave reach beyond its memory",
                "give the address and the length in this order, and let both count bytes".to_owned(),
            ),
            FaultKind::BadOrders => (
                "the answer of `think` is `orders_ptr << 32 | orders_len`, and there must be a list of orders",
                "sdk/ABI.md has the bytes; length 0 means no orders".to_owned(),
            ),
            FaultKind::Exited => (
                "the bot called `exit`: its instance is gone, as after a trap",
                "return from `think` instead, also after an error".to_owned(),
            ),
            FaultKind::Violation => (
                "bots may not touch files or sockets, and `on_violation` makes it a fault here",
                "remove the call, or the library that makes it".to_owned(),
            ),
            _ => ("the bot did something that it may not", "sdk/ABI.md tells what it may".to_owned()),
        };
        Advice { means, to_do: Some(to_do) }
    }
}

/// How not to run out of fuel.
pub(crate) fn look_at_fuel_left() -> String {
    "think less deeply, or stop in time: the import `fuel_left` tells what is left".to_owned()
}

impl LoadProblem {
    /// A short name of the kind of problem, for machines; it stays the same when the sentences change.
    pub fn code(&self) -> &'static str {
        match self {
            LoadProblem::TooLarge { .. } => "module-too-large",
            LoadProblem::NotWasm { .. } => "not-wasm",
            LoadProblem::Component => "component",
            LoadProblem::Truncated { .. } => "truncated",
            LoadProblem::Invalid { .. } => "invalid",
            LoadProblem::Unlinked { .. } => "unlinked",
            LoadProblem::Feature { .. } => "feature-off",
            LoadProblem::OverLimit { quantity, .. } => match quantity {
                Quantity::MemoryBytes => "memory-over-limit",
                Quantity::TableElements | Quantity::Tables => "table-over-limit",
                _ => "module-over-limit",
            },
            LoadProblem::UnknownImport { .. } => "unknown-import",
            LoadProblem::ImportedMemory { .. } => "imported-memory",
            LoadProblem::ImportType { .. } => "import-type",
            LoadProblem::MissingExport { .. } => "missing-export",
            LoadProblem::ExportType { .. } => "export-type",
            LoadProblem::Command => "command",
            LoadProblem::AbiVersion { .. } => "abi-version",
            LoadProblem::NoGame => "no-game",
            LoadProblem::Compile { .. } => "not-compilable",
            LoadProblem::CompileLimit { .. } => "compile-over-limit",
            LoadProblem::Faulted { .. } => "fault-while-loading",
            LoadProblem::StartCpu { .. } => "start-over-cpu",
            LoadProblem::Interrupted => "interrupted",
            LoadProblem::Host(_) => "host-failure",
        }
    }

    /// What the problem means and what can be done, in terms of the language of the module's source.
    pub fn advice(&self, language: Option<Language>) -> Advice {
        let (means, to_do) = match self {
            LoadProblem::TooLarge { .. } => (
                "large files take long to compile and to load; often most of them is debugging information",
                Some(how_to_strip(language).to_owned()),
            ),
            LoadProblem::NotWasm { looks_like } => not_wasm(*looks_like),
            LoadProblem::Component => (
                "a component wraps a module in an interface that the sandbox does not speak",
                Some(component(language).to_owned()),
            ),
            LoadProblem::Truncated { .. } => (
                "the file is cut: a download or a copy was broken off, or the compiler was still writing",
                Some("build or copy the file again, and compare its size".to_owned()),
            ),
            LoadProblem::Invalid { .. } => (
                "no WebAssembly program may run before it is proven well-formed, and this one is not",
                Some(
                    "build the file again; if it stays so, the compiler or a tool that ran after it is at fault: \
                     `wasm-tools validate` shows the same"
                        .to_owned(),
                ),
            ),
            LoadProblem::Unlinked { .. } => (
                "it is a part of a program: the linker has still to put it together with the libraries it needs",
                Some(
                    "link it: leave out `-c`, `-shared` and `--relocatable`; with Emscripten also `-sSIDE_MODULE`"
                        .to_owned(),
                ),
            ),
            LoadProblem::Feature { feature } => (
                "what a bot may use is fixed, so that fuel and results are the same on every machine",
                Some(feature_flag(feature).to_owned()),
            ),
            LoadProblem::OverLimit { quantity, .. } => over_limit(*quantity, language),
            LoadProblem::UnknownImport { toolchain, .. } => unknown_import(*toolchain, language),
            LoadProblem::ImportedMemory { .. } => (
                "the module expects its memory from a browser page or from JavaScript; a bot brings its own",
                Some(own_memory(language).to_owned()),
            ),
            LoadProblem::ImportType { .. } => (
                "the function is there, and takes or gives other values than the module's declaration says",
                Some("declare it as the tables in sdk/ABI.md do".to_owned()),
            ),
            LoadProblem::MissingExport { name: "memory" } => (
                "the sandbox writes views to the bot's memory and reads orders from it, so it has to see it",
                Some(
                    "export the memory: `-Wl,--export-memory` with clang, `(export \"memory\" (memory 0))` in WAT"
                        .to_owned(),
                ),
            ),
            LoadProblem::MissingExport { .. } => (
                "every bot exports `memory`, `botpit_abi`, `alloc` and `think`: the sandbox calls it through them",
                Some(how_to_export(language).to_owned()),
            ),
            LoadProblem::ExportType { found, .. } if found == "a global" => (
                "the name belongs to a variable: what is exported is the variable's address, which nobody can call",
                Some(how_to_export(language).to_owned()),
            ),
            LoadProblem::ExportType { .. } => (
                "the sandbox would call it with other values than it takes",
                Some("the tables in sdk/ABI.md give all types".to_owned()),
            ),
            LoadProblem::Command => (
                "a command runs its main function once and ends; a bot is a library whose `think` is called each turn",
                Some(reactor(language).to_owned()),
            ),
            LoadProblem::AbiVersion { .. } => (
                "host and bot would read each other's bytes wrongly",
                Some("build the bot again with the SDK of this version of botpit".to_owned()),
            ),
            LoadProblem::NoGame => {
                let games: Vec<String> = GAMES
                    .iter()
                    .map(|game| format!("{} {}", botpit_abi::game_bit(game.abi_game()), game.title()))
                    .collect();
                (
                    "nobody can know which views to give to the bot",
                    Some(format!("the high 16 bits of the answer are a mask of games: {}", games.join(", "))),
                )
            }
            LoadProblem::Compile { .. } => (
                "the module is valid, but the compiler to machine code gives up on it",
                Some("build with another level of optimisation, or split the function that the error names".to_owned()),
            ),
            LoadProblem::CompileLimit { .. } => (
                "a module that is hard to compile would hold up every match",
                Some("make the module smaller, or raise the limit if the bot is your own".to_owned()),
            ),
            LoadProblem::Faulted { fault, .. } => (
                "the bot's own code went wrong before it was asked for anything: in the start section, in \
                 `_initialize` or in `botpit_abi`",
                Advice::of_fault(fault).to_do,
            ),
            LoadProblem::StartCpu { .. } => (
                "start code has time for tables, not for long computations",
                Some("compute tables when they are needed, or over several turns".to_owned()),
            ),
            LoadProblem::Interrupted => ("the program was stopped", None),
            LoadProblem::Host(failure) => ("the machine failed, not the bot", host_failure(failure)),
        };
        Advice { means, to_do }
    }
}

fn not_wasm(looks_like: Option<&str>) -> (&'static str, Option<String>) {
    let to_do = match looks_like {
        Some(TEXT_FORMAT) => "turn it into a binary with `wat2wasm` or `wasm-tools parse`",
        Some(JAVASCRIPT) => {
            "give the .wasm file beside it; a module that only runs together with its JavaScript is no bot"
        }
        _ => "give the `.wasm` file that your compiler writes, or the folder of the bot's source",
    };
    (
        "a bot is the binary file that a compiler for WebAssembly writes; it begins with the bytes `\\0asm`",
        Some(to_do.to_owned()),
    )
}

fn component(language: Option<Language>) -> &'static str {
    match language {
        Some(Language::Rust) => {
            "build for `wasm32-unknown-unknown`, as `botpit build` does: neither for `wasm32-wasip2` nor with \
             `cargo component`"
        }
        Some(Language::TinyGo) => "build with `-target=wasip1 -buildmode=c-shared` instead of `-target=wasip2`",
        _ => {
            "build a core module: in Rust for `wasm32-unknown-unknown`, elsewhere for WASI preview 1, without \
             `wasm-tools component new`"
        }
    }
}

/// How to build a library instead of a program.
fn reactor(language: Option<Language>) -> &'static str {
    match language {
        Some(Language::Rust) => {
            "make the package a library: `crate-type = [\"cdylib\"]` under `[lib]` in Cargo.toml, the code in src/lib.rs \
             instead of src/main.rs"
        }
        Some(Language::C | Language::Cpp | Language::COrCpp) => {
            "link with `-mexec-model=reactor` and without `main`; without a libc with `-nostdlib -Wl,--no-entry`; with \
             Emscripten `-sSTANDALONE_WASM --no-entry`"
        }
        Some(Language::Zig) => "build with `-fno-entry -rdynamic`, and `export fn` for each export",
        Some(Language::Go) => {
            "`GOOS=wasip1 GOARCH=wasm go build -buildmode=c-shared`, and `//go:wasmexport` above each export"
        }
        Some(Language::TinyGo) => {
            "`tinygo build -target=wasip1 -buildmode=c-shared`, and `//go:wasmexport` above each export"
        }
        Some(Language::AssemblyScript) => "leave out `--exportStart _start`, or name it `_initialize`",
        None => {
            "build a reactor, which is a library: `-mexec-model=reactor` with clang, `-buildmode=c-shared` with Go and \
             TinyGo, `-fno-entry` with Zig, `crate-type = [\"cdylib\"]` with Rust"
        }
    }
}

/// How a function comes to be exported.
fn how_to_export(language: Option<Language>) -> &'static str {
    match language {
        Some(Language::Rust) => {
            "`botpit_sdk::export!` exports them all; the package needs `crate-type = [\"cdylib\"]`, and without the SDK \
             `#[unsafe(no_mangle)] pub extern \"C\" fn` for each"
        }
        Some(Language::C) => "write `__attribute__((export_name(\"think\")))` before the function, and so for each",
        Some(Language::COrCpp) => {
            "write `__attribute__((export_name(\"think\")))` before the function, in C++ after `extern \"C\"`, and so for \
             each"
        }
        Some(Language::Cpp) => {
            "write `extern \"C\" __attribute__((export_name(\"think\")))` before the function, and so for each"
        }
        Some(Language::Zig) => "write `export fn think(…)`, and build with `-rdynamic`",
        Some(Language::Go | Language::TinyGo) => {
            "write `//go:wasmexport think` above the function, and so for each; build with `-buildmode=c-shared`"
        }
        Some(Language::AssemblyScript) => "write `export function think(…)` in the file that is given to `asc`",
        None => {
            "in Rust the SDK's macro exports them all, in a library with `crate-type = [\"cdylib\"]`; with clang it is \
             `__attribute__((export_name(\"think\")))`, with Zig `export fn` and `-rdynamic`, with Go `//go:wasmexport`"
        }
    }
}

fn over_limit(quantity: Quantity, language: Option<Language>) -> (&'static str, Option<String>) {
    match quantity {
        Quantity::MemoryBytes => (
            "memory that the module asks for before it runs: its stack, its static data and what the linker adds",
            Some(smaller_memory(language).to_owned()),
        ),
        Quantity::TableElements | Quantity::Tables => (
            "a table holds the functions that are called through pointers",
            Some("build with optimisation; a bot needs one table, with an entry for each such function".to_owned()),
        ),
        Quantity::Functions | Quantity::Types | Quantity::Globals => {
            ("so many make the module slow to compile and to load", Some(how_to_strip(language).to_owned()))
        }
        Quantity::Parameters | Quantity::Results => (
            "values pass through the stack: many of them are slow",
            Some("pass a pointer to a struct instead".to_owned()),
        ),
        Quantity::FunctionWork | Quantity::ModuleWork => (
            "compiling takes longer the more branches and local variables meet in one function",
            Some("optimise for size, and split very large functions".to_owned()),
        ),
    }
}

fn smaller_memory(language: Option<Language>) -> &'static str {
    match language {
        Some(Language::Rust) => {
            "make large `static`s smaller or allocate them; `-C link-arg=-zstack-size=65536` sets the stack, as \
             `botpit build` does"
        }
        Some(Language::C | Language::Cpp | Language::COrCpp) => {
            "make large arrays smaller or allocate them; `-Wl,-z,stack-size=65536` sets the stack, and leave out \
             `--initial-memory`"
        }
        Some(Language::Zig) => {
            "make large arrays smaller or allocate them; `--stack 65536` sets the stack, with `zig cc` \
             `-Wl,-z,stack-size=65536`: it takes 16 MiB else"
        }
        Some(Language::AssemblyScript) => "leave out `--initialMemory`, or make it smaller",
        _ => "make the stack and the static data smaller: `-zstack-size=65536` as a linker argument sets the stack",
    }
}

/// How to make a module smaller.
pub(crate) fn how_to_strip(language: Option<Language>) -> &'static str {
    match language {
        Some(Language::Rust) => {
            "`strip = true`, `lto = true` and `opt-level = \"s\"` under `[profile.release]` in Cargo.toml"
        }
        Some(Language::C | Language::Cpp | Language::COrCpp) => {
            "build with `-O2`, without `-g`, and link with `-Wl,--strip-all`"
        }
        Some(Language::Zig) => "build with `-O ReleaseSmall -fstrip`",
        Some(Language::Go) => "build with `-ldflags=\"-s -w\"`",
        Some(Language::TinyGo) => "build with `-no-debug -opt=z`",
        Some(Language::AssemblyScript) => "build with `asc -O3` and without `--debug`",
        None => "build with optimisation and without debugging information, or run `wasm-tools strip` over the file",
    }
}

fn own_memory(language: Option<Language>) -> &'static str {
    match language {
        Some(Language::Rust) => "leave out `-C link-arg=--import-memory`",
        Some(Language::C | Language::Cpp | Language::COrCpp) => {
            "link without `--import-memory`; with Emscripten add `-sSTANDALONE_WASM`"
        }
        Some(Language::Zig) => "build without `--import-memory`",
        Some(Language::AssemblyScript) => "build without `--importMemory`",
        _ => "build without `--import-memory`, and export the memory as `memory`",
    }
}

fn feature_flag(feature: &str) -> &'static str {
    match feature {
        "threads" => "build without threads and atomics: no `-pthread`, no `-C target-feature=+atomics`",
        "memory64" => "build for wasm32 instead of wasm64",
        "multiple memories" => "build with one memory: without `--multi-memory` of wasm-merge and wasm-opt",
        "exceptions" | "legacy exceptions" => {
            "build without exceptions: `-fno-exceptions`, or `panic = \"abort\"` in Rust"
        }
        "tail calls" => "build without `-mtail-call`, in Rust without `-C target-feature=+tail-call`",
        "relaxed SIMD" => "build without `-mrelaxed-simd`; plain SIMD is allowed",
        "wide arithmetic" => "build without `-mwide-arithmetic`, in Rust without `-C target-feature=+wide-arithmetic`",
        "custom page sizes" => "link without `--page-size`",
        "garbage collection" | "typed function references" => {
            "languages whose objects live in the engine (Kotlin, Dart, Java, OCaml to wasm-gc) cannot be bots: use one \
             that compiles to linear memory"
        }
        "external references" => "use numbers as handles: a bot has no JavaScript whose objects it could hold",
        _ => {
            "allowed are mutable globals, sign extension, saturating conversions, multi-value, reference types, bulk \
             memory, extended constants and SIMD"
        }
    }
}

fn unknown_import(toolchain: Toolchain, language: Option<Language>) -> (&'static str, Option<String>) {
    let (means, to_do) = match toolchain {
        Toolchain::WasmBindgen => (
            "wasm-bindgen makes modules for browsers, which get these functions from its JavaScript",
            "a bot has no browser: remove wasm-bindgen, js-sys, web-sys and `getrandom`'s feature `wasm_js`, and build \
             with plain `cargo build --target wasm32-unknown-unknown`",
        ),
        Toolchain::Emscripten => (
            "Emscripten makes modules for its JavaScript, which has these functions",
            "build with clang's wasm32 target or wasi-libc instead, or with `-sSTANDALONE_WASM --no-entry`",
        ),
        Toolchain::Go => (
            "Go and TinyGo make such modules for browsers, which get these functions from `wasm_exec.js`",
            "build for WASI: `GOOS=wasip1 GOARCH=wasm go build -buildmode=c-shared`, or TinyGo with `-target=wasip1 \
             -buildmode=c-shared`",
        ),
        Toolchain::AssemblyScript => (
            "AssemblyScript calls these of its host when an assertion fails, to trace, or to seed `Math.random`",
            "build with `asc --use abort=` and without `trace` or the `seed` of `Math.random`",
        ),
        Toolchain::CppRuntime => (
            "the C++ library that ends static objects, starts local ones or answers for pure virtual functions is not \
             linked",
            "link `-lc++abi`, or do without a library: `-fno-c++-static-destructors` and `-fno-threadsafe-statics`, and \
             define what is left, such as `extern \"C\" void __cxa_pure_virtual() { __builtin_trap(); }`",
        ),
        Toolchain::CppExceptions => (
            "the library that throws and catches is not linked, and exceptions are off for bots",
            "build with `-fno-exceptions`",
        ),
        Toolchain::Linker => (
            "the function is declared and nowhere defined, and the linker left it for the host to bring",
            match language {
                Some(Language::Rust) => {
                    "define it or link its library; the sandbox's own functions need `#[link(wasm_import_module = \
                     \"botpit\")]` above the `extern` block, which the SDK has"
                }
                Some(Language::C | Language::Cpp | Language::COrCpp) => {
                    "define it or link its library (`-lc`, `-lm`, `-lc++`; `memset` and `memcpy` need `-mbulk-memory` \
                     without a libc), and leave out `--allow-undefined`; the sandbox's own functions need \
                     `__attribute__((import_module(\"botpit\")))`"
                }
                Some(Language::Zig) => "define it, or declare the sandbox's own as `extern \"botpit\" fn`",
                Some(Language::Go | Language::TinyGo) => {
                    "define it, or declare the sandbox's own with `//go:wasmimport botpit NAME`"
                }
                Some(Language::AssemblyScript) => {
                    "define it, or declare the sandbox's own with `@external(\"botpit\", \"NAME\")`"
                }
                None => {
                    "define the function or link its library; the sandbox's own functions are in the import module \
                     `botpit`: `#[link(wasm_import_module = \"botpit\")]` in Rust, \
                     `__attribute__((import_module(\"botpit\")))` in C"
                }
            },
        ),
        Toolchain::Wasi => (
            "WASI preview 1 has no such function, or it is none that the sandbox answers",
            "the sandbox answers the functions of `wasi_snapshot_preview1` that language start-up code calls",
        ),
        Toolchain::WasiPreview0 => (
            "`wasi_unstable` is WASI as it was in 2019, under other names",
            "build with a compiler and a libc of today: they import from `wasi_snapshot_preview1`",
        ),
        Toolchain::Component => (
            "WASI preview 2 and the component model pass values that the sandbox does not know",
            "build for WASI preview 1 or without WASI: a bot is a core module, not a component",
        ),
        Toolchain::Unknown => (
            "nobody here has such a function",
            "a bot may import `log`, `draw`, `fuel_left` and `random` from `botpit`, and WASI preview 1",
        ),
    };
    (means, Some(to_do.to_owned()))
}

fn host_failure(failure: &HostFailure) -> Option<String> {
    let HostFailure::InheritedLimit { limit } = failure else { return None };
    let to_do = match limit {
        CompileLimit::CpuSeconds(_) => "raise it with `ulimit -t`: it is lower than `--compile-cpu-seconds`",
        CompileLimit::MemoryBytes(_) => "raise it with `ulimit -v`: it is lower than `--compile-memory-bytes`",
    };
    Some(to_do.to_owned())
}
