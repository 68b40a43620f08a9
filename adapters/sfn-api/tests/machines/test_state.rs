//! `TestState` on compiled machines.

use serde_json::{Value, json};

use crate::server::{FIRST, ROLE, SECOND, Server, Versions};

fn state(definition: &str) -> String {
    let definition: Value = serde_json::from_str(definition).unwrap();
    definition["States"]["Charge"].to_string()
}

#[tokio::test]
async fn a_state_of_a_compiled_machine_is_tested_with_a_mock() {
    let server = Server::new("test-state", Versions::First).await;
    let mock = json!({"result": "{\"receipt\": \"R-1\"}"});
    let whole = json!({
        "definition": FIRST, "stateName": "Charge", "input": "{\"id\": 7}", "mock": mock
    });
    let alone = json!({"definition": state(FIRST), "input": "{\"id\": 7}", "mock": mock});
    for request in [whole, alone] {
        let answer = server.ok("TestState", request).await;
        assert_eq!(answer["status"], "SUCCEEDED");
        assert_eq!(answer["nextState"], "Done");
        let output: Value = serde_json::from_str(answer["output"].as_str().unwrap()).unwrap();
        assert_eq!(output, json!({"id": 7, "receipt": {"receipt": "R-1"}}));
        assert!(answer.get("inspectionData").is_none());
    }
    let error = json!({"errorOutput": {"error": "Busy", "cause": "later"}});
    let failing = json!({"definition": FIRST, "stateName": "Charge", "mock": error});
    let answer = server.ok("TestState", failing).await;
    assert_eq!(answer, json!({"status": "FAILED", "error": "Busy", "cause": "later"}));
}

#[tokio::test]
async fn an_inspectable_machine_answers_the_value_of_each_stage() {
    let server = Server::new("inspect", Versions::Both).await;
    let request = json!({
        "definition": SECOND, "stateName": "Charge", "input": "{\"id\": 7}",
        "inspectionLevel": "DEBUG", "mock": {"result": "5"}
    });
    let data = server.ok("TestState", request).await["inspectionData"].clone();
    assert_eq!(data["input"], "{\"id\":7}");
    assert_eq!(data["result"], "5");
    assert_eq!(data["afterResultPath"], "{\"id\":7,\"paid\":5}");
}

#[tokio::test]
async fn mistakes_in_a_test_are_refused_in_the_words_of_aws() {
    let server = Server::new("bad-test-state", Versions::First).await;
    let request = |state: &str, more: Value| {
        let mut request = json!({"definition": FIRST, "stateName": state, "input": "{}"});
        request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        request
    };
    for (request, kind, message) in [
        (request("Nope", json!({})), "ValidationException", "State not found in definition"),
        (
            request("Charge", json!({})),
            "ValidationException",
            "RoleArn must be specified when testing a Task state",
        ),
        (
            request("Charge", json!({"roleArn": ROLE})),
            "ValidationException",
            "the work of the Task state `Charge` must be mocked",
        ),
        (
            request("Charge", json!({"mock": {}})),
            "ValidationException",
            "A test mock should have only one of the following fields: [result, errorOutput].",
        ),
        (
            request("Charge", json!({"mock": {"result": "1"}, "revealSecrets": true})),
            "ValidationException",
            "TestState does not support RevealSecrets when a mock is specified.",
        ),
        (
            request("Charge", json!({"stateConfiguration": {"mapIterationFailureCount": 0}})),
            "ValidationException",
            "TestState does not support MapIterationFailureCount when a mock is not specified.",
        ),
        (
            request("Done", json!({"mock": {"result": "1"}})),
            "ValidationException",
            "State type 'Succeed' is not supported when a mock is specified",
        ),
        (
            request("Done", json!({"input": "no JSON"})),
            "InvalidExecutionInput",
            "`input` is not JSON",
        ),
    ] {
        let (found, text) = server.error("TestState", request.clone()).await;
        assert_eq!(found, kind, "{request}");
        assert!(text.starts_with(message), "{text}");
    }
}

#[tokio::test]
async fn definitions_and_variables_of_a_test_are_checked() {
    let server = Server::new("checked-test-state", Versions::First).await;
    let map = json!({"definition": r#"{"Type": "Parallel", "Branches": [], "End": true}"#});
    assert_eq!(server.error("TestState", map).await.0, "InvalidDefinition");
    let branch = json!({"StartAt": "A", "States": {"A": {"Type": "Succeed"}}});
    let parallel = json!({"Type": "Parallel", "Branches": [branch], "End": true}).to_string();
    let map = json!({"definition": parallel});
    assert_eq!(server.error("TestState", map).await.0, "InvalidDefinition");
    // Its variables are those of the test, so the definition has no error.
    let given = json!({
        "definition": json!({"Type": "Pass", "InputPath": "$given", "End": true}).to_string(),
    });
    assert_eq!(server.error("TestState", given.clone()).await.0, "InvalidDefinition");
    let mut given = given;
    given["variables"] = json!("{\"given\": 1}");
    assert_eq!(server.error("TestState", given).await.0, "ValidationException");
    let other = json!({"definition": state(SECOND), "mock": {"result": "1"}});
    let (kind, message) = server.error("TestState", other).await;
    assert_eq!(kind, "ValidationException");
    assert!(message.contains("cargo asl serve"), "{message}");
}
