//! Sums and joined texts of many values: `add`, `join`, and the same of a generator's outputs, for
//! which no array is made.

use super::{Cx, Exit, Flow, Limit, access, fault, json, operators};
use crate::value::Value;

/// `add`
pub fn sum(cx: &Cx, input: &Value) -> Result<Value, Exit> {
    let mut sum = Sum::default();
    for item in access::iterate(input)? {
        sum.add(cx, item)?;
    }
    sum.total(cx)
}

/// `join(separator)`
pub fn join(cx: &Cx, input: &Value, separator: &Value) -> Result<Value, Exit> {
    let mut joined = Joined::default();
    for item in access::iterate(input)? {
        joined.push(cx, separator, item)?;
    }
    joined.text(cx)
}

/// The sum of a generator's outputs: `[..] | add`. In jq all outputs exist before the first
/// addition, so an error of an addition is kept until the end: one of the generator comes first.
#[derive(Debug, Default)]
pub struct Sum {
    total: Total,
    fault: Option<Value>,
}

/// The sum so far, in a form that grows at no cost.
#[derive(Debug)]
enum Total {
    /// Anything; null at the start.
    Value(Value),
    /// The sum of two numbers or more.
    Number(f64),
    /// Two texts or more.
    Text(String),
}

impl Default for Total {
    fn default() -> Self {
        Self::Value(Value::Null)
    }
}

impl Sum {
    /// Adds an output.
    #[inline]
    pub fn add(&mut self, cx: &Cx, item: &Value) -> Flow {
        if let (Total::Number(total), Some(item)) = (&mut self.total, item.as_f64()) {
            *total += item;
            return cx.spend(1);
        }
        self.add_any(cx, item)
    }

    #[inline(never)]
    fn add_any(&mut self, cx: &Cx, item: &Value) -> Flow {
        if self.fault.is_some() {
            return Ok(());
        }
        cx.spend(1)?;
        let total = std::mem::take(&mut self.total);
        self.total = kept(added(cx, total, item), &mut self.fault)?.unwrap_or_default();
        Ok(())
    }

    /// The sum, or the error of the first addition that failed.
    pub fn total(self, cx: &Cx) -> Result<Value, Exit> {
        match self.fault {
            Some(fault) => Err(Exit::Error(fault)),
            None => self.total.into_value(cx),
        }
    }
}

impl Total {
    fn into_value(self, cx: &Cx) -> Result<Value, Exit> {
        match self {
            Self::Value(value) => Ok(value),
            Self::Number(number) => Ok(cx.number(number)),
            Self::Text(text) => {
                cx.make_text(text.len())?;
                Ok(Value::text(text))
            }
        }
    }
}

fn added(cx: &Cx, total: Total, item: &Value) -> Result<Total, Exit> {
    match (total, item) {
        (Total::Text(mut text), Value::String(item)) => {
            push(cx, &mut text, item)?;
            Ok(Total::Text(text))
        }
        (Total::Value(Value::String(start)), Value::String(item)) => {
            let mut text = String::from(start.as_str());
            push(cx, &mut text, item)?;
            Ok(Total::Text(text))
        }
        (total, item) => {
            let total = total.into_value(cx)?;
            if let Some((total, item)) = total.as_f64().zip(item.as_f64()) {
                return Ok(Total::Number(total + item));
            }
            operators::add_to(cx, total, item).map(Total::Value)
        }
    }
}

/// The text of a generator's outputs: `[..] | join(separator)`. Errors are kept as in [`Sum`].
#[derive(Debug, Default)]
pub struct Joined {
    text: String,
    is_begun: bool,
    fault: Option<Value>,
}

impl Joined {
    /// Appends an output, with the separator before it.
    pub fn push(&mut self, cx: &Cx, separator: &Value, item: &Value) -> Flow {
        if self.fault.is_some() {
            return Ok(());
        }
        kept(self.append(cx, separator, item), &mut self.fault).map(drop)
    }

    fn append(&mut self, cx: &Cx, separator: &Value, item: &Value) -> Flow {
        if self.is_begun {
            match separator {
                Value::String(separator) => push(cx, &mut self.text, separator)?,
                Value::Null => {}
                _ => return Err(self.not_added(separator)),
            }
        }
        self.is_begun = true;
        match item {
            Value::Null => Ok(()),
            Value::String(text) => push(cx, &mut self.text, text),
            Value::Bool(_) | Value::Int(_) | Value::Float(_) => {
                let mut text = String::new();
                // Writing to a string does not fail.
                let _ = json::write(item, &mut text);
                push(cx, &mut self.text, &text)
            }
            Value::Array(_) | Value::Object(_) => Err(self.not_added(item)),
        }
    }

    #[cold]
    fn not_added(&mut self, item: &Value) -> Exit {
        fault::bad_pair(&Value::text(std::mem::take(&mut self.text)), item, "cannot be added")
    }

    /// The text, or the first error.
    pub fn text(self, cx: &Cx) -> Result<Value, Exit> {
        if let Some(fault) = self.fault {
            return Err(Exit::Error(fault));
        }
        cx.make_text(self.text.len())?;
        Ok(Value::text(self.text))
    }
}

/// The result, if there is one; an error is kept, and limits pass.
fn kept<T>(result: Result<T, Exit>, fault: &mut Option<Value>) -> Result<Option<T>, Exit> {
    match result {
        Ok(result) => Ok(Some(result)),
        Err(Exit::Error(error)) => {
            *fault = Some(error);
            Ok(None)
        }
        Err(exit) => Err(exit),
    }
}

fn push(cx: &Cx, joined: &mut String, text: &str) -> Flow {
    cx.spend(1)?;
    if joined.len() + text.len() > cx.room_for_text() {
        return Err(Exit::Limit(Limit::Size));
    }
    joined.push_str(text);
    Ok(())
}
