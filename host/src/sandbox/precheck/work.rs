//! How much work a module is for the compiler.

use wasmparser::{BlockType, Operator};

use super::outline::Outline;

/// The most work on one function, in units of [`Work`].
pub(super) const FUNCTION_WORK: u64 = 15_000_000;
/// The most work on all functions, in units of [`Work`].
pub(super) const MODULE_WORK: u64 = 80_000_000;

/// How much work a function is for the compiler, in about a microsecond each on a machine of 2020, as measured with
/// functions of many operators of a kind.
///
/// The time grows with the operators, with the square of the places where control splits or meets, and with how many
/// locals may have different values in such places. The last is far too much for most code, but nothing less holds for
/// code that is made to be slow.
#[derive(Clone, Copy)]
pub(super) struct Work {
    pub(super) bytes: u64,
    pub(super) locals: u64,
    pub(super) operators: u64,
    pub(super) joints: u64,
    /// In how many loops each loop lies, itself included, summed over all loops.
    pub(super) nesting: u64,
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
    }
}

/// How many loops are open.
#[derive(Default)]
pub(super) struct LoopDepth {
    /// For each open block whether it is a loop.
    blocks: Vec<bool>,
    loops: u64,
}

impl LoopDepth {
    /// Follows an operator; for the beginning of a loop the number of open loops, else 0.
    pub(super) fn enter(&mut self, operator: &Operator<'_>) -> u64 {
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
}
