//! Data of unfinished executions that no longer fit the types of their machine.
//!
//! The store keeps the shapes of the values that enter executions, and since when they are so. If the
//! program has the same shapes, one text is compared. Otherwise the shapes say where earlier values
//! may not fit, and only then the values of executions that started before are looked at.

use asl_runtime::execution::{Execution, Input, Outcome, Report};
use asl_runtime::machine::Machine;
use asl_runtime::value::{Text, Value};
use asl_runtime::versions::Outline;
use asl_runtime::versions::types::{self, Entry, EntryType, Suspects};

use super::super::chain::Chain;
use super::super::disk::Disk;
use super::super::index::Slot;
use super::super::record::{Kind, Record, StartBody, read_input};
use super::super::{CallError, StoreError, UnfitData};
use super::Core;
use super::moves::Plans;
use super::replay;
use super::start::append_types;

/// Maximum number of unfit values that are listed.
const MOST_LISTED: usize = 1_000;

/// Maximum number of earlier texts of types that are kept for a version.
const MOST_TEXTS: usize = 16;

/// Maximum number of unfit values that are logged one by one.
#[cfg(feature = "tracing")]
const LOGGED: usize = 10;

/// An unfinished execution.
struct Unfinished {
    id: Text,
    slot: Slot,
    started: u64,
}

/// Compares the types of the machines with those of the store, which then has both. Returns what
/// does not fit, also in executions that are to move.
pub(super) fn compare_types<D: Disk>(
    core: &mut Core<D>,
    plans: &Plans,
) -> Result<Vec<UnfitData>, StoreError> {
    let mut unfit = compare_moving(core, plans);
    for number in core.versions.numbers() {
        let Some((machine, _)) = core.versions.machine(number) else { continue };
        let Some(text) = core.versions.types_text(number) else { continue };
        let known = core.versions.types(number).to_vec();
        if known.iter().all(|(_, known)| *known == text) {
            keep_types(core, number, known, text)?;
            continue;
        }
        let suspects = suspects(machine, &known, &text);
        // Executions that started under the current types have no other values.
        let since = known.last().filter(|(_, last)| *last == text).map(|(since, _)| *since);
        let unfinished = unfinished(core, number);
        for execution in &unfinished {
            if since.is_none_or(|since| execution.started < since) {
                add_unfit(core, machine, execution, &suspects, &mut unfit);
            }
        }
        let oldest = unfinished.iter().map(|execution| execution.started).min();
        keep_types(core, number, still_used(known, oldest), text)?;
    }
    warn_of_unfit(&unfit);
    Ok(unfit)
}

/// The values that do not fit in executions that are to move to another version.
fn compare_moving<D: Disk>(core: &mut Core<D>, plans: &Plans) -> Vec<UnfitData> {
    let mut unfit = Vec::new();
    for (from, executions) in plans.executions() {
        let Some(machine) = core.versions.successor(from) else { continue };
        let Some(text) = types::types_text(machine) else { continue };
        let known = renumbered(core, from, machine);
        let suspects = suspects(machine, &known, &text);
        let since = known.last().filter(|(_, last)| *last == text).map(|(since, _)| *since);
        for (id, slot) in executions {
            let started = core.index.entry(slot).map_or(0, |entry| entry.started);
            if since.is_none_or(|since| started < since) {
                let execution = Unfinished { id, slot, started };
                add_unfit(core, machine, &execution, &suspects, &mut unfit);
            }
        }
    }
    unfit
}

/// The texts of the types of a version, with the numbers of states of the one that replaces it.
fn renumbered<D: Disk>(core: &Core<D>, from: u16, machine: &'static Machine) -> Vec<(u64, String)> {
    let Some(before) = core.versions.outline(from) else { return Vec::new() };
    let after = Outline::new(machine);
    let texts = core.versions.types(from).iter();
    let texts = texts
        .filter_map(|(since, text)| Some((*since, types::renumbered_text(text, &before, &after)?)));
    texts.collect()
}

/// The texts of types that a version has after executions of another one have moved to it.
pub(super) fn carried_types<D: Disk>(core: &Core<D>, from: u16, target: u16) -> Vec<(u64, String)> {
    let Some((machine, _)) = core.versions.machine(target) else { return Vec::new() };
    let mut texts = renumbered(core, from, machine);
    texts.extend_from_slice(core.versions.types(target));
    texts.sort_by_key(|(since, _)| *since);
    texts.dedup_by(|later, earlier| later.1 == earlier.1);
    texts
}

/// Writes the texts of types that executions bring to a version.
pub(super) fn carry_types<D: Disk>(
    core: &mut Core<D>,
    target: u16,
    carried: Vec<(u64, String)>,
) -> Result<(), StoreError> {
    let Some(current) = core.versions.types_text(target) else { return Ok(()) };
    keep_types(core, target, carried, current)
}

/// Looks at the values of all unfinished executions, whatever types they entered with.
pub(super) fn check_data<D: Disk>(core: &Core<D>) -> Vec<UnfitData> {
    let mut unfit = Vec::new();
    for number in core.versions.numbers() {
        let Some((machine, _)) = core.versions.machine(number) else { continue };
        let entries = types::typed_entries(machine);
        for execution in unfinished(core, number) {
            add_unfit(core, machine, &execution, &entries, &mut unfit);
        }
    }
    // Nothing speaks against values that are not kept.
    unfit.retain(|unfit| unfit.why.is_some());
    unfit
}

/// The unfinished executions of a version.
fn unfinished<D: Disk>(core: &Core<D>, version: u16) -> Vec<Unfinished> {
    let all = core.index.after("");
    let all = all.filter(|(_, _, entry)| entry.version == version && !entry.state.is_over());
    let all =
        all.map(|(id, slot, entry)| Unfinished { id: id.clone(), slot, started: entry.started });
    all.collect()
}

