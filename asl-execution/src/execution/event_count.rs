//! The count of an execution's history events. An event's id is the count with it, and causes
//! contain such ids, so an execution counts without an observer too. This file has the number of
//! events of each step of a run; all ways of running count with it.

use serde::{Deserialize, Serialize};

use crate::machine::Form;

/// AWS: "Maximum execution history size". The last event reports the failure.
pub(super) const MOST_EVENTS: u64 = 25_000;

/// Number of events so far, which is the id of the last one.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct EventCount(u64);

impl EventCount {
    /// The count after the start of an execution.
    pub(super) const STARTED: Self = Self(1);

    /// Id of the last event; 0 before the first one.
    #[inline]
    pub(super) fn last_id(self) -> u64 {
        self.0
    }

    /// Counts one event.
    #[inline]
    pub(super) fn count_one(&mut self) {
        self.add(1);
    }

    /// Counts one event within the quota. Returns false if only the number of the last event of the
    /// execution is left.
    #[inline]
    pub(super) fn count_within_quota(&mut self) -> bool {
        self.add(1);
        let is_full = self.is_full();
        if is_full {
            self.0 = MOST_EVENTS;
        }
        !is_full
    }

    /// Returns true if the quota is reached.
    #[inline]
    pub(super) fn is_full(self) -> bool {
        self.0 >= MOST_EVENTS
    }

    /// Counts the entry into a first state.
    #[inline]
    pub(super) fn count_entry(&mut self) {
        self.add(1);
    }

    /// Counts the exit from a last state.
    #[inline]
    pub(super) fn count_exit(&mut self) {
        self.add(1);
    }

    /// Counts transitions. Each leaves one state and enters another.
    #[inline]
    pub(super) fn count_transitions(&mut self, transitions: u32) {
        self.add(2 * u64::from(transitions));
    }

    /// Counts the start or the end of an iteration. Branches have no such events.
    #[inline]
    pub(super) fn count_iteration(&mut self, is_iteration: bool) {
        self.add(u64::from(is_iteration));
    }

    /// Counts the events with which a task begins.
    #[inline]
    pub(super) fn count_task_start(&mut self, form: Form) {
        self.add(task_start(form).into());
    }

    /// Counts the success of a task.
    #[inline]
    pub(super) fn count_task_success(&mut self) {
        self.add(1);
    }

    #[inline]
    fn add(&mut self, events: u64) {
        self.0 = self.0.saturating_add(events);
    }
}

/// Returns true if a task counts as started when it is scheduled. A worker starts an activity.
#[inline]
pub(super) fn starts_when_scheduled(form: Form) -> bool {
    form != Form::Activity
}

/// Number of events with which a task begins: it is scheduled, and started if that is at once.
#[inline]
pub(super) fn task_start(form: Form) -> u32 {
    1 + u32::from(starts_when_scheduled(form))
}
