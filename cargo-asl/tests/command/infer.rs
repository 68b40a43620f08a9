//! `cargo asl infer`: schemas from recorded executions.

use std::fs;

use serde_json::{Value, json};

use crate::directory::Directory;

/// The history of an execution with this input, whose task takes and returns these values.
fn history(input: &Value, request: &Value, response: &Value) -> String {
    let text = |value: &Value| value.to_string();
    json!({"events": [
        {"id": 1, "previousEventId": 0, "type": "ExecutionStarted",
            "executionStartedEventDetails": {"input": text(input)}},
        {"id": 2, "previousEventId": 0, "type": "TaskStateEntered",
            "stateEnteredEventDetails": {"name": "Charge card", "input": text(input)}},
        {"id": 3, "previousEventId": 2, "type": "TaskScheduled", "taskScheduledEventDetails": {
            "resourceType": "lambda", "resource": "invoke",
            "parameters": text(&json!({"FunctionName": "charge", "Payload": request}))}},
        {"id": 4, "previousEventId": 3, "type": "TaskStarted",
            "taskStartedEventDetails": {"resourceType": "lambda", "resource": "invoke"}},
        {"id": 5, "previousEventId": 4, "type": "TaskSucceeded", "taskSucceededEventDetails": {
            "resourceType": "lambda", "resource": "invoke",
            "output": text(&json!({"StatusCode": 200, "Payload": response}))}},
        {"id": 6, "previousEventId": 5, "type": "TaskStateExited",
            "stateExitedEventDetails": {"name": "Charge card", "output": text(response)}},
        {"id": 7, "previousEventId": 6, "type": "ExecutionSucceeded",
            "executionSucceededEventDetails": {"output": text(response)}},
    ]})
    .to_string()
}

#[test]
fn schemas_have_what_all_executions_had() {
    let directory = Directory::new("infer");
    let one =
        history(&json!({"total": 5, "coupon": "x"}), &json!({"cents": 5}), &json!({"id": "a"}));
    let two = history(&json!({"total": 2.5}), &json!({"cents": 250}), &json!({"id": null}));
    directory.write("one.json", one);
    directory.write("two.json", two);
    let run = directory.run(&["infer", "one.json", "two.json", "--to", "found"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.messages.contains("These are guesses"), "{run:?}");
    assert_eq!(run.result.lines().count(), 4, "{run:?}");
    let schema = |name: &str| -> Value {
        let text = fs::read_to_string(directory.0.join("found").join(name)).expect("a file");
        serde_json::from_str(&text).expect("JSON")
    };
    let input = schema("input.schema.json");
    let comment =
        "A guess of `cargo asl infer` from 2 values in 2 executions: check what is required.";
    assert_eq!(input["$comment"], comment);
    assert_eq!(input["required"], json!(["total"]));
    let properties = json!({"coupon": {"type": "string"}, "total": {"type": "number"}});
    assert_eq!(input["properties"], properties);
    let request = schema("Charge card.request.schema.json");
    assert_eq!(request["properties"], json!({"cents": {"type": "integer"}}));
    let response = schema("Charge card.response.schema.json");
    assert_eq!(response["properties"], json!({"id": {"type": ["string", "null"]}}));
    assert_eq!(schema("output.schema.json")["properties"], response["properties"]);
}

#[test]
fn files_that_are_there_stay() {
    let directory = Directory::new("infer-there");
    directory.write("one.json", history(&json!({}), &json!(1), &json!(true)));
    assert_eq!(directory.run(&["infer", "one.json"]).code, 0);
    let file = directory.0.join("schemas").join("input.schema.json");
    fs::write(&file, "{}").expect("written");
    let run = directory.run(&["infer", "one.json"]);
    assert!(run.code == 2 && run.messages.contains("is there already; `--force`"), "{run:?}");
    assert_eq!(fs::read_to_string(&file).expect("a file"), "{}");
    assert_eq!(directory.run(&["infer", "one.json", "--force"]).code, 0);
    assert_ne!(fs::read_to_string(&file).expect("a file"), "{}");
}

#[test]
fn what_is_no_history_is_an_error() {
    let directory = Directory::new("infer-none");
    let run = directory.run(&["infer", "clean.json"]);
    assert!(run.code == 2 && run.messages.contains("it has no `events`"), "{run:?}");
    directory.write("empty.json", r#"[{"id": 1, "type": "ExecutionStarted"}]"#);
    let run = directory.run(&["infer", "empty.json"]);
    assert!(run.code == 2 && run.messages.contains("the histories have no data"), "{run:?}");
    assert!(!directory.0.join("schemas").exists());
    assert_eq!(directory.run(&["infer"]).code, 2);
}
