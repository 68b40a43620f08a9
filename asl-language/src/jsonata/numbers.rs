//! Numbers: conversion, rounding and powers.

use super::{BuiltIn, built_in};

pub(super) const BUILT_INS: &[BuiltIn] = &[
    built_in(
        "number",
        "number",
        "<(nsb)-:n>",
        &["value"],
        "The number that a string or a Boolean value stands for.",
    )
    .example("[$number(\"1.5e1\"), $number(\"0x10\"), $number(true)]", "null", "[15, 16, 1]"),
    built_in("abs", "abs", "<n-:n>", &["number"], "The absolute value.")
        .example("$abs(-5)", "null", "5"),
    built_in("floor", "floor", "<n-:n>", &["number"], "The greatest whole number below or equal.")
        .example("$floor(-5.3)", "null", "-6"),
    built_in("ceil", "ceil", "<n-:n>", &["number"], "The least whole number above or equal.")
        .example("$ceil(5.3)", "null", "6"),
    built_in(
        "round",
        "round",
        "<n-n?:n>",
        &["number", "precision"],
        "The nearest number with so many decimal places; halves go to the even digit.",
    )
    .example("[$round(2.5), $round(123.456, 2), $round(125, -1)]", "null", "[2, 123.46, 120]"),
    built_in("sqrt", "sqrt", "<n-:n>", &["number"], "The square root.").example(
        "$sqrt(16)",
        "null",
        "4",
    ),
    built_in("power", "power", "<n-n:n>", &["base", "exponent"], "The base to the exponent.")
        .example("$power(2, 8)", "null", "256"),
    built_in(
        "formatNumber",
        "format_number",
        "<n-so?:s>",
        &["number", "picture", "options"],
        "The number as text by a picture of `fn:format-number` in XPath.",
    )
    .example("$formatNumber(12345.6, \"#,###.00\")", "null", r#""12,345.60""#)
    .example("$formatNumber(0.14, \"01%\")", "null", r#""14%""#),
    built_in(
        "formatBase",
        "format_base",
        "<n-n?:s>",
        &["number", "radix"],
        "The whole number as text in a radix from 2 to 36; 10 without a radix.",
    )
    .example("[$formatBase(100, 2), $formatBase(2555, 16)]", "null", r#"["1100100", "9fb"]"#),
    built_in(
        "formatInteger",
        "format_integer",
        "<n-s:s>",
        &["number", "picture"],
        "The whole number as text by a picture of `fn:format-integer` in XPath.",
    )
    .example(
        "$formatInteger(2789, \"w\")",
        "null",
        r#""two thousand, seven hundred and eighty-nine""#,
    )
    .example("$formatInteger(1999, \"I\")", "null", r#""MCMXCIX""#),
    built_in(
        "parseInteger",
        "parse_integer",
        "<s-s:n>",
        &["string", "picture"],
        "The number that a text stands for, written by a picture.",
    )
    .example("$parseInteger(\"twelve thousand\", \"w\")", "null", "12000")
    .example("$parseInteger(\"12,345,678\", \"#,##0\")", "null", "12345678"),
];
