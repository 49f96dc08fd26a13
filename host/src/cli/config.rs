//! `botpit config`: what is in force, and who decided it.

use std::fmt::Write;

use botpit_engine::{GAMES, Limits, OptionSpec, Ruleset, grouped, json_line};
use clap::{Args, ValueEnum};
use serde::Serialize;
use serde_json::{Value, json};

use super::bots::{self, BotRef};
use super::failure::{self, Exit, Failure, printable};
use super::game_options::GameOptions;
use super::map_choice::{self, MapArgs, map_file};
use super::play::print;
use super::settings::{self, Origin, SettingsArgs, Sourced};
use super::{Color, config_example, game_choice};
use crate::builtins::builtin;
use crate::config::{Config, Entry, FILE_NAME, OptionTables};

/// Shows the limits, defaults, bots and maps in force here, and who decided each.
///
/// Takes the options for limits that `botpit play` takes, to show what they change.
#[derive(Args)]
pub(super) struct ConfigArgs {
    /// Shows only what holds for this game, with all its options.
    #[arg(long, value_parser = game_choice::parser())]
    game: Option<&'static dyn Ruleset>,
    /// Prints JSON.
    #[arg(long)]
    json: bool,
    /// Prints a botpit.toml with every key, its default and its meaning.
    #[arg(long, exclusive = true)]
    example: bool,
    #[command(flatten)]
    settings: SettingsArgs,
}

pub(super) fn run(args: &ConfigArgs, color: Color) -> anyhow::Result<Exit> {
    if args.example {
        print(&config_example::text())?;
        return Ok(Exit::Done);
    }
    let config = args.settings.config()?;
    let sections = [
        ("limits", limits(args, &config)),
        ("policy", policy(args, &config)),
        ("defaults", defaults(args, &config)),
        ("bots", bots(&config)),
        ("maps", maps(args, &config)),
        ("options", options(args, &config.options, |ruleset| ruleset.options())),
        ("map_options", options(args, &config.map_options, |ruleset| ruleset.generator_options())),
        ("machine", machine(color)),
    ];
    let text = if args.json { as_json(&config, &sections) } else { as_text(&config, &sections) };
    print(&text)?;
    match problems(args, &config) {
        problems if problems.is_empty() => Ok(Exit::Done),
        problems => {
            for problem in &problems {
                failure::report(problem);
            }
            Err(Failure::new("matches cannot be played with this configuration").into())
        }
    }
}

/// What every match of a game would fail for: options and maps that cannot be.
fn problems(args: &ConfigArgs, config: &Config) -> Vec<anyhow::Error> {
    let of_game = |ruleset: &'static dyn Ruleset| -> anyhow::Result<()> {
        let seed = settings::seed(None, config).value;
        let generator = GameOptions::new(ruleset, &[], config, config.map_options.get(ruleset.id()))?;
        map_choice::generate(ruleset, seed, &generator)?;
        let maps = MapArgs::default().resolve(ruleset, config)?.of_pair(ruleset, 0, seed);
        let rules = GameOptions::new(ruleset, &[], config, config.options.get(ruleset.id()))?;
        rules.check_rules(&maps, seed)
    };
    games(args).filter_map(|ruleset| of_game(ruleset).err()).collect()
}

/// One value in force.
struct Row {
    key: String,
    value: Value,
    /// The value for people, a line for each of its parts.
    shown: Vec<String>,
    origin: Origin,
    /// The files that should be there and are not; `None` where the value names no files.
    missing: Option<Vec<String>>,
}

impl Row {
    fn new<T: Serialize>(key: impl Into<String>, sourced: Sourced<T>) -> Row {
        let value = json!(sourced.value);
        let shown = match &value {
            Value::Number(number) => number.as_u64().map_or_else(|| number.to_string(), grouped),
            Value::String(text) => text.clone(),
            Value::Null => "none".to_owned(),
            other => other.to_string(),
        };
        Row { key: key.into(), value, shown: vec![shown], origin: sourced.origin, missing: None }
    }
}

fn games(args: &ConfigArgs) -> impl Iterator<Item = &'static dyn Ruleset> {
    GAMES.iter().filter(|ruleset| args.game.is_none_or(|game| game.id() == ruleset.id()))
}

fn limits(args: &ConfigArgs, config: &Config) -> Vec<Row> {
    Limits::SPECS.iter().map(|spec| Row::new(spec.name, args.settings.limit(config, spec))).collect()
}

fn policy(args: &ConfigArgs, config: &Config) -> Vec<Row> {
    let settings = &args.settings;
    let mut rows =
        vec![Row::new("on_fault", settings.on_fault(config)), Row::new("on_violation", settings.on_violation(config))];
    // Only the default depends on the game.
    let by_game = args.game.is_none() && settings.replays(config, 0).origin == Origin::Default;
    for ruleset in games(args) {
        let key = if by_game { format!("replays.{}", ruleset.id()) } else { "replays".to_owned() };
        rows.push(Row::new(key, settings.replays(config, ruleset.default_replays())));
        if !by_game {
            break;
        }
    }
    rows
}

fn defaults(args: &ConfigArgs, config: &Config) -> Vec<Row> {
    let game = match (args.game, &config.game) {
        (Some(game), _) => Sourced { value: Some(game.id()), origin: Origin::Option("--game".to_owned()) },
        (None, Some(entry)) => Sourced { value: Some(entry.value), origin: Origin::File(entry.line) },
        (None, None) => Sourced { value: None, origin: Origin::Default },
    };
    let mut game = Row::new("game", game);
    if game.value.is_null() {
        game.shown = vec!["the first that both play".to_owned()];
    }
    vec![
        game,
        Row::new("seed", settings::seed(None, config)),
        Row::new("threads", settings::threads(None, config)),
        Row::new("swap", settings::swap(None, config, false)),
    ]
}

