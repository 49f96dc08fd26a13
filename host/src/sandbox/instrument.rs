//! Rewrites a bot so that it tells the host of every call.
//!
//! Each function begins with a call of `enter`, each call of a function is followed by one of `returned`, and each call
//! of an import is preceded by one of `enter_import`. What refers to an import otherwise, in a table or as an export,
//! refers to a function instead that only calls it, so that the host is told of that too. What the hooks' own
//! instructions cost is made up for by [`trace`](super::trace).

use std::convert::Infallible;

use wasm_encoder::reencode::{self, Reencode, utils};
use wasm_encoder::{
    CodeSection, EntityType, Function, FunctionSection, ImportSection, Instruction, Module, NameMap, NameSection,
    SectionId, TypeSection,
};
use wasmparser::{
    CodeSectionReader, CustomSectionReader, FunctionBody, FunctionSectionReader, ImportSectionReader, KnownCustom,
    Name, Operator, Parser, Payload, TypeRef, TypeSectionReader,
};

use super::names::readable;
use super::precheck;
use super::trace::TracedImport;

/// The name of the module that the hooks are imported from; no bot can import it.
pub(super) const HOOKS_MODULE: &str = "botpit hooks";
/// The hooks, in the order in which they are imported.
pub(super) const HOOKS: [&str; 3] = ["enter", "enter_import", "returned"];
/// How many imports come to those of the bot.
const HOOK_COUNT: u32 = HOOKS.len() as u32;

/// The longest name of a function, in characters.
const NAME_CHARS: usize = 200;

/// A function of a bot, as a profile names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionName {
    /// Its name, escaped: that of the name section, else of its export or import, else its number.
    pub name: String,
    /// Whether it is one of the host's.
    pub imported: bool,
}

/// What becomes of a bot that is to be profiled.
pub(super) struct Instrumented {
    /// The module that tells of its calls.
    pub(super) wasm: Vec<u8>,
    /// The functions, by their number in the bot's own module.
    pub(super) functions: Vec<FunctionName>,
    pub(super) imports: Vec<TracedImport>,
    /// The number of the first function in the rewritten module that only calls an import.
    pub(super) first_caller: u32,
    /// Whether the module names its functions.
    pub(super) has_names: bool,
}

/// Rewrites a module that has passed the checks.
pub(super) fn instrument(wasm: &[u8]) -> Result<Instrumented, reencode::Error<Infallible>> {
    let outline = Outline::read(wasm)?;
    let mut rewriter = Rewriter { outline: &outline, next: outline.import_types.len() as u32 };
    let mut module = Module::new();
    rewriter.parse_core_module(&mut module, Parser::new(0), wasm)?;
    module.section(&outline.name_section());
    Ok(Instrumented {
        wasm: module.finish(),
        functions: outline.names(),
        imports: outline.imports(),
        first_caller: outline.moved(0),
        has_names: !outline.named.is_empty(),
    })
}

