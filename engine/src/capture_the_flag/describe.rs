//! Messages as text for people.

use botpit_abi::capture_the_flag::{Flag, Jail, NO_FLAG, Position, Setup, View};
use botpit_abi::{DecodeError, Direction, Order, Records, order_kind};

use crate::describe::{Page, grouped};
use crate::grid::Cell;

pub(super) fn setup(bytes: &[u8]) -> Result<String, DecodeError> {
    let setup = Setup::parse(bytes)?;
    let mut page = Page::of_setup(&setup.common);
    page.field("fault cost", grouped(setup.fault_cost));
    page.field("players a team", setup.players);
    page.field("flags a team", setup.flags);
    page.field(
        "jail",
        match setup.jail {
            Jail::OwnBase => "the base of the captured player's team",
            Jail::CaptorBase => "the base of the team that captured",
        },
    );
    page.field("own half", if setup.own_half_is_right { "right" } else { "left" });
    page.field("own base", place(setup.own_base));
    page.field("opponent's base", place(setup.opponent_base));
    page.list("own flag spawns", spawns(setup.own_spawns));
    page.list("opponent's spawns", spawns(setup.opponent_spawns));
    let walls = setup.walls.iter().filter(|&&wall| wall != 0).count();
    page.field("walls", format_args!("{walls}: # wall, . free"));
    let row = |row: &[u8]| row.iter().map(|&wall| if wall == 0 { '.' } else { '#' }).collect::<String>();
    page.lines(setup.walls.chunks(usize::from(setup.common.width).max(1)).map(row));
    Ok(page.into_text())
}

pub(super) fn view(bytes: &[u8]) -> Result<String, DecodeError> {
    let view = View::parse(bytes)?;
    let mut page = Page::of_view(&view.common);
    page.list(
        "players",
        view.players.iter().map(|player| {
            let who = format!("{} at {}", player.id, Cell::new(player.x, player.y));
            let captured = match player.captured {
                true => format!(", captured in turn {}", player.captured_since),
                false => String::new(),
            };
            who + &carried(player.flag) + &captured
        }),
    );
    page.list(
        "opponents seen",
        view.opponents.iter().map(|it| format!("{} at {}{}", it.id, Cell::new(it.x, it.y), carried(it.flag))),
    );
    page.list("captured opponents", view.captured_opponents.iter().map(|it| format!("player {}", it.id)));
    page.list("own flags", flags(view.own_flags));
    page.list("opponent's flags", flags(view.opponent_flags));
    page.field("board", "A a H own, B b h opponent; , empty spawn, # wall, . free");
    page.lines(view.board.split(|&byte| byte == b'\n').map(board_row));
    Ok(page.into_text())
}

pub(super) fn order(order: Order) -> String {
    let does = match (order.kind, Direction::from_code(order.direction)) {
        (order_kind::MOVE, Some(direction)) => format!("move {}", direction.name()),
        (order_kind::MOVE, None) => format!("move to direction {}", order.direction),
        (kind, _) => format!("kind {kind}, direction {}", order.direction),
    };
    format!("player {}: {does}", order.player)
}

/// A row of the board; what is no symbol shows as `?`.
fn board_row(row: &[u8]) -> String {
    row.iter().map(|&byte| if byte.is_ascii_graphic() { char::from(byte) } else { '?' }).collect()
}

fn place(position: Position) -> Cell {
    Cell::new(position.x, position.y)
}

fn spawns(spawns: Records<'_, Position>) -> impl ExactSizeIterator<Item = String> {
    spawns.iter().enumerate().map(|(number, spawn)| format!("{number} at {}", place(spawn)))
}

fn flags(flags: Records<'_, Flag>) -> impl ExactSizeIterator<Item = String> {
    flags.iter().map(|flag| {
        let where_it_is = if flag.at_home { "at home" } else { "carried" };
        format!("{} at {}, {where_it_is}", flag.id, Cell::new(flag.x, flag.y))
    })
}

