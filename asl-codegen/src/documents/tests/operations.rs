//! Operations of OpenAPI documents.

use std::fmt::Write;

use super::Beside;
use crate::ir::function::{
    BodyForm, Call, Described, Location, NamedKind, Others, Rest, Shape, Style,
};

const ORDERS: &str = r##"
openapi: 3.0.3
info: { title: Orders, version: "1" }
servers:
  - url: https://{region}.orders.example/v1
    variables: { region: { default: eu } }
  - url: https://other.example
paths:
  /orders/{id}:
    parameters:
      - $ref: "#/components/parameters/Id"
      - { name: verbose, in: query, schema: { type: boolean } }
    get:
      operationId: findOrder
      parameters:
        - { name: verbose, in: query, required: true, style: form, explode: false, schema: { type: array, items: { type: string } } }
        - { name: Accept, in: header, schema: { type: string } }
        - { name: session, in: cookie, schema: { type: string } }
        - { name: filter, in: query, content: { application/json: { schema: { type: object } } } }
      responses:
        "200": { description: ok, content: { "application/json; charset=utf-8": { schema: { $ref: "#/components/schemas/Order" } } } }
        "404": { description: none }
    delete:
      operationId: cancelOrder
      responses: { "204": { description: gone } }
  /orders:
    post:
      operationId: createOrder
      requestBody:
        required: true
        content:
          application/xml: {}
          application/json: { schema: { $ref: "#/components/schemas/NewOrder" } }
      responses: { "201": { description: made, content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } } } }
    put:
      operationId: upload
      requestBody: { content: { multipart/form-data: {} } }
components:
  parameters:
    Id: { name: id, in: path, required: true, schema: { type: integer } }
  schemas:
    NewOrder:
      type: object
      additionalProperties: false
      required: [lines, id]
      properties:
        id: { type: string, readOnly: true }
        lines: { type: array, items: { $ref: "#/components/schemas/Line" } }
        note: { type: string, nullable: true }
        status: { $ref: "#/components/schemas/Status" }
    Line:
      type: object
      required: [sku]
      properties: { sku: { type: string }, amount: { type: integer, format: int32 }, of: { $ref: "#/components/schemas/Line" } }
    Status: { type: string, enum: [open, sent] }
    Order:
      allOf:
        - $ref: "#/components/schemas/NewOrder"
        - type: object
          properties: { total: { type: number }, tags: { type: object, additionalProperties: { type: string } } }
          required: [total]
"##;

fn orders(test: &str) -> Beside {
    Beside::new(test, &[("api/orders.yaml", ORDERS)])
}

fn described(beside: &Beside, operation: &str) -> Described {
    let (described, report) = beside.describe(operation);
    described.unwrap_or_else(|| panic!("{report}"))
}

fn rest(described: &Described) -> &Rest {
    let Call::Rest(rest) = &described.call else { panic!("is REST") };
    rest
}

/// The fields of a shape with a name.
fn fields<'a>(described: &'a Described, shape: &Shape) -> Vec<(&'a str, &'a Shape, bool)> {
    let Shape::Named(id) = shape else { panic!("{shape:?}") };
    let NamedKind::Object { fields, .. } = &described.shapes.get(*id).unwrap().kind else {
        panic!("{shape:?}")
    };
    fields.iter().map(|field| (field.name.as_str(), &field.shape, field.required)).collect()
}

#[test]
fn an_operation_is_read_with_the_defaults_of_its_parameters() {
    let beside = orders("defaults");
    let described = described(&beside, "api/orders.yaml#findOrder");
    let rest = rest(&described);
    assert_eq!((rest.method.as_str(), rest.path.as_str()), ("GET", "/orders/{id}"));
    assert_eq!(rest.server, "https://{region}.orders.example/v1");
    assert_eq!(rest.variables, [("region".to_owned(), "eu".to_owned())]);
    assert_eq!(rest.answers, ["application/json"]);
    let parameters: Vec<_> = rest
        .parameters
        .iter()
        .map(|it| (it.name.as_str(), it.place, it.style, it.explode, it.required))
        .collect();
    let expected = [
        ("id", Location::Path, Style::Simple, false, true),
        ("verbose", Location::Query, Style::Form, false, true),
        ("session", Location::Cookie, Style::Form, true, false),
        ("filter", Location::Query, Style::Json, false, false),
    ];
    assert_eq!(parameters, expected);
    assert_eq!(described.others, Others::None);
    let order = fields(&described, &described.result);
    assert!(order.contains(&("total", &Shape::Number, true)));
    assert!(order.contains(&("tags", &Shape::Map(Box::new(Shape::String)), false)));
    assert!(order.contains(&("note", &Shape::Nullable(Box::new(Shape::String)), false)));
    // Read-only members are received.
    assert!(order.contains(&("id", &Shape::String, true)));
}

