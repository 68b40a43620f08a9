//! Functions that call functions for the items of an array.

use super::signature::Types;
use super::{BuiltIn, BuiltInId, ResultShape, built_in};

pub(super) const BUILT_INS: &[BuiltIn] = &[
    built_in("map", BuiltInId::Map, "<af>", &["array", "function"])
        .says("The results of a function of item, index and array, without undefined ones.")
        .gives(ResultShape::Mapped)
        .fused()
        .example(
            "$map([1, 2], function($item, $index) { $item * 10 + $index })",
            "null",
            "[10, 21]",
        ),
    built_in("filter", BuiltInId::Filter, "<af>", &["array", "function"])
        .says("The items for which a function of item, index and array gives true.")
        .gives(ResultShape::Items)
        .fused()
        .example("$filter([1, 2, 3], function($item) { $item > 1 })", "null", "[2, 3]"),
    built_in("single", BuiltInId::Single, "<af?>", &["array", "function"])
        .says("The one item for which a function gives true; an error if it is not one.")
        .example("$single([1, 2, 3], function($item) { $item > 2 })", "null", "3"),
    built_in("reduce", BuiltInId::Reduce, "<afj?:j>", &["array", "function", "init"])
        .says("The last result of a function of the result so far and the next item.")
        .gives(ResultShape::Reduced)
        .fused()
        .example("$reduce([1, 2, 3], function($sum, $item) { $sum + $item }, 10)", "null", "16"),
    built_in("sift", BuiltInId::Sift, "<o-f?:o>", &["object", "function"])
        .says("The members for which a function of value, key and object gives true.")
        .gives(ResultShape::Maybe(Types::OBJECT))
        .example(
            "$sift({\"a\": 1, \"b\": 2}, function($value) { $value > 1 })",
            "null",
            r#"{"b": 2}"#,
        ),
];
