use botpit_engine::{GameMap, Severity};

use super::legal;

const FAIR: &str = "\
200
3 5
1 1 1 1 1
1 1 1 1 1
1 1 1 1 1
2
0 2 1
2 2 1
20
1 1
0 0 Right
1 0 Right
2 4 Left
1 4 Left";

/// The codes that a check finds, warnings behind an exclamation mark.
fn codes(text: &str) -> Vec<String> {
    let code = |finding: &botpit_engine::Finding| match finding.severity {
        Severity::Warning => format!("!{}", finding.code),
        Severity::Note => finding.code.to_owned(),
    };
    legal(text).check().iter().map(code).collect()
}

#[test]
fn a_fair_map_has_only_notes() {
    assert_eq!(codes(FAIR), ["symmetric", "connected", "balanced"]);
}

#[test]
fn not_official_turns() {
    for turns in ["1", "199", "1001", "2002", "10000"] {
        assert_eq!(
            codes(&FAIR.replacen("200", turns, 1)),
            ["symmetric", "connected", "balanced", "!turns-not-official"]
        );
    }
    for turns in ["200", "1000"] {
        assert_eq!(codes(&FAIR.replacen("200", turns, 1)), ["symmetric", "connected", "balanced"]);
    }
}

#[test]
fn what_has_no_counterpart_makes_a_map_asymmetric() {
    let broken = [
        ("an obstacle", FAIR.replacen("1 1 1 1 1", "1 1 1 0 1", 1)),
        ("a deposit's place", FAIR.replace("0 2 1", "0 1 1")),
        ("a deposit's value", FAIR.replace("0 2 1", "0 2 2")),
        ("a hunter's place", FAIR.replace("2 4 Left", "2 3 Left")),
        ("a hunter's direction", FAIR.replace("2 4 Left", "2 4 Up")),
        ("a worker's place", FAIR.replace("1 4 Left", "0 4 Left")),
    ];
    for (what, text) in broken {
        assert_eq!(codes(&text)[..2], ["!asymmetric", "connected"], "{what}");
    }
}

#[test]
fn gold_that_lies_nearer_to_one_teams_workers_unbalances_a_map() {
    assert_eq!(codes(&FAIR.replace("0 2 1", "0 1 1")), ["!asymmetric", "connected", "!unbalanced"]);
    assert_eq!(codes(&FAIR.replace("0 2 1", "0 2 2")), ["!asymmetric", "connected", "balanced"]);
    let text = legal(&FAIR.replace("0 2 1", "0 1 7")).check()[2].text.clone();
    assert_eq!(text, "of the gold, 7 lies nearer to a's workers, 0 nearer to b's, and 1 as near to both");
    let wall_between = FAIR.replacen("1 1 1 1 1", "1 1 1 0 1", 2).replacen("0 2 1", "0 2 3", 1);
    let text = legal(&wall_between).check()[2].text.clone();
    assert_eq!(text, "of the gold, 3 lies nearer to a's workers, 0 nearer to b's, and 1 as near to both");
}

#[test]
fn a_mirror_is_as_fair_as_a_turn() {
    let left_and_right = FAIR.replace("2 4 Left", "0 4 Left");
    assert_eq!(codes(&left_and_right), ["symmetric", "connected", "balanced"]);
    let top_and_bottom = "200\n3 2\n1 1\n1 1\n1 1\n2\n1 0 1\n1 1 3\n5\n0 1\n0 0 Down\n2 0 Up";
    assert_eq!(codes(top_and_bottom), ["symmetric", "connected", "balanced", "no-hunters"]);
    let diagonal = "200\n3 3\n1 1 1\n1 1 1\n1 1 1\n1\n0 0 1\n5\n0 1\n0 1 Right\n1 0 Down";
    assert_eq!(codes(diagonal), ["symmetric", "connected", "balanced", "no-hunters"]);
    let other_diagonal = "200\n3 3\n1 1 1\n1 1 1\n1 1 1\n1\n0 2 1\n5\n0 1\n0 1 Left\n1 2 Down";
    assert_eq!(codes(other_diagonal), ["symmetric", "connected", "balanced", "no-hunters"]);
    let ids_swapped = FAIR.replace("1 1\n0", "2 0\n0").replace("2 4 Left\n1 4 Left", "1 4 Left\n2 4 Left");
    assert_eq!(codes(&ids_swapped), ["symmetric", "connected", "!no-workers"]);
}

#[test]
fn what_cannot_be_reached_is_found() {
    let cut = "200\n3 5\n1 1 0 1 1\n1 1 0 1 1\n1 1 0 1 1\n0\n5\n0 1\n0 0 Right\n2 4 Left";
    assert_eq!(codes(cut), ["symmetric", "!unreachable-players", "!no-gold", "no-hunters"]);
    let corner = "200\n3 5\n1 0 1 1 1\n0 1 1 1 0\n1 1 1 0 1\n2\n0 0 1\n2 4 1\n5\n0 1\n1 1 Right\n1 3 Left";
    assert_eq!(codes(corner), ["symmetric", "!unreachable-gold", "balanced", "no-hunters"]);
    let text = legal(corner).check()[1].text.clone();
    assert!(text.contains("2 cells") && text.contains("(0, 0)"), "{text}");
}

#[test]
fn maps_that_cannot_be_won_by_gold_are_found() {
    assert_eq!(codes(&FAIR.replace("2\n0 2 1\n2 2 1\n", "0\n")), ["symmetric", "connected", "!no-gold"]);
    assert_eq!(codes(&FAIR.replace("1 1\n0", "2 0\n0")), ["symmetric", "connected", "!no-workers"]);
    assert_eq!(codes(&FAIR.replace("1 1\n0", "0 2\n0")), ["symmetric", "connected", "balanced", "no-hunters"]);
    assert_eq!(codes(&FAIR.replace("20\n", "0\n")), ["symmetric", "connected", "balanced", "no-ammo"]);
}
