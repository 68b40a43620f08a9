//! Paths on shapes: reading, and writing at a reference path.

use std::rc::Rc;

use super::border::{Border, Step};
use super::shape::{Items, Kinds, Member, Members, Shape};
use crate::expr::jsonpath::{Path, ReferenceStep, Root, Segment, Selector, Yield};
use asl_language::shape;

/// The result of a path on a shape.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Found {
    /// Nothing, ever: the step with this number finds nothing in data of this shape.
    Never(usize, Shape),
    /// A value of this shape, or nothing.
    Maybe(Shape),
    /// A value of this shape.
    Always(Shape),
}

impl Found {
    /// The shape of the value, if any.
    pub(super) fn shape(self) -> Option<Shape> {
        match self {
            Self::Never(..) => None,
            Self::Maybe(shape) | Self::Always(shape) => Some(shape),
        }
    }
}

/// Evaluates a path on data of a shape.
pub(super) fn find(path: &Path, data: &Shape) -> Found {
    if path.root != Root::Data {
        // An indefinite path returns an array of its matches, also without any.
        return match path.yields() {
            Yield::Hits => Found::Always(Shape::list(Shape::Any)),
            Yield::Members => Found::Maybe(Shape::some_object()),
            Yield::Place => Found::Maybe(Shape::Any),
        };
    }
    find_in(path, 0, data)
}

/// Evaluates a path, without its first steps, on the value that these lead to.
pub(super) fn find_in(path: &Path, first: usize, data: &Shape) -> Found {
    let walk = |segments: &[Segment]| match walk(segments.get(first..).unwrap_or_default(), data) {
        Found::Never(step, shape) => Found::Never(first + step, shape),
        found @ (Found::Maybe(_) | Found::Always(_)) => found,
    };
    match path.yields() {
        Yield::Hits => {
            let hit = hit(path.segments.get(first..).unwrap_or_default(), data);
            // A place without a value is no hit.
            let there = Step::Only(shape::Kinds::ABSENT.others());
            let narrow = |border: &Rc<Border>| Shape::Border(Rc::new(border.narrow(&[], &there)));
            Found::Always(Shape::list(hit.border().map(narrow).unwrap_or(hit)))
        }
        Yield::Place => walk(&path.segments),
        Yield::Members => {
            let before = path.segments.split_last().map_or(&[][..], |(_, before)| before);
            match walk(before) {
                never @ Found::Never(..) => never,
                Found::Maybe(shape) | Found::Always(shape)
                    if shape.kinds().is_some_and(|it| it.object.is_none()) =>
                {
                    Found::Never(before.len(), shape)
                }
                Found::Maybe(_) | Found::Always(_) => Found::Maybe(Shape::some_object()),
            }
        }
    }
}

fn walk(segments: &[Segment], data: &Shape) -> Found {
    let mut found = Found::Always(data.clone());
    for (index, segment) in segments.iter().enumerate() {
        let (shape, always) = match &found {
            Found::Never(..) => return found,
            Found::Maybe(shape) => (shape.clone(), false),
            Found::Always(shape) => (shape.clone(), true),
        };
        let next = match segment.only() {
            Some(Selector::Name(name)) => member(name, &shape),
            Some(Selector::Index(at)) => item(*at, &shape),
            _ => return Found::Maybe(Shape::Any),
        };
        found = match next {
            None => return Found::Never(index, shape),
            Some((next, true)) if always => Found::Always(next),
            Some((next, _)) => Found::Maybe(next),
        };
    }
    found
}

/// The shape of each value that a path with several hits finds; never if it finds none.
fn hit(segments: &[Segment], data: &Shape) -> Shape {
    let mut shape = data.clone();
    for segment in segments {
        let next = match segment.only() {
            Some(Selector::Name(name)) => member(name, &shape).map(|(next, _)| next),
            Some(Selector::Index(at)) => item(*at, &shape).map(|(next, _)| next),
            Some(Selector::Wildcard) => children(&shape, true),
            Some(Selector::Slice(..)) => children(&shape, false),
            _ => return Shape::Any,
        };
        let Some(next) = next else { return Shape::never() };
        shape = next;
    }
    shape
}

/// The shape of each item, or also of each member. `None` if there are none.
fn children(shape: &Shape, with_members: bool) -> Option<Shape> {
    let Some(kinds) = shape.kinds() else {
        let Some(border) = shape.border() else { return Some(Shape::Any) };
        // Nothing is known of the members of an object.
        return Some(border.narrow(&[], &Step::Only(shape::Kinds::LIST)).part(&Step::Item));
    };
    let items = kinds.array.as_ref().map_or_else(Shape::never, Items::any);
    let all = match kinds.object.as_ref().filter(|_| with_members) {
        Some(members) if members.is_open => Shape::Any,
        Some(members) => members.known.values().fold(items, |all, member| all.or(&member.shape)),
        None => items,
    };
    (!all.is_never()).then_some(all)
}

/// The shape of a member, and true if it is always present. `None` if it never is.
fn member(name: &str, shape: &Shape) -> Option<(Shape, bool)> {
    let Some(kinds) = shape.kinds() else {
        return Some((shape.unknown_part(|| Step::Member(name.to_owned())), false));
    };
    let members = kinds.object.as_ref()?;
    match members.known.get(name) {
        Some(member) => Some((member.shape.clone(), member.always && is_only(kinds, Kind::Object))),
        None => members.other(name).map(|shape| (shape, false)),
    }
}

