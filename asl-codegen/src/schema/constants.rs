//! `const`, `enum`, and the bounds of integers.

use asl_language::shape::{Member, Object, Others, Values};
use asl_source::source::{Json, Node, integer_of};
use bumpalo::Bump;

use super::reader::{Parts, Reader};
use super::types::Types;

/// The values of `const` or `enum`, if the schema has one of them.
pub(super) fn read<'a>(
    reader: &mut Reader<'a, '_>,
    parts: &Parts<'a>,
    types: Types,
) -> Option<&'a Values<'a>> {
    let (place, list) = match (parts.first("const"), parts.first("enum")) {
        (Some(value), _) => (value, std::slice::from_ref(value)),
        (None, Some(list)) => {
            let Some(values) = list.as_array() else {
                reader.fault(list, "`enum` must be an array");
                return None;
            };
            (list, values)
        }
        (None, None) => return None,
    };
    if !reader.take(list.len(), place.span) {
        return None;
    }
    let allowed = list.iter().filter(|value| types.has(type_of(value)));
    let sets: Vec<&'a Values<'a>> = allowed.map(|value| exact(reader.arena, value)).collect();
    if sets.is_empty() {
        let label = "none of these has the `type` of the schema";
        let label = if list.is_empty() { "the list is empty" } else { label };
        reader.contradiction(place.span, "no value is allowed", label);
        return Some(&Values::Never);
    }
    Some(reader.one_of(&sets))
}

fn type_of(value: &Node) -> Types {
    match &value.value {
        Json::Null => Types::NULL,
        Json::Bool(_) => Types::BOOLEAN,
        Json::Number(number) if integer_of(number).is_some() => Types::INTEGER,
        Json::Number(_) => Types::FRACTION,
        Json::String(_) => Types::TEXT,
        Json::Array(_) => Types::ARRAY,
        Json::Object(_) => Types::OBJECT,
    }
}

/// The set of one value. The depth of trees is bounded.
pub(super) fn exact<'a>(arena: &'a Bump, value: &'a Node) -> &'a Values<'a> {
    let values = match &value.value {
        Json::Null => Values::Null,
        Json::Bool(_) => Values::Boolean,
        Json::Number(number) => {
            integer_of(number).map_or(Values::Number, |number| Values::Integer(number, number))
        }
        Json::String(text) => Values::Constant(&text.value),
        Json::Array(items) => {
            let items: Vec<_> = items.iter().map(|item| exact(arena, item)).collect();
            Values::Tuple(arena.alloc_slice_copy(&items))
        }
        Json::Object(members) => {
            let members = members
                .iter()
                .map(|member| Member::new(&member.key.value, exact(arena, &member.value)));
            let members: Vec<_> = members.collect();
            let members = arena.alloc_slice_copy(&members);
            Values::Object(Object::of(members, Others::Denied))
        }
    };
    arena.alloc(values)
}

/// Keywords of bounds.
const BOUNDS: [&str; 4] = ["minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"];

/// The least and the greatest integer.
pub(super) fn range<'a>(reader: &mut Reader<'a, '_>, parts: &Parts<'a>) -> (i128, i128) {
    let bounds = |keyword: &str, is_least: bool| -> Vec<i128> {
        let numbers = parts.all(keyword).filter_map(Node::as_number);
        numbers.filter_map(|number| whole(number, is_least)).collect()
    };
    let least = bounds("minimum", true).into_iter();
    let above = bounds("exclusiveMinimum", false).into_iter().map(|bound| bound.saturating_add(1));
    let greatest = bounds("maximum", false).into_iter();
    let below = bounds("exclusiveMaximum", true).into_iter().map(|bound| bound.saturating_sub(1));
    let least = least.chain(above).max().unwrap_or(i128::MIN);
    let greatest = greatest.chain(below).min().unwrap_or(i128::MAX);
    let place = || BOUNDS.iter().find_map(|keyword| parts.first(keyword));
    if least > greatest
        && let Some(place) = place()
    {
        reader.contradiction(place.span, "no integer is within these bounds", "one of the bounds");
    }
    (least, greatest)
}

/// A number as an integer, rounded up or down.
fn whole(number: &str, is_up: bool) -> Option<i128> {
    integer_of(number).or_else(|| {
        let number: f64 = number.parse().ok()?;
        let whole = if is_up { number.ceil() } else { number.floor() };
        integer_of(&format!("{whole:.0}"))
    })
}
