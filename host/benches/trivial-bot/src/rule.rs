//! What the bot does, apart from how it is told and how it answers: the wasm bot and the native one share it.

/// What a player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    /// Goes one cell ahead.
    Advance,
    /// Turns to face the direction of this code.
    Rotate(u8),
}

/// What a player (id, x, y, code of its facing) does after `turn` turns: it goes ahead while the cell there is free,
/// and now and then, or where it is not, it turns.
///
/// `cell` gives the `cells` cells that the team sees by `(y, x)`: column, row and state.
pub(crate) fn act(
    turn: u32,
    (id, x, y, facing): (u16, u16, u16, u8),
    cells: usize,
    cell: impl Fn(usize) -> Option<(u16, u16, u8)>,
) -> Act {
    let beat = turn.wrapping_add(u32::from(id));
    let (dx, dy) = [(0, -1), (1, 0), (0, 1), (-1, 0)][usize::from(facing & 3)];
    let ahead = x.checked_add_signed(dx).zip(y.checked_add_signed(dy));
    let free = ahead.is_some_and(|at| state_of(at, cells, cell) == Some(0));
    if free && !beat.is_multiple_of(16) { Act::Advance } else { Act::Rotate((facing + 1 + (beat % 3) as u8) & 3) }
}

/// The state of a cell, if it is among those seen.
fn state_of((x, y): (u16, u16), cells: usize, cell: impl Fn(usize) -> Option<(u16, u16, u8)>) -> Option<u8> {
    let (mut low, mut high) = (0, cells);
    while low < high {
        let middle = low + (high - low) / 2;
        let (seen_x, seen_y, state) = cell(middle)?;
        match (seen_y, seen_x).cmp(&(y, x)) {
            std::cmp::Ordering::Equal => return Some(state),
            std::cmp::Ordering::Less => low = middle + 1,
            std::cmp::Ordering::Greater => high = middle,
        }
    }
    None
}
