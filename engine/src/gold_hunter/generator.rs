//! Maps from a seed: the same for both teams after a 180° turn, and everything on them within reach.

use std::ops::RangeInclusive;

use botpit_abi::Direction;

use super::map::{Deposit, Map, MapDraft, Placement};
use crate::board::{SIDE_MAX, TURNS_MAX, number};
use crate::grid::{Cell, Size};
use crate::map::GeneratorError;
use crate::options::{OptionError, OptionSpec, Settings};
use crate::reach::Reach;
use crate::rng::{MapRng, Seed};
use crate::seat::BothSeats;
use crate::walls::Walls;

const WIDTH: OptionSpec =
    OptionSpec { name: "width", default: "30", values: "a number from 2 to 100", help: "columns of the board" };
const HEIGHT: OptionSpec =
    OptionSpec { name: "height", default: "30", values: "a number from 2 to 100", help: "rows of the board" };
const DENSITY: OptionSpec = OptionSpec {
    name: "density",
    default: "15",
    values: "a number from 0 to 50",
    help: "how many percent of the cells are obstacles at most; those that cut ground off are taken away again",
};
const GOLD: OptionSpec = OptionSpec {
    name: "gold",
    default: "auto",
    values: "auto or a number from 1 to 5000",
    help: "gold deposits; auto is one for 45 cells, in pairs",
};
const GOLD_VALUE: OptionSpec = OptionSpec {
    name: "gold-value",
    default: "1",
    values: "a number from 1 to 1000 or a range of them such as 1-5",
    help: "value of each deposit",
};
const HUNTERS: OptionSpec =
    OptionSpec { name: "hunters", default: "4", values: "a number from 0 to 100", help: "hunters a team" };
const WORKERS: OptionSpec =
    OptionSpec { name: "workers", default: "4", values: "a number from 1 to 100", help: "workers a team" };
const AMMO: OptionSpec =
    OptionSpec { name: "ammo", default: "20", values: "a number from 0 to 1000000", help: "bullets a hunter" };
const TURNS: OptionSpec = OptionSpec {
    name: "turns",
    default: "auto",
    values: "auto or a number from 1 to 10000",
    help: "turns of a match; auto grows with the board, 400 at 30×30",
};

/// The options of the generator.
pub(super) const OPTIONS: &[OptionSpec] = &[WIDTH, HEIGHT, DENSITY, GOLD, GOLD_VALUE, HUNTERS, WORKERS, AMMO, TURNS];

/// Generates the map of a seed.
pub(super) fn generate(seed: Seed, options: &Settings) -> Result<Map, GeneratorError> {
    let wanted = Wanted::read(options)?;
    wanted.check_room()?;
    let mut plan = Plan::new(seed, &wanted);
    plan.raise_walls();
    let mut reach = Reach::new(wanted.size);
    reach.explore(plan.home, |cell| !plan.is_obstacle(cell));
    let teams = plan.place_players(reach.distances());
    let gold = plan.hide_gold(reach.distances(), &teams);
    let hunters = wanted.hunters as usize;
    let draft = MapDraft {
        name: format!("seed-{seed}"),
        turns: wanted.turns,
        size: wanted.size,
        obstacles: plan.walls.cells().to_vec(),
        gold,
        ammo: wanted.ammo,
        hunters: BothSeats(teams.0.each_ref().map(|team| team[..hunters].to_vec())),
        workers: BothSeats(teams.0.each_ref().map(|team| team[hunters..].to_vec())),
    };
    Ok(Map::new(draft).expect("the generator makes legal maps"))
}

/// The options as numbers.
#[derive(Clone, Debug)]
struct Wanted {
    size: Size,
    density: u32,
    gold: u32,
    gold_value: RangeInclusive<u32>,
    hunters: u32,
    workers: u32,
    ammo: u32,
    turns: u32,
}

impl Wanted {
    fn read(options: &Settings) -> Result<Wanted, OptionError> {
        options.complete(OPTIONS)?;
        let between = |spec: &OptionSpec, range: RangeInclusive<u32>| options.get(spec, |text| number(text, range));
        let automatic = |spec: &OptionSpec, range: RangeInclusive<u32>, auto: u32| {
            options.get(spec, |text| if text == "auto" { Some(auto) } else { number(text, range) })
        };
        let sides = 2..=u32::from(SIDE_MAX);
        let (width, height) = (between(&WIDTH, sides.clone())?, between(&HEIGHT, sides)?);
        Ok(Wanted {
            size: Size { width: width as u16, height: height as u16 },
            density: between(&DENSITY, 0..=50)?,
            gold: automatic(&GOLD, 1..=5000, (width * height / 90 * 2).max(2))?,
            gold_value: options.get(&GOLD_VALUE, values)?,
            hunters: between(&HUNTERS, 0..=100)?,
            workers: between(&WORKERS, 1..=100)?,
            ammo: between(&AMMO, 0..=1_000_000)?,
            turns: automatic(&TURNS, 1..=TURNS_MAX, 200 + (width + height) * 10 / 3)?,
        })
    }

