//! What a Map works on, as emitted code says it (today's States Language: "Map State").

use serde::{Deserialize, Serialize};

use crate::error::{Failed, Failure};
use crate::machine::NodeId;
use crate::value::{Text, Value};

/// The static half of a Map.
#[derive(Debug)]
pub struct EachRow {
    /// Where the body starts.
    pub body: NodeId,
    /// At most so many at a time; 0: no limit. `None`: the data says.
    pub window: Option<u32>,
    /// Whether the machine's `item` makes what an iteration works on; otherwise it is the item itself.
    pub selects: bool,
}

impl EachRow {
    /// Whether a ResultWriter takes the results: the state's own result is then an object that says where.
    #[cfg(feature = "testing")]
    pub(crate) fn writes(&self) -> bool {
        false
    }
}

/// What a Map starts with.
#[derive(Debug)]
pub struct Iterate {
    /// The items, an array.
    pub(crate) items: Value,
    /// At most so many at a time; 0: no limit.
    pub(crate) window: u32,
}

/// What an iteration works on, as `$$.Map.Item` has it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Item {
    /// Its index in the items.
    pub(crate) index: u32,
    /// The item itself.
    pub(crate) value: Value,
    /// Its key, where the items are the members of an object.
    pub(crate) key: Option<Text>,
}

/// Items and how many of them are worked on at a time.
pub fn iterate(items: Value, path: &str, window: u32) -> Result<Box<Iterate>, Failed> {
    match items {
        Value::Array(_) => Ok(Box::new(Iterate { items, window })),
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::String(_) | Value::Object(_) => {
            Err(no_array(path))
        }
    }
}

#[cold]
fn no_array(path: &str) -> Failed {
    // As recorded: of the two dollars of a path into the context object one is left.
    let path = if path.starts_with("$$") { path.get(1..).unwrap_or(path) } else { path };
    Failure::runtime_unplaced(format!("Reference path \"{path}\" must point to array."))
}

/// `MaxConcurrencyPath`: what it found, as a number.
pub fn window(found: &Value, path: &str) -> Result<u32, Failed> {
    let number = integer(found, "MaxConcurrencyPath", path)?;
    if number < 0 {
        return Err(Failure::runtime_unplaced("MaxConcurrency cannot be negative."));
    }
    Ok(u32::try_from(number).unwrap_or(u32::MAX))
}

/// An integer that the data gives; a string that is one will do, as at AWS.
pub(crate) fn integer(found: &Value, field: &str, path: &str) -> Result<i64, Failed> {
    let number = match found {
        Value::Int(number) => Some(*number),
        Value::String(text) => text.parse().ok(),
        Value::Null | Value::Bool(_) | Value::Float(_) | Value::Array(_) | Value::Object(_) => None,
    };
    number.ok_or_else(|| misfit(found, field, path, "integer"))
}

#[cold]
fn misfit(found: &Value, field: &str, path: &str, wanted: &str) -> Failed {
    let shown = match found {
        Value::String(text) => text.to_string(),
        other => crate::error::Quoted(other).to_string(),
    };
    let cause = format!("The {field} field refers to value \"{shown}\" which is not a valid {wanted}: {path}");
    Failure::runtime_unplaced(cause)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json;

    fn cause<T: std::fmt::Debug>(result: Result<T, Failed>) -> String {
        result.expect_err("it fails").cause().unwrap_or_default().to_owned()
    }

    #[test]
    fn a_limit_of_the_data_is_an_integer_or_its_text() {
        assert_eq!(window(&json!(3), "$.n").ok(), Some(3));
        assert_eq!(window(&json!("3"), "$.n").ok(), Some(3));
        assert_eq!(window(&json!(i64::MAX), "$.n").ok(), Some(u32::MAX));
        for (value, shown) in [(json!({}), "{}"), (json!("NoNumber"), "NoNumber"), (json!(1.5), "1.5")] {
            let expected =
                format!("The MaxConcurrencyPath field refers to value \"{shown}\" which is not a valid integer: $.n");
            assert_eq!(cause(window(&value, "$.n")), expected);
        }
        assert_eq!(cause(window(&json!(-1), "$.n")), "MaxConcurrency cannot be negative.");
    }

    #[test]
    fn only_arrays_are_iterated_over() {
        assert!(iterate(json!([]), "$", 0).is_ok());
        assert_eq!(cause(iterate(json!({}), "$.a", 0)), "Reference path \"$.a\" must point to array.");
        assert_eq!(cause(iterate(json!(1), "$$.x", 0)), "Reference path \"$.x\" must point to array.");
    }
}
