//! `botpit map`: maps to look at, to make, to check and to convert.

mod check;
mod convert;
mod generate;
mod list;
mod show;
mod target;

use std::ffi::{OsStr, OsString};

use botpit_engine::{Figure, GAMES, GameMap, Ruleset};
use clap::{Args, Subcommand, ValueEnum};

use super::failure::{Exit, Failure};
use super::map_choice::{ReadMap, ReadingArgs};
use super::{game_choice, settings};
use crate::config::Config;

/// Lists, shows, generates, checks and converts maps.
///
/// A MAP is the name of a bundled map, a map file, or seed:N, the generated map of that seed.
#[derive(Subcommand)]
pub(super) enum MapCommand {
    List(list::ListArgs),
    Show(show::ShowArgs),
    Generate(generate::GenerateArgs),
    Check(check::CheckArgs),
    Convert(convert::ConvertArgs),
}

pub(super) fn run(command: MapCommand) -> anyhow::Result<Exit> {
    match command {
        MapCommand::List(args) => list::run(&args),
        MapCommand::Show(args) => show::run(&args),
        MapCommand::Generate(args) => generate::run(&args),
        MapCommand::Check(args) => check::run(&args),
        MapCommand::Convert(args) => convert::run(&args),
    }
}

/// How the maps that a command is about are read.
#[derive(Args)]
struct MapSourceArgs {
    /// The game [default: that of the file or of the bundled map; of several, that of botpit.toml, or the first].
    #[arg(long, value_parser = game_choice::parser())]
    game: Option<&'static dyn Ruleset>,
    #[command(flatten)]
    reading: ReadingArgs,
}

impl MapSourceArgs {
    /// Gets ready to read maps, of which these are all.
    fn reader(&self, maps: &[OsString]) -> anyhow::Result<MapReader<'_>> {
        self.reading.refuse_idle_options(maps, "name the map `seed:N`")?;
        let config = settings::nearest_config()?;
        let games = match self.game {
            Some(game) => vec![game],
            None => {
                let first = default_game(&config);
                let others = GAMES.iter().filter(|ruleset| ruleset.id() != first.id());
                std::iter::once(first).chain(others).collect()
            }
        };
        Ok(MapReader { reading: &self.reading, config, games })
    }
}

/// Reads the maps of a command.
struct MapReader<'a> {
    reading: &'a ReadingArgs,
    config: Config,
    games: Vec<&'static dyn Ruleset>,
}

impl MapReader<'_> {
    fn read(&self, text: &OsStr) -> anyhow::Result<ReadMap> {
        self.reading.read(&self.games, text, &self.config, |text| text.into())
    }
}

/// The game of the configuration, else the first.
fn default_game(config: &Config) -> &'static dyn Ruleset {
    let configured = config.game.as_ref().and_then(|entry| GAMES.ruleset(entry.value));
    configured.or_else(|| GAMES.iter().next()).expect("there is a game")
}

/// The formats of map files.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Botpit's own: TOML with the board drawn in characters.
    Own,
    /// The text format of the game's contest, where it has one.
    Contest,
}

impl Format {
    fn text(self, map: &dyn GameMap) -> anyhow::Result<String> {
        match self {
            Format::Own => Ok(map.to_text()),
            Format::Contest => map.to_contest_text().map_err(|error| {
                Failure::usage(error.to_string()).hint("its own format has all of a map: say `own`").into()
            }),
        }
    }

    fn extension(self) -> &'static str {
        match self {
            Format::Own => "toml",
            Format::Contest => "map",
        }
    }

    fn title(self) -> &'static str {
        match self {
            Format::Own => "Botpit's own format",
            Format::Contest => "the contest's format",
        }
    }
}

/// A number of something, as words.
fn figure(Figure { count, name }: Figure) -> String {
    match count {
        1 => format!("1 {}", name.strip_suffix('s').unwrap_or(name)),
        _ => format!("{count} {name}"),
    }
}

/// Figures as words.
fn figures(figures: &[Figure]) -> String {
    figures.iter().copied().map(figure).collect::<Vec<_>>().join(", ")
}

/// A map on one line: `30x30, 400 turns, 4 hunters and so on`.
fn about(map: &dyn GameMap) -> String {
    let (size, summary) = (map.size(), map.summary());
    let (players, prize) = (figures(&summary.players), figure(summary.prize));
    format!("{}x{}, {} turns, {players} a team, {prize}", size.width, size.height, map.turns())
}

/// What a list tells about a map, as JSON.
fn json(map: &dyn GameMap) -> serde_json::Map<String, serde_json::Value> {
    let (size, summary) = (map.size(), map.summary());
    let numbers = |figures: &[Figure]| -> serde_json::Map<String, serde_json::Value> {
        figures.iter().map(|figure| (figure.name.to_owned(), figure.count.into())).collect()
    };
    let fields: [(&str, serde_json::Value); 9] = [
        ("game", map.ruleset().id().into()),
        ("name", map.name().into()),
        ("width", size.width.into()),
        ("height", size.height.into()),
        ("turns", map.turns().into()),
        ("players", numbers(&summary.players).into()),
        ("prize", numbers(&[summary.prize]).into()),
        ("parameters", numbers(&summary.parameters).into()),
        ("symmetry", summary.symmetry.map(|symmetry| symmetry.name()).into()),
    ];
    fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}
