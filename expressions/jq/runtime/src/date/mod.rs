//! Dates: seconds since 1970, broken-down times (arrays of year, month from 0, day, hours, minutes,
//! seconds, day of the week, day of the year), and text. Everything is UTC.

mod read;
mod write;

use super::number::{self, number};
use super::{Cx, Exit, fault};
use asl_language::calendar::{DateTime, seconds_since_epoch};
use asl_value::value::Value;

const ISO: &str = "%Y-%m-%dT%H:%M:%SZ";
const TOO_FAR: &str = "error converting number of seconds since epoch to datetime";

/// The whole seconds of a number, toward zero.
#[expect(
    clippy::cast_possible_truncation,
    reason = "checked, or saturating beyond what is refused then"
)]
fn whole_seconds(seconds: f64) -> Result<DateTime, Exit> {
    let time = if seconds.is_nan() { None } else { DateTime::from_seconds(seconds as i64) };
    time.ok_or_else(|| fault::plain(TOO_FAR))
}

/// `gmtime`
#[inline]
pub fn gmtime(_: &Cx, input: &Value) -> Result<Value, Exit> {
    broken_down(input, "gmtime() requires numeric inputs")
}

/// `localtime`: as everything is UTC, the same as `gmtime`.
#[inline]
pub fn localtime(_: &Cx, input: &Value) -> Result<Value, Exit> {
    broken_down(input, "localtime() requires numeric inputs")
}

#[inline]
fn broken_down(input: &Value, error: &'static str) -> Result<Value, Exit> {
    let seconds = input.as_f64().ok_or_else(|| fault::plain(error))?;
    Ok(fields(whole_seconds(seconds)?, seconds - seconds.floor()))
}

#[expect(clippy::cast_precision_loss, reason = "0 to 60")]
#[inline]
fn fields(time: DateTime, fraction: f64) -> Value {
    let whole = [time.year, time.month, time.day, time.hour, time.minute].map(Value::Int);
    let rest = [
        number(time.second as f64 + fraction),
        Value::Int(time.weekday),
        Value::Int(time.day_of_year),
    ];
    Value::array(whole.into_iter().chain(rest).collect())
}

/// A broken-down time, its fields brought into their ranges; missing ones are 0.
fn from_fields(input: &Value, error: &'static str) -> Result<i64, Exit> {
    let Value::Array(items) = input else { return Err(fault::plain(error)) };
    let mut fields = [1900, 0, 0, 0, 0, 0, 0, 0];
    for (place, (field, item)) in fields.iter_mut().zip(items).enumerate() {
        let Some(value) = item.as_f64().filter(|value| !value.is_nan()) else {
            return Err(fault::plain(error));
        };
        let origin = if place == 0 { 1900 } else { 0 };
        *field = i64::from(number::to_i32(value - f64::from(origin))) + i64::from(origin);
    }
    let [year, month, day, hour, minute, second, ..] = fields;
    Ok(seconds_since_epoch(year, month, day, hour, minute, second))
}

/// `mktime`
#[expect(clippy::cast_precision_loss, reason = "jq's numbers are doubles")]
pub fn mktime(_: &Cx, input: &Value) -> Result<Value, Exit> {
    if !matches!(input, Value::Array(_)) {
        return Err(fault::plain("mktime requires array inputs"));
    }
    match from_fields(input, "mktime requires parsed datetime inputs")? {
        // C's sign of a failure.
        -1 => Err(fault::plain("invalid gmtime representation")),
        seconds => Ok(number(seconds as f64)),
    }
}

/// The differences between the two functions that write dates.
struct Writing {
    needs_time: &'static str,
    needs_format: &'static str,
    fails: &'static str,
    zone: &'static str,
}

const GMT: Writing = Writing {
    needs_time: "strftime/1 requires parsed datetime inputs",
    needs_format: "strftime/1 requires a string format",
    fails: "strftime/1: unknown system failure",
    zone: "GMT",
};

const LOCAL: Writing = Writing {
    needs_time: "strflocaltime/1 requires parsed datetime inputs",
    needs_format: "strflocaltime/1 requires a string format",
    fails: "strflocaltime/1: unknown system failure",
    zone: "UTC",
};

impl Writing {
    #[inline]
    fn write(&self, cx: &Cx, input: &Value, format: &Value) -> Result<Value, Exit> {
        let time = match input.as_f64() {
            Some(seconds) => whole_seconds(seconds)?,
            None if !matches!(input, Value::Array(_)) => return Err(fault::plain(self.needs_time)),
            None => DateTime::EPOCH,
        };
        let Value::String(format) = format else { return Err(fault::plain(self.needs_format)) };
        let time = match input {
            Value::Array(_) => DateTime::from_seconds(from_fields(input, self.needs_time)?)
                .ok_or_else(|| fault::plain(self.fails))?,
            _ => time,
        };
        cx.spend(1 + format.len() as u64 / 8)?;
        let text =
            write::formatted(&time, format, self.zone).ok_or_else(|| fault::plain(self.fails))?;
        cx.make_text(text.len())?;
        Ok(Value::text(text))
    }
}

/// `strftime(format)`
#[inline]
pub fn strftime(cx: &Cx, input: &Value, format: &Value) -> Result<Value, Exit> {
    GMT.write(cx, input, format)
}

/// `strflocaltime(format)`
#[inline]
pub fn strflocaltime(cx: &Cx, input: &Value, format: &Value) -> Result<Value, Exit> {
    LOCAL.write(cx, input, format)
}

/// `strptime(format)`
#[inline]
pub fn strptime(cx: &Cx, input: &Value, format: &Value) -> Result<Value, Exit> {
    let (Value::String(text), Value::String(format)) = (input, format) else {
        return Err(fault::plain("strptime/1 requires string inputs and arguments"));
    };
    cx.spend(1 + (text.len() + format.len()) as u64 / 8)?;
    match read::time(text, format) {
        Some((time, "")) => Ok(fields(time, 0.0)),
        Some((time, rest))
            if rest.starts_with(|first: char| first.is_ascii_whitespace() || first == '\u{b}') =>
        {
            let mut fields = fields(time, 0.0);
            if let Some(fields) = fields.as_array_mut() {
                fields.make_mut().push(rest);
            }
            Ok(fields)
        }
        _ => Err(Exit::error(format!("date \"{text}\" does not match format \"{format}\""))),
    }
}

/// `todate`, `todateiso8601`
#[inline]
pub fn todate(cx: &Cx, input: &Value) -> Result<Value, Exit> {
    strftime(cx, input, &Value::text(ISO))
}

/// `fromdate`, `fromdateiso8601`
#[inline]
pub fn fromdate(cx: &Cx, input: &Value) -> Result<Value, Exit> {
    mktime(cx, &strptime(cx, input, &Value::text(ISO))?)
}

/// `now`: the time of the run.
#[expect(clippy::cast_precision_loss, reason = "jq's numbers are doubles")]
pub fn now(cx: &Cx, _: &Value) -> Result<Value, Exit> {
    Ok(number(cx.now() as f64 / 1000.0))
}