fn bots(config: &Config) -> Vec<Row> {
    let row = |(name, entry): (&String, &Entry<String>)| {
        let there = match bots::configured_bot(config, &entry.value) {
            BotRef::Builtin(name) => builtin(&name).is_some(),
            BotRef::Path(path) => path.exists(),
        };
        let mut row = Row::new(name, Sourced { value: &entry.value, origin: Origin::File(entry.line) });
        mark_missing(&mut row, if there { Vec::new() } else { vec![entry.value.clone()] });
        row
    };
    config.bots.iter().map(row).collect()
}

fn maps(args: &ConfigArgs, config: &Config) -> Vec<Row> {
    let row = |ruleset: &'static dyn Ruleset| {
        let Some(entry) = config.maps.get(ruleset.id()) else {
            let names: Vec<&str> = ruleset.bundled_maps().iter().map(|map| map.name).collect();
            let mut row = Row::new(ruleset.id(), Sourced { value: &names, origin: Origin::Default });
            row.shown = vec![format!("all {} bundled maps", names.len())];
            return row;
        };
        let mut row = Row::new(ruleset.id(), Sourced { value: &entry.value, origin: Origin::File(entry.line) });
        row.shown.clone_from(&entry.value);
        let gone = |text: &&String| map_file(ruleset, config, text).is_some_and(|path| !path.exists());
        mark_missing(&mut row, entry.value.iter().filter(gone).cloned().collect());
        row
    };
    games(args).map(row).collect()
}

fn mark_missing(row: &mut Row, missing: Vec<String>) {
    for line in row.shown.iter_mut().filter(|line| missing.contains(line)) {
        line.push_str(" (missing)");
    }
    row.missing = Some(missing);
}

/// The options of the game that was asked for, or those of all games that are set.
fn options(
    args: &ConfigArgs,
    tables: &OptionTables,
    specs: impl Fn(&'static dyn Ruleset) -> &'static [OptionSpec],
) -> Vec<Row> {
    let row = |ruleset: &'static dyn Ruleset, spec: &OptionSpec| {
        let key = format!("{}.{}", ruleset.id(), spec.name);
        match tables.get(ruleset.id()).and_then(|table| table.get(spec.name)) {
            Some(entry) => Some(Row::new(key, Sourced { value: &entry.value, origin: Origin::File(entry.line) })),
            None => args.game.map(|_| Row::new(key, Sourced { value: spec.default, origin: Origin::Default })),
        }
    };
    games(args).flat_map(|ruleset| specs(ruleset).iter().filter_map(move |spec| row(ruleset, spec))).collect()
}

/// What the machine and the environment decide.
fn machine(color: Color) -> Vec<Row> {
    let word = |color: Color| color.to_possible_value().map(|value| value.get_name().to_owned());
    let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let color = match color {
        Color::Auto if no_color => Sourced { value: word(Color::Never), origin: Origin::Environment("NO_COLOR") },
        Color::Auto => Sourced { value: word(Color::Auto), origin: Origin::Default },
        other => Sourced { value: word(other), origin: Origin::Option("--color".to_owned()) },
    };
    let cache = settings::cache_dir();
    let cache = Sourced { value: cache.value.map(|path| path.display().to_string()), origin: cache.origin };
    vec![Row::new("cache_dir", cache), Row::new("color", color)]
}

fn as_json(config: &Config, sections: &[(&str, Vec<Row>)]) -> String {
    let mut root = serde_json::Map::new();
    root.insert("file".to_owned(), json!(config.path.as_ref().map(|path| path.display().to_string())));
    for (name, rows) in sections {
        let rows = rows.iter().map(|row| {
            let mut value = match &row.origin {
                Origin::Default => json!({ "value": row.value, "from": "default" }),
                Origin::File(line) => json!({ "value": row.value, "from": "file", "line": line }),
                Origin::Option(option) => json!({ "value": row.value, "from": "option", "option": option }),
                Origin::Environment(name) => json!({ "value": row.value, "from": "environment", "variable": name }),
            };
            if let Some(missing) = &row.missing {
                value["missing"] = json!(missing);
            }
            (row.key.clone(), value)
        });
        root.insert((*name).to_owned(), Value::Object(rows.collect()));
    }
    json_line(&root)
}

fn as_text(config: &Config, sections: &[(&str, Vec<Row>)]) -> String {
    let mut out = match &config.path {
        Some(path) => format!("{}\n", path.display()),
        None => format!("no {FILE_NAME} here or above; `botpit config --example` prints one\n"),
    };
    for (name, rows) in sections.iter().filter(|(_, rows)| !rows.is_empty()) {
        let _ = writeln!(out, "\n[{name}]");
        for row in rows {
            let origin = origin_words(config, &row.origin);
            for (index, line) in row.shown.iter().enumerate() {
                let (key, origin) = if index == 0 { (row.key.as_str(), origin.as_str()) } else { ("", "") };
                let line = botpit_guest::escape(line.as_bytes(), usize::MAX);
                let line = format!("{key:<24}  {line:<28}  {origin}");
                let _ = writeln!(out, "{}", line.trim_end());
            }
        }
    }
    printable(&out) + "\n"
}

fn origin_words(config: &Config, origin: &Origin) -> String {
    match origin {
        Origin::Default => "default".to_owned(),
        Origin::File(line) => {
            let name = config.path.as_ref().and_then(|path| path.file_name()).unwrap_or_default();
            format!("{}:{line}", name.display())
        }
        Origin::Option(option) => option.clone(),
        Origin::Environment(name) => name.to_string(),
    }
}
