//! What `botpit check` complains about beyond what keeps a bot from being loaded, each with what it means and what to do.

use botpit_engine::{BudgetPolicy, Limits, grouped};
use serde::Serialize;

use super::{GameReport, Loading};
use crate::config::nearest;
use crate::sandbox::{
    Advice, CpuCeiling, Inspection, Language, LoadProblem, ModuleFacts, how_to_strip, look_at_fuel_left,
    run_constructors_once,
};

/// The most things of a kind that are named one by one.
const NAMED: usize = 50;
/// Bytes of sections for tools that are worth a word, where they are also a tenth of the file.
const TOOL_SECTION_BYTES: u64 = 64 << 10;
/// The part of a limit, in percent, from which on a bot is said to be near it.
const NEAR_PERCENT: u64 = 80;

/// Something that keeps a bot from playing, or from playing well.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Complaint {
    /// The kind, for machines; it stays the same when the sentences change.
    pub code: &'static str,
    /// What is wrong, a sentence for each thing it is wrong with. Text from the bot is escaped.
    pub what: Vec<String>,
    /// For how many more things the same is true.
    pub more: u64,
    /// What that means.
    pub means: String,
    /// What to do about it, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_do: Option<String>,
}

/// Complaints in the order in which they came; those of one kind are one complaint.
#[derive(Debug, Default)]
pub(super) struct Complaints(pub(super) Vec<Complaint>);

impl Complaints {
    /// Adds what keeps a bot from being loaded.
    pub(super) fn of_load(&mut self, problem: &LoadProblem, language: Option<Language>) {
        let Advice { means, to_do } = problem.advice(language);
        self.add(problem.code(), problem.to_string(), means, to_do);
    }

    pub(super) fn add(
        &mut self,
        code: &'static str,
        what: impl Into<String>,
        means: impl Into<String>,
        to_do: Option<String>,
    ) {
        let (what, means) = (what.into(), means.into());
        let alike = |other: &&mut Complaint| other.code == code && other.means == means && other.to_do == to_do;
        match self.0.iter_mut().find(alike) {
            Some(known) if known.what.contains(&what) => {}
            Some(known) if known.what.len() < NAMED => known.what.push(what),
            Some(known) => known.more += 1,
            None => self.0.push(Complaint { code, what: vec![what], more: 0, means, to_do }),
        }
    }

    /// Adds what the bytes of a module make doubtful.
    pub(super) fn of_bytes(&mut self, inspection: &Inspection, file_bytes: u64) {
        let Inspection { facts: Some(facts), origin, .. } = inspection else { return };
        let exports = |name: &str| facts.exports.iter().any(|export| export.name == name);
        if facts.constructors_on_every_call {
            self.add(
                "constructors-on-every-call",
                "the linker took the module for a command: its exports begin with a call of the constructors",
                "all static data is as at the start again before each call: what the bot wants to remember is lost, and \
                 the constructors' fuel is paid each time",
                Some(run_constructors_once(origin.language).to_owned()),
            );
        }
        if facts.constructors_never_run {
            self.add(
                "constructors-never-run",
                "the module exports `__wasm_call_ctors` and no `_initialize`: nobody calls the constructors",
                "static data that a constructor fills stays zero",
                Some(run_constructors_once(origin.language).to_owned()),
            );
        }
        if exports("_start") && exports("think") {
            self.add(
                "start-ignored",
                "the module exports `_start`, which the sandbox does not call",
                "what its main function prepares is never prepared, with some languages all that is static: it may fault for \
                 that",
                Some(LoadProblem::Command.advice(origin.language).to_do.unwrap_or_default()),
            );
        }
        self.of_export_names(facts);
        if facts.custom_bytes >= TOOL_SECTION_BYTES && facts.custom_bytes >= file_bytes / 10 {
            self.add(
                "debug-sections",
                format!(
                    "{} of {} bytes are for debuggers and other tools",
                    grouped(facts.custom_bytes),
                    grouped(file_bytes)
                ),
                "the bot runs the same without them, and loads faster",
                Some(how_to_strip(origin.language).to_owned()),
            );
        }
    }

