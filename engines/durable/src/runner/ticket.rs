//! Hashes of tickets. The store numbers its requests itself, so callers cannot choose tickets with
//! equal hashes, and a multiplication takes the place of a keyed hash.

use std::hash::Hasher;

/// The golden ratio in 64 bits, made odd: it spreads consecutive numbers evenly.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// Hashes one number.
#[derive(Default)]
pub(super) struct TicketHasher(u64);

impl Hasher for TicketHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0 ^ number).wrapping_mul(GOLDEN);
    }
}
