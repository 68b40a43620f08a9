//! Functions that Step Functions adds to JSONata.

use super::signature::Types;
use super::{BuiltIn, BuiltInId, ResultShape, built_in};

pub(super) const BUILT_INS: &[BuiltIn] = &[
    built_in("partition", BuiltInId::Partition, "<xn?:a<a>>", &["array", "size"])
        .says("The items in arrays of a size; the last array has the rest.")
        .example("$partition([1, 2, 3], 2)", "null", "[[1, 2], [3]]")
        .added(),
    built_in("range", BuiltInId::Range, "<nnn?:a<n>>", &["start", "end", "step"])
        .says("The numbers from start to end by a step; undefined without a step.")
        .example("$range(0, 10, 5)", "null", "[0, 5, 10]")
        .added(),
    built_in("hash", BuiltInId::Hash, "<ss?:s>", &["text", "algorithm"])
        .says("The hash of the text in hexadecimal: MD5, SHA-1, SHA-256, SHA-384 or SHA-512.")
        .gives(ResultShape::Maybe(Types::STRING))
        .example("$hash(\"a\", \"MD5\")", "null", r#""0cc175b9c0f1b6a831c399e269772661""#)
        .added(),
    built_in("random", BuiltInId::Random, "<n?:n>", &["seed"])
        .says("A random number from 0 to below 1, the same one for the same seed.")
        .gives(ResultShape::One(Types::NUMBER))
        .example("$random(42)", "null", "0.7275636800328681")
        .added(),
    built_in("uuid", BuiltInId::Uuid, "<:s>", &[])
        .says("A random UUID of version 4.")
        .gives(ResultShape::One(Types::STRING))
        .example("$length($uuid())", "null", "36")
        .added(),
    built_in("parse", BuiltInId::Parse, "<s?:x>", &["text"])
        .says("The value that the text is the JSON of.")
        .example("$parse(\"[1, {}]\")", "null", "[1, {}]")
        .added(),
];
