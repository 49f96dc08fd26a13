//! What a bot does most: breadth-first search over a board. The benchmarks compile it natively and to wasm.

/// Columns and rows of the board.
const SIDE: usize = 30;

/// The ways from one cell after another to all others over a board with walls, so many times; a checksum of their
/// lengths.
pub(crate) fn search(times: u32) -> u32 {
    // Walls that leave the ground in one piece: short ones, apart from each other.
    let walls: Vec<bool> =
        (0..SIDE * SIDE).map(|cell| cell % SIDE % 3 == 1 && !(cell / SIDE).is_multiple_of(4)).collect();
    let mut distances = vec![u32::MAX; SIDE * SIDE];
    let mut queue = Vec::with_capacity(SIDE * SIDE);
    let mut sum = 0_u32;
    for time in 0..times as usize {
        let home = time * 7 % SIDE * 3 % SIDE + time % 8 * 4 * SIDE;
        distances.fill(u32::MAX);
        distances[home] = 0;
        queue.clear();
        queue.push(home);
        let mut next = 0;
        while next < queue.len() {
            let here = queue[next];
            next += 1;
            let (x, y) = (here % SIDE, here / SIDE);
            let sides = [
                (y > 0, here.wrapping_sub(SIDE)),
                (x + 1 < SIDE, here + 1),
                (y + 1 < SIDE, here + SIDE),
                (x > 0, here.wrapping_sub(1)),
            ];
            for (on_board, side) in sides {
                if on_board && !walls[side] && distances[side] == u32::MAX {
                    distances[side] = distances[here] + 1;
                    queue.push(side);
                }
            }
        }
        sum = queue.iter().fold(sum, |sum, &cell| sum.rotate_left(3) ^ distances[cell]);
    }
    sum
}
