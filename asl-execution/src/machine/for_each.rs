//! The items of a Map and its parameters, as emitted code passes them (today's States Language:
//! "Map State").

use serde::{Deserialize, Serialize};

use crate::machine::NodeId;
use crate::storage::items::{OpenItems, WritePart};
use asl_value::error::{Failed, Failure, Quoted};
use asl_value::value::{Text, Value};

/// The static part of a Map.
#[derive(Clone, Copy, Debug)]
pub struct EachRow {
    /// The first node of the body.
    pub body: NodeId,
    /// Maximum number of concurrent iterations; 0 means no limit, `None` means that the data
    /// contains it.
    pub window: Option<u32>,
    /// True if the machine's `item` computes the input of an iteration. Otherwise the input is the
    /// item itself.
    pub selects: bool,
    /// The part that only distributed Maps have.
    pub run: Option<RunRow>,
}

/// The static part of a distributed Map.
#[derive(Clone, Copy, Debug)]
pub struct RunRow {
    /// `Label`, or the state's name.
    pub label: &'static str,
    /// `ItemReader`.
    pub reader: Option<StoreRow<OpenItems>>,
    /// `ResultWriter`.
    pub writer: Option<StoreRow<WritePart>>,
}

/// The static part of an `ItemReader` or `ResultWriter`.
#[derive(Clone, Copy, Debug)]
pub struct StoreRow<Access> {
    /// Its `Resource`; empty if a `ResultWriter` only transforms.
    pub resource: &'static str,
    /// Its `ReaderConfig` or `WriterConfig`.
    pub config: &'static Value,
    /// The function that opens the items ([`OpenItems`]) or writes the results ([`WritePart`]).
    pub access: Access,
}

impl EachRow {
    /// Returns true if a `ResultWriter` writes the results. The state's result then contains their
    /// location.
    pub fn writes(&self) -> bool {
        let writer = self.run.as_ref().and_then(|run| run.writer.as_ref());
        writer.is_some_and(|writer| !writer.resource.is_empty())
    }
}

/// The start of a Map.
#[derive(Debug)]
pub struct Iterate {
    /// The items: an array, or for child executions an object whose members are the items; null if
    /// they are read from a storage.
    pub items: Value,
    /// Maximum number of concurrent iterations; 0 means no limit.
    pub window: u32,
    /// The part that only distributed Maps have. Its faults are reported after the state's start.
    pub run: Option<Result<Run, Failed>>,
}

/// The start of a distributed Map.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// Tolerated failed items; `None` if not given.
    pub tolerated_count: Option<u64>,
    /// Tolerated failed items as a percentage of all items.
    pub tolerated_percentage: Option<f64>,
    /// Batches of items for child executions; `None` if items are not batched.
    pub batch: Option<Batch>,
    /// The evaluated `Parameters` of the `ItemReader`.
    pub reader: Value,
    /// The value at `MaxItemsPath`.
    pub max_items: Option<i64>,
    /// The evaluated `Parameters` of the `ResultWriter`.
    pub writer: Value,
}

/// An evaluated `ItemBatcher`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Batch {
    /// `MaxItemsPerBatch`.
    pub items: Option<u64>,
    /// `MaxInputBytesPerBatch`.
    pub bytes: Option<u64>,
    /// `BatchInput`; null if there is none.
    pub input: Value,
}

impl Batch {
    /// The input of a child with these items.
    pub fn child_input(&self, items: Vec<Value>) -> Value {
        let items = ("Items", Value::array(items));
        if self.input.is_null() {
            return Value::object([items]);
        }
        Value::object([("BatchInput", self.input.clone()), items])
    }
}

/// The item of an iteration, as in `$$.Map.Item`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Item {
    /// Its index in the items.
    pub index: u32,
    /// The item itself.
    pub value: Value,
    /// Its key, if the items are the members of an object.
    pub key: Option<Text>,
    /// Its source, if it was read.
    #[serde(default)]
    pub source: Option<Text>,
}

/// Returns the value at `ItemsPath` if it is an array.
pub fn items<'v>(found: &'v Value, path: &str) -> Result<&'v Value, Failed> {
    if found.as_array().is_some() { Ok(found) } else { Err(no_array(path)) }
}

/// As [`items`], for child executions, which run for the members of an object, too.
pub fn items_or_members<'v>(found: &'v Value, path: &str) -> Result<&'v Value, Failed> {
    if found.as_object().is_some() { Ok(found) } else { items(found, path) }
}

#[cold]
fn no_array(path: &str) -> Failed {
    // As recorded, a path into the context object is quoted with one of its two dollar signs.
    let path = if path.starts_with("$$") { path.get(1..).unwrap_or(path) } else { path };
    Failure::runtime_unplaced(format!("Reference path \"{path}\" must point to array."))
}

/// Items, and the maximum number of concurrent iterations.
pub fn iterate(items: Value, window: u32) -> Box<Iterate> {
    Box::new(Iterate { items, window, run: None })
}

