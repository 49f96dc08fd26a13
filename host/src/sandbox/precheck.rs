//! What can be said of a module without compiling it: whether it is a bot, and whether it is cheap to compile.
//!
//! This check is the rule: the same module passes on every machine. The limits of the compile child are only a net
//! below it.

use botpit_guest::{BOTPIT_MODULE, ValueType, WASI_MODULE, WasiFunction, escape};
use wasmparser::{
    BlockType, CompositeInnerType, Encoding, ExternalKind, FuncType, FunctionBody, MemoryType, Operator, Parser,
    Payload, TableType, TypeRef, ValType, Validator, WasmFeatures,
};

use super::advice::{JAVASCRIPT, TEXT_FORMAT};
use super::engine::FEATURES;
use super::facts::{CustomSection, ExportFacts, ImportFacts, ModuleFacts, SpaceFacts};
use super::{LoadProblem, Origin, Quantity, SandboxConfig, Toolchain};

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
pub(super) fn check(wasm: &[u8], config: &SandboxConfig) -> Result<Exports, LoadProblem> {
    if let Some(problem) = too_large(wasm, config) {
        return Err(problem);
    }
    let looked = look(wasm, config);
    match looked.problems.into_iter().next() {
        Some(problem) => Err(problem),
        None => Ok(looked.exports),
    }
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
    exports: Exports,
    outline: Option<Outline<'a>>,
}

fn look<'a>(wasm: &'a [u8], config: &SandboxConfig) -> Looked<'a> {
    let unreadable = |problem| Looked { problems: vec![problem], ..Looked::default() };
    if !wasm.starts_with(b"\0asm") {
        return unreadable(LoadProblem::NotWasm { looks_like: looks_like(wasm) });
    }
    // Counting comes before validation: it takes time in proportion to the bytes, whatever they are.
    let outline = match Outline::read(wasm, config) {
        Ok(outline) => outline,
        Err(ReadError::Problem(problem)) => return unreadable(problem),
        Err(ReadError::Syntax(error)) => return unreadable(damage(wasm, &error)),
    };
    let mut problems = outline.over_limits.clone();
    if let Some(what) = outline.unlinked() {
        // Its imports and exports are for the linker.
        problems.push(LoadProblem::Unlinked { what });
        return Looked { problems, outline: Some(outline), ..Looked::default() };
    }
    // One that is larger than allowed is not worth the time.
    if problems.is_empty()
        && too_large(wasm, config).is_none()
        && let Err(error) = Validator::new_with_features(FEATURES).validate_all(wasm)
    {
        problems.extend(invalid(wasm, &error));
    }
    problems.extend(outline.check_imports());
    problems.extend(outline.check_space(config));
    let exports = outline.check_exports(&mut problems);
    Looked { problems, exports, outline: Some(outline) }
}

/// What a file that is no module seems to be.
fn looks_like(bytes: &[u8]) -> Option<&'static str> {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    let head = &text[..text.len().min(4096)];
    let begins = |word: &[u8]| text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    let has = |word: &[u8]| head.windows(word.len()).any(|window| window == word);
    match bytes {
        [] => Some("an empty file"),
        [0x7f, b'E', b'L', b'F', ..] => Some("a native program or library for Linux"),
        [0xcf | 0xce, 0xfa, 0xed, 0xfe, ..] => Some("a native program or library for macOS"),
        [b'M', b'Z', ..] => Some("a native program or library for Windows"),
        [b'!', b'<', b'a', b'r', b'c', b'h', b'>', ..] => Some("an archive of object files"),
        [b'B', b'C', 0xc0, 0xde, ..] => Some("LLVM bitcode, which is not linked yet"),
        [0x1f, 0x8b, ..] => Some("a gzip archive"),
        [0x28, 0xb5, 0x2f, 0xfd, ..] => Some("a file compressed with zstd"),
        [b'P', b'K', 3, 4, ..] => Some("a zip archive"),
        _ if b"\0asm".starts_with(bytes) => Some("the first bytes of a module that was cut"),
        _ if begins(b"(module") || begins(b"(component") || begins(b";;") => Some(TEXT_FORMAT),
        _ if begins(b"<!doctype") || begins(b"<html") => Some("a web page, perhaps of a download that failed"),
        _ if begins(b"version https://git-lfs") => Some("a pointer of Git LFS; `git lfs pull` gets the file"),
        _ if begins(b"AGFzbQ") => Some("a module in base64"),
        _ if has(b"WebAssembly") || has(b"export default") || has(b"use strict") => Some(JAVASCRIPT),
        _ => None,
    }
}

