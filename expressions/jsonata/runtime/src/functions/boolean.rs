//! `$boolean`, `$not`, `$exists`.

use crate::{Cx, Fault, Item, Outcome, View};
use asl_value::value::Value;

/// The truth of a value; undefined has none. False are `false`, 0, empty values, `null`, functions,
/// and arrays of these. A number that is not finite fails.
pub fn truth(cx: &Cx, view: View<'_>) -> Result<Option<bool>, Fault> {
    let item = match view {
        View::Undefined => return Ok(None),
        View::Value(value) => return truth_of_value(cx, value).map(Some),
        View::Item(item) => item,
    };
    if let Item::Record(record) = item {
        return Ok(Some(!record.entries().is_empty()));
    }
    // All items are looked at: a later one may fail. A function is false.
    let mut is_true = false;
    for item in view.items().filter(|_| view.is_array()) {
        cx.spend(1)?;
        is_true |= truth(cx, item)?.unwrap_or(false);
    }
    Ok(Some(is_true))
}

fn truth_of_value(cx: &Cx, value: &Value) -> Result<bool, Fault> {
    Ok(match value {
        Value::Null => false,
        Value::Bool(flag) => *flag,
        Value::Int(number) => *number != 0,
        Value::Float(number) if number.is_infinite() => {
            return Err(Fault::new("D1001").value(*number));
        }
        Value::Float(number) => *number != 0.0 && !number.is_nan(),
        Value::String(text) => !text.is_empty(),
        Value::Object(object) => !object.is_empty(),
        // All items are looked at: a later one may fail.
        Value::Array(items) => {
            cx.spend(1)?;
            cx.read_items(items.len())?;
            let mut is_true = false;
            for item in items {
                is_true |= truth_of_value(cx, item)?;
            }
            is_true
        }
    })
}

/// `$boolean`
pub fn boolean(cx: &Cx, item: View<'_>) -> Outcome {
    Ok(truth(cx, item)?.map_or(Item::Undefined, Item::from))
}

/// `$not`
pub fn not(cx: &Cx, item: View<'_>) -> Outcome {
    Ok(truth(cx, item)?.map_or(Item::Undefined, |is_true| Item::from(!is_true)))
}

/// `$exists`
pub fn exists(_: &Cx, item: View<'_>) -> Outcome {
    Ok(Item::from(!item.is_undefined()))
}

/// The truth of a value in JavaScript, as the comparators of `$sort` have it.
pub fn js_truth(item: View<'_>) -> bool {
    match item {
        View::Undefined | View::Value(Value::Null) => false,
        View::Value(Value::Bool(flag)) => *flag,
        View::Value(Value::Int(number)) => *number != 0,
        View::Value(Value::Float(number)) => *number != 0.0 && !number.is_nan(),
        View::Value(Value::String(text)) => !text.is_empty(),
        View::Value(Value::Array(_) | Value::Object(_)) | View::Item(_) => true,
    }
}
