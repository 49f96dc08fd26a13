//! Maps from a seed: one half is drawn and flipped, every way that a team needs is there.

use super::check::{BASE_DISTANCE, missing_way};
use super::map::{Map, MapDraft, TURNS_DEFAULT, Team};
use crate::board::{SIDE_MAX, number};
use crate::grid::{Cell, Size};
use crate::map::GeneratorError;
use crate::options::{OptionError, OptionSpec, Settings};
use crate::rng::{MapRng, Seed};
use crate::seat::BothSeats;
use crate::walls::Walls;

const WIDTH: OptionSpec = OptionSpec {
    name: "width",
    default: "30",
    values: "an even number from 2 to 100",
    help: "columns of the board, half of them for each team",
};
const HEIGHT: OptionSpec =
    OptionSpec { name: "height", default: "30", values: "a number from 1 to 100", help: "rows of the board" };
const DENSITY: OptionSpec = OptionSpec {
    name: "density",
    default: "15",
    values: "a number from 0 to 50",
    help: "how many percent of the cells are walls at most; those that cut ground off are taken away again",
};
const PLAYERS: OptionSpec =
    OptionSpec { name: "players", default: "3", values: "a number from 1 to 50", help: "players a team" };
const FLAGS: OptionSpec =
    OptionSpec { name: "flags", default: "5", values: "a number from 1 to 50", help: "flags a team" };

/// The options of the generator.
pub(super) const OPTIONS: &[OptionSpec] = &[WIDTH, HEIGHT, DENSITY, PLAYERS, FLAGS];

/// How many boards are drawn before there is no hope. Each has a little less walls than the one before.
const ATTEMPTS: u32 = 200;

/// Generates the map of a seed.
pub(super) fn generate(seed: Seed, options: &Settings) -> Result<Map, GeneratorError> {
    let wanted = Wanted::read(options)?;
    wanted.check_room()?;
    let mut rng = MapRng::new(seed);
    for attempt in 0..ATTEMPTS {
        let walls = raise_walls(&wanted, wanted.density * (ATTEMPTS - attempt) / ATTEMPTS, &mut rng);
        let Some(team) = place_team(&wanted, &walls, &mut rng) else {
            continue;
        };
        let b = mirrored(wanted.size, &team);
        let draft = MapDraft {
            name: format!("seed-{seed}"),
            turns: TURNS_DEFAULT,
            size: wanted.size,
            walls: walls.cells().to_vec(),
            teams: BothSeats([team, b]),
        };
        let map = Map::new(draft).expect("the generator makes legal maps");
        if missing_way(&map).is_none() {
            return Ok(map);
        }
    }
    Err(wanted.no_room())
}

fn mirrored(size: Size, team: &Team) -> Team {
    let mirror = |cells: &[Cell]| cells.iter().map(|cell| size.mirrored(*cell)).collect();
    Team { base: size.mirrored(team.base), players: mirror(&team.players), flags: mirror(&team.flags) }
}

/// The options as numbers.
#[derive(Clone, Debug)]
struct Wanted {
    size: Size,
    density: u32,
    players: usize,
    flags: usize,
}

impl Wanted {
    fn read(options: &Settings) -> Result<Wanted, OptionError> {
        options.complete(OPTIONS)?;
        let even = |text: &str| number(text, 2..=u32::from(SIDE_MAX)).filter(|number| number.is_multiple_of(2));
        Ok(Wanted {
            size: Size {
                width: options.get(&WIDTH, even)? as u16,
                height: options.get(&HEIGHT, |text| number(text, 1..=u32::from(SIDE_MAX)))? as u16,
            },
            density: options.get(&DENSITY, |text| number(text, 0..=50))?,
            players: options.get(&PLAYERS, |text| number(text, 1..=50))? as usize,
            flags: options.get(&FLAGS, |text| number(text, 1..=50))? as usize,
        })
    }

    /// The cells of one half.
    fn half(&self) -> Vec<Cell> {
        self.size.iter().filter(|cell| cell.x < self.size.width / 2).collect()
    }

    /// The cells of one half that have to stay free.
    fn cells_needed(&self) -> usize {
        1 + self.players + self.flags
    }

    fn check_room(&self) -> Result<(), GeneratorError> {
        // No base is further from the enemy's half than one in a corner.
        let corner = self.size.mirrored(Cell::new(0, 0));
        let far = self.half().into_iter().filter(|cell| cell.distance(corner) >= BASE_DISTANCE).count();
        if self.cells_needed() > self.half().len() || self.flags > far { Err(self.no_room()) } else { Ok(()) }
    }

    fn no_room(&self) -> GeneratorError {
        let (Size { width, height }, Wanted { players, flags, .. }) = (self.size, self);
        GeneratorError::NoRoom(format!(
            "a board of {width}x{height} has no room for {players} players and {flags} flags a team, with every base at \
             least {BASE_DISTANCE} cells from every enemy flag and a way to each"
        ))
    }
}

/// Raises walls on both halves until so many percent are walls, and breaks through those that cut ground off.
fn raise_walls(wanted: &Wanted, density: u32, rng: &mut MapRng) -> Walls {
    let size = wanted.size;
    let half = Size { width: size.width / 2, height: size.height };
    let cells = half.cells() as u32;
    let mut walls = Walls::new(size, Size::mirrored);
    walls.raise(rng, half, (cells * density / 100).min(cells - wanted.cells_needed() as u32), |_| false);
    walls.connect_ground(size.iter().find(|cell| !walls.contain(*cell)).expect("cells are left free"));
    walls
}

/// Places A's things at random, its flags apart from each other where there is room; `None` when the base that was
/// drawn leaves no room for the flags.
fn place_team(wanted: &Wanted, walls: &Walls, rng: &mut MapRng) -> Option<Team> {
    const FLAGS_APART: u16 = 3;
    let mut free = wanted.half();
    free.retain(|cell| !walls.contain(*cell));
    rng.shuffle(&mut free);
    let base = free.pop()?;
    let enemy_base = wanted.size.mirrored(base);
    let mut flags: Vec<Cell> = Vec::with_capacity(wanted.flags);
    for apart in [FLAGS_APART, 1] {
        for &cell in &free {
            let clear = flags.iter().all(|flag| flag.distance(cell) >= apart);
            if flags.len() < wanted.flags && clear && cell.distance(enemy_base) >= BASE_DISTANCE {
                flags.push(cell);
            }
        }
    }
    free.retain(|cell| !flags.contains(cell));
    let enough = flags.len() == wanted.flags && free.len() >= wanted.players;
    free.truncate(wanted.players);
    enough.then_some(Team { base, players: free, flags })
}
