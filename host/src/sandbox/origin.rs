//! Who made a module, so that advice can name the flag of the author's own compiler.

use serde::Serialize;
use wasmparser::{
    CompositeInnerType, CustomSectionReader, DataSectionReader, FuncType, ImportSectionReader, KnownCustom, Name,
    NameSectionReader, Parser, Payload, ProducersSectionReader, TypeSectionReader,
};

use botpit_guest::escape;

use super::toolchain::{Import, Makers};

/// The most tools that are kept of a module's list.
const TOOLS: usize = 8;
/// The longest name or version of a tool, in characters.
const TOOL_CHARS: usize = 60;
/// How many names of functions are looked at.
const NAMES: usize = 10_000;
/// How many types are looked at; no module that is read has more.
const TYPES: usize = 20_000;
/// Texts in a module's data that a language's library has, of which only some get into a module.
const TEXTS: [(&[u8], Language); 4] = [
    // Paths of the standard library, in the messages of its panics.
    (b"/rustc/", Language::Rust),
    (b"library/core/src/", Language::Rust),
    // In UTF-16, the paths of the standard library and the table that it writes numbers with.
    (b"~\0l\0i\0b\0/\0", Language::AssemblyScript),
    (b"0\x000\x000\x001\x000\x002\x00", Language::AssemblyScript),
];
/// What compilers call themselves in debugging information, where they say of their language that it is C.
const COMPILERS: [(&[u8], Language); 2] = [(b"zig 0.", Language::Zig), (b"TinyGo", Language::TinyGo)];
/// Functions that Emscripten exports for its JavaScript, whether there is to be any or not.
const OF_EMSCRIPTEN: [&str; 3] = ["stackAlloc", "_emscripten_stack_alloc", "emscripten_stack_get_current"];

/// What a module's bytes tell about who made it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Origin {
    /// The language of its source, where it is known.
    pub language: Option<Language>,
    /// How that is known.
    pub evidence: Option<Evidence>,
    /// The tools that it says it was made with, with their versions, escaped.
    pub tools: Vec<String>,
}

/// A language, or a compiler that is one's own choice for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Language {
    /// Rust.
    Rust,
    /// C.
    C,
    /// C++.
    Cpp,
    /// C or C++: clang names the language only in debugging information.
    COrCpp,
    /// C or C++, with Emscripten.
    Emscripten,
    /// Zig.
    Zig,
    /// Go, with the compiler of its own.
    Go,
    /// Go, with TinyGo.
    TinyGo,
    /// AssemblyScript.
    AssemblyScript,
}

impl Language {
    /// Its name for people.
    pub fn title(self) -> &'static str {
        match self {
            Language::Rust => "Rust",
            Language::C => "C",
            Language::Cpp => "C++",
            Language::COrCpp => "C or C++",
            Language::Emscripten => "C or C++ with Emscripten",
            Language::Zig => "Zig",
            Language::Go => "Go",
            Language::TinyGo => "TinyGo",
            Language::AssemblyScript => "AssemblyScript",
        }
    }
}

/// How a module's language is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Evidence {
    /// The module says so in its section of producers.
    Producers,
    /// It looks like it: by names or by texts that the language's library has.
    Traces,
}

impl Origin {
    /// What the bytes tell; of damaged ones, what comes before the damage.
    pub(super) fn of(wasm: &[u8]) -> Origin {
        let mut clues = Clues::default();
        for payload in Parser::new(0).parse_all(wasm) {
            match payload {
                Ok(payload) => clues.take(&payload),
                Err(_) => break,
            }
        }
        clues.origin()
    }
}

/// What was found on the way through a module.
#[derive(Default)]
struct Clues {
    types: Vec<Option<FuncType>>,
    languages: Vec<String>,
    tools: Vec<String>,
    traces: Option<Language>,
}

impl Clues {
    fn take(&mut self, payload: &Payload<'_>) {
        match payload {
            Payload::CustomSection(section) => self.take_custom(section),
            Payload::TypeSection(section) => self.take_types(section.clone()),
            Payload::ImportSection(section) => self.take_imports(section.clone()),
            Payload::ExportSection(section) => {
                let mut exports = section.clone().into_iter().filter_map(Result::ok).take(NAMES);
                if exports.any(|export| OF_EMSCRIPTEN.contains(&export.name)) {
                    self.trace(Language::Emscripten);
                }
            }
            Payload::DataSection(section) => self.take_data(section.clone()),
            _ => {}
        }
    }

    fn take_custom(&mut self, section: &CustomSectionReader<'_>) {
        match section.as_known() {
            KnownCustom::Producers(producers) => self.take_producers(producers),
            KnownCustom::Name(names) => self.take_names(names),
            _ if matches!(section.name(), "go:buildid" | "go.buildid") => self.trace(Language::Go),
            _ if section.name() == ".debug_str" => self.take_texts(section.data(), &COMPILERS),
            _ => {}
        }
    }

