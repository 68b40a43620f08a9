//! Parts of objects.

use super::{ObjectReader, StorageError};

/// A part of an object, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ByteRange {
    /// As many bytes from a place on.
    At {
        /// The number of bytes before it.
        start: u64,
        /// The number of bytes.
        length: u64,
    },
    /// As many bytes at the end.
    Last(u64),
}

impl ByteRange {
    /// The places of the first byte and after the last one in an object of this size.
    pub fn within(self, size: u64) -> (u64, u64) {
        match self {
            Self::At { start, length } => (start.min(size), start.saturating_add(length).min(size)),
            Self::Last(length) => (size.saturating_sub(length), size),
        }
    }
}

/// Reads a part of an object by reading what is before it, too.
pub(super) async fn read_through(
    mut reader: Box<dyn ObjectReader>,
    range: ByteRange,
) -> Result<Vec<u8>, StorageError> {
    let mut part = Vec::new();
    let mut place = 0_u64;
    while let Some(piece) = reader.next().await? {
        let length = length_of(&piece);
        match range {
            ByteRange::At { .. } => {
                let (begin, end) = range.within(u64::MAX);
                part.extend(slice(&piece, begin.saturating_sub(place), end.saturating_sub(place)));
                place = place.saturating_add(length);
                if place >= end {
                    break;
                }
            }
            ByteRange::Last(wanted) => {
                part.extend(piece);
                let excess = length_of(&part).saturating_sub(wanted);
                part.drain(..usize::try_from(excess).unwrap_or(usize::MAX).min(part.len()));
            }
        }
    }
    Ok(part)
}

/// The bytes between two places.
pub(super) fn slice(bytes: &[u8], begin: u64, end: u64) -> &[u8] {
    let place = |at: u64| usize::try_from(at).unwrap_or(usize::MAX).min(bytes.len());
    bytes.get(place(begin)..place(end)).unwrap_or_default()
}

fn length_of(bytes: &[u8]) -> u64 {
    u64::try_from(bytes.len()).unwrap_or(u64::MAX)
}
