//! A match of two trivial bots that is measured, and ways to play it.

use std::hint::black_box;
use std::sync::atomic::AtomicBool;

use anyhow::Context;
use botpit::matches::{MapSource, MatchSpec, Referee};
use botpit_engine::replay::{Replay, TurnLine};
use botpit_engine::{
    BothSeats, GAMES, Game, Limits, MatchStart, Policy, Seat, SeatInput, Seed, Settings, SetupLimits, StateHash,
};

use crate::arena::Arena;
use crate::bare::{self, BareBot, Plain};

/// Of the map and of the match.
const SEED: Seed = Seed(1);
/// What a bot has for a turn, or for a match.
pub(crate) const FUEL: u64 = 1_000_000_000;

/// A match on a generated map, ready to be played over and over.
pub(crate) struct Contest<'a> {
    arena: &'a Arena,
    spec: MatchSpec,
    /// Its turns as the sandbox played them.
    recorded: Vec<TurnLine>,
    /// The views of both seats by turn.
    views: Vec<BothSeats<Vec<u8>>>,
    /// The whole record.
    pub(crate) replay: Replay,
    /// The game, the board and the players in a few words.
    pub(crate) about: String,
}

impl<'a> Contest<'a> {
    /// Generates the map and plays the match once.
    pub(crate) fn prepare(arena: &'a Arena, game: &str, board: &[(&str, &str)]) -> anyhow::Result<Contest<'a>> {
        let ruleset = GAMES.ruleset(game).with_context(|| format!("there is no game {game}"))?;
        let mut settings = Settings::default();
        for (name, value) in board {
            settings.set(*name, *value);
        }
        let map = ruleset.generate_map(SEED, &settings)?;
        let size = map.size();
        let spec = MatchSpec {
            ruleset,
            options: Settings::default(),
            seed: SEED,
            limits: Limits { fuel_per_turn: FUEL, ..Limits::default() },
            // A tie ends the match, so that all matches are one leg.
            policy: Policy { replays: 0, ..Policy::default() },
            bots: BothSeats([arena.entrant.clone(), arena.entrant.clone()]),
            maps: MapSource::Pool { maps: vec![map], first: 0 },
            embed: false,
        };
        let replay = play(arena, &spec)?;
        let faults = replay.footer.as_ref().map(|footer| footer.totals.clone().map(|total| total.faults));
        anyhow::ensure!(faults == Some(BothSeats([0, 0])), "the bots have faults: {faults:?}");
        let recorded = replay.legs.first().context("a match has a leg")?.turns.clone();
        let mut contest = Contest { arena, spec, recorded, views: Vec::new(), replay, about: String::new() };
        let players = contest.leg()?.players_per_team();
        contest.about = format!("{} {}×{}, 2×{players} players", ruleset.title(), size.width, size.height);
        let mut views = Vec::with_capacity(contest.turns());
        contest.play_engine(|view| views.push(view.to_vec()))?;
        let mut views = views.into_iter();
        while let (Some(a), Some(b)) = (views.next(), views.next()) {
            contest.views.push(BothSeats([a, b]));
        }
        Ok(contest)
    }

    /// How many turns the match has.
    pub(crate) fn turns(&self) -> usize {
        self.recorded.len()
    }

    /// The hash after the last turn.
    pub(crate) fn hash(&self) -> anyhow::Result<StateHash> {
        Ok(self.recorded.last().context("a match has turns")?.hash)
    }

    /// The match before its first turn.
    pub(crate) fn leg(&self) -> anyhow::Result<Box<dyn Game>> {
        Ok(self.spec.maps.map(0)?.start(&MatchStart { seed: SEED, ..MatchStart::default() })?)
    }

    /// The length of the longest message to a bot, in bytes.
    pub(crate) fn message_bytes_max(&self) -> anyhow::Result<usize> {
        Ok(self.leg()?.message_bytes_max())
    }

    /// What seat A is told at the start.
    pub(crate) fn setup(&self) -> anyhow::Result<Vec<u8>> {
        let limits = SetupLimits { orders_per_player: 4, ..SetupLimits::default() };
        Ok(self.leg()?.setup(Seat::A, &limits))
    }

    /// Plays the match in the sandbox, recording included.
    pub(crate) fn play_in_sandbox(&self) -> anyhow::Result<()> {
        let replay = play(self.arena, &self.spec)?;
        let last = replay.legs.last().and_then(|leg| leg.turns.last());
        self.check(last.context("a replay has turns")?.hash)
    }

    /// Does all of a match in the sandbox that comes before its first turn.
    pub(crate) fn set_up(&self) -> anyhow::Result<()> {
        let stopped = AtomicBool::new(true);
        let replay = Referee::new(&self.arena.sandbox, &GAMES).play(&self.spec, &stopped)?;
        anyhow::ensure!(replay.legs.iter().all(|leg| leg.turns.is_empty()), "a match that is stopped has turns");
        black_box(replay);
        Ok(())
    }

    /// Writes all views and steps through the recorded orders; no bot is asked.
    pub(crate) fn play_engine_alone(&self) -> anyhow::Result<()> {
        self.play_engine(|view| {
            black_box(view);
        })
    }

    fn play_engine(&self, mut look: impl FnMut(&[u8])) -> anyhow::Result<()> {
        let mut game = self.leg()?;
        let mut view = vec![0; game.message_bytes_max()];
        for turn in &self.recorded {
            for seat in Seat::BOTH {
                let len = game.write_view(seat, FUEL, &mut view);
                look(&view[..len]);
            }
            game.step(BothSeats::from_fn(|seat| SeatInput { orders: &turn.seats[seat].orders, bank_left: FUEL }));
        }
        self.check(game.hash())
    }

    /// Both bots, ready to be asked by [`Contest::ask_bots`].
    pub(crate) fn bare_bots(&self) -> anyhow::Result<BothSeats<BareBot>> {
        let pre = bare::engine(true).and_then(|engine| bare::module(&engine, &self.arena.entrant.wasm)).plain()?;
        let start = || BareBot::start(&pre, &self.setup()?, self.message_bytes_max()?).plain();
        Ok(BothSeats([start()?, start()?]))
    }

    /// Asks the bots for all their orders of the match, with nothing around it.
    pub(crate) fn ask_bots(&self, bots: &mut BothSeats<BareBot>) -> anyhow::Result<()> {
        for (views, turn) in self.views.iter().zip(&self.recorded) {
            for seat in Seat::BOTH {
                black_box(bots[seat].think(FUEL, &views[seat]).plain()?);
                anyhow::ensure!(
                    bots[seat].orders[..] == turn.seats[seat].orders[..],
                    "a bot answers otherwise by itself"
                );
            }
        }
        Ok(())
    }

    /// Fails unless a match came to the state that it came to in the sandbox.
    pub(crate) fn check(&self, hash: StateHash) -> anyhow::Result<()> {
        let expected = self.hash()?;
        anyhow::ensure!(hash == expected, "a match comes to {hash}, and in the sandbox to {expected}");
        Ok(())
    }
}

fn play(arena: &Arena, spec: &MatchSpec) -> anyhow::Result<Replay> {
    Ok(Referee::new(&arena.sandbox, &GAMES).play(spec, &AtomicBool::new(false))?)
}
