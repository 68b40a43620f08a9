//! Paths of names: data is read where it is, and only results of several items are copied.

use super::{Sequence, each, inputs, item_at, name};
use crate::view::{Found, View, copied};
use crate::{Cx, Fault, Item, Outcome};
use asl_value::value::Value;

/// A path of names, each a step without stages, after it has collapsed.
#[inline(always)]
#[expect(clippy::inline_always, reason = "the keys are constants: see `Object::get_known`")]
pub fn names<'v, const N: usize>(
    cx: &Cx,
    context: View<'v>,
    keys: [&'static str; N],
) -> Result<Found<'v>, Fault> {
    cx.spend(1)?;
    match seen(context, keys) {
        Some(view) => Ok(Found::Seen(view)),
        None => made_names(cx, context, &keys).map(Found::Made),
    }
}

/// The same, to be read: it is `made` where it is no data that is there.
#[inline(always)]
#[expect(clippy::inline_always, reason = "the keys are constants: see `Object::get_known`")]
pub fn view_names<'v, const N: usize>(
    cx: &Cx,
    context: View<'v>,
    keys: [&'static str; N],
    made: &'v mut Item,
) -> Result<View<'v>, Fault> {
    cx.spend(1)?;
    if let Some(view) = seen(context, keys) {
        return Ok(view);
    }
    *made = made_names(cx, context, &keys)?;
    Ok(made.view())
}

