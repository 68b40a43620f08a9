//! Errors of tasks in the JSON of commands, endpoints and functions.

use asl_runtime::Value;
use asl_testing::runner::CallReply;

/// The error that a text names: `{"error": .., "cause": ..}`, with the words of states
/// (`Error`, `Cause`) or of Lambda functions (`errorType`, `errorMessage`).
pub(super) fn named_error(text: &[u8]) -> Option<CallReply> {
    let value = Value::from_json_slice(text).ok()?;
    let member = |names: [&str; 3]| {
        names.into_iter().find_map(|name| value.get(name)).and_then(Value::as_str)
    };
    let error = member(["error", "Error", "errorType"])?;
    let cause = member(["cause", "Cause", "errorMessage"]).unwrap_or_default();
    Some(CallReply::Throw { error: error.to_owned(), cause: cause.to_owned() })
}

/// An error and its cause.
pub(super) fn throw(error: impl Into<String>, cause: impl Into<String>) -> CallReply {
    CallReply::Throw { error: error.into(), cause: cause.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_have_three_forms() {
        let expected = Some(throw("Busy", "later"));
        for text in [
            r#"{"error": "Busy", "cause": "later"}"#,
            r#"{"Error": "Busy", "Cause": "later"}"#,
            r#"{"errorType": "Busy", "errorMessage": "later", "trace": []}"#,
        ] {
            assert_eq!(named_error(text.as_bytes()), expected);
        }
        assert_eq!(named_error(br#"{"error": "Busy"}"#), Some(throw("Busy", "")));
        assert_eq!(named_error(b"{}"), None);
        assert_eq!(named_error(b"busy"), None);
    }
}
