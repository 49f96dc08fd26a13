//! What can be said of a module without compiling it: whether it is a bot, and whether it is cheap to compile.
//!
//! This check is the rule: the same module passes on every machine. The limits of the compile child are only a net
//! below it.

use botpit_guest::{BOTPIT_MODULE, ValueType, WASI_MODULE, WasiFunction, escape};
use wasmparser::{
    BlockType, CompositeInnerType, Encoding, ExternalKind, FuncType, FunctionBody, MemoryType, Operator, Parser,
    Payload, TableType, TypeRef, ValType, Validator, WasmFeatures,
};

use super::engine::FEATURES;
use super::error::TEXT_FORMAT;
use super::{LoadProblem, Quantity, SandboxConfig, Toolchain};

/// The most parameters of a function or a block.
const PARAMETERS: u64 = 64;
/// The most results of a function or a block.
const RESULTS: u64 = 16;
/// The most types of a module.
const TYPES: u64 = 20_000;
/// The most globals of a module.
const GLOBALS: u64 = 20_000;
/// The most work on one function, in units of [`Work`].
const FUNCTION_WORK: u64 = 15_000_000;
/// The most work on all functions, in units of [`Work`].
const MODULE_WORK: u64 = 80_000_000;

/// Which of the optional exports a bot has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Exports {
    pub(super) initialize: bool,
    pub(super) setup: bool,
    pub(super) team_name: bool,
}

/// Checks a module against the limits and the contract.
pub(super) fn check(wasm: &[u8], config: &SandboxConfig) -> Result<Exports, LoadProblem> {
    let bytes = wasm.len() as u64;
    if bytes > config.load.module_bytes {
        return Err(LoadProblem::TooLarge { bytes, limit: config.load.module_bytes });
    }
    if !wasm.starts_with(b"\0asm") {
        return Err(LoadProblem::NotWasm { looks_like: looks_like(wasm) });
    }
    // Counting comes before validation: it takes time in proportion to the bytes, whatever they are.
    let outline = match Outline::read(wasm, config) {
        Ok(outline) => outline,
        Err(ReadError::Problem(problem)) => return Err(problem),
        Err(ReadError::Syntax(error)) => return Err(invalid(wasm, &error)),
    };
    if let Err(error) = Validator::new_with_features(FEATURES).validate_all(wasm) {
        return Err(invalid(wasm, &error));
    }
    outline.check_imports()?;
    outline.check_space(config)?;
    outline.check_exports()
}

/// What a file that is no module seems to be.
fn looks_like(bytes: &[u8]) -> Option<&'static str> {
    let text = bytes.trim_ascii_start();
    match bytes {
        [] => Some("an empty file"),
        _ if text.starts_with(b"(module") || text.starts_with(b"(component") || text.starts_with(b";;") => {
            Some(TEXT_FORMAT)
        }
        [0x7f, b'E', b'L', b'F', ..] => Some("a native program or library for Linux"),
        [0xcf | 0xce, 0xfa, 0xed, 0xfe, ..] => Some("a native program or library for macOS"),
        [b'M', b'Z', ..] => Some("a native program or library for Windows"),
        [b'!', b'<', b'a', b'r', b'c', b'h', b'>', ..] => Some("an archive of object files"),
        [0x1f, 0x8b, ..] => Some("a gzip archive"),
        [b'P', b'K', 3, 4, ..] => Some("a zip archive"),
        _ => None,
    }
}

