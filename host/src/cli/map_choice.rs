//! A map as it is named on the command line: a bundled name, a file, `seed:N`, or `generated`.

use std::path::PathBuf;
use std::sync::Arc;

use botpit_engine::{GameMap, Ruleset, Settings};
use clap::Args;

use super::failure::Failure;
use crate::config::nearest;
use crate::matches::SeriesMaps;

/// The largest map file, in bytes; the reader has a limit of its own, this one bounds the memory.
const MAP_FILE_BYTES: u64 = 16 << 20;

/// Which maps to play on.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct MapArgs {
    /// A bundled map, a map file, seed:N (the generated map of that seed) or `generated` (of each game's own seed);
    /// several make a pool [default: all bundled maps].
    #[arg(long = "map", value_name = "MAP")]
    maps: Vec<String>,
    /// Reads maps with spies without them.
    #[arg(long)]
    drop_spies: bool,
    /// An option of the map generator.
    #[arg(long = "map-option", value_name = "NAME=VALUE", value_parser = super::key_value)]
    generator_options: Vec<(String, String)>,
}

impl MapArgs {
    /// Reads or generates what is asked for.
    pub(super) fn resolve(&self, ruleset: &'static dyn Ruleset) -> anyhow::Result<SeriesMaps> {
        let mut settings = Settings::default();
        for (name, value) in &self.generator_options {
            settings.set(name, value);
        }
        let generated = |text: &str| text == "generated" || text.starts_with("seed:");
        if !self.generator_options.is_empty() && !self.maps.iter().any(|text| generated(text)) {
            return Err(Failure::usage("--map-option is for generated maps")
                .hint("add `--map generated` or `--map seed:N`")
                .into());
        }
        match self.maps.as_slice() {
            [] => {
                let bundled = ruleset.bundled_maps().iter();
                let read = |map: &botpit_engine::BundledMap| {
                    ruleset.read_map(map.name, map.text.as_bytes(), &Settings::default())
                };
                Ok(SeriesMaps::Pool(bundled.map(read).collect::<Result<_, _>>()?))
            }
            [one] if generated(one) => {
                let first = one.strip_prefix("seed:").map(str::parse).transpose().map_err(usage)?;
                ruleset.generate_map(first.unwrap_or_default(), &settings).map_err(usage)?;
                Ok(SeriesMaps::Generated { first, settings })
            }
            several => {
                let read = |text: &String| self.read(ruleset, text, &settings);
                Ok(SeriesMaps::Pool(several.iter().map(read).collect::<Result<_, _>>()?))
            }
        }
    }

    /// One map of a pool.
    fn read(&self, ruleset: &'static dyn Ruleset, text: &str, settings: &Settings) -> anyhow::Result<Arc<dyn GameMap>> {
        if text == "generated" {
            return Err(Failure::usage("`--map generated` makes a new map for each game and stands alone")
                .hint("a pool takes `--map seed:N`")
                .into());
        }
        if let Some(seed) = text.strip_prefix("seed:") {
            return Ok(ruleset.generate_map(seed.parse().map_err(usage)?, settings).map_err(usage)?);
        }
        if let Some(map) = ruleset.bundled_maps().iter().find(|map| map.name == text) {
            return Ok(ruleset.read_map(map.name, map.text.as_bytes(), &Settings::default())?);
        }
        let path = PathBuf::from(text);
        if !path.exists() {
            return Err(no_such_map(ruleset, text).into());
        }
        let bytes = super::read_file(&path, MAP_FILE_BYTES)?;
        let mut options = Settings::default();
        if self.drop_spies {
            options.set("drop-spies", "true");
        }
        let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        ruleset.read_map(&name, &bytes, &options).map_err(|error| anyhow::anyhow!("map {text}: {error}"))
    }
}

fn usage(error: impl std::error::Error) -> Failure {
    Failure::usage(error.to_string())
}

fn no_such_map(ruleset: &dyn Ruleset, text: &str) -> Failure {
    let names: Vec<String> = ruleset.bundled_maps().iter().map(|map| map.name.to_owned()).collect();
    let failure = Failure::usage(format!(
        "there is no map `{text}`: no such file, and the bundled maps are {}",
        names.join(", ")
    ));
    match nearest(text, &names) {
        Some(like) => failure.hint(format!("did you mean `--map {like}`?")),
        None => failure.hint("`--map seed:42` generates one"),
    }
}
