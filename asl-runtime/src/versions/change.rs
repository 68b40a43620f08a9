//! Changes between versions.

use std::fmt;

use serde::ser::{Serialize, SerializeStruct, Serializer};

/// Something that is another one in the new version. Its text is for people; [`Change::name`]
/// stays.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Change {
    /// The machines are in two languages.
    Language,
    /// The new machine looks at the context object; of that, executions of the old one keep
    /// nothing.
    Context,
    /// The profile.
    Profile,
    /// The quotas: the option `limits`.
    Quotas,
    /// `TimeoutSeconds` of the machine: executions keep the end that they have.
    Deadline,
    /// The state is not there any more.
    Removed,
    /// The state stands in something else now.
    Moved(String),
    /// What it stands in cannot move.
    Inside(String),
    /// Its type, before and now.
    Type(String, String),
    /// The same, of a state in which nobody waits.
    Became(String, String),
    /// The resource that it calls, before and now.
    Resource(String, String),
    /// The form of its task, or another part of the call.
    Call,
    /// The input of its task, while the task runs.
    TaskInput,
    /// The input.
    Input,
    /// Its duration; an execution in it keeps the old one.
    Wait,
    /// Time-out or heartbeat.
    Limits,
    /// The number of its branches, before and now, or how they are joined.
    Branches(usize, usize),
    /// True if its iterations are executions of their own, or where items come from and results go.
    Processor,
    /// How many iterations may be at work at the same time.
    Window,
    /// The events that it waits for.
    Events,
    /// SM4C: an action of it that executions may wait in was removed, or is another one.
    Action(String),
    /// The treatment of its result.
    Output,
    /// Retriers.
    Retry,
    /// Retriers for other errors: what was retried before cannot be counted on.
    Retriers,
    /// Catchers or error handlers.
    Errors,
    /// Where it leads: what takes it there, and where to before and now.
    Exit(String, String, String),
}

impl Change {
    /// A word for programs.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Language => "language",
            Self::Context => "context",
            Self::Profile => "profile",
            Self::Quotas => "quotas",
            Self::Deadline => "deadline",
            Self::Removed => "removed",
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
            Self::Exit(..) => "exit",
        }
    }

    /// True if executions that wait in the state, or all of them, cannot move because of it.
    pub fn blocks_migration(&self) -> bool {
        match self {
            Self::Language
            | Self::Context
            | Self::Removed
            | Self::Moved(_)
            | Self::Inside(_)
            | Self::Type(..)
            | Self::Resource(..)
            | Self::Call
            | Self::TaskInput
            | Self::Branches(..)
            | Self::Processor
            | Self::Events
            | Self::Action(_)
            | Self::Retriers => true,
            Self::Profile
            | Self::Quotas
            | Self::Deadline
            | Self::Became(..)
            | Self::Input
            | Self::Wait
            | Self::Limits
            | Self::Window
            | Self::Output
            | Self::Retry
            | Self::Errors
            | Self::Exit(..) => false,
        }
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Language => f.write_str("the machines are in two languages"),
            Self::Context => f.write_str(
                "the new machine looks at the context object, of which executions of the old one have kept nothing",
            ),
            Self::Profile => f.write_str("the profile is another one"),
            Self::Quotas => f.write_str("the option `limits` is another one"),
            Self::Deadline => f.write_str("its `TimeoutSeconds` are others; executions keep the end that they have"),
            Self::Removed => f.write_str("the state is not there any more"),
            Self::Moved(to) => write!(f, "the state stands elsewhere now: `{to}`"),
            Self::Inside(state) => write!(f, "it stands in `{state}`, where executions cannot move"),
            Self::Type(old, new) | Self::Became(old, new) => write!(f, "it was a {old} and is a {new}"),
            Self::Resource(old, new) => write!(f, "it called `{old}` and calls `{new}`"),
            Self::Call => f.write_str("its task is called in another way"),
            Self::TaskInput => f.write_str("it hands something else to its task, which may be at work"),
            Self::Input => f.write_str("it works on something else"),
            Self::Wait => f.write_str("it waits for another time; who waits keeps the time it has"),
            Self::Limits => f.write_str("its time-out or heartbeat is another one"),
            Self::Branches(old, new) if old == new => f.write_str("its branches are joined in another way"),
            Self::Branches(old, new) => write!(f, "it had {old} branches and has {new}"),
            Self::Processor => f.write_str(
                "its items come from elsewhere, its results go elsewhere, or its iterations are other executions",
            ),
            Self::Window => f.write_str("another number of iterations may be at work at the same time"),
            Self::Events => f.write_str("it waits for other events"),
            Self::Action(action) => {
                write!(f, "its action {action}, in which executions may wait, is not there any more, or is another one")
            }
            Self::Output => f.write_str("something else becomes of its result"),
            Self::Retry => f.write_str("its errors are retried in another way"),
            Self::Retriers => {
                f.write_str("it retries other errors than before, and attempts that were made cannot be counted on")
            }
            Self::Errors => f.write_str("its errors are caught in another way"),
            Self::Exit(cause, old, new) => write!(f, "{cause} led to {old} and leads to {new}"),
        }
    }
}

impl Serialize for Change {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut change = serializer.serialize_struct("Change", 3)?;
        change.serialize_field("change", self.name())?;
        change.serialize_field("text", &self.to_string())?;
        change.serialize_field("stuck", &self.blocks_migration())?;
        change.end()
    }
}
