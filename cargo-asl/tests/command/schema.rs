//! `cargo asl schema`: JSON Schemas and types of TypeScript.

use serde_json::{Value, json};

use crate::directory::{Directory, Run};

const ORDER: &str = r#"{"StartAt": "Wait", "States": {
    "Wait": {"Type": "Wait", "SecondsPath": "$.delay", "Next": "Each"},
    "Each": {"Type": "Map", "ItemsPath": "$.items", "ResultPath": "$.done", "Next": "Ask",
        "Iterator": {"StartAt": "Item", "States": {
            "Item": {"Type": "Pass", "Parameters": {"sku.$": "$.sku", "n": 1}, "End": true}}}},
    "Ask": {"Type": "Choice", "Default": "Done", "Choices": [
        {"And": [{"Variable": "$.coupon", "IsPresent": true},
                 {"Variable": "$.coupon", "StringEquals": "*/"}], "Next": "Done"}]},
    "Done": {"Type": "Pass", "Parameters": {"done.$": "$.done", "the id": 7, "delay.$": "$.delay"},
        "End": true}}}"#;

fn parsed(run: &Run) -> Value {
    assert_eq!(run.code, 0, "{run:?}");
    serde_json::from_str(&run.result).unwrap_or_else(|error| panic!("{error}: {run:?}"))
}

#[test]
fn the_schema_of_the_input_has_what_is_read() {
    let directory = Directory::new("schema-input");
    directory.write("order.asl.json", ORDER);
    let schema = parsed(&directory.run(&["schema", "order.asl.json", "--input"]));
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    assert_eq!(schema["title"], "Input of order");
    let properties = json!({
        "coupon": {"type": "string"},
        "delay": {"type": "number"},
        "items": {"type": "array", "items": {
            "type": "object", "properties": {"sku": {}}, "required": ["sku"]}},
    });
    assert_eq!(schema["properties"], properties, "{schema}");
    assert_eq!(schema["required"], json!(["delay", "items"]));
    assert_eq!(schema["type"], "object");
}

#[test]
fn the_schema_of_the_output_has_what_is_given() {
    let directory = Directory::new("schema-output");
    directory.write("order.asl.json", ORDER);
    let schema = parsed(&directory.run(&["schema", "order.asl.json", "--output"]));
    let item = json!({"type": "object", "additionalProperties": false, "required": ["n", "sku"],
        "properties": {"n": {"type": "number"}, "sku": {"description": "`items[].sku` of the input"}}});
    let properties = json!({
        "delay": {"description": "`delay` of the input"},
        "done": {"type": "array", "items": item},
        "the id": {"type": "number"},
    });
    assert_eq!(schema["properties"], properties, "{schema}");
    assert_eq!(schema["required"], json!(["delay", "done", "the id"]));
    // Without a side, both are in one document.
    let both = parsed(&directory.run(&["schema", "order.asl.json"]));
    assert_eq!(both["$defs"]["Output"]["properties"], properties, "{both}");
    assert_eq!(both["$defs"]["Input"]["required"], json!(["delay", "items"]), "{both}");
}

#[test]
fn typescript_has_a_type_for_each_side() {
    let directory = Directory::new("schema-typescript");
    directory.write("order.asl.json", ORDER);
    let run = directory.run(&["schema", "order.asl.json", "--typescript"]);
    assert_eq!(run.code, 0, "{run:?}");
    let input = "export type Input = {
  coupon?: string;
  delay: number;
  items: Array<{
    sku: unknown;
    [member: string]: unknown;
  }>;
  [member: string]: unknown;
};
";
    let output = "export type Output = {
  /** `delay` of the input */
  delay: unknown;
  done: Array<{
    n: number;
    /** `items[].sku` of the input */
    sku: unknown;
  }>;
  \"the id\": number;
};
";
    assert!(run.result.contains(input) && run.result.ends_with(output), "{}", run.result);
    let run = directory.run(&["schema", "order.asl.json", "--typescript", "--output"]);
    assert!(!run.result.contains("type Input"), "{}", run.result);
}

#[test]
fn a_machine_that_always_fails_gives_nothing() {
    let directory = Directory::new("schema-never");
    let run = directory.run(&["schema", "warning.json", "--output"]);
    assert_eq!(parsed(&run)["not"], json!({}));
    assert_eq!(directory.run(&["schema", "error.json"]).code, 1);
    let run = directory.run(&["schema", "warning.json", "--input", "--output"]);
    assert!(run.code == 2 && run.messages.contains("cannot be used with"), "{run:?}");
}
