//! The binary layout of headers: of segments, batches, records and the tip. All numbers are
//! little-endian (docs/internals/store.md).

use crc32fast::Hasher;

use super::position::Position;

/// The format version that is written, and the only one that is read.
pub(super) const VERSION: u32 = 1;
/// Bytes before the first batch of a segment. Their meaning and their checksum are the same in all
/// versions.
pub(super) const SEGMENT_HEADER: usize = 64;
/// Bytes before the first record of a batch.
pub(super) const BATCH_HEADER: usize = 32;
/// Bytes before the payload of a record.
pub(super) const RECORD_HEADER: usize = 8;
/// Bytes of the tip.
pub(super) const TIP: usize = 40;

const MAGIC: [u8; 8] = *b"\x89ASLJ\r\n\x1a";
/// Marker of a batch. It is not valid UTF-8, so that no JSON looks like it.
const RECORDS: [u8; 4] = [0xB7, b'B', 0xFE, 0x0D];
/// Marker of the empty batch at the end of a compacted segment.
const END: [u8; 4] = [0xB7, b'E', 0xFE, 0x0D];
/// The first byte of both markers.
pub(super) const MARKER: u8 = 0xB7;

/// The store's id. It is part of each checksum, so that files of two stores cannot be mixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Store {
    pub(super) id: [u8; 16],
    seed: u32,
}

impl Store {
    pub(super) fn new(id: [u8; 16]) -> Self {
        Self { id, seed: crc32fast::hash(&id) }
    }

    fn checksum(self, bytes: &[u8]) -> u32 {
        let mut hasher = Hasher::new_with_initial(self.seed);
        hasher.update(bytes);
        hasher.finalize()
    }

    /// The header of a record: length and checksum. The checksum includes the position, so a record
    /// is invalid anywhere else.
    pub(super) fn record(self, position: Position, payload: &[u8]) -> [u8; RECORD_HEADER] {
        // A batch is shorter than 2^32.
        let length = u32::try_from(payload.len()).unwrap_or(u32::MAX).to_le_bytes();
        let mut hasher = Hasher::new_with_initial(self.seed);
        hasher.update(&position.to_bits().to_le_bytes());
        hasher.update(&length);
        hasher.update(payload);
        join(&[&length, &hasher.finalize().to_le_bytes()])
    }
}

/// The kind of a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Batches as they were committed.
    Log,
    /// The records that a compaction kept of all earlier segments.
    Compacted,
}

/// The first bytes of a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SegmentHeader {
    pub(super) store: [u8; 16],
    pub(super) kind: Kind,
    pub(super) number: u32,
    /// The segment that this one continues. For a compacted segment, the last one that it replaces.
    pub(super) previous: u32,
    /// Number of the first record here. For a compacted segment, of the first record in the segment
    /// after it.
    pub(super) first: u64,
    /// Checksum of the last batch before, corresponding to `first`.
    pub(super) chain: u32,
}

/// Reason why bytes are not the header of a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HeaderFault {
    Foreign,
    Version(u32),
    Damaged,
}

impl SegmentHeader {
    pub(super) fn encode(&self) -> [u8; SEGMENT_HEADER] {
        let kind: u32 = match self.kind {
            Kind::Log => 0,
            Kind::Compacted => 1,
        };
        let fields: [u8; SEGMENT_HEADER - 4] = join(&[
            &MAGIC,
            &VERSION.to_le_bytes(),
            &kind.to_le_bytes(),
            &self.store,
            &self.number.to_le_bytes(),
            &self.previous.to_le_bytes(),
            &self.first.to_le_bytes(),
            &self.chain.to_le_bytes(),
        ]);
        join(&[&fields, &crc32fast::hash(&fields).to_le_bytes()])
    }

    pub(super) fn decode(bytes: &[u8; SEGMENT_HEADER]) -> Result<Self, HeaderFault> {
        let (fields, rest) = bytes.split_at(SEGMENT_HEADER - 4);
        let whole = crc32fast::hash(fields).to_le_bytes() == *rest;
        let mut fields = Fields(fields);
        if fields.take::<8>() != Some(MAGIC) {
            // File systems leave zeros in place of lost bytes, and no other program's file consists
            // of zeros.
            let ours = whole || bytes.iter().all(|byte| *byte == 0);
            return Err(if ours { HeaderFault::Damaged } else { HeaderFault::Foreign });
        }
        let version = fields.u32().ok_or(HeaderFault::Damaged)?;
        if !whole {
            return Err(HeaderFault::Damaged);
        }
        if version != VERSION {
            return Err(HeaderFault::Version(version));
        }
        Self::fields(fields).ok_or(HeaderFault::Damaged)
    }

