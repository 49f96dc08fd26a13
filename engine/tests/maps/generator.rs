use botpit_engine::gold_hunter::{Map, Placement};
use botpit_engine::{BothSeats, GameMap, GeneratorError, OptionError, Seat, Seed, Settings, Size};

use super::settings;

fn generate(seed: u64, words: &str) -> Map {
    Map::generate(Seed(seed), &settings(words)).unwrap_or_else(|error| panic!("seed {seed}, {words}: {error}"))
}

/// Options that together reach all sizes, densities and counts.
const SHAPES: &[&str] = &[
    "",
    "width=2 height=2 hunters=0 workers=1",
    "width=2 height=3 hunters=1 workers=1",
    "width=3 height=3 hunters=1 workers=1 gold=1",
    "width=3 height=3 hunters=1 workers=1 gold=5",
    "width=2 height=100",
    "width=100 height=2 density=50",
    "width=7 height=7 hunters=1 workers=1 density=50",
    "width=8 height=5 hunters=1 workers=2 density=30 gold=6",
    "width=13 height=29 density=35 gold=15",
    "width=20 height=20 density=0",
    "width=25 height=10 gold-value=1-5 hunters=2 workers=3",
    "width=31 height=31 gold=41 gold-value=1000 density=40",
    "width=40 height=17 density=50 hunters=0",
    "width=10 height=10 hunters=20 workers=20 gold=20",
    "width=10 height=10 hunters=20 workers=20 gold=20 density=50",
    "width=64 height=48 density=25",
];

fn for_all(check: impl Fn(&str, &Map)) {
    for shape in SHAPES {
        for seed in 0..20 {
            let map = generate(seed << 59 | seed, shape);
            check(&format!("seed {seed}, {shape}"), &map);
        }
    }
    for seed in 0..2 {
        for density in [0, 15, 50] {
            let words = format!("width=100 height=100 density={density}");
            check(&words, &generate(seed, &words));
        }
    }
}

#[test]
fn both_teams_see_the_same_map_after_a_turn_of_180_degrees() {
    for_all(|which, map| {
        let parts = map.parts();
        let size = parts.size;
        for cell in size.iter() {
            assert_eq!(map.is_obstacle(cell), map.is_obstacle(size.turned(cell)), "{which}: {cell}");
        }
        for deposit in &parts.gold {
            let turned = parts.gold.iter().find(|other| other.at == size.turned(deposit.at));
            assert_eq!(turned.map(|other| other.value), Some(deposit.value), "{which}: {}", deposit.at);
        }
        let turn = |players: &Vec<Placement>| -> Vec<Placement> {
            let turn = |player: &Placement| Placement { at: size.turned(player.at), facing: player.facing.opposite() };
            players.iter().map(turn).collect()
        };
        for BothSeats([a, b]) in [&parts.hunters, &parts.workers] {
            assert_eq!(turn(a), *b, "{which}: players of one id lie on each other");
        }
    });
}

#[test]
fn everything_is_within_reach() {
    for_all(|which, map| {
        let size = map.parts().size;
        let start = map.parts().workers[Seat::A][0].at;
        let mut reached = vec![false; size.cells()];
        reached[size.index(start)] = true;
        let mut open = vec![start];
        while let Some(cell) = open.pop() {
            for direction in botpit_abi::Direction::ALL {
                let next = size.step(cell, direction).filter(|next| !map.is_obstacle(*next));
                if let Some(next) = next.filter(|next| !reached[size.index(*next)]) {
                    reached[size.index(next)] = true;
                    open.push(next);
                }
            }
        }
        let players = map.parts().hunters.0.iter().chain(&map.parts().workers.0).flatten().map(|player| player.at);
        for cell in players.chain(map.parts().gold.iter().map(|deposit| deposit.at)) {
            assert!(reached[size.index(cell)], "{which}: {cell}");
        }
    });
}

#[test]
fn generated_maps_pass_the_check() {
    for_all(|which, map| {
        let warnings: Vec<_> =
            map.check().into_iter().filter(|finding| finding.severity == botpit_engine::Severity::Warning).collect();
        assert_eq!(warnings, [], "{which}");
    });
}

#[test]
fn the_same_seed_gives_the_same_map_and_another_seed_another() {
    for_all(|which, map| {
        let shape = which.split_once(", ").map_or(which, |(_, shape)| shape);
        let seed = map.name().strip_prefix("seed-").unwrap().parse().unwrap();
        assert_eq!(&Map::generate(seed, &settings(shape)).unwrap(), map, "{which}");
    });
    let mut texts: Vec<String> = (0..50).map(|seed| generate(seed, "").to_contest_text().unwrap()).collect();
    texts.sort();
    texts.dedup();
    assert_eq!(texts.len(), 50);
}

