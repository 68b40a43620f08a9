//! Paths of names: data is read where it is, and only results of several items are copied.

use super::{Sequence, each, inputs, name};
use crate::jsonata::view::{Found, View};
use crate::jsonata::{Cx, Fault, Outcome};
use crate::value::Value;

/// A path of names, each a step without stages, after it has collapsed.
///
/// Inlined, so that each comparison of keys has a constant length. Most paths meet no array before
/// their end.
#[inline]
pub fn names<'v, const N: usize>(
    cx: &Cx,
    context: View<'v>,
    keys: [&'static str; N],
) -> Result<Found<'v>, Fault> {
    cx.spend(1)?;
    let View::Value(mut value) = context else { return other_names(cx, context, &keys) };
    for key in keys {
        match value {
            Value::Object(object) => match object.get(key) {
                Some(member) => value = member,
                None => return Ok(Found::Seen(View::Undefined)),
            },
            Value::Array(_) => return other_names(cx, context, &keys),
            Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::String(_) => {
                return Ok(Found::Seen(View::Undefined));
            }
        }
    }
    Ok(Found::Seen(View::Value(value)))
}

#[inline(never)]
fn other_names<'v>(cx: &Cx, context: View<'v>, keys: &[&str]) -> Result<Found<'v>, Fault> {
    if context.is_undefined() {
        return Ok(Found::Seen(context));
    }
    results_of_names(cx, context, keys)?.finish().map(Found::Made)
}

/// The same before it collapses.
pub fn whole_names(cx: &Cx, context: View<'_>, keys: &[&str]) -> Outcome {
    results_of_names(cx, context, keys)?.whole()
}

fn results_of_names(cx: &Cx, context: View<'_>, keys: &[&str]) -> Result<Sequence, Fault> {
    let mut results = Sequence::default();
    for item in inputs(context) {
        add_names(cx, item, keys, &mut results)?;
    }
    Ok(results)
}

fn add_names(cx: &Cx, item: View<'_>, keys: &[&str], results: &mut Sequence) -> Result<(), Fault> {
    let Some((key, rest)) = keys.split_first() else { return Ok(()) };
    cx.spend(1)?;
    let found = name(cx, item, key)?;
    if rest.is_empty() {
        return results.add(cx, found);
    }
    match &found {
        // Plain data within each other needs no iterator.
        Found::Seen(View::Value(Value::Array(items))) => {
            items.iter().try_for_each(|item| add_names(cx, View::Value(item), rest, results))
        }
        Found::Seen(_) | Found::Made(_) => {
            each(found.view()).try_for_each(|item| add_names(cx, item, rest, results))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json;
    use crate::jsonata::Item;

    #[test]
    fn names_are_read_where_they_are() {
        let cx = Cx::new(0, 0);
        let data = json!({"a": {"b": [1]}, "c": [{"b": 1}, {"b": 2}], "d": [{"b": 3}]});
        let context = View::Value(&data);
        let is_seen = |keys| matches!(names(&cx, context, keys), Ok(Found::Seen(_)));
        assert!(is_seen(["a", "b"]) && is_seen(["a", "x"]) && is_seen(["x", "b"]));
        assert!(matches!(names(&cx, context, ["c", "b"]), Ok(Found::Made(Item::Sequence(_)))));
        assert!(matches!(names(&cx, context, ["d", "b"]), Ok(Found::Made(Item::Data(_)))));
        let whole = whole_names(&cx, context, &["d", "b"]).unwrap();
        assert!(matches!(whole, Item::Sequence(_)));
    }
}
