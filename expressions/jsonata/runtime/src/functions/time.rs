//! `$millis`.

use crate::{Cx, Item, Outcome};
use asl_value::value::Value;

/// `$millis`
pub fn millis(cx: &Cx) -> Outcome {
    Ok(Item::Data(Value::Int(cx.now())))
}
