//! Text: regular expressions, and what is made of their matches.

use super::Definition;

/// The definitions.
pub(super) const DEFINITIONS: &[Definition] = &[
    (("ascii", 0), "def ascii: [.] | implode;"),
    (
        ("match", 1),
        "def match($pattern): ($pattern | _pattern) as [$text, $flags] | match($text; $flags);",
    ),
    (("match", 2), "def match(pattern; flags): _match_impl(pattern; flags; false)[];"),
    (
        ("test", 1),
        "def test($pattern): ($pattern | _pattern) as [$text, $flags] | test($text; $flags);",
    ),
    (("test", 2), "def test(pattern; flags): _match_impl(pattern; flags; true);"),
    (
        ("capture", 1),
        "def capture($pattern): ($pattern | _pattern) as [$text, $flags] | capture($text; $flags);",
    ),
    (("capture", 2), "def capture(pattern; flags): match(pattern; flags) | _captured;"),
    // `"pattern"`, `["pattern"]`, `["pattern", "flags"]`
    (
        ("_pattern", 0),
        r#"def _pattern: type as $type | if $type == "string" then [., null] elif $type == "array" and length > 0 then .
            else error($type + " not a string or array") end;"#,
    ),
    (
        ("_captured", 0),
        "def _captured: reduce (.captures[] | if .name == null then empty else . end) as $c ({}; .[$c.name] = $c.string);",
    ),
    (("scan", 1), "def scan($pattern): scan($pattern; null);"),
    (
        ("scan", 2),
        r#"def scan($pattern; $flags): match($pattern; "g" + $flags)
            | if .captures == [] then .string else [.captures[].string] end;"#,
    ),
    (("split", 2), "def split($pattern; $flags): [splits($pattern; $flags)];"),
    (("splits", 1), "def splits($pattern): splits($pattern; null);"),
    (
        ("splits", 2),
        r#"def splits($pattern; flags): . as $text
            | foreach ((match($pattern; flags + "g") | [.offset, .offset + .length]), null) as $at ([0, null];
                if $at == null then [null, $text[.[0]:]] else [$at[1], $text[.[0]:$at[0]]] end; .[1]);"#,
    ),
    (("sub", 2), r#"def sub($pattern; replacement): sub($pattern; replacement; "");"#),
    // The n-th outputs for all matches make the n-th text.
    (
        ("sub", 3),
        "def sub($pattern; replacement; $flags): . as $text
            | reduce match($pattern; $flags) as $match ({texts: [], end: 0};
                $text[.end:$match.offset] as $gap | .end = $match.offset + $match.length
                | reduce ($match | _captured | [replacement] | to_entries[]) as $new (.;
                    .texts[$new.key] += $gap + $new.value))
            | if .texts == [] then $text else .texts[] + $text[.end:] end;",
    ),
    (("gsub", 2), r#"def gsub($pattern; replacement): sub($pattern; replacement; "g");"#),
    (
        ("gsub", 3),
        r#"def gsub($pattern; replacement; $flags): sub($pattern; replacement; $flags + "g");"#,
    ),
];
