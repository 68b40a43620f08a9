//! Timestamps of the language: RFC 3339 with an upper-case `T` and, without an offset, an
//! upper-case `Z`. ASL: "Timestamps".

use crate::ir::Instant;

/// Reads a timestamp; the error says what is wrong with it.
pub(super) fn parse(text: &str) -> Result<Instant, &'static str> {
    let mut rest = Cursor(text.as_bytes());
    let (year, month, day) = date(&mut rest)?;
    rest.expect(b'T', "date and time must be separated by an upper-case `T`")?;
    let seconds_of_day = time(&mut rest)?;
    let nanoseconds = fraction(&mut rest)?;
    let offset = offset(&mut rest)?;
    if !rest.0.is_empty() {
        return Err("there is something behind the time zone");
    }
    let seconds = days_since_epoch(year, month, day) * 86_400 + seconds_of_day - offset;
    if text.get(17..19) == Some("60") && seconds.rem_euclid(86_400) != 0 {
        return Err("a leap second can only be the last second of a day in UTC");
    }
    Ok(Instant { text: text.to_owned(), seconds, nanoseconds })
}

/// What is left of the text.
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

    /// A number of exactly so many digits.
    fn digits(&mut self, count: u32, problem: &'static str) -> Result<i64, &'static str> {
        let mut value = 0;
        for _ in 0..count {
            match self.next() {
                Some(digit) if digit.is_ascii_digit() => {
                    value = value * 10 + i64::from(digit - b'0');
                }
                Some(_) | None => return Err(problem),
            }
        }
        Ok(value)
    }
}

fn date(rest: &mut Cursor<'_>) -> Result<(i64, i64, i64), &'static str> {
    const SHAPE: &str = "the date must be written YYYY-MM-DD";
    let year = rest.digits(4, SHAPE)?;
    rest.expect(b'-', SHAPE)?;
    let month = rest.digits(2, SHAPE)?;
    rest.expect(b'-', SHAPE)?;
    let day = rest.digits(2, SHAPE)?;
    if !(1..=12).contains(&month) {
        return Err("there is no such month");
    }
    if !(1..=days_in_month(year, month)).contains(&day) {
        return Err("the month has no such day");
    }
    Ok((year, month, day))
}

/// Seconds since midnight. A leap second is the first second of the next minute, as the grammar of
/// RFC 3339 has it.
fn time(rest: &mut Cursor<'_>) -> Result<i64, &'static str> {
    const SHAPE: &str = "the time must be written HH:MM:SS";
    let hour = rest.digits(2, SHAPE)?;
    rest.expect(b':', SHAPE)?;
    let minute = rest.digits(2, SHAPE)?;
    rest.expect(b':', SHAPE)?;
    let second = rest.digits(2, SHAPE)?;
    if hour > 23 || minute > 59 || second > 60 {
        return Err("there is no such time of day");
    }
    Ok(hour * 3600 + minute * 60 + second)
}

/// Nanoseconds; digits beyond them are cut off.
fn fraction(rest: &mut Cursor<'_>) -> Result<u32, &'static str> {
    let [b'.', digits @ ..] = rest.0 else { return Ok(0) };
    let length = digits.iter().take_while(|digit| digit.is_ascii_digit()).count();
    if length == 0 {
        return Err("there is no digit behind the decimal point");
    }
    let (digits, behind) = digits.split_at(length);
    rest.0 = behind;
    let nine = digits.iter().copied().chain(std::iter::repeat(b'0')).take(9);
    Ok(nine.fold(0, |value, digit| value * 10 + u32::from(digit - b'0')))
}

/// Seconds east of Greenwich.
fn offset(rest: &mut Cursor<'_>) -> Result<i64, &'static str> {
    const SHAPE: &str = "it must end in an upper-case `Z` or an offset such as `+01:00`";
    let sign = match rest.next() {
        Some(b'Z') => return Ok(0),
        Some(b'+') => 1,
        Some(b'-') => -1,
        Some(_) | None => return Err(SHAPE),
    };
    let hours = rest.digits(2, SHAPE)?;
    rest.expect(b':', SHAPE)?;
    let minutes = rest.digits(2, SHAPE)?;
    if hours > 23 || minutes > 59 {
        return Err("there is no such offset");
    }
    Ok(sign * (hours * 3600 + minutes * 60))
}

fn days_in_month(year: i64, month: i64) -> i64 {
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => 31,
    }
}

/// Days from 1970-01-01 in the Gregorian calendar, by counting from March so that leap days come
/// last.
fn days_since_epoch(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

#[cfg(test)]
mod tests {
    use super::parse;

    fn seconds(text: &str) -> i64 {
        parse(text).expect(text).seconds
    }

    #[test]
    fn timestamps_name_instants() {
        assert_eq!(seconds("1970-01-01T00:00:00Z"), 0);
        assert_eq!(seconds("2016-03-14T01:59:00Z"), 1_457_920_740);
        assert_eq!(seconds("2016-03-14T02:59:00+01:00"), 1_457_920_740);
        assert_eq!(seconds("2016-03-13T22:29:00-03:30"), 1_457_920_740);
        assert_eq!(seconds("2000-02-29T12:00:00Z"), 951_825_600);
        assert_eq!(seconds("0000-01-01T00:00:00Z"), -62_167_219_200);
        assert_eq!(seconds("9999-12-31T23:59:59Z"), 253_402_300_799);
    }

    #[test]
    fn fractions_may_have_any_length() {
        assert_eq!(parse("2016-03-14T01:59:00.5Z").unwrap().nanoseconds, 500_000_000);
        assert_eq!(parse("2016-03-14T01:59:00.1234567899Z").unwrap().nanoseconds, 123_456_789);
    }

    #[test]
    fn a_leap_second_is_in_the_grammar() {
        assert_eq!(seconds("2016-12-31T23:59:60Z"), seconds("2017-01-01T00:00:00Z"));
    }

    #[test]
    fn other_shapes_and_dates_that_do_not_exist_are_rejected() {
        for text in [
            "",
            "Z",
            "2016-03-14",
            "2016-03-14 01:59:00Z",
            "2016-03-14t01:59:00Z",
            "2016-03-14T01:59:00z",
            "2016-03-14T01:59:00",
            "2016-03-14T01:59Z",
            "2016-13-14T01:59:00Z",
            "2015-02-29T01:59:00Z",
            "1900-02-29T00:00:00Z",
            "2016-04-31T01:59:00Z",
            "2016-03-14T24:00:00Z",
            "2016-03-14T01:60:00Z",
            "2016-03-14T01:59:60Z",
            "2016-03-14T01:59:61Z",
            "2016-03-14T01:59:00.Z",
            "2016-03-14T01:59:00+1:00",
            "2016-03-14T01:59:00+24:00",
            "2016-03-14T01:59:00+0100",
            "2016-03-14T01:59:00Z ",
            "+2016-03-14T01:59:00Z",
            "05-12-2016T21:29:29Z",
            "２016-03-14T01:59:00Z",
        ] {
            assert!(parse(text).is_err(), "{text} was read");
        }
    }
}
