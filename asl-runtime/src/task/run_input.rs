//! The optional input of a run.

use asl_value::value::Value;

/// The input of a run. `()` and `None` mean no input, which is `{}`. `Value::Null` is `null`.
///
/// ```
/// use asl_runtime::{RunInput, Value, json};
///
/// assert_eq!(RunInput::from(()).into_value(), json!({}));
/// assert_eq!(RunInput::from(None).into_value(), json!({}));
/// assert_eq!(RunInput::from(json!({"orderId": 7})).into_value(), json!({"orderId": 7}));
/// assert_eq!(RunInput::from(Value::Null).into_value(), Value::Null);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct RunInput(Value);

impl RunInput {
    /// The value with which the execution starts.
    pub fn into_value(self) -> Value {
        self.0
    }
}

impl From<Value> for RunInput {
    fn from(input: Value) -> Self {
        Self(input)
    }
}

impl From<()> for RunInput {
    fn from((): ()) -> Self {
        Self(Value::object([]))
    }
}

impl From<Option<Value>> for RunInput {
    fn from(input: Option<Value>) -> Self {
        input.map_or_else(|| Self::from(()), Self)
    }
}
