//! Every way in which a map can be illegal, in a draft, in the contest's format and in the own one.

use botpit_abi::Direction;
use botpit_engine::gold_hunter::{Deposit, Map, MapDraft, Placement};
use botpit_engine::{BothSeats, Cell, MapProblem, Size};

use super::{legal, refused, with_line};

const CONTEST: &str = "\
200
3 4
1 1 1 1
1 0 1 1
1 1 1 1
2
0 1 1
2 2 3
20
1 1
0 0 Right
1 0 Up
2 3 Left
1 3 Down";

const OWN: &str = "\
format = 'botpit-map 1'
game = 'gold-hunter'
turns = 200
ammo = 20
grid = '''
.1..
.#..
....
'''
gold = [[2, 2, 12]]
[a]
hunters = [[0, 0, 'right']]
workers = [[0, 1, 'up']]
[b]
hunters = [[3, 2, 'left']]
workers = [[3, 1, 'down']]";

fn contest(line: usize, text: &str, column: u32, problem: MapProblem) {
    refused(&with_line(CONTEST, line, text), (line as u32, column), problem);
}

fn own(line: usize, text: &str, column: u32, problem: MapProblem) {
    refused(&with_line(OWN, line, text), (line as u32, column), problem);
}

fn draft() -> MapDraft {
    MapDraft { name: "draft".to_owned(), ..legal(CONTEST).parts().clone() }
}

#[track_caller]
fn refused_draft(change: impl FnOnce(&mut MapDraft), problem: MapProblem) {
    let mut draft = draft();
    change(&mut draft);
    assert_eq!(Map::new(draft), Err(problem));
}

#[test]
fn the_maps_of_these_tests_are_legal() {
    assert!(Map::new(draft()).is_ok());
    legal(OWN);
}

#[test]
fn board_size() {
    let side = |what, count| MapProblem::BoardSide { what, count, limit: 100 };
    contest(2, "0 4", 1, side("rows", 0));
    contest(2, "3 0", 3, side("columns", 0));
    contest(2, "101 4", 1, side("rows", 101));
    contest(2, "3 101", 3, side("columns", 101));
    contest(2, "4294967295 4294967295", 1, side("rows", u32::MAX));
    refused(&OWN.replace(".1..\n.#..\n....\n", ""), (5, 8), side("rows", 0));
    own(6, &".".repeat(101), 1, side("columns", 101));
    refused(&OWN.replace(".#..\n", &"....\n".repeat(100)), (106, 1), side("rows", 101));
    refused_draft(|draft| draft.size = Size { width: 0, height: 3 }, side("columns", 0));
    refused_draft(|draft| draft.size = Size { width: 4, height: u16::MAX }, side("rows", 65535));

    let largest = format!("200\n100 100\n{}0\n20\n1 0\n0 0 Up\n99 99 Down", "1 ".repeat(10_000));
    assert_eq!(legal(&largest).parts().size, Size { width: 100, height: 100 });
    let smallest = "200\n1 2\n1 1\n0\n20\n1 0\n0 0 Up\n0 1 Down";
    assert_eq!(legal(smallest).parts().size, Size { width: 2, height: 1 });
}

#[test]
fn a_drafts_cells_are_as_many_as_its_size_says() {
    refused_draft(|draft| draft.obstacles.push(false), MapProblem::CellCount { cells: 13, expected: 12 });
    refused_draft(|draft| draft.obstacles.truncate(3), MapProblem::CellCount { cells: 3, expected: 12 });
}

#[test]
fn turns_out_of_range() {
    let turns = |turns| MapProblem::Turns { turns, limit: 10_000 };
    contest(1, "0", 1, turns(0));
    contest(1, "10001", 1, turns(10_001));
    own(3, "turns = 0", 9, turns(0));
    own(3, "turns = 10001", 9, turns(10_001));
    refused_draft(|draft| draft.turns = 0, turns(0));
    for turns in [1, 10_000] {
        assert_eq!(legal(&with_line(CONTEST, 1, &turns.to_string())).parts().turns, turns);
    }
}

#[test]
fn bad_names() {
    let problem = || MapProblem::BadName { limit: 64 };
    refused(&with_line(OWN, 3, "turns = 200\nname = ''"), (4, 8), problem());
    refused(&with_line(OWN, 3, "turns = 200\nname = \"\\u001b[31m\""), (4, 8), problem());
    refused_draft(|draft| draft.name.clear(), problem());
    refused_draft(|draft| draft.name = "a\u{1b}[31m".to_owned(), problem());
    refused_draft(|draft| draft.name = "é".repeat(65), problem());
}

#[test]
fn worthless_gold() {
    contest(7, "0 1 0", 5, MapProblem::WorthlessGold);
    own(10, "gold = [[2, 2, 0]]", 16, MapProblem::WorthlessGold);
    refused_draft(|draft| draft.gold[0].value = 0, MapProblem::WorthlessGold);
}

