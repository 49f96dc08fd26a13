//! The bytes of a state that the hash chain of a leg covers.
//!
//! All numbers are little-endian; cells are `x` u16, `y` u16. Nothing is padded. The options in `hash(0)` are `jail`
//! and `turns`, the latter as the number of turns that the match lasts; the map's bytes are those of
//! [`Map::canonical_bytes`](super::Map). The state after a turn:
//!
//! | field | bytes |
//! |---|---|
//! | turns played | u32 |
//! | end: 0 none, 1 turns over, 2 banks empty | u8 |
//! | winner: 0 nobody, 1 A, 2 B | u8 |
//! | A's, then B's score | u64 each |
//! | A's players by id, then B's: cell (of the jail for a captured one), turn of its capture or 0, flag or 0xffff | 4, u32, u16 each |
//!
//! Which flags are at their places follows from who carries one.

use botpit_abi::capture_the_flag::NO_FLAG;

use super::state::State;
use crate::board::put_cell;
use crate::game::Ending;

/// Puts the canonical bytes of a state into `out`, in place of what was there.
pub(super) fn write_state(state: &State, out: &mut Vec<u8>) {
    out.clear();
    out.extend(state.turn.to_le_bytes());
    out.push(state.end.map_or(0, |end| if end.ending == Ending::BanksEmpty { 2 } else { 1 }));
    out.push(state.end.and_then(|end| end.winner).map_or(0, |seat| seat.index() as u8 + 1));
    for score in state.scores.0 {
        out.extend(score.to_le_bytes());
    }
    for player in state.players.iter() {
        put_cell(out, player.at);
        out.extend(player.captured.unwrap_or(0).to_le_bytes());
        out.extend(player.flag.unwrap_or(NO_FLAG).to_le_bytes());
    }
}

/// The bytes that [`write_state`] puts.
pub(super) fn state_bytes(state: &State) -> usize {
    4 + 2 + 2 * 8 + 10 * state.players.len()
}
