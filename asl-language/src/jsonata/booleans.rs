//! Truth and existence.

use super::{BuiltIn, built_in};

pub(super) const BUILT_INS: &[BuiltIn] = &[
    built_in(
        "boolean",
        "boolean",
        "<x-:b>",
        &["value"],
        "False for 0, empty values, `null`, functions and arrays of these; else true.",
    )
    .example("[$boolean(0), $boolean([0, 1]), $boolean(\"\")]", "null", "[false, true, false]"),
    built_in("not", "not", "<x-:b>", &["value"], "The opposite of `$boolean`.").example(
        "$not(paid)",
        r#"{"paid": false}"#,
        "true",
    ),
    built_in("exists", "exists", "<x:b>", &["value"], "True if the value is not undefined.")
        .example("[$exists(a), $exists(b)]", r#"{"a": null}"#, "[true, false]"),
];
