//! Amounts of money: whole cents, never floats.

use std::fmt;

/// An amount in euro cents.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Cents(pub u64);

impl fmt::Display for Cents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}.{:02}", self.0 / 100, self.0 % 100))
    }
}

/// This many per mille of an amount, half a cent rounded up.
pub fn per_mille(cents: u64, rate: u64) -> u64 {
    (cents * rate + 500) / 1000
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_have_two_decimals_and_rates_round_half_up() {
        assert_eq!(format!("{:>8}|{}", Cents(123_405), Cents(7)), " 1234.05|0.07");
        assert_eq!([per_mille(250, 190), per_mille(2_631, 190), per_mille(10, 49)], [48, 500, 0]);
    }
}
