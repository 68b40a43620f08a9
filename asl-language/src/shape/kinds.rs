//! The kinds of the values at a path.

use super::scope::Scope;
use super::values::{Object, Others, Presence, Step, Values, hash};

/// Number of parts of shapes that one question looks at; what is beyond is not known. Types are
/// walked within rustc, which must not take long either.
pub(super) const FUEL: u32 = 20_000;
/// Depth to which types within types are walked.
pub(super) const DEPTH: u32 = 64;

/// A set of kinds of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kinds(u16);

impl Kinds {
    /// No kind.
    pub const NONE: Self = Self(0);
    /// There is no value at the path.
    pub const ABSENT: Self = Self(1);
    /// `null`.
    pub const NULL: Self = Self(2);
    /// `true` and `false`.
    pub const BOOLEAN: Self = Self(4);
    /// Numbers.
    pub const NUMBER: Self = Self(8);
    /// Texts.
    pub const TEXT: Self = Self(16);
    /// Lists.
    pub const LIST: Self = Self(32);
    /// Objects.
    pub const OBJECT: Self = Self(64);
    /// Anything: nothing is known.
    pub const UNKNOWN: Self = Self(128);

    /// What is in one of both.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// If both have a kind in common. What is unknown may be anything.
    pub const fn may_be(self, other: Self) -> bool {
        (self.0 & (other.0 | Self::UNKNOWN.0)) != 0
    }

    /// If all its kinds are in the other one, as far as they are known.
    pub const fn is_within(self, other: Self) -> bool {
        (self.0 & !(other.0 | Self::UNKNOWN.0)) == 0
    }

    /// If it has all kinds of the other one.
    pub const fn includes(self, other: Self) -> bool {
        (self.0 & other.0) == other.0
    }

    /// If there is certainly no value.
    pub const fn is_absent(self) -> bool {
        self.0 == Self::ABSENT.0
    }

    /// The kinds of a member.
    pub(super) const fn of_member<'v>(
        values: &'v Values<'v>,
        name: &'v str,
        scope: Option<&Scope<'_, 'v>>,
        depth: u32,
        fuel: &mut u32,
    ) -> Self {
        let step = [Step::Member(name)];
        walk(values, scope, Some(&Rest { steps: &step, then: None }), depth, fuel)
    }

    /// The kinds of the values at a path within a set.
    pub const fn at<'v>(values: &'v Values<'v>, path: &'v [Step<'v>]) -> Self {
        let mut fuel = FUEL;
        walk(values, None, Some(&Rest { steps: path, then: None }), DEPTH, &mut fuel)
    }
}

/// The steps that are left.
#[derive(Clone, Copy)]
pub(super) struct Rest<'s, 'v> {
    pub(super) steps: &'s [Step<'v>],
    pub(super) then: Option<&'s Self>,
}

impl<'s, 'v> Rest<'s, 'v> {
    /// The next step and the steps after it.
    pub(super) const fn next(rest: Option<&'s Self>) -> Option<(Step<'v>, Self)> {
        let mut rest = rest;
        while let Some(left) = rest {
            if let [step, after @ ..] = left.steps {
                return Some((*step, Self { steps: after, then: left.then }));
            }
            rest = left.then;
        }
        None
    }
}

const fn walk<'v>(
    values: &'v Values<'v>,
    scope: Option<&Scope<'_, 'v>>,
    rest: Option<&Rest<'_, 'v>>,
    depth: u32,
    fuel: &mut u32,
) -> Kinds {
    if depth == 0 || *fuel == 0 {
        return Kinds::UNKNOWN;
    }
    *fuel -= 1;
    let depth = depth - 1;
    match values {
        Values::Any => return Kinds::UNKNOWN,
        Values::Never => return Kinds::NONE,
        Values::OneOf(sets) => return any_of(sets, scope, rest, depth, fuel),
        Values::At(of, path) => {
            return walk(of, None, Some(&Rest { steps: path, then: rest }), depth, fuel);
        }
        Values::Named(name, values) => {
            return walk(values, Some(&Scope::new(*name, values, scope)), rest, depth, fuel);
        }
        Values::Own(id) => {
            return match Scope::find(scope, *id) {
                Some((values, scope)) => walk(values, Some(scope), rest, depth, fuel),
                None => Kinds::UNKNOWN,
            };
        }
        Values::Null
        | Values::Boolean
        | Values::Integer(..)
        | Values::Number
        | Values::Text
        | Values::Constant(_)
        | Values::List(_)
        | Values::Tuple(_)
        | Values::Map(_)
        | Values::Object(_) => {}
    }
    match Rest::next(rest) {
        None => kind(values),
        Some((step, after)) => part(values, step, scope, &after, depth, fuel),
    }
}

