//! Moves executions of versions that are not registered to the registered version of their machine
//! while a store is opened, where nothing changed that they have done or wait for.
//!
//! No code of the old version is needed. Of an execution whose last record has it as a whole, the
//! outlines of both versions tell what changed. Of any other, the inputs since that record are
//! applied in the new version: if it was only in states that are the same in both, the old version
//! would have done the same.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use asl_runtime::__engine::{Migration, MovedSnapshot, SameStates};
use asl_runtime::execution::{Execution, Input, RestoreOptions, Snapshot};
use asl_runtime::history::ObserverHandle;
use asl_runtime::machine::Machine;
use asl_runtime::value::Text;
use asl_runtime::versions::{Outline, Version};

use super::super::chain::Chain;
use super::super::disk::Disk;
use super::super::index::Slot;
use super::super::record::{Kind, Owned, Record, SnapshotHead, StartBody, StartHead};
use super::super::{CallError, OldVersions, State, StoreError, UnknownMachine};
use super::Core;
use super::replay::{InCore, Replays, read_json};
use super::{migrate, replay, start, unfit};

/// Maximum number of executions that an error names for each version.
const NAMED: usize = 5;

/// The reason for which nothing is known of a version.
pub(super) const NO_OUTLINE: &str =
    "the store has no outline of its version, which an earlier release has written";

/// An execution that can move.
struct Planned {
    slot: Slot,
    id: Text,
    /// Its record, unless that is made again.
    record: Option<Box<[u8]>>,
}

/// The moves that are possible, by the version of the executions.
pub(super) struct Plans(Vec<(u16, Vec<Planned>)>);

impl Plans {
    /// The versions, and the executions that move.
    pub(super) fn executions(&self) -> impl Iterator<Item = (u16, Vec<(Text, Slot)>)> {
        self.0.iter().map(|(from, planned)| {
            (*from, planned.iter().map(|planned| (planned.id.clone(), planned.slot)).collect())
        })
    }
}

/// The executions of a version that is not registered.
struct Group {
    /// The version.
    from: u16,
    executions: Vec<(Text, Slot)>,
}

/// Plans the moves of the unfinished executions that can move. None moves yet.
///
/// # Errors
/// One cannot move, and the options do not let it wait.
pub(super) fn plan_moves<D: Disk>(
    core: &mut Core<D>,
    detached: &HashMap<Slot, u32>,
) -> Result<Plans, StoreError> {
    keep_origins(core)?;
    let mut plans = Vec::new();
    let (mut unknown, mut kept) = (Vec::new(), 0_usize);
    for group in groups(core, detached) {
        let mut stuck = Vec::new();
        if let Some(way) = Way::of(core, group.from) {
            let mut planned = Vec::new();
            let way = way.prepared();
            for (id, slot) in group.executions {
                match plan(core, slot, &way) {
                    Ok(()) => {
                        let record = core.scratch.as_slice();
                        kept = kept.saturating_add(record.len());
                        // The others are made twice.
                        let record = (kept <= core.options.batch_bytes).then(|| record.into());
                        planned.push(Planned { slot, id, record });
                    }
                    Err(CallError::Store(error)) => return Err(error),
                    Err(CallError::Migrate { why, .. }) => stuck.push((id, why)),
                    Err(error) => stuck.push((id, error.to_string())),
                }
            }
            if !planned.is_empty() {
                plans.push((group.from, planned));
            }
        } else {
            let why = why_none(core, group.from);
            stuck.extend(group.executions.into_iter().map(|(id, _)| (id, why.clone())));
        }
        unknown.extend(unknown_machine(core, group.from, stuck));
    }
    let (versions, allow_unknown) = (core.options.versions, core.options.allow_unknown);
    unknown.retain(|unknown: &UnknownMachine| match versions {
        OldVersions::Keep if unknown.is_registered => false,
        OldVersions::Refuse if unknown.is_registered => true,
        OldVersions::Move | OldVersions::Keep | OldVersions::Refuse => !allow_unknown,
    });
    if !unknown.is_empty() {
        return Err(StoreError::UnknownMachines { path: replay::path(core), unknown });
    }
    Ok(Plans(plans))
}

/// Moves executions as planned.
pub(super) fn perform_moves<D: Disk>(core: &mut Core<D>, plans: Plans) -> Result<(), StoreError> {
    for (from, planned) in plans.0 {
        perform(core, from, planned)?;
    }
    if core.journal.is_pending() {
        // Tasks of executions that moved are started only after that is on disk.
        core.write_early()?;
    }
    Ok(())
}

/// Writes the origins of registered versions that earlier releases have brought.
fn keep_origins<D: Disk>(core: &mut Core<D>) -> Result<(), StoreError> {
    for number in core.versions.numbers() {
        if core.versions.is_written(number) && core.versions.origin(number).is_none() {
            start::append_origin(core, number)?;
        }
    }
    Ok(())
}

