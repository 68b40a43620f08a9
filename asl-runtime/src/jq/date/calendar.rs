//! The Gregorian calendar, without end in both directions.

/// A moment, broken down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Time {
    pub(super) year: i64,
    /// From 0.
    pub(super) month: i64,
    pub(super) day: i64,
    pub(super) hour: i64,
    pub(super) minute: i64,
    pub(super) second: i64,
    /// From Sunday, 0.
    pub(super) weekday: i64,
    /// From 0.
    pub(super) day_of_year: i64,
}

const DAY: i64 = 86_400;

/// Days of the year before each month.
const BEFORE: [i64; 13] = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365];

pub(super) fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

/// Days of the year before a month, from 0.
pub(super) fn days_before(year: i64, month: i64) -> i64 {
    let before =
        usize::try_from(month).ok().and_then(|month| BEFORE.get(month)).copied().unwrap_or(0);
    before + i64::from(month > 1 && is_leap(year))
}

/// The month, from 0, and day of a day of the year.
pub(super) fn month_and_day(year: i64, day_of_year: i64) -> (i64, i64) {
    let month = (0..12).rev().find(|month| days_before(year, *month) <= day_of_year).unwrap_or(0);
    (month, day_of_year - days_before(year, month) + 1)
}

/// Days from 1970-01-01 to the first day of a year.
fn days_to_year(year: i64) -> i64 {
    let before = year - 1;
    365 * (year - 1970) + (before.div_euclid(4) - 492) - (before.div_euclid(100) - 19)
        + (before.div_euclid(400) - 4)
}

/// Days from 1970-01-01 to a day that may be outside of its month; months are from 0, and 12 are
/// the next year.
pub(super) fn days(year: i64, month: i64, day: i64) -> i64 {
    let (year, month) = (year + month.div_euclid(12), month.rem_euclid(12));
    days_to_year(year) + days_before(year, month) + day - 1
}

/// Seconds since 1970 of fields that may be outside of their ranges.
pub(super) fn seconds(year: i64, month: i64, day: i64, hour: i64, minute: i64, second: i64) -> i64 {
    days(year, month, day) * DAY + hour * 3600 + minute * 60 + second
}

pub(super) fn weekday(year: i64, month: i64, day: i64) -> i64 {
    (days(year, month, day) + 4).rem_euclid(7)
}

impl Time {
    pub(super) const EPOCH: Self = Self {
        year: 1970,
        month: 0,
        day: 1,
        hour: 0,
        minute: 0,
        second: 0,
        weekday: 4,
        day_of_year: 0,
    };

    /// The moment so many seconds after 1970 began, if its year is one that C can tell.
    pub(super) fn at(seconds: i64) -> Option<Self> {
        const LAST: i64 = 2_147_483_647 + 1900;
        let (day, second) = (seconds.div_euclid(DAY), seconds.rem_euclid(DAY));
        // An estimate that is off by one at most.
        let mut year = 1970 + (day * 400).div_euclid(146_097);
        if days_to_year(year + 1) <= day {
            year += 1;
        } else if days_to_year(year) > day {
            year -= 1;
        }
        if !(1900 - 2_147_483_648..=LAST).contains(&year) {
            return None;
        }
        let day_of_year = day - days_to_year(year);
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

    pub(super) fn seconds(&self) -> i64 {
        seconds(self.year, self.month, self.day, self.hour, self.minute, self.second)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The second opinion.
    #[test]
    fn every_day_of_a_thousand_years_is_where_chrono_has_it() {
        use chrono::{Datelike, NaiveDate};

        let mut day = NaiveDate::from_ymd_opt(1500, 1, 1).unwrap();
        for _ in 0..1000 * 365 {
            let seconds = day.and_hms_opt(23, 59, 58).unwrap().and_utc().timestamp();
            let time = Time::at(seconds).unwrap();
            let found = (
                time.year,
                time.month,
                time.day,
                time.weekday,
                time.day_of_year,
                time.hour,
                time.second,
            );
            let expected = (
                i64::from(day.year()),
                i64::from(day.month0()),
                i64::from(day.day()),
                i64::from(day.weekday().num_days_from_sunday()),
                i64::from(day.ordinal0()),
                23,
                58,
            );
            assert_eq!(found, expected);
            assert_eq!(time.seconds(), seconds);
            day = day.succ_opt().unwrap();
        }
    }

    #[test]
    fn years_may_be_far_away() {
        for year in [-2_147_481_748, -1_000_000, -400, -1, 0, 1, 1_000_000, 2_147_485_547] {
            let time = Time::at(seconds(year, 11, 31, 1, 2, 3)).unwrap();
            assert_eq!((time.year, time.month, time.day, time.hour), (year, 11, 31, 1));
        }
        assert_eq!(Time::at(seconds(2_147_485_548, 0, 1, 0, 0, 0)), None);
        assert_eq!(Time::at(i64::MAX), None);
        assert_eq!(Time::at(i64::MIN), None);
    }
}
