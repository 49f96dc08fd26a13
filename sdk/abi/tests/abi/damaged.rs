use botpit_abi::{
    DecodeError, Direction, Mark, Marks, Order, OrderList, abi_answer, capture_the_flag, game, game_bit, gold_hunter,
};
use proptest::collection::vec;
use proptest::prelude::{Strategy, any, prop_assert, proptest};
use proptest::sample::Index;

use crate::vector;

/// The golden view with some of its bytes replaced.
fn view_with(changes: &[(usize, &[u8])]) -> Vec<u8> {
    let mut bytes = vector("gold-hunter-view");
    for (at, change) in changes {
        bytes[*at..at + change.len()].copy_from_slice(change);
    }
    bytes
}

#[track_caller]
fn check_view(bytes: &[u8], expected: DecodeError) {
    assert_eq!(gold_hunter::View::parse(bytes).map(drop), Err(expected));
}

#[test]
fn a_message_shorter_than_a_header_is_too_short() {
    let view = vector("gold-hunter-view");
    for len in 0..16 {
        check_view(&view[..len], DecodeError::TooShort { len, need: 16 });
    }
}

#[test]
fn another_version_is_refused() {
    check_view(&view_with(&[(0, &[2, 0])]), DecodeError::Version(2));
    check_view(&view_with(&[(0, &[0, 0])]), DecodeError::Version(0));
}

#[test]
fn another_game_is_refused() {
    check_view(
        &view_with(&[(2, &[2, 0])]),
        DecodeError::Game { found: game::CAPTURE_THE_FLAG, expected: game::GOLD_HUNTER },
    );
    let orders = OrderList::parse(&vector("gold-hunter-orders"), game::CAPTURE_THE_FLAG).map(drop);
    assert_eq!(orders, Err(DecodeError::Game { found: game::GOLD_HUNTER, expected: game::CAPTURE_THE_FLAG }));
}

#[test]
fn another_kind_is_refused() {
    check_view(&view_with(&[(4, &[3, 0])]), DecodeError::Kind(3));
    let setup = gold_hunter::Setup::parse(&vector("gold-hunter-view"));
    assert_eq!(setup, Err(DecodeError::Kind(2)));
}

#[test]
fn a_header_length_that_does_not_fit_is_refused() {
    for header_len in [0, 16, 87, 289, u16::MAX] {
        check_view(&view_with(&[(6, &header_len.to_le_bytes())]), DecodeError::HeaderLength(header_len));
    }
}

#[test]
fn a_length_that_is_not_the_messages_is_refused() {
    for said in [0_u32, 287, 289, u32::MAX] {
        check_view(&view_with(&[(8, &said.to_le_bytes())]), DecodeError::Length { said, len: 288 });
    }
    let cut = &vector("gold-hunter-view")[..287];
    check_view(cut, DecodeError::Length { said: 288, len: 287 });
}

#[test]
fn orders_that_are_no_whole_records_are_refused() {
    let mut orders = vector("gold-hunter-orders");
    orders.truncate(27);
    orders[8] = 27;
    let parsed = OrderList::parse(&orders, game::GOLD_HUNTER).map(drop);
    assert_eq!(parsed, Err(DecodeError::Length { said: 27, len: 27 }));
}

#[test]
fn a_list_outside_the_message_is_refused() {
    for (offset, count) in [
        (264_u32, 3_u32),
        (280, 1),
        (288, 1),
        (292, 0),
        (u32::MAX - 3, 1),
        (u32::MAX - 3, u32::MAX),
        (0, u32::MAX),
        (264, 0x5555_5556),
    ] {
        let entry = [offset.to_le_bytes(), count.to_le_bytes()].concat();
        check_view(&view_with(&[(80, &entry)]), DecodeError::Section { offset, count });
    }
}

#[test]
fn a_list_that_is_not_aligned_is_refused() {
    for offset in [249, 250, 251_u32] {
        let bytes = view_with(&[(80, &offset.to_le_bytes())]);
        check_view(&bytes, DecodeError::Section { offset, count: 2 });
    }
}

#[test]
fn lists_that_overlap_are_read_as_they_lie() {
    let bytes = view_with(&[(72, &120_u32.to_le_bytes())]);
    let view = gold_hunter::View::parse(&bytes).expect("a view");
    let bullets: Vec<_> = view.bullets.iter().map(|bullet| (bullet.x, bullet.y)).collect();
    let cells: Vec<_> = view.cells.iter().take(2).map(|cell| (cell.x, cell.y)).collect();
    assert_eq!(bullets, cells);
}

#[test]
fn a_longer_header_of_a_later_version_is_skipped() {
    let mut orders = vector("gold-hunter-orders");
    orders.splice(16..16, [0xaa; 8]);
    orders[6] = 24;
    orders[8] = 36;
    let list = OrderList::parse(&orders, game::GOLD_HUNTER).expect("orders");
    assert_eq!(list.iter().next(), Some(Order::fire(0)));
    assert_eq!(list.len(), 3);

    let mut setup = vector("gold-hunter-setup");
    setup.extend([0xaa; 8]);
    setup[6] = 96;
    setup[8] = 96;
    assert_eq!(gold_hunter::Setup::parse(&setup), gold_hunter::Setup::parse(&vector("gold-hunter-setup")));
}

