/// One of the four directions of the board; `y` grows downwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Direction {
    /// Towards smaller `y`.
    Up = 0,
    /// Towards larger `x`.
    Right = 1,
    /// Towards larger `y`.
    Down = 2,
    /// Towards smaller `x`.
    Left = 3,
}

impl Direction {
    /// All four, in the order of their codes.
    pub const ALL: [Direction; 4] = [Direction::Up, Direction::Right, Direction::Down, Direction::Left];

    /// The direction of a code, or `None` outside `0..=3`.
    pub const fn from_code(code: u8) -> Option<Direction> {
        match code {
            0 => Some(Direction::Up),
            1 => Some(Direction::Right),
            2 => Some(Direction::Down),
            3 => Some(Direction::Left),
            _ => None,
        }
    }

    /// The code in a record: 0 up, 1 right, 2 down, 3 left.
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// The step of one cell, as `(dx, dy)`.
    pub const fn delta(self) -> (i32, i32) {
        match self {
            Direction::Up => (0, -1),
            Direction::Right => (1, 0),
            Direction::Down => (0, 1),
            Direction::Left => (-1, 0),
        }
    }

    /// The direction after a turn of 180°.
    pub const fn opposite(self) -> Direction {
        match self {
            Direction::Up => Direction::Down,
            Direction::Right => Direction::Left,
            Direction::Down => Direction::Up,
            Direction::Left => Direction::Right,
        }
    }

    /// The lower-case English word: `up`, `right`, `down`, `left`.
    pub const fn name(self) -> &'static str {
        match self {
            Direction::Up => "up",
            Direction::Right => "right",
            Direction::Down => "down",
            Direction::Left => "left",
        }
    }
}
