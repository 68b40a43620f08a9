//! The position of a record.

use std::fmt;
use std::num::NonZeroU64;

use serde::{Deserialize, Serialize};

/// Bits of a position that say where in the segment: a segment may have 1 TiB, and there may be 16
/// million.
const OFFSET_BITS: u32 = 40;

/// Where a record is: the number of its segment and the place there. Positions are never used
/// again, and later ones are greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Position(NonZeroU64);

impl Position {
    /// The place in a segment; none when one of the numbers is too large, or the segment's is 0.
    pub(super) fn new(segment: u32, offset: u64) -> Option<Self> {
        let fits =
            segment != 0 && segment < 1 << (u64::BITS - OFFSET_BITS) && offset < 1 << OFFSET_BITS;
        NonZeroU64::new(u64::from(segment) << OFFSET_BITS | offset).filter(|_| fits).map(Self)
    }

    /// The number of the segment.
    pub fn segment(self) -> u32 {
        // 24 bits are left.
        (self.0.get() >> OFFSET_BITS) as u32
    }

    /// The place of the record in the segment's file.
    pub fn offset(self) -> u64 {
        self.0.get() & ((1 << OFFSET_BITS) - 1)
    }

    /// The position as one number.
    pub fn to_bits(self) -> u64 {
        self.0.get()
    }

    /// The position that this number stands for.
    pub fn from_bits(bits: u64) -> Option<Self> {
        NonZeroU64::new(bits).map(Self)
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {} of segment {}", self.offset(), self.segment())
    }
}
