use super::{Jail, Located, Setup};
use crate::grid::{Distances, Grid, Point};

/// What never changes during a match: walls, spawns, bases and halves, from the own team's side.
#[derive(Clone, Debug)]
pub struct Board {
    ground: Grid<Ground>,
    own_half_is_right: bool,
    own_base: Point,
    opponent_base: Point,
    jail: Point,
    opponent_jail: Point,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ground {
    Free,
    Wall,
    OwnSpawn,
    OpponentSpawn,
}

impl Board {
    /// The board of a setup.
    pub fn new(setup: &Setup) -> Board {
        let mut ground = Grid::new(setup.common.width, setup.common.height, Ground::Free);
        for (at, &wall) in ground.points().zip(setup.walls) {
            ground[at] = if wall == 0 { Ground::Free } else { Ground::Wall };
        }
        for (spawns, mark) in [(setup.own_spawns, Ground::OwnSpawn), (setup.opponent_spawns, Ground::OpponentSpawn)] {
            for spawn in spawns.iter() {
                if let Some(cell) = ground.get_mut(spawn.at()) {
                    *cell = mark;
                }
            }
        }
        let (own_base, opponent_base) = (setup.own_base.at(), setup.opponent_base.at());
        let (jail, opponent_jail) = match setup.jail {
            Jail::OwnBase => (own_base, opponent_base),
            Jail::CaptorBase => (opponent_base, own_base),
        };
        Board { ground, own_half_is_right: setup.own_half_is_right, own_base, opponent_base, jail, opponent_jail }
    }

    /// Columns.
    pub fn width(&self) -> u16 {
        self.ground.width()
    }

    /// Rows.
    pub fn height(&self) -> u16 {
        self.ground.height()
    }

    /// All places, row by row.
    pub fn points(&self) -> impl DoubleEndedIterator<Item = Point> + use<> {
        self.ground.points()
    }

    /// The up to four cells that can be reached by one step, walls or not, each with its direction.
    pub fn next_to(&self, at: Point) -> impl Iterator<Item = (super::Direction, Point)> {
        super::Direction::ALL.into_iter().filter_map(move |way| Some((way, self.ground.step(at, way)?)))
    }

    /// The own team's home base.
    pub fn own_base(&self) -> Point {
        self.own_base
    }

    /// The opponent's home base.
    pub fn opponent_base(&self) -> Point {
        self.opponent_base
    }

    /// Where the own team's captured players wait.
    pub fn jail(&self) -> Point {
        self.jail
    }

    /// Where the captured opponents wait.
    pub fn opponent_jail(&self) -> Point {
        self.opponent_jail
    }

    /// Whether the own team's players can stand there: on the board, no wall and no flag spawn of their own.
    pub fn is_open(&self, at: Point) -> bool {
        matches!(self.ground.get(at), Some(Ground::Free | Ground::OpponentSpawn))
    }

    /// Whether opponents can stand there: on the board, no wall and no flag spawn of theirs.
    pub fn is_open_to_opponents(&self, at: Point) -> bool {
        matches!(self.ground.get(at), Some(Ground::Free | Ground::OwnSpawn))
    }

    /// Whether the place lies in the own half, where the own team captures.
    pub fn is_own_half(&self, at: Point) -> bool {
        (at.x >= self.ground.width() / 2) == self.own_half_is_right
    }

    /// Whether an own player cannot be captured while it stays there: in the own half, or on an enemy flag spawn, which
    /// no opponent may enter.
    pub fn is_safe(&self, at: Point) -> bool {
        self.is_own_half(at) || self.ground.get(at) == Some(&Ground::OpponentSpawn)
    }

    /// Whether a carrier drops its flag off there: on the own base or one of the eight cells around.
    pub fn is_drop_off(&self, at: Point) -> bool {
        self.own_base.reach(at) <= 1
    }

    /// Whether a player frees its team's captured players there: on their jail or one of the eight cells around.
    pub fn is_at_jail(&self, at: Point) -> bool {
        self.jail.reach(at) <= 1
    }

    /// How far each cell is from the nearest of some places for the own team, around walls and its own flag spawns.
    pub fn distances(&self, from: impl IntoIterator<Item = Point>) -> Distances {
        let mut distances = Distances::new(self.width(), self.height());
        distances.measure(from, |at| self.is_open(at));
        distances
    }

    /// The same for the opponent's team, around walls and its flag spawns.
    pub fn opponent_distances(&self, from: impl IntoIterator<Item = Point>) -> Distances {
        let mut distances = Distances::new(self.width(), self.height());
        distances.measure(from, |at| self.is_open_to_opponents(at));
        distances
    }
}
