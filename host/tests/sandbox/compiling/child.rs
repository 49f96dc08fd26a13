//! Compile children that come to a limit or to grief.

use std::time::Duration;

use botpit::sandbox::{
    CompileLimit, CompilerPath, HostFailure, LoadLimits, LoadProblem, Sandbox, SandboxConfig, SandboxError,
};

use super::bomb;
use crate::support::{Wat, config, started, turn, unharmed_by};

/// A module that passes the check, but takes some seconds and some 500 MiB to compile.
fn dear_module() -> Vec<u8> {
    let calls = format!("(func {})", "(call_indirect (i32.const 0))".repeat(7_000)).repeat(5);
    bomb(&format!("(table 1 funcref) {calls}"), "(result i32) i32.const 1", "i32.eqz ", 1_500_000)
}

fn limited(load: LoadLimits) -> LoadProblem {
    let sandbox = Sandbox::new(SandboxConfig { load, ..config() }).expect("a sandbox");
    unharmed_by(|| sandbox.load("dear", &dear_module()).expect_err("over the limit").problem)
}

#[test]
fn a_compile_over_its_cpu_time() {
    let load = LoadLimits { compile_cpu_seconds: 1, ..LoadLimits::default() };
    assert_eq!(limited(load), LoadProblem::CompileLimit { limit: CompileLimit::CpuSeconds(1) });
}

#[test]
fn a_compile_over_its_memory() {
    let load = LoadLimits { compile_memory_bytes: 128 << 20, ..LoadLimits::default() };
    assert_eq!(limited(load), LoadProblem::CompileLimit { limit: CompileLimit::MemoryBytes(128 << 20) });
}

/// A sandbox whose compile child is a shell script.
fn with_script(script: &str) -> LoadProblem {
    let args = vec!["-c".into(), script.into()];
    let compiler = CompilerPath::Program { program: "/bin/sh".into(), args };
    let config = SandboxConfig { compiler, compile_wall: Duration::from_millis(200), ..config() };
    let sandbox = Sandbox::new(config).expect("a sandbox");
    unharmed_by(|| sandbox.load("x", &Wat::default().wasm()).expect_err("no artifact").problem)
}

#[track_caller]
fn assert_child_failed(problem: &LoadProblem) {
    assert!(matches!(problem, LoadProblem::Host(HostFailure::CompileChild(_))), "{problem}");
}

#[test]
fn a_child_that_is_killed() {
    assert_child_failed(&with_script("kill -9 $$"));
}

#[test]
fn a_child_that_is_killed_with_half_of_its_artifact_written() {
    assert_child_failed(&with_script("echo half; kill -9 $$"));
}

#[test]
fn a_child_that_is_stopped() {
    assert_child_failed(&with_script("kill -STOP $$"));
    assert_child_failed(&with_script("exec /bin/sleep 1000"));
}

#[test]
fn a_child_that_closes_its_output_and_stays() {
    assert_child_failed(&with_script("exec >&- 2>&-; exec /bin/sleep 1000"));
}

#[test]
fn a_child_that_writes_something_else() {
    let problem = with_script("echo this is no artifact");
    assert!(matches!(problem, LoadProblem::Host(HostFailure::Internal(_))), "{problem}");
}

#[test]
fn a_compiler_that_there_is_not() {
    let compiler = CompilerPath::Program { program: "/no/such/program".into(), args: Vec::new() };
    let sandbox = Sandbox::new(SandboxConfig { compiler, ..config() }).expect("a sandbox");
    assert_child_failed(&sandbox.load("x", &Wat::default().wasm()).expect_err("no compiler").problem);
}

/// What fails in the child before it comes to the module is no fault of the bot.
#[test]
fn a_child_that_does_not_know_its_task() {
    let CompilerPath::Program { program, mut args } = config().compiler else { unreachable!("a program") };
    args.push("nonsense".into());
    let sandbox = Sandbox::new(SandboxConfig { compiler: CompilerPath::Program { program, args }, ..config() });
    let problem = sandbox.expect("a sandbox").load("x", &Wat::default().wasm()).expect_err("no task").problem;
    assert_child_failed(&problem);
}

/// Under a limit on addresses there is no room for a pool; the same answers come out.
#[test]
fn a_limited_address_space_is_enough() {
    let test = std::env::current_exe().expect("this test");
    let status = std::process::Command::new("/bin/sh")
        .args(["-c", "ulimit -v 4000000 && exec \"$0\" --exact loops::fuel_is_charged_the_same_every_time --quiet"])
        .arg(test)
        .stdout(std::process::Stdio::null())
        .status()
        .expect("a shell");
    assert!(status.success(), "{status}");
}

