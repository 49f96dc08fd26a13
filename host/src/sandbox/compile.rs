use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{PoisonError, RwLock, mpsc};
use std::thread::{self, Builder, Scope, ScopedJoinHandle};
use std::time::{Duration, Instant};

use botpit_guest::escape;
use rustix::process::Signal;

use super::compile_child::{REFUSED, SUBCOMMAND, Task};
use super::costs::Metering;
use super::engine::Layout;
use super::instance::Interrupt;
use super::{CompileLimit, CompilerPath, HostFailure, LoadLimits, LoadProblem, SandboxConfig, SandboxError};

/// The longest artifact that is taken from a child, in bytes: code is some ten times as long as its wasm.
pub(super) const ARTIFACT_BYTES_MAX: u64 = 1 << 30;
/// How long it may take until an interruption is seen.
const INTERRUPT_CHECK: Duration = Duration::from_millis(20);
/// The most that is read of a child's message, in bytes.
const MESSAGE_BYTES_MAX: u64 = 4 << 10;

/// Compiles bots in child processes.
#[derive(Debug)]
pub(super) struct Compiler {
    program: PathBuf,
    args: Vec<OsString>,
    /// The limits asked for.
    load: LoadLimits,
    /// What a child is told, within the limits that this process was started under.
    task: Task,
    interrupt: Interrupt,
    /// How long a child may take on the wall.
    wall: Duration,
    /// Held to read by a compile among others, to write by one that must be alone.
    alone: RwLock<()>,
}

/// What came of a child.
enum Outcome {
    Compiled(Vec<u8>),
    OverLimit(CompileLimit),
    Refused(String),
    Failed(String),
    Interrupted,
}

impl Compiler {
    pub(super) fn new(config: &SandboxConfig, layout: Layout, metering: Metering) -> Result<Compiler, SandboxError> {
        let (program, args) = match &config.compiler {
            CompilerPath::ThisProgram => {
                (std::env::current_exe().map_err(SandboxError::OwnPath)?, vec![SUBCOMMAND.into()])
            }
            CompilerPath::Program { program, args } => (program.clone(), args.clone()),
        };
        let task = Task {
            layout,
            metering,
            cpu_seconds: config.load.compile_cpu_seconds,
            memory_bytes: config.load.compile_memory_bytes,
        };
        let task = task.within_own_limits();
        let (load, interrupt) = (config.load, Interrupt(config.interrupt));
        Ok(Compiler { program, args, load, task, interrupt, wall: config.compile_wall, alone: RwLock::new(()) })
    }

    /// Compiles a module. One that comes to a limit, or whose child dies, is tried once more with no other compile
    /// beside it, so that a busy machine refuses no bot.
    pub(super) fn compile(&self, wasm: &[u8]) -> Result<Vec<u8>, LoadProblem> {
        let first = {
            let _among_others = self.alone.read().unwrap_or_else(PoisonError::into_inner);
            self.run_child(wasm)
        };
        let outcome = match first {
            Outcome::OverLimit(_) | Outcome::Failed(_) => {
                let _alone = self.alone.write().unwrap_or_else(PoisonError::into_inner);
                self.run_child(wasm)
            }
            done => done,
        };
        match outcome {
            Outcome::Compiled(artifact) => Ok(artifact),
            Outcome::OverLimit(limit) if self.is_inherited(limit) => {
                Err(LoadProblem::Host(HostFailure::InheritedLimit { limit }))
            }
            Outcome::OverLimit(limit) => Err(LoadProblem::CompileLimit { limit }),
            Outcome::Refused(message) => Err(LoadProblem::Compile { message }),
            Outcome::Failed(message) => Err(LoadProblem::Host(HostFailure::CompileChild(message))),
            Outcome::Interrupted => Err(LoadProblem::Interrupted),
        }
    }

    /// Whether this limit comes from outside, below the one for compiling.
    fn is_inherited(&self, limit: CompileLimit) -> bool {
        match limit {
            CompileLimit::CpuSeconds(seconds) => seconds < self.load.compile_cpu_seconds,
            CompileLimit::MemoryBytes(bytes) => bytes < self.load.compile_memory_bytes,
        }
    }

    fn run_child(&self, wasm: &[u8]) -> Outcome {
        let child = Command::new(&self.program)
            .args(&self.args)
            .args(self.task.to_args())
            .env_clear()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        match child {
            Ok(child) => self.attend(child, wasm),
            Err(error) => Outcome::Failed(format!("{}: {error}", self.program.display())),
        }
    }

