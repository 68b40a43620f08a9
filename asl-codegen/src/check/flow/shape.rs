//! Shapes: the knowledge about a value before the machine runs.
//!
//! A shape is a set of values. It holds the possible kinds of values and, for objects and arrays,
//! the shapes inside; each member is always or sometimes present. Approximations only enlarge the
//! set, so a value outside of a shape is impossible. Depth and size are bounded.

use std::collections::BTreeMap;
use std::mem;
use std::rc::Rc;

use super::border::{Border, Step};
use crate::ir::Literal;
use asl_language::shape::Presence;

/// Maximum depth. Deeper values can be anything.
const MOST_DEPTH: u32 = 8;

/// Maximum number of parts. A larger shape drops the inside of its parts.
const MOST_PARTS: u32 = 400;

/// Maximum number of members. A larger object drops them, and a longer array has one shape for all
/// items.
const MOST_MEMBERS: usize = 64;
const MOST_ITEMS: usize = 16;

/// A set of values.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// Any value.
    Any,
    /// The values at a place of a Rust type, of which only rustc knows more.
    Border(Rc<Border>),
    /// Values of these kinds.
    OneOf(Rc<Kinds>),
}

/// The possible kinds of a value. Without any kind the set is empty.
#[derive(Clone, Debug, Default, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "a set of kinds")]
pub struct Kinds {
    /// `null`.
    pub null: bool,
    /// `true` or `false`.
    pub boolean: bool,
    /// A number.
    pub number: bool,
    /// A string.
    pub string: bool,
    /// True if the string, if it is one, is the name of a number that is not finite.
    pub not_finite: bool,
    /// An array with such items.
    pub array: Option<Items>,
    /// An object with such members.
    pub object: Option<Members>,
    /// The only string or the only number.
    pub constant: Option<Constant>,
    pub(super) depth: u32,
    pub(super) parts: u32,
}

/// A string or a number that is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Constant {
    /// A string.
    Text(Rc<str>),
    /// A whole number.
    Integer(i64),
}

/// The items of an array.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Items {
    /// The first items, which are always present.
    pub first: Vec<Shape>,
    /// The shape of further items, if there can be any.
    pub more: Option<Shape>,
}

/// The members of an object.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Members {
    /// The known members, by name.
    pub known: BTreeMap<String, Member>,
    /// True if there can be other members.
    pub is_open: bool,
    /// The place whose other members they are, if it is known.
    pub others: Option<Rc<Border>>,
    /// The shape of each of them, if it is known.
    pub more: Option<Shape>,
}

/// A member of an object.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// The shape of the value.
    pub shape: Shape,
    /// True if the member is always present.
    pub always: bool,
    /// True if it is absent only if there is no value at the place that its shape is.
    pub as_found: bool,
    /// True if it is not known if it is there.
    pub is_unsure: bool,
}

impl Member {
    /// If it is there.
    pub fn presence(&self) -> Presence {
        match (self.always || self.as_found, self.is_unsure) {
            (true, _) => Presence::Always,
            (false, true) => Presence::Unknown,
            (false, false) => Presence::Sometimes,
        }
    }

    /// A member that is always present, or only sometimes.
    pub(super) fn new(shape: Shape, always: bool) -> Self {
        Self { shape, always, as_found: false, is_unsure: false }
    }
}

impl Shape {
    /// The empty set, of data that never occur.
    pub fn never() -> Self {
        Self::OneOf(Rc::default())
    }

    /// True if the set is empty.
    pub fn is_never(&self) -> bool {
        self.kinds().is_some_and(|kinds| {
            let simple = kinds.null || kinds.boolean || kinds.number || kinds.string;
            !simple && kinds.array.is_none() && kinds.object.is_none()
        })
    }

    /// `null`.
    pub fn null() -> Self {
        Self::from_kinds(Kinds { null: true, ..Kinds::default() })
    }

    /// A boolean.
    pub fn boolean() -> Self {
        Self::from_kinds(Kinds { boolean: true, ..Kinds::default() })
    }

    /// A number.
    pub fn number() -> Self {
        Self::from_kinds(Kinds { number: true, ..Kinds::default() })
    }

    /// A string.
    pub fn string() -> Self {
        Self::from_kinds(Kinds { string: true, ..Kinds::default() })
    }