/// What a test of this program prints of its failure when it runs under a shell's limit.
fn under_limit(limit: &str, test: &str) -> std::process::Output {
    std::process::Command::new("/bin/sh")
        .args(["-c", &format!("ulimit {limit} && exec \"$0\" --exact {test} --nocapture")])
        .arg(std::env::current_exe().expect("this test"))
        .env(INHERITS, limit)
        // Each thread's own arena would reserve addresses by chance of timing.
        .env("MALLOC_ARENA_MAX", "1")
        .output()
        .expect("a shell")
}

/// The variable that makes a test see itself as the one under the limit.
const INHERITS: &str = "BOTPIT_TEST_INHERITS";

/// Loads the dear module under a limit of the shell below the compiler's own.
fn assert_inherited(test: &str, limit: &str, expected: CompileLimit, word: &str) {
    if std::env::var_os(INHERITS).is_none() {
        let output = under_limit(limit, test);
        let passed = String::from_utf8_lossy(&output.stdout).contains("1 passed");
        assert!(passed, "{}", String::from_utf8_lossy(&output.stderr));
        return;
    }
    let load = LoadLimits { compile_memory_bytes: 1 << 40, compile_cpu_seconds: 3600, ..LoadLimits::default() };
    let sandbox = Sandbox::new(SandboxConfig { load, ..config() }).expect("a sandbox");
    sandbox.load("small", &Wat::default().wasm()).expect("loads within the limit");
    let error = sandbox.load("dear", &dear_module()).expect_err("over the limit");
    assert_eq!(error.problem, LoadProblem::Host(HostFailure::InheritedLimit { limit: expected }));
    assert!(error.hint().is_some_and(|hint| hint.contains(word)), "{error}");
}

#[test]
fn a_limit_of_the_shell_on_memory_is_no_fault_of_the_bot() {
    let test = "compiling::child::a_limit_of_the_shell_on_memory_is_no_fault_of_the_bot";
    assert_inherited(test, "-v 400000", CompileLimit::MemoryBytes(400_000 << 10), "ulimit -v");
}

/// The limit also counts this test's own time, of which it takes little.
#[test]
fn a_limit_of_the_shell_on_time_is_no_fault_of_the_bot() {
    let test = "compiling::child::a_limit_of_the_shell_on_time_is_no_fault_of_the_bot";
    assert_inherited(test, "-t 1", CompileLimit::CpuSeconds(1), "ulimit -t");
}

#[test]
fn values_that_no_sandbox_can_have() {
    let load = config().load;
    let with_load = |load| SandboxConfig { load, ..config() };
    let wrong = [
        ("memory_bytes", SandboxConfig { memory_bytes: u64::MAX, ..config() }),
        ("memory_bytes", SandboxConfig { memory_bytes: 0, ..config() }),
        ("table_elements", SandboxConfig { table_elements: u32::MAX, ..config() }),
        ("instances", SandboxConfig { instances: 0, ..config() }),
        ("instances", SandboxConfig { instances: u32::MAX, ..config() }),
        ("compile_cpu_seconds", with_load(LoadLimits { compile_cpu_seconds: u64::MAX, ..load })),
        ("compile_memory_bytes", with_load(LoadLimits { compile_memory_bytes: 0, ..load })),
        ("compile_memory_bytes", with_load(LoadLimits { compile_memory_bytes: u64::MAX, ..load })),
        ("load_fuel", SandboxConfig { load_fuel: 0, ..config() }),
        ("compile_wall", SandboxConfig { compile_wall: Duration::MAX, ..config() }),
        ("load_cpu", SandboxConfig { load_cpu: Duration::ZERO, ..config() }),
    ];
    for (name, config) in wrong {
        match Sandbox::new(config) {
            Err(SandboxError::OutOfRange { field, .. }) => assert!(field.starts_with(name), "{field}, not {name}"),
            other => panic!("{name}: {other:?}"),
        }
    }
}

/// The most that each value may be must not overflow anywhere either.
#[test]
fn the_greatest_values_that_a_sandbox_can_have() {
    let load =
        LoadLimits { module_bytes: u64::MAX, functions: u64::MAX, compile_memory_bytes: 1 << 40, ..config().load };
    let most = SandboxConfig {
        load,
        memory_bytes: 4 << 30,
        table_elements: 10_000_000,
        instances: 65_536,
        load_fuel: u64::MAX,
        ..config()
    };
    let module = Sandbox::new(most).expect("a sandbox").load("x", &Wat::default().wasm()).expect("loads");
    turn(&mut started(&module), 0);
}
