//! `ValidateStateMachineDefinition`.

use serde_json::json;

use crate::server::{FIRST, Server, Versions};

#[tokio::test]
async fn a_definition_without_errors_is_ok() {
    let server = Server::new("valid", Versions::First).await;
    let answer = server.ok("ValidateStateMachineDefinition", json!({"definition": FIRST})).await;
    assert_eq!(answer, json!({"result": "OK", "diagnostics": [], "truncated": false}));
}

#[tokio::test]
async fn findings_have_severity_code_message_and_location() {
    let server = Server::new("findings", Versions::First).await;
    let text = FIRST.replace(r#""Next": "Done""#, r#""Next": "Dnoe", "TimeoutSeconds": -1"#);
    let answer = server.ok("ValidateStateMachineDefinition", json!({"definition": text})).await;
    assert_eq!(answer["result"], "FAIL");
    let found = answer["diagnostics"].as_array().unwrap();
    let target = &found[0];
    assert_eq!(target["severity"], "ERROR");
    assert_eq!(target["code"], "MISSING_TRANSITION_TARGET");
    assert_eq!(target["location"], "/States/Charge/Next");
    assert!(target["message"].as_str().unwrap().contains("did you mean `Done`?"), "{target}");
    let timeout = found.iter().find(|found| found["location"] == "/States/Charge/TimeoutSeconds");
    assert_eq!(timeout.unwrap()["code"], "SCHEMA_VALIDATION_FAILED");
    let one = json!({"definition": text, "maxResults": 1});
    let one = server.ok("ValidateStateMachineDefinition", one).await;
    assert_eq!(one["diagnostics"], json!([target]));
    assert_eq!(one["truncated"], true);
}

#[tokio::test]
async fn places_in_lists_have_their_index() {
    let server = Server::new("places", Versions::First).await;
    let rules = r#"[{"Variable": "$.a", "IsNull": true, "Next": "B"}, {"Next": "B"}]"#;
    let text = format!(
        r#"{{"StartAt": "A", "States": {{"A": {{"Type": "Choice", "Choices": {rules}}},
             "B": {{"Type": "Succeed"}}}}}}"#
    );
    let answer = server.ok("ValidateStateMachineDefinition", json!({"definition": text})).await;
    let location = answer["diagnostics"][0]["location"].as_str().unwrap();
    assert!(location.starts_with("/States/A/Choices[1]"), "{location}");
}

#[tokio::test]
async fn warnings_are_answered_if_they_are_wanted() {
    let server = Server::new("warnings", Versions::First).await;
    let state = r#"{"Type": "Pass", "Assign": {"x": 1}, "End": true}"#;
    let text = format!(r#"{{"StartAt": "A", "States": {{"A": {state}}}}}"#);
    let errors = server.ok("ValidateStateMachineDefinition", json!({"definition": text})).await;
    assert_eq!(errors, json!({"result": "OK", "diagnostics": [], "truncated": false}));
    let all = json!({"definition": text, "severity": "WARNING"});
    let all = server.ok("ValidateStateMachineDefinition", all).await;
    assert_eq!(all["result"], "OK");
    assert_eq!(all["diagnostics"][0]["severity"], "WARNING");
    assert_eq!(all["diagnostics"][0]["code"], "ASL1704");
}

#[tokio::test]
async fn a_text_that_is_no_json_and_an_express_machine_are_judged() {
    let server = Server::new("no-json", Versions::First).await;
    let request = json!({"definition": "not a definition"});
    let answer = server.ok("ValidateStateMachineDefinition", request).await;
    assert_eq!(answer["result"], "FAIL");
    assert_eq!(answer["diagnostics"][0]["code"], "INVALID_JSON_DESCRIPTION");
    assert_eq!(answer["diagnostics"][0]["location"], "line: 1, column: 1");
    let text = FIRST.replace(
        "arn:aws:lambda:us-east-1:123456789012:function:charge",
        "arn:aws:states:us-east-1:123456789012:activity:charge",
    );
    for (kind, result) in [("STANDARD", "OK"), ("EXPRESS", "FAIL")] {
        let request = json!({"definition": text, "type": kind});
        let answer = server.ok("ValidateStateMachineDefinition", request).await;
        assert_eq!(answer["result"], result, "{answer}");
    }
}

#[tokio::test]
async fn what_aws_does_not_know_is_refused_in_its_words() {
    let server = Server::new("services", Versions::First).await;
    for (resource, text) in [
        ("aws-sdk:s3:getObjekt", "resource provided arn:aws:states:::aws-sdk:s3:getObjekt is not"),
        ("sqs:sendMessage.sync", "resource provided arn:aws:states:::sqs:sendMessage.sync is not"),
        ("sns:publish", "The field 'Message' is required but was missing"),
    ] {
        let state = format!(
            r#"{{"Type": "Task", "Resource": "arn:aws:states:::{resource}", "Parameters": {{
                "Bucket": "b", "QueueUrl": "q", "MessageBody": "m", "TopicArn": "t"}}, "End": true}}"#
        );
        let text_of_machine = format!(r#"{{"StartAt": "A", "States": {{"A": {state}}}}}"#);
        let request = json!({"definition": text_of_machine});
        let answer = server.ok("ValidateStateMachineDefinition", request).await;
        assert_eq!(answer["result"], "FAIL", "{answer}");
        let found = &answer["diagnostics"][0];
        assert_eq!(found["code"], "SCHEMA_VALIDATION_FAILED");
        assert!(found["message"].as_str().unwrap().contains(text), "{found}");
    }
}
