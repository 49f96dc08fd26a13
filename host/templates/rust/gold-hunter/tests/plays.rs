//! Plays the bot natively, against the real rules: `cargo test`. A debugger works here too.

use botpit_sdk::gold_hunter::*;
use botpit_sdk::random_below;
use botpit_sdk::testing::Seat;

use my_bot::Digger;

/// An opponent that does anything possible.
struct Random;

impl Bot for Random {
    fn new(_setup: &Setup) -> Self {
        Random
    }

    fn think(&mut self, view: &View, orders: &mut Orders) {
        for player in view.players.iter() {
            match random_below(4) {
                0 => orders.rotate(player.id, Direction::ALL[random_below(4) as usize]),
                1 if player.ammo > 0 => orders.fire(player.id),
                _ => orders.advance(player.id),
            }
        }
    }
}

#[test]
fn it_beats_a_random_bot_from_either_seat() {
    let mut wins = 0;
    for seed in 1..=3 {
        let game = Match::generated(seed);
        wins += u32::from(game.play::<Digger, Random>().winner == Some(Seat::A));
        wins += u32::from(game.play::<Random, Digger>().winner == Some(Seat::B));
    }
    assert!(wins >= 5, "{wins} wins in 6 games");
}

#[test]
fn it_gives_no_impossible_order_against_itself() {
    let played = Match::generated(7).play::<Digger, Digger>();
    for seat in Seat::BOTH {
        let rejected = played.rejections(seat).next();
        assert_eq!(rejected, None, "seat {seat}");
    }
}

#[test]
fn a_worker_on_gold_stays_to_dig() {
    let map = r#"
format = "botpit-map 1"
game = "gold-hunter"
name = "a worker on gold"
turns = 12
ammo = 5
grid = """
1...#
.....
....#
"""
[a]
hunters = [[0, 2, "right"]]
workers = [[0, 0, "right"]]
[b]
hunters = [[4, 1, "left"]]
workers = [[3, 0, "left"]]
"#;
    let game = Match::on(map).expect("the map is legal");
    let answer = game.first_answer::<Digger>(Seat::A);
    // Ids count hunters first: the worker is player 1.
    assert_eq!(answer.order_of(1), None, "no order is an order to stay");
}
