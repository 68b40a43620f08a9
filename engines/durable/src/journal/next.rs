//! The file of the next segment. It is open before it is needed, so that a process without free
//! file descriptors, or a disk without free entries, does not stop the journal.

use std::io;
use std::sync::Arc;

use super::Journal;
use super::directory;
use super::error::JournalError;
use super::layout::{Kind, SEGMENT_HEADER, SegmentHeader};
use super::segment::{NEXT, Segment, file_name};
use crate::disk::{Disk, DiskFile, write_full};

/// A fault of a commit.
#[derive(Debug)]
pub(super) enum CommitFault {
    /// The system lacked files or space, and the segments are as before: the commit can be tried
    /// again.
    Unchanged(JournalError),
    /// The contents of the disk are unknown.
    Failed(JournalError),
}

impl CommitFault {
    fn of(error: JournalError, is_unchanged: bool) -> Self {
        if is_unchanged { Self::Unchanged(error) } else { Self::Failed(error) }
    }

    /// The fault of a call that has changed no segment.
    fn before_changes(error: JournalError) -> Self {
        let is_unchanged = error.fault.is_shortage();
        Self::of(error, is_unchanged)
    }
}

impl<D: Disk> Journal<D> {
    /// Opens the file of the next segment, unless it is open. Without it, the segment's file is
    /// created when it is needed.
    pub(super) fn prepare_next(&mut self) {
        if self.next.is_none() {
            self.next = open_next(&self.disk).ok();
        }
    }

    /// Creates the file for the batch. Its header is on disk before the batch is written, so a file
    /// with a batch always has a header; and the file has its name only with the header.
    pub(super) fn create_segment(&mut self) -> Result<(), CommitFault> {
        let place = self.batch.place;
        let header = SegmentHeader {
            store: self.store.id,
            kind: Kind::Log,
            number: place.segment,
            previous: self.previous,
            first: place.first,
            chain: place.chain,
        };
        let name = file_name(place.segment);
        let fault = |doing| {
            let path = self.disk.name(&name);
            move |error: io::Error| {
                CommitFault::before_changes(JournalError::io(path, doing, &error))
            }
        };
        let file = match self.next.take() {
            Some(file) => file,
            None => open_next(&self.disk).map_err(fault("create"))?,
        };
        let written = write_full(&file, &header.encode(), 0)
            .map_err(fault("write"))
            .and_then(|()| file.sync_data().map_err(fault("sync")))
            .and_then(|()| self.disk.rename(NEXT, &name).map_err(fault("rename")));
        if let Err(fault) = written {
            // Its name is still that of the next segment.
            self.next = Some(file);
            return Err(fault);
        }
        let (file, path) = (Arc::new(file), self.disk.name(&name).into());
        let end = SEGMENT_HEADER as u64;
        self.previous = place.segment;
        self.stats.bytes += end;
        self.segments.push(Segment { number: place.segment, file, path, end });
        self.has_new_name = true;
        self.sync_names()
    }

    /// Makes the name of a new segment durable.
    pub(super) fn sync_names(&mut self) -> Result<(), CommitFault> {
        if !self.has_new_name {
            return Ok(());
        }
        directory::sync(&self.disk).map_err(|error| {
            // Without a file descriptor the sync has not begun. After any other fault it is unknown
            // what is on disk, and a second sync proves nothing.
            let is_unchanged = error.fault.is_lack_of_files();
            CommitFault::of(error, is_unchanged)
        })?;
        self.has_new_name = false;
        Ok(())
    }

    /// Writes the batch behind the last one. If the space ends within it, the segment is truncated
    /// to what it was.
    pub(super) fn write_batch(&mut self) -> Result<super::batch::Place, CommitFault> {
        let Some(segment) = self.segments.last_mut() else {
            unreachable!("the segment of the batch exists")
        };
        let (bytes, next) = self.batch.seal();
        if let Err(error) = write_full(&*segment.file, bytes, segment.end) {
            let error = segment.error("write", &error);
            let is_unchanged =
                error.fault.is_shortage() && segment.file.truncate(segment.end).is_ok();
            return Err(CommitFault::of(error, is_unchanged));
        }
        let synced = segment.file.sync_data();
        synced.map_err(|error| CommitFault::Failed(segment.error("sync", &error)))?;
        self.stats.bytes += bytes.len() as u64;
        segment.end = next.offset;
        Ok(next)
    }
}

/// Creates the file, in place of one that an earlier process has left.
fn open_next<D: Disk>(disk: &D) -> io::Result<D::File> {
    match disk.remove(NEXT) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        Ok(()) | Err(_) => {}
    }
    disk.create(NEXT)
}
