//! A match in the page: the rules, what each seat is asked, and the record of it.
//!
//! The bots run elsewhere, in workers of their own. The page asks for each seat what is to be done, does it, and hands
//! the answers back; then the turn is played.

use std::sync::Arc;

use botpit_abi::{Direction, Order, OrderList, OrderWriter, order_kind};
use botpit_engine::replay::{BotEntry, Header, Leg, LegEnd, LegLine, Outcome, Replay, SeatTurn, TurnLine};
use botpit_engine::{
    BothSeats, Ending, Fault, Game, GameMap, MapSource, MatchStart, Policy, Ruleset, Seat, SeatInput, Seed, Settings,
    SetupLimits,
};
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::frame::{Frame, Place, seen_by};
use crate::guest::Identity;
use crate::maps::{bundled, map_of_bytes, ruleset};
use crate::{Sentence, json};

/// What a match is to be.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Spec {
    game: String,
    seed: Seed,
    map: MapChoice,
    #[serde(default)]
    options: Settings,
    #[serde(default)]
    replays: Option<u32>,
    seats: BothSeats<SeatSpec>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum MapChoice {
    /// A map that comes with the game.
    Bundled { bundled: String },
    /// Generated maps, each leg's from the next seed.
    Generated { generated: Generated },
    /// A map of the user's own.
    Own { text: String, name: String },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Generated {
    first: Seed,
    #[serde(default)]
    settings: Settings,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SeatSpec {
    name: String,
    /// Of the bot's wasm; nothing where a person plays.
    #[serde(default)]
    sha256: String,
    #[serde(default)]
    hand: bool,
}

/// What an answer comes with besides the orders.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Report {
    team_name: Option<String>,
    fault: Option<Fault>,
    /// Bytes of linear memory after the call.
    memory: u64,
    /// What `Guest::end_turn` gave: a record.
    output: Option<String>,
}

/// What a seat is to be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ask {
    /// To start its bot before the first turn of a leg.
    Start,
    /// For its orders.
    Think,
    /// To start its bot again, and then for its orders.
    Restart,
    /// Nothing: it may give no orders any more.
    Nothing,
    /// The person who plays, for orders.
    Hand,
}

impl Ask {
    fn name(self) -> &'static str {
        match self {
            Ask::Start => "start",
            Ask::Think => "think",
            Ask::Restart => "restart",
            Ask::Nothing => "nothing",
            Ask::Hand => "hand",
        }
    }
}

/// One side of the match.
struct Side {
    hand: bool,
    running: bool,
    faults: u64,
    restarts: u32,
    memory: u64,
    /// The answer to what was asked last.
    answer: Option<SeatTurn>,
}

/// A match that is played in the page.
#[wasm_bindgen]
pub struct Match {
    ruleset: &'static dyn Ruleset,
    maps: MapSource,
    replay: Replay,
    ends: Vec<LegEnd>,
    map: Arc<dyn GameMap>,
    game: Box<dyn Game>,
    started: bool,
    sides: BothSeats<Side>,
}

#[wasm_bindgen]
impl Match {
    /// Sets a match up; `spec` is JSON.
    ///
    /// # Errors
    /// When a game, a map or an option is wrong.
    #[wasm_bindgen(constructor)]
    pub fn new(spec: &str) -> Result<Match, Sentence> {
        let spec: Spec = serde_json::from_str(spec).map_err(|error| error.to_string())?;
        let ruleset = ruleset(&spec.game)?;
        let maps = map_source(ruleset, &spec.map)?;
        let map = maps.map(0).map_err(|error| error.to_string())?;
        let entry = |seat: &SeatSpec| BotEntry {
            name: seat.name.clone(),
            team_name: None,
            sha256: seat.sha256.clone(),
            wasm: None,
        };
        let header = Header {
            options: spec.options,
            policy: Policy { replays: spec.replays.unwrap_or(ruleset.default_replays()), ..Policy::default() },
            ..Header::new(ruleset, spec.seed, BothSeats::from_fn(|seat| entry(&spec.seats[seat])))
        };
        let sides = spec.seats.map(|seat| Side {
            hand: seat.hand,
            running: false,
            faults: 0,
            restarts: 0,
            memory: 0,
            answer: None,
        });
        let game = start(&map, &header, 0)?;
        let mut new = Match {
            ruleset,
            maps,
            replay: Replay { header, legs: Vec::new(), footer: None },
            ends: Vec::new(),
            map,
            game,
            started: false,
            sides,
        };
        new.enter_leg();
        Ok(new)
    }

