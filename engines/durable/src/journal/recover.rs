//! Recovery: reads the files of a directory, checks them, repairs what a crash left, and returns a
//! journal that can be appended to.

use super::JournalOptions;
use super::batch::Place;
use super::directory::{Found, Survey, check_new};
use super::error::{Fault, JournalError};
use super::layout::{self, Kind, SEGMENT_HEADER, Store};
use super::position::Position;
use super::scan::{Head, Scanned, Stop, Thread, batch_behind, scan};
use super::segment::{Entry, LOCK, Segment, TIP, entry, file_name};
use crate::disk::{Disk, DiskFile, LockError, read_full};

/// The result of opening a journal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recovery {
    /// True if the store is new.
    pub new: bool,
    /// Batches read.
    pub batches: u64,
    /// Bytes read.
    pub bytes: u64,
    /// A torn commit that was truncated: the file, the offset and the number of bytes. It was never
    /// acknowledged.
    pub torn: Option<(String, u64, u64)>,
}

/// A journal after recovery.
pub(super) struct Recovered<F> {
    pub(super) store: Store,
    pub(super) segments: Vec<Segment<F>>,
    /// Position of the next batch.
    pub(super) place: Place,
    /// The last segment that is a log.
    pub(super) previous: u32,
    pub(super) recovery: Recovery,
}

/// Locks out other processes.
pub(super) fn lock<D: Disk>(disk: &D) -> Result<D::Lock, JournalError> {
    // Check this before creating the lock file, so that another program's directory is not changed.
    Survey::of(disk)?.refuse(disk)?;
    disk.lock(LOCK).map_err(|error| match error {
        LockError::Held(process) => JournalError::new(disk.name(""), Fault::InUse(process)),
        LockError::Io(error) => JournalError::io(disk.name(LOCK), "lock", &error),
    })
}

/// Reads the files, and repairs what a crash left.
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
        check_new(disk, tip)?;
        return Ok(found.create(disk, options)?);
    };
    let tip = tip_of(tip, store);
    let trail = Trail::of(disk, &found, store, tip, visit)?;
    found.put_right(disk, &survey, &trail, tip)?;
    Ok(trail.end(found, store, options))
}

/// Reads the files, and changes nothing. The directory may change meanwhile.
pub(super) fn inspect<D: Disk, E: From<JournalError>>(
    disk: &D,
    options: &JournalOptions,
    visit: &mut impl FnMut(Position, &[u8]) -> Result<(), E>,
) -> Result<Recovered<D::File>, E> {
    // Whatever the tip covers was in the files before. Read later, it could cover more than the
    // sizes below, which would be taken for damage.
    let tip = read_tip(disk);
    let survey = Survey::of(disk)?;
    survey.refuse(disk)?;
    let found = Found::read(disk, &survey)?;
    let Some(store) = found.store(disk)? else {
        survey.refuse_empty(disk)?;
        check_new(disk, tip)?;
        return Ok(Recovered::empty(options));
    };
    let trail = Trail::of(disk, &found, store, tip_of(tip, store), visit)?;
    Ok(trail.end(found, store, options))
}

/// Marks that change whenever another process writes to the directory: the names in it, the tip,
/// and the size of the newest segment.
pub(crate) fn traces<D: Disk>(disk: &D) -> (Vec<String>, Vec<u8>, u64) {
    let mut names = disk.list().unwrap_or_default();
    names.sort_unstable();
    let mut tip = vec![0; layout::TIP];
    let read = disk.open(TIP).and_then(|file| read_full(&file, &mut tip, 0));
    tip.truncate(read.unwrap_or(0));
    let newest = names.iter().rev().find(|name| matches!(entry(name), Entry::Segment(_)));
    let size = newest.and_then(|name| disk.open(name).ok()?.size().ok()).unwrap_or(0);
    (names, tip, size)
}

impl<F> Recovered<F> {
    /// A store without records.
    pub(super) fn empty(options: &JournalOptions) -> Self {
        Self {
            store: Store::new(options.id),
            segments: Vec::new(),
            place: Place { segment: 1, offset: SEGMENT_HEADER as u64, first: 0, chain: 0 },
            previous: 0,
            recovery: Recovery { new: true, ..Recovery::default() },
        }
    }
}

/// State after reading some segments.
#[derive(Debug, Default)]
pub(super) struct Trail {
    /// The last segment that is a log, or that a compacted one replaces.
    previous: u32,
    pub(super) thread: Thread,
    pub(super) last: Option<Scanned>,
    recovery: Recovery,
}

