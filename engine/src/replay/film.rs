use std::collections::BTreeMap;
use std::sync::Arc;

use super::format::SeatTurn;
use super::reader::Replay;
use super::verify::{VerifyError, Walk, verify};
use crate::drawing::Drawing;
use crate::event::{Event, Rejection};
use crate::game::{BudgetPolicy, Game, GameEnd, GameMap, Ruleset, Standing};
use crate::grid::Size;
use crate::hash::StateHash;
use crate::registry::Registry;
use crate::seat::{BothSeats, Seat};

/// How many states of a leg are kept, so that going back need not begin at its start.
const KEPT_STATES: u32 = 64;

/// A place in a replay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The leg, from 0.
    pub leg: usize,
    /// Turns played; 0 is the start.
    pub turn: u32,
}

/// What the places have in common at which something of one kind happens.
#[derive(Clone, Debug)]
pub struct Kind {
    /// What happens: a kind of event of the game, or of what bots do beside their orders.
    pub name: &'static str,
    /// Where, in order, each place once.
    pub places: Vec<Position>,
}

/// Why there is nothing to watch in a replay.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FilmError {
    /// It was cut before the first leg.
    #[error("there is no leg in it")]
    NoLeg,
    /// The first leg cannot be begun.
    #[error(transparent)]
    Begin(#[from] VerifyError),
}

/// A replay whose states can be looked at in any order.
///
/// States are computed from the recorded orders. What does not follow from the rules is not shown: the film ends
/// before it.
pub struct Film<'a> {
    replay: &'a Replay,
    games: Registry,
    legs: Vec<LegIndex>,
    kinds: Vec<Kind>,
    trouble: Vec<String>,
    verifies: bool,
    reel: Reel<'a>,
}

/// What is known of a leg without playing it again.
struct LegIndex {
    turns: u32,
    size: Size,
    faults: BothSeats<Vec<u32>>,
}

/// The board of one place and what belongs to it.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The board: everything, or what one seat sees.
    pub drawing: Drawing,
    /// What happened in the turn that led here.
    pub events: Vec<Event>,
    /// Score and tie-breaks.
    pub standings: BothSeats<Standing>,
    /// What is left of each bank, in a game with banks.
    pub bank_left: BothSeats<u64>,
    /// The hash of the state.
    pub hash: StateHash,
    /// How the leg ended, where it did.
    pub end: Option<GameEnd>,
}

impl<'a> Film<'a> {
    /// Reads a replay whose game is one of `games`; `damage` is what is known to be wrong with its file.
    ///
    /// # Errors
    /// When there is nothing to show: no leg, or a game or a first map that this version cannot play.
    pub fn open(games: Registry, replay: &'a Replay, damage: Option<String>) -> Result<Film<'a>, FilmError> {
        if replay.legs.is_empty() {
            return Err(FilmError::NoLeg);
        }
        let reel = Reel::begin(&games, replay, 0)?;
        let mut places = BTreeMap::<&'static str, Vec<Position>>::new();
        let mut legs = Vec::new();
        for leg in 0..replay.legs.len() {
            let Ok(mut walk) = Walk::begin(&games, replay, leg) else { break };
            legs.push(LegIndex::of(replay, leg, &mut walk, &mut places));
            if legs[leg].turns as usize != replay.legs[leg].turns.len() {
                break;
            }
        }
        let unruly = verify(&games, replay).err().map(|error| error.to_string());
        let verifies = unruly.is_none();
        let kinds = places.into_iter().map(|(name, places)| Kind { name, places }).collect();
        Ok(Film { replay, games, legs, kinds, trouble: damage.into_iter().chain(unruly).collect(), verifies, reel })
    }

    /// The replay.
    pub fn replay(&self) -> &'a Replay {
        self.replay
    }

    /// What is wrong with the replay, in sentences.
    pub fn trouble(&self) -> &[String] {
        &self.trouble
    }

    /// Whether all that was recorded follows from the rules. A file that was cut may do so too.
    pub fn verifies(&self) -> bool {
        self.verifies
    }

    /// The kinds of things that happen, by name.
    pub fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    /// How many legs can be shown; at least one.
    pub fn legs(&self) -> usize {
        self.legs.len()
    }

    /// How many turns of a leg can be shown.
    pub fn turns(&self, leg: usize) -> u32 {
        self.legs[leg].turns
    }

    /// The board of a leg.
    pub fn size(&self, leg: usize) -> Size {
        self.legs[leg].size
    }

    /// The last place.
    pub fn end(&self) -> Position {
        let leg = self.legs.len() - 1;
        Position { leg, turn: self.legs[leg].turns }
    }

    /// The place nearest to another that there is.
    pub fn nearest(&self, position: Position) -> Position {
        let leg = position.leg.min(self.legs.len() - 1);
        Position { leg, turn: position.turn.min(self.legs[leg].turns) }
    }

