//! The position of a record.

use std::fmt;
use std::num::NonZeroU64;

use serde::{Deserialize, Serialize};

/// Bits for the offset in the segment: a segment may have 1 TiB, and there may be 16 million
/// segments.
const OFFSET_BITS: u32 = 40;

/// Position of a record: the number of its segment and its offset there. Positions are never
/// reused, and later ones are greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Position(NonZeroU64);

impl Position {
    /// A position, or `None` if a number is too large or the segment's number is 0.
    pub(super) fn new(segment: u32, offset: u64) -> Option<Self> {
        let fits =
            segment != 0 && segment < 1 << (u64::BITS - OFFSET_BITS) && offset < 1 << OFFSET_BITS;
        NonZeroU64::new(u64::from(segment) << OFFSET_BITS | offset).filter(|_| fits).map(Self)
    }

    /// Number of the segment.
    pub fn segment(self) -> u32 {
        // 24 bits remain.
        (self.0.get() >> OFFSET_BITS) as u32
    }

    /// Offset of the record in the segment's file.
    pub fn offset(self) -> u64 {
        self.0.get() & ((1 << OFFSET_BITS) - 1)
    }

    /// The position as one number.
    pub fn to_bits(self) -> u64 {
        self.0.get()
    }

    /// The position that this number encodes.
    pub fn from_bits(bits: u64) -> Option<Self> {
        NonZeroU64::new(bits).map(Self)
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {} of segment {}", self.offset(), self.segment())
    }
}
