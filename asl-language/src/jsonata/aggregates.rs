//! Aggregation of numbers.

use super::{BuiltIn, built_in};

pub(super) const BUILT_INS: &[BuiltIn] = &[
    built_in("sum", "sum", "<a<n>:n>", &["array"], "The sum of the numbers.").example(
        "$sum(lines.price)",
        r#"{"lines": [{"price": 2}, {"price": 3.5}]}"#,
        "5.5",
    ),
    built_in("max", "max", "<a<n>:n>", &["array"], "The greatest of the numbers.").example(
        "$max([2, 7, 3])",
        "null",
        "7",
    ),
    built_in("min", "min", "<a<n>:n>", &["array"], "The least of the numbers.").example(
        "$min([2, 7, 3])",
        "null",
        "2",
    ),
    built_in("average", "average", "<a<n>:n>", &["array"], "The mean of the numbers.").example(
        "$average([1, 2, 6])",
        "null",
        "3",
    ),
];