/// Adds the values of an execution that do not fit.
fn add_unfit<D: Disk>(
    core: &Core<D>,
    machine: &'static Machine,
    execution: &Unfinished,
    entries: &Suspects,
    unfit: &mut Vec<UnfitData>,
) {
    if entries.is_empty() || unfit.len() >= MOST_LISTED {
        return;
    }
    let of = |entry: Entry, of: &EntryType, why| {
        UnfitData::new(machine, &execution.id, entry, of.name(), why)
    };
    // If it cannot be read, calls about this execution return the error.
    let Ok(Recorded { values, are_all }) = values_of(core, execution.slot, entries) else { return };
    let found = values.into_iter().filter_map(|(entry, value)| {
        let known = entries.get(&entry)?;
        Some(of(entry, known, Some(known.check(&value).err()?)))
    });
    unfit.extend(found);
    let results = entries.iter().filter(|(entry, _)| !are_all && **entry != Entry::Input);
    unfit.extend(results.map(|(entry, known)| of(*entry, known, None)));
}

/// Writes the texts of a version, if the store does not have them.
fn keep_types<D: Disk>(
    core: &mut Core<D>,
    number: u16,
    mut texts: Vec<(u64, String)>,
    current: String,
) -> Result<(), StoreError> {
    if texts.last().is_none_or(|(_, last)| *last != current) {
        texts.push((core.now, current));
    }
    let surplus = texts.len().saturating_sub(MOST_TEXTS);
    texts.drain(..surplus);
    let is_same = |known: &[(u64, String)]| {
        known.len() == texts.len() && known.iter().zip(&texts).all(|(a, b)| a.1 == b.1)
    };
    if is_same(core.versions.types(number)) || !core.versions.is_written(number) {
        return Ok(());
    }
    append_types(core, number, texts)
}

/// The places at which values of earlier types may not fit.
fn suspects(machine: &'static Machine, known: &[(u64, String)], current: &str) -> Suspects {
    let mut suspects = Suspects::new();
    for (_, earlier) in known.iter().filter(|(_, earlier)| earlier != current) {
        if let Err(why) = types::add_suspects(machine, earlier, &mut suspects) {
            warn_of_unknown(machine, why);
        }
    }
    suspects
}

/// Logs what does not fit.
#[cfg(feature = "tracing")]
fn warn_of_unfit(unfit: &[UnfitData]) {
    for found in unfit.iter().take(LOGGED) {
        tracing::warn!(execution = found.id.as_str(), "{found}");
    }
    if let Some(more) = unfit.len().checked_sub(LOGGED).filter(|more| *more > 0) {
        tracing::warn!("{more} more values of executions do not fit their types");
    }
}

/// Logs that the earlier types of a machine are unknown.
#[cfg(feature = "tracing")]
fn warn_of_unknown(machine: &'static Machine, why: &'static str) {
    tracing::warn!(machine = machine.name, "the store's text of earlier types is not used: {why}");
}

#[cfg(not(feature = "tracing"))]
fn warn_of_unfit(_: &[UnfitData]) {}

#[cfg(not(feature = "tracing"))]
fn warn_of_unknown(_: &'static Machine, _: &'static str) {}

/// The texts that were current while an unfinished execution was running.
fn still_used(texts: Vec<(u64, String)>, oldest: Option<u64>) -> Vec<(u64, String)> {
    let Some(oldest) = oldest else { return Vec::new() };
    // A text is current until the next one.
    let last_before = texts.iter().rposition(|(since, _)| *since <= oldest).unwrap_or(0);
    texts.into_iter().skip(last_before).collect()
}

/// Values that entered an execution.
struct Recorded {
    values: Vec<(Entry, Value)>,
    /// True if all results are among them. Otherwise they are not kept one by one.
    are_all: bool,
}

/// The values that entered an execution at these places.
fn values_of<D: Disk>(
    core: &Core<D>,
    slot: Slot,
    entries: &Suspects,
) -> Result<Recorded, CallError> {
    let mut values = Vec::new();
    if entries.contains_key(&Entry::Input) {
        let (body, _): (StartBody, bool) = replay::start_of(core, slot)?;
        values.push((Entry::Input, body.input));
    }
    if !entries.keys().any(|entry| *entry != Entry::Input) {
        return Ok(Recorded { values, are_all: true });
    }
    let Chain { records, is_complete } =
        replay::read_chain(core, slot, |kind| kind == Kind::Start)?;
    let has_moved = records.iter().any(|record| record.record().kind == Kind::Migrated);
    if !is_complete || has_moved || replay::check_machine(core, slot).is_err() {
        return Ok(Recorded { values, are_all: false });
    }
    let seen = |run: &Execution, record: Record<'_>| {
        let Some((entry, value)) = result_of(run, record) else { return };
        if entries.contains_key(&entry) {
            values.push((entry, value));
        }
    };
    replay::replay_watched(core, slot, &records, seen)?;
    Ok(Recorded { values, are_all: true })
}

/// The result of a task that a record has, before it is applied.
fn result_of(run: &Execution, record: Record<'_>) -> Option<(Entry, Value)> {
    if record.kind != Kind::Input {
        return None;
    }
    let (json, _) = read_input(record.body)?;
    let (Input::Complete(op, Outcome::Done(value)) | Input::Report(op, Report::Done(value))) =
        Input::from_json_str(json).ok()?
    else {
        return None;
    };
    let (node, _) = run.task_of(op).filter(|_| run.is_open(op))?;
    Some((Entry::Result(node.0), value))
}
