//! JSONata in the states of a machine: what an expression is given, and what its field accepts
//! (AWS: "Transforming data with JSONata").

mod evaluated;
mod field;
mod reading;

pub use evaluated::Evaluated;
pub use field::Field;
pub use reading::{
    condition, items, items_or_members, max_items, no_items, not_negative, percentage, positive,
    task_seconds, text, wait_seconds, wait_timestamp, whole_input, window,
};

pub use asl_jsonata::path::view_names as names;

use crate::machine;
use asl_jsonata::{Cx, Fault, Item, View, path};
use asl_value::error::Failed;
use asl_value::value::{Text, Value};

/// A value that an expression reads.
#[inline]
pub fn given(value: &Value) -> View<'_> {
    View::Value(value)
}

/// The place of a value that an expression may make.
#[inline]
pub fn none() -> Item {
    Item::Undefined
}

/// A value that an expression reads, if there is one.
pub fn perhaps(value: Option<&Value>) -> View<'_> {
    value.map_or(View::Undefined, View::Value)
}

/// A member of the whole context object.
pub fn member(
    cx: &machine::Cx<'_>,
    field: &Field,
    run: &Cx,
    context: &Value,
    names: &[&'static str],
) -> Result<Item, Failed> {
    let found = path::whole_names(run, given(context), names).map(path::collapse);
    found.map_err(|fault| field.threw(cx, &fault))
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

/// The runs of the expressions in a state.
#[inline]
pub fn runs(cx: &machine::Cx<'_>) -> Cx {
    Cx::in_state(i64::try_from(cx.now()).unwrap_or(i64::MAX), cx.profile)
}

/// Begins the run of an expression that draws random numbers.
pub fn begin_random<'c>(cx: &machine::Cx<'_>, field: &Field, runs: &'c Cx) -> &'c Cx {
    runs.begin_with_seed(cx.chance(field.call(), 0))
}

/// The value of an expression.
#[inline]
pub fn value(
    cx: &machine::Cx<'_>,
    field: &Field,
    result: Result<impl Evaluated, Fault>,
) -> Result<Value, Failed> {
    match result {
        Ok(result) => result.output().map_err(|lack| field.lacks(lack)),
        Err(fault) => Err(field.threw(cx, &fault)),
    }
}

#[cfg(test)]
mod tests;