    /// The game's id.
    pub fn game(&self) -> String {
        self.ruleset.id().to_owned()
    }

    /// Turns played in the leg.
    pub fn turn(&self) -> u32 {
        self.game.turn()
    }

    /// The map of the leg as typed data, as JSON.
    pub fn layout(&self) -> String {
        json(&self.map.layout())
    }

    /// The limits, as JSON; those of fuel hold only as what the bots are told.
    pub fn limits(&self) -> String {
        json(&self.replay.header.limits)
    }

    /// What a seat's bot is keyed by and may say, as JSON for `Guest`.
    pub fn identity(&self, seat: &str) -> String {
        let seat = seat_of(seat);
        let header = &self.replay.header;
        let setup = self.setup_limits(seat);
        json(&Identity {
            game: self.ruleset.abi_game(),
            title: self.ruleset.title().to_owned(),
            seed: header.seed,
            leg: self.leg() as u32,
            seat,
            sha256: header.bots[seat].sha256.clone(),
            fuel: self.fuel(),
            max_orders: setup.max_orders(self.game.players_per_team()),
            message_bytes_max: self.game.message_bytes_max() as u32,
            log_bytes_per_turn: setup.log_bytes_per_turn,
            log_bytes_per_match: setup.log_bytes_per_match,
            draw_bytes_per_turn: setup.draw_bytes_per_turn,
        })
    }

    /// What a seat is to be asked now: `start`, `think`, `restart`, `nothing` or `hand`.
    pub fn ask(&self, seat: &str) -> String {
        self.asked(seat_of(seat)).name().to_owned()
    }

    /// The setup of a seat.
    pub fn setup(&mut self, seat: &str) -> Vec<u8> {
        let seat = seat_of(seat);
        if self.asked(seat) == Ask::Restart {
            self.sides[seat].restarts += 1;
        }
        self.game.setup(seat, &self.setup_limits(seat))
    }

    /// The view of a seat.
    pub fn view(&mut self, seat: &str) -> Vec<u8> {
        let fuel = self.fuel();
        self.game.view(seat_of(seat), fuel)
    }

    /// Takes the answer to what a seat was asked; `report` is JSON.
    ///
    /// # Errors
    /// When the report is not what it should be.
    pub fn answer(&mut self, seat: &str, report: &str, orders: &[u8]) -> Result<(), Sentence> {
        let seat = seat_of(seat);
        let asked = self.asked(seat);
        let report: Report = serde_json::from_str(report).map_err(|error| error.to_string())?;
        if asked == Ask::Start && self.leg() == 0 && report.team_name.is_some() {
            self.replay.header.bots[seat].team_name.clone_from(&report.team_name);
        }
        let side = &mut self.sides[seat];
        side.running = report.fault.is_none() && matches!(asked, Ask::Start | Ask::Think | Ask::Restart);
        side.memory = side.memory.max(report.memory);
        let output = report.output.as_deref().map(serde_json::from_str::<SeatTurn>).transpose();
        let said = output.map_err(|error| error.to_string())?.unwrap_or_default();
        let mut record = SeatTurn { restarted: asked == Ask::Restart, memory: side.memory, ..said };
        match report.fault {
            Some(fault) => {
                side.faults += 1;
                record.fault = Some(fault);
            }
            None => record.orders = orders.into(),
        }
        side.answer = Some(record);
        Ok(())
    }