fn carried(flag: u16) -> String {
    match flag {
        NO_FLAG => String::new(),
        flag => format!(", carries flag {flag}"),
    }
}

#[cfg(test)]
mod tests {
    use botpit_abi::Record;
    use botpit_abi::capture_the_flag as abi;

    use super::*;

    #[test]
    fn a_setup_reads() {
        let mut spawn = [0; Position::LEN];
        Position { x: 2, y: 1 }.write(&mut spawn);
        let told = Setup {
            common: botpit_abi::Setup { fuel_bank: 1_000_000, turns: 1000, width: 3, height: 2, ..Default::default() },
            players: 3,
            flags: 1,
            jail: Jail::CaptorBase,
            own_half_is_right: true,
            fault_cost: 1_000,
            own_base: Position { x: 2, y: 0 },
            opponent_base: Position { x: 0, y: 0 },
            walls: &[0, 1, 0, 0, 0, 1],
            own_spawns: Records::over(&spawn),
            opponent_spawns: Records::over(&spawn),
        };
        let mut buffer = [0; 256];
        let len = told.write(&mut buffer);
        let expected = "\
board               3 x 2
turns               1000, of which 0 are played
restarts            0
most faults         0
fuel bank           1_000_000
memory              0 bytes
log                 0 bytes a turn, 0 a match
drawing             0 bytes a turn
most orders         0
fault cost          1_000
players a team      3
flags a team        1
jail                the base of the team that captured
own half            right
own base            (2, 0)
opponent's base     (0, 0)
own flag spawns     1
  0 at (2, 1)
opponent's spawns   1
  0 at (2, 1)
walls               2: # wall, . free
  .#.
  ..#
";
        assert_eq!(setup(&buffer[..len]).as_deref(), Ok(expected));
        assert!(view(&buffer[..len]).is_err() && setup(&buffer[..40]).is_err());
    }

    #[test]
    fn a_view_reads_and_hostile_bytes_in_its_board_are_no_danger() {
        let common = botpit_abi::View { turn: 7, fuel: 1_000, own_score: 3, opponent_score: 4 };
        let mut buffer = [0; 512];
        let mut out = View::begin(&common, &mut buffer);
        let free = abi::Player { id: 0, x: 1, y: 0, flag: 2, captured: false, captured_since: 0 };
        let captured = abi::Player { id: 1, flag: NO_FLAG, captured: true, captured_since: 5, ..free };
        out.list(abi::PLAYERS, [free, captured]);
        out.list(abi::OPPONENTS, [abi::Opponent { id: 2, x: 3, y: 4, flag: NO_FLAG }]);
        out.list(abi::OWN_FLAGS, [Flag { id: 0, x: 5, y: 6, at_home: true }]);
        out.list(abi::OPPONENT_FLAGS, [Flag { id: 2, x: 7, y: 8, at_home: false }]);
        out.list(abi::CAPTURED_OPPONENTS, [abi::CapturedOpponent { id: 1 }]);
        out.bytes(abi::BOARD, b"A.#\n\x1b.\xff");
        let len = out.finish();
        let expected = "\
turns played        7
fuel                1_000
score               own 3, opponent 4
players             2
  0 at (1, 0), carries flag 2
  1 at (1, 0), captured in turn 5
opponents seen      1
  2 at (3, 4)
captured opponents  1
  player 1
own flags           1
  0 at (5, 6), at home
opponent's flags    1
  2 at (7, 8), carried
board               A a H own, B b h opponent; , empty spawn, # wall, . free
  A.#
  ?.?
";
        assert_eq!(view(&buffer[..len]).as_deref(), Ok(expected));
    }

    #[test]
    fn any_order_reads() {
        assert_eq!(order(Order::step(3, Direction::Left)), "player 3: move left");
        assert_eq!(order(Order { player: 0, kind: 2, direction: 9 }), "player 0: move to direction 9");
        assert_eq!(order(Order { player: 0, kind: 3, direction: 0 }), "player 0: kind 3, direction 0");
    }
}
