//! The files of a directory: their names, their headers, and repairs after a crash.

use std::sync::Arc;

use super::JournalOptions;
use super::error::{Fault, JournalError};
use super::layout::{self, HeaderFault, Kind, SEGMENT_HEADER, SegmentHeader, Store};
use super::recover::{Recovered, Trail};
use super::scan::{Head, Scanned};
use super::segment::{Entry, Segment, entry, file_name};
use crate::disk::{Disk, DiskFile, read_full, write_full};

/// The names in the directory.
#[derive(Debug, Default)]
pub(super) struct Survey {
    /// Numbers of segments, in order.
    segments: Vec<u32>,
    /// Files of compactions that did not finish.
    unfinished: Vec<String>,
    unknown: Option<String>,
    /// True if there is a lock, a tip or a socket.
    has_own: bool,
}

impl Survey {
    pub(super) fn of<D: Disk>(disk: &D) -> Result<Self, JournalError> {
        let names = disk.list().map_err(|error| JournalError::io(disk.name(""), "list", &error))?;
        let mut survey = Self::default();
        for name in names {
            match entry(&name) {
                Entry::Segment(number) => survey.segments.push(number),
                Entry::Unfinished => survey.unfinished.push(name),
                Entry::Own => survey.has_own = true,
                // File systems and desktops create such files everywhere.
                Entry::Unknown if name.starts_with('.') || name == "lost+found" => {}
                Entry::Unknown => {
                    survey.unknown =
                        Some(survey.unknown.map_or(name.clone(), |other| other.min(name)));
                }
            }
        }
        survey.segments.sort_unstable();
        Ok(survey)
    }

    /// Refuses to create a store in a directory with files of other programs.
    pub(super) fn refuse<D: Disk>(&self, disk: &D) -> Result<(), JournalError> {
        match &self.unknown {
            Some(unknown) if self.segments.is_empty() => {
                Err(JournalError::new(disk.name(""), Fault::NotAStore(unknown.clone())))
            }
            Some(_) | None => Ok(()),
        }
    }
}

impl Survey {
    /// Refuses to read a directory that no store has used.
    pub(super) fn refuse_empty<D: Disk>(&self, disk: &D) -> Result<(), JournalError> {
        if self.has_own || !self.segments.is_empty() {
            return Ok(());
        }
        Err(JournalError::new(disk.name(""), Fault::NoStore))
    }
}

/// The segments of the directory.
pub(super) struct Found<F> {
    /// Heads from the newest compacted segment on.
    pub(super) heads: Vec<Head<F>>,
    /// Segments that a compacted one replaces.
    replaced: Vec<u32>,
    /// The newest segment, if a crash interrupted writing its header.
    pub(super) half: Option<u32>,
}

impl<F: DiskFile> Found<F> {
    pub(super) fn read<D: Disk<File = F>>(disk: &D, survey: &Survey) -> Result<Self, JournalError> {
        let mut found = Self { heads: Vec::new(), replaced: Vec::new(), half: None };
        for number in &survey.segments {
            let newest = survey.segments.last() == Some(number);
            match read_head(disk, *number, newest)? {
                Some(head) if head.header.kind == Kind::Compacted => {
                    found.replaced.extend(found.heads.drain(..).map(|head| head.segment.number));
                    found.heads.push(head);
                }
                Some(head) => found.heads.push(head),
                None => found.half = Some(*number),
            }
        }
        if let (Some(number), true) = (found.half, found.heads.is_empty())
            && number != 1
        {
            let path = disk.name(&file_name(number));
            return Err(JournalError::damaged(
                path,
                0,
                "the header is not whole, and all segments before are missing",
            ));
        }
        Ok(found)
    }

    /// The store that the segments belong to, or `None` without segments.
    pub(super) fn store<D: Disk>(&self, disk: &D) -> Result<Option<Store>, JournalError> {
        let Some(first) = self.heads.first() else { return Ok(None) };
        let id = first.header.store;
        match self.heads.iter().find(|head| head.header.store != id) {
            Some(other) => Err(JournalError::new(
                disk.name(&file_name(other.segment.number)),
                Fault::OtherStore,
            )),
            None => Ok(Some(Store::new(id))),
        }
    }

    /// Creates a store. There is none yet, or a crash interrupted its creation.
    pub(super) fn create<D: Disk<File = F>>(
        self,
        disk: &D,
        options: &JournalOptions,
    ) -> Result<Recovered<F>, JournalError> {
        if let Some(number) = self.half {
            remove(disk, &file_name(number))?;
            sync(disk)?;
        }
        Ok(Recovered::empty(options))
    }

