//! `botpit map check`: whether maps can be played, and what is odd about them.

use std::ffi::OsString;
use std::fmt::Write;
use std::path::Path;

use botpit_engine::{Finding, GameMap, Severity, json_line};
use clap::{Args, ValueHint};

use super::{MapSourceArgs, about, json};
use crate::cli::failure::{Exit, Failure, hint_of, printable, shown};
use crate::cli::map_choice::IllegalMap;
use crate::cli::play::print;
use crate::cli::report::maps_words;

/// Checks maps: whether they can be played, are fair, hold together, and keep the contest's limits.
///
/// Of each map it tells errors (it cannot be played), warnings (it can, but something is off) and notes. The exit code
/// is 1 when a map cannot be played.
#[derive(Args)]
pub(in crate::cli) struct CheckArgs {
    /// Bundled maps, map files, or seed:N.
    #[arg(required = true, value_name = "MAP", value_hint = ValueHint::FilePath)]
    maps: Vec<OsString>,
    #[command(flatten)]
    source: MapSourceArgs,
    /// The exit code is 1 after warnings too.
    #[arg(long)]
    strict: bool,
    /// Prints JSON, a line a map.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &CheckArgs) -> anyhow::Result<Exit> {
    let reader = args.source.reader(&args.maps)?;
    let (mut unusable, mut warned) = (0, 0);
    for named in &args.maps {
        let text = &shown(Path::new(named));
        let checked = reader.read(named).map(|read| (read.map.check(), read.map));
        match &checked {
            Err(_) => unusable += 1,
            Ok((findings, _)) => {
                warned += usize::from(findings.iter().any(|finding| finding.severity == Severity::Warning));
            }
        }
        let report = match (&checked, args.json) {
            (Ok((findings, map)), false) => lines(text, &**map, findings),
            (Err(error), false) => error_lines(text, error),
            (Ok((findings, map)), true) => json_findings(text, &**map, findings),
            (Err(error), true) => json_error(text, error),
        };
        print(&report)?;
    }
    let checked = maps_words(args.maps.len());
    if unusable > 0 {
        return Err(Failure::new(format!("of {checked}, {unusable} cannot be played")).into());
    }
    if args.strict && warned > 0 {
        return Err(Failure::new(format!("of {checked}, {warned} with warnings")).into());
    }
    Ok(Exit::Done)
}

fn severity(finding: &Finding) -> &'static str {
    match finding.severity {
        Severity::Note => "note",
        Severity::Warning => "warning",
    }
}

fn lines(text: &str, map: &dyn GameMap, findings: &[Finding]) -> String {
    let mut out = format!("{text}: {}, {}\n", map.ruleset().title(), about(map));
    for finding in findings {
        let _ = writeln!(out, "  {}: {} [{}]", severity(finding), finding.text, finding.code);
    }
    out
}

fn error_lines(text: &str, error: &anyhow::Error) -> String {
    let mut out = format!("{text}:\n  error: {}\n", printable(&reason(error)));
    if let Some(hint) = hint_of(error) {
        let _ = writeln!(out, "  hint: {}", printable(hint));
    }
    out
}

/// Why a map cannot be used, without its name.
fn reason(error: &anyhow::Error) -> String {
    error.downcast_ref::<IllegalMap>().map_or_else(|| format!("{error:#}"), IllegalMap::to_string)
}

fn json_findings(text: &str, map: &dyn GameMap, findings: &[Finding]) -> String {
    let findings: Vec<serde_json::Value> = findings
        .iter()
        .map(|finding| serde_json::json!({ "severity": severity(finding), "code": finding.code, "text": finding.text }))
        .collect();
    let value = serde_json::json!({ "map": text, "playable": true, "about": json(map), "findings": findings });
    json_line(&value)
}

fn json_error(text: &str, error: &anyhow::Error) -> String {
    let place = error.downcast_ref::<IllegalMap>().map(|illegal| &illegal.0);
    let value = serde_json::json!({
        "map": text,
        "playable": false,
        "error": {
            "line": place.and_then(|error| error.line),
            "column": place.and_then(|error| error.column),
            "text": place.map_or_else(|| format!("{error:#}"), |error| error.problem.to_string()),
            "hint": hint_of(error),
        },
    });
    json_line(&value)
}