    /// A string or a number that is known.
    pub(super) fn constant(constant: Constant) -> Self {
        let string = matches!(constant, Constant::Text(_));
        let constant = Some(constant);
        Self::from_kinds(Kinds { string, number: !string, constant, ..Kinds::default() })
    }

    /// An array of any number of items of a shape.
    pub fn list(item: Self) -> Self {
        let more = (!item.is_never()).then_some(item);
        Self::from_kinds(Kinds {
            array: Some(Items { first: Vec::new(), more }),
            ..Kinds::default()
        })
    }

    /// An array of exactly these items.
    pub fn array(first: Vec<Self>) -> Self {
        Self::from_kinds(Kinds { array: Some(Items { first, more: None }), ..Kinds::default() })
    }

    /// An object of exactly these members.
    pub fn object(members: impl IntoIterator<Item = (String, Self)>) -> Self {
        let mut object = Members::default();
        for (name, shape) in members {
            object.known.insert(name, Member::new(shape, true));
        }
        Self::from_kinds(Kinds { object: Some(object), ..Kinds::default() })
    }

    /// Any object.
    pub fn some_object() -> Self {
        Self::object_with([])
    }

    /// An object with members of your own names, each of a shape.
    #[cfg(feature = "aws-models")]
    pub(super) fn map(value: Self) -> Self {
        let object = Some(Members { is_open: true, more: Some(value), ..Members::default() });
        Self::from_kinds(Kinds { object, ..Kinds::default() })
    }

    /// An object of these and any other members.
    pub(super) fn object_with(members: impl IntoIterator<Item = (String, Self)>) -> Self {
        let mut object = Members { is_open: true, ..Members::default() };
        for (name, shape) in members {
            object.known.insert(name, Member::new(shape, true));
        }
        Self::from_kinds(Kinds { object: Some(object), ..Kinds::default() })
    }

    /// A constant.
    pub fn literal(literal: &Literal) -> Self {
        match literal {
            Literal::Null => Self::null(),
            Literal::Bool(_) => Self::boolean(),
            Literal::Int(number) => Self::constant(Constant::Integer(*number)),
            Literal::Float(_) => Self::number(),
            Literal::String(text) => Self::constant(Constant::Text(text.as_str().into())),
            Literal::Array(items) if items.len() > MOST_ITEMS * 4 => {
                // Long arrays are usually tables of similar rows.
                Self::list(
                    items.iter().map(Self::literal).fold(Self::never(), |all, item| all.or(&item)),
                )
            }
            Literal::Array(items) => Self::array(items.iter().map(Self::literal).collect()),
            Literal::Object(members) => Self::object(
                members.iter().map(|(name, value)| (name.clone(), Self::literal(value))),
            ),
        }
    }

    /// The shape of a member, if the value is an object that can have it.
    pub(crate) fn member(&self, name: &str) -> Option<Self> {
        let members = self.kinds()?.object.as_ref()?;
        let known = members.known.get(name).map(|member| member.shape.clone());
        known.or_else(|| members.other(name))
    }

    /// The kinds, unless the value can be anything.
    pub fn kinds(&self) -> Option<&Kinds> {
        match self {
            Self::Any | Self::Border(_) => None,
            Self::OneOf(kinds) => Some(kinds),
        }
    }

    /// The place of a Rust type.
    pub(super) fn border(&self) -> Option<&Rc<Border>> {
        match self {
            Self::Border(border) => Some(border),
            Self::Any | Self::OneOf(_) => None,
        }
    }

    /// The shape of a part of values of which nothing is known here.
    pub(super) fn unknown_part(&self, step: impl FnOnce() -> Step) -> Self {
        match self {
            Self::Border(border) => border.part(&step()),
            Self::Any | Self::OneOf(_) => Self::Any,
        }
    }

    /// The shape of these kinds, within the bounds.
    pub(super) fn from_kinds(mut kinds: Kinds) -> Self {
        if let Some(items) = &mut kinds.array {
            items.bound();
        }
        if let Some(members) = &mut kinds.object {
            members.bound();
        }
        kinds.measure();
        if kinds.depth > MOST_DEPTH || kinds.parts > MOST_PARTS {
            kinds.forget();
            kinds.measure();
        }
        Self::OneOf(Rc::new(kinds))
    }

