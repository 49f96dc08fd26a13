//! Turns a folder with a Rust bot's source into wasm.
//!
//! This file needs nothing but `std`: the build script of this crate makes the built-in bots with it, and
//! `botpit build` those of contestants, so that both come out of the same recipe.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

/// The target that bots are built for.
pub const TARGET: &str = "wasm32-unknown-unknown";

/// Bytes of a bot's stack in linear memory. The default of 1 MiB would be most of a small bot's memory; the sandbox
/// bounds the depth of calls anyway.
pub const STACK_BYTES: u32 = 256 << 10;

/// What to build, and how.
#[derive(Clone, Debug)]
pub struct BotBuild {
    /// The folder of the bot's `Cargo.toml`, or of a workspace of bots.
    pub folder: PathBuf,
    /// Where the build puts what it makes; a folder of its own.
    pub target_dir: PathBuf,
    /// A folder above [`BotBuild::folder`] that holds everything the bot is made of: its place does not show in the
    /// wasm.
    pub source_root: PathBuf,
    /// The packages to build; none stands for that of the folder.
    pub packages: Vec<String>,
    /// The cargo profile to build with.
    pub profile: &'static str,
    /// Whether the lock file must be there and fit.
    pub locked: bool,
}

impl BotBuild {
    /// The build of a bot that stands for itself, which leaves what it makes in its folder's `target/botpit`.
    pub fn of(folder: &Path) -> BotBuild {
        let folder = absolute(folder);
        BotBuild {
            target_dir: folder.join("target").join("botpit"),
            source_root: folder.clone(),
            folder,
            packages: Vec::new(),
            profile: "release",
            locked: false,
        }
    }

    /// The build of the example bots of Botpit's own workspace in `root`.
    ///
    /// # Errors
    /// When the folder of examples cannot be read.
    pub fn of_examples(root: &Path, target_dir: &Path) -> io::Result<BotBuild> {
        let mut packages = Vec::new();
        for entry in std::fs::read_dir(root.join("examples"))? {
            let entry = entry?;
            if entry.path().join("Cargo.toml").is_file() {
                packages.push(entry.file_name().to_string_lossy().into_owned());
            }
        }
        packages.sort();
        Ok(BotBuild {
            folder: root.to_owned(),
            target_dir: target_dir.to_owned(),
            source_root: root.to_owned(),
            packages,
            profile: "bot",
            locked: true,
        })
    }

    /// The build of the browser page's own wasm, from Botpit's workspace in `root`.
    pub fn of_page(root: &Path, target_dir: &Path) -> BotBuild {
        BotBuild {
            folder: root.to_owned(),
            target_dir: target_dir.to_owned(),
            source_root: root.to_owned(),
            packages: vec!["botpit-web".to_owned()],
            profile: "page",
            locked: true,
        }
    }

