//! Text: strings, their parts, and formats.

use super::{BuiltIn, BuiltInId, finite, native};
use crate::shape::Kinds;

pub(super) const BUILT_INS: &[BuiltIn] = &[
    finite("ascii_downcase", "ascii_downcase", "The string with ASCII letters in lower case.")
        .of(Kinds::TEXT, Kinds::TEXT)
        .example("ascii_downcase", r#""ÄBc""#, &[r#""Äbc""#]),
    finite("ascii_upcase", "ascii_upcase", "The string with ASCII letters in upper case.")
        .of(Kinds::TEXT, Kinds::TEXT)
        .example("ascii_upcase", r#""abc""#, &[r#""ABC""#]),
    finite("startswith($text)", "startswith", "True if the string begins with a text.")
        .of(Kinds::TEXT, Kinds::BOOLEAN)
        .example(r#"startswith("ab")"#, r#""abc""#, &["true"]),
    finite("endswith($text)", "endswith", "True if the string ends with a text.")
        .of(Kinds::TEXT, Kinds::BOOLEAN)
        .example(r#"endswith("ab")"#, r#""abc""#, &["false"]),
    finite("ltrimstr($text)", "ltrimstr", "The string without this text at its beginning.")
        .passing()
        .example(r#"ltrimstr("ab"), ltrimstr("x")"#, r#""abc""#, &[r#""c""#, r#""abc""#]),
    finite("rtrimstr($text)", "rtrimstr", "The string without this text at its end.")
        .passing()
        .example(r#"rtrimstr("bc")"#, r#""abc""#, &[r#""a""#]),
    finite("trimstr($text)", "trimstr", "The string without this text at both ends.")
        .passing()
        .example(r#"trimstr("-")"#, r#""-a-""#, &[r#""a""#]),
    finite("ltrim", "ltrim", "The string without white space at its beginning.")
        .of(Kinds::TEXT, Kinds::TEXT)
        .passing()
        .example("ltrim", r#"" a ""#, &[r#""a ""#]),
    finite("rtrim", "rtrim", "The string without white space at its end.")
        .of(Kinds::TEXT, Kinds::TEXT)
        .passing()
        .example("rtrim", r#"" a ""#, &[r#"" a""#]),
    finite("trim", "trim", "The string without white space at both ends.")
        .of(Kinds::TEXT, Kinds::TEXT)
        .passing()
        .example("trim", r#"" a ""#, &[r#""a""#]),
    finite("split($separator)", "split", "The parts of the string between separators.")
        .of(Kinds::TEXT, Kinds::LIST)
        .example(r#"split(", ")"#, r#""a, b""#, &[r#"["a", "b"]"#]),
    finite("join($separator)", "join", "The items as one string with separators in between.")
        .of(Kinds::LIST.or(Kinds::OBJECT), Kinds::TEXT)
        .id(BuiltInId::Join)
        .example(r#"join("-")"#, r#"["a", 1, null]"#, &[r#""a-1-""#]),
    finite("explode", "explode", "The code points of the string.")
        .of(Kinds::TEXT, Kinds::LIST)
        .example("explode", r#""aé""#, &["[97, 233]"]),
    finite("implode", "implode", "The string of code points.")
        .of(Kinds::LIST, Kinds::TEXT)
        .example("implode", "[97, 233]", &[r#""aé""#]),
    native("ascii", "ascii", "The character of a code point.").example("ascii", "65", &[r#""A""#]),
    native("utf8bytelength", "utf8bytelength", "The number of bytes of the string in UTF-8.")
        .of(Kinds::TEXT, Kinds::NUMBER)
        .example("utf8bytelength", r#""aé""#, &["3"]),
    finite("format($name)", "format", "The input in a format, such as `csv`, `uri` or `base64`.")
        .of(Kinds::NONE, Kinds::TEXT)
        .example(r#"format("csv")"#, r#"[1, "a b"]"#, &[r#""1,\"a b\"""#])
        .example("@base64", r#""hello""#, &[r#""aGVsbG8=""#]),
];
