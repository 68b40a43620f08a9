//! Timestamps of the States Language: RFC 3339 with an upper-case `T` and, without an offset, an
//! upper-case `Z`. ASL: "Timestamps".

use std::time::Duration;

use crate::calendar::{days_in_month, seconds_since_epoch};

/// A point in time. The derived order is that of time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Moment {
    /// Seconds since 1970-01-01T00:00:00Z.
    pub seconds: i64,
    /// Nanoseconds within the second, 0 to 999,999,999.
    pub nanoseconds: u32,
}

impl Moment {
    /// Reads a timestamp. The error says what is wrong with it.
    ///
    /// Fractions may have any length; digits beyond nanoseconds are ignored. A leap second is the
    /// first second of the next minute, and is valid only before midnight UTC.
    pub fn parse(text: &str) -> Result<Self, &'static str> {
        let mut rest = Cursor(text.as_bytes());
        let (year, month, day) = rest.date()?;
        rest.expect(b'T', "date and time must be separated by an upper-case `T`")?;
        let (hour, minute, second) = rest.time()?;
        let nanoseconds = rest.fraction()?;
        let offset = rest.offset()?;
        if !rest.0.is_empty() {
            return Err("there is something after the time zone");
        }
        let seconds = seconds_since_epoch(year, month - 1, day, hour, minute, second) - offset;
        if second == 60 && seconds.rem_euclid(86_400) != 0 {
            return Err("a leap second can only be the last second of a day in UTC");
        }
        Ok(Self { seconds, nanoseconds })
    }

    /// Returns milliseconds since 1970, rounded up so that nothing happens early; 0 for earlier
    /// times.
    pub fn milliseconds(self) -> u64 {
        let fraction = i64::from(self.nanoseconds.div_ceil(1_000_000));
        let whole = self.seconds.saturating_mul(1000).saturating_add(fraction);
        u64::try_from(whole).unwrap_or(0)
    }
}

/// Reads an age: a whole number with `s`, `m`, `h` or `d`.
///
/// ```
/// use std::time::Duration;
///
/// use asl_language::timestamp::age;
///
/// assert_eq!(age("15m"), Some(Duration::from_secs(900)));
/// assert_eq!(age("15"), None);
/// ```
pub fn age(text: &str) -> Option<Duration> {
    let unit = text.chars().next_back()?;
    let seconds: u64 = match unit {
        's' => 1,
        'm' => 60,
        'h' => 3_600,
        'd' => 86_400,
        _ => return None,
    };
    let count: u64 = text.strip_suffix(unit)?.parse().ok()?;
    Some(Duration::from_secs(count.checked_mul(seconds)?))
}

/// The unread part of a timestamp.
struct Cursor<'a>(&'a [u8]);

