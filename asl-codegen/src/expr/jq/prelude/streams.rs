//! Outputs: which of them, how many, again and again; and values as streams of their leaves.

use super::Definition;

/// The definitions.
pub(super) const DEFINITIONS: &[Definition] = &[
    (("error", 1), "def error(message): message | error;"),
    (("debug", 0), "def debug: .;"),
    (("debug", 1), "def debug(message): (message | empty), .;"),
    (("stderr", 0), "def stderr: .;"),
    (("recurse", 1), "def recurse(f): def each: ., (f | each); each;"),
    (
        ("recurse", 2),
        "def recurse(f; condition): def each: ., (f | select(condition) | each); each;",
    ),
    (("repeat", 1), "def repeat(f): def each: f, each; each;"),
    (
        ("range", 3),
        "def range($from; $to; $by): if $by > 0 then $from | while(. < $to; . + $by) \
         elif $by < 0 then $from | while(. > $to; . + $by) else empty end;",
    ),
    (
        ("while", 2),
        "def while(condition; update): def each: if condition then ., (update | each) else empty end; each;",
    ),
    (
        ("until", 2),
        "def until(condition; update): def each: if condition then . else update | each end; each;",
    ),
    (
        ("nth", 2),
        "def nth($n; f): if $n < 0 then error(\"nth doesn't support negative indices\") else first(skip($n; f)) end;",
    ),
    (
        ("skip", 2),
        "def skip($n; f): if $n > 0 then foreach f as $item ($n; . - 1; if . < 0 then $item else empty end) \
         elif $n == 0 then f else error(\"skip doesn't support negative count\") end;",
    ),
    (
        ("inputs", 0),
        "def inputs: try repeat(input) catch if . == \"break\" or . == \"No more inputs\" then empty else error end;",
    ),
    // values as streams
    (
        ("tostream", 0),
        "def tostream: path(def each: (.[]? | each), .; each) as $path | getpath($path) \
         | reduce path(.[]?) as $last ([$path, .]; [$path + $last]);",
    ),
    (
        ("fromstream", 1),
        "def fromstream(f): foreach f as $event ({}; \
         (if .complete then {} else . end) \
         | if ($event | length) == 2 \
           then setpath([\"value\"] + $event[0]; $event[1]) | .complete = ($event[0] == []) \
           else .complete = (($event[0] | length) == 1) end; \
         if .complete then .value else empty end);",
    ),
    (
        ("truncate_stream", 1),
        "def truncate_stream(f): . as $depth | null | f | if (.[0] | length) > $depth then .[0] |= .[$depth:] else empty end;",
    ),
];
