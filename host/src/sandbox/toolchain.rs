//! Which tool made an import, which tells what its author can do about it.

use wasmparser::{FuncType, TypeRef, ValType};

/// The tool that usually makes an import.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Toolchain {
    /// wasm-bindgen or wasm-pack, for browsers.
    WasmBindgen,
    /// Emscripten, for its JavaScript.
    Emscripten,
    /// TinyGo or Go for browsers.
    Go,
    /// AssemblyScript.
    AssemblyScript,
    /// A compiler of a language that calls JavaScript, such as Kotlin or Dart.
    JavaScript,
    /// A C++ compiler, for exceptions.
    CppExceptions,
    /// A C++ compiler, for what is no exception.
    CppRuntime,
    /// A linker that was told to leave undefined symbols as imports.
    Linker,
    /// A linker that was told to leave the table to somebody else.
    ImportedTable,
    /// Any compiler for WASI preview 1.
    Wasi,
    /// An old compiler, for WASI before preview 1.
    WasiPreview0,
    /// A compiler for WASI with threads.
    WasiThreads,
    /// A compiler for components or WASI preview 2.
    Component,
    /// None that is known.
    Unknown,
}

impl Toolchain {
    /// What is to be said of the import in brackets.
    pub(super) fn words(self) -> &'static str {
        match self {
            Toolchain::WasmBindgen => " (wasm-bindgen made it)",
            Toolchain::Emscripten => " (Emscripten makes such imports)",
            Toolchain::Go => " (Go and TinyGo make it for browsers)",
            Toolchain::AssemblyScript => " (AssemblyScript makes it)",
            Toolchain::JavaScript => " (it is JavaScript's)",
            Toolchain::CppExceptions => " (C++ exceptions need it)",
            Toolchain::CppRuntime => " (of the C++ library)",
            Toolchain::Linker => " (a linker makes it for a function that is declared and nowhere defined)",
            Toolchain::ImportedTable => " (a linker makes it when it is told so)",
            Toolchain::Wasi => " (not among the WASI functions here)",
            Toolchain::WasiPreview0 => " (from WASI before preview 1)",
            Toolchain::WasiThreads => " (it starts a thread)",
            Toolchain::Component => " (made for the component model)",
            Toolchain::Unknown => "",
        }
    }
}

/// An import.
#[derive(Clone, Copy)]
pub(super) struct Import<'a> {
    pub(super) module: &'a str,
    pub(super) name: &'a str,
    /// The type of a function.
    pub(super) function: Option<&'a FuncType>,
    is_table: bool,
}

impl<'a> Import<'a> {
    /// An import as a module has it, with the module's types.
    pub(super) fn new(module: &'a str, name: &'a str, ty: &TypeRef, types: &'a [Option<FuncType>]) -> Import<'a> {
        let function = match ty {
            TypeRef::Func(index) => types.get(*index as usize).and_then(Option::as_ref),
            _ => None,
        };
        Import { module, name, function, is_table: matches!(ty, TypeRef::Table(_)) }
    }
}

/// Who made the imports of a module. Names that several tools use are those of the tool that made other names.
#[derive(Clone, Copy, Default)]
pub(super) struct Makers {
    emscripten: bool,
    assembly_script: bool,
    go: bool,
}

impl Makers {
    /// What all imports of a module tell together.
    pub(super) fn of<'a>(imports: impl Iterator<Item = Import<'a>>) -> Makers {
        imports.fold(Makers::default(), |makers, import| Makers {
            emscripten: makers.emscripten || is_emscripten(&import),
            assembly_script: makers.assembly_script || is_assembly_script(&import),
            go: makers.go || is_go(&import),
        })
    }

    /// Whether the module is made for Emscripten's JavaScript.
    pub(super) fn has_emscripten(&self) -> bool {
        self.emscripten
    }

    /// Whether AssemblyScript made the module.
    pub(super) fn has_assembly_script(&self) -> bool {
        self.assembly_script && !self.emscripten
    }

