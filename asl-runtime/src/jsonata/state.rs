//! JSONata in the states of a machine: what an expression is given, and what its field accepts
//! (AWS: "Transforming data with JSONata").

use super::{Cx, Fault, Item, Outcome, message, program};
use crate::data::time::moment;
use crate::error::{Failed, Failure, Quoted, names};
use crate::expression::Limit;
use crate::machine::{self, ExpressionLimits, Wait};
use crate::value::{Text, Value};

/// An expression in a field of a state.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// The place of the expression in its state: `Output/total`.
    pub path: &'static str,
    /// The expression, without its delimiters.
    pub text: &'static str,
}

/// A value that an expression reads.
pub fn given(value: &Value) -> Item {
    Item::Data(value.clone())
}

/// A variable; undefined if nothing has assigned it.
pub fn variable(cx: &machine::Cx<'_>, name: &str) -> Item {
    cx.vars.get(name).map_or(Item::Undefined, given)
}

/// All of `$states`.
pub fn states(members: &[(&'static str, &Value)]) -> Item {
    let members = members.iter().map(|(name, value)| (Text::new_static(name), (*value).clone()));
    Item::Data(Value::Object(members.collect()))
}

/// The value of an expression.
pub fn value(
    cx: &machine::Cx<'_>,
    field: &Field,
    run: impl FnOnce(&Cx) -> Outcome,
) -> Result<Value, Failed> {
    let usual = ExpressionLimits::USUAL;
    let now = i64::try_from(cx.entered).unwrap_or(i64::MAX);
    let limited = Cx::limited(now, cx.chance(0, 0), usual.steps, super::cx::DEPTH, usual.bytes);
    let item = run(&limited).map_err(|fault| field.threw(&fault))?;
    if item.is_undefined() {
        return Err(field.failed("returned nothing (undefined)."));
    }
    program::output(&item).ok_or_else(|| field.failed("returned an unsupported result type."))
}

/// The truth of a `Condition`.
pub fn condition(
    cx: &machine::Cx<'_>,
    field: &Field,
    run: impl FnOnce(&Cx) -> Outcome,
) -> Result<bool, Failed> {
    let found = value(cx, field, run)?;
    found.as_bool().ok_or_else(|| field.unexpected("boolean", &found))
}

/// The text of an `Error` or `Cause`.
pub fn text(
    cx: &machine::Cx<'_>,
    field: &Field,
    run: impl FnOnce(&Cx) -> Outcome,
) -> Result<Value, Failed> {
    let found = value(cx, field, run)?;
    if found.as_str().is_some() { Ok(found) } else { Err(field.unexpected("string", &found)) }
}

/// The items of a Map.
pub fn items(
    cx: &machine::Cx<'_>,
    field: &Field,
    run: impl FnOnce(&Cx) -> Outcome,
) -> Result<Value, Failed> {
    let found = value(cx, field, run)?;
    if found.as_array().is_some() { Ok(found) } else { Err(field.unexpected("array", &found)) }
}

/// `TimeoutSeconds` or `HeartbeatSeconds`.
pub fn task_seconds(
    cx: &machine::Cx<'_>,
    field: &Field,
    name: &str,
    run: impl FnOnce(&Cx) -> Outcome,
) -> Result<u32, Failed> {
    const MOST: u32 = 99_999_999;
    let number = integer(cx, field, name, run)?;
    u32::try_from(number).ok().filter(|seconds| *seconds <= MOST).ok_or_else(|| {
        field.refused(format!("{name} must be between 0 and {MOST} but was: {number}"))
    })
}

/// `Seconds` of a Wait.
pub fn wait_seconds(
    cx: &machine::Cx<'_>,
    field: &Field,
    name: &str,
    run: impl FnOnce(&Cx) -> Outcome,
) -> Result<Wait, Failed> {
    let seconds = u64::from(task_seconds(cx, field, name, run)?);
    Ok(Wait::For(seconds * 1000))
}

/// `Timestamp` of a Wait.
pub fn wait_timestamp(
    cx: &machine::Cx<'_>,
    field: &Field,
    name: &str,
    run: impl FnOnce(&Cx) -> Outcome,
) -> Result<Wait, Failed> {
    let found = text(cx, field, run)?;
    let Some(moment) = moment(&found) else {
        let text = found.as_str().unwrap_or_default();
        return Err(field.refused(format!(
            "The {name} field cannot be parsed as an ISO-8601 extended offset date-time format string: {text}"
        )));
    };
    Ok(Wait::Until(moment.milliseconds()))
}

/// `MaxConcurrency`.
pub fn window(
    cx: &machine::Cx<'_>,
    field: &Field,
    name: &str,
    run: impl FnOnce(&Cx) -> Outcome,
) -> Result<u32, Failed> {
    Ok(u32::try_from(not_negative(cx, field, name, run)?).unwrap_or(u32::MAX))
}

/// A number of at least 0.
pub fn not_negative(
    cx: &machine::Cx<'_>,
    field: &Field,
    name: &str,
    run: impl FnOnce(&Cx) -> Outcome,
) -> Result<u64, Failed> {
    let number = integer(cx, field, name, run)?;
    u64::try_from(number).map_err(|_| field.refused(format!("{name} cannot be negative.")))
}

/// A number of at least 1.
pub fn positive(
    cx: &machine::Cx<'_>,
    field: &Field,
    name: &str,
    run: impl FnOnce(&Cx) -> Outcome,
) -> Result<u64, Failed> {
    match not_negative(cx, field, name, run)? {
        0 => Err(field.refused(format!("{name} must be greater than 0."))),
        number => Ok(number),
    }
}

/// `ToleratedFailurePercentage`, from 0 to 100.
pub fn percentage(
    cx: &machine::Cx<'_>,
    field: &Field,
    name: &str,
    run: impl FnOnce(&Cx) -> Outcome,
) -> Result<f64, Failed> {
    let found = value(cx, field, run)?;
    let number = found.as_f64().ok_or_else(|| field.unexpected("number", &found))?;
    if (0.0..=100.0).contains(&number) {
        Ok(number)
    } else {
        Err(field.refused(format!("{name} must be between 0 and 100.")))
    }
}

/// `MaxItems` of an `ItemReader`.
pub fn max_items(
    cx: &machine::Cx<'_>,
    field: &Field,
    name: &str,
    run: impl FnOnce(&Cx) -> Outcome,
) -> Result<i64, Failed> {
    integer(cx, field, name, run)
}

fn integer(
    cx: &machine::Cx<'_>,
    field: &Field,
    name: &str,
    run: impl FnOnce(&Cx) -> Outcome,
) -> Result<i64, Failed> {
    match value(cx, field, run)? {
        Value::Int(number) => Ok(number),
        found @ Value::Float(_) => Err(field.refused(format!(
            "The {name} field cannot be parsed as an integer: {}",
            found.to_json_string()
        ))),
        found => Err(field.unexpected("number", &found)),
    }
}

impl Field {
    /// The failure of an expression that threw an error.
    #[cold]
    fn threw(&self, fault: &Fault) -> Failed {
        match fault {
            Fault::Error(thrown) => self.failed(&format!(
                "threw an error during evaluation. {}: {}",
                thrown.code,
                message::of(thrown)
            )),
            Fault::Limit(limit) => {
                let bound = match limit {
                    Limit::Fuel => "Expression evaluation timeout",
                    Limit::Depth => {
                        "Stack overflow error: Check for non-terminating recursive function. Consider rewriting as tail-recursive"
                    }
                    Limit::Size => {
                        "Expression evaluation memory limit exceeded: Check for excessive memory usage"
                    }
                };
                self.failed(&format!("threw an error during evaluation: {bound}"))
            }
        }
    }

    #[cold]
    fn unexpected(&self, wanted: &str, found: &Value) -> Failed {
        let kind = match found {
            Value::Null => "null",
            Value::Bool(_) => "boolean",
            Value::Int(_) | Value::Float(_) => "number",
            Value::String(_) => "string",
            Value::Array(_) => "array",
            Value::Object(_) => "object",
        };
        self.failed(&format!(
            "returned an unexpected result type. Expected '{wanted}', but was '{kind}' for value: {}",
            Quoted(found)
        ))
    }

    /// The failure with a sentence about the expression.
    #[cold]
    fn failed(&self, ending: &str) -> Failed {
        let Self { path, text } = self;
        self.refused(format!(
            "The JSONata expression '{text}' specified for the field '{path}' {ending}"
        ))
    }

    /// The failure with a cause of its own.
    #[cold]
    fn refused(&self, cause: impl Into<Text>) -> Failed {
        let failure = Failure::new(names::QUERY_EVALUATION_ERROR, cause);
        Box::new(Failure { unplaced: true, location: Some(self.path), ..failure })
    }
}
