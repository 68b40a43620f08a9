//! Numbers: conversion, rounding and powers.

use super::signature::Types;
use super::{BuiltIn, BuiltInId, Representation, ResultShape, built_in};

pub(super) const BUILT_INS: &[BuiltIn] = &[
    built_in("number", BuiltInId::Number, "<(nsb)-:n>", &["value"])
        .says("The number that a string or a Boolean value stands for.")
        .gives(ResultShape::IfGiven(Types::NUMBER))
        .example("[$number(\"1.5e1\"), $number(\"0x10\"), $number(true)]", "null", "[15, 16, 1]"),
    built_in("abs", BuiltInId::Abs, "<n-:n>", &["number"])
        .says("The absolute value.")
        .gives(ResultShape::IfGiven(Types::NUMBER))
        .example("$abs(-5)", "null", "5"),
    built_in("floor", BuiltInId::Floor, "<n-:n>", &["number"])
        .says("The greatest whole number below or equal.")
        .gives(ResultShape::IfGiven(Types::NUMBER))
        .example("$floor(-5.3)", "null", "-6"),
    built_in("ceil", BuiltInId::Ceil, "<n-:n>", &["number"])
        .says("The least whole number above or equal.")
        .gives(ResultShape::IfGiven(Types::NUMBER))
        .example("$ceil(5.3)", "null", "6"),
    built_in("round", BuiltInId::Round, "<n-n?:n>", &["number", "precision"])
        .says("The nearest number with so many decimal places; halves go to the even digit.")
        .gives(ResultShape::Maybe(Types::NUMBER))
        .example("[$round(2.5), $round(123.456, 2), $round(125, -1)]", "null", "[2, 123.46, 120]"),
    built_in("sqrt", BuiltInId::Sqrt, "<n-:n>", &["number"])
        .says("The square root.")
        .gives(ResultShape::IfGiven(Types::NUMBER))
        .represented(Representation::MaybeNumber)
        .example("$sqrt(16)", "null", "4"),
    built_in("power", BuiltInId::Power, "<n-n:n>", &["base", "exponent"])
        .says("The base to the exponent.")
        .gives(ResultShape::Maybe(Types::NUMBER))
        .example("$power(2, 8)", "null", "256"),
    built_in(
        "formatNumber",
        BuiltInId::FormatNumber,
        "<n-so?:s>",
        &["number", "picture", "options"],
    )
    .says("The number as text by a picture of `fn:format-number` in XPath.")
    .gives(ResultShape::Maybe(Types::STRING))
    .example("$formatNumber(12345.6, \"#,###.00\")", "null", r#""12,345.60""#)
    .example("$formatNumber(0.14, \"01%\")", "null", r#""14%""#),
    built_in("formatBase", BuiltInId::FormatBase, "<n-n?:s>", &["number", "radix"])
        .says("The whole number as text in a radix from 2 to 36; 10 without a radix.")
        .gives(ResultShape::Maybe(Types::STRING))
        .example("[$formatBase(100, 2), $formatBase(2555, 16)]", "null", r#"["1100100", "9fb"]"#),
    built_in("formatInteger", BuiltInId::FormatInteger, "<n-s:s>", &["number", "picture"])
        .says("The whole number as text by a picture of `fn:format-integer` in XPath.")
        .gives(ResultShape::Maybe(Types::STRING))
        .example(
            "$formatInteger(2789, \"w\")",
            "null",
            r#""two thousand, seven hundred and eighty-nine""#,
        )
        .example("$formatInteger(1999, \"I\")", "null", r#""MCMXCIX""#),
    built_in("parseInteger", BuiltInId::ParseInteger, "<s-s:n>", &["string", "picture"])
        .says("The number that a text stands for, written by a picture.")
        .gives(ResultShape::Maybe(Types::NUMBER))
        .example("$parseInteger(\"twelve thousand\", \"w\")", "null", "12000")
        .example("$parseInteger(\"12,345,678\", \"#,##0\")", "null", "12345678"),
];
