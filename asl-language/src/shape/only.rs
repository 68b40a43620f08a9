//! The values that a step leaves out.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "what is not known of a set of values leaves nothing out"
)]

use super::at::kind;
use super::values::{Object, Presence, Step, Values, is_same};

impl Step<'_> {
    /// If it leaves all values of a set out.
    pub(super) const fn leaves_out(&self, values: &Values<'_>) -> bool {
        match (self, values) {
            // The sets within them are asked one by one.
            (
                _,
                Values::Any
                | Values::At(..)
                | Values::OneOf(_)
                | Values::Named(..)
                | Values::Among(..)
                | Values::Own(_),
            )
            | (Step::Member(_) | Step::Each(_) | Step::Item | Step::OrNull, _) => false,
            (Step::Only(kinds), _) => !kinds.includes(kind(values)),
            (Step::Tagged(name, text, true), Values::Object(object)) => {
                !may_be_tagged(object, name, text)
            }
            (Step::Tagged(name, text, false), Values::Object(object)) => {
                is_tagged(object, name, text)
            }
            (Step::Tagged(..), _) => false,
        }
    }
}

/// If the member of some objects may have the text, or is not there, of which other steps know.
const fn may_be_tagged(object: &Object<'_>, name: &str, text: &str) -> bool {
    match object.own_member(name) {
        Some(member) => {
            !matches!(member.presence, Presence::Always) || may_be_text(member.values, text)
        }
        None => true,
    }
}

/// If the member of all objects has the text.
const fn is_tagged(object: &Object<'_>, name: &str, text: &str) -> bool {
    match object.own_member(name) {
        Some(member) => match (member.presence, member.values) {
            (Presence::Always, Values::Constant(tag)) => is_same(tag, text),
            _ => false,
        },
        None => false,
    }
}

/// If some of the values are the text.
const fn may_be_text(values: &Values<'_>, text: &str) -> bool {
    match values {
        Values::Constant(constant) => is_same(constant, text),
        Values::Named(_, values) => may_be_text(values, text),
        Values::OneOf(sets) => {
            let mut sets = *sets;
            while let [set, others @ ..] = sets {
                if may_be_text(set, text) {
                    return true;
                }
                sets = others;
            }
            false
        }
        Values::Any | Values::Text | Values::Own(_) | Values::Among(..) | Values::At(..) => true,
        _ => false,
    }
}
