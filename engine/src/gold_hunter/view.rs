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
    /// Where the players of both teams are, and the bullets.
    players: CellSet,
    bullets: CellSet,
}

impl Vision {
    pub(super) fn new(size: Size) -> Vision {
        let empty = CellSet::new(size);
        Vision { seen: empty.clone(), near: empty.clone(), players: empty.clone(), bullets: empty }
    }

    /// Looks from where the living players of a team stand: each sees its own cell, its neighbours, and what is
    /// straight ahead up to and including the first obstacle.
    pub(super) fn look(&mut self, state: &State, seat: Seat) {
        for set in [&mut self.near, &mut self.players, &mut self.bullets] {
            set.clear();
        }
        for player in living(state, seat) {
            self.near.insert_around(player.at);
        }
        self.seen.copy_from(&self.near);
        for player in living(state, seat) {
            self.seen.insert_ahead(player.at, player.facing, state.map.obstacles());
        }
        state.players.iter().filter(|player| player.alive).for_each(|player| self.players.insert(player.at));
        state.bullets.iter().for_each(|bullet| self.bullets.insert(bullet.at));
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
        let marks = [state.map.obstacles(), &self.bullets, &self.players];
        out.list_with(abi::CELLS, |cells| {
            self.seen.for_each_marked(marks, |cell, marks| cells.push(cell_record(cell, marks)));
        });
        let bullets = state.bullets.iter().filter(|bullet| self.sees(bullet.at));
        out.list(abi::BULLETS, bullets.map(|bullet| bullet_record(bullet.at, bullet.direction)));
        // Gold that is gone is still in its cell on the map.
        out.list(abi::GOLD, self.near.shared_with(state.map.gold_cells()).filter_map(|cell| gold_record(state, cell)));
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

fn cell_record(cell: Cell, [obstacle, bullet, player]: [bool; 3]) -> abi::Cell {
    let state = (u8::from(obstacle) * abi::Cell::OBSTACLE)
        | (u8::from(bullet) * abi::Cell::BULLET)
        | (u8::from(player) * abi::Cell::PLAYER);
    abi::Cell { x: cell.x, y: cell.y, state }
}

fn bullet_record(at: Cell, direction: Direction) -> abi::Bullet {
    abi::Bullet { x: at.x, y: at.y, direction }
}

fn gold_record(state: &State, cell: Cell) -> Option<abi::Gold> {
    let deposit = state.gold_at.get(cell)?;
    let value = state.map.parts().gold[deposit].value;
    Some(abi::Gold { x: cell.x, y: cell.y, value, dug: state.dug[deposit] })
}
