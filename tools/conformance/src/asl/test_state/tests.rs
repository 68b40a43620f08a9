//! Tests of the parts of the suite that need no generated crate.

use serde_json::json;

use super::{case, compare, machine};

fn case(members: &str) -> case::Case {
    let line = format!(
        r#"{{"id": "x", "definition": {{"Type": "Choice", "Choices": [{{"Next": "A"}}], "Default": "B", "Catch": [{{"Next": "A"}}]}}, {members}}}"#
    );
    case::read(&line).unwrap()
}

#[test]
fn a_state_gets_a_machine_around_it() {
    let (definition, state) = machine::of(&case(r#""expected": {}"#)).unwrap();
    let definition: serde_json::Value = serde_json::from_str(&definition).unwrap();
    assert_eq!((state.as_str(), &definition["StartAt"]), ("StateName", &json!("StateName")));
    let names: Vec<_> = definition["States"].as_object().unwrap().keys().collect();
    assert_eq!(names, ["A", "B", "StateName"]);
    let whole = case(r#""state_name": "S", "expected": {}"#);
    assert_eq!(machine::of(&whole).unwrap(), (whole.definition.clone(), "S".to_owned()));
}

#[test]
fn every_member_of_an_answer_is_compared() {
    let case = case(
        r#""expected": {"status": "SUCCEEDED", "output": {"a": 1}, "nextState": "A", "inspectionData": {"input": {}, "result": 1}}"#,
    );
    let right = json!({"status": "SUCCEEDED", "output": {"a": 1}, "nextState": "A", "inspectionData": {"input": {}, "result": 1}});
    assert!(compare::differences(&case, &right).is_empty());
    let wrong = json!({
        "status": "FAILED", "error": "E", "output": {"a": 2}, "inspectionData": {"input": 1, "afterInputPath": 2}
    });
    let found: Vec<String> =
        compare::differences(&case, &wrong).into_iter().map(|difference| difference.what).collect();
    let expected = [
        "status",
        "output.a",
        "nextState",
        "error",
        "inspectionData.input",
        "inspectionData.result",
        "inspectionData.afterInputPath",
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_refusal_has_the_words_of_aws_and_no_others() {
    let case = case(
        r#""expected": {"exception": {"code": "ValidationException", "message": "State not found"}}"#,
    );
    assert!(compare::differences(&case, &json!({"refused": "State not found"})).is_empty());
    assert_eq!(compare::differences(&case, &json!({"refused": "State not found: `x`"})).len(), 1);
    assert_eq!(compare::differences(&case, &json!({"refused": "no"})).len(), 1);
    assert_eq!(compare::differences(&case, &json!({"status": "SUCCEEDED"})).len(), 1);
}

#[test]
fn what_cannot_be_written_is_skipped_and_documents_stay_texts() {
    let both = case(
        r#""mock": {"result": {"b": 1.0, "a": 2}, "errorOutput": {"error": "E"}}, "expected": {}"#,
    );
    assert_eq!(both.mock.result.as_deref(), Some(r#"{"b": 1.0, "a": 2}"#));
    assert_eq!(
        both.unspeakable().as_deref(),
        Some("our interface has no words for a mock that both succeeds and fails")
    );
    assert_eq!(
        case(r#""mock": {"result": "no JSON"}, "expected": {}"#).mock.result.as_deref(),
        Some("no JSON")
    );
}
