//! Games and maps, as the page's forms and its editor have them.

use std::sync::Arc;

use botpit_engine::{
    BudgetPolicy, Figure, Finding, GAMES, GameMap, MatchStart, OptionSpec, Ruleset, Seed, Settings, Severity, Size,
    read_map_of_any,
};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{Sentence, json};

/// The games, their maps and their options, as JSON.
#[wasm_bindgen]
pub fn games() -> String {
    json(&GAMES.iter().map(GameInfo::of).collect::<Vec<_>>())
}

/// A map that comes with a game, as JSON.
///
/// # Errors
/// When the game or the map is unknown.
#[wasm_bindgen]
pub fn bundled_map(game: &str, name: &str) -> Result<String, Sentence> {
    Ok(MapInfo::of(bundled(ruleset(game)?, name)?.as_ref()))
}

/// A generated map, as JSON; `settings` is a JSON object of options.
///
/// # Errors
/// When an option is wrong or no map can be made with them.
#[wasm_bindgen]
pub fn generate_map(game: &str, seed: u64, settings: &str) -> Result<String, Sentence> {
    let settings: Settings = serde_json::from_str(settings).map_err(|error| error.to_string())?;
    let map = ruleset(game)?.generate_map(Seed(seed), &settings).map_err(|error| error.to_string())?;
    Ok(MapInfo::of(map.as_ref()))
}

/// A map of any game in any of its formats, as JSON.
///
/// # Errors
/// When the bytes are no map, with the place.
#[wasm_bindgen]
pub fn read_map(name: &str, bytes: &[u8]) -> Result<String, Sentence> {
    Ok(MapInfo::of(map_of_bytes(name, bytes)?.as_ref()))
}

/// The map of a layout, as JSON.
///
/// # Errors
/// When the layout is no legal map.
#[wasm_bindgen]
pub fn map_of_layout(game: &str, layout: &str) -> Result<String, Sentence> {
    let layout: serde_json::Value = serde_json::from_str(layout).map_err(|error| error.to_string())?;
    let map = ruleset(game)?.map_of_layout(&layout).map_err(|error| error.to_string())?;
    Ok(MapInfo::of(map.as_ref()))
}

/// The game of that id.
pub(crate) fn ruleset(game: &str) -> Result<&'static dyn Ruleset, Sentence> {
    GAMES.ruleset(game).ok_or_else(|| format!("there is no game `{game}`"))
}

/// A map that comes with a game.
pub(crate) fn bundled(ruleset: &dyn Ruleset, name: &str) -> Result<Arc<dyn GameMap>, Sentence> {
    let map = ruleset.bundled_maps().iter().find(|map| map.name == name);
    let map = map.ok_or_else(|| format!("{} has no map `{name}`", ruleset.title()))?;
    map.read(ruleset).map_err(|error| error.to_string())
}

/// The map of a file of any game.
pub(crate) fn map_of_bytes(name: &str, bytes: &[u8]) -> Result<Arc<dyn GameMap>, Sentence> {
    read_map_of_any(GAMES.iter(), name, bytes, &Settings::default()).map_err(|(_, error)| error.to_string())
}

#[derive(Serialize)]
struct GameInfo {
    id: &'static str,
    title: &'static str,
    legend: &'static str,
    budget: BudgetPolicy,
    replays: u32,
    maps: Vec<BundledInfo>,
    options: Vec<OptionInfo>,
    generator: Vec<OptionInfo>,
}

#[derive(Serialize)]
struct BundledInfo {
    name: &'static str,
    about: &'static str,
    width: u16,
    height: u16,
    turns: u32,
    symmetry: Option<&'static str>,
    figures: Vec<FigureInfo>,
}

#[derive(Serialize)]
struct OptionInfo {
    name: &'static str,
    default: &'static str,
    values: &'static str,
    help: &'static str,
}

#[derive(Serialize)]
struct FigureInfo {
    count: u64,
    name: &'static str,
}

impl GameInfo {
    fn of(ruleset: &'static dyn Ruleset) -> GameInfo {
        let options = |specs: &'static [OptionSpec]| specs.iter().map(OptionInfo::of).collect();
        let maps = ruleset.bundled_maps().iter();
        GameInfo {
            id: ruleset.id(),
            title: ruleset.title(),
            legend: ruleset.legend(),
            budget: ruleset.budget(),
            replays: ruleset.default_replays(),
            maps: maps
                .filter_map(|map| Some(BundledInfo::of(map.about, bundled(ruleset, map.name).ok()?.as_ref(), map.name)))
                .collect(),
            options: options(ruleset.options()),
            generator: options(ruleset.generator_options()),
        }
    }
}

impl BundledInfo {
    fn of(about: &'static str, map: &dyn GameMap, name: &'static str) -> BundledInfo {
        let Size { width, height } = map.size();
        let symmetry = map.summary().symmetry.map(|symmetry| symmetry.name());
        BundledInfo { name, about, width, height, turns: map.turns(), symmetry, figures: figures(map) }
    }
}

impl OptionInfo {
    fn of(spec: &OptionSpec) -> OptionInfo {
        OptionInfo { name: spec.name, default: spec.default, values: spec.values, help: spec.help }
    }
}

/// Players, what there is to win, and the rest.
fn figures(map: &dyn GameMap) -> Vec<FigureInfo> {
    let summary = map.summary();
    let all = summary.players.into_iter().chain([summary.prize]).chain(summary.parameters);
    all.map(|Figure { count, name }| FigureInfo { count, name }).collect()
}

#[derive(Serialize)]
struct MapInfo {
    game: &'static str,
    name: String,
    size: Size,
    turns: u32,
    layout: serde_json::Value,
    text: String,
    contest_text: Option<String>,
    figures: Vec<FigureInfo>,
    symmetry: Option<&'static str>,
    findings: Vec<FindingInfo>,
    state: serde_json::Value,
}

#[derive(Serialize)]
struct FindingInfo {
    severity: &'static str,
    code: &'static str,
    text: String,
}

impl FindingInfo {
    fn of(finding: Finding) -> FindingInfo {
        let severity = match finding.severity {
            Severity::Note => "note",
            Severity::Warning => "warning",
        };
        FindingInfo { severity, code: finding.code, text: finding.text }
    }
}

impl MapInfo {
    /// All that the page wants to know of a map, as JSON.
    fn of(map: &dyn GameMap) -> String {
        json(&MapInfo {
            game: map.ruleset().id(),
            name: map.name().to_owned(),
            size: map.size(),
            turns: map.turns(),
            layout: map.layout(),
            text: map.to_text(),
            contest_text: map.to_contest_text().ok(),
            figures: figures(map),
            symmetry: map.summary().symmetry.map(|symmetry| symmetry.name()),
            findings: map.check().into_iter().map(FindingInfo::of).collect(),
            state: map.start(&MatchStart::default()).map(|game| game.state()).unwrap_or_default(),
        })
    }
}
