//! What the sections of a module say, and whether they say more than the limits allow.

use botpit_guest::escape;
use wasmparser::{
    BinaryReaderError, CompositeInnerType, ConstExpr, DataKind, DataSectionReader, Element, ElementItems, ElementKind,
    Encoding, ExportSectionReader, ExternalKind, FuncType, FunctionBody, ImportSectionReader, MemoryType, Operator,
    Parser, Payload, TableType, TypeRef, TypeSectionReader, ValType, WasmFeatures,
};

use super::constructors::Constructors;
use super::contract::{is_known_export, known_import};
use super::work::{FUNCTION_WORK, LoopDepth, MODULE_WORK, Work, arity, escape_work, expression_work, type_work};
use crate::sandbox::facts::{CustomSection, ExportFacts, ImportFacts, ModuleFacts, SpaceFacts, WorkFacts};
use crate::sandbox::toolchain::{Import, Makers};
use crate::sandbox::{LoadProblem, Quantity, SandboxConfig};

/// The most parameters of a function or a block.
const PARAMETERS: u64 = 64;
/// The most results of a function or a block.
const RESULTS: u64 = 16;
/// The most types of a module.
const TYPES: u64 = 20_000;
/// The most globals of a module.
const GLOBALS: u64 = 20_000;
/// The most elements of all segments of elements, which fill tables; the largest table has some 10,000.
const ELEMENTS: u64 = 100_000;
/// The most exports, imports and custom sections that are named.
const NAMES: usize = 100;
/// The longest name that is shown of an export, import or custom section, in characters.
const NAME_CHARS: usize = 100;
/// Bytes of a page of memory.
pub(super) const PAGE_BYTES: u64 = 64 << 10;

/// Why a module is not read to its end.
pub(super) enum ReadError {
    Problem(LoadProblem),
    Syntax(BinaryReaderError),
}