/// The kinds at a path within one of the sets.
const fn any_of<'v>(
    sets: &'v [&'v Values<'v>],
    scope: Option<&Scope<'_, 'v>>,
    rest: Option<&Rest<'_, 'v>>,
    depth: u32,
    fuel: &mut u32,
) -> Kinds {
    let (mut kinds, mut sets) = (Kinds::NONE, sets);
    while let [set, after @ ..] = sets {
        kinds = kinds.or(walk(set, scope, rest, depth, fuel));
        sets = after;
    }
    kinds
}

/// The kind of a set whose values have one.
const fn kind(values: &Values<'_>) -> Kinds {
    match values {
        Values::Null => Kinds::NULL,
        Values::Boolean => Kinds::BOOLEAN,
        Values::Integer(..) | Values::Number => Kinds::NUMBER,
        Values::Text | Values::Constant(_) => Kinds::TEXT,
        Values::List(_) | Values::Tuple(_) => Kinds::LIST,
        Values::Map(_) | Values::Object(_) => Kinds::OBJECT,
        Values::Never => Kinds::NONE,
        Values::Any | Values::OneOf(_) | Values::Named(..) | Values::Own(_) | Values::At(..) => {
            Kinds::UNKNOWN
        }
    }
}

/// The kinds at a path within a part of the values.
const fn part<'v>(
    values: &'v Values<'v>,
    step: Step<'v>,
    scope: Option<&Scope<'_, 'v>>,
    after: &Rest<'_, 'v>,
    depth: u32,
    fuel: &mut u32,
) -> Kinds {
    match (step, values) {
        (Step::Member(name), Values::Object(object)) => {
            member(object, name, hash(name), scope, after, depth, fuel)
        }
        (Step::Member(_), Values::Map(values)) | (Step::Item, Values::List(values)) => {
            walk(values, scope, Some(after), depth, fuel).or(Kinds::ABSENT)
        }
        (Step::Item, Values::Tuple(items)) => any_of(items, scope, Some(after), depth, fuel),
        _ => Kinds::ABSENT,
    }
}

/// The kinds at a path within a member of an object.
const fn member<'v>(
    object: &'v Object<'v>,
    name: &'v str,
    hashed: u64,
    scope: Option<&Scope<'_, 'v>>,
    after: &Rest<'_, 'v>,
    depth: u32,
    fuel: &mut u32,
) -> Kinds {
    let mut members = object.members;
    while let [member, others @ ..] = members {
        if member.is_named(name, hashed) {
            let kinds = walk(member.values, scope, Some(after), depth, fuel);
            return match member.presence {
                Presence::Always => kinds,
                Presence::Sometimes => kinds.or(Kinds::ABSENT),
                Presence::Unknown => kinds.or(Kinds::UNKNOWN),
            };
        }
        members = others;
    }
    let step = [Step::Member(name)];
    let rest = Rest { steps: &step, then: Some(after) };
    let (mut kinds, mut flattened) = (Kinds::NONE, object.flattened);
    while let [set, others @ ..] = flattened {
        let found = walk(set, scope, Some(&rest), depth, fuel);
        if !found.may_be(Kinds::ABSENT) {
            return found;
        }
        kinds = kinds.or(found);
        flattened = others;
    }
    match object.others {
        Others::None | Others::Denied => kinds.or(Kinds::ABSENT),
        Others::Any => kinds.or(Kinds::UNKNOWN),
    }
}