    /// Removes what a crash left behind, and makes durable what it may have left unsynced. Nothing
    /// was changed before this call.
    pub(super) fn put_right<D: Disk<File = F>>(
        &mut self,
        disk: &D,
        survey: &Survey,
        trail: &Trail,
        tip: Option<layout::Tip>,
    ) -> Result<(), JournalError> {
        if !self.replaced.is_empty() {
            // The compacted segment's new name may be in memory only.
            sync(disk)?;
        }
        let replaced = self.replaced.iter().chain(&self.half).map(|number| file_name(*number));
        let gone: Vec<String> = replaced.chain(survey.unfinished.iter().cloned()).collect();
        for name in &gone {
            remove(disk, name)?;
        }
        // Sync always: an earlier opening may have been interrupted exactly here, and a file that
        // it removed must not reappear.
        sync(disk)?;
        let (Some(head), Some(last)) = (self.heads.last(), &trail.last) else { return Ok(()) };
        if head.header.kind == Kind::Compacted {
            return Ok(());
        }
        let torn = last.end < head.size;
        if !torn && (tip.is_none_or(|tip| tip.next < trail.thread.first) || last.batches == 0) {
            rewrite(head, last)?;
        }
        cut(head, last.end)
    }
}

/// Fails if there was a store, by its tip.
pub(super) fn check_new<D: Disk>(
    disk: &D,
    tip: Option<([u8; 16], layout::Tip)>,
) -> Result<(), JournalError> {
    if let Some((_, tip)) = tip.filter(|(_, tip)| tip.next > 0) {
        let path = disk.name(&file_name(tip.segment));
        return Err(JournalError::damaged(
            path,
            0,
            format!("the file is missing, with {} records", tip.next),
        ));
    }
    Ok(())
}

/// Truncates a torn commit durably, so that its rest cannot follow the next batch. Without a torn
/// commit the file is truncated as well: an earlier opening may have failed while truncating, so
/// that the rest is invisible but still on disk.
fn cut<F: DiskFile>(head: &Head<F>, end: u64) -> Result<(), JournalError> {
    let cut = head.segment.file.truncate(end).and_then(|()| head.segment.file.sync_data());
    cut.map_err(|error| head.segment.error("cut off", &error))
}

/// Writes the last batch again and syncs it. It was read, but perhaps only from the page cache: the
/// process may have ended before its sync, or the sync may have failed, after which systems
/// consider the pages clean.
fn rewrite<F: DiskFile>(head: &Head<F>, last: &Scanned) -> Result<(), JournalError> {
    let length = usize::try_from(last.end - last.last).unwrap_or(usize::MAX);
    let mut bytes = vec![0; length];
    let file = &*head.segment.file;
    let read = read_full(file, &mut bytes, last.last)
        .map_err(|error| head.segment.error("read", &error))?;
    if read != length {
        return Err(head.segment.damaged(last.last, "the file has become shorter"));
    }
    write_full(file, &bytes, last.last).map_err(|error| head.segment.error("write", &error))
}

/// Opens a segment and reads its header. Returns `None` if the header was never written completely.
fn read_head<D: Disk>(
    disk: &D,
    number: u32,
    newest: bool,
) -> Result<Option<Head<D::File>>, JournalError> {
    let name = file_name(number);
    let path = disk.name(&name);
    let io = |doing| move |error| JournalError::io(disk.name(&file_name(number)), doing, &error);
    let file = disk.open(&name).map_err(io("open"))?;
    let size = file.size().map_err(io("open"))?;
    let mut bytes = [0; SEGMENT_HEADER];
    let read = read_full(&file, &mut bytes, 0).map_err(io("read"))?;
    let header = SegmentHeader::decode(&bytes);
    if newest
        && size <= SEGMENT_HEADER as u64
        && header.is_err()
        && SegmentHeader::is_begun(&bytes, number)
    {
        return Ok(None);
    }
    let fault = match header {
        Ok(header) if header.number == number && read == SEGMENT_HEADER => {
            let segment = Segment { number, file: Arc::new(file), path: path.into(), end: size };
            return Ok(Some(Head { segment, header, size }));
        }
        Ok(header) => {
            return Err(JournalError::damaged(
                path,
                0,
                format!("this is segment {} under a wrong name", header.number),
            ));
        }
        Err(HeaderFault::Foreign) => Fault::Foreign,
        Err(HeaderFault::Version(version)) => Fault::Version(version),
        Err(HeaderFault::Damaged) => {
            return Err(JournalError::damaged(path, 0, "the checksum of the header does not fit"));
        }
    };
    Err(JournalError::new(path, fault))
}

pub(super) fn remove<D: Disk>(disk: &D, name: &str) -> Result<(), JournalError> {
    disk.remove(name).map_err(|error| JournalError::io(disk.name(name), "remove", &error))
}

pub(super) fn sync<D: Disk>(disk: &D) -> Result<(), JournalError> {
    disk.sync_directory().map_err(|error| JournalError::io(disk.name(""), "sync", &error))
}
