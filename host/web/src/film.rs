//! A replay whose states can be looked at in any order.

use botpit_engine::replay::{
    Damage, Film as Reel, Footer, Header, Kind, LegEnd, Outcome, Position, Replay, SeatTotals,
};
use botpit_engine::{BothSeats, BudgetPolicy, GAMES, GameEnd, Seat, Sight, Size};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::expand::{expand, is_compressed};
use crate::frame::{Frame, Place, seen_by};
use crate::{Sentence, json};

/// How many states of what a team has seen are kept of a leg.
const KEPT_SIGHTINGS: u32 = 64;

/// A replay that is looked at.
#[wasm_bindgen]
pub struct Film {
    reel: Reel<'static>,
    complete: bool,
    sightings: Option<Sightings>,
}

/// A replay as far as it is good, and where it stops being so.
fn read(bytes: &[u8]) -> Result<(Replay, Option<Damage>), Sentence> {
    let (bytes, cut) = if is_compressed(bytes) { expand(bytes)? } else { (bytes.to_vec(), None) };
    let (replay, damage) = Replay::read(&bytes).map_err(|error| error.to_string())?;
    Ok((replay, cut.or(damage)))
}

/// What a replay's file says of itself, as JSON: also of one whose states this version cannot compute.
///
/// # Errors
/// When it is no replay, or one of another format.
#[wasm_bindgen]
pub fn facts(bytes: &[u8]) -> Result<String, Sentence> {
    let (replay, damage) = read(bytes)?;
    Ok(json(&Facts::of(&replay, damage.is_none())))
}

#[wasm_bindgen]
impl Film {
    /// Reads a replay, plain or compressed.
    ///
    /// # Errors
    /// When there is nothing to show.
    pub fn open(bytes: &[u8]) -> Result<Film, Sentence> {
        let (replay, damage) = read(bytes)?;
        let complete = damage.is_none();
        // The states borrow from the replay, which lives as long as the page: a page opens few.
        let replay: &'static Replay = Box::leak(Box::new(replay));
        let reel = Reel::open(GAMES, replay, damage.map(|damage| damage.to_string())).map_err(|e| e.to_string())?;
        Ok(Film { reel, complete, sightings: None })
    }

    /// What was played and how it came out, as JSON.
    pub fn info(&mut self) -> String {
        let legs = (0..self.reel.legs()).map(|leg| self.leg_info(leg)).collect();
        let game = self.reel.ruleset();
        let mut facts = Facts::of(self.reel.replay(), self.complete);
        if !self.reel.verifies() {
            facts.outcome = Some(self.outcome_by_rules());
        }
        json(&Info {
            game: GameName { id: game.id(), title: game.title(), legend: game.legend(), budget: game.budget() },
            facts,
            verified: self.reel.verifies(),
            trouble: self.reel.trouble(),
            legs,
            places: self.reel.kinds().iter().map(Places::of).collect(),
        })
    }

    /// What can be drawn as curves over the turns of a leg, as JSON.
    pub fn charts(&mut self, leg: usize) -> String {
        let (limits, reel) = (&self.reel.replay().header.limits, &mut self.reel);
        let leg = leg.min(reel.legs() - 1);
        let mut charts = Charts {
            score: BothSeats::default(),
            fuel: BothSeats::default(),
            memory: BothSeats::default(),
            bank_left: BothSeats::default(),
            bank: reel.budget() == BudgetPolicy::Bank,
            fuel_limit: limits.fuel(reel.budget()),
            memory_limit: limits.memory_bytes,
        };
        for turn in 0..=reel.turns(leg) {
            let at = Position { leg, turn };
            let bank_left = reel.bank_left(at);
            for seat in Seat::BOTH {
                charts.score[seat].push(reel.game(at).standing(seat).score);
                charts.fuel[seat].push(reel.record(at, seat).fuel);
                charts.memory[seat].push(reel.record(at, seat).memory);
                charts.bank_left[seat].push(bank_left[seat]);
            }
        }
        json(&charts)
    }

    /// A place as it is drawn, as JSON: everything, or what a seat may know. A place that there is not is the nearest.
    pub fn frame(&mut self, leg: usize, turn: u32, eyes: &str) -> String {
        let at = self.reel.nearest(Position { leg, turn });
        let ruleset = self.reel.ruleset();
        let place = Place {
            leg: at.leg,
            seen_by: seen_by(eyes),
            bank_left: self.reel.bank_left(at),
            records: BothSeats::from_fn(|seat| self.reel.record(at, seat)),
            rejections: self.reel.rejections(at),
        };
        json(&Frame::of(self.reel.game(at), ruleset, place))
    }

    /// When a team last saw each cell, up to a place.
    pub fn known(&mut self, leg: usize, turn: u32, seat: &str) -> KnownCells {
        let at = self.reel.nearest(Position { leg, turn });
        let seat = seen_by(seat).unwrap_or(Seat::A);
        let mut sightings = match self.sightings.take() {
            Some(sightings) if (sightings.leg, sightings.seat) == (at.leg, seat) => sightings,
            _ => Sightings::new(at.leg, seat, self.reel.turns(at.leg)),
        };
        let known = sightings.up_to(&mut self.reel, at.turn);
        self.sightings = Some(sightings);
        known
    }

