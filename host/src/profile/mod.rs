//! Where a bot's fuel goes: the calls of a profiled bot and its turns, as tables and flame graphs have them.
//!
//! **Invariant**: all fuel that a bot was charged is either in a function or in [`FuelReport::charged_besides`].

mod flame;

use botpit_engine::replay::SeatTurn;
use serde::Serialize;

use crate::sandbox::{CallTree, FunctionFuel, FunctionName, Module};

pub use flame::{FlameError, flame_graph, folded};

/// Where a bot's fuel went, and how its memory grew.
#[derive(Clone, Debug, Serialize)]
pub struct FuelReport {
    /// All fuel that the bot was charged.
    pub fuel: u64,
    /// What of it no function took: the price of restarts and of faults.
    pub charged_besides: u64,
    /// Whether the module names its functions; else their numbers stand for them.
    pub names_functions: bool,
    /// The functions that were called, those that took most fuel themselves first.
    pub functions: Vec<FunctionRow>,
    /// What was profiled, turn by turn.
    pub turns: Vec<TurnRow>,
    /// When the bot's memory became larger than ever before.
    pub memory: Vec<MemoryStep>,
}

/// A function of a bot, or one of the host's that it called.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FunctionRow {
    /// Its name, escaped.
    pub name: String,
    /// Its number in the module; `None` for what was spent before any function ran.
    pub number: Option<u32>,
    /// Whether it is one of the host's.
    pub imported: bool,
    /// How often it was called.
    pub calls: u64,
    /// Fuel of its own instructions.
    pub self_fuel: u64,
    /// Fuel from call to return, with all that it calls; a recursion counts once.
    pub total_fuel: u64,
}

/// A turn that was profiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct TurnRow {
    /// The leg, from 0.
    pub leg: u32,
    /// The turn, from 1; 0 is the bot's start.
    pub turn: u32,
    /// What it was charged.
    pub fuel: u64,
    /// The most memory that there was so far in the instance, in bytes; 0 for a turn in which the bot was not asked.
    pub memory_bytes: u64,
    /// Whether it was a fault.
    pub fault: bool,
}

/// A turn in which a bot's memory became larger than ever before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct MemoryStep {
    /// The leg, from 0.
    pub leg: u32,
    /// The turn, from 1; 0 is the bot's start.
    pub turn: u32,
    /// How large it was, in bytes.
    pub bytes: u64,
}

impl FuelReport {
    /// The report of calls of a prepared bot in some turns, each with its leg and number.
    pub fn new<'a>(
        module: &Module,
        calls: &CallTree,
        turns: impl IntoIterator<Item = (u32, u32, &'a SeatTurn)>,
    ) -> FuelReport {
        let turns: Vec<TurnRow> = turns.into_iter().map(|(leg, turn, done)| TurnRow::of(leg, turn, done)).collect();
        let fuel = turns.iter().map(|turn| turn.fuel).fold(0, u64::saturating_add);
        FuelReport {
            fuel,
            charged_besides: fuel.saturating_sub(calls.fuel()),
            names_functions: module.names_functions(),
            functions: rows(module.functions(), calls),
            memory: growth(&turns),
            turns,
        }
    }

    /// Fuel of all functions.
    pub fn fuel_of_functions(&self) -> u64 {
        self.functions.iter().map(|function| function.self_fuel).fold(0, u64::saturating_add)
    }
}

impl TurnRow {
    fn of(leg: u32, turn: u32, done: &SeatTurn) -> TurnRow {
        TurnRow { leg, turn, fuel: done.fuel, memory_bytes: done.memory, fault: done.fault.is_some() }
    }
}

fn rows(names: &[FunctionName], calls: &CallTree) -> Vec<FunctionRow> {
    let row = |(number, (name, fuel)): (u32, (&FunctionName, &FunctionFuel))| FunctionRow {
        name: name.name.clone(),
        number: Some(number),
        imported: name.imported,
        calls: fuel.calls,
        self_fuel: fuel.self_fuel,
        total_fuel: fuel.total_fuel,
    };
    let called = (0..).zip(names.iter().zip(calls.functions())).filter(|(_, (_, fuel))| fuel.calls > 0);
    let mut rows: Vec<FunctionRow> = called.map(row).collect();
    if calls.outside() > 0 {
        rows.push(FunctionRow {
            name: "(start section)".to_owned(),
            number: None,
            imported: false,
            calls: 0,
            self_fuel: calls.outside(),
            total_fuel: calls.outside(),
        });
    }
    // A stable sort: of those alike, the first in the module comes first.
    rows.sort_by_key(|row| std::cmp::Reverse((row.self_fuel, row.total_fuel, row.calls)));
    rows
}

fn growth(turns: &[TurnRow]) -> Vec<MemoryStep> {
    let mut most = 0;
    let mut steps = Vec::new();
    for turn in turns {
        if turn.memory_bytes > most {
            most = turn.memory_bytes;
            steps.push(MemoryStep { leg: turn.leg, turn: turn.turn, bytes: most });
        }
    }
    steps
}
