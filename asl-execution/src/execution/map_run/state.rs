//! Counts the items and child executions of Map Runs.

use crate::execution::Execution;
use crate::execution::child_scope::run_names;
use crate::execution::frame::{Frame, Inputs, Join};
use crate::execution::map_run::data::{MOST_CHILDREN, MapRun, Source, item_count};
use crate::history::{MapRunCounts, MapRunState};

/// The state of a Map Run.
pub(super) fn map_run_state(
    run: &Execution,
    frame: &Frame,
    map_run: &MapRun,
    window: u32,
) -> MapRunState {
    MapRunState {
        arn: run_names(run, frame).arn,
        max_concurrency: if window == MOST_CHILDREN { 0 } else { window },
        tolerated_failure_count: map_run.options.tolerated_count,
        tolerated_failure_percentage: map_run.options.tolerated_percentage,
        items: map_run.item_counts(),
        executions: map_run.child_counts(),
    }
}

/// The state of the Map Run of a frame, if it has one.
pub(in crate::execution) fn state_of_frame(run: &Execution, frame: &Frame) -> Option<MapRunState> {
    let Join { inputs: Inputs::Run(map_run), window, .. } = frame.waiting.join()? else {
        return None;
    };
    Some(map_run_state(run, frame, map_run, *window))
}

impl MapRun {
    fn item_counts(&self) -> MapRunCounts {
        let total = match &self.source {
            Source::Given(items, _) => u64::from(item_count(items)),
            Source::Read(reading) => reading.position,
        };
        let given = u64::from(self.given);
        MapRunCounts { total, pending: total.saturating_sub(given), ..self.counts(given, true) }
    }

    fn child_counts(&self) -> MapRunCounts {
        let batch = self.options.batch.as_ref().and_then(|batch| batch.items).unwrap_or(1);
        let pending = self.item_counts().pending.div_ceil(batch.max(1));
        let started = u64::from(self.started);
        MapRunCounts {
            total: started.saturating_add(pending),
            pending,
            ..self.counts(started, false)
        }
    }

    /// Counts of what has started: of the items of child executions, or of these themselves.
    fn counts(&self, started: u64, are_items: bool) -> MapRunCounts {
        let size = |items: u32| if are_items { u64::from(items) } else { 1 };
        let running = self.children.values().map(|open| size(open.items)).sum();
        let pending_redrive = self.parked.values().map(|open| size(open.items)).sum();
        let (failed, aborted) = if are_items {
            (self.failed, self.aborted.items)
        } else {
            let lost = u64::try_from(self.lost.len()).unwrap_or(u64::MAX);
            (lost.saturating_sub(self.aborted.children), self.aborted.children)
        };
        let others = [running, pending_redrive, failed, aborted].into_iter().sum();
        let succeeded = started.saturating_sub(others);
        let is_written = self.writer.as_ref().is_some_and(|writer| writer.result.is_some());
        let results_written = if is_written { succeeded.saturating_add(failed) } else { 0 };
        MapRunCounts {
            pending_redrive,
            running,
            succeeded,
            failed,
            aborted,
            results_written,
            ..MapRunCounts::default()
        }
    }
}