impl Cursor<'_> {
    fn next(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    fn expect(&mut self, byte: u8, problem: &'static str) -> Result<(), &'static str> {
        if self.next() == Some(byte) { Ok(()) } else { Err(problem) }
    }

    /// Reads a number of exactly this many digits.
    fn digits(&mut self, count: u32, problem: &'static str) -> Result<i64, &'static str> {
        let mut value = 0;
        for _ in 0..count {
            let digit = self.next().filter(u8::is_ascii_digit).ok_or(problem)?;
            value = value * 10 + i64::from(digit - b'0');
        }
        Ok(value)
    }

    /// Reads year, month and day, both from 1.
    fn date(&mut self) -> Result<(i64, i64, i64), &'static str> {
        const SHAPE: &str = "the date must be written YYYY-MM-DD";
        let year = self.digits(4, SHAPE)?;
        self.expect(b'-', SHAPE)?;
        let month = self.digits(2, SHAPE)?;
        self.expect(b'-', SHAPE)?;
        let day = self.digits(2, SHAPE)?;
        if !(1..=12).contains(&month) {
            return Err("there is no such month");
        }
        if !(1..=days_in_month(year, month - 1)).contains(&day) {
            return Err("the month has no such day");
        }
        Ok((year, month, day))
    }

    /// Reads hour, minute and second.
    fn time(&mut self) -> Result<(i64, i64, i64), &'static str> {
        const SHAPE: &str = "the time must be written HH:MM:SS";
        let hour = self.digits(2, SHAPE)?;
        self.expect(b':', SHAPE)?;
        let minute = self.digits(2, SHAPE)?;
        self.expect(b':', SHAPE)?;
        let second = self.digits(2, SHAPE)?;
        if hour > 23 || minute > 59 || second > 60 {
            return Err("there is no such time of day");
        }
        Ok((hour, minute, second))
    }

    /// Reads nanoseconds, 0 if there is no fraction.
    fn fraction(&mut self) -> Result<u32, &'static str> {
        let [b'.', digits @ ..] = self.0 else { return Ok(0) };
        let length = digits.iter().take_while(|digit| digit.is_ascii_digit()).count();
        if length == 0 {
            return Err("there is no digit after the decimal point");
        }
        let (digits, behind) = digits.split_at(length);
        self.0 = behind;
        let nine = digits.iter().copied().chain(std::iter::repeat(b'0')).take(9);
        Ok(nine.fold(0, |value, digit| value * 10 + u32::from(digit - b'0')))
    }

    /// Reads seconds east of Greenwich.
    fn offset(&mut self) -> Result<i64, &'static str> {
        const SHAPE: &str = "it must end in an upper-case `Z` or an offset such as `+01:00`";
        let sign = match self.next() {
            Some(b'Z') => return Ok(0),
            Some(b'+') => 1,
            Some(b'-') => -1,
            Some(_) | None => return Err(SHAPE),
        };
        let hours = self.digits(2, SHAPE)?;
        self.expect(b':', SHAPE)?;
        let minutes = self.digits(2, SHAPE)?;
        if hours > 23 || minutes > 59 {
            return Err("there is no such offset");
        }
        Ok(sign * (hours * 3600 + minutes * 60))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moment(text: &str) -> Option<(i64, u32)> {
        Moment::parse(text).ok().map(|moment| (moment.seconds, moment.nanoseconds))
    }

    #[test]
    fn timestamps_of_the_specification_are_read() {
        assert_eq!(moment("1970-01-01T00:00:00Z"), Some((0, 0)));
        assert_eq!(moment("2016-03-14T01:59:00Z"), Some((1_457_920_740, 0)));
        assert_eq!(moment("2016-03-14T02:59:00+01:00"), Some((1_457_920_740, 0)));
        assert_eq!(moment("2016-03-13T22:29:00-03:30"), Some((1_457_920_740, 0)));
        assert_eq!(moment("2016-08-18T17:33:00.5+01:30"), Some((1_471_536_180, 500_000_000)));
        assert_eq!(moment("2000-02-29T12:00:00Z"), Some((951_825_600, 0)));
        assert_eq!(moment("0000-01-01T00:00:00Z"), Some((-62_167_219_200, 0)));
        assert_eq!(moment("0000-02-29T00:00:00Z"), Some((-62_162_121_600, 0)));
        assert_eq!(moment("9999-12-31T23:59:59Z"), Some((253_402_300_799, 0)));
        assert_eq!(moment("9999-12-31T23:59:59-23:59"), Some((253_402_387_139, 0)));
    }

    #[test]
    fn fractions_may_have_any_length() {
        assert_eq!(moment("1969-12-31T23:59:59.5Z"), Some((-1, 500_000_000)));
        assert_eq!(moment("1969-12-31T23:59:59.999999999999Z"), Some((-1, 999_999_999)));
        assert_eq!(moment("1970-01-01T00:00:00.1234567899Z"), Some((0, 123_456_789)));
    }

    #[test]
    fn a_leap_second_is_the_second_after_it() {
        assert_eq!(moment("2016-12-31T23:59:60Z"), moment("2017-01-01T00:00:00Z"));
        assert_eq!(moment("2017-01-01T01:29:60+01:30"), moment("2017-01-01T00:00:00Z"));
    }

    #[test]
    fn milliseconds_are_rounded_up() {
        let milliseconds = |text| Moment::parse(text).unwrap().milliseconds();
        assert_eq!(milliseconds("1970-01-01T00:00:01.0000001Z"), 1_001);
        assert_eq!(milliseconds("1969-01-01T00:00:00Z"), 0);
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
            "2016-03-14T01:59:00+1:00",
            "2016-03-14T01:59:00+0100",
            "2016-03-14T01:59:00+24:00",
            "2016-03-14T01:59:00+01:60",
            "2016-13-05T21:29:29Z",
            "2016-12-05T24:00:00Z",
            "2016-12-05T25:29:29Z",
            "2016-03-14T01:60:00Z",
            "2016-03-14T01:59:60Z",
            "2016-03-14T01:59:61Z",
            "2016-02-30T00:00:00Z",
            "2016-04-31T01:59:00Z",
            "2015-02-29T00:00:00Z",
            "1900-02-29T00:00:00Z",
            "2016-00-01T00:00:00Z",
            "2016-01-00T00:00:00Z",
            "05-12-2016T21:29:29Z",
            "+016-03-14T01:59:00Z",
            "+2016-03-14T01:59:00Z",
            "2016-03-14T01:59:00ZZ",
            "2016-03-14T01:59:00Z ",
            "２016-03-14T01:59:00Z",
        ];
        for text in texts {
            assert_eq!(moment(text), None, "{text}");
        }
    }
}
