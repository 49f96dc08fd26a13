//! Which of the proposals that are switched off a module uses.

use wasmparser::{BinaryReaderError, Validator, WasmFeatures};

use super::file::damage;
use crate::sandbox::LoadProblem;

/// A proposal that is switched off.
struct Proposal {
    name: &'static str,
    feature: WasmFeatures,
    /// What it needs and says nothing of its own: who uses this one is not told of those.
    includes: WasmFeatures,
}

const fn proposal(name: &'static str, feature: WasmFeatures, includes: WasmFeatures) -> Proposal {
    Proposal { name, feature, includes }
}

const NOTHING: WasmFeatures = WasmFeatures::empty();
const REFERENCES: WasmFeatures = WasmFeatures::FUNCTION_REFERENCES.union(WasmFeatures::GC_TYPES);

/// The proposals, in the order in which they are told: first those that tell of a language that cannot make bots. What
/// includes another comes before it.
const PROPOSALS: [Proposal; 13] = [
    proposal("stack switching", WasmFeatures::STACK_SWITCHING, REFERENCES.union(WasmFeatures::EXCEPTIONS)),
    proposal("garbage collection", WasmFeatures::GC, REFERENCES),
    proposal("typed function references", WasmFeatures::FUNCTION_REFERENCES, WasmFeatures::GC_TYPES),
    proposal("external references", WasmFeatures::GC_TYPES, NOTHING),
    proposal("threads", WasmFeatures::THREADS, NOTHING),
    proposal("memory64", WasmFeatures::MEMORY64, NOTHING),
    proposal("multiple memories", WasmFeatures::MULTI_MEMORY, NOTHING),
    proposal("legacy exceptions", WasmFeatures::LEGACY_EXCEPTIONS, WasmFeatures::EXCEPTIONS),
    proposal("exceptions", WasmFeatures::EXCEPTIONS, NOTHING),
    proposal("tail calls", WasmFeatures::TAIL_CALL, NOTHING),
    proposal("relaxed SIMD", WasmFeatures::RELAXED_SIMD, NOTHING),
    proposal("custom page sizes", WasmFeatures::CUSTOM_PAGE_SIZES, NOTHING),
    proposal("wide arithmetic", WasmFeatures::WIDE_ARITHMETIC, NOTHING),
];

/// Why the validator refuses a module: proposals that are off, or damage.
pub(super) fn invalid(wasm: &[u8], error: &BinaryReaderError) -> Vec<LoadProblem> {
    let passes = |features| Validator::new_with_features(features).validate_all(wasm).is_ok();
    let mut needed = WasmFeatures::all().difference(WasmFeatures::COMPONENT_MODEL);
    if !passes(needed) {
        return vec![damage(wasm, error)];
    }
    // What can be left out is left out: that ends with a smallest set.
    for Proposal { feature, .. } in &PROPOSALS {
        let without = needed.difference(*feature);
        if passes(without) {
            needed = without;
        }
    }
    let used = || PROPOSALS.iter().filter(|proposal| needed.contains(proposal.feature));
    let included = used().fold(NOTHING, |included, proposal| included.union(proposal.includes));
    let told = used().filter(|proposal| !included.contains(proposal.feature));
    let told: Vec<LoadProblem> = told.map(|proposal| LoadProblem::Feature { feature: proposal.name }).collect();
    // None of them means one that is known to nobody but the validator.
    if told.is_empty() { vec![LoadProblem::Feature { feature: "an unfinished proposal" }] } else { told }
}
