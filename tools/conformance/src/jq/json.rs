//! JSON as jq prints and reads it, for comparisons: numbers are doubles, `nan` is `null`,
//! infinities are the largest double.

use std::collections::BTreeMap;

use serde_json::value::RawValue;

/// A value.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Json {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    Array(Vec<Json>),
    Object(BTreeMap<String, Json>),
}

/// Reads a value; the error is a message.
pub(crate) fn read(text: &str) -> Result<Json, String> {
    // serde_json rounds some numbers by one unit in the last place, so parse their text instead.
    let raw: &RawValue = serde_json::from_str(text).map_err(|error| format!("{error}: {text}"))?;
    value(raw)
}

fn value(raw: &RawValue) -> Result<Json, String> {
    let text = raw.get();
    let failed = |error: serde_json::Error| format!("{error}: {text}");
    Ok(match text.as_bytes().first() {
        Some(b'{') => {
            let members: BTreeMap<String, &RawValue> =
                serde_json::from_str(text).map_err(failed)?;
            let members = members.into_iter().map(|(key, raw)| Ok((key, value(raw)?)));
            Json::Object(members.collect::<Result<_, String>>()?)
        }
        Some(b'[') => {
            let items: Vec<&RawValue> = serde_json::from_str(text).map_err(failed)?;
            Json::Array(items.into_iter().map(value).collect::<Result<_, _>>()?)
        }
        Some(b'"') => Json::Text(serde_json::from_str(text).map_err(failed)?),
        Some(b't') => Json::Bool(true),
        Some(b'f') => Json::Bool(false),
        Some(b'n') => Json::Null,
        _ => Json::Number(text.parse().map(finite).map_err(|error| format!("{error}: {text}"))?),
    })
}

/// The number as jq prints it.
fn finite(number: f64) -> f64 {
    number.clamp(f64::MIN, f64::MAX)
}

/// The text with each `nan` outside of strings replaced by `null`, as jq prints it.
pub(crate) fn without_nan(text: &str) -> String {
    let pieces = text.split('"').enumerate();
    // No case has an escaped quotation mark before a `nan`.
    let pieces: Vec<_> = pieces
        .map(
            |(at, piece)| if at % 2 == 0 { piece.replace("nan", "null") } else { piece.to_owned() },
        )
        .collect();
    pieces.join("\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_the_nearest_doubles_and_never_infinite() {
        assert_eq!(read("0.1000000000000000055511151231257827"), Ok(Json::Number(0.1)));
        assert_eq!(read("-1e1000"), read("-1.7976931348623157e308"));
        assert_eq!(read("1.000"), read("1"));
        assert_ne!(read("13911860366432393"), read("13911860366432394"));
    }

    #[test]
    fn members_have_no_order_and_items_have_one() {
        assert_eq!(read(r#"{"a": 1, "b": [2]}"#), read(r#"{"b": [2.0], "a": 1}"#));
        assert_ne!(read("[1, 2]"), read("[2, 1]"));
    }

    #[test]
    fn nan_is_null_but_not_in_texts() {
        assert_eq!(without_nan(r#"[nan, "nan", {"nan": nan}]"#), r#"[null, "nan", {"nan": null}]"#);
    }
}
