//! What a bot may be called.

use botpit_abi::TEAM_NAME_BYTES;

use super::lock;

/// A bot's name: of its package, and at first of its team.
///
/// It is made of lower-case letters, digits, `-` and `_`, such that cargo takes it as it is and the compiler has nothing
/// to say about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BotName(String);

/// Why a text is no name for a bot.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NameError {
    /// There are characters in it, or in places, where they must not be.
    #[error(
        "`{0}` is no name for a bot: a name begins with a letter, and is made of lower-case letters (a to z) and digits \
         with a single - or _ between them"
    )]
    Shape(String),
    /// It is longer than a team's name may be.
    #[error("a bot's name has at most {TEAM_NAME_BYTES} characters, not {0}")]
    TooLong(usize),
    /// It is a word of the language.
    #[error("`{0}` is no name for a bot: it is a word of Rust")]
    Keyword(String),
    /// A bot is built with a crate of that name.
    #[error("`{0}` is no name for a bot: a crate that bots are built with is called so")]
    Taken(String),
}

/// The words that no crate can be called.
const KEYWORDS: [&str; 51] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do", "dyn", "else",
    "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro", "match", "mod",
    "move", "mut", "override", "priv", "pub", "ref", "return", "self", "static", "struct", "super", "trait", "true",
    "try", "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// The crates that come with the compiler.
const LANGUAGE_CRATES: [&str; 5] = ["alloc", "core", "proc-macro", "std", "test"];

impl BotName {
    /// Checks a name.
    ///
    /// # Errors
    /// When no bot can be called so.
    pub fn new(text: &str) -> Result<BotName, NameError> {
        let word = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
        if text.len() > TEAM_NAME_BYTES {
            return Err(NameError::TooLong(text.chars().count()));
        }
        if !text.starts_with(|first: char| first.is_ascii_lowercase()) || !text.split(['-', '_']).all(word) {
            return Err(NameError::Shape(text.to_owned()));
        }
        let like = |other: &str| other.replace('_', "-") == text.replace('_', "-");
        if KEYWORDS.contains(&text) {
            return Err(NameError::Keyword(text.to_owned()));
        }
        if LANGUAGE_CRATES.into_iter().any(like) || lock::crate_names().any(like) {
            return Err(NameError::Taken(text.to_owned()));
        }
        Ok(BotName(text.to_owned()))
    }

    /// The name of the package.
    pub fn package(&self) -> &str {
        &self.0
    }

    /// The name of the crate in Rust's source.
    pub fn in_source(&self) -> String {
        self.0.replace('-', "_")
    }
}

impl NameError {
    /// A name that is like the one that was asked for, where there is one.
    pub fn suggestion(&self) -> Option<BotName> {
        let text = match self {
            NameError::Shape(text) => tidied(text),
            NameError::Keyword(text) | NameError::Taken(text) => format!("{text}-bot"),
            NameError::TooLong(_) => return None,
        };
        BotName::new(&text).or_else(|_| BotName::new(&format!("bot-{text}"))).ok()
    }
}

/// The words of a text in lower case, joined by `-`.
fn tidied(text: &str) -> String {
    let lower = text.to_ascii_lowercase();
    let words = lower.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_cargo_and_the_compiler_take_as_they_are() {
        for name in ["a", "my-bot", "my_bot", "bot2", "r2-d2", "x0", "random", "botpit-killer", &"a".repeat(64)] {
            assert_eq!(BotName::new(name).map(|name| name.0).as_deref(), Ok(name));
        }
        assert_eq!(BotName::new("r2-d2").unwrap().in_source(), "r2_d2");
    }

    #[test]
    fn other_names_are_refused_with_one_that_is_like_it() {
        type Problem = fn(&NameError) -> bool;
        let shape: Problem = |error| matches!(error, NameError::Shape(_));
        let keyword: Problem = |error| matches!(error, NameError::Keyword(_));
        let taken: Problem = |error| matches!(error, NameError::Taken(_));
        for (name, problem, like) in [
            ("", shape, None),
            ("-", shape, None),
            ("My Bot", shape, Some("my-bot")),
            ("2fast", shape, Some("bot-2fast")),
            ("-x", shape, Some("x")),
            ("my--bot", shape, Some("my-bot")),
            ("bot_", shape, Some("bot")),
            ("bot.rs", shape, Some("bot-rs")),
            ("böt", shape, Some("b-t")),
            ("a\u{1b}[31m", shape, Some("a-31m")),
            ("Test", shape, Some("bot-test")),
            ("match", keyword, Some("match-bot")),
            ("yield", keyword, Some("yield-bot")),
            ("test", taken, Some("test-bot")),
            ("core", taken, Some("core-bot")),
            ("proc_macro", taken, Some("proc_macro-bot")),
            ("botpit-sdk", taken, Some("botpit-sdk-bot")),
            ("botpit_abi", taken, Some("botpit_abi-bot")),
            ("serde", taken, Some("serde-bot")),
        ] {
            let error = BotName::new(name).expect_err(name);
            assert!(problem(&error), "{name}: {error:?}");
            assert_eq!(error.suggestion().as_ref().map(BotName::package), like, "{name}");
        }
        assert_eq!(BotName::new(&"a".repeat(65)), Err(NameError::TooLong(65)));
    }
}
