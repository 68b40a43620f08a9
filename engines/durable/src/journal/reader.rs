//! Reads the records that are on disk, without the journal.

use super::error::{Fault, JournalError};
use super::layout::Store;
use super::position::Position;
use super::segment::{self, Segment};
use crate::disk::DiskFile;

/// The files of a journal as they were at one moment.
#[derive(Debug)]
pub(crate) struct Reader<F> {
    store: Store,
    segments: Vec<Segment<F>>,
    directory: String,
}

impl<F: DiskFile> Reader<F> {
    pub(super) fn new(store: Store, segments: Vec<Segment<F>>, directory: String) -> Self {
        Self { store, segments, directory }
    }

    /// The payload of a record.
    pub(crate) fn read(&self, position: Position) -> Result<Vec<u8>, JournalError> {
        segment::read(&self.segments, self.store, position)
            .unwrap_or_else(|| Err(self.fault(Fault::Gone(position))))
    }

    /// The directory of the store.
    pub(crate) fn directory(&self) -> &str {
        &self.directory
    }

    pub(super) fn fault(&self, fault: Fault) -> JournalError {
        JournalError::new(self.directory.clone(), fault)
    }
}
