//! Random choices made from a seed.

/// `SplitMix64`.
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// The choices of this seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Any number.
    #[expect(clippy::should_implement_trait, reason = "choices have no end")]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        scramble(self.0)
    }

    /// A number below the bound, or 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound.max(1)
    }

    /// A place in something of this length.
    pub fn place(&mut self, length: usize) -> usize {
        usize::try_from(self.below(u64::try_from(length).unwrap_or(u64::MAX))).unwrap_or(0)
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: u64, high: u64) -> u64 {
        low + self.below(high - low + 1)
    }

    /// True in so many of a hundred cases.
    pub fn percent(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    /// One of these. There must be one.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        let at = self.place(from.len());
        from.get(at).unwrap_or_else(|| unreachable!("nothing to pick from"))
    }
}

/// The last step of it.
pub fn scramble(number: u64) -> u64 {
    let mixed = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// FNV-1a.
pub fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
