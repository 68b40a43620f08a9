//! `SplitMix64`: random numbers that a seed determines, for simulations, retries and tests.

const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

/// A generator of random numbers.
#[derive(Clone, Debug, Default)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// Makes the generator of this seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns the next number.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GAMMA);
        scramble(self.0)
    }

    /// Returns a number below this bound, or 0 if the bound is 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.next_u64() % bound.max(1)
    }

    /// Returns a number between these two, both included.
    pub fn between(&mut self, low: u64, high: u64) -> u64 {
        low + self.below(high - low + 1)
    }

    /// Returns an index into a list of this length, or 0 if it is empty.
    pub fn index(&mut self, length: usize) -> usize {
        usize::try_from(self.below(u64::try_from(length).unwrap_or(u64::MAX))).unwrap_or(0)
    }

    /// Returns true in this percentage of calls.
    pub fn percent(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    /// Returns one of these items, of which there must be at least one.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        let index = self.index(items.len());
        items.get(index).unwrap_or_else(|| unreachable!("there is no item to pick"))
    }
}

/// Spreads the bits of a number over the whole of it, as the generator's last step does. Different
/// numbers give different results.
pub const fn scramble(number: u64) -> u64 {
    let mixed = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// Combines numbers one after the other: the result depends on all of them and on their order.
pub const fn mix(state: u64, part: u64) -> u64 {
    scramble(state.wrapping_add(GAMMA) ^ scramble(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of the reference implementation for the seed 1234567.
    #[test]
    fn numbers_are_those_of_the_reference_implementation() {
        let mut random = SplitMix64::new(1_234_567);
        let expected = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ];
        assert_eq!(expected.map(|_| random.next_u64()), expected);
    }

    #[test]
    fn numbers_keep_their_bounds() {
        let mut random = SplitMix64::new(7);
        for _ in 0..1000 {
            assert!(random.below(3) < 3);
            assert!((4..=6).contains(&random.between(4, 6)));
            assert!(random.index(5) < 5);
            assert!((1..=3).contains(random.pick(&[1, 2, 3])));
        }
        assert_eq!((random.below(0), random.index(0)), (0, 0));
        assert!(random.percent(100) && !random.percent(0));
    }
}
