//! Times on the wire, and as Step Functions writes them.

use asl_aws_models::TimestampFormat;
use asl_language::calendar::{DateTime, MONTHS};
use asl_language::timestamp::Moment;
use asl_runtime::Value;

const WEEKDAYS: [&str; 7] = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/// The time of an argument: a text as in the States Language, or seconds since 1970.
pub(crate) fn argument(value: &Value) -> Option<Moment> {
    match value.as_str() {
        Some(text) => Moment::parse(text).ok(),
        None => from_seconds(value.as_f64()?),
    }
}

/// The time in a format of the wire.
pub(crate) fn written(moment: Moment, format: TimestampFormat) -> Option<String> {
    match format {
        TimestampFormat::Iso8601 => iso8601(moment),
        TimestampFormat::Rfc822 => rfc822(moment),
        TimestampFormat::Unix => Some(unix(moment)),
    }
}

/// Seconds since 1970, with milliseconds if there are any.
fn unix(moment: Moment) -> String {
    match moment.nanoseconds / 1_000_000 {
        0 => moment.seconds.to_string(),
        milliseconds => {
            format!("{}.{milliseconds:03}", moment.seconds).trim_end_matches('0').to_owned()
        }
    }
}

/// `2026-03-01T08:00:00Z`, with milliseconds if there are any, as Java prints an `Instant`.
fn iso8601(moment: Moment) -> Option<String> {
    let DateTime { year, month, day, hour, minute, second, .. } =
        DateTime::from_seconds(moment.seconds)?;
    let fraction = match moment.nanoseconds / 1_000_000 {
        0 => String::new(),
        milliseconds => format!(".{milliseconds:03}"),
    };
    let month = month + 1;
    Some(format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}{fraction}Z"))
}

/// `Sun, 01 Mar 2026 08:00:00 GMT`.
fn rfc822(moment: Moment) -> Option<String> {
    let DateTime { year, month, day, hour, minute, second, weekday, .. } =
        DateTime::from_seconds(moment.seconds)?;
    let weekday = WEEKDAYS.get(usize::try_from(weekday).ok()?)?;
    let month = MONTHS.get(usize::try_from(month).ok()?)?.get(..3)?;
    Some(format!("{weekday}, {day:02} {month} {year:04} {hour:02}:{minute:02}:{second:02} GMT"))
}

/// Reads a time of a response, in any of the formats: services do not always keep to theirs.
pub(crate) fn read(text: &str) -> Option<Moment> {
    if let Ok(moment) = Moment::parse(text) {
        return Some(moment);
    }
    // Without a zone it is UTC.
    if let Ok(moment) = Moment::parse(&format!("{text}Z")) {
        return Some(moment);
    }
    match text.parse() {
        Ok(seconds) => from_seconds(seconds),
        Err(_) => read_rfc822(text),
    }
}

/// The time of so many seconds since 1970, to the millisecond.
#[expect(clippy::cast_possible_truncation, reason = "the range is checked")]
pub(crate) fn from_seconds(seconds: f64) -> Option<Moment> {
    let milliseconds = (seconds * 1000.0).round();
    if !milliseconds.is_finite() || milliseconds.abs() > 1e17 {
        return None;
    }
    let milliseconds = milliseconds as i64;
    let fraction = u32::try_from(milliseconds.rem_euclid(1000)).ok()?;
    Some(Moment { seconds: milliseconds.div_euclid(1000), nanoseconds: fraction * 1_000_000 })
}

fn read_rfc822(text: &str) -> Option<Moment> {
    let (_, rest) = text.split_once(", ")?;
    let mut words = rest.split([' ', '-']);
    let (day, month, year, time) = (words.next()?, words.next()?, words.next()?, words.next()?);
    let month = MONTHS.iter().position(|name| name.get(..3) == Some(month))? + 1;
    Moment::parse(&format!("{year}-{month:02}-{day:0>2}T{time}Z")).ok()
}

/// A time in a result: a text for the SDK integrations, milliseconds for the optimized ones, whose
/// results are those of an older SDK.
pub(crate) fn result(moment: Moment, is_optimized: bool) -> Value {
    if is_optimized {
        let milliseconds = i64::from(moment.nanoseconds / 1_000_000);
        return Value::from(moment.seconds.saturating_mul(1000).saturating_add(milliseconds));
    }
    iso8601(moment).map_or(Value::Null, Value::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_the_formats_of_the_wire() {
        let moment = Moment { seconds: 1_772_352_000, nanoseconds: 250_000_000 };
        let text = |format| written(moment, format).unwrap_or_default();
        assert_eq!(text(TimestampFormat::Iso8601), "2026-03-01T08:00:00.250Z");
        assert_eq!(text(TimestampFormat::Rfc822), "Sun, 01 Mar 2026 08:00:00 GMT");
        assert_eq!(text(TimestampFormat::Unix), "1772352000.25");
        assert_eq!(result(moment, false), Value::from("2026-03-01T08:00:00.250Z"));
        assert_eq!(result(moment, true), Value::from(1_772_352_000_250_i64));
    }

    #[test]
    fn times_are_read_in_every_format() {
        let whole = Some(Moment { seconds: 1_772_352_000, nanoseconds: 0 });
        for text in [
            "2026-03-01T08:00:00Z",
            "2026-03-01T09:00:00+01:00",
            "2026-03-01T08:00:00",
            "1772352000",
            "1.772352E9",
            "Sun, 01 Mar 2026 08:00:00 GMT",
        ] {
            assert_eq!(read(text), whole, "{text}");
        }
        for text in ["", "soon", "1e300", "NaN", "Sun, 01 Foo 2026 08:00:00 GMT"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
