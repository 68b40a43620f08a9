//! Tags of state machines.

use serde_json::json;

use crate::server::{ARN, FIRST, Server, Versions, creation};

#[tokio::test]
async fn tags_are_added_replaced_removed_and_kept() {
    let server = Server::new("tags", Versions::First).await;
    let mut request = creation(FIRST);
    request["tags"] = json!([{"key": "team", "value": "pay"}]);
    server.ok("CreateStateMachine", request).await;
    let tags = json!([{"key": "stage", "value": "test"}, {"key": "team", "value": "orders"}]);
    server.ok("TagResource", json!({"resourceArn": ARN, "tags": tags})).await;
    let server = server.restart(Versions::First).await;
    let list = json!({"resourceArn": ARN});
    assert_eq!(server.ok("ListTagsForResource", list.clone()).await, json!({"tags": tags}));
    let untag = json!({"resourceArn": ARN, "tagKeys": ["team", "other"]});
    server.ok("UntagResource", untag).await;
    let rest = json!({"tags": [{"key": "stage", "value": "test"}]});
    assert_eq!(server.ok("ListTagsForResource", list).await, rest);
}

#[tokio::test]
async fn resources_without_tags_and_too_many_tags_are_refused() {
    let server = Server::new("bad-tags", Versions::First).await;
    for resource in [ARN.replace("order", "other"), format!("{ARN}:1")] {
        let request = json!({"resourceArn": resource, "tags": [{"key": "a", "value": ""}]});
        let message = format!("Resource not found: '{resource}'");
        let refused = server.error("TagResource", request).await;
        assert_eq!(refused, ("ResourceNotFound".to_owned(), message));
    }
    let tags: Vec<_> = (0..51).map(|n| json!({"key": n.to_string(), "value": ""})).collect();
    let (kind, _) = server.error("TagResource", json!({"resourceArn": ARN, "tags": tags})).await;
    assert_eq!(kind, "TooManyTags");
    let list = server.ok("ListTagsForResource", json!({"resourceArn": ARN})).await;
    assert_eq!(list, json!({"tags": []}));
}
