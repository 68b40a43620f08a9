//! Text: strings, their parts, and formats.

use super::{BuiltIn, native};

pub(super) const BUILT_INS: &[BuiltIn] = &[
    native("ascii_downcase", "ascii_downcase", "The string with ASCII letters in lower case.")
        .example("ascii_downcase", r#""ÄBc""#, &[r#""Äbc""#]),
    native("ascii_upcase", "ascii_upcase", "The string with ASCII letters in upper case.").example(
        "ascii_upcase",
        r#""abc""#,
        &[r#""ABC""#],
    ),
    native("startswith($text)", "startswith", "True if the string begins with a text.").example(
        r#"startswith("ab")"#,
        r#""abc""#,
        &["true"],
    ),
    native("endswith($text)", "endswith", "True if the string ends with a text.").example(
        r#"endswith("ab")"#,
        r#""abc""#,
        &["false"],
    ),
    native("ltrimstr($text)", "ltrimstr", "The string without this text at its beginning.")
        .example(r#"ltrimstr("ab"), ltrimstr("x")"#, r#""abc""#, &[r#""c""#, r#""abc""#]),
    native("rtrimstr($text)", "rtrimstr", "The string without this text at its end.").example(
        r#"rtrimstr("bc")"#,
        r#""abc""#,
        &[r#""a""#],
    ),
    native("trimstr($text)", "trimstr", "The string without this text at both ends.").example(
        r#"trimstr("-")"#,
        r#""-a-""#,
        &[r#""a""#],
    ),
    native("ltrim", "ltrim", "The string without white space at its beginning.").example(
        "ltrim",
        r#"" a ""#,
        &[r#""a ""#],
    ),
    native("rtrim", "rtrim", "The string without white space at its end.").example(
        "rtrim",
        r#"" a ""#,
        &[r#"" a""#],
    ),
    native("trim", "trim", "The string without white space at both ends.").example(
        "trim",
        r#"" a ""#,
        &[r#""a""#],
    ),
    native("split($separator)", "split", "The parts of the string between separators.").example(
        r#"split(", ")"#,
        r#""a, b""#,
        &[r#"["a", "b"]"#],
    ),
    native("join($separator)", "join", "The items as one string with separators in between.")
        .example(r#"join("-")"#, r#"["a", 1, null]"#, &[r#""a-1-""#]),
    native("explode", "explode", "The code points of the string.").example(
        "explode",
        r#""aé""#,
        &["[97, 233]"],
    ),
    native("implode", "implode", "The string of code points.").example(
        "implode",
        "[97, 233]",
        &[r#""aé""#],
    ),
    native("ascii", "ascii", "The character of a code point.").example("ascii", "65", &[r#""A""#]),
    native("utf8bytelength", "utf8bytelength", "The number of bytes of the string in UTF-8.")
        .example("utf8bytelength", r#""aé""#, &["3"]),
    native("format($name)", "format", "The input in a format, such as `csv`, `uri` or `base64`.")
        .example(r#"format("csv")"#, r#"[1, "a b"]"#, &[r#""1,\"a b\"""#])
        .example("@base64", r#""hello""#, &[r#""aGVsbG8=""#]),
];
