//! `botpit new`: a bot project to start from.

use std::path::{Path, PathBuf};

use botpit_engine::GAMES;
use clap::Args;
use clap::builder::PossibleValuesParser;

use super::failure::{Exit, Failure, quoted, shown};
use super::game_choice;
use super::play::print;
use crate::builtins::builtins_of;
use crate::project::{BotName, CreateError, Template, templates};

/// Makes a folder with a first bot to change: its source, a test that plays it, and the SDK.
///
/// The folder needs nothing of Botpit's own source: cargo builds it anywhere.
#[derive(Args)]
pub(super) struct NewArgs {
    /// The folder to make; the last part of its path is the bot's name.
    #[arg(value_name = "NAME")]
    folder: PathBuf,
    /// The game that the bot plays.
    #[arg(long, default_value = templates()[0].game, value_parser = game_choice::names(each(|template| template.game)))]
    game: String,
    /// The language that the bot is written in.
    #[arg(long, default_value = "rust", value_parser = PossibleValuesParser::new(each(|template| template.language)))]
    lang: String,
}

/// What templates say of themselves, each once.
fn each(part: fn(&Template) -> &'static str) -> impl Iterator<Item = &'static str> {
    let mut parts: Vec<&str> = Vec::new();
    for template in templates() {
        if !parts.contains(&part(template)) {
            parts.push(part(template));
        }
    }
    parts.into_iter()
}

pub(super) fn run(args: NewArgs) -> anyhow::Result<Exit> {
    let is_asked_for = |template: &&Template| template.game == args.game && template.language == args.lang;
    let template = templates().iter().find(is_asked_for).ok_or_else(|| {
        Failure::usage(format!("there is no first bot for {} in the language {}", args.game, args.lang))
    })?;
    let name = name_of(&args.folder)?;
    template.create(&args.folder, &name).map_err(|error| {
        let failure = Failure::new(error.to_string());
        match error {
            CreateError::Exists { .. } => failure.hint("give the bot another name, or move what is there away"),
            _ => failure,
        }
    })?;
    print(&next_steps(&args.folder, &name, template))?;
    Ok(Exit::Done)
}

/// The bot's name: the last part of the path.
fn name_of(folder: &Path) -> Result<BotName, Failure> {
    const NEEDED: &str = "the last part of the path is the bot's name: botpit new my-bot";
    let Some(last) = folder.file_name() else {
        return Err(Failure::usage(format!("`{}` does not say what the bot is called", shown(folder))).hint(NEEDED));
    };
    let Some(text) = last.to_str() else {
        return Err(Failure::usage(format!("{} is no name for a bot: it is no UTF-8", shown(folder))).hint(NEEDED));
    };
    BotName::new(text).map_err(|error| {
        let failure = Failure::usage(error.to_string());
        match error.suggestion() {
            Some(name) => failure.hint(format!("botpit new {}", quoted(&folder.with_file_name(name.package())))),
            None => failure,
        }
    })
}

fn next_steps(folder: &Path, name: &BotName, template: &Template) -> String {
    let title = GAMES.ruleset(template.game).map_or(template.game, |ruleset| ruleset.title());
    let opponent = builtins_of(template.game).next().map_or("", |builtin| builtin.name);
    format!(
        "{} is a first bot for {title}; {} says how to go on:\n\n  \
         cd {}\n  \
         botpit check .\n  \
         botpit dev . builtin:{opponent}\n  \
         botpit play . builtin:{opponent} --watch\n  \
         cargo test\n",
        name.package(),
        shown(&folder.join("README.md")),
        quoted(folder),
    )
}
