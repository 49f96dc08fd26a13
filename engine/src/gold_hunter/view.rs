use botpit_abi::Direction;
use botpit_abi::gold_hunter as abi;

use super::map::Map;
use super::state::{Player, State, bullets_between_turns_max};
use crate::cells::CellSet;
use crate::game::SetupLimits;
use crate::grid::{Cell, Size};
use crate::seat::Seat;

/// What the players of a team see together.
#[derive(Clone, Debug)]
pub(super) struct Vision {
    /// The cells whose state is seen.
    seen: CellSet,
    /// The cells whose gold is seen, all of them among `seen`.
    near: CellSet,
}

impl Vision {
    pub(super) fn new(size: Size) -> Vision {
        Vision { seen: CellSet::new(size), near: CellSet::new(size) }
    }

    /// Looks from where the living players of a team stand: each sees its own cell, its neighbours, and what is
    /// straight ahead up to and including the first obstacle.
    pub(super) fn look(&mut self, state: &State, seat: Seat) {
        let size = state.map.parts().size;
        self.seen.clear();
        self.near.clear();
        for player in living(state, seat) {
            self.seen.insert_around(player.at);
            self.near.insert_around(player.at);
            let mut at = player.at;
            while let Some(ahead) = size.step(at, player.facing) {
                self.seen.insert(ahead);
                if state.map.is_obstacle(ahead) {
                    break;
                }
                at = ahead;
            }
        }
    }

    pub(super) fn sees(&self, cell: Cell) -> bool {
        self.seen.contains(cell)
    }

    pub(super) fn sees_gold(&self, cell: Cell) -> bool {
        self.near.contains(cell)
    }

    /// Writes the view of the seat that this vision was looked for, and gives back its length in bytes.
    pub(super) fn write(&self, state: &State, seat: Seat, fuel_left: u64, buffer: &mut [u8]) -> usize {
        let common = botpit_abi::View {
            turn: state.turn,
            fuel: fuel_left,
            own_score: state.tallies[seat].score,
            opponent_score: state.tallies[seat.other()].score,
        };
        let mut out = abi::View::begin(&common, buffer);
        out.list(abi::PLAYERS, living(state, seat).map(own_record));
        let opponents = living(state, seat.other()).filter(|player| self.sees(player.at));
        out.list(abi::OPPONENTS, opponents.map(opponent_record));
        out.list(abi::CELLS, self.seen.iter().map(|cell| cell_record(state, cell)));
        let bullets = state.bullets.iter().filter(|bullet| self.sees(bullet.at));
        out.list(abi::BULLETS, bullets.map(|bullet| bullet_record(bullet.at, bullet.direction)));
        out.list(abi::GOLD, self.near.iter().filter_map(|cell| gold_record(state, cell)));
        out.finish()
    }
}

/// The length of the longest setup or view of a leg on the map, in bytes.
pub(super) fn message_bytes_max(map: &Map) -> usize {
    use botpit_abi::Record;
    let parts = map.parts();
    let players = map.hunters_per_team() + map.workers_per_team();
    // The first cell of the line ahead is a neighbour already.
    let ahead = usize::from(parts.size.width.max(parts.size.height)).saturating_sub(2);
    let cells = parts.size.cells().min(players * (9 + ahead));
    let view = abi::VIEW_HEADER_LEN
        + players * (abi::Player::LEN + abi::Opponent::LEN)
        + cells * abi::Cell::LEN
        + cells.min(bullets_between_turns_max(map)) * abi::Bullet::LEN
        + parts.gold.len().min(9 * players) * abi::Gold::LEN;
    view.max(abi::SETUP_BYTES)
}

/// Writes what the rules tell at the start or after a restart, and gives back its length in bytes.
pub(super) fn write_setup(state: &State, limits: &SetupLimits, buffer: &mut [u8]) -> usize {
    let parts = state.map.parts();
    let common = limits.setup(state.players.per_team() as u32, (state.turn, parts.turns), parts.size);
    let hunters = state.map.hunters_per_team() as u16;
    let workers = state.map.workers_per_team() as u16;
    abi::Setup { common, hunters, workers, ammo: parts.ammo }.write(buffer)
}

fn living(state: &State, seat: Seat) -> impl Iterator<Item = &Player> {
    state.players.team(seat).iter().filter(|player| player.alive)
}

fn own_record(player: &Player) -> abi::Player {
    let Player { id, kind, facing, ammo, .. } = *player;
    abi::Player { id, x: player.at.x, y: player.at.y, kind, facing, ammo }
}

fn opponent_record(player: &Player) -> abi::Opponent {
    let Player { id, kind, facing, .. } = *player;
    abi::Opponent { id, x: player.at.x, y: player.at.y, kind, facing }
}

fn cell_record(state: &State, cell: Cell) -> abi::Cell {
    let flag = |set, flag| if set { flag } else { 0 };
    let flags = flag(state.map.is_obstacle(cell), abi::Cell::OBSTACLE)
        | flag(state.bullet_at.get(cell).is_some(), abi::Cell::BULLET)
        | flag(state.player_at.get(cell).is_some(), abi::Cell::PLAYER);
    abi::Cell { x: cell.x, y: cell.y, state: flags }
}

fn bullet_record(at: Cell, direction: Direction) -> abi::Bullet {
    abi::Bullet { x: at.x, y: at.y, direction }
}

fn gold_record(state: &State, cell: Cell) -> Option<abi::Gold> {
    let deposit = state.gold_at.get(cell)?;
    let value = state.map.parts().gold[deposit].value;
    Some(abi::Gold { x: cell.x, y: cell.y, value, dug: state.dug[deposit] })
}
