//! The values that the data flow finds, as sets: the places in values with a schema are parts of its
//! set.

use std::collections::HashMap;

use asl_language::shape::{Member, Object, Others, Step, Values};
use bumpalo::Bump;

use super::reader::ANY;
use crate::check::flow::{self, Border, Constant, Items, Members, Origin, Place, Shape};

/// The sets of the values that enter at borders.
pub(super) struct Sets<'a> {
    pub(super) arena: &'a Bump,
    pub(super) origins: HashMap<Origin, &'a Values<'a>>,
}

impl<'a> Sets<'a> {
    /// The steps to a place.
    pub(super) fn steps(&self, steps: &[flow::Step]) -> &'a [Step<'a>] {
        let text = |name: &str| &*self.arena.alloc_str(name);
        self.arena.alloc_slice_fill_iter(steps.iter().map(|step| match step {
            flow::Step::Member(name) => Step::Member(text(name)),
            flow::Step::Each(name) => Step::Each(text(name)),
            flow::Step::Item => Step::Item,
            flow::Step::Only(kinds) => Step::Only(*kinds),
            flow::Step::OrNull => Step::OrNull,
            flow::Step::Tagged(name, value, is) => Step::Tagged(text(name), text(value), *is),
        }))
    }

    /// The values of a shape.
    pub(super) fn values(&self, shape: &Shape) -> &'a Values<'a> {
        let kinds = match shape {
            Shape::Any => return ANY,
            Shape::Border(border) => return self.places(border),
            Shape::OneOf(kinds) => kinds,
        };
        let (number, text) = match &kinds.constant {
            Some(Constant::Integer(number)) => {
                let number = i128::from(*number);
                (Values::Integer(number, number), Values::Text)
            }
            Some(Constant::Text(text)) => {
                (Values::Number, Values::Constant(self.arena.alloc_str(text)))
            }
            None => (Values::Number, Values::Text),
        };
        let simple = [
            (kinds.null, Values::Null),
            (kinds.boolean, Values::Boolean),
            (kinds.number, number),
            // A number that is not finite is the exception, not the rule.
            (kinds.string && !kinds.not_finite, text),
        ];
        let simple = simple.into_iter().filter(|(is_possible, _)| *is_possible);
        let mut sets: Vec<&'a Values<'a>> =
            simple.map(|(_, values)| &*self.arena.alloc(values)).collect();
        sets.extend(kinds.array.as_ref().map(|items| self.array(items)));
        sets.extend(kinds.object.as_ref().map(|members| self.object(members)));
        match sets.as_slice() {
            [only] => only,
            sets => self.arena.alloc(Values::OneOf(self.arena.alloc_slice_copy(sets))),
        }
    }

    /// The values at one of several places.
    pub(super) fn places(&self, border: &Border) -> &'a Values<'a> {
        let sets: Vec<_> = border.places().map(|place| self.place(place)).collect();
        match sets.as_slice() {
            [only] => only,
            sets => self.arena.alloc(Values::OneOf(self.arena.alloc_slice_copy(sets))),
        }
    }

    /// The values at a place.
    pub(super) fn place(&self, place: &Place) -> &'a Values<'a> {
        let Some(set) = self.origins.get(&place.origin) else { return ANY };
        self.arena.alloc(Values::At(set, self.steps(&place.steps)))
    }

    fn array(&self, items: &Items) -> &'a Values<'a> {
        if items.more.is_some() {
            return self.arena.alloc(Values::List(self.values(&items.any())));
        }
        let first = items.first.iter().map(|item| self.values(item));
        let first: Vec<_> = first.collect();
        self.arena.alloc(Values::Tuple(self.arena.alloc_slice_copy(&first)))
    }

    fn object(&self, members: &Members) -> &'a Values<'a> {
        let known = members.known.iter().map(|(name, member)| {
            let name = self.arena.alloc_str(name);
            Member::new(name, self.values(&member.shape)).presence(member.presence())
        });
        let known: Vec<_> = known.collect();
        let place = members.others.as_ref().map(|border| self.places(border));
        let place = place.as_slice();
        let others = match (place, members.is_open) {
            ([], true) => Others::Any,
            (_, true | false) => Others::None,
        };
        self.arena.alloc(Values::Object(Object {
            members: self.arena.alloc_slice_copy(&known),
            flattened: self.arena.alloc_slice_copy(place),
            others,
        }))
    }
}
