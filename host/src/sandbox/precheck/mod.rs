//! What can be said of a module without compiling it: whether it is a bot, and whether it is cheap to compile.
//!
//! This check is the rule: the same module passes on every machine. The limits of the compile child are only a net
//! below it.

mod constructors;
mod contract;
mod features;
mod file;
mod outline;
mod work;

use wasmparser::Validator;

use super::engine::FEATURES;
use super::facts::ModuleFacts;
use super::{LoadProblem, Origin, SandboxConfig};

pub(super) use contract::known_import;

use outline::{Outline, ReadError};

/// What a look at a module's bytes finds.
#[derive(Clone, Debug, Default)]
pub struct Inspection {
    /// What the module is made of; `None` where it cannot be read.
    pub facts: Option<ModuleFacts>,
    /// Who made it, as far as it tells.
    pub origin: Origin,
    /// Why it cannot play, as far as its bytes tell: all that could be found, the first one first.
    pub problems: Vec<LoadProblem>,
}

/// Checks a module against the limits and the contract.
pub(super) fn check(wasm: &[u8], config: &SandboxConfig) -> Result<(), LoadProblem> {
    if let Some(problem) = too_large(wasm, config) {
        return Err(problem);
    }
    look(wasm, config).problems.into_iter().next().map_or(Ok(()), Err)
}

/// Finds all that can be found out about a module without compiling it.
pub(super) fn inspect(wasm: &[u8], config: &SandboxConfig) -> Inspection {
    let looked = look(wasm, config);
    let problems = too_large(wasm, config).into_iter().chain(looked.problems).collect();
    let origin = Origin::of(wasm);
    Inspection { facts: looked.outline.map(|outline| outline.facts()), origin, problems }
}

fn too_large(wasm: &[u8], config: &SandboxConfig) -> Option<LoadProblem> {
    let (bytes, limit) = (wasm.len() as u64, config.load.module_bytes);
    (bytes > limit).then_some(LoadProblem::TooLarge { bytes, limit })
}

/// What comes of reading a module.
#[derive(Default)]
struct Looked<'a> {
    problems: Vec<LoadProblem>,
    outline: Option<Outline<'a>>,
}

fn look<'a>(wasm: &'a [u8], config: &SandboxConfig) -> Looked<'a> {
    let unreadable = |problem| Looked { problems: vec![problem], ..Looked::default() };
    if !wasm.starts_with(b"\0asm") {
        return unreadable(LoadProblem::NotWasm { looks_like: file::looks_like(wasm) });
    }
    // Counting comes before validation: it takes time in proportion to the bytes, whatever they are.
    let outline = match Outline::read(wasm, config) {
        Ok(outline) => outline,
        Err(ReadError::Problem(problem)) => return unreadable(problem),
        Err(ReadError::Syntax(error)) => return unreadable(file::damage(wasm, &error)),
    };
    let mut problems = outline.over_limits.clone();
    if let Some(what) = outline.unlinked() {
        // Its imports and exports are for the linker.
        problems.push(LoadProblem::Unlinked { what });
        return Looked { problems, outline: Some(outline) };
    }
    // One that is larger than allowed is not worth the time.
    if problems.is_empty()
        && too_large(wasm, config).is_none()
        && let Err(error) = Validator::new_with_features(FEATURES).validate_all(wasm)
    {
        problems.extend(features::invalid(wasm, &error));
    }
    problems.extend(outline.check_imports());
    problems.extend(outline.check_space(config));
    problems.extend(outline.check_exports());
    Looked { problems, outline: Some(outline) }
}
