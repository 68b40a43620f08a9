//! FNV-1a with 64 bits: a hash that is the same on every machine and in every version.

use std::fmt;

const OFFSET_BASIS: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0100_0000_01b3;

/// Returns the hash of these bytes.
pub fn fnv1a(bytes: &[u8]) -> u64 {
    let mut hasher = Fnv1a::default();
    hasher.update(bytes);
    hasher.finish()
}

/// A hash in the making. It takes bytes, and text by [`fmt::Write`], which never fails.
#[derive(Clone, Copy, Debug)]
pub struct Fnv1a(u64);

impl Fnv1a {
    /// Begins a hash that also depends on a seed; 0 is the hash without one.
    pub fn from_seed(seed: u64) -> Self {
        Self(seed ^ OFFSET_BASIS)
    }

    /// Adds bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(PRIME);
        }
    }

    /// Returns the hash of all that was added.
    pub fn finish(self) -> u64 {
        self.0
    }
}

impl Default for Fnv1a {
    fn default() -> Self {
        Self::from_seed(0)
    }
}

impl fmt::Write for Fnv1a {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.update(text.as_bytes());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;

    /// The values of the reference implementation's test suite.
    #[test]
    fn hashes_are_those_of_the_reference_implementation() {
        assert_eq!(fnv1a(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv1a(b"foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn text_in_pieces_has_the_hash_of_the_whole() {
        let mut hasher = Fnv1a::default();
        write!(hasher, "foobar").unwrap();
        assert_eq!(hasher.finish(), fnv1a(b"foobar"));
    }
}
