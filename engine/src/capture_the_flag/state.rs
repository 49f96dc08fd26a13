use botpit_abi::capture_the_flag::Jail;

use super::map::Map;
use crate::cells::CellIndex;
use crate::game::{Ending, GameEnd};
use crate::grid::Cell;
use crate::players::Players;
use crate::seat::{BothSeats, Seat};

/// All that changes during a leg, and look-up tables that follow from it.
///
/// # Invariants
/// Between turns a cell holds at most one player in play, never in a wall or on a flag spawn of its own team; each flag
/// is at its place or carried by exactly one opponent in play; a captured player carries nothing.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) map: Map,
    pub(super) turns: u32,
    /// Where each team's captured players wait.
    pub(super) jails: BothSeats<Cell>,
    pub(super) turn: u32,
    pub(super) players: Players<Player>,
    /// By number, whether each flag that a team defends is at its place.
    pub(super) at_home: BothSeats<Vec<bool>>,
    /// Flags captured by each team.
    pub(super) scores: BothSeats<u64>,
    pub(super) end: Option<GameEnd>,
    /// Each team's players in play by cell. During the moves and contacts opponents may share a cell.
    pub(super) player_at: BothSeats<CellIndex>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Player {
    pub(super) seat: Seat,
    pub(super) id: u16,
    /// Its cell; the jail for a captured player.
    pub(super) at: Cell,
    /// The turn in which it was captured, counted from 1, while it is.
    pub(super) captured: Option<u32>,
    /// The number of the enemy flag that it carries.
    pub(super) flag: Option<u16>,
}

impl Player {
    /// Whether it is on the board, and not captured.
    pub(super) fn is_in_play(&self) -> bool {
        self.captured.is_none()
    }
}

impl State {
    /// The state before the first turn.
    pub(super) fn new(map: Map, turns: u32, jail: Jail) -> State {
        let parts = map.parts();
        let teams = &parts.teams;
        let mut players = Vec::with_capacity(2 * map.players_per_team());
        let mut player_at = BothSeats::from_fn(|_| CellIndex::new(parts.size));
        for (seat, team) in teams.iter() {
            for (id, &at) in (0..).zip(&team.players) {
                player_at[seat].set(at, players.len());
                players.push(Player { seat, id, at, captured: None, flag: None });
            }
        }
        let jails = BothSeats::from_fn(|seat| match jail {
            Jail::OwnBase => teams[seat].base,
            Jail::CaptorBase => teams[seat.other()].base,
        });
        State {
            turns,
            jails,
            turn: 0,
            players: Players::new(players),
            at_home: BothSeats::from_fn(|_| vec![true; map.flags_per_team()]),
            scores: BothSeats::default(),
            end: None,
            player_at,
            map,
        }
    }

    /// Whether a player of a team may stand in a cell of the board.
    pub(super) fn is_open(&self, seat: Seat, cell: Cell) -> bool {
        !self.map.is_wall(cell) && self.map.spawn_at(seat, cell).is_none()
    }

    /// Whether a player in play of either team is in a cell.
    pub(super) fn is_occupied(&self, cell: Cell) -> bool {
        self.player_at.0.iter().any(|players| players.get(cell).is_some())
    }

    /// How the leg ends when a turn is over, if it does.
    pub(super) fn judge(&self, banks_left: BothSeats<u64>) -> Option<GameEnd> {
        let ending = if self.turn >= self.turns {
            Ending::TurnsOver
        } else if banks_left == BothSeats([0, 0]) {
            Ending::BanksEmpty
        } else {
            return None;
        };
        let [a, b] = self.scores.0;
        Some(GameEnd { ending, winner: Seat::ahead(a.cmp(&b)) })
    }
}
