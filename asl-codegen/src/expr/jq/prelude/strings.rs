//! Text: regular expressions, and what is made of their matches.

use super::Definition;

/// The definitions.
pub(super) const DEFINITIONS: &[Definition] = &[
    (("ascii", 0), "def ascii: [.] | implode;"),
    (("match", 1), "def match($pattern): match($pattern; null);"),
    (("match", 2), "def match(pattern; flags): _match_impl(pattern; flags; false)[];"),
    (("test", 1), "def test($pattern): test($pattern; null);"),
    (("test", 2), "def test(pattern; flags): _match_impl(pattern; flags; true);"),
    (("capture", 1), "def capture($pattern): capture($pattern; null);"),
    (("capture", 2), "def capture(pattern; flags): match(pattern; flags) | _captured;"),
    (
        ("_captured", 0),
        "def _captured: reduce (.captures[] | select(.name != null)) as $c ({}; .[$c.name] = $c.string);",
    ),
    (("scan", 1), "def scan($pattern): scan($pattern; null);"),
    (
        ("scan", 2),
        "def scan($pattern; $flags): match($pattern; \"g\" + $flags) \
         | if .captures == [] then .string else [.captures[].string] end;",
    ),
    (("split", 2), "def split($pattern; flags): [splits($pattern; flags)];"),
    (("splits", 1), "def splits($pattern): splits($pattern; null);"),
    (
        ("splits", 2),
        "def splits($pattern; flags): . as $text | foreach ((match($pattern; flags + \"g\") | [.offset, .offset + .length]), null) as $at \
         ([0, null]; if $at == null then [null, $text[.[0]:]] else [$at[1], $text[.[0]:$at[0]]] end; .[1]);",
    ),
    (("sub", 2), "def sub($pattern; replacement): sub($pattern; replacement; \"\");"),
    (
        ("sub", 3),
        "def sub($pattern; replacement; $flags): . as $text | [match($pattern; $flags)] as $matches \
         | def from($at; $end): if $at == ($matches | length) then . + $text[$end:] \
             else . as $before | $matches[$at] as $match | ($match | _captured | replacement) as $new \
             | $before + $text[$end:$match.offset] + $new | from($at + 1; $match.offset + $match.length) end; \
         \"\" | from(0; 0);",
    ),
    (("gsub", 2), "def gsub($pattern; replacement): sub($pattern; replacement; \"g\");"),
    (("gsub", 3), "def gsub($pattern; replacement; $flags): sub($pattern; replacement; $flags + \"g\");"),
];
