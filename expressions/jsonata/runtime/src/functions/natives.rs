//! The table of the built-in functions.

use asl_language::jsonata::find;
use asl_language::jsonata::signature::Signature;

use super::{
    abs, append, assert, average, base64_decode, base64_encode, boolean, ceil, clone, contains,
    count, decode_url, decode_url_component, distinct, each, encode_url, encode_url_component,
    error, exists, filter, floor, format_base, format_integer, format_number, from_millis, hash,
    join, keys, length, lookup, lowercase, map, match_pattern, max, merge, millis, min, not, now,
    number, pad, parse, parse_integer, partition, power, random, range, reduce, replace, reverse,
    round, shuffle, sift, single, sort, split, spread, sqrt, string, substring, substring_after,
    substring_before, sum, to_millis, trim, type_of, uppercase, uuid, zip,
};
use crate::{Native, View};

/// Functions with the number of arguments that higher-order functions give them, and with the
/// places of their arguments.
macro_rules! natives {
    ($($native:ident, $name:literal, $arity:literal: $function:ident($($place:literal),+);)*) => {$(
        #[doc = concat!("`$", $name, "`")]
        pub static $native: Native = Native {
            name: $name,
            arity: $arity,
            signature: signature_of($name),
            run: |cx, arguments| $function(cx, $(argument(arguments, $place)),+),
        };
    )*};
}

natives! {
    STRING, "string", 1: string(0, 1);
    LENGTH, "length", 1: length(0);
    SUBSTRING, "substring", 3: substring(0, 1, 2);
    SUBSTRING_BEFORE, "substringBefore", 2: substring_before(0, 1);
    SUBSTRING_AFTER, "substringAfter", 2: substring_after(0, 1);
    LOWERCASE, "lowercase", 1: lowercase(0);
    UPPERCASE, "uppercase", 1: uppercase(0);
    TRIM, "trim", 1: trim(0);
    PAD, "pad", 3: pad(0, 1, 2);
    CONTAINS, "contains", 2: contains(0, 1);
    MATCH_PATTERN, "match", 3: match_pattern(0, 1, 2);
    REPLACE, "replace", 4: replace(0, 1, 2, 3);
    SPLIT, "split", 3: split(0, 1, 2);
    JOIN, "join", 2: join(0, 1);
    BASE64_ENCODE, "base64encode", 1: base64_encode(0);
    BASE64_DECODE, "base64decode", 1: base64_decode(0);
    ENCODE_URL_COMPONENT, "encodeUrlComponent", 1: encode_url_component(0);
    ENCODE_URL, "encodeUrl", 1: encode_url(0);
    DECODE_URL_COMPONENT, "decodeUrlComponent", 1: decode_url_component(0);
    DECODE_URL, "decodeUrl", 1: decode_url(0);
    NUMBER, "number", 1: number(0);
    ABS, "abs", 1: abs(0);
    FLOOR, "floor", 1: floor(0);
    CEIL, "ceil", 1: ceil(0);
    ROUND, "round", 2: round(0, 1);
    SQRT, "sqrt", 1: sqrt(0);
    POWER, "power", 2: power(0, 1);
    FORMAT_NUMBER, "formatNumber", 3: format_number(0, 1, 2);
    FORMAT_BASE, "formatBase", 2: format_base(0, 1);
    FORMAT_INTEGER, "formatInteger", 2: format_integer(0, 1);
    PARSE_INTEGER, "parseInteger", 2: parse_integer(0, 1);
    FROM_MILLIS, "fromMillis", 3: from_millis(0, 1, 2);
    TO_MILLIS, "toMillis", 2: to_millis(0, 1);
    NOW, "now", 2: now(0, 1);
    SUM, "sum", 1: sum(0);
    MAX, "max", 1: max(0);
    MIN, "min", 1: min(0);
    AVERAGE, "average", 1: average(0);
    BOOLEAN, "boolean", 1: boolean(0);
    NOT, "not", 1: not(0);
    EXISTS, "exists", 1: exists(0);
    COUNT, "count", 1: count(0);
    APPEND, "append", 2: append(0, 1);
    SORT, "sort", 2: sort(0, 1);
    REVERSE, "reverse", 1: reverse(0);
    SHUFFLE, "shuffle", 1: shuffle(0);
    DISTINCT, "distinct", 1: distinct(0);
    KEYS, "keys", 1: keys(0);
    LOOKUP, "lookup", 2: lookup(0, 1);
    SPREAD, "spread", 1: spread(0);
    MERGE, "merge", 1: merge(0);
    EACH, "each", 2: each(0, 1);
    CLONE, "clone", 1: clone(0);
    TYPE_OF, "type", 1: type_of(0);
    ERROR, "error", 1: error(0);
    ASSERT, "assert", 2: assert(0, 1);
    MAP, "map", 2: map(0, 1);
    FILTER, "filter", 2: filter(0, 1);
    SINGLE, "single", 2: single(0, 1);
    REDUCE, "reduce", 3: reduce(0, 1, 2);
    SIFT, "sift", 2: sift(0, 1);
    PARTITION, "partition", 2: partition(0, 1);
    RANGE, "range", 3: range(0, 1, 2);
    RANDOM, "random", 1: random(0);
    PARSE, "parse", 1: parse(0);
}

/// `$hash`, for which an argument that is missing is another one than undefined.
pub static HASH: Native = Native {
    name: "hash",
    arity: 2,
    signature: signature_of("hash"),
    run: |cx, arguments| hash(cx, argument(arguments, 0), arguments.get(1).copied()),
};

/// `$millis`
pub static MILLIS: Native =
    Native { name: "millis", arity: 0, signature: signature_of("millis"), run: |cx, _| millis(cx) };

/// `$uuid`
pub static UUID: Native =
    Native { name: "uuid", arity: 0, signature: signature_of("uuid"), run: |cx, _| uuid(cx) };

/// `$zip`
pub static ZIP: Native = Native { name: "zip", arity: 0, signature: signature_of("zip"), run: zip };

const fn signature_of(name: &str) -> Signature {
    match find(name) {
        Some(built_in) => Signature::known(built_in.signature),
        None => unreachable!(),
    }
}

/// An argument; undefined if it is missing.
#[inline]
pub(super) fn argument<'v>(arguments: &[View<'v>], place: usize) -> View<'v> {
    arguments.get(place).copied().unwrap_or_default()
}
