//! What holds for a match: the command line over `botpit.toml` over the defaults.

use std::path::PathBuf;

use botpit_engine::{GAMES, LimitSpec, Limits, OnFault, OnViolation, Policy, Ruleset, Seed, grouped};
use clap::builder::PossibleValue;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches, ValueEnum, ValueHint};
use etcetera::BaseStrategy;

use super::failure::{Failure, note};
use crate::config::{Config, ConfigProblem, Entry, REPLAYS_MAX};
use crate::sandbox::{LoadLimits, Profiler, Sandbox, SandboxConfig};

/// One option for each limit, from the engine's table.
#[derive(Clone, Debug, Default)]
pub(super) struct LimitArgs {
    given: Vec<(&'static str, u64)>,
}

impl Args for LimitArgs {
    fn augment_args(command: Command) -> Command {
        Limits::SPECS.iter().fold(command, |command, spec| {
            let range = move |text: &str| read_limit(text, spec.min, spec.max);
            command.arg(
                Arg::new(spec.name)
                    .long(spec.name.replace('_', "-"))
                    .value_name("N")
                    .value_parser(range)
                    .help(format!("{} [default: {}]", spec.help.trim(), grouped(spec.default)))
                    .help_heading("Limits")
                    .hide_short_help(true),
            )
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        LimitArgs::augment_args(command)
    }
}

impl FromArgMatches for LimitArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let given = Limits::SPECS.iter().filter_map(|spec| Some((spec.name, *matches.get_one::<u64>(spec.name)?)));
        Ok(LimitArgs { given: given.collect() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = LimitArgs::from_arg_matches(matches)?;
        Ok(())
    }
}

/// What decides limits and policy of the matches that a command plays.
#[derive(Args, Clone, Debug)]
pub(super) struct SettingsArgs {
    /// A configuration file, instead of botpit.toml in this folder or the nearest one above that has one.
    #[arg(long, value_name = "FILE", help_heading = "Limits", value_hint = ValueHint::FilePath)]
    config: Option<PathBuf>,
    /// What a fault costs [default: forfeit-turn].
    #[arg(long, value_name = "WHAT", help_heading = "Limits")]
    on_fault: Option<OnFaultArg>,
    /// What a forbidden call costs [default: record].
    #[arg(long, value_name = "WHAT", help_heading = "Limits")]
    on_violation: Option<OnViolationArg>,
    #[arg(
        long, value_name = "N", help_heading = "Limits", help = replays_help(),
        value_parser = clap::value_parser!(u32).range(0..=i64::from(REPLAYS_MAX)),
    )]
    replays: Option<u32>,
    #[command(flatten)]
    limits: LimitArgs,
}

fn replays_help() -> String {
    let (games, drawn): (Vec<_>, Vec<_>) = GAMES.iter().partition(|ruleset| ruleset.default_replays() > 0);
    let defaults: Vec<String> =
        games.iter().map(|ruleset| format!("{} in {}", ruleset.default_replays(), ruleset.title())).collect();
    let drawn: Vec<&str> = drawn.iter().map(|ruleset| ruleset.title()).collect();
    format!(
        "How many further maps decide when everything is equal [default: {}; draws stand in {}]",
        defaults.join(", "),
        drawn.join(", ")
    )
}

#[derive(Clone, Copy, Debug)]
struct OnFaultArg(OnFault);

#[derive(Clone, Copy, Debug)]
struct OnViolationArg(OnViolation);

impl ValueEnum for OnFaultArg {
    fn value_variants<'a>() -> &'a [Self] {
        &[OnFaultArg(OnFault::ForfeitTurn), OnFaultArg(OnFault::ForfeitMatch)]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(match self.0 {
            OnFault::ForfeitTurn => PossibleValue::new("forfeit-turn").help("The orders of the turn"),
            OnFault::ForfeitMatch => PossibleValue::new("forfeit-match").help("The match"),
        })
    }
}

impl ValueEnum for OnViolationArg {
    fn value_variants<'a>() -> &'a [Self] {
        &[
            OnViolationArg(OnViolation::Record),
            OnViolationArg(OnViolation::Forfeit),
            OnViolationArg(OnViolation::Disqualify),
        ]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(match self.0 {
            OnViolation::Record => PossibleValue::new("record").help("Nothing: it is recorded and shown"),
            OnViolation::Forfeit => PossibleValue::new("forfeit").help("The match"),
            OnViolation::Disqualify => {
                PossibleValue::new("disqualify").help("The match, and in a tournament all others")
            }
        })
    }
}

/// A value, and who decided it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sourced<T> {
    pub(super) value: T,
    pub(super) origin: Origin,
}

