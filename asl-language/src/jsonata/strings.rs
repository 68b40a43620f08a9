//! Strings: parts, patterns and encodings.

use super::signature::Types;
use super::{BuiltIn, BuiltInId, Representation, ResultShape, built_in};

pub(super) const BUILT_INS: &[BuiltIn] = &[
    built_in("string", BuiltInId::String, "<x-b?:s>", &["value", "prettify"])
        .says("The value as JSON text; a string remains as it is.")
        .gives(ResultShape::IfGiven(Types::STRING))
        .example(
            "[$string(5), $string({\"a\": [1]}), $string(\"x\")]",
            "null",
            r#"["5", "{\"a\":[1]}", "x"]"#,
        ),
    built_in("length", BuiltInId::Length, "<s-:n>", &["string"])
        .says("The number of characters.")
        .gives(ResultShape::IfGiven(Types::NUMBER))
        .represented(Representation::MaybeNumber)
        .example("$length(\"häß😀\")", "null", "4"),
    built_in("substring", BuiltInId::Substring, "<s-nn?:s>", &["string", "start", "length"])
        .says("The characters from a place on, counted from the end if it is negative.")
        .gives(ResultShape::Maybe(Types::STRING))
        .represented(Representation::Text)
        .example("$substring(\"Hello\", 1, 3)", "null", r#""ell""#)
        .example("$substring(\"Hello\", -2)", "null", r#""lo""#),
    built_in("substringBefore", BuiltInId::SubstringBefore, "<s-s:s>", &["string", "chars"])
        .says("The text before the first occurrence of another; without one, the whole.")
        .gives(ResultShape::Maybe(Types::STRING))
        .represented(Representation::Text)
        .example("$substringBefore(\"key=value\", \"=\")", "null", r#""key""#),
    built_in("substringAfter", BuiltInId::SubstringAfter, "<s-s:s>", &["string", "chars"])
        .says("The text after the first occurrence of another; without one, the whole.")
        .gives(ResultShape::Maybe(Types::STRING))
        .represented(Representation::Text)
        .example("$substringAfter(\"key=value\", \"=\")", "null", r#""value""#),
    built_in("lowercase", BuiltInId::Lowercase, "<s-:s>", &["string"])
        .says("The string in lower case.")
        .gives(ResultShape::IfGiven(Types::STRING))
        .represented(Representation::Text)
        .example("$lowercase(\"Äb\")", "null", r#""äb""#),
    built_in("uppercase", BuiltInId::Uppercase, "<s-:s>", &["string"])
        .says("The string in upper case.")
        .gives(ResultShape::IfGiven(Types::STRING))
        .represented(Representation::Text)
        .example("$uppercase(\"Äb\")", "null", r#""ÄB""#),
    built_in("trim", BuiltInId::Trim, "<s-:s>", &["string"])
        .says("The string with single spaces between words and none at its ends.")
        .gives(ResultShape::IfGiven(Types::STRING))
        .represented(Representation::Text)
        .example("$trim(\"  a \\n b \")", "null", r#""a b""#),
    built_in("pad", BuiltInId::Pad, "<s-ns?:s>", &["string", "width", "char"])
        .says("The string, filled on the right to a width; on the left if it is negative.")
        .gives(ResultShape::Maybe(Types::STRING))
        .example("[$pad(\"ab\", 4, \"-\"), $pad(\"7\", -3, \"0\")]", "null", r#"["ab--", "007"]"#),
    built_in("contains", BuiltInId::Contains, "<s-(sf):b>", &["string", "pattern"])
        .says("True if a text or a match of a regular expression is in the string.")
        .gives(ResultShape::Maybe(Types::BOOLEAN))
        .represented(Representation::MaybeTruth)
        .example("[$contains(\"abc\", \"bc\"), $contains(\"abc\", /^b/)]", "null", "[true, false]"),
    built_in(
        "match",
        BuiltInId::MatchPattern,
        "<s-f<s:o>n?:a<o>>",
        &["string", "pattern", "limit"],
    )
    .says("The matches of a regular expression: their text, index and groups.")
    .example(
        "$match(\"a1b2\", /[a-z]([0-9])/, 1)",
        "null",
        r#"{"match": "a1", "index": 0, "groups": ["1"]}"#,
    ),
    built_in(
        "replace",
        BuiltInId::Replace,
        "<s-(sf)(sf)n?:s>",
        &["string", "pattern", "replacement", "limit"],
    )
    .says("The string with matches replaced by a text, in which `$1` is a group.")
    .gives(ResultShape::Maybe(Types::STRING))
    .example("$replace(\"a-b-c\", \"-\", \"+\", 1)", "null", r#""a+b-c""#)
    .example(
        "$replace(\"John Smith\", /(\\w+) (\\w+)/, \"$2, $1\")",
        "null",
        r#""Smith, John""#,
    ),
    built_in("split", BuiltInId::Split, "<s-(sf)n?:a<s>>", &["string", "separator", "limit"])
        .says("The parts of the string between separators.")
        .gives(ResultShape::Array(Types::STRING))
        .example("$split(\"a, b;c\", /[,;]\\s*/)", "null", r#"["a", "b", "c"]"#),
    built_in("join", BuiltInId::Join, "<a<s>s?:s>", &["array", "separator"])
        .says("The strings as one, with separators between them.")
        .gives(ResultShape::Maybe(Types::STRING))
        .fused()
        .example("$join([\"a\", \"b\"], \"-\")", "null", r#""a-b""#),
    built_in("base64encode", BuiltInId::Base64Encode, "<s-:s>", &["string"])
        .says("The string in base 64.")
        .gives(ResultShape::Maybe(Types::STRING))
        .example("$base64encode(\"hello\")", "null", r#""aGVsbG8=""#),
    built_in("base64decode", BuiltInId::Base64Decode, "<s-:s>", &["string"])
        .says("The string that a text in base 64 stands for.")
        .gives(ResultShape::Maybe(Types::STRING))
        .example("$base64decode(\"aGVsbG8=\")", "null", r#""hello""#),
    built_in("encodeUrlComponent", BuiltInId::EncodeUrlComponent, "<s-:s>", &["string"])
        .says("The string as a part of a URL, with `%` escapes.")
        .gives(ResultShape::Maybe(Types::STRING))
        .example("$encodeUrlComponent(\"a b&c\")", "null", r#""a%20b%26c""#),
    built_in("encodeUrl", BuiltInId::EncodeUrl, "<s-:s>", &["string"])
        .says("The URL with `%` escapes for characters that URLs cannot have.")
        .gives(ResultShape::Maybe(Types::STRING))
        .example("$encodeUrl(\"http://x/?a=b c\")", "null", r#""http://x/?a=b%20c""#),
    built_in("decodeUrlComponent", BuiltInId::DecodeUrlComponent, "<s-:s>", &["string"])
        .says("The opposite of `$encodeUrlComponent`.")
        .gives(ResultShape::Maybe(Types::STRING))
        .example("$decodeUrlComponent(\"a%20b%26c\")", "null", r#""a b&c""#),
    built_in("decodeUrl", BuiltInId::DecodeUrl, "<s-:s>", &["string"])
        .says("The opposite of `$encodeUrl`.")
        .gives(ResultShape::Maybe(Types::STRING))
        .example("$decodeUrl(\"http://x/?a=b%20c\")", "null", r#""http://x/?a=b c""#),
];
