//! Compiles the example bots, and the module that `botpit check` measures with, to wasm, so that the program has them
//! built in, and packs the sources that `botpit new` puts into a bot project.

#[path = "src/bot_build.rs"]
#[allow(dead_code, unreachable_pub, reason = "it is a part of the host's library, which uses the rest")]
mod bot_build;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs};

use bot_build::BotBuild;

/// What the wasm is made of, from the workspace's root: folders and files that cargo watches.
const SOURCES: [&str; 7] = [
    "Cargo.toml",
    "Cargo.lock",
    "rust-toolchain.toml",
    "sdk/Cargo.toml",
    "sdk/src",
    "sdk/abi/Cargo.toml",
    "sdk/abi/src",
];

/// What a bot project carries, from the workspace's root: folders and files. The root's manifest says which versions
/// the crates need.
const PACKED: [&str; 14] = [
    "Cargo.toml",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "engine/Cargo.toml",
    "engine/guest/Cargo.toml",
    "engine/guest/src",
    "engine/maps",
    "engine/src",
    "sdk/ABI.md",
    "sdk/Cargo.toml",
    "sdk/RULES.md",
    "sdk/abi/Cargo.toml",
    "sdk/abi/src",
    "sdk/src",
];

fn main() -> ExitCode {
    let host = env::var("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR");
    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    let root = Path::new(&host).parent().expect("the host crate lies in the workspace").to_owned();
    for source in SOURCES.iter().chain(&PACKED) {
        println!("cargo::rerun-if-changed={}", root.join(source).display());
    }
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/bot_build.rs");

    let work = Path::new(&host).join("src/check/work.wat");
    println!("cargo::rerun-if-changed={}", work.display());
    let module = wat::parse_file(&work).expect("the module to measure with is right");
    fs::write(Path::new(&out).join("work.wasm"), module).expect("OUT_DIR can be written");

    fs::write(Path::new(&out).join("packed.rs"), packed(&root)).expect("OUT_DIR can be written");

    let build = BotBuild::of_examples(&root, &Path::new(&out).join("bots")).expect("the examples can be listed");
    for package in &build.packages {
        let example = root.join("examples").join(package);
        println!("cargo::rerun-if-changed={}", example.join("Cargo.toml").display());
        println!("cargo::rerun-if-changed={}", example.join("src").display());
    }
    let modules = match build.run() {
        Ok(modules) => modules,
        Err(error) => {
            eprintln!("error: the built-in bots cannot be built: {error}");
            if let Some(hint) = error.hint() {
                eprintln!("hint: {hint}");
            }
            return ExitCode::FAILURE;
        }
    };
    for module in modules {
        let file = module.file_name().expect("cargo names files");
        fs::copy(&module, Path::new(&out).join(file)).expect("OUT_DIR can be written");
    }
    ExitCode::SUCCESS
}

/// A Rust expression for the packed files: their paths from the root, and their texts.
fn packed(root: &Path) -> String {
    let mut files = Vec::new();
    for source in PACKED {
        collect(root.join(source), &mut files);
    }
    files.sort();
    let mut table = "&[\n".to_owned();
    for file in files {
        let path = file.strip_prefix(root).expect("it lies in the workspace");
        let _ = writeln!(table, "({path:?}, include_str!({file:?})),");
    }
    table + "]\n"
}

/// The file, or the sources and maps in a folder: not what an editor leaves there.
fn collect(path: PathBuf, files: &mut Vec<PathBuf>) {
    if !path.is_dir() {
        return files.push(path);
    }
    for entry in fs::read_dir(path).expect("the sources can be read") {
        let path = entry.expect("the sources can be read").path();
        if path.is_dir() || path.extension().is_some_and(|kind| kind == "rs" || kind == "toml" || kind == "md") {
            collect(path, files);
        }
    }
}
