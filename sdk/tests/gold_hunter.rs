//! What the kit tells a bot, checked against the real rules on drawn maps.
#![cfg(feature = "testing")]

use botpit_sdk::gold_hunter::*;
use botpit_sdk::grid::Point;
use botpit_sdk::testing::{Ending, Rejection, RejectionReason, Seat, Tape, TapeHead, TapeMessage};
use botpit_sdk::{draw, fuel_left, log, random};

/// A board with its players: A's hunters, A's workers, B's hunters, B's workers, each `[x, y, facing]`.
fn map(grid: &str, players: [&str; 4]) -> String {
    let [a_hunters, a_workers, b_hunters, b_workers] = players;
    format!(
        "format = \"botpit-map 1\"\ngame = \"gold-hunter\"\nname = \"drawn\"\nturns = 12\nammo = 5\n\
         grid = \"\"\"\n{grid}\n\"\"\"\n\
         [a]\nhunters = [{a_hunters}]\nworkers = [{a_workers}]\n\
         [b]\nhunters = [{b_hunters}]\nworkers = [{b_workers}]\n"
    )
}

fn on(grid: &str, players: [&str; 4]) -> Match {
    Match::on(&map(grid, players)).unwrap_or_else(|error| panic!("{error}"))
}

/// The memory after the views of the first `turns` turns of seat A, against a bot.
fn memory_of<B: Bot>(game: &Match, turns: u32) -> Memory {
    let mut table = game.leg::<B, B>(0);
    let mut memory = Memory::new(&Setup::parse(&game.setup(Seat::A)).expect("a setup"));
    for _ in 0..=turns {
        let view = table.view(Seat::A);
        memory.update(&View::parse(&view).expect("a view"));
        table.turn();
    }
    memory
}

/// Every hunter fires in every turn, every worker walks ahead.
struct Trigger;

impl Bot for Trigger {
    fn new(_setup: &Setup) -> Self {
        Trigger
    }

    fn think(&mut self, view: &View, orders: &mut Orders) {
        for player in view.players.iter() {
            match player.kind {
                PlayerKind::Hunter => orders.fire(player.id),
                PlayerKind::Worker => orders.advance(player.id),
            }
        }
    }
}

const CORRIDOR: &str = "##########\n..........\n##########";

