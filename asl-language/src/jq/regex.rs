//! Regular expressions: matches, and the texts made from them.

use super::{BuiltIn, BuiltInId, finite, jq};

pub(super) const BUILT_INS: &[BuiltIn] = &[
    jq(
        "test($pattern)",
        "($pattern | _pattern) as [$text, $flags] | test($text; $flags)",
        "True if a pattern matches the string.",
    ).id(BuiltInId::Test)
    .example(r#"test("a+b")"#, r#""xaab""#, &["true"]),
    jq("test(pattern; flags)", "_match_impl(pattern; flags; true)", "The same with flags.").id(BuiltInId::Test)
        .example(r#"test("A"; "i")"#, r#""a""#, &["true"]),
    jq(
        "match($pattern)",
        "($pattern | _pattern) as [$text, $flags] | match($text; $flags)",
        "The first match: its offset, length, text and captures.",
    ).id(BuiltInId::Match)
    .example(
        r#"match("b")"#,
        r#""abc""#,
        &[r#"{"offset": 1, "length": 1, "string": "b", "captures": []}"#],
    ),
    jq("match(pattern; flags)", "_match_impl(pattern; flags; false)[]", "The same with flags.").id(BuiltInId::Match)
        .example(r#"match("B"; "gi").offset"#, r#""abb""#, &["1", "2"]),
    jq(
        "capture($pattern)",
        "($pattern | _pattern) as [$text, $flags] | capture($text; $flags)",
        "An object of the named captures.",
    )
    .example(r#"capture("(?<n>[0-9]+)")"#, r#""a12""#, &[r#"{"n": "12"}"#]),
    jq("capture(pattern; flags)", "match(pattern; flags) | _captured", "The same with flags.")
        .example(r#"capture("(?<n>A)"; "i")"#, r#""a""#, &[r#"{"n": "a"}"#]),
    jq("scan($pattern)", "scan($pattern; null)", "The text, or the captures, of each match.")
        .example(r#"scan("[0-9]+")"#, r#""a1b23""#, &[r#""1""#, r#""23""#]),
    jq(
        "scan($pattern; $flags)",
        r#"match($pattern; "g" + $flags) | if .captures == [] then .string else [.captures[].string] end"#,
        "The same with flags.",
    )
    .example(r#"scan("A"; "i")"#, r#""aba""#, &[r#""a""#, r#""a""#]),
    jq(
        "split($pattern; $flags)",
        "[splits($pattern; $flags)]",
        "The parts of the string between matches, as an array.",
    )
    .example(r#"split(", *"; null)"#, r#""a,b, c""#, &[r#"["a", "b", "c"]"#]),
    jq("splits($pattern)", "splits($pattern; null)", "The parts of the string between matches.")
        .example(r#"splits("-")"#, r#""a-b""#, &[r#""a""#, r#""b""#]),
    jq(
        "splits($pattern; flags)",
        r#". as $text
            | foreach ((match($pattern; flags + "g") | [.offset, .offset + .length]), null) as $at ([0, null];
                if $at == null then [null, $text[.[0]:]] else [$at[1], $text[.[0]:$at[0]]] end; .[1])"#,
        "The same with flags.",
    )
    .example(r#"splits("X"; "i")"#, r#""axb""#, &[r#""a""#, r#""b""#]),
    jq(
        "sub($pattern; replacement)",
        r#"sub($pattern; replacement; "")"#,
        "The string with its first match replaced; the filter's input is the captures.",
    ).id(BuiltInId::Sub)
    .example(r#"sub("(?<d>[0-9])"; "<\(.d)>")"#, r#""a1b2""#, &[r#""a<1>b2""#]),
    // The n-th outputs for all matches make the n-th text.
    jq(
        "sub($pattern; replacement; $flags)",
        ". as $text
            | reduce match($pattern; $flags) as $match ({texts: [], end: 0};
                $text[.end:$match.offset] as $gap | .end = $match.offset + $match.length
                | reduce ($match | _captured | [replacement] | to_entries[]) as $new (.;
                    .texts[$new.key] += $gap + $new.value))
            | if .texts == [] then $text else .texts[] + $text[.end:] end",
        "The same with flags.",
    ).id(BuiltInId::Sub)
    .example(r#"sub("A"; "x"; "gi")"#, r#""aba""#, &[r#""xbx""#]),
    jq(
        "gsub($pattern; replacement)",
        r#"sub($pattern; replacement; "g")"#,
        "The string with all matches replaced.",
    ).id(BuiltInId::Gsub)
    .example(r#"gsub("[0-9]"; ".")"#, r#""a1b2""#, &[r#""a.b.""#]),
    jq(
        "gsub($pattern; replacement; $flags)",
        r#"sub($pattern; replacement; $flags + "g")"#,
        "The same with flags.",
    ).id(BuiltInId::Gsub)
    .example(r#"gsub("A"; "x"; "i")"#, r#""aba""#, &[r#""xbx""#]),
    finite("_match_impl($pattern; $flags; $is_test)", "match_impl", "").id(BuiltInId::MatchImpl),
    finite("_sub_text($pattern; $flags; $text)", "sub_text", "").id(BuiltInId::SubText),
    // `"pattern"`, `["pattern"]`, `["pattern", "flags"]`
    jq(
        "_pattern",
        r#"type as $type | if $type == "string" then [., null] elif $type == "array" and length > 0 then .
            else error($type + " not a string or array") end"#,
        "",
    ),
    jq(
        "_captured",
        "reduce (.captures[] | if .name == null then empty else . end) as $c ({}; .[$c.name] = $c.string)",
        "",
    ),
];
