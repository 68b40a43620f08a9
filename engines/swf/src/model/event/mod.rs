//! The events of a history.

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
    /// Position in the history, from 1.
    pub event_id: i64,
    /// Time of the event.
    pub event_timestamp: Timestamp,
    /// Type and attributes.
    pub attributes: EventAttributes,
}

/// Declares `EventAttributes`: a variant for each type, with the key of its attributes.
macro_rules! event_types {
    ($($(#[$doc:meta])* $Type:ident = $key:literal,)*) => {
        /// The type of an event with its attributes, a struct of the same name.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub enum EventAttributes {
            $(
                $(#[$doc])*
                $Type($Type),
            )*
            /// An event of unknown type.
            Unknown(Unknown),
        }

        impl EventAttributes {
            /// All known types.
            pub const TYPES: &[&str] = &[$(stringify!($Type)),*];

            /// Name of the type at Amazon SWF.
            pub fn event_type(&self) -> &str {
                match self {
                    $(Self::$Type(_) => stringify!($Type),)*
                    Self::Unknown(unknown) => &unknown.event_type,
                }
            }

            /// Reads the attributes of this type from the fields of an event.
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
    /// A cancellation of the execution was requested.
    WorkflowExecutionCancelRequested = "workflowExecutionCancelRequestedEventAttributes",
    /// The execution was completed.
    WorkflowExecutionCompleted = "workflowExecutionCompletedEventAttributes",
    /// The execution could not be completed.
    CompleteWorkflowExecutionFailed = "completeWorkflowExecutionFailedEventAttributes",
    /// The execution failed.
    WorkflowExecutionFailed = "workflowExecutionFailedEventAttributes",
    /// The execution could not be failed.
    FailWorkflowExecutionFailed = "failWorkflowExecutionFailedEventAttributes",
    /// The execution timed out.
    WorkflowExecutionTimedOut = "workflowExecutionTimedOutEventAttributes",
    /// The execution was cancelled by its decider.
    WorkflowExecutionCanceled = "workflowExecutionCanceledEventAttributes",
    /// The execution could not be cancelled.
    CancelWorkflowExecutionFailed = "cancelWorkflowExecutionFailedEventAttributes",
    /// The execution continued in a new run.
    WorkflowExecutionContinuedAsNew = "workflowExecutionContinuedAsNewEventAttributes",
    /// The execution could not continue in a new run.
    ContinueAsNewWorkflowExecutionFailed = "continueAsNewWorkflowExecutionFailedEventAttributes",
    /// The execution was terminated.
    WorkflowExecutionTerminated = "workflowExecutionTerminatedEventAttributes",
    /// A decision task was scheduled.
    DecisionTaskScheduled = "decisionTaskScheduledEventAttributes",
    /// A decision task was started.
    DecisionTaskStarted = "decisionTaskStartedEventAttributes",
    /// A decision task was completed. The events of its decisions follow.
    DecisionTaskCompleted = "decisionTaskCompletedEventAttributes",
    /// A decision task timed out.
    DecisionTaskTimedOut = "decisionTaskTimedOutEventAttributes",
    /// An activity task was scheduled.
    ActivityTaskScheduled = "activityTaskScheduledEventAttributes",
    /// An activity task could not be scheduled.
    ScheduleActivityTaskFailed = "scheduleActivityTaskFailedEventAttributes",
    /// An activity task was started.
    ActivityTaskStarted = "activityTaskStartedEventAttributes",
    /// The activity task was completed.
    ActivityTaskCompleted = "activityTaskCompletedEventAttributes",
    /// The activity task failed.
    ActivityTaskFailed = "activityTaskFailedEventAttributes",
    /// The activity task timed out.
    ActivityTaskTimedOut = "activityTaskTimedOutEventAttributes",
    /// The activity task was cancelled.
    ActivityTaskCanceled = "activityTaskCanceledEventAttributes",
    /// A cancellation of the activity task was requested.
    ActivityTaskCancelRequested = "activityTaskCancelRequestedEventAttributes",
    /// A request to cancel an activity task failed.
    RequestCancelActivityTaskFailed = "requestCancelActivityTaskFailedEventAttributes",
    /// The execution received a signal.
    WorkflowExecutionSignaled = "workflowExecutionSignaledEventAttributes",
    /// A marker was recorded.
    MarkerRecorded = "markerRecordedEventAttributes",
    /// A marker could not be recorded.
    RecordMarkerFailed = "recordMarkerFailedEventAttributes",
    /// A timer was started.
    TimerStarted = "timerStartedEventAttributes",
    /// A timer could not be started.
    StartTimerFailed = "startTimerFailedEventAttributes",
    /// A timer fired.
    TimerFired = "timerFiredEventAttributes",
    /// The timer was cancelled.
    TimerCanceled = "timerCanceledEventAttributes",
    /// The timer could not be cancelled.
    CancelTimerFailed = "cancelTimerFailedEventAttributes",
    /// The start of a child was initiated.
    StartChildWorkflowExecutionInitiated = "startChildWorkflowExecutionInitiatedEventAttributes",
    /// A child could not be started.
    StartChildWorkflowExecutionFailed = "startChildWorkflowExecutionFailedEventAttributes",
    /// A child was started.
    ChildWorkflowExecutionStarted = "childWorkflowExecutionStartedEventAttributes",
    /// A child was completed.
    ChildWorkflowExecutionCompleted = "childWorkflowExecutionCompletedEventAttributes",
    /// A child failed.
    ChildWorkflowExecutionFailed = "childWorkflowExecutionFailedEventAttributes",
    /// A child timed out.
    ChildWorkflowExecutionTimedOut = "childWorkflowExecutionTimedOutEventAttributes",
    /// A child was cancelled.
    ChildWorkflowExecutionCanceled = "childWorkflowExecutionCanceledEventAttributes",
    /// A child was terminated.
    ChildWorkflowExecutionTerminated = "childWorkflowExecutionTerminatedEventAttributes",
    /// A signal to another execution was initiated.
    SignalExternalWorkflowExecutionInitiated = "signalExternalWorkflowExecutionInitiatedEventAttributes",
    /// A signal could not be sent to another execution.
    SignalExternalWorkflowExecutionFailed = "signalExternalWorkflowExecutionFailedEventAttributes",
    /// A signal was received by another execution.
    ExternalWorkflowExecutionSignaled = "externalWorkflowExecutionSignaledEventAttributes",
    /// A request to cancel another execution was initiated.
    RequestCancelExternalWorkflowExecutionInitiated = "requestCancelExternalWorkflowExecutionInitiatedEventAttributes",
    /// A request to cancel another execution failed.
    RequestCancelExternalWorkflowExecutionFailed = "requestCancelExternalWorkflowExecutionFailedEventAttributes",
    /// A request to cancel another execution was delivered.
    ExternalWorkflowExecutionCancelRequested = "externalWorkflowExecutionCancelRequestedEventAttributes",
    /// A call of a Lambda function was scheduled.
    LambdaFunctionScheduled = "lambdaFunctionScheduledEventAttributes",
    /// The Lambda function was called.
    LambdaFunctionStarted = "lambdaFunctionStartedEventAttributes",
    /// The Lambda function answered.
    LambdaFunctionCompleted = "lambdaFunctionCompletedEventAttributes",
    /// The Lambda function failed.
    LambdaFunctionFailed = "lambdaFunctionFailedEventAttributes",
    /// The Lambda function timed out.
    LambdaFunctionTimedOut = "lambdaFunctionTimedOutEventAttributes",
    /// A Lambda function could not be scheduled.
    ScheduleLambdaFunctionFailed = "scheduleLambdaFunctionFailedEventAttributes",
    /// A Lambda function could not be called.
    StartLambdaFunctionFailed = "startLambdaFunctionFailedEventAttributes",
}

/// An event of unknown type, unchanged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unknown {
    /// Name of the type.
    pub event_type: String,
    /// The fields of the event besides type, id and time.
    pub fields: Map<String, Value>,
}

impl Unknown {
    fn read(event_type: &str, fields: &mut Map<String, Value>) -> Self {
        Self { event_type: event_type.to_owned(), fields: std::mem::take(fields) }
    }
}

/// Reads the attributes under a key.
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

/// Reads a required field.
fn field<T: DeserializeOwned>(key: &str, fields: &mut Map<String, Value>) -> Result<T, String> {
    let value = fields.remove(key).ok_or_else(|| format!("has no `{key}`"))?;
    serde_json::from_value(value).map_err(|error| format!("has `{key}` with a fault: {error}"))
}