    /// Feeds a child and takes what it gives, but waits no longer than it can need.
    fn attend(&self, mut child: Child, wasm: &[u8]) -> Outcome {
        #[cfg(target_os = "linux")]
        self.limit(&child);
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = (stdin, stdout, stderr) else {
            end(&mut child);
            return Outcome::Failed("it has no pipes".to_owned());
        };
        let deadline = Instant::now() + self.wall;
        thread::scope(|scope| {
            let attendants = match Attendants::start(scope, wasm, stdin, stdout, stderr) {
                Ok(attendants) => attendants,
                Err(error) => {
                    // Attendants that did start see the child's end.
                    end(&mut child);
                    return Outcome::Failed(format!("no thread to attend to it: {error}"));
                }
            };
            let artifact = self.receive(&attendants.artifact, deadline);
            let left = self.wait(&mut child, deadline);
            let message = attendants.message.join().unwrap_or_default();
            match left {
                Left::Interrupted => Outcome::Interrupted,
                Left::TooLate => Outcome::Failed(format!("it was stopped after {:?} on the wall", self.wall)),
                Left::Ended(status) if status.success() => Outcome::Compiled(artifact),
                Left::Ended(status) => self.died(status, &message),
            }
        })
    }

    /// What the child wrote by the deadline.
    fn receive(&self, artifact: &mpsc::Receiver<Vec<u8>>, deadline: Instant) -> Vec<u8> {
        while !self.interrupt.is_set() {
            let left = deadline.saturating_duration_since(Instant::now());
            match artifact.recv_timeout(left.min(INTERRUPT_CHECK)) {
                Ok(artifact) => return artifact,
                Err(mpsc::RecvTimeoutError::Timeout) if !left.is_zero() => {}
                Err(_) => break,
            }
        }
        Vec::new()
    }

    /// Waits for the child's end, and brings it about when it is time.
    fn wait(&self, child: &mut Child, deadline: Instant) -> Left {
        loop {
            match child.try_wait() {
                Ok(Some(status)) => return Left::Ended(status),
                _ if self.interrupt.is_set() => {
                    end(child);
                    return Left::Interrupted;
                }
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_micros(200)),
                _ => {
                    end(child);
                    return Left::TooLate;
                }
            }
        }
    }

    fn died(&self, status: ExitStatus, message: &[u8]) -> Outcome {
        let words = escape(message, 500);
        let signal = status.signal();
        let cpu = CompileLimit::CpuSeconds(self.task.cpu_seconds);
        if signal == Some(Signal::INT.as_raw()) {
            // Ctrl-C at a terminal goes to the child too, and may come to it first.
            Outcome::Interrupted
        } else if signal == Some(Signal::XCPU.as_raw()) {
            Outcome::OverLimit(cpu)
        } else if signal == Some(Signal::KILL.as_raw()) && self.is_inherited(cpu) {
            // An inherited hard limit leaves no room for the signal that names the reason. Elsewhere a kill at the hard
            // limit and a lack of memory on the whole machine look alike.
            Outcome::OverLimit(cpu)
        } else if words.contains("memory allocation of") || words.contains("Cannot allocate memory") {
            Outcome::OverLimit(CompileLimit::MemoryBytes(self.task.memory_bytes))
        } else if status.code() == Some(i32::from(REFUSED)) {
            Outcome::Refused(words)
        } else {
            Outcome::Failed(format!("{status}{}{words}", if words.is_empty() { "" } else { ": " }))
        }
    }

    /// Sets the child's limits from outside too, so that they do not rest on the child alone.
    #[cfg(target_os = "linux")]
    fn limit(&self, child: &Child) {
        let Some(pid) = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw) else {
            return;
        };
        for (resource, limit) in self.task.limits() {
            // It may be gone already.
            let _ = rustix::process::prlimit(Some(pid), resource, limit);
        }
    }
}

/// How a child was left.
enum Left {
    Ended(ExitStatus),
    TooLate,
    Interrupted,
}

/// The threads at a child's pipes.
struct Attendants<'scope> {
    artifact: mpsc::Receiver<Vec<u8>>,
    message: ScopedJoinHandle<'scope, Vec<u8>>,
}

impl<'scope> Attendants<'scope> {
    fn start<'env>(
        scope: &'scope Scope<'scope, 'env>,
        wasm: &'env [u8],
        mut stdin: ChildStdin,
        stdout: ChildStdout,
        stderr: ChildStderr,
    ) -> io::Result<Attendants<'scope>> {
        // A child that dies closes its end, which is seen in its status.
        Builder::new().spawn_scoped(scope, move || drop(stdin.write_all(wasm)))?;
        let message = Builder::new().spawn_scoped(scope, move || read(stderr, MESSAGE_BYTES_MAX))?;
        let (sender, artifact) = mpsc::channel();
        Builder::new().spawn_scoped(scope, move || sender.send(read(stdout, ARTIFACT_BYTES_MAX)))?;
        Ok(Attendants { artifact, message })
    }
}

fn end(child: &mut Child) {
    // It may have ended by itself.
    let _ = child.kill();
    let _ = child.wait();
}

fn read(pipe: impl Read, max: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    // What was read before a failure is cut, and the child's status or the artifact's own check tells.
    let _ = pipe.take(max).read_to_end(&mut bytes);
    bytes
}
