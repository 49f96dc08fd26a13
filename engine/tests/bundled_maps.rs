//! The maps that come with the games, and the page about maps.

use std::sync::Arc;

use botpit_engine::{BundledMap, GAMES, GameMap, MapOrigin, Ruleset, Seed, Settings, Severity};

fn read(ruleset: &dyn Ruleset, name: &str, text: &str) -> Arc<dyn GameMap> {
    ruleset.read_map(name, text.as_bytes(), &Settings::default()).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn for_all(check: impl Fn(&'static dyn Ruleset, &BundledMap, &dyn GameMap)) {
    for ruleset in GAMES.iter() {
        for bundled in ruleset.bundled_maps() {
            check(ruleset, bundled, &*read(ruleset, "file", bundled.text));
        }
    }
}

#[test]
fn each_game_has_a_pool_of_many_sizes_with_the_usual_one_first() {
    for ruleset in GAMES.iter() {
        let maps = ruleset.bundled_maps();
        assert!(maps.len() >= 8, "{}", ruleset.id());
        let mut names: Vec<&str> = maps.iter().map(|map| map.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), maps.len(), "{}", ruleset.id());
        let sizes: Vec<usize> = maps.iter().map(|map| read(ruleset, map.name, map.text).size().cells()).collect();
        assert_eq!(sizes[0], 30 * 30, "{}", ruleset.id());
        assert!(sizes.iter().any(|cells| *cells < 200) && sizes.contains(&10_000), "{}: {sizes:?}", ruleset.id());
    }
}

#[test]
fn each_has_its_name_and_a_line_about_it() {
    for_all(|_, bundled, map| {
        assert_eq!(map.name(), bundled.name);
        let chars = bundled.about.chars().count();
        assert!((20..=76).contains(&chars), "{}: {chars} characters about it", bundled.name);
        assert!(!bundled.about.contains(char::is_control), "{}", bundled.name);
    });
}

#[test]
fn each_is_symmetric_and_passes_the_check() {
    for_all(|_, bundled, map| {
        assert!(map.summary().symmetry.is_some(), "{}", bundled.name);
        let warnings: Vec<_> =
            map.check().into_iter().filter(|finding| finding.severity == Severity::Warning).collect();
        assert_eq!(warnings, [], "{}", bundled.name);
    });
}

#[test]
fn each_is_written_as_it_is_read_in_every_format_of_its_game() {
    for_all(|ruleset, bundled, map| {
        assert_eq!(map.to_text(), bundled.text, "{}", bundled.name);
        if let Ok(text) = map.to_contest_text() {
            assert_eq!(read(ruleset, bundled.name, &text).to_text(), bundled.text, "{}", bundled.name);
        }
    });
}

#[test]
fn each_comes_from_where_it_is_said_to() {
    let board = |text: &str| text.split_once("grid = ").map(|(_, board)| board.to_owned());
    for_all(|ruleset, bundled, map| {
        let MapOrigin::Generated { version, seed, options } = bundled.origin else {
            return;
        };
        // When the generator changes, this test keeps to the maps of its own version.
        if version != env!("CARGO_PKG_VERSION") {
            return;
        }
        let mut settings = Settings::default();
        for word in options.split(' ') {
            let (name, value) = word.split_once('=').expect("name=value");
            settings.set(name, value);
        }
        let generated = ruleset.generate_map(Seed(seed), &settings).unwrap();
        assert_eq!(board(&generated.to_text()), board(bundled.text), "{}", bundled.name);
        assert_eq!(generated.size(), map.size());
    });
}

/// The blocks of the page in a language.
fn examples(language: &str) -> Vec<&'static str> {
    let page = include_str!("../maps/README.md");
    let opening = format!("\n```{language}\n");
    let blocks = page.split(&opening).skip(1);
    blocks.map(|rest| rest.split_once("```").expect("the block ends").0).collect()
}

#[test]
fn the_examples_of_the_page_about_maps_are_whole_fair_and_as_botpit_writes_them() {
    let own = examples("toml");
    assert_eq!(own.len(), GAMES.iter().count());
    for (ruleset, text) in GAMES.iter().zip(own) {
        let map = read(ruleset, "file", text);
        assert!(map.summary().symmetry.is_some(), "{}", map.name());
        let warnings = map.check().into_iter().filter(|finding| finding.severity == Severity::Warning).count();
        assert_eq!(warnings, 0, "{}", map.name());
        let contest = examples("text").into_iter().map(|text| read(ruleset, map.name(), text).to_text());
        if map.to_contest_text().is_ok() {
            assert_eq!(contest.collect::<Vec<_>>(), [map.to_text()], "both formats tell the same map");
        }
    }
}
