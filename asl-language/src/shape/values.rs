//! Sets of JSON values.

use super::kinds::Kinds;

/// A set of JSON values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Values<'a> {
    /// Nothing is known.
    Any,
    /// No value, such as those of an enum without variants.
    Never,
    /// `null`.
    Null,
    /// `true` and `false`.
    Boolean,
    /// The whole numbers from the first to the second one.
    Integer(i128, i128),
    /// All numbers.
    Number,
    /// All texts.
    Text,
    /// One text, such as the name of a variant.
    Constant(&'a str),
    /// Lists of such items, of any length.
    List(&'a Self),
    /// Lists of just these items.
    Tuple(&'a [&'a Self]),
    /// Objects with any names, and such values.
    Map(&'a Self),
    /// Objects with members of known names.
    Object(Object<'a>),
    /// What is in one of the sets.
    OneOf(&'a [&'a Self]),
    /// The values of a type with a name, which may contain itself.
    Named(Name<'a>, &'a Self),
    /// The values of the type of this [`type_id`], within which it stands.
    Own(u64),
    /// The values of the second set, in which [`Values::Own`] means one of these sets by its index:
    /// the definitions of a schema, which may name each other.
    Among(&'a [&'a Self], &'a Self),
    /// The values at a path within those of another set, such as what a state reads of its input.
    At(&'a Self, &'a [Step<'a>]),
}

/// The name of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name<'a> {
    /// See [`type_id`].
    pub id: u64,
    /// As its user writes it.
    pub text: &'a str,
}

/// A set of objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Object<'a> {
    /// The members that have names.
    pub members: &'a [Member<'a>],
    /// Sets of objects whose members are members of these as well.
    pub flattened: &'a [&'a Values<'a>],
    /// What other members may be.
    pub others: Others,
}

/// The members of an object that have no known name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Others {
    /// There are none; where serde reads the object, others are left out of the result.
    None,
    /// There are none, and serde fails where it reads others.
    Denied,
    /// There may be any.
    Any,
}

/// A member of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member<'a> {
    /// The name in JSON.
    pub name: &'a str,
    /// The hash of `name`. Made by the derive, it costs rustc nothing.
    #[doc(hidden)]
    pub hash: u64,
    /// Other names that serde reads.
    pub aliases: &'a [&'a str],
    /// What it may be.
    pub values: &'a Values<'a>,
    /// If it is there.
    pub presence: Presence,
}

/// No other names, for derived code: rustc looks at each `&[]` anew.
#[doc(hidden)]
pub const NO_ALIASES: &[&str] = &[];

/// No sets of other members, for derived code.
#[doc(hidden)]
pub const NO_SETS: &[&Values<'static>] = &[];

/// If an object has a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Presence {
    /// All objects have it, or must have it to be read.
    Always,
    /// Some have it, some have not.
    Sometimes,
    /// Nothing is known.
    Unknown,
}

/// A step from a value to a part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<'a> {
    /// The member of this name.
    Member(&'a str),
    /// The member of this name of an object or of each object in a list, as JSONata finds them.
    Each(&'a str),
    /// Some item of a list.
    Item,
    /// The same value, if it is of one of these kinds: the others are not asked about.
    Only(Kinds),
    /// The same value, or `null` if there is none, as jq reads it.
    OrNull,
    /// The same value, if its member of the first name, where it is there, has the second text (or,
    /// with `false`, another value). The others, such as other variants of an enum with a tag, are
    /// not asked about.
    Tagged(&'a str, &'a str, bool),
}

impl<'a> Object<'a> {
    /// Objects without members, for emitted code: a call would be rustc's work.
    #[doc(hidden)]
    pub const CLOSED: Self = Self { members: &[], flattened: &[], others: Others::None };

    /// Objects of which no member is known, for emitted code.
    #[doc(hidden)]
    pub const OPEN: Self = Self { others: Others::Any, ..Self::CLOSED };

    /// Objects with these members.
    pub const fn of(members: &'a [Member<'a>], others: Others) -> Self {
        Self { members, flattened: &[], others }
    }

    /// The member of a name, unless it is one of a flattened field.
    pub(super) const fn own_member(&self, name: &str) -> Option<&'a Member<'a>> {
        self.hashed_member(name, hash(name))
    }

    /// As [`Object::own_member`], of a name of which `hashed` is the hash.
    pub(super) const fn hashed_member(&self, name: &str, hashed: u64) -> Option<&'a Member<'a>> {
        let mut members = self.members;
        while let [member, others @ ..] = members {
            // A call for each member would be most of what rustc does for shapes.
            if member.hash == hashed && is_same(member.name, name)
                || !matches!(member.aliases, []) && member.is_named(name, hashed)
            {
                return Some(member);
            }
            members = others;
        }
        None
    }
}

impl<'a> Member<'a> {
    /// A member that is always there, without its name, for emitted code: calls, and the hash, would be
    /// rustc's work.
    #[doc(hidden)]
    pub const ALWAYS: Self =
        Self { name: "", hash: 0, aliases: &[], values: &Values::Any, presence: Presence::Always };

    /// A member that may be there or not.
    #[doc(hidden)]
    pub const SOMETIMES: Self = Self { presence: Presence::Sometimes, ..Self::ALWAYS };

    /// A member of which nothing is known.
    #[doc(hidden)]
    pub const UNKNOWN: Self = Self { presence: Presence::Unknown, ..Self::ALWAYS };

    /// A member that is always there.
    pub const fn new(name: &'a str, values: &'a Values<'a>) -> Self {
        Self { name, hash: hash(name), aliases: &[], values, presence: Presence::Always }
    }

    /// The same member with other names.
    #[must_use]
    pub const fn aliases(mut self, aliases: &'a [&'a str]) -> Self {
        self.aliases = aliases;
        self
    }

    /// The same member, which may be there or not.
    #[must_use]
    pub const fn presence(mut self, presence: Presence) -> Self {
        self.presence = presence;
        self
    }

    /// If it has the name, of which `hashed` is the hash.
    pub(super) const fn is_named(&self, name: &str, hashed: u64) -> bool {
        if self.hash == hashed && is_same(self.name, name) {
            return true;
        }
        let mut rest = self.aliases;
        while let [alias, after @ ..] = rest {
            if is_same(alias, name) {
                return true;
            }
            rest = after;
        }
        false
    }
}

/// An identity of the type with this path: the same in all uses of it.
pub const fn type_id(path: &str) -> u64 {
    hash(path)
}

/// The hash of a name: FNV-1a.
#[doc(hidden)]
pub const fn hash(text: &str) -> u64 {
    let (mut hash, mut rest) = (0xcbf2_9ce4_8422_2325_u64, text.as_bytes());
    while let [byte, after @ ..] = rest {
        hash = (hash ^ *byte as u64).wrapping_mul(0x0100_0000_01b3);
        rest = after;
    }
    hash
}

/// Equality of texts; that of `str` is not constant.
pub(super) const fn is_same(one: &str, other: &str) -> bool {
    is_equal(one.as_bytes(), other.as_bytes())
}

pub(super) const fn is_equal(one: &[u8], other: &[u8]) -> bool {
    let (mut one, mut other) = (one, other);
    while let ([a, one_after @ ..], [b, other_after @ ..]) = (one, other) {
        if *a != *b {
            return false;
        }
        (one, other) = (one_after, other_after);
    }
    matches!((one, other), ([], []))
}
