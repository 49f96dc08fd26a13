//! A map as it is named on the command line: a bundled name, a file, `seed:N`, or `generated`.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use botpit_engine::{
    BundledMap, GAMES, GameMap, GeneratorError, MapError, MapProblem, Ruleset, Seed, Settings, read_map_of_any,
};
use clap::{Args, ValueHint};

use super::failure::{Failure, shown};
use super::game_options::GameOptions;
use crate::config::{Config, Entry, nearest};
use crate::matches::SeriesMaps;

/// The largest map file, in bytes; the reader has a limit of its own, this one bounds the memory.
const MAP_FILE_BYTES: u64 = 16 << 20;

/// Which maps to play on.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct MapArgs {
    /// A bundled map, a map file, seed:N (the generated map of that seed) or `generated` (of each game's own seed);
    /// several make a pool [default: the pool of botpit.toml, or all bundled maps].
    #[arg(long = "map", value_name = "MAP", value_hint = ValueHint::FilePath)]
    maps: Vec<OsString>,
    #[command(flatten)]
    reading: ReadingArgs,
}

/// How maps are read and generated.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct ReadingArgs {
    /// Reads maps with spies without them.
    #[arg(long)]
    pub(super) drop_spies: bool,
    /// An option of the map generator.
    #[arg(long = "map-option", value_name = "NAME=VALUE", value_parser = super::key_value)]
    generator_options: Vec<(String, String)>,
}

impl MapArgs {
    /// Reads or generates what is asked for, or else the pool of the configuration, or else the bundled maps.
    pub(super) fn resolve(&self, ruleset: &'static dyn Ruleset, config: &Config) -> anyhow::Result<SeriesMaps> {
        let pool = config.maps.get(ruleset.id()).filter(|_| self.maps.is_empty());
        let texts = match pool {
            None => self.maps.clone(),
            Some(entry) => entry.value.iter().map(OsString::from).collect(),
        };
        self.reading.refuse_idle_options(&texts, "add `--map generated` or `--map seed:N`")?;
        match pool {
            None if texts.is_empty() => bundled(ruleset),
            None => self.read_all(ruleset, &texts, config, |text| text.into()),
            Some(entry) => self
                .read_all(ruleset, &texts, config, |text| config.resolve(&text.to_string_lossy()))
                .with_context(|| format!("{}: maps of {}", config.place(entry.line), ruleset.title())),
        }
    }

    /// The maps of a list; `path` is where the file of that name is.
    fn read_all(
        &self,
        ruleset: &'static dyn Ruleset,
        texts: &[OsString],
        config: &Config,
        path: impl Fn(&OsStr) -> PathBuf,
    ) -> anyhow::Result<SeriesMaps> {
        match texts {
            [one] if is_generated(one) => {
                let first = seed_of(one).map(str::parse).transpose().map_err(usage)?;
                let options = self.reading.generator_options(ruleset, config)?;
                generate(ruleset, first.unwrap_or_default(), &options)?;
                Ok(SeriesMaps::Generated { first, settings: options.settings })
            }
            several => {
                let read = |text: &OsString| Ok(self.reading.read(&[ruleset], text, config, &path)?.map);
                Ok(SeriesMaps::Pool(several.iter().map(read).collect::<anyhow::Result<_>>()?))
            }
        }
    }

    /// What may be map files among the maps that are named.
    pub(super) fn files(&self) -> impl Iterator<Item = PathBuf> {
        self.maps.iter().map(PathBuf::from)
    }
}

/// A map, and the bytes of the file that it was read from.
pub(super) struct ReadMap {
    /// The map.
    pub(super) map: Arc<dyn GameMap>,
    /// The file, where it is neither bundled nor generated.
    pub(super) file: Option<(PathBuf, Vec<u8>)>,
}

/// Why a file is no legal map, and where.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct IllegalMap(pub(super) MapError);

impl ReadingArgs {
    /// The options of a game's generator: those that were given over those of the configuration.
    fn generator_options(&self, ruleset: &'static dyn Ruleset, config: &Config) -> Result<GameOptions, Failure> {
        GameOptions::new(ruleset, &self.generator_options, config, config.map_options.get(ruleset.id()))
    }

    /// Refuses options of the generator where nothing is generated.
    pub(super) fn refuse_idle_options(&self, texts: &[OsString], hint: &str) -> Result<(), Failure> {
        if self.generator_options.is_empty() || texts.iter().any(is_generated) {
            return Ok(());
        }
        Err(Failure::usage("--map-option is for generated maps").hint(hint))
    }

