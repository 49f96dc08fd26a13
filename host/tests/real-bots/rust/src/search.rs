//! Distances to the nearest of some goals, by a function that is made for the size of the board.

use botpit_sdk::grid::{Distances, Point};

/// The smallest board, in columns and in rows, that has a function of its own.
const SMALLEST: u16 = 8;

/// What a place has that no goal can be reached from.
const FAR: u32 = u32::MAX;

/// The distances of all places.
#[derive(Debug)]
pub(crate) struct Search {
    width: u16,
    height: u16,
    fixed: Option<Measure>,
    open: Vec<bool>,
    distances: Vec<u32>,
    queue: Vec<usize>,
    /// For boards that have no function of their own.
    other: Distances,
}

type Measure = fn(&[bool], &mut [u32], &mut Vec<usize>);

impl Search {
    pub(crate) fn new(width: u16, height: u16) -> Search {
        let column = BY_SIZE.get(usize::from(width.wrapping_sub(SMALLEST)));
        let cells = usize::from(width) * usize::from(height);
        Search {
            width,
            height,
            fixed: column.and_then(|column| column.get(usize::from(height.wrapping_sub(SMALLEST)))).copied(),
            open: vec![false; cells],
            distances: vec![FAR; cells],
            queue: Vec::with_capacity(cells),
            other: Distances::new(width, height),
        }
    }

    /// Measures the distances to the nearest of the goals.
    pub(crate) fn measure(&mut self, goals: &[Point], open: impl Fn(Point) -> bool) {
        let Some(fixed) = self.fixed else {
            return self.other.measure(goals.iter().copied(), open);
        };
        let points = (0..self.height).flat_map(|y| (0..self.width).map(move |x| Point { x, y }));
        for (known, at) in self.open.iter_mut().zip(points) {
            *known = open(at);
        }
        self.distances.fill(FAR);
        self.queue.clear();
        for goal in goals {
            if let Some(index) = self.index(*goal) {
                self.distances[index] = 0;
                self.queue.push(index);
            }
        }
        fixed(&self.open, &mut self.distances, &mut self.queue);
    }

    pub(crate) fn distance(&self, at: Point) -> Option<u32> {
        if self.fixed.is_none() {
            return self.other.to(at);
        }
        let distance = *self.distances.get(self.index(at)?)?;
        (distance != FAR).then_some(distance)
    }

    fn index(&self, at: Point) -> Option<usize> {
        let inside = at.x < self.width && at.y < self.height;
        inside.then(|| usize::from(at.y) * usize::from(self.width) + usize::from(at.x))
    }
}

/// Goes on from the places in the queue, each of which has its distance, to all that can be reached.
fn spread<const W: usize, const H: usize>(open: &[bool], distances: &mut [u32], queue: &mut Vec<usize>) {
    let mut next = 0;
    while let Some(&at) = queue.get(next) {
        next += 1;
        let further = distances[at] + 1;
        let mut reach = |to: usize| {
            if open[to] && distances[to] == FAR {
                distances[to] = further;
                queue.push(to);
            }
        };
        if at >= W {
            reach(at - W);
        }
        if at % W != W - 1 {
            reach(at + 1);
        }
        if at < W * (H - 1) {
            reach(at + W);
        }
        if at % W != 0 {
            reach(at - 1);
        }
    }
}

macro_rules! column {
    ($width:literal [$($height:literal)*]) => { [$(spread::<$width, $height> as Measure),*] };
}

macro_rules! by_size {
    ([$($width:literal)*] $heights:tt) => { [$(column!($width $heights)),*] };
}

/// The functions by width and height.
static BY_SIZE: [[Measure; 48]; 48] = by_size!(
    [8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46
     47 48 49 50 51 52 53 54 55]
    [8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46
     47 48 49 50 51 52 53 54 55]
);
