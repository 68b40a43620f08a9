//! Timespans, in both forms of the original: .NET's `[d.]hh:mm[:ss[.fffffff]]` and ISO 8601's
//! `PnYnMnWnDTnHnMnS`.
//!
//! A year is 365 days and a month 30, as in the original. Its traps are refused: there a bare `10`
//! is ten days, and `24:00:00` is 24 days.

use crate::read::object::StringField;
use crate::sm4c::Object;
use asl_source::diagnostics::{Code, Diagnostic, Diagnostics};
use asl_source::source::{Json, Node};

/// The longest: a hundred years. Far beyond any process, and times computed with it stay within all
/// types of time.
const MOST_MILLIS: u64 = 36_500 * DAY;

const SECOND: u64 = 1_000;
const MINUTE: u64 = 60 * SECOND;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// The fault of a timespan, and the probable meaning.
#[derive(Debug, PartialEq, Eq)]
struct Problem {
    reason: &'static str,
    meant: Option<String>,
}

/// A timespan attribute in milliseconds, if it is there.
pub(super) fn read_timespan(
    object: &Object<'_>,
    name: &str,
    diagnostics: &mut Diagnostics,
) -> Option<u64> {
    let node = object.get(name)?;
    timespan_of(node, name, diagnostics)
}

/// A timespan attribute that must be there.
pub(super) fn read_required_timespan(
    object: &Object<'_>,
    name: &'static str,
    diagnostics: &mut Diagnostics,
) -> Option<u64> {
    let node = object.required(name, diagnostics)?;
    timespan_of(node, name, diagnostics)
}

/// A node that must be a timespan.
pub(super) fn timespan_of(node: &Node, name: &str, diagnostics: &mut Diagnostics) -> Option<u64> {
    let Json::String(text) = &node.value else {
        let title = format!("`{name}` must be a timespan");
        let diagnostic = Diagnostic::new(Code::BadTimespan, node.span, title)
            .label(format!("this is {}", node.kind()));
        diagnostics.push(
            match node.as_number().filter(|digits| digits.bytes().all(|b| b.is_ascii_digit())) {
                Some(seconds) => {
                    diagnostic.help(format!("{seconds} seconds are written \"PT{seconds}S\""))
                }
                None => diagnostic.help("a timespan is a string such as \"PT10S\" or \"00:00:10\""),
            },
        );
        return None;
    };
    let written = StringField { text, span: node.span };
    match parse(written.value()) {
        Ok(millis) => Some(millis),
        Err(problem) => {
            let title = format!("`{}` is not a timespan", written.value());
            let diagnostic =
                Diagnostic::new(Code::BadTimespan, node.span, title).label(problem.reason);
            diagnostics.push(match problem.meant {
                Some(meant) => diagnostic.help(meant),
                None => diagnostic.help(
                    "ten seconds are \"PT10S\" or \"00:00:10\", a day and a half \"P1DT12H\"",
                ),
            });
            None
        }
    }
}

/// Milliseconds; parts of one count as a whole one.
fn parse(text: &str) -> Result<u64, Problem> {
    let trimmed = text.trim();
    if trimmed.is_empty() {
        return Err(because("it is empty"));
    }
    if let Some(positive) = trimmed.strip_prefix('-') {
        let meant = parse(positive).is_ok().then(|| format!("write `{positive}`"));
        return Err(Problem { reason: "time does not run backwards", meant });
    }
    if trimmed.starts_with(['P', 'p']) {
        return iso(trimmed);
    }
    if trimmed.bytes().all(|byte| byte.is_ascii_digit()) {
        let meant =
            format!("{trimmed} seconds are \"PT{trimmed}S\", {trimmed} days are \"P{trimmed}D\"");
        return Err(Problem {
            reason: "a number without a unit (in the original it counts days)",
            meant: Some(meant),
        });
    }
    if trimmed.contains(':') {
        return clock(trimmed);
    }
    Err(word(trimmed))
}

fn because(reason: &'static str) -> Problem {
    Problem { reason, meant: None }
}

/// `10s`, `5 min`: what other languages write.
fn word(text: &str) -> Problem {
    const UNITS: &[(&[&str], &str, &str)] = &[
        (&["s", "sec", "secs", "second", "seconds"], "PT", "S"),
        (&["m", "min", "mins", "minute", "minutes"], "PT", "M"),
        (&["h", "hr", "hrs", "hour", "hours"], "PT", "H"),
        (&["d", "day", "days"], "P", "D"),
        (&["w", "week", "weeks"], "P", "W"),
    ];
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, unit) = text.split_at_checked(digits).unwrap_or_default();
    let unit = unit.trim().to_ascii_lowercase();
    let known = UNITS
        .iter()
        .find(|(words, ..)| words.contains(&unit.as_str()))
        .filter(|_| !number.is_empty());
    let meant = known.map(|(_, before, letter)| format!("write \"{before}{number}{letter}\""));
    Problem { reason: "in neither of the two forms", meant }
}

