use std::ffi::OsString;
use std::io::{Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{PoisonError, RwLock, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use botpit_guest::escape;
use rustix::process::Signal;

use super::compile_child::{REFUSED, SUBCOMMAND, Task};
use super::engine::Layout;
use super::{CompileLimit, CompilerPath, HostFailure, LoadProblem, SandboxConfig, SandboxError};

/// The longest artifact that is taken from a child, in bytes: code is some ten times as long as its wasm.
const ARTIFACT_BYTES_MAX: u64 = 1 << 30;
/// The most that is read of a child's message, in bytes.
const MESSAGE_BYTES_MAX: u64 = 4 << 10;

/// Compiles bots in child processes.
#[derive(Debug)]
pub(super) struct Compiler {
    program: PathBuf,
    args: Vec<OsString>,
    task: Task,
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
}

impl Compiler {
    pub(super) fn new(config: &SandboxConfig, layout: Layout) -> Result<Compiler, SandboxError> {
        let (program, args) = match &config.compiler {
            CompilerPath::ThisProgram => {
                (std::env::current_exe().map_err(SandboxError::OwnPath)?, vec![SUBCOMMAND.into()])
            }
            CompilerPath::Program { program, args } => (program.clone(), args.clone()),
        };
        let task = Task {
            layout,
            cpu_seconds: config.load.compile_cpu_seconds,
            memory_bytes: config.load.compile_memory_bytes,
        };
        Ok(Compiler { program, args, task, wall: config.compile_wall, alone: RwLock::new(()) })
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
            Outcome::OverLimit(limit) => Err(LoadProblem::CompileLimit { limit }),
            Outcome::Refused(message) => Err(LoadProblem::Compile { message }),
            Outcome::Failed(message) => Err(LoadProblem::Host(HostFailure::CompileChild(message))),
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
        let (Some(mut stdin), Some(stdout), Some(stderr)) = (stdin, stdout, stderr) else {
            return Outcome::Failed("it has no pipes".to_owned());
        };
        let deadline = Instant::now() + self.wall;
        thread::scope(|scope| {
            // A child that dies closes its end, which is seen in its status.
            scope.spawn(move || drop(stdin.write_all(wasm)));
            let message = scope.spawn(move || read(stderr, MESSAGE_BYTES_MAX));
            let (sender, receiver) = mpsc::channel();
            scope.spawn(move || sender.send(read(stdout, ARTIFACT_BYTES_MAX)));
            let artifact = receiver.recv_timeout(deadline.saturating_duration_since(Instant::now()));
            let status = wait(&mut child, deadline);
            let message = message.join().unwrap_or_default();
            match status {
                None => Outcome::Failed(format!("it was stopped after {} s on the wall", self.wall.as_secs())),
                Some(status) if status.success() => Outcome::Compiled(artifact.unwrap_or_default()),
                Some(status) => self.died(status, &message),
            }
        })
    }

    fn died(&self, status: ExitStatus, message: &[u8]) -> Outcome {
        let words = escape(message, 500);
        let signal = status.signal();
        // The kernel's kill at the hard limit and a lack of memory on the whole machine look alike.
        if signal == Some(Signal::XCPU.as_raw()) {
            Outcome::OverLimit(CompileLimit::CpuSeconds(self.task.cpu_seconds))
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

/// The child's status, or `None` when it had to be killed for being too late.
fn wait(child: &mut Child, deadline: Instant) -> Option<ExitStatus> {
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status),
            Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_micros(200)),
            _ => {
                let _ = child.kill();
                let _ = child.wait();
                return None;
            }
        }
    }
}

fn read(pipe: impl Read, max: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    // What was read before a failure is cut, and the child's status or the artifact's own check tells.
    let _ = pipe.take(max).read_to_end(&mut bytes);
    bytes
}
