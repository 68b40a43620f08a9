//! A run: the events of a history as visits of states, with their attempts and iterations.

mod attempts;
mod ending;
mod sm4c;
mod step_functions;
mod swf;
mod texts;
mod visits;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde::Serialize;

use crate::history::{Format, History};
pub(crate) use texts::{TextId, Texts};

/// The result of a visit, of an attempt, of an iteration or of the run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Outcome {
    /// It has not ended in this history.
    #[default]
    Running,
    Succeeded,
    /// It failed, and a catcher took the error.
    Caught,
    Failed,
    TimedOut,
    /// It was ended from outside.
    Aborted,
}

impl Outcome {
    pub(crate) fn is_failure(self) -> bool {
        match self {
            Self::Failed | Self::TimedOut => true,
            Self::Running | Self::Succeeded | Self::Caught | Self::Aborted => false,
        }
    }
}

/// A run. Data are ids of texts.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Run {
    pub(crate) name: String,
    /// `aws`, `sm4c` or `swf`.
    pub(crate) format: &'static str,
    pub(crate) outcome: Outcome,
    /// Milliseconds since 1970.
    pub(crate) start: Option<u64>,
    pub(crate) end: Option<u64>,
    /// Time of the last event.
    pub(crate) last: Option<u64>,
    pub(crate) input: Option<TextId>,
    pub(crate) output: Option<TextId>,
    pub(crate) error: Option<String>,
    pub(crate) cause: Option<String>,
    /// Number of events.
    pub(crate) events: usize,
    /// Times of redrives.
    pub(crate) redrives: Vec<Option<u64>>,
    pub(crate) states: Vec<State>,
    pub(crate) visits: Vec<Visit>,
    /// Visits that the page leaves out.
    pub(crate) visits_left_out: usize,
    /// Folded parts of the timeline.
    pub(crate) gaps: Vec<[u64; 2]>,
    /// Remarks, such as on missing parts.
    pub(crate) notes: Vec<String>,
    #[serde(skip)]
    pub(crate) texts: Texts,
}

/// A state, with the number of its visits by outcome.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct State {
    pub(crate) name: String,
    /// Path as in pictures: `Check Items[].Check Stock`.
    pub(crate) path: String,
    pub(crate) kind: String,
    /// Its place in the definition: `order.asl.json:12:5`.
    pub(crate) place: Option<String>,
    pub(crate) counts: BTreeMap<Outcome, usize>,
}

/// A visit of a state.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Visit {
    /// Number of the event that begins it.
    pub(crate) id: u64,
    /// Index of the state.
    pub(crate) state: usize,
    /// Index of the visit of the Parallel or Map around it.
    pub(crate) parent: Option<usize>,
    /// Index of the iteration or branch of its parent.
    pub(crate) group: Option<u64>,
    pub(crate) start: Option<u64>,
    pub(crate) end: Option<u64>,
    pub(crate) outcome: Outcome,
    pub(crate) input: Option<TextId>,
    pub(crate) output: Option<TextId>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) variables: BTreeMap<String, TextId>,
    pub(crate) error: Option<String>,
    pub(crate) cause: Option<String>,
    /// The field whose expression failed.
    pub(crate) location: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) attempts: Vec<Attempt>,
    #[serde(skip_serializing_if = "is_zero")]
    pub(crate) attempts_left_out: usize,
    /// Number of items of a Map.
    pub(crate) items: Option<u64>,
    /// Those of a Map: the failed ones first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) iterations: Vec<Iteration>,
    #[serde(skip_serializing_if = "is_zero")]
    pub(crate) iterations_left_out: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) notes: Vec<String>,
}

/// An attempt: a call of a task, or an action of SM4C.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Attempt {
    /// The resource, function or action.
    pub(crate) name: String,
    pub(crate) start: Option<u64>,
    pub(crate) end: Option<u64>,
    pub(crate) outcome: Outcome,
    /// The task's input: parameters or arguments.
    pub(crate) input: Option<TextId>,
    /// The answer to a request whose result comes later.
    pub(crate) submitted: Option<TextId>,
    pub(crate) output: Option<TextId>,
    pub(crate) error: Option<String>,
    pub(crate) cause: Option<String>,
    /// Other details, such as time-outs and the worker.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) details: Vec<[String; 2]>,
}

/// An iteration of a Map.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Iteration {
    pub(crate) index: u64,
    pub(crate) start: Option<u64>,
    pub(crate) end: Option<u64>,
    pub(crate) outcome: Outcome,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// Turns a history into a run.
pub(crate) fn run(history: &History) -> Run {
    let mut run = match history.format {
        Format::StepFunctions => step_functions::run(&history.events),
        Format::Sm4c => sm4c::run(&history.events),
        Format::Swf => swf::run(&history.events, "Amazon SWF"),
        Format::Temporal => swf::run(&history.events, "Temporal"),
    };
    run.events = history.events.len();
    let times = history.events.iter().filter_map(|event| event.time);
    run.last = times.clone().max();
    run.start = run.start.or_else(|| times.min());
    run.notes.splice(0..0, history.notes.iter().cloned());
    if let (true, Some(name)) = (run.name.is_empty(), &history.name) {
        run.name.clone_from(name);
    }
    run
}
