//! Random modules in the shape of a bot.

use std::sync::LazyLock;

use anyhow::Context;
use arbitrary::Unstructured;
use botpit_abi::{Direction, Order, OrderList, OrderWriter};
use botpit_guest::{BOTPIT_MODULE, ValueType, WASI_FUNCTIONS, WASI_MODULE};
use wasm_encoder::reencode::{Error, Reencode};
use wasm_encoder::{
    CodeSection, EntityType, ExportKind, ExportSection, Function, FunctionSection, ImportSection, MemArg, MemArgTarget,
};
use wasm_encoder::{MemorySection, MemoryType, Module, TypeSection, ValType};
use wasmparser::{ExternalKind, FunctionBody, Parser, Payload};

/// The exports of a bot and, as `body`, what its `think` really does.
const EXPORTS: [(&str, &[ValType], &[ValType]); 7] = [
    ("botpit_abi", &[], &[ValType::I32]),
    ("alloc", &[ValType::I32], &[ValType::I32]),
    ("think", &[ValType::I32, ValType::I32], &[ValType::I64]),
    ("body", &[ValType::I32, ValType::I32], &[ValType::I64]),
    ("setup", &[ValType::I32, ValType::I32], &[]),
    ("team_name", &[], &[ValType::I64]),
    ("_initialize", &[], &[]),
];

/// Where orders are put, and where the buffer for messages begins: each behind the other in the first pages.
const ORDERS_AT: u32 = 64;
const BUFFER_AT: u32 = 1024;
/// Pages of memory that a bot has at least.
const PAGES: u64 = 2;

/// What of the shape is a bot's and not random.
struct Shape {
    /// The mask of games.
    games: u16,
    /// Whether `alloc` gives an address that can be used.
    allocates: bool,
    /// Whether `think` answers with these orders after all, and with which.
    answer: Option<Vec<u8>>,
}

/// A module that mostly can be loaded, and mostly runs.
pub(crate) fn module(u: &mut Unstructured<'_>) -> anyhow::Result<Vec<u8>> {
    let shape = shape(u)?;
    let config = config(u)?;
    let random = wasm_smith::Module::new(config, u)?.to_bytes();
    shaped(&random, &shape).context("a random module is put into shape")
}

fn shape(u: &mut Unstructured<'_>) -> arbitrary::Result<Shape> {
    let games = if u.ratio(1, 50)? { u.arbitrary()? } else { *u.choose(&[1, 2, 3])? };
    let answer = if u.ratio(1, 10)? { None } else { Some(orders(u, games)?) };
    Ok(Shape { games, allocates: !u.ratio(1, 20)?, answer })
}

fn orders(u: &mut Unstructured<'_>, games: u16) -> arbitrary::Result<Vec<u8>> {
    let count = u.int_in_range(0..=6)?;
    let mut bytes = vec![0; OrderList::bytes_for(count)];
    let game = if games & 1 != 0 { botpit_abi::game::GOLD_HUNTER } else { botpit_abi::game::CAPTURE_THE_FLAG };
    let mut orders = OrderWriter::new(&mut bytes, game);
    for _ in 0..count {
        orders.push(Order::step(u.int_in_range(0..=7)?, *u.choose(&Direction::ALL)?));
    }
    Ok(orders.finish().to_vec())
}

/// Modules with what bots may use and no more.
fn config(u: &mut Unstructured<'_>) -> arbitrary::Result<wasm_smith::Config> {
    let imports = u.ratio(3, 4)?;
    Ok(wasm_smith::Config {
        exports: Some(example(u.ratio(1, 8)?)),
        available_imports: imports.then(|| IMPORTS.clone()),
        max_imports: if imports { 8 } else { 0 },
        max_funcs: 20,
        max_instructions: *u.choose(&[20, 200, 2_000])?,
        // The exported memory comes on top.
        max_memories: 0,
        max_memory32_bytes: 64 << 20,
        max_tables: 1,
        max_table_elements: 10_000,
        generate_custom_sections: u.ratio(1, 8)?,
        disallow_traps: u.ratio(1, 2)?,
        allow_start_export: u.ratio(1, 8)?,
        reference_types_enabled: true,
        bulk_memory_enabled: true,
        simd_enabled: true,
        acquire_release_atomics_enabled: false,
        compact_imports_enabled: false,
        custom_descriptors_enabled: false,
        custom_page_sizes_enabled: false,
        exceptions_enabled: false,
        gc_enabled: false,
        memory64_enabled: false,
        relaxed_simd_enabled: false,
        shared_everything_threads_enabled: false,
        tail_call_enabled: false,
        threads_enabled: false,
        wide_arithmetic_enabled: false,
        ..wasm_smith::Config::default()
    })
}

/// All functions that a bot may import.
static IMPORTS: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let value = |value: &ValueType| match value {
        ValueType::I32 => ValType::I32,
        ValueType::I64 => ValType::I64,
    };
    let (mut types, mut imports) = (TypeSection::new(), ImportSection::new());
    let mut import = |module: &str, name: &str, params: Vec<ValType>, results: Vec<ValType>| {
        imports.import(module, name, EntityType::Function(types.len()));
        types.ty().function(params, results);
    };
    import(BOTPIT_MODULE, "log", vec![ValType::I32; 2], vec![]);
    import(BOTPIT_MODULE, "draw", vec![ValType::I32; 2], vec![]);
    import(BOTPIT_MODULE, "fuel_left", vec![], vec![ValType::I64]);
    import(BOTPIT_MODULE, "random", vec![], vec![ValType::I64]);
    for function in &WASI_FUNCTIONS {
        let results = if function.returns_errno { vec![ValType::I32] } else { vec![] };
        import(WASI_MODULE, function.name, function.params.iter().map(value).collect(), results);
    }
    let mut module = Module::new();
    module.section(&types).section(&imports);
    module.finish()
});

