//! How to do without a proposal that is switched off.

use super::Language;

/// What switches a proposal on, for each kind of compiler.
struct Switches {
    clang: &'static str,
    rust: &'static str,
    zig: &'static str,
    asc: Option<&'static str>,
}

const THREADS: Switches = Switches {
    clang: "`-pthread`, `-matomics` and `--shared-memory`",
    rust: "`-C target-feature=+atomics`, `-C link-arg=--shared-memory` and the target `wasm32-wasip1-threads`",
    zig: "`--shared-memory`, and `+atomics` or `bleeding_edge` in `-mcpu`",
    asc: Some("`--sharedMemory` and `--enable threads`"),
};
const TAIL_CALLS: Switches = Switches {
    clang: "`-mtail-call`",
    rust: "`-C target-feature=+tail-call`",
    zig: "`+tail_call` or `bleeding_edge` in `-mcpu`",
    asc: None,
};
const RELAXED_SIMD: Switches = Switches {
    clang: "`-mrelaxed-simd`",
    rust: "`-C target-feature=+relaxed-simd` and `#[target_feature(enable = \"relaxed-simd\")]`",
    zig: "`+relaxed_simd` or `bleeding_edge` in `-mcpu`",
    asc: Some("`--enable relaxed-simd`"),
};
const WIDE_ARITHMETIC: Switches = Switches {
    clang: "`-mwide-arithmetic`",
    rust: "`-C target-feature=+wide-arithmetic`",
    zig: "`+wide_arithmetic` or `bleeding_edge` in `-mcpu`",
    asc: None,
};

impl Switches {
    fn leave_out(&self, language: Option<Language>) -> String {
        let Switches { clang, rust, zig, asc } = *self;
        let own = match language {
            Some(Language::Rust) => Some(rust),
            Some(Language::C | Language::Cpp | Language::COrCpp | Language::Emscripten) => Some(clang),
            Some(Language::Zig) => Some(zig),
            Some(Language::AssemblyScript) => asc,
            _ => None,
        };
        if let Some(own) = own {
            return format!("build without {own}");
        }
        let asc = asc.map(|asc| format!(", with AssemblyScript {asc}")).unwrap_or_default();
        format!("build without what switches it on: with clang {clang}, with Rust {rust}, with Zig {zig}{asc}")
    }
}

/// How to build without a proposal.
pub(super) fn without(feature: &str, language: Option<Language>) -> String {
    let to_do = match feature {
        "threads" => return THREADS.leave_out(language),
        "tail calls" => return TAIL_CALLS.leave_out(language),
        "wide arithmetic" => return WIDE_ARITHMETIC.leave_out(language),
        "relaxed SIMD" => return RELAXED_SIMD.leave_out(language) + "; plain SIMD is allowed",
        "memory64" => "build for wasm32 instead of wasm64",
        "multiple memories" => "build with one memory: without `--multi-memory` of wasm-merge and wasm-opt",
        "exceptions" | "legacy exceptions" => match language {
            Some(Language::Rust) => "build with `panic = \"abort\"` under `[profile.release]` in Cargo.toml",
            Some(Language::C | Language::Cpp | Language::COrCpp | Language::Emscripten) => {
                "build with `-fno-exceptions`, without `-fwasm-exceptions`, and without `setjmp`"
            }
            _ => {
                "build without exceptions: `-fno-exceptions` in C++, `panic = \"abort\"` in Rust; a language that cannot do \
                 without them cannot make bots"
            }
        },
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
    };
    to_do.to_owned()
}
