use super::Located;
use super::Player;
use crate::Direction;
use crate::grid::{Grid, Point};

/// One thing a player does on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Turns.
    Rotate(Direction),
    /// Goes one cell ahead.
    Advance,
}

/// A fastest way to a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Route {
    /// Where it leads.
    pub to: Point,
    /// How many turns it takes.
    pub turns: u32,
    /// What to do now; `None` at the end of the way.
    pub first: Option<Step>,
}

/// The fastest ways of one player to everywhere, in turns: a rotation costs as much as a step, so that the way with
/// the fewest cells is often not the fastest. The room is used again for the next player.
///
/// ```
/// use botpit_sdk::gold_hunter::*;
/// use botpit_sdk::grid::Point;
///
/// let mut routes = Routes::new(5, 5);
/// routes.explore_from(Point::new(0, 0), Direction::Right, |_| true);
/// let route = routes.to(Point::new(2, 1)).expect("an open board");
/// assert_eq!(route.turns, 4); // two steps, a rotation, a step
/// assert_eq!(route.first, Some(Step::Advance));
/// ```
#[derive(Clone, Debug)]
pub struct Routes {
    /// Per cell, the soonest arrival of each facing.
    arrivals: Grid<[Arrival; 4]>,
    /// What was reached, the soonest first: room for the search.
    reached: Vec<(Point, Direction)>,
    /// The same without the cells that were reached before.
    reached_cells: Vec<(Point, Direction)>,
}

#[derive(Clone, Copy, Debug)]
struct Arrival {
    turns: u32,
    /// What a fastest way begins with.
    first: Option<Step>,
}

impl Arrival {
    const NEVER: Arrival = Arrival { turns: u32::MAX, first: None };

    fn is_never(&self) -> bool {
        self.turns == Arrival::NEVER.turns
    }
}

impl Routes {
    /// Room for a board of that many columns and rows.
    pub fn new(width: u16, height: u16) -> Routes {
        let arrivals = Grid::new(width, height, [Arrival::NEVER; 4]);
        let cells = usize::from(width) * usize::from(height);
        Routes { arrivals, reached: Vec::with_capacity(4 * cells), reached_cells: Vec::with_capacity(cells) }
    }

    /// Finds the ways of a player over the cells that are `open`; its own need not be.
    pub fn explore(&mut self, player: &Player, open: impl Fn(Point) -> bool) {
        self.explore_from(player.at(), player.facing, open);
    }

    /// Finds the ways from a place on the board and a facing over the cells that are `open`.
    ///
    /// # Panics
    /// When the place is off the board.
    pub fn explore_from(&mut self, start: Point, facing: Direction, open: impl Fn(Point) -> bool) {
        self.arrivals.fill([Arrival::NEVER; 4]);
        self.reached.clear();
        self.reached_cells.clear();
        self.reach(start, facing, 0, None);
        let (mut next, mut turned) = (0, 0);
        while let Some(&(at, facing)) = self.reached.get(next) {
            next += 1;
            let Arrival { turns, first } = self.arrivals[at][facing as usize];
            let turns = turns + 1;
            if let Some(ahead) = self.arrivals.step(at, facing)
                && self.arrivals[ahead][facing as usize].is_never()
                && open(ahead)
            {
                self.reach(ahead, facing, turns, first.or(Some(Step::Advance)));
            }
            // All facings come a turn after the first at the latest, so that no other needs to rotate.
            if turned < self.reached_cells.len() && self.reached_cells[turned] == (at, facing) {
                turned += 1;
                for direction in Direction::ALL {
                    self.reach(at, direction, turns, first.or(Some(Step::Rotate(direction))));
                }
            }
        }
    }

    /// The fastest way to a place, however the player then looks.
    pub fn to(&self, to: Point) -> Option<Route> {
        let arrivals = self.arrivals.get(to)?;
        let facing = Direction::ALL.into_iter().min_by_key(|&facing| arrivals[facing as usize].turns)?;
        self.to_face(to, facing)
    }

    /// The fastest way to a place from which the player then looks in a direction.
    pub fn to_face(&self, to: Point, facing: Direction) -> Option<Route> {
        let arrival = self.arrivals.get(to)?[facing as usize];
        (!arrival.is_never()).then_some(Route { to, turns: arrival.turns, first: arrival.first })
    }

    /// The way to the place that is reached soonest of those that are `wanted`.
    pub fn nearest(&self, wanted: impl Fn(Point) -> bool) -> Option<Route> {
        let &(to, facing) = self.reached_cells.iter().find(|&&(at, _)| wanted(at))?;
        self.to_face(to, facing)
    }

    /// The fastest way to a place, and facing, from where a target lies straight ahead, at most `range` cells away and
    /// with nothing but open cells in between.
    pub fn to_line_of(&self, target: Point, range: u32) -> Option<Route> {
        let lines = Direction::ALL.into_iter().map(|away| {
            let line = self.arrivals.ray(target, away).take(range as usize);
            line.map_while(|at| self.to_face(at, away.opposite())).min_by_key(|route| route.turns)
        });
        lines.flatten().min_by_key(|route| route.turns)
    }

    fn reach(&mut self, at: Point, facing: Direction, turns: u32, first: Option<Step>) {
        let arrivals = &mut self.arrivals[at];
        if arrivals[facing as usize].is_never() {
            if arrivals.iter().all(|arrival| arrival.is_never()) {
                self.reached_cells.push((at, facing));
            }
            arrivals[facing as usize] = Arrival { turns, first };
            self.reached.push((at, facing));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rotation_takes_a_turn_like_a_step() {
        // Two ways from the left end to the right: the upper has a bend more, the lower two cells more.
        let rows = ["####.", "....#", ".##..", "....."];
        let open = |at: Point| rows[usize::from(at.y)].as_bytes()[usize::from(at.x)] == b'.';
        let mut routes = Routes::new(5, 4);
        routes.explore_from(Point::new(0, 1), Direction::Down, open);
        // Down two, turn, right four, turn, up one: nine turns for seven cells. The upper way: turn, three cells,
        // turn, down, turn, right: eight.
        let route = routes.to(Point::new(4, 2)).expect("open");
        assert_eq!((route.turns, route.first), (8, Some(Step::Rotate(Direction::Right))));
        assert_eq!(routes.to(Point::new(4, 0)), None, "walled off");
        assert_eq!(routes.to(Point::new(9, 9)), None, "off the board");
    }

    #[test]
    fn the_start_needs_no_step_and_another_facing_needs_one() {
        let mut routes = Routes::new(2, 2);
        routes.explore_from(Point::new(1, 1), Direction::Up, |_| false);
        assert_eq!(routes.to(Point::new(1, 1)), Some(Route { to: Point::new(1, 1), turns: 0, first: None }));
        let turned = routes.to_face(Point::new(1, 1), Direction::Left).expect("a rotation");
        assert_eq!((turned.turns, turned.first), (1, Some(Step::Rotate(Direction::Left))));
        assert_eq!(routes.nearest(|at| at != Point::new(1, 1)), None);
    }
}
