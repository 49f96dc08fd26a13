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

/// The code of the direction in which a player of Capture the Flag (id, x, y) steps after `turn` turns: the same for
/// some turns, or the first one after it where no wall is. `board` is the text of a view.
pub(crate) fn step(turn: u32, (id, x, y): (u16, u16, u16), board: &[u8]) -> u8 {
    let line = board.iter().position(|&cell| cell == b'\n').unwrap_or(board.len()) + 1;
    let beat = turn / 8 + u32::from(id) + turn.wrapping_mul(7) / 40;
    let open = |code: &u8| {
        let (dx, dy) = [(0, -1), (1, 0), (0, 1), (-1, 0)][usize::from(code & 3)];
        let ahead = x.checked_add_signed(dx).zip(y.checked_add_signed(dy));
        ahead
            .and_then(|(x, y)| board.get(usize::from(y) * line + usize::from(x)))
            .is_some_and(|cell| !b"#\n".contains(cell))
    };
    (0..4).map(|more| ((beat + more) & 3) as u8).find(open).unwrap_or(0)
}
