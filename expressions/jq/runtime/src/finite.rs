//! NaN and infinities exist only inside of a run; its outputs are JSON. A run records if it created
//! one, so that outputs without any need not be searched.

use std::sync::atomic::Ordering::Relaxed;

use super::Cx;
use super::number::number;
use asl_value::value::{Entry, Value};

/// Deeper values are refused by the code that takes them, and are not searched.
const DEPTH: u32 = 512;

impl Cx {
    /// A number that was computed.
    #[inline]
    pub fn number(&self, float: f64) -> Value {
        let number = number(float);
        if let Value::Float(float) = number
            && !float.is_finite()
        {
            self.made_special.store(true, Relaxed);
        }
        number
    }

    /// A value as it leaves the run: NaN becomes null, infinities the largest numbers.
    #[inline]
    pub fn finish(&self, mut value: Value) -> Value {
        if self.made_special.load(Relaxed) {
            make_all_finite(&mut value);
        }
        value
    }
}

#[cold]
fn make_all_finite(value: &mut Value) {
    if value.depth() <= DEPTH && !value.is_finite() {
        make_finite(value);
    }
}

/// Changes only what has to be: the rest stays shared.
fn make_finite(value: &mut Value) {
    match value {
        Value::Float(float) if float.is_nan() => *value = Value::Null,
        Value::Float(float) => *float = float.clamp(f64::MIN, f64::MAX),
        Value::Array(items) => {
            let places: Vec<usize> = (0..)
                .zip(&*items)
                .filter(|(_, item)| !item.is_finite())
                .map(|(at, _)| at)
                .collect();
            for place in places {
                items.make_mut().update(place, make_finite);
            }
        }
        Value::Object(object) => {
            let special = |(key, value): &Entry| (!value.is_finite()).then(|| key.clone());
            let keys: Vec<_> = object.entries().iter().filter_map(special).collect();
            for key in keys {
                object.make_mut().update(&key, make_finite);
            }
        }
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::String(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operators;
    use asl_value::json;

    #[test]
    fn what_leaves_a_run_is_json() {
        let cx = Cx::new(0);
        let infinite = operators::multiply(&cx, &json!(1e300), &json!(1e300)).unwrap();
        let nan = operators::subtract(&cx, &infinite, &infinite).unwrap();
        let value = Value::from([
            json!({"a": [1.5], "b": "x"}),
            infinite.clone(),
            Value::from([nan.clone()]),
        ]);
        let value = Value::object([
            ("in", value),
            ("nan", nan),
            ("out", operators::negate(&cx, &infinite).unwrap()),
        ]);
        let text = r#"{"in":[{"a":[1.5],"b":"x"},1.7976931348623157e+308,[null]],"nan":null,"out":-1.7976931348623157e+308}"#;
        assert_eq!(cx.finish(value).to_json_string(), text);
    }

    #[test]
    fn nothing_is_looked_for_where_nothing_was_made() {
        let value = Value::Float(f64::NAN);
        assert!(matches!(Cx::new(0).finish(value), Value::Float(_)));
    }
}
