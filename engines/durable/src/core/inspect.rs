//! Reads a store that another process may have open.

use std::collections::BTreeMap;
use std::time::SystemTime;

use asl_runtime::error::Failure;
use asl_runtime::execution::{Input, Snapshot};
use asl_runtime::machine::Machine;
use asl_runtime::value::{Text, Value};
use asl_runtime::versions::{Outline, Version};

use super::super::disk::Disk;
#[cfg(feature = "messages")]
use super::super::disk::ExecutionRow;
use super::super::index::{Entry, NEVER, Slot};
use super::super::journal::{Journal, Position};
use super::super::record::{EndHead, Kind, Record, SnapshotHead, StartBody, StartHead, read_input};
use super::super::{
    CallError, Description, Forecast, List, Options, Page, State, StoreError, StoredVersion,
    Summary, time,
};
use super::open::Scan;
use super::replay::{self, read_json};
#[cfg(feature = "messages")]
use super::rows;
use super::{Core, forecast, queries};

/// Maximum number of problems that a verification lists.
const MOST_PROBLEMS: usize = 1_000;

/// Figures of a store.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Statistics {
    /// Number of executions, by machine, version and status.
    pub executions: Vec<MachineCount>,
    /// Bytes of the journal.
    pub bytes: u64,
    /// Bytes of records that are still needed; the rest is garbage, which a compaction removes.
    pub needed_bytes: u64,
    /// Number of the journal's files.
    pub files: usize,
    /// Number of parked executions, without those whose tasks were running.
    pub parked: usize,
    /// Number of parked executions that a timer will wake.
    pub timers: usize,
    /// Time of the first of these timers.
    pub next_timer: Option<SystemTime>,
    /// The unfinished execution that started first.
    pub oldest: Option<Summary>,
}

/// Number of executions of one version of a machine with one status.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct MachineCount {
    /// Name of the machine.
    pub machine: Text,
    /// The version.
    pub version: Version,
    /// The status.
    pub state: State,
    /// Number of executions.
    pub count: usize,
}

/// The result of a verification. Damage of the files is an error of opening instead.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Verified {
    /// Number of executions.
    pub executions: usize,
    /// Number of records that were read for them.
    pub records: usize,
    /// Bytes of the journal that were read, each against its checksum.
    pub bytes: u64,
    /// The file, the offset and the bytes of a commit at the end that is not whole: another process
    /// is writing it, or a crash has interrupted it. It was never acknowledged.
    pub unfinished: Option<(String, u64, u64)>,
    /// Executions whose records contradict each other, at most 1,000.
    pub problems: Vec<Problem>,
}

/// An execution whose records contradict each other, although their checksums fit.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Problem {
    /// The execution.
    pub id: Text,
    /// Position of its last record.
    pub position: Position,
    /// The reason.
    pub why: String,
}

impl Statistics {
    /// The figures of two parts of a store.
    pub(crate) fn merged(mut self, other: Self) -> Self {
        for of in other.executions {
            let same = self.executions.iter_mut().find(|known| {
                (&known.machine, known.version, known.state) == (&of.machine, of.version, of.state)
            });
            match same {
                Some(known) => known.count += of.count,
                None => self.executions.push(of),
            }
        }
        self.executions.sort_by(|a, b| a.machine.cmp(&b.machine));
        let next = self.next_timer.into_iter().chain(other.next_timer).min();
        let oldest = self.oldest.into_iter().chain(other.oldest);
        Self {
            executions: self.executions,
            bytes: self.bytes + other.bytes,
            needed_bytes: self.needed_bytes + other.needed_bytes,
            files: self.files + other.files,
            parked: self.parked + other.parked,
            timers: self.timers + other.timers,
            next_timer: next,
            oldest: oldest.min_by_key(|summary| summary.started),
        }
    }
}

impl Verified {
    /// The result of two parts of a store.
    pub(crate) fn merged(mut self, mut other: Self) -> Self {
        self.problems.append(&mut other.problems);
        self.problems.truncate(MOST_PROBLEMS);
        Self {
            executions: self.executions + other.executions,
            records: self.records + other.records,
            bytes: self.bytes + other.bytes,
            unfinished: self.unfinished.or(other.unfinished),
            problems: self.problems,
        }
    }
}

impl<D: Disk> Core<D> {
    /// The rows of all executions.
    #[cfg(feature = "messages")]
    pub(crate) fn rows(&self) -> Vec<ExecutionRow> {
        rows::all(self)
    }

    /// Reads a store, and changes nothing.
    ///
    /// # Errors
    /// The directory is no store or cannot be read, a file is damaged, or the directory changed
    /// meanwhile.
    pub fn inspect(disk: D, now: u64) -> Result<Self, StoreError> {
        let options = Options::default();
        let mut scan = Scan::new(disk.name(""), &[], &options);
        let journal = Journal::inspect(disk, |position, bytes| scan.record(position, bytes))?;
        let mut core = scan.into_core(journal, &options, now);
        core.is_inspected = true;
        Ok(core)
    }

    /// Registers the machines whose executions can be replayed.
    pub fn register(&mut self, machines: Vec<&'static Machine>) {
        self.versions.register(machines);
    }

