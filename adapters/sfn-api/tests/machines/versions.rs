//! Published versions.

use serde_json::{Value, json};

use crate::server::{ARN, FIRST, SECOND, Server, Versions};

fn versions(list: &Value) -> Vec<String> {
    let versions = list["stateMachineVersions"].as_array().unwrap().iter();
    let arn = |version: &Value| version["stateMachineVersionArn"].as_str().unwrap().to_owned();
    versions.map(|version| arn(version).rsplit(':').next().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn versions_are_numbered_listed_and_started() {
    let server = Server::new("versions", Versions::Both).await;
    server.create(FIRST).await;
    let publish = json!({"stateMachineArn": ARN});
    let first = server.ok("PublishStateMachineVersion", publish.clone()).await;
    assert_eq!(first["stateMachineVersionArn"], format!("{ARN}:1"));
    assert_eq!(server.ok("PublishStateMachineVersion", publish.clone()).await, first);
    let update = json!({"stateMachineArn": ARN, "definition": SECOND});
    let revision = server.ok("UpdateStateMachine", update).await["revisionId"].clone();
    let wrong = json!({"stateMachineArn": ARN, "revisionId": "INITIAL"});
    let (kind, message) = server.error("PublishStateMachineVersion", wrong).await;
    assert_eq!(kind, "ConflictException");
    assert_eq!(
        message,
        format!(
            "Failed to publish the State Machine version for revision INITIAL. The current State \
             Machine revision is {}.",
            revision.as_str().unwrap()
        )
    );
    let second = json!({"stateMachineArn": ARN, "revisionId": revision, "description": "paid"});
    server.ok("PublishStateMachineVersion", second).await;
    let list = server.ok("ListStateMachineVersions", publish.clone()).await;
    assert_eq!(versions(&list), ["2", "1"]);
    let page = json!({"stateMachineArn": ARN, "maxResults": 1});
    let page = server.ok("ListStateMachineVersions", page).await;
    let rest = json!({"stateMachineArn": ARN, "nextToken": page["nextToken"]});
    assert_eq!(versions(&server.ok("ListStateMachineVersions", rest).await), ["1"]);
    let machine = json!({"stateMachineArn": format!("{ARN}:2")});
    let machine = server.ok("DescribeStateMachine", machine).await;
    assert_eq!(machine["description"], "paid");
    assert_eq!(machine["revisionId"], revision);
    assert_eq!(server.run(&format!("{ARN}:1"), "one").await["receipt"], json!({"id": 7}));
    assert_eq!(server.run(&format!("{ARN}:2"), "two").await["paid"], json!({"id": 7}));
    let one = ARN.replace("stateMachine:order", "execution:order:one");
    let one = server.ok("DescribeExecution", json!({"executionArn": one})).await;
    assert_eq!(one["stateMachineVersionArn"], format!("{ARN}:1"));
    assert_eq!(one["stateMachineArn"], ARN);
}

#[tokio::test]
async fn numbers_of_deleted_versions_are_not_used_again() {
    let server = Server::new("deleted-versions", Versions::Both).await;
    let mut request = crate::server::creation(FIRST);
    request["publish"] = true.into();
    request["versionDescription"] = "first".into();
    let created = server.ok("CreateStateMachine", request.clone()).await;
    assert_eq!(created["stateMachineVersionArn"], format!("{ARN}:1"));
    assert_eq!(server.ok("CreateStateMachine", request).await, created);
    let delete = json!({"stateMachineVersionArn": format!("{ARN}:1")});
    server.ok("DeleteStateMachineVersion", delete.clone()).await;
    server.ok("DeleteStateMachineVersion", delete).await;
    let publish = json!({"stateMachineArn": ARN});
    let published = server.ok("PublishStateMachineVersion", publish.clone()).await;
    assert_eq!(published["stateMachineVersionArn"], format!("{ARN}:2"));
    let server = server.restart(Versions::Both).await;
    assert_eq!(versions(&server.ok("ListStateMachineVersions", publish).await), ["2"]);
}