    /// The union of both sets.
    pub(super) fn or(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Any, _) | (_, Self::Any) => Self::Any,
            (Self::Border(one), Self::Border(two)) => {
                one.or(two).map_or(Self::Any, |both| Self::Border(Rc::new(both)))
            }
            (Self::Border(_), _) if other.is_never() => self.clone(),
            (_, Self::Border(_)) if self.is_never() => other.clone(),
            (Self::Border(border), Self::OneOf(kinds))
            | (Self::OneOf(kinds), Self::Border(border)) => kinds.or_place(border),
            (Self::OneOf(one), Self::OneOf(two)) if Rc::ptr_eq(one, two) => self.clone(),
            (Self::OneOf(_), _) if other.is_never() => self.clone(),
            (_, Self::OneOf(_)) if self.is_never() => other.clone(),
            (Self::OneOf(one), Self::OneOf(two)) => Self::from_kinds(Kinds {
                null: one.null || two.null,
                boolean: one.boolean || two.boolean,
                number: one.number || two.number,
                string: one.string || two.string,
                array: either(one.array.as_ref(), two.array.as_ref(), Items::or),
                object: either(one.object.as_ref(), two.object.as_ref(), Members::or),
                constant: one.common_constant(two),
                not_finite: (one.not_finite || !one.string) && (two.not_finite || !two.string),
                ..Kinds::default()
            }),
        }
    }

    /// A description, such as `an object or null`.
    pub fn noun(&self) -> String {
        let Some(kinds) = self.kinds() else { return "any value".to_owned() };
        let words = [
            (kinds.object.is_some(), "an object"),
            (kinds.array.is_some(), "an array"),
            (kinds.string, "a string"),
            (kinds.number, "a number"),
            (kinds.boolean, "`true` or `false`"),
            (kinds.null, "null"),
        ];
        let words: Vec<_> =
            words.into_iter().filter(|(possible, _)| *possible).map(|(_, word)| word).collect();
        words.join(" or ")
    }

    fn depth(&self) -> u32 {
        self.kinds().map_or(0, |kinds| kinds.depth)
    }

    fn parts(&self) -> u32 {
        self.kinds().map_or(1, |kinds| kinds.parts)
    }
}

impl Kinds {
    fn inner(&self) -> impl Iterator<Item = &Shape> {
        let items = self.array.iter().flat_map(|items| items.first.iter().chain(&items.more));
        items.chain(
            self.object
                .iter()
                .flat_map(|members| members.known.values().map(|member| &member.shape))
                .chain(self.object.iter().flat_map(|members| &members.more)),
        )
    }

    /// The constant of both.
    fn common_constant(&self, other: &Self) -> Option<Constant> {
        let has_one = |kinds: &Self| kinds.string || kinds.number;
        match (has_one(self), has_one(other)) {
            (true, false) => self.constant.clone(),
            (false, _) => other.constant.clone(),
            (true, true) => self.constant.clone().filter(|_| self.constant == other.constant),
        }
    }

    /// The union with the values at a place. It is known if they are those of the place with other
    /// members.
    fn or_place(&self, border: &Border) -> Shape {
        let is_object =
            !(self.null || self.boolean || self.number || self.string) && self.array.is_none();
        let Some(members) = self.object.as_ref().filter(|_| is_object) else { return Shape::Any };
        // Of a part it is not known that it is an object; the union would leave other values out.
        if !border.is_object() {
            return Shape::Any;
        }
        let place = members.others.as_ref().and_then(|others| others.if_same(border));
        let Some(others) = place.map(Rc::new) else { return Shape::Any };
        let mut union = Members { others: Some(others), is_open: true, ..Members::default() };
        for (name, member) in &members.known {
            let shape = member.shape.or(&border.part(&Step::Member(name.clone())));
            union.known.insert(name.clone(), Member::new(shape, false));
        }
        Shape::from_kinds(Self { object: Some(union), ..Self::default() })
    }

    fn measure(&mut self) {
        let (depth, parts) = self.inner().fold((0, 1_u32), |(depth, parts), shape| {
            (shape.depth().max(depth), parts.saturating_add(shape.parts()))
        });
        let holds = self.array.is_some() || self.object.is_some();
        self.depth = depth + u32::from(holds);
        self.parts = parts;
    }

