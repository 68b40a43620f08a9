//! Dates: seconds since 1970, broken down times, and their text. All are UTC.

use super::{BuiltIn, jq, native};

pub(super) const BUILT_INS: &[BuiltIn] = &[
    native("now", "now", "The time given to the run, in seconds since 1970.").example(
        "now | type",
        "null",
        &[r#""number""#],
    ),
    native("todate", "todate", "Seconds since 1970 as a date in ISO 8601.").example(
        "todate",
        "1425599621",
        &[r#""2015-03-05T23:53:41Z""#],
    ),
    native("todateiso8601", "todate", "The same as `todate`.").example(
        "todateiso8601",
        "0",
        &[r#""1970-01-01T00:00:00Z""#],
    ),
    native("date", "todate", "The same as `todate`.").example(
        "date",
        "0",
        &[r#""1970-01-01T00:00:00Z""#],
    ),
    native("fromdate", "fromdate", "A date in ISO 8601 as seconds since 1970.").example(
        "fromdate",
        r#""2015-03-05T23:53:41Z""#,
        &["1425599621"],
    ),
    native("fromdateiso8601", "fromdate", "The same as `fromdate`.").example(
        "fromdateiso8601",
        r#""1970-01-02T00:00:00Z""#,
        &["86400"],
    ),
    jq("dateadd(unit; $count)", ". + $count", "A time so many seconds later.").example(
        r#"dateadd("seconds"; 60)"#,
        "0",
        &["60"],
    ),
    jq("datesub(unit; $count)", ". - $count", "A time so many seconds earlier.").example(
        r#"datesub("seconds"; 60)"#,
        "60",
        &["0"],
    ),
    native("gmtime", "gmtime", "Seconds since 1970 as a broken down time.").example(
        "gmtime",
        "1425599621",
        &["[2015, 2, 5, 23, 53, 41, 4, 63]"],
    ),
    native("localtime", "localtime", "The same as `gmtime`: the only time zone is UTC.").example(
        "localtime",
        "0",
        &["[1970, 0, 1, 0, 0, 0, 4, 0]"],
    ),
    native("mktime", "mktime", "A broken down time as seconds since 1970.").example(
        "mktime",
        "[2015, 2, 5, 23, 53, 41, 4, 63]",
        &["1425599621"],
    ),
    native("strftime($format)", "strftime", "A time as text in a format of C's `strftime`.")
        .example(r#"strftime("%A, %B %d, %Y")"#, "1425599621", &[r#""Thursday, March 05, 2015""#]),
    native("strflocaltime($format)", "strflocaltime", "The same as `strftime`.").example(
        r#"strflocaltime("%H:%M %Z")"#,
        "0",
        &[r#""00:00 UTC""#],
    ),
    native("strptime($format)", "strptime", "The broken down time that a text spells.").example(
        r#"strptime("%Y-%m-%d")"#,
        r#""2015-03-05""#,
        &["[2015, 2, 5, 0, 0, 0, 4, 63]"],
    ),
];