    /// Builds the folder, which runs the build code of its packages, and gives back the wasm files in order of name.
    ///
    /// Diagnostics of the compiler go to stderr.
    ///
    /// # Errors
    /// When the folder is no package, the compiler or its target is missing, the build fails, or it makes no wasm.
    pub fn run(&self) -> Result<Vec<PathBuf>, BotBuildError> {
        let manifest = self.folder.join("Cargo.toml");
        if !manifest.is_file() {
            return Err(BotBuildError::NoManifest { folder: self.folder.clone() });
        }
        let sysroot = self.sysroot_with_target()?;
        let output = self
            .command(&std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
            .args([
                "build",
                "--profile",
                self.profile,
                "--message-format",
                "json-render-diagnostics",
                "--target",
                TARGET,
            ])
            .args(self.locked.then_some("--locked"))
            .args(self.packages.iter().map(|package| format!("--package={package}")))
            .arg("--manifest-path")
            .arg(&manifest)
            .arg("--target-dir")
            .arg(&self.target_dir)
            .env("CARGO_ENCODED_RUSTFLAGS", self.rustflags(&sysroot))
            .stdin(Stdio::null())
            .stderr(Stdio::inherit())
            .output()
            .map_err(|error| BotBuildError::NoTool { tool: "cargo", error })?;
        if !output.status.success() {
            return Err(BotBuildError::Failed { folder: self.folder.clone(), status: output.status });
        }
        let modules = wasm_files(&String::from_utf8_lossy(&output.stdout));
        if modules.is_empty() { Err(BotBuildError::NoWasm { folder: self.folder.clone() }) } else { Ok(modules) }
    }

    /// Where the compiler's own files are, when the target's are among them.
    fn sysroot_with_target(&self) -> Result<PathBuf, BotBuildError> {
        let output = self
            .command(&std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
            .args(["--target", TARGET, "--print", "sysroot", "--print", "target-libdir"])
            .stdin(Stdio::null())
            .output()
            .map_err(|error| BotBuildError::NoTool { tool: "rustc", error })?;
        let text = String::from_utf8_lossy(&output.stdout);
        let mut lines = text.lines();
        match (lines.next(), lines.next()) {
            (Some(sysroot), Some(libraries)) if Path::new(libraries).is_dir() => Ok(sysroot.into()),
            _ => Err(BotBuildError::TargetMissing),
        }
    }

    /// A tool that works in the bot's folder and knows nothing of a build that this one may run inside of.
    fn command(&self, tool: &OsStr) -> Command {
        let mut command = Command::new(tool);
        command.current_dir(&self.folder);
        for (name, _) in std::env::vars_os() {
            if leaks(&name) {
                command.env_remove(name);
            }
        }
        command
    }

    /// The compiler's flags, in cargo's encoding: a small stack, and no path of this machine in the wasm.
    fn rustflags(&self, sysroot: &Path) -> OsString {
        let cargo_home = std::env::var_os("CARGO_HOME").map(PathBuf::from).or_else(default_cargo_home);
        // Of the prefixes that fit a path the compiler takes the last.
        let places = [
            (Some(self.source_root.clone()), "/source"),
            (Some(self.target_dir.clone()), "/target"),
            (cargo_home, "/cargo"),
            // Where the component rust-src is installed, the standard library has paths of this machine.
            (Some(sysroot.join("lib/rustlib/src/rust")), "/rustc"),
        ];
        let mut flags = OsString::from(format!("-Clink-arg=-zstack-size={STACK_BYTES}"));
        for (place, name) in places {
            if let Some(place) = place {
                flags.push("\u{1f}--remap-path-prefix=");
                flags.push(place);
                flags.push("=");
                flags.push(name);
            }
        }
        flags
    }
}

/// Whether a variable of the environment would change what the nested build makes, or where.
pub fn leaks(name: &OsStr) -> bool {
    const KEPT: [&str; 4] = ["CARGO_HOME", "CARGO_NET_", "CARGO_HTTP_", "CARGO_TERM_"];
    let Some(name) = name.to_str() else { return false };
    let wanted = KEPT.iter().any(|kept| name.starts_with(kept)) || name.starts_with("CARGO_REGISTR");
    let of_cargo = name.starts_with("CARGO_") && !wanted;
    of_cargo
        || matches!(
            name,
            "RUSTFLAGS" | "RUSTC_WRAPPER" | "RUSTC_WORKSPACE_WRAPPER" | "RUSTC_LINKER" | "RUSTC_BOOTSTRAP"
        )
}

fn default_cargo_home() -> Option<PathBuf> {
    std::env::home_dir().map(|home| home.join(".cargo"))
}

/// The path as cargo sees it, so that prefixes fit.
fn absolute(path: &Path) -> PathBuf {
    path.canonicalize().or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.to_owned())
}

/// The wasm files that cargo's messages name.
fn wasm_files(messages: &str) -> Vec<PathBuf> {
    let artifacts = messages.lines().filter(|line| line.contains(r#""reason":"compiler-artifact""#));
    let mut files: Vec<PathBuf> = artifacts
        .flat_map(|line| line.split('"'))
        .filter(|text| text.ends_with(".wasm"))
        .map(|text| PathBuf::from(text.replace(r"\\", r"\")))
        .collect();
    files.sort();
    files.dedup();
    files
}

/// Why a folder gave no wasm.
#[derive(Debug)]
#[non_exhaustive]
pub enum BotBuildError {
    /// The folder is no Rust package.
    NoManifest {
        /// The folder.
        folder: PathBuf,
    },
    /// A tool could not be run.
    NoTool {
        /// Which.
        tool: &'static str,
        /// What the system says.
        error: io::Error,
    },
    /// The compiler has no standard library for [`TARGET`].
    TargetMissing,
    /// The build failed; the compiler said why on stderr.
    Failed {
        /// The folder.
        folder: PathBuf,
        /// How cargo ended.
        status: ExitStatus,
    },
    /// The build went well and made no wasm file.
    NoWasm {
        /// The folder.
        folder: PathBuf,
    },
}

impl BotBuildError {
    /// What to type or write so that it works, where that is known.
    pub fn hint(&self) -> Option<String> {
        match self {
            BotBuildError::TargetMissing => Some(format!("rustup target add {TARGET}")),
            BotBuildError::NoWasm { folder } => {
                let manifest = folder.join("Cargo.toml");
                Some(format!("write into {}: [lib] crate-type = [\"cdylib\", \"rlib\"]", manifest.display()))
            }
            BotBuildError::NoTool { .. } => Some("install Rust from https://rustup.rs".to_owned()),
            BotBuildError::NoManifest { .. } | BotBuildError::Failed { .. } => None,
        }
    }
}

impl fmt::Display for BotBuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BotBuildError::NoManifest { folder } => {
                write!(f, "{} has no Cargo.toml: it is no folder of a Rust bot", folder.display())
            }
            BotBuildError::NoTool { tool, error } => write!(f, "cannot run `{tool}`: {error}"),
            BotBuildError::TargetMissing => write!(f, "the Rust compiler has no target {TARGET}"),
            BotBuildError::Failed { folder, status } => write!(f, "building {} failed: {status}", folder.display()),
            BotBuildError::NoWasm { folder } => write!(f, "building {} made no wasm file", folder.display()),
        }
    }
}

impl std::error::Error for BotBuildError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            BotBuildError::NoTool { error, .. } => Some(error),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_without_a_manifest_is_no_bot() {
        let nowhere = std::env::temp_dir().join("botpit-no-such-folder");
        let error = BotBuild::of(&nowhere).run().expect_err("nothing to build");
        assert!(matches!(error, BotBuildError::NoManifest { .. }), "{error}");
    }

    #[test]
    fn only_the_wasm_files_of_artifacts_are_taken() {
        let messages = concat!(
            r#"{"reason":"compiler-artifact","filenames":["/t/b.wasm","/t/libb.rlib"]}"#,
            "\n",
            r#"{"reason":"compiler-artifact","filenames":["C:\\t\\a.wasm"]}"#,
            "\n",
            r#"{"reason":"build-script-executed","out_dir":"/t/c.wasm"}"#,
        );
        assert_eq!(wasm_files(messages), [Path::new("/t/b.wasm"), Path::new(r"C:\t\a.wasm")]);
    }

    #[test]
    fn a_surrounding_build_does_not_leak_in() {
        for name in ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "RUSTC_WRAPPER", "CARGO_TARGET_DIR", "CARGO_PKG_NAME"] {
            assert!(leaks(OsStr::new(name)), "{name}");
        }
        for name in ["PATH", "HOME", "CARGO_HOME", "CARGO_NET_OFFLINE", "RUSTUP_TOOLCHAIN", "RUSTC"] {
            assert!(!leaks(OsStr::new(name)), "{name}");
        }
    }
}
