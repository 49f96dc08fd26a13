//! Plays the bot natively against the real rules.

use botpit_sdk::gold_hunter::Match;
use botpit_sdk::testing::Seat;
use marksman::Marksman;

#[test]
fn it_plays_whole_matches_without_an_impossible_order() {
    for seed in 1..=3 {
        let played = Match::generated(seed).play::<Marksman, Marksman>();
        assert!(played.legs.iter().all(|leg| leg.turns > 0));
        for seat in Seat::BOTH {
            assert_eq!(played.rejections(seat).next(), None, "seed {seed}, seat {seat}");
        }
    }
}
