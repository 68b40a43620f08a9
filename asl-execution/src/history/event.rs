//! An event of a history.

use std::fmt;

use crate::machine::StateKind;
use asl_value::value::{Text, Value};

use asl_language::version::Version;

use super::integration::Integration;
use super::map_run::MapRunState;

/// An event of an execution, as in AWS's histories.
#[derive(Clone, PartialEq, Debug)]
pub struct HistoryEvent {
    /// Number of the event, from 1.
    pub id: u64,
    /// The event before it in its branch.
    pub previous_event_id: u64,
    /// Milliseconds since 1970.
    pub timestamp: u64,
    /// The type. Its text is AWS's name, such as `TaskStateEntered`.
    pub kind: EventType,
    /// The details.
    pub details: Details,
}

/// The type of event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the words of AWS's histories")]
pub enum EventType {
    ExecutionStarted,
    ExecutionSucceeded,
    ExecutionFailed,
    ExecutionTimedOut,
    ExecutionAborted,
    /// A failed execution resumes.
    ExecutionRedriven,
    /// The execution continues in another version of its machine. AWS's histories do not have it.
    ExecutionMigrated,
    StateEntered(StateKind),
    StateExited(StateKind),
    StateAborted(StateKind),
    Scheduled(Integration),
    Started(Integration),
    Succeeded(Integration),
    Failed(Integration),
    TimedOut(Integration),
    /// The service accepted the job.
    Submitted,
    SubmitFailed,
    StartFailed(Integration),
    ScheduleFailed(Integration),
    /// A Parallel or Map starts its children.
    StateStarted(StateKind),
    StateSucceeded(StateKind),
    StateFailed(StateKind),
    MapIterationStarted,
    MapIterationSucceeded,
    MapIterationFailed,
    MapIterationAborted,
    MapRunStarted,
    MapRunSucceeded,
    MapRunFailed,
    MapRunAborted,
    /// The Map Run resumes its unsuccessful children.
    MapRunRedriven,
    /// A value of a state in JSONata could not be computed.
    EvaluationFailed,
    /// `profile = spec`: a task reported an error of its own with a name that begins with
    /// `States.`.
    Warning,
    /// SM4C: the machine starts.
    EnterStateMachine,
    /// SM4C: the machine ends, with or without an error.
    ExitStateMachine,
    /// SM4C: a state is entered, before its filter.
    EnterState,
    /// SM4C: a state is exited, after its exit action.
    ExitState,
    /// SM4C: an attempt of an action starts.
    BeforeAction,
    /// SM4C: an action ended.
    AfterAction,
}

/// Details of an event. Each type has the fields that it has on AWS.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Details {
    /// Name of a state.
    pub name: Option<Text>,
    /// Input of a state, an execution or a task; for a service integration, its parameters.
    pub input: Option<Value>,
    /// Output of a state, an execution or a task.
    pub output: Option<Value>,
    /// Variables that a state has assigned, by name.
    pub assigned_variables: Option<Value>,
    /// An Error Name.
    pub error: Option<Text>,
    /// A cause.
    pub cause: Option<Text>,
    /// The ARN of a function or activity; the action of a service integration.
    pub resource: Option<Text>,
    /// The service of a service integration.
    pub resource_type: Option<Text>,
    /// The region of a service integration, if its Resource contains one. AWS otherwise names the
    /// region of the machine, but ours has none.
    pub region: Option<Text>,
    /// `TimeoutSeconds`, if the definition gives them.
    pub timeout_in_seconds: Option<u32>,
    /// `HeartbeatSeconds`.
    pub heartbeat_in_seconds: Option<u32>,
    /// The role of a task's `Credentials`.
    pub role_arn: Option<Text>,
    /// Name of an activity's worker.
    pub worker_name: Option<Text>,
    /// Number of iterations.
    pub length: Option<u32>,
    /// Index of the iteration.
    pub index: Option<u32>,
    /// The ARN of a Map Run, as far as the machine knows it.
    pub map_run_arn: Option<Text>,
    /// The field whose JSONata expression failed.
    pub location: Option<Text>,
    /// Number of redrives.
    pub redrive_count: Option<u32>,
    /// The version in which an execution was, and the one in which it continues.
    pub versions: Option<(Version, Version)>,
    /// The state of a Map Run that starts or ends. AWS's format does not have it.
    pub map_run: Option<Box<MapRunState>>,
    /// The details of SM4C.
    pub observed: Option<Box<Observed>>,
}

/// Details of SM4C machines, in addition to the state's name in [`Details`].
#[derive(Clone, PartialEq, Debug)]
pub struct Observed {
    /// Id of the execution.
    pub instance_id: Text,
    /// Start time.
    pub start: Value,
    /// The machine's name.
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
    /// Its description.
    pub description: Option<&'static str>,
    /// The global data.
    pub data: Value,
    /// Name and type of an action.
    pub action: Option<(Option<Text>, &'static str)>,
}

impl fmt::Display for EventType {
    /// AWS's name of the type.
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let task = |integration| match integration {
            Integration::Lambda => "LambdaFunction",
            Integration::Activity => "Activity",
            Integration::Service => "Task",
        };
        match *self {
            Self::ExecutionStarted
            | Self::ExecutionSucceeded
            | Self::ExecutionFailed
            | Self::ExecutionTimedOut
            | Self::ExecutionAborted
            | Self::ExecutionRedriven
            | Self::ExecutionMigrated
            | Self::MapIterationStarted
            | Self::MapIterationSucceeded
            | Self::MapIterationFailed
            | Self::MapIterationAborted
            | Self::MapRunStarted
            | Self::MapRunSucceeded
            | Self::MapRunFailed
            | Self::MapRunAborted
            | Self::MapRunRedriven
            | Self::EnterStateMachine
            | Self::ExitStateMachine
            | Self::EnterState
            | Self::ExitState
            | Self::EvaluationFailed
            | Self::Warning
            | Self::BeforeAction
            | Self::AfterAction => write!(f, "{self:?}"),
            Self::StateEntered(kind) => write!(f, "{kind:?}StateEntered"),
            Self::StateExited(kind) => write!(f, "{kind:?}StateExited"),
            Self::StateAborted(kind) => write!(f, "{kind:?}StateAborted"),
            Self::StateStarted(kind) => write!(f, "{kind:?}StateStarted"),
            Self::StateSucceeded(kind) => write!(f, "{kind:?}StateSucceeded"),
            Self::StateFailed(kind) => write!(f, "{kind:?}StateFailed"),
            Self::Scheduled(integration) => write!(f, "{}Scheduled", task(integration)),
            Self::Started(integration) => write!(f, "{}Started", task(integration)),
            Self::Succeeded(integration) => write!(f, "{}Succeeded", task(integration)),
            Self::Failed(integration) => write!(f, "{}Failed", task(integration)),
            Self::TimedOut(integration) => write!(f, "{}TimedOut", task(integration)),
            Self::Submitted => f.write_str("TaskSubmitted"),
            Self::SubmitFailed => f.write_str("TaskSubmitFailed"),
            // AWS does not have this event for every kind.
            Self::StartFailed(Integration::Activity) => f.write_str("ActivityFailed"),
            Self::StartFailed(integration) => write!(f, "{}StartFailed", task(integration)),
            Self::ScheduleFailed(Integration::Service) => f.write_str("TaskStartFailed"),
            Self::ScheduleFailed(integration) => write!(f, "{}ScheduleFailed", task(integration)),
        }
    }
}
