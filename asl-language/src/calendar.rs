//! The proleptic Gregorian calendar in UTC, unlimited in both directions.

const SECONDS_PER_DAY: i64 = 86_400;

/// The names of the months.
pub const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// Days of the year before each month.
const DAYS_BEFORE_MONTH: [i64; 13] = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365];

/// A date and a time of day, with the fields of C's `struct tm`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DateTime {
    /// The year; 0 is the year before 1.
    pub year: i64,
    /// The month, from 0.
    pub month: i64,
    /// The day of the month, from 1.
    pub day: i64,
    /// The hour, from 0.
    pub hour: i64,
    /// The minute, from 0.
    pub minute: i64,
    /// The second, from 0.
    pub second: i64,
    /// The day of the week; Sunday is 0.
    pub weekday: i64,
    /// The day of the year, from 0.
    pub day_of_year: i64,
}

impl DateTime {
    /// 1970-01-01T00:00:00.
    pub const EPOCH: Self = Self {
        year: 1970,
        month: 0,
        day: 1,
        hour: 0,
        minute: 0,
        second: 0,
        weekday: 4,
        day_of_year: 0,
    };

    /// Converts seconds since 1970. Returns `None` for years that C's `struct tm` cannot hold.
    pub fn from_seconds(seconds: i64) -> Option<Self> {
        const FIRST_YEAR: i64 = 1900 - 2_147_483_648;
        const LAST_YEAR: i64 = 1900 + 2_147_483_647;
        let (day, second) =
            (seconds.div_euclid(SECONDS_PER_DAY), seconds.rem_euclid(SECONDS_PER_DAY));
        // An estimate that is off by one at most.
        let mut year = 1970 + (day * 400).div_euclid(146_097);
        if days_before_year(year + 1) <= day {
            year += 1;
        } else if days_before_year(year) > day {
            year -= 1;
        }
        if !(FIRST_YEAR..=LAST_YEAR).contains(&year) {
            return None;
        }
        let day_of_year = day - days_before_year(year);
        let (month, day_of_month) = month_and_day(year, day_of_year);
        Some(Self {
            year,
            month,
            day: day_of_month,
            hour: second / 3600,
            minute: second / 60 % 60,
            second: second % 60,
            weekday: (day + 4).rem_euclid(7),
            day_of_year,
        })
    }

    /// Returns the seconds since 1970; weekday and day of the year are ignored.
    pub fn seconds(&self) -> i64 {
        seconds_since_epoch(self.year, self.month, self.day, self.hour, self.minute, self.second)
    }
}

/// Returns true if a year has 366 days.
pub fn is_leap_year(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

/// Returns the number of days in a year before a month, from 0.
pub fn days_before_month(year: i64, month: i64) -> i64 {
    let days = usize::try_from(month).ok().and_then(|month| DAYS_BEFORE_MONTH.get(month));
    days.copied().unwrap_or(0) + i64::from(month > 1 && is_leap_year(year))
}

/// Returns the number of days in a month, from 0.
pub fn days_in_month(year: i64, month: i64) -> i64 {
    days_before_month(year, month + 1) - days_before_month(year, month)
}

/// Returns the month, from 0, and the day of the month of a day of the year, from 0.
pub fn month_and_day(year: i64, day_of_year: i64) -> (i64, i64) {
    let begins = |month: &i64| days_before_month(year, *month) <= day_of_year;
    let month = (0..12).rev().find(begins).unwrap_or(0);
    (month, day_of_year - days_before_month(year, month) + 1)
}

/// Returns the days from 1970-01-01 to the first day of a year.
fn days_before_year(year: i64) -> i64 {
    let before = year - 1;
    365 * (year - 1970) + (before.div_euclid(4) - 492) - (before.div_euclid(100) - 19)
        + (before.div_euclid(400) - 4)
}

/// Returns the days from 1970-01-01 to a day, which may lie outside of its month. Months count from
/// 0, and month 12 is the first of the next year.
pub fn days_since_epoch(year: i64, month: i64, day: i64) -> i64 {
    let (year, month) = (year + month.div_euclid(12), month.rem_euclid(12));
    days_before_year(year) + days_before_month(year, month) + day - 1
}

/// Returns the seconds since 1970 of fields, each of which may lie outside of its range.
pub fn seconds_since_epoch(
    year: i64,
    month: i64,
    day: i64,
    hour: i64,
    minute: i64,
    second: i64,
) -> i64 {
    days_since_epoch(year, month, day) * SECONDS_PER_DAY + hour * 3600 + minute * 60 + second
}

/// Returns the day of the week; Sunday is 0.
pub fn weekday(year: i64, month: i64, day: i64) -> i64 {
    (days_since_epoch(year, month, day) + 4).rem_euclid(7)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn years_may_be_far_away() {
        for year in [-2_147_481_748, -1_000_000, -400, -1, 0, 1, 1_000_000, 2_147_485_547] {
            let time = DateTime::from_seconds(seconds_since_epoch(year, 11, 31, 1, 2, 3)).unwrap();
            assert_eq!((time.year, time.month, time.day, time.hour), (year, 11, 31, 1));
        }
        assert_eq!(DateTime::from_seconds(seconds_since_epoch(2_147_485_548, 0, 1, 0, 0, 0)), None);
        assert_eq!(DateTime::from_seconds(i64::MAX), None);
        assert_eq!(DateTime::from_seconds(i64::MIN), None);
    }

    #[test]
    fn seconds_are_converted_there_and_back() {
        assert_eq!(DateTime::from_seconds(0), Some(DateTime::EPOCH));
        for day in -1_000_000..1_000_000 {
            let seconds = day * SECONDS_PER_DAY + 12_345;
            assert_eq!(DateTime::from_seconds(seconds).unwrap().seconds(), seconds);
        }
    }

    #[test]
    fn february_has_29_days_in_leap_years() {
        assert_eq!([1900, 2000, 2015, 2016].map(|year| days_in_month(year, 1)), [28, 29, 28, 29]);
        let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
        assert!((0..).zip(lengths).all(|(month, days)| days_in_month(2015, month) == days));
    }
}