#[test]
fn a_seed_gives_this_map_on_every_machine_and_in_every_version() {
    let text = generate(0x1393, "gold-value=1-3").to_text();
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/maps/seed-0x1393.toml"), &text).unwrap();
        return;
    }
    assert_eq!(text, include_str!("seed-0x1393.toml"));
}

#[test]
fn the_options_are_kept() {
    let map = generate(3, "width=33 height=27 gold=21 gold-value=2-4 hunters=3 workers=5 ammo=7 turns=999 density=20");
    let parts = map.parts();
    assert_eq!(parts.size, Size { width: 33, height: 27 });
    assert_eq!(parts.gold.len(), 21);
    assert!(parts.gold.iter().all(|deposit| (2..=4).contains(&deposit.value)));
    assert_eq!((map.hunters_per_team(), map.workers_per_team()), (3, 5));
    assert_eq!((parts.ammo, parts.turns), (7, 999));
    let obstacles = parts.obstacles.iter().filter(|obstacle| **obstacle).count();
    assert!((120..=178).contains(&obstacles), "{obstacles} obstacles are about 20 % of 891 cells");
    assert_eq!(map.name(), "seed-0x0000000000000003");
}

#[test]
fn the_defaults_are_sensible() {
    let map = generate(0, "");
    assert_eq!(map.size(), Size { width: 30, height: 30 });
    assert_eq!((map.hunters_per_team(), map.workers_per_team()), (4, 4));
    assert_eq!((map.parts().gold.len(), map.turns(), map.parts().ammo), (20, 400, 20));
    assert!(map.parts().gold.iter().all(|deposit| deposit.value == 1), "the default value is 1");
    for side in [2, 10, 60, 100] {
        let turns = generate(0, &format!("width={side} height={side} hunters=0 workers=1")).turns();
        assert!((200..=1000).contains(&turns), "official at every size");
    }
}

#[test]
fn teams_start_apart_and_gold_lies_between_them() {
    let mut middle = 0;
    for seed in 0..100 {
        let map = generate(seed, "");
        let size = map.size();
        let apart = |a: &Placement, b: &Placement| a.at.x.abs_diff(b.at.x) + a.at.y.abs_diff(b.at.y);
        let players = |seat: Seat| map.parts().hunters[seat].iter().chain(&map.parts().workers[seat]);
        let nearest = players(Seat::A).flat_map(|a| players(Seat::B).map(|b| apart(a, b))).min().unwrap();
        assert!(nearest >= 15, "seed {seed}: opponents start {nearest} moves apart");
        let home = players(Seat::A).next().unwrap();
        middle += map
            .parts()
            .gold
            .iter()
            .filter(|deposit| {
                let to = |at| apart(home, &Placement { at, facing: home.facing });
                to(deposit.at).abs_diff(to(size.turned(deposit.at))) <= 12
            })
            .count();
    }
    assert!(middle > 1000, "{middle} of 2000 deposits are about as far from one home as from the other");
}

#[test]
fn what_does_not_fit_is_refused() {
    for words in [
        "width=2 height=2",
        "width=5 height=5 hunters=6 workers=7 gold=1",
        "width=5 height=5 hunters=1 workers=1 gold=22",
        "gold=5000",
        "gold=21",
        "width=31 gold=21",
        "width=2 height=2 hunters=0 workers=2",
    ] {
        let error = Map::generate(Seed(1), &settings(words)).unwrap_err();
        assert!(matches!(error, GeneratorError::NoRoom(_)), "{words}: {error}");
    }
    assert_eq!(generate(1, "width=5 height=5 hunters=1 workers=1 gold=21").parts().gold.len(), 21);
}

#[test]
fn options_out_of_range_are_refused() {
    for words in [
        "width=1",
        "width=101",
        "height=0",
        "height=x",
        "density=51",
        "density=-1",
        "gold=0",
        "gold=5001",
        "gold=many",
        "gold-value=0",
        "gold-value=5-1",
        "gold-value=1-",
        "gold-value=1001",
        "hunters=101",
        "workers=0",
        "ammo=1000001",
        "turns=0",
        "turns=10001",
    ] {
        let error = Map::generate(Seed(1), &settings(words)).unwrap_err();
        assert!(matches!(error, GeneratorError::Option(OptionError::Value { .. })), "{words}: {error}");
    }
    let error = Map::generate(Seed(1), &settings("widht=5")).unwrap_err();
    assert!(matches!(error, GeneratorError::Option(OptionError::Unknown { .. })));
    assert!(Map::generate(Seed(1), &Settings::default()).is_ok());
}