#[test]
fn memory_knows_what_the_views_showed() {
    let game = on("....#.\n.3....\n......", ["", r#"[0, 0, "right"]"#, "", r#"[5, 2, "left"]"#]);
    let memory = memory_of::<Trigger>(&game, 0);
    let terrain = |x, y| memory.terrain()[Point::new(x, y)];
    assert_eq!((terrain(3, 0), terrain(4, 0), terrain(5, 0)), (Terrain::Ground, Terrain::Obstacle, Terrain::Unknown));
    assert!(!memory.may_be_open(Point::new(4, 0)) && memory.may_be_open(Point::new(5, 0)));
    assert!(!memory.may_be_open(Point::new(6, 0)), "off the board");
    assert_eq!(memory.gold().iter().map(|gold| (gold.at(), gold.value)).collect::<Vec<_>>(), [(Point::new(1, 1), 3)]);
    assert!(
        memory.is_searched(Point::new(1, 1)) && !memory.is_searched(Point::new(2, 0)),
        "gold is seen from near only"
    );
    assert!(memory.is_visible(Point::new(3, 0)) && !memory.is_visible(Point::new(2, 2)));
    // Two turns on, the worker has come to (2, 0): the gold is still in reach, the start no longer in sight.
    let memory = memory_of::<Trigger>(&game, 2);
    assert_eq!(memory.gold().len(), 1);
    assert!(memory.is_searched(Point::new(0, 0)) && !memory.is_visible(Point::new(0, 0)));
}

#[test]
fn memory_follows_bullets_from_the_turn_they_were_fired() {
    let game = on(CORRIDOR, [r#"[0, 1, "right"]"#, "", r#"[9, 1, "left"]"#, ""]);
    let memory = memory_of::<Trigger>(&game, 1);
    // Both bullets wait in their shooter's cell and fly two cells a turn from now on.
    let hit_in = |x| memory.hit_in(Point::new(x, 1));
    assert_eq!([8, 7, 6, 5].map(hit_in), [Some(1), Some(1), Some(2), Some(2)]);
    assert_eq!(hit_in(0), Some(5), "the opponent's bullet flies on to the end");
    assert!(memory.is_deadly_to_enter(Point::new(9, 1)), "where the bullet is");
    assert!(memory.is_deadly_to_enter(Point::new(2, 1)) && !memory.is_deadly_to_enter(Point::new(3, 1)));
}

#[test]
fn a_player_escapes_aside_and_turns_first_where_there_is_time() {
    let players = [r#"[0, 0, "up"]"#, r#"[2, 1, "right"]"#, r#"[5, 1, "left"]"#, r#"[5, 2, "right"]"#];
    let game = on("......\n......\n......", players);
    // After a turn the bullet waits at (5, 1).
    let memory = memory_of::<Trigger>(&game, 1);
    let view = game.view(Seat::A);
    let here = View::parse(&view).expect("a view").players.get(1).expect("the worker");
    assert_eq!(memory.hit_in(here.at()), Some(2));
    assert_eq!(memory.escape(&here), Some(Step::Rotate(Direction::Up)));
    assert_eq!(memory.escape(&Player { facing: Direction::Down, ..here }), Some(Step::Advance));
    assert_eq!(memory.escape(&Player { x: 4, ..here }), None, "too late to turn");
    assert_eq!(memory.escape(&Player { y: 0, ..here }), None, "out of the line");
}

#[test]
fn a_clear_shot_has_nobody_else_in_between() {
    let shot = |a_worker: &str, range| {
        let game = on(CORRIDOR, [r#"[0, 1, "right"]"#, a_worker, r#"[6, 1, "left"]"#, r#"[9, 1, "left"]"#]);
        let view = game.view(Seat::A);
        let view = View::parse(&view).expect("a view");
        let mut memory = Memory::new(&Setup::parse(&game.setup(Seat::A)).expect("a setup"));
        memory.update(&view);
        memory.clear_shot(&view.players.get(0).expect("the hunter"), range).map(|opponent| opponent.id)
    };
    assert_eq!(shot(r#"[8, 1, "left"]"#, 6), Some(0));
    assert_eq!(shot(r#"[8, 1, "left"]"#, 5), None, "out of range");
    assert_eq!(shot(r#"[3, 1, "left"]"#, 6), None, "its own worker is in the way");
}

/// Says, draws and asks whatever it can.
struct Talker {
    fuel_seen: Vec<u64>,
}

impl Bot for Talker {
    fn new(setup: &Setup) -> Self {
        log!("{} turns on {}×{}", setup.common.turns, setup.common.width, setup.common.height);
        Talker { fuel_seen: Vec::new() }
    }

    fn think(&mut self, view: &View, orders: &mut Orders) {
        log("thinking");
        log!("turn {}, {}", view.common.turn, random());
        draw::text(Point::new(1, 2), draw::WHITE, &"ü".repeat(draw::TEXT_BYTES));
        draw::cell(Point::new(3, 1), draw::RED);
        while fuel_left() > view.common.fuel / 2 {
            self.fuel_seen.push(fuel_left());
        }
        orders.rotate(0, Direction::Down);
        orders.fire(77);
        orders.advance(0);
    }
}

#[test]
fn an_answer_holds_orders_logs_and_marks() {
    let game = on(CORRIDOR, [r#"[0, 1, "right"]"#, "", r#"[9, 1, "left"]"#, ""]);
    let answer = game.first_answer::<Talker>(Seat::A);
    let mut lines = answer.log.lines();
    assert_eq!(lines.next(), Some("12 turns on 10×3"));
    assert_eq!(lines.next(), Some("thinking"));
    assert!(lines.next().is_some_and(|line| line.starts_with("turn 0, ")));
    assert_eq!(answer.orders.len(), 3);
    assert_eq!(answer.order_of(0).map(|order| order.kind), Some(2), "the last order counts");
    let marks: Vec<String> = answer.marks().map(|mark| format!("{mark:?}")).collect();
    assert_eq!(marks.len(), 2);
    assert!(marks[0].starts_with("text (1, 2)") && marks[0].contains(&"ü".repeat(draw::TEXT_BYTES / 2)));
    assert_eq!(marks[1], format!("cell (3, 1) #{:08x}", draw::RED));
    // The stream depends on the match and the seat only.
    assert_eq!(answer.log, game.first_answer::<Talker>(Seat::A).log);
    assert_ne!(answer.log, game.first_answer::<Talker>(Seat::B).log);
    assert_ne!(answer.log, game.with_seed(1).first_answer::<Talker>(Seat::A).log);
}

#[test]
fn a_match_tells_impossible_orders_and_the_end() {
    let game = on(CORRIDOR, [r#"[0, 1, "right"]"#, "", r#"[9, 1, "left"]"#, ""]);
    let played = game.play::<Talker, Trigger>();
    let (turn, rejection) = played.rejections(Seat::A).next().expect("player 77 is nobody");
    let expected = Rejection { seat: Seat::A, order: 1, player: 77, reason: RejectionReason::UnknownPlayer };
    assert_eq!((turn, rejection), (1, expected));
    assert_eq!((played.winner, played.ending), (Some(Seat::B), Ending::TurnsOver), "B has killed");
    assert_eq!(played.log(Seat::B).count(), 0);
    assert!(Match::bundled("no such map").is_none() && Match::bundled("canyon").is_some());
}

#[test]
fn a_recorded_view_is_asked_about_again() {
    let game = Match::generated(5);
    let mut solo = Solo::new::<Trigger>(&game.setup(Seat::B)).expect("a setup");
    let answer = solo.ask(&game.view(Seat::B)).expect("a view");
    assert_eq!(answer.bytes, game.first_answer::<Trigger>(Seat::B).bytes);
    assert!(solo.ask(b"no view").is_err());
    assert!(Solo::new::<Trigger>(&game.view(Seat::B)).is_err(), "a view is no setup");
}

/// Counts its turns since it was started, and logs that with a random number and the fuel that it has.
struct Counter(u32);

impl Bot for Counter {
    fn new(_setup: &Setup) -> Self {
        Counter(0)
    }

    fn think(&mut self, _view: &View, _orders: &mut Orders) {
        self.0 += 1;
        assert!(self.0 < 3, "it fails in its third turn");
        log!("{} {:016x} {}", self.0, random(), fuel_left());
    }
}

#[test]
fn a_tape_is_played_over_a_failed_turn() {
    let game = on(CORRIDOR, [r#"[0, 1, "right"]"#, "", r#"[9, 1, "left"]"#, ""]);
    let (setup, view) = (game.setup(Seat::A), game.view(Seat::A));
    let started = |turn, drawn| TapeMessage::Setup { turn, drawn, bytes: setup.clone() };
    let asked = |turn, drawn, faulted| TapeMessage::View {
        turn,
        drawn,
        fuel: 5_000_000,
        bytes: view.clone(),
        orders: Vec::new(),
        faulted,
    };
    let head = TapeHead::new("gold-hunter", "7".parse().unwrap(), 0, Seat::A, [1; 32]);
    let messages = vec![
        started(0, 0),
        asked(1, 0, false),
        asked(2, 1, false),
        asked(3, 2, true),
        started(4, 9),
        asked(4, 9, false),
    ];
    let tape = Tape { head: head.clone(), messages: messages.clone() };
    let logs: Vec<String> =
        Solo::play_tape::<Counter>(&tape).unwrap().into_iter().map(|turn| turn.answer.log).collect();
    assert_eq!(logs.len(), 3);
    let numbers: Vec<Vec<&str>> = logs.iter().map(|log| log.trim().split(' ').collect()).collect();
    assert_eq!(
        numbers.iter().map(|log| (log[0], log[2])).collect::<Vec<_>>(),
        [("1", "4000000"), ("2", "4000000"), ("1", "4000000")]
    );
    // The restarted bot draws the tenth number of the stream, as in the match, and not the third.
    let ten: Vec<TapeMessage> = std::iter::once(started(0, 0)).chain([asked(1, 9, false)]).collect();
    let tenth = Solo::play_tape::<Counter>(&Tape { head: head.clone(), messages: ten }).unwrap();
    assert!(tenth[0].answer.log.contains(numbers[2][1]), "{logs:?}");
    assert!(numbers[0][1] != numbers[1][1] && numbers[1][1] != numbers[2][1], "{logs:?}");
    let failed = Tape { head, messages: messages[..4].to_vec() };
    let mut solo = Solo::before_last_turn::<Counter>(&failed).unwrap();
    let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| solo.ask_last_turn(&failed)));
    assert!(panic.is_err(), "the last turn fails natively, too");
}
