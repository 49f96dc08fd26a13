use botpit_abi::Direction;
use botpit_engine::gold_hunter::{Deposit, GoldHunter, Map, MapDraft, Placement};
use botpit_engine::{BothSeats, GameMap, Ruleset, Settings, Size};
use proptest::collection::vec;
use proptest::prelude::*;

use super::settings;

fn any_value() -> impl Strategy<Value = u32> {
    prop_oneof![1u32..=12, 1..=u32::MAX]
}

/// Any legal map of up to 12 by 12 cells.
fn any_map() -> impl Strategy<Value = Map> {
    let sizes = (1u16..=12, 1u16..=12).prop_filter("room for two players", |(width, height)| width * height >= 2);
    sizes
        .prop_flat_map(|(width, height)| {
            let size = Size { width, height };
            let cells: Vec<usize> = (0..size.cells()).collect();
            let most = size.cells() / 2;
            (
                Just(size),
                Just(cells.clone()).prop_shuffle(),
                Just(cells).prop_shuffle(),
                1..=most.min(6),
                0..=6usize,
                vec(0usize..4, 2 * most),
                vec(any_value(), 0..=most),
                0..=100usize,
                ("[^\\p{Cc}]{1,64}", 1u32..=10_000, any::<u32>()),
            )
        })
        .prop_map(|(size, order, gold_order, players, hunters, facings, values, obstacles, (name, turns, ammo))| {
            let hunters = hunters.min(players);
            let team = |first: usize| -> Vec<Placement> {
                (first..first + players)
                    .map(|index| Placement { at: size.cell(order[index]), facing: Direction::ALL[facings[index]] })
                    .collect()
            };
            let (a, b) = (team(0), team(players));
            let blocked = &order[2 * players..][..obstacles.min(size.cells() - 2 * players)];
            let is_obstacle = |cell: usize| blocked.contains(&cell);
            let gold = gold_order.iter().filter(|cell| !is_obstacle(**cell)).zip(values);
            let draft = MapDraft {
                name,
                turns,
                size,
                obstacles: (0..size.cells()).map(is_obstacle).collect(),
                gold: gold.map(|(cell, value)| Deposit { at: size.cell(*cell), value }).collect(),
                ammo,
                hunters: BothSeats([a[..hunters].to_vec(), b[..hunters].to_vec()]),
                workers: BothSeats([a[hunters..].to_vec(), b[hunters..].to_vec()]),
            };
            Map::new(draft).expect("a legal draft")
        })
}

/// Words of both formats, in any order.
fn any_words() -> impl Strategy<Value = String> {
    let words = [
        "0",
        "1",
        "1",
        "1",
        "2",
        "3",
        "5",
        "20",
        "-1",
        "4294967295",
        "4294967296",
        "Up",
        "Down",
        "left",
        "//",
        "\n",
        "\r\n",
        "format = \"botpit-map 1\"\n",
        "game = \"gold-hunter\"\n",
        "turns = 5\n",
        "ammo = 5\n",
        "[a]\n",
        "[b]\n",
        "grid = \"\"\"\n..\n..\n\"\"\"\n",
        "\"\"\"",
        "hunters = [[0, 0, \"up\"]]\n",
        "workers = [[1, 1, \"up\"]]\n",
        "[",
        "]",
        "=",
        "é",
        "\u{feff}",
        "\"",
        "#",
    ];
    vec(prop::sample::select(words.to_vec()), 0..60).prop_map(|words| words.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_in_the_own_format_reads_as_the_same_map(map in any_map()) {
        prop_assert_eq!(Map::read("other", map.to_text().as_bytes(), &Settings::default()), Ok(map));
    }

    #[test]
    fn what_is_written_in_the_contests_format_reads_as_the_same_map(map in any_map()) {
        let text = map.to_contest_text().unwrap();
        prop_assert_eq!(Map::read(map.name(), text.as_bytes(), &Settings::default()), Ok(map));
    }

    #[test]
    fn any_bytes_give_a_map_or_an_error(bytes in vec(any::<u8>(), 0..400)) {
        let _ = Map::read("file", &bytes, &settings("drop-spies=true"));
    }

    #[test]
    fn any_words_give_a_legal_map_or_an_error(text in any_words()) {
        if let Ok(map) = Map::read("file", text.as_bytes(), &settings("drop-spies=true")) {
            prop_assert_eq!(Map::new(map.parts().clone()), Ok(map));
        }
    }

    #[test]
    fn a_damaged_map_gives_a_legal_map_or_an_error(
        map in any_map(), own in any::<bool>(), at in any::<prop::sample::Index>(), byte in any::<u8>(), cut in any::<bool>(),
    ) {
        let mut bytes = if own { map.to_text() } else { map.to_contest_text().unwrap() }.into_bytes();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        if cut {
            bytes.truncate(at + 1);
        }
        if let Ok(read) = Map::read("file", &bytes, &Settings::default()) {
            prop_assert_eq!(Map::new(read.parts().clone()), Ok(read));
        }
    }
}

#[test]
fn the_seam_reads_and_writes_like_the_map() {
    let bundled = GoldHunter.bundled_maps()[0];
    let map = GoldHunter.read_map("file", bundled.text.as_bytes(), &Settings::default()).unwrap();
    let typed = Map::read("file", bundled.text.as_bytes(), &Settings::default()).unwrap();
    assert_eq!(map.to_text(), typed.to_text());
    assert_eq!((map.name(), map.size(), map.turns()), (typed.name(), typed.size(), typed.turns()));
}
