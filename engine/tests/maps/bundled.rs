use botpit_engine::gold_hunter::{GoldHunter, Map};
use botpit_engine::{GameMap, Ruleset, Settings, Severity, Size};

fn bundled() -> Vec<(&'static str, &'static str, Map)> {
    let read = |text: &str| Map::read("file", text.as_bytes(), &Settings::default()).unwrap();
    GoldHunter.bundled_maps().iter().map(|map| (map.name, map.about, read(map.text))).collect()
}

#[test]
fn bundled_maps_have_their_names_and_tell_their_sizes() {
    let maps = bundled();
    assert!(maps.len() >= 8);
    for (name, about, map) in &maps {
        let Size { width, height } = map.size();
        assert_eq!(map.name(), *name);
        assert!(about.starts_with(&format!("{width}x{height}, ")), "{name}: {about}");
        let digits = |text: &str| -> Vec<u32> {
            text.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse().ok()).collect()
        };
        assert_eq!(digits(about)[2..], [map.hunters_per_team() as u32, map.workers_per_team() as u32], "{name}");
    }
    let mut names: Vec<&str> = maps.iter().map(|(name, ..)| *name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), maps.len());
}

#[test]
fn bundled_maps_pass_the_check() {
    for (name, _, map) in bundled() {
        let warnings: Vec<_> =
            map.check().into_iter().filter(|finding| finding.severity == Severity::Warning).collect();
        assert_eq!(warnings, [], "{name}");
    }
}

#[test]
fn bundled_maps_go_from_small_to_the_largest() {
    let cells: Vec<usize> = bundled().iter().map(|(.., map)| map.size().cells()).collect();
    assert_eq!(cells[0], 900, "the default is of the usual size");
    assert!(cells.iter().any(|cells| *cells < 200) && cells.contains(&10_000));
}

#[test]
fn bundled_files_are_written_as_botpit_writes_them() {
    for ((name, _, map), bundled) in bundled().iter().zip(GoldHunter.bundled_maps()) {
        assert_eq!(map.to_text(), bundled.text, "{name}");
    }
}
