//! Places and boards: what every bot of a game on a grid needs.

use std::collections::VecDeque;
use std::fmt;
use std::ops::{Index, IndexMut};

use botpit_abi::Direction;

/// A cell's place; the origin is top left, `y` grows downwards. The order is row by row.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Point {
    /// Column, from 0.
    pub x: u16,
    /// Row, from 0.
    pub y: u16,
}

impl Point {
    /// The place in column `x` of row `y`.
    pub const fn new(x: u16, y: u16) -> Point {
        Point { x, y }
    }

    /// How many steps of one cell lie between two places when nothing is in the way.
    pub const fn distance(self, to: Point) -> u32 {
        self.x.abs_diff(to.x) as u32 + self.y.abs_diff(to.y) as u32
    }

    /// The larger of the two coordinate distances: 1 for the eight cells around.
    pub const fn reach(self, to: Point) -> u32 {
        let (dx, dy) = (self.x.abs_diff(to.x), self.y.abs_diff(to.y));
        (if dx > dy { dx } else { dy }) as u32
    }

    /// The direction of `to` when it lies on the same row or column, but not here.
    pub const fn direction_to(self, to: Point) -> Option<Direction> {
        match (self.x == to.x, self.y == to.y) {
            (true, false) => Some(if to.y < self.y { Direction::Up } else { Direction::Down }),
            (false, true) => Some(if to.x < self.x { Direction::Left } else { Direction::Right }),
            _ => None,
        }
    }
}

impl Ord for Point {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.y, self.x).cmp(&(other.y, other.x))
    }
}

impl PartialOrd for Point {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}

impl From<Point> for (u16, u16) {
    fn from(point: Point) -> (u16, u16) {
        (point.x, point.y)
    }
}

/// Something that lies in a cell.
pub trait Located {
    /// The cell.
    fn at(&self) -> Point;
}

/// A board with a value in every cell.
///
/// ```
/// use botpit_sdk::grid::{Grid, Point};
///
/// let mut visits = Grid::new(30, 20, 0u32);
/// visits[Point::new(29, 19)] += 1;
/// assert_eq!(visits.get(Point::new(30, 0)), None);
/// assert_eq!(visits.points().filter(|&p| visits[p] > 0).count(), 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid<T> {
    width: u16,
    height: u16,
    cells: Vec<T>,
}

impl<T> Grid<T> {
    /// A board of that many columns and rows with `value` everywhere.
    pub fn new(width: u16, height: u16, value: T) -> Grid<T>
    where
        T: Clone,
    {
        Grid { width, height, cells: vec![value; usize::from(width) * usize::from(height)] }
    }

