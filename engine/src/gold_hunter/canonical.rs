//! The bytes of a state that the hash chain of a leg covers.
//!
//! All numbers are little-endian; cells are `x` u16, `y` u16; directions have their codes (0 up, 1 right, 2 down,
//! 3 left). Nothing is padded.
//!
//! The map's bytes, which enter `hash(0)`, are those of [`Map::canonical_bytes`](super::Map). The state after a turn:
//!
//! | field | bytes |
//! |---|---|
//! | turns played | u32 |
//! | end: 0 none, 1 majority, 2 turns over, 3 replay on another map | u8 |
//! | winner: 0 nobody, 1 A, 2 B | u8 |
//! | A's, then B's: score, own players killed, bullets fired | u64, u32, u64 each |
//! | A's players by id, then B's: alive (1 or 0), cell, facing, bullets left; a dead one is ten zeros | u8, 4, u8, u32 each |
//! | number of bullets | u32 |
//! | bullets by (y, x, direction, age): cell, direction, turns since fired | 4, u8, u8 each |
//! | turns dug of each deposit of the map by (y, x), 3 when it is gone | u8 each |

use super::state::State;
use crate::board::put_cell;
use crate::game::Ending;

/// Puts the canonical bytes of a state into `out`, in place of what was there.
pub(super) fn write_state(state: &State, out: &mut Vec<u8>) {
    out.clear();
    out.extend(state.turn.to_le_bytes());
    out.push(state.end.map_or(0, |end| end_code(end.ending)));
    out.push(state.end.and_then(|end| end.winner).map_or(0, |seat| seat.index() as u8 + 1));
    for tally in &state.tallies.0 {
        out.extend(tally.score.to_le_bytes());
        out.extend(tally.killed.to_le_bytes());
        out.extend(tally.fired.to_le_bytes());
    }
    for player in state.players.iter() {
        if !player.alive {
            out.extend([0; 10]);
            continue;
        }
        out.push(1);
        put_cell(out, player.at);
        out.push(player.facing.code());
        out.extend(player.ammo.to_le_bytes());
    }
    out.extend((state.bullets.len() as u32).to_le_bytes());
    for bullet in &state.bullets {
        put_cell(out, bullet.at);
        out.extend([bullet.direction.code(), bullet.age]);
    }
    out.extend_from_slice(&state.dug);
}

/// The most bytes that [`write_state`] puts.
pub(super) fn state_bytes_max(state: &State) -> usize {
    4 + 2 + 2 * 20 + 10 * state.players.len() + 4 + 6 * state.bullets.capacity() + state.dug.len()
}

/// The code of an end; the rules know only these three.
fn end_code(ending: Ending) -> u8 {
    match ending {
        Ending::Majority => 1,
        Ending::TurnsOver => 2,
        Ending::ReplayOnAnotherMap => 3,
        _ => 0,
    }
}
