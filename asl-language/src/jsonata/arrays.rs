//! Arrays: items and their order.

use super::signature::Types;
use super::{BuiltIn, BuiltInId, Representation, ResultShape, built_in};

pub(super) const BUILT_INS: &[BuiltIn] = &[
    built_in("count", BuiltInId::Count, "<a:n>", &["array"])
        .says("The number of items: 0 for undefined, 1 for a value that is no array.")
        .gives(ResultShape::One(Types::NUMBER))
        .represented(Representation::Number)
        .fused()
        .example("[$count([1, 2]), $count(\"a\"), $count(b)]", "{}", "[2, 1, 0]"),
    built_in("append", BuiltInId::Append, "<xx:a>", &["array1", "array2"])
        .says("The items of both arrays; a value that is no array is one item.")
        .example("$append([1, 2], 3)", "null", "[1, 2, 3]"),
    built_in("sort", BuiltInId::Sort, "<af?:a>", &["array", "function"])
        .says("The items in order; a function of two items says if they must change places.")
        .gives(ResultShape::Items)
        .fused()
        .example("$sort([3, 1, 2])", "null", "[1, 2, 3]")
        .example(
            "$sort(items, function($a, $b) { $a.n < $b.n }).n",
            r#"{"items": [{"n": 1}, {"n": 2}]}"#,
            "[2, 1]",
        ),
    built_in("reverse", BuiltInId::Reverse, "<a:a>", &["array"])
        .says("The items in reverse order.")
        .gives(ResultShape::Items)
        .example("$reverse([1, 2, 3])", "null", "[3, 2, 1]"),
    built_in("shuffle", BuiltInId::Shuffle, "<a:a>", &["array"])
        .says("The items in random order.")
        .gives(ResultShape::Items)
        .example("$shuffle([1])", "null", "[1]"),
    built_in("distinct", BuiltInId::Distinct, "<x:x>", &["array"])
        .says("The items without duplicates.")
        .gives(ResultShape::Items)
        .example("$distinct([1, 2, 1])", "null", "[1, 2]"),
    built_in("zip", BuiltInId::Zip, "<a+>", &["arrays"])
        .says("One array of items for each index, as long as the shortest array.")
        .example("$zip([1, 2], [3, 4, 5])", "null", "[[1, 3], [2, 4]]"),
];