    /// Drops the inside of all parts.
    fn forget(&mut self) {
        if let Some(items) = &mut self.array {
            items.first.iter_mut().chain(&mut items.more).for_each(|item| *item = Shape::Any);
        }
        if let Some(members) = &mut self.object {
            members.known.values_mut().for_each(|member| member.shape = Shape::Any);
            members.more = None;
        }
    }
}

fn either<T: Clone>(one: Option<&T>, two: Option<&T>, or: impl Fn(&T, &T) -> T) -> Option<T> {
    match (one, two) {
        (Some(one), Some(two)) => Some(or(one, two)),
        (one, two) => one.or(two).cloned(),
    }
}

impl Items {
    /// The shape of any item.
    pub fn any(&self) -> Shape {
        self.first.iter().chain(&self.more).fold(Shape::never(), |all, item| all.or(item))
    }

    fn or(&self, other: &Self) -> Self {
        let shared = self.first.len().min(other.first.len());
        let first = self.first.iter().zip(&other.first).map(|(one, two)| one.or(two)).collect();
        let rest = self.first.iter().skip(shared).chain(other.first.iter().skip(shared));
        let more = rest
            .chain(&self.more)
            .chain(&other.more)
            .fold(Shape::never(), |all, item| all.or(item));
        Self { first, more: (!more.is_never()).then_some(more) }
    }

    fn bound(&mut self) {
        if self.first.len() > MOST_ITEMS {
            let rest = self.first.split_off(MOST_ITEMS);
            let more = rest.iter().chain(&self.more).fold(Shape::never(), |all, item| all.or(item));
            self.more = Some(more);
        }
    }
}

impl Members {
    fn or(&self, other: &Self) -> Self {
        let mut known = BTreeMap::new();
        for (name, mine) in &self.known {
            match other.known.get(name) {
                Some(theirs) => {
                    let member = Member {
                        shape: mine.shape.or(&theirs.shape),
                        always: mine.always && theirs.always,
                        as_found: mine.as_found && theirs.as_found,
                        is_unsure: mine.is_unsure || theirs.is_unsure,
                    };
                    known.insert(name.clone(), member);
                }
                None => {
                    if let Some(shape) = other.or_other(name, &mine.shape) {
                        known.insert(name.clone(), Member::new(shape, false));
                    }
                }
            }
        }
        let theirs = other.known.iter().filter(|(name, _)| !self.known.contains_key(*name));
        for (name, member) in theirs {
            if let Some(shape) = self.or_other(name, &member.shape) {
                known.insert(name.clone(), Member::new(shape, false));
            }
        }
        let places = self.others.as_ref().zip(other.others.as_ref());
        let others = places.and_then(|(mine, theirs)| mine.or(theirs)).map(Rc::new);
        let more = match (self.is_open, other.is_open) {
            (true, true) => {
                self.more.as_ref().zip(other.more.as_ref()).map(|(one, two)| one.or(two))
            }
            (true, false) => self.more.clone(),
            (false, _) => other.more.clone(),
        };
        Self { known, is_open: self.is_open || other.is_open, others, more }
    }

    /// The union of a shape with that of a member whose shape is not known here. `None` if it can be
    /// anything.
    fn or_other(&self, name: &str, shape: &Shape) -> Option<Shape> {
        match self.other(name) {
            None => Some(shape.clone()),
            Some(_) if self.others.is_none() && self.more.is_none() => None,
            Some(other) => Some(shape.or(&other)),
        }
    }

    /// The shape of a member without a known shape, if there can be one.
    pub(super) fn other(&self, name: &str) -> Option<Shape> {
        let at = |border: &Rc<Border>| border.part(&Step::Member(name.to_owned()));
        let place = || self.others.as_ref().map_or(Shape::Any, at);
        self.is_open.then(|| self.more.clone().unwrap_or_else(place))
    }

    fn bound(&mut self) {
        if self.known.len() > MOST_MEMBERS {
            // Neither `pop_last` nor `collect`: each costs rustc thousands of lines.
            for (name, member) in mem::take(&mut self.known).into_iter().take(MOST_MEMBERS) {
                self.known.insert(name, member);
            }
            self.is_open = true;
            self.others = None;
            self.more = None;
        }
    }
}