impl Trail {
    /// Reads all segments.
    fn of<D: Disk, E: From<JournalError>>(
        disk: &D,
        found: &Found<D::File>,
        store: Store,
        tip: Option<layout::Tip>,
        visit: &mut impl FnMut(Position, &[u8]) -> Result<(), E>,
    ) -> Result<Self, E> {
        let mut trail = Self::default();
        for (index, head) in found.heads.iter().enumerate() {
            let newest = index + 1 == found.heads.len() && found.half.is_none();
            trail.follow(head, store, newest, visit)?;
        }
        trail.check_tip(disk, tip)?;
        Ok(trail)
    }

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
        // It got its final name only when all of it was on disk.
        let what = match scanned.stop {
            Stop::Ended if scanned.end == head.size => None,
            Stop::Ended => Some("there are bytes after the end of the compacted segment"),
            Stop::Clean => Some("the end of the compacted segment is missing"),
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
            return Err(head
                .segment
                .damaged(0, format!("this segment continues `{missing}`, which is missing")));
        }
        if header.first != self.thread.first || header.chain != self.thread.chain {
            let (found, expected) = (header.first, self.thread.first);
            let what = format!(
                "this segment begins with record {found}, and the one before ends before record {expected}"
            );
            return Err(head.segment.damaged(0, what));
        }
        Ok(())
    }

    /// Distinguishes a torn commit from damage: the next batch is written only when the one before
    /// is on disk.
    fn check_log<F: DiskFile>(
        &mut self,
        head: &Head<F>,
        store: Store,
        newest: bool,
        scanned: &Scanned,
    ) -> Result<(), JournalError> {
        let what = match scanned.stop {
            Stop::Clean => return Ok(()),
            Stop::Ended => {
                return Err(head.segment.damaged(scanned.last, "a mark of compaction in a log"));
            }
            Stop::Broken(what) => what,
        };
        if !newest {
            return Err(head
                .segment
                .damaged(scanned.end, format!("{what}, and there are later segments")));
        }
        if let Some(behind) = batch_behind(head, store, scanned.end)? {
            return Err(head.segment.damaged(
                scanned.end,
                format!("{what}, and at byte {behind} there is a later batch"),
            ));
        }
        self.recovery.torn =
            Some((head.segment.path.to_string(), scanned.end, head.size - scanned.end));
        Ok(())
    }

    /// Checks that the journal reaches at least the tip, which is never ahead of the disk.
    fn check_tip<D: Disk>(&self, disk: &D, tip: Option<layout::Tip>) -> Result<(), JournalError> {
        let Some(tip) = tip.filter(|tip| tip.next > self.thread.first) else { return Ok(()) };
        let missing = tip.next - self.thread.first;
        let what =
            format!("the last {missing} records, which were on disk, are missing or damaged");
        let path = disk.name(&file_name(tip.segment));
        let offset = self
            .recovery
            .torn
            .as_ref()
            .filter(|(torn, ..)| *torn == path)
            .map_or(tip.offset, |torn| torn.1);
        Err(JournalError::damaged(path, offset, what))
    }

    fn end<F: DiskFile>(
        self,
        found: Found<F>,
        store: Store,
        options: &JournalOptions,
    ) -> Recovered<F> {
        let kind = found.heads.last().map_or(Kind::Log, |head| head.header.kind);
        let mut segments: Vec<Segment<F>> =
            found.heads.into_iter().map(|head| head.segment).collect();
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

/// The tip, if it is of this store.
fn tip_of(tip: Option<([u8; 16], layout::Tip)>, store: Store) -> Option<layout::Tip> {
    tip.filter(|(id, _)| *id == store.id).map(|(_, tip)| tip)
}

/// Reads the last position that is known to be on disk, and its store. The tip is never synced, so
/// it may be missing or old.
fn read_tip<D: Disk>(disk: &D) -> Option<([u8; 16], layout::Tip)> {
    let file = disk.open(TIP).ok()?;
    let mut bytes = [0; layout::TIP];
    let read = read_full(&file, &mut bytes, 0).ok()?;
    let id = *bytes.first_chunk::<16>()?;
    let tip = layout::Tip::decode(&bytes, Store::new(id))?;
    (read == layout::TIP).then_some((id, tip))
}
