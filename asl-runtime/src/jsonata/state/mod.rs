//! JSONata in the states of a machine: what an expression is given, and what its field accepts
//! (AWS: "Transforming data with JSONata").

mod field;
mod reading;

pub use field::Field;
pub use reading::{
    condition, items, max_items, not_negative, percentage, positive, task_seconds, text,
    wait_seconds, wait_timestamp, whole_input, window,
};

use super::output::{Form, output};
use super::{Cx, Item, Outcome, View, path};
use crate::error::Failed;
use crate::machine;
use crate::value::{Text, Value};

/// A value that an expression reads.
#[inline]
pub fn given(value: &Value) -> View<'_> {
    View::Value(value)
}

/// A value that an expression reads, if there is one.
pub fn perhaps(value: Option<&Value>) -> View<'_> {
    value.map_or(View::Undefined, View::Value)
}

/// A member of the whole context object.
pub fn member(cx: &Cx, context: &Value, names: &[&str]) -> Outcome {
    path::whole_names(cx, given(context), names).map(path::collapse)
}

/// A variable; undefined if nothing has assigned it.
pub fn variable<'c>(cx: &'c machine::Cx<'_>, name: &str) -> View<'c> {
    perhaps(cx.vars.get(name))
}

/// All of `$states`.
pub fn states<const N: usize>(members: [(&'static str, &Value); N]) -> Item {
    let members = members.map(|(name, value)| (Text::new_static(name), value.clone()));
    Item::Data(Value::Object(members.into_iter().collect()))
}

/// The value of an expression.
pub fn value(
    cx: &machine::Cx<'_>,
    field: &Field,
    run: impl FnOnce(&Cx) -> Outcome,
) -> Result<Value, Failed> {
    let item = run(&run_of(cx, field)).map_err(|fault| field.threw(cx, &fault))?;
    if item.is_undefined() {
        return Err(field.undefined());
    }
    output(item, Form::StepFunctions).ok_or_else(|| field.unsupported())
}

/// One run: the limits of an expression, its time and its random numbers.
fn run_of(cx: &machine::Cx<'_>, field: &Field) -> Cx {
    let now = i64::try_from(cx.now).unwrap_or(i64::MAX);
    let seed = if field.is_random { cx.chance(field.call(), 0) } else { 0 };
    Cx::in_state(now, seed, cx.profile)
}

#[cfg(test)]
mod tests;
