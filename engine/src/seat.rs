use std::cmp::Ordering;
use std::fmt;
use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

/// A side of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Seat {
    /// The first side of the map.
    A,
    /// The second side of the map.
    B,
}

impl Seat {
    /// Both seats, A first.
    pub const BOTH: [Seat; 2] = [Seat::A, Seat::B];

    /// The other seat.
    pub const fn other(self) -> Seat {
        match self {
            Seat::A => Seat::B,
            Seat::B => Seat::A,
        }
    }

    /// Who is ahead when A's result compares so to B's.
    pub const fn ahead(a_to_b: Ordering) -> Option<Seat> {
        match a_to_b {
            Ordering::Greater => Some(Seat::A),
            Ordering::Less => Some(Seat::B),
            Ordering::Equal => None,
        }
    }

    /// 0 for A and 1 for B.
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Seat::A => "a",
            Seat::B => "b",
        })
    }
}

/// One value for each seat, A first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BothSeats<T>(pub [T; 2]);

impl<T> BothSeats<T> {
    /// The value that `make` gives for each seat.
    pub fn from_fn(mut make: impl FnMut(Seat) -> T) -> Self {
        BothSeats([make(Seat::A), make(Seat::B)])
    }

    /// What `f` makes of each value.
    pub fn map<U>(self, f: impl FnMut(T) -> U) -> BothSeats<U> {
        BothSeats(self.0.map(f))
    }

    /// Each seat with its value, A first.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, &T)> {
        Seat::BOTH.into_iter().zip(&self.0)
    }
}

impl<T> Index<Seat> for BothSeats<T> {
    type Output = T;

    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> IndexMut<Seat> for BothSeats<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}
