//! Queries. They change nothing.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use asl_runtime::execution::{Execution, OperationKind};
use asl_runtime::value::Text;
use asl_runtime::versions::Version;

use super::super::chain::Chain;
use super::super::disk::Disk;
use super::super::index::{Count, Entry, NEVER, NOWHERE, Slot};
use super::super::list::NewestPlace;
use super::super::record::Kind;
use super::super::timers::Due;
use super::super::{
    CallError, Description, List, Order, Page, State, StoredVersion, Summary, Waits, WaitsFor, time,
};
use super::Core;
use super::{end, replay, start};

/// Lists executions.
pub(super) fn list<D: Disk>(core: &Core<D>, list: &List) -> Page {
    match list.order {
        Order::Id => list_by_id(core, list),
        Order::NewestFirst => list_newest_first(core, list),
    }
}

/// Lists the newest executions. A heap keeps those of the page and one more, because an index by
/// time would cost memory for each execution.
fn list_newest_first<D: Disk>(core: &Core<D>, list: &List) -> Page {
    let limit = list.page_size();
    let after = NewestPlace::from_text(&list.after);
    let mut newest: BinaryHeap<Reverse<(u64, &Text, Slot)>> = BinaryHeap::new();
    for (id, slot, entry) in core.index.after("") {
        let is_listed = |after: &NewestPlace| (after.started, &after.id) <= (entry.started, id);
        let is_older = |oldest: &Reverse<_>| (entry.started, id, slot) < oldest.0;
        if after.as_ref().is_some_and(is_listed)
            || newest.len() > limit && newest.peek().is_some_and(is_older)
            || !list.fits_id(id)
            || !list.fits(&summary(core, id, slot, entry))
        {
            continue;
        }
        newest.push(Reverse((entry.started, id, slot)));
        if newest.len() > limit + 1 {
            newest.pop();
        }
    }
    let is_last = newest.len() <= limit;
    let sorted = newest.into_sorted_vec().into_iter().take(limit);
    let found = sorted.filter_map(|Reverse((_, id, slot))| {
        Some(summary(core, id, slot, core.index.entry(slot)?))
    });
    let executions: Vec<_> = found.collect();
    let last = executions.last().filter(|_| !is_last);
    let next = last.map(|last| NewestPlace::from(last).to_text());
    Page { executions, next }
}

fn list_by_id<D: Disk>(core: &Core<D>, list: &List) -> Page {
    let limit = list.page_size();
    let mut page = Page::default();
    for (id, slot, entry) in core.index.after(&list.after) {
        if !list.fits_id(id) {
            continue;
        }
        let summary = summary(core, id, slot, entry);
        if !list.fits(&summary) {
            continue;
        }
        if page.executions.len() == limit {
            page.next = page.executions.last().map(|last| last.id.clone());
            break;
        }
        page.executions.push(summary);
    }
    page
}

pub(super) fn summary<D: Disk>(core: &Core<D>, id: &Text, slot: Slot, entry: &Entry) -> Summary {
    let version = core.versions.get(entry.version);
    // Another process may have the machines that this one does not have.
    let is_waiting = !core.is_inspected
        && entry.state == State::Running
        && core.versions.machine(entry.version).is_none();
    let state = if is_waiting { State::WaitsForMachine } else { entry.state };
    let redrives = core.index.redrives(slot);
    Summary {
        id: id.clone(),
        machine: version.map(|version| version.name.clone()).unwrap_or_default(),
        version: version.map(|version| version.hash.into()).unwrap_or_default(),
        state,
        started: time::system(entry.started),
        stopped: state.is_over().then(|| time::system(entry.until)),
        error: core.index.error(entry).cloned(),
        label: core.index.label(entry).cloned().unwrap_or_default(),
        redrives: redrives.map_or(0, |redrives| redrives.count),
        redriven: redrives.map(|redrives| time::system(redrives.last)),
    }
}

/// The versions of machines that the journal has, in the order in which they came.
pub(super) fn versions<D: Disk>(core: &Core<D>) -> Vec<StoredVersion> {
    let numbers = core.versions.numbers().filter(|number| core.versions.is_written(*number));
    let told = numbers.filter_map(|number| {
        let version = core.versions.get(number)?;
        let origin = core.versions.origin(number);
        let Count { executions, unfinished } = core.index.executions_of(number);
        Some(StoredVersion {
            machine: version.name.clone(),
            version: version.hash.into(),
            since: origin.map(|origin| time::system(origin.since)),
            program: origin.map_or_else(Text::default, |origin| origin.program.as_str().into()),
            definition: origin
                .map_or_else(Text::default, |origin| origin.definition.as_str().into()),
            executions,
            unfinished,
            outline: core.versions.outline(number),
        })
    });
    told.collect()
}

