//! One sandbox for all tests, and bots to check.

use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

use botpit::check::{Arena, CheckError, CheckReport, CheckRequest, Complaint, check};
use botpit::matches::MapSource;
use botpit::sandbox::{CompilerPath, Sandbox, SandboxConfig};
use botpit_engine::{GAMES, Limits, Policy, Ruleset, Seed, Settings};

use crate::common::{QUIET, wat_text};

/// The sandbox that all tests of this binary share.
pub(crate) fn sandbox() -> &'static Sandbox {
    static SANDBOX: OnceLock<Sandbox> = OnceLock::new();
    SANDBOX.get_or_init(|| Sandbox::new(config()).expect("a sandbox"))
}

/// The configuration of a sandbox of these tests.
pub(crate) fn config() -> SandboxConfig {
    let program = env!("CARGO_BIN_EXE_botpit").into();
    let compiler = CompilerPath::Program { program, args: vec!["__compile".into()] };
    SandboxConfig { compiler, ..SandboxConfig::default() }
}

/// A check of a module, in turns that are few and cheap.
pub(crate) fn request(wasm: impl Into<Vec<u8>>) -> CheckRequest {
    CheckRequest {
        name: "bot".to_owned(),
        wasm: wasm.into().into(),
        limits: Limits { fuel_per_turn: 1_000_000, fuel_start: 1_000_000, ..Limits::default() },
        policy: Policy::default(),
        game: None,
        turns: 3,
        seed: Seed(1),
        timing: false,
    }
}

/// What comes of a check.
pub(crate) fn run(request: &CheckRequest) -> CheckReport {
    run_in(sandbox(), request)
}

/// What comes of a check in a sandbox of its own.
pub(crate) fn run_in(sandbox: &Sandbox, request: &CheckRequest) -> CheckReport {
    let arena = |ruleset: &'static dyn Ruleset| {
        let maps = MapSource::Generated { ruleset, first: Seed(1), settings: Settings::default() };
        Ok::<_, CheckError>(Arena { maps, options: Settings::default() })
    };
    check(sandbox, &GAMES, request, arena, &AtomicBool::new(false)).expect("a report")
}

/// What comes of the check of a module.
pub(crate) fn report(wasm: impl Into<Vec<u8>>) -> CheckReport {
    run(&request(wasm))
}

/// A module's bytes.
pub(crate) fn module(text: &str) -> Vec<u8> {
    wat::parse_str(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// A quiet bot with further fields; imports come first.
pub(crate) fn quiet(fields: &str) -> Vec<u8> {
    module(&quiet_text(fields))
}

/// The text of [`quiet`].
pub(crate) fn quiet_text(fields: &str) -> String {
    let text = wat_text(QUIET);
    text.replacen("(module", &format!("(module {fields}"), 1)
}

/// The codes of complaints.
pub(crate) fn codes(complaints: &[Complaint]) -> Vec<&'static str> {
    complaints.iter().map(|complaint| complaint.code).collect()
}

/// All words of a complaint.
pub(crate) fn words(complaint: &Complaint) -> String {
    let to_do = complaint.to_do.as_deref().unwrap_or_default();
    format!("{}\nmeans: {}\nto do: {to_do}", complaint.what.join("\n"), complaint.means)
}

/// The words of the complaint of that code.
#[track_caller]
pub(crate) fn words_of(complaints: &[Complaint], code: &str) -> String {
    let found = complaints.iter().find(|complaint| complaint.code == code);
    words(found.unwrap_or_else(|| panic!("no `{code}` among {complaints:#?}")))
}
