//! Messages as text for people.

use botpit_abi::gold_hunter::{Cell as SeenCell, PlayerKind, Setup, View};
use botpit_abi::{DecodeError, Direction, Order, order_kind};

use super::state::TURNS_TO_EXTRACT;
use crate::describe::Page;
use crate::grid::Cell;

pub(super) fn setup(bytes: &[u8]) -> Result<String, DecodeError> {
    let setup = Setup::parse(bytes)?;
    let mut page = Page::of_setup(&setup.common);
    page.field("hunters a team", setup.hunters);
    page.field("workers a team", setup.workers);
    page.field("bullets a hunter", setup.ammo);
    Ok(page.into_text())
}

pub(super) fn view(bytes: &[u8]) -> Result<String, DecodeError> {
    let view = View::parse(bytes)?;
    let mut page = Page::of_view(&view.common);
    page.list(
        "players",
        view.players.iter().map(|player| {
            let who = figure(player.id, player.kind, Cell::new(player.x, player.y), player.facing);
            match player.kind {
                PlayerKind::Hunter => format!("{who}, bullets left: {}", player.ammo),
                PlayerKind::Worker => who,
            }
        }),
    );
    page.list(
        "opponents seen",
        view.opponents.iter().map(|it| figure(it.id, it.kind, Cell::new(it.x, it.y), it.facing)),
    );
    page.list(
        "bullets seen",
        view.bullets.iter().map(|it| format!("{}, flies {}", Cell::new(it.x, it.y), it.direction.name())),
    );
    page.list(
        "gold seen",
        view.gold.iter().map(|it| {
            format!("{}, worth {}, {} of {TURNS_TO_EXTRACT} turns done", Cell::new(it.x, it.y), it.value, it.dug)
        }),
    );
    let legend = "# obstacle, . free, * bullet, @ player, & both";
    page.field("cells seen", format_args!("{}: {legend}", view.cells.len()));
    page.picture(view.cells.iter().map(|cell| (Cell::new(cell.x, cell.y), symbol(cell))));
    Ok(page.into_text())
}

pub(super) fn order(order: Order) -> String {
    let does = match (order.kind, Direction::from_code(order.direction)) {
        (order_kind::ROTATE, Some(direction)) => format!("turn {}", direction.name()),
        (order_kind::ROTATE, None) => format!("turn to direction {}", order.direction),
        (order_kind::MOVE, _) => "move".to_owned(),
        (order_kind::FIRE, _) => "fire".to_owned(),
        (kind, _) => format!("kind {kind}, direction {}", order.direction),
    };
    format!("player {}: {does}", order.player)
}

fn figure(id: u16, kind: PlayerKind, at: Cell, facing: Direction) -> String {
    let kind = match kind {
        PlayerKind::Hunter => "hunter",
        PlayerKind::Worker => "worker",
    };
    format!("{id} {kind} at {at}, looks {}", facing.name())
}

fn symbol(cell: SeenCell) -> char {
    match (cell.is_obstacle(), cell.has_bullet(), cell.has_player()) {
        (true, ..) => '#',
        (_, true, true) => '&',
        (_, true, _) => '*',
        (_, _, true) => '@',
        _ => '.',
    }
}

#[cfg(test)]
mod tests {
    use botpit_abi::gold_hunter as abi;

    use super::*;

    #[test]
    fn a_setup_reads() {
        let common =
            botpit_abi::Setup { fuel_per_turn: 1_000_000, turns: 147, width: 30, height: 20, ..Default::default() };
        let mut bytes = [0; abi::SETUP_BYTES];
        Setup { common, hunters: 2, workers: 3, ammo: 10 }.write(&mut bytes);
        let expected = "\
board               30 x 20
turns               147, of which 0 are played
restarts            0
most faults         0
fuel per turn       1_000_000
memory              0 bytes
log                 0 bytes a turn, 0 a match
drawing             0 bytes a turn
most orders         0
hunters a team      2
workers a team      3
bullets a hunter    10
";
        assert_eq!(setup(&bytes).as_deref(), Ok(expected));
        assert!(view(&bytes).is_err() && setup(&bytes[..40]).is_err());
    }

    #[test]
    fn a_view_reads() {
        let common = botpit_abi::View { turn: 7, fuel: 1_000, own_score: 3, opponent_score: 4 };
        let mut buffer = [0; 512];
        let mut out = View::begin(&common, &mut buffer);
        let (kind, facing) = (PlayerKind::Hunter, Direction::Up);
        let hunter = abi::Player { id: 0, x: 1, y: 0, kind, facing, ammo: 5 };
        let worker = abi::Player { id: 1, kind: PlayerKind::Worker, ammo: 0, ..hunter };
        out.list(abi::PLAYERS, [hunter, worker]);
        out.list(abi::OPPONENTS, [abi::Opponent { id: 4, x: 2, y: 1, kind, facing: Direction::Left }]);
        let cell = |x, y, state| SeenCell { x, y, state };
        out.list(abi::CELLS, [cell(1, 0, 4), cell(2, 0, 1), cell(0, 1, 0), cell(1, 1, 2), cell(2, 1, 6)]);
        out.list(abi::BULLETS, [abi::Bullet { x: 1, y: 1, direction: Direction::Down }]);
        out.list(abi::GOLD, [abi::Gold { x: 0, y: 1, value: 9, dug: 2 }]);
        let len = out.finish();
        let expected = "\
turns played        7
fuel                1_000
score               own 3, opponent 4
players             2
  0 hunter at (1, 0), looks up, bullets left: 5
  1 worker at (1, 0), looks up
opponents seen      1
  4 hunter at (2, 1), looks left
bullets seen        1
  (1, 1), flies down
gold seen           1
  (0, 1), worth 9, 2 of 3 turns done
cells seen          5: # obstacle, . free, * bullet, @ player, & both
   @#
  .*&
";
        assert_eq!(view(&buffer[..len]).as_deref(), Ok(expected));
    }

    #[test]
    fn any_order_reads() {
        assert_eq!(order(Order::rotate(3, Direction::Left)), "player 3: turn left");
        assert_eq!(order(Order::advance(3)), "player 3: move");
        assert_eq!(order(Order::fire(65_535)), "player 65535: fire");
        assert_eq!(order(Order { player: 0, kind: 1, direction: 9 }), "player 0: turn to direction 9");
        assert_eq!(order(Order { player: 0, kind: 0, direction: 255 }), "player 0: kind 0, direction 255");
    }
}
