//! How something is done with each language's compiler.

use super::Language;

/// How to build a core module.
pub(super) fn component(language: Option<Language>) -> &'static str {
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
pub(super) fn reactor(language: Option<Language>) -> &'static str {
    match language {
        Some(Language::Rust) => {
            "make the package a library: `crate-type = [\"cdylib\"]` under `[lib]` in Cargo.toml, the code in src/lib.rs \
             instead of src/main.rs"
        }
        Some(Language::C | Language::Cpp | Language::COrCpp) => {
            "link with `-mexec-model=reactor` and without `main`; without a libc with `-nostdlib -Wl,--no-entry`"
        }
        Some(Language::Emscripten) => "link with `-sSTANDALONE_WASM --no-entry` and without `main`",
        Some(Language::Zig) => {
            "build with `-fno-entry -rdynamic`, without `pub fn main`, and `export fn` for each export"
        }
        Some(Language::Go) => {
            "`GOOS=wasip1 GOARCH=wasm go build -buildmode=c-shared`, and `//go:wasmexport` above each export"
        }
        Some(Language::TinyGo) => {
            "`tinygo build -target=wasip1 -buildmode=c-shared`, and `//go:wasmexport` above each export"
        }
        Some(Language::AssemblyScript) => "build without `--exportStart _start`, or name it `_initialize`",
        None => {
            "build a reactor, which is a library: `-mexec-model=reactor` with clang, `-sSTANDALONE_WASM --no-entry` with \
             Emscripten, `-buildmode=c-shared` with Go and TinyGo, `-fno-entry` and no `pub fn main` with Zig, \
             `crate-type = [\"cdylib\"]` with Rust, no `--exportStart _start` with AssemblyScript"
        }
    }
}

/// How to link what is only a part of a program.
pub(super) fn link(language: Option<Language>) -> &'static str {
    match language {
        Some(Language::Zig) => "build with `zig build-exe -fno-entry -rdynamic` instead of `zig build-obj`",
        Some(Language::C | Language::Cpp | Language::COrCpp) => {
            "link it: leave out `-c`, `-r`, `-shared` and `--relocatable`"
        }
        Some(Language::Emscripten) => "link it: leave out `-c`, `-r` and `-sSIDE_MODULE`",
        _ => {
            "link it: leave out `-c`, `-r`, `-shared` and `--relocatable`, with Emscripten `-sSIDE_MODULE`; with Zig \
             `build-exe -fno-entry -rdynamic` instead of `build-obj`"
        }
    }
}

/// How a function comes to be exported.
pub(super) fn how_to_export(language: Option<Language>) -> &'static str {
    match language {
        Some(Language::Rust) => {
            "`botpit_sdk::export!` exports them all; the package needs `crate-type = [\"cdylib\"]`, and without the SDK \
             `#[unsafe(no_mangle)] pub extern \"C\" fn` for each"
        }
        Some(Language::C) => "write `__attribute__((export_name(\"think\")))` before the function, and so for each",
        Some(Language::COrCpp | Language::Emscripten) => {
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
             `__attribute__((export_name(\"think\")))`, with Zig `export fn` and `-rdynamic`, with Go `//go:wasmexport`, \
             with AssemblyScript `export function`"
        }
    }
}

/// How the memory comes to be exported.
pub(super) fn export_memory(language: Option<Language>) -> &'static str {
    match language {
        Some(Language::Rust) => {
            "leave out `-C link-arg=--export-memory=NAME`: the linker exports the memory as `memory` by itself"
        }
        Some(Language::C | Language::Cpp | Language::COrCpp) => {
            "leave out `--export-memory=NAME`: the linker exports the memory as `memory` by itself"
        }
        Some(Language::Go) => "build for WASI: `GOOS=wasip1 GOARCH=wasm go build -buildmode=c-shared`",
        Some(Language::TinyGo) => "build for WASI: `tinygo build -target=wasip1 -buildmode=c-shared`",
        Some(Language::AssemblyScript) => "build without `--noExportMemory`",
        _ => {
            "build without `--export-memory=NAME` of linkers and `--noExportMemory` of AssemblyScript: the memory is \
             exported as `memory` by itself; in WAT write `(export \"memory\" (memory 0))`"
        }
    }
}

