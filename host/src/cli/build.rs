//! `botpit build`: a bot's source folder into a wasm file.

use std::path::{Path, PathBuf};

use clap::Args;

use super::failure::{Exit, Failure, note, shown};
use super::output_file;
use super::play::print;
use crate::bot_build::BotBuild;
use crate::sources::Sources;

/// Builds a bot's folder into a wasm file.
///
/// This runs the folder's own build code (build scripts and macros), outside any sandbox.
#[derive(Args)]
pub(super) struct BuildArgs {
    /// The folder with the bot's Cargo.toml.
    dir: PathBuf,
    /// Where to put the wasm file [default: leave it in the target folder].
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(super) fn run(args: BuildArgs) -> anyhow::Result<Exit> {
    if let Some(output) = &args.output {
        output_file::check(output)?;
        let sources = Sources::of(&args.dir);
        output_file::check_apart(output, sources.paths(&args.dir).iter().map(PathBuf::as_path))?;
    }
    let built = build_folder(&args.dir)?;
    let wasm = match &args.output {
        Some(output) => {
            output_file::write(output, &std::fs::read(&built)?)?;
            output
        }
        None => &built,
    };
    let bytes = std::fs::metadata(wasm)?.len();
    print(&format!("{} ({bytes} bytes)\n", shown(wasm)))?;
    Ok(Exit::Done)
}

/// Builds a folder and gives back its wasm file.
pub(super) fn build_folder(dir: &Path) -> anyhow::Result<PathBuf> {
    if !dir.join("Cargo.toml").is_file() {
        return Err(Failure::usage(format!("{} is no folder with a Cargo.toml", dir.display()))
            .hint("a bot is a folder with a Rust package, a .wasm file, or builtin:NAME")
            .into());
    }
    note(&format!("building {}: this runs the folder's own build code", dir.display()));
    let modules = BotBuild::of(dir).run().map_err(|error| {
        let failure = Failure::new(error.to_string());
        match error.hint() {
            Some(hint) => failure.hint(hint),
            None => failure,
        }
    })?;
    match <[PathBuf; 1]>::try_from(modules) {
        Ok([module]) => Ok(module),
        Err(modules) => Err(Failure::new(format!("{} makes {} wasm files, not one", dir.display(), modules.len()))
            .hint("name the folder of one bot, or one of its .wasm files")
            .into()),
    }
}