#[test]
fn a_body_s_members_are_arguments() {
    let beside = orders("body");
    let described = described(&beside, "file:api/orders.yaml#CREATEORDER");
    let body = rest(&described).body.clone().unwrap();
    assert_eq!(
        (body.media_type.as_str(), body.form, body.required, body.whole),
        ("application/json", BodyForm::Json, true, true)
    );
    let arguments: Vec<_> =
        described.arguments.iter().map(|it| (it.name.as_str(), it.required)).collect();
    assert_eq!(arguments, [("id", false), ("lines", true), ("note", false), ("status", false)]);
    let Shape::Array(line) = &described.arguments[1].shape else { panic!("is an array") };
    // It holds itself.
    assert!(fields(&described, line).contains(&("of", line, false)));
}

#[test]
fn what_is_no_document_of_the_package_is_left_to_the_user() {
    let beside = orders("others");
    for operation in [
        "d0",
        "https://x.example/openapi.json#find",
        "svc#find",
        "urn:x.json#y",
        "a.json",
        "#x",
        "a#b#c",
        "a.json#",
    ] {
        assert_eq!(beside.describe(operation), (None, String::new()), "{operation}");
    }
    let (described, report) = beside.describe("file://myapis/greetingapis.json#greeting");
    assert_eq!(described, None);
    assert!(
        report.contains("warning[ASL2161]: there is no file `file://myapis/greetingapis.json`"),
        "{report}"
    );
    assert!(report.contains("left to your own implementation"), "{report}");
    let (described, report) = beside.describe("api/orders.yaml#upload");
    assert_eq!(described, None);
    assert!(
        report.contains("warning[ASL2163]: this operation cannot be called from its document"),
        "{report}"
    );
    assert!(report.contains("api/orders.yaml:"), "{report}");
}

#[test]
fn an_unknown_operation_has_a_suggestion() {
    let beside = orders("unknown");
    let (_, report) = beside.describe("api/orders.yaml#findOrdr");
    assert!(
        report.contains("error[ASL2151]: no operation of the document is called `findOrdr`"),
        "{report}"
    );
    assert!(report.contains("did you mean `findOrder`?"), "{report}");
    // Both places: the name in the definition, and the operation in the document.
    assert!(
        report.contains("machine.json:2:33") && report.contains("api/orders.yaml:14:"),
        "{report}"
    );
    let (_, report) = beside.describe("api/orders.yaml#x");
    assert!(
        report.contains("there are `findOrder`, `cancelOrder`, `upload`, `createOrder`"),
        "{report}"
    );
}

