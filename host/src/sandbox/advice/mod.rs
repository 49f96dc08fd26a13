//! The one table of explanations: what each [`LoadProblem`] means and what its author can do. `botpit play` shows the
//! second as its hint, `botpit check` both.

mod features;
mod imports;
mod languages;

use botpit_engine::{Fault, FaultKind, GAMES, Phase};

use super::{CompileLimit, HostFailure, Language, LoadProblem, Quantity, Toolchain};

pub(crate) use languages::{how_to_strip, run_constructors_once};

/// What a complaint means, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// Why it is a problem.
    pub means: &'static str,
    /// What the bot's author can do, where there is something.
    pub to_do: Option<String>,
}

/// The name that a linker gives to what it puts in place of a call of another type, up to the function's own name.
const MISMATCH: &str = "`signature_mismatch:";
/// What the sandbox says about object files that are packed together.
pub(super) const ARCHIVE: &str = "an archive of object files";
/// What the sandbox says about a module in text instead of a binary.
pub(super) const TEXT_FORMAT: &str = "WebAssembly's text format";
/// What the sandbox says about the JavaScript that a tool puts beside its module.
pub(super) const JAVASCRIPT: &str = "JavaScript";

impl Advice {
    /// What a fault means and what to do about it, in terms of the language of the module's source.
    pub(crate) fn of_fault(fault: &Fault, language: Option<Language>) -> Advice {
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
            FaultKind::Trap if fault.detail.contains(MISMATCH) => (
                "the linker took another function of that name, mostly the C library's, whose type is another, and put a \
                 trap in place of the call",
                format!("give it another name; if it is one of the sandbox's own, {}", languages::import_own(language)),
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
                Quantity::TableElements | Quantity::Tables | Quantity::Elements => "table-over-limit",
                _ => "module-over-limit",
            },
            LoadProblem::UnknownImport { .. } => "unknown-import",
            LoadProblem::ImportModule { .. } => "import-module",
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
                Some(languages::component(language).to_owned()),
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
                Some(languages::link(language).to_owned()),
            ),
            LoadProblem::Feature { feature } => (
                "what a bot may use is fixed, so that fuel and results are the same on every machine",
                Some(features::without(feature, language)),
            ),
            LoadProblem::OverLimit { quantity, .. } => over_limit(*quantity, language),
            LoadProblem::UnknownImport { toolchain, name, .. } => imports::unknown_import(*toolchain, name, language),
            LoadProblem::ImportModule { .. } => (
                "the function is there, under the name of another module",
                Some(languages::import_own(language).to_owned()),
            ),
            LoadProblem::ImportedMemory { .. } => (
                "the module expects its memory from a browser page or from JavaScript; a bot brings its own",
                Some(languages::own_memory(language).to_owned()),
            ),
            LoadProblem::ImportType { .. } => (
                "the function is there, and takes or gives other values than the module's declaration says",
                Some("declare it as the tables in sdk/ABI.md do".to_owned()),
            ),
            LoadProblem::MissingExport { name: "memory" } => (
                "the sandbox writes views to the bot's memory and reads orders from it, so it has to see it",
                Some(languages::export_memory(language).to_owned()),
            ),
            LoadProblem::MissingExport { .. } => (
                "every bot exports `memory`, `botpit_abi`, `alloc` and `think`: the sandbox calls it through them",
                Some(languages::how_to_export(language).to_owned()),
            ),
            LoadProblem::ExportType { found, .. } if found == "a global" => (
                "the name belongs to a variable: what is exported is the variable's address, which nobody can call",
                Some(languages::how_to_export(language).to_owned()),
            ),
            LoadProblem::ExportType { .. } => (
                "the sandbox would call it with other values than it takes",
                Some("the tables in sdk/ABI.md give all types".to_owned()),
            ),
            LoadProblem::Command => (
                "a command runs its main function once and ends; a bot is a library whose `think` is called each turn",
                Some(languages::reactor(language).to_owned()),
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
            LoadProblem::CompileLimit { limit } => (
                "a module that is hard to compile would hold up every match",
                Some(format!(
                    "split its largest functions and optimise for size; if the bot is your own, raise the limit with {}",
                    option_of(*limit)
                )),
            ),
            LoadProblem::Faulted { command: true, .. } => (
                "it seems to need its main function, which begins what the language needs: a command runs once and ends, \
                 and the sandbox does not call its `_start`",
                Some(languages::reactor(language).to_owned()),
            ),
            LoadProblem::Faulted { fault, .. } => (
                "the bot's own code went wrong before it was asked for anything: in the start section, in \
                 `_initialize` or in `botpit_abi`",
                Advice::of_fault(fault, language).to_do,
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
        Some(ARCHIVE) => {
            "build a module instead of a library to link with: in Rust `crate-type = [\"cdylib\"]` instead of `staticlib`, \
             with Zig `build-exe -fno-entry -rdynamic` instead of `build-lib`, with clang link the archive"
        }
        _ => "give the `.wasm` file that your compiler writes, or the folder of the bot's source",
    };
    (
        "a bot is the binary file that a compiler for WebAssembly writes; it begins with the bytes `\\0asm`",
        Some(to_do.to_owned()),
    )
}

fn over_limit(quantity: Quantity, language: Option<Language>) -> (&'static str, Option<String>) {
    match quantity {
        Quantity::MemoryBytes => (
            "memory that the module asks for before it runs: its stack, its static data and what the linker adds",
            Some(languages::smaller_memory(language).to_owned()),
        ),
        Quantity::TableElements | Quantity::Tables | Quantity::Elements => (
            "a table holds the functions that are called through pointers",
            Some("build with optimisation; a bot needs one table, with an entry for each such function".to_owned()),
        ),
        Quantity::Functions | Quantity::Imports | Quantity::Types | Quantity::Globals => {
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

fn host_failure(failure: &HostFailure) -> Option<String> {
    let HostFailure::InheritedLimit { limit } = failure else { return None };
    let command = match limit {
        CompileLimit::CpuSeconds(_) => "ulimit -t",
        CompileLimit::MemoryBytes(_) => "ulimit -v",
    };
    Some(format!("raise it with `{command}`: it is lower than {}", option_of(*limit)))
}

/// The option that sets a limit of compiling.
fn option_of(limit: CompileLimit) -> &'static str {
    match limit {
        CompileLimit::CpuSeconds(_) => "`--compile-cpu-seconds`",
        CompileLimit::MemoryBytes(_) => "`--compile-memory-bytes`",
    }
}
