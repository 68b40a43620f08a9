//! `$boolean`, `$not`, `$exists`.

use crate::jsonata::view::View;
use crate::jsonata::{Cx, Fault, Item, Outcome};
use crate::value::Value;

/// The truth of a value; undefined has none. False are `false`, 0, empty values, `null`, functions,
/// and arrays of these. A number that is not finite fails.
pub fn truth(view: View<'_>) -> Result<Option<bool>, Fault> {
    let item = match view {
        View::Undefined => return Ok(None),
        View::Value(value) => return truth_of_value(value).map(Some),
        View::Item(item) => item,
    };
    if let Item::Record(record) = item {
        return Ok(Some(!record.entries().is_empty()));
    }
    // All items are looked at: a later one may fail. A function is false.
    let mut is_true = false;
    for item in view.items().filter(|_| view.is_array()) {
        is_true |= truth(item)?.unwrap_or(false);
    }
    Ok(Some(is_true))
}

fn truth_of_value(value: &Value) -> Result<bool, Fault> {
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
            let mut is_true = false;
            for item in items {
                is_true |= truth_of_value(item)?;
            }
            is_true
        }
    })
}

/// `$boolean`
pub fn boolean(_: &Cx, item: &Item) -> Outcome {
    Ok(truth(item.view())?.map_or(Item::Undefined, Item::from))
}

/// `$not`
pub fn not(_: &Cx, item: &Item) -> Outcome {
    Ok(truth(item.view())?.map_or(Item::Undefined, |is_true| Item::from(!is_true)))
}

/// `$exists`
pub fn exists(_: &Cx, item: &Item) -> Outcome {
    Ok(Item::from(!item.is_undefined()))
}

/// The truth of a value in JavaScript, as the comparators of `$sort` have it.
pub fn js_truth(item: &Item) -> bool {
    match item {
        Item::Undefined | Item::Data(Value::Null) => false,
        Item::Data(Value::Bool(flag)) => *flag,
        Item::Data(Value::Int(number)) => *number != 0,
        Item::Data(Value::Float(number)) => *number != 0.0 && !number.is_nan(),
        Item::Data(Value::String(text)) => !text.is_empty(),
        Item::Data(Value::Array(_) | Value::Object(_))
        | Item::Sequence(_)
        | Item::List(_)
        | Item::Record(_)
        | Item::Function(_) => true,
    }
}
