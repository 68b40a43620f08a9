//! The names of errors that the language defines. All begin with `States.`, and no other name may.
//! One error of our own is added, [`TYPE_MISMATCH`].

/// The beginning of all predefined names.
pub const PREFIX: &str = "States.";

/// Any error, in retriers and catchers.
pub const ALL: &str = "States.ALL";

/// A task took longer than its `TimeoutSeconds`, or was silent for longer than its
/// `HeartbeatSeconds`.
pub const TIMEOUT: &str = "States.Timeout";

/// A missed heartbeat, in retriers and catchers; it is reported as [`TIMEOUT`].
pub const HEARTBEAT_TIMEOUT: &str = "States.HeartbeatTimeout";

/// A task failed; in retriers and catchers, any error but a time-out, and under AWS's profile but
/// [`QUERY_EVALUATION_ERROR`].
pub const TASK_FAILED: &str = "States.TaskFailed";

/// The privileges of a task do not suffice.
pub const PERMISSIONS: &str = "States.Permissions";

/// A result does not fit into the input at `ResultPath`.
pub const RESULT_PATH_MATCH_FAILURE: &str = "States.ResultPathMatchFailure";

/// A path of a payload template finds nothing (AWS itself says [`RUNTIME`]).
pub const PARAMETER_PATH_FAILURE: &str = "States.ParameterPathFailure";

/// A branch of a Parallel failed, in retriers and catchers; the error keeps its own name. Under AWS's
/// profile it matches nothing.
pub const BRANCH_FAILED: &str = "States.BranchFailed";

/// No rule of a Choice holds, and there is no `Default`.
pub const NO_CHOICE_MATCHED: &str = "States.NoChoiceMatched";

/// An intrinsic function failed, under the profile of the specification (AWS itself says
/// [`RUNTIME`]).
pub const INTRINSIC_FAILURE: &str = "States.IntrinsicFailure";

/// More items of a Map failed than it tolerates.
pub const EXCEED_TOLERATED_FAILURE_THRESHOLD: &str = "States.ExceedToleratedFailureThreshold";

/// The items of a distributed Map cannot be read.
pub const ITEM_READER_FAILED: &str = "States.ItemReaderFailed";

/// The results of a distributed Map cannot be written.
pub const RESULT_WRITER_FAILED: &str = "States.ResultWriterFailed";

/// An output is larger than AWS allows (256 KiB), with `limits = aws`.
pub const DATA_LIMIT_EXCEEDED: &str = "States.DataLimitExceeded";

/// A fault of the data or of the machine itself. Only under `profile = spec` can it be caught.
pub const RUNTIME: &str = "States.Runtime";

/// A JSONata expression failed.
pub const QUERY_EVALUATION_ERROR: &str = "States.QueryEvaluationError";

/// An HTTP task could not connect.
pub const HTTP_SOCKET: &str = "States.Http.Socket";

/// A value does not fit its Rust type. Not an error of the language: no definition can expect it, so
/// [`ALL`] and [`TASK_FAILED`] do not match it.
pub const TYPE_MISMATCH: &str = "Asl.TypeMismatch";

/// The names of today's edition, which include those of the 2016 edition.
pub const NAMES: [&str; 17] = [
    ALL,
    BRANCH_FAILED,
    DATA_LIMIT_EXCEEDED,
    EXCEED_TOLERATED_FAILURE_THRESHOLD,
    HEARTBEAT_TIMEOUT,
    INTRINSIC_FAILURE,
    ITEM_READER_FAILED,
    NO_CHOICE_MATCHED,
    PARAMETER_PATH_FAILURE,
    PERMISSIONS,
    QUERY_EVALUATION_ERROR,
    RESULT_PATH_MATCH_FAILURE,
    RESULT_WRITER_FAILED,
    RUNTIME,
    TASK_FAILED,
    TIMEOUT,
    HTTP_SOCKET,
];

/// Returns true if the language defines an error of this name. HTTP tasks have one for each status
/// code.
pub fn is_predefined(name: &str) -> bool {
    NAMES.contains(&name) || name.starts_with("States.Http.StatusCode.")
}
