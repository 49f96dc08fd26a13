//! `sdk/ABI.md` says what this crate does.

use botpit_guest::{ImportCost, WASI_FUNCTIONS};

const CONTRACT: &str = include_str!("../../../../sdk/ABI.md");

#[track_caller]
fn check_row(import: &str, expected: &str) {
    let row = CONTRACT.lines().find(|line| line.starts_with('|') && line.contains(&format!("`{import}`")));
    let row = row.unwrap_or_else(|| panic!("`{import}` has no row in sdk/ABI.md"));
    assert!(row.contains(expected), "the row of `{import}` in sdk/ABI.md should say `{expected}`: {row}");
}

#[test]
fn every_function_of_wasi_has_a_row() {
    for function in &WASI_FUNCTIONS {
        check_row(function.name, "|");
        assert_eq!(function.cost.base, ImportCost::WASI.base, "the base of {}", function.name);
    }
    let base = format!("Each call costs {} fuel", ImportCost::WASI.base);
    assert!(CONTRACT.contains(&base), "sdk/ABI.md should say `{base}`");
}

#[test]
fn the_costs_are_those_of_the_contract() {
    check_row("log", &format!("| {} + n |", ImportCost::LOG.base));
    assert_eq!(ImportCost::LOG.per_byte, 1);
    check_row("draw", &format!("| {} + {} n |", ImportCost::DRAW.base, ImportCost::DRAW.per_byte));
    check_row("fuel_left", &format!("| {} |", ImportCost::FUEL_LEFT.base));
    check_row("random", &format!("| {} |", ImportCost::RANDOM.base));
    let ImportCost { per_item, per_byte, .. } = ImportCost::WASI_WRITE;
    check_row("fd_write", &format!("+ {per_item} fuel an iovec, + {per_byte} a byte"));
    check_row("random_get", &format!("+ {} fuel a byte", ImportCost::WASI_RANDOM.per_byte));
    check_row("poll_oneoff", &format!("+ {} fuel a subscription", ImportCost::WASI_POLL.per_item));
}