/// `[d.]hh:mm[:ss[.fffffff]]`
fn clock(text: &str) -> Result<u64, Problem> {
    const FORM: Problem =
        Problem { reason: "a time of day is `[days.]hh:mm[:ss[.fraction]]`", meant: None };
    let (days, time) = match text.split_once('.') {
        // The first point separates the days only if it is before the first colon.
        Some((days, time)) if !days.contains(':') => (number(days).ok_or(FORM)?, time),
        Some(_) | None => (0, text),
    };
    let parts: Vec<&str> = time.split(':').collect();
    let (hours, minutes, seconds) = match parts.as_slice() {
        [hours, minutes] => (*hours, *minutes, "0"),
        [hours, minutes, seconds] => (*hours, *minutes, *seconds),
        [days, hours, minutes, seconds] if !text.contains('.') => {
            let meant =
                format!("write `{days}.{hours}:{minutes}:{seconds}`: days stand before a point");
            return Err(Problem { reason: "four parts with colons between", meant: Some(meant) });
        }
        _ => return Err(FORM),
    };
    let (whole, fraction) =
        seconds.split_once('.').map_or((seconds, None), |(whole, part)| (whole, Some(part)));
    let two = |part: &str| number(part).filter(|_| part.len() <= 2).ok_or(FORM);
    let (hours, minutes, whole) = (two(hours)?, two(minutes)?, two(whole)?);
    if hours > 23 {
        let (more, rest) = (days + hours / 24, hours % 24);
        let meant = format!("write `{more}.{rest:02}:{minutes:02}:{whole:02}`");
        return Err(Problem {
            reason: "a day has 24 hours: more are days, before a point",
            meant: Some(meant),
        });
    }
    if minutes > 59 || whole > 59 {
        return Err(because("minutes and seconds end at 59"));
    }
    let millis = fraction
        .map_or(Ok(0), |part| part_of_second(part).filter(|_| part.len() <= 7).ok_or(FORM))?;
    total(&[(days, DAY), (hours, HOUR), (minutes, MINUTE), (whole, SECOND), (millis, 1)])
}

/// `PnYnMnWnDTnHnMnS`
fn iso(text: &str) -> Result<u64, Problem> {
    const FORM: Problem = Problem {
        reason: "a duration is `P1Y2M3W4DT5H6M7.5S`, each part at most once, in this order",
        meant: None,
    };
    let upper = text.to_ascii_uppercase();
    if upper != text {
        let meant = iso(&upper).is_ok().then(|| format!("write `{upper}`"));
        return Err(Problem { reason: "the letters are upper case", meant });
    }
    let rest = text.strip_prefix('P').ok_or(FORM)?;
    let (date, time) = rest.split_once('T').map_or((rest, None), |(date, time)| (date, Some(time)));
    if time.is_some_and(str::is_empty) || (date.is_empty() && time.is_none()) {
        return Err(because("it says of no unit how many"));
    }
    let mut parts = Vec::new();
    units(date, &[('Y', 365 * DAY), ('M', 30 * DAY), ('W', 7 * DAY), ('D', DAY)], &mut parts)
        .ok_or(FORM)?;
    let (clock, seconds) = split_seconds(time.unwrap_or_default());
    units(clock, &[('H', HOUR), ('M', MINUTE)], &mut parts)
        .ok_or_else(|| fractions(clock).unwrap_or(FORM))?;
    if let Some(seconds) = seconds {
        let (whole, fraction) =
            seconds.split_once('.').map_or((seconds, None), |(whole, part)| (whole, Some(part)));
        parts.push((number(whole).ok_or(FORM)?, SECOND));
        if let Some(fraction) = fraction {
            parts.push((part_of_second(fraction).ok_or(FORM)?, 1));
        }
    }
    total(&parts)
}

/// Hours and minutes, and optional seconds.
fn split_seconds(time: &str) -> (&str, Option<&str>) {
    let Some(rest) = time.strip_suffix('S') else { return (time, None) };
    let at = rest.rfind(['H', 'M']).map_or(0, |at| at + 1);
    rest.split_at_checked(at).map_or((time, None), |(clock, seconds)| (clock, Some(seconds)))
}