    /// Goes on when both seats have answered: ends the start, or plays the turn. Tells as JSON where the match stands.
    pub fn advance(&mut self) -> Result<String, Sentence> {
        if self.replay.footer.is_some() {
            return Ok(self.stands(false));
        }
        let answers = BothSeats::from_fn(|seat| self.sides[seat].answer.take().unwrap_or_default());
        if self.started {
            self.step(answers);
        } else {
            self.started = true;
            if let Some(leg) = self.replay.legs.last_mut() {
                leg.line.start = answers;
            }
        }
        let new_leg = match self.ended() {
            None => false,
            Some((ending, winner)) => self.end_leg(ending, winner)?,
        };
        Ok(self.stands(new_leg))
    }

    /// The place where the match stands, as JSON: everything, or what a seat may know.
    pub fn frame(&self, eyes: &str) -> String {
        let empty = SeatTurn::default();
        let leg = self.replay.legs.last();
        let turn = leg.and_then(|leg| leg.turns.last());
        let record = |seat: Seat| match (turn, leg) {
            (Some(turn), _) => &turn.seats[seat],
            (None, Some(leg)) => &leg.line.start[seat],
            (None, None) => &empty,
        };
        let place = Place {
            leg: self.leg(),
            seen_by: seen_by(eyes),
            bank_left: BothSeats::from_fn(|_| self.replay.header.limits.fuel_bank),
            records: BothSeats::from_fn(record),
            rejections: self.game.rejections(),
        };
        json(&Frame::of(self.game.as_ref(), self.ruleset, place))
    }

    /// The bytes of orders that a person gave, as JSON.
    ///
    /// # Errors
    /// When a kind or a direction is unknown.
    pub fn encode_orders(&self, orders: &str) -> Result<Vec<u8>, Sentence> {
        let given: Vec<GivenOrder> = serde_json::from_str(orders).map_err(|error| error.to_string())?;
        let mut bytes = vec![0; OrderList::bytes_for(given.len())];
        let mut writer = OrderWriter::new(&mut bytes, self.ruleset.abi_game());
        for order in &given {
            writer.push(order.order()?);
        }
        writer.finish();
        Ok(bytes)
    }

    /// The replay so far, whole when the match is over.
    pub fn replay(&self) -> Vec<u8> {
        self.replay.write().into_bytes()
    }
}

impl Match {
    /// The leg, from 0.
    fn leg(&self) -> usize {
        self.replay.legs.len() - 1
    }

    fn asked(&self, seat: Seat) -> Ask {
        let side = &self.sides[seat];
        let given_up = side.faults >= self.replay.header.limits.max_faults;
        match (side.hand, self.started, side.running) {
            (true, false, _) => Ask::Nothing,
            (true, true, _) => Ask::Hand,
            (false, ..) if given_up => Ask::Nothing,
            (false, false, _) => Ask::Start,
            (false, true, true) => Ask::Think,
            (false, true, false) => Ask::Restart,
        }
    }

    /// What the bots are told that they have: nothing is ever taken away.
    fn fuel(&self) -> u64 {
        self.replay.header.limits.fuel(self.ruleset.budget())
    }

    fn setup_limits(&self, seat: Seat) -> SetupLimits {
        SetupLimits::new(&self.replay.header.limits, self.ruleset.budget(), self.sides[seat].restarts)
    }

    fn step(&mut self, seats: BothSeats<SeatTurn>) {
        let bank_left = self.replay.header.limits.fuel_bank;
        self.game.step(BothSeats::from_fn(|seat| SeatInput { orders: &seats[seat].orders, bank_left }));
        let line = TurnLine::of(self.game.as_ref(), seats);
        if let Some(leg) = self.replay.legs.last_mut() {
            leg.turns.push(line);
        }
    }

    /// How the leg has ended, if it has: by a forfeit, or by the rules.
    fn ended(&self) -> Option<(Ending, Option<Seat>)> {
        let leg = self.replay.legs.last()?;
        let last = leg.turns.last().map_or(&leg.line.start, |turn| &turn.seats);
        let by_rules = || self.game.end().map(|end| (end.ending, end.winner));
        self.replay.header.policy.forfeit(last).or_else(by_rules)
    }

