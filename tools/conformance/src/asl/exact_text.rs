//! Compares JSON texts more strictly than by value: numbers must be spelled alike. Key order and
//! blanks do not matter.

use std::collections::BTreeMap;

use serde_json::Value;
use serde_json::value::RawValue;

use super::matcher::Matcher;

/// Returns true if two JSON texts have the same values with the same spelling of numbers. Texts
/// that are not JSON must be equal.
pub(crate) fn same(expected: &str, actual: &str) -> bool {
    let (expected, actual) = (expected.trim(), actual.trim());
    match (Shape::read(expected), Shape::read(actual)) {
        (Shape::Object(expected), Shape::Object(actual)) => {
            expected.len() == actual.len()
                && expected
                    .iter()
                    .zip(&actual)
                    .all(|((a, x), (b, y))| a == b && same(x.get(), y.get()))
        }
        (Shape::Array(expected), Shape::Array(actual)) => {
            expected.len() == actual.len()
                && expected.iter().zip(&actual).all(|(x, y)| same(x.get(), y.get()))
        }
        // No numbers are in them: they are compared as in the value.
        (Shape::String(expected), Shape::String(actual)) => {
            let mut found = Vec::new();
            Matcher::default().compare("text", &expected, &actual, &mut found);
            found.is_empty()
        }
        // A text that matches anything was compared with the value.
        (Shape::String(expected), Shape::Other) => is_form(&expected),
        (Shape::Other, Shape::Other) => expected == actual,
        _ => false,
    }
}

fn is_form(text: &Value) -> bool {
    text.as_str().is_some_and(|text| text.starts_with('<') && text.ends_with('>'))
}

enum Shape<'a> {
    Object(BTreeMap<String, &'a RawValue>),
    Array(Vec<&'a RawValue>),
    String(Value),
    /// Numbers, literals, and text that is not JSON.
    Other,
}

impl<'a> Shape<'a> {
    fn read(text: &'a str) -> Self {
        let read = match text.as_bytes().first() {
            Some(b'{') => serde_json::from_str(text).map(Self::Object),
            Some(b'[') => serde_json::from_str(text).map(Self::Array),
            Some(b'"') => serde_json::from_str(text).map(Self::String),
            _ => Ok(Self::Other),
        };
        read.unwrap_or(Self::Other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_key_order_and_escapes_do_not_matter() {
        assert!(same(r#"{"a":[1, 2.0],"b":"\u0041"}"#, r#" { "b": "A", "a": [1,2.0] }"#));
    }

    #[test]
    fn strings_are_compared_as_in_the_value() {
        assert!(same(r#"["date"]"#, r#"["2026-01-01T00:00:00.000Z"]"#));
        assert!(same(r#""id <uuid:1>""#, r#""id 7""#));
        assert!(!same(r#"["date"]"#, r#"["today"]"#));
    }

    #[test]
    fn numbers_must_be_written_alike() {
        assert!(!same("[1]", "[1.0]"));
        assert!(!same(r#"{"a":100}"#, r#"{"a":1e2}"#));
        assert!(!same("0", "-0"));
    }

    #[test]
    fn shapes_must_agree() {
        assert!(!same("[]", "{}"));
        assert!(!same("[1]", "[1,1]"));
        assert!(!same("\"1\"", "1"));
        assert!(!same("{not json", "{not  json"));
    }
}
