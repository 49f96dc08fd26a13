//! What is worth knowing about a legal map.

use std::cmp::Ordering;

use botpit_abi::Direction;

use super::map::{Deposit, Map, MapDraft, Placement};
use crate::grid::{Cell, Size};
use crate::map::{Finding, Severity, Symmetry};
use crate::reach::Reach;
use crate::seat::{BothSeats, Seat};

/// Turns of an official match.
const OFFICIAL_TURNS: std::ops::RangeInclusive<u32> = 200..=1000;

/// Checks a map.
pub(super) fn check(map: &Map) -> Vec<Finding> {
    let mut findings = Vec::new();
    check_symmetry(map, &mut findings);
    check_reach(map, &mut findings);
    check_balance(map, &mut findings);
    check_parameters(map, &mut findings);
    findings
}

fn note(findings: &mut Vec<Finding>, code: &'static str, text: impl Into<String>) {
    findings.push(Finding { severity: Severity::Note, code, text: text.into() });
}

fn warn(findings: &mut Vec<Finding>, code: &'static str, text: impl Into<String>) {
    findings.push(Finding { severity: Severity::Warning, code, text: text.into() });
}

fn check_parameters(map: &Map, findings: &mut Vec<Finding>) {
    let MapDraft { turns, ammo, .. } = *map.parts();
    if !OFFICIAL_TURNS.contains(&turns) {
        let (least, most) = OFFICIAL_TURNS.into_inner();
        let text = format!("{turns} turns are not official: a match of the contest has {least} to {most}");
        warn(findings, "turns-not-official", text);
    }
    if map.parts().gold.is_empty() {
        warn(findings, "no-gold", "there is no gold, so no team can win by it");
    }
    if map.workers_per_team() == 0 {
        warn(findings, "no-workers", "there are no workers, so nobody can dig");
    }
    if map.hunters_per_team() == 0 {
        note(findings, "no-hunters", "there are no hunters, so nobody can fire");
    } else if ammo == 0 {
        note(findings, "no-ammo", "the hunters have no bullets, so nobody can fire");
    }
}

/// What a symmetry does to cells and directions.
#[derive(Clone, Copy)]
struct Laying {
    symmetry: Symmetry,
    square_only: bool,
    cell: fn(Size, Cell) -> Cell,
    direction: fn(Direction) -> Direction,
}

const LAYINGS: [Laying; 5] = [
    Laying {
        symmetry: Symmetry::Turn,
        square_only: false,
        cell: |size, cell| size.turned(cell),
        direction: Direction::opposite,
    },
    Laying {
        symmetry: Symmetry::LeftRight,
        square_only: false,
        cell: |size, cell| size.mirrored(cell),
        direction: |direction| match direction {
            Direction::Left | Direction::Right => direction.opposite(),
            Direction::Up | Direction::Down => direction,
        },
    },
    Laying {
        symmetry: Symmetry::TopBottom,
        square_only: false,
        cell: |size, Cell { x, y }| Cell { x, y: size.height - 1 - y },
        direction: |direction| match direction {
            Direction::Up | Direction::Down => direction.opposite(),
            Direction::Left | Direction::Right => direction,
        },
    },
    Laying {
        symmetry: Symmetry::Diagonal,
        square_only: true,
        cell: |_, Cell { x, y }| Cell { x: y, y: x },
        direction: transposed,
    },
    Laying {
        symmetry: Symmetry::OtherDiagonal,
        square_only: true,
        cell: |size, Cell { x, y }| size.turned(Cell { x: y, y: x }),
        direction: |direction| transposed(direction).opposite(),
    },
];

fn transposed(direction: Direction) -> Direction {
    match direction {
        Direction::Up => Direction::Left,
        Direction::Left => Direction::Up,
        Direction::Down => Direction::Right,
        Direction::Right => Direction::Down,
    }
}

/// What makes the map the same for both teams, if anything does.
pub(super) fn symmetry(map: &Map) -> Option<Symmetry> {
    let size = map.parts().size;
    let mut possible = LAYINGS.iter().filter(|laying| !laying.square_only || size.width == size.height);
    possible.find(|laying| first_difference(map, laying).is_none()).map(|laying| laying.symmetry)
}

fn check_symmetry(map: &Map, findings: &mut Vec<Finding>) {
    match symmetry(map) {
        Some(symmetry) => note(findings, "symmetric", format!("both teams see the same map after {symmetry}")),
        None => {
            let (what, at) = first_difference(map, &LAYINGS[0]).unwrap_or(("cell", Cell::new(0, 0)));
            let text = format!(
                "no turn or mirror makes the map the same for both teams; under a turn of 180° the {what} at {at} is \
                 the first that has no counterpart"
            );
            warn(findings, "asymmetric", text);
        }
    }
}

