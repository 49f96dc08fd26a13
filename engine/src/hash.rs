use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::options::Settings;
use crate::rng::Seed;
use crate::seat::BothSeats;

/// The first 16 bytes of a BLAKE3 hash, which names one state of a match and all that led to it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct StateHash(pub [u8; 16]);

impl fmt::Display for StateHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex_digits(&self.0))
    }
}

/// Bytes in hex; [`hex::encode`] takes several times as long, which shows where a replay is written.
pub(crate) fn hex_digits(bytes: &[u8]) -> String {
    let mut digits = vec![0; 2 * bytes.len()];
    hex::encode_to_slice(bytes, &mut digits).expect("there are two digits a byte");
    String::from_utf8(digits).expect("digits are ASCII")
}

impl fmt::Debug for StateHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl From<StateHash> for String {
    fn from(hash: StateHash) -> String {
        hex_digits(&hash.0)
    }
}

impl FromStr for StateHash {
    type Err = hex::FromHexError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut bytes = [0; 16];
        hex::decode_to_slice(text, &mut bytes)?;
        Ok(StateHash(bytes))
    }
}

impl TryFrom<String> for StateHash {
    type Error = hex::FromHexError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

/// The hash chain of a leg.
///
/// `hash(0)` covers, each as documented at [`HashChain::start`]: the ruleset, its options, the canonical map, the
/// seed and the leg. `hash(n)` covers `hash(n - 1)`, the canonical bytes of all mutable state after turn `n`, and both
/// order byte strings, each behind its length as `u32`. All numbers are little-endian.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HashChain {
    hash: StateHash,
}

impl HashChain {
    /// Begins a chain with the hash over: the length (`u32`) and bytes of the ruleset's id; its version (`u32`); the
    /// number of options (`u32`) and of each, by name, its name and value, both behind their length (`u32`); the
    /// length (`u64`) and bytes of the canonical map; the seed (`u64`); the leg (`u32`).
    pub fn start(ruleset: &str, version: u32, options: &Settings, map: &[u8], seed: Seed, leg: u32) -> HashChain {
        let mut hasher = blake3::Hasher::new();
        put_bytes(&mut hasher, ruleset.as_bytes());
        hasher.update(&version.to_le_bytes());
        hasher.update(&(options.iter().count() as u32).to_le_bytes());
        for (name, value) in options.iter() {
            put_bytes(&mut hasher, name.as_bytes());
            put_bytes(&mut hasher, value.as_bytes());
        }
        hasher.update(&(map.len() as u64).to_le_bytes());
        hasher.update(map);
        hasher.update(&seed.0.to_le_bytes());
        hasher.update(&leg.to_le_bytes());
        HashChain { hash: cut(&hasher) }
    }

    /// Enters a turn: the canonical state after it and the orders that led to it.
    pub fn advance(&mut self, state: &[u8], orders: BothSeats<&[u8]>) {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&self.hash.0);
        hasher.update(state);
        for orders in orders.0 {
            put_bytes(&mut hasher, orders);
        }
        self.hash = cut(&hasher);
    }

    /// The hash of the state that the chain has come to.
    pub fn hash(&self) -> StateHash {
        self.hash
    }
}

fn put_bytes(hasher: &mut blake3::Hasher, bytes: &[u8]) {
    hasher.update(&(bytes.len() as u32).to_le_bytes());
    hasher.update(bytes);
}

fn cut(hasher: &blake3::Hasher) -> StateHash {
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
    StateHash(bytes)
}