    /// The map of a leg in Botpit's own format.
    pub fn map_text(&self, leg: usize) -> String {
        self.reel.replay().legs.get(leg).map(|leg| leg.line.map.text.clone()).unwrap_or_default()
    }

    /// How the match came out by what can be played again of it, whatever its file claims.
    fn outcome_by_rules(&mut self) -> Told {
        let at = self.reel.end();
        let replay = self.reel.replay();
        let is_whole = at.leg + 1 == replay.legs.len() && at.turn as usize == replay.legs[at.leg].turns.len();
        let game = self.reel.game(at);
        let Some(GameEnd { ending, winner }) = game.end().filter(|_| is_whole) else {
            let text = "no winner can be told: the record stops following from the rules before its end";
            return Told { kind: "unresolved", winner: None, text: text.to_owned() };
        };
        let outcome = winner.map_or(Outcome::Draw, Outcome::Win);
        let (legs, totals) = (vec![LegEnd::of(game)], replay.totals());
        let footer = Footer { outcome, ending, legs, totals, cpu_ceiling: None, host_failure: None };
        Told::of(&footer, &names(&replay.header))
    }

    fn leg_info(&mut self, leg: usize) -> LegInfo {
        LegInfo {
            turns: self.reel.turns(leg),
            size: self.reel.size(leg),
            map: self.reel.replay().legs[leg].line.map.name.clone(),
            layout: self.reel.map(leg).layout(),
        }
    }
}

/// When a team last saw each cell, row by row: 0 is never, 1 is before the first turn.
#[wasm_bindgen]
#[derive(Clone)]
pub struct KnownCells {
    seen: Vec<u32>,
    near: Vec<u32>,
}

#[wasm_bindgen]
impl KnownCells {
    /// When it saw who and what moves there.
    #[wasm_bindgen(getter)]
    pub fn seen(&self) -> Vec<u32> {
        self.seen.clone()
    }

    /// When it saw everything there.
    #[wasm_bindgen(getter)]
    pub fn near(&self) -> Vec<u32> {
        self.near.clone()
    }
}

/// What a team has seen of a leg, turn by turn.
struct Sightings {
    leg: usize,
    seat: Seat,
    stride: u32,
    /// After 0, `stride`, 2 × `stride`, … turns, as far as anybody asked.
    kept: Vec<KnownCells>,
}

impl Sightings {
    fn new(leg: usize, seat: Seat, turns: u32) -> Sightings {
        Sightings { leg, seat, stride: turns.div_ceil(KEPT_SIGHTINGS).max(1), kept: Vec::new() }
    }

    fn up_to(&mut self, reel: &mut Reel<'static>, turn: u32) -> KnownCells {
        let cells = reel.size(self.leg).cells();
        let nearest = ((turn / self.stride) as usize).min(self.kept.len().saturating_sub(1));
        let (mut known, first) = match self.kept.get(nearest) {
            Some(kept) => (kept.clone(), nearest as u32 * self.stride + 1),
            None => (KnownCells { seen: vec![0; cells], near: vec![0; cells] }, 0),
        };
        for turn in first..=turn {
            known.look(&reel.game(Position { leg: self.leg, turn }).sight(self.seat), turn);
            if turn == self.kept.len() as u32 * self.stride {
                self.kept.push(known.clone());
            }
        }
        known
    }
}

impl KnownCells {
    fn look(&mut self, sight: &[Sight], turn: u32) {
        for (cell, sight) in sight.iter().enumerate() {
            if *sight >= Sight::Far {
                self.seen[cell] = turn + 1;
            }
            if *sight == Sight::Near {
                self.near[cell] = turn + 1;
            }
        }
    }
}

#[derive(Serialize)]
struct Info<'a> {
    game: GameName,
    #[serde(flatten)]
    facts: Facts,
    verified: bool,
    trouble: &'a [String],
    legs: Vec<LegInfo>,
    places: Vec<Places>,
}

#[derive(Serialize)]
struct GameName {
    id: &'static str,
    title: &'static str,
    legend: &'static str,
    budget: BudgetPolicy,
}

/// What the file itself says.
#[derive(Serialize)]
struct Facts {
    header: Header,
    /// Whether the file carries each bot's wasm.
    embedded: BothSeats<bool>,
    complete: bool,
    outcome: Option<Told>,
    totals: BothSeats<SeatTotals>,
}

#[derive(Serialize)]
struct Told {
    kind: &'static str,
    winner: Option<Seat>,
    text: String,
}

impl Told {
    fn of(footer: &Footer, names: &BothSeats<String>) -> Told {
        let (kind, winner) = match footer.outcome {
            Outcome::Win(seat) => ("win", Some(seat)),
            Outcome::Draw => ("draw", None),
            Outcome::Unresolved => ("unresolved", None),
        };
        Told { kind, winner, text: footer.outcome_line(names) }
    }
}

/// The bots' names as they may be shown.
fn names(header: &Header) -> BothSeats<String> {
    BothSeats::from_fn(|seat| botpit_guest::escape(header.bots[seat].name.as_bytes(), 64))
}