/// What must be known of a module before it is rewritten.
#[derive(Default)]
struct Outline<'a> {
    /// How many parameters each type has.
    type_params: Vec<u32>,
    /// The type of each import.
    import_types: Vec<u32>,
    import_names: Vec<(&'a str, &'a str)>,
    /// How many functions have a body.
    defined: u32,
    exports: Vec<(&'a str, u32)>,
    /// The names of the name section.
    named: Vec<(u32, &'a str)>,
}

impl<'a> Outline<'a> {
    fn read(wasm: &'a [u8]) -> wasmparser::Result<Outline<'a>> {
        let mut outline = Outline::default();
        for payload in Parser::new(0).parse_all(wasm) {
            match payload? {
                Payload::TypeSection(section) => {
                    for group in section {
                        for ty in group?.into_types() {
                            let params = match ty.composite_type.inner {
                                wasmparser::CompositeInnerType::Func(function) => function.params().len() as u32,
                                _ => 0,
                            };
                            outline.type_params.push(params);
                        }
                    }
                }
                Payload::ImportSection(section) => {
                    for import in section.into_imports() {
                        let import = import?;
                        if let TypeRef::Func(ty) = import.ty {
                            outline.import_types.push(ty);
                            outline.import_names.push((import.module, import.name));
                        }
                    }
                }
                Payload::FunctionSection(section) => outline.defined = section.count(),
                Payload::ExportSection(section) => {
                    for export in section {
                        let export = export?;
                        if export.kind == wasmparser::ExternalKind::Func {
                            outline.exports.push((export.name, export.index));
                        }
                    }
                }
                Payload::CustomSection(section) => outline.read_names(&section),
                _ => {}
            }
        }
        Ok(outline)
    }

    /// Reads the names of functions as far as they are good, as the compiler does.
    fn read_names(&mut self, section: &CustomSectionReader<'a>) {
        let KnownCustom::Name(names) = section.as_known() else { return };
        for subsection in names {
            let Ok(subsection) = subsection else { return };
            let Name::Function(names) = subsection else { continue };
            for naming in names {
                let Ok(naming) = naming else { return };
                self.named.push((naming.index, naming.name));
            }
        }
    }

    fn params(&self, import: usize) -> u32 {
        let ty = self.import_types.get(import).copied().unwrap_or(u32::MAX);
        self.type_params.get(ty as usize).copied().unwrap_or(0)
    }

    fn imports(&self) -> Vec<TracedImport> {
        let name = |(module, name): &(&str, &str)| precheck::known_import(module, name).map_or("", |(_, name, _)| name);
        let imports = self.import_names.iter().enumerate();
        imports.map(|(import, names)| TracedImport { name: name(names), params: self.params(import) }).collect()
    }

    /// The number of a function in the rewritten module; of an import, that of the function that only calls it.
    fn moved(&self, function: u32) -> u32 {
        let imports = self.import_types.len() as u32;
        match function.checked_sub(imports) {
            None => imports + HOOK_COUNT + self.defined + function,
            Some(_) => function + HOOK_COUNT,
        }
    }

    fn hook(&self, place: u32) -> Instruction<'static> {
        Instruction::Call(self.import_types.len() as u32 + place)
    }

    fn enter(&self) -> Instruction<'static> {
        self.hook(0)
    }

    fn enter_import(&self) -> Instruction<'static> {
        self.hook(1)
    }

    fn returned(&self) -> Instruction<'static> {
        self.hook(2)
    }

    /// The names for the words of traps, which a profiled bot says like any other.
    fn name_section(&self) -> NameSection {
        let mut functions = NameMap::new();
        for (function, name) in &self.named {
            if (*function as usize) < self.import_types.len() + self.defined as usize {
                functions.append(self.moved(*function), name);
            }
        }
        let mut section = NameSection::new();
        section.functions(&functions);
        section
    }

    fn names(&self) -> Vec<FunctionName> {
        let count = self.import_types.len() + self.defined as usize;
        let mut names: Vec<Option<String>> = vec![None; count];
        let mut give = |function: u32, name: &str| {
            if !name.is_empty()
                && let Some(slot @ None) = names.get_mut(function as usize)
            {
                *slot = Some(readable(name, NAME_CHARS));
            }
        };
        for (import, (module, name)) in self.import_names.iter().enumerate() {
            give(import as u32, &format!("{module}.{name}"));
        }
        for (function, name) in &self.named {
            give(*function, name);
        }
        for (name, function) in &self.exports {
            give(*function, name);
        }
        let named = |(index, name): (usize, Option<String>)| FunctionName {
            name: name.unwrap_or_else(|| format!("function {index}")),
            imported: index < self.import_types.len(),
        };
        names.into_iter().enumerate().map(named).collect()
    }
}

struct Rewriter<'a> {
    outline: &'a Outline<'a>,
    /// The number of the next function that has a body.
    next: u32,
}

