//! Plays the bot natively against the real rules.

use botpit_sdk::gold_hunter::Match;
use botpit_sdk::testing::{Ending, Seat};
use prospector::Prospector;

#[test]
fn it_plays_whole_matches_without_an_impossible_order() {
    for seed in 1..=3 {
        let played = Match::generated(seed).play::<Prospector, Prospector>();
        assert!(played.legs.iter().all(|leg| leg.turns > 0));
        for seat in Seat::BOTH {
            assert_eq!(played.rejections(seat).next(), None, "seed {seed}, seat {seat}");
        }
    }
}

#[test]
fn it_digs_more_than_half_of_the_gold_when_nobody_else_does() {
    struct Idle;

    impl botpit_sdk::gold_hunter::Bot for Idle {
        fn new(_setup: &botpit_sdk::gold_hunter::Setup) -> Self {
            Idle
        }

        fn think(&mut self, _: &botpit_sdk::gold_hunter::View, _: &mut botpit_sdk::gold_hunter::Orders) {}
    }

    let played = Match::generated(1).play::<Prospector, Idle>();
    assert_eq!((played.winner, played.ending), (Some(Seat::A), Ending::Majority));
}
