//! Changes between versions.

use std::fmt;

use crate::json::{object, string};

/// A difference of the new version. Its text may change; [`Change::name`] is stable.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Change {
    /// The machines are in two languages.
    Language,
    /// The new machine uses the context object, which executions of the old one did not keep.
    Context,
    /// The profile.
    Profile,
    /// The quotas: the option `limits`.
    Quotas,
    /// `TimeoutSeconds` of the machine. Executions keep their end time.
    Deadline,
    /// The state was removed.
    Removed,
    /// The state has this name now. Operations in it keep theirs.
    Renamed(String),
    /// The state is inside another state now.
    Moved(String),
    /// The state that contains it cannot be moved.
    Inside(String),
    /// Its type, old and new.
    Type(String, String),
    /// Its type, old and new, for a state in which no execution waits.
    Became(String, String),
    /// Its resource, old and new.
    Resource(String, String),
    /// The form of its task, or another part of the call.
    Call,
    /// The input of its task. The task may be running.
    TaskInput,
    /// The input.
    Input,
    /// Its duration. Executions in the state keep the old one.
    Wait,
    /// Its time-out or heartbeat limit.
    Limits,
    /// The number of its branches, old and new, or the way in which they are joined.
    Branches(usize, usize),
    /// The execution type of its iterations, the source of its items, or the destination of its
    /// results.
    Processor,
    /// Maximum number of concurrent iterations.
    Window,
    /// The events that it waits for.
    Events,
    /// SM4C: an action in which executions may wait was removed or changed.
    Action(String),
    /// The treatment of its result.
    Output,
    /// Retriers.
    Retry,
    /// Retriers for other errors: counts of earlier attempts do not apply.
    Retriers,
    /// Catchers or error handlers.
    Errors,
    /// Values that are random would be others in the new machine.
    Chance,
    /// A transition: its cause, and its old and new target.
    Exit(String, String, String),
}

impl Change {
    /// A stable name, for programs.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Language => "language",
            Self::Context => "context",
            Self::Profile => "profile",
            Self::Quotas => "quotas",
            Self::Deadline => "deadline",
            Self::Removed => "removed",
            Self::Renamed(_) => "renamed",
            Self::Moved(_) => "moved",
            Self::Inside(_) => "inside",
            Self::Type(..) | Self::Became(..) => "type",
            Self::Resource(..) => "resource",
            Self::Call => "call",
            Self::TaskInput => "task-input",
            Self::Input => "input",
            Self::Wait => "wait",
            Self::Limits => "limits",
            Self::Branches(..) => "branches",
            Self::Processor => "processor",
            Self::Window => "window",
            Self::Events => "events",
            Self::Action(_) => "action",
            Self::Output => "output",
            Self::Retry => "retry",
            Self::Retriers => "retriers",
            Self::Errors => "errors",
            Self::Chance => "chance",
            Self::Exit(..) => "exit",
        }
    }

    /// Returns true if the change prevents moving executions that wait in the state, or all
    /// executions.
    pub fn blocks_migration(&self) -> bool {
        // A new kind of change does, unless it is added here.
        !matches!(
            self,
            Self::Profile
                | Self::Quotas
                | Self::Deadline
                | Self::Renamed(_)
                | Self::Became(..)
                | Self::Input
                | Self::Wait
                | Self::Limits
                | Self::Window
                | Self::Output
                | Self::Retry
                | Self::Errors
                | Self::Exit(..)
        )
    }

    #[inline]
    pub(super) fn to_json_string(&self) -> String {
        object([
            ("change", string(self.name())),
            ("text", string(&self.to_string())),
            ("stuck", self.blocks_migration().to_string()),
        ])
    }
}

impl fmt::Display for Change {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Language => f.write_str("the machines are in two languages"),
            Self::Context => f.write_str(
                "the new machine uses the context object, which executions of the old one did not keep",
            ),
            Self::Profile => f.write_str("the profile changed"),
            Self::Quotas => f.write_str("the option `limits` changed"),
            Self::Deadline => f.write_str("its `TimeoutSeconds` changed; executions keep their end time"),
            Self::Removed => f.write_str("the state was removed"),
            Self::Renamed(to) => write!(f, "the state is now called `{to}`; operations keep its old name"),
            Self::Moved(to) => write!(f, "the state moved: it is now `{to}`"),
            Self::Inside(state) => write!(f, "it is inside `{state}`, which executions cannot leave"),
            Self::Type(old, new) | Self::Became(old, new) => write!(f, "it was a {old} and is a {new}"),
            Self::Resource(old, new) => write!(f, "it called `{old}` and calls `{new}`"),
            Self::Call => f.write_str("its task is called differently"),
            Self::TaskInput => f.write_str("the input of its task, which may be running, changed"),
            Self::Input => f.write_str("its input changed"),
            Self::Wait => f.write_str("its duration changed; executions that wait keep theirs"),
            Self::Limits => f.write_str("its time-out or heartbeat changed"),
            Self::Branches(old, new) if old == new => f.write_str("its branches are joined differently"),
            Self::Branches(old, new) => write!(f, "it had {old} branches and has {new}"),
            Self::Processor => f.write_str(
                "the source of its items, the destination of its results or its execution type changed",
            ),
            Self::Window => f.write_str("its maximum number of concurrent iterations changed"),
            Self::Events => f.write_str("it waits for other events"),
            Self::Action(action) => {
                write!(f, "its action {action}, in which executions may wait, was removed or changed")
            }
            Self::Output => f.write_str("the treatment of its result changed"),
            Self::Retry => f.write_str("its errors are retried differently"),
            Self::Retriers => {
                f.write_str("it retries other errors, so counts of earlier attempts do not apply")
            }
            Self::Errors => f.write_str("its errors are caught differently"),
            Self::Chance => f.write_str(
                "its values that are random would be others: the numbers of states or expressions changed",
            ),
            Self::Exit(cause, old, new) => write!(f, "{cause} led to {old} and leads to {new}"),
        }
    }
}
