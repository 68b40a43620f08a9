//! The built-in functions. Each takes its arguments as its signature has checked them: a missing one
//! is undefined, and most functions of undefined are undefined.
//!
//! Functions that give sequences do not collapse them: an expression does so with the result of a
//! call, and higher-order functions do not.

mod aggregate;
mod array;
pub(super) mod boolean;
mod code_units;
mod fault;
mod format;
mod higher_order;
mod natives;
mod number;
mod object;
mod pattern;
mod picture;
mod sort;
mod step_functions;
mod string;
mod time;
mod url;
mod words;

#[cfg(test)]
mod tests;

pub use aggregate::{Extreme, Total, average, count, max, min, sum};
pub use array::{append, distinct, reverse, shuffle, zip};
pub use boolean::{boolean, exists, js_truth, not, truth};
pub use fault::{assert, error};
pub use format::format_base;
pub use higher_order::{each, filter, map, reduce, sift, single};
pub use natives::*;
pub use number::{abs, ceil, floor, number, power, round, sqrt};
pub use object::{Merged, clone, keys, lookup, merge, spread, type_of};
pub use pattern::{
    MatchMember, contains, contains_match, each_match_member, match_pattern, replace, split,
};
pub use picture::{
    format_integer, format_integer_by, format_number, format_number_by, from_millis,
    from_millis_by, now, parse_integer, parse_integer_by, to_millis, to_millis_by,
};
pub use sort::{Between, sort, sort_by_key, sort_with};
pub use step_functions::{hash, parse, partition, random, range, uuid};
pub use string::{
    Joining, base64_decode, base64_encode, join, length, lowercase, pad, string, substring,
    substring_after, substring_before, trim, uppercase,
};
pub use time::millis;
pub use url::{decode_url, decode_url_component, encode_url, encode_url_component};
pub use words::{
    Words, lowercase_words, substring_after_words, substring_before_words, substring_words,
    trim_words, uppercase_words,
};
