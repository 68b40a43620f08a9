//! Dates as text.

use super::Definition;

/// The definitions.
pub(super) const DEFINITIONS: &[Definition] = &[
    (("todateiso8601", 0), "def todateiso8601: strftime(\"%Y-%m-%dT%H:%M:%SZ\");"),
    (("fromdateiso8601", 0), "def fromdateiso8601: strptime(\"%Y-%m-%dT%H:%M:%SZ\") | mktime;"),
    (("todate", 0), "def todate: todateiso8601;"),
    (("fromdate", 0), "def fromdate: fromdateiso8601;"),
    (("date", 0), "def date: todateiso8601;"),
    (("dateadd", 2), "def dateadd(unit; $count): . + $count;"),
    (("datesub", 2), "def datesub(unit; $count): . - $count;"),
];
