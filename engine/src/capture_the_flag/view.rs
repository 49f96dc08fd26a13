use botpit_abi::capture_the_flag as abi;
use botpit_abi::{Record, Records};

use super::map::{Map, MapDraft};
use super::state::{Player, State};
use crate::cells::CellSet;
use crate::game::SetupLimits;
use crate::grid::Cell;
use crate::seat::{BothSeats, Seat};

/// How far a player sees, in Manhattan distance.
const SIGHT: u16 = 4;

/// What the players of a team see together.
#[derive(Clone, Debug)]
pub(super) struct Vision {
    /// What everyone sees always: all bases and flag spawns and the cells around them.
    always: CellSet,
    seen: CellSet,
}

impl Vision {
    pub(super) fn new(map: &Map) -> Vision {
        let parts = map.parts();
        let mut always = CellSet::new(parts.size);
        for team in &parts.teams.0 {
            for &cell in std::iter::once(&team.base).chain(&team.flags) {
                always.insert_around(cell);
            }
        }
        Vision { seen: always.clone(), always }
    }

    /// Looks from where the players of a team are, captured ones included.
    pub(super) fn look(&mut self, state: &State, seat: Seat) {
        self.seen.copy_from(&self.always);
        for player in state.players.team(seat) {
            self.seen.insert_diamond(player.at, SIGHT);
        }
    }

    pub(super) fn sees(&self, cell: Cell) -> bool {
        self.seen.contains(cell)
    }

    /// The opponents of the seat that this vision was looked for, those in play that are seen.
    pub(super) fn opponents<'s>(&'s self, state: &'s State, seat: Seat) -> impl Iterator<Item = &'s Player> {
        state.players.team(seat.other()).iter().filter(|player| player.is_in_play() && self.sees(player.at))
    }
}

/// What setups and views say of a map, whatever happens on it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Backdrop {
    walls: Vec<u8>,
    /// The spawn cells of each team's flags as records.
    spawns: BothSeats<Vec<u8>>,
    /// For each seat the text of the board with walls and bases alone.
    bare_boards: BothSeats<Vec<u8>>,
}

impl Backdrop {
    pub(super) fn new(parts: &MapDraft) -> Backdrop {
        Backdrop {
            walls: parts.walls.iter().map(|wall| u8::from(*wall)).collect(),
            spawns: BothSeats::from_fn(|seat| {
                let flags = &parts.teams[seat].flags;
                let mut bytes = vec![0; abi::Position::LEN * flags.len()];
                for (record, &cell) in bytes.chunks_exact_mut(abi::Position::LEN).zip(flags) {
                    position(cell).write(record);
                }
                bytes
            }),
            bare_boards: BothSeats::from_fn(|seat| bare_board(parts, seat)),
        }
    }

    /// The length of the longest setup or view, in bytes.
    pub(super) fn bytes_max(&self, map: &Map) -> usize {
        let (players, flags) = (map.players_per_team(), map.flags_per_team());
        let view = abi::VIEW_HEADER_LEN
            + players * (abi::Player::LEN + abi::Opponent::LEN + abi::CapturedOpponent::LEN)
            + 2 * flags * abi::Flag::LEN
            + self.bare_boards[Seat::A].len().next_multiple_of(4);
        let walls = self.walls.len().next_multiple_of(4);
        let setup = abi::SETUP_HEADER_LEN + walls + 2 * flags * abi::Position::LEN;
        view.max(setup)
    }

    /// Writes what the rules tell at the start or after a restart, and gives back its length in bytes.
    pub(super) fn write_setup(&self, state: &State, seat: Seat, limits: &SetupLimits, buffer: &mut [u8]) -> usize {
        let parts = state.map.parts();
        let (own, opponent) = (&parts.teams[seat], &parts.teams[seat.other()]);
        let common = limits.setup(state.players.per_team() as u32, (state.turn, state.turns), parts.size);
        abi::Setup {
            common,
            players: state.map.players_per_team() as u16,
            flags: state.map.flags_per_team() as u16,
            jail: if state.jails[seat] == own.base { abi::Jail::OwnBase } else { abi::Jail::CaptorBase },
            own_half_is_right: seat == Seat::B,
            fault_cost: limits.fault_cost,
            own_base: position(own.base),
            opponent_base: position(opponent.base),
            walls: &self.walls,
            own_spawns: Records::over(&self.spawns[seat]),
            opponent_spawns: Records::over(&self.spawns[seat.other()]),
        }
        .write(buffer)
    }
}

