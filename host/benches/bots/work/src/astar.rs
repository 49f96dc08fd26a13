//! The A* search for a way over a board.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Columns and rows of the board.
const SIDE: usize = 64;

/// The length of a way to the far corner over a board on which every fourth cell or so is a wall.
pub(crate) fn find(round: u32) -> u32 {
    let mut number = super::numbers(round);
    let walls: Vec<bool> = (0..SIDE * SIDE).map(|_| number() % 4 == 0).collect();
    let ahead = |cell: usize| (2 * SIDE - 2 - cell % SIDE - cell / SIDE) as u32;
    let mut lengths = vec![u32::MAX; SIDE * SIDE];
    let mut open = BinaryHeap::from([(Reverse(ahead(0)), 0)]);
    lengths[0] = 0;
    while let Some((_, here)) = open.pop() {
        if ahead(here) == 0 {
            return lengths[here];
        }
        let (x, y) = (here % SIDE, here / SIDE);
        let sides = [
            (x + 1 < SIDE, here + 1),
            (y + 1 < SIDE, here + SIDE),
            (x > 0, here.wrapping_sub(1)),
            (y > 0, here.wrapping_sub(SIDE)),
        ];
        for (on_board, side) in sides {
            if on_board && !walls[side] && lengths[here] + 1 < lengths[side] {
                lengths[side] = lengths[here] + 1;
                open.push((Reverse(lengths[side] + ahead(side)), side));
            }
        }
    }
    u32::MAX
}
