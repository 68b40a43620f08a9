//! Comparisons of values with Rust's own types.

use super::Value;

macro_rules! equals {
    ($($type:ty: $equals:expr;)*) => {$(
        impl PartialEq<$type> for Value {
            fn eq(&self, other: &$type) -> bool {
                let equals: fn(&Self, &$type) -> bool = $equals;
                equals(self, other)
            }
        }

        impl PartialEq<Value> for $type {
            fn eq(&self, other: &Value) -> bool {
                other == self
            }
        }
    )*};
}

equals! {
    str: |value, text| value.as_str() == Some(text);
    &str: |value, text| value.as_str() == Some(*text);
    String: |value, text| value.as_str() == Some(text.as_str());
    bool: |value, flag| value.as_bool() == Some(*flag);
    i32: |value, number| *value == i64::from(*number);
    u32: |value, number| *value == i64::from(*number);
    i64: |value, number| equals(value, &Value::Int(*number));
    u64: |value, number| i64::try_from(*number).is_ok_and(|number| *value == number);
    usize: |value, number| i64::try_from(*number).is_ok_and(|number| *value == number);
    f64: |value, number| number.is_finite() && equals(value, &Value::Float(*number));
}

fn equals(value: &Value, other: &Value) -> bool {
    value == other
}
