//! Timestamps of the States Language, and the Path forms of Wait.

use crate::data::path::runtime;
use crate::machine::{Cx, Wait};
pub use asl_language::timestamp::Moment;
use asl_value::error::{Failed, Failure, Quoted};
use asl_value::value::Value;

/// Longest wait in seconds under AWS's profile. As recorded, AWS accepts 24,855 days and rejects
/// one more: its limit has 31 bits.
const LONGEST_WAIT: u64 = 0x7FFF_FFFF;

/// The cause of the failure for a longer one.
pub(crate) const TOO_LONG: &str = "Wait state delay is too long.";

/// Longest timer in milliseconds. Times after its end must still be representable.
const LONGEST_TIMER: u64 = u64::MAX / 2;

/// Returns the point in time that a value names, if it is a timestamp.
pub(crate) fn moment(value: &Value) -> Option<Moment> {
    value.as_str().and_then(|text| Moment::parse(text).ok())
}

/// `Wait` until a moment; a past one is over at once.
pub fn until(moment: Moment, cx: &Cx<'_>) -> Result<Wait, Failed> {
    limited(any_until(moment), cx.entered()).ok_or_else(too_long)
}

/// `Wait` until a moment, without a limit, as in the specification.
pub fn any_until(moment: Moment) -> Wait {
    Wait::Until(moment.milliseconds())
}

/// The wait, unless it is too long for AWS.
pub(crate) fn limited(wait: Wait, entered: u64) -> Option<Wait> {
    let millis = match wait {
        Wait::For(millis) => millis,
        Wait::Until(at) => at.saturating_sub(entered),
    };
    (millis / 1000 <= LONGEST_WAIT).then_some(wait)
}

/// `SecondsPath`, given the value found and the path's text.
pub fn seconds(hit: Option<&Value>, path: &'static str) -> Result<Wait, Failed> {
    limited(any_seconds(hit, path)?, 0).ok_or_else(too_long)
}

/// `SecondsPath` without a limit. A wait that is too long for a timer becomes the longest timer.
pub fn any_seconds(hit: Option<&Value>, path: &'static str) -> Result<Wait, Failed> {
    let value = hit.ok_or_else(|| no_input("SecondsPath", path))?;
    let Some(seconds) = whole(value) else {
        let found = plain(value);
        return Err(runtime(format!(
            "The SecondsPath parameter cannot be parsed as a long value: {path} == {found}"
        ))
        .into());
    };
    let Ok(seconds) = u64::try_from(seconds) else {
        return Err(runtime(format!(
            "The SecondsPath parameter references a negative value: {path} == {seconds}"
        ))
        .into());
    };
    Ok(Wait::For(seconds.saturating_mul(1000).min(LONGEST_TIMER)))
}

/// `TimestampPath`, given the value found and the path's text.
pub fn timestamp(hit: Option<&Value>, path: &'static str, cx: &Cx<'_>) -> Result<Wait, Failed> {
    limited(any_timestamp(hit, path)?, cx.entered()).ok_or_else(too_long)
}

/// `TimestampPath` without a limit.
pub fn any_timestamp(hit: Option<&Value>, path: &'static str) -> Result<Wait, Failed> {
    let value = hit.ok_or_else(|| no_input("TimestampPath", path))?;
    let Some(moment) = moment(value) else {
        let found = plain(value);
        return Err(runtime(format!(
            "The TimestampPath parameter does not reference a valid ISO-8601 extended offset date-time format string: \
             {path} == {found}"
        ))
        .into());
    };
    Ok(any_until(moment))
}

/// The number, if it is whole. `2.0` is whole, since JSON has only one kind of numbers.
fn whole(value: &Value) -> Option<i64> {
    const MOST: f64 = 9_007_199_254_740_992.0;
    match value {
        Value::Int(number) => Some(*number),
        #[expect(clippy::cast_possible_truncation, reason = "whole, and small enough")]
        Value::Float(number) => {
            (number.fract() == 0.0 && number.abs() <= MOST).then_some(*number as i64)
        }
        Value::Null | Value::Bool(_) | Value::String(_) | Value::Array(_) | Value::Object(_) => {
            None
        }
    }
}

/// The value in causes: strings without quotation marks.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| Quoted(value).to_string(), str::to_owned)
}

#[cold]
fn no_input(field: &str, path: &str) -> Failure {
    runtime(format!("The {field} parameter does not reference an input value: {path}"))
}

#[cold]
fn too_long() -> Failed {
    runtime(TOO_LONG.to_owned()).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use asl_value::json;

    fn cx() -> Cx<'static> {
        let entered = Moment::parse("2026-01-01T00:00:00Z").unwrap().milliseconds();
        Cx { entered, ..Cx::default() }
    }

    fn cause(result: Result<Wait, Failed>) -> String {
        result.unwrap_err().cause().unwrap().to_owned()
    }

    /// The causes were recorded on AWS.
    #[test]
    fn seconds_are_whole_and_not_negative() {
        let wait = |value: &Value| seconds(Some(value), "$.n");
        assert_eq!(wait(&json!(0)).unwrap(), Wait::For(0));
        assert_eq!(wait(&json!(2.0)).unwrap(), Wait::For(2_000));
        assert_eq!(wait(&json!(2_147_483_647)).unwrap(), Wait::For(2_147_483_647_000));
        assert_eq!(cause(wait(&json!(2_147_483_648_u32))), "Wait state delay is too long.");
        assert_eq!(
            cause(wait(&json!(-1))),
            "The SecondsPath parameter references a negative value: $.n == -1"
        );
        assert_eq!(
            cause(wait(&json!(-1.5))),
            "The SecondsPath parameter cannot be parsed as a long value: $.n == -1.5"
        );
        assert_eq!(
            cause(wait(&json!(1e300))),
            "The SecondsPath parameter cannot be parsed as a long value: $.n == 1e+300"
        );
        assert_eq!(
            cause(wait(&json!("5s"))),
            "The SecondsPath parameter cannot be parsed as a long value: $.n == 5s"
        );
        assert_eq!(
            cause(seconds(None, "$.n")),
            "The SecondsPath parameter does not reference an input value: $.n"
        );
    }

    #[test]
    fn a_timestamp_may_be_24_855_days_ahead() {
        let wait = |value: &Value| timestamp(Some(value), "$.t", &cx());
        let ahead = Moment::parse("2094-01-19T00:00:00Z").unwrap();
        assert_eq!(
            wait(&json!("2094-01-19T00:00:00.000Z")).unwrap(),
            Wait::Until(ahead.milliseconds())
        );
        assert_eq!(
            cause(wait(&json!("2094-01-20T00:00:00.000Z"))),
            "Wait state delay is too long."
        );
        assert_eq!(wait(&json!("1969-01-01T00:00:00Z")).unwrap(), Wait::Until(0));
        assert_eq!(wait(&json!("1970-01-01T00:00:00.0000001Z")).unwrap(), Wait::Until(1));
        let text = "The TimestampPath parameter does not reference a valid ISO-8601 extended offset date-time format string";
        assert_eq!(
            cause(wait(&json!(1_735_689_600_000_i64))),
            format!("{text}: $.t == 1735689600000")
        );
        assert_eq!(
            cause(wait(&json!("2016-12-05 21:29:29Z"))),
            format!("{text}: $.t == 2016-12-05 21:29:29Z")
        );
        assert_eq!(
            cause(timestamp(None, "$.t", &cx())),
            "The TimestampPath parameter does not reference an input value: $.t"
        );
    }
}