#[test]
fn documents_of_other_kinds_are_refused() {
    let documents = [
        ("swagger.json", r#"{"swagger": "2.0", "paths": {}}"#),
        ("new.json", r#"{"openapi": "4.0.0"}"#),
        ("none.json", r#"{"paths": {}}"#),
        ("broken.json", r#"{"openapi": "#),
        ("3.0.json", r#"{"openapi": "3.0", "paths": {}}"#),
    ];
    let beside = Beside::new("kinds", &documents);
    let finding = |operation: &str| beside.findings(operation, "null").join("\n");
    assert_eq!(
        finding("swagger.json#a"),
        "error[ASL2152]: documents of Swagger 2.0 are not supported"
    );
    assert_eq!(finding("new.json#a"), "error[ASL2152]: this version of OpenAPI is not supported");
    assert_eq!(finding("none.json#a"), "error[ASL2152]: this is no OpenAPI document");
    assert!(finding("broken.json#a").starts_with("error[ASL0101]: "));
    assert_eq!(finding("3.0.json#a"), "error[ASL2151]: no operation of the document is called `a`");
}

#[test]
fn references_are_followed_into_other_files_and_their_faults_shown() {
    let root = r##"{
  "openapi": "3.1.0",
  "servers": [{"url": "/v1"}],
  "paths": {
    "/a": {"$ref": "parts/paths.json#/a~1b"},
    "/b": {"get": {"operationId": "b", "parameters": [{"$ref": "#/components/parameters/Missing"}]}},
    "/c": {"get": {"operationId": "c", "requestBody": {"$ref": "#/x"}}},
    "/d/{e}": {"get": {"operationId": "d"}}
  },
  "x": {"$ref": "#/y"},
  "y": {"$ref": "#/x"}
}"##;
    let parts = r##"{"a/b": {"get": {"operationId": "a", "parameters": [{"$ref": "#/p"}]}}, "p": {"name": "q", "in": "query"}}"##;
    let beside = Beside::new("references", &[("root.json", root), ("parts/paths.json", parts)]);
    let (described, report) = beside.describe("root.json#a");
    let described = described.unwrap_or_else(|| panic!("{report}"));
    assert_eq!(rest(&described).parameters.len(), 1);
    assert_eq!(rest(&described).server, "");
    assert!(
        report
            .contains("warning[ASL2162]: the document does not say where this operation is served"),
        "{report}"
    );
    let finding = |operation: &str| {
        let findings = beside.findings(operation, "null");
        findings.into_iter().find(|finding| finding.starts_with("error")).unwrap()
    };
    assert_eq!(
        finding("root.json#b"),
        "error[ASL2152]: `#/components/parameters/Missing` leads nowhere"
    );
    assert_eq!(finding("root.json#c"), "error[ASL2152]: references that lead to each other");
    assert_eq!(
        finding("root.json#d"),
        "error[ASL2152]: the path has the part `e`, but there is no such parameter"
    );
}

#[test]
fn hostile_documents_end_quickly() {
    // Schemas in schemas, each twice.
    let mut schemas = String::new();
    for index in 0..2_000 {
        let _ = write!(
            schemas,
            r##""S{index}": {{"type": "object", "properties": {{"a": {{"$ref": "#/s/S{next}"}}, "b": {{"$ref": "#/s/S{next}"}}, "c": {{"type": "array", "items": {{"$ref": "#/s/S{next}"}}}}}}}},"##,
            next = index + 1,
        );
    }
    let document = format!(
        r##"{{"openapi": "3.1.0", "servers": [{{"url": "https://a.example"}}], "paths": {{"/a": {{"post": {{"operationId": "a", "requestBody": {{"content": {{"application/json": {{"schema": {{"$ref": "#/s/S0"}}}}}}}}}}}}}}, "s": {{{schemas} "S2000": {{}}}}}}"##
    );
    let beside = Beside::new("hostile", &[("a.json", &document)]);
    let described = described(&beside, "a.json#a");
    assert!(described.shapes.list.len() <= 400, "{}", described.shapes.list.len());
}

/// Every text that differs from a document in one piece is read, with whatever findings.
#[test]
fn mutated_documents_bring_nothing_down() {
    let pieces = [
        "\"",
        "{",
        "[",
        "null",
        "7",
        "$ref: \"#/paths\"",
        "allOf",
        "- ",
        "\n",
        "#/components/schemas/Order",
        "type: array",
    ];
    for at in (0..ORDERS.len()).step_by(23) {
        let piece = pieces[at % pieces.len()];
        let mutated =
            format!("{}{piece}{}", &ORDERS[..at], &ORDERS[(at + at % 5).min(ORDERS.len())..]);
        let beside = Beside::new("mutated", &[("api/orders.yaml", &mutated)]);
        for operation in ["findOrder", "createOrder"] {
            beside.call(
                &format!("api/orders.yaml#{operation}"),
                r#"{"id": 7, "lines": [{"sku": 1}]}"#,
            );
        }
    }
}
