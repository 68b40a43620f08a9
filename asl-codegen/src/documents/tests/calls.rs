//! Tests of arguments, checked against their documents.

use super::Beside;

const SHOP: &str = r##"{
  "openapi": "3.1.0",
  "servers": [{"url": "https://shop.example"}],
  "paths": {
    "/orders/{id}": {
      "get": {
        "operationId": "find",
        "parameters": [
          {"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}},
          {"name": "sort", "in": "query", "schema": {"enum": ["up", "down"]}},
          {"name": "tags", "in": "query", "schema": {"type": "array", "items": {"type": "boolean"}}}
        ]
      },
      "put": {
        "operationId": "change",
        "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}],
        "requestBody": {"required": true, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Change"}}}}
      },
      "post": {
        "operationId": "anything",
        "parameters": [{"name": "id", "in": "path", "required": true}],
        "requestBody": {"content": {"application/json": {}}}
      },
      "patch": {
        "operationId": "list",
        "parameters": [{"name": "id", "in": "path", "required": true}],
        "requestBody": {"required": true, "content": {"application/json": {"schema": {"type": "array", "items": {"type": "string"}}}}}
      }
    }
  },
  "components": {
    "schemas": {
      "Change": {
        "type": "object",
        "required": ["lines"],
        "properties": {
          "lines": {"type": "array", "items": {"$ref": "#/components/schemas/Line"}},
          "note": {"type": ["string", "null"]},
          "price": {"type": "number"}
        }
      },
      "Line": {
        "type": "object",
        "additionalProperties": false,
        "required": ["sku"],
        "properties": {"sku": {"type": "string"}, "amount": {"type": "integer"}, "of": {"$ref": "#/components/schemas/Line"}}
      }
    }
  }
}"##;

fn shop(test: &str) -> Beside {
    Beside::new(test, &[("shop.json", SHOP)])
}

#[test]
fn arguments_that_fit_are_accepted() {
    let beside = shop("fits");
    let cases = [
        ("find", r#"{"id": 7}"#),
        ("find", r#"{"ID": "7", "sort": "up", "tags": [true, "false"]}"#),
        ("find", r#"{"id": "${ .id }", "sort": "${ .sort }", "tags": true}"#),
        (
            "change",
            r#"{"id": 7, "lines": [{"sku": "tea", "amount": 2.0, "of": {"sku": "x"}}], "note": null, "price": 1.5}"#,
        ),
        ("change", r#"{"id": 7, "body": {"lines": []}}"#),
        ("change", r#"{"id": 7, "lines": "${ .lines }"}"#),
        ("anything", r#"{"id": 7, "whatever": [1]}"#),
        ("list", r#"{"id": 7, "body": ["a"]}"#),
    ];
    for (operation, arguments) in cases {
        let (_, report) = beside.call(&format!("shop.json#{operation}"), arguments);
        assert_eq!(report, "", "{operation} {arguments}");
    }
}

#[test]
fn arguments_that_do_not_fit_are_reported() {
    let beside = shop("misfits");
    let cases = [
        ("find", "null", "error[ASL2154]: `f` needs the argument `id`"),
        ("find", "{}", "error[ASL2154]: `f` needs the argument `id`"),
        ("find", r#"{"id": null}"#, "error[ASL2154]: `f` needs the argument `id`"),
        ("find", r#"{"id": "x7"}"#, "error[ASL2155]: `id` must be a whole number"),
        ("find", r#"{"id": 7.5}"#, "error[ASL2155]: `id` must be a whole number"),
        (
            "find",
            r#"{"id": 7, "sort": "upp"}"#,
            "error[ASL2155]: `sort` must be one of the words of the document",
        ),
        (
            "find",
            r#"{"id": 7, "tags": [true, "yes"]}"#,
            "error[ASL2155]: `tags[1]` must be a boolean",
        ),
        ("find", r#"{"id": 7, "order": 1}"#, "error[ASL2153]: `f` has no argument `order`"),
        ("change", r#"{"id": 7}"#, "error[ASL2154]: `f` needs the argument `lines`"),
        ("change", r#"{"id": 7, "lines": {}}"#, "error[ASL2155]: `lines` must be an array"),
        (
            "change",
            r#"{"id": 7, "lines": [{"sku": 1}]}"#,
            "error[ASL2155]: `lines[0].sku` must be a string",
        ),
        ("change", r#"{"id": 7, "lines": [{}]}"#, "error[ASL2154]: `lines[0]` has no `sku`"),
        (
            "change",
            r#"{"id": 7, "lines": [{"sku": "a", "of": {"sku": "b", "amuont": 1}}]}"#,
            "error[ASL2153]: `lines[0].of` has no member `amuont`",
        ),
        (
            "change",
            r#"{"id": 7, "lines": [], "price": "1"}"#,
            "error[ASL2155]: `price` must be a number",
        ),
        (
            "change",
            r#"{"id": 7, "lines": [], "notes": "x"}"#,
            "warning[ASL2164]: `f` has no argument `notes`",
        ),
        ("list", r#"{"id": 7}"#, "error[ASL2154]: `f` needs the argument `body`"),
        ("list", r#"{"id": 7, "body": [1]}"#, "error[ASL2155]: `body[0]` must be a string"),
    ];
    for (operation, arguments, expected) in cases {
        let findings = beside.findings(&format!("shop.json#{operation}"), arguments);
        assert_eq!(findings, [expected], "{operation} {arguments}");
    }
}

#[test]
fn findings_point_at_the_argument_and_at_the_document() {
    let beside = shop("places");
    let (_, report) = beside.call("shop.json#find", r#"{"id": 7, "sorted": "up"}"#);
    assert!(report.contains("machine.json:3:26"), "{report}");
    assert!(
        report.contains("shop.json:10:20") && report.contains("did you mean `sort`?"),
        "{report}"
    );
}
