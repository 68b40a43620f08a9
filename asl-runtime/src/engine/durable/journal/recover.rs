//! From the files of a directory to a journal that can be appended to: what is there, whether it is whole, and what is put right.

use std::sync::Arc;

use super::JournalOptions;
use super::batch::Place;
use super::error::{Fault, JournalError};
use super::layout::{self, HeaderFault, Kind, SEGMENT_HEADER, SegmentHeader, Store};
use super::position::Position;
use super::scan::{Head, Scanned, Stop, Thread, batch_behind, scan};
use super::segment::{Entry, LOCK, Segment, TIP, entry, file_name};
use crate::engine::durable::disk::{Disk, DiskFile, LockError, read_full, write_full};

/// What opening a journal has found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recovery {
    /// Whether there was no store yet.
    pub new: bool,
    /// Batches read.
    pub batches: u64,
    /// Bytes read.
    pub bytes: u64,
    /// A commit that a crash had interrupted, and that was taken away: the file, the place, and how many bytes. Nobody had been told
    /// that it was done.
    pub torn: Option<(String, u64, u64)>,
}

/// A journal as it was found and put right.
pub(super) struct Recovered<F> {
    pub(super) store: Store,
    pub(super) segments: Vec<Segment<F>>,
    /// Where the next batch goes.
    pub(super) place: Place,
    /// The last segment with a log.
    pub(super) previous: u32,
    pub(super) recovery: Recovery,
}

/// Keeps other processes out.
pub(super) fn lock<D: Disk>(disk: &D) -> Result<D::Lock, JournalError> {
    // Before the lock file is made: another program's directory stays as it is.
    Survey::of(disk)?.refuse(disk)?;
    disk.lock(LOCK).map_err(|error| match error {
        LockError::Held(process) => JournalError::new(disk.name(""), Fault::InUse(process)),
        LockError::Io(error) => JournalError::io(disk.name(LOCK), "lock", &error),
    })
}

/// Reads what is there, and puts right what a crash has left.
pub(super) fn recover<D: Disk, E: From<JournalError>>(
    disk: &D,
    options: &JournalOptions,
    visit: &mut impl FnMut(Position, &[u8]) -> Result<(), E>,
) -> Result<Recovered<D::File>, E> {
    let survey = Survey::of(disk)?;
    survey.refuse(disk)?;
    let mut found = Found::read(disk, &survey)?;
    let tip = read_tip(disk);
    let Some(store) = found.store(disk)? else {
        return Ok(found.create(disk, options, tip)?);
    };
    let mut trail = Trail::default();
    for (index, head) in found.heads.iter().enumerate() {
        let newest = index + 1 == found.heads.len() && found.half.is_none();
        trail.follow(head, store, newest, visit)?;
    }
    let tip = tip.filter(|(id, _)| *id == store.id).map(|(_, tip)| tip);
    trail.check_tip(disk, tip)?;
    found.put_right(disk, &survey, &trail, tip)?;
    Ok(trail.end(found, store, options))
}

/// The names of the directory.
#[derive(Debug, Default)]
struct Survey {
    /// Numbers of segments, in order.
    segments: Vec<u32>,
    /// What compactions left that did not end.
    unfinished: Vec<String>,
    unknown: Option<String>,
}

impl Survey {
    fn of<D: Disk>(disk: &D) -> Result<Self, JournalError> {
        let names = disk.list().map_err(|error| JournalError::io(disk.name(""), "list", &error))?;
        let mut survey = Self::default();
        for name in names {
            match entry(&name) {
                Entry::Segment(number) => survey.segments.push(number),
                Entry::Unfinished => survey.unfinished.push(name),
                Entry::Own => {}
                // What file systems and desktops leave everywhere.
                Entry::Unknown if name.starts_with('.') || name == "lost+found" => {}
                Entry::Unknown => survey.unknown = Some(survey.unknown.map_or(name.clone(), |other| other.min(name))),
            }
        }
        survey.segments.sort_unstable();
        Ok(survey)
    }

