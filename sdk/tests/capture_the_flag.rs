//! What the kit tells a bot of Capture the Flag, checked against the real rules on a drawn map.
#![cfg(feature = "testing")]

use botpit_sdk::capture_the_flag::*;
use botpit_sdk::export::{Entry, abi_answer, answer_of};
use botpit_sdk::fuel_left;
use botpit_sdk::grid::Point;
use botpit_sdk::testing::{Ending, Seat};

/// The game on `grid`, for twelve turns.
fn on(grid: &str) -> Match {
    let map = format!(
        "format = \"botpit-map 1\"\ngame = \"capture-the-flag\"\nname = \"drawn\"\nturns = 12\n\
         grid = \"\"\"\n{grid}\n\"\"\"\n"
    );
    Match::on(&map).unwrap_or_else(|error| panic!("{error}"))
}

const MEADOW: &str = "H........h\n.a......b.\n..A.A.B..B\n...##.....\n..........";

fn board(seat: Seat) -> Board {
    Board::new(&Setup::parse(&on(MEADOW).setup(seat)).expect("a setup"))
}

#[test]
fn a_board_is_told_from_the_own_side() {
    let (a, b) = (board(Seat::A), board(Seat::B));
    let (flag_of_a, flag_of_b) = (Point::new(1, 1), Point::new(8, 1));
    assert_eq!((a.own_base(), a.opponent_base()), (Point::new(0, 0), Point::new(9, 0)));
    assert_eq!((b.own_base(), b.opponent_base()), (Point::new(9, 0), Point::new(0, 0)));
    assert_eq!((a.jail(), b.jail(), a.opponent_jail()), (a.own_base(), b.own_base(), b.own_base()));
    assert!(a.is_own_half(Point::new(4, 0)) && !a.is_own_half(Point::new(5, 0)));
    assert!(!b.is_own_half(Point::new(4, 0)) && b.is_own_half(Point::new(5, 0)));
    assert!(!a.is_open(flag_of_a) && a.is_open(flag_of_b) && a.is_open_to_opponents(flag_of_a));
    assert!(b.is_open(flag_of_a) && !b.is_open(flag_of_b) && !a.is_open(Point::new(3, 3)));
    assert!(a.is_safe(flag_of_b) && !a.is_safe(Point::new(7, 1)) && a.is_safe(Point::new(0, 4)));
    assert!(a.is_drop_off(Point::new(1, 0)) && !a.is_drop_off(Point::new(2, 0)) && b.is_at_jail(Point::new(8, 1)));
}

#[test]
fn ways_lead_around_walls_and_own_flags() {
    let a = board(Seat::A);
    let from_base = a.distances([a.own_base()]);
    assert_eq!(from_base.to(Point::new(2, 1)), Some(3), "not over the own flag");
    assert_eq!(from_base.to(Point::new(1, 1)), None);
    assert_eq!(from_base.to(Point::new(8, 1)), Some(9), "onto the enemy's flag");
    assert_eq!(a.opponent_distances([Point::new(2, 3)]).to(Point::new(5, 3)), Some(5), "around the wall");
}

/// Its players go for the column between them, as far as the squad lets them.
struct Gatherer {
    board: Board,
}

const BETWEEN: Point = Point::new(3, 2);

impl Bot for Gatherer {
    fn new(setup: &Setup) -> Self {
        Gatherer { board: Board::new(setup) }
    }

    fn think(&mut self, view: &View, orders: &mut Orders) {
        let goal = self.board.distances([BETWEEN]);
        let mut squad = Squad::new(&self.board, view);
        for player in view.players.iter() {
            squad.go_nearer(&player, &goal, orders);
        }
    }
}

#[test]
fn a_squad_sends_nobody_where_a_mate_goes() {
    let answer = on(MEADOW).first_answer::<Gatherer>(Seat::A);
    assert_eq!(answer.order_of(0).map(|order| order.direction), Some(Direction::Right.code()));
    assert_eq!(answer.order_of(1), None, "the cell between is taken");
}

/// Player 1 fetches the flag along row 2 and brings it home.
struct Fetcher {
    board: Board,
}

impl Bot for Fetcher {
    fn new(setup: &Setup) -> Self {
        Fetcher { board: Board::new(setup) }
    }

    fn think(&mut self, view: &View, orders: &mut Orders) {
        let player = view.players.get(1).expect("two players");
        let goal = match player.carries() {
            Some(_) => self.board.own_base(),
            None => view.opponent_flags.get(0).expect("a flag").at(),
        };
        botpit_sdk::log!("{:?} {}", player.carries(), view.common.own_score);
        Squad::new(&self.board, view).go_nearer(&player, &self.board.distances([goal]), orders);
    }
}

struct Idle;

impl Bot for Idle {
    fn new(_setup: &Setup) -> Self {
        Idle
    }

    fn think(&mut self, view: &View, _orders: &mut Orders) {
        let full = view.common.fuel;
        assert!(full > 0 && fuel_left() < full, "a search ends natively too");
        botpit_sdk::log!("{full}");
    }
}

#[test]
fn a_flag_is_fetched_and_the_bank_reads_full() {
    let played = on("..H......h\n.a......b.\nA...A...BB\n..........").play::<Fetcher, Idle>();
    assert_eq!((played.winner, played.ending), (Some(Seat::A), Ending::TurnsOver));
    assert_eq!(played.score(Seat::A), 1);
    assert_eq!(played.rejections(Seat::A).next(), None);
    assert!(played.log(Seat::A).any(|line| line.text == "Some(0) 0"), "it knows what it carries");
    let banks: Vec<&str> = played.log(Seat::B).map(|line| line.text.as_str()).collect();
    assert!(banks.len() == 12 && banks.iter().all(|bank| *bank == banks[0]));
}

struct Digger;

impl botpit_sdk::gold_hunter::Bot for Digger {
    fn new(_setup: &botpit_sdk::gold_hunter::Setup) -> Self {
        Digger
    }

    fn think(&mut self, _: &botpit_sdk::gold_hunter::View, _: &mut botpit_sdk::gold_hunter::Orders) {}
}

botpit_sdk::export!("Both", gold_hunter: Digger, capture_the_flag: Idle);

#[test]
fn a_module_may_play_both_games() {
    let entries =
        [Entry::of::<botpit_sdk::gold_hunter::Game, Digger>(), Entry::of::<botpit_sdk::capture_the_flag::Game, Idle>()];
    assert_eq!(answer_of(&entries), abi_answer(0b11));
    let [gold_hunter, capture_the_flag] = entries;
    let (setup, other) = (on(MEADOW).setup(Seat::B), botpit_sdk::gold_hunter::Match::generated(1).setup(Seat::B));
    assert!((capture_the_flag.begin)(&setup).is_ok() && (capture_the_flag.begin)(&other).is_err());
    assert!((gold_hunter.begin)(&other).is_ok() && (gold_hunter.begin)(&setup).is_err());
}
