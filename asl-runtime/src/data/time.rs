//! Timestamps as the States Language has them, and what the Path forms of Wait make of data.

use crate::data::path::runtime;
use crate::error::{Failed, Failure, Quoted};
use crate::machine::{Cx, Wait};
use crate::value::Value;

/// A point in time. The derived order is that of time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Moment {
    /// Seconds since 1970-01-01T00:00:00Z.
    pub seconds: i64,
    /// Nanoseconds within the second.
    pub nanoseconds: u32,
}

/// Longest wait in seconds under AWS's profile. AWS was recorded to take 24,855 days and to refuse
/// one more: its limit is that of 31 bits.
const LONGEST_WAIT: u64 = 0x7FFF_FFFF;

/// Longest timer in milliseconds: behind its end there must still be time.
const LONGEST_TIMER: u64 = u64::MAX / 2;

impl Moment {
    /// Reads an RFC 3339 timestamp with upper-case `T` and `Z` (seed: "Timestamps"); `None` for
    /// anything else. Fractions may have any length, digits beyond nanoseconds do not count. A leap
    /// second is the second after it.
    pub fn parse(text: &str) -> Option<Self> {
        let mut reader = Reader(text.as_bytes());
        let (year, month, day) =
            (reader.number(4)?, reader.after(b'-')?.number(2)?, reader.after(b'-')?.number(2)?);
        let (hour, minute) = (reader.after(b'T')?.number(2)?, reader.after(b':')?.number(2)?);
        let second = reader.after(b':')?.number(2)?;
        let nanoseconds = reader.fraction()?;
        let offset = reader.offset()?;
        let exists = (1..=days_in_month(year, month)).contains(&day)
            && hour <= 23
            && minute <= 59
            && second <= 60;
        if !exists || !reader.0.is_empty() {
            return None;
        }
        let seconds =
            days_since_1970(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second
                - offset * 60;
        // Leap seconds are inserted before midnight UTC.
        let exists = second < 60 || seconds.rem_euclid(86_400) == 0;
        exists.then_some(Self { seconds, nanoseconds })
    }

    /// Milliseconds since 1970, rounded up so that nothing happens early; 0 if it is before.
    fn milliseconds(self) -> u64 {
        let whole = self
            .seconds
            .saturating_mul(1000)
            .saturating_add(i64::from(self.nanoseconds.div_ceil(1_000_000)));
        u64::try_from(whole).unwrap_or(0)
    }
}

/// What is still to be read of a timestamp.
struct Reader<'t>(&'t [u8]);

impl Reader<'_> {
    /// So many digits.
    fn number(&mut self, digits: usize) -> Option<i64> {
        let (number, rest) = self.0.split_at_checked(digits)?;
        self.0 = rest;
        number.iter().try_fold(0, |sum, byte| {
            byte.is_ascii_digit().then(|| sum * 10 + i64::from(byte - b'0'))
        })
    }

    /// Itself, behind this byte.
    fn after(&mut self, expected: u8) -> Option<&mut Self> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        (*first == expected).then_some(self)
    }

    /// Nanoseconds of the fraction, 0 without one.
    fn fraction(&mut self) -> Option<u32> {
        let Some(rest) = self.0.strip_prefix(b".") else { return Some(0) };
        let length = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (digits, rest) = rest.split_at_checked(length)?;
        self.0 = rest;
        let padded = digits.iter().copied().chain(std::iter::repeat(b'0'));
        let nanoseconds = padded.take(9).fold(0, |sum, digit| sum * 10 + u32::from(digit - b'0'));
        (length > 0).then_some(nanoseconds)
    }

    /// Minutes east of Greenwich.
    fn offset(&mut self) -> Option<i64> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        let sign = match first {
            b'Z' => return Some(0),
            b'+' => 1,
            b'-' => -1,
            _ => return None,
        };
        let (hours, minutes) = (self.number(2)?, self.after(b':')?.number(2)?);
        (hours <= 23 && minutes <= 59).then_some(sign * (hours * 60 + minutes))
    }
}

fn days_in_month(year: i64, month: i64) -> i64 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        1..=12 => 31,
        _ => 0,
    }
}

/// Days of the proleptic Gregorian calendar; the year is thought to begin in March, so that leap
/// days come last.
fn days_since_1970(year: i64, month: i64, day: i64) -> i64 {
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    // From March on the months have 31 30 31 30 31 days, again and again: 153 in five.
    let day_of_year = (153 * month + 2) / 5 + day - 1;
    year * 365 + leap_days + day_of_year - 719_468
}

/// `Wait` until a moment; a past one is over at once.
pub fn until(moment: Moment, cx: &Cx<'_>) -> Result<Wait, Failed> {
    limited(Wait::Until(moment.milliseconds()), cx.entered)
}

/// The same without a limit, as the specification has it.
pub fn any_until(moment: Moment) -> Wait {
    Wait::Until(moment.milliseconds())
}