    /// Adds exports that seem to be meant for others.
    fn of_export_names(&mut self, facts: &ModuleFacts) {
        let wanted = ["botpit_abi", "alloc", "think", "setup", "team_name", "_initialize"];
        let exports = |name: &&str| facts.exports.iter().any(|export| export.name == *name);
        let missing: Vec<String> = wanted.into_iter().filter(|name| !exports(name)).map(str::to_owned).collect();
        for export in facts.exports.iter().filter(|export| !export.known && export.name.len() < 32) {
            let mangled = |name: &&String| export.name.starts_with(&format!("_Z{}{name}", name.len()));
            let (like, to_do) = match missing.iter().find(mangled) {
                Some(like) => {
                    (like.clone(), "C++ adds the types to the name: write `extern \"C\"` before it".to_owned())
                }
                None => match nearest(&plain(&export.name), &missing) {
                    Some(like) => {
                        let to_do = format!("if it is meant to be `{like}`, name it so");
                        (like, to_do)
                    }
                    None => continue,
                },
            };
            self.add(
                "export-like-another",
                format!("the module exports `{}` and no `{like}`", export.name),
                "the sandbox looks for exports by their exact names and passes over others",
                Some(to_do),
            );
        }
    }

    /// Adds what keeps the bot from playing a game: faults, and the ceiling of processor time.
    pub(super) fn problems_of_game(&mut self, game: &GameReport, limits: &Limits, language: Option<Language>) {
        if let Some(first) = &game.first_fault {
            let place =
                if first.turn == 0 { "before the first turn".to_owned() } else { format!("on turn {}", first.turn) };
            let title = game.title;
            let mut what = format!(
                "{title}: it faults {place}: {}",
                botpit_guest::escape(first.fault.to_string().as_bytes(), 300)
            );
            if !first.log.is_empty() {
                what += &format!("; its log of the turn ends: {}", first.log);
            }
            let advice = Advice::of_fault(&first.fault, language);
            self.add("fault", what, advice.means, advice.to_do);
        }
        if let Some(ceiling) = game.cpu_ceiling {
            let place = if game.started { format!("on turn {}", game.turns + 1) } else { "at its start".to_owned() };
            let (limit, option) = match ceiling {
                CpuCeiling::Turn => (limits.cpu_ms_per_turn, "--cpu-ms-per-turn"),
                CpuCeiling::Match => (limits.cpu_ms_per_match, "--cpu-ms-per-match"),
            };
            self.add(
                "cpu-ceiling",
                format!("{}: {place} it takes more than {limit} ms of processor time, the ceiling of {option}", game.title),
                "the fuel ends later than the ceiling comes: mostly because memory accesses miss the caches, or because \
                 this machine is slow; in a match the bot would forfeit",
                Some("use less memory, or walk it in order; do less in a turn".to_owned()),
            );
        }
    }

