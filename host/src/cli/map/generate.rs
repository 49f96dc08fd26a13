//! `botpit map generate`: maps from seeds.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use botpit_engine::{GAMES, GameMap, Ruleset, Seed};
use clap::{Args, ValueHint};

use super::{Format, about, default_game, target};
use crate::cli::failure::{Exit, Failure, shown};
use crate::cli::game_options::GameOptions;
use crate::cli::play::print;
use crate::cli::{game_choice, map_choice, settings};

/// Generates a map from a seed, or several from seeds in a row.
///
/// The same seed and options give the same map everywhere. A match on it is `botpit play --map FILE`, or, without a
/// file, `botpit play --map seed:N`.
#[derive(Args)]
#[command(after_long_help = options_help(), after_help = "`--help` lists the options of each game's generator.")]
pub(in crate::cli) struct GenerateArgs {
    /// The game [default: that of botpit.toml, or the first].
    #[arg(long, value_parser = game_choice::parser())]
    game: Option<&'static dyn Ruleset>,
    /// The seed; with --count, of the first map.
    #[arg(long, default_value = "1", allow_negative_numbers = true)]
    seed: Seed,
    /// How many maps to generate, into the folder that -o names.
    #[arg(long, value_name = "N", requires = "output", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    count: Option<u64>,
    /// An option of the generator; they are listed below.
    #[arg(long = "map-option", value_name = "NAME=VALUE", value_parser = crate::cli::key_value)]
    options: Vec<(String, String)>,
    /// Where to write: a file, or a folder in which each map is called by its seed [default: standard output].
    #[arg(short, long, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    output: Option<PathBuf>,
    /// The format.
    #[arg(long, value_enum, default_value = "own")]
    format: Format,
    /// Replaces files that are there already.
    #[arg(long)]
    force: bool,
}

pub(super) fn run(args: &GenerateArgs) -> anyhow::Result<Exit> {
    let config = settings::nearest_config()?;
    let game = args.game.unwrap_or_else(|| default_game(&config));
    let options = GameOptions::new(game, &args.options, &config, config.map_options.get(game.id()))?;
    let generate = |seed: Seed| map_choice::generate(game, seed, &options);
    let output = args.output.as_deref().unwrap_or(Path::new("-"));
    // A mistake in the options or the format is told before there is a folder.
    let first = generate(args.seed)?;
    args.format.text(&*first)?;
    if args.count.is_none() && !output.is_dir() {
        write(args, &*first, output)?;
        return Ok(Exit::Done);
    }
    make_folder(output)?;
    for index in 0..args.count.unwrap_or(1) {
        if crate::cli::interrupt_flag().load(Ordering::Relaxed) {
            return Err(Failure::interrupted().into());
        }
        let map = generate(args.seed.plus(index))?;
        write(args, &*map, &output.join(format!("{}.{}", map.name(), args.format.extension())))?;
    }
    Ok(Exit::Done)
}

fn make_folder(folder: &Path) -> Result<(), Failure> {
    if target::is_stdout(folder) || (folder.exists() && !folder.is_dir()) {
        let message = format!("{}: with --count it is a folder", shown(folder));
        return Err(Failure::usage(message).hint("name a folder, such as `-o maps`"));
    }
    std::fs::create_dir_all(folder).map_err(|error| Failure::new(format!("cannot make {}: {error}", shown(folder))))
}

/// Writes a map, and tells about it when it goes into a file.
fn write(args: &GenerateArgs, map: &dyn GameMap, path: &Path) -> anyhow::Result<()> {
    let text = args.format.text(map)?;
    target::check(path, args.force)?;
    target::write(path, &text)?;
    if target::is_stdout(path) { Ok(()) } else { print(&format!("{}: {}\n", shown(path), about(map))) }
}

/// The options of all generators, for the help.
fn options_help() -> String {
    let mut help = String::new();
    for ruleset in GAMES.iter() {
        let _ = writeln!(help, "Options of {} (--game {}):", ruleset.title(), ruleset.id());
        for spec in ruleset.generator_options() {
            let _ = writeln!(help, "  {}: {} [default: {}]", spec.name, spec.values, spec.default);
            wrap(&mut help, spec.help);
        }
        help.push('\n');
    }
    help.truncate(help.trim_end().len());
    help
}

/// Adds an indented text whose lines fit into 80 columns: the help keeps what is indented only where it need not wrap.
fn wrap(out: &mut String, text: &str) {
    const INDENT: &str = "     ";
    let mut columns = usize::MAX;
    for word in text.split(' ') {
        let length = 1 + word.chars().count();
        if columns.saturating_add(length) > 79 {
            if columns != usize::MAX {
                out.push('\n');
            }
            out.push_str(INDENT);
            columns = INDENT.len();
        }
        out.push(' ');
        out.push_str(word);
        columns += length;
    }
    out.push('\n');
}
