//! Who made a module, so that advice can name the flag of the author's own compiler.

use serde::Serialize;
use wasmparser::{KnownCustom, Name, NameSectionReader, Parser, Payload, ProducersSectionReader};

use botpit_guest::escape;

/// The most tools that are kept of a module's list.
const TOOLS: usize = 8;
/// The longest name or version of a tool, in characters.
const TOOL_CHARS: usize = 60;
/// How many names of functions are looked at.
const NAMES: usize = 10_000;

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
    languages: Vec<String>,
    tools: Vec<String>,
    traces: Option<Language>,
}

impl Clues {
    fn take(&mut self, payload: &Payload<'_>) {
        match payload {
            Payload::CustomSection(section) => match section.as_known() {
                KnownCustom::Producers(producers) => self.take_producers(producers),
                KnownCustom::Name(names) => self.take_names(names),
                _ if matches!(section.name(), "go:buildid" | "go.buildid") => self.trace(Language::Go),
                _ => {}
            },
            Payload::ImportSection(section) => {
                let imports = section.clone().into_imports().filter_map(Result::ok);
                for import in imports {
                    match (import.module, import.name) {
                        ("env", "abort") => self.trace(Language::AssemblyScript),
                        ("env", name) if name.starts_with("__cxa_") || name.starts_with("_Z") => {
                            self.trace(Language::Cpp);
                        }
                        _ => {}
                    }
                }
            }
            Payload::DataSection(section) => {
                // Paths of the standard library, in the messages of its panics.
                let rust = |data: &[u8]| contains(data, b"/rustc/") || contains(data, b"library/core/src/");
                if section.clone().into_iter().filter_map(Result::ok).any(|data| rust(data.data)) {
                    self.trace(Language::Rust);
                }
            }
            _ => {}
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

    /// C++ mangles the names of its functions.
    fn take_names(&mut self, names: NameSectionReader<'_>) {
        for names in names.into_iter().filter_map(Result::ok) {
            let Name::Function(functions) = names else { continue };
            if functions.into_iter().filter_map(Result::ok).take(NAMES).any(|naming| naming.name.starts_with("_Z")) {
                self.trace(Language::Cpp);
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
        let of_c =
            |name: &str| name.strip_prefix('C').is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()));
        let known = [
            (Language::TinyGo, tool("tinygo")),
            (Language::Go, language(&|name| name == "Go")),
            (Language::Zig, language(&|name| name.eq_ignore_ascii_case("zig")) || tool("zig")),
            (Language::AssemblyScript, language(&|name| name == "AssemblyScript")),
            (Language::Rust, language(&|name| name == "Rust") || tool("rustc")),
            (Language::Cpp, language(&|name| name.starts_with("C_plus_plus"))),
            (Language::C, language(&of_c)),
            (Language::Cpp, tool("clang") && self.traces == Some(Language::Cpp)),
            (Language::COrCpp, tool("clang")),
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