/// The same as a value of its own.
#[inline(always)]
#[expect(clippy::inline_always, reason = "the keys are constants: see `Object::get_known`")]
pub fn item_of_names<const N: usize>(
    cx: &Cx,
    context: View<'_>,
    keys: [&'static str; N],
) -> Outcome {
    cx.spend(1)?;
    match seen(context, keys) {
        Some(View::Value(value)) => copied(value),
        Some(view) => Ok(view.to_item()),
        None => made_names(cx, context, &keys),
    }
}

/// The data at these names, if there is no array before their end.
///
/// Inlined, so that each comparison of keys has a constant length. Most paths meet no array before
/// their end.
#[inline(always)]
#[expect(clippy::inline_always, reason = "the keys are constants: see `Object::get_known`")]
pub fn seen<'v, const N: usize>(context: View<'v>, keys: [&'static str; N]) -> Option<View<'v>> {
    let View::Value(mut value) = context else { return None };
    for key in keys {
        match value {
            Value::Object(object) => match object.get_known(key) {
                Some(member) => value = member,
                None => return Some(View::Undefined),
            },
            Value::Array(_) => return None,
            Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::String(_) => {
                return Some(View::Undefined);
            }
        }
    }
    Some(View::Value(value))
}

/// `names[number].rest`: names, an item of what they find, and names behind it.
#[inline(always)]
#[expect(clippy::inline_always, reason = "the keys are constants: see `Object::get_known`")]
pub fn names_at<'v, const N: usize, const M: usize>(
    cx: &Cx,
    context: View<'v>,
    keys: [&'static str; N],
    number: f64,
    rest: [&'static str; M],
) -> Result<Found<'v>, Fault> {
    cx.spend(1)?;
    match seen_at(context, keys, number, rest) {
        Some(view) => Ok(Found::Seen(view)),
        None => made_names_at(cx, context, &keys, number, &rest).map(Found::Made),
    }
}

/// The same, to be read: it is `made` where it is no data that is there.
#[inline(always)]
#[expect(clippy::inline_always, reason = "the keys are constants: see `Object::get_known`")]
pub fn view_names_at<'v, const N: usize, const M: usize>(
    cx: &Cx,
    context: View<'v>,
    keys: [&'static str; N],
    number: f64,
    rest: [&'static str; M],
    made: &'v mut Item,
) -> Result<View<'v>, Fault> {
    cx.spend(1)?;
    if let Some(view) = seen_at(context, keys, number, rest) {
        return Ok(view);
    }
    *made = made_names_at(cx, context, &keys, number, &rest)?;
    Ok(made.view())
}

/// The same as a value of its own.
#[inline(always)]
#[expect(clippy::inline_always, reason = "the keys are constants: see `Object::get_known`")]
pub fn item_of_names_at<const N: usize, const M: usize>(
    cx: &Cx,
    context: View<'_>,
    keys: [&'static str; N],
    number: f64,
    rest: [&'static str; M],
) -> Outcome {
    cx.spend(1)?;
    match seen_at(context, keys, number, rest) {
        Some(View::Value(value)) => copied(value),
        Some(view) => Ok(view.to_item()),
        None => made_names_at(cx, context, &keys, number, &rest),
    }
}

/// The data at these names, if the only array before their end is that of the item.
#[inline(always)]
#[expect(clippy::inline_always, reason = "the keys are constants: see `Object::get_known`")]
fn seen_at<'v, const N: usize, const M: usize>(
    context: View<'v>,
    keys: [&'static str; N],
    number: f64,
    rest: [&'static str; M],
) -> Option<View<'v>> {
    let item = item_at(seen(context, keys)?, number);
    if item.is_undefined() {
        return Some(item);
    }
    if item.is_array() { None } else { seen(item, rest) }
}

#[inline(never)]
fn made_names_at(
    cx: &Cx,
    context: View<'_>,
    keys: &[&'static str],
    number: f64,
    rest: &[&'static str],
) -> Outcome {
    let mut results = Sequence::default();
    for item in inputs(context) {
        add_names_at(cx, item, keys, (number, rest), &mut results)?;
    }
    results.finish()
}

fn add_names_at(
    cx: &Cx,
    item: View<'_>,
    keys: &[&'static str],
    behind: (f64, &[&'static str]),
    results: &mut Sequence,
) -> Result<(), Fault> {
    let Some((key, more)) = keys.split_first() else { return Ok(()) };
    cx.spend(1)?;
    let found = name(cx, item, key)?;
    if !more.is_empty() {
        return each(found.view())
            .try_for_each(|item| add_names_at(cx, item, more, behind, results));
    }
    let (number, rest) = behind;
    if rest.is_empty() {
        return results.add_at(cx, found.view(), number);
    }
    each(item_at(found.view(), number)).try_for_each(|item| add_names(cx, item, rest, results))
}

/// The items after steps that are names.
pub fn items_of_names<'v, const N: usize>(
    cx: &Cx,
    context: View<'v>,
    keys: [&'static str; N],
    made: &'v mut Item,
) -> Result<Vec<View<'v>>, Fault> {
    cx.spend(1)?;
    if let Some(view) = seen(context, keys) {
        return Ok(view.items().collect());
    }
    *made = whole_names(cx, context, &keys)?;
    Ok(made.view().items().collect())
}

/// A path of any number of names after it has collapsed: of none, the context.
pub fn all_of_names(cx: &Cx, context: View<'_>, keys: &[&'static str]) -> Outcome {
    if keys.is_empty() { Ok(context.to_item()) } else { made_names(cx, context, keys) }
}

#[inline(never)]
fn made_names(cx: &Cx, context: View<'_>, keys: &[&'static str]) -> Outcome {
    if context.is_undefined() {
        return Ok(Item::Undefined);
    }
    results_of_names(cx, context, keys)?.finish()
}

/// The same before it collapses.
pub fn whole_names(cx: &Cx, context: View<'_>, keys: &[&'static str]) -> Outcome {
    results_of_names(cx, context, keys)?.whole()
}

fn results_of_names(cx: &Cx, context: View<'_>, keys: &[&'static str]) -> Result<Sequence, Fault> {
    let mut results = Sequence::default();
    for item in inputs(context) {
        add_names(cx, item, keys, &mut results)?;
    }
    Ok(results)
}

fn add_names(
    cx: &Cx,
    item: View<'_>,
    keys: &[&'static str],
    results: &mut Sequence,
) -> Result<(), Fault> {
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
    use asl_value::json;

    #[test]
    fn names_are_read_where_they_are() {
        let cx = Cx::new(0, 0);
        let data = json!({"a": {"b": [1]}, "c": [{"b": 1}, {"b": 2}], "d": [{"b": 3}]});
        let context = View::Value(&data);
        let is_seen = |keys| matches!(names(&cx, context, keys), Ok(Found::Seen(_)));
        assert!(is_seen(["a", "b"]) && is_seen(["a", "x"]) && is_seen(["x", "b"]));
        assert!(matches!(names(&cx, context, ["c", "b"]), Ok(Found::Made(Item::Sequence(_)))));
        assert!(matches!(names(&cx, context, ["d", "b"]), Ok(Found::Made(Item::Data(_)))));
        let at = |key, number, rest| names_at(&cx, context, [key], number, [rest]);
        assert!(matches!(at("c", -1.0, "b"), Ok(Found::Seen(View::Value(Value::Int(2))))));
        assert!(matches!(at("c", 2.0, "b"), Ok(Found::Seen(View::Undefined))));
        assert!(matches!(at("a", 0.0, "b"), Ok(Found::Seen(View::Value(Value::Array(_))))));
        let nested = json!([{"a": [[{"b": 1}, {"b": 2}]]}]);
        let nested = names_at(&cx, View::Value(&nested), ["a"], 0.0, ["b"]).unwrap();
        assert_eq!(nested.view().array_len(), Some(2));
        let whole = whole_names(&cx, context, &["d", "b"]).unwrap();
        assert!(matches!(whole, Item::Sequence(_)));
    }
}