    fn take_types(&mut self, types: TypeSectionReader<'_>) {
        let types = types.into_iter().filter_map(Result::ok).flat_map(|group| group.into_types());
        self.types.extend(types.take(TYPES).map(|ty| match ty.composite_type.inner {
            CompositeInnerType::Func(function) => Some(function),
            _ => None,
        }));
    }

    fn take_imports(&mut self, section: ImportSectionReader<'_>) {
        let imports = || section.clone().into_imports().filter_map(Result::ok).take(NAMES);
        let makers =
            Makers::of(imports().map(|import| Import::new(import.module, import.name, &import.ty, &self.types)));
        let of_cpp = |name: &str| name.starts_with("__cxa_") || name.starts_with("_Z");
        if makers.has_emscripten() {
            self.trace(Language::Emscripten);
        } else if makers.has_assembly_script() {
            self.trace(Language::AssemblyScript);
        } else if imports().any(|import| import.module == "env" && of_cpp(import.name)) {
            self.trace(Language::Cpp);
        }
    }

    fn take_data(&mut self, section: DataSectionReader<'_>) {
        for data in section.into_iter().filter_map(Result::ok) {
            self.take_texts(data.data, &TEXTS);
        }
    }

    fn take_texts(&mut self, bytes: &[u8], texts: &[(&[u8], Language)]) {
        if self.traces.is_none() {
            self.traces = texts.iter().find(|(text, _)| contains(bytes, text)).map(|(_, language)| *language);
        }
    }

    fn take_producers(&mut self, producers: ProducersSectionReader<'_>) {
        for field in producers.into_iter().filter_map(Result::ok) {
            for value in field.values.into_iter().filter_map(Result::ok) {
                if self.tools.len() + self.languages.len() == TOOLS {
                    return;
                }
                let name = escape(value.name.as_bytes(), TOOL_CHARS);
                if field.name == "language" {
                    self.languages.push(name);
                } else {
                    let version = escape(value.version.as_bytes(), TOOL_CHARS);
                    self.tools.push(format!("{name} {version}").trim_end().to_owned());
                }
            }
        }
    }

    /// C++ mangles the names of its functions; what Zig panics with has one name.
    fn take_names(&mut self, names: NameSectionReader<'_>) {
        for names in names.into_iter().filter_map(Result::ok) {
            let Name::Function(functions) = names else { continue };
            for naming in functions.into_iter().filter_map(Result::ok).take(NAMES) {
                match naming.name {
                    "debug.defaultPanic" => self.trace(Language::Zig),
                    name if name.starts_with("_Z") => self.trace(Language::Cpp),
                    _ => {}
                }
            }
        }
    }

    fn trace(&mut self, language: Language) {
        self.traces.get_or_insert(language);
    }

    fn origin(self) -> Origin {
        let named = self.named();
        let evidence = match (named, self.traces) {
            (Some(_), _) => Some(Evidence::Producers),
            (None, Some(_)) => Some(Evidence::Traces),
            (None, None) => None,
        };
        Origin { language: named.or(self.traces), evidence, tools: self.tools }
    }

    /// The language that the producers name. With several, that of the bot: the others are languages of libraries.
    fn named(&self) -> Option<Language> {
        let language = |test: &dyn Fn(&str) -> bool| self.languages.iter().any(|name| test(name));
        let tool = |word: &str| self.tools.iter().any(|name| name.to_ascii_lowercase().contains(word));
        let cpp = language(&|name| name.starts_with("C_plus_plus"));
        let c =
            language(&|name| name.strip_prefix('C').is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit())));
        // Zig and TinyGo say in their debugging information that they are C, and name no tool as C's compilers do.
        let of_c = (c || cpp) && !self.tools.is_empty() || tool("clang");
        let known = [
            (Language::TinyGo, tool("tinygo")),
            (Language::Go, language(&|name| name == "Go")),
            (Language::Zig, language(&|name| name.eq_ignore_ascii_case("zig")) || tool("zig")),
            (Language::AssemblyScript, language(&|name| name == "AssemblyScript")),
            (Language::Rust, language(&|name| name == "Rust") || tool("rustc")),
            (Language::Emscripten, of_c && self.traces == Some(Language::Emscripten)),
            (Language::Cpp, of_c && (cpp || !c && self.traces == Some(Language::Cpp))),
            (Language::C, of_c && c),
            (Language::COrCpp, of_c),
        ];
        known.into_iter().find(|(_, found)| *found).map(|(language, _)| language)
    }
}

/// Whether the bytes have the word in them.
fn contains(bytes: &[u8], word: &[u8]) -> bool {
    let first = word[0];
    let mut rest = bytes;
    while let Some(at) = rest.iter().position(|byte| *byte == first) {
        rest = &rest[at..];
        if rest.starts_with(word) {
            return true;
        }
        rest = &rest[1..];
    }
    false
}