impl Rewriter<'_> {
    fn add_hooks(&self, imports: &mut ImportSection) {
        let types = self.outline.type_params.len() as u32;
        for (hook, ty) in HOOKS.iter().zip([types, types, types + 1]) {
            imports.import(HOOKS_MODULE, hook, EntityType::Function(ty));
        }
    }
}

impl Reencode for Rewriter<'_> {
    type Error = Infallible;

    fn function_index(&mut self, function: u32) -> Result<u32, reencode::Error<Infallible>> {
        Ok(self.outline.moved(function))
    }

    fn parse_type_section(
        &mut self,
        types: &mut TypeSection,
        section: TypeSectionReader<'_>,
    ) -> Result<(), reencode::Error<Infallible>> {
        utils::parse_type_section(self, types, section)?;
        types.ty().function([wasm_encoder::ValType::I32], []);
        types.ty().function([], []);
        Ok(())
    }

    fn parse_import_section(
        &mut self,
        imports: &mut ImportSection,
        section: ImportSectionReader<'_>,
    ) -> Result<(), reencode::Error<Infallible>> {
        utils::parse_import_section(self, imports, section)?;
        self.add_hooks(imports);
        Ok(())
    }

    /// Adds the section of imports where the bot has none.
    fn intersperse_section_hook(
        &mut self,
        module: &mut Module,
        after: Option<SectionId>,
        before: Option<SectionId>,
    ) -> Result<(), reencode::Error<Infallible>> {
        if after == Some(SectionId::Type) && before != Some(SectionId::Import) {
            let mut imports = ImportSection::new();
            self.add_hooks(&mut imports);
            module.section(&imports);
        }
        Ok(())
    }

    fn parse_function_section(
        &mut self,
        functions: &mut FunctionSection,
        section: FunctionSectionReader<'_>,
    ) -> Result<(), reencode::Error<Infallible>> {
        utils::parse_function_section(self, functions, section)?;
        for ty in &self.outline.import_types {
            functions.function(*ty);
        }
        Ok(())
    }

    fn parse_code_section(
        &mut self,
        code: &mut CodeSection,
        section: CodeSectionReader<'_>,
    ) -> Result<(), reencode::Error<Infallible>> {
        utils::parse_code_section(self, code, section)?;
        for import in 0..self.outline.import_types.len() {
            let mut function = Function::new([]);
            function.instruction(&Instruction::I32Const(import as i32));
            function.instruction(&self.outline.enter());
            for param in 0..self.outline.params(import) {
                function.instruction(&Instruction::LocalGet(param));
            }
            function.instruction(&Instruction::Call(import as u32));
            function.instruction(&Instruction::End);
            code.function(&function);
        }
        Ok(())
    }

    fn parse_function_body(
        &mut self,
        code: &mut CodeSection,
        body: FunctionBody<'_>,
    ) -> Result<(), reencode::Error<Infallible>> {
        let mut function = self.new_function_with_parsed_locals(&body)?;
        function.instruction(&Instruction::I32Const(self.next as i32));
        function.instruction(&self.outline.enter());
        self.next += 1;
        let mut operators = body.get_operators_reader()?;
        while !operators.eof() {
            let operator = operators.read()?;
            match operator {
                Operator::Call { function_index } if (function_index as usize) < self.outline.import_types.len() => {
                    function.instruction(&Instruction::I32Const(function_index as i32));
                    function.instruction(&self.outline.enter_import());
                    function.instruction(&Instruction::Call(function_index));
                    function.instruction(&self.outline.returned());
                }
                Operator::Call { .. } | Operator::CallIndirect { .. } => {
                    function.instruction(&self.instruction(operator)?);
                    function.instruction(&self.outline.returned());
                }
                _ => {
                    function.instruction(&self.instruction(operator)?);
                }
            }
        }
        code.function(&function);
        Ok(())
    }

    /// Leaves them out: their offsets would be wrong, and names are written anew.
    fn parse_custom_section(
        &mut self,
        _module: &mut Module,
        _section: CustomSectionReader<'_>,
    ) -> Result<(), reencode::Error<Infallible>> {
        Ok(())
    }
}
