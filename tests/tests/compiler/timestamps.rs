//! The calendar and the reader of timestamps, compared with chrono's.
#![allow(clippy::expect_used, clippy::indexing_slicing, reason = "a test may")]

use asl_language::calendar::DateTime;
use asl_language::random::SplitMix64;
use asl_language::timestamp::Moment;
use chrono::{Datelike, NaiveDate};

/// Parses a timestamp with chrono, which also accepts lower-case letters, blanks, and leap seconds
/// at any time.
fn read_with_chrono(text: &str) -> Option<(i64, u32)> {
    let time = chrono::DateTime::parse_from_rfc3339(text).ok()?;
    text.chars()
        .all(|c| !matches!(c, 't' | 'z' | ' ' | '\u{2212}'))
        .then(|| (time.timestamp(), time.timestamp_subsec_nanos()))
}

#[test]
fn timestamps_are_read_as_chrono_reads_them() {
    let seeds = [
        "2016-03-14T01:59:00Z",
        "1969-12-31T23:59:59.5+23:59",
        "2000-02-29T12:00:00.123456789012-00:30",
    ];
    let pieces = [
        "0", "1", "2", "3", "5", "6", "9", "-", "+", ":", ".", "T", "t", "Z", "z", " ", "\u{2212}",
        "é", "00", "60",
    ];
    let mut random = SplitMix64::new(2016);
    let mut good = 0;
    for _ in 0..20_000 {
        let mut text: Vec<char> = random.pick(&seeds).chars().collect();
        for _ in 0..random.index(3) {
            let at = random.index(text.len());
            let removed = random.index(3).min(text.len() - at);
            text.splice(at..at + removed, random.pick(&pieces).chars());
        }
        let text = String::from_iter(text);
        let read = Moment::parse(&text).ok().map(|moment| (moment.seconds, moment.nanoseconds));
        if !text.contains(":60") {
            assert_eq!(read, read_with_chrono(&text), "{text}");
        }
        good += u32::from(read.is_some());
    }
    assert!(good > 2_000, "only {good} were timestamps");
}

#[test]
fn every_day_of_a_thousand_years_has_the_fields_that_chrono_gives_it() {
    let mut day = NaiveDate::from_ymd_opt(1500, 1, 1).expect("a day");
    for _ in 0..1000 * 365 {
        let seconds = day.and_hms_opt(23, 59, 58).expect("a time").and_utc().timestamp();
        let time = DateTime::from_seconds(seconds).expect("a year that C has");
        let expected = DateTime {
            year: day.year().into(),
            month: day.month0().into(),
            day: day.day().into(),
            hour: 23,
            minute: 59,
            second: 58,
            weekday: day.weekday().num_days_from_sunday().into(),
            day_of_year: day.ordinal0().into(),
        };
        assert_eq!(time, expected);
        assert_eq!(time.seconds(), seconds);
        let moment = Moment::parse(&format!("{day}T23:59:58Z")).expect("a timestamp");
        assert_eq!(moment.seconds, seconds);
        day = day.succ_opt().expect("another day");
    }
}
