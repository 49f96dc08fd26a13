//! Every error that the libraries know, in words. What causes each is tested beside the code; here its sentence is kept.

use std::fmt::Display;
use std::io;
use std::time::Duration;

use botpit::matches::{RerunError, SoloError, Unplayable};
use botpit::sandbox::{CompileLimit, HostFailure, LoadProblem, Quantity, SandboxError};
use botpit_engine::replay::{Damage, Difference, ReadError, VerifyError};
use botpit_engine::{
    Cell, Fault, FaultKind, GeneratorError, LimitError, MapProblem, MapWriteError, OptionError, Phase, Seat, TapeError,
};

/// Errors, a line each.
fn lines(errors: &[&dyn Display]) -> String {
    errors.iter().map(|error| format!("{error}\n")).collect()
}

fn text(text: &str) -> String {
    text.to_owned()
}

#[test]
fn errors_of_map_files() {
    let at = Cell::new(3, 4);
    insta::assert_snapshot!(lines(&[
        &MapProblem::FileTooLong { bytes: 2_000_000, limit: 1_048_576 },
        &MapProblem::NotUtf8,
        &MapProblem::UnknownFormat { word: text("x"), format: "botpit-map 1" },
        &MapProblem::NotBotpit { word: text("x"), format: "botpit-map 1" },
        &MapProblem::OtherGame { game: text("gold-hunter"), expected: "capture-the-flag" },
        &MapProblem::Truncated { expected: text("the number of turns") },
        &MapProblem::Trailing { word: text("7") },
        &MapProblem::NotANumber { word: text("x"), expected: text("the value of gold 0") },
        &MapProblem::NumberTooLarge { word: text("99999999999"), expected: text("the value of gold 0") },
        &MapProblem::BadDirection { word: text("Hide") },
        &MapProblem::UnknownForm { numbers: 6 },
        &MapProblem::Spies { count: 2 },
        &MapProblem::BoardSide { what: "columns", count: 200, limit: 100 },
        &MapProblem::CellCount { cells: 13, expected: 12 },
        &MapProblem::UnevenRow { cells: 3, expected: 4 },
        &MapProblem::BadCell { word: text("2"), expected: "0 (obstacle) or 1 (ground)" },
        &MapProblem::Turns { turns: 0, limit: 10_000 },
        &MapProblem::BadName { limit: 64 },
        &MapProblem::TooMany { what: "players", count: 20, room: 11 },
        &MapProblem::NoPlayers,
        &MapProblem::UnequalTeams { what: "hunters", a: 1, b: 2 },
        &MapProblem::OffBoard { x: 9, y: 1, columns: 4, rows: 3 },
        &MapProblem::WorthlessGold,
        &MapProblem::GoldInObstacle { at },
        &MapProblem::TwoDeposits { at },
        &MapProblem::PlayerInObstacle { at },
        &MapProblem::TwoPlayers { at },
        &MapProblem::OddWidth { columns: 7 },
        &MapProblem::NoFlags,
        &MapProblem::BaseCount { seat: Seat::A, count: 2 },
        &MapProblem::InWall { what: "base", at },
        &MapProblem::SharedCell { at },
        &MapProblem::BaseAtSpawn { base: at, spawn: Cell::new(3, 5) },
        &MapProblem::Syntax { message: text("expected `=`") },
        &MapProblem::UnknownKey { key: text("gird"), nearest: Some("grid") },
        &MapProblem::UnknownKey { key: text("x"), nearest: None },
        &MapProblem::MissingKey { key: "grid" },
        &MapProblem::WrongValue { key: "turns", expected: "a whole number" },
        &MapWriteError::NoContestFormat { game: "Capture the Flag" },
        &GeneratorError::NoRoom(text("8 players do not fit on 6 cells")),
        &OptionError::Unknown { name: text("wdith"), known: text("`width`, `height`") },
        &OptionError::Unknown { name: text("width"), known: String::new() },
        &OptionError::Value { name: "jail", value: text("nowhere"), values: "captor-base or own-base" },
    ]));
}

