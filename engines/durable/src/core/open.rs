//! Opens a store. One pass over the journal fills the index; only executions that were active are
//! loaded into memory.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use serde::Deserialize;

use asl_runtime::__engine::{SpareCommands, Withheld};
use asl_runtime::execution::keyed_number;
use asl_runtime::machine::Machine;
use asl_runtime::value::Text;

use super::super::disk::Disk;
use super::super::index::{Entry, Found, Index, NO_NAME, NOWHERE, Slot};
use super::super::journal::{Journal, JournalOptions, Position};
use super::super::record::{
    EndHead, Kind, Origin, Record, SnapshotHead, StartHead, read_bundle, read_types, read_version,
};
use super::super::versions::Versions;
use super::super::{Action, CallError, Options, State, StoreError};
use super::Core;
use super::active::Actives;
use super::apply::length;
use super::{children, moves, park, replay, unfit};

/// The result of one pass over the journal.
pub(super) struct Scan {
    path: String,
    index: Index,
    versions: Versions,
    /// The slot of each execution number.
    slots: HashMap<u64, Slot>,
    /// Children: their numbers, and the numbers of their parents and of the parents' operations.
    parents: Vec<(u64, u64, u64)>,
    /// Detached calls of finished executions that are still to be made.
    detached: HashMap<Slot, u32>,
    /// Bytes of each execution's last snapshot.
    snapshots: HashMap<Slot, u32>,
    number: u64,
    now: u64,
    keep_history: bool,
}

