//! The thirteen types of decisions.

use serde::de::{DeserializeOwned, Error};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

use crate::model::enums::ChildPolicy;
use crate::model::task::{ActivityType, TaskList, WorkflowType};
use crate::model::time::Timeout;

/// Declares `Decision`: a variant for each type, with the key of its attributes.
macro_rules! decision_types {
    ($($(#[$doc:meta])* $Type:ident = $key:literal,)*) => {
        /// A decision. Each type has its attributes, a struct of the same name.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub enum Decision {
            $(
                $(#[$doc])*
                $Type($Type),
            )*
        }

        impl Decision {
            /// All types of decisions.
            pub const TYPES: &[&str] = &[$(stringify!($Type)),*];

            /// Name of the type at Amazon SWF.
            pub fn decision_type(&self) -> &'static str {
                match self {
                    $(Self::$Type(_) => stringify!($Type),)*
                }
            }

            /// Reads the attributes of this type from the fields of a decision.
            fn read(decision_type: &str, fields: &mut Map<String, Value>) -> Result<Self, String> {
                match decision_type {
                    $(stringify!($Type) => attributes($key, fields).map(Self::$Type),)*
                    _ => Err(String::from("is of a type that there is not")),
                }
            }
        }

        impl Serialize for Decision {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let mut decision = serializer.serialize_map(Some(2))?;
                decision.serialize_entry("decisionType", self.decision_type())?;
                match self {
                    $(Self::$Type(attributes) => decision.serialize_entry($key, attributes),)*
                }?;
                decision.end()
            }
        }
    };
}

decision_types! {
    /// Schedules an activity task.
    ScheduleActivityTask = "scheduleActivityTaskDecisionAttributes",
    /// Cancels an activity task: at once before a worker has it, else by the response to its
    /// worker's next heartbeat.
    RequestCancelActivityTask = "requestCancelActivityTaskDecisionAttributes",
    /// Completes the execution.
    CompleteWorkflowExecution = "completeWorkflowExecutionDecisionAttributes",
    /// Fails the execution.
    FailWorkflowExecution = "failWorkflowExecutionDecisionAttributes",
    /// Cancels the execution.
    CancelWorkflowExecution = "cancelWorkflowExecutionDecisionAttributes",
    /// Closes this run and continues in a new run with the same workflow id.
    ContinueAsNewWorkflowExecution = "continueAsNewWorkflowExecutionDecisionAttributes",
    /// Records a marker in the history.
    RecordMarker = "recordMarkerDecisionAttributes",
    /// Starts a timer.
    StartTimer = "startTimerDecisionAttributes",
    /// Cancels a timer.
    CancelTimer = "cancelTimerDecisionAttributes",
    /// Sends a signal to another execution.
    SignalExternalWorkflowExecution = "signalExternalWorkflowExecutionDecisionAttributes",
    /// Requests the cancellation of another execution.
    RequestCancelExternalWorkflowExecution = "requestCancelExternalWorkflowExecutionDecisionAttributes",
    /// Starts a child workflow.
    StartChildWorkflowExecution = "startChildWorkflowExecutionDecisionAttributes",
    /// Schedules a call of a Lambda function by the service.
    ScheduleLambdaFunction = "scheduleLambdaFunctionDecisionAttributes",
}

impl Decision {
    /// True if the decision closes the run. It must be the last of its list.
    pub fn closes(&self) -> bool {
        matches!(
            self,
            Self::CompleteWorkflowExecution(_)
                | Self::FailWorkflowExecution(_)
                | Self::CancelWorkflowExecution(_)
                | Self::ContinueAsNewWorkflowExecution(_)
        )
    }
}

impl<'de> Deserialize<'de> for Decision {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut fields = Map::deserialize(deserializer)?;
        let Some(Value::String(decision_type)) = fields.remove("decisionType") else {
            return Err(D::Error::custom("a decision has no `decisionType`"));
        };
        Self::read(&decision_type, &mut fields).map_err(|error| {
            D::Error::custom(format_args!("a decision, `{decision_type}`, {error}"))
        })
    }
}

/// Reads the attributes under a key. The Developer Guide also uses
/// `CancelWorkflowExecutionAttributes`, without `Decision` and with an upper-case letter.
fn attributes<T: DeserializeOwned>(
    key: &str,
    fields: &mut Map<String, Value>,
) -> Result<T, String> {
    let of_guide = key.replace("DecisionAttributes", "Attributes");
    let spelled =
        |name: &&String| name.eq_ignore_ascii_case(key) || name.eq_ignore_ascii_case(&of_guide);
    let name = fields.keys().find(spelled).cloned().unwrap_or_default();
    let Some(attributes) = fields.remove(&name).filter(|attributes| !attributes.is_null()) else {
        return Err(format!("has no `{key}`"));
    };
    serde_json::from_value(attributes)
        .map_err(|error| format!("has `{name}` with a fault: {error}"))
}

