//! State machines, their versions, aliases and tags.

use serde_json::{Value, json};

use super::session::{Session, count, lists, member};
use crate::Problem;
use crate::server::{FIRST_PASS, JSONATA_SUM, ONE_ACTIVITY, SLOW_ITEMS, THEN_FAILS};

pub(super) const ROLE: &str = "arn:aws:iam::123456789012:role/operations";

/// A definition whose transition leads nowhere.
const BROKEN: &str = r#"{"StartAt":"First","States":{"First":{"Type":"Pass","Next":"Nope"}}}"#;

/// Creates, describes, lists, updates and checks machines.
pub(super) async fn create(session: &mut Session) -> Result<(), Problem> {
    for (name, definition) in [
        ("first_pass", FIRST_PASS),
        ("then_fails", THEN_FAILS),
        ("slow_items", SLOW_ITEMS),
        ("one_activity", ONE_ACTIVITY),
        ("jsonata_sum", JSONATA_SUM),
    ] {
        let input = json!({"name": name, "definition": definition, "roleArn": ROLE});
        session
            .succeeds(
                "CreateStateMachine",
                input,
                &[
                    ("stateMachineArn", &|output| {
                        member(output, "stateMachineArn").ends_with(name)
                    }),
                    ("creationDate", &|output| {
                        output.get("creationDate").is_some_and(Value::is_number)
                    }),
                ],
            )
            .await?;
    }
    let broken = json!({"name": "broken", "definition": BROKEN, "roleArn": ROLE});
    session
        .fails("CreateStateMachine", broken, "InvalidDefinition", "`Next` without a state")
        .await?;
    let arn = find(session, "first_pass").await?;
    let named = json!({"stateMachineArn": arn});
    session
        .succeeds(
            "DescribeStateMachine",
            named.clone(),
            &[
                ("definition as it was sent", &|output| member(output, "definition") == FIRST_PASS),
                ("type", &|output| member(output, "type") == "STANDARD"),
                ("status", &|output| member(output, "status") == "ACTIVE"),
            ],
        )
        .await?;
    let update = json!({"stateMachineArn": arn, "definition": FIRST_PASS, "roleArn": ROLE});
    session
        .succeeds(
            "UpdateStateMachine",
            update,
            &[("updateDate", &|output| output.get("updateDate").is_some_and(Value::is_number))],
        )
        .await?;
    let broken = json!({"stateMachineArn": arn, "definition": BROKEN});
    session
        .fails("UpdateStateMachine", broken, "InvalidDefinition", "`Next` without a state")
        .await?;
    validate(session).await?;
    test_state(session).await
}

/// The ARN of a machine.
pub(super) async fn find(session: &mut Session, name: &str) -> Result<String, Problem> {
    let listed = session
        .succeeds(
            "ListStateMachines",
            json!({}),
            &[("the new machine", &|output| lists(output, "stateMachines", "name", name))],
        )
        .await?;
    let machines =
        listed.get("stateMachines").and_then(Value::as_array).cloned().unwrap_or_default();
    let machine = machines.iter().find(|machine| member(machine, "name") == name);
    Ok(machine.map(|machine| member(machine, "stateMachineArn").to_owned()).unwrap_or_default())
}

async fn validate(session: &mut Session) -> Result<(), Problem> {
    const OPERATION: &str = "ValidateStateMachineDefinition";
    let ok = |output: &Value| member(output, "result") == "OK";
    let valid = json!({"definition": FIRST_PASS});
    session.succeeds(OPERATION, valid, &[("OK for a valid definition", &ok)]).await?;
    let location = |output: &Value| {
        let found = output.pointer("/diagnostics/0/location").and_then(Value::as_str);
        found.is_some_and(|location| location.contains("First"))
    };
    session
        .succeeds(
            OPERATION,
            json!({"definition": BROKEN}),
            &[
                ("FAIL for `Next` without a state", &|output| member(output, "result") == "FAIL"),
                ("location of the fault", &location),
            ],
        )
        .await?;
    Ok(())
}

async fn test_state(session: &mut Session) -> Result<(), Problem> {
    let definition: Value = serde_json::from_str(FIRST_PASS)?;
    let state = definition.pointer("/States/First").map(Value::to_string).unwrap_or_default();
    let input = json!({"definition": state, "roleArn": ROLE, "input": "{\"given\":1}"});
    let is_output = |output: &Value| {
        let text = member(output, "output");
        serde_json::from_str::<Value>(text)
            .is_ok_and(|output| output == json!({"given": 1, "result": {"passed": true}}))
    };
    session
        .succeeds(
            "TestState",
            input,
            &[
                ("SUCCEEDED", &|output| member(output, "status") == "SUCCEEDED"),
                ("output of the state", &is_output),
            ],
        )
        .await?;
    Ok(())
}

