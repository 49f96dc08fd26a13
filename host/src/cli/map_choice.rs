//! A map as it is named on the command line: a bundled name, a file, `seed:N`, or `generated`.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use botpit_engine::{BundledMap, GameMap, GeneratorError, Ruleset, Seed, Settings};
use clap::{Args, ValueHint};

use super::failure::{Failure, shown};
use super::game_options::GameOptions;
use crate::config::{Config, nearest};
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
    /// Reads maps with spies without them.
    #[arg(long)]
    drop_spies: bool,
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
        if !self.generator_options.is_empty() && !texts.iter().any(is_generated) {
            return Err(Failure::usage("--map-option is for generated maps")
                .hint("add `--map generated` or `--map seed:N`")
                .into());
        }
        let options = GameOptions::new(&self.generator_options, config, config.map_options.get(ruleset.id()));
        match pool {
            None if texts.is_empty() => bundled(ruleset),
            None => self.read_all(ruleset, &texts, &options, |text| text.into()),
            Some(entry) => self
                .read_all(ruleset, &texts, &options, |text| config.resolve(&text.to_string_lossy()))
                .with_context(|| format!("{}: maps of {}", config.place(entry.line), ruleset.title())),
        }
    }

    /// The maps of a list; `path` is where the file of that name is.
    fn read_all(
        &self,
        ruleset: &'static dyn Ruleset,
        texts: &[OsString],
        options: &GameOptions,
        path: impl Fn(&OsStr) -> PathBuf,
    ) -> anyhow::Result<SeriesMaps> {
        match texts {
            [one] if is_generated(one) => {
                let first = seed_of(one).map(str::parse).transpose().map_err(usage)?;
                generate(ruleset, first.unwrap_or_default(), options)?;
                Ok(SeriesMaps::Generated { first, settings: options.settings.clone() })
            }
            several => {
                let read = |text: &OsString| self.read(ruleset, text, options, &path);
                Ok(SeriesMaps::Pool(several.iter().map(read).collect::<Result<_, _>>()?))
            }
        }
    }

    /// One map of a pool.
    fn read(
        &self,
        ruleset: &'static dyn Ruleset,
        text: &OsStr,
        options: &GameOptions,
        path: impl Fn(&OsStr) -> PathBuf,
    ) -> anyhow::Result<Arc<dyn GameMap>> {
        if text == "generated" {
            return Err(Failure::usage("`generated` makes a new map for each game and stands alone")
                .hint("a pool takes `seed:N`")
                .into());
        }
        if let Some(seed) = seed_of(text) {
            return generate(ruleset, seed.parse().map_err(usage)?, options);
        }
        if let Some(map) = bundled_map(ruleset, text) {
            return Ok(ruleset.read_map(map.name, map.text.as_bytes(), &Settings::default())?);
        }
        let path = path(text);
        if !path.exists() {
            return Err(no_such_map(ruleset, text).into());
        }
        let bytes = super::read_file(&path, MAP_FILE_BYTES)?;
        let mut reading = Settings::default();
        if self.drop_spies {
            reading.set("drop-spies", "true");
        }
        let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        ruleset
            .read_map(&name, &bytes, &reading)
            .map_err(|error| anyhow::anyhow!("map {}: {error}", shown(Path::new(text))))
    }

    /// What may be map files among the maps that are named.
    pub(super) fn files(&self) -> impl Iterator<Item = &Path> {
        self.maps.iter().map(Path::new)
    }
}

/// The file that a map of a configuration's pool is read from; `None` where it is bundled or generated.
pub(super) fn map_file(ruleset: &dyn Ruleset, config: &Config, text: &str) -> Option<PathBuf> {
    (!is_generated(text) && bundled_map(ruleset, text).is_none()).then(|| config.resolve(text))
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
    let read = |map: &BundledMap| ruleset.read_map(map.name, map.text.as_bytes(), &Settings::default());
    Ok(SeriesMaps::Pool(ruleset.bundled_maps().iter().map(read).collect::<Result<_, _>>()?))
}

fn generate(ruleset: &'static dyn Ruleset, seed: Seed, options: &GameOptions) -> anyhow::Result<Arc<dyn GameMap>> {
    ruleset.generate_map(seed, &options.settings).map_err(|error| match error {
        GeneratorError::Option(error) => options.failure(&error).into(),
        other => usage(other).into(),
    })
}

fn usage(error: impl std::error::Error) -> Failure {
    Failure::usage(error.to_string())
}

fn no_such_map(ruleset: &dyn Ruleset, text: &OsStr) -> Failure {
    let text = shown(Path::new(text));
    let names: Vec<String> = ruleset.bundled_maps().iter().map(|map| map.name.to_owned()).collect();
    let failure = Failure::usage(format!(
        "there is no map `{text}`: no such file, and the bundled maps are {}",
        names.join(", ")
    ));
    match nearest(&text, &names) {
        Some(like) => failure.hint(format!("did you mean `{like}`?")),
        None => failure.hint("`seed:42` generates one"),
    }
}
