//! Executions as saved data: snapshots, inputs for a journal, migrations and redrives.

pub(super) mod check;
pub(super) mod input;
pub(super) mod migrate;
pub(super) mod placement;
pub(super) mod redrive;
pub(super) mod same_states;
pub(super) mod snapshot;
