//! Operators in the style of SQL.

use super::{BuiltIn, jq};

pub(super) const BUILT_INS: &[BuiltIn] = &[
    jq("INDEX(f)", "INDEX(.[]; f)", "An object of the items by a filter's output.").example(
        "INDEX(.id)",
        r#"[{"id": 7}]"#,
        &[r#"{"7": {"id": 7}}"#],
    ),
    jq(
        "INDEX(rows; f)",
        "reduce rows as $row ({}; .[$row | f | tostring] = $row)",
        "An object of the outputs of a filter by another one's output.",
    )
    .example("INDEX(.[]; .id)", r#"[{"id": "a"}]"#, &[r#"{"a": {"id": "a"}}"#]),
    jq("IN(items)", ". as $value | any(items; . == $value)", "True if the input is an output.")
        .example("IN(1, 2)", "2", &["true"]),
    jq("IN(values; items)", "any(values; IN(items))", "True if two filters share an output.")
        .example("IN(.[]; 3, 4)", "[1, 2]", &["false"]),
    jq("JOIN($index; f)", "[.[] | [., $index[f]]]", "The items, each with its row of an index.")
        .example(r#"JOIN({"1": "x"}; tostring)"#, "[1]", &[r#"[[1, "x"]]"#]),
    jq(
        "JOIN($index; rows; f)",
        "rows | [., $index[f]]",
        "The outputs of a filter, each with its row of an index.",
    )
    .example(r#"JOIN({"1": "x"}; .[]; tostring)"#, "[1]", &[r#"[1, "x"]"#]),
    jq(
        "JOIN($index; rows; f; join)",
        "rows | [., $index[f]] | join",
        "The same with a filter applied to each pair.",
    )
    .example(r#"JOIN({"1": "x"}; .[]; tostring; .[1])"#, "[1]", &[r#""x""#]),
];
