use std::time::Duration;

use botpit_engine::replay::SeatTurn;
use botpit_engine::{BudgetPolicy, Fault, FaultKind, Game, Limits, OnViolation, Phase, Seat, SetupLimits, TapeMessage};

use super::referee::MatchSpec;
use crate::sandbox::{BootFuel, Bot, BotParams, CallReport, CallTree, CpuCeiling, HostFailure, RunLimits};

/// One bot through one leg: its budget, its faults and its restarts.
pub(super) struct SeatRunner {
    bot: Bot,
    seat: Seat,
    limits: Limits,
    on_violation: OnViolation,
    budget: BudgetPolicy,
    bank_left: u64,
    faults: u64,
    restarts: u32,
    /// What the bot was told, where somebody listens.
    heard: Option<Vec<TapeMessage>>,
}

/// Why a leg cannot go on, and is not scored as it stands.
pub(super) enum Stop {
    /// The bot took more processor time than the ceiling allows.
    CpuCeiling(CpuCeiling),
    /// The program is to stop.
    Interrupted,
    /// The machine failed the host.
    Host(HostFailure),
}

impl SeatRunner {
    /// A bot that has not run yet, in the first leg.
    pub(super) fn new(spec: &MatchSpec, seat: Seat, game: &dyn Game) -> SeatRunner {
        SeatRunner {
            bot: Bot::new(&spec.bots[seat].module, params(spec, seat, game, 0)),
            seat,
            limits: spec.limits.clone(),
            on_violation: spec.policy.on_violation,
            budget: spec.ruleset.budget(),
            bank_left: spec.limits.fuel_bank,
            faults: 0,
            restarts: 0,
            heard: None,
        }
    }

    /// The same bot in a further leg: a fresh instance, while faults, bank, log budget and processor time go on.
    pub(super) fn next_leg(self, spec: &MatchSpec, game: &dyn Game, leg: u32) -> SeatRunner {
        let params = params(spec, self.seat, game, leg);
        SeatRunner { bot: self.bot.next_leg(params), restarts: 0, ..self }
    }

    /// Keeps what the bot is told from here on.
    pub(super) fn listen(&mut self) {
        self.heard = Some(Vec::new());
    }

    /// What the bot was told while somebody listened.
    pub(super) fn heard(self) -> Vec<TapeMessage> {
        self.heard.unwrap_or_default()
    }

    /// Keeps up to `bytes` of what the bot logs and draws from here on, whatever the limits say.
    pub(super) fn lift_limits(&mut self, bytes: usize) {
        self.bot.lift_limits(bytes);
    }

    /// Goes on with another bank than the bot's own calls left, in games that have one.
    pub(super) fn set_bank(&mut self, left: u64) {
        self.bank_left = left;
    }

    /// What is left of the bank.
    pub(super) fn bank_left(&self) -> u64 {
        self.bank_left
    }

    /// Processor time taken so far in this match.
    pub(super) fn cpu(&self) -> Duration {
        self.bot.cpu_of_match()
    }

    /// The name that the bot gives itself.
    pub(super) fn team_name(&self) -> Option<&str> {
        self.bot.team_name()
    }

    /// What each call of the last start took.
    pub(super) fn boot_fuel(&self) -> BootFuel {
        self.bot.boot_fuel()
    }

    /// Gives out the calls so far of a bot that is profiled, and begins anew.
    pub(super) fn take_calls(&mut self) -> Option<CallTree> {
        self.bot.take_calls()
    }

    /// Starts the bot before the first turn, out of a budget of its own.
    pub(super) fn start(&mut self, game: &dyn Game) -> Result<SeatTurn, Stop> {
        let mut record = SeatTurn::default();
        if self.has_given_up() {
            return Ok(record);
        }
        self.boot(game, self.limits.fuel_start, &mut record)?;
        self.finish(&mut record);
        Ok(record)
    }

    /// Asks the bot for its orders of one turn, unless it has lost the right to give any; `record` is empty.
    pub(super) fn turn(&mut self, game: &mut dyn Game, record: &mut SeatTurn) -> Result<(), Stop> {
        let budget = match self.budget {
            BudgetPolicy::PerTurn => self.limits.fuel_per_turn,
            BudgetPolicy::Bank => self.bank_left,
        };
        if self.has_given_up() || budget == 0 {
            return Ok(());
        }
        self.bot.begin_turn(game.turn());
        let mut spent = if self.bot.is_running() { 0 } else { self.restart(game, budget, record)? };
        if record.fault.is_none() {
            let (seat, left) = (self.seat, budget - spent);
            self.hear_view(game, left);
            let report = self.bot.think(left, &mut |buffer| game.write_view(seat, left, buffer), &mut record.orders);
            spent += report.fuel_used;
            self.take(report, record)?;
        }
        record.fuel = spent;
        self.finish(record);
        self.hear_answer(game.turn() + 1, record);
        record.fuel = self.charge(budget, record);
        Ok(())
    }

    /// Whether the bot has faulted so often that it is not asked any more in this match.
    fn has_given_up(&self) -> bool {
        self.faults >= self.limits.max_faults
    }

