//! The shapes of members, by their names in AWS's model.

use super::pattern;
use super::{Shape, optional, required, text};

/// Maximum of an `Integer` without one in the model.
const INTEGER_MAX: i64 = i32::MAX as i64;

pub(super) static ALIAS_DESCRIPTION: Shape = Shape::Text(text(0, 256).sensitive());
pub(super) static ARN: Shape = Shape::Text(text(1, 256));
pub(super) static CHARACTER_RESTRICTED_NAME: Shape =
    Shape::Text(text(1, 80).pattern(&pattern::CHARACTER_RESTRICTED_NAME));
pub(super) static CLIENT_TOKEN: Shape = Shape::Text(text(1, 64).pattern(&pattern::CLIENT_TOKEN));
pub(super) static CLOUD_WATCH_LOGS_LOG_GROUP: Shape =
    Shape::Structure { name: "CloudWatchLogsLogGroup", members: &[optional("logGroupArn", &ARN)] };
pub(super) static DEFINITION: Shape = Shape::Text(text(1, 1_048_576).sensitive());
pub(super) static ENABLED: Shape = Shape::Boolean;
pub(super) static ENCRYPTION_CONFIGURATION: Shape = Shape::Structure {
    name: "EncryptionConfiguration",
    members: &[
        optional("kmsKeyId", &KMS_KEY_ID),
        optional("kmsDataKeyReusePeriodSeconds", &KMS_DATA_KEY_REUSE_PERIOD_SECONDS),
        required("type", &ENCRYPTION_TYPE),
    ],
};
pub(super) static ENCRYPTION_TYPE: Shape =
    Shape::Enumeration(&["AWS_OWNED_KEY", "CUSTOMER_MANAGED_KMS_KEY"]);
pub(super) static EXECUTION_REDRIVE_FILTER: Shape =
    Shape::Enumeration(&["REDRIVEN", "NOT_REDRIVEN"]);
pub(super) static EXECUTION_STATUS: Shape = Shape::Enumeration(&[
    "RUNNING",
    "SUCCEEDED",
    "FAILED",
    "TIMED_OUT",
    "ABORTED",
    "PENDING_REDRIVE",
]);
pub(super) static INCLUDE_EXECUTION_DATA: Shape = Shape::Boolean;
pub(super) static INCLUDE_EXECUTION_DATA_GET_EXECUTION_HISTORY: Shape = Shape::Boolean;
pub(super) static INCLUDED_DATA: Shape = Shape::Enumeration(&["ALL_DATA", "METADATA_ONLY"]);
pub(super) static INSPECTION_LEVEL: Shape = Shape::Enumeration(&["INFO", "DEBUG", "TRACE"]);
pub(super) static KMS_DATA_KEY_REUSE_PERIOD_SECONDS: Shape = Shape::Integer { min: 60, max: 900 };
pub(super) static KMS_KEY_ID: Shape = Shape::Text(text(1, 2048));
pub(super) static LIST_EXECUTIONS_PAGE_TOKEN: Shape = Shape::Text(text(1, 3096));
pub(super) static LOG_DESTINATION: Shape = Shape::Structure {
    name: "LogDestination",
    members: &[optional("cloudWatchLogsLogGroup", &CLOUD_WATCH_LOGS_LOG_GROUP)],
};
pub(super) static LOG_DESTINATION_LIST: Shape =
    Shape::List { item: &LOG_DESTINATION, min: 0, max: usize::MAX };
pub(super) static LOG_LEVEL: Shape = Shape::Enumeration(&["ALL", "ERROR", "FATAL", "OFF"]);
pub(super) static LOGGING_CONFIGURATION: Shape = Shape::Structure {
    name: "LoggingConfiguration",
    members: &[
        optional("level", &LOG_LEVEL),
        optional("includeExecutionData", &INCLUDE_EXECUTION_DATA),
        optional("destinations", &LOG_DESTINATION_LIST),
    ],
};
pub(super) static LONG_ARN: Shape = Shape::Text(text(1, 2000));
pub(super) static MAP_ITERATION_FAILURE_COUNT: Shape = Shape::Integer { min: 0, max: INTEGER_MAX };
pub(super) static MAX_CONCURRENCY: Shape = Shape::Integer { min: 0, max: INTEGER_MAX };
pub(super) static MOCK_ERROR_OUTPUT: Shape = Shape::Structure {
    name: "MockErrorOutput",
    members: &[optional("error", &SENSITIVE_ERROR), optional("cause", &SENSITIVE_CAUSE)],
};
pub(super) static MOCK_INPUT: Shape = Shape::Structure {
    name: "MockInput",
    members: &[
        optional("result", &SENSITIVE_DATA),
        optional("errorOutput", &MOCK_ERROR_OUTPUT),
        optional("fieldValidationMode", &MOCK_RESPONSE_VALIDATION_MODE),
    ],
};
pub(super) static MOCK_RESPONSE_VALIDATION_MODE: Shape =
    Shape::Enumeration(&["STRICT", "PRESENT", "NONE"]);
