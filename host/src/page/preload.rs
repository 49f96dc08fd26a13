//! What a browser is told to fetch at once: without it, it would learn of each module only from the one that imports it.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::{APP, APP_SCRIPT, ENGINE, INDEX, text};

/// The index, with all that the page starts with named in its head.
pub(super) fn index() -> String {
    let mut head = format!("<link rel=\"preload\" as=\"fetch\" crossorigin=\"anonymous\" href=\"./{ENGINE}\">\n    ");
    for module in modules() {
        let _ = write!(head, "<link rel=\"modulepreload\" href=\"./{module}\">\n    ");
    }
    text(INDEX).replacen(APP_SCRIPT, &(head + APP_SCRIPT), 1)
}

/// The modules that the app imports, directly or by way of others.
fn modules() -> BTreeSet<&'static str> {
    let (mut found, mut open) = (BTreeSet::new(), vec![APP]);
    while let Some(module) = open.pop() {
        if found.insert(module) {
            open.extend(imports(text(module)));
        }
    }
    found
}

/// What a module imports.
fn imports(source: &'static str) -> impl Iterator<Item = &'static str> {
    source.lines().filter_map(|line| line.split_once(" from \"./")?.1.split_once("\";")).map(|(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::files;

    #[test]
    fn every_module_that_is_named_is_there_and_the_worker_is_not_among_them() {
        let modules = modules();
        let files: Vec<String> = files().into_iter().map(|file| file.path).collect();
        assert!(modules.len() > 20 && modules.contains("botpit_web.js") && !modules.contains("bot_worker.js"));
        assert!(modules.iter().all(|module| files.iter().any(|file| file == module)), "{modules:?}");
        assert!(index().contains("<link rel=\"modulepreload\" href=\"./viewer.js\">"));
    }
}
