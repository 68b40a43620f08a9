//! The table of the built-in functions.

use asl_language::jsonata::signature::Signature;
use asl_language::jsonata::{BuiltInId, record};

use super::{
    abs, append, assert, average, base64_decode, base64_encode, boolean, ceil, clone, contains,
    count, decode_url, decode_url_component, distinct, each, encode_url, encode_url_component,
    error, exists, filter, floor, format_base, format_integer, format_number, from_millis, hash,
    join, keys, length, lookup, lowercase, map, match_pattern, max, merge, millis, min, not, now,
    number, pad, parse, parse_integer, partition, power, random, range, reduce, replace, reverse,
    round, shuffle, sift, single, sort, split, spread, sqrt, string, substring, substring_after,
    substring_before, sum, to_millis, trim, type_of, uppercase, uuid, zip,
};
use crate::{Cx, Native, Outcome, View};

/// Functions with the number of arguments that higher-order functions give them, and with the
/// places of their arguments.
macro_rules! natives {
    ($($native:ident, $id:ident, $arity:literal: $function:ident($($place:literal),+);)*) => {$(
        #[doc = concat!("The built-in `", stringify!($id), "`.")]
        pub const $native: Native = native(BuiltInId::$id, $arity, |cx, arguments| {
            $function(cx, $(argument(arguments, $place)),+)
        });
    )*};
}

natives! {
    STRING, String, 1: string(0, 1);
    LENGTH, Length, 1: length(0);
    SUBSTRING, Substring, 3: substring(0, 1, 2);
    SUBSTRING_BEFORE, SubstringBefore, 2: substring_before(0, 1);
    SUBSTRING_AFTER, SubstringAfter, 2: substring_after(0, 1);
    LOWERCASE, Lowercase, 1: lowercase(0);
    UPPERCASE, Uppercase, 1: uppercase(0);
    TRIM, Trim, 1: trim(0);
    PAD, Pad, 3: pad(0, 1, 2);
    CONTAINS, Contains, 2: contains(0, 1);
    MATCH_PATTERN, MatchPattern, 3: match_pattern(0, 1, 2);
    REPLACE, Replace, 4: replace(0, 1, 2, 3);
    SPLIT, Split, 3: split(0, 1, 2);
    JOIN, Join, 2: join(0, 1);
    BASE64_ENCODE, Base64Encode, 1: base64_encode(0);
    BASE64_DECODE, Base64Decode, 1: base64_decode(0);
    ENCODE_URL_COMPONENT, EncodeUrlComponent, 1: encode_url_component(0);
    ENCODE_URL, EncodeUrl, 1: encode_url(0);
    DECODE_URL_COMPONENT, DecodeUrlComponent, 1: decode_url_component(0);
    DECODE_URL, DecodeUrl, 1: decode_url(0);
    NUMBER, Number, 1: number(0);
    ABS, Abs, 1: abs(0);
    FLOOR, Floor, 1: floor(0);
    CEIL, Ceil, 1: ceil(0);
    ROUND, Round, 2: round(0, 1);
    SQRT, Sqrt, 1: sqrt(0);
    POWER, Power, 2: power(0, 1);
    FORMAT_NUMBER, FormatNumber, 3: format_number(0, 1, 2);
    FORMAT_BASE, FormatBase, 2: format_base(0, 1);
    FORMAT_INTEGER, FormatInteger, 2: format_integer(0, 1);
    PARSE_INTEGER, ParseInteger, 2: parse_integer(0, 1);
    FROM_MILLIS, FromMillis, 3: from_millis(0, 1, 2);
    TO_MILLIS, ToMillis, 2: to_millis(0, 1);
    NOW, Now, 2: now(0, 1);
    SUM, Sum, 1: sum(0);
    MAX, Max, 1: max(0);
    MIN, Min, 1: min(0);
    AVERAGE, Average, 1: average(0);
    BOOLEAN, Boolean, 1: boolean(0);
    NOT, Not, 1: not(0);
    EXISTS, Exists, 1: exists(0);
    COUNT, Count, 1: count(0);
    APPEND, Append, 2: append(0, 1);
    SORT, Sort, 2: sort(0, 1);
    REVERSE, Reverse, 1: reverse(0);
    SHUFFLE, Shuffle, 1: shuffle(0);
    DISTINCT, Distinct, 1: distinct(0);
    KEYS, Keys, 1: keys(0);
    LOOKUP, Lookup, 2: lookup(0, 1);
    SPREAD, Spread, 1: spread(0);
    MERGE, Merge, 1: merge(0);
    EACH, Each, 2: each(0, 1);
    CLONE, Clone, 1: clone(0);
    TYPE_OF, TypeOf, 1: type_of(0);
    ERROR, Error, 1: error(0);
    ASSERT, Assert, 2: assert(0, 1);
    MAP, Map, 2: map(0, 1);
    FILTER, Filter, 2: filter(0, 1);
    SINGLE, Single, 2: single(0, 1);
    REDUCE, Reduce, 3: reduce(0, 1, 2);
    SIFT, Sift, 2: sift(0, 1);
    PARTITION, Partition, 2: partition(0, 1);
    RANGE, Range, 3: range(0, 1, 2);
    RANDOM, Random, 1: random(0);
    PARSE, Parse, 1: parse(0);
}

/// `$hash`, for which an argument that is missing is another one than undefined.
pub const HASH: Native = native(BuiltInId::Hash, 2, |cx, arguments| {
    hash(cx, argument(arguments, 0), arguments.get(1).copied())
});

/// `$millis`
pub const MILLIS: Native = native(BuiltInId::Millis, 0, |cx, _| millis(cx));

/// `$uuid`
pub const UUID: Native = native(BuiltInId::Uuid, 0, |cx, _| uuid(cx));

/// `$zip`
pub const ZIP: Native = native(BuiltInId::Zip, 0, zip);

const fn native(id: BuiltInId, arity: usize, run: fn(&Cx, &[View<'_>]) -> Outcome) -> Native {
    let built_in = record(id);
    Native { name: built_in.name, arity, signature: Signature::known(built_in.signature), run }
}

/// An argument; undefined if it is missing.
#[inline]
pub(super) fn argument<'v>(arguments: &[View<'v>], place: usize) -> View<'v> {
    arguments.get(place).copied().unwrap_or_default()
}