pub(super) static NAME: Shape = Shape::Text(text(1, 80));
pub(super) static PAGE_SIZE: Shape = Shape::Integer { min: 0, max: 1000 };
pub(super) static PAGE_TOKEN: Shape = Shape::Text(text(1, 1024));
pub(super) static PUBLISH: Shape = Shape::Boolean;
pub(super) static RETRIER_RETRY_COUNT: Shape = Shape::Integer { min: 0, max: INTEGER_MAX };
pub(super) static REVEAL_SECRETS: Shape = Shape::Boolean;
pub(super) static REVERSE_ORDER: Shape = Shape::Boolean;
pub(super) static REVISION_ID: Shape = Shape::Text(text(0, usize::MAX));
pub(super) static ROUTING_CONFIGURATION_LIST: Shape =
    Shape::List { item: &ROUTING_CONFIGURATION_LIST_ITEM, min: 1, max: 2 };
pub(super) static ROUTING_CONFIGURATION_LIST_ITEM: Shape = Shape::Structure {
    name: "RoutingConfigurationListItem",
    members: &[required("stateMachineVersionArn", &ARN), required("weight", &VERSION_WEIGHT)],
};
pub(super) static SENSITIVE_CAUSE: Shape = Shape::Text(text(0, 32_768).sensitive());
pub(super) static SENSITIVE_DATA: Shape = Shape::Text(text(0, 262_144).in_bytes().sensitive());
pub(super) static SENSITIVE_ERROR: Shape = Shape::Text(text(0, 256).sensitive());
pub(super) static STATE_MACHINE_TYPE: Shape = Shape::Enumeration(&["STANDARD", "EXPRESS"]);
pub(super) static TAG: Shape = Shape::Structure {
    name: "Tag",
    members: &[optional("key", &TAG_KEY), optional("value", &TAG_VALUE)],
};
pub(super) static TAG_KEY: Shape = Shape::Text(text(1, 128));
pub(super) static TAG_KEY_LIST: Shape = Shape::List { item: &TAG_KEY, min: 0, max: usize::MAX };
pub(super) static TAG_LIST: Shape = Shape::List { item: &TAG, min: 0, max: usize::MAX };
pub(super) static TAG_VALUE: Shape = Shape::Text(text(0, 256));
pub(super) static TASK_TOKEN: Shape = Shape::Text(text(1, 2048));
pub(super) static TEST_STATE_CONFIGURATION: Shape = Shape::Structure {
    name: "TestStateConfiguration",
    members: &[
        optional("retrierRetryCount", &RETRIER_RETRY_COUNT),
        optional("errorCausedByState", &TEST_STATE_STATE_NAME),
        optional("mapIterationFailureCount", &MAP_ITERATION_FAILURE_COUNT),
        optional("mapItemReaderData", &SENSITIVE_DATA),
    ],
};
pub(super) static TEST_STATE_STATE_NAME: Shape = Shape::Text(text(1, 80).sensitive());
pub(super) static TOLERATED_FAILURE_COUNT: Shape = Shape::Long { min: 0, max: i64::MAX };
pub(super) static TOLERATED_FAILURE_PERCENTAGE: Shape = Shape::Float { min: 0.0, max: 100.0 };
pub(super) static TRACE_HEADER: Shape = Shape::Text(text(0, 256).pattern(&pattern::TRACE_HEADER));
pub(super) static TRACING_CONFIGURATION: Shape =
    Shape::Structure { name: "TracingConfiguration", members: &[optional("enabled", &ENABLED)] };
pub(super) static VALIDATE_STATE_MACHINE_DEFINITION_MAX_RESULT: Shape =
    Shape::Integer { min: 0, max: 100 };
pub(super) static VALIDATE_STATE_MACHINE_DEFINITION_SEVERITY: Shape =
    Shape::Enumeration(&["ERROR", "WARNING"]);
pub(super) static VERSION_DESCRIPTION: Shape = Shape::Text(text(0, 256).sensitive());
pub(super) static VERSION_WEIGHT: Shape = Shape::Integer { min: 0, max: 100 };
