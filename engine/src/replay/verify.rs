use std::sync::Arc;

use botpit_abi::{ORDER_LEN, OrderList};

use super::format::{Footer, LegEnd, LegLine, MapEntry, Outcome, TurnLine};
use super::reader::{Leg, Replay};
use crate::game::{BudgetPolicy, Ending, Game, GameEnd, GameMap, MatchStart, Ruleset, SeatInput};
use crate::limits::Limits;
use crate::options::Settings;
use crate::registry::Registry;
use crate::seat::{BothSeats, Seat};

/// A replay that does not follow from the rules, with the first place where it does not.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// This version does not have the ruleset.
    #[error("the replay is of ruleset `{id}` version {version}, which this version does not play")]
    Ruleset {
        /// The id in the header.
        id: String,
        /// The version in the header.
        version: u32,
    },
    /// The map of a leg cannot be read.
    #[error("leg {}: its map: {problem}", leg + 1)]
    Map {
        /// The leg, from 0.
        leg: u32,
        /// What is wrong.
        problem: String,
    },
    /// A value is another than the rules give.
    #[error("leg {}, turn {turn}: the replay has another {what} than the rules give", leg + 1)]
    Differs {
        /// The leg, from 0.
        leg: u32,
        /// The turn, from 1; 0 before the first.
        turn: u32,
        /// What differs.
        what: Difference,
    },
    /// The leg goes on after its end, or stops before it.
    #[error("leg {}, turn {turn}: {problem}", leg + 1)]
    Course {
        /// The leg, from 0.
        leg: u32,
        /// The turn.
        turn: u32,
        /// What is wrong.
        problem: &'static str,
    },
    /// The footer tells another result than the rules give.
    #[error("the footer's {0} is not what the rules give")]
    Footer(&'static str),
}

/// What differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difference {
    /// The state hash.
    Hash,
    /// The rejections.
    Rejections,
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Difference::Hash => "state hash",
            Difference::Rejections => "list of rejections",
        })
    }
}

impl LegLine {
    /// The map of the leg.
    ///
    /// # Errors
    /// When it is no map of the game.
    pub fn read_map(&self, ruleset: &dyn Ruleset) -> Result<Arc<dyn GameMap>, VerifyError> {
        let MapEntry { name, text } = &self.map;
        ruleset
            .read_map(name, text.as_bytes(), &Settings::default())
            .map_err(|error| VerifyError::Map { leg: self.leg, problem: error.to_string() })
    }
}

/// A leg of a replay, played again from its recorded orders.
pub struct Walk<'a> {
    game: Box<dyn Game>,
    map: Arc<dyn GameMap>,
    leg: &'a Leg,
    bank_left: BothSeats<u64>,
    budget: BudgetPolicy,
    limits: &'a Limits,
}

impl<'a> Walk<'a> {
    /// Begins at the start of a leg of the replay, whose game is one of `games`.
    ///
    /// # Errors
    /// When `games` lacks the ruleset, the map cannot be read, or the first hash differs.
    ///
    /// # Panics
    /// When the replay has no leg of that index.
    pub fn begin(games: &Registry, replay: &'a Replay, leg: usize) -> Result<Walk<'a>, VerifyError> {
        let (earlier, leg) = (&replay.legs[..leg], &replay.legs[leg]);
        let header = &replay.header;
        let ruleset = games.of(header)?;
        let number = leg.line.leg;
        let map = leg.line.read_map(ruleset)?;
        let start = MatchStart { options: header.options.clone(), seed: header.seed, leg: number };
        let game = map.start(&start).map_err(|error| VerifyError::Map { leg: number, problem: error.to_string() })?;
        if game.hash() != leg.line.hash {
            return Err(VerifyError::Differs { leg: number, turn: 0, what: Difference::Hash });
        }
        let turns = || earlier.iter().flat_map(|leg| &leg.turns);
        let spent = |seat: Seat| turns().fold(0, |sum: u64, turn| sum.saturating_add(turn.seats[seat].fuel));
        let bank_left = BothSeats::from_fn(|seat| header.limits.fuel_bank.saturating_sub(spent(seat)));
        Ok(Walk { game, map, leg, bank_left, budget: ruleset.budget(), limits: &header.limits })
    }

    /// The same walk once more, to go on from here on its own.
    pub fn fork(&self) -> Walk<'a> {
        let Walk { leg, bank_left, budget, limits, .. } = *self;
        Walk { game: self.game.fork(), map: self.map.clone(), leg, bank_left, budget, limits }
    }

    /// The game as it stands.
    pub fn game(&mut self) -> &mut dyn Game {
        self.game.as_mut()
    }

    /// The map of the leg.
    pub fn map(&self) -> &Arc<dyn GameMap> {
        &self.map
    }

    /// What is left of a seat's bank.
    pub fn bank_left(&self, seat: Seat) -> u64 {
        self.bank_left[seat]
    }