/// The machines and versions that have unfinished executions.
pub(super) fn needs<D: Disk>(core: &Core<D>) -> Vec<(Text, Version)> {
    let numbers = core.versions.numbers();
    let needed = numbers.filter(|number| core.index.executions_of(*number).unfinished > 0);
    let versions = needed.filter_map(|number| core.versions.get(number));
    versions.map(|version| (version.name.clone(), version.hash.into())).collect()
}

/// Checks that an execution is of this machine, in any version.
pub(super) fn check_machine<D: Disk>(
    core: &Core<D>,
    slot: Slot,
    id: &str,
    wanted: &'static str,
) -> Result<(), CallError> {
    let version = core.index.entry(slot).and_then(|entry| core.versions.get(entry.version));
    let Some(other) = version.filter(|version| version.name != wanted) else { return Ok(()) };
    Err(CallError::OtherMachine {
        id: id.into(),
        machine: other.name.clone(),
        wanted: wanted.into(),
    })
}

/// Describes an execution.
pub(super) fn describe<D: Disk>(core: &Core<D>, id: &str) -> Result<Description, CallError> {
    let slot = start::known(core, id)?;
    let Some(entry) = core.index.entry(slot) else {
        return Err(CallError::UnknownExecution { id: id.into() });
    };
    let (start, is_history_kept) = replay::start_of(core, slot)?;
    let summary = summary(core, &id.into(), slot, entry);
    let mut told = Description {
        name: start.name,
        input: start.input,
        output: None,
        failure: None,
        waits: Vec::new(),
        are_waits_known: true,
        is_parked: entry.is_parked,
        trace_header: start.trace_header,
        is_history_kept,
        wakes: (entry.is_parked && entry.until != NEVER).then(|| time::system(entry.until)),
        summary,
    };
    match told.summary.state {
        State::WaitsForMachine => told.are_waits_known = false,
        State::Running => match waits_of(core, slot, entry) {
            Ok(waits) => told.waits = waits,
            Err(CallError::WaitsForMachine { .. }) => told.are_waits_known = false,
            Err(error) => return Err(error),
        },
        State::Succeeded | State::Failed | State::TimedOut | State::Aborted => {
            match end::result(core, slot)? {
                Ok(output) => told.output = Some(output),
                Err(failure) => told.failure = Some(failure),
            }
        }
    }
    Ok(told)
}

fn waits_of<D: Disk>(core: &Core<D>, slot: Slot, entry: &Entry) -> Result<Vec<Waits>, CallError> {
    if let Some(active) = core.actives.get(entry.active).filter(|_| entry.active != NOWHERE) {
        let of = |op| core.timers.time(slot, Due::Operation(op));
        return Ok(waits(&active.run)
            .into_iter()
            .map(|(op, waits)| Waits { until: waits.until.or(of(op).map(time::system)), ..waits })
            .collect());
    }
    let Chain { records, .. } = replay::read_chain(core, slot, Kind::is_whole)?;
    let run = replay::replay(core, slot, &records)?;
    Ok(waits(&run).into_iter().map(|(_, waits)| waits).collect())
}

/// The operations that an execution waits for.
fn waits(run: &Execution) -> Vec<(asl_runtime::execution::OpKey, Waits)> {
    let told = run.operations().into_iter().map(|open| {
        let what = match open.kind {
            OperationKind::Task(_) => WaitsFor::Task,
            OperationKind::Held(_) => WaitsFor::Report,
            OperationKind::Timer => WaitsFor::Time,
            OperationKind::Backoff => WaitsFor::Retry,
            OperationKind::Event => WaitsFor::Event,
            OperationKind::Read | OperationKind::Write => WaitsFor::Storage,
        };
        let waits = Waits {
            state: open.operation_id.state(),
            operation: open.operation_id.to_string(),
            what,
            until: open.wake.map(time::system),
        };
        (open.op, waits)
    });
    told.collect()
}
