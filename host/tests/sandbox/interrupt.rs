//! A user who wants the program to stop.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use botpit::sandbox::{CompilerPath, LoadProblem, Sandbox, SandboxConfig};
use botpit_engine::replay::OrderBytes;
use signal_hook::consts::SIGINT;

use crate::support::{ENDLESS_FUEL, Wat, boot, config, params, started_with};

const LOOP: &str = "(loop $forever (br $forever)) (unreachable)";

fn interruptible(interrupt: &'static AtomicBool) -> Sandbox {
    Sandbox::new(SandboxConfig { interrupt: Some(interrupt), ..config() }).expect("a sandbox")
}

#[test]
fn a_bot_that_thinks_for_ever() {
    static INTERRUPT: AtomicBool = AtomicBool::new(false);
    let module = interruptible(&INTERRUPT).load("x", &Wat::thinking(LOOP).wasm()).expect("loads");
    let mut bot = started_with(&module, params());
    let mut orders = OrderBytes::from_slice(&[1]);
    let mut interrupt = |_: &mut [u8]| {
        INTERRUPT.store(true, Ordering::Relaxed);
        0
    };
    let report = bot.think(ENDLESS_FUEL, &mut interrupt, &mut orders);
    assert!(report.interrupted && !bot.is_running() && orders.is_empty());
    assert_eq!((report.fault, report.host_failure, report.cpu_ceiling), (None, None, None));
    // Where the program goes on after all, so does the bot.
    INTERRUPT.store(false, Ordering::Relaxed);
    assert!(!boot(&mut bot).interrupted && bot.is_running());
}

#[test]
fn a_bot_that_starts_for_ever() {
    static INTERRUPT: AtomicBool = AtomicBool::new(false);
    let wat = Wat::with_fields(format!(r#"(func (export "setup") (param i32 i32) {LOOP})"#));
    let module = interruptible(&INTERRUPT).load("x", &wat.wasm()).expect("loads");
    INTERRUPT.store(true, Ordering::Relaxed);
    let mut bot = botpit::sandbox::Bot::new(&module, params());
    let report = bot.boot(ENDLESS_FUEL, &mut |_| 0);
    assert!(report.interrupted && !bot.is_running());
}

#[test]
fn a_compile_that_takes_for_ever() {
    static INTERRUPT: AtomicBool = AtomicBool::new(true);
    for script in ["exec /bin/sleep 1000", "exec >&- 2>&-; exec /bin/sleep 1000", "kill -STOP $$", "kill -INT $$"] {
        let args = vec!["-c".into(), script.into()];
        let compiler = CompilerPath::Program { program: "/bin/sh".into(), args };
        let config = SandboxConfig { compiler, interrupt: Some(&INTERRUPT), ..config() };
        let sandbox = Sandbox::new(config).expect("a sandbox");
        let problem = sandbox.load("x", &Wat::default().wasm()).expect_err("interrupted").problem;
        assert_eq!(problem, LoadProblem::Interrupted, "{script}");
    }
}

/// Ctrl-C at a terminal may end the child before this program hears of it.
#[test]
fn a_compile_child_that_is_interrupted_itself() {
    // Where the tests run in the background of a shell, the signal is ignored, and a child would inherit that.
    let taken = signal_hook::flag::register_conditional_default(SIGINT, Arc::new(AtomicBool::new(true)));
    taken.expect("the signal can be handled");
    let args = vec!["-c".into(), "kill -INT $$".into()];
    let compiler = CompilerPath::Program { program: "/bin/sh".into(), args };
    let sandbox = Sandbox::new(SandboxConfig { compiler, ..config() }).expect("a sandbox");
    let problem = sandbox.load("x", &Wat::default().wasm()).expect_err("interrupted").problem;
    assert_eq!(problem, LoadProblem::Interrupted);
}

#[test]
fn start_code_that_runs_for_ever_while_the_bot_is_loaded() {
    static INTERRUPT: AtomicBool = AtomicBool::new(true);
    let folder = tempfile::tempdir().expect("a folder");
    let cached = |interrupt: Option<&'static AtomicBool>, load_fuel| {
        let cache_dir = Some(Path::to_owned(folder.path()));
        Sandbox::new(SandboxConfig { interrupt, load_fuel, cache_dir, ..config() }).expect("a sandbox")
    };
    let wasm = Wat { abi: LOOP, ..Wat::default() }.wasm();
    let uninterrupted = cached(None, 1_000_000).load("x", &wasm).expect_err("it runs out of fuel").problem;
    assert!(matches!(uninterrupted, LoadProblem::Faulted { .. }), "{uninterrupted}");
    let problem = cached(Some(&INTERRUPT), ENDLESS_FUEL).load("x", &wasm).expect_err("interrupted").problem;
    assert_eq!(problem, LoadProblem::Interrupted);
}
