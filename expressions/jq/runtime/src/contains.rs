//! `contains` and `inside`, with a list instead of the stack.

use std::slice::Iter;

use super::order::{self, equal};
use super::{Cx, Exit, fault};
use asl_value::value::{Entry, Object, Value};

/// A pair of containers, some of whose children were compared.
enum Open<'v> {
    /// Each wanted item has to be contained in one of the items.
    Array {
        items: &'v [Value],
        wanted: &'v [Value],
        /// The next item to look at.
        at: usize,
    },
    /// Each wanted entry has to be contained in the value of the same key.
    Object { object: &'v Object, wanted: Iter<'v, Entry> },
}

/// The next step with a pair of containers.
enum Step<'v> {
    Ask(&'v Value, &'v Value),
    Answer(bool),
}

/// `contains(wanted)`
pub fn contains(cx: &Cx, input: &Value, wanted: &Value) -> Result<Value, Exit> {
    let same_kind = match (input, wanted) {
        (Value::Bool(input), Value::Bool(wanted)) => input == wanted,
        _ => input.kind() == wanted.kind(),
    };
    if !same_kind {
        return Err(fault::bad_pair(input, wanted, "cannot have their containment checked"));
    }
    is_within(cx, input, wanted).map(Value::Bool)
}

/// `inside(whole)`
pub fn inside(cx: &Cx, input: &Value, whole: &Value) -> Result<Value, Exit> {
    contains(cx, whole, input)
}

fn is_within(cx: &Cx, value: &Value, wanted: &Value) -> Result<bool, Exit> {
    let mut open = Vec::new();
    let mut answer = look(cx, value, wanted, &mut open)?;
    while let Some(pair) = open.last_mut() {
        match pair.step(answer.take()) {
            Step::Ask(value, wanted) => answer = look(cx, value, wanted, &mut open)?,
            Step::Answer(known) => {
                open.pop();
                answer = Some(known);
            }
        }
    }
    Ok(answer.unwrap_or(false))
}

/// Answers for scalars; opens containers.
fn look<'v>(
    cx: &Cx,
    value: &'v Value,
    wanted: &'v Value,
    open: &mut Vec<Open<'v>>,
) -> Result<Option<bool>, Exit> {
    cx.spend(1)?;
    match (value, wanted) {
        (Value::Object(object), Value::Object(wanted)) => {
            open.push(Open::Object { object, wanted: wanted.entries().iter() });
        }
        (Value::Array(items), Value::Array(wanted)) => {
            open.push(Open::Array { items: items.as_slice(), wanted: wanted.as_slice(), at: 0 });
        }
        (Value::String(text), Value::String(wanted)) => {
            cx.read_text(text.len())?;
            return Ok(Some(text.contains(wanted.as_str())));
        }
        _ => return equal(cx, value, wanted).map(Some),
    }
    if open.len() > order::DEPTH as usize + 1 {
        return Err(fault::plain("Containment check too deep"));
    }
    Ok(None)
}

impl<'v> Open<'v> {
    /// Continues with the answer about the latest pair.
    fn step(&mut self, answer: Option<bool>) -> Step<'v> {
        match self {
            Self::Array { items, wanted, at } => {
                if answer == Some(true) {
                    *wanted = wanted.get(1..).unwrap_or(&[]);
                    *at = 0;
                }
                let Some(next) = wanted.first() else { return Step::Answer(true) };
                let Some(item) = items.get(*at) else { return Step::Answer(false) };
                *at += 1;
                Step::Ask(item, next)
            }
            Self::Object { object, wanted } => {
                if answer == Some(false) {
                    return Step::Answer(false);
                }
                let Some((key, next)) = wanted.next() else { return Step::Answer(true) };
                object.get(key).map_or(Step::Answer(false), |value| Step::Ask(value, next))
            }
        }
    }
}
