//! What imports mean that the sandbox does not have, and how to do without them.

use super::languages::import_own;
use super::{Language, Toolchain};

/// What an import means, by the tool that made it, and how to do without it.
pub(super) fn unknown_import(
    toolchain: Toolchain,
    name: &str,
    language: Option<Language>,
) -> (&'static str, Option<String>) {
    let to_do = match toolchain {
        Toolchain::AssemblyScript => without_javascript(name),
        Toolchain::Linker => undefined(language),
        _ => how_to_avoid(toolchain, language).to_owned(),
    };
    (meaning(toolchain), Some(to_do))
}

fn meaning(toolchain: Toolchain) -> &'static str {
    match toolchain {
        Toolchain::WasmBindgen => {
            "wasm-bindgen makes modules for browsers, which get these functions from its JavaScript"
        }
        Toolchain::Emscripten => "Emscripten makes modules for its JavaScript, which has these functions",
        Toolchain::Go => "Go and TinyGo make such modules for browsers, which get these functions from `wasm_exec.js`",
        Toolchain::AssemblyScript => {
            "AssemblyScript's library calls its host to end after an error, to seed `Math.random`, and for the objects \
             that JavaScript has"
        }
        Toolchain::JavaScript => "the module is made to run together with JavaScript, as those of Kotlin and Dart are",
        Toolchain::CppRuntime => {
            "the C++ library that ends static objects, starts local ones or answers for pure virtual functions is not \
             linked"
        }
        Toolchain::CppExceptions => {
            "the library that throws and catches is not linked, and exceptions are off for bots"
        }
        Toolchain::Linker => {
            "the function is declared and nowhere defined, and the linker left it for the host to bring"
        }
        Toolchain::ImportedTable => "the module expects its table of functions from its host; a bot brings its own",
        Toolchain::Wasi => "WASI preview 1 has no such function, or it is none that the sandbox answers",
        Toolchain::WasiPreview0 => "`wasi_unstable` is WASI as it was in 2019, under other names",
        Toolchain::WasiThreads => "the module is made for WASI with threads; a bot has one thread",
        Toolchain::Component => "WASI preview 2 and the component model pass values that the sandbox does not know",
        Toolchain::Unknown => "nobody here has such a function",
    }
}

fn how_to_avoid(toolchain: Toolchain, language: Option<Language>) -> &'static str {
    match toolchain {
        Toolchain::WasmBindgen => {
            "a bot has no browser: remove wasm-bindgen, js-sys, web-sys and `getrandom`'s feature `wasm_js`, and build \
             with plain `cargo build --target wasm32-unknown-unknown`"
        }
        Toolchain::Emscripten => {
            "link with `-sSTANDALONE_WASM --no-entry`, without `-fexceptions` and `-pthread`; or build with clang and \
             wasi-libc instead"
        }
        Toolchain::Go => {
            "build for WASI: `GOOS=wasip1 GOARCH=wasm go build -buildmode=c-shared`, or TinyGo with `-target=wasip1 \
             -buildmode=c-shared`"
        }
        Toolchain::JavaScript => {
            "a bot has no JavaScript: leave out what calls it, or use a language that compiles to linear memory"
        }
        Toolchain::CppRuntime => {
            "link `-lc++abi`, or do without a library: `-fno-c++-static-destructors` and `-fno-threadsafe-statics`, and \
             define what is left, such as `extern \"C\" void __cxa_pure_virtual() { __builtin_trap(); }`"
        }
        Toolchain::CppExceptions => "build with `-fno-exceptions`",
        Toolchain::ImportedTable => "link without `--import-table`, with AssemblyScript without `--importTable`",
        Toolchain::Wasi => {
            "the sandbox answers the functions of `wasi_snapshot_preview1` that language start-up code calls"
        }
        Toolchain::WasiPreview0 => {
            "build with a compiler and a libc of today: they import from `wasi_snapshot_preview1`"
        }
        Toolchain::WasiThreads => match language {
            Some(Language::Rust) => "build for `wasm32-unknown-unknown` or `wasm32-wasip1`",
            Some(Language::C | Language::Cpp | Language::COrCpp) => "build for `wasm32-wasi`, without `-pthread`",
            _ => "build for WASI without threads: in Rust for `wasm32-wasip1`, with clang for `wasm32-wasi`",
        },
        Toolchain::Component => "build for WASI preview 1 or without WASI: a bot is a core module, not a component",
        _ => "a bot may import `log`, `draw`, `fuel_left` and `random` from `botpit`, and WASI preview 1",
    }
}

/// How to bring a function that the linker did not find.
fn undefined(language: Option<Language>) -> String {
    let define = match language {
        Some(Language::C | Language::Cpp | Language::COrCpp) => {
            "define it or link its library (`-lc`, `-lm`, `-lc++`; `memset` and `memcpy` need `-mbulk-memory` without a \
             libc), and leave out `--allow-undefined`"
        }
        _ => "define it or link its library",
    };
    format!("{define}; if it is one of the sandbox's own, {}", import_own(language))
}

/// How to do without what AssemblyScript has of JavaScript.
fn without_javascript(name: &str) -> String {
    let to_do = match name {
        "abort" => "build with `asc --use abort=`",
        "seed" => "in place of `Math.random` use `@external(\"botpit\", \"random\") declare function random(): i64`",
        _ if name.starts_with("Date.") || name.starts_with("performance.") => {
            "a bot has no clock: count its turns; `@external(\"botpit\", \"fuel_left\") declare function fuel_left(): i64` \
             tells what a turn may still take"
        }
        _ if name == "trace" || name.starts_with("console.") => {
            "in place of it use `@external(\"botpit\", \"log\") declare function log(text: usize, bytes: i32): void`; \
             `String.UTF8.encode` gives the text"
        }
        _ => "a bot has no JavaScript: leave out what calls it; `random` and `log` are in the import module `botpit`",
    };
    to_do.to_owned()
}