/// Versions, aliases and tags.
pub(super) async fn call_versions(session: &mut Session) -> Result<(), Problem> {
    let machine = find(session, "first_pass").await?;
    let named = json!({"stateMachineArn": machine});
    let published = session
        .succeeds(
            "PublishStateMachineVersion",
            named.clone(),
            &[("number of the version", &|output| {
                member(output, "stateMachineVersionArn").ends_with(":1")
            })],
        )
        .await?;
    let version = member(&published, "stateMachineVersionArn").to_owned();
    session
        .succeeds(
            "ListStateMachineVersions",
            named.clone(),
            &[("the version", &|output| count(output, "stateMachineVersions") == 1)],
        )
        .await?;
    call_aliases(session, &machine, &version).await?;
    session
        .succeeds("DeleteStateMachineVersion", json!({"stateMachineVersionArn": version}), &[])
        .await?;
    call_tags(session, &machine).await
}

async fn call_aliases(session: &mut Session, machine: &str, version: &str) -> Result<(), Problem> {
    let routes = json!([{"stateMachineVersionArn": version, "weight": 100}]);
    let created = session
        .succeeds(
            "CreateStateMachineAlias",
            json!({"name": "live", "routingConfiguration": routes}),
            &[("ARN of the alias", &|output| {
                member(output, "stateMachineAliasArn").ends_with(":live")
            })],
        )
        .await?;
    let alias = member(&created, "stateMachineAliasArn").to_owned();
    let named = json!({"stateMachineAliasArn": alias});
    let uneven = json!([{"stateMachineVersionArn": version, "weight": 40}]);
    session
        .fails(
            "CreateStateMachineAlias",
            json!({"name": "other", "routingConfiguration": uneven}),
            "ValidationException",
            "weights that are not 100",
        )
        .await?;
    session
        .succeeds(
            "UpdateStateMachineAlias",
            json!({"stateMachineAliasArn": alias, "description": "new"}),
            &[("updateDate", &|output| output.get("updateDate").is_some_and(Value::is_number))],
        )
        .await?;
    session
        .succeeds(
            "DescribeStateMachineAlias",
            named.clone(),
            &[
                ("new description", &|output| member(output, "description") == "new"),
                ("routes", &|output| count(output, "routingConfiguration") == 1),
            ],
        )
        .await?;
    session
        .succeeds(
            "ListStateMachineAliases",
            json!({"stateMachineArn": machine}),
            &[("the alias", &|output| count(output, "stateMachineAliases") == 1)],
        )
        .await?;
    session
        .fails(
            "DeleteStateMachineVersion",
            json!({"stateMachineVersionArn": version}),
            "ConflictException",
            "the deletion of a version that an alias uses",
        )
        .await?;
    session.succeeds("DeleteStateMachineAlias", named, &[]).await?;
    Ok(())
}

async fn call_tags(session: &mut Session, machine: &str) -> Result<(), Problem> {
    let tags = json!([{"key": "team", "value": "orders"}, {"key": "stage", "value": "test"}]);
    session.succeeds("TagResource", json!({"resourceArn": machine, "tags": tags}), &[]).await?;
    let named = json!({"resourceArn": machine});
    session
        .succeeds(
            "ListTagsForResource",
            named.clone(),
            &[("both tags", &|output| count(output, "tags") == 2)],
        )
        .await?;
    let untag = json!({"resourceArn": machine, "tagKeys": ["team"]});
    session.succeeds("UntagResource", untag, &[]).await?;
    session
        .succeeds("UntagResource", json!({"resourceArn": machine, "tagKeys": ["absent"]}), &[])
        .await?;
    session
        .succeeds(
            "ListTagsForResource",
            named,
            &[("the tag that is left", &|output| lists(output, "tags", "key", "stage"))],
        )
        .await?;
    Ok(())
}

/// Deletes a machine.
pub(super) async fn delete(session: &mut Session) -> Result<(), Problem> {
    let machine = find(session, "then_fails").await?;
    session.succeeds("DeleteStateMachine", json!({"stateMachineArn": machine}), &[]).await?;
    Ok(())
}
