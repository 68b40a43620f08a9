//! Fields with a type of their own: the values that each accepts.

use super::field::evaluation_error;
use super::{Evaluated, Field, value};
use crate::data::time::{Moment, TOO_LONG, any_until, limited};
use crate::machine::{Cx, Wait};
use asl_jsonata::Fault;
use asl_value::error::{Failed, Quoted};
use asl_value::expression::number::whole;
use asl_value::value::Value;

/// The result of an expression.
type Computed<E> = std::result::Result<E, Fault>;

/// The value of a field.
type Result<T> = std::result::Result<T, Failed>;

/// Maximum seconds of a time-out, of a heartbeat and of a Wait, as at AWS.
const MAX_SECONDS: u32 = 99_999_999;

/// The truth of a `Condition`.
#[inline]
pub fn condition(cx: &Cx<'_>, field: &Field, result: Computed<impl Evaluated>) -> Result<bool> {
    if let Ok(truth) = &result
        && let Some(truth) = truth.as_bool()
    {
        return Ok(truth);
    }
    let found = value(cx, field, result)?;
    found.as_bool().ok_or_else(|| field.unexpected("boolean", &found))
}

/// The text of an `Error` or `Cause`.
pub fn text(cx: &Cx<'_>, field: &Field, result: Computed<impl Evaluated>) -> Result<Value> {
    let found = value(cx, field, result)?;
    if found.as_str().is_some() { Ok(found) } else { Err(field.unexpected("string", &found)) }
}

/// The `Items` of a Map.
pub fn items(cx: &Cx<'_>, field: &Field, result: Computed<impl Evaluated>) -> Result<Value> {
    let found = value(cx, field, result)?;
    if found.as_array().is_some() { Ok(found) } else { Err(field.unexpected("array", &found)) }
}

/// The `Items` of a distributed Map, which may be an object: its members are the items.
pub fn items_or_members(
    cx: &Cx<'_>,
    field: &Field,
    result: Computed<impl Evaluated>,
) -> Result<Value> {
    let found = value(cx, field, result)?;
    if found.as_array().is_some() || found.as_object().is_some() {
        return Ok(found);
    }
    Err(field.unexpected("array", &found))
}

/// `Items` that the definition gives as an object, in a Map whose iterations are no executions.
pub fn no_items(items: &Value) -> Result<Value> {
    let cause = format!("Map state items must be an array but were: {}", Quoted(items));
    Err(Box::new(evaluation_error(cause)))
}

/// The input of a Map without `Items`, if it is an array.
pub fn whole_input(data: &Value) -> Result<&Value> {
    if data.as_array().is_some() {
        return Ok(data);
    }
    let cause = format!("Map state input must be an array but was: {}", Quoted(data));
    Err(Box::new(evaluation_error(cause)))
}

/// `TimeoutSeconds` or `HeartbeatSeconds`.
pub fn task_seconds(cx: &Cx<'_>, field: &Field, result: Computed<impl Evaluated>) -> Result<u32> {
    let number = integer(cx, field, result)?;
    let seconds = u32::try_from(number).ok().filter(|seconds| *seconds <= MAX_SECONDS);
    seconds.ok_or_else(|| not_between(field, number))
}

/// `Seconds` of a Wait.
pub fn wait_seconds(cx: &Cx<'_>, field: &Field, result: Computed<impl Evaluated>) -> Result<Wait> {
    let number = integer(cx, field, result)?;
    let seconds = u64::try_from(number).map_err(|_| not_between(field, number))?;
    // As measured, the limit of literals is none here; that of all waits remains.
    limited(Wait::For(seconds.saturating_mul(1000)), 0).ok_or_else(|| field.refused(TOO_LONG))
}

#[cold]
fn not_between(field: &Field, number: i64) -> Failed {
    let name = field.name();
    field.refused(format!("{name} must be between 0 and {MAX_SECONDS} but was: {number}"))
}

/// `Timestamp` of a Wait.
pub fn wait_timestamp(
    cx: &Cx<'_>,
    field: &Field,
    result: Computed<impl Evaluated>,
) -> Result<Wait> {
    let found = text(cx, field, result)?;
    let text = found.as_str().unwrap_or_default();
    let Some(moment) = offset_date_time(text) else {
        let name = field.name();
        return Err(field.refused(format!(
            "The {name} field cannot be parsed as an ISO-8601 extended offset date-time format string: {text}"
        )));
    };
    limited(any_until(moment), cx.entered()).ok_or_else(|| field.refused(TOO_LONG))
}

/// A time as Java's `ISO_OFFSET_DATE_TIME` has it, which was measured: unlike in literals, `t` and
/// `z` may be in lower case, and the seconds may be left out.
fn offset_date_time(text: &str) -> Option<Moment> {
    let (date, time) = text.split_once(['T', 't'])?;
    let (minutes, rest) = time.split_at_checked(5)?;
    let seconds = if rest.starts_with(':') { "" } else { ":00" };
    let (rest, zone) = rest.strip_suffix('z').map_or((rest, ""), |rest| (rest, "Z"));
    Moment::parse(&format!("{date}T{minutes}{seconds}{rest}{zone}")).ok()
}

/// `MaxConcurrency`.
pub fn window(cx: &Cx<'_>, field: &Field, result: Computed<impl Evaluated>) -> Result<u32> {
    Ok(u32::try_from(not_negative(cx, field, result)?).unwrap_or(u32::MAX))
}

/// A number of at least 0.
pub fn not_negative(cx: &Cx<'_>, field: &Field, result: Computed<impl Evaluated>) -> Result<u64> {
    let number = integer(cx, field, result)?;
    let name = field.name();
    u64::try_from(number).map_err(|_| field.refused(format!("{name} cannot be negative.")))
}

/// A number of at least 1.
pub fn positive(cx: &Cx<'_>, field: &Field, result: Computed<impl Evaluated>) -> Result<u64> {
    match not_negative(cx, field, result)? {
        0 => Err(field.refused(format!("{} must be greater than 0.", field.name()))),
        number => Ok(number),
    }
}

/// `ToleratedFailurePercentage`, from 0 to 100.
pub fn percentage(cx: &Cx<'_>, field: &Field, result: Computed<impl Evaluated>) -> Result<f64> {
    let found = value(cx, field, result)?;
    let number = found.as_f64().ok_or_else(|| field.unexpected("number", &found))?;
    if (0.0..=100.0).contains(&number) {
        Ok(number)
    } else {
        Err(field.refused(format!("{} must be between 0 and 100.", field.name())))
    }
}

/// `MaxItems` of an `ItemReader`, whose range the reader checks.
pub fn max_items(cx: &Cx<'_>, field: &Field, result: Computed<impl Evaluated>) -> Result<i64> {
    integer(cx, field, result)
}

fn integer(cx: &Cx<'_>, field: &Field, result: Computed<impl Evaluated>) -> Result<i64> {
    match value(cx, field, result)? {
        Value::Int(number) => Ok(number),
        Value::Float(number) if let Some(number) = whole(number) => Ok(number),
        found @ Value::Float(_) => Err(field.refused(format!(
            "The {} field cannot be parsed as an integer: {}",
            field.name(),
            Quoted(&found)
        ))),
        found @ (Value::Null
        | Value::Bool(_)
        | Value::String(_)
        | Value::Array(_)
        | Value::Object(_)) => Err(field.unexpected("number", &found)),
    }
}
