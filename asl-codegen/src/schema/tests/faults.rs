//! Faults of schemas.

use super::findings;

#[test]
fn keywords_with_wrong_values_are_reported() {
    for (schema, title) in [
        (r#"{"type": "strnig"}"#, "ASL2301]: there is no type `strnig`"),
        (r#"{"type": 1}"#, "ASL2301]: `type` must be a word"),
        (r#"{"properties": ["a"]}"#, "ASL2301]: `properties` must be an object"),
        (r#"{"properties": {"a": "string"}}"#, "ASL2301]: a schema is an object"),
        (r#"{"required": true, "type": "object"}"#, "ASL2301]: `required` must be an array"),
        (r#"{"required": [1]}"#, "ASL2301]: `required` must be an array"),
        (r#"{"enum": "A"}"#, "ASL2301]: `enum` must be an array"),
        (r#"{"allOf": {}}"#, "ASL2301]: `allOf` must be an array"),
        (r#"{"oneOf": {}}"#, "ASL2301]: `oneOf` and `anyOf` must be an array"),
        (r#"{"$ref": 1}"#, "ASL2301]: `$ref` must be a string"),
        ("[1]", "ASL2301]: a schema is an object"),
        (
            r#"{"$schema": "http://json-schema.org/draft-04/schema#"}"#,
            "ASL2302]: `http://json-schema.org/draft-04/schema#` is no draft",
        ),
        (r##"{"$ref": "#/$defs/x"}"##, "ASL2303]: `#/$defs/x` leads nowhere"),
        (r#"{"$ref": "https://example.org/x"}"#, "ASL2303]: `https://example.org/x` leads nowhere"),
        (r#"{"$ref": "other.json"}"#, "ASL0109]: `other.json` cannot be found"),
        (r##"{"$ref": "#/$defs/Oder", "$defs": {"Order": {}}}"##, "did you mean `Order`?"),
        ("{", "ASL0101]"),
        (r#"{"type": "string", "type": "null"}"#, "ASL0102]"),
    ] {
        let found = findings(schema);
        assert!(found.contains(title), "{schema}: {found}");
        assert!(found.contains("input.schema.json:1:"), "{schema}: {found}");
    }
}

#[test]
fn contradictions_are_reported() {
    for (schema, title) in [
        (r#"{"type": "string", "enum": [1, 2]}"#, "no value is allowed"),
        (r#"{"enum": []}"#, "no value is allowed"),
        (r#"{"allOf": [{"type": "string"}, {"type": "null"}]}"#, "no value has all of these types"),
        (
            r#"{"type": "object", "properties": {"a": {}}, "additionalProperties": false, "required": ["b"]}"#,
            "no object has the member `b`",
        ),
        (r#"{"type": "integer", "minimum": 3, "maximum": 2}"#, "no integer is within these bounds"),
    ] {
        let found = findings(schema);
        assert!(found.contains(&format!("error[ASL2305]: {title}")), "{schema}: {found}");
    }
}

#[test]
fn circles_of_references_are_reported() {
    for schema in [
        r##"{"$ref": "#"}"##,
        r##"{"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}"##,
        r##"{"anyOf": [{"$ref": "#"}, {"type": "null"}]}"##,
        r##"{"allOf": [{"$ref": "#"}, {"type": "object"}]}"##,
        r##"{"items": {"$ref": "#/$defs/a", "required": ["x"]}, "$defs": {"a": {"allOf": [{"$ref": "#/$defs/a"}]}}}"##,
    ] {
        let found = findings(schema);
        assert!(found.contains("ASL2304]: a schema that leads to itself"), "{schema}: {found}");
        assert_eq!(found.matches("ASL2304]").count(), 1, "{schema}: {found}");
    }
    assert_eq!(findings(r##"{"type": "array", "items": {"$ref": "#"}}"##), "");
}