    /// See [`queries::list`].
    pub fn list(&self, list: &List) -> Page {
        queries::list(self, list)
    }

    /// See [`queries::describe`].
    pub fn describe(&self, id: &str) -> Result<Description, CallError> {
        queries::describe(self, id)
    }

    /// See [`queries::versions`].
    pub fn stored_versions(&self) -> Vec<StoredVersion> {
        queries::versions(self)
    }

    /// See [`forecast::forecast`].
    pub fn forecast(&self, machine: &str, version: Version, outline: &Outline) -> Vec<Forecast> {
        forecast::forecast(self, machine, version, outline)
    }

    /// Figures of the store.
    pub fn statistics(&self) -> Statistics {
        let mut counts: BTreeMap<_, usize> = BTreeMap::new();
        let mut oldest: Option<(&Text, Slot, &Entry)> = None;
        let mut told = Statistics {
            bytes: self.journal.stats().size,
            needed_bytes: self.index.bytes(),
            files: self.journal.segments(),
            ..Statistics::default()
        };
        let mut next = NEVER;
        for (id, slot, entry) in self.index.after("") {
            *counts.entry((entry.version, entry.state)).or_default() += 1;
            if entry.state.is_over() {
                continue;
            }
            if oldest.is_none_or(|(_, _, oldest)| entry.started < oldest.started) {
                oldest = Some((id, slot, entry));
            }
            if entry.is_parked {
                told.parked += 1;
                told.timers += usize::from(entry.until != NEVER);
                next = next.min(entry.until);
            }
        }
        told.next_timer = (next != NEVER).then(|| time::system(next));
        told.oldest = oldest.map(|(id, slot, entry)| queries::summary(self, id, slot, entry));
        told.executions = counts
            .into_iter()
            .map(|((version, state), count)| {
                let version = self.versions.get(version);
                MachineCount {
                    machine: version.map(|version| version.name.clone()).unwrap_or_default(),
                    version: version.map(|version| version.hash.into()).unwrap_or_default(),
                    state,
                    count,
                }
            })
            .collect();
        told.executions.sort_by(|a, b| a.machine.cmp(&b.machine));
        told
    }

    /// Reads all records of all executions, and replays the executions whose machines are
    /// registered.
    pub fn verify(&self) -> Verified {
        let recovery = self.journal.recovery();
        let mut verified = Verified {
            executions: self.index.len(),
            bytes: recovery.bytes,
            unfinished: recovery.torn.clone(),
            ..Verified::default()
        };
        for (id, slot, entry) in self.index.after("") {
            match verify(self, slot, entry) {
                Ok(records) => verified.records += records,
                Err(_) if verified.problems.len() >= MOST_PROBLEMS => {}
                Err(error) => verified.problems.push(Problem {
                    id: id.clone(),
                    position: entry.last,
                    why: error.to_string(),
                }),
            }
        }
        verified
    }
}

/// Reads all records of an execution. Returns their number.
fn verify<D: Disk>(core: &Core<D>, slot: Slot, entry: &Entry) -> Result<usize, CallError> {
    let chain = replay::read_chain(core, slot, |kind| kind == Kind::Start)?;
    for owned in &chain.records {
        check_body(&owned.record()).map_err(|why| replay::unreadable(core, slot, why))?;
    }
    if chain.is_complete && core.versions.machine(entry.version).is_some() {
        let run = match replay::replay(core, slot, &chain.records) {
            // It has moved, and the machine of an earlier version is not registered.
            Err(CallError::WaitsForMachine { .. }) => return Ok(chain.records.len()),
            run => run?,
        };
        if run.has_ended() != entry.state.is_over() {
            let why = "its inputs do not lead to the end that is recorded";
            return Err(replay::unreadable(core, slot, why).into());
        }
    }
    Ok(chain.records.len())
}

/// Reads the body of a record.
fn check_body(record: &Record<'_>) -> Result<(), String> {
    match record.kind {
        Kind::Start => {
            let head = StartHead::read(record.body).ok_or("the record of its start is cut off")?;
            read_json::<StartBody>(head.json).map(drop)
        }
        Kind::Input | Kind::Redrive => {
            let (json, _) = read_input(record.body).ok_or("an input is not UTF-8")?;
            Input::from_json_str(json).map(drop).map_err(|error| error.to_string())
        }
        Kind::Snapshot | Kind::Migrated => {
            let head = SnapshotHead::read(record.body).ok_or("a snapshot is cut off")?;
            let json = std::str::from_utf8(head.json).map_err(|error| error.to_string())?;
            Snapshot::from_json_str(json).map(drop).map_err(|error| error.to_string())
        }
        Kind::End => {
            let head = EndHead::read(record.body).ok_or("the record of its end is cut off")?;
            match head.state {
                State::Succeeded => read_json::<Value>(head.json).map(drop),
                State::Running
                | State::WaitsForMachine
                | State::Failed
                | State::TimedOut
                | State::Aborted => read_json::<Failure>(head.json).map(drop),
            }
        }
        Kind::Version | Kind::Types | Kind::Origin | Kind::Purge | Kind::Bundle => {
            Err("a record is where it cannot be".to_owned())
        }
    }
}
