//! Waits of a frame for the outside: tasks, timers and events.

pub(super) mod detached;
pub(super) mod inbox;
pub(super) mod incoming_events;
pub(super) mod listening;
pub(super) mod task;
pub(super) mod task_outcome;
pub(super) mod task_token;
pub(super) mod timer;