    /// Whether the module is made for the JavaScript of Go.
    pub(super) fn has_go(&self) -> bool {
        self.go
    }

    /// The tool that made an import of the module.
    pub(super) fn toolchain(&self, import: &Import<'_>) -> Toolchain {
        let Import { module, name, .. } = *import;
        let binds = |text: &str| text.contains("__wbindgen") || text.contains("__wbg_");
        match module {
            _ if binds(module) || binds(name) || module == "wbg" => Toolchain::WasmBindgen,
            _ if is_go(import) => Toolchain::Go,
            "env" => self.of_env(import),
            "a" => Toolchain::Emscripten,
            "wasi" => Toolchain::WasiThreads,
            "wasi_unstable" => Toolchain::WasiPreview0,
            "js_code" => Toolchain::JavaScript,
            _ if module.starts_with("wasi_") => Toolchain::Wasi,
            _ if module.starts_with("wasm:") || module.ends_with(".js") || module.ends_with(".mjs") => {
                Toolchain::JavaScript
            }
            _ if module.contains(':') || module.starts_with("cm32p2") => Toolchain::Component,
            _ => Toolchain::Unknown,
        }
    }

    /// The tool that made an import of the module that all of them call `env`.
    fn of_env(&self, import: &Import<'_>) -> Toolchain {
        match import.name {
            _ if self.has_emscripten() => Toolchain::Emscripten,
            _ if import.is_table => Toolchain::ImportedTable,
            _ if is_assembly_script(import) => Toolchain::AssemblyScript,
            name if is_of_exceptions(name) => Toolchain::CppExceptions,
            name if name.starts_with("__cxa_") => Toolchain::CppRuntime,
            _ => Toolchain::Linker,
        }
    }
}

fn is_go(import: &Import<'_>) -> bool {
    let of_runtime = || import.name.starts_with("runtime.") || import.name.starts_with("syscall/js.");
    matches!(import.module, "gojs" | "go") || import.module == "env" && of_runtime()
}

/// Whether nobody but Emscripten makes such an import.
fn is_emscripten(import: &Import<'_>) -> bool {
    const BEGINS: [&str; 8] = [
        "emscripten_",
        "_emscripten_",
        "__emscripten_",
        "_embind_",
        "_emval_",
        "__syscall_",
        "__pthread_create_js",
        "__cxa_find_matching_catch",
    ];
    const NAMES: [&str; 3] = ["setTempRet0", "getTempRet0", "__resumeException"];
    let name = import.name;
    // What calls through pointers where exceptions may come, with a letter for each value.
    let invokes = name.strip_prefix("invoke_").is_some_and(|types| types.chars().all(|ty| "vijfd".contains(ty)));
    import.module == "env" && (invokes || NAMES.contains(&name) || BEGINS.iter().any(|begin| name.starts_with(begin)))
}

/// Whether nobody but AssemblyScript makes such an import: its calls when an assertion fails, to trace and to seed
/// `Math.random`, whose names others use too, and those of JavaScript's objects, as in `console.log`.
fn is_assembly_script(import: &Import<'_>) -> bool {
    use ValType::{F64, I32};
    let Some(function) = import.function.filter(|_| import.module == "env") else { return false };
    let is = |params: &[ValType], results: &[ValType]| function.params() == params && function.results() == results;
    match import.name {
        "abort" => is(&[I32; 4], &[]),
        "seed" => is(&[], &[F64]),
        "trace" => is(&[I32, I32, F64, F64, F64, F64, F64], &[]),
        name => name.contains('.') && !is_go(import),
    }
}

/// Whether a function of the C++ library throws or catches.
fn is_of_exceptions(name: &str) -> bool {
    const OF_THEM: [&str; 7] =
        ["throw", "rethrow", "begin_catch", "end_catch", "allocate_ex", "free_ex", "get_exception"];
    name.starts_with("_Unwind_")
        || name.strip_prefix("__cxa_").is_some_and(|rest| OF_THEM.iter().any(|word| rest.starts_with(word)))
}