/// Schedules an activity task.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ScheduleActivityTask {
    /// Data for later decision tasks of the execution only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<String>,
    /// The activity type.
    pub activity_type: ActivityType,
    /// The activity id, unique among the open activities of its execution.
    pub activity_id: String,
    /// Time-out from its scheduling to its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schedule_to_close_timeout: Option<Timeout>,
    /// The task list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task_list: Option<TaskList>,
    /// Priority of its tasks: a whole number as text. Higher ones come first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task_priority: Option<String>,
    /// Time-out of waiting for a worker.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schedule_to_start_timeout: Option<Timeout>,
    /// Time-out from its start to its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_to_close_timeout: Option<Timeout>,
    /// Time-out between heartbeats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heartbeat_timeout: Option<Timeout>,
    /// The input.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
}

/// Cancels an activity task: at once before a worker has it, else by the response to its worker's
/// next heartbeat.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RequestCancelActivityTask {
    /// The activity id, unique among the open activities of its execution.
    pub activity_id: String,
}

/// Completes the execution.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CompleteWorkflowExecution {
    /// The result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
}

/// Fails the execution.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FailWorkflowExecution {
    /// The reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Details.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<String>,
}

/// Cancels the execution.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CancelWorkflowExecution {
    /// Details.
    #[serde(default, skip_serializing_if = "Option::is_none", alias = "Details")]
    pub details: Option<String>,
}

/// Closes this run and continues in a new run with the same workflow id.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ContinueAsNewWorkflowExecution {
    /// The input.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
    /// Time-out of the execution.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub execution_start_to_close_timeout: Option<Timeout>,
    /// The task list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task_list: Option<TaskList>,
    /// Priority of its tasks: a whole number as text. Higher ones come first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task_priority: Option<String>,
    /// Time-out of decision tasks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task_start_to_close_timeout: Option<Timeout>,
    /// Policy for children that outlive the execution.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub child_policy: Option<ChildPolicy>,
    /// Tags.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tag_list: Vec<String>,
    /// Version of the new run's type. By default that of this run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub workflow_type_version: Option<String>,
    /// Role for its Lambda functions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lambda_role: Option<String>,
}

/// Records a marker in the history.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RecordMarker {
    /// Name of the marker.
    pub marker_name: String,
    /// Details.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<String>,
}

/// Starts a timer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StartTimer {
    /// The timer id, unique among the open timers of its execution.
    pub timer_id: String,
    /// Data for later decision tasks of the execution only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<String>,
    /// Duration.
    pub start_to_fire_timeout: Timeout,
}

/// Cancels a timer.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CancelTimer {
    /// The timer id, unique among the open timers of its execution.
    pub timer_id: String,
}

/// Sends a signal to another execution.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SignalExternalWorkflowExecution {
    /// The workflow id, unique among the open executions of a domain.
    pub workflow_id: String,
    /// The run id. By default that of the open run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run_id: Option<String>,
    /// Name of the signal.
    pub signal_name: String,
    /// The input.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
    /// Data for later decision tasks of the execution only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<String>,
}

/// Requests the cancellation of another execution.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RequestCancelExternalWorkflowExecution {
    /// The workflow id, unique among the open executions of a domain.
    pub workflow_id: String,
    /// The run id. By default that of the open run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run_id: Option<String>,
    /// Data for later decision tasks of the execution only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<String>,
}

/// Starts a child workflow.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StartChildWorkflowExecution {
    /// Its type.
    pub workflow_type: WorkflowType,
    /// The workflow id, unique among the open executions of a domain.
    pub workflow_id: String,
    /// Data for later decision tasks of the execution only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<String>,
    /// The input.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
    /// Time-out of the execution.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub execution_start_to_close_timeout: Option<Timeout>,
    /// The task list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task_list: Option<TaskList>,
    /// Priority of its tasks: a whole number as text. Higher ones come first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task_priority: Option<String>,
    /// Time-out of decision tasks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task_start_to_close_timeout: Option<Timeout>,
    /// Policy for children that outlive the execution.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub child_policy: Option<ChildPolicy>,
    /// Tags.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tag_list: Vec<String>,
    /// Role for its Lambda functions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lambda_role: Option<String>,
}

/// Schedules a call of a Lambda function by the service.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ScheduleLambdaFunction {
    /// Id of the call, unique among the open ones of its execution.
    pub id: String,
    /// The function.
    pub name: String,
    /// Data for later decision tasks of the execution only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<String>,
    /// The input.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
    /// Time-out from its start to its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_to_close_timeout: Option<Timeout>,
}
