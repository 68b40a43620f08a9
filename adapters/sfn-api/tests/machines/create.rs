//! Create, describe, update, delete and list.

use serde_json::json;

use crate::server::{ARN, FIRST, ROLE, SECOND, Server, Versions, creation};

#[tokio::test]
async fn compiled_machines_are_there_by_their_names() {
    let server = Server::new("there", Versions::First).await;
    let list = server.ok("ListStateMachines", json!({})).await;
    assert_eq!(list["stateMachines"][0]["stateMachineArn"], ARN);
    assert_eq!(list["stateMachines"][0]["type"], "STANDARD");
    let machine = server.ok("DescribeStateMachine", json!({"stateMachineArn": ARN})).await;
    assert_eq!(machine["name"], "order");
    assert_eq!(machine["status"], "ACTIVE");
    assert_eq!(machine["definition"], FIRST);
    assert_eq!(machine["roleArn"], "arn:aws:iam::123456789012:role/asl");
    assert_eq!(server.run(ARN, "one").await, json!({"id": 7, "receipt": {"id": 7}}));
}

#[tokio::test]
async fn creating_the_compiled_definition_answers_its_arn_each_time() {
    let server = Server::new("create", Versions::First).await;
    let created = server.create(FIRST).await;
    assert_eq!(created["stateMachineArn"], ARN);
    assert_eq!(server.create(FIRST).await, created);
    let machine = server.ok("DescribeStateMachine", json!({"stateMachineArn": ARN})).await;
    assert_eq!(machine["definition"], FIRST);
    assert_eq!(machine["roleArn"], ROLE);
    assert_eq!(
        machine["loggingConfiguration"],
        json!({"level": "OFF", "includeExecutionData": false})
    );
    assert_eq!(machine["tracingConfiguration"], json!({"enabled": false}));
    assert!(machine.get("revisionId").is_none());
    // As AWS: another type or another text is another machine.
    let mut express = creation(FIRST);
    express["type"] = "EXPRESS".into();
    let (kind, message) = server.error("CreateStateMachine", express).await;
    assert_eq!(kind, "StateMachineAlreadyExists");
    assert_eq!(message, format!("State Machine Already Exists: '{ARN}'"));
}

#[tokio::test]
async fn the_order_of_states_and_comments_make_no_other_machine() {
    let server = Server::new("order", Versions::First).await;
    let mut definition: serde_json::Value = serde_json::from_str(FIRST).unwrap();
    let done = definition["States"]["Done"].take();
    definition["States"] = json!({"Done": done, "Charge": definition["States"]["Charge"].take()});
    definition["Comment"] = "reordered".into();
    let text = serde_json::to_string(&definition).unwrap();
    assert_eq!(server.create(&text).await["stateMachineArn"], ARN);
}

