//! What a task learns about its call, and its heartbeat.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::Waker;

use crate::execution::{Identity, Site, execution_id};
use crate::machine::TaskRow;
use crate::value::Text;

/// What a task learns about its call.
pub struct TaskContext {
    site: Site,
    task: &'static TaskRow,
    identity: Option<Arc<Identity>>,
    seed: u64,
    beats: Option<Arc<Beats>>,
}

/// Heartbeats of one call, seen by the engine that runs it.
#[derive(Default)]
pub(crate) struct Beats(Mutex<Seen>);

#[derive(Default)]
struct Seen {
    count: u64,
    /// Who wants to know of the next one.
    waker: Option<Waker>,
}

impl TaskContext {
    pub(crate) fn new(site: Site, task: &'static TaskRow, identity: Option<Arc<Identity>>, seed: u64) -> Self {
        let beats = task.heartbeat_seconds.map(|_| Arc::default());
        Self { site, task, identity, seed, beats }
    }

    /// The same for every delivery of this attempt, on every engine and after every crash: a task that has done its work
    /// under this key before need not do it again. Made of the execution's id, the state, the visit and the attempt, such as
    /// `order-7.Ship#1~2`.
    pub fn idempotency_key(&self) -> String {
        format!("{}.{}", self.execution_id(), self.site)
    }

    /// The same within its execution, such as `Ship#1~2`: at most 256 characters, of letters, digits and `#.~_-` only.
    pub fn operation(&self) -> String {
        self.site.to_string()
    }

    /// The name of the state.
    pub fn state(&self) -> &'static str {
        self.site.state()
    }

    /// Retries of this visit of the state before this attempt: 0 for the first.
    pub fn attempt(&self) -> u32 {
        self.site.attempt()
    }

    /// The Resource as the definition has it.
    pub fn resource(&self) -> &'static str {
        self.task.resource
    }

    /// Id of the execution.
    pub fn execution_id(&self) -> Text {
        execution_id(self.identity.as_deref(), self.seed)
    }

    /// Name of the execution; empty if it has none.
    pub fn execution_name(&self) -> &str {
        self.identity.as_deref().map_or("", |identity| &identity.name)
    }

    /// Says that the task is still at work. Does nothing where the state has no `HeartbeatSeconds`.
    pub fn heartbeat(&self) {
        let Some(beats) = &self.beats else { return };
        let waker = {
            let mut seen = beats.0.lock().unwrap_or_else(PoisonError::into_inner);
            seen.count = seen.count.wrapping_add(1);
            seen.waker.take()
        };
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    /// The engine's side of the heartbeats.
    pub(crate) fn beats(&self) -> Option<Arc<Beats>> {
        self.beats.clone()
    }
}

impl Beats {
    /// How many there were; `waker` learns of the next one.
    pub(crate) fn count(&self, waker: &Waker) -> u64 {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if seen.waker.as_ref().is_none_or(|other| !other.will_wake(waker)) {
            seen.waker = Some(waker.clone());
        }
        seen.count
    }
}

impl fmt::Debug for TaskContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TaskContext")
            .field("operation", &self.site)
            .field("resource", &self.resource())
            .finish_non_exhaustive()
    }
}