impl<D: Disk> Core<D> {
    /// Opens a store, or creates it. Every unfinished execution continues, and the first actions
    /// repeat its open operations.
    ///
    /// # Errors
    /// The directory is no store, is in use, or cannot be written; a file is damaged; or unfinished
    /// executions need machines that are not given.
    pub fn open(
        disk: D,
        machines: &[&'static Machine],
        options: &Options,
        now: u64,
    ) -> Result<(Self, Vec<Action>), StoreError> {
        let mut scan = Scan::new(disk.name(""), machines, options);
        let seed = options.seed.unwrap_or_else(asl_runtime::__engine::random_seed);
        let journal_options = JournalOptions {
            id: store_id(seed),
            segment_bytes: options.segment_bytes,
            ..JournalOptions::default()
        };
        let journal =
            Journal::open(disk, journal_options, |position, bytes| scan.record(position, bytes))?;
        let links = std::mem::take(&mut scan.parents);
        let slots = std::mem::take(&mut scan.slots);
        let detached = std::mem::take(&mut scan.detached);
        let mut core = scan.into_core(journal, options, now);
        let plans = moves::plan_moves(&mut core, &detached)?;
        core.unfit = unfit::compare_types(&mut core, &plans)?;
        if options.refuse_unfit_data && !core.unfit.is_empty() {
            let (path, unfit) = (replay::path(&core), core.unfit);
            return Err(StoreError::UnfitData { path, unfit });
        }
        moves::perform_moves(&mut core, plans)?;
        let parents: BTreeSet<u64> = links.iter().map(|(_, parent, _)| *parent).collect();
        core.go_on_after_opening(&detached, &parents)?;
        let links = links.into_iter().filter_map(|(child, parent, serial)| {
            let (slot, number) = (*slots.get(&child)?, child);
            let is_open = core.index.entry(slot).is_some_and(|entry| entry.state == State::Running);
            is_open.then(|| {
                ((slot, number), parent, slots.get(&parent).copied().unwrap_or(NOWHERE), serial)
            })
        });
        let links = links.collect();
        children::adopt(&mut core, links);
        let actions = std::mem::take(&mut core.actions);
        Ok((core, actions))
    }

    /// Loads active executions into memory, and sets the wake times of parked ones. Those of the
    /// numbers in `parents` stay in memory: their children are compared with them.
    fn go_on_after_opening(
        &mut self,
        detached: &HashMap<Slot, u32>,
        parents: &BTreeSet<u64>,
    ) -> Result<(), StoreError> {
        let all: Vec<Slot> = self.index.after("").map(|(_, slot, _)| slot).collect();
        for slot in all {
            let Some(entry) = self.index.entry(slot) else { continue };
            if self.versions.machine(entry.version).is_none() {
                continue;
            }
            let is_parent = parents.contains(&entry.number);
            let is_at_work = match entry.state {
                State::Running if entry.is_parked => {
                    self.timers.park(slot, entry.until);
                    self.parked += 1;
                    false
                }
                State::Running => true,
                State::WaitsForMachine
                | State::Succeeded
                | State::Failed
                | State::TimedOut
                | State::Aborted => detached.get(&slot).is_some_and(|calls| *calls > 0),
            };
            if !is_at_work {
                continue;
            }
            match replay::activate(self, slot) {
                // It may have ended without a record of its end.
                Ok(()) => {
                    self.look_after(slot)?;
                    if !is_parent {
                        park::park_after_opening(self, slot);
                    }
                }
                // Calls about this execution return the error. The others continue.
                Err(CallError::TooLarge { .. }) => {}
                Err(CallError::Store(error)) => return Err(error),
                Err(error) => unreachable!("its machine is there: {error}"),
            }
        }
        Ok(())
    }
}

impl Scan {
    pub(super) fn new(path: String, machines: &[&'static Machine], options: &Options) -> Self {
        Self {
            path,
            index: Index::default(),
            versions: Versions::new(machines),
            slots: HashMap::new(),
            parents: Vec::new(),
            detached: HashMap::new(),
            snapshots: HashMap::new(),
            number: 0,
            now: 0,
            keep_history: options.keep_history,
        }
    }

    /// The store with nothing in memory but the index.
    pub(super) fn into_core<D: Disk>(
        self,
        journal: Journal<D>,
        options: &Options,
        now: u64,
    ) -> Core<D> {
        let Self { mut index, versions, number, now: last, .. } = self;
        index.recount();
        let rows = journal.disk().keeps_rows().then(|| super::rows::Rows::new(&index));
        Core {
            journal,
            options: options.clone(),
            versions,
            checkpoints: Arc::default(),
            index,
            actives: Actives::default(),
            timers: super::Timers::default(),
            runnable: super::VecDeque::new(),
            children: children::Children::default(),
            waiters: super::end::Waiters::default(),
            observed: options.observer.clone().map(Withheld::new),
            actions: Vec::new(),
            pending: 0,
            commands: SpareCommands::default(),
            scratch: Vec::new(),
            input_text: Vec::new(),
            number,
            now: now.max(last),
            sweep: park::Sweep::default(),
            parked: 0,
            tried: 0,
            is_compacting: false,
            is_inspected: false,
            unfit: Vec::new(),
            rows,
            broken: None,
        }
    }

    pub(super) fn record(&mut self, position: Position, bytes: &[u8]) -> Result<(), StoreError> {
        let read = self.see(position, bytes);
        read.map_err(|why| StoreError::Unreadable {
            path: self.path.clone(),
            id: Text::default(),
            why: format!("{why}, at {position}"),
        })
    }

    fn see(&mut self, position: Position, bytes: &[u8]) -> Result<(), &'static str> {
        let record = Record::read(bytes).ok_or("a record is of no known kind")?;
        self.now = self.now.max(record.now);
        match record.kind {
            Kind::Version => {
                let (hash, name) = read_version(record.body).ok_or("a version is cut off")?;
                self.versions.read(hash, name);
                return Ok(());
            }
            Kind::Types => {
                let texts = read_types(record.body).ok_or("types are cut off")?;
                let number = u16::try_from(record.number).ok();
                let is_set = number.is_some_and(|number| self.versions.set_types(number, texts));
                return is_set.then_some(()).ok_or("types are of a version that no record names");
            }
            Kind::Origin => {
                let origin = Origin::read(record.body).ok_or("an origin is cut off")?;
                let number = u16::try_from(record.number).ok();
                let is_set = number.is_some_and(|number| self.versions.set_origin(number, origin));
                return is_set
                    .then_some(())
                    .ok_or("an origin is of a version that no record names");
            }
            Kind::Bundle => {
                let bundle = read_bundle(record.body).ok_or("a bundle is cut off")?;
                for part in bundle.records {
                    self.part(position, part)?;
                }
                let slot = *self.slots.get(&record.number).ok_or("a bundle is empty")?;
                if let Some(entry) = self.index.entry_mut(slot) {
                    entry.base = Some(position);
                }
                return Ok(());
            }
            Kind::Start
            | Kind::Input
            | Kind::Redrive
            | Kind::Snapshot
            | Kind::Migrated
            | Kind::End
            | Kind::Purge => {}
        }
        self.part(position, bytes)
    }

