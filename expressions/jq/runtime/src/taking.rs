//! The ways to take a program's outputs. NaN and infinities stay within the run, see
//! [`Cx::finish`]; a program with exactly one output takes care of it itself.

use super::{Cx, Emit, Exit, Flow, control};
use asl_value::value::Value;

/// The output, if there is one.
#[inline]
pub fn if_any(cx: &Cx, result: Result<Option<Value>, Exit>) -> Result<Option<Value>, Exit> {
    Ok(result?.map(|value| cx.finish(value)))
}

/// The only output where there might have been none.
#[inline]
pub fn some(result: Result<Value, Exit>) -> Result<Option<Value>, Exit> {
    result.map(Some)
}

/// The output, or an empty array.
pub fn one_or_empty(cx: &Cx, result: Result<Option<Value>, Exit>) -> Result<Value, Exit> {
    Ok(if_any(cx, result)?.unwrap_or_else(|| Value::array(Vec::new())))
}

/// The only output, or an array of all.
pub fn one_or_array(cx: &Cx, run: impl FnOnce(&mut Emit<'_>) -> Flow) -> Result<Value, Exit> {
    let mut items = Vec::new();
    run(&mut |value| {
        items.push(cx.finish(value));
        Ok(())
    })?;
    match items.pop() {
        Some(only) if items.is_empty() => Ok(only),
        last => {
            items.extend(last);
            control::sound(Value::array(items))
        }
    }
}

/// The output if there is one; several are an error.
pub fn at_most_one(
    cx: &Cx,
    run: impl FnOnce(&mut Emit<'_>) -> Flow,
) -> Result<Option<Value>, Exit> {
    let (mut found, mut count) = (None, 0);
    run(&mut |value| {
        count += 1;
        found.get_or_insert_with(|| cx.finish(value));
        Ok(())
    })?;
    if count > 1 { Err(Exit::Outputs(count)) } else { Ok(found) }
}

/// Hands the only output over.
pub fn push(result: Result<Value, Exit>, emit: &mut Emit<'_>) -> Flow {
    emit(result?)
}

/// Hands the output over, if there is one.
pub fn push_if_any(cx: &Cx, result: Result<Option<Value>, Exit>, emit: &mut Emit<'_>) -> Flow {
    if_any(cx, result)?.map_or(Ok(()), emit)
}

/// Hands all outputs over.
pub fn push_all(cx: &Cx, run: impl FnOnce(&mut Emit<'_>) -> Flow, emit: &mut Emit<'_>) -> Flow {
    run(&mut |value| emit(cx.finish(value)))
}

/// True if the only output is `true`.
pub fn is_true(result: Result<Value, Exit>) -> Result<bool, Exit> {
    Ok(matches!(result?, Value::Bool(true)))
}

/// True if there is an output, and it is `true`.
pub fn is_some_true(result: Result<Option<Value>, Exit>) -> Result<bool, Exit> {
    Ok(matches!(result?, Some(Value::Bool(true))))
}

/// True if there is exactly one output, and it is `true`.
pub fn is_only_true(run: impl FnOnce(&mut Emit<'_>) -> Flow) -> Result<bool, Exit> {
    let mut outputs = 0_u64;
    let mut is_true = false;
    run(&mut |value| {
        outputs += 1;
        is_true = outputs == 1 && matches!(value, Value::Bool(true));
        Ok(())
    })?;
    Ok(is_true)
}
