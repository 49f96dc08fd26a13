use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

use botpit_engine::replay::Replay;
use botpit_engine::{BothSeats, GameMap, Limits, MapSource, Policy, Ruleset, Seat, Seed, Settings};

use super::PLAYER_STACK_BYTES;
use super::referee::{Entrant, MatchSpec, Referee, Unplayable};

/// How long the next results gather, after some were handed on, before they are looked for.
const GATHERING: Duration = Duration::from_millis(2);

/// Results of a thread that can gather: more than it has of games of one turn in that time. A thread that is further ahead
/// waits, so that results do not pile up in memory where the receiver is slow.
const RESULTS_PER_THREAD: usize = 128;

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
    /// that in the order of the games, whichever thread is done first, on the calling thread. Where `each` is slow, up to
    /// 128 results a thread wait for it, and those that come after a game that takes long wait as well: what is kept
    /// should be small.
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
        let (sender, receiver) = mpsc::sync_channel(RESULTS_PER_THREAD * threads as usize);
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
        thread::scope(|scope| {
            for number in 1..=threads {
                let (sender, work) = (sender.clone(), &work);
                let thread = thread::Builder::new().stack_size(PLAYER_STACK_BYTES);
                if let Err(source) = thread.spawn_scoped(scope, move || work(sender)) {
                    failed.store(true, Ordering::Relaxed);
                    return Err(SeriesError::Thread { number, threads, source }.into());
                }
            }
            drop(sender);
            in_order(receiver, self.games, || thread::sleep(GATHERING), &mut each)
                .inspect_err(|_| failed.store(true, Ordering::Relaxed))
        })?;
        match first_error.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }
}

/// Hands on `count` results, or those that there are, by their number from 0 without a gap.
///
/// A thread that waits has to be woken, which takes as long as some short games do: so results gather for as long as
/// `pause` takes before the next one is waited for.
fn in_order<T, E>(
    receiver: mpsc::Receiver<(u64, T)>,
    count: u64,
    mut pause: impl FnMut(),
    each: &mut impl FnMut(u64, T) -> Result<(), E>,
) -> Result<(), E> {
    let mut waiting = BTreeMap::new();
    let mut next = 0;
    while let Ok(first) = receiver.recv() {
        waiting.extend([first].into_iter().chain(receiver.try_iter()));
        while let Some(result) = waiting.remove(&next) {
            each(next, result)?;
            next += 1;
        }
        if next < count {
            pause();
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is handed on of so many results that are sent in this order, and how many pauses there were.
    fn handed_on(sent: &[u64], count: u64) -> (Vec<u64>, u32) {
        let (sender, receiver) = mpsc::channel();
        sent.iter().for_each(|&number| sender.send((number, 10 * number)).expect("somebody receives"));
        drop(sender);
        let (mut results, mut pauses) = (Vec::new(), 0);
        let each = &mut |number, result| {
            assert_eq!(result, 10 * number);
            results.push(number);
            Ok::<(), ()>(())
        };
        in_order(receiver, count, || pauses += 1, each).expect("nothing fails");
        (results, pauses)
    }

    #[test]
    fn results_come_in_order_and_none_is_lost() {
        let sent: Vec<u64> = (0..100).map(|number| number * 37 % 100).collect();
        assert_eq!(handed_on(&sent, 100).0, (0..100).collect::<Vec<_>>());
    }

    #[test]
    fn results_behind_one_that_never_comes_are_not_handed_on() {
        assert_eq!(handed_on(&[3, 0, 1], 4).0, [0, 1]);
    }

    #[test]
    fn nothing_is_waited_for_after_the_last_result() {
        assert_eq!(handed_on(&[0], 1), (vec![0], 0));
        assert_eq!(handed_on(&[1, 0], 2), (vec![0, 1], 0));
    }

    #[test]
    fn results_that_come_one_by_one_are_all_handed_on() {
        let (sender, receiver) = mpsc::sync_channel(1);
        let sending = thread::spawn(move || (0..50).for_each(|number| sender.send((number, ())).expect("received")));
        let mut results = Vec::new();
        in_order(receiver, 50, || (), &mut |number, ()| {
            results.push(number);
            Ok::<(), ()>(())
        })
        .expect("nothing fails");
        sending.join().expect("all were sent");
        assert_eq!(results, (0..50).collect::<Vec<_>>());
    }

    #[test]
    fn nothing_is_handed_on_after_an_error() {
        let (sender, receiver) = mpsc::channel();
        (0..3).for_each(|number| sender.send((number, ())).expect("somebody receives"));
        let failing = &mut |number, ()| if number == 1 { Err(number) } else { Ok(()) };
        assert_eq!(in_order(receiver, 3, || (), failing), Err(1));
        assert!(sender.send((3, ())).is_err(), "nobody listens any more");
    }
}