    /// Reads one record of an execution.
    fn part(&mut self, position: Position, bytes: &[u8]) -> Result<(), &'static str> {
        let record = Record::read(bytes).ok_or("a record in a bundle is of no known kind")?;
        if record.kind == Kind::Start {
            return self.start(position, record, bytes);
        }
        let slot = *self
            .slots
            .get(&record.number)
            .ok_or("a record is of an execution that was not started")?;
        let entry =
            self.index.entry_mut(slot).ok_or("a record is of an execution that was purged")?;
        entry.last = position;
        entry.bytes = entry.bytes.saturating_add(length(bytes));
        match record.kind {
            Kind::Input => {
                (entry.is_parked, entry.until) =
                    (false, if entry.state.is_over() { entry.until } else { 0 });
                if entry.state.is_over()
                    && let Some(calls) = self.detached.get_mut(&slot)
                {
                    *calls = calls.saturating_sub(1);
                }
            }
            Kind::Redrive => {
                (entry.state, entry.is_parked, entry.until) = (State::Running, false, 0);
                self.index.add_redrive(slot, record.now);
            }
            Kind::Snapshot | Kind::Migrated => {
                let head = SnapshotHead::read(record.body).ok_or("a snapshot is cut off")?;
                entry.version = head.version;
                if !entry.state.is_over() {
                    (entry.is_parked, entry.until) =
                        (head.parked.is_some(), head.parked.unwrap_or(0));
                }
                let before = self.snapshots.insert(slot, length(bytes)).unwrap_or(0);
                entry.bytes -= if self.keep_history { before } else { entry.bytes - length(bytes) };
            }
            Kind::End => {
                let head = EndHead::read(record.body).ok_or("an end is cut off")?;
                (entry.state, entry.until, entry.is_parked) = (head.state, record.now, false);
                let is_failed = head.state != State::Succeeded;
                let before = self.snapshots.remove(&slot).unwrap_or(0);
                entry.bytes -= if self.keep_history { before } else { entry.bytes - length(bytes) };
                self.detached.insert(slot, head.detached);
                self.index.set_error(slot, is_failed.then(|| error_of(head.json)).flatten());
            }
            Kind::Purge => {
                let id = std::str::from_utf8(record.body).map_err(|_| "an id is not UTF-8")?;
                self.index.remove(id).ok_or("an execution to purge does not exist")?;
                self.slots.remove(&record.number);
                self.detached.remove(&slot);
                self.snapshots.remove(&slot);
            }
            Kind::Version | Kind::Types | Kind::Origin | Kind::Start | Kind::Bundle => {
                return Err("a record is where it cannot be");
            }
        }
        Ok(())
    }

    fn start(
        &mut self,
        position: Position,
        record: Record<'_>,
        bytes: &[u8],
    ) -> Result<(), &'static str> {
        let head = StartHead::read(record.body).ok_or("a start is cut off")?;
        if self.versions.get(head.version).is_none() {
            return Err("an execution runs in a version that no record names");
        }
        let Found::New(slot) = self.index.find_or_reserve(head.id.into()) else {
            return Err("an execution is started twice");
        };
        let entry = Entry {
            number: record.number,
            last: position,
            base: None,
            started: record.now,
            until: 0,
            digest: head.digest,
            bytes: length(bytes),
            active: NOWHERE,
            version: head.version,
            state: State::Running,
            error: NO_NAME,
            label: self.index.name_number(head.label),
            is_parked: false,
            has_work: false,
        };
        self.index.add(slot, entry);
        self.slots.insert(record.number, slot);
        self.number = self.number.max(record.number);
        if let Some((parent, serial)) = head.parent {
            self.parents.push((record.number, parent, serial));
        }
        Ok(())
    }
}

/// The Error Name in the result of an execution that failed.
fn error_of(json: &[u8]) -> Option<Text> {
    #[derive(Deserialize)]
    struct Named {
        error: Option<Text>,
    }
    // A request for the result reports that it cannot be read.
    replay::read_json::<Named>(json).ok()?.error
}

/// The random id of a new store, which distinguishes it from others.
fn store_id(seed: u64) -> [u8; 16] {
    let [high, low] =
        [&b"store"[..], b"rest of store"].map(|part| keyed_number(&seed.to_be_bytes(), part));
    (u128::from(high) << 64 | u128::from(low)).to_be_bytes()
}
