//! The states in which an execution was and is.

use crate::run::{Outcome, Run};

/// The visits of states of an execution of Step Functions.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Course {
    /// True if it has ended.
    pub has_ended: bool,
    /// In the order of their beginnings.
    pub visits: Vec<Visited>,
}

/// A visit of a state.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Visited {
    /// The name of the state.
    pub state: String,
    /// Index of the visit of the Parallel or Map around it.
    pub parent: Option<usize>,
    /// True if it has not ended.
    pub is_open: bool,
    /// Number of calls of its task.
    pub attempts: usize,
    /// True if it waits for its next attempt.
    pub is_between_attempts: bool,
}

/// The visits of a run.
pub(crate) fn course(run: &Run) -> Course {
    let visits = run.visits.iter().map(|visit| {
        let state = run.states.get(visit.state).map(|state| state.name.clone());
        let last = visit.attempts.last();
        Visited {
            state: state.unwrap_or_default(),
            parent: visit.parent,
            is_open: visit.outcome == Outcome::Running,
            attempts: visit.attempts.len(),
            is_between_attempts: last.is_some_and(|last| last.outcome != Outcome::Running),
        }
    });
    Course { has_ended: run.outcome != Outcome::Running, visits: visits.collect() }
}
