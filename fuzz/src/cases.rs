//! What a case is made of.

use arbitrary::Unstructured;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use sha2::{Digest, Sha256};

/// A kind of input, and what must come of it.
pub(crate) trait Target: Sync {
    /// The most random bytes of a case.
    const BYTES: usize;

    /// Runs one case. A panic fails it, as an error does; what comes else is counted by its word.
    fn case(&self, u: &mut Unstructured<'_>) -> anyhow::Result<&'static str>;
}

/// The random bytes of a case, at most so many: short ones are as frequent as long ones.
pub(crate) fn bytes_of(kind: &str, number: u64, most: usize) -> Vec<u8> {
    let seed = Sha256::new().chain_update(kind).chain_update([0]).chain_update(number.to_le_bytes()).finalize();
    let mut rng = ChaCha8Rng::from_seed(seed.into());
    let length = (rng.next_u64() as usize % most) >> (rng.next_u32() % 4);
    let mut bytes = vec![0; length];
    rng.fill_bytes(&mut bytes);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_is_decided_by_its_kind_and_its_number() {
        let case = bytes_of("maps", 7, 1000);
        assert_eq!(case, bytes_of("maps", 7, 1000));
        assert_ne!(case, bytes_of("maps", 8, 1000));
        assert_ne!(case, bytes_of("orders", 7, 1000));
        assert!((0..100).all(|number| bytes_of("maps", number, 1000).len() < 1000));
    }
}
