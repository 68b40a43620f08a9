//! Expressions in the functions of machines in SM4C.

use std::mem;

use crate::machine;
use asl_jq::fault::Raised;
use asl_jq::{Cx, DEPTH, Emit, Exit, Flow, Limit, taking};
use asl_value::error::{Failed, Failure, names, sm4c as errors};
use asl_value::value::Value;

/// One run of an expression in a node: its `now` is the time at which the node was entered.
#[inline]
fn jq_at(cx: &machine::Cx<'_>) -> Cx {
    Cx::limited(cx.entered(), cx.expressions.steps, DEPTH, cx.expressions.bytes)
}

/// The failure of an expression, as error handlers see it.
#[cold]
fn lost(exit: Exit) -> Failed {
    let limit = |what: &str| Failure::new(errors::JQ_LIMIT, format!("the expression {what}"));
    Box::new(match exit {
        Exit::Error(Value::String(message)) => Failure::new(errors::JQ, message),
        Exit::Error(value) => {
            let message = Raised(&value).to_string();
            Failure { data: Some(Box::new(value)), ..Failure::new(errors::JQ, message) }
        }
        Exit::Limit(Limit::Fuel) => limit("takes too many steps"),
        Exit::Limit(Limit::Depth) => limit("goes too deep"),
        Exit::Limit(Limit::Size) => limit("makes too large a value"),
        Exit::Outputs(count) => Failure::new(
            errors::RESULT_HANDLER_OUTPUT,
            format!("result handler produced {count} values"),
        ),
        Exit::Break(_) => {
            Failure::new(names::RUNTIME, "an expression was left through a label outside of it")
        }
    })
}

/// The only output of an expression.
#[inline]
pub fn one(
    cx: &machine::Cx<'_>,
    run: impl FnOnce(&Cx) -> Result<Value, Exit>,
) -> Result<Value, Failed> {
    run(&jq_at(cx)).map_err(lost)
}

/// The output of an expression, or an empty array.
pub fn one_or_empty(
    cx: &machine::Cx<'_>,
    run: impl FnOnce(&Cx) -> Result<Option<Value>, Exit>,
) -> Result<Value, Failed> {
    let jq = jq_at(cx);
    taking::one_or_empty(&jq, run(&jq)).map_err(lost)
}

/// The only output of an expression, or an array of all.
pub fn one_or_array(
    cx: &machine::Cx<'_>,
    run: impl FnOnce(&Cx, &mut Emit<'_>) -> Flow,
) -> Result<Value, Failed> {
    let jq = jq_at(cx);
    taking::one_or_array(&jq, |emit| run(&jq, emit)).map_err(lost)
}

/// True if the only output of a condition is `true`.
#[inline]
pub fn holds(
    cx: &machine::Cx<'_>,
    run: impl FnOnce(&Cx) -> Result<Value, Exit>,
) -> Result<bool, Failed> {
    taking::is_true(run(&jq_at(cx))).map_err(lost)
}

/// True if a condition has an output, and it is `true`.
pub fn holds_if_any(
    cx: &machine::Cx<'_>,
    run: impl FnOnce(&Cx) -> Result<Option<Value>, Exit>,
) -> Result<bool, Failed> {
    taking::is_some_true(run(&jq_at(cx))).map_err(lost)
}

/// True if a condition has exactly one output, and it is `true`.
pub fn holds_alone(
    cx: &machine::Cx<'_>,
    run: impl FnOnce(&Cx, &mut Emit<'_>) -> Flow,
) -> Result<bool, Failed> {
    let jq = jq_at(cx);
    taking::is_only_true(|emit| run(&jq, emit)).map_err(lost)
}

/// Applies a result handler that always has an output, which replaces the global data. The data is
/// changed in place if it is not shared.
pub fn merge(
    cx: &mut machine::Cx<'_>,
    handler: impl FnOnce(&Cx, Value) -> Result<Value, Exit>,
) -> Result<(), Failed> {
    let jq = jq_at(cx);
    cx.global = handler(&jq, mem::take(&mut cx.global)).map_err(lost)?;
    Ok(())
}

/// Applies a result handler that may have no output; the global data is then unchanged.
pub fn merge_if_any(
    cx: &mut machine::Cx<'_>,
    handler: impl FnOnce(&Cx, &Value) -> Result<Option<Value>, Exit>,
) -> Result<(), Failed> {
    let jq = jq_at(cx);
    if let Some(made) = taking::if_any(&jq, handler(&jq, &cx.global)).map_err(lost)? {
        cx.global = made;
    }
    Ok(())
}

/// The same of a result handler that may have several outputs, which is an error.
pub fn merge_at_most_one(
    cx: &mut machine::Cx<'_>,
    handler: impl FnOnce(&Cx, &Value, &mut Emit<'_>) -> Flow,
) -> Result<(), Failed> {
    let jq = jq_at(cx);
    let made = taking::at_most_one(&jq, |emit| handler(&jq, &cx.global, emit)).map_err(lost)?;
    if let Some(made) = made {
        cx.global = made;
    }
    Ok(())
}
