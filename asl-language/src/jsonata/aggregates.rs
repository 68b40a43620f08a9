//! Aggregation of numbers.

use super::signature::Types;
use super::{BuiltIn, BuiltInId, Representation, ResultShape, built_in};

pub(super) const BUILT_INS: &[BuiltIn] = &[
    built_in("sum", BuiltInId::Sum, "<a<n>:n>", &["array"])
        .says("The sum of the numbers.")
        .gives(ResultShape::IfGiven(Types::NUMBER))
        .represented(Representation::MaybeNumber)
        .fused()
        .example("$sum(lines.price)", r#"{"lines": [{"price": 2}, {"price": 3.5}]}"#, "5.5"),
    built_in("max", BuiltInId::Max, "<a<n>:n>", &["array"])
        .says("The greatest of the numbers.")
        .gives(ResultShape::Maybe(Types::NUMBER))
        .fused()
        .example("$max([2, 7, 3])", "null", "7"),
    built_in("min", BuiltInId::Min, "<a<n>:n>", &["array"])
        .says("The least of the numbers.")
        .gives(ResultShape::Maybe(Types::NUMBER))
        .fused()
        .example("$min([2, 7, 3])", "null", "2"),
    built_in("average", BuiltInId::Average, "<a<n>:n>", &["array"])
        .says("The mean of the numbers.")
        .gives(ResultShape::Maybe(Types::NUMBER))
        .represented(Representation::MaybeNumber)
        .fused()
        .example("$average([1, 2, 6])", "null", "3"),
];