    fn players_per_team(&self) -> u32 {
        self.hunters + self.workers
    }

    fn cells(&self) -> u32 {
        self.size.cells() as u32
    }

    /// The cells that have to stay ground, besides a centre cell.
    fn cells_needed(&self) -> u32 {
        2 * (self.players_per_team() + self.gold / 2)
    }

    fn check_room(&self) -> Result<(), GeneratorError> {
        let Size { width, height } = self.size;
        if !self.gold.is_multiple_of(2) && self.cells().is_multiple_of(2) {
            return Err(GeneratorError::NoRoom(format!(
                "an odd number of gold deposits ({}) needs a cell in the centre, which a board of {width}x{height} has \
                 not; take an even number, or an odd width and height",
                self.gold
            )));
        }
        let room = self.cells() / 2 * 2;
        if self.cells_needed() > room {
            return Err(GeneratorError::NoRoom(format!(
                "{} players a team and {} gold deposits need {} cells in pairs, and a board of {width}x{height} has {room}",
                self.players_per_team(),
                self.gold,
                self.cells_needed(),
            )));
        }
        Ok(())
    }
}

fn values(text: &str) -> Option<RangeInclusive<u32>> {
    const VALUES: RangeInclusive<u32> = 1..=1000;
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    let (least, most) = (number(least, VALUES)?, number(most, VALUES)?);
    (least <= most).then_some(least..=most)
}

/// A map while it is made. Whatever is done to a cell is done to its turned cell too.
struct Plan<'a> {
    wanted: &'a Wanted,
    size: Size,
    rng: MapRng,
    walls: Walls,
    /// The cell that A starts around.
    home: Cell,
}