    /// Reads the map that a bundled name, a file or `seed:N` stands for; `path` is where the file of that name is.
    ///
    /// Of several games, the map is of the first that has a bundled one of that name, or takes the file for one of its
    /// own; `seed:N` is of the first. The error of an illegal file has an [`IllegalMap`] inside.
    pub(super) fn read(
        &self,
        games: &[&'static dyn Ruleset],
        text: &OsStr,
        config: &Config,
        path: impl Fn(&OsStr) -> PathBuf,
    ) -> anyhow::Result<ReadMap> {
        if text == "generated" {
            return Err(Failure::usage("`generated` makes a new map for each game and stands alone")
                .hint("`seed:N` stands for one generated map")
                .into());
        }
        if let Some(seed) = seed_of(text) {
            let options = self.generator_options(games[0], config)?;
            return Ok(ReadMap { map: generate(games[0], seed.parse().map_err(usage)?, &options)?, file: None });
        }
        if let Some((ruleset, map)) = games.iter().find_map(|ruleset| Some((*ruleset, bundled_map(*ruleset, text)?))) {
            return Ok(ReadMap { map: map.read(ruleset)?, file: None });
        }
        let path = path(text);
        if !path.exists() {
            return Err(no_such_map(games, text).into());
        }
        if path.is_dir() {
            return Err(Failure::usage(format!("map {} is a folder", shown(Path::new(text))))
                .hint("name the map files in it; several make a pool")
                .into());
        }
        let bytes = super::read_file(&path, MAP_FILE_BYTES)?;
        let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let mut options = Settings::default();
        if self.drop_spies {
            options.set("drop-spies", "true");
        }
        match read_map_of_any(games.iter().copied(), &name, &bytes, &options) {
            Ok(map) => Ok(ReadMap { map, file: Some((path, bytes)) }),
            Err((ruleset, error)) => {
                let failure = Failure::new(format!("map {}", shown(Path::new(text))));
                let failure = failure.hint(hint(&error.problem, ruleset, &bytes));
                Err(anyhow::Error::new(IllegalMap(error)).context(failure))
            }
        }
    }
}

/// The file that a map of a configuration's pool is read from; `None` where it is bundled or generated.
pub(super) fn map_file(ruleset: &dyn Ruleset, config: &Config, text: &str) -> Option<PathBuf> {
    (!is_generated(text) && bundled_map(ruleset, text).is_none()).then(|| config.resolve(text))
}

/// The map files of all pools of a configuration.
pub(super) fn pool_files(config: &Config) -> Vec<PathBuf> {
    let of_pool = |(game, pool): (&&str, &Entry<Vec<String>>)| -> Vec<PathBuf> {
        let ruleset = GAMES.ruleset(game);
        pool.value.iter().filter_map(|text| map_file(ruleset?, config, text)).collect()
    };
    config.maps.iter().flat_map(of_pool).collect()
}

fn is_generated(text: impl AsRef<OsStr>) -> bool {
    text.as_ref() == "generated" || seed_of(text.as_ref()).is_some()
}

/// The seed of a generated map, which is still a text. A file's name need not be UTF-8.
fn seed_of(text: &OsStr) -> Option<&str> {
    text.to_str()?.strip_prefix("seed:")
}

fn bundled_map(ruleset: &dyn Ruleset, name: impl AsRef<OsStr>) -> Option<&'static BundledMap> {
    ruleset.bundled_maps().iter().find(|map| name.as_ref() == map.name)
}

fn bundled(ruleset: &'static dyn Ruleset) -> anyhow::Result<SeriesMaps> {
    let read = ruleset.bundled_maps().iter().map(|map| map.read(ruleset));
    Ok(SeriesMaps::Pool(read.collect::<Result<_, _>>()?))
}

/// The generated map of a seed.
pub(super) fn generate(
    ruleset: &'static dyn Ruleset,
    seed: Seed,
    options: &GameOptions,
) -> anyhow::Result<Arc<dyn GameMap>> {
    ruleset.generate_map(seed, &options.settings).map_err(|error| match error {
        GeneratorError::Option(error) => options.failure(&error).into(),
        other => usage(other).into(),
    })
}

fn usage(error: impl std::error::Error) -> Failure {
    Failure::usage(error.to_string())
}

/// What to do about a file that is no map of `game`.
fn hint(problem: &MapProblem, game: &dyn Ruleset, bytes: &[u8]) -> String {
    match problem {
        MapProblem::OtherGame { game: named, .. } if GAMES.ruleset(named).is_some() => format!("add `--game {named}`"),
        MapProblem::OtherGame { .. } => {
            format!("there is {}", GAMES.iter().map(|ruleset| ruleset.id()).collect::<Vec<_>>().join(", "))
        }
        MapProblem::Spies { .. } => "`--drop-spies` reads it without them".to_owned(),
        _ => {
            let is_own = bytes.contains(&b'=') || matches!(problem, MapProblem::NotBotpit { .. });
            let format = if is_own { "own" } else { "contest" };
            let (example, game) = (game.bundled_maps()[0].name, game.id());
            let command = format!("botpit map convert {example} --game {game} --to {format} -o -");
            format!("`{command}` prints a whole map to compare with")
        }
    }
}

/// The error that there is no map of a name, neither as a file nor bundled with one of the games.
fn no_such_map(games: &[&'static dyn Ruleset], text: &OsStr) -> Failure {
    let name = shown(Path::new(text));
    if let Some(other) = GAMES.iter().find(|ruleset| bundled_map(*ruleset, text).is_some()) {
        let titles: Vec<&str> = games.iter().map(|game| game.title()).collect();
        let message = format!("`{name}` is a map of {}, not of {}", other.title(), titles.join(" or "));
        return Failure::usage(message).hint(format!("add `--game {}`", other.id()));
    }
    let bundled = games.iter().flat_map(|ruleset| ruleset.bundled_maps());
    let mut names: Vec<String> = bundled.map(|map| map.name.to_owned()).collect();
    names.sort();
    names.dedup();
    let failure = Failure::usage(format!("there is no map `{name}`: neither a file nor a bundled map"));
    match nearest(&name, &names) {
        Some(like) => failure.hint(format!("did you mean `{like}`?")),
        None => failure.hint("`botpit map list` tells the bundled maps; `seed:42` generates one"),
    }
}
