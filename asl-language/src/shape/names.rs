//! The names of members in messages.

use super::message::Message;
use super::values::{Member, Object, Values, hash, is_equal, is_same};

/// Maximum number of names in a message.
const MOST_NAMES: u32 = 8;

impl Message {
    /// The message with the names of the members of an object, behind what it does with them.
    #[must_use]
    pub(super) const fn with_names(self, verb: &str, object: &Object<'_>) -> Self {
        let (message, count) = self.with(verb).with_members(object, 0);
        if count == 0 {
            return message.with(" no members");
        }
        message
    }

    /// The message with the member of an object that was meant by a name, if there is one.
    #[must_use]
    pub(super) const fn with_meant(self, object: &Object<'_>, name: &str) -> Self {
        match member_of(object, name, true) {
            Some(Member { name: meant, .. }) => {
                let message = self.with("; did you mean `").with(meant).with("`?");
                message.with_case(meant, name)
            }
            None => self,
        }
    }

    /// The message with the member of an object that should have a name, if there is one.
    #[must_use]
    pub(super) const fn with_misnamed(self, object: &Object<'_>, name: &str) -> Self {
        match member_of(object, name, true) {
            Some(Member { name: given, .. }) => {
                let message = self.with("; should `").with(given).with("` be `").with(name);
                message.with("`?").with_case(given, name)
            }
            None => self,
        }
    }

    /// The message with a hint, if two names differ only in case and in what separates words.
    const fn with_case(self, one: &str, other: &str) -> Self {
        if is_other_case(one, other) {
            self.with(" (`rename_all` of serde sets the case)")
        } else {
            self
        }
    }

    /// The message with the names of members, those of flattened fields last, of which `count` are
    /// there before.
    const fn with_members(self, object: &Object<'_>, count: u32) -> (Self, u32) {
        let (mut message, mut members, mut count) = (self, object.members, count);
        while let [member, others @ ..] = members {
            (message, members) = match count {
                0 => (message.with(" `").with(member.name).with("`"), others),
                1..MOST_NAMES => (message.with(", `").with(member.name).with("`"), others),
                MOST_NAMES => (message.with(" and more"), others),
                _ => (message, others),
            };
            count += 1;
        }
        let mut flattened = object.flattened;
        while let [values, others @ ..] = flattened {
            if let Some(object) = object_of(values) {
                (message, count) = message.with_members(&object, count);
            }
            flattened = others;
        }
        (message, count)
    }
}

/// The member of a name, or one whose name is like it, which may be one of a flattened field.
pub(super) const fn member_of<'v>(
    object: &Object<'v>,
    name: &str,
    may_be_like: bool,
) -> Option<&'v Member<'v>> {
    let (mut members, hashed) = (object.members, hash(name));
    while let [member, others @ ..] = members {
        if member.is_named(name, hashed) || may_be_like && is_like(member.name, name) {
            return Some(member);
        }
        members = others;
    }
    let mut flattened = object.flattened;
    while let [values, others @ ..] = flattened {
        if let Some(object) = object_of(values)
            && let Some(member) = member_of(&object, name, may_be_like)
        {
            return Some(member);
        }
        flattened = others;
    }
    None
}

/// The first object among the values.
#[expect(clippy::wildcard_enum_match_arm, reason = "all other sets have no object")]
const fn object_of<'v>(values: &Values<'v>) -> Option<Object<'v>> {
    match values {
        Values::Named(_, values) | Values::Among(_, values) => object_of(values),
        Values::OneOf(sets) => {
            let mut sets = *sets;
            while let [values, others @ ..] = sets {
                if let Some(object) = object_of(values) {
                    return Some(object);
                }
                sets = others;
            }
            None
        }
        Values::Object(object) => Some(*object),
        _ => None,
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

/// Minimum length of names of which one is taken for a slip of the other: `tag` is none of `tax`.
const LEAST_LENGTH: usize = 4;

/// If one name is so like the other one that both as names of different members are improbable.
pub(super) const fn is_slip(one: &str, other: &str) -> bool {
    is_other_case(one, other)
        || one.len() >= LEAST_LENGTH && other.len() >= LEAST_LENGTH && is_like(one, other)
}

/// If one name may be a slip of the other one: a character is missing, another one, or swapped.
const fn is_like(one: &str, other: &str) -> bool {
    if is_same(one, other) || is_other_case(one, other) {
        return true;
    }
    // Any two names of one or two characters are near.
    let (shorter, longer) =
        if one.len() < other.len() { (one.len(), other.len()) } else { (other.len(), one.len()) };
    if shorter < 2 || longer < 3 {
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

#[cfg(test)]
mod tests {
    use super::is_like;

    #[test]
    fn slips_and_other_cases_are_alike_and_short_names_are_not() {
        for (one, other) in [
            ("total", "totl"),
            ("total", "toatl"),
            ("id", "idd"),
            ("orderId", "order_id"),
            ("order-id", "OrderId"),
        ] {
            assert!(is_like(one, other) && is_like(other, one), "{one} {other}");
        }
        for (one, other) in [("id", "d"), ("a", "b"), ("id", "ip"), ("total", "sum")] {
            assert!(!is_like(one, other) && !is_like(other, one), "{one} {other}");
        }
    }
}
