//! Which game is played: the one that is asked for, or one that the bots play.

use botpit_engine::{GAMES, Ruleset};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::failure::Failure;
use crate::builtins::builtins_of;
use crate::config::Config;
use crate::matches::Entrant;

/// Reads a game's name.
pub(super) fn parser() -> impl TypedValueParser<Value = &'static dyn Ruleset> {
    names(GAMES.iter().map(|ruleset| ruleset.id()))
        .map(|id| GAMES.ruleset(&id).expect("only the games of the registry are let through"))
}

/// The ids of games as values of an option; the first letters of an id's words stand for it.
pub(super) fn names(ids: impl Iterator<Item = &'static str>) -> PossibleValuesParser {
    let letters = |id: &str| id.split('-').filter_map(|word| word.chars().next()).collect::<String>();
    PossibleValuesParser::new(ids.map(|id| PossibleValue::new(id).alias(letters(id))))
}

/// The game that was asked for; else the one of the configuration, or else the first of the registry, that all bots
/// play.
pub(super) fn choose(
    given: Option<&'static dyn Ruleset>,
    config: &Config,
    bots: &[&Entrant],
) -> anyhow::Result<&'static dyn Ruleset> {
    if let Some(ruleset) = given {
        return match bots.iter().find(|bot| !plays(bot, ruleset)) {
            None => Ok(ruleset),
            Some(bot) => Err(other_game(ruleset, bot).into()),
        };
    }
    let configured = config.game.as_ref().and_then(|entry| GAMES.ruleset(entry.value));
    let mut games = configured.into_iter().chain(GAMES.iter());
    let game = games.find(|ruleset| bots.iter().all(|bot| plays(bot, *ruleset)));
    game.ok_or_else(|| {
        let each: Vec<String> = bots.iter().map(|bot| format!("`{}` plays {}", bot.name, games_of(bot))).collect();
        Failure::usage(format!("there is no game that both bots play: {}", each.join(", ")))
            .hint("`botpit bots` lists built-in opponents game by game; `botpit check BOT` tells what a bot plays")
            .into()
    })
}

fn plays(bot: &Entrant, ruleset: &dyn Ruleset) -> bool {
    bot.module.games() & botpit_abi::game_bit(ruleset.abi_game()) != 0
}

/// The games that a bot plays, as words.
fn games_of(bot: &Entrant) -> String {
    let titles: Vec<&str> =
        GAMES.iter().filter(|&ruleset| plays(bot, ruleset)).map(|ruleset| ruleset.title()).collect();
    if titles.is_empty() { "none that this version has".to_owned() } else { titles.join(" and ") }
}

fn other_game(ruleset: &dyn Ruleset, bot: &Entrant) -> Failure {
    let message = format!("bot `{}` does not play {}; it plays {}", bot.name, ruleset.title(), games_of(bot));
    let others: Vec<String> = builtins_of(ruleset.id()).map(|builtin| format!("builtin:{}", builtin.name)).collect();
    if others.is_empty() {
        return Failure::usage(message);
    }
    Failure::usage(message).hint(format!("built-in bots that play it: {}", others.join(", ")))
}
