//! What decides a series of games besides the bots: options that `play`, `dev` and `profile` share, or two of them.

use std::path::PathBuf;

use botpit_engine::{BothSeats, Limits, Ruleset, Seat, Seed};
use clap::Args;

use super::bots::BotRef;
use super::failure::Failure;
use super::game_choice;
use super::game_options::GameOptions;
use super::map_choice::{MapArgs, pool_files};
use super::settings::{self, SettingsArgs};
use crate::builtins::default_builtin;
use crate::config::{Config, THREADS_MAX};
use crate::matches::{Entrant, Series};
use crate::sandbox::Sandbox;

/// Game, maps, seeds, limits.
#[derive(Args)]
pub(super) struct SeriesArgs {
    /// The game [default: that of botpit.toml, or the first that both bots play].
    #[arg(long, value_parser = game_choice::parser())]
    game: Option<&'static dyn Ruleset>,
    /// An option of the game's rules.
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = super::key_value)]
    options: Vec<(String, String)>,
    #[command(flatten)]
    map: MapArgs,
    /// The seed of the first game; each further one takes the next [default: 1].
    #[arg(long, allow_negative_numbers = true)]
    seed: Option<Seed>,
    #[command(flatten)]
    settings: SettingsArgs,
}

/// How many games are played at once, where several are.
#[derive(Args)]
pub(super) struct ThreadsArgs {
    /// How many games to play at the same time [default: 1].
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=i64::from(THREADS_MAX)))]
    threads: Option<u32>,
}

impl ThreadsArgs {
    pub(super) fn threads(&self, config: &Config) -> u32 {
        settings::threads(self.threads, config).value
    }
}

/// Where bots can be loaded: the configuration, the limits, and the sandbox that they need.
pub(super) struct Ground {
    pub(super) config: Config,
    pub(super) limits: Limits,
    pub(super) sandbox: Sandbox,
}

impl SeriesArgs {
    /// The files that may be read: the configuration, and maps that it or the command line names.
    pub(super) fn files(&self, config: &Config) -> impl Iterator<Item = PathBuf> {
        config.path.clone().into_iter().chain(self.map.files()).chain(pool_files(config))
    }

    /// The configuration that was named, or the nearest one.
    pub(super) fn config(&self) -> anyhow::Result<Config> {
        self.settings.config()
    }

    /// Reads the configuration and opens the sandbox.
    pub(super) fn ground(&self) -> anyhow::Result<Ground> {
        let config = self.config()?;
        let limits = self.settings.limits(&config)?;
        let sandbox = settings::sandbox(&limits)?;
        Ok(Ground { config, limits, sandbox })
    }

    /// One game between the bots that were named, and the game's own in the seats that were left open. Its seats are
    /// not swapped and its replay carries no wasm: more games, and threads for them, are the caller's to say.
    pub(super) fn series(&self, ground: &Ground, named: BothSeats<Option<Entrant>>) -> anyhow::Result<Series> {
        let config = &ground.config;
        let all: Vec<&Entrant> = named.0.iter().flatten().collect();
        let game = game_choice::choose(self.game, config, &all)?;
        self.settings.refuse_idle_replays(game)?;
        let [a, b] = named.0;
        let own = |seat| ground.load(&default_bot(game, seat)?);
        let bots = BothSeats([a.map_or_else(|| own(Seat::A), Ok)?, b.map_or_else(|| own(Seat::B), Ok)?]);
        let options = GameOptions::new(game, &self.options, config, config.options.get(game.id()))?;
        let series = Series {
            ruleset: game,
            options: options.settings.clone(),
            limits: ground.limits.clone(),
            policy: self.settings.policy(config, game.default_replays()),
            bots,
            maps: self.map.resolve(game, config)?,
            seed: settings::seed(self.seed, config).value,
            games: 1,
            swap: false,
            threads: 1,
            embed: false,
        };
        options.check_rules(&series.spec(0).maps, series.seed)?;
        Ok(series)
    }
}

impl Ground {
    /// A bot, ready to run.
    pub(super) fn load(&self, bot: &BotRef) -> anyhow::Result<Entrant> {
        bot.load(&self.config, &self.sandbox, self.limits.module_bytes)
    }
}

/// The bot that sits in a seat when none was named.
fn default_bot(game: &dyn Ruleset, seat: Seat) -> Result<BotRef, Failure> {
    match default_builtin(game.id(), seat) {
        Some(builtin) => Ok(BotRef::Builtin(builtin.name.to_owned())),
        None => Err(Failure::usage(format!("name two bots: {} has no built-in ones", game.title()))),
    }
}