    /// Returns true for a log's header that a crash interrupted: each byte is as intended, or 0.
    pub(super) fn is_begun(bytes: &[u8; SEGMENT_HEADER], number: u32) -> bool {
        let header =
            Self { store: [0; 16], kind: Kind::Log, number, previous: 0, first: 0, chain: 0 }
                .encode();
        // The known fields: magic, version and kind, and the number after the store's id.
        let known = |at: usize| at < 16 || (32..36).contains(&at);
        bytes
            .iter()
            .zip(header)
            .enumerate()
            .all(|(at, (byte, due))| *byte == 0 || *byte == due || !known(at))
    }

    fn fields(mut fields: Fields<'_>) -> Option<Self> {
        let kind = match fields.u32()? {
            0 => Kind::Log,
            1 => Kind::Compacted,
            _ => return None,
        };
        Some(Self {
            kind,
            store: fields.take()?,
            number: fields.u32()?,
            previous: fields.u32()?,
            first: fields.u64()?,
            chain: fields.u32()?,
        })
    }
}

/// The first bytes of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BatchHeader {
    /// True for the end of a compacted segment.
    pub(super) end: bool,
    /// Bytes of the records after the header.
    pub(super) length: u32,
    /// Number of the first record.
    pub(super) first: u64,
    pub(super) count: u32,
    /// Checksum of the records' headers, which covers the records.
    pub(super) records: u32,
    /// Checksum of the batch before.
    pub(super) chain: u32,
}

impl BatchHeader {
    /// Encodes the header. Returns the bytes and the checksum, which is the `chain` of the next
    /// batch.
    pub(super) fn encode(&self, store: Store) -> ([u8; BATCH_HEADER], u32) {
        let fields: [u8; BATCH_HEADER - 4] = join(&[
            if self.end { &END } else { &RECORDS },
            &self.length.to_le_bytes(),
            &self.first.to_le_bytes(),
            &self.count.to_le_bytes(),
            &self.records.to_le_bytes(),
            &self.chain.to_le_bytes(),
        ]);
        let checksum = store.checksum(&fields);
        (join(&[&fields, &checksum.to_le_bytes()]), checksum)
    }

    pub(super) fn decode(bytes: &[u8; BATCH_HEADER], store: Store) -> Option<(Self, u32)> {
        let (fields, rest) = bytes.split_at(BATCH_HEADER - 4);
        if fields.first() != Some(&MARKER) {
            return None;
        }
        let checksum = store.checksum(fields);
        if checksum.to_le_bytes() != *rest {
            return None;
        }
        let mut fields = Fields(fields);
        let end = match fields.take()? {
            RECORDS => false,
            END => true,
            _ => return None,
        };
        let header = Self {
            end,
            length: fields.u32()?,
            first: fields.u64()?,
            count: fields.u32()?,
            records: fields.u32()?,
            chain: fields.u32()?,
        };
        Some((header, checksum))
    }
}

/// The header of a record as read.
#[derive(Clone, Copy, Debug)]
pub(super) struct RecordHeader {
    pub(super) bytes: [u8; RECORD_HEADER],
}

impl RecordHeader {
    pub(super) fn length(self) -> usize {
        Fields(&self.bytes).u32().map_or(0, |length| length as usize)
    }
}

/// The last position that is known to be on disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tip {
    /// Number of the record after the last committed one.
    pub(super) next: u64,
    pub(super) segment: u32,
    /// End of the last batch.
    pub(super) offset: u64,
}

impl Tip {
    pub(super) fn encode(&self, store: Store) -> [u8; TIP] {
        let (next, segment, offset) =
            (self.next.to_le_bytes(), self.segment.to_le_bytes(), self.offset.to_le_bytes());
        let fields: [u8; TIP - 4] = join(&[&store.id, &next, &segment, &offset]);
        join(&[&fields, &store.checksum(&fields).to_le_bytes()])
    }

    pub(super) fn decode(bytes: &[u8; TIP], store: Store) -> Option<Self> {
        let (fields, rest) = bytes.split_at(TIP - 4);
        let mut whole = Fields(fields);
        let ours = whole.take::<16>()? == store.id && store.checksum(fields).to_le_bytes() == *rest;
        let tip = Self { next: whole.u64()?, segment: whole.u32()?, offset: whole.u64()? };
        ours.then_some(tip)
    }
}

/// Concatenates the parts, whose total length must be `N`.
fn join<const N: usize>(parts: &[&[u8]]) -> [u8; N] {
    let mut array = [0; N];
    let bytes = parts.iter().flat_map(|part| part.iter());
    for (place, byte) in array.iter_mut().zip(bytes) {
        *place = *byte;
    }
    array
}

/// Reads numbers from the front.
struct Fields<'a>(&'a [u8]);

impl Fields<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.0.split_first_chunk::<N>()?;
        self.0 = rest;
        Some(*first)
    }

    fn u32(&mut self) -> Option<u32> {
        self.take().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> Option<u64> {
        self.take().map(u64::from_le_bytes)
    }
}
