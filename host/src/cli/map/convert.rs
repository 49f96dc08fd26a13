//! `botpit map convert`: a map in another format.

use std::ffi::OsString;
use std::path::PathBuf;

use botpit_engine::{MapError, MapProblem, Settings};
use clap::{Args, ValueHint};

use super::{Format, MapSourceArgs, about, target};
use crate::cli::failure::{Exit, note, shown};
use crate::cli::map_choice::ReadMap;
use crate::cli::output_file;
use crate::cli::play::print;
use crate::cli::report::short;

/// Converts a map between Botpit's own format and the contest's, and tells what is lost.
#[derive(Args)]
pub(in crate::cli) struct ConvertArgs {
    /// A bundled map, a map file, or seed:N.
    #[arg(value_hint = ValueHint::FilePath)]
    map: OsString,
    /// The file to write; - is standard output.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: PathBuf,
    /// The format to write.
    #[arg(long, value_enum, value_name = "FORMAT")]
    to: Format,
    #[command(flatten)]
    source: MapSourceArgs,
    /// Replaces a file that is there already.
    #[arg(long)]
    force: bool,
}

pub(super) fn run(args: &ConvertArgs) -> anyhow::Result<Exit> {
    let reader = args.source.reader(std::slice::from_ref(&args.map))?;
    let read = reader.read(&args.map)?;
    if !target::is_stdout(&args.output) {
        output_file::check_apart(&args.output, read.file.iter().map(|(path, _)| path.as_path()))?;
    }
    let text = args.to.text(&*read.map)?;
    target::check(&args.output, args.force)?;
    target::write(&args.output, &text)?;
    if !target::is_stdout(&args.output) {
        let (output, format) = (shown(&args.output), args.to.title());
        print(&format!("{output}: {} in {format}, {}\n", short(read.map.name()), about(&*read.map)))?;
    }
    for lost in losses(args, &read, &text) {
        note(&format!("not kept: {lost}"));
    }
    Ok(Exit::Done)
}

/// What the file said and the written one does not say.
fn losses(args: &ConvertArgs, ReadMap { map, file }: &ReadMap, text: &str) -> Vec<String> {
    let mut losses = Vec::new();
    let stem = args.output.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let written = map.ruleset().read_map(&stem, text.as_bytes(), &Settings::default());
    if written.is_ok_and(|written| written.name() != map.name()) {
        losses.push(format!("the name `{}`: in {} a map is called by its file", short(map.name()), args.to.title()));
    }
    let Some((_, bytes)) = file else {
        return losses;
    };
    match map.ruleset().map_comments(bytes) {
        0 => {}
        1 => losses.push("the comment on 1 line".to_owned()),
        lines => losses.push(format!("the comments on {lines} lines")),
    }
    if args.source.reading.drop_spies {
        let plain = map.ruleset().read_map(map.name(), bytes, &Settings::default());
        if let Err(MapError { problem: MapProblem::Spies { count }, .. }) = plain {
            losses.push(format!("the spies, {count} a team"));
        }
    }
    losses
}
