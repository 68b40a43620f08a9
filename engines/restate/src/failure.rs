//! Failed executions in Restate: a terminal error whose message is JSON,
//! `{"error": "OutOfStock", "cause": "no tea", "status": "FAILED"}`. `error` and `cause` are
//! optional; `data` is present if the task's error has data. `at` is the place of the failure in the
//! definition, and `exceeded` the limit of a time-out.

use asl_runtime::error::Status;
use asl_runtime::value::{Text, from_value, to_value};
use asl_runtime::{Failure, Value};
use restate_sdk::errors::TerminalError;

/// The terminal error of a failure, with the code 500 for failed, 408 for timed-out and 409 for
/// cancelled executions.
pub(crate) fn terminal(failure: &Failure) -> TerminalError {
    let (code, status) = match failure.status() {
        Status::Failed => (500, "FAILED"),
        Status::TimedOut => (408, "TIMED_OUT"),
        Status::Aborted => (409, "ABORTED"),
    };
    let mut parts = Value::object([]);
    for (name, text) in [("error", failure.error()), ("cause", failure.cause())] {
        if let Some(text) = text {
            parts.insert(name, text);
        }
    }
    parts.insert("status", status);
    if let Some(data) = failure.data() {
        parts.insert("data", data.clone());
    }
    if let Some(at) = failure.occurrence().and_then(|at| to_value(at).ok()) {
        parts.insert("at", at);
    }
    if let Some(exceeded) = failure.exceeded().and_then(|exceeded| to_value(&exceeded).ok()) {
        parts.insert("exceeded", exceeded);
    }
    TerminalError::new_with_code(code, parts.to_json_string())
}

/// The failure in a terminal error. A foreign error, such as that of a killed invocation, has no
/// error name.
pub(crate) fn read(error: &TerminalError) -> Failure {
    let parts = Value::from_json_str(error.message()).unwrap_or_default();
    let text = |name: &str| parts.get(name).and_then(Value::as_str).map(Text::from);
    let status = match parts.get("status").and_then(Value::as_str) {
        Some("FAILED") => Status::Failed,
        Some("TIMED_OUT") => Status::TimedOut,
        Some("ABORTED") => Status::Aborted,
        _ if error.code() == 409 => Status::Aborted,
        _ => return Failure::from_parts(None, Some(error.message().into()), Status::Failed, None),
    };
    Failure::from_parts(text("error"), text("cause"), status, parts.get("data").cloned())
        .with_occurrence(parts.get("at").and_then(|at| from_value(at.clone()).ok()))
        .with_exceeded(parts.get("exceeded").and_then(|limit| from_value(limit.clone()).ok()))
}

#[cfg(test)]
mod tests {
    use asl_runtime::error::{Exceeded, Occurrence};
    use asl_runtime::json;

    use super::*;

    #[test]
    fn a_failure_is_read_as_it_was_written() {
        let text = |text: &str| Some(Text::from(text));
        let failures = [
            Failure::from_parts(text("E"), text("c"), Status::Failed, Some(json!({"a": [1]}))),
            Failure::from_parts(None, None, Status::TimedOut, None),
            Failure::from_parts(None, text("stop"), Status::Aborted, None),
            Failure::from_parts(None, None, Status::Failed, None),
        ];
        for failure in failures {
            assert_eq!(read(&terminal(&failure)), failure);
        }
    }

    #[test]
    fn a_failure_keeps_its_place() {
        let at = json!({"state": "Ship", "path": "Fan[1].Ship", "file": "order.asl.json",
            "line": 7, "column": 5, "attempt": 2});
        let failure = Failure::new("States.Timeout", "")
            .with_occurrence(from_value::<Occurrence>(at).expect("a place"))
            .with_exceeded(Exceeded::HeartbeatSeconds(30));
        assert_eq!(read(&terminal(&failure)).to_string(), failure.to_string());
        assert!(failure.to_string().contains("Fan[1].Ship (order.asl.json:7:5, attempt 3)"));
    }

    #[test]
    fn an_error_of_others_is_a_failure_without_a_name() {
        let killed = read(&TerminalError::new_with_code(500, "killed"));
        assert_eq!(
            (killed.error(), killed.cause(), killed.status()),
            (None, Some("killed"), Status::Failed)
        );
        assert_eq!(read(&TerminalError::new_with_code(409, "cancelled")).status(), Status::Aborted);
    }
}
