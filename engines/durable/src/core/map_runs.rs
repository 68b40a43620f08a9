//! The Map Runs of an execution, from the events of its history.

use std::sync::Mutex;

use asl_runtime::__engine::lock;
use asl_runtime::execution::{Execution, Input, MapRunUpdate};
use asl_runtime::history::{EventType, HistoryEvent, Observer, Subject};

use super::super::disk::Disk;
use super::super::{CallError, MapRun, Reply, State, time};
use super::Core;
use super::{park, replay, start};

/// The Map Runs that a replay has shown so far, in the order of their starts.
#[derive(Default)]
pub(super) struct Found(Mutex<Vec<MapRun>>);

impl Observer for Found {
    fn event(&self, _: &Subject, event: &HistoryEvent) {
        apply_event(&mut lock(&self.0), event);
    }
}

impl Found {
    /// The Map Runs, with the counts of those that run.
    pub(super) fn take(&self, run: Option<&Execution>) -> Vec<MapRun> {
        let mut runs = std::mem::take(&mut *lock(&self.0));
        for state in run.map(Execution::map_runs).into_iter().flatten() {
            if let Some(known) = find(&mut runs, &state.arn) {
                known.state = state;
            }
        }
        runs
    }
}

/// Changes a running Map Run.
pub(super) fn update<D: Disk>(
    core: &mut Core<D>,
    id: &str,
    update: MapRunUpdate,
) -> Result<Reply, CallError> {
    let slot = start::running(core, id)?;
    replay::activate(core, slot)?;
    let arn = update.arn.clone();
    let applied = core.apply(slot, Input::UpdateMapRun(Box::new(update)))?;
    if applied.taken() {
        return Ok(Reply::Done);
    }
    park::leave(core, slot);
    Err(CallError::NoMapRun { id: id.into(), arn })
}

fn apply_event(runs: &mut Vec<MapRun>, event: &HistoryEvent) {
    let kind = event.kind;
    if kind == EventType::MapRunStarted {
        return start_run(runs, event);
    }
    if kind == EventType::MapRunRedriven {
        let arn = event.details.map_run_arn.as_deref().unwrap_or_default();
        return find(runs, arn).into_iter().for_each(|known| redrive_run(known, event));
    }
    let ends = [
        (EventType::MapRunSucceeded, State::Succeeded),
        (EventType::MapRunFailed, State::Failed),
        (EventType::MapRunAborted, State::Aborted),
    ];
    let Some((_, status)) = ends.into_iter().find(|(end, _)| *end == kind) else { return };
    let Some(state) = event.details.map_run.as_deref() else { return };
    if let Some(known) = find(runs, &state.arn) {
        (known.state, known.status) = (state.clone(), status);
        known.stopped = Some(time::system(event.timestamp));
    }
}

/// Adds a Map Run. A redrive starts one again that had failed as a whole: it keeps its ARN.
fn start_run(runs: &mut Vec<MapRun>, event: &HistoryEvent) {
    let Some(state) = event.details.map_run.as_deref().cloned() else { return };
    if let Some(known) = find(runs, &state.arn) {
        known.state = state;
        return redrive_run(known, event);
    }
    runs.push(MapRun {
        state,
        status: State::Running,
        started: time::system(event.timestamp),
        stopped: None,
        redrives: 0,
        redriven: None,
    });
}

fn redrive_run(known: &mut MapRun, event: &HistoryEvent) {
    (known.status, known.stopped) = (State::Running, None);
    known.redrives = known.redrives.saturating_add(1);
    known.redriven = Some(time::system(event.timestamp));
}

fn find<'r>(runs: &'r mut [MapRun], arn: &str) -> Option<&'r mut MapRun> {
    runs.iter_mut().find(|run| run.state.arn == arn)
}
