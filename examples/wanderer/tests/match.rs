//! Plays the bot natively against the real rules.

use botpit_sdk::capture_the_flag::Match;
use botpit_sdk::testing::Seat;
use wanderer::Wanderer;

#[test]
fn it_plays_whole_matches_without_an_impossible_order() {
    for seed in 1..=3 {
        let played = Match::generated(seed).play::<Wanderer, Wanderer>();
        assert!(played.legs.iter().all(|leg| leg.turns > 0));
        for seat in Seat::BOTH {
            assert_eq!(played.rejections(seat).next(), None, "seed {seed}, seat {seat}");
        }
    }
}
