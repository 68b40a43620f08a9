//! Numbers and other values as text, as JavaScript prints them.

use super::Stop;
use super::value::Value;

/// The text of a number: exponents only for very large and very small ones.
pub(super) fn number(number: f64) -> String {
    if number == 0.0 {
        return "0".to_owned();
    }
    let text = format!("{number:e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if (-6..21).contains(&exponent) {
        return format!("{number}");
    }
    format!("{digits}e{}{exponent}", if exponent > 0 { "+" } else { "" })
}

/// `$string`; `None` is undefined.
pub(super) fn string(value: &Value) -> Result<Option<String>, Stop> {
    Ok(Some(match value {
        Value::Undefined => return Ok(None),
        Value::Text(text) => text.to_string(),
        Value::Function(_) => String::new(),
        Value::Number(number) if !number.is_finite() => return Err(Stop::error("D3001")),
        value => json(value)?,
    }))
}

/// The number with 15 digits if it has a fraction.
pub(super) fn rounded(number: f64) -> f64 {
    if number.fract() == 0.0 { number } else { format!("{number:.14e}").parse().unwrap_or(number) }
}

fn json(value: &Value) -> Result<String, Stop> {
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    Ok(match value {
        Value::Null | Value::Undefined => "null".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Number(value) if value.is_nan() => "null".to_owned(),
        Value::Number(value) => number(rounded(super::operators::finite(*value)?)),
        Value::Text(text) => quoted(text),
        Value::Array(items, _) => {
            let items: Vec<String> = items.iter().map(json).collect::<Result<_, _>>()?;
            format!("[{}]", items.join(","))
        }
        Value::Object(members) => {
            let mut parts = Vec::new();
            for (key, value) in members.borrow().iter() {
                parts.push(format!("{}:{}", quoted(key), json(value)?));
            }
            format!("{{{}}}", parts.join(","))
        }
        Value::Function(_) => "\"\"".to_owned(),
        Value::Tuples(_) => return Err(Stop::Unsupported("tuples as text")),
    })
}