    /// Starts the bot again; gives back the fuel it took out of `budget`.
    fn restart(&mut self, game: &dyn Game, budget: u64, record: &mut SeatTurn) -> Result<u64, Stop> {
        record.restarted = true;
        self.restarts += 1;
        let flat = self.limits.fuel_restart;
        if flat >= budget {
            let detail = format!("a restart costs {flat} fuel and {budget} is left");
            record.fault = Some(Fault { kind: FaultKind::OutOfFuel, phase: Phase::Start, detail });
            return Ok(budget);
        }
        Ok(flat + self.boot(game, budget - flat, record)?)
    }

    fn boot(&mut self, game: &dyn Game, fuel: u64, record: &mut SeatTurn) -> Result<u64, Stop> {
        let limits = SetupLimits::new(&self.limits, self.budget, self.restarts);
        let seat = self.seat;
        if let Some(heard) = &mut self.heard {
            let turn = if self.restarts == 0 { 0 } else { game.turn() + 1 };
            heard.push(TapeMessage::Setup { turn, drawn: self.bot.drawn(), bytes: game.setup(seat, &limits) });
        }
        let report = self.bot.boot(fuel, &mut |buffer| game.write_setup(seat, &limits, buffer));
        let used = report.fuel_used;
        record.fuel = used;
        self.take(report, record)?;
        Ok(used)
    }

    fn hear_view(&mut self, game: &mut dyn Game, fuel: u64) {
        if let Some(heard) = &mut self.heard {
            let (turn, drawn, bytes) = (game.turn() + 1, self.bot.drawn(), game.view(self.seat, fuel));
            heard.push(TapeMessage::View { turn, drawn, fuel, bytes, orders: Vec::new(), faulted: false });
        }
    }

    fn hear_answer(&mut self, now: u32, record: &SeatTurn) {
        let last = self.heard.as_mut().and_then(|heard| heard.last_mut());
        if let Some(TapeMessage::View { turn, orders, faulted, .. }) = last
            && *turn == now
        {
            record.orders.as_slice().clone_into(orders);
            *faulted = record.fault.is_some();
        }
    }

    /// Enters what a call came to.
    fn take(&mut self, report: CallReport, record: &mut SeatTurn) -> Result<(), Stop> {
        record.memory = record.memory.max(report.peak_memory_bytes);
        if let Some(failure) = report.host_failure {
            return Err(Stop::Host(failure));
        }
        if report.interrupted {
            return Err(Stop::Interrupted);
        }
        if let Some(ceiling) = report.cpu_ceiling {
            return Err(Stop::CpuCeiling(ceiling));
        }
        record.fault = report.fault;
        Ok(())
    }

    /// Enters logs, drawings and violations, and counts the fault if there is one.
    fn finish(&mut self, record: &mut SeatTurn) {
        if !self.bot.is_quiet() {
            self.bot.end_turn(record.fault.is_some()).enter(record);
            self.judge_violations(record);
        }
        if record.fault.is_some() {
            record.orders.clear();
            self.faults += 1;
        }
    }

    /// A forbidden call may be a fault.
    fn judge_violations(&mut self, record: &mut SeatTurn) {
        if self.on_violation != OnViolation::Record
            && record.fault.is_none()
            && let Some(violation) = record.violations.first()
        {
            let detail = violation.call.clone();
            record.fault = Some(Fault { kind: FaultKind::Violation, phase: Phase::Think, detail });
            self.bot.drop_instance();
        }
    }

    /// What a turn costs: a fault costs the whole turn, or under a bank at least the fault's price. A bank that runs
    /// out is no fault.
    fn charge(&mut self, budget: u64, record: &mut SeatTurn) -> u64 {
        let cost = match (&record.fault, self.budget) {
            (None, _) => record.fuel,
            (Some(_), BudgetPolicy::PerTurn) => budget,
            (Some(_), BudgetPolicy::Bank) => record.fuel.max(self.limits.fault_cost),
        };
        let cost = cost.min(budget);
        if self.budget == BudgetPolicy::Bank {
            self.bank_left -= cost;
            let ran_dry = record.fault.as_ref().is_some_and(|fault| fault.kind == FaultKind::OutOfFuel);
            if ran_dry && self.bank_left == 0 {
                record.fault = None;
                self.faults -= 1;
            }
        }
        cost
    }
}

fn params(spec: &MatchSpec, seat: Seat, game: &dyn Game, leg: u32) -> BotParams {
    let limits = &spec.limits;
    let budget = spec.ruleset.budget();
    let told = SetupLimits::new(limits, budget, 0);
    BotParams {
        game: spec.ruleset.abi_game(),
        max_orders: told.max_orders(game.players_per_team()),
        message_bytes_max: game.message_bytes_max() as u32,
        limits: RunLimits {
            memory_bytes: limits.memory_bytes,
            // A limit from a replay may be any number.
            table_elements: limits.table_elements.try_into().unwrap_or(u32::MAX),
            log_bytes_per_turn: told.log_bytes_per_turn,
            log_bytes_per_match: told.log_bytes_per_match,
            draw_bytes_per_turn: told.draw_bytes_per_turn,
            cpu_per_turn: (budget == BudgetPolicy::PerTurn).then(|| Duration::from_millis(limits.cpu_ms_per_turn)),
            cpu_per_match: Duration::from_millis(limits.cpu_ms_per_match),
        },
        seed: spec.seed.0,
        leg,
        seat: seat.index() as u8,
    }
}
