//! Sums, joined texts and objects of many values: `add`, `join`, `from_entries`, and the same of a
//! generator's outputs, for which no array is made.

use super::{Cx, Exit, Flow, Limit, access, fault, json, operators};
use asl_value::value::{Map, Value};

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
        if let Some(number) = item.as_f64() {
            match &mut self.total {
                Total::Number(total) => {
                    *total += number;
                    return cx.spend(1);
                }
                Total::Value(first) => {
                    if let Some(first) = first.as_f64() {
                        self.total = Total::Number(first + number);
                        return cx.spend(1);
                    }
                }
                Total::Text(_) => {}
            }
        }
        self.add_any(cx, item)
    }

    #[inline(never)]
    fn add_any(&mut self, cx: &Cx, item: &Value) -> Flow {
        if self.fault.is_some() {
            return Ok(());
        }
        cx.spend(1)?;
        if let Total::Value(Value::Null) = self.total {
            self.total = Total::Value(item.clone());
            return Ok(());
        }
        let total = std::mem::take(&mut self.total);
        self.total = kept(added(cx, total, item), &mut self.fault)?.unwrap_or_default();
        Ok(())
    }

    /// The sum, or the error of the first addition that failed.
    #[inline]
    pub fn total(self, cx: &Cx) -> Result<Value, Exit> {
        if let Total::Number(number) = self.total {
            return Ok(cx.number(number));
        }
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

/// `from_entries`: also reads `Key`, `name` and `Name`, `Value`.
pub fn from_entries(cx: &Cx, input: &Value) -> Result<Value, Exit> {
    let items = access::iterate(input)?;
    let mut entries = Entries { map: Map::with_capacity(items.len()), fault: None };
    for item in items {
        entries.push(cx, item)?;
    }
    entries.object(cx)
}

/// The object of a generator's entries: `[..] | from_entries`. Errors are kept as in [`Sum`].
#[derive(Default)]
pub struct Entries {
    map: Map,
    fault: Option<Value>,
}

impl Entries {
    /// Adds an output.
    pub fn push(&mut self, cx: &Cx, item: &Value) -> Flow {
        if self.fault.is_some() {
            return Ok(());
        }
        let Some((key, value)) = kept(key_and_value(item), &mut self.fault)? else {
            return Ok(());
        };
        self.add(cx, key.clone(), value.clone())
    }

    /// Adds the output `{key, value}`.
    pub fn add(&mut self, cx: &Cx, key: Value, value: Value) -> Flow {
        if self.fault.is_some() {
            return Ok(());
        }
        match key {
            Value::String(key) => {
                cx.make_items(2)?;
                self.map.put(key, value);
                Ok(())
            }
            // The other names of a key, which are all missing.
            Value::Bool(false) => self.add(cx, Value::Null, value),
            key => kept(operators::key(&key), &mut self.fault).map(drop),
        }
    }

    /// The object, or the first error.
    pub fn object(self, _: &Cx) -> Result<Value, Exit> {
        match self.fault {
            Some(fault) => Err(Exit::Error(fault)),
            None => Ok(Value::from(self.map)),
        }
    }
}

fn key_and_value(item: &Value) -> Result<(&Value, &Value), Exit> {
    let mut name = &Value::Null;
    for field in ["key", "Key", "name", "Name"] {
        name = access::field(item, field)?;
        if operators::is_true(name) {
            break;
        }
    }
    // Where none is true, the last one's value counts, whatever it is. It is looked at first.
    operators::key(name)?;
    let value = item.get("value").map_or_else(|| access::field(item, "Value"), Ok)?;
    Ok((name, value))
}

/// The state of a `reduce` that computes a number in each turn: one of Rust's, until a value is
/// wanted. A value that is read right after it was written stalls the processor.
#[derive(Debug)]
pub struct State {
    value: Value,
    /// The state, where it is a number that was computed.
    number: Option<f64>,
}

impl State {
    /// The state before the first turn.
    #[inline]
    pub fn new(value: Value) -> Self {
        Self { value, number: None }
    }

    /// The state, if it is a number.
    #[inline]
    pub fn as_f64(&self) -> Option<f64> {
        self.number.or_else(|| self.value.as_f64())
    }

    /// A new state, a number.
    #[inline]
    pub fn compute(&mut self, number: f64) {
        self.number = Some(number);
    }

    /// A new state of any kind.
    pub fn set(&mut self, value: Value) {
        *self = Self::new(value);
    }

    /// The state; what stays is null.
    #[inline]
    pub fn take(&mut self, cx: &Cx) -> Value {
        match self.number.take() {
            Some(number) => cx.number(number),
            None => std::mem::take(&mut self.value),
        }
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
