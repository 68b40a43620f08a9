//! Inspection data: the values of a state's stages, in AWS's format. The type of a state determines
//! its stages.

use asl_execution::machine::for_each::Iterate;
use asl_execution::machine::inspect::{Notes, Stage};
use asl_execution::machine::{Cx, StateKind};
use asl_value::value::{Map, Value};

use super::InspectionLevel;

/// The recorded values of a running state.
#[derive(Default)]
pub(super) struct Seen {
    pub(super) notes: Notes,
    /// The raw result of a Task.
    pub(super) result: Option<Value>,
    /// The limits of a Map.
    map: Option<Limits>,
    /// The stages of a Map's iterations, by their names.
    pub(super) iterations: Vec<(&'static str, Value)>,
}

struct Limits {
    max_concurrency: u32,
    tolerated_count: Option<u64>,
    tolerated_percentage: Option<f64>,
}

impl Seen {
    /// Records the parameters of a Map.
    pub(super) fn maps(&mut self, iterate: &Iterate) {
        let run = iterate.run.as_ref().and_then(|run| run.as_ref().ok());
        self.map = Some(Limits {
            max_concurrency: iterate.window,
            tolerated_count: run.and_then(|run| run.tolerated_count),
            tolerated_percentage: run.and_then(|run| run.tolerated_percentage),
        });
    }

    /// Returns true if this many failed iterations are more than the Map tolerates. Without a limit
    /// no check is made.
    pub(super) fn exceeded(&self, failed: u32, iterations: usize) -> bool {
        let Some(limits) = &self.map else { return false };
        let share = u32::try_from(iterations)
            .ok()
            .filter(|all| *all > 0)
            .map(|all| f64::from(failed) * 100.0 / f64::from(all));
        limits.tolerated_count.is_some_and(|count| u64::from(failed) > count)
            || limits
                .tolerated_percentage
                .zip(share)
                .is_some_and(|(tolerated, share)| share > tolerated)
    }
}

/// The stages of a state of this type.
fn stages(kind: StateKind) -> &'static [Stage] {
    match kind {
        StateKind::Pass | StateKind::Task => &[
            Stage::Input,
            Stage::AfterInputPath,
            Stage::AfterParameters,
            Stage::AfterArguments,
            Stage::Result,
            Stage::AfterResultSelector,
            Stage::AfterResultPath,
        ],
        StateKind::Map => &[
            Stage::Input,
            Stage::AfterInputPath,
            Stage::AfterItemsPath,
            Stage::AfterResultSelector,
            Stage::AfterResultPath,
        ],
        StateKind::Parallel => &[Stage::Input, Stage::AfterResultSelector, Stage::AfterResultPath],
        StateKind::Choice
        | StateKind::Wait
        | StateKind::Succeed
        | StateKind::Fail
        | StateKind::State => &[Stage::Input, Stage::AfterInputPath],
    }
}

/// The inspection data of a state.
pub(super) fn of(level: InspectionLevel, kind: StateKind, seen: &Seen, cx: &Cx<'_>) -> Map {
    let mut data = Map::default();
    if level == InspectionLevel::Info {
        return data;
    }
    for stage in stages(kind) {
        // A Map that cannot iterate over its input has no items.
        let shows = |value: &Value| {
            *stage != Stage::AfterItemsPath || seen.map.is_some() && value.as_array().is_some()
        };
        let noted = seen.notes.iter().rev().find(|(noted, value)| noted == stage && shows(value));
        let raw = seen.result.as_ref().filter(|_| *stage == Stage::Result);
        if let Some(value) = raw.or(noted.map(|(_, value)| value)) {
            data.insert(stage.name(), value.clone());
        }
    }
    for (stage, value) in &seen.iterations {
        data.insert(*stage, value.clone());
    }
    if let Some(limits) = &seen.map {
        data.insert("maxConcurrency", limits.max_concurrency);
        if let Some(count) = limits.tolerated_count {
            data.insert("toleratedFailureCount", Value::of_count(count));
        }
        if let Some(percentage) = limits.tolerated_percentage {
            data.insert("toleratedFailurePercentage", percentage);
        }
    }
    if cx.vars.as_object().is_some_and(|vars| !vars.is_empty()) {
        data.insert("variables", cx.vars.clone());
    }
    data
}
