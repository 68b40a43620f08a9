//! Pages of histories. A history is computed by replaying the execution. A page keeps only its own
//! events, and what was learned on the way to it: checkpoints, from which the next page begins.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use asl_runtime::__engine::lock;
use asl_runtime::history::{HistoryEvent, Observer, ObserverHandle, Subject};
use asl_runtime::value::{Text, Value};

use super::super::chain::{self, Whereabouts};
use super::super::disk::Disk;
use super::super::history::{HistoryPage, HistoryRange};
use super::super::journal::{Position, Reader};
use super::super::versions::Versions;
use super::super::{CallError, MapRun, Reply, Request, StoreError};
use super::checkpoints::{Checkpoint, Checkpoints, Known};
use super::map_runs::Found;
use super::places::{Places, Stretch};
use super::replay::Replays;
use super::steps::Steps;
use super::{Core, start};

/// Maximum bytes of a page's data, approximately.
const PAGE_BYTES: u64 = 8 << 20;

/// Maximum events and bytes of a history that is returned as a whole.
const WHOLE: Bounds = Bounds { events: 100_000, bytes: 64 << 20 };

/// Time after which a page may be returned without events, if the way to it was made shorter.
const PATIENCE: Duration = Duration::from_secs(10);

/// A number beyond all events, which JSON has too.
const END: u64 = i64::MAX.unsigned_abs();

/// Maximum size of a page.
#[derive(Clone, Copy)]
struct Bounds {
    events: usize,
    bytes: u64,
}

/// The source from which another thread computes histories of an execution.
pub struct HistorySource<D: Disk> {
    reader: Reader<D::File>,
    pub(super) at: Whereabouts,
    id: Text,
    /// Number of the version in which it runs.
    version: u16,
    pub(super) versions: Versions,
    /// The versions in which others stand in for those that are not registered, once it was proved
    /// that this changes nothing.
    pub(super) stand_ins: OnceLock<Versions>,
    fuel: u32,
    largest_record: usize,
    checkpoints: Arc<Mutex<Checkpoints>>,
}

/// The source of histories of an execution when records may be pending: they are written first.
pub(super) fn source_now<D: Disk>(
    core: &mut Core<D>,
    id: &str,
) -> Result<HistorySource<D>, CallError> {
    if core.journal.is_pending() {
        core.write_early()?;
    }
    HistorySource::of(core, id)
}

impl<D: Disk> Replays for HistorySource<D> {
    fn id(&self) -> Text {
        self.id.clone()
    }

    fn path(&self) -> String {
        self.reader.directory().to_owned()
    }

    fn versions(&self) -> &Versions {
        self.stand_ins.get().unwrap_or(&self.versions)
    }

    fn leaves_out_others(&self) -> bool {
        // Executions that have not moved need the machine.
        self.versions.machine(self.version).is_some()
    }

    fn fuel(&self) -> u32 {
        self.fuel
    }
}

impl<D: Disk> HistorySource<D> {
    /// The source of histories of an execution: everything that is on disk. Nothing may be pending.
    ///
    /// # Errors
    /// No execution has this id.
    pub fn of(core: &Core<D>, id: &str) -> Result<Self, CallError> {
        let slot = start::known(core, id)?;
        let Some(entry) = core.index.entry(slot) else {
            return Err(CallError::UnknownExecution { id: id.into() });
        };
        Ok(Self {
            reader: core.journal.reader(),
            at: entry.whereabouts(),
            id: id.into(),
            version: entry.version,
            versions: core.versions.clone(),
            stand_ins: OnceLock::new(),
            fuel: core.options.fuel,
            largest_record: core.options.largest_record,
            checkpoints: Arc::clone(&core.checkpoints),
        })
    }

    /// The answer to a request for a page of the history, the Map Runs or the whole history.
    ///
    /// # Errors
    /// As for [`HistorySource::whole`].
    pub fn answer(&self, request: &Request) -> Result<Reply, CallError> {
        if let Request::HistoryPage(_, range) = request {
            return self.page(range).map(Reply::HistoryPage);
        }
        if matches!(request, Request::MapRuns(_)) {
            return self.map_runs().map(Reply::MapRuns);
        }
        self.whole().map(Reply::History)
    }