/// The first thing that has no counterpart, if there is one.
fn first_difference(map: &Map, laying: &Laying) -> Option<(&'static str, Cell)> {
    let MapDraft { size, gold, hunters, workers, .. } = map.parts();
    let laid = |cell: Cell| (laying.cell)(*size, cell);
    let differing = size.iter().find(|cell| map.is_obstacle(*cell) && !map.is_obstacle(laid(*cell)));
    if let Some(cell) = differing {
        return Some(("obstacle", cell));
    }
    let counterpart = |cell: Cell, value: u32| {
        gold.binary_search_by_key(&laid(cell), |deposit| deposit.at).is_ok_and(|index| gold[index].value == value)
    };
    if let Some(deposit) = gold.iter().find(|deposit| !counterpart(deposit.at, deposit.value)) {
        return Some(("gold", deposit.at));
    }
    let unmatched = |teams: &BothSeats<Vec<Placement>>| {
        let places = |seat: Seat| -> Vec<(Cell, Direction)> {
            let mut places: Vec<_> = teams[seat].iter().map(|player| (player.at, player.facing)).collect();
            places.sort_unstable();
            places
        };
        let theirs = places(Seat::B);
        let lies = |player: &(Cell, Direction)| theirs.binary_search(&(laid(player.0), (laying.direction)(player.1)));
        places(Seat::A).iter().find(|player| lies(player).is_err()).map(|player| player.0)
    };
    unmatched(hunters).map(|at| ("hunter", at)).or_else(|| unmatched(workers).map(|at| ("worker", at)))
}

/// Looks for gold and players outside the piece of ground that most of them are on.
fn check_reach(map: &Map, findings: &mut Vec<Finding>) {
    let MapDraft { size, gold, hunters, workers, .. } = map.parts();
    let (pieces, count) = pieces_of_ground(map);
    let piece = |cell: Cell| pieces[size.index(cell)];
    let players: Vec<Cell> = hunters.0.iter().chain(&workers.0).flatten().map(|player| player.at).collect();
    let gold: Vec<Cell> = gold.iter().map(|deposit| deposit.at).collect();
    let mut weights = vec![0u32; count + 1];
    for cell in players.iter().chain(&gold) {
        weights[piece(*cell)] += 1;
    }
    let main = (1..=count).max_by_key(|piece| (weights[*piece], std::cmp::Reverse(*piece))).unwrap_or(0);
    let mut cut_off = false;
    for (code, what, cells) in [("unreachable-gold", "gold", gold), ("unreachable-players", "players", players)] {
        let outside: Vec<Cell> = cells.into_iter().filter(|cell| piece(*cell) != main).collect();
        if let Some(first) = outside.iter().min() {
            cut_off = true;
            let text =
                format!("{what} cut off from the rest of the map in {} cells, the first at {first}", outside.len());
            warn(findings, code, text);
        }
    }
    if !cut_off {
        note(findings, "connected", "every player can come to every other and to all gold");
    }
}

/// Tells to whose workers the gold lies nearer.
fn check_balance(map: &Map, findings: &mut Vec<Finding>) {
    let MapDraft { size, gold, workers, .. } = map.parts();
    if map.workers_per_team() == 0 || gold.is_empty() {
        return;
    }
    let mut reach = Reach::new(*size);
    let mut walks = |team: &[Placement]| {
        let mut nearest = vec![u32::MAX; size.cells()];
        for worker in team {
            reach.explore(worker.at, |cell| !map.is_obstacle(cell));
            nearest.iter_mut().zip(reach.distances()).for_each(|(near, walk)| *near = (*near).min(*walk));
        }
        nearest
    };
    let (of_a, of_b) = (walks(&workers[Seat::A]), walks(&workers[Seat::B]));
    let worth = |order: Ordering| -> u64 {
        let walks = |deposit: &Deposit| (of_a[size.index(deposit.at)], of_b[size.index(deposit.at)]);
        let reached = gold.iter().filter(|deposit| walks(deposit) != (u32::MAX, u32::MAX));
        let sorted = reached.filter(|deposit| walks(deposit).0.cmp(&walks(deposit).1) == order);
        sorted.map(|deposit| u64::from(deposit.value)).sum()
    };
    let (nearer_to_a, nearer_to_b) = (worth(Ordering::Less), worth(Ordering::Greater));
    let text = format!(
        "of the gold, {nearer_to_a} lies nearer to a's workers, {nearer_to_b} nearer to b's, and {} as near to both",
        worth(Ordering::Equal)
    );
    match nearer_to_a == nearer_to_b {
        true => note(findings, "balanced", text),
        false => warn(findings, "unbalanced", text),
    }
}

/// The number of each cell's piece of ground, from 1; 0 in obstacles; and how many pieces there are.
fn pieces_of_ground(map: &Map) -> (Vec<usize>, usize) {
    let size = map.parts().size;
    let mut pieces = vec![0; size.cells()];
    let mut count = 0;
    let mut open = Vec::new();
    for start in size.iter() {
        if map.is_obstacle(start) || pieces[size.index(start)] != 0 {
            continue;
        }
        count += 1;
        pieces[size.index(start)] = count;
        open.push(start);
        while let Some(cell) = open.pop() {
            for next in Direction::ALL.into_iter().filter_map(|direction| size.step(cell, direction)) {
                if !map.is_obstacle(next) && pieces[size.index(next)] == 0 {
                    pieces[size.index(next)] = count;
                    open.push(next);
                }
            }
        }
    }
    (pieces, count)
}
