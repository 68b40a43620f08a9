//! Types of values: tests, selections and conversions.

use super::{BuiltIn, BuiltInId, finite, jq, native};
use crate::shape::Kinds;

pub(super) const BUILT_INS: &[BuiltIn] = &[
    finite("type", "type_name", "The name of the input's type.")
        .of(Kinds::NONE, Kinds::TEXT)
        .id(BuiltInId::TypeName)
        .example(
            "map(type)",
            r#"[null, 1, "a", []]"#,
            &[r#"["null", "number", "string", "array"]"#],
        ),
    jq("values", "if . == null then empty else . end", "The input, unless it is `null`.").example(
        "map(values)",
        "[1, null, 2]",
        &["[1, 2]"],
    ),
    jq("nulls", "if . == null then . else empty end", "The input if it is `null`.").example(
        "map(nulls)",
        "[1, null]",
        &["[null]"],
    ),
    jq(
        "booleans",
        r#"if type == "boolean" then . else empty end"#,
        "The input if it is a boolean.",
    )
    .example("map(booleans)", r#"[true, 1, "a"]"#, &["[true]"]),
    jq("numbers", r#"if type == "number" then . else empty end"#, "The input if it is a number.")
        .example("map(numbers)", r#"[true, 1, "a"]"#, &["[1]"]),
    jq("strings", r#"if type == "string" then . else empty end"#, "The input if it is a string.")
        .example("map(strings)", r#"[true, 1, "a"]"#, &[r#"["a"]"#]),
    jq("arrays", r#"if type == "array" then . else empty end"#, "The input if it is an array.")
        .example("map(arrays)", "[1, [2], {}]", &["[[2]]"]),
    jq("objects", r#"if type == "object" then . else empty end"#, "The input if it is an object.")
        .example("map(objects)", "[1, [2], {}]", &["[{}]"]),
    jq(
        "iterables",
        r#"type as $t | if $t == "array" or $t == "object" then . else empty end"#,
        "The input if it is an array or an object.",
    )
    .example("map(iterables)", "[1, [2], {}]", &["[[2], {}]"]),
    jq(
        "scalars",
        r#"type as $t | if $t == "array" or $t == "object" then empty else . end"#,
        "The input if it is neither an array nor an object.",
    )
    .example("map(scalars)", r#"[1, [2], {}, "a"]"#, &[r#"[1, "a"]"#]),
    finite("tostring", "tostring", "A string as it is, any other value as JSON text.")
        .of(Kinds::NONE, Kinds::TEXT)
        .passing()
        .example("map(tostring)", r#"["a", 1, [2]]"#, &[r#"["a", "1", "[2]"]"#]),
    native("tonumber", "tonumber", "A number as it is, a string as the number it spells.")
        .of(Kinds::TEXT.or(Kinds::NUMBER), Kinds::NUMBER)
        .passing()
        .example("map(tonumber)", r#"[1, "2.5"]"#, &["[1, 2.5]"]),
    native("toboolean", "toboolean", "A boolean as it is, a string as the boolean it spells.")
        .of(Kinds::TEXT.or(Kinds::BOOLEAN), Kinds::BOOLEAN)
        .example("map(toboolean)", r#"[true, "false"]"#, &["[true, false]"]),
    native("toarray", "toarray", "An array as it is, any other value as an array of one item.")
        .of(Kinds::NONE, Kinds::LIST)
        .passing()
        .example("map(toarray)", "[1, [2]]", &["[[1], [2]]"]),
    finite("tojson", "tojson", "The input as JSON text.").of(Kinds::NONE, Kinds::TEXT).example(
        "tojson",
        r#"{"a": [1, "b"]}"#,
        &[r#""{\"a\":[1,\"b\"]}""#],
    ),
    native("fromjson", "fromjson", "The value of a JSON text.")
        .of(Kinds::TEXT, Kinds::NONE)
        .example("fromjson", r#""[1, {\"a\": 2}]""#, &[r#"[1, {"a": 2}]"#]),
    finite("length", "length", "The number of items, members or characters; a number's magnitude.")
        .of(Kinds::BOOLEAN.others(), Kinds::NUMBER)
        .id(BuiltInId::Length)
        .example("map(length)", r#"[[1, 2], {"a": 1}, "añb", -3, null]"#, &["[2, 1, 3, 3, 0]"]),
];
