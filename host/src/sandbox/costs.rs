use wasmtime::{OperatorCost, VariableOperatorCost};

/// Who takes the price of calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Metering {
    /// The bot's own code, as in matches.
    Plain,
    /// The hooks of a profiled bot: by itself a call is cheaper by [`CALL`].
    ByHooks,
}

impl Metering {
    /// The metering as a number for the compile child.
    pub(super) fn to_number(self) -> u64 {
        match self {
            Metering::Plain => 0,
            Metering::ByHooks => 1,
        }
    }

    /// The metering that a number stands for.
    pub(super) fn from_number(number: u64) -> Option<Metering> {
        [Metering::Plain, Metering::ByHooks].into_iter().find(|metering| metering.to_number() == number)
    }

    /// What each operator costs.
    pub(super) const fn operator_costs(self) -> OperatorCost {
        let costs = operator_costs();
        match self {
            Metering::Plain => costs,
            Metering::ByHooks => OperatorCost { Call: 0, CallIndirect: costs.CallIndirect - costs.Call, ..costs },
        }
    }
}

/// What a call costs, in fuel; a call by way of a table costs more.
pub(super) const CALL: u64 = operator_costs().Call as u64;
/// What a constant costs.
pub(super) const I32_CONST: u64 = operator_costs().I32Const as u64;
/// What the reading of a local costs.
pub(super) const LOCAL_GET: u64 = operator_costs().LocalGet as u64;
/// What wasmtime takes at the entry of each function.
pub(super) const ENTRY: u64 = 1;

/// What each operator costs, in fuel.
///
/// One unit stands for about 0.1 ns, the time of a plain operator in a loop. Operators that take much longer cost in
/// proportion, so that a budget is a similar time whatever a bot does. Chains of loads that miss the cache cannot be
/// priced by operator; the CPU ceiling bounds them.
const fn operator_costs() -> OperatorCost {
    OperatorCost {
        // Calls save and load the fuel counter and check stack, fuel and epoch.
        Call: 10,
        CallIndirect: 25,

        // Whoever enters a loop or branches back to it saves and checks the fuel counter and looks at the epoch, at 1 to
        // 1.8 ns.
        Loop: 2,
        Br: 3,
        BrIf: 3,
        BrTable: 4,

        // Divisions take 4 to 6 ns and check their operands.
        I32DivS: 12,
        I32DivU: 12,
        I32RemS: 12,
        I32RemU: 12,
        I64DivS: 15,
        I64DivU: 15,
        I64RemS: 15,
        I64RemU: 15,
        I32Popcnt: 10,
        I64Popcnt: 10,
        I32Clz: 4,
        I32Ctz: 4,
        I64Clz: 4,
        I64Ctz: 4,

        // Some processors take 40 to 50 ns where an operand or the result of these is denormal, of a vector once.
        F32Add: 25,
        F32Sub: 25,
        F32Mul: 48,
        F32Div: 55,
        F32Sqrt: 52,
        F64Add: 25,
        F64Sub: 25,
        F64Mul: 48,
        F64Div: 55,
        F64Sqrt: 52,
        F32x4Add: 25,
        F32x4Sub: 25,
        F32x4Mul: 56,
        F32x4Div: 58,
        F32x4Sqrt: 54,
        F64x2Add: 25,
        F64x2Sub: 25,
        F64x2Mul: 56,
        F64x2Div: 58,
        F64x2Sqrt: 54,

        // These canonicalise NaN, or take the machine several instructions that wait for each other.
        F32Min: 4,
        F32Max: 4,
        F64Min: 4,
        F64Max: 4,
        F32DemoteF64: 6,
        F64PromoteF32: 5,
        F32x4Min: 8,
        F32x4Max: 8,
        F64x2Min: 8,
        F64x2Max: 8,
        F32x4DemoteF64x2Zero: 6,
        F64x2PromoteLowF32x4: 6,
        I64TruncF32U: 4,
        I64TruncF64U: 4,
        I64TruncSatF32U: 4,
        I64TruncSatF64U: 4,
        F32ConvertI64U: 4,
        F64ConvertI64U: 4,
        F64x2ConvertLowI32x4U: 4,
        I32x4TruncSatF64x2SZero: 8,
        I32x4TruncSatF64x2UZero: 8,
        I16x8Q15MulrSatS: 5,
        I16x8ExtAddPairwiseI8x16S: 5,
        I16x8ExtAddPairwiseI8x16U: 5,
        I32x4ExtAddPairwiseI16x8S: 4,
        I32x4ExtAddPairwiseI16x8U: 5,
        I16x8ExtMulLowI8x16S: 4,
        I16x8ExtMulHighI8x16S: 4,
        I16x8ExtMulLowI8x16U: 4,
        I16x8ExtMulHighI8x16U: 4,
        I32x4ExtMulLowI16x8S: 4,
        I32x4ExtMulHighI16x8S: 4,
        I32x4ExtMulLowI16x8U: 4,
        I32x4ExtMulHighI16x8U: 4,
        I64x2ExtMulLowI32x4S: 4,
        I64x2ExtMulHighI32x4S: 4,
        I64x2ExtMulLowI32x4U: 4,
        I64x2ExtMulHighI32x4U: 4,
        I8x16NarrowI16x8S: 3,
        I8x16NarrowI16x8U: 3,
        I16x8NarrowI32x4S: 3,
        I16x8NarrowI32x4U: 3,
        I32x4DotI16x8S: 3,

        // A load of what was just stored in parts, or across two pages, waits for the stores.
        V128Load: 3,
        V128Store: 2,

        // Without the machine's own instructions these are calls into a library, or long sequences.
        F32Ceil: 24,
        F32Floor: 24,
        F32Trunc: 24,
        F32Nearest: 24,
        F64Ceil: 24,
        F64Floor: 24,
        F64Trunc: 24,
        F64Nearest: 24,
        F32x4Ceil: 70,
        F32x4Floor: 70,
        F32x4Trunc: 70,
        F32x4Nearest: 70,
        F64x2Ceil: 40,
        F64x2Floor: 40,
        F64x2Trunc: 40,
        F64x2Nearest: 40,
        I8x16Swizzle: 55,
        I8x16Shuffle: 55,
        I8x16Popcnt: 15,
        I32x4Mul: 6,
        I64x2Mul: 8,
        I32x4TruncSatF32x4S: 14,
        I32x4TruncSatF32x4U: 14,
        F32x4ConvertI32x4U: 14,

        // These leave the bot's code for the runtime, at 3 to 110 ns whatever the length; the most is a fill of nothing
        // in a page that nobody wrote to.
        MemoryFill: 120,
        MemoryCopy: 60,
        MemoryInit: 100,
        MemoryGrow: 255,
        DataDrop: 60,
        TableFill: 100,
        TableCopy: 100,
        TableInit: 100,
        TableGrow: 255,
        TableSet: 4,
        TableGet: 10,
        ElemDrop: 80,
        RefFunc: 255,
        variable: VariableOperatorCost {
            // A page must be zeroed by the operating system.
            memory_grow_per_page: 255,
            table_copy_per_element: 10,
            table_fill_per_element: 5,
            table_init_per_element: 100,
            table_grow_per_element: 5,
            ..VariableOperatorCost::new()
        },
        ..OperatorCost::new()
    }
}
