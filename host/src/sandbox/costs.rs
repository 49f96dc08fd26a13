use wasmtime::{OperatorCost, VariableOperatorCost};

/// What each operator costs, in fuel.
///
/// One unit stands for about 0.2 ns, the time of a plain operator in a loop. Operators that take much longer cost in
/// proportion, so that a budget is a similar time whatever a bot does. Chains of loads that miss the cache cannot be
/// priced by operator; the CPU ceiling bounds them.
pub(super) const fn operator_costs() -> OperatorCost {
    OperatorCost {
        // Calls save and load the fuel counter and check stack, fuel and epoch.
        Call: 6,
        CallIndirect: 10,

        // Divisions take 3 to 10 ns and check their operands.
        I32DivS: 8,
        I32DivU: 8,
        I32RemS: 8,
        I32RemU: 8,
        I64DivS: 12,
        I64DivU: 12,
        I64RemS: 12,
        I64RemU: 12,

        // A float operator canonicalises NaN; with denormal operands a multiplication takes some 40 ns.
        F32Add: 2,
        F32Sub: 2,
        F32Mul: 4,
        F32Div: 10,
        F32Sqrt: 10,
        F64Add: 2,
        F64Sub: 2,
        F64Mul: 4,
        F64Div: 10,
        F64Sqrt: 12,
        F32x4Add: 4,
        F32x4Sub: 4,
        F32x4Mul: 8,
        F32x4Div: 20,
        F32x4Sqrt: 20,
        F64x2Add: 4,
        F64x2Sub: 4,
        F64x2Mul: 8,
        F64x2Div: 20,
        F64x2Sqrt: 20,

        // Without inference of the machine's own instructions, roundings are calls into a library.
        F32Ceil: 12,
        F32Floor: 12,
        F32Trunc: 12,
        F32Nearest: 12,
        F64Ceil: 12,
        F64Floor: 12,
        F64Trunc: 12,
        F64Nearest: 12,
        F32x4Ceil: 40,
        F32x4Floor: 40,
        F32x4Trunc: 40,
        F32x4Nearest: 40,
        F64x2Ceil: 30,
        F64x2Floor: 30,
        F64x2Trunc: 30,
        F64x2Nearest: 30,
        I8x16Swizzle: 20,
        I8x16Shuffle: 20,
        I8x16Popcnt: 20,
        I32Popcnt: 4,
        I64Popcnt: 4,
        I64x2Mul: 8,

        // These leave the bot's code for the runtime, at 10 to 50 ns whatever the length.
        MemoryFill: 150,
        MemoryCopy: 150,
        MemoryInit: 200,
        MemoryGrow: 255,
        DataDrop: 100,
        TableFill: 150,
        TableCopy: 150,
        TableInit: 200,
        TableGrow: 255,
        TableSet: 4,
        TableGet: 10,
        ElemDrop: 100,
        RefFunc: 100,
        variable: VariableOperatorCost {
            // A page must be zeroed by the operating system.
            memory_grow_per_page: 255,
            table_copy_per_element: 4,
            table_fill_per_element: 4,
            table_init_per_element: 60,
            table_grow_per_element: 4,
            ..VariableOperatorCost::new()
        },
        ..OperatorCost::new()
    }
}
