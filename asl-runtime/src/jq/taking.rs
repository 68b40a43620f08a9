//! What becomes of a program's outputs, as whoever runs it wants them.

use super::{Emit, Exit, Flow, Limit, control};
use crate::value::Value;

/// Hands the only output over.
pub fn push(result: Result<Value, Exit>, emit: &mut Emit<'_>) -> Flow {
    emit(result?)
}

/// Hands the output over, if there is one.
pub fn push_if_any(result: Result<Option<Value>, Exit>, emit: &mut Emit<'_>) -> Flow {
    result?.map_or(Ok(()), emit)
}

/// Whether the only output is `true`.
pub fn is_true(result: Result<Value, Exit>) -> Result<bool, Exit> {
    Ok(result? == Value::Bool(true))
}

/// Whether there is an output, and it is `true`.
pub fn is_some_true(result: Result<Option<Value>, Exit>) -> Result<bool, Exit> {
    Ok(result? == Some(Value::Bool(true)))
}

/// Whether there is exactly one output, and it is `true`.
pub fn is_only_true(run: impl FnOnce(&mut Emit<'_>) -> Flow) -> Result<bool, Exit> {
    let mut outputs = 0_u64;
    let mut is_true = false;
    run(&mut |value| {
        outputs += 1;
        is_true = outputs == 1 && value == Value::Bool(true);
        Ok(())
    })?;
    Ok(is_true)
}

/// The only output where there might have been none.
pub fn the_one(result: Result<Value, Exit>) -> Result<Option<Value>, Exit> {
    result.map(Some)
}

/// The output if there is one, else an error.
pub fn at_most_one(run: impl FnOnce(&mut Emit<'_>) -> Flow) -> Result<Option<Value>, Exit> {
    let (mut found, mut count) = (None, 0);
    run(&mut |value| {
        count += 1;
        found.get_or_insert(value);
        Ok(())
    })?;
    if count > 1 { Err(Exit::Limit(Limit::Outputs(count))) } else { Ok(found) }
}

/// The output, or an empty array.
pub fn one_or_empty(result: Result<Option<Value>, Exit>) -> Result<Value, Exit> {
    Ok(result?.unwrap_or_else(|| Value::array(Vec::new())))
}

/// The only output, or an array of all.
pub fn one_or_array(run: impl FnOnce(&mut Emit<'_>) -> Flow) -> Result<Value, Exit> {
    let mut items = Vec::new();
    run(&mut |value| {
        items.push(value);
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
