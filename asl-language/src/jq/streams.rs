//! Streams: values as their leaves with paths.

use super::{BuiltIn, Special, jq, special};

pub(super) const BUILT_INS: &[BuiltIn] = &[
    special("tostream", Special::ToStream, "The leaves of the input with their paths.")
        .example("[tostream]", r#"{"a": [1]}"#, &[r#"[[["a", 0], 1], [["a", 0]], [["a"]]]"#]),
    jq(
        "fromstream(f)",
        r#"foreach f as $event ({}; (if .complete then {} else . end) | if ($event | length) == 2 then setpath(["value"] + $event[0]; $event[1]) | .complete = ($event[0] == []) else .complete = (($event[0] | length) == 1) end; if .complete then .value else empty end)"#,
        "The values of a stream.",
    )
    .example("fromstream(tostream)", r#"{"a": [1]}"#, &[r#"{"a": [1]}"#]),
    jq(
        "truncate_stream(f)",
        ". as $depth | null | f | if (.[0] | length) > $depth then .[0] |= .[$depth:] else empty end",
        "A stream whose paths lack so many of their first keys.",
    )
    .example("[1 | truncate_stream([[0], 1], [[1, 0], 2], [[1, 0]], [[1]])]", "null", &["[[[0], 2], [[0]]]"]),
];
