//! The error names that the language itself defines. All begin with `States.`, and no other name
//! may.

/// The prefix of predefined names.
pub const PREFIX: &str = "States.";

/// Matches every error.
pub const ALL: &str = "States.ALL";

/// The error of a machine that is faulty or cannot run. No catcher matches it.
pub const RUNTIME: &str = "States.Runtime";

/// The names of today's edition, which include those of the 2016 edition.
pub const NAMES: [&str; 17] = [
    ALL,
    "States.BranchFailed",
    "States.DataLimitExceeded",
    "States.ExceedToleratedFailureThreshold",
    "States.HeartbeatTimeout",
    "States.IntrinsicFailure",
    "States.ItemReaderFailed",
    "States.NoChoiceMatched",
    "States.ParameterPathFailure",
    "States.Permissions",
    "States.QueryEvaluationError",
    "States.ResultPathMatchFailure",
    "States.ResultWriterFailed",
    RUNTIME,
    "States.TaskFailed",
    "States.Timeout",
    "States.Http.Socket",
];

/// True if the language defines a name. HTTP tasks have one per status code.
pub fn is_predefined(name: &str) -> bool {
    NAMES.contains(&name) || name.starts_with("States.Http.StatusCode.")
}
