//! Aliases of versions.

use serde_json::{Value, json};

use crate::server::{ARN, FIRST, SECOND, Server, Versions};

/// The API with two published versions.
async fn published(name: &str) -> Server {
    let server = Server::new(name, Versions::Both).await;
    server.create(FIRST).await;
    server.ok("PublishStateMachineVersion", json!({"stateMachineArn": ARN})).await;
    let update = json!({"stateMachineArn": ARN, "definition": SECOND, "publish": true});
    server.ok("UpdateStateMachine", update).await;
    server
}

/// A routing configuration: versions and weights.
fn routing(routes: &[(u32, u32)]) -> Value {
    routes
        .iter()
        .map(|(version, weight)| {
            json!({"stateMachineVersionArn": format!("{ARN}:{version}"), "weight": weight})
        })
        .collect()
}

fn alias(name: &str, routes: &[(u32, u32)]) -> Value {
    json!({"name": name, "routingConfiguration": routing(routes)})
}

#[tokio::test]
async fn an_alias_leads_to_its_version_until_it_is_updated() {
    let server = published("alias").await;
    let arn = format!("{ARN}:live");
    let created = server.ok("CreateStateMachineAlias", alias("live", &[(1, 100)])).await;
    assert_eq!(created["stateMachineAliasArn"], arn);
    assert_eq!(server.ok("CreateStateMachineAlias", alias("live", &[(1, 100)])).await, created);
    let other = server.error("CreateStateMachineAlias", alias("live", &[(2, 100)])).await;
    assert_eq!(other.0, "ConflictException");
    assert!(server.run(&arn, "one").await.get("receipt").is_some());
    let update = json!({"stateMachineAliasArn": arn, "routingConfiguration": routing(&[(2, 100)])});
    server.ok("UpdateStateMachineAlias", update).await;
    assert!(server.run(&arn, "two").await.get("paid").is_some());
    let request = json!({"stateMachineAliasArn": arn});
    let described = server.ok("DescribeStateMachineAlias", request.clone()).await;
    assert_eq!(described["routingConfiguration"], routing(&[(2, 100)]));
    assert_eq!(described["name"], "live");
    let two = ARN.replace("stateMachine:order", "execution:order:two");
    let two = server.ok("DescribeExecution", json!({"executionArn": two})).await;
    assert_eq!(two["stateMachineAliasArn"], arn);
    assert_eq!(two["stateMachineVersionArn"], format!("{ARN}:2"));
    let version = json!({"stateMachineVersionArn": format!("{ARN}:2")});
    let (kind, message) = server.error("DeleteStateMachineVersion", version).await;
    assert_eq!(kind, "ConflictException");
    assert!(message.ends_with("[live]"), "{message}");
    let server = server.restart(Versions::Both).await;
    server.ok("DeleteStateMachineAlias", request.clone()).await;
    server.ok("DeleteStateMachineAlias", request.clone()).await;
    let (kind, message) = server.error("DescribeStateMachineAlias", request).await;
    assert_eq!(kind, "ResourceNotFound");
    assert_eq!(message, "Request references a resource that does not exist.");
}

#[tokio::test]
async fn weights_divide_the_starts_and_a_repeated_start_gets_the_same_version() {
    let server = published("weights").await;
    server.ok("CreateStateMachineAlias", alias("both", &[(1, 20), (2, 80)])).await;
    let arn = format!("{ARN}:both");
    let mut first = 0;
    for number in 0..200 {
        let output = server.run(&arn, &format!("run-{number}")).await;
        first += u32::from(output.get("receipt").is_some());
    }
    assert!((20..=60).contains(&first), "about 40 of 200 run the first version: {first}");
}

#[tokio::test]
async fn routing_configurations_that_break_rules_are_refused_in_the_words_of_aws() {
    let server = published("routing").await;
    for (routes, message) in [
        (
            &[(1, 70), (2, 29)][..],
            "Sum of routing configuration weights must equal 100. Received: [70, 29]".to_owned(),
        ),
        (
            &[(1, 50), (1, 50)],
            format!(
                "Routing configuration must contain distinct state machine version ARNs. Received: [{ARN}:1, {ARN}:1]"
            ),
        ),
        (
            &[(9, 100)],
            format!(
                "Routing configuration must contain state machine version ARNs. Received: [{ARN}:9]"
            ),
        ),
    ] {
        let refused = server.error("CreateStateMachineAlias", alias("bad", routes)).await;
        assert_eq!(refused, ("ValidationException".to_owned(), message));
    }
    let machine = json!({
        "name": "bad",
        "routingConfiguration": [{"stateMachineVersionArn": ARN, "weight": 100}]
    });
    let (kind, message) = server.error("CreateStateMachineAlias", machine).await;
    assert_eq!(kind, "ValidationException");
    assert_eq!(
        message,
        format!("Routing configuration must contain state machine version ARNs. Received: [{ARN}]")
    );
    let nothing = json!({"stateMachineAliasArn": format!("{ARN}:none"), "description": "x"});
    assert_eq!(server.error("UpdateStateMachineAlias", nothing).await.0, "ResourceNotFound");
}

#[tokio::test]
async fn aliases_are_listed_in_the_order_of_their_creation() {
    let server = published("list-aliases").await;
    for (name, version) in [("b", 1), ("a", 2), ("c", 1)] {
        server.ok("CreateStateMachineAlias", alias(name, &[(version, 100)])).await;
    }
    let names = |list: &Value| -> Vec<String> {
        let aliases = list["stateMachineAliases"].as_array().unwrap().iter();
        let arn = |alias: &Value| alias["stateMachineAliasArn"].as_str().unwrap().to_owned();
        aliases.map(|alias| arn(alias).rsplit(':').next().unwrap().to_owned()).collect()
    };
    let page = json!({"stateMachineArn": ARN, "maxResults": 2});
    let page = server.ok("ListStateMachineAliases", page).await;
    assert_eq!(names(&page), ["b", "a"]);
    let rest = json!({"stateMachineArn": ARN, "nextToken": page["nextToken"]});
    assert_eq!(names(&server.ok("ListStateMachineAliases", rest).await), ["c"]);
    let of_version = json!({"stateMachineArn": format!("{ARN}:1")});
    assert_eq!(names(&server.ok("ListStateMachineAliases", of_version).await), ["b", "c"]);
    let (kind, _) = server
        .error("ListStateMachineAliases", json!({"stateMachineArn": ARN, "nextToken": "x"}))
        .await;
    assert_eq!(kind, "InvalidToken");
}