/// The unfinished executions of versions that are not registered.
fn groups<D: Disk>(core: &Core<D>, detached: &HashMap<Slot, u32>) -> Vec<Group> {
    let mut groups: BTreeMap<u16, Vec<(Text, Slot)>> = BTreeMap::new();
    for (id, slot, entry) in core.index.after("") {
        let has_calls = detached.get(&slot).is_some_and(|calls| *calls > 0);
        if (!entry.state.is_over() || has_calls) && core.versions.machine(entry.version).is_none() {
            groups.entry(entry.version).or_default().push((id.clone(), slot));
        }
    }
    groups.into_iter().map(|(from, executions)| Group { from, executions }).collect()
}

/// The way from a version to the registered one.
pub(super) struct Way {
    before: Outline,
    after: Outline,
    target: u16,
    machine: &'static Machine,
}

/// A way, prepared for many executions.
pub(super) struct Prepared<'w> {
    way: &'w Way,
    migration: Migration<'w>,
    same: Option<Arc<SameStates>>,
}

impl Way {
    /// The way from a version that is not registered, if the options allow one and its outline is
    /// known.
    pub(super) fn of<D: Disk>(core: &mut Core<D>, from: u16) -> Option<Self> {
        if core.options.versions != OldVersions::Move {
            return None;
        }
        let machine = core.versions.successor(from)?;
        let before = core.versions.outline(from)?;
        let target = core.versions.find(machine.name, Some(machine.hash)).ok()?;
        Some(Self { before, after: Outline::new(machine), target, machine })
    }

    pub(super) fn prepared(&self) -> Prepared<'_> {
        Prepared {
            way: self,
            migration: Migration::new(&self.before, &self.after),
            same: SameStates::of(&self.before, &self.after),
        }
    }
}

impl Prepared<'_> {
    /// The registered version.
    pub(super) fn target(&self) -> u16 {
        self.way.target
    }

    /// Its machine.
    pub(super) fn machine(&self) -> &'static Machine {
        self.way.machine
    }

    /// An input of the old version, for the new one.
    pub(super) fn input(&self, input: Input) -> Result<Input, CallError> {
        let Input::Redrive(redrive) = input else { return Ok(input) };
        let redrive = self.migration.redrive(*redrive, self.way.machine);
        let redrive = redrive.map_err(|error| refused(error.to_string()))?;
        Ok(Input::Redrive(Box::new(redrive)))
    }

    /// The execution of a snapshot, in the new version.
    pub(super) fn restored(
        &self,
        of: &impl Replays,
        snapshot: Snapshot,
        now: u64,
        observer: Option<ObserverHandle>,
    ) -> Result<Execution, CallError> {
        let machine = self.way.machine;
        let restated = self.migration.restate(snapshot, machine);
        let (snapshot, _) = restated.map_err(|error| refused(error.to_string()))?;
        let options = RestoreOptions::default().now(now).fuel(of.fuel()).observer(observer);
        let run = Execution::restore(machine, snapshot, options);
        run.map_err(|error| refused(error.to_string()))
    }
}

/// The error of an execution that cannot move.
fn refused(why: String) -> CallError {
    CallError::Migrate { id: Text::default(), why }
}

/// The reason for which there is no way from a version.
fn why_none<D: Disk>(core: &Core<D>, from: u16) -> String {
    if core.versions.successor(from).is_none() {
        return String::new();
    }
    match core.options.versions {
        // No error names these.
        OldVersions::Keep => String::new(),
        OldVersions::Refuse => "the option `versions` refuses to move it".to_owned(),
        OldVersions::Move => NO_OUTLINE.to_owned(),
    }
}

/// The error about executions that cannot continue.
fn unknown_machine<D: Disk>(
    core: &Core<D>,
    from: u16,
    stuck: Vec<(Text, String)>,
) -> Option<UnknownMachine> {
    let version = core.versions.get(from).filter(|_| !stuck.is_empty())?;
    let count = stuck.len();
    let (executions, reasons) = stuck.into_iter().take(NAMED).unzip();
    Some(UnknownMachine {
        machine: version.name.clone(),
        version: version.hash.into(),
        is_registered: core.versions.successor(from).is_some(),
        count,
        executions,
        reasons,
    })
}

/// Makes the record with which an execution moves. Nothing changes yet.
fn plan<D: Disk>(core: &mut Core<D>, slot: Slot, way: &Prepared<'_>) -> Result<(), CallError> {
    if core.index.entry(slot).is_none_or(|entry| entry.state != State::Running) {
        return Err(refused("it has ended, and calls of it are still to be made".to_owned()));
    }
    let Chain { records, .. } = replay::read_chain(core, slot, Kind::is_whole)?;
    let moved = moved(core, slot, way, &records)?;
    if !migrate::begin_record(core, slot, way.way.target, &moved) {
        return Err(refused(migrate::TOO_LARGE.to_owned()));
    }
    Ok(())
}