    /// Ends the leg, and begins another where a tie is replayed: says whether it did.
    fn end_leg(&mut self, ending: Ending, winner: Option<Seat>) -> Result<bool, Sentence> {
        self.ends.push(LegEnd::of(self.game.as_ref()));
        let next = self.replay.legs.len() as u32;
        let replayed = ending == Ending::ReplayOnAnotherMap
            && next <= self.replay.header.policy.replays
            && self.maps.has_another();
        if replayed {
            self.map = self.maps.map(next).map_err(|error| error.to_string())?;
            self.game = start(&self.map, &self.replay.header, next)?;
            self.enter_leg();
            return Ok(true);
        }
        let outcome = winner.map_or(Outcome::Draw, Outcome::Win);
        let ends = std::mem::take(&mut self.ends);
        self.replay.close(ends, ending, outcome);
        Ok(false)
    }

    /// Begins the record of a leg; both bots are to be started afresh.
    fn enter_leg(&mut self) {
        let line = LegLine::begin(self.replay.legs.len() as u32, self.map.as_ref(), self.game.as_ref());
        self.replay.legs.push(Leg { line, turns: Vec::new() });
        self.started = false;
        for side in &mut self.sides.0 {
            side.running = false;
            side.restarts = 0;
            side.memory = 0;
            side.answer = None;
        }
    }

    fn stands(&self, new_leg: bool) -> String {
        json(&Stands { leg: self.leg(), turn: self.game.turn(), over: self.replay.footer.is_some(), new_leg })
    }
}

/// Where a match stands.
#[derive(Serialize)]
struct Stands {
    leg: usize,
    turn: u32,
    over: bool,
    new_leg: bool,
}

/// An order as a person gives it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GivenOrder {
    player: u16,
    kind: String,
    #[serde(default)]
    direction: Option<String>,
}

impl GivenOrder {
    fn order(&self) -> Result<Order, Sentence> {
        let kind = match self.kind.as_str() {
            "rotate" => order_kind::ROTATE,
            "move" => order_kind::MOVE,
            "fire" => order_kind::FIRE,
            other => return Err(format!("there is no order `{other}`")),
        };
        let named = |name: &str| Direction::ALL.into_iter().find(|direction| direction.name() == name);
        let direction = match &self.direction {
            None => 0,
            Some(name) => named(name).ok_or_else(|| format!("there is no direction `{name}`"))?.code(),
        };
        Ok(Order { player: self.player, kind, direction })
    }
}

fn seat_of(name: &str) -> Seat {
    seen_by(name).unwrap_or(Seat::A)
}

fn start(map: &Arc<dyn GameMap>, header: &Header, leg: u32) -> Result<Box<dyn Game>, Sentence> {
    let start = MatchStart { options: header.options.clone(), seed: header.seed, leg };
    map.start(&start).map_err(|error| error.to_string())
}

fn map_source(ruleset: &'static dyn Ruleset, choice: &MapChoice) -> Result<MapSource, Sentence> {
    let map = match choice {
        MapChoice::Bundled { bundled: name } => bundled(ruleset, name)?,
        MapChoice::Generated { generated: Generated { first, settings } } => {
            return Ok(MapSource::Generated { ruleset, first: *first, settings: settings.clone() });
        }
        MapChoice::Own { text, name } => map_of_bytes(name, text.as_bytes())?,
    };
    if map.ruleset().id() != ruleset.id() {
        return Err(format!("this is a map of {}, not of {}", map.ruleset().title(), ruleset.title()));
    }
    Ok(MapSource::Pool { maps: vec![map], first: 0 })
}

#[cfg(test)]
mod tests {
    use botpit_engine::GAMES;
    use botpit_engine::replay::{Meter, verify};

    use super::*;

