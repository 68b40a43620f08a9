//! The enumerations of Amazon SWF: causes, time-outs, policies. Unknown values are kept.

use std::fmt::{self, Display, Formatter};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Declares an enumeration with these values.
macro_rules! words {
    ($(#[$doc:meta])* $Name:ident { $($Variant:ident = $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Hash, Debug)]
        pub enum $Name {
            $(
                #[doc = concat!("`", $word, "`.")]
                $Variant,
            )*
            /// An unknown value.
            Other(String),
        }

        impl $Name {
            /// The text of the value.
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$Variant => $word,)*
                    Self::Other(word) => word,
                }
            }
        }

        impl From<String> for $Name {
            fn from(word: String) -> Self {
                match word.as_str() {
                    $($word => Self::$Variant,)*
                    _ => Self::Other(word),
                }
            }
        }

        impl From<&str> for $Name {
            fn from(word: &str) -> Self {
                Self::from(word.to_owned())
            }
        }

        impl Display for $Name {
            fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
                formatter.write_str(self.as_str())
            }
        }

        impl Serialize for $Name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> Deserialize<'de> for $Name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer).map(Self::from)
            }
        }
    };
}

words! {
    /// Kind of time-out of an activity task.
    ActivityTaskTimeoutType {
        StartToClose = "START_TO_CLOSE",
        ScheduleToStart = "SCHEDULE_TO_START",
        ScheduleToClose = "SCHEDULE_TO_CLOSE",
        Heartbeat = "HEARTBEAT",
    }
}

words! {
    /// Cause of a failed decision `CancelTimer`.
    CancelTimerFailedCause {
        TimerIdUnknown = "TIMER_ID_UNKNOWN",
        OperationNotPermitted = "OPERATION_NOT_PERMITTED",
    }
}

words! {
    /// Cause of a failed decision `CancelWorkflowExecution`.
    CancelWorkflowExecutionFailedCause {
        UnhandledDecision = "UNHANDLED_DECISION",
        OperationNotPermitted = "OPERATION_NOT_PERMITTED",
    }
}

words! {
    /// Policy for children that outlive their execution.
    ChildPolicy {
        Terminate = "TERMINATE",
        RequestCancel = "REQUEST_CANCEL",
        Abandon = "ABANDON",
    }
}

words! {
    /// Cause of a failed decision `CompleteWorkflowExecution`.
    CompleteWorkflowExecutionFailedCause {
        UnhandledDecision = "UNHANDLED_DECISION",
        OperationNotPermitted = "OPERATION_NOT_PERMITTED",
    }
}

words! {
    /// Cause of a failed decision `ContinueAsNewWorkflowExecution`.
    ContinueAsNewWorkflowExecutionFailedCause {
        UnhandledDecision = "UNHANDLED_DECISION",
        WorkflowTypeDeprecated = "WORKFLOW_TYPE_DEPRECATED",
        WorkflowTypeDoesNotExist = "WORKFLOW_TYPE_DOES_NOT_EXIST",
        DefaultExecutionStartToCloseTimeoutUndefined = "DEFAULT_EXECUTION_START_TO_CLOSE_TIMEOUT_UNDEFINED",
        DefaultTaskStartToCloseTimeoutUndefined = "DEFAULT_TASK_START_TO_CLOSE_TIMEOUT_UNDEFINED",
        DefaultTaskListUndefined = "DEFAULT_TASK_LIST_UNDEFINED",
        DefaultChildPolicyUndefined = "DEFAULT_CHILD_POLICY_UNDEFINED",
        ContinueAsNewWorkflowExecutionRateExceeded = "CONTINUE_AS_NEW_WORKFLOW_EXECUTION_RATE_EXCEEDED",
        OperationNotPermitted = "OPERATION_NOT_PERMITTED",
    }
}

words! {
    /// Kind of time-out of a decision task.
    DecisionTaskTimeoutType {
        StartToClose = "START_TO_CLOSE",
        ScheduleToStart = "SCHEDULE_TO_START",
    }
}

words! {
    /// Cause of a failed decision `FailWorkflowExecution`.
    FailWorkflowExecutionFailedCause {
        UnhandledDecision = "UNHANDLED_DECISION",
        OperationNotPermitted = "OPERATION_NOT_PERMITTED",
    }
}

words! {
    /// Kind of time-out of a Lambda function.
    LambdaFunctionTimeoutType {
        StartToClose = "START_TO_CLOSE",
    }
}

words! {
    /// Cause of a failed decision `RecordMarker`.
    RecordMarkerFailedCause {
        OperationNotPermitted = "OPERATION_NOT_PERMITTED",
    }
}

words! {
    /// Cause of a failed decision `RequestCancelActivityTask`.
    RequestCancelActivityTaskFailedCause {
        ActivityIdUnknown = "ACTIVITY_ID_UNKNOWN",
        OperationNotPermitted = "OPERATION_NOT_PERMITTED",
    }
}

words! {
    /// Cause of a failed decision `RequestCancelExternalWorkflowExecution`.
    RequestCancelExternalWorkflowExecutionFailedCause {
        UnknownExternalWorkflowExecution = "UNKNOWN_EXTERNAL_WORKFLOW_EXECUTION",
        RequestCancelExternalWorkflowExecutionRateExceeded = "REQUEST_CANCEL_EXTERNAL_WORKFLOW_EXECUTION_RATE_EXCEEDED",
        OperationNotPermitted = "OPERATION_NOT_PERMITTED",
    }
}

