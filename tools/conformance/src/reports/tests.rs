//! Tests of the comparison.

use serde_json::json;

use super::case::{Case, Expected};
use super::differences;

#[test]
fn ends_of_both_programs_are_compared() {
    let expected = Expected::Output(json!({ "a": 1 }));
    let asl = json!({ "status": "SUCCEEDED", "output": "{\"a\":1.0}", "error": null });
    assert!(differences(&expected, &asl).is_empty());
    assert!(differences(&expected, &json!({ "output": { "a": 1.0 } })).is_empty());
    assert_eq!(differences(&expected, &json!({ "output": { "a": 2 } })).len(), 1);
    let failed = json!({ "status": "FAILED", "output": null, "error": "E", "cause": "c" });
    assert_eq!(differences(&expected, &failed).len(), 1);
}

#[test]
fn failures_are_compared_by_parts_of_their_messages() {
    let expected = |has: &str| Expected::Error { name: "E".to_owned(), has: vec![has.to_owned()] };
    let asl = json!({ "status": "FAILED", "output": null, "error": "E", "cause": "a cause" });
    assert!(differences(&expected("cause"), &asl).is_empty());
    assert_eq!(differences(&expected("other"), &asl).len(), 1);
    let sm4c = json!({ "error": { "name": "F", "message": "a cause" }, "calls": [] });
    assert_eq!(differences(&expected("cause"), &sm4c).len(), 1);
}

#[test]
fn a_case_has_one_expected_result() {
    let read = |expected: &str| {
        serde_json::from_str::<Case>(&format!(
            r#"{{"id": "i", "file": "d.asl.json", "definition_text": "", "mode": "run", "expected": {expected}}}"#
        ))
        .map(|case| case.expected)
    };
    assert_eq!(read(r#"{"output": null}"#).unwrap(), Expected::Output(json!(null)));
    assert_eq!(read(r#"{"refused": 1}"#).unwrap(), Expected::Refused);
    assert!(read("{}").is_err());
    assert!(read(r#"{"output": 1, "accepted": 1}"#).is_err());
}
