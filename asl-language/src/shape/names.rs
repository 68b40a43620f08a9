//! The names of members in messages.

use super::message::Message;
use super::values::{Object, is_same};

/// Maximum number of names in a message.
const MOST_NAMES: u32 = 8;

impl Message {
    /// The message with the names of the members of an object, and with the one that was meant.
    #[must_use]
    pub(super) const fn with_names(self, object: &Object<'_>, name: &str) -> Self {
        let (mut message, mut members, mut count) = (self.with("there are"), object.members, 0);
        if members.is_empty() {
            return self.with("it has none");
        }
        while let [member, others @ ..] = members {
            message =
                message.with(if count == 0 { " `" } else { ", `" }).with(member.name).with("`");
            (members, count) = (others, count + 1);
            if count == MOST_NAMES && !others.is_empty() {
                message = message.with(" and more");
                break;
            }
        }
        let mut members = object.members;
        while let [member, others @ ..] = members {
            if is_like(member.name, name) {
                message = message.with("; did you mean `").with(member.name).with("`?");
                if is_other_case(member.name, name) {
                    message = message.with(" (a `rename_all` of serde may be missing)");
                }
                break;
            }
            members = others;
        }
        message
    }
}

/// If two names differ only in case and in what separates words.
const fn is_other_case(one: &str, other: &str) -> bool {
    let (mut one, mut other) = (one.as_bytes(), other.as_bytes());
    loop {
        match (one, other) {
            ([b'_' | b'-', after @ ..], _) => one = after,
            (_, [b'_' | b'-', after @ ..]) => other = after,
            ([], []) => return true,
            ([a, one_after @ ..], [b, other_after @ ..]) if a.eq_ignore_ascii_case(b) => {
                (one, other) = (one_after, other_after);
            }
            _ => return false,
        }
    }
}

/// Minimum length of names of which one may be a slip of the other: `x` is none of `y`.
const LEAST_LENGTH: usize = 4;

/// If one name may be a slip of the other one: a character is missing, another one, or swapped.
pub(super) const fn is_like(one: &str, other: &str) -> bool {
    if is_same(one, other) || is_other_case(one, other) {
        return true;
    }
    if one.len() < LEAST_LENGTH || other.len() < LEAST_LENGTH {
        return false;
    }
    let (one, other) = without_same_start(one.as_bytes(), other.as_bytes());
    is_near(one, other)
}

/// Both texts without the start that they have in common.
const fn without_same_start<'a>(one: &'a [u8], other: &'a [u8]) -> (&'a [u8], &'a [u8]) {
    let (mut one, mut other) = (one, other);
    while let ([a, one_after @ ..], [b, other_after @ ..]) = (one, other) {
        if *a != *b {
            break;
        }
        (one, other) = (one_after, other_after);
    }
    (one, other)
}

/// If two texts whose first bytes differ are the same after one slip.
const fn is_near(one: &[u8], other: &[u8]) -> bool {
    match (one, other) {
        // Swapped.
        ([a, b, one @ ..], [c, d, other @ ..]) if *a == *d && *b == *c => is_equal(one, other),
        ([_, one_after @ ..], [_, other_after @ ..]) => {
            is_equal(one_after, other_after)
                || is_equal(one_after, other)
                || is_equal(one, other_after)
        }
        ([_], []) | ([], [_]) => true,
        _ => false,
    }
}

const fn is_equal(one: &[u8], other: &[u8]) -> bool {
    let (mut one, mut other) = (one, other);
    while let ([a, one_after @ ..], [b, other_after @ ..]) = (one, other) {
        if *a != *b {
            return false;
        }
        (one, other) = (one_after, other_after);
    }
    one.is_empty() && other.is_empty()
}