/// A module with the exports that a random one is to have.
fn example(with_initialize: bool) -> Vec<u8> {
    let (mut types, mut functions) = (TypeSection::new(), FunctionSection::new());
    let (mut memories, mut exports, mut code) = (MemorySection::new(), ExportSection::new(), CodeSection::new());
    memories.memory(MemoryType { minimum: PAGES, maximum: None, memory64: false, shared: false, page_size_log2: None });
    exports.export("memory", ExportKind::Memory, 0);
    for (name, params, results) in EXPORTS.iter().filter(|(name, ..)| with_initialize || *name != "_initialize") {
        exports.export(name, ExportKind::Func, functions.len());
        functions.function(types.len());
        types.ty().function(params.iter().copied(), results.iter().copied());
        let mut body = Function::new([]);
        body.instructions().unreachable().end();
        code.function(&body);
    }
    let mut module = Module::new();
    module.section(&types).section(&functions).section(&memories).section(&exports).section(&code);
    module.finish()
}

/// The random module, whose exports do what a bot's have to.
fn shaped(random: &[u8], shape: &Shape) -> anyhow::Result<Vec<u8>> {
    let mut bodies = Bodies { shape, imported: 0, defined: 0, exports: Vec::new() };
    for payload in Parser::new(0).parse_all(random) {
        match payload? {
            Payload::ImportSection(section) => {
                let imports = section.into_imports().collect::<Result<Vec<_>, _>>()?;
                let functions = imports.iter().filter(|import| matches!(import.ty, wasmparser::TypeRef::Func(_)));
                bodies.imported = functions.count() as u32;
            }
            Payload::ExportSection(section) => {
                for export in section {
                    let export = export?;
                    if export.kind == ExternalKind::Func {
                        bodies.exports.push((export.name.to_owned(), export.index));
                    }
                }
            }
            _ => {}
        }
    }
    let mut module = Module::new();
    bodies.parse_core_module(&mut module, Parser::new(0), random).map_err(|error| anyhow::anyhow!("{error}"))?;
    Ok(module.finish())
}

/// Takes over a module but for some bodies.
struct Bodies<'a> {
    shape: &'a Shape,
    imported: u32,
    /// How many functions were taken over.
    defined: u32,
    /// The functions by name of their export.
    exports: Vec<(String, u32)>,
}

impl Bodies<'_> {
    fn index(&self, name: &str) -> Option<u32> {
        self.exports.iter().find(|(export, _)| export == name).map(|(_, index)| *index)
    }

    /// What stands in the place of a function's random body.
    fn replacement(&self, function: u32) -> Option<Function> {
        let is = |name: &str| self.index(name) == Some(function);
        let mut body = Function::new([]);
        if is("botpit_abi") {
            body.instructions().i32_const(botpit_abi::abi_answer(self.shape.games)).end();
        } else if is("alloc") && self.shape.allocates {
            body.instructions().i32_const(BUFFER_AT as i32).end();
        } else if is("think") {
            self.think(&mut body)?;
        } else {
            return None;
        }
        Some(body)
    }

    /// Does what the random body does, and then answers with orders.
    fn think(&self, body: &mut Function) -> Option<()> {
        let (orders, random) = (self.shape.answer.as_ref()?, self.index("body")?);
        let mut code = body.instructions();
        code.local_get(0).local_get(1).call(random).drop();
        for (place, byte) in (0..).zip(orders) {
            let at = MemArg {
                offset: u64::from(ORDERS_AT) + place,
                align: 0,
                target: MemArgTarget::Memory(0),
                ordering: None,
            };
            code.i32_const(0).i32_const(i32::from(*byte)).i32_store8(at);
        }
        code.i64_const((u64::from(ORDERS_AT) << 32 | orders.len() as u64).cast_signed()).end();
        Some(())
    }
}

impl Reencode for Bodies<'_> {
    type Error = std::convert::Infallible;

    /// Bots have no external references, and the generator has no option for that.
    fn abstract_heap_type(
        &mut self,
        value: wasmparser::AbstractHeapType,
    ) -> Result<wasm_encoder::AbstractHeapType, Error<Self::Error>> {
        Ok(match value {
            wasmparser::AbstractHeapType::Extern => wasm_encoder::AbstractHeapType::Func,
            other => wasm_encoder::reencode::utils::abstract_heap_type(self, other),
        })
    }

    fn parse_function_body(
        &mut self,
        code: &mut CodeSection,
        body: FunctionBody<'_>,
    ) -> Result<(), Error<Self::Error>> {
        let function = self.imported + self.defined;
        self.defined += 1;
        match self.replacement(function) {
            Some(replacement) => {
                code.function(&replacement);
                Ok(())
            }
            None => wasm_encoder::reencode::utils::parse_function_body(self, code, body),
        }
    }
}
