//! Values from JSON text: `serde_json` reads, we count the depth.

use std::str::FromStr;

use super::de::Rules;
use super::{Error, Value, de};

impl Value {
    /// Reads JSON text.
    ///
    /// Of two equal keys, the last value is kept, at the place of the first. Numbers too large for
    /// a float are refused, and so is text nested deeper than [`MAX_DEPTH`](super::MAX_DEPTH).
    ///
    /// ```
    /// use asl_runtime::Value;
    ///
    /// let order = Value::from_json_str(r#"{"id": 7}"#)?;
    /// assert_eq!(order.to_json_string(), r#"{"id":7}"#);
    /// # Ok::<(), asl_runtime::value::Error>(())
    /// ```
    pub fn from_json_str(text: &str) -> Result<Self, Error> {
        read(serde_json::Deserializer::from_str(text), Rules::Usual)
    }

    /// Reads JSON text in which no object has a key twice. The number -0 is 0.
    #[doc(hidden)]
    pub fn from_strict_json(text: &str) -> Result<Self, Error> {
        read(serde_json::Deserializer::from_str(text), Rules::Strict)
    }

    /// Reads JSON text in UTF-8, as [`from_json_str`](Self::from_json_str) does.
    pub fn from_json_slice(text: &[u8]) -> Result<Self, Error> {
        read(serde_json::Deserializer::from_slice(text), Rules::Usual)
    }
}

/// [`Value::from_json_str`]: `text.parse::<Value>()`.
impl FromStr for Value {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Self::from_json_str(text)
    }
}

fn read<'de, R: serde_json::de::Read<'de>>(
    mut reader: serde_json::Deserializer<R>,
    rules: Rules,
) -> Result<Value, Error> {
    // Our own limit is above serde_json's; `de` counts.
    reader.disable_recursion_limit();
    let value = de::read_with(&mut reader, rules).map_err(Error::Text)?;
    reader.end().map_err(Error::Text)?;
    Ok(value)
}
