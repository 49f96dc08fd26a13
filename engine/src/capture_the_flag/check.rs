//! What is worth knowing about a legal map.

use super::map::{Map, MapDraft, Team};
use crate::grid::{Cell, Size};
use crate::map::{Finding, Severity};
use crate::reach::Reach;
use crate::seat::Seat;

/// The least distance between a base and an enemy flag's place on a generated board.
pub(super) const BASE_DISTANCE: u16 = 8;

/// Checks a map.
pub(super) fn check(map: &Map) -> Vec<Finding> {
    let mut findings = vec![symmetry(map), solvability(map)];
    findings.extend(balance(map));
    findings.extend(outside_half(map));
    findings.extend(near_base(map));
    findings.extend(unofficial(map));
    findings
}

/// A way that a team needs and does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NoWay {
    seat: Seat,
    from: Cell,
    /// `an enemy flag`, `its own base`, `the enemy base` or `a cell to drop a flag off`.
    to: &'static str,
}

/// The first way that is missing, with walls and the team's own flag spawns as obstacles: from each start to every
/// enemy flag and both bases, and from each enemy flag to a cell where it is dropped off.
pub(super) fn missing_way(map: &Map) -> Option<NoWay> {
    let MapDraft { size, teams, .. } = map.parts();
    let mut reach = Reach::new(*size);
    for (seat, team) in teams.iter() {
        let enemy = &teams[seat.other()];
        let open = |cell: Cell| !map.is_wall(cell) && !team.flags.contains(&cell);
        for &from in &team.players {
            reach.explore(from, open);
            if !enemy.flags.iter().all(|&flag| reach.reaches(flag)) {
                return Some(NoWay { seat, from, to: "an enemy flag" });
            }
            for (base, to) in [(team.base, "its own base"), (enemy.base, "the enemy base")] {
                if !reach.reaches(base) {
                    return Some(NoWay { seat, from, to });
                }
            }
        }
        for &from in &enemy.flags {
            reach.explore(from, open);
            let mut drop_off = std::iter::once(team.base).chain(size.neighbours(team.base));
            if !drop_off.any(|cell| reach.reaches(cell)) {
                return Some(NoWay { seat, from, to: "a cell to drop a flag off" });
            }
        }
    }
    None
}

fn finding(severity: Severity, code: &'static str, text: impl Into<String>) -> Finding {
    Finding { severity, code, text: text.into() }
}

fn solvability(map: &Map) -> Finding {
    match missing_way(map) {
        None => finding(Severity::Note, "solvable", "every player can come to every enemy flag and home with it"),
        Some(NoWay { seat, from, to }) => {
            let text = format!("team {seat} has no way from {from} to {to}: walls and its own flags are in between");
            finding(Severity::Warning, "unsolvable", text)
        }
    }
}

fn symmetry(map: &Map) -> Finding {
    match first_unmirrored(map) {
        None => finding(Severity::Note, "symmetric", "swapping left and right gives each team the other's board"),
        Some((what, at)) => {
            let text = format!("the {what} at {at} has no counterpart when left and right are swapped");
            finding(Severity::Warning, "asymmetric", text)
        }
    }
}

/// Whether swapping left and right gives each team the other's board.
pub(super) fn is_symmetric(map: &Map) -> bool {
    first_unmirrored(map).is_none()
}

/// Compares the teams' ways from their bases to the enemy's flags; `None` where there is no way to one.
fn balance(map: &Map) -> Option<Finding> {
    let MapDraft { size, teams, .. } = map.parts();
    let mut reach = Reach::new(*size);
    let mut moves = |seat: Seat| -> Option<u32> {
        let team = &teams[seat];
        reach.explore(team.base, |cell| !map.is_wall(cell) && !team.flags.contains(&cell));
        let flags = &teams[seat.other()].flags;
        flags.iter().map(|&flag| reach.reaches(flag).then(|| reach.distances()[size.index(flag)])).sum()
    };
    let (a, b) = (moves(Seat::A)?, moves(Seat::B)?);
    let text = format!("the ways from the base to all enemy flags are {a} moves for team a and {b} for team b");
    Some(match a == b {
        true => finding(Severity::Note, "balanced", text),
        false => finding(Severity::Warning, "unbalanced", text),
    })
}

fn first_unmirrored(map: &Map) -> Option<(&'static str, Cell)> {
    let MapDraft { size, teams, .. } = map.parts();
    let wall = size.iter().find(|&cell| map.is_wall(cell) && !map.is_wall(size.mirrored(cell)));
    let [a, b] = &teams.0;
    let differing = |a: &[Cell], b: &[Cell]| {
        a.iter().zip(b).find(|&(&of_a, &of_b)| size.mirrored(of_a) != of_b).map(|(&of_a, _)| of_a)
    };
    wall.map(|at| ("wall", at))
        .or_else(|| differing(&[a.base], &[b.base]).map(|at| ("base", at)))
        .or_else(|| differing(&a.players, &b.players).map(|at| ("player", at)))
        .or_else(|| differing(&a.flags, &b.flags).map(|at| ("flag", at)))
}

fn outside_half(map: &Map) -> Option<Finding> {
    let (seat, at) = map.parts().teams.iter().find_map(|(seat, team)| {
        let mut cells = std::iter::once(&team.base).chain(&team.players).chain(&team.flags);
        cells.find(|&&cell| map.half_of(cell) != seat).map(|&cell| (seat, cell))
    })?;
    let text = format!("what team {seat} has at {at} does not start in its own half");
    Some(finding(Severity::Warning, "outside-half", text))
}

fn near_base(map: &Map) -> Option<Finding> {
    let teams = &map.parts().teams;
    let (base, spawn) = teams.iter().find_map(|(seat, Team { base, .. })| {
        let near = teams[seat.other()].flags.iter().find(|spawn| base.distance(**spawn) < BASE_DISTANCE);
        near.map(|spawn| (*base, *spawn))
    })?;
    let distance = base.distance(spawn);
    let text = format!(
        "the base at {base} is {distance} cells from the enemy flag at {spawn}: on a generated board it is at least \
         {BASE_DISTANCE}"
    );
    Some(finding(Severity::Warning, "base-near-flag", text))
}

fn unofficial(map: &Map) -> Option<Finding> {
    let Size { width, height } = map.parts().size;
    let (players, flags) = (map.players_per_team(), map.flags_per_team());
    if (width, height, players, flags) == (30, 30, 3, 5) {
        return None;
    }
    let text = format!(
        "{width}x{height} with {players} players and {flags} flags a team is not official: the contest has 30x30, 3 and 5"
    );
    Some(finding(Severity::Note, "not-official", text))
}
