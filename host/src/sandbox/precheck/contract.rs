//! What a bot has to import and export, and what it may not.

use botpit_guest::{BOTPIT_MODULE, ValueType, WASI_MODULE, WasiFunction, escape};
use wasmparser::{ExternalKind, TypeRef, ValType};

use super::outline::{Outline, PAGE_BYTES, kind_words};
use crate::sandbox::toolchain::Import;
use crate::sandbox::{LoadProblem, Quantity, SandboxConfig};

impl Outline<'_> {
    /// What is wrong with the imports.
    pub(super) fn check_imports(&self) -> Vec<LoadProblem> {
        let imports = self.imports.iter().zip(self.imports());
        imports.filter_map(|((_, _, ty), import)| self.check_import(&import, ty)).collect()
    }

    fn check_import(&self, import: &Import<'_>, ty: &TypeRef) -> Option<LoadProblem> {
        let shown = |text: &str| escape(text.as_bytes(), 100);
        let (module, name) = (shown(import.module), shown(import.name));
        let known = match ty {
            TypeRef::Func(_) => known_import(import.module, import.name),
            TypeRef::Memory(_) => return Some(LoadProblem::ImportedMemory { module, name }),
            _ => None,
        };
        if let Some((module, name, expected)) = known {
            let found = self.import_words(ty);
            return (found != expected).then_some(LoadProblem::ImportType { module, name, expected, found });
        }
        Some(match asked_elsewhere(import) {
            Some(name) => LoadProblem::ImportModule { module, name },
            None => LoadProblem::UnknownImport { module, name, toolchain: self.makers.toolchain(import) },
        })
    }

    /// What is too large of what the module begins with.
    pub(super) fn check_space(&self, config: &SandboxConfig) -> Vec<LoadProblem> {
        let memory = self
            .memory
            .iter()
            .map(|memory| (Quantity::MemoryBytes, memory.initial.saturating_mul(PAGE_BYTES), config.memory_bytes));
        let tables =
            self.tables.iter().map(|table| (Quantity::TableElements, table.initial, u64::from(config.table_elements)));
        let over = memory.chain(tables).filter(|(_, found, limit)| found > limit);
        over.map(|(quantity, found, limit)| LoadProblem::OverLimit { quantity, found, limit }).collect()
    }

    /// What the module is, if it is an input of a linker.
    pub(super) fn unlinked(&self) -> Option<&'static str> {
        let imports = |wanted: &str| self.imports.iter().any(|(module, name, _)| *module == "env" && *name == wanted);
        let has = |wanted: &str| self.customs.iter().any(|(name, _)| *name == wanted);
        // A linker can keep relocations in a whole module too, which has exports.
        let relocatable = self.exports.is_empty() && self.customs.iter().any(|(name, _)| name.starts_with("reloc."));
        if has("linking") && (relocatable || imports("__linear_memory")) {
            Some("an object file")
        } else if has("dylink.0") || has("dylink") {
            Some("a dynamic library")
        } else {
            None
        }
    }

    /// What is wrong with the exports.
    pub(super) fn check_exports(&self) -> impl Iterator<Item = LoadProblem> {
        let command = self.exported("_start").is_some() && self.exported("think").is_none();
        let functions = FUNCTION_EXPORTS
            .iter()
            .filter_map(|(name, expected, needed)| self.function_export(name, expected, *needed));
        command.then_some(LoadProblem::Command).into_iter().chain(functions).chain(self.memory_export())
    }

    /// What is wrong with the export of the memory.
    fn memory_export(&self) -> Option<LoadProblem> {
        let imported = self.imports.iter().any(|(_, _, ty)| matches!(ty, TypeRef::Memory(_)));
        match self.exported("memory") {
            Some((ExternalKind::Memory, _)) => None,
            // The imports are the cause, and told already: Go calls its memory `mem` where JavaScript is to have it.
            None if imported || self.makers.has_go() => None,
            None => Some(LoadProblem::MissingExport { name: "memory" }),
            Some((kind, _)) => {
                let (expected, found) = ("a memory".to_owned(), kind_words(kind).to_owned());
                Some(LoadProblem::ExportType { name: "memory", expected, found })
            }
        }
    }

    /// What is wrong with the export of a function.
    fn function_export(&self, name: &'static str, expected: &str, needed: bool) -> Option<LoadProblem> {
        let Some((kind, index)) = self.exported(name) else {
            return needed.then_some(LoadProblem::MissingExport { name });
        };
        let found = self.export_words(kind, index);
        // Emscripten halves 64 bits for its JavaScript, and is told by its imports already.
        let halved = || self.makers.has_emscripten() && expected.replace("i64", "i32") == found;
        if found == expected || halved() {
            return None;
        }
        Some(LoadProblem::ExportType { name, expected: expected.to_owned(), found })
    }
}

/// The functions that the sandbox looks for among the exports: name, type, and whether every bot needs it.
const FUNCTION_EXPORTS: [(&str, &str, bool); 6] = [
    ("botpit_abi", "() -> i32", true),
    ("alloc", "(i32) -> i32", true),
    ("think", "(i32, i32) -> i64", true),
    ("_initialize", "() -> ()", false),
    ("setup", "(i32, i32) -> ()", false),
    ("team_name", "() -> i64", false),
];

/// Whether the sandbox looks for an export of this name.
pub(super) fn is_known_export(name: &str) -> bool {
    name == "memory" || FUNCTION_EXPORTS.iter().any(|(known, ..)| *known == name)
}

/// The names and the types of the sandbox's own functions.
const OWN_FUNCTIONS: [(&str, &str); 4] =
    [("log", "(i32, i32) -> ()"), ("draw", "(i32, i32) -> ()"), ("fuel_left", "() -> i64"), ("random", "() -> i64")];

/// The function of the sandbox's own that the import seems to mean, where it asks another module for it. The logarithm
/// has the name of one too, and other types.
fn asked_elsewhere(import: &Import<'_>) -> Option<&'static str> {
    let function = import.function?;
    let mut values = function.params().iter().chain(function.results());
    let (name, _) = OWN_FUNCTIONS.into_iter().find(|(name, _)| *name == import.name)?;
    (import.module != BOTPIT_MODULE && !values.any(|ty| matches!(ty, ValType::F32 | ValType::F64))).then_some(name)
}

/// The names and the type of a function that the sandbox has.
pub(in crate::sandbox) fn known_import(module: &str, name: &str) -> Option<(&'static str, &'static str, String)> {
    if module == WASI_MODULE {
        let function = WasiFunction::find(name)?;
        let params: Vec<&str> = function
            .params
            .iter()
            .map(|param| match param {
                ValueType::I32 => "i32",
                ValueType::I64 => "i64",
            })
            .collect();
        let result = if function.returns_errno { "i32" } else { "()" };
        return Some((WASI_MODULE, function.name, format!("({}) -> {result}", params.join(", "))));
    }
    if module != BOTPIT_MODULE {
        return None;
    }
    let (name, ty) = OWN_FUNCTIONS.into_iter().find(|(own, _)| *own == name)?;
    Some((BOTPIT_MODULE, name, ty.to_owned()))
}
