//! The crates that a bot project carries, so that it needs nothing of this repository.

use std::collections::BTreeSet;

use toml::Table;

/// Files of this repository by their path from its root, in order: what `build.rs` packs.
static PACKED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/packed.rs"));

/// A manifest's name. That of the root is the workspace's, which the project gets its part of.
const MANIFEST: &str = "Cargo.toml";

/// The folders of the crates, from the workspace's root and from the project's `vendor`.
const CRATES: [&str; 4] = ["engine", "engine/guest", "sdk", "sdk/abi"];

/// The files of the project's `vendor` folder, each with its path in it.
///
/// The crates are as they are here. They inherit from a workspace, and so the folder is one.
pub(super) fn files() -> impl Iterator<Item = (&'static str, String)> {
    let crates = PACKED.iter().filter(|(path, _)| *path != MANIFEST);
    crates.map(|&(path, text)| (path, text.to_owned())).chain([(MANIFEST, manifest())])
}

/// The manifest of the workspace in `vendor`: what the crates inherit.
fn manifest() -> String {
    let root = table(MANIFEST);
    let workspace = root["workspace"].as_table().expect("the root is a workspace");
    let inherited: BTreeSet<String> =
        CRATES.iter().flat_map(|folder| dependencies_of(&crate_manifest(folder))).collect();
    let mut dependencies = workspace["dependencies"].as_table().expect("a table").clone();
    dependencies.retain(|name, _| inherited.contains(name));
    let mut vendored = Table::new();
    vendored.insert("members".to_owned(), CRATES.map(toml::Value::from).to_vec().into());
    for inherited in ["resolver", "package", "lints"] {
        vendored.insert(inherited.to_owned(), workspace[inherited].clone());
    }
    vendored.insert("dependencies".to_owned(), dependencies.into());
    let whole = Table::from_iter([("workspace".to_owned(), vendored.into())]);
    let text = toml::to_string(&whole).expect("a table of tables is a document");
    format!("# The Botpit SDK {}, and the rules for its tests.\n\n{text}", env!("CARGO_PKG_VERSION"))
}

/// The names of all that a manifest depends on, on any target.
fn dependencies_of(manifest: &Table) -> Vec<String> {
    let of_targets = tables_in(manifest, "target").flat_map(Table::values).filter_map(toml::Value::as_table);
    let tables = [manifest].into_iter().chain(of_targets);
    let kinds = ["dependencies", "dev-dependencies"];
    tables
        .flat_map(|table| kinds.iter().flat_map(|kind| tables_in(table, kind)))
        .flat_map(Table::keys)
        .cloned()
        .collect()
}

/// The table of that name, if there is one.
fn tables_in<'a>(table: &'a Table, name: &str) -> impl Iterator<Item = &'a Table> {
    table.get(name).and_then(toml::Value::as_table).into_iter()
}

fn crate_manifest(folder: &str) -> Table {
    table(&format!("{folder}/{MANIFEST}"))
}

fn table(path: &str) -> Table {
    packed(path).parse().expect("cargo read the manifest")
}

fn packed(path: &str) -> &'static str {
    PACKED.iter().find(|(packed, _)| *packed == path).expect("build.rs packs it").1
}