/// Who decided a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// Nobody.
    Default,
    /// The configuration file, on this line.
    File(usize),
    /// This option of the command line.
    Option(String),
    /// This variable of the environment.
    Environment(&'static str),
}

/// The value of the command line, else of the file, else the default.
fn sourced<T: Clone>(option: &str, given: Option<T>, file: Option<&Entry<T>>, default: T) -> Sourced<T> {
    match (given, file) {
        (Some(value), _) => Sourced { value, origin: Origin::Option(format!("--{option}")) },
        (None, Some(entry)) => Sourced { value: entry.value.clone(), origin: Origin::File(entry.line) },
        (None, None) => Sourced { value: default, origin: Origin::Default },
    }
}

/// The seed of the first game.
pub(super) fn seed(given: Option<Seed>, config: &Config) -> Sourced<Seed> {
    sourced("seed", given, config.seed.as_ref(), Seed(1))
}

/// How many games to play at the same time.
pub(super) fn threads(given: Option<u32>, config: &Config) -> Sourced<u32> {
    sourced("threads", given, config.threads.as_ref(), 1)
}

/// Whether every second game swaps the seats.
pub(super) fn swap(given: Option<bool>, config: &Config, default: bool) -> Sourced<bool> {
    sourced("swap", given, config.swap.as_ref(), default)
}

/// The nearest configuration file.
pub(super) fn nearest_config() -> anyhow::Result<Config> {
    config_or_failure(Config::nearest(&GAMES))
}

fn config_or_failure(config: Result<Config, crate::config::ConfigError>) -> anyhow::Result<Config> {
    config.map_err(|error| {
        let failure = Failure::usage(error.to_string());
        match error.problem {
            ConfigProblem::UnknownKey { nearest: None, .. } => {
                failure.hint("`botpit config --example` shows every key").into()
            }
            _ => failure.into(),
        }
    })
}

impl SettingsArgs {
    /// The configuration file that was named, or the nearest one.
    pub(super) fn config(&self) -> anyhow::Result<Config> {
        match &self.config {
            Some(path) => config_or_failure(Config::read(path, &GAMES)),
            None => nearest_config(),
        }
    }

    /// The limits in force, which do not depend on the game.
    pub(super) fn limits(&self, config: &Config) -> anyhow::Result<Limits> {
        let mut limits = Limits::default();
        for spec in Limits::SPECS {
            limits.set(spec.name, self.limit(config, spec).value)?;
        }
        Ok(limits)
    }

    /// One limit in force.
    pub(super) fn limit(&self, config: &Config, spec: &LimitSpec) -> Sourced<u64> {
        let given = self.limits.given.iter().find(|(name, _)| *name == spec.name).map(|(_, value)| *value);
        sourced(&spec.name.replace('_', "-"), given, config.limits.get(spec.name), spec.default)
    }

    /// The policy in force.
    pub(super) fn policy(&self, config: &Config, default_replays: u32) -> Policy {
        Policy {
            on_fault: self.on_fault(config).value,
            on_violation: self.on_violation(config).value,
            replays: self.replays(config, default_replays).value,
        }
    }

    /// What a fault costs.
    pub(super) fn on_fault(&self, config: &Config) -> Sourced<OnFault> {
        let given = self.on_fault.map(|arg| arg.0);
        sourced("on-fault", given, config.on_fault.as_ref(), OnFault::default())
    }

