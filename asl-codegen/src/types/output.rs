//! The values of a shape, as schemas describe them.

use std::collections::BTreeSet;

use super::text::places;
use super::values::{Items, Kind, Member, Members, Values};
use crate::check::flow::{self, Shape};
use crate::ir::Machine;

/// The values of a shape. `told` is the shape of the same data if the places that they come from are
/// followed: it names them, but it takes for granted that a state can write into them.
pub(super) fn values(machine: &Machine, shape: &Shape, told: &Shape) -> Values {
    if shape.is_never() {
        return Values::never();
    }
    let note = match told {
        Shape::Border(border) => Some(places(machine, border)),
        Shape::Any | Shape::OneOf(_) => None,
    };
    let Some(kinds) = shape.kinds() else { return Values { note, ..Values::default() } };
    let told = told.kinds();
    let object = kinds
        .object
        .as_ref()
        .map(|members| self::members(machine, members, told.and_then(|told| told.object.as_ref())));
    let array = kinds.array.as_ref().map(|items| {
        Box::new(self::items(machine, items, told.and_then(|told| told.array.as_ref())))
    });
    Values { kinds: names(kinds), object, array, note, is_never: false }
}

fn names(kinds: &flow::Kinds) -> BTreeSet<Kind> {
    let all = [
        (kinds.object.is_some(), Kind::Object),
        (kinds.array.is_some(), Kind::Array),
        (kinds.string, Kind::String),
        (kinds.number, Kind::Number),
        (kinds.boolean, Kind::Boolean),
        (kinds.null, Kind::Null),
    ];
    all.into_iter().filter(|(possible, _)| *possible).map(|(_, kind)| kind).collect()
}

fn members(machine: &Machine, members: &flow::Members, told: Option<&flow::Members>) -> Members {
    let known = members.known.iter().map(|(name, member)| {
        let told = told.and_then(|told| told.known.get(name)).map(|member| &member.shape);
        let values = values(machine, &member.shape, told.unwrap_or(&Shape::Any));
        (name.clone(), Member { values, is_required: member.always })
    });
    Members { known: known.collect(), is_open: members.is_open }
}

fn items(machine: &Machine, items: &flow::Items, told: Option<&flow::Items>) -> Items {
    let any = Shape::Any;
    let told_at = |index: usize| told.and_then(|told| told.first.get(index)).unwrap_or(&any);
    let told_more = told.and_then(|told| told.more.as_ref()).unwrap_or(&any);
    let first = items.first.iter().enumerate();
    let first = first.map(|(index, item)| values(machine, item, told_at(index))).collect();
    Items { first, more: items.more.as_ref().map(|item| values(machine, item, told_more)) }
}
