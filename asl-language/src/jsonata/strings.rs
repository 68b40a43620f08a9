//! Strings: parts, patterns and encodings.

use super::{BuiltIn, built_in};

pub(super) const BUILT_INS: &[BuiltIn] = &[
    built_in(
        "string",
        "string",
        "<x-b?:s>",
        &["value", "prettify"],
        "The value as JSON text; a string remains as it is.",
    )
    .example(
        "[$string(5), $string({\"a\": [1]}), $string(\"x\")]",
        "null",
        r#"["5", "{\"a\":[1]}", "x"]"#,
    ),
    built_in("length", "length", "<s-:n>", &["string"], "The number of characters.").example(
        "$length(\"häß😀\")",
        "null",
        "4",
    ),
    built_in(
        "substring",
        "substring",
        "<s-nn?:s>",
        &["string", "start", "length"],
        "The characters from a place on, counted from the end if it is negative.",
    )
    .example("$substring(\"Hello\", 1, 3)", "null", r#""ell""#)
    .example("$substring(\"Hello\", -2)", "null", r#""lo""#),
    built_in(
        "substringBefore",
        "substring_before",
        "<s-s:s>",
        &["string", "chars"],
        "The text before the first occurrence of another; without one, the whole.",
    )
    .example("$substringBefore(\"key=value\", \"=\")", "null", r#""key""#),
    built_in(
        "substringAfter",
        "substring_after",
        "<s-s:s>",
        &["string", "chars"],
        "The text after the first occurrence of another; without one, the whole.",
    )
    .example("$substringAfter(\"key=value\", \"=\")", "null", r#""value""#),
    built_in("lowercase", "lowercase", "<s-:s>", &["string"], "The string in lower case.").example(
        "$lowercase(\"Äb\")",
        "null",
        r#""äb""#,
    ),
    built_in("uppercase", "uppercase", "<s-:s>", &["string"], "The string in upper case.").example(
        "$uppercase(\"Äb\")",
        "null",
        r#""ÄB""#,
    ),
    built_in(
        "trim",
        "trim",
        "<s-:s>",
        &["string"],
        "The string with single spaces between words and none at its ends.",
    )
    .example("$trim(\"  a \\n b \")", "null", r#""a b""#),
    built_in(
        "pad",
        "pad",
        "<s-ns?:s>",
        &["string", "width", "char"],
        "The string, filled on the right to a width; on the left if it is negative.",
    )
    .example("[$pad(\"ab\", 4, \"-\"), $pad(\"7\", -3, \"0\")]", "null", r#"["ab--", "007"]"#),
    built_in(
        "contains",
        "contains",
        "<s-(sf):b>",
        &["string", "pattern"],
        "True if a text or a match of a regular expression is in the string.",
    )
    .example("[$contains(\"abc\", \"bc\"), $contains(\"abc\", /^b/)]", "null", "[true, false]"),
    built_in(
        "match",
        "match_pattern",
        "<s-f<s:o>n?:a<o>>",
        &["string", "pattern", "limit"],
        "The matches of a regular expression: their text, index and groups.",
    )
    .example(
        "$match(\"a1b2\", /[a-z]([0-9])/, 1)",
        "null",
        r#"{"match": "a1", "index": 0, "groups": ["1"]}"#,
    ),
    built_in(
        "replace",
        "replace",
        "<s-(sf)(sf)n?:s>",
        &["string", "pattern", "replacement", "limit"],
        "The string with matches replaced by a text, in which `$1` is a group.",
    )
    .example("$replace(\"a-b-c\", \"-\", \"+\", 1)", "null", r#""a+b-c""#)
    .example(
        "$replace(\"John Smith\", /(\\w+) (\\w+)/, \"$2, $1\")",
        "null",
        r#""Smith, John""#,
    ),
    built_in(
        "split",
        "split",
        "<s-(sf)n?:a<s>>",
        &["string", "separator", "limit"],
        "The parts of the string between separators.",
    )
    .example("$split(\"a, b;c\", /[,;]\\s*/)", "null", r#"["a", "b", "c"]"#),
    built_in(
        "join",
        "join",
        "<a<s>s?:s>",
        &["array", "separator"],
        "The strings as one, with separators between them.",
    )
    .example("$join([\"a\", \"b\"], \"-\")", "null", r#""a-b""#),
    built_in("base64encode", "base64_encode", "<s-:s>", &["string"], "The string in base 64.")
        .example("$base64encode(\"hello\")", "null", r#""aGVsbG8=""#),
    built_in(
        "base64decode",
        "base64_decode",
        "<s-:s>",
        &["string"],
        "The string that a text in base 64 stands for.",
    )
    .example("$base64decode(\"aGVsbG8=\")", "null", r#""hello""#),
    built_in(
        "encodeUrlComponent",
        "encode_url_component",
        "<s-:s>",
        &["string"],
        "The string as a part of a URL, with `%` escapes.",
    )
    .example("$encodeUrlComponent(\"a b&c\")", "null", r#""a%20b%26c""#),
    built_in(
        "encodeUrl",
        "encode_url",
        "<s-:s>",
        &["string"],
        "The URL with `%` escapes for characters that URLs cannot have.",
    )
    .example("$encodeUrl(\"http://x/?a=b c\")", "null", r#""http://x/?a=b%20c""#),
    built_in(
        "decodeUrlComponent",
        "decode_url_component",
        "<s-:s>",
        &["string"],
        "The opposite of `$encodeUrlComponent`.",
    )
    .example("$decodeUrlComponent(\"a%20b%26c\")", "null", r#""a b&c""#),
    built_in("decodeUrl", "decode_url", "<s-:s>", &["string"], "The opposite of `$encodeUrl`.")
        .example("$decodeUrl(\"http://x/?a=b%20c\")", "null", r#""http://x/?a=b c""#),
];