/// How to begin with less memory.
pub(super) fn smaller_memory(language: Option<Language>) -> &'static str {
    match language {
        Some(Language::Rust) => {
            "make large `static`s smaller or allocate them; `-C link-arg=-zstack-size=65536` sets the stack, as \
             `botpit build` does, and leave out `-C link-arg=--initial-memory`"
        }
        Some(Language::C | Language::Cpp | Language::COrCpp) => {
            "make large arrays smaller or allocate them; `-Wl,-z,stack-size=65536` sets the stack, and leave out \
             `--initial-memory`"
        }
        Some(Language::Emscripten) => "make large arrays smaller or allocate them, and leave out `-sINITIAL_MEMORY`",
        Some(Language::Zig) => {
            "make large arrays smaller or allocate them; `--stack 65536` sets the stack, with `zig cc` \
             `-Wl,-z,stack-size=65536`: it takes 16 MiB else; and leave out `--initial-memory`"
        }
        Some(Language::AssemblyScript) => "leave out `--initialMemory`, or make it smaller",
        Some(Language::Go | Language::TinyGo) => "make large global variables smaller, or allocate them",
        None => {
            "make static data smaller or allocate it, and leave out `--initial-memory` of linkers, `-sINITIAL_MEMORY` of \
             Emscripten and `--initialMemory` of AssemblyScript; `-Wl,-z,stack-size=65536` of clang and `--stack 65536` \
             of Zig set the stack"
        }
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
        Some(Language::Emscripten) => "build and link with `-O2`, without `-g`",
        Some(Language::Zig) => "build with `-O ReleaseSmall -fstrip`",
        Some(Language::Go) => "build with `-ldflags=\"-s -w\"`",
        Some(Language::TinyGo) => "build with `-no-debug -opt=z`",
        Some(Language::AssemblyScript) => "build with `asc -O3` and without `--debug`",
        None => "build with optimisation and without debugging information, or run `wasm-tools strip` over the file",
    }
}

/// How a module comes to have a memory of its own.
pub(super) fn own_memory(language: Option<Language>) -> &'static str {
    match language {
        Some(Language::Rust) => {
            "leave out `-C link-arg=--import-memory`, and build for `wasm32-unknown-unknown` or `wasm32-wasip1`, not for \
             `wasm32-wasip1-threads`"
        }
        Some(Language::C | Language::Cpp | Language::COrCpp) => {
            "link without `--import-memory`, and without `-pthread`"
        }
        Some(Language::Emscripten) => {
            "link with `-sSTANDALONE_WASM --no-entry`, without `-pthread` and `-sIMPORTED_MEMORY`"
        }
        Some(Language::Zig) => "build without `--import-memory`",
        Some(Language::AssemblyScript) => "build without `--importMemory`",
        _ => {
            "build without `--import-memory` of linkers and `--importMemory` of AssemblyScript, with Emscripten with \
             `-sSTANDALONE_WASM --no-entry`"
        }
    }
}

/// How to declare a function of the sandbox's own.
pub(super) fn import_own(language: Option<Language>) -> &'static str {
    match language {
        Some(Language::Rust) => {
            "write `#[link(wasm_import_module = \"botpit\")]` above its `extern` block, as the SDK does"
        }
        // The C library has a `log` and a `random` of its own, which a linker would take.
        Some(Language::C | Language::Cpp | Language::COrCpp) => {
            "declare it under a name of your own: `__attribute__((import_module(\"botpit\"), import_name(\"log\"))) void \
             botpit_log(const char *text, int bytes);`"
        }
        Some(Language::Emscripten) => {
            "declare it under a name of your own: `__attribute__((import_module(\"botpit\"), import_name(\"log\"))) void \
             botpit_log(const char *text, int bytes);`, and link with `-sERROR_ON_UNDEFINED_SYMBOLS=0`"
        }
        Some(Language::Zig) => "declare it as `extern \"botpit\" fn log(…) void;`",
        Some(Language::Go | Language::TinyGo) => "write `//go:wasmimport botpit log` above it, and no body",
        Some(Language::AssemblyScript) => {
            "declare it as `@external(\"botpit\", \"log\") declare function log(…): void`"
        }
        None => {
            "import it from `botpit`: in Rust `#[link(wasm_import_module = \"botpit\")]`, in C \
             `__attribute__((import_module(\"botpit\"), import_name(\"log\")))` before a name of your own, in Zig \
             `extern \"botpit\" fn log(…) void;`, in Go `//go:wasmimport botpit log`, in AssemblyScript \
             `@external(\"botpit\", \"log\")`"
        }
    }
}

/// How the constructors of static data come to run once.
pub(crate) fn run_constructors_once(language: Option<Language>) -> &'static str {
    match language {
        Some(Language::Zig) => "with `zig c++` link with `-mexec-model=reactor`; the module then has `_initialize`",
        Some(Language::Rust) => {
            "a crate runs code before main: export an `_initialize` that calls the linker's `__wasm_call_ctors`"
        }
        Some(Language::Emscripten) => "link with `-sSTANDALONE_WASM --no-entry`; the module then has `_initialize`",
        _ => {
            "link with `-mexec-model=reactor`; without a libc export `_initialize` and let it call the linker's \
             `__wasm_call_ctors`: `extern \"C\" void __wasm_call_ctors(); extern \"C\" \
             __attribute__((export_name(\"_initialize\"))) void init() { __wasm_call_ctors(); }`"
        }
    }
}
