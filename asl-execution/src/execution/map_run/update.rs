//! Changes of a running Map Run.

use serde::{Deserialize, Serialize};

use crate::execution::Execution;
use crate::execution::child_scope::{enter_scope_of, run_names};
use crate::execution::frame::{Frame, Inputs, Join};
use crate::execution::map_run::data::window_of_run;
use crate::execution::step::drive::continue_join;
use asl_value::value::Text;

/// A change of a running Map Run: what is `None` stays.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct MapRunUpdate {
    /// ARN of the Map Run.
    pub arn: Text,
    /// `MaxConcurrency`; 0 means AWS's limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_concurrency: Option<u32>,
    /// `ToleratedFailureCount`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tolerated_failure_count: Option<u64>,
    /// `ToleratedFailurePercentage`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tolerated_failure_percentage: Option<f64>,
}

impl MapRunUpdate {
    /// A change of nothing.
    pub fn new(arn: impl Into<Text>) -> Self {
        Self { arn: arn.into(), ..Self::default() }
    }

    asl_language::__setters! {
        max_concurrency: u32 => Some,
        tolerated_failure_count: u64 => Some,
        tolerated_failure_percentage: f64 => Some,
    }
}

/// Changes a Map Run, and starts the children that it now has room for. Returns false if none with
/// this ARN is running.
#[inline]
pub(in crate::execution) fn update_map_run(run: &mut Execution, update: &MapRunUpdate) -> bool {
    let is_meant = |frame: &Frame| {
        frame.waiting.join().is_some_and(Join::is_run) && run_names(run, frame).arn == update.arn
    };
    let mut ids = run.state.frames.ids();
    let Some(id) = ids.find(|id| run.state.frames.frame(*id).is_some_and(is_meant)) else {
        return false;
    };
    let Some(mut join) = run.state.frames.take_join(id) else { return false };
    join.window = update.max_concurrency.map_or(join.window, window_of_run);
    if let Inputs::Run(map_run) = &mut join.inputs {
        let options = &mut map_run.options;
        options.tolerated_count = update.tolerated_failure_count.or(options.tolerated_count);
        options.tolerated_percentage =
            update.tolerated_failure_percentage.or(options.tolerated_percentage);
    }
    enter_scope_of(run, id);
    run.state.ready_queue.remove(id);
    run.state.ready_queue.put_first(false);
    continue_join(run, id, join);
    true
}