#[test]
fn gold_in_an_obstacle() {
    let at = Cell::new(1, 1);
    contest(8, "1 1 3", 1, MapProblem::GoldInObstacle { at });
    own(10, "gold = [[2, 2, 12], [1, 1, 12]]", 22, MapProblem::GoldInObstacle { at });
    refused_draft(|draft| draft.gold[0].at = at, MapProblem::GoldInObstacle { at });
}

#[test]
fn two_deposits_in_one_cell() {
    let at = Cell::new(1, 0);
    contest(8, "0 1 3", 1, MapProblem::TwoDeposits { at });
    own(10, "gold = [[1, 0, 12]]", 10, MapProblem::TwoDeposits { at });
    refused_draft(|draft| draft.gold.push(Deposit { at, value: 1 }), MapProblem::TwoDeposits { at });
}

#[test]
fn off_the_board() {
    let off = |x, y| MapProblem::OffBoard { x, y, columns: 4, rows: 3 };
    contest(7, "3 1 1", 1, off(1, 3));
    contest(7, "0 4 1", 3, off(4, 0));
    contest(7, "4294967295 4294967295 1", 1, off(u32::MAX, u32::MAX));
    contest(12, "3 0 Up", 1, off(0, 3));
    contest(12, "1 65536 Up", 3, off(65536, 1));
    own(10, "gold = [[4, 2, 12]]", 10, off(4, 2));
    own(10, "gold = [[2, 3, 12]]", 13, off(2, 3));
    own(12, "hunters = [[65536, 0, 'right']]", 13, off(65536, 0));
    own(12, "hunters = [[0, 3, 'right']]", 16, off(0, 3));
    refused_draft(|draft| draft.gold[0].at = Cell::new(4, 0), off(4, 0));
    refused_draft(|draft| draft.workers.0[1][0].at = Cell::new(0, 3), off(0, 3));
}

#[test]
fn a_player_in_an_obstacle() {
    let at = Cell::new(1, 1);
    contest(11, "1 1 Right", 1, MapProblem::PlayerInObstacle { at });
    own(13, "workers = [[1, 1, 'up']]", 13, MapProblem::PlayerInObstacle { at });
    refused_draft(|draft| draft.hunters.0[0][0].at = at, MapProblem::PlayerInObstacle { at });
}

#[test]
fn two_players_in_one_cell() {
    let at = Cell::new(0, 0);
    contest(12, "0 0 Up", 1, MapProblem::TwoPlayers { at });
    contest(14, "0 0 Up", 1, MapProblem::TwoPlayers { at });
    own(13, "workers = [[0, 0, 'up']]", 13, MapProblem::TwoPlayers { at });
    own(15, "hunters = [[0, 0, 'up']]", 13, MapProblem::TwoPlayers { at });
    refused_draft(|draft| draft.workers.0[1][0].at = at, MapProblem::TwoPlayers { at });
}

#[test]
fn a_player_may_stand_on_gold() {
    assert_eq!(legal(&with_line(CONTEST, 7, "0 0 1")).parts().gold[0].at, Cell::new(0, 0));
}

#[test]
fn unequal_teams() {
    let unequal = |what, a, b| MapProblem::UnequalTeams { what, a, b };
    let text = with_line(OWN, 12, "hunters = [[0, 0, 'right'], [2, 0, 'up']]");
    refused(&text, (15, 11), unequal("hunters", 2, 1));
    own(16, "workers = []", 11, unequal("workers", 1, 0));
    refused(&with_line(OWN, 16, ""), (13, 11), unequal("workers", 1, 0));
    refused_draft(|draft| draft.workers.0[0].clear(), unequal("workers", 0, 1));
}

#[test]
fn teams_without_players() {
    contest(10, "0 0", 1, MapProblem::NoPlayers);
    refused_draft(
        |draft| {
            draft.hunters = BothSeats::default();
            draft.workers = BothSeats::default();
        },
        MapProblem::NoPlayers,
    );
}

#[test]
fn counts_beyond_the_board_are_refused_before_anything_is_made_for_them() {
    let too_many = |what, count| MapProblem::TooMany { what, count, room: 11 };
    contest(6, "12", 1, too_many("deposits", 12));
    contest(6, "4294967295", 1, too_many("deposits", u32::MAX.into()));
    contest(10, "5 1", 1, too_many("players", 12));
    contest(10, "4294967295 4294967295", 1, too_many("players", 4 * u64::from(u32::MAX)));
}

#[test]
fn gold_of_a_draft_is_sorted() {
    let mut draft = draft();
    draft.gold.reverse();
    assert_eq!(Map::new(draft.clone()).unwrap().parts().gold[0].at, Cell::new(1, 0));
    draft.hunters.0[0][0] = Placement { at: Cell::new(1, 0), facing: Direction::Up };
    assert!(Map::new(draft).is_ok());
}
