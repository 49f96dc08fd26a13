//! How much work a module is for the compiler.

use wasmparser::{BlockType, FuncType, Operator};

use super::outline::Outline;

/// The most work on one function, in units of [`Work`].
pub(super) const FUNCTION_WORK: u64 = 5_000_000;
/// The most work on the whole module, in units of [`Work`].
pub(super) const MODULE_WORK: u64 = 30_000_000;

/// How much work a function is for the compiler, in about a microsecond each on a machine of 2020, as measured with
/// functions of many operators of a kind.
///
/// The time grows with the operators, with the square of the places where control splits or meets, with how many locals
/// may have different values in such places, and with the cube of how deep loops nest. The locals count far too much for
/// most code, but nothing less holds for code that is made to be slow. Operators that become many instructions count by
/// the compiler's memory: at the limit of a function they take about half of what the child may have.
#[derive(Clone, Copy)]
pub(super) struct Work {
    pub(super) bytes: u64,
    pub(super) locals: u64,
    pub(super) operators: u64,
    pub(super) joints: u64,
    /// In how many loops each loop lies, itself included, summed over all loops.
    pub(super) nesting: u64,
    /// The square of the number of loops around, summed over all loops and branches.
    pub(super) depth_squares: u64,
}

impl Work {
    /// Of a function without code.
    const EMPTY: u64 = 200;

    /// All of it together.
    pub(super) fn total(self) -> u64 {
        (Work::EMPTY + 2 * self.bytes + self.operators + self.locals / 8)
            .saturating_add(self.joints.saturating_mul(self.joints) / 64)
            .saturating_add(self.joints.saturating_mul(self.locals))
            .saturating_add(self.nesting.saturating_mul(self.locals) / 16)
            .saturating_add(self.depth_squares / 256)
    }
}

/// How many loops are open.
#[derive(Default)]
pub(super) struct LoopDepth {
    /// For each open block whether it is a loop.
    blocks: Vec<bool>,
    loops: u64,
}

/// In how many loops an operator lies; 0 for one that does not matter.
#[derive(Default)]
pub(super) struct Depth {
    /// For the beginning of a loop.
    pub(super) of_loop: u64,
    /// For the beginning of a loop and for a branch.
    pub(super) of_branch: u64,
}

impl LoopDepth {
    /// Follows an operator.
    pub(super) fn follow(&mut self, operator: &Operator<'_>) -> Depth {
        match operator {
            Operator::Loop { .. } => {
                self.blocks.push(true);
                self.loops += 1;
                return Depth { of_loop: self.loops, of_branch: self.loops };
            }
            Operator::Block { .. } => self.blocks.push(false),
            Operator::If { .. } => {
                self.blocks.push(false);
                return Depth { of_loop: 0, of_branch: self.loops };
            }
            Operator::BrIf { .. } | Operator::BrTable { .. } => return Depth { of_loop: 0, of_branch: self.loops },
            Operator::End if self.blocks.pop() == Some(true) => self.loops -= 1,
            _ => {}
        }
        Depth::default()
    }
}

/// The work on a function's type: code that passes so many values between the type's functions and the host.
pub(super) fn type_work(arity: u64) -> u64 {
    50 + 10 * arity
}

/// The work on a function, beyond its code, that can be called from outside of the module.
pub(super) fn escape_work(arity: u64) -> u64 {
    250 + 10 * arity
}

/// The work on an expression that a global or a segment begins with. It is not the time that counts: a byte of it takes
/// some 150 bytes of the compiler's memory.
pub(super) fn expression_work(bytes: u64) -> u64 {
    25 * bytes
}

/// The work on passing so many values in a call. The first go through registers, the others through memory.
fn passing(arity: u64) -> u64 {
    arity + 8 * arity.saturating_sub(8)
}

/// How many values a function takes and gives.
pub(super) fn arity(ty: &FuncType) -> u64 {
    (ty.params().len() + ty.results().len()) as u64
}