/// Why the validator refuses a module: a proposal that is off, or damage.
fn invalid(wasm: &[u8], error: &wasmparser::BinaryReaderError) -> LoadProblem {
    let proposals = [
        ("threads", WasmFeatures::THREADS),
        ("memory64", WasmFeatures::MEMORY64),
        ("multiple memories", WasmFeatures::MULTI_MEMORY),
        ("exceptions", WasmFeatures::EXCEPTIONS),
        ("legacy exceptions", WasmFeatures::LEGACY_EXCEPTIONS),
        ("tail calls", WasmFeatures::TAIL_CALL),
        ("relaxed SIMD", WasmFeatures::RELAXED_SIMD),
        ("custom page sizes", WasmFeatures::CUSTOM_PAGE_SIZES),
        ("wide arithmetic", WasmFeatures::WIDE_ARITHMETIC),
        ("external references", WasmFeatures::GC_TYPES),
        ("typed function references", WasmFeatures::FUNCTION_REFERENCES),
        ("garbage collection", GC),
        ("stack switching", GC.union(WasmFeatures::EXCEPTIONS).union(WasmFeatures::STACK_SWITCHING)),
        ("several features", WasmFeatures::all().difference(WasmFeatures::COMPONENT_MODEL)),
    ];
    let passes = |feature| Validator::new_with_features(FEATURES.union(feature)).validate_all(wasm).is_ok();
    match proposals.into_iter().find(|(_, feature)| passes(*feature)) {
        Some((feature, _)) => LoadProblem::Feature { feature },
        None => {
            LoadProblem::Invalid { message: escape(error.message().as_bytes(), 200), offset: error.offset() as u64 }
        }
    }
}

const GC: WasmFeatures = WasmFeatures::GC.union(WasmFeatures::GC_TYPES).union(WasmFeatures::FUNCTION_REFERENCES);

enum ReadError {
    Problem(LoadProblem),
    Syntax(wasmparser::BinaryReaderError),
}

impl From<wasmparser::BinaryReaderError> for ReadError {
    fn from(error: wasmparser::BinaryReaderError) -> ReadError {
        ReadError::Syntax(error)
    }
}

impl From<LoadProblem> for ReadError {
    fn from(problem: LoadProblem) -> ReadError {
        ReadError::Problem(problem)
    }
}

/// What the sections of a module say.
#[derive(Default)]
struct Outline<'a> {
    /// Function types by index; `None` where there is a type of another kind.
    types: Vec<Option<FuncType>>,
    /// The type index of each function, imported ones first.
    functions: Vec<u32>,
    imports: Vec<(&'a str, &'a str, TypeRef)>,
    exports: Vec<(&'a str, ExternalKind, u32)>,
    memory: Option<MemoryType>,
    tables: Vec<TableType>,
    /// Work on all functions so far.
    work: u64,
}

/// How much work a function is for the compiler, in about a microsecond each on a machine of 2020, as measured with
/// functions of many operators of a kind.
///
/// The time grows with the operators, with the square of the places where control splits or meets, and with how many
/// locals may have different values in such places. The last is far too much for most code, but nothing less holds for
/// code that is made to be slow.
#[derive(Clone, Copy)]
struct Work {
    bytes: u64,
    locals: u64,
    operators: u64,
    joints: u64,
    /// In how many loops each loop lies, itself included, summed over all loops.
    nesting: u64,
}

impl Work {
    /// Of a function without code.
    const EMPTY: u64 = 200;

    fn total(self) -> u64 {
        (Work::EMPTY + 2 * self.bytes + self.operators + self.locals / 8)
            .saturating_add(self.joints.saturating_mul(self.joints) / 64)
            .saturating_add(self.joints.saturating_mul(self.locals))
            .saturating_add(self.nesting.saturating_mul(self.locals) / 16)
    }
}

/// How many loops are open.
#[derive(Default)]
struct LoopDepth {
    /// For each open block whether it is a loop.
    blocks: Vec<bool>,
    loops: u64,
}

impl LoopDepth {
    /// Follows an operator; for the beginning of a loop the number of open loops, else 0.
    fn enter(&mut self, operator: &Operator<'_>) -> u64 {
        match operator {
            Operator::Loop { .. } => {
                self.blocks.push(true);
                self.loops += 1;
                return self.loops;
            }
            Operator::Block { .. } | Operator::If { .. } => self.blocks.push(false),
            Operator::End if self.blocks.pop() == Some(true) => self.loops -= 1,
            _ => {}
        }
        0
    }
}

