//! `botpit map list`: the maps that come with the games.

use botpit_engine::{BundledMap, GAMES, Ruleset, json_line};
use clap::Args;

use super::{figure, figures, json};
use crate::cli::failure::Exit;
use crate::cli::game_choice;
use crate::cli::play::print;
use crate::cli::report::aligned;

/// Lists the bundled maps, the default of each game first.
#[derive(Args)]
pub(in crate::cli) struct ListArgs {
    /// Lists the maps of this game only.
    #[arg(long, value_parser = game_choice::parser())]
    game: Option<&'static dyn Ruleset>,
    /// Prints JSON, a line a map.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &ListArgs) -> anyhow::Result<Exit> {
    let asked = |ruleset: &&'static dyn Ruleset| args.game.is_none_or(|game| game.id() == ruleset.id());
    let lists: Vec<String> = GAMES
        .iter()
        .filter(asked)
        .map(|ruleset| if args.json { json_lines(ruleset) } else { table(ruleset) })
        .collect::<anyhow::Result<_>>()?;
    print(&lists.join(if args.json { "" } else { "\n" }))?;
    Ok(Exit::Done)
}

/// The maps of a game with their figures, each followed by the line about it.
fn table(ruleset: &dyn Ruleset) -> anyhow::Result<String> {
    let mut rows = vec![["map", "size", "turns", "a team has", "on the map", "symmetry"].map(str::to_owned)];
    for bundled in ruleset.bundled_maps() {
        let map = bundled.read(ruleset)?;
        let (size, summary) = (map.size(), map.summary());
        rows.push([
            bundled.name.to_owned(),
            format!("{}x{}", size.width, size.height),
            map.turns().to_string(),
            figures(&summary.players),
            figure(summary.prize),
            summary.symmetry.map_or("none", |symmetry| symmetry.name()).to_owned(),
        ]);
    }
    let mut text = format!("{} (--game {})\n\n", ruleset.title(), ruleset.id());
    let abouts = std::iter::once(None).chain(ruleset.bundled_maps().iter().map(|map| Some(map.about)));
    for (line, about) in aligned(&rows).lines().zip(abouts) {
        text += &format!("{line}\n");
        if let Some(about) = about {
            text += &format!("  {about}\n");
        }
    }
    Ok(text)
}

fn json_lines(ruleset: &dyn Ruleset) -> anyhow::Result<String> {
    let line = |bundled: &BundledMap| {
        let mut fields = json(&*bundled.read(ruleset)?);
        fields.insert("about".to_owned(), bundled.about.into());
        fields.insert("origin".to_owned(), bundled.origin.to_string().into());
        Ok(json_line(&fields))
    };
    ruleset.bundled_maps().iter().map(line).collect()
}