/// The execution of these records in the new version.
pub(super) fn moved<D: Disk>(
    core: &Core<D>,
    slot: Slot,
    way: &Prepared<'_>,
    records: &[Owned],
) -> Result<MovedSnapshot, CallError> {
    let of = InCore(core, slot);
    let Some((first, inputs)) = records.split_first() else {
        return Err(of.unreadable("the record of its start is missing").into());
    };
    let machine = way.way.machine;
    let is_start = first.record().kind == Kind::Start;
    if !is_start && inputs.is_empty() {
        let moved = way.migration.apply(snapshot(&of, first)?, machine);
        return moved.map_err(|error| refused(error.to_string()));
    }
    let Some(same) = &way.same else {
        return Err(refused(
            "it has inputs since its last snapshot, and the versions differ as a whole".to_owned(),
        ));
    };
    same.clear();
    let observer = ObserverHandle::from(Arc::clone(same));
    let mut run = if is_start {
        begun(&of, first, machine, observer)?
    } else {
        let snapshot = snapshot(&of, first)?;
        for state in way.migration.states(&snapshot) {
            same.enter(state);
        }
        way.restored(&of, snapshot, first.record().now, Some(observer))?
    };
    replay::drop_commands(&mut run);
    apply(&of, way, inputs, &mut run)?;
    if let Some(state) = same.take_other(&run) {
        let why = format!("it was in `{state}`, which changed, since its last snapshot");
        return Err(refused(why));
    }
    Ok(MovedSnapshot::new(run.snapshot(), machine, true))
}

/// The snapshot in a record.
pub(super) fn snapshot(of: &impl Replays, record: &Owned) -> Result<Snapshot, StoreError> {
    let head = SnapshotHead::read(record.record().body);
    let head = head.ok_or_else(|| of.unreadable("a snapshot is cut off"))?;
    replay::read_snapshot(of, head.json)
}

/// Starts an execution as its record says, in another version.
fn begun(
    of: &impl Replays,
    first: &Owned,
    machine: &'static Machine,
    observer: ObserverHandle,
) -> Result<Execution, StoreError> {
    let record = first.record();
    let head = StartHead::read(record.body);
    let head = head.ok_or_else(|| of.unreadable("the record of its start is cut off"))?;
    let body: StartBody = read_json(head.json).map_err(|error| of.unreadable(error))?;
    let (input, mut options) = body.into_options(head.id.into(), record.now, of.fuel());
    options.observer = Some(observer);
    Ok(Execution::start(machine, input, options))
}

/// Applies the inputs of these records.
fn apply(
    of: &impl Replays,
    way: &Prepared<'_>,
    inputs: &[Owned],
    run: &mut Execution,
) -> Result<(), CallError> {
    for owned in inputs {
        let record = owned.record();
        if !matches!(record.kind, Kind::Input | Kind::Redrive) {
            continue;
        }
        let (input, turns) = replay::input_of(of, record)?;
        if !run.apply(way.input(input)?, record.now).taken() && record.kind == Kind::Redrive {
            return Err(refused("it was redriven, and the new version refuses that".to_owned()));
        }
        replay::drop_commands(run);
        for _ in 0..turns {
            replay::replay_turn(Some(run), record.now);
        }
    }
    Ok(())
}

/// Writes the records of executions that move.
fn perform<D: Disk>(
    core: &mut Core<D>,
    from: u16,
    planned: Vec<Planned>,
) -> Result<(), StoreError> {
    let Some(way) = Way::of(core, from) else { return Ok(()) };
    let way = way.prepared();
    let Way { target, machine, .. } = *way.way;
    let version = core.versions.get(from).map(|from| Version::from(from.hash)).unwrap_or_default();
    let carried = unfit::carried_types(core, from, target);
    done(start::ensure_version(core, target))?;
    unfit::carry_types(core, target, carried)?;
    for Planned { slot, id, record } in planned {
        match record {
            Some(record) => {
                core.scratch.clear();
                core.scratch.extend_from_slice(&record);
            }
            None => done(plan(core, slot, &way))?,
        }
        migrate::write(core, slot, target)?;
        let body = Record::read(&core.scratch).and_then(|record| SnapshotHead::read(record.body));
        let Some(head) = body else { unreachable!("it was written as such") };
        let (parked, has_event) = (head.parked, head.before.is_some());
        if let Some(entry) = core.index.entry_mut(slot) {
            (entry.is_parked, entry.until) = (parked.is_some(), parked.unwrap_or(0));
        }
        if has_event && let Some(observer) = core.observer() {
            let of = InCore(core, slot);
            let run = replay::restore(&of, machine, head.json, core.now, Some(observer));
            done(run)?.show_migrated(version);
        }
        tell_move(&id, machine, version);
    }
    Ok(())
}

/// The result of what succeeded before with the same records.
fn done<T>(result: Result<T, CallError>) -> Result<T, StoreError> {
    match result {
        Ok(done) => Ok(done),
        Err(CallError::Store(error)) => Err(error),
        Err(error) => unreachable!("it was possible before: {error}"),
    }
}

/// Logs a move.
#[cfg(feature = "tracing")]
fn tell_move(id: &Text, machine: &'static Machine, before: Version) {
    tracing::info!(
        execution = id.as_str(),
        machine = machine.name,
        version = %machine.version(),
        previous_version = %before,
        "the execution continues in another version"
    );
}

#[cfg(not(feature = "tracing"))]
fn tell_move(_: &Text, _: &'static Machine, _: Version) {}
