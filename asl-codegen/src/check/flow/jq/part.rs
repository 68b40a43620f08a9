//! Members and items, read and written.

use std::rc::Rc;

use asl_language::shape;
use asl_language::shape::checks::Weight;

use super::super::Member;
use super::super::border::{Border, Step};
use super::super::shape::{Constant, Items, Kinds, Members, Shape};
use super::scope::At;
use super::{Outputs, Run};
use crate::expr::jq::syntax::Filter;

/// The kinds that have members, or whose members are all null.
pub(super) const KEYED: shape::Kinds = shape::Kinds::OBJECT.or(shape::Kinds::NULL);
/// The kinds that have items, or whose items are all null.
const LISTED: shape::Kinds = shape::Kinds::LIST.or(shape::Kinds::NULL);
/// The kinds whose parts `.[]` gives.
const ITERABLE: shape::Kinds = shape::Kinds::LIST.or(shape::Kinds::OBJECT);

impl<'p> Run<'p> {
    /// Notes that a value must have members. False if it never has.
    pub(super) fn is_keyed(&mut self, of: &Shape, what: &Filter) -> bool {
        of.is_never() || self.needs(of, KEYED, what)
    }

    /// The values of a member. `None`: reading it is an error.
    pub(super) fn member(
        &mut self,
        of: &Shape,
        name: &str,
        (target, whole): (&Filter, &Filter),
    ) -> Option<Shape> {
        if !self.is_keyed(of, target) {
            return None;
        }
        self.is_there(of, name, self.text(whole));
        member(of, name)
    }

    /// Notes the read of a member that the type of a value may not have: jq reads it as null.
    pub(super) fn is_there(&mut self, of: &Shape, name: &str, what: String) {
        if let Some(Shape::Border(place)) = place(of, name) {
            self.reads(what, None, Weight::Doubt, &place);
        }
    }

    /// The outputs of `target[key]`.
    pub(super) fn index(
        &mut self,
        (target, key): (&'p Filter, &'p Filter),
        whole: &Filter,
        at: At<'_, 'p>,
    ) -> Outputs {
        let keys = self.filter(key, at);
        let of = self.only_if(keys.some, |run| run.filter(target, at));
        let all = keys.times(&of, of.each.clone());
        if keys.each.is_never() || of.each.is_never() {
            return all.with(None);
        }
        let constant = keys.each.kinds().and_then(|kinds| kinds.constant.clone());
        match (constant, super::known(&keys.each)) {
            (Some(Constant::Text(name)), shape::Kinds::TEXT) => {
                let each =
                    self.only_if(all.some, |run| run.member(&of.each, &name, (target, whole)));
                all.with(each)
            }
            (_, shape::Kinds::NUMBER) => {
                let fits = self.only_if(all.some, |run| run.needs(&of.each, LISTED, target));
                all.with(fits.then(|| item(&of.each)))
            }
            (_, shape::Kinds::TEXT) => {
                let fits = self.only_if(all.some, |run| run.is_keyed(&of.each, target));
                all.with(fits.then_some(Shape::Any))
            }
            _ => all.with(Some(Shape::Any)),
        }
    }

    /// The outputs of `target[]`.
    pub(super) fn items(&mut self, of: &Outputs, target: &Filter) -> Outputs {
        if of.each.is_never() {
            return of.clone();
        }
        if !self.only_if(of.some, |run| run.needs(&of.each, ITERABLE, target)) {
            return of.with(None);
        }
        let is_filled = super::known(&of.each) == shape::Kinds::LIST
            && of
                .each
                .kinds()
                .and_then(|it| it.array.as_ref())
                .is_some_and(|it| !it.first.is_empty());
        Outputs { each: parts(&of.each), some: of.some && is_filled, one: false }
    }