    /// Columns.
    pub fn width(&self) -> u16 {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> u16 {
        self.height
    }

    /// Whether the place is on the board.
    pub fn contains(&self, at: Point) -> bool {
        at.x < self.width && at.y < self.height
    }

    /// The value at a place, if it is on the board.
    pub fn get(&self, at: Point) -> Option<&T> {
        self.contains(at).then(|| &self.cells[self.index_of(at)])
    }

    /// The value to change at a place, if it is on the board.
    pub fn get_mut(&mut self, at: Point) -> Option<&mut T> {
        let index = self.contains(at).then(|| self.index_of(at))?;
        self.cells.get_mut(index)
    }

    /// Puts `value` everywhere.
    pub fn fill(&mut self, value: T)
    where
        T: Clone,
    {
        self.cells.fill(value);
    }

    /// All places, row by row.
    pub fn points(&self) -> impl DoubleEndedIterator<Item = Point> + use<T> {
        let (width, height) = (self.width, self.height);
        (0..height).flat_map(move |y| (0..width).map(move |x| Point { x, y }))
    }

    /// The next cell in a direction, if it is on the board.
    pub fn step(&self, from: Point, direction: Direction) -> Option<Point> {
        self.offset(from, direction.delta())
    }

    /// The cells straight ahead, nearest first, up to the edge.
    pub fn ray(&self, from: Point, direction: Direction) -> impl Iterator<Item = Point> {
        std::iter::successors(self.step(from, direction), move |&at| self.step(at, direction))
    }

    /// The up to eight cells around, row by row.
    pub fn around(&self, at: Point) -> impl Iterator<Item = Point> {
        const AROUND: [(i32, i32); 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
        AROUND.into_iter().filter_map(move |delta| self.offset(at, delta))
    }

    /// The place that takes this one's when the board is turned by 180°: generated maps look the same from there.
    ///
    /// # Panics
    /// When the place is off the board.
    pub fn turned(&self, at: Point) -> Point {
        Point { x: self.width - 1 - at.x, y: self.height - 1 - at.y }
    }

    fn offset(&self, from: Point, (dx, dy): (i32, i32)) -> Option<Point> {
        let x = u16::try_from(i32::from(from.x) + dx).ok()?;
        let y = u16::try_from(i32::from(from.y) + dy).ok()?;
        Some(Point { x, y }).filter(|&at| self.contains(at))
    }

    fn index_of(&self, at: Point) -> usize {
        usize::from(at.y) * usize::from(self.width) + usize::from(at.x)
    }
}

impl<T> Index<Point> for Grid<T> {
    type Output = T;

    /// # Panics
    /// When the place is off the board.
    fn index(&self, at: Point) -> &T {
        assert!(self.contains(at), "{at:?} is off the {}×{} board", self.width, self.height);
        &self.cells[self.index_of(at)]
    }
}

impl<T> IndexMut<Point> for Grid<T> {
    fn index_mut(&mut self, at: Point) -> &mut T {
        assert!(self.contains(at), "{at:?} is off the {}×{} board", self.width, self.height);
        let index = self.index_of(at);
        &mut self.cells[index]
    }
}

/// How many steps each cell is away from the nearest of some starts. Its room is used again by the next search.
///
/// ```
/// use botpit_sdk::grid::{Distances, Grid, Point};
///
/// let mut walls = Grid::new(3, 3, false);
/// walls[Point::new(1, 0)] = true;
/// walls[Point::new(1, 1)] = true;
/// let mut distances = Distances::new(3, 3);
/// distances.measure([Point::new(0, 0)], |at| !walls[at]);
/// assert_eq!(distances.to(Point::new(2, 0)), Some(6));
/// assert_eq!(distances.to(Point::new(1, 1)), None);
/// ```
#[derive(Clone, Debug)]
pub struct Distances {
    steps: Grid<u32>,
    queue: VecDeque<Point>,
}

impl Distances {
    /// Room for a board of that many columns and rows.
    pub fn new(width: u16, height: u16) -> Distances {
        let steps = Grid::new(width, height, u32::MAX);
        Distances { queue: VecDeque::with_capacity(steps.cells.len()), steps }
    }

    /// Measures from all `starts` at once over the cells that are `open`; a start need not be.
    pub fn measure(&mut self, starts: impl IntoIterator<Item = Point>, open: impl Fn(Point) -> bool) {
        let Distances { steps, queue } = self;
        steps.fill(u32::MAX);
        queue.clear();
        for start in starts {
            if steps.get(start) == Some(&u32::MAX) {
                steps[start] = 0;
                queue.push_back(start);
            }
        }
        while let Some(at) = queue.pop_front() {
            for direction in Direction::ALL {
                let unmeasured = steps.step(at, direction).filter(|&next| steps[next] == u32::MAX && open(next));
                if let Some(next) = unmeasured {
                    steps[next] = steps[at] + 1;
                    queue.push_back(next);
                }
            }
        }
    }

    /// The steps to a cell, or `None` when no way leads there.
    pub fn to(&self, at: Point) -> Option<u32> {
        self.steps.get(at).copied().filter(|&steps| steps != u32::MAX)
    }
}