    fn spec(game: &str, replays: u32) -> String {
        serde_json::json!({
            "game": game, "seed": "7", "map": { "generated": { "first": "7" } }, "replays": replays,
            "seats": [{ "name": "one", "hand": true }, { "name": "two", "hand": true }],
        })
        .to_string()
    }

    fn stands(text: &str) -> serde_json::Value {
        serde_json::from_str(text).expect("it is JSON")
    }

    /// Plays to the end, with what each seat orders.
    fn play(game: &mut Match, orders: &str) {
        loop {
            for seat in ["a", "b"] {
                if game.ask(seat) == "hand" {
                    let bytes = game.encode_orders(orders).expect("orders");
                    game.answer(seat, "{}", &bytes).expect("an answer");
                }
            }
            if stands(&game.advance().expect("a map"))["over"] == true {
                return;
            }
        }
    }

    #[test]
    fn a_match_leaves_a_replay_that_verifies_and_says_that_nothing_was_metered() {
        for game in GAMES.iter() {
            let mut played = Match::new(&spec(game.id(), 0)).expect("a match");
            play(&mut played, r#"[{"player":0,"kind":"move","direction":"right"}]"#);
            let (replay, damage) = Replay::read(&played.replay()).expect("a replay");
            assert_eq!(damage, None);
            assert_eq!(replay.header.meter, Meter::None);
            assert_eq!(verify(&GAMES, &replay), Ok(()), "{}", game.id());
        }
    }

    #[test]
    fn a_tie_is_replayed_on_other_maps_as_often_as_wanted() {
        let mut played = Match::new(&spec("gold-hunter", 2)).expect("a match");
        play(&mut played, "[]");
        let (replay, _) = Replay::read(&played.replay()).expect("a replay");
        assert_eq!(replay.legs.len(), 3);
        assert_ne!(replay.legs[0].line.map.text, replay.legs[1].line.map.text);
        assert_eq!(verify(&GAMES, &replay), Ok(()));
    }

    #[test]
    fn a_bot_that_faults_is_started_again_until_it_has_faulted_too_often() {
        let hash = "0".repeat(64);
        let spec = serde_json::json!({
            "game": "gold-hunter", "seed": "1", "map": { "bundled": "duel" },
            "seats": [{ "name": "one", "sha256": hash }, { "name": "two", "hand": true }],
        });
        let mut played = Match::new(&spec.to_string()).expect("a match");
        let fault = r#"{"fault":{"kind":"trap","phase":"think","detail":"unreachable"},"memory":65536}"#;
        assert_eq!((played.ask("a"), played.ask("b")), ("start".to_owned(), "nothing".to_owned()));
        played.answer("a", r#"{"team_name":"Ones","memory":65536}"#, &[]).expect("an answer");
        played.advance().expect("a start");
        assert_eq!(played.ask("a"), "think");
        for _ in 0..10 {
            played.answer("a", fault, &[1, 2, 3]).expect("an answer");
            played.advance().expect("a turn");
        }
        assert_eq!(played.ask("a"), "nothing");
        let (replay, _) = Replay::read(&played.replay()).expect("a replay");
        assert_eq!(replay.header.bots[Seat::A].team_name.as_deref(), Some("Ones"));
        let turns = &replay.legs[0].turns;
        assert!(!turns[0].seats[Seat::A].restarted && turns[1].seats[Seat::A].restarted);
        assert!(turns.iter().all(|turn| turn.seats[Seat::A].orders.is_empty()));
        assert_eq!(verify(&GAMES, &replay), Ok(()));
    }

    #[test]
    fn what_is_wrong_with_a_match_is_a_sentence() {
        let error = |text: String| Match::new(&text).err().expect("it is refused");
        assert_eq!(error(spec("chess", 0)), "there is no game `chess`");
        let other = spec("gold-hunter", 0).replace(r#"{"generated":{"first":"7"}}"#, r#"{"bundled":"moon"}"#);
        assert_eq!(error(other), "Gold Hunter has no map `moon`");
    }
}