/// Writes views.
#[derive(Clone, Debug)]
pub(super) struct ViewWriter {
    board: Vec<u8>,
}

impl ViewWriter {
    pub(super) fn new(map: &Map) -> ViewWriter {
        ViewWriter { board: map.backdrop().bare_boards[Seat::A].clone() }
    }

    /// Writes the view of the seat that the vision was looked for, and gives back its length in bytes.
    pub(super) fn write(
        &mut self,
        state: &State,
        vision: &Vision,
        seat: Seat,
        bank_left: u64,
        buffer: &mut [u8],
    ) -> usize {
        self.draw_board(state, vision, seat);
        let opponent = seat.other();
        let common = botpit_abi::View {
            turn: state.turn,
            fuel: bank_left,
            own_score: state.scores[seat],
            opponent_score: state.scores[opponent],
        };
        let mut out = abi::View::begin(&common, buffer);
        out.list(abi::PLAYERS, state.players.team(seat).iter().map(own_record));
        out.list(abi::OPPONENTS, vision.opponents(state, seat).map(opponent_record));
        out.list(abi::OWN_FLAGS, flag_records(state, seat));
        out.list(abi::OPPONENT_FLAGS, flag_records(state, opponent));
        let captured = state.players.team(opponent).iter().filter(|player| !player.is_in_play());
        out.list(abi::CAPTURED_OPPONENTS, captured.map(|player| abi::CapturedOpponent { id: player.id }));
        out.bytes(abi::BOARD, &self.board);
        out.finish()
    }

    /// Draws flags, empty spawns and players in play onto the bare board; own is A, whichever side it plays.
    fn draw_board(&mut self, state: &State, vision: &Vision, seat: Seat) {
        let place = |cell: Cell| place_in_text(state.map.parts(), cell);
        self.board.copy_from_slice(&state.map.backdrop().bare_boards[seat]);
        for (owner, flag) in [(seat, b'a'), (seat.other(), b'b')] {
            for (&spawn, &at_home) in state.map.parts().teams[owner].flags.iter().zip(&state.at_home[owner]) {
                self.board[place(spawn)] = if at_home { flag } else { b',' };
            }
        }
        for player in state.players.team(seat).iter().filter(|player| player.is_in_play()) {
            self.board[place(player.at)] = b'A';
        }
        for player in vision.opponents(state, seat) {
            self.board[place(player.at)] = b'B';
        }
    }
}

/// The board as text with walls and bases alone, own base `H`: lines joined by newlines, none after the last.
fn bare_board(parts: &MapDraft, seat: Seat) -> Vec<u8> {
    let mut text = Vec::with_capacity(parts.size.cells() + usize::from(parts.size.height));
    for row in parts.walls.chunks(parts.size.width.into()) {
        text.extend(row.iter().map(|wall| if *wall { b'#' } else { b'.' }));
        text.push(b'\n');
    }
    text.pop();
    for (seat, symbol) in [(seat, b'H'), (seat.other(), b'h')] {
        text[place_in_text(parts, parts.teams[seat].base)] = symbol;
    }
    text
}

/// Where a cell is in the text of a board.
fn place_in_text(parts: &MapDraft, cell: Cell) -> usize {
    usize::from(cell.y) * (usize::from(parts.size.width) + 1) + usize::from(cell.x)
}

fn position(cell: Cell) -> abi::Position {
    abi::Position { x: cell.x, y: cell.y }
}

fn own_record(player: &Player) -> abi::Player {
    abi::Player {
        id: player.id,
        x: player.at.x,
        y: player.at.y,
        flag: player.flag.unwrap_or(abi::NO_FLAG),
        captured: !player.is_in_play(),
        captured_since: player.captured.unwrap_or(0),
    }
}

fn opponent_record(player: &Player) -> abi::Opponent {
    abi::Opponent { id: player.id, x: player.at.x, y: player.at.y, flag: player.flag.unwrap_or(abi::NO_FLAG) }
}

fn flag_records(state: &State, owner: Seat) -> impl Iterator<Item = abi::Flag> {
    let flags = state.map.parts().teams[owner].flags.iter().zip(&state.at_home[owner]);
    (0..).zip(flags).map(|(id, (spawn, &at_home))| abi::Flag { id, x: spawn.x, y: spawn.y, at_home })
}
