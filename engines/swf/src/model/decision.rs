//! What a decider asks for: the thirteen types of decisions.

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
        /// What a decider asks for. Each type has its attributes, a struct of the same name.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub enum Decision {
            $(
                $(#[$doc])*
                $Type($Type),
            )*
        }

        impl Decision {
            /// All types.
            pub const TYPES: &[&str] = &[$(stringify!($Type)),*];

            /// The type's name, as Amazon SWF has it.
            pub fn decision_type(&self) -> &'static str {
                match self {
                    $(Self::$Type(_) => stringify!($Type),)*
                }
            }

            /// The attributes of this type, out of the fields of the decision.
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
    /// Have a worker do something.
    ScheduleActivityTask = "scheduleActivityTaskDecisionAttributes",
    /// Take an activity task back: one that nobody has is cancelled at once, the worker of a
    /// started one learns of it with its next heartbeat.
    RequestCancelActivityTask = "requestCancelActivityTaskDecisionAttributes",
    /// End the execution with a result.
    CompleteWorkflowExecution = "completeWorkflowExecutionDecisionAttributes",
    /// End the execution with a failure.
    FailWorkflowExecution = "failWorkflowExecutionDecisionAttributes",
    /// End the execution as cancelled.
    CancelWorkflowExecution = "cancelWorkflowExecutionDecisionAttributes",
    /// End this run and go on in a new one of the same workflow id.
    ContinueAsNewWorkflowExecution = "continueAsNewWorkflowExecutionDecisionAttributes",
    /// Leave a note in the history.
    RecordMarker = "recordMarkerDecisionAttributes",
    /// Start a timer.
    StartTimer = "startTimerDecisionAttributes",
    /// Cancel a timer.
    CancelTimer = "cancelTimerDecisionAttributes",
    /// Send a signal to another execution.
    SignalExternalWorkflowExecution = "signalExternalWorkflowExecutionDecisionAttributes",
    /// Ask another execution to cancel itself.
    RequestCancelExternalWorkflowExecution = "requestCancelExternalWorkflowExecutionDecisionAttributes",
    /// Start another execution as a child.
    StartChildWorkflowExecution = "startChildWorkflowExecutionDecisionAttributes",
    /// Have the service call a Lambda function.
    ScheduleLambdaFunction = "scheduleLambdaFunctionDecisionAttributes",
}

impl Decision {
    /// Whether it ends the run: such a decision is the last of its list.
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

/// The attributes under this key. The Developer Guide also has `CancelWorkflowExecutionAttributes`,
/// without `Decision` and in upper case.
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

/// Have a worker do something.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ScheduleActivityTask {
    /// The decider's own note; nobody else sees it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<String>,
    /// What is to be done.
    pub activity_type: ActivityType,
    /// The activity's id, unique among the open ones of its execution.
    pub activity_id: String,
    /// How long it may take from being scheduled to its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schedule_to_close_timeout: Option<Timeout>,
    /// Where tasks are polled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task_list: Option<TaskList>,
    /// A whole number as text; tasks with higher ones are handed out first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task_priority: Option<String>,
    /// How long it may wait for a worker.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schedule_to_start_timeout: Option<Timeout>,
    /// How long it may take once it is started.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_to_close_timeout: Option<Timeout>,
    /// How long the worker may be silent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heartbeat_timeout: Option<Timeout>,
    /// Its input.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
}

/// Take an activity task back: one that nobody has is cancelled at once, the worker of a started
/// one learns of it with its next heartbeat.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RequestCancelActivityTask {
    /// The activity's id, unique among the open ones of its execution.
    pub activity_id: String,
}

/// End the execution with a result.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CompleteWorkflowExecution {
    /// What comes out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
}

/// End the execution with a failure.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FailWorkflowExecution {
    /// Why, in a word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// More about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<String>,
}

/// End the execution as cancelled.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CancelWorkflowExecution {
    /// More about it.
    #[serde(default, skip_serializing_if = "Option::is_none", alias = "Details")]
    pub details: Option<String>,
}

/// End this run and go on in a new one of the same workflow id.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ContinueAsNewWorkflowExecution {
    /// Its input.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
    /// How long the execution may take in all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub execution_start_to_close_timeout: Option<Timeout>,
    /// Where tasks are polled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task_list: Option<TaskList>,
    /// A whole number as text; tasks with higher ones are handed out first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task_priority: Option<String>,
    /// How long a decision task may take.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task_start_to_close_timeout: Option<Timeout>,
    /// What becomes of its children when it ends before them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub child_policy: Option<ChildPolicy>,
    /// Words it can be found by.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tag_list: Vec<String>,
    /// The version to go on with; its own if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub workflow_type_version: Option<String>,
    /// The role that its Lambda functions are called with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lambda_role: Option<String>,
}

/// Leave a note in the history.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RecordMarker {
    /// What the marker is called.
    pub marker_name: String,
    /// More about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<String>,
}

/// Start a timer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StartTimer {
    /// The timer's id, unique among the open ones of its execution.
    pub timer_id: String,
    /// The decider's own note; nobody else sees it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<String>,
    /// How long it takes to fire.
    pub start_to_fire_timeout: Timeout,
}

/// Cancel a timer.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CancelTimer {
    /// The timer's id, unique among the open ones of its execution.
    pub timer_id: String,
}

/// Send a signal to another execution.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SignalExternalWorkflowExecution {
    /// The execution's id, unique among the open ones of its domain.
    pub workflow_id: String,
    /// Which run of it; the open one if it is not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run_id: Option<String>,
    /// What the signal is called.
    pub signal_name: String,
    /// Its input.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
    /// The decider's own note; nobody else sees it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<String>,
}

/// Ask another execution to cancel itself.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RequestCancelExternalWorkflowExecution {
    /// The execution's id, unique among the open ones of its domain.
    pub workflow_id: String,
    /// Which run of it; the open one if it is not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run_id: Option<String>,
    /// The decider's own note; nobody else sees it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<String>,
}

/// Start another execution as a child.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StartChildWorkflowExecution {
    /// What it runs.
    pub workflow_type: WorkflowType,
    /// The execution's id, unique among the open ones of its domain.
    pub workflow_id: String,
    /// The decider's own note; nobody else sees it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<String>,
    /// Its input.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
    /// How long the execution may take in all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub execution_start_to_close_timeout: Option<Timeout>,
    /// Where tasks are polled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task_list: Option<TaskList>,
    /// A whole number as text; tasks with higher ones are handed out first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task_priority: Option<String>,
    /// How long a decision task may take.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task_start_to_close_timeout: Option<Timeout>,
    /// What becomes of its children when it ends before them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub child_policy: Option<ChildPolicy>,
    /// Words it can be found by.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tag_list: Vec<String>,
    /// The role that its Lambda functions are called with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lambda_role: Option<String>,
}

/// Have the service call a Lambda function.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ScheduleLambdaFunction {
    /// The call's id, unique among the open ones of its execution.
    pub id: String,
    /// The function.
    pub name: String,
    /// The decider's own note; nobody else sees it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<String>,
    /// Its input.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
    /// How long it may take once it is started.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_to_close_timeout: Option<Timeout>,
}
