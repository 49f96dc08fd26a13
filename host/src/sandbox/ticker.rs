//! The clock that bounds a bot's CPU time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};
use wasmtime::{Engine, EngineWeak};

/// How often a running bot's CPU time is looked at.
const TICK: Duration = Duration::from_millis(4);

/// Ticks without a bot that has an instance after which the clock sleeps.
const IDLE_TICKS: u32 = 25;

/// A thread that only moves the engine's epoch on while there are instances of bots.
///
/// The epoch makes a bot's thread look at its own CPU clock; the ticker itself measures nothing, so a busy machine
/// punishes nobody.
#[derive(Debug)]
pub(super) struct Ticker {
    state: Arc<State>,
    thread: thread::Thread,
}

#[derive(Debug, Default)]
struct State {
    /// How many bots have an instance.
    guards: AtomicUsize,
    asleep: AtomicBool,
    stopped: AtomicBool,
}

impl Ticker {
    /// Starts the clock of an engine.
    ///
    /// # Errors
    /// When the operating system gives no thread.
    pub(super) fn start(engine: &Engine) -> std::io::Result<Ticker> {
        let (state, engine) = (Arc::new(State::default()), engine.weak());
        let of_thread = Arc::clone(&state);
        let handle = thread::Builder::new().name("botpit-ticker".to_owned()).spawn(move || run(&of_thread, &engine))?;
        Ok(Ticker { state, thread: handle.thread().clone() })
    }

    /// Keeps the clock going for as long as the guard lives.
    pub(super) fn keep_going(&self) -> Going {
        self.state.guards.fetch_add(1, Ordering::SeqCst);
        if self.state.asleep.load(Ordering::SeqCst) {
            self.thread.unpark();
        }
        Going(Arc::clone(&self.state))
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        self.state.stopped.store(true, Ordering::SeqCst);
        self.thread.unpark();
    }
}

/// A bot may run while this lives.
#[derive(Debug)]
pub(super) struct Going(Arc<State>);

impl Drop for Going {
    fn drop(&mut self) {
        self.0.guards.fetch_sub(1, Ordering::SeqCst);
    }
}

fn run(state: &State, engine: &EngineWeak) {
    let mut idle = 0;
    while !state.stopped.load(Ordering::SeqCst) {
        thread::sleep(TICK);
        idle = if state.guards.load(Ordering::SeqCst) == 0 { idle + 1 } else { 0 };
        if idle >= IDLE_TICKS {
            state.asleep.store(true, Ordering::SeqCst);
            // Looked at again after `asleep` is set: an instance made in between has not seen it.
            while state.guards.load(Ordering::SeqCst) == 0 && !state.stopped.load(Ordering::SeqCst) {
                thread::park();
            }
            state.asleep.store(false, Ordering::SeqCst);
            idle = 0;
        }
        match engine.upgrade() {
            Some(engine) => engine.increment_epoch(),
            None => return,
        }
    }
}

/// The CPU time that the calling thread has used so far.
pub fn thread_cpu() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}