impl<'a> Outline<'a> {
    fn read(wasm: &'a [u8], config: &SandboxConfig) -> Result<Outline<'a>, ReadError> {
        let mut outline = Outline::default();
        let mut defined = 0;
        let mut bodies = 0;
        let mut parser = Parser::new(0);
        parser.set_features(WasmFeatures::all());
        for payload in parser.parse_all(wasm) {
            match payload? {
                Payload::Version { encoding: Encoding::Component, .. } => return Err(LoadProblem::Component.into()),
                Payload::TypeSection(section) => {
                    at_most(Quantity::Types, u64::from(section.count()), TYPES)?;
                    for group in section {
                        for ty in group?.into_types() {
                            outline.add_type(ty.composite_type.inner)?;
                        }
                        // One entry of the section may define many types.
                        at_most(Quantity::Types, outline.types.len() as u64, TYPES)?;
                    }
                }
                Payload::ImportSection(section) => {
                    at_most(Quantity::Functions, u64::from(section.count()), config.load.functions)?;
                    for import in section.into_imports() {
                        let import = import?;
                        if let TypeRef::Func(ty) = import.ty {
                            outline.functions.push(ty);
                        }
                        outline.imports.push((import.module, import.name, import.ty));
                    }
                }
                Payload::FunctionSection(section) => {
                    defined = u64::from(section.count());
                    at_most(Quantity::Functions, outline.functions.len() as u64 + defined, config.load.functions)?;
                    for ty in section {
                        outline.functions.push(ty?);
                    }
                }
                Payload::TableSection(section) => {
                    at_most(Quantity::Tables, u64::from(section.count()), 1)?;
                    for table in section {
                        outline.tables.push(table?.ty);
                    }
                }
                Payload::MemorySection(section) => {
                    for memory in section {
                        outline.memory.get_or_insert(memory?);
                    }
                }
                Payload::GlobalSection(section) => {
                    at_most(Quantity::Globals, u64::from(section.count()), GLOBALS)?;
                }
                Payload::ExportSection(section) => {
                    for export in section {
                        let export = export?;
                        outline.exports.push((export.name, export.kind, export.index));
                    }
                }
                Payload::CodeSectionEntry(body) => {
                    // The validator checks that there is a type for each body; until then it is only a guess.
                    let index = outline.functions.len() as u64 - defined.min(outline.functions.len() as u64) + bodies;
                    bodies += 1;
                    outline.add_body(index as usize, &body)?;
                }
                _ => {}
            }
        }
        Ok(outline)
    }

    fn add_type(&mut self, ty: CompositeInnerType) -> Result<(), LoadProblem> {
        let function = match ty {
            CompositeInnerType::Func(function) => {
                at_most(Quantity::Parameters, function.params().len() as u64, PARAMETERS)?;
                at_most(Quantity::Results, function.results().len() as u64, RESULTS)?;
                Some(function)
            }
            _ => None,
        };
        self.types.push(function);
        Ok(())
    }

    fn add_body(&mut self, index: usize, body: &FunctionBody<'_>) -> Result<(), ReadError> {
        let mut locals = self.function_type(index).map_or(0, |ty| ty.params().len() as u64);
        for group in body.get_locals_reader()? {
            locals += u64::from(group?.0);
        }
        let bytes = body.range().len() as u64;
        let mut work = Work { bytes, locals, operators: 0, joints: 0, nesting: 0 };
        let mut operators = body.get_operators_reader()?;
        let mut loops = LoopDepth::default();
        while !operators.eof() {
            let operator = operators.read()?;
            let (cost, joints) = self.cost(&operator);
            work.operators += cost;
            work.joints += joints;
            work.nesting += loops.enter(&operator);
        }
        at_most(Quantity::FunctionWork, work.total(), FUNCTION_WORK)?;
        self.work += work.total();
        at_most(Quantity::ModuleWork, self.work, MODULE_WORK)?;
        Ok(())
    }

    /// An operator's work beyond that of its bytes, and the places that it adds where control splits or meets.
    fn cost(&self, operator: &Operator<'_>) -> (u64, u64) {
        match operator {
            Operator::Block { blockty } => (300 * self.block_arity(blockty), 0),
            Operator::If { blockty } => (40 + 300 * self.block_arity(blockty), 1),
            Operator::Loop { blockty } => (100 + 300 * self.block_arity(blockty), 2),
            Operator::Else | Operator::Br { .. } => (10, 1),
            Operator::BrIf { .. } => (40, 1),
            Operator::BrTable { targets } => (10 + u64::from(targets.len()), 1 + u64::from(targets.len()) / 8),
            Operator::Call { function_index } => {
                let ty = self.functions.get(*function_index as usize).copied().unwrap_or(u32::MAX);
                (15 + self.arity(ty), 0)
            }
            Operator::CallIndirect { type_index, .. } => (90 + self.arity(*type_index), 2),
            Operator::TableGet { .. } | Operator::TableSet { .. } => (60, 1),
            Operator::F32x4Ceil
            | Operator::F32x4Floor
            | Operator::F32x4Trunc
            | Operator::F32x4Nearest
            | Operator::F64x2Ceil
            | Operator::F64x2Floor
            | Operator::F64x2Trunc
            | Operator::F64x2Nearest => (250, 0),
            Operator::MemoryFill { .. }
            | Operator::MemoryCopy { .. }
            | Operator::MemoryInit { .. }
            | Operator::MemoryGrow { .. }
            | Operator::DataDrop { .. }
            | Operator::TableFill { .. }
            | Operator::TableCopy { .. }
            | Operator::TableInit { .. }
            | Operator::TableGrow { .. }
            | Operator::ElemDrop { .. }
            | Operator::RefFunc { .. } => (20, 0),
            Operator::I32DivS
            | Operator::I32DivU
            | Operator::I32RemS
            | Operator::I32RemU
            | Operator::I64DivS
            | Operator::I64DivU
            | Operator::I64RemS
            | Operator::I64RemU
            | Operator::F32Add
            | Operator::F32Sub
            | Operator::F32Mul
            | Operator::F32Div
            | Operator::F32Sqrt
            | Operator::F64Add
            | Operator::F64Sub
            | Operator::F64Mul
            | Operator::F64Div
            | Operator::F64Sqrt
            | Operator::F32Ceil
            | Operator::F32Floor
            | Operator::F32Trunc
            | Operator::F32Nearest
            | Operator::F64Ceil
            | Operator::F64Floor
            | Operator::F64Trunc
            | Operator::F64Nearest => (10, 0),
            _ => (0, 0),
        }
    }

    /// How many values a block takes and gives: each costs the compiler some 20 KB.
    fn block_arity(&self, ty: &BlockType) -> u64 {
        match ty {
            BlockType::FuncType(index) => self.arity(*index),
            _ => 0,
        }
    }

    fn arity(&self, type_index: u32) -> u64 {
        let ty = self.types.get(type_index as usize).and_then(Option::as_ref);
        ty.map_or(0, |ty| (ty.params().len() + ty.results().len()) as u64)
    }

    fn function_type(&self, index: usize) -> Option<&FuncType> {
        self.types.get(*self.functions.get(index)? as usize)?.as_ref()
    }

    fn check_imports(&self) -> Result<(), LoadProblem> {
        for (module, name, ty) in &self.imports {
            let known = match ty {
                TypeRef::Func(_) => known_import(module, name),
                _ => None,
            };
            let Some((known_module, known_name, expected)) = known else {
                return Err(LoadProblem::UnknownImport {
                    module: escape(module.as_bytes(), 100),
                    name: escape(name.as_bytes(), 100),
                    toolchain: Toolchain::of_import(module, name),
                });
            };
            let found = match ty {
                TypeRef::Func(index) => self.types.get(*index as usize).and_then(Option::as_ref),
                _ => None,
            };
            let found = signature(found);
            if found != expected {
                return Err(LoadProblem::ImportType { module: known_module, name: known_name, expected, found });
            }
        }
        Ok(())
    }

    fn check_space(&self, config: &SandboxConfig) -> Result<(), LoadProblem> {
        if let Some(memory) = &self.memory {
            let bytes = memory.initial.saturating_mul(64 << 10);
            at_most(Quantity::MemoryBytes, bytes, config.memory_bytes)?;
        }
        for table in &self.tables {
            at_most(Quantity::TableElements, table.initial, u64::from(config.table_elements))?;
        }
        Ok(())
    }

    fn check_exports(&self) -> Result<Exports, LoadProblem> {
        let exported = |name: &str| self.exports.iter().any(|(export, ..)| *export == name);
        if exported("_start") && !exported("think") {
            return Err(LoadProblem::Command);
        }
        self.function_export("botpit_abi", "() -> i32", true)?;
        self.function_export("alloc", "(i32) -> i32", true)?;
        self.function_export("think", "(i32, i32) -> i64", true)?;
        match self.exports.iter().find(|(name, ..)| *name == "memory") {
            None => return Err(LoadProblem::MissingExport { name: "memory" }),
            Some((_, ExternalKind::Memory, _)) => {}
            Some((_, kind, _)) => {
                let (expected, found) = ("a memory".to_owned(), kind_words(*kind).to_owned());
                return Err(LoadProblem::ExportType { name: "memory", expected, found });
            }
        }
        Ok(Exports {
            initialize: self.function_export("_initialize", "() -> ()", false)?,
            setup: self.function_export("setup", "(i32, i32) -> ()", false)?,
            team_name: self.function_export("team_name", "() -> i64", false)?,
        })
    }

    /// Whether the function is exported; then with the expected type.
    fn function_export(&self, name: &'static str, expected: &str, needed: bool) -> Result<bool, LoadProblem> {
        let Some((_, kind, index)) = self.exports.iter().find(|(export, ..)| *export == name) else {
            return if needed { Err(LoadProblem::MissingExport { name }) } else { Ok(false) };
        };
        let found = match kind {
            ExternalKind::Func => signature(self.function_type(*index as usize)),
            other => kind_words(*other).to_owned(),
        };
        if found == expected {
            return Ok(true);
        }
        Err(LoadProblem::ExportType { name, expected: expected.to_owned(), found })
    }
}

fn at_most(quantity: Quantity, found: u64, limit: u64) -> Result<(), LoadProblem> {
    if found > limit { Err(LoadProblem::OverLimit { quantity, found, limit }) } else { Ok(()) }
}

/// The names and the type of a function that the sandbox has.
fn known_import(module: &str, name: &str) -> Option<(&'static str, &'static str, String)> {
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
    let (name, ty) = match name {
        "log" => ("log", "(i32, i32) -> ()"),
        "draw" => ("draw", "(i32, i32) -> ()"),
        "fuel_left" => ("fuel_left", "() -> i64"),
        "random" => ("random", "() -> i64"),
        _ => return None,
    };
    Some((BOTPIT_MODULE, name, ty.to_owned()))
}

/// A function's type as the documentation writes it: `(i32, i32) -> i64`.
fn signature(ty: Option<&FuncType>) -> String {
    let Some(ty) = ty else {
        return "a function of another kind".to_owned();
    };
    let list = |types: &[ValType]| types.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    match ty.results() {
        [result] => format!("({}) -> {result}", list(ty.params())),
        results => format!("({}) -> ({})", list(ty.params()), list(results)),
    }
}

fn kind_words(kind: ExternalKind) -> &'static str {
    match kind {
        ExternalKind::Memory => "a memory",
        ExternalKind::Table => "a table",
        ExternalKind::Global => "a global",
        ExternalKind::Tag => "a tag",
        _ => "a function",
    }
}