/// Items for child executions. They are null if they are read from a storage.
pub fn distribute(items: Value, window: u32, run: Result<Run, Failed>) -> Box<Iterate> {
    Box::new(Iterate { items, window, run: Some(run) })
}

/// The number at `MaxConcurrencyPath`.
pub fn window(found: &Value, path: &str) -> Result<u32, Failed> {
    let number = not_negative(found, "MaxConcurrency", path)?;
    Ok(u32::try_from(number).unwrap_or(u32::MAX))
}

/// A number of at least 0, at the path in the field `{name}Path`.
pub fn not_negative(found: &Value, name: &str, path: &str) -> Result<u64, Failed> {
    let number = integer(found, &format!("{name}Path"), path)?;
    u64::try_from(number)
        .map_err(|_| Failure::runtime_unplaced(format!("{name} cannot be negative.")))
}

/// A number of at least 1, at the path in the field `{name}Path`.
pub fn positive(found: &Value, name: &str, path: &str) -> Result<u64, Failed> {
    match not_negative(found, name, path)? {
        0 => Err(Failure::runtime_unplaced(format!("{name} must be greater than 0."))),
        number => Ok(number),
    }
}

/// The number at `ToleratedFailurePercentagePath`, from 0 to 100.
pub fn percentage(found: &Value, path: &str) -> Result<f64, Failed> {
    let written =
        found.as_str().and_then(|text| text.parse().ok()).filter(|number: &f64| number.is_finite());
    let number = written.or(found.as_f64());
    match number {
        None => Err(misfit(found, "ToleratedFailurePercentagePath", path, "float")),
        Some(number) if (0.0..=100.0).contains(&number) => Ok(number),
        Some(_) => {
            Err(Failure::runtime_unplaced("ToleratedFailurePercentage must be between 0 and 100."))
        }
    }
}

/// An integer in the data. As at AWS, a string with an integer is accepted.
pub fn integer(found: &Value, field: &str, path: &str) -> Result<i64, Failed> {
    let number = match found {
        Value::Int(number) => Some(*number),
        Value::String(text) => text.parse().ok(),
        Value::Null | Value::Bool(_) | Value::Float(_) | Value::Array(_) | Value::Object(_) => None,
    };
    number.ok_or_else(|| misfit(found, field, path, "integer"))
}

#[cold]
fn misfit(found: &Value, field: &str, path: &str, wanted: &str) -> Failed {
    let shown = found.as_str().map_or_else(|| Quoted(found).to_string(), str::to_owned);
    let cause = format!(
        "The {field} field refers to value \"{shown}\" which is not a valid {wanted}: {path}"
    );
    Failure::runtime_unplaced(cause)
}

#[cfg(test)]
mod tests {
    use super::*;
    use asl_value::json;

    fn cause<T: std::fmt::Debug>(result: Result<T, Failed>) -> String {
        result.expect_err("it fails").cause().unwrap_or_default().to_owned()
    }

    #[test]
    fn a_limit_of_the_data_is_an_integer_or_its_text() {
        assert_eq!(window(&json!(3), "$.n").ok(), Some(3));
        assert_eq!(window(&json!("3"), "$.n").ok(), Some(3));
        assert_eq!(window(&json!(i64::MAX), "$.n").ok(), Some(u32::MAX));
        for (value, shown) in
            [(json!({}), "{}"), (json!("NoNumber"), "NoNumber"), (json!(1.5), "1.5")]
        {
            let expected = format!(
                "The MaxConcurrencyPath field refers to value \"{shown}\" which is not a valid integer: $.n"
            );
            assert_eq!(cause(window(&value, "$.n")), expected);
        }
        assert_eq!(cause(window(&json!(-1), "$.n")), "MaxConcurrency cannot be negative.");
        assert_eq!(
            cause(positive(&json!(0), "MaxItemsPerBatch", "$.n")),
            "MaxItemsPerBatch must be greater than 0."
        );
    }

    #[test]
    fn a_percentage_is_within_its_bounds() {
        assert_eq!(percentage(&json!(1.1), "$.p").ok(), Some(1.1));
        assert_eq!(percentage(&json!("100"), "$.p").ok(), Some(100.0));
        for number in [json!(-1), json!(-1.1), json!(100.1)] {
            assert_eq!(
                cause(percentage(&number, "$.p")),
                "ToleratedFailurePercentage must be between 0 and 100."
            );
        }
        let expected = "The ToleratedFailurePercentagePath field refers to value \"NoNumber\" which is not a valid float: $.p";
        assert_eq!(cause(percentage(&json!("NoNumber"), "$.p")), expected);
    }

    #[test]
    fn only_arrays_are_iterated_over() {
        assert!(items(&json!([]), "$").is_ok());
        assert_eq!(cause(items(&json!({}), "$.a")), "Reference path \"$.a\" must point to array.");
        assert_eq!(cause(items(&json!(1), "$$.x")), "Reference path \"$.x\" must point to array.");
    }
}