/// What a module is that cannot be read to its end.
fn damage(wasm: &[u8], error: &wasmparser::BinaryReaderError) -> LoadProblem {
    let (message, offset) = (error.message(), error.offset() as u64);
    // Inside of a section that is there as a whole, it is damage.
    if message.contains("unexpected end") && !has_whole_sections(wasm) {
        LoadProblem::Truncated { bytes: wasm.len() as u64 }
    } else {
        LoadProblem::Invalid { message: escape(message.as_bytes(), 200), offset }
    }
}

/// Whether the file ends where its last section does.
fn has_whole_sections(wasm: &[u8]) -> bool {
    let mut reader = wasmparser::BinaryReader::new(wasm.get(8..).unwrap_or_default(), 8);
    let mut skip_section = || {
        reader.read_u8()?;
        let len = reader.read_var_u32()?;
        reader.read_bytes(len as usize)?;
        Ok::<bool, wasmparser::BinaryReaderError>(!reader.eof())
    };
    loop {
        match skip_section() {
            Ok(true) => {}
            Ok(false) => return true,
            Err(_) => return false,
        }
    }
}

/// Why the validator refuses a module: proposals that are off, or damage.
fn invalid(wasm: &[u8], error: &wasmparser::BinaryReaderError) -> Vec<LoadProblem> {
    const GC: WasmFeatures = WasmFeatures::GC.union(WasmFeatures::GC_TYPES).union(WasmFeatures::FUNCTION_REFERENCES);
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
    ];
    let passes = |features| Validator::new_with_features(features).validate_all(wasm).is_ok();
    let off = |feature| LoadProblem::Feature { feature };
    if let Some((feature, _)) = proposals.into_iter().find(|(_, feature)| passes(FEATURES.union(*feature))) {
        return vec![off(feature)];
    }
    let every = WasmFeatures::all().difference(WasmFeatures::COMPONENT_MODEL);
    if !passes(every) {
        return vec![damage(wasm, error)];
    }
    // More than one is used: those that cannot be left out.
    let mut needed = every;
    for (_, feature) in proposals {
        let without = needed.difference(feature.difference(FEATURES));
        if passes(without) {
            needed = without;
        }
    }
    let used = proposals.into_iter().filter(|(_, feature)| needed.contains(*feature));
    let used: Vec<LoadProblem> = used.map(|(feature, _)| off(feature)).collect();
    if used.is_empty() { vec![off("several features")] } else { used }
}

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
    /// For each function with a body the function that it calls before anything else, if it does.
    first_calls: Vec<Option<u32>>,
    has_start: bool,
    code_bytes: u64,
    data_bytes: u64,
    custom_bytes: u64,
    /// The first custom sections.
    customs: Vec<(&'a str, u64)>,
    /// Work on all functions so far.
    work: u64,
    /// What is over its limit, once for each quantity.
    over_limits: Vec<LoadProblem>,
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
                            outline.add_type(ty.composite_type.inner);
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
                    outline.at_most(Quantity::Tables, u64::from(section.count()), 1);
                    for table in section {
                        outline.tables.push(table?.ty);
                    }
                }
                Payload::MemorySection(section) => {
                    for memory in section {
                        outline.memory.get_or_insert(memory?);
                    }
                }
                Payload::StartSection { .. } => outline.has_start = true,
                Payload::CodeSectionStart { size, .. } => outline.code_bytes = u64::from(size),
                Payload::DataSection(section) => outline.data_bytes = section.range().len() as u64,
                Payload::CustomSection(section) => {
                    let bytes = section.range().len() as u64;
                    outline.custom_bytes += bytes;
                    if outline.customs.len() < NAMES {
                        outline.customs.push((section.name(), bytes));
                    }
                }
                Payload::GlobalSection(section) => {
                    outline.at_most(Quantity::Globals, u64::from(section.count()), GLOBALS);
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
        outline.at_most(Quantity::ModuleWork, outline.work, MODULE_WORK);
        Ok(outline)
    }

    /// Notes a quantity that is over its limit, the first of its kind.
    fn at_most(&mut self, quantity: Quantity, found: u64, limit: u64) {
        let noted =
            |problem: &LoadProblem| matches!(problem, LoadProblem::OverLimit { quantity: q, .. } if *q == quantity);
        if found > limit && !self.over_limits.iter().any(noted) {
            self.over_limits.push(LoadProblem::OverLimit { quantity, found, limit });
        }
    }

    fn add_type(&mut self, ty: CompositeInnerType) {
        let function = match ty {
            CompositeInnerType::Func(function) => {
                self.at_most(Quantity::Parameters, function.params().len() as u64, PARAMETERS);
                self.at_most(Quantity::Results, function.results().len() as u64, RESULTS);
                Some(function)
            }
            _ => None,
        };
        self.types.push(function);
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
        let mut first = None;
        while !operators.eof() {
            let operator = operators.read()?;
            first.get_or_insert(match operator {
                Operator::Call { function_index } => Some(function_index),
                _ => None,
            });
            let (cost, joints) = self.cost(&operator);
            work.operators += cost;
            work.joints += joints;
            work.nesting += loops.enter(&operator);
        }
        self.at_most(Quantity::FunctionWork, work.total(), FUNCTION_WORK);
        self.work = self.work.saturating_add(work.total());
        self.first_calls.push(first.flatten());
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

    /// The type of a function by its type's index, as words.
    fn signature_of_type(&self, index: u32) -> String {
        signature(self.types.get(index as usize).and_then(Option::as_ref))
    }

    /// What an import is, as words.
    fn import_words(&self, ty: &TypeRef) -> String {
        match ty {
            TypeRef::Func(index) | TypeRef::FuncExact(index) => self.signature_of_type(*index),
            TypeRef::Memory(_) => "a memory".to_owned(),
            TypeRef::Table(_) => "a table".to_owned(),
            TypeRef::Global(_) => "a global".to_owned(),
            TypeRef::Tag(_) => "a tag".to_owned(),
        }
    }

    fn check_imports(&self) -> Vec<LoadProblem> {
        self.imports.iter().filter_map(|(module, name, ty)| self.check_import(module, name, ty)).collect()
    }

    fn check_import(&self, module: &str, name: &str, ty: &TypeRef) -> Option<LoadProblem> {
        let shown = |text: &str| escape(text.as_bytes(), 100);
        let known = match ty {
            TypeRef::Func(_) => known_import(module, name),
            TypeRef::Memory(_) => {
                return Some(LoadProblem::ImportedMemory { module: shown(module), name: shown(name) });
            }
            _ => None,
        };
        let Some((module, name, expected)) = known else {
            let toolchain = Toolchain::of_import(module, name);
            return Some(LoadProblem::UnknownImport { module: shown(module), name: shown(name), toolchain });
        };
        let found = self.import_words(ty);
        (found != expected).then_some(LoadProblem::ImportType { module, name, expected, found })
    }

    fn check_space(&self, config: &SandboxConfig) -> Vec<LoadProblem> {
        let memory = self
            .memory
            .iter()
            .map(|memory| (Quantity::MemoryBytes, memory.initial.saturating_mul(PAGE_BYTES), config.memory_bytes));
        let tables =
            self.tables.iter().map(|table| (Quantity::TableElements, table.initial, u64::from(config.table_elements)));
        let over = memory.chain(tables).filter(|(_, found, limit)| found > limit);
        over.map(|(quantity, found, limit)| LoadProblem::OverLimit { quantity, found, limit }).collect()
    }

    /// What the linker has still to do, if the module is an input of it.
    fn unlinked(&self) -> Option<&'static str> {
        let imports = |wanted: &str| self.imports.iter().any(|(module, name, _)| *module == "env" && *name == wanted);
        let has = |wanted: &str| self.customs.iter().any(|(name, _)| *name == wanted);
        if has("linking") && imports("__linear_memory") {
            Some("an object file")
        } else if has("dylink.0") || has("dylink") {
            Some("a dynamic library")
        } else {
            None
        }
    }

    fn exported(&self, name: &str) -> Option<(ExternalKind, u32)> {
        self.exports.iter().find(|(export, ..)| *export == name).map(|(_, kind, index)| (*kind, *index))
    }

    /// Adds what is wrong with the exports.
    fn check_exports(&self, problems: &mut Vec<LoadProblem>) -> Exports {
        if self.exported("_start").is_some() && self.exported("think").is_none() {
            problems.push(LoadProblem::Command);
        }
        let mut has = [false; FUNCTION_EXPORTS.len()];
        for (found, (name, expected, needed)) in has.iter_mut().zip(FUNCTION_EXPORTS) {
            match self.function_export(name, expected, needed) {
                Ok(there) => *found = there,
                Err(problem) => problems.push(problem),
            }
        }
        let imported = self.imports.iter().any(|(_, _, ty)| matches!(ty, TypeRef::Memory(_)));
        match self.exported("memory") {
            Some((ExternalKind::Memory, _)) => {}
            // The import is the cause, and said already.
            None if imported => {}
            None => problems.push(LoadProblem::MissingExport { name: "memory" }),
            Some((kind, _)) => {
                let (expected, found) = ("a memory".to_owned(), kind_words(kind).to_owned());
                problems.push(LoadProblem::ExportType { name: "memory", expected, found });
            }
        }
        let [.., initialize, setup, team_name] = has;
        Exports { initialize, setup, team_name }
    }

    /// Whether the function is exported; then with the expected type.
    fn function_export(&self, name: &'static str, expected: &str, needed: bool) -> Result<bool, LoadProblem> {
        let Some((kind, index)) = self.exported(name) else {
            return if needed { Err(LoadProblem::MissingExport { name }) } else { Ok(false) };
        };
        let found = self.export_words(kind, index);
        if found == expected {
            return Ok(true);
        }
        Err(LoadProblem::ExportType { name, expected: expected.to_owned(), found })
    }

    /// What an export is, as words.
    fn export_words(&self, kind: ExternalKind, index: u32) -> String {
        match kind {
            ExternalKind::Func => signature(self.function_type(index as usize)),
            other => kind_words(other).to_owned(),
        }
    }

    /// Whether exports begin with a call of the same function, as a linker wraps them that takes the module for a
    /// command: its constructors then run before each call.
    fn runs_constructors_on_every_call(&self) -> bool {
        if self.exported("_initialize").is_some() {
            return false;
        }
        let imported = self.functions.len() - self.first_calls.len().min(self.functions.len());
        let first_call = |name: &str| {
            let (ExternalKind::Func, index) = self.exported(name)? else { return None };
            let called = (*self.first_calls.get((index as usize).checked_sub(imported)?)?)?;
            let plain = called as usize >= imported
                && self
                    .function_type(called as usize)
                    .is_some_and(|ty| ty.params().is_empty() && ty.results().is_empty());
            plain.then_some(called)
        };
        let of_think = first_call("think");
        of_think.is_some() && ["botpit_abi", "alloc", "setup"].iter().any(|name| first_call(name) == of_think)
    }

    fn facts(&self) -> ModuleFacts {
        let shown = |text: &str| escape(text.as_bytes(), NAME_CHARS);
        let exports = self.exports.iter().map(|(name, kind, index)| {
            let known = *name == "memory" || FUNCTION_EXPORTS.iter().any(|(known, ..)| known == name);
            (known, move || ExportFacts { name: shown(name), kind: self.export_words(*kind, *index), known })
        });
        let imports = self.imports.iter().map(|(module, name, ty)| {
            let known = matches!(ty, TypeRef::Func(_)) && known_import(module, name).is_some();
            (known, move || ImportFacts {
                module: shown(module),
                name: shown(name),
                kind: self.import_words(ty),
                known,
            })
        });
        let custom = |(name, bytes): &(&str, u64)| CustomSection { name: shown(name), bytes: *bytes };
        ModuleFacts {
            functions: self.functions.len() as u64,
            code_bytes: self.code_bytes,
            data_bytes: self.data_bytes,
            custom_bytes: self.custom_bytes,
            custom_sections: self.customs.iter().map(custom).collect(),
            memory: self.memory.map(|memory| SpaceFacts {
                minimum: memory.initial.saturating_mul(PAGE_BYTES),
                maximum: memory.maximum.map(|pages| pages.saturating_mul(PAGE_BYTES)),
            }),
            table: self.tables.first().map(|table| SpaceFacts { minimum: table.initial, maximum: table.maximum }),
            has_start_section: self.has_start,
            constructors_on_every_call: self.runs_constructors_on_every_call(),
            exports_total: self.exports.len() as u64,
            exports: known_first(exports),
            imports_total: self.imports.len() as u64,
            imports: known_first(imports),
        }
    }
}

