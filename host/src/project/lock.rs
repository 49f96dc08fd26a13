//! The lock file of a Rust bot: the versions that the tests of Botpit build such a bot with.

use super::BotName;

/// The lock file of the template.
const TEXT: &str = include_str!("../../templates/rust/Cargo.lock");

/// What every package's entry begins with.
const ENTRY: &str = "[[package]]\nname = \"";

/// The lock file of a bot, with the bot where cargo puts it: the packages are in order of name.
pub(super) fn of(name: &BotName) -> String {
    let text = super::named(TEXT, name);
    let mut parts = text.trim_end().split(ENTRY);
    let head = parts.next().unwrap_or_default();
    let mut packages: Vec<&str> = parts.map(str::trim_end).collect();
    // Stable, so that versions of the same name stay in their order.
    packages.sort_by_key(|package| name_in(package));
    let entries: Vec<String> = packages.iter().map(|package| format!("{ENTRY}{package}\n")).collect();
    head.to_owned() + &entries.join("\n")
}

/// The names of all crates that a bot or its tests are built with.
pub(super) fn crate_names() -> impl Iterator<Item = &'static str> {
    TEXT.split(ENTRY).skip(1).map(name_in).filter(|&name| name != super::PLACEHOLDER)
}

fn name_in(package: &str) -> &str {
    package.split('"').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bot_stands_in_its_place() {
        let of = |name: &str| super::of(&BotName::new(name).unwrap());
        assert_eq!(of("my-bot"), TEXT);
        for name in ["aaa", "zzz"] {
            let lock = of(name);
            let names: Vec<&str> = lock.split(ENTRY).skip(1).map(name_in).collect();
            assert!(names.is_sorted() && names.contains(&name), "{names:?}");
        }
    }
}
