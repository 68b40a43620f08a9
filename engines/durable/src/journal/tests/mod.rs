//! Tests of the journal on the real disk and on the simulated one.

mod compaction;
mod crash;
mod damage;
mod interrupted;
mod mutations;
mod real;
mod shortage;

use super::{Journal, JournalError, JournalOptions, Position};
use crate::disk::Disk;

type Records = Vec<(Position, Vec<u8>)>;

/// Opens a journal. Returns it with its records.
fn open<D: Disk>(disk: D, options: JournalOptions) -> Result<(Journal<D>, Records), JournalError> {
    let mut records = Vec::new();
    let journal = Journal::open(disk, options, |position, payload| -> Result<(), JournalError> {
        records.push((position, payload.to_vec()));
        Ok(())
    })?;
    Ok((journal, records))
}

/// Segments of this size.
fn segments(segment_bytes: u64) -> JournalOptions {
    JournalOptions {
        id: *b"a store of tests",
        segment_bytes,
        sync_bytes: 1 << 10,
        ..JournalOptions::default()
    }
}
