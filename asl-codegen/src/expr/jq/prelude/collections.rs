//! Arrays and objects: their items, members and paths, by filters.

use super::Definition;

/// The definitions.
pub(super) const DEFINITIONS: &[Definition] = &[
    // items and members
    (("map", 1), "def map(f): [.[] | f];"),
    (("map_values", 1), "def map_values(f): .[] |= f;"),
    (("first", 0), "def first: .[0];"),
    (("last", 0), "def last: .[-1];"),
    (("nth", 1), "def nth($n): .[$n];"),
    (("add", 0), "def add: add(.[]);"),
    (("add", 1), "def add(f): reduce f as $item (null; . + $item);"),
    (("in", 1), "def in(container): . as $key | container | has($key);"),
    (("inside", 1), "def inside(whole): . as $part | whole | contains($part);"),
    (("toarray", 0), "def toarray: if type == \"array\" then . else [.] end;"),
    (("to_entries", 0), "def to_entries: [keys_unsorted[] as $key | {key: $key, value: .[$key]}];"),
    (
        ("from_entries", 0),
        "def from_entries: reduce .[] as $entry ({}; . + ($entry | {(.key // .Key // .name // .Name): \
         (if . == null then null elif has(\"value\") then .value else .Value end)}));",
    ),
    (("with_entries", 1), "def with_entries(f): to_entries | map(f) | from_entries;"),
    (
        ("transpose", 0),
        "def transpose: (map(length) | max // 0) as $width | [range($width) as $at | [.[][$at]]];",
    ),
    (
        ("combinations", 0),
        "def combinations: if length == 0 then [] else .[0][] as $first | .[1:] | combinations | [$first] + . end;",
    ),
    (("combinations", 1), "def combinations(n): . as $items | [range(n) | $items] | combinations;"),
    // by the value of a filter
    (("sort_by", 1), "def sort_by(f): _sort_by_impl(map([f]));"),
    (("group_by", 1), "def group_by(f): _group_by_impl(map([f]));"),
    (("unique_by", 1), "def unique_by(f): _unique_by_impl(map([f]));"),
    (("min_by", 1), "def min_by(f): _min_by_impl(map([f]));"),
    (("max_by", 1), "def max_by(f): _max_by_impl(map([f]));"),
    // by kind
    (("select", 1), "def select(f): if f then . else empty end;"),
    (("values", 0), "def values: if . == null then empty else . end;"),
    (("nulls", 0), "def nulls: if . == null then . else empty end;"),
    (("booleans", 0), "def booleans: if type == \"boolean\" then . else empty end;"),
    (("numbers", 0), "def numbers: if type == \"number\" then . else empty end;"),
    (("strings", 0), "def strings: if type == \"string\" then . else empty end;"),
    (("arrays", 0), "def arrays: if type == \"array\" then . else empty end;"),
    (("objects", 0), "def objects: if type == \"object\" then . else empty end;"),
    (
        ("iterables", 0),
        "def iterables: type as $t | if $t == \"array\" or $t == \"object\" then . else empty end;",
    ),
    (
        ("scalars", 0),
        "def scalars: type as $t | if $t == \"array\" or $t == \"object\" then empty else . end;",
    ),
    (("finites", 0), "def finites: if isfinite then . else empty end;"),
    (("isfinite", 0), "def isfinite: type == \"number\" and (isinfinite | not);"),
    (("normals", 0), "def normals: if isnormal then . else empty end;"),
    (("pow10", 0), "def pow10: exp10;"),
    // whether there are some
    (("any", 0), "def any: any(.[]; .);"),
    (("any", 1), "def any(f): any(.[]; f);"),
    (("any", 2), "def any(items; f): isempty(items | f | if . then . else empty end) | not;"),
    (("all", 0), "def all: all(.[]; .);"),
    (("all", 1), "def all(f): all(.[]; f);"),
    (("all", 2), "def all(items; f): isempty(items | f | if . then empty else . end);"),
    // paths
    (("del", 1), "def del(f): delpaths([path(f)]);"),
    (("paths", 0), "def paths: path(..) | if length == 0 then empty else . end;"),
    (
        ("paths", 1),
        "def paths(f): path(.. | if f then . else empty end) | if length == 0 then empty else . end;",
    ),
    (("leaf_paths", 0), "def leaf_paths: paths(scalars);"),
    (
        ("pick", 1),
        "def pick(f): . as $whole | reduce path(f) as $path (null; setpath($path; $whole | getpath($path)));",
    ),
    (
        ("walk", 1),
        "def walk(f): def each: (type as $t | if $t == \"object\" then .[] |= each elif $t == \"array\" then [.[] | each] \
         else . end) | f; each;",
    ),
    // SQL
    (("INDEX", 1), "def INDEX(f): INDEX(.[]; f);"),
    (("INDEX", 2), "def INDEX(rows; f): reduce rows as $row ({}; .[$row | f | tostring] = $row);"),
    (("IN", 1), "def IN(items): . as $value | any(items; . == $value);"),
    (("IN", 2), "def IN(values; items): any(values; IN(items));"),
    (("JOIN", 2), "def JOIN($index; f): [.[] | [., $index[f]]];"),
    (("JOIN", 3), "def JOIN($index; rows; f): rows | [., $index[f]];"),
    (("JOIN", 4), "def JOIN($index; rows; f; join): rows | [., $index[f]] | join;"),
];
