//! Restores executions from their records on disk.

use serde::de::DeserializeOwned;

use asl_runtime::__engine::Migration;
use asl_runtime::execution::{Execution, Input, RestoreOptions, Snapshot};
use asl_runtime::history::ObserverHandle;
use asl_runtime::machine::Machine;
use asl_runtime::value::Text;
use asl_runtime::versions::Outline;

use super::super::chain::{self, Broken, Chain, Whereabouts};
use super::super::disk::Disk;
use super::super::index::{NOWHERE, Slot};
use super::super::record::{Kind, Owned, Record, SnapshotHead, StartBody, StartHead, read_input};
use super::super::versions::Versions;
use super::super::{CallError, State, StoreError};
use super::Core;
use super::active::Active;
use super::apply::length;
use super::start;

/// Reads the records of an execution, oldest first, beginning with the last one that `is_enough` or
/// with its start.
pub(super) fn read_chain<D: Disk>(
    core: &Core<D>,
    slot: Slot,
    is_enough: impl Fn(Kind) -> bool,
) -> Result<Chain, CallError> {
    let at = whereabouts(core, slot)?;
    let chain = chain::follow(at, |position| core.journal.read(position), is_enough)
        .map_err(|broken| InCore(core, slot).broken(broken))?;
    let limit = core.options.largest_record;
    match chain.records.iter().map(|record| record.bytes().len()).max() {
        Some(bytes) if bytes > limit => {
            Err(CallError::TooLarge { id: id_of(core, slot), bytes, limit })
        }
        Some(_) | None => Ok(chain),
    }
}

fn whereabouts<D: Disk>(core: &Core<D>, slot: Slot) -> Result<Whereabouts, StoreError> {
    let entry = core.index.entry(slot);
    let entry = entry.ok_or_else(|| unreadable(core, slot, "it is not in the index"))?;
    Ok(entry.whereabouts())
}

/// The store's directory.
pub(super) fn path<D: Disk>(core: &Core<D>) -> String {
    core.journal.disk().name("")
}

/// An error for contents that cannot have been written by this version.
pub(super) fn unreadable<D: Disk>(
    core: &Core<D>,
    slot: Slot,
    why: impl Into<String>,
) -> StoreError {
    InCore(core, slot).unreadable(why)
}

/// The id of an execution, for messages.
fn id_of<D: Disk>(core: &Core<D>, slot: Slot) -> Text {
    let number = core.index.entry(slot).map(|entry| entry.number);
    let id = core.index.after("").find(|(_, other, _)| *other == slot).map(|(id, _, _)| id.clone());
    id.or(number.map(|number| Text::new(format!("number {number}")))).unwrap_or_default()
}

/// The start record of an execution, and true if all its inputs were kept.
pub(super) fn start_of<D: Disk>(
    core: &Core<D>,
    slot: Slot,
) -> Result<(StartBody, bool), CallError> {
    let first = chain::first(whereabouts(core, slot)?, |position| core.journal.read(position));
    let (first, is_complete) = first.map_err(|broken| InCore(core, slot).broken(broken))?;
    let (bytes, limit) =
        (first.as_ref().map_or(0, |first| first.bytes().len()), core.options.largest_record);
    if bytes > limit {
        return Err(CallError::TooLarge { id: id_of(core, slot), bytes, limit });
    }
    let head = first.as_ref().and_then(|record| StartHead::read(record.record().body));
    let head = head.ok_or_else(|| unreadable(core, slot, "the record of its start is missing"))?;
    let body = read_json(head.json).map_err(|error| unreadable(core, slot, error))?;
    Ok((body, is_complete))
}

/// The machine of an execution, if it is registered.
pub(super) fn check_machine<D: Disk>(
    core: &Core<D>,
    slot: Slot,
) -> Result<&'static Machine, CallError> {
    let number = core.index.entry(slot).map_or(u16::MAX, |entry| entry.version);
    machine(core, slot, number)
}