#[test]
fn errors_of_replays_and_tapes() {
    let other_bot =
        RerunError::OtherBot { seat: Seat::B, name: text("mine"), found: text("ab12"), expected: text("cd34") };
    insta::assert_snapshot!(lines(&[
        &ReadError::Empty,
        &ReadError::NoHeader(text("expected value at column 1")),
        &ReadError::Limit(LimitError::Range { name: "max_faults", value: 0, min: 1, max: 100 }),
        &ReadError::OtherFormat { found: 2, botpit: text("9.0.0") },
        &LimitError::Unknown(text("fule")),
        &Damage { line: 7, what: text("the line is cut") },
        &VerifyError::Ruleset { id: text("chess"), version: 1 },
        &VerifyError::Map { leg: 0, problem: text("a team has at least one player") },
        &VerifyError::Differs { leg: 0, turn: 3, what: Difference::Hash },
        &VerifyError::Differs { leg: 1, turn: 3, what: Difference::Rejections },
        &VerifyError::Course { leg: 0, turn: 9, problem: "there are turns after the end" },
        &VerifyError::Footer("outcome"),
        &RerunError::NoMeter,
        &RerunError::Empty,
        &RerunError::CpuCeiling,
        &other_bot,
        &SoloError::NoLeg { leg: 4, legs: 1 },
        &SoloError::NoTurn { leg: 0, turn: 99, turns: 20 },
        &SoloError::CpuCeiling { leg: 0, turn: 5 },
        &SoloError::Interrupted,
        &SoloError::Host(HostFailure::Internal(text("a reason"))),
        &TapeError::Empty,
        &TapeError::Line { line: 2, what: text("missing field `turn` at column 9") },
        &TapeError::OtherFormat(2),
        &TapeError::NoView,
    ]));
}

#[test]
fn errors_of_the_sandbox() {
    let fault = Fault { kind: FaultKind::Trap, phase: Phase::Initialize, detail: text("unreachable") };
    let quantities = [
        Quantity::Functions,
        Quantity::Imports,
        Quantity::Types,
        Quantity::Globals,
        Quantity::Parameters,
        Quantity::Results,
        Quantity::FunctionWork,
        Quantity::ModuleWork,
        Quantity::MemoryBytes,
        Quantity::TableElements,
        Quantity::Tables,
        Quantity::Elements,
    ];
    let over: Vec<LoadProblem> =
        quantities.map(|quantity| LoadProblem::OverLimit { quantity, found: 70_000, limit: 50_000 }).into();
    let problems = [
        LoadProblem::TooLarge { bytes: 20_000_000, limit: 16_777_216 },
        LoadProblem::NotWasm { looks_like: Some("JavaScript") },
        LoadProblem::NotWasm { looks_like: None },
        LoadProblem::Component,
        LoadProblem::Truncated { bytes: 100 },
        LoadProblem::Invalid { message: text("type mismatch"), offset: 30 },
        LoadProblem::Unlinked { what: "an object file" },
        LoadProblem::Feature { feature: "threads" },
        LoadProblem::ImportModule { module: text("env"), name: "log" },
        LoadProblem::ImportedMemory { module: text("env"), name: text("memory") },
        LoadProblem::ImportType {
            module: "botpit",
            name: "log",
            expected: text("(i32, i32) -> ()"),
            found: text("() -> ()"),
        },
        LoadProblem::MissingExport { name: "think" },
        LoadProblem::ExportType { name: "think", expected: text("(i32, i32) -> i64"), found: text("a global") },
        LoadProblem::Command,
        LoadProblem::AbiVersion { found: 9 },
        LoadProblem::NoGame,
        LoadProblem::Compile { message: text("a reason") },
        LoadProblem::CompileLimit { limit: CompileLimit::CpuSeconds(30) },
        LoadProblem::CompileLimit { limit: CompileLimit::MemoryBytes(2 << 30) },
        LoadProblem::Faulted { fault, log: text("no table"), command: false },
        LoadProblem::StartCpu { limit: Duration::from_secs(60) },
        LoadProblem::Interrupted,
    ];
    let told: String = over
        .iter()
        .chain(&problems)
        .map(|problem| {
            let advice = problem.advice(None);
            let to_do = advice.to_do.unwrap_or_default();
            format!("{}: {problem}\n  means: {}\n  to do: {to_do}\n", problem.code(), advice.means)
        })
        .collect();
    let failures = lines(&[
        &HostFailure::MemoryRefused(text("a reason")),
        &HostFailure::PoolExhausted(text("a reason")),
        &HostFailure::CompileChild(text("a reason")),
        &HostFailure::InheritedLimit { limit: CompileLimit::CpuSeconds(1) },
        &HostFailure::Internal(text("a reason")),
        &SandboxError::OutOfRange { field: "instances", value: 0, min: 1, max: 65_536 },
        &SandboxError::OwnPath(io::Error::other("a reason")),
        &SandboxError::Thread(io::Error::other("a reason")),
        &SandboxError::Engine(text("a reason")),
        &Unplayable::Game { bot: text("mine"), game: "Gold Hunter", plays: vec!["Capture the Flag"], mask: 2 },
        &Unplayable::Game { bot: text("mine"), game: "Gold Hunter", plays: vec![], mask: 0x8000 },
    ]);
    insta::assert_snapshot!(told + &failures);
}
