//! What is worth knowing about a legal map.

use botpit_abi::Direction;

use super::map::{Map, MapDraft, Placement};
use crate::grid::{Cell, Size};
use crate::map::{Finding, Severity};
use crate::seat::{BothSeats, Seat};

/// Turns of an official match.
const OFFICIAL_TURNS: std::ops::RangeInclusive<u32> = 200..=1000;

/// Checks a map.
pub(super) fn check(map: &Map) -> Vec<Finding> {
    let mut findings = Vec::new();
    check_fairness(map, &mut findings);
    check_reach(map, &mut findings);
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

/// A way to lay a board onto itself so that one team's side comes to lie on the other's.
#[derive(Clone, Copy)]
struct Symmetry {
    words: &'static str,
    square_only: bool,
    cell: fn(Size, Cell) -> Cell,
    direction: fn(Direction) -> Direction,
}

const SYMMETRIES: [Symmetry; 5] = [
    Symmetry {
        words: "a turn of 180°",
        square_only: false,
        cell: |size, cell| size.turned(cell),
        direction: Direction::opposite,
    },
    Symmetry {
        words: "swapping left and right",
        square_only: false,
        cell: |size, Cell { x, y }| Cell { x: size.width - 1 - x, y },
        direction: |direction| match direction {
            Direction::Left | Direction::Right => direction.opposite(),
            Direction::Up | Direction::Down => direction,
        },
    },
    Symmetry {
        words: "swapping top and bottom",
        square_only: false,
        cell: |size, Cell { x, y }| Cell { x, y: size.height - 1 - y },
        direction: |direction| match direction {
            Direction::Up | Direction::Down => direction.opposite(),
            Direction::Left | Direction::Right => direction,
        },
    },
    Symmetry {
        words: "swapping rows and columns",
        square_only: true,
        cell: |_, Cell { x, y }| Cell { x: y, y: x },
        direction: transposed,
    },
    Symmetry {
        words: "swapping rows and columns and a turn of 180°",
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

fn check_fairness(map: &Map, findings: &mut Vec<Finding>) {
    let size = map.parts().size;
    let mut possible = SYMMETRIES.iter().filter(|symmetry| !symmetry.square_only || size.width == size.height);
    match possible.find(|symmetry| first_difference(map, symmetry).is_none()) {
        Some(symmetry) => {
            note(findings, "symmetric", format!("both teams see the same map after {}", symmetry.words));
        }
        None => {
            let (what, at) = first_difference(map, &SYMMETRIES[0]).unwrap_or(("cell", Cell::new(0, 0)));
            let text = format!(
                "no turn or mirror makes the map the same for both teams; under a turn of 180° the {what} at {at} is \
                 the first that has no counterpart"
            );
            warn(findings, "asymmetric", text);
        }
    }
}

/// The first thing that has no counterpart, if there is one.
fn first_difference(map: &Map, symmetry: &Symmetry) -> Option<(&'static str, Cell)> {
    let MapDraft { size, gold, hunters, workers, .. } = map.parts();
    let laid = |cell: Cell| (symmetry.cell)(*size, cell);
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
        let lies = |player: &(Cell, Direction)| theirs.binary_search(&(laid(player.0), (symmetry.direction)(player.1)));
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
