//! Exit codes, and errors as they are shown.

use std::fmt;
use std::process::ExitCode;

/// What the program ends with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exit {
    /// Done, whoever won.
    Done,
    /// It could not be done.
    Failure,
    /// The command line asks for something that there is not.
    Usage,
    /// Ctrl-C.
    Interrupted,
    /// Nobody reads the output any more.
    PipeClosed,
}

impl Exit {
    /// The number for the shell.
    pub(super) const fn code(self) -> u8 {
        match self {
            Exit::Done => 0,
            Exit::Failure => 1,
            Exit::Usage => 2,
            Exit::Interrupted => 130,
            Exit::PipeClosed => 141,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.code())
    }
}

/// An error that knows its exit code and the next step.
#[derive(Debug)]
pub(super) struct Failure {
    exit: Exit,
    message: String,
    hint: Option<String>,
}

impl Failure {
    /// The command line asks for something that there is not.
    pub(super) fn usage(message: impl Into<String>) -> Failure {
        Failure { exit: Exit::Usage, message: message.into(), hint: None }
    }

    /// It could not be done.
    pub(super) fn new(message: impl Into<String>) -> Failure {
        Failure { exit: Exit::Failure, message: message.into(), hint: None }
    }

    /// Ctrl-C came before there was anything to tell.
    pub(super) fn interrupted() -> Failure {
        Failure { exit: Exit::Interrupted, message: "interrupted".to_owned(), hint: None }
    }

    /// Adds the next step, where possible as a command to type.
    pub(super) fn hint(mut self, hint: impl Into<String>) -> Failure {
        self.hint = Some(hint.into());
        self
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}

/// Shows an error on stderr, escaped, and gives back its exit code.
pub(super) fn report(error: &anyhow::Error) -> Exit {
    let error_style = anstyle::AnsiColor::Red.on_default().bold();
    tell(&format!("{error_style}error:{error_style:#} {}", printable(&format!("{error:#}"))));
    let failure = error.downcast_ref::<Failure>();
    if let Some(text) = hint_of(error) {
        hint(text);
    }
    failure.map_or(Exit::Failure, |failure| failure.exit)
}

/// Tells the next step, escaped.
pub(super) fn hint(text: &str) {
    let style = anstyle::AnsiColor::Cyan.on_default().bold();
    tell(&format!("{style}hint:{style:#} {}", printable(text)));
}

/// The next step after an error, if it knows one.
pub(super) fn hint_of(error: &anyhow::Error) -> Option<&str> {
    error.downcast_ref::<Failure>()?.hint.as_deref()
}

/// Says something beside the results, escaped.
pub(super) fn note(text: &str) {
    tell(&printable(text));
}

/// Writes a line to stderr. Where that cannot be done, the exit code has to do.
fn tell(line: &str) {
    use std::io::Write;
    let _ = writeln!(anstream::stderr(), "{line}");
}

/// A path without what could steer a terminal.
pub(super) fn shown(path: &std::path::Path) -> String {
    botpit_guest::escape(path.as_os_str().as_encoded_bytes(), usize::MAX)
}

/// A path as a shell takes it, without what could steer a terminal.
pub(super) fn quoted(path: &std::path::Path) -> String {
    let text = shown(path);
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-+,@".contains(c);
    if text.chars().all(is_plain) { text } else { format!("'{}'", text.replace('\'', r"'\''")) }
}

/// Text without what could steer a terminal; line breaks stay.
pub(super) fn printable(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(|line| botpit_guest::escape(line.as_bytes(), usize::MAX)).collect();
    lines.join("\n")
}
