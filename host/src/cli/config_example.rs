//! A configuration file with every key, its default and its meaning.

use std::fmt::Write;

use botpit_engine::{GAMES, Limits, OptionSpec, grouped};
use clap::{Command, CommandFactory};

use crate::config::KEYS;

const HEAD: &str = "\
# What holds for matches that are played from this folder and those below it.
# An option of the command line wins over what is said here.
#
# Each key is shown with its default; where games differ, with that of the first
# game, and where there is none, with an example. Take the # away to change it.
";

const BOTS: &str = "
[bots]
# Bots by name, for the command line: `botpit play mine best`. A path is from
# this file's folder. A name wins over a file of the same name; ./mine is the
# file.
#mine = \"bots/mine\"
#rival = \"rival.wasm\"
#best = \"builtin:foreman\"
";

const MAPS: &str = "
[maps]
# The maps of each game where no --map is given: bundled ones, files from this
# file's folder, \"seed:N\", or \"generated\" alone.
";

/// The file.
pub(super) fn text() -> String {
    let mut out = HEAD.to_owned();
    out.push_str("\n[limits]\n");
    for spec in Limits::SPECS {
        let range = format!("{} to {}", grouped(spec.min), grouped(spec.max));
        key(&mut out, spec.help.trim(), &range, spec.name, &grouped(spec.default));
    }
    let command = super::Cli::command();
    let play = command.find_subcommand("play").expect("the command that matches are played with");
    let mut table = "";
    for spec in KEYS {
        if table != spec.table {
            table = spec.table;
            let _ = writeln!(out, "\n[{table}]");
        }
        key(&mut out, &help(play, spec.name), &spec.values(&GAMES), spec.name, &spec.default(&GAMES));
    }
    out.push_str(BOTS);
    out.push_str(MAPS);
    for ruleset in GAMES.iter() {
        let names: Vec<String> = ruleset.bundled_maps().iter().map(|map| format!("\"{}\"", map.name)).collect();
        let _ = writeln!(out, "#{} = [", ruleset.id());
        comment(&mut out, "#", &names.join(", "));
        out.push_str("#]\n");
    }
    for ruleset in GAMES.iter() {
        options(&mut out, &format!("options.{}", ruleset.id()), "rules", ruleset.options());
        options(&mut out, &format!("map_options.{}", ruleset.id()), "generated maps", ruleset.generator_options());
    }
    out
}

/// What the command line says about the option of a key.
fn help(play: &Command, name: &str) -> String {
    let argument = play.get_arguments().find(|argument| argument.get_id() == name);
    let help = argument.and_then(|argument| argument.get_help()).map(ToString::to_string).unwrap_or_default();
    help.split(" [default").next().unwrap_or_default().trim_end_matches('.').to_owned()
}

fn options(out: &mut String, table: &str, of: &str, specs: &[OptionSpec]) {
    if specs.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n[{table}]\n# Options of the {of}.");
    for spec in specs {
        let default = match spec.default.parse::<i64>() {
            Ok(number) => number.to_string(),
            Err(_) => format!("\"{}\"", spec.default),
        };
        key(out, spec.help, spec.values, spec.name, &default);
    }
}

fn key(out: &mut String, help: &str, values: &str, name: &str, default: &str) {
    comment(out, "# ", &format!("{help} ({values})"));
    let _ = writeln!(out, "#{name} = {default}");
}

/// Words in lines that begin with `start`.
fn comment(out: &mut String, start: &str, words: &str) {
    const WIDTH: usize = 80;
    let mut line = start.to_owned();
    for word in words.split(' ') {
        if line.len() > start.len() {
            if line.chars().count() + 1 + word.chars().count() > WIDTH {
                let _ = writeln!(out, "{line}");
                line = start.to_owned();
            } else {
                line.push(' ');
            }
        }
        line.push_str(word);
    }
    let _ = writeln!(out, "{line}");
}

#[cfg(test)]
mod tests {
    use botpit_engine::{OnFault, OnViolation, Policy, Seed};

    use super::*;
    use crate::config::Config;

    #[test]
    fn with_its_comments_taken_away_the_example_says_what_holds_anyway() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("botpit.toml");
        let bare = |line: &str| match line.strip_prefix('#') {
            Some(rest) if !rest.starts_with(' ') => format!("{rest}\n"),
            _ => format!("{line}\n"),
        };
        std::fs::write(&path, text().lines().map(bare).collect::<String>()).unwrap();
        let config = Config::read(&path, &GAMES).unwrap();
        for spec in Limits::SPECS {
            assert_eq!(config.limits[spec.name].value, spec.default, "{}", spec.name);
        }
        let first = GAMES.iter().next().unwrap();
        let policy = Policy {
            on_fault: OnFault::default(),
            on_violation: OnViolation::default(),
            replays: first.default_replays(),
        };
        assert_eq!(config.on_fault.unwrap().value, policy.on_fault);
        assert_eq!(config.on_violation.unwrap().value, policy.on_violation);
        assert_eq!(config.replays.unwrap().value, policy.replays);
        assert_eq!(config.game.unwrap().value, first.id());
        assert_eq!(config.seed.unwrap().value, Seed(1));
        assert_eq!((config.threads.unwrap().value, config.swap.unwrap().value), (1, false));
        assert_eq!(config.bots.len(), 3);
        for ruleset in GAMES.iter() {
            let names: Vec<&str> = ruleset.bundled_maps().iter().map(|map| map.name).collect();
            assert_eq!(config.maps[ruleset.id()].value, names);
            for (tables, specs) in
                [(&config.options, ruleset.options()), (&config.map_options, ruleset.generator_options())]
            {
                for spec in specs {
                    assert_eq!(tables[ruleset.id()][spec.name].value, spec.default, "{} {}", ruleset.id(), spec.name);
                }
            }
        }
    }

    #[test]
    fn as_it_is_the_example_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("botpit.toml");
        std::fs::write(&path, text()).unwrap();
        assert_eq!(Config::read(&path, &GAMES).unwrap(), Config { path: Some(path), ..Config::default() });
    }
}