    /// A page of the history.
    ///
    /// # Errors
    /// The inputs of the execution were not kept, or its records cannot be read.
    pub fn page(&self, range: &HistoryRange) -> Result<HistoryPage, CallError> {
        self.page_within(range, Bounds { events: range.page_size(), bytes: PAGE_BYTES })
    }

    /// The whole history: `{"events": [..]}`.
    ///
    /// # Errors
    /// As for [`HistorySource::page`], or it is too long.
    pub fn whole(&self) -> Result<Value, CallError> {
        let page = self.page_within(&HistoryRange::default(), WHOLE)?;
        if page.next.is_some() {
            return Err(CallError::LongHistory { id: self.id.clone() });
        }
        Ok(Value::object([("events", Value::array(page.events))]))
    }

    /// The Map Runs, in the order of their starts.
    ///
    /// # Errors
    /// As for [`HistorySource::page`].
    pub fn map_runs(&self) -> Result<Vec<MapRun>, CallError> {
        let found = Arc::new(Found::default());
        let mut known = Known::default();
        self.extend(&mut known)?;
        let observer = ObserverHandle::from(Arc::clone(&found));
        let mut steps = Steps::new(self, &known.places, &Checkpoint::default(), Some(observer))?;
        while steps.step()? {}
        Ok(found.take(steps.run()))
    }

    /// Reads the records at a position.
    pub(super) fn records(&self, position: Position) -> Result<chain::Parts, CallError> {
        let read = self.reader.read(position).map_err(StoreError::from)?;
        if read.len() > self.largest_record {
            let (id, limit) = (self.id.clone(), self.largest_record);
            return Err(CallError::TooLarge { id, bytes: read.len(), limit });
        }
        let parts = chain::record_of(read).and_then(chain::parts);
        parts.map_err(|broken| self.broken(broken).into())
    }

    /// Adds the records that are not known yet.
    fn extend(&self, known: &mut Known) -> Result<(), CallError> {
        let extend = |known: &mut Known| {
            let extended = known.places.extend(self.at, |position| self.reader.read(position));
            extended.map_err(|broken| self.broken(broken))
        };
        if !extend(known)? {
            *known = Known::default();
            extend(known)?;
        }
        if known.places.is_complete() {
            return self.find_stand_ins(known);
        }
        Err(CallError::NoHistory { id: self.id.clone() })
    }

    /// The positions around a place.
    pub(super) fn stretch(
        &self,
        places: &Places,
        place: usize,
    ) -> Result<Option<Stretch>, CallError> {
        let stretch = places.stretch(place, self.at, |position| self.reader.read(position));
        stretch.map_err(|broken| self.broken(broken).into())
    }

    fn page_within(&self, range: &HistoryRange, bounds: Bounds) -> Result<HistoryPage, CallError> {
        let mut known = lock(&self.checkpoints).take(self.at);
        let extended = self.extend(&mut known);
        let page = extended.and_then(|()| self.page_of(range, bounds, &mut known));
        lock(&self.checkpoints).keep(self.at, known);
        page
    }

    fn page_of(
        &self,
        range: &HistoryRange,
        bounds: Bounds,
        known: &mut Known,
    ) -> Result<HistoryPage, CallError> {
        let most = bounds.events as u64;
        let (window, from) = match (range.reverse, range.after) {
            (false, after) => {
                let after = after.unwrap_or_default();
                (Window::first_after(after, bounds), Some(after))
            }
            (true, Some(before)) if before < END => {
                let last = before.saturating_sub(1);
                (Window::last_until(last, bounds), Some(last.saturating_sub(most)))
            }
            (true, _) => (Window::last_until(u64::MAX, bounds), None),
        };
        let Some(from) = self.seek(from, most, known)? else {
            // The way is shorter the next time.
            let next = Some(range.after.unwrap_or(if range.reverse { END } else { 0 }));
            return Ok(HistoryPage { events: Vec::new(), next });
        };
        let window = Arc::new(Mutex::new(window));
        let observer = ObserverHandle::from(Seen(Arc::clone(&window)));
        let mut steps = Steps::new(self, &known.places, known.kept.before(from), Some(observer))?;
        while steps.step()? && !lock(&window).is_complete(steps.events()) {}
        drop(steps);
        let window = std::mem::replace(&mut *lock(&window), Window::first_after(0, bounds));
        Ok(window.into_page())
    }