impl<'a> Plan<'a> {
    fn new(seed: Seed, wanted: &'a Wanted) -> Plan<'a> {
        let size = wanted.size;
        let mut rng = MapRng::new(seed);
        let (left, right, middle) = (size.width / 8, size.width - 1 - size.width / 8, size.width / 2);
        let (top, centre) = (size.height / 8, size.height / 2);
        // The homes lie apart along the longer side.
        let mut homes = vec![Cell::new(left, top), Cell::new(right, top)];
        if size.width >= size.height {
            homes.push(Cell::new(left, centre));
        }
        if size.height >= size.width {
            homes.push(Cell::new(middle, top));
        }
        let home = homes[rng.below(homes.len() as u32) as usize];
        Plan { wanted, size, rng, walls: Walls::new(size, Size::turned), home }
    }

    fn is_obstacle(&self, cell: Cell) -> bool {
        self.walls.contain(cell)
    }

    /// Raises walls until the density is met, and breaks through those that cut ground off.
    fn raise_walls(&mut self) {
        let cells = self.wanted.cells();
        let pairs = (cells * self.wanted.density / 100).min(cells / 2 * 2 - self.wanted.cells_needed()) / 2;
        let (size, home) = (self.size, self.home);
        self.walls.raise(&mut self.rng, size, pairs, |cell| is_kept_free(size, home, cell));
        self.walls.connect_ground(home);
    }

    /// Places A's players around its home, the nearest by their distances from there, hunters in front, and B's as they come out of the turn.
    fn place_players(&mut self, distances: &[u32]) -> BothSeats<Vec<Placement>> {
        let size = self.size;
        let players = self.wanted.players_per_team() as usize;
        let mut ground: Vec<Cell> = size.iter().filter(|cell| !self.is_obstacle(*cell)).collect();
        self.rng.shuffle(&mut ground);
        ground.sort_by_key(|cell| distances[size.index(*cell)]);
        // Of a cell and its turned cell the nearer comes first and is A's.
        let mut taken = vec![false; size.cells()];
        ground.retain(|cell| {
            let turned = size.turned(*cell);
            *cell != turned && !taken[size.index(turned)] && !std::mem::replace(&mut taken[size.index(*cell)], true)
        });
        ground.truncate(players + players / 2 + 1);
        self.rng.shuffle(&mut ground);
        ground.truncate(players);
        ground.sort_by_key(|cell| std::cmp::Reverse(distances[size.index(*cell)]));
        let a: Vec<Placement> =
            ground.into_iter().map(|at| Placement { at, facing: self.facing_the_opponent(at) }).collect();
        let b = a.iter().map(|player| Placement { at: size.turned(player.at), facing: player.facing.opposite() });
        BothSeats([a.clone(), b.collect()])
    }

    /// One of the two directions that lead from a cell to its turned cell, mostly the longer.
    fn facing_the_opponent(&mut self, cell: Cell) -> Direction {
        let turned = self.size.turned(cell);
        let (columns, rows) = (cell.x.abs_diff(turned.x), cell.y.abs_diff(turned.y));
        if self.rng.below(u32::from(columns + rows)) < columns.into() {
            if cell.x < turned.x { Direction::Right } else { Direction::Left }
        } else if cell.y < turned.y {
            Direction::Down
        } else {
            Direction::Up
        }
    }

    /// Hides the gold in pairs, half of it where the ways from both homes are most alike, and an odd one in the centre.
    fn hide_gold(&mut self, distances: &[u32], teams: &BothSeats<Vec<Placement>>) -> Vec<Deposit> {
        let size = self.size;
        let distance = |cell: Cell| distances[size.index(cell)];
        let mut taken = self.walls.cells().to_vec();
        for player in teams.0.iter().flatten() {
            taken[size.index(player.at)] = true;
        }
        let mut free: Vec<Cell> =
            size.iter().filter(|cell| *cell < size.turned(*cell) && !taken[size.index(*cell)]).collect();
        self.rng.shuffle(&mut free);
        let mut contested = free.clone();
        contested.sort_by_key(|cell| distance(*cell).abs_diff(distance(size.turned(*cell))));
        contested.truncate(free.len().div_ceil(3));
        self.rng.shuffle(&mut contested);

        let pairs = (self.wanted.gold / 2) as usize;
        let mut spread = Spread { size, gold: vec![false; size.cells()], chosen: Vec::with_capacity(pairs) };
        spread.choose(&contested, pairs.div_ceil(2));
        spread.choose(&free, pairs);
        let mut gold = Vec::with_capacity(2 * pairs + 1);
        for at in spread.chosen {
            let value = self.draw_value();
            gold.extend([at, size.turned(at)].map(|at| Deposit { at, value }));
        }
        if self.wanted.gold % 2 == 1 {
            gold.push(Deposit { at: size.cell(size.cells() / 2), value: self.draw_value() });
        }
        gold
    }

    fn draw_value(&mut self) -> u32 {
        let (least, most) = (*self.wanted.gold_value.start(), *self.wanted.gold_value.end());
        least + self.rng.below(most - least + 1)
    }
}

/// Whether a cell stays ground: the centre, and the surroundings of both homes.
fn is_kept_free(size: Size, home: Cell, cell: Cell) -> bool {
    let around = u16::from(size.width.min(size.height) >= 8);
    cell == size.turned(cell) || cell.distance(home) <= around || cell.distance(size.turned(home)) <= around
}

/// Cells for gold, as far apart as there is room for.
struct Spread {
    size: Size,
    gold: Vec<bool>,
    chosen: Vec<Cell>,
}

impl Spread {
    /// Chooses from the cells until there are `enough`, or none is left.
    fn choose(&mut self, cells: &[Cell], enough: usize) {
        const WIDEST: i32 = 3;
        for apart in (0..=WIDEST).rev() {
            for cell in cells {
                if self.chosen.len() >= enough {
                    return;
                }
                if self.is_clear(*cell, apart) {
                    self.chosen.push(*cell);
                    for cell in [*cell, self.size.turned(*cell)] {
                        self.gold[self.size.index(cell)] = true;
                    }
                }
            }
        }
    }

    /// Whether no gold, the own turned cell's included, is within a square around the cell.
    fn is_clear(&self, cell: Cell, apart: i32) -> bool {
        let turned = self.size.turned(cell);
        let within = i32::from(cell.x.abs_diff(turned.x).max(cell.y.abs_diff(turned.y))) <= apart;
        let mut around = (-apart..=apart).flat_map(|dy| (-apart..=apart).map(move |dx| (dx, dy)));
        !within
            && !around
                .any(|(dx, dy)| self.size.offset(cell, dx, dy).is_some_and(|near| self.gold[self.size.index(near)]))
    }
}
