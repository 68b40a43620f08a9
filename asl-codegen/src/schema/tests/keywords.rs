//! Each keyword of the drafts.

use asl_language::shape::{Kinds, Step};

use super::{kinds, shown};

#[test]
fn types_are_kinds() {
    for (schema, set) in [
        ("true", "any"),
        ("false", "never"),
        ("{}", "any"),
        (r#"{"type": "null"}"#, "null"),
        (r#"{"type": "boolean"}"#, "boolean"),
        (r#"{"type": "string"}"#, "text"),
        (r#"{"type": "number"}"#, "number"),
        (r#"{"type": "integer"}"#, "integer"),
        (r#"{"type": "array"}"#, "[any…]"),
        (r#"{"type": "object"}"#, "{…}"),
        (r#"{"type": ["string", "null"]}"#, "null | text"),
        (r#"{"type": ["integer", "number"]}"#, "number"),
        (r#"{"type": "string", "nullable": true}"#, "null | text"),
        (r#"{"type": "string", "format": "date-time", "minLength": 3, "pattern": "^a"}"#, "text"),
    ] {
        assert_eq!(shown(schema), set, "{schema}");
    }
}

#[test]
fn integers_have_their_bounds() {
    for (bounds, set) in [
        (r#""minimum": 1, "maximum": 9"#, "1..9"),
        (r#""minimum": 0"#, "0.."),
        (r#""exclusiveMinimum": 0, "exclusiveMaximum": 10"#, "1..9"),
        (r#""minimum": 0.5, "maximum": 9.5"#, "1..9"),
        (r#""exclusiveMinimum": 0.5, "exclusiveMaximum": 9.5"#, "1..9"),
        (r#""maximum": 1e3"#, "..1000"),
        (r#""multipleOf": 5"#, "integer"),
    ] {
        assert_eq!(shown(&format!(r#"{{"type": "integer", {bounds}}}"#)), set, "{bounds}");
    }
}

#[test]
fn constants_are_themselves() {
    for (schema, set) in [
        (r#"{"const": "A"}"#, "'A'"),
        (r#"{"enum": ["A", "B", null]}"#, "'A' | 'B' | null"),
        (r#"{"enum": [1, 2.5, true]}"#, "1..1 | number | boolean"),
        (r#"{"type": "string", "enum": ["A", 1]}"#, "'A'"),
        (r#"{"const": {"a": [1, "x"]}}"#, "{a: [1..1, 'x']}"),
        (r#"{"const": 1.0}"#, "1..1"),
    ] {
        assert_eq!(shown(schema), set, "{schema}");
    }
}

#[test]
fn objects_have_members_and_others() {
    let of = |rest: &str| {
        shown(&format!(
            r#"{{"type": "object", "properties": {{"a": {{"type": "string"}}, "b": true}}{rest}}}"#
        ))
    };
    assert_eq!(of(""), "{a?: text, b?: any, …}");
    assert_eq!(of(r#", "required": ["a", "c"]"#), "{a: text, b?: any, c: any, …}");
    assert_eq!(of(r#", "additionalProperties": false"#), "{a?: text, b?: any}");
    assert_eq!(of(r#", "unevaluatedProperties": false"#), "{a?: text, b?: any}");
    assert_eq!(of(r#", "additionalProperties": {"type": "null"}"#), "{a?: text, b?: any, …}");
    let patterns = r#", "patternProperties": {"^x-": {}}, "additionalProperties": false"#;
    assert_eq!(of(patterns), "{a?: text, b?: any, …}");
    let map = r#"{"type": "object", "additionalProperties": {"type": "integer"}}"#;
    assert_eq!(shown(map), "{*: integer}");
    assert_eq!(shown(r#"{"type": "object", "additionalProperties": false}"#), "{}");
    // Without a type, members are meant for objects.
    assert_eq!(shown(r#"{"required": ["a"]}"#), "{a: any, …}");
}

#[test]
fn arrays_have_items() {
    for (schema, set) in [
        (r#"{"type": "array", "items": {"type": "string"}}"#, "[text…]"),
        (r#"{"items": {"type": "string"}}"#, "[text…]"),
        (
            r#"{"type": "array", "prefixItems": [{"type": "string"}, {"type": "null"}], "items": false, "minItems": 2}"#,
            "[text, null]",
        ),
        (r#"{"type": "array", "prefixItems": [{"type": "string"}], "items": false}"#, "[text…]"),
        (r#"{"type": "array", "prefixItems": [{"type": "string"}]}"#, "[any…]"),
        (
            r#"{"type": "array", "prefixItems": [{"type": "string"}], "items": {"type": "null"}}"#,
            "[text | null…]",
        ),
        // Until 2019-09.
        (
            r#"{"type": "array", "items": [{"type": "string"}], "additionalItems": false, "minItems": 1}"#,
            "[text]",
        ),
        (
            r#"{"type": "array", "items": [{"type": "string"}], "minItems": 1, "maxItems": 1}"#,
            "[text]",
        ),
    ] {
        assert_eq!(shown(schema), set, "{schema}");
    }
}

#[test]
fn alternatives_are_unions() {
    for keyword in ["oneOf", "anyOf"] {
        let of = |list: &str, rest: &str| shown(&format!(r#"{{"{keyword}": [{list}]{rest}}}"#));
        assert_eq!(of(r#"{"type": "string"}, {"type": "null"}"#, ""), "text | null");
        assert_eq!(of(r#"{"type": "string"}, {"minimum": 1}"#, ""), "any");
        assert_eq!(of(r#"{"minLength": 1}, {"maxLength": 9}"#, r#", "type": "string""#), "text");
        let members = r#", "type": "object", "properties": {"k": {"type": "string"}}"#;
        assert_eq!(
            of(r#"{"required": ["k"]}, {"properties": {"l": {"type": "null"}}}"#, members),
            "{k: text, …} | {k?: text, l?: null, …}"
        );
        // An alternative may be impossible, and what it has is evaluated.
        let closed = format!(r#"{members}, "additionalProperties": false"#);
        assert_eq!(
            of(r#"{"required": ["k"]}, {"required": ["m"]}"#, &closed),
            "{k: text} | {k?: text, m: any}"
        );
        let closed = format!(r#"{members}, "unevaluatedProperties": false"#);
        assert_eq!(
            of(r#"{"properties": {"l": {"type": "null"}}}"#, &closed),
            "{k?: text, l?: null, …}"
        );
    }
}

#[test]
fn all_of_is_one_object() {
    let schema = r##"{
        "allOf": [
            {"$ref": "#/$defs/base"},
            {"type": "object", "properties": {"b": {"type": "integer"}}, "required": ["a"]}
        ],
        "$defs": {"base": {"type": "object", "properties": {"a": {"type": "string"}}}}
    }"##;
    assert!(
        shown(schema).starts_with("#0 where #0 = {a: text, b?: integer, …}"),
        "{}",
        shown(schema)
    );
    assert_eq!(shown(r#"{"allOf": [{"type": ["string", "null"]}, {"type": "string"}]}"#), "text");
    assert_eq!(shown(r#"{"allOf": [true, {"type": "string"}]}"#), "text");
    assert_eq!(shown(r#"{"allOf": [false, {"type": "string"}]}"#), "never");
    // A condition is not a part.
    assert_eq!(shown(r#"{"type": "string", "if": {"const": "a"}, "then": false}"#), "text");
    assert_eq!(shown(r#"{"type": "string", "not": {"const": "a"}}"#), "text");
}

#[test]
fn references_lead_to_definitions_anchors_and_ids() {
    for reference in [
        "#/$defs/item",
        "#item",
        "item.json",
        "https://example.org/schemas/item.json",
        "/schemas/item.json",
        "order.json#/$defs/item",
        "#/%24defs/item",
    ] {
        let schema = format!(
            r#"{{
                "$id": "https://example.org/schemas/order.json",
                "type": "array", "items": {{"$ref": "{reference}", "description": "one of them"}},
                "$defs": {{"item": {{"$id": "item.json", "type": "string"}}, "other": {{"$anchor": "item", "type": "string"}}}}
            }}"#
        );
        assert_eq!(shown(&schema), "#0 where #0 = [#1…], #1 = text", "{reference}");
    }
    let old = r##"{"definitions": {"a/b": {"$id": "#ab", "type": "null"}}, "items": {"$ref": "#ab"}, "additionalProperties": {"$ref": "#/definitions/a~1b"}}"##;
    assert_eq!(shown(old), "#0 where #0 = [#1…] | {*: #1}, #1 = null");
}

#[test]
fn draft_7_ignores_what_is_beside_a_reference() {
    let of = |draft: &str| {
        shown(&format!(
            r##"{{"$schema": "{draft}", "items": {{"$ref": "#/definitions/a", "required": ["x"]}}, "definitions": {{"a": {{"type": "object"}}}}}}"##
        ))
    };
    assert_eq!(of("http://json-schema.org/draft-07/schema#"), "#0 where #0 = [#1…], #1 = {…}");
    let later = "#0 where #0 = [{x: any, …}…], #1 = {…}";
    assert_eq!(of("https://json-schema.org/draft/2019-09/schema"), later);
    assert_eq!(of("https://json-schema.org/draft/2020-12/schema"), later);
}

#[test]
fn schemas_may_contain_themselves() {
    let schema = r##"{
        "type": "object",
        "properties": {"value": {"type": "integer"}, "next": {"anyOf": [{"$ref": "#"}, {"type": "null"}]}},
        "required": ["value"]
    }"##;
    assert_eq!(shown(schema), "{value: integer, next?: #0 | null, …}");
    let path = [Step::Member("next"), Step::Member("next"), Step::Member("value")];
    assert_eq!(kinds(schema, &path), Kinds::NUMBER.or(Kinds::ABSENT));
}
