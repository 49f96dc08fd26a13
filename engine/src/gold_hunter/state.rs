use botpit_abi::Direction;
use botpit_abi::gold_hunter::PlayerKind;

use super::map::Map;
use crate::cells::CellIndex;
use crate::game::{Ending, GameEnd};
use crate::grid::Cell;
use crate::players::Players;
use crate::seat::{BothSeats, Seat};

/// Turns of digging that extract a deposit.
pub(super) const TURNS_TO_EXTRACT: u8 = 3;

/// All that changes during a leg, and look-up tables that follow from it.
///
/// # Invariants
/// Between turns: at most one living player and at most one bullet a cell, none on an obstacle, and a bullet shares a
/// cell with a player only while it waits where it was fired.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) map: Map,
    pub(super) turn: u32,
    pub(super) players: Players<Player>,
    /// By `(y, x)` between turns.
    pub(super) bullets: Vec<Bullet>,
    /// The turns dug of each deposit of the map; [`TURNS_TO_EXTRACT`] when it is gone.
    pub(super) dug: Vec<u8>,
    pub(super) tallies: BothSeats<Tally>,
    pub(super) end: Option<GameEnd>,
    /// Living players by cell.
    pub(super) player_at: CellIndex,
    /// Bullets by cell; scratch while they fly.
    pub(super) bullet_at: CellIndex,
    /// Deposits by cell, but for extracted ones.
    pub(super) gold_at: CellIndex,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Player {
    pub(super) seat: Seat,
    pub(super) id: u16,
    pub(super) kind: PlayerKind,
    pub(super) at: Cell,
    pub(super) facing: Direction,
    pub(super) ammo: u32,
    pub(super) alive: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bullet {
    pub(super) at: Cell,
    pub(super) direction: Direction,
    /// Turns since the one in which it was fired. At 0 it waits in the cell where it was fired.
    pub(super) age: u8,
    /// Only during a turn: taken off the board at its end.
    pub(super) destroyed: bool,
}

/// What a team is judged by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    /// The value of the gold extracted.
    pub(super) score: u64,
    /// Own players killed, by anybody.
    pub(super) killed: u32,
    /// Bullets fired.
    pub(super) fired: u64,
}

impl State {
    /// The state before the first turn.
    pub(super) fn new(map: Map) -> State {
        let parts = map.parts();
        let mut players = Vec::with_capacity(2 * (map.hunters_per_team() + map.workers_per_team()));
        for seat in Seat::BOTH {
            let hunters = parts.hunters[seat].iter().map(|placement| (PlayerKind::Hunter, placement));
            let workers = parts.workers[seat].iter().map(|placement| (PlayerKind::Worker, placement));
            for (id, (kind, placement)) in hunters.chain(workers).enumerate() {
                let ammo = if kind == PlayerKind::Hunter { parts.ammo } else { 0 };
                let (at, facing) = (placement.at, placement.facing);
                players.push(Player { seat, id: id as u16, kind, at, facing, ammo, alive: true });
            }
        }
        let mut player_at = CellIndex::new(parts.size);
        for (index, player) in players.iter().enumerate() {
            player_at.set(player.at, index);
        }
        let mut gold_at = CellIndex::new(parts.size);
        for (index, deposit) in parts.gold.iter().enumerate() {
            gold_at.set(deposit.at, index);
        }
        State {
            turn: 0,
            players: Players::new(players),
            bullets: Vec::with_capacity(bullets_max(&map)),
            dug: vec![0; parts.gold.len()],
            tallies: BothSeats::default(),
            end: None,
            player_at,
            bullet_at: CellIndex::new(parts.size),
            gold_at,
            map,
        }
    }

    /// How the leg ends when a turn is over, if it does.
    pub(super) fn judge(&self) -> Option<GameEnd> {
        let total = self.map.total_gold();
        let majority = Seat::BOTH.into_iter().find(|&seat| {
            let score = self.tallies[seat].score;
            score > total - score
        });
        if majority.is_some() {
            return Some(GameEnd { ending: Ending::Majority, winner: majority });
        }
        if self.turn < self.map.parts().turns {
            return None;
        }
        let [a, b] = self.tallies.0;
        let order = a.score.cmp(&b.score).then(b.killed.cmp(&a.killed)).then(b.fired.cmp(&a.fired));
        let winner = Seat::ahead(order);
        let ending = if winner.is_some() { Ending::TurnsOver } else { Ending::ReplayOnAnotherMap };
        Some(GameEnd { ending, winner })
    }
}

/// The most bullets that there can be between turns.
pub(super) fn bullets_between_turns_max(map: &Map) -> usize {
    let ammo = map.parts().ammo as usize;
    map.parts().size.cells().min(ammo.saturating_mul(2 * map.hunters_per_team()))
}

/// The most bullets that there can be at once: those of earlier turns, and one that each hunter has just fired.
fn bullets_max(map: &Map) -> usize {
    bullets_between_turns_max(map) + 2 * map.hunters_per_team()
}