/// Refuses a wait that is too long for AWS.
fn limited(wait: Wait, entered: u64) -> Result<Wait, Failed> {
    let millis = match wait {
        Wait::For(millis) => millis,
        Wait::Until(at) => at.saturating_sub(entered),
    };
    if millis / 1000 > LONGEST_WAIT { Err(too_long().into()) } else { Ok(wait) }
}

/// `SecondsPath`: what it found, and the path as written.
pub fn seconds(hit: Option<&Value>, path: &'static str) -> Result<Wait, Failed> {
    limited(any_seconds(hit, path)?, 0)
}

/// The same without a limit. A wait that no timer can hold is the longest that one can.
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

/// `TimestampPath`: what it found, and the path as written.
pub fn timestamp(hit: Option<&Value>, path: &'static str, cx: &Cx<'_>) -> Result<Wait, Failed> {
    limited(any_timestamp(hit, path)?, cx.entered)
}

/// The same without a limit.
pub fn any_timestamp(hit: Option<&Value>, path: &'static str) -> Result<Wait, Failed> {
    let value = hit.ok_or_else(|| no_input("TimestampPath", path))?;
    let Some(moment) = value.as_str().and_then(Moment::parse) else {
        let found = plain(value);
        return Err(runtime(format!(
            "The TimestampPath parameter does not reference a valid ISO-8601 extended offset date-time format string: \
             {path} == {found}"
        ))
        .into());
    };
    Ok(any_until(moment))
}

/// The number, if it is whole; `2.0` is, as JSON knows one kind of number only.
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

/// The value as causes quote it: strings without quotation marks.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| Quoted(value).to_string(), str::to_owned)
}

#[cold]
fn no_input(field: &str, path: &str) -> Failure {
    runtime(format!("The {field} parameter does not reference an input value: {path}"))
}

#[cold]
fn too_long() -> Failure {
    runtime("Wait state delay is too long.".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json;

    fn moment(text: &str) -> Option<(i64, u32)> {
        Moment::parse(text).map(|moment| (moment.seconds, moment.nanoseconds))
    }

    #[test]
    fn timestamps_of_the_specification_are_read() {
        assert_eq!(moment("1970-01-01T00:00:00Z"), Some((0, 0)));
        assert_eq!(moment("2016-03-14T01:59:00Z"), Some((1_457_920_740, 0)));
        assert_eq!(moment("2016-08-18T17:33:00.5+01:30"), Some((1_471_536_180, 500_000_000)));
        assert_eq!(moment("1969-12-31T23:59:59.999999999999Z"), Some((-1, 999_999_999)));
        assert_eq!(moment("0000-02-29T00:00:00Z"), Some((-62_162_121_600, 0)));
        assert_eq!(moment("9999-12-31T23:59:59-23:59"), Some((253_402_387_139, 0)));
        assert_eq!(moment("2016-12-31T23:59:60Z"), moment("2017-01-01T00:00:00Z"));
        assert_eq!(moment("2017-01-01T01:29:60+01:30"), moment("2017-01-01T00:00:00Z"));
    }

    #[test]
    fn anything_else_is_no_timestamp() {
        let texts = [
            "",
            "Z",
            "2016-03-14",
            "2016-03-14 01:59:00Z",
            "2016-03-14t01:59:00Z",
            "2016-03-14T01:59:00z",
            "2016-03-14T01:59:00",
            "2016-03-14T01:59Z",
            "2016-03-14T01:59:00.Z",
            "2016-03-14T01:59:00+0100",
            "2016-03-14T01:59:00+24:00",
            "2016-03-14T01:59:00+01:60",
            "2016-13-05T21:29:29Z",
            "2016-12-05T25:29:29Z",
            "2016-12-05T24:00:00Z",
            "2016-02-30T00:00:00Z",
            "2015-02-29T00:00:00Z",
            "1900-02-29T00:00:00Z",
            "2016-00-01T00:00:00Z",
            "2016-01-00T00:00:00Z",
            "05-12-2016T21:29:29Z",
            "+016-03-14T01:59:00Z",
            "2016-03-14T01:59:60Z",
            "2016-03-14T01:59:00ZZ",
            "2016-03-14T01:59:00Z ",
            "２016-03-14T01:59:00Z",
        ];
        for text in texts {
            assert_eq!(moment(text), None, "{text}");
        }
    }

    /// The second opinion.
    #[test]
    fn every_day_of_six_centuries_is_where_chrono_has_it() {
        let mut day = chrono::NaiveDate::from_ymd_opt(1700, 1, 1).unwrap();
        for _ in 0..600 * 365 {
            let expected = day.and_hms_opt(12, 34, 56).unwrap().and_utc().timestamp();
            assert_eq!(moment(&format!("{day}T12:34:56Z")), Some((expected, 0)));
            day = day.succ_opt().unwrap();
        }
    }

    fn cx() -> Cx<'static> {
        let entered = Moment::parse("2026-01-01T00:00:00Z").unwrap().milliseconds();
        Cx { entered, ..Cx::default() }
    }

    fn cause(result: Result<Wait, Failed>) -> String {
        result.unwrap_err().cause().unwrap().to_owned()
    }

    /// Causes as AWS was recorded.
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