impl From<BinaryReaderError> for ReadError {
    fn from(error: BinaryReaderError) -> ReadError {
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
pub(super) struct Outline<'a> {
    /// Function types by index; `None` where there is a type of another kind.
    pub(super) types: Vec<Option<FuncType>>,
    /// The type index of each function, imported ones first.
    pub(super) functions: Vec<u32>,
    pub(super) imports: Vec<(&'a str, &'a str, TypeRef)>,
    pub(super) exports: Vec<(&'a str, ExternalKind, u32)>,
    pub(super) memory: Option<MemoryType>,
    pub(super) tables: Vec<TableType>,
    /// Who made the imports.
    pub(super) makers: Makers,
    pub(super) constructors: Constructors,
    has_start: bool,
    code_bytes: u64,
    data_bytes: u64,
    custom_bytes: u64,
    /// The first custom sections.
    pub(super) customs: Vec<(&'a str, u64)>,
    /// Work on everything so far.
    work: u64,
    /// Elements of all segments so far.
    elements: u64,
    /// For each function whether it is exported or in a table; empty while there is none.
    escaping: Vec<bool>,
    /// The most work on one function so far.
    function_work: u64,
    /// What is over its limit, once for each quantity.
    pub(super) over_limits: Vec<LoadProblem>,
}

impl<'a> Outline<'a> {
    /// Reads the sections; what is over a limit that makes reading costly ends it.
    pub(super) fn read(wasm: &'a [u8], config: &SandboxConfig) -> Result<Outline<'a>, ReadError> {
        let mut outline = Outline::default();
        let mut defined = 0;
        let mut bodies = 0;
        let mut parser = Parser::new(0);
        parser.set_features(WasmFeatures::all());
        for payload in parser.parse_all(wasm) {
            match payload? {
                Payload::Version { encoding: Encoding::Component, .. } => return Err(LoadProblem::Component.into()),
                Payload::TypeSection(section) => outline.add_types(section)?,
                Payload::ImportSection(section) => outline.add_imports(section, config.load.functions)?,
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
                Payload::StartSection { func, .. } => {
                    outline.has_start = true;
                    outline.constructors.is_called(func);
                }
                Payload::CodeSectionStart { size, .. } => outline.code_bytes = u64::from(size),
                Payload::DataSection(section) => outline.add_data(section)?,
                Payload::CustomSection(section) => outline.add_custom(section.name(), section.range().len() as u64),
                Payload::GlobalSection(section) => {
                    outline.at_most(Quantity::Globals, u64::from(section.count()), GLOBALS);
                    for global in section {
                        outline.add_expression(&global?.init_expr);
                    }
                }
                Payload::ExportSection(section) => outline.add_exports(section)?,
                Payload::ElementSection(section) => {
                    for element in section {
                        outline.add_element(element?)?;
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

    fn add_types(&mut self, section: TypeSectionReader<'a>) -> Result<(), ReadError> {
        at_most(Quantity::Types, u64::from(section.count()), TYPES)?;
        for group in section {
            for ty in group?.into_types() {
                self.add_type(ty.composite_type.inner);
            }
            // One entry of the section may define many types.
            at_most(Quantity::Types, self.types.len() as u64, TYPES)?;
        }
        Ok(())
    }

    fn add_imports(&mut self, section: ImportSectionReader<'a>, limit: u64) -> Result<(), ReadError> {
        at_most(Quantity::Imports, u64::from(section.count()), limit)?;
        for import in section.into_imports() {
            let import = import?;
            // One entry of the section may make many imports.
            at_most(Quantity::Imports, self.imports.len() as u64 + 1, limit)?;
            if let TypeRef::Func(ty) = import.ty {
                self.functions.push(ty);
            }
            self.imports.push((import.module, import.name, import.ty));
        }
        self.makers = Makers::of(self.imports());
        Ok(())
    }

    fn add_exports(&mut self, section: ExportSectionReader<'a>) -> Result<(), ReadError> {
        for export in section {
            let export = export?;
            self.exports.push((export.name, export.kind, export.index));
            self.constructors.see_export(&export);
            if export.kind == ExternalKind::Func {
                self.escape(export.index);
            }
        }
        Ok(())
    }

    fn add_data(&mut self, section: DataSectionReader<'_>) -> Result<(), ReadError> {
        self.data_bytes = section.range().len() as u64;
        for data in section {
            if let DataKind::Active { offset_expr, .. } = data?.kind {
                self.add_expression(&offset_expr);
            }
        }
        Ok(())
    }

    fn add_custom(&mut self, name: &'a str, bytes: u64) {
        self.custom_bytes += bytes;
        if self.customs.len() < NAMES {
            self.customs.push((name, bytes));
        }
    }

    fn add_type(&mut self, ty: CompositeInnerType) {
        let function = match ty {
            CompositeInnerType::Func(function) => {
                self.at_most(Quantity::Parameters, function.params().len() as u64, PARAMETERS);
                self.at_most(Quantity::Results, function.results().len() as u64, RESULTS);
                self.work = self.work.saturating_add(type_work(arity(&function)));
                Some(function)
            }
            _ => None,
        };
        self.types.push(function);
    }

    fn add_expression(&mut self, expression: &ConstExpr<'_>) {
        let bytes = expression.get_binary_reader().bytes_remaining() as u64;
        self.work = self.work.saturating_add(expression_work(bytes));
    }

    fn add_element(&mut self, element: Element<'_>) -> Result<(), ReadError> {
        if let ElementKind::Active { offset_expr, .. } = element.kind {
            self.add_expression(&offset_expr);
        }
        let count = match &element.items {
            ElementItems::Functions(functions) => functions.count(),
            ElementItems::Expressions(_, expressions) => expressions.count(),
        };
        self.elements += u64::from(count);
        at_most(Quantity::Elements, self.elements, ELEMENTS)?;
        match element.items {
            ElementItems::Functions(functions) => {
                for function in functions {
                    self.escape(function?);
                }
            }
            ElementItems::Expressions(_, expressions) => {
                for expression in expressions {
                    for operator in expression?.get_operators_reader() {
                        if let Operator::RefFunc { function_index } = operator? {
                            self.escape(function_index);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Counts the work on a function that the host may call, once.
    fn escape(&mut self, function: u32) {
        if self.escaping.is_empty() {
            self.escaping = vec![false; self.functions.len()];
        }
        if let Some(escaping @ false) = self.escaping.get_mut(function as usize) {
            *escaping = true;
            let arity = self.function_type(function as usize).map_or(0, arity);
            self.work = self.work.saturating_add(escape_work(arity));
        }
    }

    fn add_body(&mut self, index: usize, body: &FunctionBody<'_>) -> Result<(), ReadError> {
        let mut locals = self.function_type(index).map_or(0, |ty| ty.params().len() as u64);
        for group in body.get_locals_reader()? {
            locals += u64::from(group?.0);
        }
        let bytes = body.range().len() as u64;
        let mut work = Work { bytes, locals, operators: 0, joints: 0, nesting: 0, depth_squares: 0 };
        let mut operators = body.get_operators_reader()?;
        let mut loops = LoopDepth::default();
        self.constructors.enter(index);
        while !operators.eof() {
            let operator = operators.read()?;
            self.constructors.follow(&operator);
            let (cost, joints) = self.cost(&operator);
            work.operators += cost;
            work.joints += joints;
            let depth = loops.follow(&operator);
            work.nesting += depth.of_loop;
            work.depth_squares += depth.of_branch * depth.of_branch;
        }
        self.function_work = self.function_work.max(work.total());
        self.at_most(Quantity::FunctionWork, work.total(), FUNCTION_WORK);
        self.work = self.work.saturating_add(work.total());
        Ok(())
    }

    /// The type of a function by its index.
    pub(super) fn function_type(&self, index: usize) -> Option<&FuncType> {
        self.types.get(*self.functions.get(index)? as usize)?.as_ref()
    }

    /// The imports, each with its function's type.
    pub(super) fn imports(&self) -> impl Iterator<Item = Import<'_>> {
        self.imports.iter().map(|(module, name, ty)| Import::new(module, name, ty, &self.types))
    }

    /// The type of a function by its type's index, as words.
    fn signature_of_type(&self, index: u32) -> String {
        signature(self.types.get(index as usize).and_then(Option::as_ref))
    }

    /// What an import is, as words.
    pub(super) fn import_words(&self, ty: &TypeRef) -> String {
        match ty {
            TypeRef::Func(index) | TypeRef::FuncExact(index) => self.signature_of_type(*index),
            TypeRef::Memory(_) => "a memory".to_owned(),
            TypeRef::Table(_) => "a table".to_owned(),
            TypeRef::Global(_) => "a global".to_owned(),
            TypeRef::Tag(_) => "a tag".to_owned(),
        }
    }

    /// What is exported under a name.
    pub(super) fn exported(&self, name: &str) -> Option<(ExternalKind, u32)> {
        self.exports.iter().find(|(export, ..)| *export == name).map(|(_, kind, index)| (*kind, *index))
    }

    /// What an export is, as words.
    pub(super) fn export_words(&self, kind: ExternalKind, index: u32) -> String {
        match kind {
            ExternalKind::Func => signature(self.function_type(index as usize)),
            other => kind_words(other).to_owned(),
        }
    }

    /// The same as plain data.
    pub(super) fn facts(&self) -> ModuleFacts {
        let shown = |text: &str| escape(text.as_bytes(), NAME_CHARS);
        let exports = self.exports.iter().map(|(name, kind, index)| {
            let known = is_known_export(name);
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
            compile_work: WorkFacts { estimate: self.work, limit: MODULE_WORK },
            largest_function_work: WorkFacts { estimate: self.function_work, limit: FUNCTION_WORK },
            custom_sections: self.customs.iter().map(custom).collect(),
            memory: self.memory.map(|memory| SpaceFacts {
                minimum: memory.initial.saturating_mul(PAGE_BYTES),
                maximum: memory.maximum.map(|pages| pages.saturating_mul(PAGE_BYTES)),
            }),
            table: self.tables.first().map(|table| SpaceFacts { minimum: table.initial, maximum: table.maximum }),
            has_start_section: self.has_start,
            constructors_on_every_call: self.runs_constructors_on_every_call(),
            constructors_never_run: self.never_runs_constructors(),
            exports_total: self.exports.len() as u64,
            exports: known_first(exports),
            imports_total: self.imports.len() as u64,
            imports: known_first(imports),
        }
    }
}

/// The first of a list that may be very long: what is known, then what is not, each in its order.
fn known_first<T>(items: impl Iterator<Item = (bool, impl FnOnce() -> T)> + Clone) -> Vec<T> {
    let known = items.clone().filter(|(known, _)| *known);
    known.chain(items.filter(|(known, _)| !known)).take(NAMES).map(|(_, make)| make()).collect()
}

/// Ends the reading where there are too many of something.
fn at_most(quantity: Quantity, found: u64, limit: u64) -> Result<(), LoadProblem> {
    if found > limit { Err(LoadProblem::OverLimit { quantity, found, limit }) } else { Ok(()) }
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

/// What an export is that is no function, as words.
pub(super) fn kind_words(kind: ExternalKind) -> &'static str {
    match kind {
        ExternalKind::Memory => "a memory",
        ExternalKind::Table => "a table",
        ExternalKind::Global => "a global",
        ExternalKind::Tag => "a tag",
        _ => "a function",
    }
}