#[tokio::test]
async fn another_definition_of_a_compiled_machine_is_refused_with_the_difference() {
    let server = Server::new("other", Versions::First).await;
    let (kind, message) = server.error("CreateStateMachine", creation(SECOND)).await;
    assert_eq!(kind, "StateMachineAlreadyExists");
    assert!(
        message.contains("Charge") && message.contains("the treatment of its result changed"),
        "{message}"
    );
    let start = FIRST.replace(r#""StartAt": "Charge""#, r#""StartAt": "Done""#);
    let (kind, _) = server.error("CreateStateMachine", creation(&start)).await;
    assert_eq!(kind, "InvalidDefinition", "`Charge` is not reachable");
    let mut unknown = creation(FIRST);
    unknown["name"] = "parcel".into();
    let (kind, message) = server.error("CreateStateMachine", unknown).await;
    assert_eq!(kind, "ValidationException");
    assert!(message.contains("no machine `parcel`, only [order]"), "{message}");
}

#[tokio::test]
async fn an_invalid_definition_is_refused_in_the_form_of_aws() {
    let server = Server::new("invalid", Versions::First).await;
    let text = FIRST.replace(r#""Next": "Done""#, r#""Next": "Nope""#);
    let (kind, message) = server.error("CreateStateMachine", creation(&text)).await;
    assert_eq!(kind, "InvalidDefinition");
    let begin = "Invalid State Machine Definition: 'MISSING_TRANSITION_TARGET: ";
    assert!(message.starts_with(begin), "{message}");
    assert!(message.ends_with("(ASL0401) at /States/Charge/Next'"), "{message}");
}

#[tokio::test]
async fn requests_that_break_rules_are_refused() {
    let server = Server::new("rules", Versions::First).await;
    let with = |name: &str, value: serde_json::Value| {
        let mut request = creation(FIRST);
        request[name] = value;
        request
    };
    for (request, kind) in [
        (with("name", "a b".into()), "InvalidName"),
        (with("versionDescription", "first".into()), "ValidationException"),
        (with("loggingConfiguration", json!({"level": "ALL"})), "InvalidLoggingConfiguration"),
        (
            with(
                "encryptionConfiguration",
                json!({"type": "CUSTOMER_MANAGED_KMS_KEY", "kmsKeyId": "k"}),
            ),
            "InvalidEncryptionConfiguration",
        ),
        (with("definition", "not a definition".into()), "InvalidDefinition"),
    ] {
        assert_eq!(server.error("CreateStateMachine", request.clone()).await.0, kind, "{request}");
    }
    let describe = json!({"stateMachineArn": format!("{ARN}:2")});
    let (kind, message) = server.error("DescribeStateMachine", describe).await;
    assert_eq!(kind, "StateMachineDoesNotExist");
    assert_eq!(message, format!("State Machine Does Not Exist: '{ARN}:2'"));
}

#[tokio::test]
async fn updates_choose_among_the_compiled_versions() {
    let server = Server::new("update", Versions::Both).await;
    server.create(FIRST).await;
    assert_eq!(server.run(ARN, "one").await, json!({"id": 7, "receipt": {"id": 7}}));
    let update = json!({"stateMachineArn": ARN, "definition": SECOND, "publish": true});
    let updated = server.ok("UpdateStateMachine", update.clone()).await;
    assert_eq!(updated["stateMachineVersionArn"], format!("{ARN}:1"));
    let again = server.ok("UpdateStateMachine", update).await;
    assert_eq!(again["revisionId"], updated["revisionId"], "nothing changed");
    assert_eq!(again["stateMachineVersionArn"], updated["stateMachineVersionArn"]);
    assert_eq!(server.run(ARN, "two").await, json!({"id": 7, "paid": {"id": 7}}));
    let machine = server.ok("DescribeStateMachine", json!({"stateMachineArn": ARN})).await;
    assert_eq!(machine["revisionId"], updated["revisionId"]);
    assert_eq!(machine["definition"], SECOND);
    for (name, definition) in [("one", None), ("two", Some(SECOND))] {
        let arn = ARN.replace("stateMachine:order", &format!("execution:order:{name}"));
        let request = json!({"executionArn": arn});
        let machine = server.ok("DescribeStateMachineForExecution", request).await;
        assert_eq!(machine["stateMachineArn"], ARN);
        assert_eq!(machine["definition"] == SECOND, definition.is_some());
    }
    let nothing = json!({"stateMachineArn": ARN});
    assert_eq!(server.error("UpdateStateMachine", nothing).await.0, "MissingRequiredParameter");
    let version = json!({"stateMachineArn": format!("{ARN}:1"), "roleArn": ROLE});
    assert_eq!(server.error("UpdateStateMachine", version).await.0, "StateMachineDoesNotExist");
}

#[tokio::test]
async fn what_clients_created_survives_a_restart() {
    let server = Server::new("restart", Versions::Both).await;
    server.create(FIRST).await;
    let update = json!({"stateMachineArn": ARN, "roleArn": "arn:aws:iam::123456789012:role/two"});
    server.ok("UpdateStateMachine", update).await;
    let describe = json!({"stateMachineArn": ARN});
    let before = server.ok("DescribeStateMachine", describe.clone()).await;
    let server = server.restart(Versions::Both).await;
    assert_eq!(server.ok("DescribeStateMachine", describe).await, before);
    assert_eq!(server.run(ARN, "three").await, json!({"id": 7, "receipt": {"id": 7}}));
}

#[tokio::test]
async fn a_deleted_machine_is_gone_until_it_is_created_again() {
    let server = Server::new("delete", Versions::First).await;
    let machine = json!({"stateMachineArn": ARN});
    server.ok("DeleteStateMachine", machine.clone()).await;
    assert_eq!(
        server.error("DescribeStateMachine", machine.clone()).await.0,
        "StateMachineDoesNotExist"
    );
    server.ok("DeleteStateMachine", machine.clone()).await;
    let server = server.restart(Versions::First).await;
    assert_eq!(server.ok("ListStateMachines", json!({})).await["stateMachines"], json!([]));
    let start = json!({"stateMachineArn": ARN, "input": "{}"});
    assert_eq!(server.error("StartExecution", start).await.0, "StateMachineDoesNotExist");
    server.create(FIRST).await;
    assert_eq!(server.run(ARN, "one").await["id"], 7);
}

#[tokio::test]
async fn two_machines_may_have_one_definition() {
    let server = Server::new("twins", Versions::Twins).await;
    let list = server.ok("ListStateMachines", json!({})).await;
    let names = list["stateMachines"].as_array().unwrap().iter().map(|one| one["name"].as_str());
    assert_eq!(names.collect::<Vec<_>>(), [Some("order"), Some("twin")]);
    let create = json!({"name": "twin", "definition": FIRST, "roleArn": ROLE});
    let twin = server.ok("CreateStateMachine", create).await;
    let twin = twin["stateMachineArn"].as_str().unwrap();
    let output = json!({"id": 7, "receipt": {"id": 7}});
    for arn in [twin, ARN] {
        assert_eq!(server.run(arn, "one").await, output);
        let machine = server.ok("DescribeStateMachine", json!({"stateMachineArn": arn})).await;
        assert_eq!(machine["definition"], FIRST);
    }
}
