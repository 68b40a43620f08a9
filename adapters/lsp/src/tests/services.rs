//! AWS's services: completion and hover from their models.

use serde_json::Value;

use super::Editor;
use super::completion::complete;

const PUT: &str = "arn:aws:states:::dynamodb:putItem";

fn task(resource: &str, rest: &str) -> String {
    format!(
        r#"{{"StartAt": "Put", "States": {{"Put": {{"Type": "Task", "Resource": "{resource}", {rest}, "End": true}}}}}}"#
    )
}

fn hover(text: &str) -> String {
    let answer = Editor::new("a.asl.json", text).ask("textDocument/hover");
    answer["contents"]["value"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn resources_are_listed_step_by_step() {
    for (written, chosen) in [
        ("", PUT),
        ("arn:aws:states:::dyn", PUT),
        ("arn:aws:states:::", "arn:aws:states:::batch:submitJob.sync"),
        ("arn:aws:states:::", "arn:aws:states:::aws-sdk:"),
        ("arn:aws:states:::aws-sdk:", "arn:aws:states:::aws-sdk:s3:"),
        ("arn:aws:states:::aws-sdk:s3:list", "arn:aws:states:::aws-sdk:s3:listBuckets"),
    ] {
        let text = |value: &str| task(value, r#""Parameters": {}"#);
        let (_, after) = complete("a.asl.json", &text(&format!("{written}¦")), chosen);
        assert_eq!(after, text(chosen));
    }
    let text = task("¦", r#""Parameters": {}"#);
    let answer = Editor::new("a.asl.json", &text).ask("textDocument/completion");
    assert_eq!(answer["isIncomplete"], true);
}

#[test]
fn members_of_requests_are_listed_until_they_are_given() {
    let text = task(PUT, r#""Parameters": {"Item.$": "$.item", ¦}"#);
    let (labels, _) = complete("a.asl.json", &text, "TableName");
    assert!(labels.contains(&"ReturnValues".to_owned()), "{labels:?}");
    assert!(!labels.contains(&"Item".to_owned()), "{labels:?}");
    let answer = Editor::new("a.asl.json", &text).ask("textDocument/completion");
    let item = |name: &str| {
        let items = answer["items"].as_array().expect("items").iter();
        items.into_iter().find(|item| item["label"] == name).expect("an item").clone()
    };
    let detail = |item: Value| item["detail"].as_str().expect("a detail").to_owned();
    assert!(detail(item("TableName")).starts_with("needed: a text"), "{answer}");
    assert!(!detail(item("ReturnValues")).starts_with("needed"), "{answer}");
    // Within the request, with the SDK's spelling.
    let text =
        task("arn:aws:states:::aws-sdk:rds:createDBCluster", r#""Parameters": {"Tags": [{¦}]}"#);
    let (labels, _) = complete("a.asl.json", &text, "Key");
    assert_eq!(labels, ["Key", "Value"]);
    // Words of an enumeration, in both query languages.
    for field in [r#""Parameters""#, r#""QueryLanguage": "JSONata", "Arguments""#] {
        let text = task(PUT, &format!(r#"{field}: {{"ReturnValues": "¦"}}"#));
        let (labels, _) = complete("a.asl.json", &text, "ALL_OLD");
        assert_eq!(labels, ["NONE", "ALL_OLD", "UPDATED_OLD", "ALL_NEW", "UPDATED_NEW"]);
    }
    // Data of other states have no members.
    let text = task("arn:aws:lambda:us-east-1:123456789012:function:F", r#""Parameters": {¦}"#);
    let answer = Editor::new("a.asl.json", &text).ask("textDocument/completion");
    assert_eq!(answer, Value::Null);
}

#[test]
fn errors_of_the_call_are_listed_first() {
    let text = task(PUT, r#""Parameters": {}, "Retry": [{"ErrorEquals": ["¦"]}]"#);
    let name = "DynamoDB.ConditionalCheckFailedException";
    let (labels, _) = complete("a.asl.json", &text, name);
    let place = |name: &str| labels.iter().position(|label| label == name);
    assert!(place(name) < place("States.ALL"), "{labels:?}");
    let sdk = "arn:aws:states:::aws-sdk:dynamodb:putItem";
    let text = task(sdk, r#""Parameters": {}, "Catch": [{"ErrorEquals": ["¦"], "Next": "Put"}]"#);
    complete("a.asl.json", &text, "DynamoDb.ConditionalCheckFailedException");
}

#[test]
fn hover_shows_the_operation_its_request_and_its_errors() {
    let rest = r#""Parameters": {"TableName": "orders", "Item": {}}"#;
    let shown = hover(&task(PUT, rest).replacen("dynamodb", "dyna¦modb", 1));
    for part in [
        "`put_item_orders`",
        "Calls `PutItem` of DynamoDB.",
        "Needs `TableName`, `Item`.",
        "Raises `DynamoDB.",
    ] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    let shown = hover(&task(PUT, &rest.replace("TableName", "Table¦Name")));
    assert!(
        shown.starts_with("**`TableName`** in the request of `PutItem` of DynamoDB, needed"),
        "{shown}"
    );
    let error = "DynamoDB.ConditionalCheckFailedException";
    let retry = format!(r#"{rest}, "Retry": [{{"ErrorEquals": ["¦{error}"]}}]"#);
    let shown = hover(&task(PUT, &retry));
    assert!(shown.contains("Raised by `PutItem` of DynamoDB"), "{shown}");
}
