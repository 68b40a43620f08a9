//! Truth and existence.

use super::signature::Types;
use super::{BuiltIn, BuiltInId, Representation, ResultShape, built_in};

pub(super) const BUILT_INS: &[BuiltIn] = &[
    built_in("boolean", BuiltInId::Boolean, "<x-:b>", &["value"])
        .says("False for 0, empty values, `null`, functions and arrays of these; else true.")
        .gives(ResultShape::IfGiven(Types::BOOLEAN))
        .represented(Representation::MaybeTruth)
        .example("[$boolean(0), $boolean([0, 1]), $boolean(\"\")]", "null", "[false, true, false]"),
    built_in("not", BuiltInId::Not, "<x-:b>", &["value"])
        .says("The opposite of `$boolean`.")
        .gives(ResultShape::IfGiven(Types::BOOLEAN))
        .represented(Representation::MaybeTruth)
        .example("$not(paid)", r#"{"paid": false}"#, "true"),
    built_in("exists", BuiltInId::Exists, "<x:b>", &["value"])
        .says("True if the value is not undefined.")
        .gives(ResultShape::One(Types::BOOLEAN))
        .represented(Representation::Truth)
        .fused()
        .example("[$exists(a), $exists(b)]", r#"{"a": null}"#, "[true, false]"),
];