    /// The values with another one at a path of members, of which some lead here. `None`: writing it
    /// is an error.
    pub(super) fn set(
        &mut self,
        of: &Shape,
        (depth, names): (usize, &[&str]),
        new: Shape,
    ) -> Option<Shape> {
        let (before, after) = names.split_at_checked(depth)?;
        let Some(name) = after.first() else { return Some(new) };
        let what = format!("`.{}`", before.join("."));
        if !of.is_never() && !self.needs_of(of, KEYED, what) {
            return None;
        }
        let inner = self.set(&member(of, name)?, (depth + 1, names), new)?;
        Some(with(of, name, inner))
    }
}

/// The values of a member of objects; null where there is none. `None`: they have no members, nor
/// are they null.
pub(super) fn member(of: &Shape, name: &str) -> Option<Shape> {
    let Some(kinds) = of.kinds() else {
        return Some(match place(of, name) {
            Some(Shape::Border(place)) => or_null(&place),
            _ => Shape::Any,
        });
    };
    let null = if kinds.null { Shape::null() } else { Shape::never() };
    let Some(members) = &kinds.object else { return kinds.null.then_some(null) };
    let found = match members.known.get(name) {
        Some(Member { shape, always: true, .. }) => shape.clone(),
        Some(Member { shape, .. }) => shape.or(&Shape::null()),
        None => match members.other(name) {
            Some(Shape::Border(place)) if members.more.is_none() => or_null(&place),
            Some(other) => other.or(&Shape::null()),
            None => Shape::null(),
        },
    };
    Some(found.or(&null))
}

fn or_null(place: &Rc<Border>) -> Shape {
    place.part(&Step::OrNull)
}

/// The place of a member of a type's values.
fn place(of: &Shape, name: &str) -> Option<Shape> {
    let step = || Step::Member(name.to_owned());
    match of {
        Shape::Any => None,
        Shape::Border(border) => Some(border.part(&step())),
        Shape::OneOf(kinds) => {
            let members = kinds.object.as_ref().filter(|it| !it.known.contains_key(name))?;
            Some(members.others.as_ref()?.part(&step()))
        }
    }
}

/// The values with a member that they have now.
fn with(of: &Shape, name: &str, new: Shape) -> Shape {
    let new = Member::new(new, true);
    let members = match of {
        Shape::Any => Members { is_open: true, ..Members::default() },
        Shape::Border(border) => {
            Members { is_open: true, others: Some(Rc::clone(border)), ..Members::default() }
        }
        Shape::OneOf(kinds) => {
            let made = || Shape::object([(name.to_owned(), new.shape.clone())]);
            let Some(members) = &kinds.object else { return made() };
            if kinds.null {
                let object = Kinds { object: Some(members.clone()), ..Kinds::default() };
                return with(&Shape::from_kinds(object), name, new.shape.clone()).or(&made());
            }
            members.clone()
        }
    };
    let mut members = members;
    members.known.insert(name.to_owned(), new);
    Shape::from_kinds(Kinds { object: Some(members), ..Kinds::default() })
}

/// An item of arrays; null where there is none.
fn item(of: &Shape) -> Shape {
    match of {
        Shape::Any => Shape::Any,
        Shape::Border(border) => {
            let item = border.narrow(&[], &Step::Only(LISTED)).part(&Step::Item);
            item.border().map_or(Shape::Any, or_null)
        }
        Shape::OneOf(kinds) => {
            let items = kinds.array.as_ref().map_or_else(Shape::never, Items::any);
            items.or(&Shape::null())
        }
    }
}

/// The items of arrays, and the members of objects.
fn parts(of: &Shape) -> Shape {
    let kinds = match of {
        Shape::Any => return Shape::Any,
        // Nothing is known of the members of an object.
        Shape::Border(border) => {
            let list = border.narrow(&[], &Step::Only(shape::Kinds::LIST));
            return list.part(&Step::Item);
        }
        Shape::OneOf(kinds) => kinds,
    };
    let items = kinds.array.as_ref().map_or_else(Shape::never, Items::any);
    match &kinds.object {
        Some(members) if members.is_open => Shape::Any,
        Some(members) => members.known.values().fold(items, |all, member| all.or(&member.shape)),
        None => items,
    }
}