/// `1.5H`, which has no place in the original.
fn fractions(clock: &str) -> Option<Problem> {
    clock.contains('.').then(|| Problem {
        reason: "only seconds may have a fraction",
        meant: Some("an hour and a half is \"PT1H30M\"".to_owned()),
    })
}

/// Numbers, each followed by one of the letters, in their order.
fn units(text: &str, letters: &[(char, u64)], parts: &mut Vec<(u64, u64)>) -> Option<()> {
    let mut rest = text;
    for (letter, unit) in letters {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (amount, behind) = rest.split_at_checked(digits)?;
        if let Some(behind) = behind.strip_prefix(*letter) {
            parts.push((number(amount)?, *unit));
            rest = behind;
        }
    }
    rest.is_empty().then_some(())
}

/// Decimal digits, at least one; what does not fit is as large as fits.
fn number(digits: &str) -> Option<u64> {
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| digits.parse().unwrap_or(u64::MAX))
}

/// Milliseconds of the digits after a point, rounded up.
fn part_of_second(digits: &str) -> Option<u64> {
    number(digits)?;
    let millis: u64 = digits
        .bytes()
        .chain(*b"000")
        .take(3)
        .fold(0, |sum, digit| sum * 10 + u64::from(digit - b'0'));
    let more = digits.bytes().skip(3).any(|digit| digit != b'0');
    Some(millis + u64::from(more))
}

fn total(parts: &[(u64, u64)]) -> Result<u64, Problem> {
    let sum = parts
        .iter()
        .try_fold(0_u64, |sum, (amount, unit)| sum.checked_add(amount.checked_mul(*unit)?));
    sum.filter(|millis| *millis <= MOST_MILLIS).ok_or(because("longer than 100 years"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_are_read() {
        for (text, millis) in [
            ("00:00:10", 10_000),
            (" 00:00:01 ", 1_000),
            ("1:2:3", HOUR + 2 * MINUTE + 3 * SECOND),
            ("01:30", HOUR + 30 * MINUTE),
            ("23:59:59.9999999", DAY),
            ("00:00:00.5", 500),
            ("00:00:00.0000001", 1),
            ("1.02:03:04", DAY + 2 * HOUR + 3 * MINUTE + 4 * SECOND),
            ("400.00:00", 400 * DAY),
            ("PT0S", 0),
            ("PT5S", 5_000),
            ("PT0.25S", 250),
            ("PT1H30M", HOUR + 30 * MINUTE),
            ("PT1H5S", HOUR + 5_000),
            ("P1D", DAY),
            ("P1W", 7 * DAY),
            ("P1Y2M3W4DT5H6M7.5S", (365 + 60 + 21 + 4) * DAY + 5 * HOUR + 6 * MINUTE + 7_500),
            ("P100Y", MOST_MILLIS),
        ] {
            assert_eq!(parse(text), Ok(millis), "{text}");
        }
    }

    #[test]
    fn what_the_original_reads_as_something_else_is_refused_with_what_was_meant() {
        for (text, meant) in [
            ("10", "10 seconds are \"PT10S\", 10 days are \"P10D\""),
            ("24:00:00", "write `1.00:00:00`"),
            ("2.49:30", "write `4.01:30:00`"),
            ("6:12:14:45", "write `6.12:14:45`: days stand before a point"),
            ("-00:00:05", "write `00:00:05`"),
            ("-PT5S", "write `PT5S`"),
            ("pt5s", "write `PT5S`"),
            ("10s", "write \"PT10S\""),
            ("5 minutes", "write \"PT5M\""),
            ("PT1.5H", "an hour and a half is \"PT1H30M\""),
        ] {
            assert_eq!(parse(text).unwrap_err().meant.as_deref(), Some(meant), "{text}");
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "",
            " ",
            "P",
            "PT",
            "P1DT",
            "P1",
            "P1S",
            "PT1D",
            "PT1M1H",
            "P1D1W",
            "P1D1D",
            "P-1D",
            "P1.5D",
            "PT.5S",
            "PT5.S",
            "P1DT5",
            "23:59:60",
            "00:60",
            "1:2:3:4:5",
            ":",
            "1:",
            "1.2.03:04:05",
            "001:00",
            "00:00:1.12345678",
            "00:00:-1",
            "5.5",
            "1.",
            "P101Y",
            "PT999999999999999999999S",
            "99999999999999999999.00:00",
            "soon",
            "10 parsecs",
            "٣:٠٠",
        ] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