/// The machine of a version, if it is registered.
pub(super) fn machine<D: Disk>(
    core: &Core<D>,
    slot: Slot,
    number: u16,
) -> Result<&'static Machine, CallError> {
    InCore(core, slot).machine(number)
}

/// The needs of a replay besides the records of an execution.
pub(super) trait Replays {
    /// The id of the execution, for messages.
    fn id(&self) -> Text;

    /// The store's directory.
    fn path(&self) -> String;

    fn versions(&self) -> &Versions;

    /// Maximum transitions of a turn.
    fn fuel(&self) -> u32;

    /// True if an execution is left out while it was in versions that are not registered, so that
    /// only its later part is replayed.
    fn leaves_out_others(&self) -> bool {
        false
    }

    /// The machine of a version, if it is registered.
    fn machine(&self, number: u16) -> Result<&'static Machine, CallError> {
        if let Some((machine, _)) = self.versions().machine(number) {
            return Ok(machine);
        }
        let Some(version) = self.versions().get(number) else {
            let why = format!("it runs in version {number}, which no record names");
            return Err(self.unreadable(why).into());
        };
        let (machine, version) = (version.name.clone(), version.hash.into());
        Err(CallError::WaitsForMachine { id: self.id(), machine, version })
    }

    /// An error for contents that cannot have been written by this version.
    fn unreadable(&self, why: impl Into<String>) -> StoreError {
        StoreError::Unreadable { path: self.path(), id: self.id(), why: why.into() }
    }

    /// The error of a chain that cannot be followed.
    fn broken(&self, broken: Broken) -> StoreError {
        match broken {
            Broken::Journal(error) => error.into(),
            Broken::Unreadable(why) => self.unreadable(why),
        }
    }
}

/// An execution of a store.
pub(super) struct InCore<'c, D: Disk>(pub(super) &'c Core<D>, pub(super) Slot);

impl<D: Disk> Replays for InCore<'_, D> {
    fn id(&self) -> Text {
        id_of(self.0, self.1)
    }

    fn path(&self) -> String {
        path(self.0)
    }

    fn versions(&self) -> &Versions {
        &self.0.versions
    }

    fn fuel(&self) -> u32 {
        self.0.options.fuel
    }
}

/// Restores an execution from its records.
pub(super) fn replay<D: Disk>(
    core: &Core<D>,
    slot: Slot,
    records: &[Owned],
) -> Result<Execution, CallError> {
    replay_watched(core, slot, records, |_, _| ())
}