    /// Plays the next recorded turn and compares; `None` when there is none.
    ///
    /// # Errors
    /// When the recorded turn is not what the rules give.
    pub fn step(&mut self) -> Result<Option<&'a TurnLine>, VerifyError> {
        let Some(turn) = self.leg.turns.get(self.game.turn() as usize) else { return Ok(None) };
        let leg = self.leg.line.leg;
        if self.game.end().is_some() {
            return Err(VerifyError::Course { leg, turn: turn.turn, problem: "a turn after the end of the leg" });
        }
        if Seat::BOTH.iter().any(|&seat| turn.seats[seat].fault.is_some() && !turn.seats[seat].orders.is_empty()) {
            return Err(VerifyError::Course { leg, turn: turn.turn, problem: "orders of a bot that faulted" });
        }
        if let Some(problem) = Seat::BOTH.iter().find_map(|&seat| self.over_limit(seat, turn)) {
            return Err(VerifyError::Course { leg, turn: turn.turn, problem });
        }
        if self.budget == BudgetPolicy::Bank {
            for seat in Seat::BOTH {
                self.bank_left[seat] = self.bank_left[seat].saturating_sub(turn.seats[seat].fuel);
            }
        }
        let input = |seat: Seat| SeatInput { orders: &turn.seats[seat].orders, bank_left: self.bank_left[seat] };
        self.game.step(BothSeats::from_fn(input));
        let differs = |what| Err(VerifyError::Differs { leg, turn: turn.turn, what });
        if self.game.rejections() != turn.rejections {
            return differs(Difference::Rejections);
        }
        if self.game.hash() != turn.hash {
            return differs(Difference::Hash);
        }
        Ok(Some(turn))
    }
}

impl Walk<'_> {
    /// The limit of the header that a seat's turn does not keep.
    fn over_limit(&self, seat: Seat, turn: &TurnLine) -> Option<&'static str> {
        let record = &turn.seats[seat];
        let fuel = match self.budget {
            BudgetPolicy::PerTurn => self.limits.fuel_per_turn,
            BudgetPolicy::Bank => self.bank_left[seat],
        };
        let orders = u64::from(self.game.players_per_team()) * self.limits.orders_per_player;
        if record.fuel > fuel {
            Some("more fuel than the limits allow")
        } else if record.orders.len() as u64 > OrderList::bytes_for(0) as u64 + orders * ORDER_LEN as u64 {
            Some("more orders than the limits allow")
        } else {
            None
        }
    }
}

/// Plays the recorded orders again by the rules of one of `games`, and compares every hash, rejection, ending and score.
///
/// # Errors
/// The first place where the replay is not what the rules give.
pub fn verify(games: &Registry, replay: &Replay) -> Result<(), VerifyError> {
    let mut last_end = None;
    for (index, leg) in replay.legs.iter().enumerate() {
        let mut walk = Walk::begin(games, replay, index)?;
        while walk.step()?.is_some() {}
        last_end = walk.game.end();
        let is_last = index + 1 == replay.legs.len();
        if !is_last && last_end.map(|end| end.ending) != Some(Ending::ReplayOnAnotherMap) {
            let turn = walk.game.turn();
            return Err(VerifyError::Course { leg: leg.line.leg, turn, problem: "the next leg begins without a tie" });
        }
        if let Some(footer) = &replay.footer {
            verify_leg_end(footer, index, walk.game.as_ref())?;
        }
    }
    match &replay.footer {
        Some(footer) if footer.legs.len() != replay.legs.len() => Err(VerifyError::Footer("number of legs")),
        Some(footer) if footer.totals != replay.totals() => Err(VerifyError::Footer("totals")),
        Some(footer) => verify_outcome(footer, last_end),
        None => Ok(()),
    }
}

fn verify_leg_end(footer: &Footer, index: usize, game: &dyn Game) -> Result<(), VerifyError> {
    let recorded = footer.legs.get(index).ok_or(VerifyError::Footer("number of legs"))?;
    let LegEnd { turns, ending, standings } = LegEnd::of(game);
    if recorded.turns != turns {
        return Err(VerifyError::Footer("number of turns"));
    }
    if recorded.ending != ending {
        return Err(VerifyError::Footer("ending of a leg"));
    }
    if recorded.standings != standings {
        return Err(VerifyError::Footer("score"));
    }
    Ok(())
}

/// The outcome follows from the end of the last leg; a forfeit or an abort is the host's word.
fn verify_outcome(footer: &Footer, last_end: Option<GameEnd>) -> Result<(), VerifyError> {
    let expected = match footer.ending {
        Ending::Forfeit { seat, .. } => Outcome::Win(seat.other()),
        Ending::BothForfeit => Outcome::Draw,
        Ending::Aborted => Outcome::Unresolved,
        ending => {
            let end = last_end.ok_or(VerifyError::Footer("ending"))?;
            if end.ending != ending {
                return Err(VerifyError::Footer("ending"));
            }
            end.winner.map_or(Outcome::Draw, Outcome::Win)
        }
    };
    if footer.outcome == expected { Ok(()) } else { Err(VerifyError::Footer("outcome")) }
}
