//! The waits of frames.

use serde::{Deserialize, Serialize};

use crate::execution::frame::Join;
use crate::machine::Form;
use asl_value::error::TaskError;
use asl_value::value::Value;

/// A time that never comes.
pub(in crate::execution) const NEVER: u64 = u64::MAX;

/// The reason for which a frame waits. The first number is that of the operation.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
pub(in crate::execution) enum Waiting {
    /// For fuel; it resumes by itself.
    #[default]
    Fuel,
    /// For a task.
    Task(u64),
    /// For a task whose state must be saved: it reports more than an answer, or has a limit.
    Ongoing(u64, Box<Ongoing>),
    /// Until the given time, then `resume`.
    Timer(u64, u64),
    /// Until the given time, then `enter` again.
    Backoff(u64, u64),
    /// For an event, until the given time or [`NEVER`].
    Event(u64, u64),
    /// For its children; `None` only while the execution is at work on them.
    Children(Option<Box<Join>>),
}

impl Waiting {
    /// The open operation.
    pub(in crate::execution) fn serial(&self) -> Option<u64> {
        match self {
            Self::Task(serial)
            | Self::Ongoing(serial, _)
            | Self::Timer(serial, _)
            | Self::Backoff(serial, _)
            | Self::Event(serial, _) => Some(*serial),
            Self::Fuel | Self::Children(_) => None,
        }
    }

    /// Returns true if it waits for this operation.
    pub(in crate::execution) fn is_for(&self, serial: u64) -> bool {
        match self.serial() {
            Some(own) => own == serial,
            None => self.serials().any(|own| own == serial),
        }
    }

    /// All open operations; a distributed Map may read and write at the same time.
    pub(in crate::execution) fn serials(&self) -> impl Iterator<Item = u64> + '_ {
        self.serial().into_iter().chain(self.join().into_iter().flat_map(Join::serials))
    }

    /// The children it waits for.
    pub(in crate::execution) fn join(&self) -> Option<&Join> {
        if let Self::Children(join) = self { join.as_deref() } else { None }
    }
}

/// The saved state of a task that reports more than an answer, or has a limit.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::execution) struct Ongoing {
    /// The start of its limits, in milliseconds since 1970.
    pub(in crate::execution) since: u64,
    /// The time of its last heartbeat.
    pub(in crate::execution) beat: u64,
    /// True if its `Started` was reported.
    pub(in crate::execution) is_started: bool,
    /// True if the service has accepted the job.
    pub(in crate::execution) is_submitted: bool,
    /// A result that was reported before the service answered.
    pub(in crate::execution) early: Option<Result<Value, TaskError>>,
}

impl Ongoing {
    pub(in crate::execution) fn new(form: Form, now: u64) -> Self {
        Self {
            since: now,
            beat: now,
            is_started: form != Form::Activity,
            is_submitted: false,
            early: None,
        }
    }
}