/// Restores an execution from its records. Each record is seen before it is applied.
pub(super) fn replay_watched<D: Disk>(
    core: &Core<D>,
    slot: Slot,
    records: &[Owned],
    mut seen: impl FnMut(&Execution, Record<'_>),
) -> Result<Execution, CallError> {
    let of = InCore(core, slot);
    let mut run: Option<Execution> = None;
    for owned in records {
        let record = owned.record();
        if let Some(run) = &run {
            seen(run, record);
        }
        let turns = replay_record(&of, record, &mut run, None)?;
        for _ in 0..turns {
            replay_turn(run.as_mut(), record.now);
        }
    }
    run.ok_or_else(|| of.unreadable("the record of its start is missing").into())
}

/// Replays a record, without the turns that follow its input. Returns their number.
pub(super) fn replay_record(
    of: &impl Replays,
    record: Record<'_>,
    run: &mut Option<Execution>,
    observer: Option<ObserverHandle>,
) -> Result<u8, CallError> {
    let mut turns = 0;
    match record.kind {
        Kind::Start | Kind::Snapshot | Kind::Migrated if is_left_out(of, record) => *run = None,
        Kind::Start => *run = Some(replay_start(of, record, observer)?),
        Kind::Snapshot if run.is_some() => {}
        Kind::Snapshot | Kind::Migrated => *run = Some(replay_snapshot(of, record, observer)?),
        Kind::Input | Kind::Redrive if run.is_none() && of.leaves_out_others() => {}
        Kind::Input | Kind::Redrive => {
            let run =
                run.as_mut().ok_or_else(|| of.unreadable("an input comes before its start"))?;
            let input;
            (input, turns) = input_of(of, record)?;
            run.apply(input, record.now);
        }
        Kind::End => {}
        Kind::Version | Kind::Types | Kind::Origin | Kind::Purge | Kind::Bundle => {
            return Err(of.unreadable("a record is where it cannot be").into());
        }
    }
    run.iter_mut().for_each(drop_commands);
    Ok(turns)
}

/// Returns true if an execution is left out while it was in the version of this record.
fn is_left_out(of: &impl Replays, record: Record<'_>) -> bool {
    let is_missing = |number| of.versions().machine(number).is_none();
    of.leaves_out_others() && record.version().is_some_and(is_missing)
}

/// Replays a turn that an execution without fuel got at this time.
pub(super) fn replay_turn(run: Option<&mut Execution>, now: u64) {
    if let Some(run) = run {
        run.apply(Input::Advance, now);
        drop_commands(run);
    }
}

/// Drops the commands of an execution: what they ask for was done before.
pub(super) fn drop_commands(run: &mut Execution) {
    while run.next_command().is_some() {}
}

/// Starts an execution as its record says.
fn replay_start(
    of: &impl Replays,
    record: Record<'_>,
    observer: Option<ObserverHandle>,
) -> Result<Execution, CallError> {
    let head = StartHead::read(record.body)
        .ok_or_else(|| of.unreadable("the record of its start is cut off"))?;
    let body: StartBody = read_json(head.json).map_err(|error| of.unreadable(error))?;
    let (input, mut options) = body.into_options(head.id.into(), record.now, of.fuel());
    options.observer = observer;
    Ok(Execution::start(of.machine(head.version)?, input, options))
}

/// Restores an execution as it is in a record.
fn replay_snapshot(
    of: &impl Replays,
    record: Record<'_>,
    observer: Option<ObserverHandle>,
) -> Result<Execution, CallError> {
    let head =
        SnapshotHead::read(record.body).ok_or_else(|| of.unreadable("a snapshot is cut off"))?;
    let machine = of.machine(head.version)?;
    let snapshot = read_snapshot(of, head.json)?;
    let snapshot = if snapshot.machine_hash() == machine.hash {
        snapshot
    } else {
        // The machine stands in for another version.
        restated(of, head.version, snapshot, machine)?
    };
    let mut run = restore_snapshot(of, machine, snapshot, record.now, observer)?;
    if let Some(before) = head.before.and_then(|before| of.versions().get(before)) {
        run.show_migrated(before.hash.into());
    }
    Ok(run)
}

/// The snapshot of another version as one of the machine that stands in for it.
fn restated(
    of: &impl Replays,
    number: u16,
    snapshot: Snapshot,
    machine: &'static Machine,
) -> Result<Snapshot, StoreError> {
    let before = of.versions().origin(number);
    let before = before.and_then(|origin| Outline::from_text(&origin.outline));
    let before = before.ok_or_else(|| of.unreadable("a version has no outline"))?;
    let after = Outline::new(machine);
    let restated = Migration::new(&before, &after).restate(snapshot, machine);
    restated.map(|(snapshot, _)| snapshot).map_err(|error| of.unreadable(error.to_string()))
}

/// The snapshot of this JSON.
pub(super) fn read_snapshot(of: &impl Replays, json: &[u8]) -> Result<Snapshot, StoreError> {
    let text = std::str::from_utf8(json).map_err(|error| of.unreadable(error.to_string()))?;
    Snapshot::from_json_str(text).map_err(|error| of.unreadable(error.to_string()))
}

/// Restores an execution from the JSON of a snapshot.
pub(super) fn restore(
    of: &impl Replays,
    machine: &'static Machine,
    json: &[u8],
    now: u64,
    observer: Option<ObserverHandle>,
) -> Result<Execution, CallError> {
    let snapshot = read_snapshot(of, json)?;
    restore_snapshot(of, machine, snapshot, now, observer)
}

fn restore_snapshot(
    of: &impl Replays,
    machine: &'static Machine,
    snapshot: Snapshot,
    now: u64,
    observer: Option<ObserverHandle>,
) -> Result<Execution, CallError> {
    let options = RestoreOptions::default().now(now).fuel(of.fuel()).observer(observer);
    let mut run = Execution::restore(machine, snapshot, options)
        .map_err(|error| of.unreadable(error.to_string()))?;
    drop_commands(&mut run);
    Ok(run)
}

/// The input of a record, and the number of turns that follow it.
pub(super) fn input_of(of: &impl Replays, record: Record<'_>) -> Result<(Input, u8), StoreError> {
    let (json, turns) =
        read_input(record.body).ok_or_else(|| of.unreadable("an input is not UTF-8"))?;
    let input = Input::from_json_str(json).map_err(|error| of.unreadable(error.to_string()))?;
    Ok((input, turns))
}

/// Loads an execution into memory. Its open operations are started again, unless it was parked
/// while they were in progress.
pub(super) fn activate<D: Disk>(core: &mut Core<D>, slot: Slot) -> Result<(), CallError> {
    let Some(entry) = core.index.entry(slot).filter(|entry| entry.active == NOWHERE) else {
        return Ok(());
    };
    let (is_parked, has_work, until) = (entry.is_parked, entry.has_work, entry.until);
    let machine = check_machine(core, slot)?;
    let Chain { records, .. } = read_chain(core, slot, Kind::is_whole)?;
    let mut run = replay(core, slot, &records)?;
    // Restore it once more, so that it requests all its open operations.
    let options = active_options(core);
    run = Execution::restore(machine, run.snapshot(), options)
        .map_err(|error| unreadable(core, slot, error.to_string()))?;
    let last_input = records.last().map(|record| record.record().now);
    let since = last_input.filter(|_| !is_parked).unwrap_or(core.now);
    let mut active = Active::new(slot, run, since);
    active.inputs = u32::try_from(records.len() - 1).unwrap_or(u32::MAX);
    let whole = records.first().filter(|record| record.record().kind != Kind::Start);
    active.snapshot_bytes = whole.map_or(0, |record| length(record.bytes()));
    active.is_clean = is_parked;
    let place = core.actives.add(active);
    if is_parked {
        core.timers.unpark(slot, until);
        core.parked = core.parked.saturating_sub(1);
    }
    if let Some(entry) = core.index.entry_mut(slot) {
        entry.active = place;
        if is_parked {
            (entry.is_parked, entry.has_work, entry.until) = (false, false, 0);
        }
    }
    let actions = core.actions.len();
    start::fetch(core, slot);
    if has_work {
        core.actions.truncate(actions);
    }
    if core.index.entry(slot).is_some_and(|entry| entry.state == State::Running) {
        core.watch(slot);
    }
    Ok(())
}

/// Options of executions in memory.
pub(super) fn active_options<D: Disk>(core: &Core<D>) -> RestoreOptions {
    let (fuel, observer) = (core.options.fuel, core.observer());
    RestoreOptions::default().now(core.now).fuel(fuel).observer(observer).is_traced(true)
}

/// Parses a record body. Data may be nested deeper than `serde_json`'s own limit allows; `Value`
/// has a limit of its own.
pub(super) fn read_json<T: DeserializeOwned>(json: &[u8]) -> Result<T, String> {
    let mut reader = serde_json::Deserializer::from_slice(json);
    reader.disable_recursion_limit();
    let read = T::deserialize(&mut reader).map_err(|error| error.to_string())?;
    reader.end().map_err(|error| error.to_string())?;
    Ok(read)
}
