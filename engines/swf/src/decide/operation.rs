//! One thing that a run has open at Amazon SWF, or is about to open.

use asl_runtime::Value;
use asl_runtime::execution::OpKey;
use asl_runtime::machine::TaskRow;
use asl_runtime::value::Text;
use serde::{Deserialize, Serialize};

use super::checkpoint::Inherited;
use super::child::Child;
use super::event_meaning::Kind;

/// A place in the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct OperationIndex(pub(super) usize);

/// What is open.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(super) enum Class {
    Activity,
    Lambda,
    Timer,
    Child,
    Signal,
}

/// One thing that is open, was, or will be.
pub(super) struct Operation {
    /// The id it has at Amazon SWF, unique among what is open of its class.
    pub(super) id: Text,
    /// The state it belongs to.
    pub(super) state: Text,
    pub(super) role: Role,
    pub(super) work: Work,
    pub(super) status: Status,
    pub(super) cancel: Cancel,
}

/// What its end means to the machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) enum Role {
    /// The end, or the beginning, of a task.
    Task(OpKey),
    /// The end of a wait; so many seconds are left when it ends, because no timer runs longer.
    Wait(OpKey, u64),
    /// The time of a task is over.
    Limit(OpKey),
    /// The task may have been silent for these milliseconds.
    Silence(OpKey, u64),
    /// Nobody waits for its end, but the run does not end before.
    Detached(OpKey),
    /// The time of the machine is over.
    Deadline,
    /// The rest of the decisions is due.
    Rest,
}

/// What is to be done.
pub(super) enum Work {
    Activity {
        task: &'static TaskRow,
        input: Value,
        /// Seconds, where there is a limit.
        timeout: Option<u64>,
        /// Seconds between heartbeats.
        heartbeat: Option<u64>,
    },
    Lambda {
        name: Text,
        input: Value,
        /// Seconds, where Amazon SWF has so few.
        timeout: Option<u64>,
        /// Whether the answer is to look like that of `lambda:invoke`.
        wrapped: bool,
        task: &'static TaskRow,
    },
    /// So many seconds.
    Timer(u64),
    Child(Box<Child>),
    Signal {
        workflow_id: Text,
        run_id: Option<Text>,
        name: Text,
        input: Value,
    },
    /// It is open, from before a checkpoint, and nothing waits for its answer.
    Inherited(Inherited),
}

/// How far it came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Status {
    /// It is to be decided.
    Queued,
    /// It is decided; the history tells what became of that.
    Decided,
    /// It is open, since this event.
    Open,
    Closed,
}

/// Whether it is to be cancelled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) enum Cancel {
    #[default]
    No,
    Wanted,
    Sent,
    /// It was sent, and could not be done.
    Refused,
}

impl Cancel {
    /// True if nothing was done to cancel it.
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
    pub(super) fn is_no(&self) -> bool {
        *self == Self::No
    }
}

impl Work {
    pub(super) fn class(&self) -> Class {
        match self {
            Self::Activity { .. } => Class::Activity,
            Self::Lambda { .. } => Class::Lambda,
            Self::Timer(_) => Class::Timer,
            Self::Child(_) => Class::Child,
            Self::Signal { .. } => Class::Signal,
            Self::Inherited(left) => left.class,
        }
    }

    /// At most how many bytes a decision for it takes, but for its names: as JSON within JSON data
    /// is at most twice as long.
    pub(super) fn size(&self) -> u64 {
        const FRAME: u64 = 400;
        let input = match self {
            Self::Activity { input, .. }
            | Self::Lambda { input, .. }
            | Self::Signal { input, .. } => input.size(),
            Self::Child(child) => child.input().size(),
            Self::Timer(_) | Self::Inherited(_) => 0,
        };
        input.saturating_mul(2).saturating_add(FRAME)
    }
}

impl Class {
    /// The kind of decision that opens it.
    pub(super) fn opened_by(self) -> Kind {
        match self {
            Self::Activity => Kind::Activity,
            Self::Lambda => Kind::Lambda,
            Self::Timer => Kind::Timer,
            Self::Child => Kind::Child,
            Self::Signal => Kind::Signal,
        }
    }

    /// The kind of decision that cancels it, where there is one.
    pub(super) fn cancelled_by(self) -> Option<Kind> {
        match self {
            Self::Activity => Some(Kind::CancelActivity),
            Self::Timer => Some(Kind::CancelTimer),
            Self::Child => Some(Kind::CancelChild),
            Self::Lambda | Self::Signal => None,
        }
    }
}

impl Role {
    /// The operation that it is open for.
    pub(super) fn op(self) -> Option<OpKey> {
        match self {
            Self::Task(op) | Self::Wait(op, _) | Self::Limit(op) | Self::Silence(op, _) => Some(op),
            Self::Detached(_) | Self::Deadline | Self::Rest => None,
        }
    }
}

impl Operation {
    /// Whether the history knows of it, and somebody waits for it.
    pub(super) fn is_awaited(&self) -> bool {
        let is_known = matches!(self.status, Status::Decided | Status::Open);
        is_known && self.cancel == Cancel::No && !matches!(self.role, Role::Deadline | Role::Rest)
    }

    /// As errors tell of it.
    pub(super) fn describe(&self) -> String {
        let id = &self.id;
        match &self.work {
            Work::Activity { .. } => format!("activity `{id}`"),
            Work::Lambda { name, .. } => format!("Lambda function `{name}` as `{id}`"),
            Work::Timer(_) => format!("timer `{id}`"),
            Work::Child(child) => format!("child `{id}` of type `{}`", child.workflow_name()),
            Work::Signal { workflow_id, name, .. } => format!("signal `{name}` to `{workflow_id}`"),
            Work::Inherited(left) => match left.class {
                Class::Activity => format!("activity `{id}`"),
                Class::Lambda => format!("Lambda function `{id}`"),
                Class::Timer => format!("timer `{id}`"),
                Class::Child => format!("child `{id}`"),
                Class::Signal => format!("signal `{id}`"),
            },
        }
    }
}
