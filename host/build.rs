//! Compiles the example bots, and the module that `botpit check` measures with, to wasm, so that the program has them
//! built in, and packs the sources that `botpit new` puts into a bot project.

#[path = "src/bot_build.rs"]
#[allow(dead_code, unreachable_pub, reason = "it is a part of the host's library, which uses the rest")]
mod bot_build;

use std::fmt::Write as _;
use std::io::Write as _;
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

    match page(&root, Path::new(&out)) {
        Ok(table) => fs::write(Path::new(&out).join("page.rs"), table).expect("OUT_DIR can be written"),
        Err(problem) => {
            eprintln!("error: the browser page cannot be built: {problem}");
            return ExitCode::FAILURE;
        }
    }

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

/// Builds the browser page's wasm, and gives a Rust expression for all files of the page: their names, and their bytes.
fn page(root: &Path, out: &Path) -> Result<String, String> {
    let web = root.join("host/web");
    for source in ["Cargo.toml", "src", "page"] {
        println!("cargo::rerun-if-changed={}", web.join(source).display());
    }
    let modules = BotBuild::of_page(root, &out.join("page-build")).run().map_err(|error| match error.hint() {
        Some(hint) => format!("{error}\nhint: {hint}"),
        None => error.to_string(),
    })?;
    let glue = out.join("page");
    let mut bindgen = wasm_bindgen_cli_support::Bindgen::new();
    bindgen.input_path(&modules[0]).out_name("botpit_web").typescript(false).remove_name_section(true);
    bindgen.remove_producers_section(true);
    bindgen.web(true).and_then(|bindgen| bindgen.generate(&glue)).map_err(|error| format!("{error:#}"))?;
    pack(&glue.join("botpit_web_bg.wasm"), &glue.join("engine.bin")).map_err(|error| error.to_string())?;
    let mut files = Vec::new();
    for folder in [&web.join("page"), &glue] {
        for entry in fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))? {
            files.push(entry.map_err(|error| error.to_string())?.path());
        }
    }
    let is_shown = |file: &PathBuf| {
        let name = file.to_string_lossy();
        [".html", ".css", ".js", ".bin"].iter().any(|end| name.ends_with(end))
    };
    files.retain(is_shown);
    files.sort();
    let mut table = "&[\n".to_owned();
    for file in files {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let _ = writeln!(table, "({name:?}, include_bytes!({file:?})),");
    }
    Ok(table + "]\n")
}

/// Compresses a file, the same to the same bytes.
fn pack(from: &Path, to: &Path) -> std::io::Result<()> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(&fs::read(from)?)?;
    fs::write(to, encoder.finish()?)
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
