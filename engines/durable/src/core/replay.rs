//! Restores executions from their records on disk.

use serde::de::DeserializeOwned;

use asl_runtime::execution::{Execution, Input, RestoreOptions, Snapshot};
use asl_runtime::history::{History, ObserverHandle};
use asl_runtime::machine::Machine;
use asl_runtime::value::Text;

use super::super::chain::{self, Broken, Chain, Whereabouts};
use super::super::disk::Disk;
use super::super::index::{NOWHERE, Slot};
use super::super::record::{Kind, Owned, Record, SnapshotHead, StartBody, StartHead, read_input};
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
    let Some(entry) = core.index.entry(slot) else {
        return Err(unreadable(core, slot, "it is not in the index").into());
    };
    let at = Whereabouts { number: entry.number, last: entry.last, base: entry.base };
    let chain = chain::follow(at, |position| core.journal.read(position), is_enough);
    let chain = chain.map_err(|broken| match broken {
        Broken::Journal(error) => error.into(),
        Broken::Unreadable(why) => unreadable(core, slot, why),
    })?;
    let limit = core.options.largest_record;
    match chain.records.iter().map(|record| record.bytes().len()).max() {
        Some(bytes) if bytes > limit => {
            Err(CallError::TooLarge { id: id_of(core, slot), bytes, limit })
        }
        Some(_) | None => Ok(chain),
    }
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
    StoreError::Unreadable { path: path(core), id: id_of(core, slot), why: why.into() }
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
    let Chain { records, is_complete } = read_chain(core, slot, |kind| kind == Kind::Start)?;
    let head = records.first().and_then(|record| StartHead::read(record.record().body));
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
    if let Some((machine, _)) = core.versions.machine(number) {
        return Ok(machine);
    }
    let Some(version) = core.versions.get(number) else {
        return Err(unreadable(
            core,
            slot,
            format!("it runs in version {number}, which no record names"),
        )
        .into());
    };
    let id = core.index.after("").find(|(_, other, _)| *other == slot).map(|(id, _, _)| id.clone());
    let (machine, version) = (version.name.clone(), version.hash.into());
    Err(CallError::WaitsForMachine { id: id.unwrap_or_default(), machine, version })
}

/// Restores an execution from its records. It leaves the commands in place; `history` receives the
/// events.
pub(super) fn replay<D: Disk>(
    core: &Core<D>,
    slot: Slot,
    records: &[Owned],
    history: Option<&History>,
) -> Result<Execution, CallError> {
    let mut run: Option<Execution> = None;
    for owned in records {
        let record = owned.record();
        match record.kind {
            Kind::Start => run = Some(replay_start(core, slot, record, history)?),
            Kind::Snapshot if run.is_some() => {}
            Kind::Snapshot | Kind::Migrated => {
                run = Some(replay_snapshot(core, slot, record, history)?);
            }
            Kind::Input | Kind::Redrive => {
                let Some(run) = &mut run else {
                    return Err(unreadable(core, slot, "an input comes before its start").into());
                };
                replay_input(core, slot, record, run)?;
            }
            Kind::End => {}
            Kind::Version | Kind::Purge | Kind::Bundle => {
                return Err(unreadable(core, slot, "a record is where it cannot be").into());
            }
        }
        if let Some(run) = &mut run {
            while run.next_command().is_some() {}
        }
    }
    run.ok_or_else(|| unreadable(core, slot, "the record of its start is missing").into())
}

fn replay_start<D: Disk>(
    core: &Core<D>,
    slot: Slot,
    record: Record<'_>,
    history: Option<&History>,
) -> Result<Execution, CallError> {
    let head = StartHead::read(record.body)
        .ok_or_else(|| unreadable(core, slot, "the record of its start is cut off"))?;
    let body: StartBody = read_json(head.json).map_err(|error| unreadable(core, slot, error))?;
    let (input, mut options) = body.into_options(head.id.into(), record.now, core.options.fuel);
    options.observer = history.cloned().map(ObserverHandle::from);
    Ok(Execution::start(machine(core, slot, head.version)?, input, options))
}

fn replay_snapshot<D: Disk>(
    core: &Core<D>,
    slot: Slot,
    record: Record<'_>,
    history: Option<&History>,
) -> Result<Execution, CallError> {
    let head = SnapshotHead::read(record.body)
        .ok_or_else(|| unreadable(core, slot, "a snapshot is cut off"))?;
    let snapshot = std::str::from_utf8(head.json)
        .map_err(|error| unreadable(core, slot, error.to_string()))?;
    let snapshot = Snapshot::from_json_str(snapshot)
        .map_err(|error| unreadable(core, slot, error.to_string()))?;
    let options = RestoreOptions::default()
        .now(record.now)
        .fuel(core.options.fuel)
        .observer(history.cloned().map(ObserverHandle::from));
    let machine = machine(core, slot, head.version)?;
    let restored = Execution::restore(machine, snapshot, options);
    restored.map_err(|error| unreadable(core, slot, error.to_string()).into())
}

fn replay_input<D: Disk>(
    core: &Core<D>,
    slot: Slot,
    record: Record<'_>,
    run: &mut Execution,
) -> Result<(), StoreError> {
    let (json, advances) =
        read_input(record.body).ok_or_else(|| unreadable(core, slot, "an input is not UTF-8"))?;
    let input =
        Input::from_json_str(json).map_err(|error| unreadable(core, slot, error.to_string()))?;
    run.apply(input, record.now);
    for _ in 0..advances {
        while run.next_command().is_some() {}
        run.apply(Input::Advance, record.now);
    }
    Ok(())
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
    let mut run = replay(core, slot, &records, None)?;
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
