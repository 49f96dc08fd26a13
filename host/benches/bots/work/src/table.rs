//! Hash maps and sorting.

use std::collections::HashMap;

/// How many numbers a piece of work is about.
const NUMBERS: usize = 2000;

/// Counts numbers by their value in a hash map, and looks for others in it.
pub(crate) fn count(round: u32) -> u32 {
    let mut number = super::numbers(round);
    let mut counts = HashMap::new();
    for _ in 0..NUMBERS {
        *counts.entry(number() % 1024).or_insert(0_u32) += 1;
    }
    (0..NUMBERS).filter_map(|_| counts.get(&(number() % 2048))).sum()
}

/// Sorts numbers, and pairs of them by one of the two.
pub(crate) fn sort(round: u32) -> u32 {
    let mut number = super::numbers(round);
    let mut numbers: Vec<u32> = (0..NUMBERS).map(|_| number()).collect();
    let mut pairs: Vec<(u32, u32)> = numbers.iter().map(|&one| (one, number())).collect();
    numbers.sort_unstable();
    pairs.sort_by_key(|&(_, other)| other);
    numbers[NUMBERS / 2] ^ pairs[NUMBERS / 2].0
}