#[test]
fn a_damaged_mark_ends_a_drawing() {
    let mut bytes = vector("marks");
    bytes[16] = 9;
    let mut marks = Marks::new(&bytes);
    assert_eq!(marks.by_ref().collect::<Vec<_>>(), [Mark::Cell { at: (3, 1), colour: 0xff00_0080 }]);
    assert_eq!(marks.rest().len(), 40);

    let bytes = vector("marks");
    let mut marks = Marks::new(&bytes[..52]);
    assert_eq!(marks.by_ref().count(), 2, "a text that is cut is damaged");
    assert_eq!(marks.rest().len(), 20);
    assert_eq!(Marks::new(&bytes[..53]).count(), 3, "a last text may leave out its padding");
}

#[test]
fn a_mark_that_has_no_room_is_not_written() {
    let text = Mark::Text { at: (0, 0), colour: 0, text: b"gold!" };
    assert_eq!(text.encoded_len(), 24);
    assert_eq!(text.write(&mut [0; 23]), None);
    let long = vec![b'x'; 65_536];
    let text = Mark::Text { at: (0, 0), colour: 0, text: &long };
    assert_eq!(text.write(&mut vec![0; 70_000]), None);
}

#[test]
fn direction_codes_go_there_and_back() {
    for direction in Direction::ALL {
        assert_eq!(Direction::from_code(direction.code()), Some(direction));
        assert_eq!(direction.opposite().opposite(), direction);
        let ((x, y), (back_x, back_y)) = (direction.delta(), direction.opposite().delta());
        assert_eq!((x + back_x, y + back_y), (0, 0));
    }
    assert_eq!(Direction::from_code(4), None);
    assert_eq!(Direction::from_code(255), None);
}

#[test]
fn the_abi_answer_carries_version_and_games() {
    assert_eq!((game_bit(game::GOLD_HUNTER), game_bit(game::CAPTURE_THE_FLAG)), (1, 2));
    assert_eq!((game_bit(0), game_bit(16), game_bit(17)), (0, 0x8000, 0));
    assert_eq!(abi_answer(1), 0x0001_0001);
    assert_eq!(abi_answer(3), 0x0003_0001);
    assert_eq!(abi_answer(0x8000), i32::MIN + 1);
}

/// Reads bytes as everything they could be, and every record of it.
fn read_as_everything(bytes: &[u8]) {
    let _ = gold_hunter::Setup::parse(bytes);
    if let Ok(view) = gold_hunter::View::parse(bytes) {
        let records = view.players.iter().count()
            + view.opponents.iter().count()
            + view.cells.iter().count()
            + view.bullets.iter().count()
            + view.gold.iter().count();
        assert!(records <= 5 * bytes.len());
    }
    if let Ok(setup) = capture_the_flag::Setup::parse(bytes) {
        assert!(
            setup.walls.len() + setup.own_spawns.iter().count() + setup.opponent_spawns.iter().count()
                <= 3 * bytes.len()
        );
    }
    if let Ok(view) = capture_the_flag::View::parse(bytes) {
        let records = view.players.iter().count()
            + view.opponents.iter().count()
            + view.own_flags.iter().count()
            + view.opponent_flags.iter().count()
            + view.captured_opponents.iter().count()
            + view.board.len();
        assert!(records <= 6 * bytes.len());
    }
    for game in [game::GOLD_HUNTER, game::CAPTURE_THE_FLAG] {
        if let Ok(orders) = OrderList::parse(bytes, game) {
            assert!(orders.iter().count() * 4 <= bytes.len());
        }
    }
    let mut marks = Marks::new(bytes);
    let read: usize = marks.by_ref().map(|mark| mark.encoded_len()).sum();
    assert!(read <= bytes.len() - marks.rest().len() + 3, "only the padding of a last text may be missing");
}

/// A golden message with some bytes changed and cut or grown, its length in the header mostly set right again: random
/// bytes alone would seldom come past the header.
fn damaged_message() -> impl Strategy<Value = Vec<u8>> {
    let names = [
        "gold-hunter-setup",
        "gold-hunter-view",
        "gold-hunter-orders",
        "capture-the-flag-setup",
        "capture-the-flag-view",
        "capture-the-flag-orders",
        "marks",
    ];
    let changes = vec((any::<Index>(), any::<u8>()), 0..8);
    (any::<Index>(), changes, any::<Index>(), vec(any::<u8>(), 0..40), any::<bool>()).prop_map(
        move |(name, changes, cut, more, mend)| {
            let mut bytes = vector(names[name.index(names.len())]);
            for (at, byte) in changes {
                let at = at.index(bytes.len());
                bytes[at] = byte;
            }
            if !mend {
                bytes.truncate(cut.index(bytes.len()));
            }
            bytes.extend(more);
            let len = (bytes.len() as u32).to_le_bytes();
            if let Some(said) = bytes.get_mut(8..12) {
                said.copy_from_slice(&len);
            }
            bytes
        },
    )
}

proptest! {
    #[test]
    fn any_bytes_are_read_without_panic(bytes in vec(any::<u8>(), 0..400)) {
        read_as_everything(&bytes);
    }

    #[test]
    fn damaged_messages_are_read_without_panic(bytes in damaged_message()) {
        read_as_everything(&bytes);
    }

    #[test]
    fn any_four_bytes_are_an_order(body in vec(any::<[u8; 4]>(), 0..50)) {
        let mut bytes = vector("gold-hunter-orders");
        bytes.truncate(16);
        bytes.extend(body.concat());
        let len = bytes.len() as u32;
        bytes[8..12].copy_from_slice(&len.to_le_bytes());
        let list = OrderList::parse(&bytes, game::GOLD_HUNTER);
        prop_assert!(list.is_ok_and(|list| list.len() == body.len()));
    }
}