    /// A directory with files of others, and no store in it, is not made one.
    fn refuse<D: Disk>(&self, disk: &D) -> Result<(), JournalError> {
        match &self.unknown {
            Some(unknown) if self.segments.is_empty() => {
                Err(JournalError::new(disk.name(""), Fault::NotAStore(unknown.clone())))
            }
            Some(_) | None => Ok(()),
        }
    }
}

/// The segments of the directory.
struct Found<F> {
    /// From the newest compacted one on.
    heads: Vec<Head<F>>,
    /// Those that a compacted one stands for.
    replaced: Vec<u32>,
    /// The newest, when a crash came before its header was written.
    half: Option<u32>,
}

impl<F: DiskFile> Found<F> {
    fn read<D: Disk<File = F>>(disk: &D, survey: &Survey) -> Result<Self, JournalError> {
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
            return Err(JournalError::damaged(path, 0, "the header is not whole, and all segments before are missing"));
        }
        Ok(found)
    }

    /// Whose the segments are; nothing if there are none.
    fn store<D: Disk>(&self, disk: &D) -> Result<Option<Store>, JournalError> {
        let Some(first) = self.heads.first() else { return Ok(None) };
        let id = first.header.store;
        match self.heads.iter().find(|head| head.header.store != id) {
            Some(other) => Err(JournalError::new(disk.name(&file_name(other.segment.number)), Fault::OtherStore)),
            None => Ok(Some(Store::new(id))),
        }
    }

    /// There is no store yet, or a crash came while the first was made.
    fn create<D: Disk<File = F>>(
        self,
        disk: &D,
        options: &JournalOptions,
        tip: Option<([u8; 16], layout::Tip)>,
    ) -> Result<Recovered<F>, JournalError> {
        if let Some((_, tip)) = tip.filter(|(_, tip)| tip.next > 0) {
            let path = disk.name(&file_name(tip.segment));
            return Err(JournalError::damaged(path, 0, format!("the file is missing, with {} records", tip.next)));
        }
        if let Some(number) = self.half {
            remove(disk, &file_name(number))?;
            sync_directory(disk)?;
        }
        Ok(Recovered {
            store: Store::new(options.id),
            segments: Vec::new(),
            place: Place { segment: 1, offset: SEGMENT_HEADER as u64, first: 0, chain: 0 },
            previous: 0,
            recovery: Recovery { new: true, ..Recovery::default() },
        })
    }

    /// Takes away what crashes have left, and makes sure of what they may have left unsafe. Until here nothing was changed.
    fn put_right<D: Disk<File = F>>(
        &mut self,
        disk: &D,
        survey: &Survey,
        trail: &Trail,
        tip: Option<layout::Tip>,
    ) -> Result<(), JournalError> {
        if !self.replaced.is_empty() {
            // The new name of the compacted segment may be in memory only.
            sync_directory(disk)?;
        }
        let replaced = self.replaced.iter().chain(&self.half).map(|number| file_name(*number));
        let gone: Vec<String> = replaced.chain(survey.unfinished.iter().cloned()).collect();
        for name in &gone {
            remove(disk, name)?;
        }
        if !gone.is_empty() {
            sync_directory(disk)?;
        }
        let (Some(head), Some(last)) = (self.heads.last(), &trail.last) else { return Ok(()) };
        if head.header.kind == Kind::Compacted {
            return Ok(());
        }
        if last.end < head.size {
            return cut(head, last.end);
        }
        if tip.is_none_or(|tip| tip.next < trail.thread.first) || last.batches == 0 {
            rewrite(head, last)?;
            sync_directory(disk)?;
        }
        Ok(())
    }
}

/// Takes a torn commit away, for good: what is appended next must not be followed by its rest.
fn cut<F: DiskFile>(head: &Head<F>, end: u64) -> Result<(), JournalError> {
    let cut = head.segment.file.truncate(end).and_then(|()| head.segment.file.sync_data());
    cut.map_err(|error| head.segment.error("cut off", &error))
}

