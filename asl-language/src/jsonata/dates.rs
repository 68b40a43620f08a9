//! Dates and times. Pictures are those of `fn:format-dateTime` in `XPath`.

use super::signature::Types;
use super::{BuiltIn, BuiltInId, ResultShape, built_in};

pub(super) const BUILT_INS: &[BuiltIn] = &[
    built_in("now", BuiltInId::Now, "<s?s?:s>", &["picture", "timezone"])
        .says("The time of the run as text: ISO 8601 in UTC, or by a picture and a time zone.")
        .gives(ResultShape::Maybe(Types::STRING))
        .example("$match($now(), /^[0-9-]+T[0-9:.]+Z$/).index", "null", "0"),
    built_in("millis", BuiltInId::Millis, "<:n>", &[])
        .says("The time of the run in milliseconds since 1970, the same in the whole run.")
        .gives(ResultShape::One(Types::NUMBER))
        .example("$millis() = $millis()", "null", "true"),
    built_in("fromMillis", BuiltInId::FromMillis, "<n-s?s?:s>", &["number", "picture", "timezone"])
        .says("A time in milliseconds since 1970 as text, by a picture and a time zone.")
        .gives(ResultShape::Maybe(Types::STRING))
        .example("$fromMillis(1510067557121)", "null", r#""2017-11-07T15:12:37.121Z""#)
        .example(
            "$fromMillis(1510067557121, \"[M01]/[D01]/[Y0001] [h#1]:[m01][P]\", \"+0100\")",
            "null",
            r#""11/07/2017 4:12pm""#,
        ),
    built_in("toMillis", BuiltInId::ToMillis, "<s-s?:n>", &["timestamp", "picture"])
        .says("The milliseconds since 1970 of a time: ISO 8601, or text that fits a picture.")
        .gives(ResultShape::Maybe(Types::NUMBER))
        .example("$toMillis(\"2017-11-07T15:12:37.121Z\")", "null", "1510067557121")
        .example("$toMillis(\"7 November 2017\", \"[D1] [MNn] [Y]\")", "null", "1510012800000"),
];
