//! One operation that is open at Amazon SWF, or will be.

use asl_runtime::Value;
use asl_runtime::execution::OpKey;
use asl_runtime::machine::TaskRow;
use asl_runtime::value::Text;
use serde::{Deserialize, Serialize};

use super::checkpoint::Inherited;
use super::child::Child;
use super::event_meaning::Kind;

/// Index in the table of operations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct OperationIndex(pub(super) usize);

/// The class of an operation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(super) enum Class {
    Activity,
    Lambda,
    Timer,
    Child,
    Signal,
}

/// An operation, in any status.
pub(super) struct Operation {
    /// Its id at Amazon SWF, unique among open operations of its class.
    pub(super) id: Text,
    pub(super) state: Text,
    pub(super) role: Role,
    pub(super) work: Work,
    pub(super) status: Status,
    pub(super) cancel: Cancel,
}

/// The meaning of its end for the machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) enum Role {
    /// The end of a task, or its start.
    Task(OpKey),
    /// The end of a wait, or of a part of it: the seconds after this timer, because timers have a
    /// maximum.
    Wait(OpKey, u64),
    /// The time-out of a task.
    Limit(OpKey),
    /// The heartbeat time-out of a task, in milliseconds.
    Silence(OpKey, u64),
    /// The end of a detached call. The machine does not wait for it, but the run does.
    Detached(OpKey),
    /// The time-out of the machine.
    Deadline,
    /// The next decision task, for decisions that did not fit into one answer.
    Rest,
}

/// The work of an operation.
pub(super) enum Work {
    Activity {
        task: &'static TaskRow,
        input: Value,
        /// Time-out in seconds, if any.
        timeout: Option<u64>,
        /// Time between heartbeats in seconds, if any.
        heartbeat: Option<u64>,
    },
    Lambda {
        name: Text,
        input: Value,
        /// Time-out in seconds, if Amazon SWF supports it.
        timeout: Option<u64>,
        /// True if the result has the form of `lambda:invoke`.
        wrapped: bool,
        task: &'static TaskRow,
    },
    /// Duration in seconds.
    Timer(u64),
    Child(Box<Child>),
    Signal {
        workflow_id: Text,
        run_id: Option<Text>,
        name: Text,
        input: Value,
    },
    /// An operation from before a checkpoint whose result is not awaited.
    Inherited(Inherited),
}

/// Progress of an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Status {
    /// It waits for a decision.
    Queued,
    /// The decision is made; the history shows its result.
    Decided,
    /// An event has opened it.
    Open,
    Closed,
}

/// Progress of a cancellation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) enum Cancel {
    #[default]
    No,
    Wanted,
    Sent,
    /// Amazon SWF refused the cancellation.
    Refused,
}

impl Cancel {
    /// True if there is no cancellation.
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

    /// Maximum size of the decision in bytes, without its names. JSON inside of JSON is at most
    /// twice as long.
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
    /// The kind of decision that opens an operation.
    pub(super) fn opened_by(self) -> Kind {
        match self {
            Self::Activity => Kind::Activity,
            Self::Lambda => Kind::Lambda,
            Self::Timer => Kind::Timer,
            Self::Child => Kind::Child,
            Self::Signal => Kind::Signal,
        }
    }

    /// The kind of decision that cancels an operation, if there is one.
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
    /// Key of the machine's operation, if the machine waits for it.
    pub(super) fn op(self) -> Option<OpKey> {
        match self {
            Self::Task(op) | Self::Wait(op, _) | Self::Limit(op) | Self::Silence(op, _) => Some(op),
            Self::Detached(_) | Self::Deadline | Self::Rest => None,
        }
    }
}

impl Operation {
    /// True if the history has the operation and its result is awaited.
    pub(super) fn is_awaited(&self) -> bool {
        let is_known = matches!(self.status, Status::Decided | Status::Open);
        is_known && self.cancel == Cancel::No && !matches!(self.role, Role::Deadline | Role::Rest)
    }

    /// Description for errors.
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