/// The last batch was read, but perhaps from memory alone: the process may have ended before its sync, or the sync may have failed,
/// after which systems take the pages for clean. Written again, it is on disk before anyone acts on it.
fn rewrite<F: DiskFile>(head: &Head<F>, last: &Scanned) -> Result<(), JournalError> {
    let length = usize::try_from(last.end - last.last).unwrap_or(usize::MAX);
    let mut bytes = vec![0; length];
    let file = &*head.segment.file;
    let read = read_full(file, &mut bytes, last.last).map_err(|error| head.segment.error("read", &error))?;
    if read != length {
        return Err(head.segment.damaged(last.last, "the file has become shorter"));
    }
    let written = write_full(file, &bytes, last.last).and_then(|()| file.sync_data());
    written.map_err(|error| head.segment.error("write", &error))
}

/// What is known after some segments.
#[derive(Debug, Default)]
struct Trail {
    /// The last segment with a log, or that a compacted one stands for.
    previous: u32,
    thread: Thread,
    last: Option<Scanned>,
    recovery: Recovery,
}

impl Trail {
    /// Reads the next segment.
    fn follow<F: DiskFile, E: From<JournalError>>(
        &mut self,
        head: &Head<F>,
        store: Store,
        newest: bool,
        visit: &mut impl FnMut(Position, &[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        let scanned = match head.header.kind {
            Kind::Compacted => self.follow_compacted(head, store, visit)?,
            Kind::Log => {
                self.check_header(head)?;
                let scanned = scan(head, store, self.thread, visit)?;
                self.previous = head.segment.number;
                self.thread = scanned.thread;
                self.check_log(head, store, newest, &scanned)?;
                scanned
            }
        };
        self.recovery.batches += scanned.batches;
        self.recovery.bytes += scanned.end;
        self.last = Some(scanned);
        Ok(())
    }

    fn follow_compacted<F: DiskFile, E: From<JournalError>>(
        &mut self,
        head: &Head<F>,
        store: Store,
        visit: &mut impl FnMut(Position, &[u8]) -> Result<(), E>,
    ) -> Result<Scanned, E> {
        let scanned = scan(head, store, Thread::default(), visit)?;
        // It got its name when all of it was on disk.
        let what = match scanned.stop {
            Stop::Ended if scanned.end == head.size => None,
            Stop::Ended => Some("there are bytes behind the end of what was compacted"),
            Stop::Clean => Some("the end of what was compacted is missing"),
            Stop::Broken(what) => Some(what),
        };
        if let Some(what) = what {
            return Err(head.segment.damaged(scanned.end, what).into());
        }
        self.previous = head.header.previous;
        self.thread = Thread { first: head.header.first, chain: head.header.chain };
        Ok(scanned)
    }

    fn check_header<F: DiskFile>(&self, head: &Head<F>) -> Result<(), JournalError> {
        let header = &head.header;
        if header.previous != self.previous {
            let missing = file_name(header.previous);
            return Err(head.segment.damaged(0, format!("this segment continues `{missing}`, which is missing")));
        }
        if header.first != self.thread.first || header.chain != self.thread.chain {
            let (found, expected) = (header.first, self.thread.first);
            let what =
                format!("this segment begins with record {found}, and the one before ends before record {expected}");
            return Err(head.segment.damaged(0, what));
        }
        Ok(())
    }

    /// Tells a torn commit from damage: the next batch is only written when the one before is on disk.
    fn check_log<F: DiskFile>(
        &mut self,
        head: &Head<F>,
        store: Store,
        newest: bool,
        scanned: &Scanned,
    ) -> Result<(), JournalError> {
        let what = match scanned.stop {
            Stop::Clean => return Ok(()),
            Stop::Ended => return Err(head.segment.damaged(scanned.last, "a mark of compaction in a log")),
            Stop::Broken(what) => what,
        };
        if !newest {
            return Err(head.segment.damaged(scanned.end, format!("{what}, and there are later segments")));
        }
        if let Some(behind) = batch_behind(head, store, scanned.end)? {
            return Err(head
                .segment
                .damaged(scanned.end, format!("{what}, and at byte {behind} there is a later batch")));
        }
        self.recovery.torn = Some((head.segment.path.to_string(), scanned.end, head.size - scanned.end));
        Ok(())
    }

    /// The journal must go as far as the tip says, which is never ahead of what is on disk.
    fn check_tip<D: Disk>(&self, disk: &D, tip: Option<layout::Tip>) -> Result<(), JournalError> {
        let Some(tip) = tip.filter(|tip| tip.next > self.thread.first) else { return Ok(()) };
        let missing = tip.next - self.thread.first;
        let what = format!("the last {missing} records, which were on disk, are missing or damaged");
        let path = disk.name(&file_name(tip.segment));
        let offset = self.recovery.torn.as_ref().filter(|(torn, ..)| *torn == path).map_or(tip.offset, |torn| torn.1);
        Err(JournalError::damaged(path, offset, what))
    }

    fn end<F: DiskFile>(self, found: Found<F>, store: Store, options: &JournalOptions) -> Recovered<F> {
        let kind = found.heads.last().map_or(Kind::Log, |head| head.header.kind);
        let mut segments: Vec<Segment<F>> = found.heads.into_iter().map(|head| head.segment).collect();
        let (mut segment, mut offset) = (1, SEGMENT_HEADER as u64);
        if let (Some(last), Some(scanned)) = (segments.last_mut(), &self.last) {
            last.end = scanned.end;
            (segment, offset) = (last.number, scanned.end);
        }
        if kind == Kind::Compacted || offset >= options.segment_bytes {
            (segment, offset) = (segment + 1, SEGMENT_HEADER as u64);
        }
        let Thread { first, chain } = self.thread;
        let place = Place { segment, offset, first, chain };
        Recovered { store, segments, place, previous: self.previous, recovery: self.recovery }
    }
}

/// Opens a segment and reads its header; nothing when the header was never written whole.
fn read_head<D: Disk>(disk: &D, number: u32, newest: bool) -> Result<Option<Head<D::File>>, JournalError> {
    let name = file_name(number);
    let path = disk.name(&name);
    let io = |doing| move |error| JournalError::io(disk.name(&file_name(number)), doing, &error);
    let file = disk.open(&name).map_err(io("open"))?;
    let size = file.size().map_err(io("open"))?;
    let mut bytes = [0; SEGMENT_HEADER];
    let read = read_full(&file, &mut bytes, 0).map_err(io("read"))?;
    let header = SegmentHeader::decode(&bytes);
    if newest && size <= SEGMENT_HEADER as u64 && header.is_err() && SegmentHeader::is_begun(&bytes, number) {
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

/// How far the journal had been on disk, and of which store. It is never synced, and may be missing or old: then it says less.
fn read_tip<D: Disk>(disk: &D) -> Option<([u8; 16], layout::Tip)> {
    let file = disk.open(TIP).ok()?;
    let mut bytes = [0; layout::TIP];
    let read = read_full(&file, &mut bytes, 0).ok()?;
    let id = *bytes.first_chunk::<16>()?;
    let tip = layout::Tip::decode(&bytes, Store::new(id))?;
    (read == layout::TIP).then_some((id, tip))
}

pub(super) fn remove<D: Disk>(disk: &D, name: &str) -> Result<(), JournalError> {
    disk.remove(name).map_err(|error| JournalError::io(disk.name(name), "remove", &error))
}

pub(super) fn sync_directory<D: Disk>(disk: &D) -> Result<(), JournalError> {
    disk.sync_directory().map_err(|error| JournalError::io(disk.name(""), "sync", &error))
}
