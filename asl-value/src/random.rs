//! UUIDs and random numbers as AWS makes them.

/// Returns the UUID of version 4 with these bits, of which six are fixed.
pub fn uuid_of(high: u64, low: u64) -> String {
    let version = high & 0xffff_ffff_ffff_0fff | 0x4000;
    let variant = low & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000;
    let (first, second, third) = (version >> 32, version >> 16 & 0xffff, version & 0xffff);
    let (fourth, last) = (variant >> 48, variant & 0xffff_ffff_ffff);
    format!("{first:08x}-{second:04x}-{third:04x}-{fourth:04x}-{last:012x}")
}

/// The generator `java.util.Random`: 48 bits of a linear congruential sequence.
pub struct Java {
    state: i64,
}

impl Java {
    const MULTIPLIER: i64 = 0x5_DEEC_E66D;
    const MASK: i64 = (1 << 48) - 1;

    /// The sequence of a seed.
    pub fn new(seed: i64) -> Self {
        Self { state: (seed ^ Self::MULTIPLIER) & Self::MASK }
    }

    /// Returns the next bits, of which there are as many (`next(int bits)`).
    fn bits(&mut self, count: u32) -> i64 {
        self.state = self.state.wrapping_mul(Self::MULTIPLIER).wrapping_add(0xB) & Self::MASK;
        self.state >> (48 - count)
    }

    /// Returns a number at least 0 and less than 1 (`nextDouble()`).
    #[expect(clippy::cast_precision_loss, reason = "53 bits fit")]
    pub fn fraction(&mut self) -> f64 {
        let bits = (self.bits(26) << 27) + self.bits(27);
        bits as f64 / (1_i64 << 53) as f64
    }

    /// Returns a number from 0 to before a bound, which is positive and fits 31 bits
    /// (`nextInt(int bound)`).
    pub fn below(&mut self, bound: i64) -> i64 {
        let mut bits = self.bits(31);
        if bound & (bound - 1) == 0 {
            return (bound * bits) >> 31;
        }
        // The last numbers would make the first results more frequent. They are fewer than half.
        while bits - bits % bound + (bound - 1) > i64::from(i32::MAX) {
            bits = self.bits(31);
        }
        bits % bound
    }
}
