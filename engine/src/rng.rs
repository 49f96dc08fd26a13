use std::fmt;
use std::str::FromStr;

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};

/// The source of all randomness of a match. Written as `0x` and 16 hex digits; plain decimals are read too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Seed(pub u64);

impl Seed {
    /// The seed `n` places further on, wrapping around.
    pub const fn plus(self, n: u64) -> Seed {
        Seed(self.0.wrapping_add(n))
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#018x}", self.0)
    }
}

impl From<Seed> for String {
    fn from(seed: Seed) -> String {
        seed.to_string()
    }
}

/// A text that is no seed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no seed: a seed is a number from 0 to 18446744073709551615, in decimals or as 0x and hex digits")]
pub struct SeedError(String);

impl FromStr for Seed {
    type Err = SeedError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
        let number = match digits {
            Some(hex) if !hex.starts_with('+') => u64::from_str_radix(hex, 16),
            _ => text.parse(),
        };
        number.map(Seed).map_err(|_| SeedError(text.to_owned()))
    }
}

impl TryFrom<String> for Seed {
    type Error = SeedError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

/// The generator that maps are drawn from: ChaCha8 keyed by BLAKE3 of `botpit map`, a zero byte and the seed
/// (little-endian), so that the same seed gives the same map on every machine and in every later version.
#[derive(Clone, Debug)]
pub struct MapRng(ChaCha8Rng);

impl MapRng {
    /// The generator of a map seed.
    pub fn new(seed: Seed) -> MapRng {
        let mut hasher = blake3::Hasher::new();
        hasher.update(b"botpit map\0");
        hasher.update(&seed.0.to_le_bytes());
        MapRng(ChaCha8Rng::from_seed(*hasher.finalize().as_bytes()))
    }

    /// A number below `bound`, each equally likely.
    ///
    /// # Panics
    /// When `bound` is 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        assert!(bound > 0, "a bound of at least 1");
        // Numbers from the incomplete last stretch of the 32-bit range would favour small remainders.
        let complete = u32::MAX - u32::MAX % bound;
        loop {
            let drawn = self.0.next_u32();
            if drawn < complete {
                return drawn % bound;
            }
        }
    }

    /// Puts a list into random order.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last as u32 + 1) as usize);
        }
    }
}
