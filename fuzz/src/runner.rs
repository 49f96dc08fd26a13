//! Runs cases on several threads, and watches for panics, hangs and leaks.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use arbitrary::Unstructured;
use botpit::matches::PLAYER_STACK_BYTES;

use crate::cases::{Target, bytes_of};

/// No case takes a hundredth of this: one that does hangs.
const PATIENCE: Duration = Duration::from_secs(120);
/// How much memory may be added after the first tenth of the cases, in bytes.
const LEAK_BYTES: u64 = 128 << 20;
/// What a thread is at when it has no case.
const IDLE: u64 = u64::MAX;

/// What to run.
pub(crate) struct Plan {
    pub(crate) name: String,
    pub(crate) first: u64,
    pub(crate) cases: u64,
    pub(crate) threads: u32,
}

/// A run of the cases of one kind.
pub(crate) struct Runner {
    plan: Plan,
    next: AtomicU64,
    /// What came of the cases.
    words: Mutex<BTreeMap<&'static str, u64>>,
    failure: Mutex<Option<anyhow::Error>>,
    done: AtomicBool,
    /// The memory of the process after the first cases.
    settled: AtomicU64,
}

impl Runner {
    pub(crate) fn new(plan: Plan) -> Runner {
        Runner {
            next: AtomicU64::new(plan.first),
            plan,
            words: Mutex::default(),
            failure: Mutex::default(),
            done: AtomicBool::new(false),
            settled: AtomicU64::new(0),
        }
    }

    /// Runs all cases and prints what came of them.
    pub(crate) fn run<T: Target>(self, target: &T) -> anyhow::Result<()> {
        let began = Instant::now();
        let current: Vec<AtomicU64> = (0..self.plan.threads).map(|_| AtomicU64::new(IDLE)).collect();
        std::thread::scope(|scope| -> anyhow::Result<()> {
            scope.spawn(|| self.watch(&current));
            let threads: Vec<_> = current
                .iter()
                .map(|current| {
                    let work = || self.work(target, current);
                    std::thread::Builder::new().stack_size(PLAYER_STACK_BYTES).spawn_scoped(scope, work)
                })
                .collect();
            for thread in threads {
                // A panic outside of a case is one of the runner's own.
                thread?.join().map_err(|_| anyhow::anyhow!("a thread panicked"))?;
            }
            self.done.store(true, Ordering::SeqCst);
            Ok(())
        })?;
        if let Some(failure) = self.failure.lock().expect("no thread panics with it").take() {
            return Err(failure);
        }
        self.check_memory()?;
        let words = self.words.lock().expect("no thread panics with it");
        let words: Vec<String> = words.iter().map(|(word, count)| format!("{count} {word}")).collect();
        println!("{}: {} cases in {:.0?}: {}", self.plan.name, self.plan.cases, began.elapsed(), words.join(", "));
        Ok(())
    }

    fn work<T: Target>(&self, target: &T, current: &AtomicU64) {
        let mut words = BTreeMap::<&'static str, u64>::new();
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number - self.plan.first >= self.plan.cases || self.done.load(Ordering::Relaxed) {
                break;
            }
            if number - self.plan.first == self.plan.cases / 10 {
                self.settled.store(resident_bytes(), Ordering::Relaxed);
            }
            current.store(number, Ordering::Relaxed);
            let bytes = bytes_of(&self.plan.name, number, T::BYTES);
            let ran = catch_unwind(AssertUnwindSafe(|| target.case(&mut Unstructured::new(&bytes))));
            current.store(IDLE, Ordering::Relaxed);
            match ran {
                Ok(Ok(word)) => *words.entry(word).or_default() += 1,
                Ok(Err(error)) => self.fail(error.context(self.how_to_repeat(number))),
                Err(_) => self.fail(anyhow::anyhow!("it panicked").context(self.how_to_repeat(number))),
            }
        }
        current.store(IDLE, Ordering::Relaxed);
        let mut sums = self.words.lock().expect("no thread panics with it");
        for (word, count) in words {
            *sums.entry(word).or_default() += count;
        }
    }

    fn fail(&self, error: anyhow::Error) {
        self.failure.lock().expect("no thread panics with it").get_or_insert(error);
        self.done.store(true, Ordering::SeqCst);
    }

    fn how_to_repeat(&self, number: u64) -> String {
        format!("case {number}, again with: cargo xtask fuzz {} --first {number} --cases 1", self.plan.name)
    }

    /// Ends the program when a thread stays at a case.
    fn watch(&self, current: &[AtomicU64]) {
        let mut seen: Vec<(u64, Instant)> = vec![(IDLE, Instant::now()); current.len()];
        while !self.done.load(Ordering::SeqCst) {
            for (current, seen) in current.iter().zip(&mut seen) {
                let number = current.load(Ordering::Relaxed);
                if number != seen.0 || number == IDLE {
                    *seen = (number, Instant::now());
                } else if seen.1.elapsed() > PATIENCE {
                    eprintln!("error: a hang in {}", self.how_to_repeat(number));
                    std::process::exit(1);
                }
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn check_memory(&self) -> anyhow::Result<()> {
        let (settled, now) = (self.settled.load(Ordering::Relaxed), resident_bytes());
        if settled > 0 && now > settled + LEAK_BYTES {
            bail!("{}: memory grew from {settled} to {now} bytes after the first tenth of the cases", self.plan.name);
        }
        Ok(())
    }
}

/// The memory of this process, in bytes; 0 where it cannot be known.
fn resident_bytes() -> u64 {
    let pages = || -> anyhow::Result<u64> {
        let text = std::fs::read_to_string("/proc/self/statm")?;
        Ok(text.split(' ').nth(1).context("a second number")?.parse()?)
    };
    pages().map_or(0, |pages| pages * 4096)
}