/// The shape of an item, and true if it is always present. `None` if it never is.
fn item(at: i64, shape: &Shape) -> Option<(Shape, bool)> {
    let Some(kinds) = shape.kinds() else {
        return Some((shape.unknown_part(|| Step::Item), false));
    };
    let items = kinds.array.as_ref()?;
    let Ok(index) = usize::try_from(at) else { return from_the_end(at, items, kinds) };
    match items.first.get(index) {
        Some(item) => Some((item.clone(), is_only(kinds, Kind::Array))),
        None => items.more.as_ref().map(|item| (item.clone(), false)),
    }
}

fn from_the_end(at: i64, items: &Items, kinds: &Kinds) -> Option<(Shape, bool)> {
    let back = usize::try_from(at.unsigned_abs()).unwrap_or(usize::MAX);
    if items.more.is_some() {
        return Some((items.any(), items.first.len() >= back && is_only(kinds, Kind::Array)));
    }
    let index = items.first.len().checked_sub(back)?;
    items.first.get(index).map(|item| (item.clone(), is_only(kinds, Kind::Array)))
}

#[derive(Clone, Copy)]
enum Kind {
    Array,
    Object,
}

fn is_only(kinds: &Kinds, kind: Kind) -> bool {
    let simple = kinds.null || kinds.boolean || kinds.number || kinds.string;
    let other = match kind {
        Kind::Array => kinds.object.is_some(),
        Kind::Object => kinds.array.is_some(),
    };
    !simple && !other
}

/// The shape of data after a write at a path. `Err` if the write always fails, because the step
/// with this number leads through a value of this shape. The values of Rust types that get a member
/// are added to `written`.
pub(super) fn put(
    steps: &[ReferenceStep],
    data: &Shape,
    result: &Shape,
    written: &mut Vec<Rc<Border>>,
) -> Result<Shape, (usize, Shape)> {
    put_from(0, steps, data, result, written)
}

fn put_from(
    depth: usize,
    steps: &[ReferenceStep],
    data: &Shape,
    result: &Shape,
    written: &mut Vec<Rc<Border>>,
) -> Result<Shape, (usize, Shape)> {
    let Some((step, rest)) = steps.split_first() else { return Ok(result.clone()) };
    let misfit = || (depth, data.clone());
    match step {
        ReferenceStep::Key(key) => {
            let Some(kinds) = data.kinds() else {
                written.extend(data.border().cloned());
                let before = data.unknown_part(|| Step::Member(key.clone()));
                let inner = put_from(depth + 1, rest, &before, result, written)?;
                let others = data.border().cloned();
                let members = Members { is_open: true, others, ..Members::default() };
                return Ok(with(&members, key, inner));
            };
            let members = kinds.object.as_ref().ok_or_else(misfit)?;
            let inner = match members.known.get(key) {
                Some(member) if member.always => {
                    put_from(depth + 1, rest, &member.shape, result, written)?
                }
                // Writing creates objects on the way, but nothing else.
                Some(member) => {
                    let there = put_from(depth + 1, rest, &member.shape, result, written);
                    match (there, make(rest, result)) {
                        (Ok(there), Some(made)) => there.or(&made),
                        (Ok(there), None) => there,
                        (Err(_), Some(made)) => made,
                        (Err(misfit), None) => return Err(misfit),
                    }
                }
                None => match members.other(key) {
                    Some(before) => put_from(depth + 1, rest, &before, result, written)?,
                    None => make(rest, result).ok_or_else(|| (depth + 1, Shape::never()))?,
                },
            };
            Ok(with(members, key, inner))
        }
        ReferenceStep::Index(index) => {
            let Some(kinds) = data.kinds() else { return Ok(Shape::list(Shape::Any)) };
            let items = kinds.array.as_ref().ok_or_else(misfit)?;
            let mut items = items.clone();
            match items.first.get_mut(*index as usize) {
                Some(item) => *item = put_from(depth + 1, rest, &item.clone(), result, written)?,
                None => {
                    let more = items.more.as_ref().ok_or_else(misfit)?;
                    items.more = Some(more.or(&put_from(depth + 1, rest, more, result, written)?));
                }
            }
            Ok(Shape::from_kinds(Kinds { array: Some(items), ..Kinds::default() }))
        }
    }
}

/// The shape of a new value at missing steps. `None` for a step to an item, which writing does not
/// create.
fn make(steps: &[ReferenceStep], result: &Shape) -> Option<Shape> {
    steps.iter().rev().try_fold(result.clone(), |inner, step| match step {
        ReferenceStep::Key(key) => Some(Shape::object([(key.clone(), inner)])),
        ReferenceStep::Index(_) => None,
    })
}

fn with(members: &Members, key: &str, shape: Shape) -> Shape {
    let mut members = members.clone();
    members.known.insert(key.to_owned(), Member::new(shape, true));
    Shape::from_kinds(Kinds { object: Some(members), ..Kinds::default() })
}
