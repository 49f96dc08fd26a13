use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};

use botpit_engine::replay::Replay;
use botpit_engine::{BothSeats, GameMap, Limits, MapSource, Policy, Ruleset, Seat, Seed, Settings};

use super::PLAYER_STACK_BYTES;
use super::referee::{Entrant, MatchSpec, Referee, Unplayable};

/// Many games between two bots: on consecutive seeds, on any number of threads, with the results in order.
#[derive(Clone)]
pub struct Series {
    /// The game.
    pub ruleset: &'static dyn Ruleset,
    /// The options of its rules.
    pub options: Settings,
    /// The limits.
    pub limits: Limits,
    /// What happens on faults, violations and ties.
    pub policy: Policy,
    /// The bots; the first sits in seat A unless the seats are swapped.
    pub bots: BothSeats<Entrant>,
    /// Where the maps come from.
    pub maps: SeriesMaps,
    /// The seed of the first game; each further one takes the next.
    pub seed: Seed,
    /// How many games, at least one.
    pub games: u64,
    /// Whether every second game swaps the seats, on the map and the seed of the game before it.
    pub swap: bool,
    /// How many games are played at the same time, at least one.
    pub threads: u32,
    /// Whether the replays carry the bots' wasm.
    pub embed: bool,
}

/// The maps of a series of games.
#[derive(Clone)]
pub enum SeriesMaps {
    /// A pool of at least one map, walked from game to game.
    Pool(Vec<Arc<dyn GameMap>>),
    /// Generated maps.
    Generated {
        /// The seed of every game's first map; without it each game takes its own seed.
        first: Option<Seed>,
        /// The options of the generator.
        settings: Settings,
    },
}

impl SeriesMaps {
    /// The maps of the games of a pair, which is one game where seats are not swapped; they are played with `seed`.
    pub fn of_pair(&self, ruleset: &'static dyn Ruleset, pair: u64, seed: Seed) -> MapSource {
        match self {
            SeriesMaps::Pool(maps) => {
                MapSource::Pool { maps: maps.clone(), first: (pair % maps.len() as u64) as usize }
            }
            SeriesMaps::Generated { first, settings } => {
                MapSource::Generated { ruleset, first: first.unwrap_or(seed), settings: settings.clone() }
            }
        }
    }
}

/// Why a series stopped.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SeriesError {
    /// A game cannot be played at all.
    #[error(transparent)]
    Unplayable(#[from] Unplayable),
    /// The system has no more threads.
    #[error("thread {number} of {threads} cannot be started: {source}")]
    Thread {
        /// Which thread, from 1.
        number: u64,
        /// How many there should be.
        threads: u64,
        /// What the system says.
        source: std::io::Error,
    },
}

impl Series {
    /// All that decides game number `index`, from 0.
    pub fn spec(&self, index: u64) -> MatchSpec {
        let pair = if self.swap { index / 2 } else { index };
        let seed = self.seed.plus(pair);
        let bots = if self.swapped(index) {
            BothSeats([self.bots[Seat::B].clone(), self.bots[Seat::A].clone()])
        } else {
            self.bots.clone()
        };
        MatchSpec {
            ruleset: self.ruleset,
            options: self.options.clone(),
            seed,
            limits: self.limits.clone(),
            policy: self.policy,
            bots,
            maps: self.maps.of_pair(self.ruleset, pair, seed),
            embed: self.embed,
        }
    }

    /// Whether the first bot sits in seat B in game number `index`.
    pub fn swapped(&self, index: u64) -> bool {
        self.swap && index % 2 == 1
    }

    /// Plays the games. `digest` makes of each replay what is to be kept, on the thread that played it; `each` gets
    /// that in the order of the games, whichever thread is done first, on the calling thread.
    ///
    /// When `stop` becomes true, games that have begun end with the last turn that was played whole, and no further one
    /// begins.
    ///
    /// # Errors
    /// What `digest` or `each` gave first, or a [`SeriesError`]. No game begins after an error.
    pub fn play<T, E>(
        &self,
        referee: &Referee<'_>,
        stop: &AtomicBool,
        digest: impl Fn(u64, Replay) -> Result<T, E> + Sync,
        mut each: impl FnMut(u64, T) -> Result<(), E>,
    ) -> Result<(), E>
    where
        T: Send,
        E: From<SeriesError> + Send,
    {
        let next = AtomicU64::new(0);
        let failed = AtomicBool::new(false);
        let first_error = Mutex::new(None);
        let threads = u64::from(self.threads).clamp(1, self.games.max(1));
        // A bound, so that a slow receiver does not let results pile up in memory.
        let (sender, receiver) = mpsc::sync_channel(2 * threads as usize);
        let play_one = |index| {
            let replay = referee.play(&self.spec(index), stop).map_err(SeriesError::from)?;
            digest(index, replay)
        };
        let work = |sender: mpsc::SyncSender<(u64, T)>| {
            while !stop.load(Ordering::Relaxed) && !failed.load(Ordering::Relaxed) {
                let index = next.fetch_add(1, Ordering::Relaxed);
                if index >= self.games {
                    break;
                }
                match play_one(index) {
                    // Nobody listens any more when `each` failed.
                    Ok(result) => drop(sender.send((index, result))),
                    Err(error) => {
                        failed.store(true, Ordering::Relaxed);
                        first_error.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                    }
                }
            }
        };
        std::thread::scope(|scope| {
            for number in 1..=threads {
                let (sender, work) = (sender.clone(), &work);
                let thread = std::thread::Builder::new().stack_size(PLAYER_STACK_BYTES);
                if let Err(source) = thread.spawn_scoped(scope, move || work(sender)) {
                    failed.store(true, Ordering::Relaxed);
                    return Err(SeriesError::Thread { number, threads, source }.into());
                }
            }
            drop(sender);
            in_order(receiver, &mut each).inspect_err(|_| failed.store(true, Ordering::Relaxed))
        })?;
        match first_error.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }
}

/// Hands on what is received by its number, from 0 without a gap.
fn in_order<T, E>(receiver: mpsc::Receiver<(u64, T)>, each: &mut impl FnMut(u64, T) -> Result<(), E>) -> Result<(), E> {
    let mut waiting = BTreeMap::new();
    let mut next = 0;
    for (index, result) in receiver {
        waiting.insert(index, result);
        while let Some(result) = waiting.remove(&next) {
            each(next, result)?;
            next += 1;
        }
    }
    Ok(())
}