/// The work on an operator that becomes many instructions, or leaves the bot's code for the runtime, beyond that of its
/// bytes.
fn instructions(operator: &Operator<'_>) -> u64 {
    match operator {
        Operator::F32x4Ceil
        | Operator::F32x4Floor
        | Operator::F32x4Trunc
        | Operator::F32x4Nearest
        | Operator::F64x2Ceil
        | Operator::F64x2Floor
        | Operator::F64x2Trunc
        | Operator::F64x2Nearest => 250,
        Operator::TableFill { .. } => 150,
        Operator::MemoryFill { .. }
        | Operator::MemoryCopy { .. }
        | Operator::MemoryInit { .. }
        | Operator::MemoryGrow { .. }
        | Operator::DataDrop { .. }
        | Operator::TableCopy { .. }
        | Operator::TableInit { .. }
        | Operator::ElemDrop { .. }
        | Operator::RefFunc { .. } => 20,
        Operator::F32Min | Operator::F32Max | Operator::F64Min | Operator::F64Max => 30,
        Operator::I16x8ExtAddPairwiseI8x16S
        | Operator::I16x8ExtAddPairwiseI8x16U
        | Operator::I32x4ExtAddPairwiseI16x8S
        | Operator::I32x4ExtAddPairwiseI16x8U => 8,
        Operator::F32DemoteF64 | Operator::F64PromoteF32 | Operator::F32Sqrt | Operator::F64Sqrt => 14,
        Operator::I32TruncF32S
        | Operator::I32TruncF32U
        | Operator::I32TruncF64S
        | Operator::I32TruncF64U
        | Operator::I64TruncF32S
        | Operator::I64TruncF32U
        | Operator::I64TruncF64S
        | Operator::I64TruncF64U => 8,
        Operator::I32Load { .. }
        | Operator::I64Load { .. }
        | Operator::F32Load { .. }
        | Operator::F64Load { .. }
        | Operator::I32Load8S { .. }
        | Operator::I32Load8U { .. }
        | Operator::I32Load16S { .. }
        | Operator::I32Load16U { .. }
        | Operator::I64Load8S { .. }
        | Operator::I64Load8U { .. }
        | Operator::I64Load16S { .. }
        | Operator::I64Load16U { .. }
        | Operator::I64Load32S { .. }
        | Operator::I64Load32U { .. }
        | Operator::V128Load { .. } => 2,
        Operator::I64Popcnt => 16,
        Operator::I32Popcnt => 4,
        Operator::I32Clz | Operator::I32Ctz | Operator::I64Clz | Operator::I64Ctz => 2,
        Operator::F32x4Min | Operator::F32x4Max | Operator::F64x2Min | Operator::F64x2Max => 12,
        Operator::F32x4Add
        | Operator::F32x4Sub
        | Operator::F32x4Mul
        | Operator::F32x4Div
        | Operator::F32x4Sqrt
        | Operator::F64x2Add
        | Operator::F64x2Sub
        | Operator::F64x2Mul
        | Operator::F64x2Div
        | Operator::F64x2Sqrt
        | Operator::F32x4DemoteF64x2Zero
        | Operator::F64x2PromoteLowF32x4
        | Operator::I32x4TruncSatF32x4S
        | Operator::I32x4TruncSatF32x4U
        | Operator::I32x4TruncSatF64x2SZero
        | Operator::I32x4TruncSatF64x2UZero
        | Operator::F32x4ConvertI32x4U
        | Operator::F64x2ConvertLowI32x4U
        | Operator::I8x16Popcnt
        | Operator::I8x16Swizzle
        | Operator::I8x16Shuffle { .. }
        | Operator::I8x16Shl
        | Operator::I8x16ShrS
        | Operator::I8x16ShrU
        | Operator::I64x2ShrS
        | Operator::I64x2Mul
        | Operator::I32DivS
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
        | Operator::F64Add
        | Operator::F64Sub
        | Operator::F64Mul
        | Operator::F64Div
        | Operator::F32Ceil
        | Operator::F32Floor
        | Operator::F32Trunc
        | Operator::F32Nearest
        | Operator::F64Ceil
        | Operator::F64Floor
        | Operator::F64Trunc
        | Operator::F64Nearest => 10,
        _ => 0,
    }
}

impl Outline<'_> {
    /// An operator's work beyond that of its bytes, and the places that it adds where control splits or meets.
    pub(super) fn cost(&self, operator: &Operator<'_>) -> (u64, u64) {
        match operator {
            Operator::Block { blockty } => (300 * self.block_arity(blockty), 0),
            Operator::If { blockty } => (40 + 300 * self.block_arity(blockty), 1),
            Operator::Loop { blockty } => (100 + 300 * self.block_arity(blockty), 2),
            Operator::Else | Operator::Br { .. } => (10, 1),
            Operator::BrIf { .. } => (40, 1),
            Operator::BrTable { targets } => (10 + u64::from(targets.len()), 1 + u64::from(targets.len()) / 8),
            Operator::Call { function_index } => {
                let ty = self.functions.get(*function_index as usize).copied().unwrap_or(u32::MAX);
                (15 + passing(self.arity(ty)), 0)
            }
            Operator::CallIndirect { type_index, .. } => (90 + passing(self.arity(*type_index)), 2),
            Operator::TableGet { .. } | Operator::TableSet { .. } => (60, 1),
            Operator::TableGrow { .. } => (250, 1),
            _ => (instructions(operator), 0),
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
        ty.map_or(0, arity)
    }
}