    /// The game.
    pub fn ruleset(&self) -> &'static dyn Ruleset {
        self.reel.walk.map().ruleset()
    }

    /// How the game limits compute.
    pub fn budget(&self) -> BudgetPolicy {
        self.ruleset().budget()
    }

    /// The game's name for people.
    pub fn title(&self) -> &'static str {
        self.ruleset().title()
    }

    /// What the symbols of the board mean.
    pub fn legend(&self) -> &'static str {
        self.ruleset().legend()
    }

    /// What a bot did in the turn that led to a place, or when it was started.
    pub fn record(&self, at: Position, seat: Seat) -> &'a SeatTurn {
        let leg = &self.replay.legs[at.leg];
        match at.turn.checked_sub(1) {
            Some(index) => &leg.turns[index as usize].seats[seat],
            None => &leg.line.start[seat],
        }
    }

    /// The impossible orders of the turn that led to a place.
    pub fn rejections(&self, at: Position) -> &'a [Rejection] {
        match at.turn.checked_sub(1) {
            Some(index) => &self.replay.legs[at.leg].turns[index as usize].rejections,
            None => &[],
        }
    }

    /// How many faults a bot has had in the leg so far.
    pub fn faults(&self, at: Position, seat: Seat) -> usize {
        self.legs[at.leg].faults[seat].partition_point(|&turn| turn <= at.turn)
    }

    /// The game as it stands at a place.
    pub fn game(&mut self, at: Position) -> &dyn Game {
        self.seek(at).game()
    }

    /// What is left of each bank at a place, in a game with banks.
    pub fn bank_left(&mut self, at: Position) -> BothSeats<u64> {
        let walk = self.seek(at);
        BothSeats::from_fn(|seat| walk.bank_left(seat))
    }

    /// The map of a leg.
    pub fn map(&mut self, leg: usize) -> Arc<dyn GameMap> {
        self.seek(Position { leg, turn: 0 }).map().clone()
    }

    fn seek(&mut self, at: Position) -> &mut Walk<'a> {
        if self.reel.leg != at.leg
            && let Ok(reel) = Reel::begin(&self.games, self.replay, at.leg)
        {
            self.reel = reel;
        }
        self.reel.seek(at.turn);
        &mut self.reel.walk
    }

    /// The board of a place, as `seen_by` sees it.
    pub fn scene(&mut self, at: Position, seen_by: Option<Seat>) -> Scene {
        let walk = self.seek(at);
        let bank_left = BothSeats::from_fn(|seat| walk.bank_left(seat));
        let ruleset = walk.map().ruleset();
        let game = walk.game();
        let is_seen = |event: &&Event| at.turn > 0 && seen_by.is_none_or(|seat| event.concerns(ruleset, seat));
        Scene {
            drawing: game.draw(seen_by),
            events: game.events().iter().filter(is_seen).copied().collect(),
            standings: BothSeats::from_fn(|seat| game.standing(seat)),
            bank_left,
            hash: game.hash(),
            end: game.end(),
        }
    }
}

impl LegIndex {
    /// Walks through a leg and notes where what happens.
    fn of(
        replay: &Replay,
        leg: usize,
        walk: &mut Walk<'_>,
        places: &mut BTreeMap<&'static str, Vec<Position>>,
    ) -> LegIndex {
        let mut index = LegIndex { turns: 0, size: walk.map().size(), faults: BothSeats::default() };
        let start = &replay.legs[leg].line.start;
        index.note(leg, start, &mut |kind, at| note(places, kind, at));
        while let Ok(Some(turn)) = walk.step() {
            index.turns = turn.turn;
            let at = Position { leg, turn: turn.turn };
            for event in walk.game().events() {
                note(places, event.kind, at);
            }
            if !turn.rejections.is_empty() {
                note(places, "rejection", at);
            }
            index.note(leg, &turn.seats, &mut |kind, at| note(places, kind, at));
        }
        index
    }

    /// Notes what bots did beside their orders.
    fn note(&mut self, leg: usize, seats: &BothSeats<SeatTurn>, note: &mut dyn FnMut(&'static str, Position)) {
        let at = Position { leg, turn: self.turns };
        for (seat, record) in seats.iter() {
            if record.fault.is_some() {
                self.faults[seat].push(at.turn);
            }
            let kinds = [
                ("fault", record.fault.is_some()),
                ("violation", !record.violations.is_empty()),
                ("log", !record.log.is_empty() || record.log_dropped > 0),
                ("drawing", !record.draw.is_empty() || record.draw_dropped > 0),
            ];
            kinds.iter().filter(|(_, present)| *present).for_each(|(kind, _)| note(kind, at));
        }
    }
}

/// Notes a place once.
fn note(places: &mut BTreeMap<&'static str, Vec<Position>>, kind: &'static str, at: Position) {
    let places = places.entry(kind).or_default();
    if places.last() != Some(&at) {
        places.push(at);
    }
}

/// One leg, to be moved to any of its turns.
struct Reel<'a> {
    leg: usize,
    walk: Walk<'a>,
    /// The states after 0, `stride`, 2 × `stride`, … turns, as far as the walk has come.
    kept: Vec<Walk<'a>>,
    stride: u32,
}

impl<'a> Reel<'a> {
    fn begin(games: &Registry, replay: &'a Replay, leg: usize) -> Result<Reel<'a>, VerifyError> {
        let walk = Walk::begin(games, replay, leg)?;
        let turns = replay.legs[leg].turns.len() as u32;
        Ok(Reel { leg, kept: vec![walk.fork()], walk, stride: turns.div_ceil(KEPT_STATES).max(1) })
    }

    /// Moves to the state after `turn` turns, or as near as the record goes.
    fn seek(&mut self, turn: u32) {
        let nearest = ((turn / self.stride) as usize).min(self.kept.len() - 1);
        let here = self.walk.game().turn();
        if here > turn || here < nearest as u32 * self.stride {
            self.walk = self.kept[nearest].fork();
        }
        while self.walk.game().turn() < turn && matches!(self.walk.step(), Ok(Some(_))) {
            if self.walk.game().turn() == self.kept.len() as u32 * self.stride {
                self.kept.push(self.walk.fork());
            }
        }
    }
}