/// The most exports, imports and custom sections that are named.
const NAMES: usize = 100;
/// The longest name that is shown of an export, import or custom section, in characters.
const NAME_CHARS: usize = 100;
const PAGE_BYTES: u64 = 64 << 10;

/// The functions that the sandbox looks for among the exports: name, type, and whether every bot needs it.
const FUNCTION_EXPORTS: [(&str, &str, bool); 6] = [
    ("botpit_abi", "() -> i32", true),
    ("alloc", "(i32) -> i32", true),
    ("think", "(i32, i32) -> i64", true),
    ("_initialize", "() -> ()", false),
    ("setup", "(i32, i32) -> ()", false),
    ("team_name", "() -> i64", false),
];

/// The first of a list that may be very long: what is known, then what is not, each in its order.
fn known_first<T>(items: impl Iterator<Item = (bool, impl FnOnce() -> T)> + Clone) -> Vec<T> {
    let known = items.clone().filter(|(known, _)| *known);
    known.chain(items.filter(|(known, _)| !known)).take(NAMES).map(|(_, make)| make()).collect()
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

/// The most parameters or results of a type that are written out; nothing that the sandbox knows has so many.
const SIGNATURE_TYPES: usize = 16;

/// A function's type as the documentation writes it: `(i32, i32) -> i64`.
fn signature(ty: Option<&FuncType>) -> String {
    let Some(ty) = ty else {
        return "a function of another kind".to_owned();
    };
    let list = |types: &[ValType]| {
        let mut words: Vec<String> = types.iter().take(SIGNATURE_TYPES).map(ToString::to_string).collect();
        if types.len() > SIGNATURE_TYPES {
            words.push("…".to_owned());
        }
        words.join(", ")
    };
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