    /// What a forbidden call costs.
    pub(super) fn on_violation(&self, config: &Config) -> Sourced<OnViolation> {
        let given = self.on_violation.map(|arg| arg.0);
        sourced("on-violation", given, config.on_violation.as_ref(), OnViolation::default())
    }

    /// Refuses further maps on the command line for a game whose draws stand.
    pub(super) fn refuse_idle_replays(&self, ruleset: &dyn Ruleset) -> Result<(), Failure> {
        match self.replays {
            Some(replays) if replays > 0 && ruleset.default_replays() == 0 => {
                Err(Failure::usage(format!("--replays {replays}: draws stand in {}", ruleset.title()))
                    .hint("leave --replays out"))
            }
            _ => Ok(()),
        }
    }

    /// How many further maps decide a tie in a game with this default.
    pub(super) fn replays(&self, config: &Config, default: u32) -> Sourced<u32> {
        sourced("replays", self.replays, config.replays.as_ref(), default)
    }
}

/// The sandbox that these limits need; it stops when the user says so.
pub(super) fn sandbox(limits: &Limits) -> anyhow::Result<Sandbox> {
    let sandbox = Sandbox::new(sandbox_config(limits))?;
    if let Some(trouble) = sandbox.cache_trouble() {
        note(&format!("warning: compiled bots are not kept: {trouble}"));
    }
    Ok(sandbox)
}

/// What makes bots tell where their fuel goes, under these limits.
pub(super) fn profiler(limits: &Limits) -> anyhow::Result<Profiler> {
    // One bot has one instance at a time.
    Ok(Profiler::new(SandboxConfig { instances: 1, ..sandbox_config(limits) })?)
}

fn sandbox_config(limits: &Limits) -> SandboxConfig {
    SandboxConfig {
        load: LoadLimits {
            module_bytes: limits.module_bytes,
            functions: limits.functions,
            compile_cpu_seconds: limits.compile_cpu_seconds,
            compile_memory_bytes: limits.compile_memory_bytes,
        },
        memory_bytes: limits.memory_bytes,
        table_elements: u32::try_from(limits.table_elements).unwrap_or(u32::MAX),
        load_fuel: limits.fuel_start,
        cache_dir: cache_dir().value,
        interrupt: Some(super::interrupt_flag()),
        ..SandboxConfig::default()
    }
}

/// Where compiled bots are kept: `$BOTPIT_CACHE_DIR`, or the user's own cache folder. An empty variable keeps none.
pub(super) fn cache_dir() -> Sourced<Option<PathBuf>> {
    const VARIABLE: &str = "BOTPIT_CACHE_DIR";
    match std::env::var_os(VARIABLE) {
        Some(folder) => {
            let folder = Some(folder).filter(|folder| !folder.is_empty()).map(PathBuf::from);
            Sourced { value: folder, origin: Origin::Environment(VARIABLE) }
        }
        None => {
            let folder = etcetera::choose_base_strategy().ok().map(|base| base.cache_dir().join("botpit"));
            Sourced { value: folder, origin: Origin::Default }
        }
    }
}

/// A limit's number: decimals, with `_` between digits where wanted.
fn read_limit(text: &str, min: u64, max: u64) -> Result<u64, String> {
    let digits = text.replace('_', "");
    let number: Option<u64> = digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok()).flatten();
    match number {
        Some(number) if (min..=max).contains(&number) => Ok(number),
        _ => Err(format!("a whole number from {} to {} is needed", grouped(min), grouped(max))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_plain_numbers_in_their_range() {
        assert_eq!(read_limit("1_000", 1, 2_000), Ok(1_000));
        for wrong in ["", "_", "-1", "+1", "1e9", "0x10", "2001", "99999999999999999999999"] {
            assert!(read_limit(wrong, 1, 2_000).is_err(), "{wrong}");
        }
    }
}
