//! Aggregates of numbers.

use super::natives::SUM;
use crate::{Cx, Fault, Item, Outcome, View, number};
use asl_value::value::Value;

/// The sum.
pub fn sum(cx: &Cx, array: View<'_>) -> Outcome {
    if array.is_undefined() {
        return Ok(Item::Undefined);
    }
    total(cx, array).map(Item::from)
}

/// `$count`: 0 for undefined.
pub fn count(_: &Cx, array: View<'_>) -> Outcome {
    Ok(number::count(array.array_len().unwrap_or(usize::from(!array.is_undefined()))))
}

/// `$average`
pub fn average(cx: &Cx, array: View<'_>) -> Outcome {
    match array.array_len() {
        None | Some(0) => Ok(Item::Undefined),
        Some(length) => Ok(Item::from(total(cx, array)? / number::float(length))),
    }
}

/// `$max`
pub fn max(cx: &Cx, array: View<'_>) -> Outcome {
    extreme(cx, array, |number, best| number > best)
}

/// `$min`
pub fn min(cx: &Cx, array: View<'_>) -> Outcome {
    extreme(cx, array, |number, best| number < best)
}

/// Numbers of a sequence, added one by one.
#[derive(Debug, Default)]
pub struct Total {
    sum: f64,
    count: usize,
    has_others: bool,
}

impl Total {
    /// Adds an item.
    #[inline]
    pub fn add(&mut self, item: View<'_>) {
        self.count += 1;
        match item.as_f64() {
            Some(number) => self.sum += number,
            None => self.has_others = true,
        }
    }

    /// Adds a number, if there is one.
    #[inline]
    pub fn add_number(&mut self, number: impl Into<Option<f64>>) {
        if let Some(number) = number.into() {
            self.count += 1;
            self.sum += number;
        }
    }

    /// True if there was an item.
    #[inline]
    pub fn has_value(&self) -> bool {
        self.count > 0
    }

    /// The sum of a value, if there is one.
    pub fn sum(self, has_value: bool) -> Result<Option<f64>, Fault> {
        if self.has_others {
            return Err(wrong_items(SUM.name, "numbers"));
        }
        Ok(has_value.then_some(self.sum))
    }

    /// `$average`
    pub fn average(self) -> Result<Option<f64>, Fault> {
        match self.count {
            _ if self.has_others => Err(wrong_items("average", "numbers")),
            0 => Ok(None),
            count => Ok(Some(self.sum / number::float(count))),
        }
    }

    /// `$count`
    pub fn count(self) -> f64 {
        number::float(self.count)
    }
}

/// The greatest or the least number of a sequence.
#[derive(Debug, Default)]
pub struct Extreme {
    /// A number with all its digits.
    best: Option<Value>,
    /// The same as a double.
    number: f64,
    has_others: bool,
}

impl Extreme {
    /// Compares an item with the best one so far.
    #[inline]
    pub fn add(&mut self, item: View<'_>, is_ahead: impl FnOnce(f64, f64) -> bool) {
        let Some(number) = item.as_f64() else {
            self.has_others = true;
            return;
        };
        if self.best.is_none() || number.is_nan() || is_ahead(number, self.number) {
            self.number = number;
            self.best = match item {
                View::Value(Value::Int(int)) => Some(Value::Int(*int)),
                View::Undefined | View::Value(_) | View::Item(_) => Some(Value::Float(number)),
            };
        }
    }

    /// `$max`, `$min`
    pub fn finish(self, name: &str) -> Outcome {
        if self.has_others {
            return Err(wrong_items(name, "numbers"));
        }
        Ok(self.best.map_or(Item::Undefined, Item::Data))
    }
}

/// The error for an item of another type in the argument of a function.
#[cold]
pub(super) fn wrong_items(function: &str, kind: &'static str) -> Fault {
    Fault::new("T0412").index(1).kind(kind).token(function)
}

fn total(cx: &Cx, array: View<'_>) -> Result<f64, Fault> {
    cx.read_array(array)?;
    Ok(array.items().filter_map(View::as_f64).fold(0.0, |total, number| total + number))
}

/// The item that is ahead of all others; NaN if there is one.
fn extreme(cx: &Cx, array: View<'_>, is_ahead: impl Fn(f64, f64) -> bool) -> Outcome {
    cx.read_array(array)?;
    let mut items = array.items();
    let mut best = items.next().unwrap_or_default();
    for item in items {
        let Some((number, old)) = item.as_f64().zip(best.as_f64()) else { continue };
        if number.is_nan() || is_ahead(number, old) {
            best = item;
        }
    }
    Ok(best.to_item())
}
