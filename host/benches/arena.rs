//! The sandbox and the bot that the measurements share.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use botpit::bot_build::BotBuild;
use botpit::matches::Entrant;
use botpit::sandbox::{CompilerPath, Sandbox, SandboxConfig, compile_child};

/// The program that is measured.
pub(crate) const BOTPIT: &str = env!("CARGO_BIN_EXE_botpit");

/// A sandbox, and the trivial bot in it.
pub(crate) struct Arena {
    pub(crate) sandbox: Sandbox,
    pub(crate) entrant: Entrant,
    /// The wasm of the path-finding kernel.
    pub(crate) kernel: Vec<u8>,
    /// The wasm of the bot that does what bots do.
    pub(crate) work: Vec<u8>,
}

impl Arena {
    /// Builds the bots and loads them.
    pub(crate) fn prepare() -> anyhow::Result<Arena> {
        let compiler = CompilerPath::Program { program: BOTPIT.into(), args: vec![compile_child::SUBCOMMAND.into()] };
        let sandbox = Sandbox::new(SandboxConfig { compiler, ..SandboxConfig::default() })?;
        let [kernel, trivial, work] = build_bots()?;
        let wasm: Arc<[u8]> = trivial.into();
        let entrant = Entrant { name: "trivial".to_owned(), module: sandbox.load("trivial", &wasm)?, wasm };
        Ok(Arena { sandbox, entrant, kernel, work })
    }
}

/// The wasm of the bots next to this file, in order of name.
fn build_bots() -> anyhow::Result<[Vec<u8>; 3]> {
    let host = Path::new(env!("CARGO_MANIFEST_DIR"));
    let build = BotBuild {
        folder: host.join("benches/bots"),
        target_dir: Path::new(env!("CARGO_TARGET_TMPDIR")).join("bots"),
        source_root: host.parent().context("the host crate lies in the workspace")?.to_owned(),
        packages: ["kernel", "trivial", "work"].map(str::to_owned).into(),
        profile: "release",
        locked: true,
    };
    let modules = build.run()?;
    let [kernel, trivial, work] = modules.as_slice() else {
        anyhow::bail!("the build makes {} modules", modules.len())
    };
    let read = |file: &Path| std::fs::read(file).with_context(|| format!("cannot read {}", file.display()));
    Ok([read(kernel)?, read(trivial)?, read(work)?])
}
