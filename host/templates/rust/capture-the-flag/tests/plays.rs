//! Plays the bot natively, against the real rules: `cargo test`. A debugger works here too.

use botpit_sdk::capture_the_flag::*;
use botpit_sdk::random_below;
use botpit_sdk::testing::Seat;

use my_bot::Courier;

/// An opponent that goes anywhere.
struct Wanderer;

impl Bot for Wanderer {
    fn new(_setup: &Setup) -> Self {
        Wanderer
    }

    fn think(&mut self, view: &View, orders: &mut Orders) {
        for player in view.players.iter().filter(|player| !player.captured) {
            orders.step(player.id, Direction::ALL[random_below(4) as usize]);
        }
    }
}

#[test]
fn it_beats_a_wanderer_from_either_seat() {
    let mut wins = 0;
    for seed in 1..=3 {
        let game = Match::generated(seed);
        wins += u32::from(game.play::<Courier, Wanderer>().winner == Some(Seat::A));
        wins += u32::from(game.play::<Wanderer, Courier>().winner == Some(Seat::B));
    }
    assert!(wins >= 5, "{wins} wins in 6 games");
}

#[test]
fn it_gives_no_impossible_order_against_itself() {
    let played = Match::generated(7).play::<Courier, Courier>();
    for seat in Seat::BOTH {
        let rejected = played.rejections(seat).next();
        assert_eq!(rejected, None, "seat {seat}");
    }
}

#[test]
fn mates_go_for_different_flags() {
    let game = Match::bundled("outpost").expect("a map that comes with the game");
    let answer = game.first_answer::<Courier>(Seat::A);
    let orders = answer.orders;
    assert_eq!(orders.len(), 2, "both players are on their way: {orders:?}");
}