    /// Adds what makes the bot weak or risky in a game.
    pub(super) fn warnings_of_game(&mut self, game: &GameReport, limits: &Limits) {
        let title = game.title;
        for violation in &game.violations {
            self.add(
                "violation",
                format!("{title}: it calls `{}`, {} times in these turns", violation.call, violation.times),
                "bots may not touch files or sockets: the call fails and is counted as a violation, for which a \
                 tournament disqualifies",
                Some("remove the call, or the library that makes it".to_owned()),
            );
        }
        if game.log_dropped > 0 {
            self.add(
                "output-dropped",
                format!("{title}: {} bytes of its log are dropped", game.log_dropped),
                "of each turn the last bytes of the log are kept, and after --log-bytes-per-match nothing but faults",
                Some("say less, or raise --log-bytes-per-turn for your own matches".to_owned()),
            );
        }
        if game.draw_dropped > 0 {
            self.add(
                "output-dropped",
                format!("{title}: {} bytes of its drawings are dropped", game.draw_dropped),
                "of each turn the first marks are kept as far as there is room, up to the first one that is malformed",
                Some(
                    "sdk/ABI.md has the bytes of the marks; draw less, or raise --draw-bytes-per-turn for your own \
                     matches"
                        .to_owned(),
                ),
            );
        }
        self.fuel_of_game(game);
        if near(game.memory_peak_bytes, limits.memory_bytes) {
            self.add(
                "memory-near-limit",
                format!(
                    "{title}: it has {} of {} bytes of memory",
                    grouped(game.memory_peak_bytes),
                    grouped(limits.memory_bytes)
                ),
                "when it asks for more than the limit, it gets none, and mostly traps",
                Some("keep less from turn to turn, and give memory back that is not needed any more".to_owned()),
            );
        }
        let ceiling_us = limits.cpu_ms_per_turn.saturating_mul(1000);
        if let (BudgetPolicy::PerTurn, Some(cpu)) = (game.budget.policy, &game.cpu)
            && cpu.worst_us > ceiling_us / 2
        {
            self.add(
                "cpu-near-ceiling",
                format!("{title}: turn {} takes {} ms of processor time", cpu.worst_turn, cpu.worst_us / 1000),
                format!("a turn may take {} ms, also on a slower machine", limits.cpu_ms_per_turn),
                Some("use less memory, or walk it in order".to_owned()),
            );
        }
        let silent = game.turns > 0 && game.faults == 0;
        if silent && game.orders == 0 {
            self.add(
                "no-orders",
                format!("{title}: it gives no order in {} turns", game.turns),
                "a team without orders stands still",
                Some("the answer of `think` is `orders_ptr << 32 | orders_len`; sdk/ABI.md has the bytes".to_owned()),
            );
        } else if silent && game.rejections == game.orders {
            self.add(
                "all-orders-rejected",
                format!("{title}: all its {} orders are impossible: {}", game.orders, game.rejection_words()),
                "a rejected order does nothing; its number of player or its operands are wrong",
                Some("sdk/ABI.md has the bytes of each order, sdk/RULES.md what is possible".to_owned()),
            );
        }
    }

    fn fuel_of_game(&mut self, game: &GameReport) {
        let (title, budget) = (game.title, game.budget.fuel);
        match game.budget.policy {
            BudgetPolicy::PerTurn if near(game.fuel_worst, budget) => self.add(
                "fuel-near-budget",
                format!(
                    "{title}: turn {} takes {} of {} fuel",
                    game.fuel_worst_turn,
                    grouped(game.fuel_worst),
                    grouped(budget)
                ),
                "later turns may take more; a turn that runs out of fuel gives no orders",
                Some(look_at_fuel_left()),
            ),
            BudgetPolicy::Bank if game.fuel_of_match > budget => self.add(
                "bank-too-small",
                format!(
                    "{title}: {} turns at this rate take {} of {} fuel",
                    game.match_turns,
                    grouped(game.fuel_of_match),
                    grouped(budget)
                ),
                "when the bank is empty, the bot is not asked any more",
                Some(look_at_fuel_left()),
            ),
            _ => {}
        }
    }

    /// Adds what is doubtful about the answer of `botpit_abi`.
    pub(super) fn of_loading(&mut self, loading: &Loading) {
        if loading.unknown_games != 0 {
            self.add(
                "unknown-games",
                format!("`botpit_abi` names games that this version does not have (mask {:#x})", loading.unknown_games),
                "the bot plays the games that there are, and nobody asks for the others",
                None,
            );
        }
    }
}

/// A name without what often differs: capitals, hyphens, leading underscores.
fn plain(name: &str) -> String {
    name.trim_start_matches('_').to_ascii_lowercase().replace('-', "_")
}

fn near(used: u64, limit: u64) -> bool {
    u128::from(used) * 100 >= u128::from(limit) * u128::from(NEAR_PERCENT)
}