    /// Makes the checkpoints that are due up to the event after which a page begins, or to the one
    /// that leaves this many to the end. Returns that event; `None` if the time is over.
    fn seek(
        &self,
        from: Option<u64>,
        most: u64,
        known: &mut Known,
    ) -> Result<Option<u64>, CallError> {
        let Known { places, kept, .. } = known;
        if let Some(from) = from
            && !kept.is_due(from)
        {
            return Ok(Some(from));
        }
        let deadline = Instant::now() + PATIENCE;
        let mut is_nearer = false;
        let checkpoint = kept.before(from.unwrap_or(u64::MAX));
        let mut steps = Steps::new(self, places, checkpoint, self.counter())?;
        while from.is_none_or(|from| steps.events() <= from) && steps.step()? {
            if kept.is_due(steps.events())
                && let Some(run) = steps.run()
            {
                is_nearer |= kept.add(&steps.checkpoint(), run);
            }
            if is_nearer && Instant::now() >= deadline {
                return Ok(None);
            }
        }
        Ok(Some(from.unwrap_or_else(|| steps.events().saturating_sub(most))))
    }

    /// An observer with which all events are counted: those of SM4C are not without one.
    fn counter(&self) -> Option<ObserverHandle> {
        let is_sm4c = self.versions.machine(self.version)?.0.sm4c.is_some();
        is_sm4c.then(|| ObserverHandle::from(Ignored))
    }
}

/// The events of a page.
struct Window {
    /// The events that may be in it.
    first: u64,
    last: u64,
    /// It keeps the last events, not the first ones.
    keeps_last: bool,
    bounds: Bounds,
    events: VecDeque<HistoryEvent>,
    bytes: u64,
    /// There are more events in its direction.
    has_more: bool,
}

impl Window {
    fn first_after(after: u64, bounds: Bounds) -> Self {
        let (events, bytes) = (VecDeque::new(), 0);
        let (first, last) = (after.saturating_add(1), u64::MAX);
        Self { first, last, keeps_last: false, bounds, events, bytes, has_more: false }
    }

    fn last_until(last: u64, bounds: Bounds) -> Self {
        Self { first: 0, last, keeps_last: true, ..Self::first_after(0, bounds) }
    }

    fn take(&mut self, event: &HistoryEvent) {
        if event.id < self.first || event.id > self.last {
            return;
        }
        if !self.keeps_last && self.is_full() {
            self.has_more = true;
            return;
        }
        self.bytes += size(event);
        self.events.push_back(event.clone());
        while self.keeps_last && self.events.len() > 1 && self.is_beyond() {
            let oldest = self.events.pop_front();
            self.bytes -= oldest.as_ref().map_or(0, size);
        }
    }

    fn is_full(&self) -> bool {
        self.events.len() >= self.bounds.events || self.bytes >= self.bounds.bytes
    }

    fn is_beyond(&self) -> bool {
        self.events.len() > self.bounds.events || self.bytes > self.bounds.bytes
    }

    /// Returns true if no later event belongs to it, when this many have happened.
    fn is_complete(&self, events: u64) -> bool {
        if self.keeps_last { events >= self.last } else { self.has_more }
    }

    fn into_page(self) -> HistoryPage {
        let Self { keeps_last, mut events, has_more, .. } = self;
        let next = if keeps_last {
            events.make_contiguous().reverse();
            events.back().map(|first| first.id).filter(|first| *first > 1)
        } else {
            events.back().filter(|_| has_more).map(|last| last.id)
        };
        HistoryPage { events: events.iter().map(HistoryEvent::to_json).collect(), next }
    }
}

/// Gives the events of a replay to a window.
struct Seen(Arc<Mutex<Window>>);

impl Observer for Seen {
    fn event(&self, _: &Subject, event: &HistoryEvent) {
        lock(&self.0).take(event);
    }
}

/// Ignores the events of a replay.
struct Ignored;

impl Observer for Ignored {
    fn event(&self, _: &Subject, _: &HistoryEvent) {}
}

/// The size of an event's data in bytes, approximately.
fn size(event: &HistoryEvent) -> u64 {
    let details = &event.details;
    let values = [&details.input, &details.output, &details.assigned_variables];
    let values: u64 = values.into_iter().flatten().map(Value::size).sum();
    let texts =
        [&details.error, &details.cause].into_iter().flatten().map(|text| text.len() as u64);
    values + texts.sum::<u64>() + 200
}