words! {
    /// Cause of a failed decision `ScheduleActivityTask`.
    ScheduleActivityTaskFailedCause {
        ActivityTypeDeprecated = "ACTIVITY_TYPE_DEPRECATED",
        ActivityTypeDoesNotExist = "ACTIVITY_TYPE_DOES_NOT_EXIST",
        ActivityIdAlreadyInUse = "ACTIVITY_ID_ALREADY_IN_USE",
        OpenActivitiesLimitExceeded = "OPEN_ACTIVITIES_LIMIT_EXCEEDED",
        ActivityCreationRateExceeded = "ACTIVITY_CREATION_RATE_EXCEEDED",
        DefaultScheduleToCloseTimeoutUndefined = "DEFAULT_SCHEDULE_TO_CLOSE_TIMEOUT_UNDEFINED",
        DefaultTaskListUndefined = "DEFAULT_TASK_LIST_UNDEFINED",
        DefaultScheduleToStartTimeoutUndefined = "DEFAULT_SCHEDULE_TO_START_TIMEOUT_UNDEFINED",
        DefaultStartToCloseTimeoutUndefined = "DEFAULT_START_TO_CLOSE_TIMEOUT_UNDEFINED",
        DefaultHeartbeatTimeoutUndefined = "DEFAULT_HEARTBEAT_TIMEOUT_UNDEFINED",
        OperationNotPermitted = "OPERATION_NOT_PERMITTED",
    }
}

words! {
    /// Cause of a failed decision `ScheduleLambdaFunction`.
    ScheduleLambdaFunctionFailedCause {
        IdAlreadyInUse = "ID_ALREADY_IN_USE",
        OpenLambdaFunctionsLimitExceeded = "OPEN_LAMBDA_FUNCTIONS_LIMIT_EXCEEDED",
        LambdaFunctionCreationRateExceeded = "LAMBDA_FUNCTION_CREATION_RATE_EXCEEDED",
        LambdaServiceNotAvailableInRegion = "LAMBDA_SERVICE_NOT_AVAILABLE_IN_REGION",
    }
}

words! {
    /// Cause of a failed decision `SignalExternalWorkflowExecution`.
    SignalExternalWorkflowExecutionFailedCause {
        UnknownExternalWorkflowExecution = "UNKNOWN_EXTERNAL_WORKFLOW_EXECUTION",
        SignalExternalWorkflowExecutionRateExceeded = "SIGNAL_EXTERNAL_WORKFLOW_EXECUTION_RATE_EXCEEDED",
        OperationNotPermitted = "OPERATION_NOT_PERMITTED",
    }
}

words! {
    /// Cause of a failed decision `StartChildWorkflowExecution`.
    StartChildWorkflowExecutionFailedCause {
        WorkflowTypeDoesNotExist = "WORKFLOW_TYPE_DOES_NOT_EXIST",
        WorkflowTypeDeprecated = "WORKFLOW_TYPE_DEPRECATED",
        OpenChildrenLimitExceeded = "OPEN_CHILDREN_LIMIT_EXCEEDED",
        OpenWorkflowsLimitExceeded = "OPEN_WORKFLOWS_LIMIT_EXCEEDED",
        ChildCreationRateExceeded = "CHILD_CREATION_RATE_EXCEEDED",
        WorkflowAlreadyRunning = "WORKFLOW_ALREADY_RUNNING",
        DefaultExecutionStartToCloseTimeoutUndefined = "DEFAULT_EXECUTION_START_TO_CLOSE_TIMEOUT_UNDEFINED",
        DefaultTaskListUndefined = "DEFAULT_TASK_LIST_UNDEFINED",
        DefaultTaskStartToCloseTimeoutUndefined = "DEFAULT_TASK_START_TO_CLOSE_TIMEOUT_UNDEFINED",
        DefaultChildPolicyUndefined = "DEFAULT_CHILD_POLICY_UNDEFINED",
        OperationNotPermitted = "OPERATION_NOT_PERMITTED",
    }
}

words! {
    /// Cause of a failed call of a Lambda function.
    StartLambdaFunctionFailedCause {
        AssumeRoleFailed = "ASSUME_ROLE_FAILED",
    }
}

words! {
    /// Cause of a failed decision `StartTimer`.
    StartTimerFailedCause {
        TimerIdAlreadyInUse = "TIMER_ID_ALREADY_IN_USE",
        OpenTimersLimitExceeded = "OPEN_TIMERS_LIMIT_EXCEEDED",
        TimerCreationRateExceeded = "TIMER_CREATION_RATE_EXCEEDED",
        OperationNotPermitted = "OPERATION_NOT_PERMITTED",
    }
}

words! {
    /// Cause of a request to cancel an execution.
    WorkflowExecutionCancelRequestedCause {
        ChildPolicyApplied = "CHILD_POLICY_APPLIED",
    }
}

words! {
    /// Cause of a termination.
    WorkflowExecutionTerminatedCause {
        ChildPolicyApplied = "CHILD_POLICY_APPLIED",
        EventLimitExceeded = "EVENT_LIMIT_EXCEEDED",
        OperatorInitiated = "OPERATOR_INITIATED",
    }
}

words! {
    /// Kind of time-out of an execution.
    WorkflowExecutionTimeoutType {
        StartToClose = "START_TO_CLOSE",
    }
}
