//! What a module is made of, as plain data.

use serde::Serialize;

/// What a module is made of. Names are escaped and cut; of long lists there are the first entries.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ModuleFacts {
    /// Functions, imported ones too.
    pub functions: u64,
    /// Bytes of code.
    pub code_bytes: u64,
    /// Bytes of static data.
    pub data_bytes: u64,
    /// Bytes of all sections that do not matter for what the module does.
    pub custom_bytes: u64,
    /// Those sections.
    pub custom_sections: Vec<CustomSection>,
    /// The memory of its own, in bytes.
    pub memory: Option<SpaceFacts>,
    /// The first table, in elements.
    pub table: Option<SpaceFacts>,
    /// The compiler's work on the whole module.
    pub compile_work: WorkFacts,
    /// The compiler's work on the function that takes most of it.
    pub largest_function_work: WorkFacts,
    /// Whether code runs as soon as there is an instance.
    pub has_start_section: bool,
    /// Whether it seems that the constructors of static data run again before each call from the host.
    pub constructors_on_every_call: bool,
    /// Whether it seems that the constructors of static data never run.
    pub constructors_never_run: bool,
    /// How many exports there are.
    pub exports_total: u64,
    /// The exports, those that the sandbox uses first.
    pub exports: Vec<ExportFacts>,
    /// How many imports there are.
    pub imports_total: u64,
    /// The imports, those that the sandbox has first.
    pub imports: Vec<ImportFacts>,
}

/// How much work a module is for the compiler, as estimated before it is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct WorkFacts {
    /// Estimated microseconds: what hostile code of such a size takes, so that most code takes much less.
    pub estimate: u64,
    /// The most there may be.
    pub limit: u64,
}

/// How much space a module asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SpaceFacts {
    /// What it begins with.
    pub minimum: u64,
    /// What it never goes beyond, if it says so.
    pub maximum: Option<u64>,
}

/// A section that does not matter for what the module does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CustomSection {
    /// Its name.
    pub name: String,
    /// Its length in bytes.
    pub bytes: u64,
}

/// An export.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ExportFacts {
    /// Its name.
    pub name: String,
    /// A function's type, or what else it is.
    pub kind: String,
    /// Whether the sandbox looks for an export of this name.
    pub known: bool,
}

/// An import.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ImportFacts {
    /// The name of the module that it is asked of.
    pub module: String,
    /// Its name there.
    pub name: String,
    /// A function's type, or what else it is.
    pub kind: String,
    /// Whether the sandbox has a function of this name.
    pub known: bool,
}
