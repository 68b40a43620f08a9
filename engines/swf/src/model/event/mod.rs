//! What has happened to an execution: the events of its history.

mod activity;
mod child;
mod decision_task;
mod external;
mod lambda;
mod timer;
mod workflow;

use serde::de::{DeserializeOwned, Error};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

pub use activity::*;
pub use child::*;
pub use decision_task::*;
pub use external::*;
pub use lambda::*;
pub use timer::*;
pub use workflow::*;

use crate::model::time::Timestamp;

/// One event of a history.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// Its place in the history: 1, 2, 3 and so on.
    pub event_id: i64,
    /// When it happened.
    pub event_timestamp: Timestamp,
    /// What happened.
    pub attributes: EventAttributes,
}

/// Declares `EventAttributes`: a variant for each type, with the key of its attributes.
macro_rules! event_types {
    ($($(#[$doc:meta])* $Type:ident = $key:literal,)*) => {
        /// What happened. Each type has its attributes, a struct of the same name.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub enum EventAttributes {
            $(
                $(#[$doc])*
                $Type($Type),
            )*
            /// A type that is not known here.
            Unknown(Unknown),
        }

        impl EventAttributes {
            /// All types that are known.
            pub const TYPES: &[&str] = &[$(stringify!($Type)),*];

            /// The type's name, as Amazon SWF has it.
            pub fn event_type(&self) -> &str {
                match self {
                    $(Self::$Type(_) => stringify!($Type),)*
                    Self::Unknown(unknown) => &unknown.event_type,
                }
            }

            /// The attributes of this type, out of the fields of the event.
            fn read(event_type: &str, fields: &mut Map<String, Value>) -> Result<Self, String> {
                match event_type {
                    $(stringify!($Type) => attributes($key, fields).map(Self::$Type),)*
                    _ => Ok(Self::Unknown(Unknown::read(event_type, fields))),
                }
            }

            /// Writes the attributes under their key.
            fn write<M: SerializeMap>(&self, event: &mut M) -> Result<(), M::Error> {
                match self {
                    $(Self::$Type(attributes) => event.serialize_entry($key, attributes),)*
                    Self::Unknown(unknown) => unknown.fields.iter().try_for_each(|(key, value)| event.serialize_entry(key, value)),
                }
            }
        }
    };
}

event_types! {
    /// The execution was started: always the first event.
    WorkflowExecutionStarted = "workflowExecutionStartedEventAttributes",
    /// Somebody asked that the execution be cancelled.
    WorkflowExecutionCancelRequested = "workflowExecutionCancelRequestedEventAttributes",
    /// The execution was completed.
    WorkflowExecutionCompleted = "workflowExecutionCompletedEventAttributes",
    /// The execution could not be completed.
    CompleteWorkflowExecutionFailed = "completeWorkflowExecutionFailedEventAttributes",
    /// The execution failed.
    WorkflowExecutionFailed = "workflowExecutionFailedEventAttributes",
    /// The execution could not be failed.
    FailWorkflowExecutionFailed = "failWorkflowExecutionFailedEventAttributes",
    /// The execution took too long.
    WorkflowExecutionTimedOut = "workflowExecutionTimedOutEventAttributes",
    /// The execution was cancelled by its decider.
    WorkflowExecutionCanceled = "workflowExecutionCanceledEventAttributes",
    /// The execution could not be cancelled.
    CancelWorkflowExecutionFailed = "cancelWorkflowExecutionFailedEventAttributes",
    /// The execution goes on in a new run.
    WorkflowExecutionContinuedAsNew = "workflowExecutionContinuedAsNewEventAttributes",
    /// The execution could not go on in a new run.
    ContinueAsNewWorkflowExecutionFailed = "continueAsNewWorkflowExecutionFailedEventAttributes",
    /// The execution was terminated.
    WorkflowExecutionTerminated = "workflowExecutionTerminatedEventAttributes",
    /// A decision task waits for a decider.
    DecisionTaskScheduled = "decisionTaskScheduledEventAttributes",
    /// A decider took the decision task.
    DecisionTaskStarted = "decisionTaskStartedEventAttributes",
    /// The decider answered; what it decided follows.
    DecisionTaskCompleted = "decisionTaskCompletedEventAttributes",
    /// The decider did not answer in time.
    DecisionTaskTimedOut = "decisionTaskTimedOutEventAttributes",
    /// An activity task waits for a worker.
    ActivityTaskScheduled = "activityTaskScheduledEventAttributes",
    /// An activity task could not be scheduled.
    ScheduleActivityTaskFailed = "scheduleActivityTaskFailedEventAttributes",
    /// A worker took the activity task.
    ActivityTaskStarted = "activityTaskStartedEventAttributes",
    /// The activity task was completed.
    ActivityTaskCompleted = "activityTaskCompletedEventAttributes",
    /// The activity task failed.
    ActivityTaskFailed = "activityTaskFailedEventAttributes",
    /// The activity task took too long.
    ActivityTaskTimedOut = "activityTaskTimedOutEventAttributes",
    /// The activity task was cancelled.
    ActivityTaskCanceled = "activityTaskCanceledEventAttributes",
    /// The decider asked that the activity task be cancelled.
    ActivityTaskCancelRequested = "activityTaskCancelRequestedEventAttributes",
    /// That an activity task be cancelled could not be asked.
    RequestCancelActivityTaskFailed = "requestCancelActivityTaskFailedEventAttributes",
    /// A signal came for the execution.
    WorkflowExecutionSignaled = "workflowExecutionSignaledEventAttributes",
    /// The decider left a note in the history.
    MarkerRecorded = "markerRecordedEventAttributes",
    /// The decider could not leave a note in the history.
    RecordMarkerFailed = "recordMarkerFailedEventAttributes",
    /// A timer was started.
    TimerStarted = "timerStartedEventAttributes",
    /// A timer could not be started.
    StartTimerFailed = "startTimerFailedEventAttributes",
    /// The timer's time is over.
    TimerFired = "timerFiredEventAttributes",
    /// The timer was cancelled.
    TimerCanceled = "timerCanceledEventAttributes",
    /// The timer could not be cancelled.
    CancelTimerFailed = "cancelTimerFailedEventAttributes",
    /// A child is about to be started.
    StartChildWorkflowExecutionInitiated = "startChildWorkflowExecutionInitiatedEventAttributes",
    /// A child could not be started.
    StartChildWorkflowExecutionFailed = "startChildWorkflowExecutionFailedEventAttributes",
    /// A child was started.
    ChildWorkflowExecutionStarted = "childWorkflowExecutionStartedEventAttributes",
    /// A child was completed.
    ChildWorkflowExecutionCompleted = "childWorkflowExecutionCompletedEventAttributes",
    /// A child failed.
    ChildWorkflowExecutionFailed = "childWorkflowExecutionFailedEventAttributes",
    /// A child took too long.
    ChildWorkflowExecutionTimedOut = "childWorkflowExecutionTimedOutEventAttributes",
    /// A child was cancelled.
    ChildWorkflowExecutionCanceled = "childWorkflowExecutionCanceledEventAttributes",
    /// A child was terminated.
    ChildWorkflowExecutionTerminated = "childWorkflowExecutionTerminatedEventAttributes",
    /// A signal is about to be sent to another execution.
    SignalExternalWorkflowExecutionInitiated = "signalExternalWorkflowExecutionInitiatedEventAttributes",
    /// A signal could not be sent to another execution.
    SignalExternalWorkflowExecutionFailed = "signalExternalWorkflowExecutionFailedEventAttributes",
    /// A signal was received by another execution.
    ExternalWorkflowExecutionSignaled = "externalWorkflowExecutionSignaledEventAttributes",
    /// Another execution is about to be asked to cancel itself.
    RequestCancelExternalWorkflowExecutionInitiated = "requestCancelExternalWorkflowExecutionInitiatedEventAttributes",
    /// Another execution could not be asked to cancel itself.
    RequestCancelExternalWorkflowExecutionFailed = "requestCancelExternalWorkflowExecutionFailedEventAttributes",
    /// Another execution was asked to cancel itself.
    ExternalWorkflowExecutionCancelRequested = "externalWorkflowExecutionCancelRequestedEventAttributes",
    /// A Lambda function is about to be called.
    LambdaFunctionScheduled = "lambdaFunctionScheduledEventAttributes",
    /// The Lambda function was called.
    LambdaFunctionStarted = "lambdaFunctionStartedEventAttributes",
    /// The Lambda function answered.
    LambdaFunctionCompleted = "lambdaFunctionCompletedEventAttributes",
    /// The Lambda function failed.
    LambdaFunctionFailed = "lambdaFunctionFailedEventAttributes",
    /// The Lambda function took too long.
    LambdaFunctionTimedOut = "lambdaFunctionTimedOutEventAttributes",
    /// A Lambda function could not be scheduled.
    ScheduleLambdaFunctionFailed = "scheduleLambdaFunctionFailedEventAttributes",
    /// A Lambda function could not be called.
    StartLambdaFunctionFailed = "startLambdaFunctionFailedEventAttributes",
}

/// An event of a type that is not known here, kept as it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unknown {
    /// The type's name.
    pub event_type: String,
    /// The fields of the event other than its type, id and time.
    pub fields: Map<String, Value>,
}

impl Unknown {
    fn read(event_type: &str, fields: &mut Map<String, Value>) -> Self {
        Self { event_type: event_type.to_owned(), fields: std::mem::take(fields) }
    }
}

/// The attributes under this key.
fn attributes<T: DeserializeOwned>(
    key: &str,
    fields: &mut Map<String, Value>,
) -> Result<T, String> {
    let Some(attributes) = fields.remove(key).filter(|attributes| !attributes.is_null()) else {
        let others: Vec<_> = fields
            .keys()
            .filter(|key| key.ends_with("EventAttributes"))
            .map(|key| format!("`{key}`"))
            .collect();
        let others =
            if others.is_empty() { String::new() } else { format!(", but {}", others.join(", ")) };
        return Err(format!("has no `{key}`{others}"));
    };
    serde_json::from_value(attributes).map_err(|error| format!("has `{key}` with a fault: {error}"))
}

impl Serialize for Event {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut event = serializer.serialize_map(None)?;
        event.serialize_entry("eventId", &self.event_id)?;
        event.serialize_entry("eventTimestamp", &self.event_timestamp)?;
        event.serialize_entry("eventType", self.attributes.event_type())?;
        self.attributes.write(&mut event)?;
        event.end()
    }
}

impl<'de> Deserialize<'de> for Event {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut fields = Map::deserialize(deserializer)?;
        let event_id: i64 = field("eventId", &mut fields)
            .map_err(|error| D::Error::custom(format_args!("an event {error}")))?;
        let fault = |error| D::Error::custom(format_args!("event {event_id} {error}"));
        let event_timestamp = field("eventTimestamp", &mut fields).map_err(fault)?;
        let event_type: String = field("eventType", &mut fields).map_err(fault)?;
        let fault =
            |error| D::Error::custom(format_args!("event {event_id}, `{event_type}`, {error}"));
        let attributes = EventAttributes::read(&event_type, &mut fields).map_err(fault)?;
        Ok(Self { event_id, event_timestamp, attributes })
    }
}

/// A field that each event has.
fn field<T: DeserializeOwned>(key: &str, fields: &mut Map<String, Value>) -> Result<T, String> {
    let value = fields.remove(key).ok_or_else(|| format!("has no `{key}`"))?;
    serde_json::from_value(value).map_err(|error| format!("has `{key}` with a fault: {error}"))
}
