//! ISO 8601 → milliseconds since 1970, as far as JavaScript's `Date.parse` reads it.

use asl_language::calendar::seconds_since_epoch;

use crate::{Fault, Item};

/// A reader of a text from left to right.
struct Reader<'t> {
    rest: &'t str,
}

/// Reads a year, a month, a day and a time, each with what precedes it, and a time zone. Without a
/// time zone the time is in UTC.
pub(crate) fn read_iso_date(text: &str) -> Result<f64, Fault> {
    let mut reader = Reader { rest: text };
    reader.date().ok_or_else(|| Fault::new("D3110").value(Item::text(text)))
}

impl Reader<'_> {
    fn date(&mut self) -> Option<f64> {
        let year = self.digits(4)?;
        let month = if self.is_number_behind("-") { self.number_behind("-")? } else { 1 };
        let day = if self.is_number_behind("-") { self.number_behind("-")? } else { 1 };
        let (mut hour, mut minute, mut second, mut fraction) = (0, 0, 0, 0.0);
        if self.is_number_behind("T") {
            hour = self.number_behind("T")?;
            minute = self.number_behind(":")?;
            second = self.number_behind(":")?;
            fraction = self.fraction();
        }
        let zone = self.zone()?;
        let is_midnight = hour == 24 && minute == 0 && second == 0 && fraction == 0.0;
        let is_time = (hour < 24 || is_midnight) && minute < 60 && second < 60;
        let is_date = (1..=12).contains(&month) && (1..=31).contains(&day);
        if !is_time || !is_date || !self.rest.is_empty() {
            return None;
        }
        let seconds = seconds_since_epoch(year, month - 1, day, hour, minute - zone, second);
        #[expect(clippy::cast_precision_loss, reason = "years have four digits")]
        let millis = seconds as f64 * 1000.0;
        Some(millis + fraction)
    }

    /// Takes so many digits.
    fn digits(&mut self, count: usize) -> Option<i64> {
        let (digits, rest) = self.rest.split_at_checked(count)?;
        let number = digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok());
        self.rest = rest;
        number?
    }

    /// True if a sign and two digits are next, but not a time zone.
    fn is_number_behind(&self, sign: &str) -> bool {
        let behind = self.rest.strip_prefix(sign).map(str::as_bytes);
        let is_zone = |bytes: &[u8]| bytes.get(2) == Some(&b':') || bytes.len() == 4;
        match behind {
            Some([a, b, ..]) if a.is_ascii_digit() && b.is_ascii_digit() => {
                sign != "-" || !behind.is_some_and(is_zone)
            }
            _ => false,
        }
    }

    /// Takes a sign and two digits.
    fn number_behind(&mut self, sign: &str) -> Option<i64> {
        self.rest = self.rest.strip_prefix(sign)?;
        self.digits(2)
    }

    /// Takes a fraction of a second, in whole milliseconds.
    fn fraction(&mut self) -> f64 {
        let Some(rest) = self.rest.strip_prefix('.') else { return 0.0 };
        let length = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (digits, behind) = rest.split_at_checked(length).unwrap_or((rest, ""));
        if length == 0 {
            return 0.0;
        }
        self.rest = behind;
        let millis = digits.bytes().chain(*b"000").take(3).map(|digit| f64::from(digit - b'0'));
        millis.fold(0.0, |number, digit| number * 10.0 + digit)
    }

    /// Takes a time zone: `Z`, `+01:00`, `+0100`, or none. In minutes.
    fn zone(&mut self) -> Option<i64> {
        if let Some(rest) = self.rest.strip_prefix('Z') {
            self.rest = rest;
            return Some(0);
        }
        let sign = match self.rest.chars().next() {
            Some('+') => 1,
            Some('-') => -1,
            _ => return Some(0),
        };
        self.rest = self.rest.get(1..)?;
        let hours = self.digits(2)?;
        self.rest = self.rest.strip_prefix(':').unwrap_or(self.rest);
        let minutes = self.digits(2)?;
        (hours < 24 && minutes < 60).then_some(sign * (hours * 60 + minutes))
    }
}
