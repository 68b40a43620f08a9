//! The components of a date and a time.

use asl_language::calendar::{DateTime, days_since_epoch, weekday};

/// A time of the calendar, in the zone that it is written for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Moment {
    date: DateTime,
    millisecond: i64,
}

impl Moment {
    /// The time of milliseconds since 1970. `None`: JavaScript has no such date.
    pub(super) fn from_millis(millis: f64) -> Option<Self> {
        /// JavaScript's greatest time: 100,000,000 days from 1970.
        const GREATEST: f64 = 8.64e15;
        if millis.is_nan() || millis.abs() > GREATEST {
            return None;
        }
        let millis = whole(millis);
        let date = DateTime::from_seconds(millis.div_euclid(1000))?;
        Some(Self { date, millisecond: millis.rem_euclid(1000) })
    }

    /// The number of a component; `None`: it is no number.
    pub(super) fn component(&self, component: char) -> Option<i64> {
        let DateTime { year, month, day, .. } = self.date;
        // Only weeks need it.
        let today = || days_since_epoch(year, month, day);
        Some(match component {
            'Y' => year,
            'M' => month + 1,
            'D' => day,
            'd' => self.date.day_of_year + 1,
            'F' => iso_weekday(self.date.weekday),
            'W' => week(today(), [-12, 0, 12].map(|months| first_week(year, months))),
            'w' => week(today(), [-1, 0, 1].map(|months| first_week(year, month + months))),
            'X' => year + shift(today(), first_week(year, 0), first_week(year, 12)),
            'x' => {
                let next = first_week(year, month + 1);
                (month + shift(today(), first_week(year, month), next)).rem_euclid(12) + 1
            }
            'H' => self.date.hour,
            'h' => (self.date.hour + 11) % 12 + 1,
            'm' => self.date.minute,
            's' => self.date.second,
            'f' => self.millisecond,
            _ => return None,
        })
    }

    /// True from noon on.
    pub(super) fn is_afternoon(&self) -> bool {
        self.date.hour >= 12
    }
}

#[expect(clippy::cast_possible_truncation, reason = "cutting is wanted; the size is checked")]
fn whole(millis: f64) -> i64 {
    millis as i64
}

/// Monday is 1, Sunday 7.
fn iso_weekday(weekday: i64) -> i64 {
    if weekday == 0 { 7 } else { weekday }
}

/// The day on which the first week of a year or a month begins: it is a Monday, and the week has
/// the first Thursday. Months beyond 11 are in later years.
fn first_week(year: i64, month: i64) -> i64 {
    let (year, month) = (year + month.div_euclid(12), month.rem_euclid(12));
    let first = days_since_epoch(year, month, 1);
    let weekday = iso_weekday(weekday(year, month, 1));
    if weekday > 4 { first + 8 - weekday } else { first - (weekday - 1) }
}

/// The number of the week, from the first weeks of the year or month before, this, and next.
fn week(today: i64, [before, this, next]: [i64; 3]) -> i64 {
    if today >= next {
        return 1;
    }
    let start = if today < this { before } else { this };
    (today - start) / 7 + 1
}

/// The distance to the year or month whose weeks a day belongs to.
fn shift(today: i64, start: i64, end: i64) -> i64 {
    i64::from(today >= end) - i64::from(today < start)
}