impl Facts {
    fn of(replay: &Replay, complete: bool) -> Facts {
        let mut header = replay.header.clone();
        let embedded = BothSeats::from_fn(|seat| header.bots[seat].wasm.take().is_some());
        let names = names(&header);
        let outcome = replay.footer.as_ref().map(|footer| Told::of(footer, &names));
        Facts { header, embedded, complete, outcome, totals: replay.totals() }
    }
}

#[derive(Serialize)]
struct LegInfo {
    turns: u32,
    size: Size,
    map: String,
    layout: serde_json::Value,
}

/// Where something of a kind happens, as pairs of leg and turn.
#[derive(Serialize)]
struct Places {
    name: &'static str,
    places: Vec<(usize, u32)>,
}

impl Places {
    fn of(kind: &Kind) -> Places {
        Places { name: kind.name, places: kind.places.iter().map(|at| (at.leg, at.turn)).collect() }
    }
}

#[derive(Serialize)]
struct Charts {
    score: BothSeats<Vec<u64>>,
    fuel: BothSeats<Vec<u64>>,
    memory: BothSeats<Vec<u64>>,
    bank_left: BothSeats<Vec<u64>>,
    bank: bool,
    fuel_limit: u64,
    memory_limit: u64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::Match;

    fn film() -> Film {
        let spec = serde_json::json!({
            "game": "gold-hunter", "seed": "3", "map": { "bundled": "duel" },
            "seats": [{ "name": "one", "hand": true }, { "name": "two", "hand": true }],
        });
        let mut played = Match::new(&spec.to_string()).expect("a match");
        for _ in 0..30 {
            let orders = played.encode_orders(r#"[{"player":0,"kind":"move"}]"#).expect("orders");
            played.answer("a", "{}", &orders).expect("an answer");
            played.advance().expect("a turn");
        }
        Film::open(&played.replay()).expect("a film")
    }

    #[test]
    fn a_cut_replay_is_shown_up_to_the_cut_and_says_so() {
        let mut film = film();
        let info: serde_json::Value = serde_json::from_str(&film.info()).expect("JSON");
        assert_eq!((&info["complete"], &info["outcome"]), (&false.into(), &serde_json::Value::Null));
        assert!(info["trouble"][0].as_str().expect("a sentence").contains("without a footer"), "{info}");
        assert_eq!((&info["verified"], &info["legs"][0]["turns"]), (&true.into(), &29.into()));
    }

    #[test]
    fn the_winner_is_the_rules_own_whatever_the_file_claims() {
        let spec = serde_json::json!({
            "game": "gold-hunter", "seed": "3", "map": { "bundled": "duel" }, "replays": 0,
            "seats": [{ "name": "one", "hand": true }, { "name": "two", "hand": true }],
        });
        let mut played = Match::new(&spec.to_string()).expect("a match");
        while !played.advance().expect("a turn").contains("\"over\":true") {}
        let text = String::from_utf8(played.replay()).expect("text");
        let told = |text: &str| -> serde_json::Value {
            let mut film = Film::open(text.as_bytes()).expect("a film");
            serde_json::from_str::<serde_json::Value>(&film.info()).expect("JSON")["outcome"].clone()
        };
        assert_eq!(told(&text)["kind"], "draw");
        let forged = text.replace("\"outcome\":\"draw\"", "\"outcome\":{\"win\":\"a\"}");
        assert_ne!(forged, text);
        assert_eq!((&told(&forged)["kind"], &told(&forged)["winner"]), (&"draw".into(), &serde_json::Value::Null));
        let mut lines: Vec<&str> = text.lines().collect();
        let broken = lines[9].replace("\"hash\":\"", "\"hash\":\"0").replacen("0\"}", "\"}", 1);
        lines[9] = &broken;
        assert_ne!(told(&(lines.join("\n") + "\n"))["kind"], "draw");
    }

    #[test]
    fn a_seat_is_told_of_its_own_and_of_what_it_sees() {
        let mut film = film();
        let frame = |film: &mut Film, eyes| -> serde_json::Value {
            serde_json::from_str(&film.frame(0, 5, eyes)).expect("JSON")
        };
        let (all, of_a) = (frame(&mut film, "all"), frame(&mut film, "a"));
        assert!(all["sight"].is_null() && all["records"][1].is_object());
        assert_eq!(of_a["sight"].as_str().expect("digits").len(), 13 * 13);
        assert!(of_a["records"][1].is_null() && of_a["state"]["teams"][1]["killed"].is_null());
    }

    #[test]
    fn what_was_seen_is_the_same_whichever_way_one_comes_to_a_turn() {
        let mut film = film();
        let forwards: Vec<KnownCells> = (0..=29).map(|turn| film.known(0, turn, "a")).collect();
        for turn in (0..=29).rev() {
            let known = film.known(0, turn, "a");
            let before = &forwards[turn as usize];
            assert!(known.seen == before.seen && known.near == before.near, "turn {turn}");
            assert!(known.seen.iter().all(|&last| last <= turn + 1));
        }
    }
}
